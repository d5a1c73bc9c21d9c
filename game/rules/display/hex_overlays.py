"""Overlays of a ship's guns on hexes: exact sets of hexes for arcs, bands and the parts out of sight (hex/2.6, 2.7, 4).

Every set is computed by asking the board hex by hex, as for a shot, so the areas drawn are those that may be fired at.
A set is computed once about hex (0, 0) and moved to the ship's present or planned hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from game.board import hexes
from game.board.boards import HexBoard, blockers, first_in_the_way
from game.board.geometry import Point, bearing, within
from game.board.hexes import Hex, centre, corners, disc, outlines, ring, step
from game.board.terrain import Body
from game.core.display import Limit, Overlay, Zone
from game.core.values import number
from game.rules.combat.targeting import on_the_line, open_arcs
from game.rules.combat.weapon import arc_names
from game.rules.combat.weapons import WEAPONS, guns, point_blank
from game.rules.manoeuvres.archive import farther
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

Outline = tuple[Point, ...]
# the board, a facing, the names of the arcs, and whether a boundary counts as both
Way = tuple[HexBoard, int, tuple[str, ...], bool]
Band = tuple[int, str]  # the distance of its farthest hex, and words for the gun's effect

SPOTS = 24  # places tried for the label of an area
DEAD = 3  # depth, in hexes, of arcs without guns
NAMES = {
    "F": "front", "S": "side", "P": "side", "FS": "fore side", "FP": "fore side", "AS": "aft side", "AP": "aft side",
    "A": "rear",
}  # fmt: skip


def sectors(state: ThrustState, ship: Ship, board: HexBoard, mounts: Sequence[str] = ()) -> Iterator[Overlay]:
    """Yield the arcs into which guns bear, those into which none does, and the bands of the gun with the longest range.
    An arc is drawn as deep as the nearest band of a gun that bears into it; farther bands are lines. `mounts` are the
    guns, by default all that work."""
    names, here = arc_names(state.house), hexes.hex_at(ship.at)
    blank = int(board.to_board_units(number(state.house, "point_blank_mu")))
    way = board, ship.facing, names, on_the_line(state.house) != "clockwise"
    working = [mount for mount in guns(ship) if ship.works(mount.key) and (not mounts or mount.key in mounts)]
    bands = {mount.key: bands_of(state, ship, mount, board) for mount in working}
    bearing = {mount.key: arcs for mount in working if bands[mount.key] and (arcs := open_arcs(state, ship, mount))}
    if not bearing:
        return
    depth: dict[str, int] = {}
    for key, arcs in bearing.items():
        near = next((far for far, _ in bands[key] if far > blank), blank)
        depth.update({arc: max(depth.get(arc, 0), near) for arc in arcs})
    dead = frozenset(names).difference(depth)
    for arc in sorted(depth, key=lambda one: one == "F"):  # the front arc is drawn last, over the sides
        tone, fill, stroke = ("own", 2.1, 2.2) if arc == "F" else ("flank", 1.5, 1.7)
        spots = _moved(inside(way, frozenset((arc,)), depth[arc]), here)
        for outline, *holes in areas(way, frozenset((arc,)), depth[arc]):
            gaps = tuple(_moved(one, here) for one in holes)
            yield Zone(_moved(outline, here), NAMES[arc], tone, False, gaps, 1.0, "solid", fill, stroke, "arcs", spots)
    for outline, *holes in areas(way, dead, DEAD) if dead else ():
        yield Zone(
            _moved(outline, here),
            "blind",
            "bad",
            True,
            tuple(_moved(one, here) for one in holes),
            edge="dashed",
            fill=0.7,
            stroke=1.4,
            tool="arcs",
            spots=_moved(inside(way, dead, DEAD), here),
        )
    lead = max(bearing, key=lambda key: (bands[key][-1][0], len(bearing[key])))
    close = point_blank(state.house, ship, next(mount for mount in working if mount.key == lead))
    yield from limits(way, here, frozenset(bearing[lead]), bands[lead], int(board.to_board_units(close)))


def bands_of(state: ThrustState, ship: Ship, mount: Mount, board: HexBoard) -> tuple[Band, ...]:
    """Return a gun's bands in hexes, nearest first, computed as for a shot at each distance."""
    weapon, added = WEAPONS[mount.kind], farther(state.house, ship)
    most = int(board.to_board_units(weapon.reach(state.house, ship, mount)))
    found: list[Band] = []
    for far in range(1, most + 1):
        number = weapon.number(state.house, ship, mount, board.weapon_distance(far) + added)
        words = weapon.words(number) if number else ""
        if found and found[-1][1] == words:
            found[-1] = far, words
        elif words:
            found.append((far, words))
    return tuple(found)


