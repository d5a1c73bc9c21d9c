"""Overlays of a ship on the board: fire arcs with their bands, and the areas hidden by planets (full-thrust-base/4.1,
4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.boards import Board, HexBoard, board_of
from game.board.geometry import Point
from game.board.zones import on_table, rings, shadow, to_the_edge
from game.core.display import Fan, Overlay, Pose, Ring, Zone
from game.core.orders import Id
from game.rules.combat.targeting import open_arcs
from game.rules.combat.weapon import arc_names
from game.rules.combat.weapons import bands_in_words, guns
from game.rules.display import hex_overlays
from game.rules.manoeuvres.archive import farther
from game.rules.manoeuvres.archive import overlays as extra
from game.rules.manoeuvres.framework.base import under_way
from game.rules.movement.movement_kinds import current_order
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.special import minefield, nova

Bands = tuple[tuple[float, str], ...]


def overlays(
    state: ThrustState, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()
) -> tuple[Overlay, ...]:
    """Return the arcs and bands of the named guns, longest range first, then the areas out of sight.

    `mounts` are by default all working guns. `pose` is a planned pose of the ship. Guns with equal arcs and bands share
    a fan. The arcs are those against which a shot is checked: mirrored by a roll, and without the aft arc where the
    drive's wash, or the edition, forbids it.
    """
    if key not in state.ships:
        return ()  # a counter has no arcs
    state = state.posed({**beside(state, key, pose), key: pose} if pose else {})
    ship = state.ships[key]
    board = board_of(state.table)
    own = extra(state, ship, under_way(ship), pose) if not mounts else ()
    threat = (*threats(state, ship), *minefield.warnings(state, ship), *nova.warnings(state)) if not mounts else ()
    if isinstance(board, HexBoard):
        sectors = tuple(hex_overlays.sectors(state, ship, board, mounts))
        return (*sectors, *hex_overlays.shadows(state, ship, board), *threat, *own)
    wide = 360.0 / len(arc_names(state.house))
    fans: dict[tuple[object, ...], Fan] = {}
    for mount in guns(ship):
        if not ship.works(mount.key) or (mounts and mount.key not in mounts):
            continue
        bands = nearer(bands_in_words(state.house, ship, mount), farther(state.house, ship))
        if bands and (arcs := open_arcs(state, ship, mount)):
            fans.setdefault((arcs, bands), Fan(ship.at, ship.facing, arcs, bands[-1][0], bands, wide=wide))
    found = sorted(fans.values(), key=lambda fan: -fan.reach)
    return (*found, *shadows(state, ship.at, board), *threat, *own)


def beside(state: ThrustState, key: Id, pose: Pose) -> dict[Id, Pose]:
    """Return the positions of friends, if the ship's order depends on them (manoeuvres/eclipsing)."""
    if not any(use.manoeuvre.paired for use in pose.active_manoeuvres):
        return {}
    friends = (ship for ship in state.fleet(state.ships[key].side) if ship.id != key)
    return {ship.id: current_order(state, ship).pose(state) for ship in friends}


def nearer(bands: Bands, added: float) -> Bands:
    """Return the bands as they lie on the table if a shot counts `added` MU farther, without bands of which nothing is
    left."""
    return tuple((limit - added, words) for limit, words in bands if limit > added)


def threats(state: ThrustState, ship: Ship) -> Iterator[Ring | Zone]:
    """Yield, for each enemy, the range of its farthest gun at a ship that jinks (manoeuvres/extreme-manoeuvres)."""
    if not farther(state.house, ship):
        return
    board, reaches = board_of(state.table), dict[float, list[str]]()
    for other in state.enemies(ship.side):
        guns_left = [mount for mount in guns(other) if other.works(mount.key)]
        bands = [band for mount in guns_left for band in bands_in_words(state.house, other, mount)[-1:]]
        left = nearer(tuple(bands), farther(state.house, ship, other))
        if left:
            reaches.setdefault(board.to_board_units(max(left)[0]), []).append(other.name)
    for reach, names in reaches.items():
        who = f"{len(names)} enemies" if len(names) > 2 else " and ".join(names)
        yield from ring(board, ship.at, reach, f"{who} {'reaches' if len(names) == 1 else 'reach'} this far", "enemy")


def shadows(state: ThrustState, eye: Point, board: Board) -> Iterator[Zone]:
    """Yield the area that each planet and asteroid hides from a point, out to the edge of the table
    (full-thrust-base/4.5)."""
    reach = to_the_edge(eye, board.extent)
    for body in state.table.bodies:
        if body.blocks and (outlines := rings(on_table(shadow(eye, body, reach), board.extent))):
            yield Zone(outlines[0], f"behind {body.name}", "muted", True)
