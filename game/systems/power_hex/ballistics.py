"""Ballistics: declared before ships move, they strike before other fire, from where they were launched (power/5)."""

from __future__ import annotations

from game.board.geometry import Point
from game.core.orders import Id
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.gunnery.bearing import number_at, penalty_of, target_of, use, weapon_of
from game.systems.power_hex.gunnery.volley import PowerShot, begin_shots
from game.systems.power_hex.ships.ship import PowerShip, PowerState


@frozen
class BallisticInFlight:
    """A ballistic on its way: whose, of which tube, at what, and the place it was launched from."""

    by: Id
    mount: str
    target: Id
    start: Point


BALLISTICS = PhaseData[tuple[BallisticInFlight, ...]]("ballistics", ())


def launch_ballistic(state: PowerState, ship: PowerShip, mount: str, target: Id) -> None:
    """Send one on its way: the tube is spent, and so is one round of its ammunition."""
    use(state, ship, mount)
    ship.discharge(mount)
    ship.spend_round(mount)
    BALLISTICS.set(state, (*BALLISTICS.of(state), BallisticInFlight(ship.id, mount, target, ship.at)))


def ballistic_shot(state: PowerState, one: BallisticInFlight) -> PowerShot:
    """The shot it is now: range and side count from the place of its launch to the target as it has moved."""
    ship, target = state.ships[one.by], target_of(state, one.target)
    weapon = weapon_of(ship, one.mount)
    number = number_at(weapon, target, one.start, penalty_of(ship, direct=False)) if target is not None else None
    return PowerShot(one.by, one.mount, weapon.key, one.target, one.start, number)


def strike_ballistics(state: PowerState, umpire: Umpire) -> None:
    """All that are on their way strike (4a); those out of their table are lost."""
    flying = BALLISTICS.of(state)
    BALLISTICS.clear(state)
    begin_shots(state, umpire, [ballistic_shot(state, one) for one in flying])