def limits(way: Way, here: Hex, arcs: frozenset[str], bands: Sequence[Band], blank: int) -> Iterator[Limit]:
    """Yield the far end of every band: broken and yellow at the end of point blank, `blank` hexes away, thin for all
    others."""
    for near, (far, words) in zip((0, *(one[0] for one in bands)), bands):
        tone, edge, stroke = ("note", "dashed", 2.4) if far == blank else ("own", "solid", 1.2)
        lines = tuple(_moved(line, here) for line in rim(way, arcs, far))
        yield Limit(lines, words, tone, tuple(_on(here, one) for one in _words_at(way, arcs, near, far)), edge, stroke)


# -- sets of hexes -----------------------------------------------------------------------------------------------------


def lies_in(way: Way, offset: Hex) -> tuple[str, ...]:
    """Return the arcs of a hex seen from (0, 0); two on a boundary that counts as both."""
    board, facing, names, both = way
    arcs = board.arcs((0.0, 0.0), facing, hexes.at(offset), names)
    return arcs if both else arcs[:1]


@lru_cache(maxsize=512)
def areas(way: Way, arcs: frozenset[str], depth: int) -> tuple[tuple[Outline, ...], ...]:
    """Return the outlines of the hexes in some arcs up to a distance: for each part the outer line, then its holes."""
    return outlines(_in_arcs(way, arcs, depth))


def _in_arcs(way: Way, arcs: frozenset[str], depth: int) -> list[Hex]:
    return [one for one, lies in arcs_around(way, depth) if arcs.intersection(lies)]


@lru_cache(maxsize=64)
def arcs_around(way: Way, depth: int) -> tuple[tuple[Hex, tuple[str, ...]], ...]:
    """Return the hexes up to a distance from (0, 0), but that one, each with its arcs."""
    return tuple((one, lies_in(way, one)) for one in around(way[0], depth) if one != (0, 0))


def within_reach(board: HexBoard, one: Hex, far: int) -> bool:
    """Return whether a hex is within a range of (0, 0), as the board measures: in hexes, or straight."""
    return within(board.away(one), far)


@lru_cache(maxsize=128)
def around(board: HexBoard, far: int) -> tuple[Hex, ...]:
    """Return the hexes up to a distance from (0, 0)."""
    if not board.true:
        return tuple(disc((0, 0), far))
    return tuple(one for one in disc((0, 0), math.ceil(far / hexes.COLUMN)) if within_reach(board, one, far))


@lru_cache(maxsize=128)
def outermost(board: HexBoard, far: int) -> tuple[Hex, ...]:
    """Return the hexes at a distance with a neighbour beyond it, clockwise from the one straight up."""
    if not board.true:
        return tuple(ring((0, 0), far))
    found = (
        one for one in around(board, far) if not all(within_reach(board, near, far) for near in hexes.neighbours(one))
    )
    return tuple(sorted(found, key=lambda one: bearing((0.0, 0.0), centre(one))))


@lru_cache(maxsize=512)
def rim(way: Way, arcs: frozenset[str], far: int) -> tuple[Outline, ...]:
    """Return the outer sides of the hexes at a distance in some arcs, chained together."""
    chains: list[list[Point]] = []
    for one in outermost(way[0], far):
        if not arcs.intersection(lies_in(way, one)):
            continue
        ends = corners(one)
        outer = [side for side in range(6) if not within_reach(way[0], step(one, side), far)]
        first = next(side for side in outer if (side - 1) % 6 not in outer)
        points = [ends[(first + n - 1) % 6] for n in range(len(outer) + 1)]
        if chains and _same(chains[-1][-1], points[0]):
            chains[-1] += points[1:]
        else:
            chains.append(points)
    if len(chains) > 1 and _same(chains[-1][-1], chains[0][0]):
        chains[0] = chains.pop()[:-1] + chains[0]
    return tuple(tuple(chain) for chain in chains)


