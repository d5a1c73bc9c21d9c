"""The curtain between two sides at one machine: closed, and opened on the events since."""
