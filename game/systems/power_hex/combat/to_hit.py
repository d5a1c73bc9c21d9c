"""The number that a d20 may not exceed to hit: signature, range, jamming and the firer's losses (power/7, 10)."""

from __future__ import annotations

from collections.abc import Sequence

SIDES = 20  # of the die
BLIND = 8  # taken off besides where no sensor is left (power/6)
LEADERLESS = 4  # taken off direct fire where C&C is gone (power/10)


def range_modifier(mods: Sequence[int], away: int) -> int | None:
    """What a weapon adds at a range in hexes; None beyond its table."""
    return mods[away] if 0 <= away < len(mods) else None


def sensor_penalty(rating: int, left: int) -> int:
    """What lost sensors take off: 1 for each point of the rating, and 8 more where none is left (power/6)."""
    return rating - left + (BLIND if rating and left <= 0 else 0)


def number_to_hit(signature: int, mods: Sequence[int], away: int, jam: int = 0, penalty: int = 0) -> int | None:
    """The highest face of a d20 that hits, which may lie below 1 or above 20; None where the target is out of range."""
    added = range_modifier(mods, away)
    return None if added is None else signature + added - jam - penalty


def hits(face: int, number: int, naturals: bool = False) -> bool:
    """Does a face hit? Where `naturals` count, a 1 always does and a 20 never."""
    if naturals and face in (1, SIDES):
        return face == 1
    return face <= number


def hitting_faces(number: int, naturals: bool = False) -> tuple[int, ...]:
    """The faces of the d20 that hit."""
    return tuple(face for face in range(1, SIDES + 1) if hits(face, number, naturals))


def hit_chance(number: int, naturals: bool = False) -> float:
    """The chance to hit."""
    return len(hitting_faces(number, naturals)) / SIDES
