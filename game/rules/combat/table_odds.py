"""Exact chances of attacks of several branches on a ship with one layer of armour, or none: groups, missiles, bolts (5.2, 5.9).

All numbers of armour boxes are taken together: a result that leaves some of each of them moves a block of chances at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rules.combat.weapon import BeamDice, Table

Grid = NDArray[np.float64]  # chances, by armour boxes left and points through to the hull; beyond its last box all counts as that
Vector = NDArray[np.float64]
Armour = tuple[int, ...]
Tables = tuple[Table, ...]
CUT = 1e-16  # sums of points that are less likely are left out


class Stop(NamedTuple):
    """With a chance, so many boxes of armour are lost of more than these, and so many points come through."""

    chance: float
    lost: int
    through: int


class TableEffect(NamedTuple):
    """Results of a table: those that leave some armour, and for each number of boxes the chances of the points that come
    through with the last of them."""

    stops: tuple[Stop, ...]
    bare: tuple[Vector, ...]


def tables_alone(branches: Iterable[tuple[float, Sequence[BeamDice | Table]]]) -> dict[Tables, float] | None:
    """The throws of an attack, each once with the chance of all branches that have it; ordinary points that follow each other are
    one throw. None if it throws beam dice, or what does several hits.
    """
    found: dict[Tables, float] = {}
    for share, throws in branches:
        tables = tuple([throw for throw in throws if not isinstance(throw, BeamDice) and in_one_lump(throw)])
        if len(tables) < len(throws):
            return None
        found[tables] = found.get(tables, 0.0) + share
    pooled: dict[Tables, float] = {}
    for tables, share in found.items():
        key = _pooled(tables)
        pooled[key] = pooled.get(key, 0.0) + share
    return pooled


def after_tables(chances: Mapping[Armour, Vector], branches: Mapping[Tables, float], hull: int) -> dict[Armour, Vector]:
    """The chances after one attack, which throws some tables one after the other in each of its branches."""
    return _rows(_thrown(_grid(chances, hull), branches), chances)


def after_beams(chances: Mapping[Armour, Vector], beams: Grid, hull: int) -> dict[Armour, Vector]:
    """The chances after n ordinary points and m past armour, which have the chance at [n, m]; armour stops ordinary ones."""
    now, (ordinary, past) = _grid(chances, hull), beams.shape
    most, end = now.shape
    wide = end + past - 1
    padded = np.zeros((most, wide + past - 1))
    padded[:, past - 1 : past - 1 + end] = now
    shifted = np.lib.stride_tricks.sliding_window_view(padded, past, axis=1)[:, :, ::-1]  # m points farther on, at […, m]
    after = (shifted.reshape(-1, past) @ beams.T).reshape(most, wide, ordinary)
    found = np.zeros((most, wide + ordinary))
    for points in range(ordinary):
        if points + 1 < most:
            found[1 : most - points, :wide] += after[points + 1 :, :, points]
        for boxes in range(min(points + 1, most)):
            found[0, points - boxes : points - boxes + wide] += after[boxes, :, points]
    return _rows(_capped(found, end), chances)


def _grid(chances: Mapping[Armour, Vector], hull: int) -> Grid:
    """Chances by armour left as a grid."""
    now = np.zeros((max((sum(armour) for armour in chances), default=0) + 1, hull + 1))
    for armour, vector in chances.items():
        now[sum(armour), : len(vector)] += vector
    return now


def _rows(found: Grid, chances: Mapping[Armour, Vector]) -> dict[Armour, Vector]:
    """A grid as chances by armour left: with a layer, if only one that is gone, where there was one."""
    layer = any(chances)
    rows = enumerate(found) if layer else ((0, found.sum(axis=0)),)
    return {(boxes,) if layer else (): row for boxes, row in rows if row.any()}


def _capped(found: Grid, end: int) -> Grid:
    """Points beyond the last box as that."""
    found[:, end - 1] += found[:, end:].sum(axis=1)
    return found[:, :end]


def _thrown(now: Grid, branches: Mapping[Tables, float]) -> Grid:
    """Return the chances after all branches. Works out a first throw that several share once, and all last throws at once."""
    found = now * branches.get((), 0.0)
    first: dict[Table, dict[Tables, float]] = {}
    for tables, share in branches.items():
        if tables:
            first.setdefault(tables[0], {})[tables[1:]] = share
    last: dict[tuple[tuple[str, int], ...], float] = {}
    for table, rest in first.items():
        if rest.keys() == {()}:
            for chance, hits in table:
                last[hits] = last.get(hits, 0.0) + rest[()] * chance
        else:
            found += _thrown(_moved(now, table), rest)
    return found + _moved(now, tuple((chance, hits) for hits, chance in last.items())) if last else found


def _moved(now: Grid, table: Table) -> Grid:
    """The chances after one throw."""
    effect = effect_of(table, len(now) - 1)
    most, end = now.shape
    found = np.zeros((most, end + len(effect.bare[0]) - 1))  # with room for points beyond the last box
    used = np.flatnonzero(now.any(axis=1)).tolist()  # numbers of boxes of which there is any chance
    top = used[-1] + 1 if used else 0
    for chance, lost, through in effect.stops:
        if lost + 1 < top:
            found[1 : top - lost, through : through + end] += chance * now[lost + 1 : top]
    for boxes in used:
        found[0] += np.convolve(now[boxes], effect.bare[boxes])
    return _capped(found, end)


@lru_cache(maxsize=512)
def effect_of(table: Table, most: int) -> TableEffect:
    """What a table does to every number of armour boxes up to `most`."""
    longest = max((sum(points for _, points in hits) for _, hits in table), default=0)
    bare, stops = np.zeros((most + 1, longest + 1)), list[Stop]()
    for chance, hits in table:
        mode, points = hits[0] if hits else ("normal", 0)
        stopped = points if mode == "normal" else (points + 1) // 2  # boxes that it costs, if there are so many
        boxes = np.arange(min(stopped, most) + 1)
        bare[boxes, points - boxes] += chance
        if stopped < most:
            stops.append(Stop(chance, stopped, points - stopped))
    return TableEffect(tuple(stops), tuple(bare))


@lru_cache(maxsize=512)
def in_one_lump(table: Table) -> bool:
    """Is every result of a table no more than one hit, ordinary or of those that armour halves?"""
    return all(len(hits) <= 1 and all(mode in ("normal", "SAP") for mode, _ in hits) for _, hits in table)


def _pooled(tables: Tables) -> Tables:
    """Ordinary points that follow each other as one throw: armour stops their sum as it stops them one by one."""
    found: list[Table] = []
    for plain, run in groupby(tables, _plain):
        alike = tuple(run)
        found += [_together(alike)] if plain else alike
    return tuple(found)


@lru_cache(maxsize=512)
def _plain(table: Table) -> bool:
    return all(mode == "normal" for _, hits in table for mode, _ in hits)


def _together(tables: Tables) -> Table:
    if len(tables) == 1:
        return tables[0]
    points = np.ones(1)
    for table in tables:
        points = np.convolve(points, _points(table))
    likely = [(count, chance) for count, chance in enumerate(points.tolist()) if chance > CUT]
    return tuple([(chance, (("normal", count),) if count else ()) for count, chance in likely])


@lru_cache(maxsize=512)
def _points(table: Table) -> Vector:
    found = np.zeros(max((points for _, hits in table for _, points in hits), default=0) + 1)
    for chance, hits in table:
        found[sum(points for _, points in hits)] += chance
    return found
