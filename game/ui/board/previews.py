"""Small pictures of a table for cards: the true places of ships and terrain, arcs and a way ahead where they are few.

A picture shows only what everybody may see, so it may stand in the menu whoever sits there; nothing sealed is asked for.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.board.boards import board_of
from game.board.geometry import ahead
from game.board.look import NIGHT_SKY
from game.board.terrain import Body
from game.core.display import Destination, Fan, Zone
from game.core.state import Piece
from game.ui.board.backdrops.painters import draw_backdrop
from game.ui.board.layers import hexgrid
from game.ui.board.layers.counters import draw_tokens
from game.ui.board.layers.terrain import terrain
from game.ui.board.layers.zones import spans
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.hulls import sprite
from game.ui.render.lines import dashed, polyline, tinted
from game.ui.render.sectors import fire_arc
from game.ui.render.shapes import gradient, stamp
from game.ui.render.theme import Colour, mix, theme

if TYPE_CHECKING:
    from game.battle.battle import View

TOP, FOOT, MESH, STAR = (10, 17, 28), (5, 9, 16), (15, 25, 39), (60, 66, 80)
DUEL, FEW = 2, 10  # ships up to which an arc is drawn, and the way ahead of each side's first ship


@dataclass(frozen=True)
class PreviewShip:
    """A ship of a picture."""

    at: tuple[float, float]
    course: int
    facing: int
    velocity: int
    glyph: str
    colour: Colour
    gone: bool


def picture(view: View, size: tuple[int, int], played: bool = False) -> Surface:
    """The table as it stands, in real pixels. Of a battle that is `played` only paths that were flown, else a way ahead."""
    figures = _figures(view)
    camera = _camera(view, figures, size)
    out = ground(size, camera)
    terrain(out, camera, view.state.table.bodies)
    if len(figures) <= DUEL:
        _arc(out, view, camera)
    if played:
        _flown(out, view, camera)
    elif len(figures) <= FEW:
        _ways(out, view, camera)
    k = _magnified(len(figures), camera, size)
    for one in sorted(figures, key=lambda one: not one.gone):
        stamp(out, sprite(one.glyph, camera.board.direction(one.facing), one.colour, k, wreck=one.gone), camera.xy(one.at))
    draw_tokens(out, camera, Scene(view))
    return out


def ground(size: tuple[int, int], camera: Camera | None = None) -> Surface:
    """An empty table: squares, or the hexes that a camera sees, over stars or what else the board shows."""
    wide, high = size
    out = gradient(wide, high, TOP, FOOT).copy()
    if camera and camera.board.look != NIGHT_SKY:
        draw_backdrop(out, camera)
        _mesh(out, camera)
        return out
    _mesh(out, camera)
    dice = random.Random(wide)
    for _ in range(40):
        out.set_at((dice.randrange(max(1, wide)), dice.randrange(max(1, high))), STAR)
    return out


def _mesh(out: Surface, camera: Camera | None) -> None:
    if camera and camera.board.cells:
        hexgrid.grid(out, camera)
        hexgrid.edge(out, camera, camera.board.look.edge)
        return
    (wide, high), step, thick = out.get_size(), max(4, theme.px(22)), max(1, theme.px(1))
    for x in range(0, wide, step):
        out.fill(MESH, (x, 0, thick, high))
    for y in range(high % step // 2, high, step):
        out.fill(MESH, (0, y, wide, thick))


def _figures(view: View) -> list[PreviewShip]:
    """Every ship on the table; those that left it are not shown."""
    found = []
    for ship in view.state.ships.values():
        sheet = view.sheet(ship.id)
        if not ship.in_play and (sheet.absent or not sheet.health <= 0):
            continue
        side = view.state.sides.get(ship.side)
        colour = theme.seat(side.seat if side else 2)
        found.append(PreviewShip(ship.at, ship.course, ship.facing, ship.velocity, sheet.glyph, colour, not ship.in_play))
    return found


def _camera(view: View, figures: Sequence[PreviewShip], size: tuple[int, int]) -> Camera:
    """So much of the table that everything on it is seen, and something of what lies ahead."""
    table = view.state.table
    camera = Camera(Rect(0, 0, *size), board=board_of(table))
    points = [one.at for one in figures]
    for body in table.bodies:
        (x, y), r = body.at, body.radius
        points += [(x - r, y - r), (x + r, y + r)]
    camera.fit(points, margin=_room(points))
    camera.fit(points, margin=_room(points) + 14 * theme.scale / camera.scale)  # and the silhouettes themselves
    return camera


def _room(points: Sequence[tuple[float, float]]) -> float:
    """MU round the outermost, an eighth of what is shown."""
    if not points:
        return 3.0
    span = max(max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1))
    return max(3.0, 0.125 * span)


def _magnified(count: int, camera: Camera, size: tuple[int, int]) -> float:
    """How large silhouettes are: many ships must not cover each other, and a wide picture has room for larger ones."""
    k = 0.82 if count <= DUEL else 0.7 if count <= 4 else 0.58 if count <= FEW else 0.4
    grown = min(size[0] / (252 * theme.scale), size[1] / (150 * theme.scale))
    return round(k * min(1.5, max(0.7, math.sqrt(grown))), 2)


def _colour(view: View, side: str) -> Colour:
    seat = view.state.sides.get(side)
    return theme.seat(seat.seat if seat else 2)


def _arc(out: Surface, view: View, camera: Camera) -> None:
    """The narrowest arc of the first ship, cut to a part of the picture."""
    first = next(iter(view.state.ships.values()))
    for zone in view.overlays(first.id) if camera.board.cells and first.in_play else ():
        if isinstance(zone, Zone) and zone.tool == "arcs" and zone.tone == "own":
            outline, colour = camera.many(zone.outline), _colour(view, first.side)
            tinted(out, outline, colour, 34)
            polyline(out, outline, colour, 1.0, 110, closed=True)
    fans = [one for one in view.overlays(first.id) if isinstance(one, Fan) and len(one.arcs) < 6] if first.in_play else []
    if fans:
        fan = min(fans, key=lambda one: len(one.arcs))
        reach = min(fan.reach * camera.scale, (0.7 if len(fan.arcs) < 3 else 0.5) * camera.rect.h)
        for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide):
            fire_arc(out, camera.xy(fan.at), reach, low, high, _colour(view, first.side), 46, 16, 96, 1.0)


def _ways(out: Surface, view: View, camera: Camera) -> None:
    """A legal way ahead of each side's first ship, one that turns towards the enemy; only where ways are being plotted."""
    if not view.phase.secret:
        return
    for side in view.state.sides:
        fleet = view.state.fleet(side)
        if fleet and (path := _way(view, fleet[0])):
            colour = mix(_colour(view, side), theme.palette.panel, 0.15)
            dashed(out, [camera.xy(point) for point in path], colour, 1.4, 4, 4, 200)


