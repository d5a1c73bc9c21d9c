"""The curtain between two seats: closed, and opened on what happened since."""
