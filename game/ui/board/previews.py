"""Small pictures of a table for cards: the true places of ships and terrain, and arcs and paths if they are few.

A picture shows only what everybody may see, and no sealed order, so that it may stand in the menu.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.board.boards import board_of
from game.board.geometry import Point, along
from game.board.look import NIGHT_SKY
from game.board.terrain import Body
from game.core.display import Destination, Fan, Zone
from game.core.state import Piece
from game.ui.board.layers import hexgrid
from game.ui.board.layers.backdrops import draw_backdrop
from game.ui.board.layers.counters import draw_tokens
from game.ui.board.layers.terrain import terrain
from game.ui.board.layers.zones import spans
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.arcs import fire_arc
from game.ui.render.backdrop import TABLE_FOOT, TABLE_TOP, empty_table, squares, stars
from game.ui.render.hulls import sprite
from game.ui.render.lines import dashed_line, polyline, tint_polygon
from game.ui.render.shapes import between, gradient, stamp
from game.ui.render.theme import mix, theme

if TYPE_CHECKING:
    from game.battle.battle import View

DUEL, FEW = 2, 10  # most ships with which an arc is drawn, and with which a path is drawn for each side's first ship


def picture(view: View, size: tuple[int, int], played: bool = False) -> Surface:
    """Return the table as a picture of the given size in real pixels. If `played`, it has only flown paths, else future
    ones."""
    figures, scene = _figures(view), Scene.of(view)
    camera = _camera(view, figures, size)
    out = ground(size, camera)
    terrain(out, camera, view.state.table.bodies)
    if len(figures) <= DUEL:
        _arc(out, scene, camera)
    if played:
        _flown(out, scene, camera)
    elif len(figures) <= FEW:
        _ways(out, scene, camera)
    k = _silhouette_scale(len(figures), size)
    for ship in sorted(figures, key=lambda one: one.in_play):
        glyph, turn = view.sheet(ship.id).glyph, camera.board.direction(ship.facing)
        stamp(out, sprite(glyph, turn, scene.colour(ship.id), k, wreck=not ship.in_play), camera.xy(ship.at))
    draw_tokens(out, camera, scene)
    return out


def ground(size: tuple[int, int], camera: Camera | None = None) -> Surface:
    """Return an empty table: squares, or the hexes that a camera sees, over the board's backdrop."""
    if camera is None or (camera.board.look == NIGHT_SKY and not camera.board.cells):
        return empty_table(size)
    out = gradient(*size, TABLE_TOP, TABLE_FOOT).copy()
    if camera.board.look != NIGHT_SKY:
        draw_backdrop(out, camera)
    if camera.board.cells:
        hexgrid.grid(out, camera)
        hexgrid.edge(out, camera, camera.board.look.edge)
    else:
        squares(out)
    if camera.board.look == NIGHT_SKY:
        stars(out)
    return out


def _figures(view: View) -> list[Piece]:
    """Return every ship on the table; those that left it are not shown."""
    sheets = [(ship, view.sheet(ship.id)) for ship in view.state.ships.values()]
    return [ship for ship, sheet in sheets if ship.in_play or (sheet.health <= 0 and not sheet.absent)]


def _camera(view: View, figures: Sequence[Piece], size: tuple[int, int]) -> Camera:
    """Return a camera that shows everything on the table, and some of the ground ahead."""
    table = view.state.table
    camera = Camera(Rect(0, 0, *size), board=board_of(table))
    points = [one.at for one in figures]
    for body in table.bodies:
        (x, y), r = body.at, body.radius
        points += [(x - r, y - r), (x + r, y + r)]
    camera.fit(points, margin=_room(points))
    camera.fit(points, margin=_room(points) + 14 * theme.scale / camera.scale)  # room for the silhouettes themselves
    return camera


def _room(points: Sequence[tuple[float, float]]) -> float:
    """Return the MU to leave round the outermost places, an eighth of the width shown."""
    if not points:
        return 3.0
    span = max(max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1))
    return max(3.0, 0.125 * span)


