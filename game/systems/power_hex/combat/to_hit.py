"""The number to hit, term by term, and the weapons that bear (power/6, 7)."""

from __future__ import annotations

from game.board import hexes
from game.board.hexes import Hex
from game.core.values import House, frozen, number
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import BALLISTIC, ShipWeapon, in_arc

FACES = 20
LEADERLESS = 4  # subtracted from direct fire without C&C (power/10)


@frozen
class ToHit:
    """The terms of the number that a d20 may not exceed."""

    signature: int
    range: int
    jam: int
    sensors: int
    command: int = 0

    @property
    def needed(self) -> int:
        """The highest face that hits."""
        return self.signature + self.range - self.jam - self.sensors - self.command

    def chance(self, naturals: bool = False) -> float:
        """Return the chance to hit. By option a 1 always hits and a 20 never."""
        low, high = (1, FACES - 1) if naturals else (0, FACES)
        return min(high, max(low, self.needed)) / FACES


def hits(needed: int, face: int, naturals: bool = False) -> bool:
    """Return whether a face of the d20 hits (power/7)."""
    if naturals and face in (1, FACES):
        return face == 1
    return face <= needed


def terms(firer: PowerShip, target: PowerShip, weapon: ShipWeapon, away: int, house: House) -> ToHit | None:
    """Return the terms of a shot at a range in hexes; None beyond the last column."""
    if not 0 <= away <= weapon.reach:
        return None
    row = int(number(house, "row_size", 4))
    direct = weapon.kind != BALLISTIC
    return ToHit(
        target.signature, weapon.mods[away], target.jam, firer.sensor_loss(row), LEADERLESS * (direct and not firer.led)
    )


def hexes_between(a: Hex, b: Hex) -> int:
    """Return the range in hexes (power/1)."""
    return hexes.distance(a, b)


def bears(firer: PowerShip, arc: str, place: tuple[float, float]) -> bool:
    """Return whether a place is in an arc. A ship's own hex is in every arc."""
    bearing = firer.bearing(place)
    return bearing is None or in_arc(arc, bearing)
