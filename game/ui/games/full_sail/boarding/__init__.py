"""The panel of a boarding: both decks, the boarding party, and the exact odds of every choice; no part of the rules."""
