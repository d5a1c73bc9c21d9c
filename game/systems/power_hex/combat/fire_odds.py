"""Exact chances of what declared guns take from each target, through all five steps (power/8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from game.core.display import Odds, percent
from game.core.orders import Id
from game.systems.power_hex.combat.box_odds import HurtShip, boxes_on
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.shot_odds import volleys
from game.systems.power_hex.combat.sides import row_for, side_chances
from game.systems.power_hex.combat.to_hit import hexes_between, terms
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import ShipWeapon

NOTE = "each gun alone on the ship as it is; shots that are met are not taken off"
BOXES = 90  # boxes beyond which all count as so many


def odds_of(state: PowerState, ship: PowerShip, shots: Sequence[tuple[str, Id]]) -> tuple[Odds, ...]:
    """One entry a target."""
    by_target: dict[Id, list[str]] = {}
    for mount, target in shots:
        by_target.setdefault(target, []).append(mount)
    return tuple(_odds(state, ship, state.ships[key], mounts) for key, mounts in by_target.items())


def _odds(state: PowerState, ship: PowerShip, target: PowerShip, mounts: Sequence[str]) -> Odds:
    guns = {one.key: one.gun for one in ship.design.weapons}
    away = hexes_between(ship.hex, target.hex)
    if target.flight:
        return _craft_odds(state, ship, target, [guns[key] for key in mounts], away)
    total, hit = np.ones(1), []
    for key in mounts:
        found = terms(ship, target, guns[key], away, state.house)
        needed = found.needed if found else -99
        hit.append((key, found.chance(bool(state.house["naturals"])) if found else 0.0))
        total = np.convolve(total, gun_boxes(state, target, ship.at, guns[key], needed))
    mean = float(np.arange(len(total)) @ total)
    readings = tuple((f"{guns[key].name} hits", percent(chance), "") for key, chance in hit[:2])
    kept = np.append(total[:BOXES], total[BOXES:].sum()) if len(total) > BOXES else total
    return Odds(target.id, tuple(map(float, kept)), mean, "boxes", "boxes", (), readings, (NOTE,))


def _craft_odds(state: PowerState, ship: PowerShip, target: PowerShip, guns: Sequence[ShipWeapon], away: int) -> Odds:
    """Hits on a flight: each strikes one fighter."""
    total, many = np.ones(1), ship.craft_left if ship.flight else 1
    for gun in guns:
        found = terms(ship, target, gun, away, state.house)
        chance = found.chance(bool(state.house["naturals"])) if found else 0.0
        for _ in range(many * gun.guns):
            total = np.convolve(total, np.array([1 - chance, chance]))
    mean = float(np.arange(len(total)) @ total)
    return Odds(target.id, tuple(map(float, total)), mean, "hits", "fighters", (), (), ("which fighter is hit falls by a die",))


def gun_boxes(
    state: PowerState, target: PowerShip, origin: tuple[float, float], gun: ShipWeapon, needed: int
) -> np.ndarray:  # fmt: skip
    """The chance of each number of boxes that one gun takes."""
    row = row_for(target, origin, state.house["same_hex_row"] == "target")
    return _gun_boxes(HurtShip(target), row, gun, needed, bool(state.house["naturals"]), DamageRules.of(state.house))


@lru_cache(maxsize=512)
def _gun_boxes(key: HurtShip, row: str, gun: ShipWeapon, needed: int, naturals: bool, rules: DamageRules) -> np.ndarray:
    found = defaultdict[int, float](float)
    for count, chance in volleys(gun, needed, (), naturals).items():
        for boxes, part in side_boxes(key, row, gun, count, rules).items():
            found[boxes] += chance * part
    return _table(found)


def side_boxes(key: HurtShip, row: str, gun: ShipWeapon, count: int, rules: DamageRules) -> dict[int, float]:
    """The chance of each number of boxes from so many pulses, or one shot, over all sides."""
    if not count:
        return {0: 1.0}
    found = defaultdict[int, float](float)
    for side, chance in side_chances(row).items():
        for boxes, part in enumerate(boxes_on(key, side, gun, count, rules)):
            found[boxes] += chance * float(part)
    return dict(found)


def _table(found: Mapping[int, float]) -> np.ndarray:
    """Chances by number, without gaps."""
    out = np.zeros(max(found) + 1)
    for boxes, chance in found.items():
        out[boxes] = chance
    return out
