"""Solar flares: at the start of a turn, fire controls and sensors may burn out (full-thrust-base/6.20/flare)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.umpire import Umpire
from game.rules.ships.damage import knock_out
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{BOOK}/6.20/flare"
FLARES = 6  # the face of a turn's die that causes one
SURVIVES = 4  # the lowest sum of die and screen level at which a system survives
EXPOSED = ("fcs", "sensors")


def start_of_turn(state: ThrustState, umpire: Umpire) -> None:
    """Roll for a flare this turn, where they are played, and for its effects."""
    if not state.house.get("solar_flares"):
        return
    face = umpire.die("flare")
    strikes = face >= FLARES
    umpire.tell(
        Event(
            "hazard",
            RULE,
            "The sun is watched",
            dice=(Die(face, strikes),),
            reason=f"a flare on a {FLARES}",
            result="a flare" if strikes else "quiet",
            tone="bad" if strikes else "plain",
        )
    )
    for ship in state.ships.values() if strikes else ():
        if ship.in_play:
            _burn(state, umpire, ship)


def screen_modifier(ship: Ship) -> int:
    """Return the modifier of each die of a ship: the level of its screens."""
    return max(ship.screen(), ship.screen("advanced_screen"))


def _burn(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Roll one die for each working fire control and sensor."""
    mounts, level = ship.working(*EXPOSED), screen_modifier(ship)
    if not mounts:
        return
    faces = umpire.roll(len(mounts), f"flare/{ship.id}")
    lost = [mount for mount, face in zip(mounts, faces) if face + level < SURVIVES]
    for mount in lost:
        knock_out(state, umpire, ship, mount)
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"The flare strikes {{{ship.id}}}",
            whom=ship.id,
            at=ship.at,
            dice=tuple(Die(face, face + level < SURVIVES) for face in faces),
            reason=f"{SURVIVES - level} or more survives" if level < SURVIVES - 1 else "screens hold",
            result=", ".join(mount.title for mount in lost) or "nothing is lost",
            figure=bool(lost),
            tone="bad" if lost else "good",
            mounts=tuple(mount.key for mount in lost),
            broken=tuple(mount.title for mount in lost),
        )
    )
