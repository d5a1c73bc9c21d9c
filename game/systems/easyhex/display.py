"""Answers about orders for the screen: destinations, the meter, and the sheet (hex/3)."""

from __future__ import annotations

from dataclasses import replace

from game.board import hexes
from game.core.display import Overlay, Pose, Sheet, Stat
from game.core.orders import Id, Order
from game.rules.counters.kinds import Flight
from game.rules.counters.orders import FLIGHT
from game.rules.counters.sheet import counter_sheet
from game.rules.display import ship_sheet
from game.rules.display.overlays import overlays
from game.rules.fighters.group_overlays import flight_reach
from game.rules.ships import damage_control
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.movement.flotillas import display_name, flotilla
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.movement.ratings import RULE as MOVES
from game.systems.easyhex.movement.ratings import credited, sides, top
from game.systems.easyhex.turn_sequence import FIRST, SECOND


def piece_overlays(
    state: ThrustState, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()
) -> tuple[Overlay, ...]:
    """Return arcs, bands and hexes out of sight; for a group, its range with one move left or both."""
    if isinstance(one := state.counters.get(key), Flight):
        far = SECOND if FLIGHT.of(state) == SECOND else FIRST + SECOND
        return flight_reach(state, one, pose.at if pose else one.at, far, "to fly")
    return overlays(state, key, pose, mounts)


def sheet_of(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of a ship, with this game's figures."""
    if key in state.counters:
        return counter_sheet(state, key)
    ship = state.ships[key]
    said, name = ship_sheet.sheet(state, key, draft), flotilla(state, ship)
    note = f"{said.note}, flotilla {display_name(name)}" if name else said.note
    return replace(said, stats=_stats(state, ship, draft), note=note)


def _stats(state: ThrustState, ship: Ship, draft: Order | None) -> tuple[Stat, ...]:
    """Return speed, course, turn rating, hex sides of a pivot and crew, with their values after the marker in hand."""
    then = draft.pose(state) if isinstance(draft, Marker) and ship.in_play else None
    speed = str(then.velocity) if then and then.velocity != ship.velocity else f"of {top(ship.thrust)}"
    course = _side(then.course) if then and then.course != ship.course else ""
    full, turns = ship.design.thrust, sides(ship.thrust, credited(ship), state.house)
    return (
        Stat("Speed", str(ship.velocity), speed, MOVES, flown=True),
        Stat("Course", _side(ship.course), course, MOVES, flown=True),
        Stat("TR", str(ship.thrust), f"of {full}" if ship.thrust != full else "", MOVES),
        Stat("Pivot", str(turns), "credit" if credited(ship) else "", MOVES, flown=True),
        Stat("Crew", str(ship.crew), f"of {ship.design.crew}" if ship.crew != ship.design.crew else "",
             damage_control.RULE),
    )  # fmt: skip


def _side(course: int) -> str:
    """Return a course as the name of the direction of its row, such as NE."""
    return hexes.NAMES[hexes.direction(course)]
