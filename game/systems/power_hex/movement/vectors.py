"""Vectors on hexes: the order in which a ship enters its hexes, and the effects of burns and turns (power/4)."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from game.board.hexes import STEPS, Hex, length, plus, rotated, step
from game.core.values import frozen


@lru_cache(maxsize=4096)
def parts(vector: Hex) -> tuple[tuple[int, int], ...]:
    """Return a vector as up to two adjacent directions: (direction, hexes), the larger part first."""
    speed = length(vector)
    if not speed:
        return ()
    for d, (q, r) in enumerate(STEPS):
        (x, y) = STEPS[(d + 1) % 6]
        whole = q * y - r * x
        a, b = (vector[0] * y - vector[1] * x) // whole, (q * vector[1] - r * vector[0]) // whole
        if a > 0 and b >= 0 and (a * q + b * x, a * r + b * y) == vector:
            found = ((d, a), ((d + 1) % 6, b)) if b else ((d, a),)
            return tuple(sorted(found, key=lambda one: -one[1]))
    raise ValueError(f"{vector} is no vector on hexes")


@lru_cache(maxsize=4096)
def steps(vector: Hex) -> tuple[int, ...]:
    """Return the directions in which a ship enters its hexes (power/4.5). The smaller part is spread evenly among the
    larger."""
    found = parts(vector)
    if len(found) < 2:
        return tuple(d for d, n in found for _ in range(n))
    (main, many), (aside, few) = found
    total, out = many + few, list[int]()
    for n in range(1, total + 1):
        due = (few * n + (total - 1) // 2) // total
        out.append(aside if due > out.count(aside) else main)
    return tuple(out)


def turned(vector: Hex, hand: int) -> Hex:
    """Return a vector turned a hex side to starboard (1) or to port (-1)."""
    return rotated(vector, hand % 6)


@lru_cache(maxsize=4096)
def burnt(vector: Hex, towards: int, hexes: int) -> Hex:
    """Return a vector with that many more hexes in a direction. A negative number brakes."""
    return plus(vector, step((0, 0), towards, hexes))


@frozen
class PushedWay:
    """A vector after a burn, the directions of the hexes entered, and how many of the last ones a slide has gained."""

    vector: Hex
    ways: tuple[int, ...]
    slid: int = 0


def along(vector: Hex, towards: int) -> bool:
    """Return whether a burn in a direction, or against it, only changes the speed. It does for a ship at rest or on one
    row. Otherwise the ship slides."""
    way = parts(vector)
    return not way or (len(way) == 1 and (towards - way[0][0]) % 3 == 0)


@lru_cache(maxsize=8192)
def pushed_way(vector: Hex, towards: int, burn: int) -> PushedWay:
    """Return the path of a ship on a vector that burns in a direction, or against it (power/4.1, 4.5). Sideways it
    slides."""
    after, way = burnt(vector, towards, burn), parts(vector)
    old = way[0][0] if len(way) == 1 else None
    if not burn or along(vector, towards):
        return PushedWay(after, steps(after))
    before = steps(vector)
    if len(before) + abs(burn) == length(after):
        return PushedWay(after, (*before, *((towards + (3 if burn < 0 else 0)) % 6,) * abs(burn)), abs(burn))
    if old is None:
        return PushedWay(after, steps(after))
    found = sorted(parts(after), key=lambda one: one[0] != old)
    return PushedWay(after, tuple(d for d, n in found for _ in range(n)), found[1][1] if len(found) > 1 else 0)


@lru_cache(maxsize=8192)
def offsets(ways: tuple[int, ...]) -> tuple[Hex, ...]:
    """Return the hexes entered in these directions, relative to the first."""
    return tuple(accumulate((STEPS[way] for way in ways), plus))
