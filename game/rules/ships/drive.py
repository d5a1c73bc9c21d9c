"""A main drive: its thrust, the share that may turn the ship, and the check of a drive under strain
(full-thrust-base/2.1, 2.4, manoeuvres/1)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from game.board.protocol import Board
from game.core.display import Pose
from game.core.events import Die, Event
from game.core.umpire import Umpire, at_least
from game.core.values import House, HouseValue
from game.rules.ships.damage import knock_out
from game.rules.ships.design import Mount, fails_at
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

CHECKS = "manoeuvres/checks"
STRAINED = "drive strained"  # a mark: the drive failed after ships had moved, and cannot be repaired this turn


def idle_words(ship: Ship, pose: Pose, board: Board) -> str:
    """Return the words after the name of a ship without an order, by the pose that it leads to."""
    if pose.heading is None and (not pose.coasted or pose.course != ship.course):
        return f"swings to course {board.format_course(pose.course)}, v {pose.velocity}"
    if ship.velocity <= 0:
        return "backs away" if ship.velocity else "lies still"
    return "goes straight on" if pose.facing == pose.course or pose.heading is not None else "slides straight on"


class Power(NamedTuple):
    """A drive's thrust for an order: thrust points in all, and how many of them may turn the ship."""

    thrust: int
    turning: int


@cache
def _drive_power(thrust: int, advanced: bool, apart: int, rounded: HouseValue) -> Power:
    """Return the power of a rating, limited by separately built manoeuvre drives if there are any. Cached, because
    every order that is drawn or checked asks for it."""
    turning = (
        max(0, thrust) if thrust <= 0 or advanced else (thrust + 1) // 2 if rounded == "up" else max(thrust // 2, 1)
    )
    return Power(thrust, min(turning, apart) if apart else turning)


def drive_power(ship: Ship, thrust: int, house: House) -> Power:
    """Return the power of a rating in that ship. Separate manoeuvre drives limit its turns to their own rating."""
    design = ship.design
    return _drive_power(thrust, design.advanced, design.manoeuvre, house["odd_thrust_turn"])


def spin_is_free(house: House) -> bool:
    """Return whether a ship at rest may turn freely without thrust (full-thrust-base/2.3)."""
    return bool(house["stationary_spin"])


# -- the drive check ---------------------------------------------------------------------------------------------------


def level(ship: Ship, house: House) -> int:
    """Return the face at which a check at the current level fails: 6 in the first row, one less for each lost row
    (manoeuvres/1.1)."""
    gone = ship.rows_gone
    return fails_at(gone + 1 if house["threshold.current_level"] == "row" else max(1, gone))


def failing(ship: Ship, added: int, house: House) -> Fraction:
    """Return the exact chance that a check at the current level fails, with a modifier of the die."""
    return Fraction(sum(face + added >= level(ship, house) for face in range(1, 7)), 6)


def main_drive(ship: Ship) -> Mount | None:
    """Return the main drive, the only one of a hull, or None."""
    return next(iter(ship.design.of("drive")), None)


def named_drive(ship: Ship) -> tuple[str, ...]:
    """Return the name of the main drive, in the form of `Event.broken`."""
    drive = main_drive(ship)
    return (drive.title,) if drive else ()


def check(state: ThrustState, umpire: Umpire, ship: Ship, added: int, what: str, rule: str) -> bool:
    """Roll a check at the current level for the main drive; return whether it holds. `what` names the strain: “Hard
    About”. A drive that fails loses one step; further effects are up to the caller."""
    base = level(ship, state.house)
    face = umpire.die(f"drive/{ship.id}/{what.lower().replace(' ', '-')}", worth=at_least(base - added))
    holds = face + added < base
    umpire.tell(
        Event(
            "check",
            rule,
            f"{{{ship.id}}}'s drive is strained: {what}",
            whom=ship.id,
            dice=(Die(face, not holds),),
            reason=f"fails on {max(1, base - added)} or more" if base - added < 6 else "fails on a 6",
            result="holds" if holds else "damaged",
            tone="good" if holds else "bad",
            at=ship.at,
            broken=() if holds else named_drive(ship),
        )
    )
    if not holds:
        hurt(state, umpire, ship)
    return holds


def hurt(state: ThrustState, umpire: Umpire, ship: Ship, steps: int = 1) -> None:
    """Take steps off the main drive's rating, as by a threshold check, and log its loss (full-thrust-base/2.4)."""
    drive = main_drive(ship)
    for _ in range(steps):
        if drive and ship.thrust:
            knock_out(state, umpire, ship, drive)
            if not ship.thrust:
                lost = f"{{{ship.id}}}'s drive is lost"
                umpire.tell(Event("damage", "full-thrust-base/2.4", lost, whom=ship.id, tone="bad", at=ship.at))