def _silhouette_scale(count: int, size: tuple[int, int]) -> float:
    """Return the scale of silhouettes: many ships must not overlap, and a wide picture has room for larger ones."""
    k = 0.82 if count <= DUEL else 0.7 if count <= 4 else 0.58 if count <= FEW else 0.4
    grown = min(size[0] / (252 * theme.scale), size[1] / (150 * theme.scale))
    return round(k * min(1.5, max(0.7, math.sqrt(grown))), 2)


def _arc(out: Surface, scene: Scene, camera: Camera) -> None:
    """Draw the narrowest arc of the first ship, cut to a part of the picture."""
    first = next(iter(scene.view.state.ships.values()))
    overlays, colour = scene.view.overlays(first.id) if first.in_play else (), scene.colour(first.id)
    for zone in overlays if camera.board.cells else ():
        if isinstance(zone, Zone) and zone.tool == "arcs" and zone.tone == "own":
            outline = camera.many(zone.outline)
            tint_polygon(out, outline, colour, 34)
            polyline(out, outline, colour, 1.0, 110, closed=True)
    fans = [one for one in overlays if isinstance(one, Fan) and len(one.arcs) < len(camera.board.arc_set())]
    if fans:
        fan = min(fans, key=lambda one: len(one.arcs))
        reach = min(fan.reach * camera.scale, (0.7 if len(fan.arcs) < 3 else 0.5) * camera.rect.h)
        for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide):
            fire_arc(out, camera.xy(fan.at), reach, low, high, colour, 46, 16, 96, 1.0)


def _dash(out: Surface, camera: Camera, scene: Scene, ship: Piece, path: Sequence[Point], on: float) -> None:
    """Draw a path in the colour of its ship, in dashes of `on` design pixels."""
    dashed_line(out, camera.many(path), mix(scene.colour(ship.id), theme.palette.panel, 0.15), 1.4, on, 4, 200)


def _ways(out: Surface, scene: Scene, camera: Camera) -> None:
    """Draw a legal path for each side's first ship, one that turns towards the enemy; only while moves are plotted."""
    for side in scene.view.state.sides if scene.view.phase.secret else ():
        for ship in scene.view.state.fleet(side)[:1]:
            _dash(out, camera, scene, ship, _way(scene.view, ship), 4)


def _flown(out: Surface, scene: Scene, camera: Camera) -> None:
    """Draw the paths of ships in this turn, dotted."""
    for ship in scene.view.state.ships.values():
        path = tuple(getattr(ship, "path", ()))
        if ship.in_play and len(path) > 1:
            _dash(out, camera, scene, ship, path, 2)


def _way(view: View, ship: Piece) -> tuple[Point, ...]:
    """Return, of all legal destinations' paths, the one ending most nearly abeam of the nearest enemy, two
    turns long."""
    foes = view.state.enemies(ship.side)
    ends = view.destinations(view.draft(ship.id)) if foes else ()
    if not ends:
        return ()
    board, foe = board_of(view.state.table), min(foes, key=lambda one: math.dist(one.at, ship.at))

    def on(end: Destination) -> tuple[Point, ...]:
        return (*end.path, along(end.path[-1], board.direction(end.course), end.velocity))

    def liked(one: Destination) -> tuple[bool, float, int]:
        abeam = along(one.at, board.direction(one.facing), 12)
        return one.facing == ship.facing, round(math.dist(abeam, foe.at)), -len(one.path)

    rocks, ranked = [body for body in view.state.table.bodies if body.solid], sorted(ends, key=liked)
    clear = (one for one in ranked if not any(_meets(on(one), body) for body in rocks))
    return on(next(clear, ranked[0]))


def _meets(path: Sequence[Point], body: Body) -> bool:
    """Return whether a path passes within a few MU of a body. This is not a rule: no picture should show a ship flying
    into an asteroid."""
    walk = [between(a, b, k / 8) for a, b in pairwise(path) for k in range(9)]
    return any(math.dist(point, body.at) < body.radius + 3 for point in walk)
