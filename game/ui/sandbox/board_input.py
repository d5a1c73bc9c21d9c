"""The hand on the sandbox's table: choosing, plotting by drag, carrying ships and bodies elsewhere, measuring; no rules."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.board.terrain import Body, entry_number
from game.core.orders import Id, Order
from game.sandbox.comparison import Ghost
from game.sandbox.start_editor import format_place, moved_cells, to_file_place
from game.ui.board.layers.bodies import one_body
from game.ui.board.layers.ships import grown
from game.ui.board.model.scene import Scene
from game.ui.render.hulls import sprite
from game.ui.render.lines import dashed
from game.ui.render.shapes import stamp
from game.ui.render.theme import theme
from game.ui.sandbox.model.carried import Carried
from game.ui.sandbox.model.context import SandboxContext
from game.ui.session.board_input import BoardInput, Point
from game.ui.toolkit.parts import chip

GHOST = 22  # design pixels round a ghost that count as its own


class SandboxInput(BoardInput):
    """What the pointer does over the table."""

    context: SandboxContext

    def __init__(self, context: SandboxContext) -> None:
        super().__init__(context)
        self.carried: Carried | None = None

    @property
    def ruling(self) -> bool:
        return self.context.tool == "measure"

    # -- what lies where -------------------------------------------------------------------------------------------------

    def at(self, pixel: tuple[int, int]) -> tuple[str, str]:
        """What lies under a pixel: (ghost or ship or body, key); ghosts of the plan in hand come first."""
        if not self.board.rect.collidepoint(pixel):
            return "", ""
        camera, best, near = self.board.camera, ("", ""), float(theme.px(GHOST))
        for leg in self.context.legs:
            far = math.dist(camera.xy(leg.pose.at), pixel)
            mine = leg.last and leg.branch in ("", self.context.sandbox.branch.key)
            if far - mine < near and math.dist(leg.pose.at, leg.path[0]) > 0.5:
                branch = leg.branch or self.context.sandbox.branch.key
                best, near = ("ghost", leg.ship) if mine else ("other", f"{branch} {leg.turn} {leg.ship}"), far
        ship = self.board.ship_at(pixel, self.context.scene)
        if ship and (not best[0] or math.dist(camera.xy(self._ship(ship).at), pixel) < near):
            return "ship", ship
        if best[0]:
            return best
        found = self.body_at(pixel)
        return ("body", str(entry_number(found) - 1)) if found else ("", "")

    def body_at(self, pixel: tuple[int, int]) -> Body | None:
        """The body of terrain under a pixel."""
        camera, bodies = self.board.camera, self.context.sandbox.start.state.table.bodies
        under = (one for one in bodies if math.dist(camera.xy(one.at), pixel) <= max(theme.px(14), one.radius * camera.scale))
        return next(under, None)

    def _ship(self, key: Id) -> Any:
        return self.context.sandbox.start.state.ships[key]

    @property
    def point(self) -> Point:
        """The place on the table under the pointer, kept on the table; on a board of cells the middle of one."""
        return self.context.sandbox.board.nearest(self.board.camera.mu(self.pointer))

    # -- pointer -----------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Does something hang on the pointer?"""
        return self.carried is not None or (self.drag.active and not self.drag.by_keys)

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer, first for what hangs on it; True if it was taken."""
        if self.carried is None:
            return super().handle(event)
        if hasattr(event, "pos"):
            self.pointer = event.pos
        return self._carry(event)

    def _hover(self, event: Event, inside: bool) -> None:
        kind, key = self.at(event.pos) if inside else ("", "")
        hovered = key if kind in ("ship", "ghost") else key.split(" ", 2)[2] if kind == "other" else ""
        if hovered != self.hovered:
            self.hovered = hovered
            self.context.change()

    def _press(self, event: Event) -> bool:
        """A press on the table: what is armed, or what lies there; False on empty space."""
        if self.context.armed:
            self.context.commands.place_armed(self.point)
            return True
        kind, key = self.at(event.pos)
        if not kind:
            return False
        self._pressed = kind, key, event.pos
        if kind == "body":
            self.context.choose_body(int(key))
        elif kind == "ship" and not self._aims(key):
            self.context.choose(key)
        return True

    def _aims(self, key: Id) -> bool:
        """With a ship in hand, a press on one of another side makes that one the target."""
        ships, chosen = self.context.sandbox.start.state.ships, self.context.chosen
        return chosen in ships and ships[chosen].side != ships[key].side

    def _lift(self, event: Event) -> None:
        """A press has become a drag: an order is plotted, or a thing is carried elsewhere."""
        kind, key, at = self._pressed or ("", "", (0, 0))
        self._pressed = None
        if kind == "ghost" or (kind == "ship" and self.context.tool == "plan"):
            self.context.choose(key)
            model = self.context.model
            if model is None or model.order is None:
                self.context.tell(self.context.no_order())
            elif self.drag.begin(model.view, key, at, model.order):
                self.drag.move(self.point)
                self.drag.moved = True
                self._follow()
        elif kind == "ship":
            self.context.choose(key)
            ship, view = self.context.sandbox.start.state.ships[key], self.context.sandbox.start
            colour = theme.seat(view.state.sides[ship.side].seat)
            self.carried = Carried("ship", key, view.sheet(key).glyph, self.context.sandbox.board.direction(ship.facing), colour)
            self.context.change()
        elif kind == "body":
            self.carried = Carried("body", key, body=self.body_at(at))
            self.context.change()

    def _release(self, event: Event) -> None:
        """A press that stayed where it was."""
        kind, key, _ = self._pressed or ("", "", None)
        self._pressed = None
        if kind in ("ghost", "other"):
            self._click_ghost(kind, key)
        elif kind == "ship" and self._aims(key):
            if self.context.target == key:
                self.context.choose(key)
            else:
                self.context.aim(key)

    def _click_ghost(self, kind: str, key: str) -> None:
        """A ghost of another side is what the ship in hand is weighed against; one of its own side is taken in hand."""
        context, sandbox = self.context, self.context.sandbox
        branch, turn, ship = key.split(" ", 2) if kind == "other" else (sandbox.branch.key, str(sandbox.turn), key)
        if self._aims(ship):
            context.aim(ship, Ghost(branch, int(turn), ship))
            return
        context.sandbox.choose(branch)
        context.choose(ship)

    def _carry(self, event: Event) -> bool:
        """While something hangs on the pointer: it goes along, and is put down where the button is let go."""
        carried = self.carried
        assert carried is not None
        if event.type == pygame.MOUSEMOTION:
            self.context.change()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.carried = None
            if self.board.rect.collidepoint(event.pos) and not self.context.covered(event.pos):
                self.context.commands.put(carried, self.point)
            self.context.change()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.drop()
            return True
        if event.type == pygame.MOUSEWHEEL and carried.kind in ("ship", "design"):
            turn = 30 * self.context.sandbox.board.grain
            self.carried = replace(carried, degrees=(carried.degrees + (turn if event.y > 0 else -turn)) % 360)
            self.context.change()
        return True

    def take(self, carried: Carried) -> None:
        """Something from the palette."""
        self.carried = carried
        self.context.change()

    def drop(self) -> bool:
        """Lay down whatever is in hand; True if there was something."""
        held = self.carried is not None or self.drag.active or self._pressed is not None
        self.carried, self._pressed = None, None
        if self.drag.active:
            self.drag.cancel()
            self._follow()
        self.context.change()
        return held

    def forget(self) -> None:
        """What was in hand belongs to what was there before."""
        self.drag.cancel()
        self.carried = None

    # -- keys --------------------------------------------------------------------------------------------------------------

    def _draft(self) -> bool:
        model = self.context.model
        if model is None or model.order is None:
            self.context.tell(self.context.no_order())
            return False
        begun = self.drag.begin(model.view, model.chosen, None, model.order)
        if not begun:
            self.context.tell("she has nowhere to go")
        return begun

    def _follow(self) -> None:
        """The sheet speaks of the order in hand as it changes."""
        model = self.context.model
        if model is not None:
            if self.drag.active and self.drag.order is not None:
                model.hands[self.drag.ship] = self.drag.order
            else:
                model.hands.clear()
            model.forget()
        self.context.change_sheet() if self.drag.active else self.context.change()

    def _plotted(self, order: Order) -> None:
        self.context.commands.give(order.by, str(order))

    # -- what is drawn -----------------------------------------------------------------------------------------------------

    def scene(self, plain: Scene) -> Scene:
        """The scene with the order in hand and the ruler."""
        shown = self.drag.shown(plain) if self.drag.active else plain
        return replace(shown, ruler=self.context.own.ruler, hovered=self.hovered)

    def draw(self, dst: Surface) -> None:
        """What hangs on the pointer, and where it would lie."""
        one = self.carried
        if one is None:
            return
        clip = dst.get_clip()
        inside = self.board.rect.collidepoint(self.pointer)
        if inside:
            dst.set_clip(self.board.rect)
        if inside:
            self._draw_cells(dst, one)
        if one.body is not None:
            one_body(dst, one.body, self.pointer, one.body.radius * self.board.camera.scale)
        else:
            stamp(dst, sprite(one.glyph, one.degrees, one.colour, grown(self.board.camera)), self.pointer)
        if inside:
            board = self.context.sandbox.board
            chip(dst, (self.pointer[0], self.pointer[1] + theme.px(34)), format_place(board, to_file_place(board, self.point)))
        dst.set_clip(clip)

    def _draw_cells(self, dst: Surface, one: Carried) -> None:
        """The cells it would fill, on a board that has them."""
        sandbox = self.context.sandbox
        places = [self.point]
        if one.kind == "body" and one.body is not None and (cells := sandbox.opened.file.table.terrain[int(one.key)].hexes):
            there = moved_cells(cells, sandbox.board.written(one.body.at), sandbox.board.written(self.point))
            places = [sandbox.board.place((q, r)) for q, r in there]
        for place in places:
            if tile := sandbox.board.tile(place):
                dashed(dst, self.board.camera.many([*tile, tile[0]]), theme.accent, 1.6, 6, 4, 230)
