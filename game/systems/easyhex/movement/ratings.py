"""The limits by turn rating: hex sides of a pivot, change of speed, and top speed (hex/3.2).

The turn rating (TR) is the present thrust of the main drive. Turning is free. A ship whose last plot had no pivot has
straight credit, and may turn more.
"""

from __future__ import annotations

from game.core.values import House
from game.rules.ships.ship import Ship

RULE = "hex/3.2"
FASTER = 4  # hexes by which the top speed exceeds the turn rating

#         TR:  0  1  2  3  4  5  6  7
WITHOUT = (0, 0, 0, 1, 1, 1, 1, 2)
WITH = (0, 1, 1, 1, 1, 2, 2, 2)


def sides(rating: int, credit: bool, house: House) -> int:
    """Return the hex sides that a ship may pivot. By option a TR of 4 turns like 5."""
    agile = 5 if rating == 4 and house["tr4_agile"] else rating
    return (WITH if credit else WITHOUT)[min(agile, 7)]


def change(rating: int) -> int:
    """Return the hexes by which the speed may change in a turn, either way: half the rating, rounded up."""
    return (rating + 1) // 2


def top(rating: int, speed: int = 0) -> int:
    """Return the highest speed that may be plotted. A ship that is faster, because its drive was hit, may keep its
    speed."""
    return max(rating + FASTER, speed)


def credited(ship: Ship) -> bool:
    """Return whether a ship has straight credit: no pivot in its last plot. All ships start with it."""
    return not ship.turned
