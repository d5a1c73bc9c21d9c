"""How far missiles and plasma bolts come that a ship has not launched yet (full-thrust-base/6.5, 6.6, 6.9).

A marker takes a ship within 6 MU of its place, so the area is where a launcher may put one, and 6 MU about that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game.board import hexes
from game.board.boards import Board, HexBoard, board_of
from game.board.geometry import ARCS, clock, within
from game.board.zones import Outlines, arc_zone, rings, visible
from game.core.display import Overlay, Zone
from game.core.installation import lazy_import
from game.core.orders import Id
from game.rules.combat.weapon import arc_names, bears_into
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.fly_missile import FLIGHT, flown, turns
from game.rules.ordnance.launchers import PLASMA, STEERED, reach, ready
from game.rules.ordnance.markers import after_moves
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_import("shapely")

FILL = 0.5  # how strong the tint is: ships and their arcs are read through it
SAGITTA = 0.15  # MU by which the outline may run off the curve: it is to be seen, not measured by


def missile_reach(state: ThrustState, key: Id) -> tuple[Overlay, ...]:
    """The ground on which a ship could hit before anybody has seen a marker: an area for each part of it, none of a ship that has
    nothing ready. Where markers are placed when ships have moved, as on rows of hexes, it is not known yet."""
    ship, board = state.ships.get(key), board_of(state.table)
    if ship is None or not ship.in_play or after_moves(state) or not (mounts := ready(state, ship)):
        return ()
    words = f"{'bolts' if all(one.kind == PLASMA for one in mounts) else 'missiles'} of {ship.name}"
    if isinstance(board, HexBoard):
        parts = _on_hexes(state, ship, mounts, board)
    else:
        parts = tuple(rings(part) for part in shapely.get_parts(_in_space(state, ship, mounts, board)))
    named = zip((words, *[""] * len(parts)), parts)
    return tuple(Zone(line, said, ship.side, holes=tuple(holes), fill=FILL) for said, (line, *holes) in named)


def _in_space(state: ThrustState, ship: Ship, mounts: tuple[Mount, ...], board: Board) -> shapely.Geometry:
    """On an open table: arcs as far as launchers reach, without what solid bodies hide, and 6 MU about all of that."""
    names, grounds = arc_names(state.house), []
    for mount in mounts:
        if mount.kind == STEERED:
            grounds += [shapely.LineString(flown(state, ship.at, ship.facing, turn, FLIGHT)) for turn in turns(state)]
        else:
            zone = arc_zone(ship.at, ship.facing, bears_into(state.house, ship, mount), reach(state, ship, mount), names=names)
            grounds.append(visible(zone, ship.at, state.table.bodies))
    return shapely.union_all(grounds).buffer(board.to_board_units(REACH), quad_segs=24).simplify(SAGITTA)


def _on_hexes(state: ThrustState, ship: Ship, mounts: tuple[Mount, ...], board: HexBoard) -> Outlines:
    """The same in hexes, each asked of the board; bodies are not, which only a place on the line to them would tell."""
    x, y = hexes.centre(hexes.hex_at(ship.at))
    placing = [one for one in mounts if one.kind != STEERED]
    kinds = {(frozenset(bears_into(state.house, ship, one)), reach(state, ship, one)) for one in placing}
    flights = tuple(
        hexes.minus(hexes.hex_at(at), hexes.hex_at(ship.at))
        for one in mounts if one.kind == STEERED
        for turn in turns(state) for far in range(1, int(FLIGHT) + 1)
        for at in flown(state, ship.at, ship.facing, turn, far)[-1:]
    )  # fmt: skip
    parts = _about(board, clock(ship.facing), frozenset(kinds), frozenset(flights), board.to_board_units(REACH))
    return tuple(tuple(tuple((a + x, b + y) for a, b in line) for line in part) for part in parts)


@lru_cache(maxsize=64)
def _about(
    board: HexBoard, facing: int, kinds: frozenset[tuple[frozenset[str], float]], flights: frozenset[hexes.Hex], near: float
) -> Outlines:
    """The outlines about hex (0, 0)."""
    places = {one for arcs, far in kinds for one in _sector(board, facing, arcs, far)} | flights
    beside = [one for one in hexes.disc((0, 0), math.ceil(near / hexes.COLUMN)) if within(board.away(one), near)]
    rim = [one for one in places if not places.issuperset(hexes.neighbours(one))]
    return hexes.outlines(places | {hexes.plus(one, off) for one in rim for off in beside})


def _sector(board: HexBoard, facing: int, arcs: frozenset[str], far: float) -> Iterator[hexes.Hex]:
    for one in hexes.disc((0, 0), math.ceil(far / hexes.COLUMN)):
        if within(board.away(one), far) and arcs.intersection(board.arcs((0.0, 0.0), facing, hexes.at(one), ARCS)):
            yield one
