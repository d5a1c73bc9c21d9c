"""Pointer input on the board: choosing and dragging ships, aiming, measuring; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pygame
from pygame import Rect
from pygame.event import Event

from game.core.display import Destination, Overlay, Ring, Zone
from game.core.forecast import Fate
from game.core.orders import Id
from game.seating.dangers import Doom, doom_of
from game.seating.memo import Memo
from game.ui.battle.catch_up import CatchUp, HeldScene
from game.ui.battle.groups.selection import GroupSelection
from game.ui.board.model.scene import Scene, Stray
from game.ui.board.plotting.drag import SLOP
from game.ui.board.plotting.end_search import EndSearch
from game.ui.board.plotting.hand import Grasp
from game.ui.board.view import EDGE
from game.ui.input_modes.modes import mode_of, scene_of
from game.ui.input_modes.plot import dooms
from game.ui.input_modes.scenes import danger_areas, with_plot
from game.ui.playback.animation import Animation
from game.ui.render.theme import theme
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_input import BoardInput, Point

if TYPE_CHECKING:
    from game.ui.board.model.playback import AnimationFrame

NEAR = 0.05  # part of a cell within which places are the same
CLOSE = 24  # design pixels from the pointer to a destination that it still selects, on a table without cells
STACKED = 4  # most pieces under another that are named


def _flies(one: Overlay) -> bool:
    """Return whether an overlay is the point of attack of a piece that moves by itself."""
    return isinstance(one, Zone) and bool(one.by)


class BattleInput(BoardInput):
    """Input of the pointer and the plotting keys over the board."""

    context: BattleContext

    def __init__(self, context: BattleContext, animation: Animation) -> None:
        super().__init__(context)
        self.animation = animation
        self.board.ends = self._ends
        self._cell: Point | None = None  # under the pointer, on a board of cells
        self._tapped: tuple[int, int] | None = None  # where empty space was pressed
        self._clicked: tuple[Id, tuple[int, int]] = "", (0, 0)  # the piece clicked last, and where
        self._repeats = False  # true if the piece pressed was already in hand, or the target
        self._reached: tuple[object, ...] = ()  # the ship whose destinations were last brought into view
        self._beyond: Point | None = None  # where a ghost outside the board was last brought into view
        self.catch_up = CatchUp(context)
        self.group = GroupSelection(context)
        self.ends = EndSearch()
        self._dooms = Memo[Mapping[Id, Doom]]()
        self._drawn = Memo[tuple[Overlay, ...]]()  # where ships are hit in the view that a film begins with
        self._held = HeldScene()
        self._followed: Grasp | None = None  # the order in hand when the panels were last updated

    def rise(self) -> None:
        """Reset everything for another player: nothing is held, pointed at or remembered."""
        self.drag.cancel()
        self.hovered, self._pressed, self._cell, self._tapped = "", None, None, None
        self._clicked = "", (0, 0)
        self.catch_up.forget()
        self.group = GroupSelection(self.context)
        self.ends = EndSearch()
        self._shown = Memo()
        self._held.drop()
        self._followed = None

    # -- picture of the board ------------------------------------------------------------------------------------------

    def scene(self, plain: Scene) -> Scene:
        """Return the model's scene with the order in hand, or with a moment of the film."""
        moment = self.animation.moment if not self.context.past else None
        return self._playing(plain, moment) if moment else self._with_hand(plain)

    def _hazards(self, plain: Scene) -> tuple[float, ...]:
        """Return the danger, 0 to 1, of each destination of the ship in hand, as far as known."""
        model = self.context.shown
        if not model.foresight.foretells:
            return ()
        destinations = self.drag.destinations if self.drag.active else plain.asked.destinations
        self.ends.begin(model.view, model.order_of(model.lifted or model.chosen), destinations)
        return self.ends.hazards()

    def _in_danger(self) -> Mapping[Id, Doom]:
        """Return the possible losses by the orders in hand. For the dragged piece, return the known danger of its
        destination."""
        model = self.context.shown
        risk = self.ends.risk(model.end) if model.end else None

        def found() -> Mapping[Id, Doom]:
            known, pose, key = dooms(model), model.pulled, model.lifted
            lost = risk.chance if risk and risk.tone == "bad" else 0.0
            one = doom_of(Fate(key, lost, (risk,)), pose) if risk and pose else None
            return {**known, key: one} if one and key not in known else known

        return self._dooms.get((model.foresight.known_fates, risk, model.end), found)

    def think(self) -> None:
        """Find the danger of more destinations of the ship in hand, while there is nothing else to do."""
        if not self.catch_up.behind and not self.animation.active:
            self.ends.step()

    @property
    def held(self) -> Scene | None:
        """The scene that the board was last given, with the ghost's present place; None if it needs another."""
        return self._held.at(self.context.model.pulled, self.context.shown.view) if self.pulling else None

    def begin_frame(self) -> None:
        """Begin a frame. While a ghost is dragged, replace a scene that the board has finished drawing."""
        if not (self.pulling and self.board.late):
            self._held.drop()
            self.group.place_followers()

    def end_frame(self, scene: Scene) -> None:
        """End a frame. The board gets no other scene before the next one begins."""
        if self.pulling:
            self._held.keep(scene)

    def finish(self) -> None:
        """Update everything for the order in hand at once."""
        self._held.drop()
        self.group.place_followers()
        self.catch_up.finish()

    def _playing(self, plain: Scene, moment: AnimationFrame) -> Scene:
        return self._with(
            plain,
            moment=moment,
            overlays=self._areas(moment),
            destinations=(),
            aims=(),
            volleys=(),
            refusals=(),
            dooms={},
            ruler=self.context.own.ruler,
            reserved=self._reserved(),
        )

    def _with_hand(self, plain: Scene) -> Scene:
        model, ends, picked, box = self.context.model, self.drag.destinations, self.group.keys, self.group.box
        hazards, dooms, lifted = self._hazards(plain), self._in_danger(), model.lifted
        parts = (plain, model.hand.grasp, model.foresight.lost_early(lifted))
        shown = self._plotted.get(parts, lambda: with_plot(plain, model, ends))
        return self._with(
            shown,
            ruler=self.context.own.ruler,
            reserved=self._reserved(),
            pointed=None if self.drag.active else self._cell,
            picked=picked,
            box=Rect(box) if box else None,
            hazards=hazards,
            dooms=dooms,
            strays=self._strays(),
            pulled=tuple(key for key in picked if key != lifted) if lifted in picked else (),
        )

    def _reserved(self) -> tuple[Rect, ...]:
        """Return copies of the rects that words avoid, because the originals may move."""
        return tuple(map(Rect, self.context.screen.reserved()))

    def _strays(self) -> dict[Id, Stray]:
        """Return the pieces whose order in hand does not keep their place in the formation."""
        model = self.context.model
        return {key: one for key, one in model.strays.items() if key in model.drafts}

    def _areas(self, moment: AnimationFrame) -> tuple[Overlay, ...]:
        """Return the areas in which ships are hit in the film: those where ships are or will be, and the next places of
        drawn pieces."""
        spots = [flight.end for flight in moment.flights.values()] or [
            s.at for s in self.context.model.view.state.ships.values()
        ]
        struck = (
            one
            for one in self.context.areas
            if not isinstance(one, Ring) or any(math.dist(one.at, spot) < 0.1 for spot in spots)
        )
        drawn = self.context.model.view
        flying = (one for one in self._drawn.get((drawn,), lambda: danger_areas(drawn)) if _flies(one))
        return (*(one for one in struck if not _flies(one)), *flying)

    def hint(self) -> str:
        """Return words about what is under the pointer on the board."""
        if self.drag.active or self.animation.active:
            return ""
        if badge := self.board.badge_at(self.pointer, self.context.scene):
            return badge.words
        if not self.hovered:
            return ""
        names = self.context.shown.view.state.names
        others = [key for key in self._pieces_at(self.pointer) if key != self.hovered]
        below = ", ".join(names[key] for key in others[:STACKED]) + (" and more" if len(others) > STACKED else "")
        return self._hovered_words() + (f"\nAlso here: {below}. Click again for the next." if others else "")

    @property
    def rule_here(self) -> str:
        """The rule about the badge, piece or other thing under the pointer: of a ship, the page about its sheet."""
        if badge := self.board.badge_at(self.pointer, self.context.scene):
            return badge.rule
        if self.hovered:
            return self.context.shown.sheet(self.hovered).rule or "table/sheet"
        return self.board.rule_at(self.pointer, self.context.scene)

    def _hovered_words(self) -> str:
        """Return the kind and movement of the piece pointed at, in words."""
        sheet = self.context.shown.sheet(self.hovered)
        ship = self.context.shown.view.state.known_piece(self.hovered)
        if self.hovered in self.context.shown.view.state.counters:
            return ", ".join(part for part in (sheet.title, sheet.kind, sheet.note) if part)
        board = self.board.camera.board
        pace = f"{self.context.shown.view.system.speed_word} {ship.velocity}"
        words = f"{sheet.title}, {sheet.kind}: {pace}, course {board.format_course(ship.course, ship.heading)}"
        if ship.facing != ship.course:
            words += f", facing {board.format_course(ship.facing)}"
        return words + (f", {sheet.state}" if sheet.state else "")

    def keep_in_view(self) -> None:
        """Show all ships if a movement has put one outside the view."""
        afloat = [ship.at for ship in self.context.model.view.state.ships.values() if ship.in_play]
        if not self.board.camera.holds(afloat, 24):
            self.board.fit(self.scene(scene_of(self.context.model, self.context.tools)))

    def _ends(self) -> list[Point]:
        """Return every place in which a ship that is asked for a plot can end."""
        prompt = self.context.model.prompt
        return [at for key in (prompt.ids if prompt else ()) if self.may_plot(key) for at in self.reach(key)]

    def reach(self, key: Id) -> tuple[Point, ...]:
        """Return every place in which a ship with destinations can end; empty for any other ship."""
        view = self.context.model.view
        if not key or not self.may_plot(key):
            return ()
        return self.context.model.known(
            "reach", key, ask=lambda: tuple({one.at for one in view.destinations(view.draft(key))})
        )

    def look_after(self) -> None:
        """Bring every destination of a ship into view the first time it is in hand in a phase. Also bring a ghost
        outside the view into it whenever the ghost moves, unless the table is being dragged."""
        model = self.context.model
        there = model.ghost.at if model.ghost and not self.board.camera.board.holds(model.ghost.at) else None
        if there != self._beyond:
            self._beyond = there
            if there and not (self._pressed or self.drag.active):
                self.board.hold((there,), self.context.scene)
        moment = model.chosen, model.view.state.turn, model.view.state.phase
        if moment == self._reached or not self.may_plot(model.chosen):
            return
        self._reached = moment
        reach = self.reach(model.chosen)
        if self._pressed or self.drag.active:
            self.board.camera.shrink(reach, self.pointer, theme.px(EDGE))
        else:
            self.board.hold(reach, self.context.scene)

    def resize(self, rect: Rect) -> None:
        """Resize the board; destinations that were all in view stay so."""
        reach, camera = self.reach(self.context.model.chosen), self.board.camera
        held = camera.holds(reach, theme.px(EDGE))
        self.board.resize(rect)
        if reach and held:
            camera.include(reach, theme.px(EDGE))

    # -- pointer -------------------------------------------------------------------------------------------------------

    def busy(self, event: Event) -> bool:
        """Return whether something is being dragged, so that it gets the event before the panels."""
        holds = self.pulling or self.group.drawing
        tunes = event.type == pygame.MOUSEWHEEL and self.drag.active and self.board.rect.collidepoint(self.pointer)
        return holds or tunes

    def leave(self) -> None:
        """Handle the pointer leaving the window."""
        self._cell = None
        if self.hovered:
            self._point_at("")
            self.context.change()

    @property
    def ruling(self) -> bool:
        return self.context.ruling

    def _carry(self, event: Event) -> bool:
        """Handle the event with the button held, which may draw a box."""
        if not self.group.drawing:
            return False
        if event.type == pygame.MOUSEMOTION:
            self.group.stretch(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.group.close()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.group.clear()
        return True

    def _hover(self, event: Event, inside: bool) -> None:
        self._point_at(self._piece_at(event.pos) if inside else "")
        self._cell = self.board.cell_at(event.pos) if inside else None

    def _point_at(self, key: Id) -> None:
        """Point at another piece, or none. The chances of a counter in hand are those against it."""
        model = self.context.model
        if key != self.hovered:
            self.hovered = model.over = key
            if model.flies:
                self.context.weigh()

    def _press(self, event: Event) -> bool:
        """Handle a press on a ship or on the chosen ship's ghost; return False on empty space."""
        key = self._piece_at(event.pos) or self._ghost_at(event.pos)
        self._tapped = None if key else event.pos
        adds = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT) and self.group.possible
        if adds and key and self.group.toggle(key):
            return True
        if key not in self.group.keys:
            self.group.clear()
        if not key:
            if not adds:
                return False
            self.group.begin(event.pos)
            return True
        self._pressed = key, event.pos
        self._repeats = self._clicked[0] in (self.context.shown.chosen, self.context.shown.target)
        if self.may_plot(key) and not self.context.model.picking:
            self.context.screen.choose(key)
        return True

    def _piece_at(self, pixel: tuple[int, int]) -> Id:
        """Return the ship or counter under the pointer. Of several, prefer the one in hand if it is asked for an order,
        then another that is asked, then a ship."""
        found, model = self._pieces_at(pixel), self.context.model
        asked = [key for key in found if model.askable(key)]
        return model.chosen if model.chosen in asked else next(iter(asked or found), "")

    def _pieces_at(self, pixel: tuple[int, int]) -> list[Id]:
        state = self.context.shown.view.state
        return [key for key in self.board.pieces_at(pixel, self.context.scene) if state.piece(key) is not None]

    def _ghost_at(self, pixel: tuple[int, int]) -> Id:
        """Return the chosen ship if its ghost is there and can be dragged."""
        model = self.context.model
        ghost = model.ghost if model.chosen and self.may_plot(model.chosen) else None
        near = ghost is not None and math.dist(self.board.camera.xy(ghost.at), pixel) < theme.px(22)
        return model.chosen if near else ""

    def _lift(self, event: Event) -> None:
        """Turn a press into a drag."""
        key, at = self._pressed or ("", (0, 0))
        self._pressed, self.hovered = None, ""
        if not self.context.model.picking and self._begin(key, at):
            self.drag.handle(event, self.board.camera)
            self._follow()

    def _begin(self, key: Id, pixel: Point | None = None) -> bool:
        """Begin to drag a ship's order, at a pixel or by keys; return False if it may not be plotted."""
        model = self.context.model
        return bool(key) and self.may_plot(key) and self.drag.begin(model, key, pixel, model.order_of(key))

    def _release(self, event: Event) -> None:
        """Handle the release of a press that did not move: a click on a piece, or on a cell."""
        if self._pressed:
            key, at = self._pressed
            self._pressed = None
            order = self.context.model.order
            if key and not (order and order.prompt_text(self.context.model.view.state) and self._take_cell(at)):
                self.context.screen.click(self._next_below(key, at))
        elif self._tapped:
            if math.dist(event.pos, self._tapped) < theme.px(SLOP):
                flies = self.context.model.chosen in self.context.model.view.state.counters
                (self._send if flies else self._take_cell)(event.pos)
            self._tapped = None

    def _next_below(self, key: Id, pixel: tuple[int, int]) -> Id:
        """Return the piece that a click selects. It is the topmost, or after a repeated click on the same spot the next
        one there."""
        found, (last, before) = self._pieces_at(pixel), self._clicked
        if self._repeats and last in found and math.dist(before, pixel) < theme.px(SLOP):
            key = found[(found.index(last) + 1) % len(found)]
        self._clicked = key, pixel
        return key

    def _take_cell(self, pixel: Point) -> bool:
        """Set the chosen ship's destination by a click on a cell; return False on any other place."""
        cell = self.board.cell_at(pixel)
        there = self.board.camera.mu(pixel)
        return cell is not None and self._take(there, lambda end: math.dist(end.at, cell) <= NEAR)

    def take_end(self, pixel: Point) -> bool:
        """Set the chosen ship's destination at a pixel, on any kind of table; return False if there is none."""
        if self.board.cell_at(pixel) is not None:
            return self._take_cell(pixel)
        camera = self.board.camera
        return self._take(camera.mu(pixel), lambda end: math.dist(camera.xy(end.at), pixel) <= theme.px(CLOSE))

    def _take(self, there: Point, meant: Callable[[Destination], bool]) -> bool:
        """Set the chosen ship's destination for a pointer at a place; return False if it is not `meant`."""
        if not self._begin(self.context.model.chosen, self.board.camera.xy(there)):
            return False
        self.drag.move(there)
        if self.drag.end is None or not meant(self.drag.end):
            self.drag.cancel()
            return False
        self._follow()
        return self.accept()

    def _send(self, pixel: Point) -> None:
        """Send the counter in hand to a clicked place, or as near as it can go, and say why if it stops short."""
        model, camera, self.context.note = self.context.model, self.board.camera, ""
        if self.take_end(pixel) or not self.may_plot(model.chosen):
            return
        order, piece = model.order_of(model.chosen), model.view.state.known_piece(model.chosen)
        there = camera.mu(pixel)
        meant = order.with_value("to", camera.board.file_coordinates(there)) if order and hasattr(order, "to") else None
        fault = model.view.why_not(meant) if meant else None
        snaps = not camera.board.cells and not model.view.phase.secret
        goes = snaps and self._take(there, lambda end: math.dist(end.at, piece.at) > NEAR)
        words = fault.why if fault else f"{piece.name} cannot come to be there"
        self.context.tell(f"{words}: it goes as near as it can" if goes else words, fault.rule if fault else "")

    def strike(self, key: Id) -> bool:
        """Order an attack by the counter in hand on a clicked enemy, or say why it cannot attack. Return False unless
        it is a counter that is asked now. If the counter can only move, it goes to the enemy's place, unless it has
        another plan."""
        model = self.context.model
        order, at = model.order_of(model.chosen), model.view.state.known_piece(key).at
        if order is None or not model.flies or not self.may_plot(model.chosen) or model.view.phase.secret:
            return False
        self.context.note = ""
        if not hasattr(order, "target"):
            if model.chosen not in model.drafts:
                self._send(self.board.camera.xy(at))
            return True
        if not self._take(at, lambda end: getattr(end.order, "target", "") == key):
            wanted = order.with_value("target", key)
            if fault := model.view.why_not(wanted):
                self.context.tell(fault.why, fault.rule)
            else:
                model.set_draft(wanted)  # the destination chosen was that of another enemy in the same place
        return True

    def may_plot(self, key: Id) -> bool:
        context = self.context
        return (
            mode_of(context.model).plots
            and context.model.askable(key)
            and not context.past
            and not self.animation.active
        )

    # -- keys ----------------------------------------------------------------------------------------------------------

    def _draft(self) -> bool:
        return self._begin(self.context.model.chosen)

    def _follow(self) -> None:
        """Show a changed order in hand on the board at once. Update the panels too unless the ghost is being
        dragged."""
        grasp = self.context.model.hand.grasp
        if grasp is self._followed:
            return
        self._followed = grasp
        if grasp is None:
            self.group.let_go()
        else:
            self.group.lead(grasp.end, grasp.by_keys)
            if grasp.by_keys:
                self.group.place_followers()
        self.catch_up.begin()
        if not self.pulling:
            self.catch_up.finish()

    @property
    def pulling(self) -> bool:
        return self.context.model.pulling

    def accept(self) -> bool:
        """Accept the plot in hand; return whether there was one. A secret plot is sealed, with those of the formation.
        One carried out at once waits for the main button."""
        if not self.drag.active:
            return False
        self.group.place_followers()
        order = self.drag.accept()
        if order is not None and self.context.model.view.phase.secret:
            self.group.let_go()
            self.catch_up.forget()
            self._followed = None
            self.group.seal(order)
        else:
            self._follow()
        return order is not None

    def keep(self) -> None:
        """Let go of the order in hand. It stays where orders are carried out at once, else it is cancelled."""
        if self.context.model.view.phase.secret or not self.accept():
            self.drop()

    def drop(self) -> bool:
        """Cancel what is in hand; return whether there was anything."""
        held = self.drag.active
        self.drag.cancel()
        self._pressed = None
        if held:
            self._follow()
        return held

    # -- ruler ---------------------------------------------------------------------------------------------------------

    def rule(self, on: bool) -> None:
        """Start the ruler, from the chosen ship if there is one, or end it."""
        super().rule(on)
        ship = self.context.shown.view.state.ships.get(self.context.shown.chosen)
        if on and ship:
            inside = self.board.rect.collidepoint(self.pointer)
            self.context.own.ruler = ship.at, self.board.camera.mu(self.pointer) if inside else ship.at
