"""The board in the window: the table with everything in a `Scene`, layer on layer; no part of the rules.

How a screen uses it:

    board = BoardView(rect)                           # real pixels; `board.resize(rect)` when the window changes
    scene = Scene.of(view, chosen=…, destinations=…)  # frozen; made anew when something changes (model/scene.py)
    board.draw(dst, scene, now)                       # now in ms; draws only inside `board.rect`
    board.busy                                        # True while something glides: draw another frame
    board.handle(event, scene) -> bool                # zoom (wheel), pan (drag space, middle button, Ctrl+arrows), fit
    board.ship_at(pixel, scene) -> Id                 # what is under the pointer; "" if nothing
    board.camera.mu(pixel), board.camera.xy(point)    # from pixels to MU, and back
    board.show_event(event), board.fit(scene)         # bring something into view

`plotting/drag.py` plots by pointer and keys. `Player(Playback(events))` in `model/playback.py` plays a film of a
movement or a volley; pass `player.moment` as the scene's moment. Dice are in `render/dice_tray.py`, the minimap in
`minimap.py`.

What lies under the pieces is cached (`kept_layers.py`), and the whole board while nothing on it changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.board.boards import Board, board_of
from game.board.terrain import Body
from game.core.display import Badge
from game.core.events import Event
from game.core.orders import Id
from game.seating.memo import Memo, Parts
from game.ui.board.advice.drawing import draw_over
from game.ui.board.groups import marks
from game.ui.board.kept_layers import KeptLayers
from game.ui.board.label_engine.pictures import Word
from game.ui.board.labels.layout import LabelLayout, lay_words
from game.ui.board.layers import counters, effects, envelopes, event_marks, ground, hexgrid, ships
from game.ui.board.layers import terrain as terrain_layer
from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import draw_own, own_rule
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.shapes import Place, paste
from game.ui.render.theme import theme
from game.ui.toolkit.picture_cache import PictureCache

EDGE = 20  # design pixels to keep between a destination in view and the edges
WHEEL = 1.18  # factor of magnification for each notch of the wheel


def _under_way(scene: Scene) -> Scene:
    """Return the scene without the ships' planned paths while they move: the flown path is drawn instead."""
    return scene.but(trails=(), ghosts={}) if scene.others.flights else scene


def _in_play(scene: Scene) -> dict[Id, tuple[float, float]]:
    """Return the places of all ships and counters in play."""
    state = scene.view.state
    return {key: piece.at for key, piece in (*state.ships.items(), *state.counters.items()) if piece.in_play}


@dataclass(frozen=True)
class SeatCamera:
    """One side's view of the board."""

    camera: Camera
    fitted: bool
    followed: tuple[object, frozenset[Id]]


