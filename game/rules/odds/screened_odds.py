"""The effects of a divided attack for all totals together: arrays with an entry for each possible total of the dice
(manoeuvres/eclipsing/share).

The rule itself is in `eclipsing.divide_hits` and `damage.soak_all`, which go hit by hit. Here each of their steps is
done for all totals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from game.rules.manoeuvres.cover.eclipsing import LAST, Hits, ScreeningShip

if TYPE_CHECKING:
    from numpy.typing import NDArray

Counts: TypeAlias = "NDArray[np.int32]"
# mode, and the points of one hit in every total; ordered as in `eclipsing.totalled`
Shots = tuple[tuple[str, Counts], ...]
Armour = tuple[int, ...]


class Totals(NamedTuple):
    """Every total of an attack with its chance."""

    chances: NDArray[np.float64]
    shots: Shots


def join_totals(beams: NDArray[np.float64], others: Mapping[Hits, float], rare: float) -> Totals:
    """Return every total of beam dice and of the hits of other weapons. The beam dice are chances of n ordinary points
    and m past armour, at [n, m]. Totals less likely than `rare` are left out."""
    normal, past = np.nonzero(beams > rare)
    joint = np.fromiter(others.values(), float)[:, None] * beams[normal, past][None, :]
    which, at = np.nonzero(joint > rare)
    columns = _columns(list(others))
    shots = [(mode, points[which]) for mode, points in columns]
    shots = [
        (mode, points + (normal[at] if mode == "normal" else past[at] if mode == "P" else 0)) for mode, points in shots
    ]
    return Totals(joint[which, at], tuple((mode, points) for mode, points in shots if points.any()))


def _columns(every: list[Hits]) -> Shots:
    """Return lists of hits as columns of points: one for each mode, or for each hit where armour halves or stops hits
    separately."""
    found: list[tuple[str, Counts]] = []
    for mode in sorted(LAST, key=lambda one: LAST[one]):
        rows = [[points for one, points in hits if one == mode] for hits in every]
        for place in range(max([1, *map(len, rows)])):
            found.append((mode, np.array([row[place] if place < len(row) else 0 for row in rows], dtype=np.int32)))
    return tuple(found)


def divide_totals(total: Totals, raked: bool, screens: Iterable[ScreeningShip]) -> tuple[Shots, ...]:
    """Return the part of every total that each screening ship takes, in order, and last the rest for the screened
    one."""
    rest, parts = total.shots, list[Shots]()
    over = np.zeros(len(total.chances), dtype=np.int32)
    for screen in screens:
        part, rest = _split_shots(rest, sum((points for _, points in rest), over * 0) * screen.share // 100)
        parts.append(_bare(part) if screen.raked else part)
        over += np.maximum(0, soak_totals(screen.armour, parts[-1], len(over))[1] - screen.hull)
    rest = _bare(rest) if raked else rest
    return (*parts, (*rest, ("hull" if raked else "normal", over)))


def _split_shots(shots: Shots, points: Counts) -> tuple[Shots, Shots]:
    """Return the first `points` of every total, and the rest."""
    first, rest = list[tuple[str, Counts]](), list[tuple[str, Counts]]()
    for mode, n in shots:
        taken = np.minimum(n, points)
        points = points - taken
        first.append((mode, taken))
        rest.append((mode, n - taken))
    return tuple(first), tuple(rest)


def _bare(shots: Shots) -> Shots:
    return tuple(("hull", points) for _, points in shots)


def soak_totals(armour: Armour, shots: Shots, many: int) -> tuple[list[Counts], Counts]:
    """Return the layers of armour left, the innermost first, and the points to the hull, after the hits of every total
    (5.2)."""
    layers = [np.full(many, boxes, dtype=np.int32) for boxes in armour]
    through, stripped = np.zeros(many, dtype=np.int32), np.zeros(many, dtype=bool)
    for mode, points in shots:
        before = [layer > 0 for layer in layers]
        through += points if mode == "hull" else _soak(layers, mode, points, stripped)
        if mode == "normal":
            stripped = (
                np.any([full & (layer == 0) for full, layer in zip(before, layers)], axis=0) if layers else stripped
            )
    return layers, through


def _soak(layers: list[Counts], mode: str, points: Counts, stripped: NDArray[np.bool_]) -> Counts:
    """Apply one hit of every total: change the layers, the outermost first, and return the points that reach the hull.
    `stripped` says where normal points of the same dice have stripped a layer."""
    met = stripped & (mode == "P")  # whether the hit has met a layer that is not gone, or that these dice stripped
    for index in reversed(range(len(layers))):
        whole = layers[index]
        if mode == "AP":
            taken = np.minimum(1, np.minimum(points, whole))
        elif mode == "normal":
            taken = np.minimum(points, whole)
        else:  # the first layer stops half of it, rounded up, or nothing; those behind it stop what they can
            first = (points + 1) // 2 if mode == "SAP" else points * 0
            taken = np.minimum(np.where(met, points, first), whole)
            met |= whole > 0
        layers[index], points = whole - taken, points - taken
    return points


def armour_outcomes(
    chances: NDArray[np.float64], shots: Shots, armour: Armour
) -> list[tuple[Armour, NDArray[np.float64]]]:
    """Return each state of armour that may be left, with the chances of points to the hull."""
    layers, through = soak_totals(armour, shots, len(chances))
    place = through
    for boxes, left in zip(armour, layers):
        place = place * (boxes + 1) + left
    sums = np.bincount(place, chances)
    found: dict[Armour, dict[int, float]] = {}
    for number in np.nonzero(sums)[0].tolist():
        points, key = number, Armour()
        for boxes in reversed(armour):
            points, rest = divmod(points, boxes + 1)
            key = (rest, *key)
        found.setdefault(key, {})[points] = float(sums[number])
    return [(key, _vector(row)) for key, row in found.items()]


def _vector(row: Mapping[int, float]) -> NDArray[np.float64]:
    vector = np.zeros(max(row) + 1)
    vector[list(row)] = list(row.values())
    return vector
