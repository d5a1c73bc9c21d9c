"""The mean damage of a ship's or flight's guns, by arc, range and the side that is hit (power/7, 8, 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from game.board.boards import board_of
from game.board.mean_table import Array, MeanTable
from game.core.orders import Id
from game.core.values import House
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.one_shot import mean_boxes
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.fire_odds import craft_losses, shots_of
from game.systems.power_hex.combat.shot_odds import volleys
from game.systems.power_hex.combat.sides import row_for, side_chances
from game.systems.power_hex.combat.to_hit import ToHit, bears, terms
from game.systems.power_hex.orders.fire_order import refusal
from game.systems.power_hex.ships.design import SIDES
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import WEAPONS, ShipWeapon

UP = 12  # a course (clock point)
Aims = Mapping[str, Sequence[ToHit | None]]  # by weapon, the number to hit at 0, 1, 2 … hexes; None out of range


def mean_table(state: PowerState, firer: Id, target: Id) -> MeanTable | None:
    """Return the table of one volley, in boxes of a ship or fighters of a flight; None if either piece is gone."""
    if firer not in state.ships or target not in state.ships:
        return None
    ship, other, house = state.ships[firer].copy(), state.ships[target].copy(), state.house
    ship.at = other.at = (0.0, 0.0)  # arcs and ranges are relative to it
    ship.facing = other.facing = UP
    mounts = [mount for mount in ship.design.weapons if refusal(state, ship, mount, other) is None]
    guns = {mount.weapon: mount.gun for mount in mounts}
    ranges = range(max((gun.reach for gun in guns.values()), default=-1) + 2)
    aims = {key: [terms(ship, other, gun, away, house) for away in ranges] for key, gun in guns.items()}
    board = board_of(state.table)
    sectors = board.sectors(())
    bearing = [tuple(mount.weapon for mount in mounts if bears(ship, mount.arc, place)) for place in sectors.places]
    shots = {key: shots_of(ship, gun) for key, gun in guns.items()}
    if other.flight:
        fired = {some: {key: some.count(key) * shots[key] for key in some} for some in bearing}
        known = {some: _fighters(other, volley, aims, house) for some, volley in fired.items()}
        hull = np.repeat(np.array([known[some] for some in bearing])[..., None], len(sectors.places), axis=2)
    else:
        volleys_of = np.array([[some.count(key) * shots[key] for key in guns] for some in bearing])
        boxes = np.array([_boxes(other, guns[key], row, house) for key, row in aims.items()])
        on_sides = np.tensordot(volleys_of, boxes.reshape(len(guns), len(ranges), len(SIDES)), 1)
        rows = [side_chances(row_for(other, place, house["same_hex_row"] == "target")) for place in sectors.places]
        hull = on_sides @ np.array([[chances[side] for chances in rows] for side in SIDES])
    return MeanTable(board, np.arange(len(ranges) - 1.0), sectors, sectors, hull, np.zeros(hull.shape))


def _boxes(target: PowerShip, gun: ShipWeapon, needs: Sequence[ToHit | None], house: House) -> Array:
    """Return the mean boxes of a shot, by its number to hit and the side that it hits."""
    means = mean_boxes(HurtShip(target), gun, DamageRules.of(house))
    shares = np.zeros((len(needs), len(means)))
    for share, by in zip(shares, needs):
        for count, chance in volleys(gun, by.needed, (), bool(house["naturals"])).items() if by else ():
            share[count] = chance
    found: Array = shares @ means
    return found


def _fighters(target: PowerShip, shots: Mapping[str, int], aims: Aims, house: House) -> list[float]:
    """Return the mean fighters that a flight loses to these shots of each weapon, at each range."""
    found = []
    for row in zip(*(aims[key] for key in shots)) if shots else ():
        fired = [(WEAPONS[key], by) for key, by in zip(shots, row) if by for _ in range(shots[key])]
        chances = craft_losses(target, fired, bool(house["naturals"]))
        found.append(float(np.arange(len(chances)) @ np.array(chances)))
    return found or [0.0] * max(map(len, aims.values()), default=1)
