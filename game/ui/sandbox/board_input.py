"""The hand on the sandbox's table: choosing, plotting by drag, carrying ships and bodies elsewhere, measuring; no rules."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.board.terrain import Body
from game.core.orders import Id, Order
from game.sandbox.comparison import Ghost
from game.sandbox.start_editor import entry_number, moved_cells, placed, said
from game.ui.board.layers.bodies import one_body
from game.ui.board.layers.ships import grown
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import SLOP, Drag
from game.ui.render.hulls import sprite
from game.ui.render.lines import dashed
from game.ui.render.shapes import stamp
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.parts import chip

if TYPE_CHECKING:
    from game.ui.sandbox.screen import SandboxScreen

Point = tuple[float, float]
GHOST = 22  # design pixels round a ghost that count as hers


@dataclass(frozen=True, slots=True)
class Carried:
    """What hangs on the pointer: a ship or a body that is put elsewhere (`key`), or a new one from the palette."""

    kind: str  # ship, body, design, terrain
    key: str
    glyph: str = ""
    degrees: float = 0.0
    colour: Colour = (255, 255, 255)
    body: Body | None = None


class Hand:
    """What the pointer does over the table."""

    def __init__(self, screen: SandboxScreen) -> None:
        self.screen = screen
        self.board = screen.board
        self.drag = Drag(self._plotted)
        self.hovered: Id = ""
        self.pointer = (0, 0)
        self.carried: Carried | None = None
        self._pressed: tuple[str, str, tuple[int, int]] | None = None  # what lies there, its key, where
        self._ruler: tuple[Point, Point] | None = None
        self._ruled = False

    # -- what lies where -------------------------------------------------------------------------------------------------

    def at(self, pixel: tuple[int, int]) -> tuple[str, str]:
        """What lies under a pixel: (ghost or ship or body, key); ghosts of the plan in hand come first."""
        if not self.board.rect.collidepoint(pixel):
            return "", ""
        camera, best, near = self.board.camera, ("", ""), float(theme.px(GHOST))
        for leg in self.screen.legs:
            far = math.dist(camera.xy(leg.pose.at), pixel)
            mine = leg.last and leg.branch in ("", self.screen.sandbox.branch.key)
            if far - mine < near and math.dist(leg.pose.at, leg.path[0]) > 0.5:
                branch = leg.branch or self.screen.sandbox.branch.key
                best, near = ("ghost", leg.ship) if mine else ("other", f"{branch} {leg.turn} {leg.ship}"), far
        ship = self.board.ship_at(pixel, self.screen.scene)
        if ship and (not best[0] or math.dist(camera.xy(self._ship(ship).at), pixel) < near):
            return "ship", ship
        if best[0]:
            return best
        found = self.body_at(pixel)
        return ("body", str(entry_number(found))) if found else ("", "")

    def body_at(self, pixel: tuple[int, int]) -> Body | None:
        """The body of terrain under a pixel."""
        camera, bodies = self.board.camera, self.screen.sandbox.start.state.table.bodies
        under = (one for one in bodies if math.dist(camera.xy(one.at), pixel) <= max(theme.px(14), one.radius * camera.scale))
        return next(under, None)

    def _ship(self, key: Id) -> Any:
        return self.screen.sandbox.start.state.ships[key]

    @property
    def point(self) -> Point:
        """The place on the table under the pointer, kept on the table; on a board of cells the middle of one."""
        return self.screen.sandbox.board.nearest(self.board.camera.mu(self.pointer))

    # -- pointer -----------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Does something hang on the pointer?"""
        return self.carried is not None or (self.drag.active and not self.drag.by_keys)

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer; True if it was taken."""
        if hasattr(event, "pos"):
            self.pointer = event.pos
        if self.carried is not None:
            return self._carry(event)
        if self.drag.active and self.drag.handle(event, self.board.camera):
            self.screen.follow()
            return True
        inside = self.board.rect.collidepoint(self.pointer) and not self.screen.covered(self.pointer)
        if event.type == pygame.MOUSEMOTION:
            self._move(event, inside)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and inside:
            if self._press(event):
                return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed:
            self._click()
        return self.board.handle(event, self.screen.scene) if inside or event.type != pygame.MOUSEWHEEL else False

    def _move(self, event: Event, inside: bool) -> None:
        kind, key = self.at(event.pos) if inside else ("", "")
        hovered = key if kind in ("ship", "ghost") else key.split(" ", 2)[2] if kind == "other" else ""
        if hovered != self.hovered:
            self.hovered = hovered
            self.screen.change()
        if self.screen.tool == "measure" and self._ruler and not self._ruled:
            self._ruler = self._ruler[0], self.board.camera.mu(event.pos)
            self.screen.change()
        if self._pressed and math.dist(event.pos, self._pressed[2]) >= theme.px(SLOP):
            self._lift()

    def _press(self, event: Event) -> bool:
        """A press on the table: an end of the ruler, what is armed, or what lies there; False on empty space."""
        if self.screen.tool == "measure":
            self._measure(self.board.camera.mu(event.pos))
            return True
        if self.screen.armed:
            self.screen.deeds.place_armed(self.point)
            return True
        kind, key = self.at(event.pos)
        if not kind:
            return False
        self._pressed = kind, key, event.pos
        if kind == "body":
            self.screen.choose_body(int(key))
        elif kind == "ship" and not self._aims(key):
            self.screen.choose(key)
        return True

    def _aims(self, key: Id) -> bool:
        """With a ship in hand, a press on one of another side makes that one the target."""
        ships, chosen = self.screen.sandbox.start.state.ships, self.screen.chosen
        return chosen in ships and ships[chosen].side != ships[key].side

    def _lift(self) -> None:
        """A press has become a drag: an order is plotted, or a thing is carried elsewhere."""
        kind, key, at = self._pressed or ("", "", (0, 0))
        self._pressed = None
        if kind == "ghost" or (kind == "ship" and self.screen.tool == "plan"):
            self.screen.choose(key)
            desk = self.screen.desk
            if desk is None or desk.order is None:
                self.screen.tell(self.screen.no_order())
            elif self.drag.begin(desk.view, key, at, desk.order):
                self.drag.move(self.point)
                self.drag.moved = True
                self.screen.follow()
        elif kind == "ship":
            self.screen.choose(key)
            ship, view = self.screen.sandbox.start.state.ships[key], self.screen.sandbox.start
            colour = theme.seat(view.state.sides[ship.side].seat)
            self.carried = Carried("ship", key, view.sheet(key).glyph, 30.0 * ship.facing, colour)
            self.screen.change()
        elif kind == "body":
            self.carried = Carried("body", key, body=self.body_at(at))
            self.screen.change()

    def _click(self) -> None:
        """A press that stayed where it was."""
        kind, key, _ = self._pressed or ("", "", None)
        self._pressed = None
        if kind in ("ghost", "other"):
            self._click_ghost(kind, key)
        elif kind == "ship" and self._aims(key):
            if self.screen.target == key:
                self.screen.choose(key)
            else:
                self.screen.aim(key)

    def _click_ghost(self, kind: str, key: str) -> None:
        """A ghost of another side is what the ship in hand is weighed against; one of her own side is taken in hand."""
        screen = self.screen
        branch, turn, ship = key.split(" ", 2) if kind == "other" else (screen.sandbox.branch.key, str(screen.sandbox.turn), key)
        if self._aims(ship):
            screen.aim(ship, Ghost(branch, int(turn), ship))
            return
        screen.sandbox.choose(branch)
        screen.choose(ship)

    def _carry(self, event: Event) -> bool:
        """While something hangs on the pointer: it goes along, and is put down where the button is let go."""
        carried = self.carried
        assert carried is not None
        if event.type == pygame.MOUSEMOTION:
            self.screen.change()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.carried = None
            if self.board.rect.collidepoint(event.pos) and not self.screen.covered(event.pos):
                self.screen.deeds.put(carried, self.point)
            self.screen.change()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.drop()
            return True
        if event.type == pygame.MOUSEWHEEL and carried.kind in ("ship", "design"):
            turn = 30 * self.screen.sandbox.board.grain
            self.carried = replace(carried, degrees=(carried.degrees + (turn if event.y > 0 else -turn)) % 360)
            self.screen.change()
        return True

    def take(self, carried: Carried) -> None:
        """Something from the palette."""
        self.carried = carried
        self.screen.change()

    def drop(self) -> bool:
        """Lay down whatever is in hand; True if there was something."""
        held = self.carried is not None or self.drag.active or self._pressed is not None
        self.carried, self._pressed = None, None
        if self.drag.active:
            self.drag.cancel()
            self.screen.follow()
        self.screen.change()
        return held

    def forget(self) -> None:
        """What was in hand belongs to what was there before."""
        self.drag.cancel()
        self.carried = None

    # -- keys --------------------------------------------------------------------------------------------------------------

    def nudge(self, turn: int, speed: int) -> None:
        """One turn or one speed more of the order of the ship in hand."""
        desk = self.screen.desk
        if not self.drag.active:
            if desk is None or desk.order is None:
                self.screen.tell(self.screen.no_order())
                return
            if not self.drag.begin(desk.view, desk.chosen, None, desk.order):
                self.screen.tell("she has nowhere to go")
                return
        if turn:
            self.drag.turn(turn)
        if speed:
            self.drag.speed(speed)
        if self.drag.pose and not self.board.camera.shows(self.drag.pose.at, 40):
            self.board.camera.look_at(self.drag.pose.at)
        self.screen.follow()

    def _plotted(self, order: Order) -> None:
        self.screen.deeds.give(order.by, str(order))

    # -- what is drawn -----------------------------------------------------------------------------------------------------

    def scene(self, plain: Scene) -> Scene:
        """The scene with the order in hand and the ruler."""
        shown = self.drag.shown(plain) if self.drag.active else plain
        return replace(shown, ruler=self._ruler, hovered=self.hovered)

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
            board = self.screen.sandbox.board
            chip(dst, (self.pointer[0], self.pointer[1] + theme.px(34)), said(board, placed(board, self.point)))
        dst.set_clip(clip)

    def _draw_cells(self, dst: Surface, one: Carried) -> None:
        """The cells it would fill, on a board that has them."""
        sandbox = self.screen.sandbox
        places = [self.point]
        if one.kind == "body" and one.body is not None and (cells := sandbox.opened.file.table.terrain[int(one.key)].hexes):
            there = moved_cells(cells, sandbox.board.written(one.body.at), sandbox.board.written(self.point))
            places = [sandbox.board.place((q, r)) for q, r in there]
        for place in places:
            if tile := sandbox.board.tile(place):
                dashed(dst, self.board.camera.many([*tile, tile[0]]), theme.accent, 1.6, 6, 4, 230)

    # -- ruler -------------------------------------------------------------------------------------------------------------

    def rule(self, on: bool) -> None:
        """Take the ruler up or put it away."""
        self._ruler, self._ruled = None, False

    def _measure(self, at: Point) -> None:
        if self._ruler is None or self._ruled:
            self._ruler, self._ruled = (at, at), False
        else:
            self._ruler, self._ruled = (self._ruler[0], at), True
        self.screen.change()
