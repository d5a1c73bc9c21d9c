"""The whole table in a corner: bodies, ships, counters, and the frame of the view; no part of the rules.

Ships are triangles and diamonds, so that sides differ without colour. A press or a drag on the map moves the view
there.
"""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.board.layers.bodies import draw_small
from game.ui.board.layers.counters import tokens_of
from game.ui.board.layers.ships import gone, in_play, stances
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import line
from game.ui.render.shapes import Place, Vec, box, rot, stamp
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.picture_cache import PictureCache

GRID: Colour = (18, 29, 44)
VIEW: Colour = (120, 160, 200)
SHAPES: tuple[tuple[Place, ...], ...] = (
    ((0, -6), (4, 5), (-4, 5)),
    ((0, -5.6), (5.6, 0), (0, 5.6), (-5.6, 0)),
    ((-4, -4), (4, -4), (4, 4), (-4, 4)),
)


@cached(256)
def _sign(seat: int, degrees: int, colour: Colour, chosen: bool, wreck: bool) -> Surface:
    """Return a ship's sign: a triangle for the first side, a diamond for the second, a box for others; hollow if
    lost."""
    v, c = Vec(22, 22, 5, theme.scale), (11.0, 11.0)
    points = rot(SHAPES[min(seat, 2)], degrees if seat == 0 else 0, c)
    if wreck:
        v.lines(points, mix(colour, theme.palette.well, 0.55), 1.2, 255, True)
    else:
        v.poly(points, colour)
    if chosen:
        v.circ(c, 9.5, theme.palette.white, 255, 1.3)
    return v.done()


@cached(64)
def _dot(colour: Colour, disc: bool, chosen: bool) -> Surface:
    """Return a counter's sign: a ring for a group, a small lozenge for one that cannot return."""
    v, c = Vec(22, 22, 5, theme.scale), (11.0, 11.0)
    if disc:
        v.circ(c, 2.6, theme.palette.well)
        v.circ(c, 2.6, colour, 255, 1.4)
    else:
        v.poly([(11, 8), (14, 11), (11, 14), (8, 11)], colour)
    if chosen:
        v.circ(c, 6, theme.palette.white, 255, 1.3)
    return v.done()


class MiniMap:
    """The table in a rect of real pixels."""

    def __init__(self, rect: Rect) -> None:
        self.rect = Rect(rect)
        self._held = False
        self._kept = PictureCache()
        self._grown: tuple[float, float, float, float] | None = None

    def camera(self, board: Camera) -> Camera:
        """Return the map's camera for a board's camera. It shows the whole table, or if that has no edge all ships."""
        west, south, width, height = self._grown or board.extent
        pad = 2 * theme.px(4)
        little = Camera(self.rect, board=board.board)
        little.scale = max(0.05, min((self.rect.w - pad) / max(width, 1), (self.rect.h - pad) / max(height, 1)))
        little.centre = west + width / 2, south + height / 2
        return little

    def _grow(self, scene: Scene, camera: Camera) -> None:
        self._grown = None
        if camera.board.floating:
            west, south, width, height = camera.extent
            spots = [ship.at for ship in scene.view.state.ships.values() if ship.in_play]
            xs, ys = zip((west, south), (west + width, south + height), *spots)
            self._grown = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def draw(self, dst: Surface, scene: Scene, camera: Camera) -> None:
        """Draw the map, its ships at their present places, and the frame of the board's view."""
        if self.rect.w < 12 or self.rect.h < 12:
            return
        self._grow(scene, camera)
        if scene.playing:
            self._draw(dst, scene, camera)
            return
        key = scene.view, scene.chosen, scene.others.counters, camera.board, camera.seen
        self._kept.draw(dst, self.rect, key, lambda: self._draw(dst, scene, camera))

    def _draw(self, dst: Surface, scene: Scene, camera: Camera) -> None:
        clip, little = dst.get_clip(), self.camera(camera)
        box(dst, self.rect, theme.palette.well, 6, 255, theme.palette.edge)
        dst.set_clip(self.rect.inflate(-2, -2).clip(clip))
        self._ground(dst, scene, little)
        state = scene.view.state
        for key, stance in stances(scene).items():
            if gone(scene, key):
                continue
            side = state.sides.get(state.ships[key].side)
            whole = in_play(scene, key)
            degrees = round(stance.degrees / 10) * 10 % 360
            picture = _sign(side.seat if side else 2, degrees, scene.colour(key), key == scene.chosen, not whole)
            stamp(dst, picture, little.xy(stance.at))
        moved = scene.over.moment.places if scene.over.moment else {}
        for one in tokens_of(scene):
            at = moved[one.key].at if one.key in moved else one.at
            stamp(dst, _dot(scene.colour(one.side), one.shape == "disc", one.key == scene.chosen), little.xy(at))
        (x0, y0), (x1, y1) = camera.rect.topleft, camera.rect.bottomright
        corners = [little.xy(camera.mu(pixel)) for pixel in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        inside = self.rect.inflate(-4, -4)
        frame = [
            (min(max(x, inside.left), inside.right - 1), min(max(y, inside.top), inside.bottom - 1)) for x, y in corners
        ]
        for a, b in zip(frame, (*frame[1:], frame[0])):
            line(dst, a, b, VIEW, 1, 180)
        dst.set_clip(clip)

    def _ground(self, dst: Surface, scene: Scene, little: Camera) -> None:
        west, south, wide, high = self._grown or little.extent
        (x0, y1), (x1, y0) = little.xy((west, south)), little.xy((west + wide, south + high))
        for n in range(0, int(wide) + 1, 12):
            dst.fill(GRID, (round(little.xy((west + n, 0))[0]), round(y0), 1, round(y1 - y0)))
        for n in range(0, int(high) + 1, 12):
            dst.fill(GRID, (round(x0), round(little.xy((0, south + n))[1]), round(x1 - x0), 1))
        moved = scene.over.moment.bodies if scene.over.moment else {}
        for body in scene.view.state.table.bodies:
            at, r = little.xy(moved.get(body.key, body.at)), max(theme.px(1.5), round(body.radius * little.scale))
            draw_small(dst, body, at, r)

    def handle(self, event: pygame.event.Event, camera: Camera) -> bool:
        """Centre the board on a pressed or dragged place; the wheel zooms. Return whether the event was used."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._held = True
            camera.look_at(self.camera(camera).mu(event.pos))
            return True
        if event.type == pygame.MOUSEMOTION and self._held:
            camera.look_at(self.camera(camera).mu(event.pos), glide=False)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = False
            return True
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(pygame.mouse.get_pos()):
            camera.zoom(1.18**event.y)
            return True
        return False
