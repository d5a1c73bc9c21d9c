"""Guns by range: the dice of each kind in three bands, and of a whole side (sail/4)."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.geometry import ARCS, QUARTERS, arcs_from, relative, span, within
from game.board.zones import Zone, arc_zone
from game.core.values import House
from game.systems.full_sail.ships.design import PORT, SIDES, STARBOARD
from game.systems.full_sail.ships.ship import SailingShip

BANDS = (10.0, 20.0, 30.0)  # MU, limits included
DICE: Mapping[str, tuple[int, int, int]] = {"L": (2, 1, 1), "M": (2, 2, 2), "H": (3, 3, 0), "C": (4, 0, 0)}
REACH = {kind: max(limit for limit, dice in zip(BANDS, rolled) if dice) for kind, rolled in DICE.items()}  # MU
ENDS = frozenset({"F", "A"})  # arcs of a target through which fire rakes it


def band(distance: float) -> int:
    """Return the index of a range's band, from 0; 3 beyond all bands."""
    return next((n for n, limit in enumerate(BANDS) if within(distance, limit)), len(BANDS))


def gun_dice(kind: str, distance: float) -> int:
    """Return the dice of one gun at a range in MU."""
    return (*DICE[kind], 0)[band(distance)]


def side_dice(ship: SailingShip, side: str, distance: float) -> int:
    """Return the dice of all working guns of one side, at a range in MU."""
    return sum(gun_dice(gun.kind, distance) for gun in ship.guns(side))


def dice_words(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def side_reach(ship: SailingShip, side: str) -> float:
    """Return the greatest range, in MU, of a side's working guns."""
    return max([REACH[gun.kind] for gun in ship.guns(side)], default=0.0)


def bears(ship: SailingShip, side: str, target: SailingShip) -> bool:
    """Return whether a target is in an arc of one side. On a boundary it is in both arcs."""
    arcs = SIDES[side]
    return any(arc in arcs for arc in arcs_from(ship.at, ship.facing, target.at))


def facing_side(ship: SailingShip, partner: SailingShip) -> str:
    """Return the broadside that faces a partner."""
    return STARBOARD if relative(ship.at, ship.facing, partner.at) < 180.0 else PORT


# -- raking ------------------------------------------------------------------------------------------------------------


def end_arcs(house: House) -> tuple[str, ...]:
    """Return the arcs by which rakes are determined: six of sixty degrees or, by option, four of ninety."""
    return QUARTERS if house["rake_arcs"] == 90 else ARCS


def rakes(firer: SailingShip, target: SailingShip, house: House) -> bool:
    """Return whether a shot enters through the bow or stern of its target (sail/4.2). Ships at the same place do not
    rake."""
    if within(span(firer.at, target.at), 0.0):
        return False
    return bool(ENDS & set(arcs_from(target.at, target.facing, firer.at, end_arcs(house))))


def raking_wedge(target: SailingShip, house: House, reach: float = BANDS[-1]) -> Zone:
    """Return the area from which a ship is raked."""
    return arc_zone(target.at, target.facing, ENDS, reach, names=end_arcs(house))