@lru_cache(maxsize=256)
def inside(way: Way, arcs: frozenset[str], depth: int) -> Outline:
    """Return hexes where the label of some arcs may stand, the best first. The best are three quarters out, and nearest
    to the middle of the arcs."""
    found = [centre(one) for one in _in_arcs(way, arcs, depth)]
    return _from_the_middle(found, 1.0 if depth <= DEAD else 0.75 * depth)


def _from_the_middle(within: Sequence[Point], out: float) -> Outline:
    """Return places spread over an area, the nearest to its middle first, moved away from (0, 0) by the factor
    `out`."""
    x, y = (sum(point[axis] for point in within) / max(1, len(within)) for axis in (0, 1))
    k = out / (math.hypot(x, y) or 1.0)
    return tuple(sorted(within, key=lambda point: (point[0] - k * x) ** 2 + (point[1] - k * y) ** 2)[:SPOTS])


@lru_cache(maxsize=256)
def _words_at(way: Way, arcs: frozenset[str], near: int, far: int) -> tuple[Point, ...]:
    """Return hexes where the label of a band may stand: its second farthest ones, from the bow to both sides."""
    middle = max(near + 1, far - 1)
    found = [centre(one) for one in outermost(way[0], middle) if arcs.intersection(lies_in(way, one))]
    ahead = [centre(one) for one in outermost(way[0], middle) if "F" in lies_in(way, one)] or found
    x, y = (sum(point[axis] for point in ahead) / max(1, len(ahead)) for axis in (0, 1))
    return tuple(sorted(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)[:12])


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1e-6


def _on(here: Hex, point: Point) -> Point:
    x, y = centre(here)
    return point[0] + x, point[1] + y


def _moved(line: Iterable[Point], here: Hex) -> Outline:
    x, y = centre(here)
    return tuple((a + x, b + y) for a, b in line)


def shadows(state: ThrustState, ship: Ship, board: HexBoard) -> tuple[Zone, ...]:
    """Return the areas of the map that bodies hide from a ship, for the tool Sight (hex/1, 2.7)."""
    return hidden(board, hexes.hex_at(ship.at), state.table.bodies)


# -- hidden parts ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def hidden(board: HexBoard, eye: Hex, bodies: tuple[Body, ...]) -> tuple[Zone, ...]:
    """Return the hexes of the map that cannot be fired at from one, because a body is in the way (hex/1, 2.7)."""
    standing: Mapping[Hex, Body] = blockers(bodies)
    behind = _behind(board, eye, standing.keys() - {eye})
    found = [one for one in behind if one not in standing and first_in_the_way(eye, one, standing)]
    middles = [centre(one) for one in found]
    spots = (
        _from_the_middle(middles, math.hypot(*(sum(axis) / len(middles) for axis in zip(*middles)))) if middles else ()
    )
    parts = sorted(outlines(found), key=lambda lines: -len(lines[0]))
    return tuple(
        Zone(outline, "" if number else "out of sight", "muted", True, tuple(holes), tool="sight", spots=spots)
        for number, (outline, *holes) in enumerate(parts)
    )


def _behind(board: HexBoard, eye: Hex, stones: Iterable[Hex]) -> list[Hex]:
    """Return the hexes that bodies could hide: those within the angle of a body plus a hex's width to either side."""
    cells, middles = _map(board)
    off = middles - centre(eye)
    far, could = np.hypot(off[:, 0], off[:, 1]), np.zeros(len(cells), dtype=bool)
    for stone in stones:
        dx, dy = (b - a for a, b in zip(centre(eye), centre(stone)))
        beyond = (dx * off[:, 0] + dy * off[:, 1] > 0) & (far > 0.8 * math.hypot(dx, dy))
        could |= beyond & (np.abs(dx * off[:, 1] - dy * off[:, 0]) <= 0.6 * far)
    return [cells[n] for n in np.flatnonzero(could)]


@lru_cache(maxsize=8)
def _map(board: HexBoard) -> tuple[list[Hex], np.ndarray]:
    """Return the hexes of a map, and an array of their centres, one in each row."""
    cells = list(board.every())
    return cells, np.array([centre(one) for one in cells])