def _flown(out: Surface, view: View, camera: Camera) -> None:
    """The paths that ships have come this turn, dotted."""
    for ship in view.state.ships.values():
        path = tuple(getattr(ship, "path", ()))
        if ship.in_play and len(path) > 1:
            dashed(out, camera.many(path), mix(_colour(view, ship.side), theme.palette.panel, 0.15), 1.4, 2, 4, 200)


def _way(view: View, ship: Piece) -> tuple[tuple[float, float], ...]:
    """Of all legal ends the one that comes nearest to abeam of the nearest enemy, two turns long."""
    foes = view.state.enemies(ship.side)
    ends = view.landings(view.draft(ship.id)) if foes else ()
    if not ends:
        return ()
    foe = min(foes, key=lambda one: math.dist(one.at, ship.at))
    rocks = [body for body in view.state.table.bodies if body.solid]

    def liked(one: Destination) -> tuple[bool, float, int]:
        return one.facing == ship.facing, round(math.dist(ahead(one.at, one.facing, 12), foe.at)), -len(one.path)

    ranked = sorted(ends, key=liked)
    clear = (one for one in ranked if not any(_meets(_on(one), body) for body in rocks))
    return _on(next(clear, ranked[0]))


def _on(end: Destination) -> tuple[tuple[float, float], ...]:
    """A way, and straight on from its end for another turn."""
    return (*end.path, ahead(end.path[-1], end.course, end.velocity))


def _meets(path: Sequence[tuple[float, float]], body: Body) -> bool:
    """Whether a way comes within a few MU of a body: no rule, only so that no picture shows a ship flying into a rock."""
    walk = [(a[0] + (b[0] - a[0]) * k / 8, a[1] + (b[1] - a[1]) * k / 8) for a, b in pairwise(path) for k in range(9)]
    return any(math.dist(point, body.at) < body.radius + 3 for point in walk)
