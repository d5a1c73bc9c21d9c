"""What the screen asks of every kind of order: where it leads, where it could lead, its meter; and the sheet (hex/3)."""

from __future__ import annotations

from dataclasses import replace

from game.board import hexes
from game.core.display import Gauge, Landing, Overlay, Pose, Risk, Sheet, Stat
from game.core.orders import Id, Order
from game.core.state import State
from game.rules.counters.orders import Fly, fly_gauge, fly_landings, fly_pose
from game.rules.counters.sheet import counter_sheet
from game.rules.display import ship_sheet
from game.rules.display.overlays import overlays
from game.rules.ships import damage_control
from game.rules.ships.damage_control import Repair
from game.rules.ships.ship import Ship
from game.systems.easyhex import attacks, drifting, moving
from game.systems.easyhex.marker import Marker, flotilla
from game.systems.easyhex.missiles import FLIGHT, RULE, Steer, steer_landings, steer_pose
from game.systems.easyhex.moving import marker_gauge, marker_landings, marker_pose
from game.systems.easyhex.ratings import RULE as MOVES
from game.systems.easyhex.ratings import credited, sides, top


def pose(state: State, order: Order) -> Pose:
    """Where an order would put its ship or counter; an order that moves nothing leaves it where it is."""
    if isinstance(order, Marker):
        return marker_pose(state, order)
    if isinstance(order, Fly):
        return fly_pose(state, order)
    if isinstance(order, Steer):
        return steer_pose(state, order)
    piece = state.piece(order.by)
    return Pose(piece.at, piece.course, piece.facing, piece.velocity, path=(piece.at,))


def landings(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every legal end of the draft's ship or counter."""
    if isinstance(draft, Marker):
        return marker_landings(state, draft)
    if isinstance(draft, Fly):
        return fly_landings(state, draft)
    return steer_landings(state, draft) if isinstance(draft, Steer) else ()


def gauge(state: State, order: Order) -> Gauge:
    """The meter of an order: speed, hexes of a flight, parties of a repair."""
    if isinstance(order, Marker):
        return marker_gauge(state, order)
    if isinstance(order, Repair):
        return damage_control.gauge(state, order)
    if isinstance(order, Steer):
        return Gauge(FLIGHT, ((FLIGHT, "flight", "solid"),), f"age {state.counters[order.by].age}", RULE, "flight")
    return fly_gauge(state, order) if isinstance(order, Fly) else Gauge(0, ())


def risks(state: State, order: Order) -> tuple[Risk, ...]:
    """Exact chances of what an order may lead to."""
    return moving.risks(state, order) if isinstance(order, Marker) else attacks.risks(state, order)


def drawn(state: State, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Arcs, bands and what is hidden; and where asteroids will be."""
    return (*overlays(state, key, pose, mounts), *(() if mounts else drifting.forecast(state)))


def sheet_of(state: State, key: Id, draft: Order | None = None) -> Sheet:
    """The sheet of a ship, with the figures that this game is played by."""
    if key in state.counters:
        return counter_sheet(state, key)
    ship: Ship = state.ships[key]
    said, name = ship_sheet.sheet(state, key, draft), flotilla(state, ship)
    note = f"{said.note}, flotilla {name}" if name else said.note
    return replace(said, stats=_stats(state, ship, draft), note=note)


def _stats(state: State, ship: Ship, draft: Order | None) -> tuple[Stat, ...]:
    """Speed, course, turn rating, hex sides of a pivot and crew, with what the marker in hand would make of them."""
    then = marker_pose(state, draft) if isinstance(draft, Marker) and ship.in_play else None
    speed = str(then.velocity) if then and then.velocity != ship.velocity else f"of {top(ship.thrust)}"
    course = _side(then.course) if then and then.course != ship.course else ""
    full, turns = ship.design.thrust, sides(ship.thrust, credited(ship), state.house)
    return (
        Stat("Speed", str(ship.velocity), speed, MOVES),
        Stat("Course", _side(ship.course), course, MOVES),
        Stat("TR", str(ship.thrust), f"of {full}" if ship.thrust != full else "", MOVES),
        Stat("Pivot", str(turns), "credit" if credited(ship) else "", MOVES),
        Stat("Crew", str(ship.crew), f"of {ship.design.crew}" if ship.crew != ship.design.crew else "", damage_control.RULE),
    )  # fmt: skip


def _side(course: int) -> str:
    """A course as the row it runs along: NE."""
    return hexes.NAMES[hexes.direction(course)]
