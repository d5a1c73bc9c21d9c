"""Stopping shots on their way: which guns may try, what they need, what a success stops (power/8.1)."""

from __future__ import annotations

from game.systems.power_hex.combat.to_hit import bears
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.ship import HOT, PowerShip
from game.systems.power_hex.ships.weapons import BALLISTIC, INTERCEPTED, ShipWeapon

FACES = 10
EASIER = 1  # what every gun has more against a ballistic shot, also one that has nothing


def value_against(gun: ShipWeapon, shot: ShipWeapon) -> int:
    """The highest face of a d10 with which a gun stops a shot; 0 where it cannot."""
    if shot.kind not in INTERCEPTED:
        return 0
    return gun.intercept + (EASIER if shot.kind == BALLISTIC else 0)


def may_intercept(ship: PowerShip, mount: ShipMount, origin: tuple[float, float], shot: ShipWeapon) -> str:
    """Why a gun of a ship may not meet a shot from a place, in words; empty if it may."""
    gun = mount.gun
    if not value_against(gun, shot):
        return f"a {gun.name} stops no {shot.kind}" if shot.kind in INTERCEPTED else f"nothing stops a {shot.kind}"
    if not ship.works(mount.key):
        return "it is out of action"
    if mount.key in ship.fired:
        return "it has fired, or will"
    if mount.key in ship.kept:
        return "it has met a shot already"
    if mount.key in ship.off or mount.key in ship.drained:
        return "it has no power"
    if ship.charge.get(mount.key, 0) < gun.recharge:
        return "it is not charged"
    if ship.streak.get(mount.key, 0) >= HOT:
        return "it cools"
    return "" if bears(ship, mount.arc, origin) else "the attacker is out of its arc"



def stopped(gun: ShipWeapon, shot: ShipWeapon, face: int, pulses: int) -> int:
    """How many of some pulses, or of one shot, a face of the d10 stops."""
    if face > value_against(gun, shot):
        return 0
    return min(pulses, face) if shot.pulses else 1
