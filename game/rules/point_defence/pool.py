"""The systems of a ship that shoot at fighters and missiles, by the base rules (full-thrust-base/6.11, 6.12)."""

from __future__ import annotations

from collections import Counter

from game.core.orders import Illegal
from game.rules.combat.targeting import FIRED
from game.rules.defence.old_defence import PLAIN, SPOILED
from game.rules.manoeuvres.archive import modifiers, why_not_fire
from game.rules.ships.beam_dice import shift
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{BOOK}/6.12"
_KINDS = frozenset(PLAIN)
CLASS_ONE = ("beam", "kgun")  # guns of these kinds can defend if they are class 1


def defends(mount: Mount) -> bool:
    """Return whether the mount is a system of point defence, or a class-1 gun."""
    return mount.kind in PLAIN and (mount.kind not in CLASS_ONE or mount.level == 1)


def not_ready(state: ThrustState, ship: Ship, mount: Mount) -> Illegal | None:
    """Return why a system of a ship cannot defend now, or None."""
    if not ship.in_play:
        return Illegal(f"{ship.name} is out of the battle", RULE)
    if ship.timer("bridge") is not None:
        return Illegal(f"{ship.name} is out of control: its bridge is lost", f"{BOOK}/5.4/bridge")
    if not defends(mount):
        return Illegal(f"{mount.title} does not shoot at fighters", RULE)
    if not ship.works(mount.key):
        return Illegal(f"{mount.title} is out of action", RULE)
    if FIRED + mount.key in ship.status_flags:
        return Illegal(f"{mount.title} has fired this turn", RULE)
    return why_not_fire(state, ship, mount)


def ready(state: ThrustState, ship: Ship) -> tuple[Mount, ...]:
    """Return the systems of a ship that can defend now."""
    return tuple(mount for mount in ship.design.among(_KINDS) if defends(mount) and not not_ready(state, ship, mount))


def pool(state: ThrustState, ship: Ship) -> Counter[str]:
    """Return the number of systems that can defend now, by the name under which their dice are read."""
    return Counter(dice_of(state, ship, mount) for mount in ready(state, ship))


def dice_of(state: ThrustState, ship: Ship, mount: Mount) -> str:
    """Return the name under which the dice of a system are read, one of `SYSTEMS`."""
    return mount.kind + SPOILED if spoils(state, ship) else mount.kind


def spoils(state: ThrustState, ship: Ship) -> bool:
    """Return whether a manoeuvre of the ship subtracts one from each of its dice (manoeuvres/corkscrew)."""
    return shift(modifiers(ship, state.house)) < 0
