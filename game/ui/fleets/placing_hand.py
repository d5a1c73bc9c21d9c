"""The pointer on the page on which fleets are placed.

It carries ships from the tray and on the board, turns them, and sets their velocity.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect
from pygame.event import Event

from game.board.geometry import Point
from game.core.orders import Id
from game.fleets.placing import ShipStart
from game.ui.board.layers.ships import grown, reach_of
from game.ui.fleets.placing_board import PlacingBoard
from game.ui.fleets.placing_model import PlacingModel
from game.ui.fleets.placing_parts import TrayCard
from game.ui.render.shapes import heading
from game.ui.render.theme import theme
from game.ui.toolkit.focus import Focus

STARTS = 5  # design pixels that the pointer moves before a press is a drag
LEAST = 18  # radius in design pixels within which a ship can be taken


class PlacingPointer:
    """Carries out the actions of the pointer. `tray` returns the rect of the tray, on which a ship is put back."""

    def __init__(self, model: PlacingModel, board: PlacingBoard, focus: Focus, tray: Callable[[], Rect]) -> None:
        self.model, self.board, self.focus, self.tray = model, board, focus, tray
        self._pressed: Id = ""  # the ship that was pressed
        self._began: tuple[int, int] | None = None  # where the left button was pressed
        self._grip: Point = (0.0, 0.0)  # offset from the pointer to the middle of the ship, in units
        self._turning = False

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer; return True if nothing else may use it."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self._begin_turn(event.pos)
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        return False

    def forget(self) -> None:
        self._pressed, self._began, self._turning = "", None, False

    # -- left: carry ---------------------------------------------------------------------------------------------------

    def ship_at(self, pos: tuple[int, int]) -> Id:
        """Return the ship under a pixel that can be carried; empty if there is none."""
        placing, camera = self.model.placing, self.board.view.camera
        if not self.board.rect.collidepoint(pos):
            return ""
        spots = {one.key: placing.state.spots.get(one.key) for one in placing.waiting}
        if placing.hand and self.model.spot is not None:
            spots[placing.hand] = self.model.spot
        k = grown(camera)
        near = {
            key: math.dist(camera.xy(spot.at), pos)
            for key, spot in spots.items()
            if spot is not None
            and math.dist(camera.xy(spot.at), pos) <= max(theme.px(LEAST), reach_of(self.model.look(key).glyph, k))
        }
        return min(near, key=lambda key: (key != placing.hand, near[key]), default="")

    def _press(self, pos: tuple[int, int]) -> bool:
        self._began, self._pressed, self._grip = pos, "", (0.0, 0.0)
        under = next((one for one in reversed(self.focus.widgets) if one.focusable and one.hit.collidepoint(pos)), None)
        if isinstance(under, TrayCard):
            self._pressed = under.ship if under.on_press else ""
            return False
        if under is not None or not self.board.rect.collidepoint(pos):
            self._began = None
            return False
        key = self.ship_at(pos)
        if not key:
            return False
        self.focus.focus(None, False)
        self._pressed = key
        self.model.take(key)
        at, (x, y) = self.model.spot, self.board.view.camera.mu(pos)
        self._grip = (at.at[0] - x, at.at[1] - y) if at else (0.0, 0.0)
        return True

    def _move(self, pos: tuple[int, int]) -> bool:
        if self._turning:
            self._turn_to(pos)
            return True
        if not self._pressed or self._began is None:
            return False
        if not self.model.carried:
            if math.dist(pos, self._began) < theme.px(STARTS):
                return False
            self.model.take(self._pressed)
            self.model.carried = True
            for one in self.focus.widgets:
                one.pressed = one.hover = False
        if self.board.rect.collidepoint(pos):
            x, y = self.board.view.camera.mu(pos)
            self.model.hold_at(self.model.placing.board.nearest((x + self._grip[0], y + self._grip[1])))
        elif self.tray().collidepoint(pos):
            self.model.held = None
            self.model.why = ""
            self.model.changed()
        return True

    def _release(self, event: Event) -> bool:
        model = self.model
        if event.button == 3 and self._turning:
            self._turning = False
            model.drop()
            return True
        if event.button != 1 or self._began is None:
            return False
        began, pressed, carried = self._began, self._pressed, model.carried
        self.forget()
        if carried:
            if self.tray().collidepoint(event.pos):
                model.carried = False
                self._into_tray()
            else:
                model.drop()
            return True
        still = math.dist(event.pos, began) < theme.px(STARTS)
        if not pressed and still and self.board.rect.collidepoint(event.pos):
            self._put_here(event.pos)
        return False

    def _into_tray(self) -> None:
        placing = self.model.placing
        if placing.hand in placing.state.spots:
            self.model.do(lambda: placing.lift(placing.hand))
        else:
            self.model.let_go()

    def _put_here(self, pos: tuple[int, int]) -> None:
        """Put the ship in hand at a click in the own zone."""
        placing = self.model.placing
        if self.model.ship is None:
            return
        at = placing.rounded(placing.board.nearest(self.board.view.camera.mu(pos)))
        spot = self.model.spot or placing.first_spot(placing.hand, at)
        spot = replace(spot, at=at)
        if not placing.why_not(placing.hand, spot):
            self.model.do(lambda: placing.place_ship(placing.hand, spot))

    # -- right: turn; wheel: velocity ----------------------------------------------------------------------------------

    def _begin_turn(self, pos: tuple[int, int]) -> bool:
        if not self.board.rect.collidepoint(pos):
            return False
        if key := self.ship_at(pos):
            self.model.take(key)
        if self.model.spot is None:
            return False
        self._turning = True
        return True

    def _turn_to(self, pos: tuple[int, int]) -> None:
        """Point the ship in hand at the pointer."""
        spot, board = self.model.spot, self.model.placing.board
        if spot is None:
            return
        at = self.board.view.camera.xy(spot.at)
        if math.dist(at, pos) < theme.px(LEAST):
            return
        way = heading(at, pos)
        course = min(board.courses, key=lambda one: abs((board.direction(one) - way + 180) % 360 - 180))
        self.model.carried = True
        self.model.hold(ShipStart(spot.at, course, spot.velocity))

    def _wheel(self, event: Event) -> bool:
        if self.model.spot is None or not self.board.rect.collidepoint(pygame.mouse.get_pos()):
            return False
        if pygame.key.get_mods() & pygame.KMOD_CTRL:
            return False
        self.model.speed_up(1 if event.y > 0 else -1)
        return True
