"""The replay of a battle, turn by turn; no part of the rules."""
