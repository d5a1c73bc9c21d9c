"""A battle shown once more, turn by turn; no part of the rules."""
