"""Interception of shots: the guns that may try, the faces they need, and their effect (power/8.1)."""

from __future__ import annotations

from game.board.hexes import distance
from game.core.orders import Id
from game.core.values import frozen
from game.systems.power_hex.combat.to_hit import bears
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.ship import HOT, PowerShip, PowerState
from game.systems.power_hex.ships.weapons import BALLISTIC, INTERCEPTED, ShipWeapon

FACES = 10
BESIDE = 1  # the most hexes between an escort and the friend that it protects, by option
EASIER = 1  # every gun's bonus against a ballistic shot, even for one that has no value


@frozen
class Guard:
    """A gun that meets a shot: the target's own or, by option, an escort's."""

    ship: Id
    key: str

    def word(self, target: Id) -> str:
        """Return the gun's name in an order of the target: guard_1, or marlin.guard_1 for an escort."""
        return self.key if self.ship == target else f"{self.ship}.{self.key}"

    @classmethod
    def of(cls, target: Id, word: str) -> Guard:
        """Return the gun that a word in an order of the target names."""
        ship, _, key = word.rpartition(".")
        return cls(ship or target, key)

    def gun(self, state: PowerState) -> ShipWeapon:
        return state.ships[self.ship].design.mount(self.key).gun


def escorts(state: PowerState, target: PowerShip) -> tuple[PowerShip, ...]:
    """Return the ships whose guns may meet shots at a target (power/8.1). They are itself and, by option, friends in
    its hex or the next."""
    if not state.house["intercept_escort"]:
        return (target,)
    beside = (one for one in state.fleet(target.side) if not one.flight and distance(one.hex, target.hex) <= BESIDE)
    return (target, *(one for one in beside if one is not target))


def guards(state: PowerState, target: PowerShip, origin: tuple[float, float], shot: ShipWeapon) -> tuple[Guard, ...]:
    """Return every gun that may meet a shot at a target, its own first."""
    return tuple(
        Guard(ship.id, one.key)
        for ship in escorts(state, target)
        for one in ship.design.weapons
        if not may_intercept(ship, one, origin, shot)
    )


def value_against(gun: ShipWeapon, shot: ShipWeapon) -> int:
    """Return the highest face of a d10 with which a gun stops a shot; 0 if it cannot stop it."""
    if shot.kind not in INTERCEPTED:
        return 0
    return gun.intercept + (EASIER if shot.kind == BALLISTIC else 0)


def may_intercept(ship: PowerShip, mount: ShipMount, origin: tuple[float, float], shot: ShipWeapon) -> str:
    """Return why a gun of a ship may not meet a shot from a place, in words; empty if it may."""
    gun = mount.gun
    if not value_against(gun, shot):
        return f"a {gun.name} stops no {shot.kind}" if shot.kind in INTERCEPTED else f"nothing stops a {shot.kind}"
    if not ship.works(mount.key):
        return f"it is {ship.broken_word(mount.key)}"
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
    return "" if bears(ship, mount.arc, origin) else "out of its arc"


def count_stopped(gun: ShipWeapon, shot: ShipWeapon, face: int, pulses: int) -> int:
    """Return the number of some pulses, or of one shot, that a face of the d10 stops."""
    if face > value_against(gun, shot):
        return 0
    return min(pulses, face) if shot.pulses else 1
