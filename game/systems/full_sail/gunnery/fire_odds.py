"""Exact chances of a ship's broadsides, by target (sail/4)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from game.core.display import Odds, percent
from game.core.orders import Id
from game.core.values import House
from game.systems.full_sail.damage.dice import Chances, chances
from game.systems.full_sail.damage.hull import losses, raked_points
from game.systems.full_sail.damage.suffer import RIGGING as CHECKED_AT
from game.systems.full_sail.damage.suffer import burning_row, rigging_rakes, rigging_to_hull
from game.systems.full_sail.gunnery.broadside import Broadside, gun_range, hidden_by
from game.systems.full_sail.gunnery.guns import rakes, side_dice
from game.systems.full_sail.ships.ship import ROWS, SailingShip, SailState

NOTE = "checks, damage of fires and re-rolls beyond six are left out"
MOST = 3  # the most readings shown


def hull_half(before: int, thrown: Chances, house: House) -> Chances:
    """Return the chance of each number of hull points from rigging damage, with `before` points earlier in this turn
    (sail/4.1)."""
    found = np.zeros(len(thrown) // 2 + 2)
    for points, chance in enumerate(thrown):
        found[rigging_to_hull(before, points, house)] += chance
    return found


def swept(target: SailingShip, hit: Chances, house: House) -> Chances:
    """Return the chance of each number of points that a rake does, from the chances of those that hit (sail/4.2)."""
    found, least = np.zeros(max(len(hit), target.hull + 1)), raked_points(target, 1, house)
    found[: len(hit)] = hit
    if least > 1:  # any hit does at least that much
        found[least] = found[1 : least + 1].sum()
        found[1:least] = 0.0
    return found


def check_chance(before: int, thrown: Chances) -> float:
    """Return the chance that rigging damage causes at least one check of the masts (sail/4.1)."""
    return float(
        sum(chance for points, chance in enumerate(thrown) if (before + points) // CHECKED_AT > before // CHECKED_AT)
    )


def odds_of(state: SailState, firer: Id, shots: Iterable[Broadside]) -> tuple[Odds, ...]:
    """Return one entry for each target, in the order in which targets are named."""
    by_target: dict[Id, list[Broadside]] = {}
    for shot in shots:
        by_target.setdefault(shot.target, []).append(shot)
    return tuple(_odds(state, state.ships[firer], state.ships[key], group) for key, group in by_target.items())


def _dice(state: SailState, ship: SailingShip, target: SailingShip, group: Iterable[Broadside], high: bool) -> int:
    """Return the dice of the broadsides at a target's hull, or of those at its rigging."""
    if hidden_by(state, ship, target):
        return 0
    away = gun_range(state, ship, target)
    return sum(side_dice(ship, shot.mount, away) for shot in group if bool(shot.aim) == high)


def hull_points(target: SailingShip, low: Chances, high: Chances, raking: bool, house: House) -> Chances:
    """Return the chance of each number of points on the hull, from the dice at it and at the rigging. Points beyond its
    boxes are included."""
    half = hull_half(target.rigging, high, house)
    low = swept(target, low, house) if raking else low
    return np.convolve(low, swept(target, half, house) if raking and rigging_rakes(house) else half)


def mean_points(chances: Chances) -> float:
    return float(np.arange(len(chances)) @ chances)


def _odds(state: SailState, ship: SailingShip, target: SailingShip, group: list[Broadside]) -> Odds:
    low, high = (chances(_dice(state, ship, target, group, aim)) for aim in (False, True))
    raking = rakes(ship, target, state.house)
    every = hull_points(target, low, high, raking, state.house)
    held = np.append(every[: target.hull], every[target.hull :].sum()) if len(every) > target.hull else every
    readings = [("rake", _rake_words(target, state.house), "note")] if raking else []
    if (checked := check_chance(target.rigging, high)) > 0:
        readings.append(("masts checked", percent(checked), "note"))
    if not raking or rigging_rakes(state.house) or len(high) == 1:
        readings += _catastrophe(target, held, raking, state.house)
    mean, marks = mean_points(every), _marks(target, raking)
    return Odds(target.id, tuple(map(float, held)), mean, "hull points", "hull", marks, tuple(readings[:MOST]), (NOTE,))


def _catastrophe(target: SailingShip, hit: Chances, raking: bool, house: House) -> list[tuple[str, str, str]]:
    """Return the chances that a row ends, and that a row lost completely sets the ship on fire immediately
    (sail/4.3)."""
    ends = burns = 0.0
    for loss, chance in zip(losses(target, raking), hit.tolist()):
        if not loss.ended:
            continue
        ends += chance * any(row < ROWS for row in loss.ended)
        if (row := burning_row(loss, house)) and not target.burning:
            burns += chance * row / 6
    found = (("a row ends", ends), ("on fire at once", burns))
    return [(words, percent(chance), "note") for words, chance in found if chance > 0]


def _rake_words(target: SailingShip, house: House) -> str:
    """Return words for where a rake hits."""
    if target.current_row < ROWS:
        return "a row below"
    return "no hull left" if raked_points(target, 1, house) >= target.hull else "the last row"


def _marks(target: SailingShip, raking: bool) -> tuple[tuple[int, str], ...]:
    """Return the number of points that ends the present row, and the number that leaves no box."""
    left = target.row_left
    below = [boxes for boxes in left[target.current_row :] if boxes] if raking else []
    first = below[0] if below else left[target.current_row - 1]
    return ((first, "a row ends"),) * (first < target.hull) + ((target.hull, "no hull"),)
