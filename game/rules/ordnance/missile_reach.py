"""The range of missiles and plasma bolts that a ship has not launched yet (full-thrust-base/6.5, 6.6, 6.9).

A marker attacks a ship within 6 MU of its place, so the area is that in which a launcher may place one, and 6 MU round
it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely

from game.board import hexes
from game.board.boards import Board, HexBoard, board_of
from game.board.geometry import ARCS, Point, clock, within
from game.board.zones import Outlines, arc_zone, rings, visible
from game.core.display import Destination, Overlay, Zone
from game.core.orders import Id
from game.rules.combat.weapon import arc_names, bears_into
from game.rules.counters.kinds import Missile
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.fly_missile import FLIGHT, flown, turns
from game.rules.ordnance.launchers import PLASMA, STEERED, reach, ready
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

FILL = 0.5  # strength of the tint: ships and their arcs must be visible through it
SAGITTA = 0.15  # MU by which the outline may miss the curve, too little for the eye to see
WIDE = 1 << 16  # hexes, wider than any table

Stance = tuple[Point, int]  # a present or possible place of a ship, and its facing there
Hexes = frozenset[hexes.Hex]


def missile_reach(state: ThrustState, key: Id, ends: Sequence[Destination] = ()) -> tuple[Overlay, ...]:
    """Return the area in which a ship could hit before its markers are visible, in parts; empty if nothing is ready.
    The ship launches from its present place, or on hexes from any of the `ends` to which it may move before."""
    ship, board = state.ships.get(key), board_of(state.table)
    if ship is None or not ship.in_play or not (mounts := ready(state, ship)):
        return ()
    words = f"{'bolts' if all(one.kind == PLASMA for one in mounts) else 'missiles'} of {ship.name}"
    if isinstance(board, HexBoard):
        stances = dict.fromkeys((end.at, end.facing) for end in ends) or {(ship.at, ship.facing): None}
        parts = _on_hexes(state, ship, mounts, board, tuple(stances))
    else:
        parts = tuple(rings(part) for part in shapely.get_parts(_in_space(state, ship, mounts, board)))
    return _areas(parts, words, ship.side)


def flight_reach(state: ThrustState, one: Missile) -> tuple[Overlay, ...]:
    """Return the area in which a steered missile in flight could hit after its flight of this turn."""
    board = board_of(state.table)
    if isinstance(board, HexBoard):
        flights = _flights(state, one.at, one.facing) | {(0, 0)}
        about = _about(board, clock(one.facing), frozenset(), flights, board.to_board_units(REACH))
        parts = _joint_outlines(((about, (hexes.hex_at(one.at),)),))
    else:
        ground = _widened(_flown(state, one.at, one.facing), board)
        parts = tuple(rings(part) for part in shapely.get_parts(ground))
    return _areas(parts, f"{one.name} flies and hits", one.side)


def _areas(parts: Outlines, words: str, side: Id) -> tuple[Overlay, ...]:
    """Return the parts of an area, the first with a label."""
    named = zip((words, *[""] * len(parts)), parts)
    return tuple(Zone(line, said, side, holes=tuple(holes), fill=FILL) for said, (line, *holes) in named)


def _in_space(state: ThrustState, ship: Ship, mounts: tuple[Mount, ...], board: Board) -> shapely.Geometry:
    """Return the area on an open table. It is the arcs up to the range of launchers, without the parts that solid
    bodies hide, and 6 MU round them."""
    names, grounds = arc_names(state.house), []
    for mount in mounts:
        if mount.kind == STEERED:
            grounds += _flown(state, ship.at, ship.facing)
        else:
            zone = arc_zone(
                ship.at, ship.facing, bears_into(state.house, ship, mount), reach(state, ship, mount), names=names
            )
            grounds.append(visible(zone, ship.at, state.table.bodies))
    return _widened(grounds, board)


def _flown(state: ThrustState, at: Point, facing: int) -> list[shapely.Geometry]:
    """Return every longest flight of a steered missile."""
    return [shapely.LineString(flown(state, at, facing, turn, FLIGHT)) for turn in turns(state)]


def _widened(grounds: Sequence[shapely.Geometry], board: Board) -> shapely.Geometry:
    """Return areas with 6 MU round them."""
    return shapely.union_all(grounds).buffer(board.to_board_units(REACH), quad_segs=24).simplify(SAGITTA)


def _on_hexes(
    state: ThrustState, ship: Ship, mounts: tuple[Mount, ...], board: HexBoard, stances: tuple[Stance, ...]
) -> Outlines:
    """Return the area in hexes, each asked of the board. Bodies are ignored, because only exact places would show which
    hexes they hide."""
    placing = [one for one in mounts if one.kind != STEERED]
    kinds = frozenset((frozenset(bears_into(state.house, ship, one)), reach(state, ship, one)) for one in placing)
    near, found = board.to_board_units(REACH), []
    for facing in dict.fromkeys(clock(facing) for _, facing in stances):
        flights = _flights(state, ship.at, facing) if len(placing) < len(mounts) else frozenset()
        begun = tuple(sorted(hexes.hex_at(at) for at, bow in stances if clock(bow) == facing))
        found.append((_about(board, facing, kinds, flights, near), begun))
    return _joint_outlines(tuple(found))


def _flights(state: ThrustState, at: Point, facing: int) -> Hexes:
    """Return the ends of flights of a steered missile, relative to their start."""
    ends = (flown(state, at, facing, turn, far)[-1] for turn in turns(state) for far in range(1, int(FLIGHT) + 1))
    return frozenset(hexes.minus(hexes.hex_at(end), hexes.hex_at(at)) for end in ends)


@lru_cache(maxsize=64)
def _joint_outlines(parts: tuple[tuple[Hexes, tuple[hexes.Hex, ...]], ...]) -> Outlines:
    """Return the outlines of hexes relative to each of some others, all together."""
    laid = [(np.array(begun)[:, None] + np.array(tuple(about))[None]).reshape(-1, 2) for about, begun in parts]
    q, r = (np.concatenate(laid) + WIDE // 2).T
    q, r = np.divmod(np.unique(q * WIDE + r), WIDE)
    return hexes.outlines(zip((q - WIDE // 2).tolist(), (r - WIDE // 2).tolist()))


@lru_cache(maxsize=64)
def _about(
    board: HexBoard, facing: int, kinds: frozenset[tuple[frozenset[str], float]], flights: Hexes, near: float
) -> Hexes:
    """Return the hexes round (0, 0)."""
    places = {one for arcs, far in kinds for one in _sector(board, facing, arcs, far)} | flights
    beside = [one for one in hexes.disc((0, 0), math.ceil(near / hexes.COLUMN)) if within(board.away(one), near)]
    rim = [one for one in places if not places.issuperset(hexes.neighbours(one))]
    return frozenset(places | {hexes.plus(one, off) for one in rim for off in beside})


def _sector(board: HexBoard, facing: int, arcs: frozenset[str], far: float) -> Iterator[hexes.Hex]:
    for one in hexes.disc((0, 0), math.ceil(far / hexes.COLUMN)):
        if within(board.away(one), far) and arcs.intersection(board.arcs((0.0, 0.0), facing, hexes.at(one), ARCS)):
            yield one
