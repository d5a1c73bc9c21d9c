"""Damage control: crew at work on fire, guns, the anchor and masts (sail/6)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.umpire import Umpire
from game.systems.full_sail.damage.checks import title
from game.systems.full_sail.damage.fire import DOUSED, put_out
from game.systems.full_sail.ships.ship import SailingShip

RULE = "sail/6/repairs"
MOST = 3  # units of crew that may work on one task
FIRE = "fire"


def jobs(ship: SailingShip) -> tuple[str, ...]:
    """Return the possible tasks: the fire first, then masts, the anchor and guns."""
    masts = tuple(f"mast{n}" for n, failures in enumerate(ship.masts) if failures)
    guns = tuple(gun.key for gun in ship.design.guns if gun.key in ship.lost)
    return ((FIRE,) if ship.burning else ()) + masts + (() if ship.anchor else ("anchor",)) + guns


def lowest_face(units: int) -> int:
    """Return the lowest face with which that many units succeed: 6, 5 or 4."""
    return 7 - units


def work(umpire: Umpire, ship: SailingShip, job: str, units: int) -> bool:
    """Roll once for units of crew at work on one task. Return whether they succeed."""
    face = umpire.die(f"repair/{ship.id}/{job}")
    done = face >= lowest_face(units)
    said = "no success"
    if done:
        said = _succeed(ship, job)
    what = "the fire" if job == FIRE else f"the {title(ship, job)}"
    umpire.tell(
        Event(
            "repair",
            RULE,
            f"{{{ship.id}}} works on {what}",
            ship.id,
            dice=(Die(face, done),),
            reason=f"{units} crew, {lowest_face(units)} or more",
            result=said,
            tone="good" if done else "plain",
            at=ship.at,
        )
    )
    return done


def _succeed(ship: SailingShip, job: str) -> str:
    """Apply a success: the second on a fire puts it out, a mast regains one step, and all else works again."""
    if job == FIRE:
        ship.doused += 1
        if ship.doused < DOUSED:
            return "half out"
        put_out(ship)
        return "out"
    if job == "anchor":
        ship.anchor = True
    elif job.startswith("mast"):
        place = int(job[4:])
        ship.masts = tuple(now - (n == place) for n, now in enumerate(ship.masts))
    else:
        ship.lost -= {job}
    return "repaired"
