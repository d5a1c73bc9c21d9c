"""Small words for the screens: numbers written out; no part of the rules."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """A count in words up to twelve."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
