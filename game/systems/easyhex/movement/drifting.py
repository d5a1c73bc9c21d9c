"""Asteroids that drift at the end of a turn, and pieces in their way (hex/2.7, 3.2, 7).

They drift as in Hexcess Thrust. Here pieces may share a hex, so nobody gives way. A ship avoids an asteroid by the same
number as when it flies into one, missiles and plasma in its way are lost, and fighters are not affected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board import hexes
from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.counters.counter import flying, lose
from game.rules.counters.kinds import Ordnance
from game.rules.hex import drifting_rocks
from game.rules.outcome import victory
from game.rules.ships.damage import ruin
from game.rules.ships.ship import Ship
from game.rules.ships.terrain_hazards import LOST, SAFE, avoid_number, avoids, or_more
from game.rules.ships.thrust_state import ThrustState

RULE = drifting_rocks.ASTEROIDS


def moving(state: ThrustState) -> bool:
    return any(body.velocity for body in state.table.bodies)


def drift(state: ThrustState, umpire: Umpire) -> None:
    """Move every asteroid and settle what it meets. Victory is checked before that (hex/2.2, 2.7)."""
    if victory.judge(state):
        return
    for body in state.table.bodies:
        if body.velocity:
            entered = drifting_rocks.drifts(state, umpire, body)[1:]
            for ship in tuple(_ships_in(state, entered)):
                _avoid(state, umpire, ship, body)
            for counter in tuple(flying(state, Ordnance)):
                if hexes.hex_at(counter.at) in entered:
                    lose(state, umpire, counter, f"lost in {body.name}", RULE)


def _ships_in(state: ThrustState, cells: Sequence[Hex]) -> Iterator[Ship]:
    """Yield the ships in some hexes, in the order in which they are reached."""
    for one in cells:
        yield from (ship for ship in state.ships.values() if ship.in_play and hexes.hex_at(ship.at) == one)


def _avoid(state: ThrustState, umpire: Umpire, ship: Ship, body: Body) -> None:
    """Roll for a ship to avoid an asteroid in its hex (hex/2.7). It needs its speed less its thrust, or more, or is
    destroyed."""
    needed = avoid_number(ship.velocity, ship.thrust, advanced=False)
    clear, dice = avoids(umpire, ship, body, needed)
    words = {SAFE: "slow enough to keep clear", LOST: "too fast to keep clear"}.get(
        needed, f"keeps clear on {needed} or more"
    )
    umpire.tell(
        Event(
            "contact",
            RULE,
            f"{body.name} comes upon {{{ship.id}}}",
            who=ship.id,
            whom=body.key,
            dice=dice,
            needs=or_more(needed),
            reason=f"speed {ship.velocity}, thrust {ship.thrust}: {words}",
            result="keeps clear" if clear else "is run down",
            tone="good" if clear else "bad",
            at=ship.at,
            time=1.0,
        )
    )
    if not clear:
        ruin(state, umpire, ship, RULE)