class BoardView:
    """The window on the table."""

    def __init__(self, rect: Rect) -> None:
        self.camera = Camera(rect)
        self.layers = KeptLayers()
        self._plan = LabelLayout()
        self._words: tuple[Word, ...] = ()
        self._places, self._fleet = Memo[dict[Id, DrawnPose]](), Memo[ships.DrawnShips]()
        self._names = Memo[list[ships.PlacedPicture]]()
        self._ghost = ships.GlidingGhost()
        self._whole = PictureCache(waits=True)
        self._grip: tuple[int, Place] | None = None
        # every place that a ship asked for a plot can end in
        self.ends: Callable[[], Sequence[tuple[float, float]]] = tuple
        self._fitted = False
        # the camera's key, and the pieces in view then
        self._followed: tuple[object, frozenset[Id]] = (), frozenset()

    # -- questions of the screen ---------------------------------------------------------------------------------------

    def change_eye(self, eye: SeatCamera | None) -> SeatCamera:
        """Change to another side's view, None for a new one; return the old one."""
        was = SeatCamera(self.camera, self._fitted, self._followed)
        new = eye or SeatCamera(Camera(self.camera.rect), False, ((), frozenset()))
        self.camera, self._fitted, self._followed = new.camera, new.fitted, new.followed
        self.camera.resize(was.camera.rect)
        self._grip, self._ghost = None, ships.GlidingGhost()
        self._plan = LabelLayout()  # labels keep their places, which would reveal what the other player had in hand
        return was

    @property
    def rect(self) -> Rect:
        """The board's rect in real pixels."""
        return self.camera.rect

    @property
    def busy(self) -> bool:
        """Return whether something is gliding or late, so that another frame is needed."""
        return not self.camera.still or self._ghost.easing or self.late

    @property
    def late(self) -> bool:
        """Return whether a part of the last scene is left to the next frame."""
        return self.layers.late

    @property
    def _moving(self) -> bool:
        """Return whether the table is being dragged, or gliding."""
        return self._grip is not None or not self.camera.still

    def resize(self, rect: Rect) -> None:
        if Rect(rect) != self.camera.rect:
            self.camera.resize(rect)

    def fit(self, scene: Scene | None = None, everything: bool = False, glide: bool = True) -> None:
        """Show all ships in play and all their destinations in `ends`. With `everything`, or without ships, show the
        whole table."""
        afloat = _in_play(scene).values() if scene else ()
        if everything or not afloat:
            self.camera.fit((), glide)
            return
        # a margin round destinations, a wider one round ships
        margin, wide = (1.0, 1.0) if self.camera.board.cells else (1.5, 3.5)
        round_ships = [(x + dx, y + dy) for x, y in afloat for dx, dy in ((-wide, -wide), (wide, wide))]
        self.camera.fit([*round_ships, *self.ends()], glide, margin, min(theme.px(96), round(self.rect.w * 0.11)))

    def hold(self, points: Sequence[tuple[float, float]], scene: Scene) -> None:
        """Keep all these places in view: fit everything again unless the player has moved the view."""
        if not self._fitted or not points or self.camera.holds(points, theme.px(EDGE)):
            return
        if self.camera.fitted:
            self.fit(scene)
        if not self.camera.holds(points, theme.px(EDGE)):
            self.camera.include(points, theme.px(EDGE))

    def show(
        self, board: Board, points: Sequence[tuple[float, float]], margin: float, room: float, glide: bool
    ) -> None:
        """Look at these places of a board, with a margin and `room` more pixels for words, instead of at the ships."""
        self.camera.board = board
        self._fitted = True
        self.camera.fit(points, glide, margin, room)

    def show_event(self, event: Event) -> None:
        """Bring the place of a line of the log into view."""
        spot = event_marks.focus_place(event)
        if spot and not self.camera.shows(spot, 80):
            self.camera.look_at(spot)

    def look(self, scene: Scene) -> dict[Id, ships.ShipLook]:
        """Return silhouettes and reasons of absence, asked of the sheets once for each view."""
        return ships.looks(scene)

    def ship_at(self, pixel: Place, scene: Scene) -> Id:
        """Return the ship under a pixel, or an empty id."""
        return next(
            iter(ships.ships_at(self.camera, scene, self.look(scene), pixel) if self.rect.collidepoint(pixel) else ()),
            "",
        )

    def cell_at(self, pixel: Place) -> tuple[float, float] | None:
        """Return the centre of the cell under a pixel; None on an open table and off the table."""
        board = self.camera.board
        place = self.camera.mu(pixel)
        if not board.cells or not self.rect.collidepoint(pixel) or not board.holds(place):
            return None
        return board.place(board.file_coordinates(place))

    def pieces_at(self, pixel: Place, scene: Scene) -> list[Id]:
        """Return all ships under a pixel, the nearest first, then all counters, the topmost first."""
        if not self.rect.collidepoint(pixel):
            return []
        return [
            *ships.ships_at(self.camera, scene, self.look(scene), pixel),
            *counters.counters_at(self.camera, scene, pixel),
        ]

    def badge_at(self, pixel: Place, scene: Scene) -> Badge | None:
        """Return the badge under a pixel; None during a film, which shows none."""
        look = self.look(scene)
        rects = {} if scene.playing else ships.badge_rects(self.camera, scene, look)
        found = next((key for key, rect in rects.items() if rect.collidepoint(pixel)), "")
        if not found:
            return None
        rect, badges = rects[found], look[found].badges
        return badges[min(int((pixel[0] - rect.x) * len(badges) / rect.w), len(badges) - 1)]

    def body_at(self, pixel: Place, bodies: Iterable[Body]) -> Body | None:
        """Return the body of terrain under a pixel, or for a small one also close to it."""
        camera = self.camera
        near = (
            one for one in bodies if math.dist(camera.xy(one.at), pixel) <= max(theme.px(14), one.radius * camera.scale)
        )
        return next(near, None)

    def rule_at(self, pixel: Place, scene: Scene) -> str:
        """Return the rule of the terrain under a pixel, or else of an overlay there; empty if there is none."""
        if not self.rect.collidepoint(pixel):
            return ""
        if body := self.body_at(pixel, scene.view.state.table.bodies):
            return scene.view.system.files.terrain_rule(body.kind)
        rose = "compass" in scene.tools and ground.rose_rect(self.camera).collidepoint(pixel)
        return "table/overlays" if rose else own_rule(self.camera, scene, pixel)

    @property
    def written(self) -> list[Rect]:
        """The rects of words in pixels: chips, plates, names of ships and of terrain."""
        return [word.rect for word in (*self._words, *self._plan.names, *self._plan.bodies)]

    def in_use(self, scene: Scene) -> list[Rect]:
        """Return areas of the board in use, in pixels."""
        return self._plan.in_use(self.camera, scene, self.written)

    # -- input ---------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, scene: Scene) -> bool:
        """Handle zoom, pan and fit. Return whether the event was used. Presses on ships are left to the screen."""
        if event.type == pygame.MOUSEWHEEL:
            at = pygame.mouse.get_pos()
            if self.rect.collidepoint(at):
                self.camera.zoom(WHEEL ** (event.precise_y if hasattr(event, "precise_y") else event.y), at)
                return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2) and self.rect.collidepoint(event.pos)
        if pressed and (event.button == 2 or not self.ship_at(event.pos, scene)):
            self._grip = event.button, event.pos
            return bool(event.button == 2)
        if event.type == pygame.MOUSEBUTTONUP and self._grip and event.button == self._grip[0]:
            self._grip = None
            return bool(event.button == 2)
        if event.type == pygame.MOUSEMOTION and self._grip:
            self.camera.pan(event.pos[0] - self._grip[1][0], event.pos[1] - self._grip[1][1])
            self._grip = self._grip[0], event.pos
            return True
        return event.type == pygame.KEYDOWN and self._key(event, scene)

    def _key(self, event: pygame.event.Event, scene: Scene) -> bool:
        steps = {pygame.K_LEFT: (-0.2, 0), pygame.K_RIGHT: (0.2, 0), pygame.K_UP: (0, 0.2), pygame.K_DOWN: (0, -0.2)}
        ctrl = event.mod & pygame.KMOD_CTRL
        if event.key in steps and ctrl:
            self.camera.nudge(*steps[event.key])
        elif event.key in (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS):
            self.camera.zoom(WHEEL**2)
        elif event.key in (pygame.K_MINUS, pygame.K_KP_MINUS):
            self.camera.zoom(WHEEL**-2)
        elif event.key == pygame.K_f and not ctrl:
            self.fit(scene, everything=bool(event.mod & pygame.KMOD_SHIFT))
        else:
            return False
        return True

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface, scene: Scene, now: float = 0.0) -> None:
        """Draw the whole board inside its rect; `now`, in ms, drives all glides."""
        if self.rect.w < 8 or self.rect.h < 8:
            return
        self._begin(scene, now)
        clip = dst.get_clip()
        dst.set_clip(self.rect.clip(clip) if clip.size != dst.get_size() else self.rect)
        look, still, plan = self.look(scene), _under_way(scene), self._plan
        places = self._places.get((scene.view, scene.over.moment), lambda: ships.stances(scene))
        lay = partial(self._lay_words, still)
        field = self.layers.draw_field(self.camera, still, look, dst.get_size(), self._moving, lay)
        self._ghost.follow(scene, now)
        names = plan.afloat(self.camera, scene, look, places)
        words = names, plan.bodies, tuple(plan.beside), plan.card, self._words
        key = scene, self.camera.key, self.layers.field.key, self._ghost.shown, words
        if dst.get_clip() == self.rect:
            self._whole.draw(dst, self.rect, key, lambda: self._draw(dst, scene, field, names))
        else:
            self._draw(dst, scene, field, names)
        dst.set_clip(clip)

    def _draw(self, dst: Surface, scene: Scene, field: Surface, names: tuple[Word, ...]) -> None:
        """Draw the field and everything over it, which depend on the scene, the camera and the words."""
        self._draw_pieces(dst, scene, field)
        self._draw_words(dst, scene, names)

    def _draw_pieces(self, dst: Surface, scene: Scene, field: Surface) -> None:
        look = self.look(scene)
        places = self._places.get((scene.view, scene.over.moment), lambda: ships.stances(scene))
        dst.blit(field, self.rect.topleft, self.rect)
        lay_words(dst, self._plan.bodies)
        terrain_layer.moving_bodies(
            dst, self.camera, scene.view.state.table.bodies, scene.over.moment.bodies if scene.over.moment else {}
        )
        ground.scale_plate(dst, self.camera)
        if scene.over.pointed:
            hexgrid.draw_hovered_hex(dst, self.camera, scene.over.pointed)
        self._ghost.draw(dst, self.camera, scene, look)
        counters.draw_fans(dst, self.camera, scene)
        counters.draw_ghosts(dst, self.camera, scene)
        envelopes.flown(dst, self.camera, scene)
        effects.draw_under_way(dst, self.camera, scene, look, places)
        ships.draw_marks(dst, self.camera, scene, look, places)
        counters.draw_bearings(dst, self.camera, scene, look)
        marks.draw_screens(dst, self.camera, scene, look)
        draw_over(dst, self.camera, scene, look)
        ships.draw_about(dst, self.camera, scene, look, places, "below")
        drawn_for = self.camera.key, scene.others, scene.asked, scene.over.moment, theme.scale, theme.palette.name
        self._fleet.get(drawn_for, lambda: ships.fleet_of(self.camera, scene, look, places)).draw(dst)
        draw_own(dst, self.camera, scene, "above")
        ships.draw_about(dst, self.camera, scene, look, places, "above")
        counters.draw_tokens(dst, self.camera, scene)
        marks.draw_fights(dst, self.camera, scene)
        marks.draw_attacks(dst, self.camera, scene, look)
        marks.draw_group(dst, self.camera, scene)
        effects.draw_effects(dst, self.camera, scene, look, places)

    def _draw_words(self, dst: Surface, scene: Scene, names: tuple[Word, ...]) -> None:
        look, places = self.look(scene), self._places.get((scene.view, scene.over.moment), lambda: ships.stances(scene))
        if not scene.playing:
            lay_words(dst, self._plan.beside)
        event_marks.draw_moment(dst, self.camera, scene, (word.rect for word in names))
        said = names, ships.names_in_hand(scene, look, names)
        shown = *said, theme.scale, theme.palette.name
        dst.fblits(self._names.get(shown, lambda: ships.names_laid(*said)), BLEND_PREMULTIPLIED)
        card, place = self._plan.card or (None, Rect(0, 0, 0, 0))
        if not scene.playing or scene.hand.overlays:
            lay_words(dst, [word for word in self._words if not word.rect.colliderect(place)])
        lay_words(dst, self._plan.hovered_name(self.camera, scene, look, places))
        event_marks.draw_ruler(dst, self.camera, scene)
        ground.scale_bar(dst, self.camera, scene.over.pointed)
        draw_own(dst, self.camera, scene, "pinned")
        if card:  # above everything, because it is being read
            paste(dst, card, place.topleft)

    def _begin(self, scene: Scene, now: float) -> None:
        """Carry glides on; fit the first scene; react to another table, scale or palette."""
        board = board_of(scene.view.state.table)
        if board != self.camera.board or not self._fitted:
            scrolled = self._fitted and board.cells and board.extent[2:] == self.camera.extent[2:]
            self.camera.board = board
            if not scrolled or self._lost(scene):  # a scrolled window shows the same ships in the same places
                self.fit(scene, glide=scrolled)
            self._fitted = True
        self.camera.advance(now)
        if self._followed[0] != self.camera.key:
            pieces = _in_play(scene)
            self._followed = self.camera.key, frozenset(key for key in pieces if self.camera.shows(pieces[key]))

    def _lost(self, scene: Scene) -> bool:
        """Return whether a piece in play has left the view since the camera last stopped."""
        return not all(self.camera.shows(at) for key, at in _in_play(scene).items() if key in self._followed[1])

    def _lay_words(self, scene: Scene, below: Parts) -> None:
        self._words = self._plan.words(self.camera, scene, self.look(scene), below, self._moving)
