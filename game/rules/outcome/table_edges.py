"""The edge of the table: ships that leave and return, the floating table, disengaging (full-thrust-base/9.5, 9.6).

A floating table keeps 6 MU of room round the ships as long as it can hold them all. A side can disengage only when the
fleets are farther apart than that, and all its ships are off one edge. Dice then decide whether it is followed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from game.board.boards import board_of
from game.board.geometry import Point, clock, degrees, rounded_point, within
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PhaseData, Table
from game.core.umpire import Umpire
from game.rules.outcome.victory import AWAY, withdraw
from game.rules.ships.ship import EDGE, PORT, Ship
from game.rules.ships.thrust_state import ThrustState

FLOATS, LEAVES = "full-thrust-base/9.5", "full-thrust-base/9.6"
ROOM = 6.0  # MU a floating table keeps between every ship and its edges
RETURNS = 4  # a ship that left may return on this or more
FASTEST = 2  # added for the side with the fastest ship of all
ENTERS = "enters:"  # prefix of the mark of a ship whose owner must choose its place on that edge (9.6)
INWARD = {"left": 3, "right": 9, "top": 6, "bottom": 12}  # the course from an edge onto the table
SHIFTED = PhaseData[Point]("shifted", (0.0, 0.0))  # MU by which a floating table has moved, to the right and up


def floats(state: ThrustState) -> bool:
    """Return whether the table follows the fleets. It does not if a side must reach one of its edges."""
    return bool(state.house.get("floating_table")) and not state.victory.get("edge")


def returns(state: ThrustState) -> bool:
    """Return whether a ship that left the table can come back in this battle (full-thrust-base/9.6)."""
    return state.house.get("table_edge") == "return" and not floats(state)


def beyond(table: Table, point: Point) -> tuple[str, ...]:
    """Return the edges that a place is outside of, the farthest overshot first. The edge itself is still on the
    table."""
    board = board_of(table)
    (x, y), (w, h) = board.offset_from_corner(point), board.size
    far = {"left": -x, "right": x - w, "bottom": -y, "top": y - h}
    over = [] if board.floating else [edge for edge in far if not within(far[edge], 0)]
    return tuple(sorted(over, key=lambda edge: -far[edge]))


# -- after movement ----------------------------------------------------------------------------------------------------


def after_movement(state: ThrustState, umpire: Umpire) -> None:
    """Remove ships that ended their move off the table. Off a floating one, whole sides may disengage (9.5, 9.6)."""
    if floats(state):
        break_away(state, umpire)
        return
    for ship in state.ships.values():
        if ship.in_play and (edges := beyond(state.table, ship.at)):
            leave(state, umpire, ship, edges[0])


def leave(state: ThrustState, umpire: Umpire, ship: Ship, edge: str) -> None:
    """Remove a ship over an edge: for good, or after a die of 4 to 6 for that many turns (full-thrust-base/9.6)."""
    ship.at = crossing(state.table, ship.path, ship.at)
    ship.status_flags |= {EDGE + edge}
    bound = edge == state.victory.get("edge") and ship.id in (state.victory.get("ships") or ())
    face = 0
    if returns(state) and not bound:
        face = umpire.die(f"edge/{ship.id}")
    back = face >= RETURNS
    ship.removed_reason = AWAY if back else "left"
    if back:
        ship.set_timer(AWAY, face)
    umpire.tell(
        Event(
            "lost",
            LEAVES,
            f"{{{ship.id}}} leaves the table by the {edge} edge",
            who=ship.id,
            whom=ship.id,
            dice=(Die(face, back),) if face else (),
            reason=f"back on {RETURNS} or more" if face else "",
            result=f"back in {face} turns" if back else "gone for good" if face else "has left",
            tone="good" if bound else "bad",
            leaves="table",
            at=ship.at,
            time=1.0,
            fate=ship.removed_reason,
        )
    )


def crossing(table: Table, path: tuple[Point, ...], end: Point) -> Point:
    """Return the place where a path last crosses the edge outwards. For a path wholly outside, it is the place nearest
    to the path's end."""
    board = board_of(table)
    for a, b in reversed(tuple(pairwise(path))):
        if beyond(table, b) and not beyond(table, a):
            return board.brink(a, b)
    return board.nearest(end)


def break_away(state: ThrustState, umpire: Umpire) -> None:
    """Roll for whether a side that is off one edge of a table too small for all fleets disengages
    (full-thrust-base/9.5)."""
    runners = {side: edge for side in state.sides if (edge := _runs_off(state, side))}
    hunters = [side for side in state.sides if state.fleet(side) and side not in runners]
    speed = {side: max((ship.velocity for ship in state.fleet(side)), default=-1) for side in state.sides}
    away = [side for side in runners if _outruns(state, umpire, side, hunters, speed)]
    for side in away:
        for ship in state.fleet(side):
            ship.status_flags |= {EDGE + runners[side]}
        withdraw(state, umpire, side, FLOATS)


def _runs_off(state: ThrustState, side: Id) -> str:
    """Return the edge that all ships of a side are beyond, if the table cannot hold all ships; else empty."""
    ships = state.fleet(side)
    if not ships or not state.enemies(side):
        return ""
    shared = set.intersection(*(set(beyond(state.table, ship.at)) for ship in ships))
    return next((edge for edge in beyond(state.table, ships[0].at) if edge in shared and not _fits(state, edge)), "")


