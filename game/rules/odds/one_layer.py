"""Exact chances of attacks on a ship with one layer of armour, or none (5.2, 5.9).

While the layer has boxes left, the boxes that a hit costs it do not depend on earlier hits; once none is left, every
point reaches the hull. So two things describe an attack: the chances of its points, and the chances of its effect while
armour is left. For several attacks both are products, in any order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from game.rules.odds.beam_chances import BeamDice, beam_chances
from game.rules.odds.throws import LikelyHits, SeveralHits, Table, Throws
from game.rules.ships.damage import armour_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float64]"
Grid: TypeAlias = "NDArray[np.float64]"
Branches = tuple[tuple[float, Throws], ...]  # each with its chance
Repeated = tuple[LikelyHits, int]  # a throw, and how often it is made
CUT = 1e-16  # anything less likely counts as impossible
UNCAPPED = 1 << 20
SMALL = 640  # the size of a grid up to which it is multiplied directly


class ArmourLayer(NamedTuple):
    """The boxes of the layer, 0 for a ship without one, and the most points that are distinguished."""

    boxes: int
    most: int


class Effect(NamedTuple):
    """The effect of an attack: the chances of n points in all, and those while some armour is left. The latter hold, at
    [n, m], the chance of n boxes of armour lost and m points past it."""

    points: Vector
    behind: Grid


def hull_chances(boxes: int, hull: int, attacks: Iterable[tuple[bool, Branches]]) -> Vector:
    """Return the chances that a hull behind some boxes of armour loses 0, 1, 2 … boxes, from attacks by their branches.
    The last chance is that of losing all. Armour has no effect on an attack that rakes."""
    layer = ArmourLayer(boxes, boxes + hull)
    whole = _nothing(layer)
    for raking, branches in attacks:
        whole = _product(whole, _effect_of(branches, raking, layer), layer)
    found = np.zeros(hull + 1)
    found[: max(0, len(whole.points) - boxes)] = whole.points[boxes:]
    lost, past = np.nonzero(whole.behind)
    chances, over = whole.behind[lost, past], lost + past >= boxes
    found += np.bincount(np.minimum(past, hull), chances, hull + 1)
    found -= np.bincount(np.minimum(lost[over] + past[over] - boxes, hull), chances[over], hull + 1)
    found[found < CUT] = 0.0
    return found


def mean_losses(boxes: int, hull: int, throws: Throws, raking: bool) -> tuple[float, float]:
    """Return the mean boxes that throws made together cost the hull, and the armour in front of it."""
    return _mean_losses(tuple(_together(throws)), raking, ArmourLayer(boxes, boxes + hull))


@lru_cache(maxsize=4096)
def _mean_losses(throws: tuple[Repeated, ...], raking: bool, layer: ArmourLayer) -> tuple[float, float]:
    effects = [_repeat_throw(throw, count, raking, layer) for throw, count in throws] or [_nothing(layer)]
    points, behind = reduce(lambda one, other: _product(one, other, layer), effects)
    through, past = _weights(layer, behind.shape[1])
    more, kept = (behind.reshape(-1) @ past).tolist()
    return float(points @ through[: len(points)]) + more, layer.boxes - kept


def point_chances(throw: LikelyHits) -> Vector:
    """Return the chances of the points of one throw, before armour."""
    return _throw_effect(throw, False, ArmourLayer(0, UNCAPPED)).points


def mean_points(throw: LikelyHits) -> float:
    if isinstance(throw, SeveralHits):
        return math.prod(
            sum(n * chance for n, chance in enumerate(chances)) for chances in (throw.counts, throw.points)
        )
    points = beam_chances(throw._replace(through=False))[:, 0] if isinstance(throw, BeamDice) else point_chances(throw)
    return float(points @ np.arange(len(points)))


@lru_cache(maxsize=64)
def _weights(layer: ArmourLayer, wide: int) -> tuple[Vector, Grid]:
    """Return the weights by which the hull's losses are added up. The first are the losses for n points with no armour
    left. The second hold, in row n, for n boxes of armour lost and m points past it, how much more the hull loses than
    with no armour left, and the boxes of armour left."""
    boxes, hull, past = layer.boxes, layer.most - layer.boxes, np.arange(wide)
    left = boxes - np.arange(boxes)[:, None]
    found = np.empty((boxes, wide, 2))
    found[..., 0] = np.minimum(past, hull) - np.minimum(np.maximum(past - left, 0), hull)
    found[..., 1] = left
    return np.maximum(np.arange(layer.most + 1.0) - boxes, 0.0), found.reshape(-1, 2)


@lru_cache(maxsize=2048)
def _effect_of(branches: Branches, raking: bool, layer: ArmourLayer) -> Effect:
    """Return the effect of an attack, from its branches with their chances. Throws in the same branches are one
    product."""
    where: dict[Repeated, list[int]] = {}
    for place, (_, throws) in enumerate(branches):
        for part in _together(throws):
            where.setdefault(part, []).append(place)
    bundles: dict[tuple[int, ...], Effect] = {}
    for (throw, count), places in where.items():
        one = _repeat_throw(throw, count, raking, layer)
        made = bundles.get(key := tuple(places))
        bundles[key] = _product(made, one, layer) if made else one
    often = sorted(bundles, key=lambda places: -len(places))
    parts = [
        (share, [bundles[places] for places in often if place in places]) for place, (share, _) in enumerate(branches)
    ]
    return _mix_branches(parts, 0, layer)


def _together(throws: Throws) -> list[Repeated]:
    """Return the throws, with equal ones counted."""
    found: dict[LikelyHits, int] = {}
    for throw in throws:
        if isinstance(throw, BeamDice):
            alike = throw._replace(dice=1)
            found[alike] = found.get(alike, 0) + throw.dice
        else:
            found[throw] = found.get(throw, 0) + 1
    return [
        (throw._replace(dice=count), 1) if isinstance(throw, BeamDice) else (throw, count)
        for throw, count in found.items()
    ]


def _mix_branches(branches: Sequence[tuple[float, Sequence[Effect]]], place: int, layer: ArmourLayer) -> Effect:
    """Return the effects of some branches from an index on, added up by their chances. Common beginnings are computed
    once."""
    ended = sum(share for share, parts in branches if len(parts) == place)
    further: dict[int, list[tuple[float, Sequence[Effect]]]] = {}
    for branch in branches:
        if len(branch[1]) > place:
            further.setdefault(id(branch[1][place]), []).append(branch)
    found = [_scaled(_nothing(layer), ended)] if ended else []
    for rest in further.values():
        share, parts = rest[0]
        if len(rest) == 1 and len(parts) == place + 1:
            found.append(_scaled(parts[place], share))
        else:
            found.append(_product(parts[place], _mix_branches(rest, place + 1, layer), layer))
    return _sum(found)


@lru_cache(maxsize=2048)
def _repeat_throw(throw: LikelyHits, count: int, raking: bool, layer: ArmourLayer) -> Effect:
    """Return the effect of a throw made `count` times."""
    if count == 1:
        return _throw_effect(throw, raking, layer)
    half = _repeat_throw(throw, count // 2, raking, layer)
    whole = _product(half, half, layer)
    return _product(whole, _throw_effect(throw, raking, layer), layer) if count % 2 else whole


@lru_cache(maxsize=2048)
def _throw_effect(throw: LikelyHits, raking: bool, layer: ArmourLayer) -> Effect:
    if isinstance(throw, SeveralHits):
        every = _of_counts(throw.points, "hull" if raking else throw.mode, len(throw.counts) - 1, layer)
        return _sum([_scaled(every[count], chance) for count, chance in throw.likely])
    if not isinstance(throw, BeamDice):
        return _of_results(throw, raking, layer)
    points, table = beam_chances(throw._replace(through=False))[:, 0], beam_chances(throw)
    shown = points[None] if raking else table[: layer.boxes]
    behind = np.zeros((layer.boxes, shown.shape[1]))
    behind[: len(shown)] = shown[: layer.boxes]
    return Effect(_capped(points, layer.most), _capped(behind, layer.most))


def _of_results(table: Table, raking: bool, layer: ArmourLayer) -> Effect:
    points = np.zeros(max((sum(count for _, count in hits) for _, hits in table), default=0) + 1)
    behind = np.zeros((layer.boxes, len(points)))
    for chance, hits in table:
        every, lost = sum(count for _, count in hits), 0 if raking else sum(map(armour_cost, hits))
        points[every] += chance
        if lost < layer.boxes:
            behind[lost, every - lost] += chance
    return Effect(_capped(points, layer.most), behind)


@lru_cache(maxsize=512)
def _of_counts(chances: tuple[float, ...], mode: str, most: int, layer: ArmourLayer) -> tuple[Effect, ...]:
    """Return the effects of 0, 1, 2 … up to `most` hits, each of 0, 1, 2 … points with these chances."""
    points = _capped(np.array(chances), layer.most)
    many, lost, past = _hits_leaving_armour(mode, layer)
    some = int(np.searchsorted(many, len(points)))
    behind = np.zeros((layer.boxes, past[some - 1] + 1 if some else 1))
    behind[lost[:some], past[:some]] = points[many[:some]]
    one = Effect(points, behind)
    every = [_nothing(layer), one]
    while len(every) <= most:
        every.append(_product(every[-1], one, layer))
    return tuple(every)


@lru_cache(maxsize=512)
def _hits_leaving_armour(mode: str, layer: ArmourLayer) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the points of hits that leave armour, in rising order, with the boxes that each costs it and the points
    past it."""
    lost = np.array(
        [armour_cost((mode, points)) for points in range(layer.most + 1 if layer.boxes else 0)], dtype=np.intp
    )
    many = np.flatnonzero(lost < layer.boxes)
    return many, lost[many], many - lost[many]


