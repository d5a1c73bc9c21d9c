"""Interception: the value of a weapon against a shot, and what the dice of all that are allotted to it stop (power/8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SIDES = 10  # of the die
INTERCEPTABLE = frozenset({"ballistic", "plasma", "matter", "pulse"})
SLOW = 1  # added against ballistics, also to weapons that otherwise intercept nothing


def interceptable(kind: str) -> bool:
    """Can shots of a kind of weapon be intercepted? Lasers and particle beams cannot."""
    return kind in INTERCEPTABLE


def intercept_value(intercept: int, kind: str) -> int:
    """The highest face of a d10 with which a weapon of that rating stops a shot of a kind; 0 where it cannot."""
    if not interceptable(kind):
        return 0
    return intercept + (SLOW if kind == "ballistic" else 0)


def stopped(face: int, value: int) -> bool:
    """Does a face of the d10 succeed?"""
    return face <= value


def shots_left(count: int, faces: Sequence[int], values: Sequence[int], pulses: bool) -> int:
    """What is left of a shot, or of its pulses: a success stops a shot whole, and as many pulses as it shows."""
    good = [face for face, value in zip(faces, values) if stopped(face, value)]
    if not pulses:
        return 0 if good else count
    return max(0, count - sum(good))


def stop_chances(values: Iterable[int], most: int) -> tuple[float, ...]:
    """The chance that weapons of these values stop 0, 1 ... or `most` and more pulses together."""
    found = [1.0] + [0.0] * most
    for value in values:
        after = [chance * (1 - value / SIDES) for chance in found]
        for before, chance in enumerate(found):
            for face in range(1, value + 1):
                after[min(most, before + face)] += chance / SIDES
        found = after
    return tuple(found)


def pass_chance(values: Iterable[int]) -> float:
    """The chance that an ordinary shot gets past weapons of these values."""
    found = 1.0
    for value in values:
        found *= 1 - value / SIDES
    return found
