"""The page on which two fleets are placed before a battle: board, tray, and the ship in hand.

The page leads on to the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.core.names import HUMAN
from game.core.orders import Illegal
from game.fleets.placing import Placing
from game.formats.atomic_file import CannotSave, make_folder, write_whole
from game.formats.user_folders import SCENARIOS, free_path, home
from game.formats.yaml_writer import block
from game.ui.board.layers.ground import FOOT
from game.ui.fleets.placing_board import PlacingBoard
from game.ui.fleets.placing_column import PlacingColumn, order_segments
from game.ui.fleets.placing_curtain import PlacingCurtain
from game.ui.fleets.placing_hand import PlacingPointer
from game.ui.fleets.placing_model import PlacingModel
from game.ui.fleets.placing_parts import LOW_CARD, TurnStrip, strip_signs, tray_cards
from game.ui.host.screen import Answer, Pop, Push
from game.ui.keys.list_page import KeyedPage
from game.ui.keys.placing_bindings import BINDINGS
from game.ui.render import shapes
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import ColumnHeading, TitleLines
from game.ui.toolkit.column import ColumnPane, ScrolledPane
from game.ui.toolkit.parts import chip
from game.ui.toolkit.widgets import Button, Widget

TOP, TOOLS, COLUMN, NARROW = 64, 50, 300, 264  # design pixels
GIVEN_UP = "All was shown. Back once more gives this placing up."
STRIP, LOW = 36, 660  # design pixels: height of the strip, and of a window with low cards


class PlacingScreen(KeyedPage):
    """Places the fleets. `begin` is given the battle once all ships stand, and returns the next screen."""

    key_table = BINDINGS

    def __init__(self, placing: Placing, begin: Callable[[Opened], Answer]) -> None:
        self.model = PlacingModel(placing, self.relay)
        self._begin = begin
        self.board = PlacingBoard(self.model)
        self.column = PlacingColumn(self.model, self)
        self.tray = ScrolledPane("tray")
        self.plate = ColumnPane("ship", self.column.build)
        super().__init__(self.tray, self.plate)
        self.subject = placing.rule
        self.pointer = PlacingPointer(self.model, self.board, self.focus, lambda: self.tray_area)
        self.tray_area = Rect(0, 0, 1, 1)
        self._shown_hand = ""
        self.curtain: PlacingCurtain | None = None
        self._draw_curtain()

    @property
    def placing(self) -> Placing:
        return self.model.placing

    # -- the curtain ---------------------------------------------------------------------------------------------------

    def _draw_curtain(self) -> None:
        """Hide everything from the side that does not place, where two people place in secret."""
        placing = self.placing
        players = {placing.played_by(seat) for seat in (0, 1)}
        if placing.how == "in secret" and placing.due is not None and players == {HUMAN}:
            self.curtain = PlacingCurtain(self.model, placing.due, self._open_curtain)
            self.board = PlacingBoard(self.model)  # a new camera and new labels, without knowledge of the other side
            self.pointer = PlacingPointer(self.model, self.board, self.focus, lambda: self.tray_area)

    def _open_curtain(self) -> None:
        self.curtain = None
        self.focus.focus(None, False)
        self.relay()

    # -- commands ------------------------------------------------------------------------------------------------------

    def step(self, right: int, up: int, other: bool = False) -> None:
        self.model.step(right, up, other)

    def turn(self, steps: int) -> None:
        self.model.turn(steps)

    def speed_up(self, by: int) -> None:
        self.model.speed_up(by)

    def type_place(self) -> None:
        """Put the cursor into the field of the place."""
        if self.model.ship is not None:
            self.plate.show(self.column.place)
            self.focus.focus(self.column.place, True)

    def typed_place(self) -> None:
        """Take the place that was typed; text that cannot be read stays in the field."""
        if self.model.type_place(self.column.place.value):
            self.focus.focus(None, False)

    def lift(self) -> None:
        if self.model.held is not None and self.placing.hand not in self.placing.state.spots:
            self.model.let_go()
        elif self.model.ship is not None:
            self.model.do(lambda: self.placing.lift(self.placing.hand))

    def line_abreast(self) -> None:
        self.model.do(self.placing.line_abreast)

    def rest(self) -> None:
        self.model.do(self.placing.rest)

    def undo(self) -> None:
        self._change_hands(self.placing.undo)

    def redo(self) -> None:
        self._change_hands(self.placing.redo)

    def other_way(self) -> None:
        """Place in secret instead of in turn, or the other way round."""
        way = "in secret" if self.placing.how == "in turn" else "in turn"
        self._change_hands(lambda: self.placing.switch(way))  # type: ignore[arg-type]

    def _change_hands(self, deed: Callable[[], object]) -> None:
        """Carry out an action after which another side may take the seat."""
        seat, way = self.placing.due, self.placing.how
        self.model.do(deed)
        if (self.placing.due, self.placing.how) != (seat, way):
            self.pointer.forget()
            self._draw_curtain()

    def press(self) -> None:
        """Set down the ship in hand, or the whole fleet. Once all stand, begin the battle."""
        if self.placing.due is None:
            self.begin_now()
        elif self.refused:
            self.model.tell(self.refused)
        else:
            self._change_hands(self.placing.set_down)

    def begin_now(self) -> None:
        """Begin the battle, if all ships stand."""
        if self.placing.due is not None:
            return
        try:
            self.answer = self._begin(self.placing.open_battle())
        except Illegal as why:
            self.model.tell(why.why)

    def save(self) -> None:
        """Write the battle file among the player's scenarios."""
        if self.placing.due is not None:
            self.model.tell("all ships have to stand first")
            return
        data = self.placing.data()
        try:
            path = free_path(make_folder(home() / SCENARIOS), data["title"])
            write_whole(path, block({"version": 1, **data}).encode())
        except CannotSave as why:
            self.model.tell(str(why))
        else:
            self.model.tell(f"Saved as {path.name}. The menu lists it under Yours.", True)

    def open_sandbox(self) -> None:
        """Open the battle in the sandbox; leaving it leads back."""
        from game.ui.sandbox.screen import SandboxScreen

        if self.placing.due is not None:
            self.model.tell("all ships have to stand first")
            return
        try:
            self.answer = Push(SandboxScreen(self.placing.open_battle(), Pop))
        except Illegal as why:
            self.model.tell(why.why)

    def fit(self) -> None:
        self.board.fit()

    @property
    def refused(self) -> str:
        """The reason the ships cannot be set down yet; empty if they can."""
        placing, spots = self.placing, self.placing.state.spots
        tray = [one for one in placing.waiting if one.key not in spots]
        if self.model.held is not None and self.model.why:
            return f"{self.model.ship.name} may not stand there" if self.model.ship else ""
        if placing.how == "in turn" and (placing.hand in spots or placing.due is None):
            return ""
        if len(tray) > 1:
            if placing.how == "in turn" and self.model.ship:
                return "place a ship in your zone first"
            return f"all must stand: {len(tray)} still in the tray"
        named = self.model.ship if placing.how == "in turn" else next(iter(tray), None)
        return f"{named.name} is still in the tray" if named and named.key not in spots else ""

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return bar, board, tray and column for a window of that size."""
        px, placing = theme.px, self.placing
        found, bar = self._bar(area)
        wide = px(COLUMN if area.w >= px(1180) else NARROW)
        column = Rect(area.right - wide, bar, wide, area.h - bar)
        low = area.h < px(LOW)
        high = px(40 + (LOW_CARD if low else 80) + 12)
        self.tray_area = Rect(0, area.h - high, column.x, high)
        board = Rect(0, bar, column.x, self.tray_area.y - bar)
        cards = Rect(px(14), self.tray_area.y + px(36), column.x - px(36), px((LOW_CARD if low else 80) + 5))
        self.tray.fill(cards, tray_cards(self.model, cards, low), 4)
        self._show_hand()
        inner = self.tray_area
        heading = ColumnHeading(
            Rect(px(16), inner.y + px(14), inner.w - px(32), px(12)),
            "To place" if placing.due is not None else "On the table",
            self._count_words(),
            rule=placing.rule,
        )
        strip = self._strip(board)
        self.board.resize(board, strip[0].rect if strip else None)
        return [*found, *strip, heading, self.tray.scroll, *self.tray.widgets, *self.plate.lay_out(column)]

    def _show_hand(self) -> None:
        """Scroll the tray to the ship that was newly taken in hand."""
        if self._shown_hand != self.placing.hand:
            self._shown_hand = self.placing.hand
            card = next((one for one in self.tray.widgets if getattr(one, "ship", "") == self.placing.hand), None)
            self.tray.show(card)

    def _count_words(self) -> str:
        placing = self.placing
        if placing.due is None:
            return f"all {len(placing.ships)} stand"
        fleet = placing.fleet(placing.due)
        down = sum(one.key in placing.state.down for one in fleet)
        put = sum(one.key in placing.state.spots for one in fleet) - down
        held = f", {self.model.ship.name} is in hand" if self.model.ship else ""
        placed = f", {put} placed" if put and placing.how != "in turn" else ""
        return f"{down} of {len(fleet)} stand{placed}{held}"

    def _strip(self, board: Rect) -> list[Widget]:
        px, placing = theme.px, self.placing
        if placing.due is None:
            return []
        signs = 30 * len(strip_signs(placing)[0]) + 24
        words = round(width("Placing, one each", 15) / theme.scale) + 26
        wide = min(board.w - px(24), px(signs + words))
        return [TurnStrip(Rect(board.centerx - wide // 2, board.y + px(10), wide, px(STRIP)), self.model)]

    def _bar(self, area: Rect) -> tuple[list[Widget], int]:
        """Return the widgets of the bar, and its lower edge. Its tools have a row of their own if there is little
        room."""
        px, placing, m = theme.px, self.placing, theme.px(16)
        back = Button(
            Rect(area.right - m - px(104), px(9), px(104), px(46)),
            "Back",
            on_press=self.close,
            cap="Esc",
            hint="gives this placing up: all was shown"
            if placing.uncovered
            else "to the fleets; all stays as it stands",
        )
        tools = self._tools()
        main_wide = px(276 if area.w >= px(1400) else 232)
        main = self._main(Rect(back.rect.x - px(8) - main_wide, px(7), main_wide, px(50)))
        title = Rect(m, 0, px(200 if area.w < px(1400) else 280), px(TOP))
        wide = sum(one.rect.w + px(8) for one in tools)
        one_row = title.right + px(12) + wide <= main.rect.x
        if not one_row:
            title.w = main.rect.x - px(16) - m
        x, y = (title.right + px(10), px(12)) if one_row else (m, px(TOP + 2))
        for one in tools:
            one.rect.x, one.rect.y, one.rect.h = x, y, px(40)
            x += one.rect.w + px(8)
        head = TitleLines(title, "Placing", self._doing(), sizes=((22,), (15, 14, 13, 12)), rule=placing.rule)
        return [head, *tools, main, back], px(TOP) + (0 if one_row else px(TOOLS))

    def _doing(self) -> str:
        placing = self.placing
        if placing.due is None:
            return "Both fleets stand"
        name = self.model.side(placing.due)
        return f"{name} sets down a ship" if placing.how == "in turn" else f"{name} places its fleet"

    def _tools(self) -> list[Widget]:
        """Return the buttons of the bar, with their widths."""
        px, placing = theme.px, self.placing
        nothing = "" if placing.undoable else "nothing has been done yet"
        again = "" if placing.undone else "nothing was taken back"
        found: list[Widget] = [
            self._tool("Undo", "undo placing", 92, self.undo, nothing, "table/undo"),
            self._tool("Redo", "redo placing", 90, self.redo, again, "table/undo"),
        ]
        found[0].hint = f"takes back: {placing.done[0]}" if placing.undoable else ""
        found[1].hint = f"does again: {placing.undone[0]}" if placing.undone else ""
        if placing.due is None:
            save = self._tool("Save as a scenario", "save placed", 212, self.save, rule="table/saving")
            sandbox = self._tool("Open in the sandbox", "placed sandbox", 208, self.open_sandbox, rule="table/saving")
            save.hint, sandbox.hint = "the menu lists it under Yours", "to try orders, or to change anything"
            return [*found, save, sandbox]
        segments = order_segments(self.model, Rect(0, 0, px(184), 1), self._change_hands)
        full = any(one.key not in placing.state.spots for one in placing.waiting)
        line = self._tool("Line abreast", "line abreast", 136, self.line_abreast)
        rest = self._tool("The rest", "place rest", 112, self.rest, "" if full else "the tray is empty")
        line.hint = "put all that is left in a line, the largest in the middle"
        rest.hint = "put what is in the tray where there is room"
        return [*found, segments, line, rest]

    def _tool(
        self, label: str, action: str, wide: float, press: Callable[[], object], refused: str = "", rule: str = ""
    ) -> Button:
        cap, rule = self.cap(action), rule or self.placing.rule
        return Button(Rect(0, 0, theme.px(wide), 1), label, on_press=press, cap=cap, refused=refused, rule=rule)

    def _main(self, rect: Rect) -> Button:
        placing = self.placing
        if placing.due is None:
            return Button(
                rect,
                "Begin the battle",
                on_press=self.press,
                kind="main",
                cap=self.cap("begin placed"),
                sub="all ships stand",
                name="main",
                rule=placing.rule,
            )
        ship = self.model.ship
        label = f"Set {ship.name} down" if ship and placing.how == "in turn" else "Set all down"
        return Button(
            rect,
            label,
            on_press=self.press,
            kind="main",
            cap=self.cap("set down"),
            sub=self._after(),
            refused=self.refused,
            name="main",
            rule=placing.rule,
        )

    def _after(self) -> str:
        """Return the words for what follows when the ship in hand, or the fleet, has been set down."""
        placing = self.placing
        done = len(placing.state.down) + (1 if placing.how == "in turn" else len(placing.waiting))
        if done >= len(placing.turns) or all(placing.played_by(seat) != HUMAN for seat in placing.turns[done:]):
            return "then all ships stand" if placing.how == "in turn" else "then all is shown"
        seat = placing.turns[done]
        if seat == placing.due:
            return "then the next one"
        return f"then {self.model.side(seat)} places {'one' if placing.how == 'in turn' else 'its fleet'}"

    # -- the screen ----------------------------------------------------------------------------------------------------

    @property
    def backdrop(self) -> str:
        return str(self.placing.board.look.backdrop)

    @property
    def moving(self) -> bool:
        return self.curtain.moving if self.curtain else self.board.view.busy

    def tick(self, seconds: float) -> Answer:
        return self.curtain.tick(seconds) if self.curtain else None

    def draw(self, dst: Surface) -> None:
        if self.curtain is not None:
            theme.seated = self.curtain.seat
            self.curtain.draw(dst)
            return
        theme.seated = self.model.seat
        super().draw(dst)

    def paint(self, dst: Surface) -> None:
        """Draw the ground of bar, tray and column, and the board."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        dst.fill(p.panel)
        board = self.board.rect
        self.board.draw(dst, pygame.time.get_ticks())
        self._draw_told(dst)
        shapes.rule(dst, 0, area.right, board.y - 1)
        shapes.rule(dst, 0, board.right, board.bottom)
        pygame.draw.line(dst, p.line, (board.right, board.y), (board.right, area.bottom), max(1, px(1)))

    def _draw_told(self, dst: Surface) -> None:
        """Show the last refusal or result at the foot of the board."""
        px, p, board = theme.px, theme.palette, self.board.rect
        if self.model.told and not self.model.at_ship:
            at = board.centerx, board.bottom - px(FOOT + 14)
            ink = p.green if self.model.well else p.red
            chip(dst, at, self.model.told, ink, "midbottom", pad=12)

    # -- input ---------------------------------------------------------------------------------------------------------

    def back(self) -> Answer:
        """Return to the fleets. If that ends the secret, only a second press does."""
        if self.placing.uncovered and self.model.told != GIVEN_UP:
            self.model.tell(GIVEN_UP)
            return None
        theme.seated = 0
        return Pop()

    def handle(self, event: Event) -> Answer:
        if self.curtain is not None:
            answer = self.curtain.handle(event)
            return self.back() if isinstance(answer, Pop) else answer
        self.fresh()
        self.answer = None
        if self._first(event) or self.pointer.handle(event):
            answer, self.answer = self.answer, None
            return answer
        answer = super().handle(event)
        if answer is None and event.type in (
            pygame.MOUSEBUTTONDOWN,
            pygame.MOUSEBUTTONUP,
            pygame.MOUSEMOTION,
            pygame.MOUSEWHEEL,
        ):
            self._pan(event)
        return answer

    def _pan(self, event: Event) -> None:
        """Move or zoom the table, where no widget is."""
        over = getattr(event, "pos", None) or pygame.mouse.get_pos()
        if event.type == pygame.MOUSEBUTTONUP or self.board.rect.collidepoint(over):
            self.board.view.handle(event, self.board.scene)

    def _first(self, event: Event) -> bool:
        """Use a key before the widgets do, unless the player is walking along them or typing."""
        if event.type != pygame.KEYDOWN:
            return False
        at = self.focus.at
        walked = at is not None and (self.focus.visible or at.wants_text or bool(getattr(at, "typed", "")))
        if event.key == pygame.K_ESCAPE and (self.model.held is not None or walked):
            self.pointer.forget()
            self.model.let_go()
            self.focus.focus(None, False)
            return True
        if walked:
            return False
        if event.key == pygame.K_TAB and self.model.ship and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.model.do(lambda: self.placing.next_hand(-1 if event.mod & pygame.KMOD_SHIFT else 1))
            return True
        return self.keys.run(event, self)

    def rule_under(self, at: tuple[int, int]) -> str:
        if self.curtain is not None:
            return self.curtain.rule_under(at)
        if self.board.rect.collidepoint(at) and not self.focus.under():
            return self.board.view.rule_at(at, self.board.scene) or self.subject
        return super().rule_under(at)
