"""Cloaked ships: off the table for all but their own side, and back where their orders took them (6.16/cloak).

The place is kept in `state.reserves`, which only the ship's own side sees. While orders are written the ship is on the
table, so that its own side plots as usual; for all others it stays off.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Ring
from game.core.events import Event
from game.core.orders import Id
from game.core.state import Conceals, Piece
from game.core.umpire import Umpire
from game.rules.manoeuvres.devices.cloak import RULE
from game.rules.manoeuvres.framework.base import zigzag
from game.rules.movement.cinematic import flight
from game.rules.movement.movement_kinds import current_order
from game.rules.movement.plot import Plot
from game.rules.outcome.table_edges import beyond, floats, leave
from game.rules.ships.ship import CLOAKED, Ship
from game.rules.ships.thrust_state import ThrustState

SPOT = 1.4  # MU of the ring round a cloaked ship, for its own side
CLOAKS = frozenset({"cloak"})
ShipT = TypeVar("ShipT", bound=Piece)


class CloakedPose(NamedTuple):
    """A cloaked ship's place (MU) and movement. `before` is an earlier note, which still
    conceals it once its cloak is off (6.19)."""

    at: Point
    course: int
    facing: int
    velocity: int
    before: Conceals | None = None

    def concealed(self, ship: ShipT, side: Id | None) -> ShipT:
        """Return the ship as other sides see it: off the table."""
        found = ship.copy()
        assert isinstance(found, Ship)
        _hide(found)
        return self.before.concealed(found, side) if self.before else found


def aboard(state: ThrustState) -> bool:
    """Return whether any ship of this battle can cloak itself."""
    return any(ship.design.among(CLOAKS) for ship in state.ships.values())


def show(state: ThrustState) -> None:
    """Put cloaked ships back for the writing of orders, as a turn opens."""
    for _, ship, pose in _cloaked_ships(state):
        _place(ship, pose)


def vanish(state: ThrustState, umpire: Umpire) -> None:
    """Fly cloaked ships unseen and take them off the table, once orders are final."""
    for ship in state.ships.values():
        if not ship.in_play or ship.timer(CLOAKED) is None:
            continue
        plot = current_order(state, ship).going(state)
        assert isinstance(plot, Plot)
        made = flight(ship, plot, state.house, board_of(state.table))
        ship.thrust_used, ship.inverted = bool(plot.legs or plot.dv), made.inverted
        ship.status_flags = zigzag(ship.status_flags, made.port)
        state.reserves[ship.id] = CloakedPose(made.path[-1], *made[2:5], _earlier_note(state, ship.id))
        state.sealed.pop(ship.id, None)
        _hide(ship)


def appear(state: ThrustState, umpire: Umpire) -> None:
    """Put ships in their last cloaked turn where their orders took them, after all moves. Those off the table have
    left."""
    for key, ship, pose in _cloaked_ships(state):
        if ship.timer(CLOAKED) != 1:
            continue
        del state.reserves[key]
        state.reserves |= {key: pose.before} if pose.before else {}
        ship.set_timer(CLOAKED, None)
        _place(ship, pose)
        edges = () if floats(state) else beyond(state.table, ship.at)
        course = board_of(state.table).format_course(ship.course)
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{key}}} drops its cloak",
                key,
                at=ship.at,
                result="off the table" if edges else f"velocity {ship.velocity}, course {course}",
            )
        )
        if edges:
            leave(state, umpire, ship, edges[0])


def whereabouts(state: ThrustState, key: str) -> tuple[Ring, ...]:
    """Return a ring round a cloaked ship, for those who know its place."""
    pose = state.reserves.get(key)
    return (Ring(pose.at, SPOT, f"{state.names[key]}, cloaked", "note"),) if isinstance(pose, CloakedPose) else ()


def _cloaked_ships(state: ThrustState) -> list[tuple[str, Ship, CloakedPose]]:
    return [(key, state.ships[key], pose) for key, pose in state.reserves.items() if isinstance(pose, CloakedPose)]


def _earlier_note(state: ThrustState, key: Id) -> Conceals | None:
    """Return the note on a ship besides its cloak, or None."""
    note = state.reserves.get(key)
    if isinstance(note, CloakedPose):
        return note.before
    return note if isinstance(note, Conceals) else None


def _place(ship: Ship, pose: CloakedPose) -> None:
    ship.removed_reason, ship.path = "", ()
    ship.at, ship.course, ship.facing, ship.velocity = pose[:4]


def _hide(ship: Ship) -> None:
    """Remove everything that shows a ship's place."""
    ship.removed_reason, ship.at, ship.path = CLOAKED, (0.0, 0.0), ()
    ship.course = ship.facing = 12
    ship.velocity, ship.active_manoeuvres, ship.thrust_used = 0, (), False
