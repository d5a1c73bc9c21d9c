"""Criticals: weapons that were damaged in a round may be out of action for good (power/11)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/11"
SIDES = 10  # of the die
DAMAGED = PieceData[frozenset[str]]("damaged_weapons", frozenset())  # by ship, this round


def note_damage(state: PowerState, ship: PowerShip, before: dict[str, int]) -> None:
    """Write down the weapons that have lost boxes since the damage was as `before`."""
    hurt = {
        mount.key for section in ship.design.sections for mount in section.mounts
        if mount.kind == "weapon" and ship.damage.get(mount.key, 0) > before.get(mount.key, 0)
    }  # fmt: skip
    if hurt:
        DAMAGED.set(state, ship.id, DAMAGED.of(state, ship.id) | hurt)


def critical_chance(left: int) -> float:
    """The chance that a damaged weapon with so many boxes left is out of action; none is left of one that is destroyed."""
    return max(0, SIDES - left) / SIDES


def check_criticals(state: PowerState, umpire: Umpire) -> None:
    """Roll a d10 for each weapon that was damaged this round and is not destroyed: up to its boxes left, it works."""
    for ship in state.ships.values():
        hurt = DAMAGED.of(state, ship.id)
        DAMAGED.clear(state, ship.id)
        for key in sorted(hurt) if ship.in_play else ():
            if ship.boxes_left(key) > 0 and key not in ship.out:
                _check(umpire, ship, key)


def _check(umpire: Umpire, ship: PowerShip, key: Id) -> None:
    left = ship.boxes_left(key)
    face = umpire.die(f"critical/{ship.id}/{key}", SIDES)
    works = face <= left
    if not works:
        ship.out |= {key}
    umpire.tell(
        Event("check", RULE, f"{{{ship.id}}} checks {key.replace('_', ' ')}", whom=ship.id, dice=(Die(face, works, sides=SIDES),),
              reason=f"{left} {'box' if left == 1 else 'boxes'} left", result="it works" if works else "out of action",
              tone="good" if works else "bad", at=ship.at, mounts=(key,))
    )  # fmt: skip
