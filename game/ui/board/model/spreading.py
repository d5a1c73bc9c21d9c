"""The places of counters that share a place, or would hide a ship or another counter, in pixels; no part of the rules.

Counters are drawn round the ship that they screen or have just left, touching in a dogfight, beside a ship that is
there, or else side by side. Any that would still hide something are moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

Id = str
Place = tuple[float, float]

# degrees clockwise from up of counters round a ship, in order
QUARTERS = (225.0, 135.0, 315.0, 45.0)
ROTATED = range(0, 360, 15)  # degrees by which counters are turned so that none hides another piece
SPACE = 1.06  # distance of a counter from the next, in radii
ROUNDS = 60  # iterations in which counters are moved
LITTLE = 0.05  # pixels; smaller steps are ignored


def spread_counters(
    spots: Mapping[Id, Place],
    ships: Iterable[tuple[Place, float]],
    melees: Iterable[Sequence[Id]],
    r: float,
    rooted: bool = False,
) -> dict[Id, Place]:
    """Return places for counters of a radius, by key. `ships` are places with their radius. A counter alone in its
    place is moved from others too, unless it is `rooted` there, as in a cell of its own."""
    found, left, hosts, melees = dict(spots), set(spots), tuple(ships), tuple(melees)
    for keys in melees:
        here = [key for key in keys if key in left]
        if len(here) > 1:
            placed = _touching([spots[key] for key in here], r)
            gap, host = min(((_gap(placed, one, r), one) for one in hosts), default=(0.0, None))
            if host and gap < 0:
                placed = _clearest(_beside(placed, host, r), _others(found, host[0], here, hosts, r))
            found.update(zip(here, placed))
            left.difference_update(here)
    for at, reach in hosts:
        here = [key for key in spots if key in left and math.dist(spots[key], at) < 1]
        if not here:
            continue
        others = _others(found, at, here, hosts, r)
        tries = (_round(at, reach + r * SPACE, len(here), r, turned) for turned in ROTATED)
        found.update(zip(here, _clearest(tries, others)))
        left.difference_update(here)
    heaps: dict[tuple[int, int], list[Id]] = {}
    for key in spots:
        if key in left:
            heaps.setdefault((round(spots[key][0]), round(spots[key][1])), []).append(key)
    for keys in heaps.values():
        (x, y), step = spots[keys[0]], 2 * r * SPACE
        found.update({key: (x + step * (n - (len(keys) - 1) / 2), y) for n, key in enumerate(keys)})
    fighting = {key for keys in melees for key in keys if len(keys) > 1}
    fixed = fighting | {key for key in spots if rooted and math.dist(found[key], spots[key]) < 1}
    return _given_way(found, hosts, fixed, r)


def _given_way(
    found: dict[Id, Place], hosts: Sequence[tuple[Place, float]], fixed: set[Id], r: float
) -> dict[Id, Place]:
    """Return the same places, moved as little as possible until none hides a ship or another counter. The `fixed` ones
    stay."""
    at = np.array([*found.values()], dtype=float).reshape(-1, 2)
    others = np.array([place for place, _ in hosts], dtype=float).reshape(-1, 2)
    clear = np.array([reach + r for _, reach in hosts])
    stays = np.array([key in fixed for key in found], dtype=bool)
    # the share of an overlap by which each of the two moves
    share = np.where(stays[:, None], 0.0, np.where(stays, 1.0, 0.5))
    np.fill_diagonal(share, 0.0)
    for _ in range(ROUNDS if not stays.all() else 0):
        step = _push(at, at, 2 * r * SPACE, share)
        if len(others):
            step += _push(at, others, clear[None], np.where(stays[:, None], 0.0, 1.0))
        if np.abs(step).max(initial=0) < LITTLE:
            break
        at = at + step
    return {key: (float(x), float(y)) for key, (x, y) in zip(found, at)}


def _push(at: Any, others: Any, clear: Any, share: Any) -> Any:
    """Return the shift of each counter, pushed by all that it overlaps. Two in the same place part to left and
    right."""
    apart = at[:, None] - others[None]
    far = np.hypot(apart[..., 0], apart[..., 1])
    same = far < LITTLE
    side = np.where(np.arange(len(at))[:, None] < np.arange(len(others))[None], -1.0, 1.0)
    way = np.where(
        same[..., None], np.stack([side, np.zeros_like(side)], axis=-1), apart / np.maximum(far, LITTLE)[..., None]
    )
    return (way * (np.maximum(clear - far, 0) * share)[..., None]).sum(axis=1)


def _gap(places: Iterable[Place], host: tuple[Place, float], r: float) -> float:
    """Return the distance of the nearest of some counters from a ship; negative if it hides the ship."""
    return min(math.dist(place, host[0]) for place in places) - host[1] - r


def _others(
    found: Mapping[Id, Place], at: Place, here: Sequence[Id], hosts: Iterable[tuple[Place, float]], r: float
) -> list[tuple[Place, float]]:
    """Return ships and counters other than those at a place, and the distance at which a counter does not hide each."""
    ships = [(other, reach + r) for other, reach in hosts if other != at]
    return ships + [(place, 2 * r) for key, place in found.items() if key not in here and math.dist(place, at) > 1]


def _clearest(tries: Iterable[list[Place]], others: Sequence[tuple[Place, float]]) -> list[Place]:
    """Return the first set of places that hides no other piece, or else the one that hides least."""
    best, least = list[Place](), math.inf
    for places in tries:
        hidden = sum(max(0.0, far - math.dist(place, other)) for place in places for other, far in others)
        if hidden < least:
            best, least = places, hidden
        if not hidden:
            break
    return best


def _beside(places: Sequence[Place], host: tuple[Place, float], r: float) -> Iterator[list[Place]]:
    """Yield the places moved together beside the ship that they would hide, as near as possible, in each of some
    directions."""
    at, clear = host[0], host[1] + r * SPACE
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    for turned in ROTATED:
        way = math.radians(QUARTERS[0] + turned)
        across, down = math.sin(way), -math.cos(way)
        far = 0.0
        for a, b in ((a - x, b - y) for a, b in places):
            along = across * a + down * b
            far = max(far, math.sqrt(max(0.0, clear**2 - a * a - b * b + along**2)) - along)
        step = at[0] + far * across - x, at[1] + far * down - y
        yield [(a + step[0], b + step[1]) for a, b in places]


def _round(at: Place, far: float, count: int, r: float, turned: float) -> list[Place]:
    """Return places round a ship: at its quarters, or if there are more of them, evenly all round. They are as far off
    as needed."""
    if count <= len(QUARTERS):
        turns, far = list(QUARTERS[:count]), max(far, r * SPACE * math.sqrt(2))
    else:
        turns, far = (
            [QUARTERS[0] + 360 * n / count for n in range(count)],
            max(far, r * SPACE / math.sin(math.pi / count)),
        )
    ways = [math.radians(turn + turned) for turn in turns]
    return [(at[0] + far * math.sin(way), at[1] - far * math.cos(way)) for way in ways]


def _touching(spots: Sequence[Place], r: float) -> list[Place]:
    """Return places round the centre of some spots so that each touches the next, on its own side if possible."""
    count = len(spots)
    x, y = sum(spot[0] for spot in spots) / count, sum(spot[1] for spot in spots) / count
    turns = [math.atan2(spot[1] - y, spot[0] - x) if math.dist(spot, (x, y)) > 0.5 else math.pi for spot in spots]
    order = sorted(range(count), key=lambda n: turns[n])
    far, found = r / math.sin(math.pi / count), [(x, y)] * count
    for place, n in enumerate(order):
        turn = turns[order[0]] + 2 * math.pi * place / count
        found[n] = x + far * math.cos(turn), y + far * math.sin(turn)
    return found