def _fits(state: ThrustState, edge: str) -> bool:
    """Return whether the table could hold every ship along the axis of an edge."""
    axis, board = int(edge in ("top", "bottom")), board_of(state.table)
    places = [board.offset_from_corner(ship.at)[axis] for ship in state.ships.values() if ship.in_play]
    return within(max(places) - min(places), board.size[axis])


def _outruns(state: ThrustState, umpire: Umpire, runner: Id, hunters: list[Id], speed: dict[Id, int]) -> bool:
    """Roll a die for each side, and return whether the runner escapes (9.5). The side with the fastest ship of all adds
    2. The runner wins ties, and sides that also run do not follow."""
    totals = {}
    for side in (runner, *hunters) if hunters else ():
        bonus = FASTEST if all(speed[side] > speed[other] for other in speed if other != side) else 0
        face = umpire.die(f"disengage/{runner}/{side}")
        totals[side] = face + bonus
        umpire.tell(
            Event(
                "note",
                FLOATS,
                f"{{{side}}} {'runs' if side == runner else 'gives chase'}",
                who=side,
                dice=(Die(face),),
                reason=f"+{bonus} for the fastest ship" if bonus else "",
                result=str(face + bonus),
            )
        )
    clear = all(totals[runner] >= totals[side] for side in hunters)
    words = "gets away" if clear else "is followed"
    umpire.tell(Event("note", FLOATS, f"{{{runner}}} {words}", who=runner, tone="good" if clear else "bad"))
    return clear


# -- between turns -----------------------------------------------------------------------------------------------------


def start_of_turn(state: ThrustState, umpire: Umpire) -> None:
    """Return ships that were away, and put a floating table round the ships again (full-thrust-base/9.5, 9.6)."""
    for ship in state.ships.values():
        if ship.removed_reason == AWAY:
            _nearer(state, umpire, ship)
    if floats(state):
        follow(state, umpire)


def _nearer(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Count down a ship's turns of waiting (9.6). After the last it is back, facing inwards, at its old velocity, and
    its owner chooses its place."""
    turns = (ship.timer(AWAY) or 1) - 1
    ship.set_timer(AWAY, turns or None)
    if turns:
        return
    edge = next(edge for edge in INWARD if EDGE + edge in ship.status_flags)
    ship.status_flags = ship.status_flags - {EDGE + edge, PORT} | {ENTERS + edge}
    ship.removed_reason, ship.path, ship.thrust_used = "", (), False
    board = board_of(state.table)
    ship.course = ship.facing = clock(INWARD[edge] + INWARD[edge] % board.grain)
    ship.heading = None if ship.heading is None else degrees(ship.course, None)
    words = f"{{{ship.id}}} is back at the {edge} edge"
    where = f"course {board.format_course(ship.course, ship.heading)}"
    umpire.tell(Event("note", LEAVES, words, who=ship.id, result=where, tone="good", at=ship.at))


def follow(state: ThrustState, umpire: Umpire) -> None:
    """Put a floating table round the ships again, with all of them at least 6 MU from its edges if possible
    (full-thrust-base/9.5). Everything is moved together, or the edges are, so no range and no bearing changes.
    `SHIFTED` is the sum of these moves."""
    afloat = [ship for ship in state.ships.values() if ship.in_play]
    if not afloat:
        return
    board = board_of(state.table)
    places = [board.offset_from_corner(ship.at) for ship in afloat]
    dx, dy = (needed_shift([place[axis] for place in places], board.size[axis]) for axis in (0, 1))
    dx, dy = (math.ceil(dx), math.ceil(dy)) if board.cells else (dx, dy)
    if not dx and not dy:
        return
    laid, (east, north) = board.shifted((dx, dy))
    state.table = replace(state.table, board=laid)

    def moved(point: Point) -> Point:
        return rounded_point((point[0] + east, point[1] + north))

    _move_all(state, moved)
    before = SHIFTED.of(state)
    SHIFTED.set(state, rounded_point((before[0] + east, before[1] + north)))
    across, along = ("right" if dx > 0 else "left"), ("up" if dy > 0 else "down")
    ways = [f"{board.format_distance(abs(way))} {word}" for way, word in ((dx, across), (dy, along)) if way]
    umpire.tell(Event("note", FLOATS, "The table follows the fleets", result=f"all moved {' and '.join(ways)}"))


def needed_shift(places: list[float], size: float) -> float:
    """Return how far (MU) to move everything along one axis, so that all places are 6 MU from both ends, or as far as
    possible. If they are farther apart than the table is long, nothing moves, unless all are beyond the same end."""
    low, high = min(places), max(places)
    room = min(ROOM, (size - (high - low)) / 2)
    if room >= 0:
        shift = max(0.0, room - low) or min(0.0, size - room - high)
    elif low > size:
        shift = size - ROOM - low
    else:
        shift = ROOM - high if high < 0 else 0.0
    return round(shift, 3) + 0.0


def _move_all(state: ThrustState, moved: Callable[[Point], Point]) -> None:
    for ship in state.ships.values():
        ship.at, ship.path = moved(ship.at), tuple(moved(point) for point in ship.path)
    state.table = replace(state.table, bodies=tuple(replace(body, at=moved(body.at)) for body in state.table.bodies))