@lru_cache(maxsize=64)
def _nothing(layer: ArmourLayer) -> Effect:
    behind = np.zeros((layer.boxes, 1))
    behind[:1] = 1.0
    return Effect(np.ones(1), behind)


def _product(one: Effect, other: Effect, layer: ArmourLayer) -> Effect:
    """Return the effect of two attacks together."""
    points = _capped(np.convolve(one.points, other.points), layer.most)
    if not layer.boxes:
        return Effect(points, one.behind)
    if one.behind.shape[1] < other.behind.shape[1]:
        one, other = other, one
    if other.behind.shape[1] > 1:
        return Effect(points, _capped(_both(one.behind, other.behind), layer.most))
    plain = np.zeros(layer.boxes + 1)  # no point of the other attack passes armour that is left
    plain[:-1] = other.behind[:, 0]
    return Effect(points, plain[_box_differences(layer.boxes)] @ one.behind)


@lru_cache(maxsize=64)
def _box_differences(boxes: int) -> NDArray[np.intp]:
    """Return by how many boxes n exceeds m, at [n, m], up to all of them. The last entry means that n is smaller."""
    more = np.subtract.outer(np.arange(boxes), np.arange(boxes))
    return np.where(more < 0, boxes, more)


def _both(one: Grid, other: Grid) -> Grid:
    """Return boxes lost and points past the armour of two attacks together."""
    (boxes, long), short = one.shape, other.shape[1]
    wide = long + short - 1
    if boxes * wide > SMALL:
        shape = 2 * boxes, 1 << (wide - 1).bit_length()
        spectrum = np.fft.rfft2(one, shape) * np.fft.rfft2(other, shape)
        return np.fft.irfft2(spectrum, shape)[:boxes, :wide]
    # both grids as one row, with boxes so far apart that they do not overlap
    rows = np.zeros((2, boxes, wide))
    rows[0, :, :long], rows[1, :, :short] = one, other
    found = np.convolve(*rows.reshape(2, -1))[: boxes * wide].reshape(boxes, wide)
    used = np.flatnonzero(found.any(axis=0))  # numbers of points that may pass armour that is left
    return found[:, : used[-1] + 1] if len(used) else found[:, :1]


def _scaled(effect: Effect, share: float) -> Effect:
    return Effect(share * effect.points, share * effect.behind) if share != 1.0 else effect


def _sum(effects: Sequence[Effect]) -> Effect:
    """Return the sum of several cases' effects."""
    if len(effects) == 1:
        return effects[0]
    points, behind = (_stacked(parts) for parts in zip(*effects))
    return Effect(points.sum(axis=0), behind.sum(axis=0))


def _stacked(arrays: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return arrays as one, the shorter ones padded with zeros along their last axis."""
    wide = max(array.shape[-1] for array in arrays)
    found = np.zeros((len(arrays), *arrays[0].shape[:-1], wide))
    for row, array in zip(found, arrays):
        row[..., : array.shape[-1]] = array
    return found


def _capped(array: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return the array with everything beyond `most` along the last axis counted as `most`."""
    if array.shape[-1] <= most + 1:
        return array
    found = array[..., : most + 1].copy()
    found[..., most] += array[..., most + 1 :].sum(axis=-1)
    return found
