"""The panel of a boarding beside the board: both decks, who goes over, and the exact odds of all that can be chosen; no
rules."""
