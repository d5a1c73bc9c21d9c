"""The curtain between two sides on one machine: closed, and open on the events since that side last looked."""
