"""Pointer input on the sandbox's table: choosing, plotting, moving ships and bodies, measuring; no part of the
rules."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame
from pygame import Surface
from pygame.event import Event

from game.board.terrain import Body, entry_number
from game.core.orders import Id
from game.sandbox.comparison import Ghost
from game.sandbox.start_editor import format_place, moved_cells, to_file_place
from game.seating.dangers import Doom, doom_of
from game.seating.memo import Memo
from game.ui.board.layers.bodies import one_body
from game.ui.board.layers.ships import grown
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.end_search import EndSearch
from game.ui.input_modes.scenes import with_plot
from game.ui.render.hulls import sprite
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import stamp
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import Carried
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_input import BoardInput, Point
from game.ui.toolkit.parts import chip

GHOST = 22  # design pixels round a ghost that count as part of it


@dataclass(frozen=True, slots=True)
class Under:
    """The thing under a pixel, with its key: a ghost of the present plan and turn, an `other` ghost, a ship or a
    body."""

    kind: str = ""  # ghost, other, ship, body; empty for nothing
    key: str = ""
    ghost: Ghost | None = None


class SandboxInput(BoardInput):
    """Input of the pointer over the table."""

    context: SandboxContext

    def __init__(self, context: SandboxContext) -> None:
        super().__init__(context)
        self.carried: Carried | None = None
        self.ends = EndSearch()
        self._doom = Memo[Doom | None]()

    @property
    def ruling(self) -> bool:
        return self.context.tool == "measure"

    # -- contents of places --------------------------------------------------------------------------------------------

    def at(self, pixel: tuple[int, int]) -> Under:
        """Return the thing under a pixel; ghosts of the present plan come first."""
        if not self.board.rect.collidepoint(pixel):
            return Under()
        camera, sandbox, best, near = self.board.camera, self.context.sandbox, Under(), float(theme.px(GHOST))
        for leg in self.context.legs:
            far = math.dist(camera.xy(leg.pose.at), pixel)
            mine = leg.last and leg.branch in ("", sandbox.branch.key)
            if far - mine < near and math.dist(leg.pose.at, leg.path[0]) > 0.5:
                ghost = Ghost(leg.branch or sandbox.branch.key, leg.turn, leg.ship)
                best, near = Under("ghost" if mine else "other", leg.ship, ghost), far
        ship = self.board.ship_at(pixel, self.context.scene)
        if ship and (not best.kind or math.dist(camera.xy(sandbox.start.state.ships[ship].at), pixel) < near):
            return Under("ship", ship)
        if not best.kind and (body := self.body_at(pixel)):
            return Under("body", str(entry_number(body) - 1))
        return best

    def body_at(self, pixel: tuple[int, int]) -> Body | None:
        return self.board.body_at(pixel, self.context.sandbox.start.state.table.bodies)

    @property
    def point(self) -> Point:
        """The place on the table under the pointer, clamped to the table. On a board of cells it is the middle of
        one."""
        return self.context.sandbox.board.nearest(self.board.camera.mu(self.pointer))

    # -- pointer -------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Return whether something is being dragged."""
        return self.carried is not None or bool(self.context.model and self.context.model.pulling)

    def _hover(self, event: Event, inside: bool) -> None:
        under = self.at(event.pos) if inside else Under()
        hovered = "" if under.kind == "body" else under.key
        if hovered != self.hovered:
            self.hovered = hovered
            self.context.change()

    def _press(self, event: Event) -> bool:
        """Use a press on the table for the armed entry, or for the thing there. Return False on empty space."""
        if self.context.armed:
            self.context.commands.place_armed(self.point)
            return True
        under = self.at(event.pos)
        if not under.kind:
            return False
        self._pressed = under, event.pos
        if under.kind == "body":
            self.context.choose_body(int(under.key))
        elif under.kind == "ship" and not self._aims(under.key):
            self.context.choose(under.key)
        return True

    def _aims(self, key: Id) -> bool:
        """Make a pressed ship of another side the target, if a ship is chosen."""
        ships, chosen = self.context.sandbox.start.state.ships, self.context.chosen
        return chosen in ships and ships[chosen].side != ships[key].side

    def _lift(self, event: Event) -> None:
        """Begin a drag: plot an order, or move a thing."""
        under, at = self._pressed or (Under(), (0, 0))
        self._pressed, kind, key = None, under.kind, under.key
        if kind == "ghost" or (kind == "ship" and self.context.tool == "plan"):
            self.context.choose(key)
            if self._begin(at):
                self.drag.move(self.point)
                self.drag.moved = True
                self._follow()
        elif kind == "ship":
            self.context.choose(key)
            ship, view = self.context.sandbox.start.state.ships[key], self.context.sandbox.start
            colour = theme.seat(view.state.sides[ship.side].seat)
            self.carried = Carried(
                "ship", key, view.sheet(key).glyph, self.context.sandbox.board.direction(ship.facing), colour
            )
            self.context.change()
        elif kind == "body":
            self.carried = Carried("body", key, body=self.body_at(at))
            self.context.change()

    def _release(self, event: Event) -> None:
        """Use a click."""
        context, under = self.context, self._pressed[0] if self._pressed else Under()
        self._pressed = None
        if under.ghost and self._aims(under.key):  # a ghost of another side becomes the target
            context.aim(under.key, under.ghost)
        elif under.ghost:
            context.sandbox.choose(under.ghost.branch)
            context.choose(under.key)
        elif under.kind == "ship" and self._aims(under.key):
            if context.target == under.key:
                context.choose(under.key)
            else:
                context.aim(under.key)

    def _carry(self, event: Event) -> bool:
        """Make a dragged thing follow the pointer, and put it down where the button is released."""
        carried = self.carried
        if carried is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            self.context.change()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.carried = None
            if self.board.rect.collidepoint(event.pos) and not self.context.covered(event.pos):
                self.context.commands.drop_carried(carried, self.point)
            else:
                self.context.tell("let go of it over the table, and it lies there", "table/sandbox")
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
        """Take something from the palette."""
        self.carried = carried
        self.context.change()

    def drop(self) -> bool:
        """Drop the thing being dragged. Return whether there was one."""
        held = self.carried is not None or self.drag.active or self._pressed is not None
        self.carried, self._pressed = None, None
        if self.drag.active:
            self.drag.cancel()
            self._follow()
        self.context.change()
        return held

    def forget(self) -> None:
        """Forget the thing being dragged, because it belongs to the state before."""
        self.drag.cancel()
        self.carried = None

    # -- keys ----------------------------------------------------------------------------------------------------------

    def _draft(self) -> bool:
        begun, model = self._begin(), self.context.model
        if not begun and model and model.order:
            self.context.tell("it has nowhere to go")
        return begun

    def _begin(self, pixel: tuple[int, int] | None = None) -> bool:
        """Take the order of the chosen ship in hand, at a pixel or by keys. If it takes none, show the reason and
        return False."""
        model = self.context.model
        if model is None or model.order is None:
            self.context.tell(self.context.no_order())
            return False
        return self.drag.begin(model, model.chosen, pixel, model.order)

    def _follow(self) -> None:
        """Lay the sheet out again for the changed order in hand."""
        self.context.change_sheet() if self.drag.active else self.context.change()

    def accept(self) -> bool:
        """Finish plotting and give the order. Return whether there was one."""
        order = self.drag.accept() if self.drag.active else None
        if order is not None:
            self.context.commands.give(order.by, str(order))
            self._follow()
        return order is not None

    # -- drawing -------------------------------------------------------------------------------------------------------

    def scene(self, plain: Scene) -> Scene:
        """Return the scene with the order in hand, its possible costs, and the ruler."""
        model, drag, dooms, hazards = self.context.model, self.drag, plain.dooms, tuple[float, ...]()
        shown = plain
        if model is not None and model.lifted:
            parts = (plain, model.hand.grasp, model.foresight.lost_early(model.lifted))
            shown = self._plotted.get(parts, lambda: with_plot(plain, model, drag.destinations))
            doom = self._doom_in_hand(model)
            dooms = {key: one for key, one in dooms.items() if key != model.lifted}
            if doom:
                dooms[model.lifted] = doom
        if model is not None and model.foresight.foretells:
            self.ends.begin(
                model.view, model.order_of(model.chosen), drag.destinations if drag.active else plain.asked.destinations
            )
            hazards = self.ends.hazards()
        return self._with(shown, ruler=self.context.own.ruler, hovered=self.hovered, dooms=dooms, hazards=hazards)

    def _doom_in_hand(self, model: SeatModel) -> Doom | None:
        """Return the risk to its ship of the order being plotted."""
        view, ship, end, pose = model.view, model.lifted, model.end, model.pulled
        if not model.foresight.foretells or end is None or pose is None:
            return None

        def found() -> Doom | None:
            fate = view.forecast({ship: end.order}, ship).fates.get(ship)
            return doom_of(fate, pose) if fate else None

        return self._doom.get((view, end, pose), found)

    def draw(self, dst: Surface) -> None:
        """Draw the thing being dragged at the place where it would be dropped."""
        one = self.carried
        if one is None:
            return
        clip = dst.get_clip()
        inside = self.board.rect.collidepoint(self.pointer)
        if inside:
            dst.set_clip(self.board.rect)
            self._draw_cells(dst, one)
        if one.body is not None:
            one_body(dst, one.body, self.pointer, one.body.radius * self.board.camera.scale)
        else:
            stamp(dst, sprite(one.glyph, one.degrees, one.colour, grown(self.board.camera)), self.pointer)
        if inside:
            board = self.context.sandbox.board
            chip(
                dst,
                (self.pointer[0], self.pointer[1] + theme.px(34)),
                format_place(board, to_file_place(board, self.point)),
            )
        dst.set_clip(clip)

    def _draw_cells(self, dst: Surface, one: Carried) -> None:
        """Draw the cells that it would fill, on a board of cells."""
        sandbox = self.context.sandbox
        places = [self.point]
        if (
            one.kind == "body"
            and one.body is not None
            and (cells := sandbox.opened.file.table.terrain[int(one.key)].hexes)
        ):
            there = moved_cells(
                cells, sandbox.board.file_coordinates(one.body.at), sandbox.board.file_coordinates(self.point)
            )
            places = [sandbox.board.place((q, r)) for q, r in there]
        for place in places:
            if tile := sandbox.board.tile(place):
                dashed_line(dst, self.board.camera.many([*tile, tile[0]]), theme.accent, 1.6, 6, 4, 230)
