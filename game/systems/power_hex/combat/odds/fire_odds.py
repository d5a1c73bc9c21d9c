"""The exact chances of each target's losses to declared guns, through all five steps (power/8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from game.core.display import Odds, percent
from game.core.orders import Id
from game.core.values import House
from game.systems.power_hex.combat.damage import DamageRules, met_armour
from game.systems.power_hex.combat.odds.exact.one_shot import add_rows, ending, one_shot
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.loss_odds import STRUCK, aimed_shot, box_odds, count_equal_shots
from game.systems.power_hex.combat.shot_odds import totals, volleys
from game.systems.power_hex.combat.sides import row_for, side_chances
from game.systems.power_hex.combat.to_hit import ToHit, hexes_between, terms
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import ShipWeapon

ALONE = "each shot alone on the ship as it is"
UNMET = "shots that are met are not taken off"
Craft = tuple[int, ...]  # structure left of each living fighter, the lowest first


def odds_of(state: PowerState, ship: PowerShip, shots: Sequence[tuple[str, Id]]) -> tuple[Odds, ...]:
    """Return one entry for each target."""
    by_target: dict[Id, list[str]] = {}
    for mount, target in shots:
        by_target.setdefault(target, []).append(mount)
    return tuple(_odds(state, ship, state.ships[key], mounts) for key, mounts in by_target.items())


def shots_of(ship: PowerShip, gun: ShipWeapon) -> int:
    """Return the number of shots of a gun: those of every fighter of a flight."""
    return gun.guns * (ship.craft_left if ship.flight else 1)


def _odds(state: PowerState, ship: PowerShip, target: PowerShip, mounts: Sequence[str]) -> Odds:
    guns = {one.key: one.gun for one in ship.design.weapons}
    away = hexes_between(ship.hex, target.hex)
    aimed = [(guns[key], found) for key in mounts if (found := terms(ship, target, guns[key], away, state.house))]
    naturals = bool(state.house["naturals"])
    readings = tuple((f"{gun.name} hits", percent(found.chance(naturals)), "") for gun, found in aimed[:2])
    fired = [(gun, found) for gun, found in aimed for _ in range(shots_of(ship, gun))]
    how = aimed_shot(target, ship.at, away, fired, state.house) if fired else None
    if target.flight:
        chances = craft_losses(target, fired, naturals)
        return Odds(target.id, chances, _mean(chances), "fighters", "fighters", (), readings, aimed=how)
    boxes, lost, gone = ship_losses(target, ship.at, fired, state.house)
    notes = (UNMET, STRUCK) if len(fired) == 1 else (ALONE, UNMET, STRUCK)
    sides = side_chances(row_for(target, ship.at, state.house["same_hex_row"] == "target"))
    return box_odds(target, sides, boxes, lost, gone, notes, how)


def _mean(chances: Sequence[float]) -> float:
    return float(np.arange(len(chances)) @ np.array(chances))


def ship_losses(
    target: PowerShip, origin: tuple[float, float], fired: Sequence[tuple[ShipWeapon, ToHit]], house: House
) -> tuple[tuple[float, ...], float, float]:
    """Return the chance of each number of boxes from shots of one attacker, which all hit the side named by one die.
    Also return the chances that together they end that side, or that one of them ends the ship."""
    rules, naturals, key = DamageRules.of(house), bool(house["naturals"]), HurtShip(target)
    found, side_lost, destroyed = np.zeros(1), 0.0, 0.0
    shots = count_equal_shots(fired, naturals)
    for side, chance in side_chances(row_for(target, origin, house["same_hex_row"] == "target")).items():
        boxes, reaching, lives = np.ones(1), np.ones(1), 1.0
        for (gun, counts), many in shots.items():
            toll = one_shot(key, side, gun, counts, rules)
            for _ in range(many):
                boxes, reaching = np.convolve(boxes, toll.boxes), np.convolve(reaching, toll.reaching)
            lives *= (1 - toll.destroyed) ** many
        found = add_rows(found, chance * boxes)
        side_lost += chance * ending(reaching, target.structure(side))
        destroyed += chance * (1 - lives)
    return tuple(map(float, found)), side_lost, destroyed


# -- fighters ----------------------------------------------------------------------------------------------------------


def craft_losses(target: PowerShip, fired: Sequence[tuple[ShipWeapon, ToHit]], naturals: bool) -> tuple[float, ...]:
    """Return the chance of each number of fighters shot down. Each hit hits a random one of those left (power/12)."""
    start: Craft = tuple(sorted(left for left in target.craft if left > 0))
    fates: dict[Craft, float] = {start: 1.0}
    for gun, by in fired:
        after = defaultdict[Craft, float](float)
        for points, chance in _points_of(target, gun, by.needed, naturals).items():
            for craft, share in fates.items():
                for left, part in _struck(craft, points):
                    after[left] += share * chance * part
        fates = after
    found = [0.0] * (len(start) + 1)
    for craft, chance in fates.items():
        found[len(start) - len(craft)] += chance
    return tuple(found)


def _points_of(target: PowerShip, gun: ShipWeapon, needed: int, naturals: bool) -> dict[int, float]:
    """Return the chance of the points of one shot against a fighter, armour subtracted. Misses are left out."""
    armour = met_armour(target.design.fighters.armour if target.design.fighters else 0, gun, target.id, None)
    found = defaultdict[int, float](float)
    for count, chance in volleys(gun, needed, (), naturals).items():
        for total, part in totals(gun.damage) if count else ((0, 1.0),):
            found[max(0, total - armour) * count] += chance * part
    return found


def _struck(craft: Craft, points: int) -> list[tuple[Craft, float]]:
    """Return the possible rests of some fighters after points to a random one."""
    if not points or not craft:
        return [(craft, 1.0)]
    ends = []
    for n, left in enumerate(craft):
        rest = craft[:n] + craft[n + 1 :]
        ends.append((tuple(sorted((*rest, left - points))) if left > points else rest, 1 / len(craft)))
    return ends
