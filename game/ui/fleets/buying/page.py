"""Fleets by points: designs at the left, a roster for each seat, and both compared at the right.

The page leads on to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.core.state import Side
from game.fleets.muster import Muster
from game.formats.validation import BadFile
from game.ui.account.keep_page import HistoryPage
from game.ui.fleets.buying.balance import ComparisonPanel
from game.ui.fleets.buying.bar import TOP, BarDeeds, FleetsBar
from game.ui.fleets.buying.designs import RULE, BuyRow, DesignList
from game.ui.fleets.buying.drag import FleetDrag
from game.ui.fleets.buying.model import FleetsModel
from game.ui.fleets.buying.roster import RosterDeeds, RosterPanel
from game.ui.fleets.buying.terms import TermsPage
from game.ui.fleets.placing import PlacingScreen
from game.ui.host.screen import Answer, Push
from game.ui.keys.fleets_bindings import BINDINGS, ON_A_ROW
from game.ui.keys.list_page import KeyedPage
from game.ui.menu.cards import SeatPlate
from game.ui.menu.house_rules_page import House, HousePage
from game.ui.menu.player_panel import PlayerPanel
from game.ui.pages.problem_page import Problems
from game.ui.render.theme import theme
from game.ui.toolkit.column import ColumnPane
from game.ui.toolkit.widgets import Widget

FOOT = 30  # design pixels of the sentence below
NOWHERE = Rect(-1, -1, 0, 0)


class FleetsPage(KeyedPage):
    """Two fleets of one game, set up for a battle. `begin` starts that battle."""

    key_table = BINDINGS
    part_keys = ON_A_ROW
    subject = RULE
    rows = BuyRow
    takes_files = True  # a fleet file that is dropped is taken

    def __init__(self, muster: Muster, begin: Callable[[Opened], Answer]) -> None:
        self.muster, self.system, self._begin = muster, muster.system, begin
        self.model = FleetsModel(muster, self.relay, self.cap)
        self.designs = DesignList(self.model)
        self.designs.field.on_enter = self._to_found
        deeds = RosterDeeds(self._load, self.model.save, self._deal, self._print, self._history)
        self.rosters = [RosterPanel(self.model, seat, deeds) for seat in (0, 1)]
        self.side = ComparisonPanel(self.model, self.terms)
        self.right = ColumnPane("balance", self.side.fill, (14, 12), even=True)
        super().__init__(self.designs.pane, *(one.pane for one in self.rosters), self.right)
        self.bar = FleetsBar(
            self.model,
            BarDeeds(self.place, self.close, self.undo, self.terms, self.house_rules, self.compare, self.other),
        )
        self.drag = FleetDrag(self.model, self.designs.pane, self.rosters)
        self.house = House(self.system)
        # a narrow window shows either the list or the comparison at the left
        self.narrow = self.tiny = self.compared = False
        self._end_secret()

    def _end_secret(self) -> None:
        """Give up a placing that has shown a secret, so that nobody can use it."""
        if words := self.muster.end_secret():
            self.model.placed = None
            self.model.say(words, True)

    def uncovered(self) -> None:
        """Take the house rules set on a page, and look for fleets and designs again."""
        self._end_secret()
        if dict(self.house.chosen) != dict(self.muster.state.house or {}):
            self.muster.set_fields("house rules", house=dict(self.house.chosen))
        self.model.look_again()
        self.relay()

    # -- deeds ---------------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Put the cursor into the search."""
        self._focus("find")

    def deal_in_hand(self) -> None:
        self._deal(self.model.seat)

    def load_in_hand(self) -> None:
        self._load(self.model.seat)

    def save_in_hand(self) -> None:
        self.model.save(self.model.seat)

    def print_in_hand(self) -> None:
        self._print(self.model.seat)

    def ask_player(self) -> None:
        self._ask_player(self.sides[self.model.seat])

    def undo(self) -> None:
        self.model.attempt(self.muster.undo)

    def redo(self) -> None:
        self.model.attempt(self.muster.redo)

    def compare(self) -> None:
        """Show designs or the comparison, if both do not fit."""
        self.compared = not self.compared
        self.relay()

    def other(self) -> None:
        """Take the other seat in hand."""
        self.model.sit(1 - self.model.seat)

    def _load(self, seat: int) -> None:
        """Show the saved fleets for a seat."""
        self.model.sit(seat)
        self.compared = True
        if self.model.saved:
            self.model.say("Take one of the saved fleets.", True)
            self.relay()
            self.fresh()
            self._focus(f"fleet {self.model.saved[0].path.stem}")
        else:
            self.model.say("No fleet of this game has been saved yet.")

    def _deal(self, seat: int) -> None:
        """Buy a random fleet for a seat; each press buys another one."""
        self.model.sit(seat)
        self.model.dealing = seat
        if self.model.attempt(lambda: self.muster.deal_again(seat)):
            self.model.say(self.muster.done[0], True)

    def _print(self, seat: int) -> None:
        """Open the page that prints the fleet of a seat, or if that is not possible the other one."""
        from game.ui.paper.screen import PrintScreen

        self.model.sit(seat)
        if refused := self.model.no_sheets(seat):
            self.model.say(refused)
        else:
            self.answer = Push(PrintScreen((("both", self.model.sheets),), self.muster.fleet(seat).name))

    def _history(self, seat: int) -> None:
        self.answer = Push(HistoryPage(self.muster.fleet(seat)))

    def terms(self) -> None:
        self.answer = Push(TermsPage(self.muster))

    def house_rules(self) -> None:
        self.house.chosen = dict(self.muster.state.house or {})
        self.answer = Push(HousePage(self.house))

    def place(self) -> None:
        """Go on to placing the ships, if both fleets can meet."""
        if placing := self.model.placing():
            self.answer = Push(PlacingScreen(placing, self._begin))

    # -- who plays, for the panel that asks ----------------------------------------------------------------------------

    @property
    def sides(self) -> list[Side]:
        """Both sides, as a battle has them."""
        names, keys = self.muster.side_names, self.muster.side_keys
        rosters = self.muster.state.rosters
        return [Side(key, name, seat, rosters[seat].player) for seat, (key, name) in enumerate(zip(keys, names))]

    def player_of(self, side: Side) -> str:
        """Return the player of a side, as in battle files."""
        return self.muster.state.rosters[side.seat].player

    def seat_player(self, side: Side, player: str) -> None:
        self.muster.set_player(side.seat, player)
        self.relay()

    def seat_plates(self, on_press: Callable[[Side], object], asked: Side | None = None) -> list[SeatPlate]:
        """Return a card for each side; `asked` is the side whose panel is open."""
        places = {one.name: one.rect for one in self.focus.widgets}
        shown = [(side, places.get(f"seat {side.id}")) for side in self.sides]
        is_asked = [asked is not None and side.seat == asked.seat for side in self.sides]
        return [self._plate(r, side, on_press, is_asked[side.seat]) for side, r in shown if r is not None]

    def _plate(self, place: Rect, side: Side, on_press: Callable[[Side], object], is_open: bool) -> SeatPlate:
        return SeatPlate(place, side, self.model.flagship(side.seat), side.player, partial(on_press, side), is_open)

    @property
    def panel_span(self) -> tuple[int, int]:
        """The left and right limits of the panel that asks who plays."""
        return theme.px(24), self.area.w - theme.px(24)

    def _ask_player(self, side: Side) -> None:
        self.answer = Push(PlayerPanel(self, side))

    # -- the page ------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        """Handle an event. A drag comes first. A dropped file is read as a fleet. A name is taken when its field is
        left."""
        if event.type == pygame.DROPFILE:
            return self._on_drop(event.file)
        if self.drag.handle(event):
            return None
        self.fresh()
        held = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        if held and self.keys.action(event) == "place fleets":
            return self._place_by_key()
        answer = super().handle(event)
        self._settle()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and answer is None:
            self._sit_at(event.pos)
        return answer

    def _sit_at(self, pos: tuple[int, int]) -> None:
        """Take the fleet in hand whose column is pressed."""
        for panel in self.rosters:
            if panel.area.collidepoint(pos):
                self.model.sit(panel.seat)

    def _place_by_key(self) -> Answer:
        """Place the ships before any widget uses the key. Text being typed is taken first."""
        at, self.answer = self.focus.at, None
        self.focus.focus(None)
        self._settle()
        self.place()
        self.focus.focus(at)
        answer, self.answer = self.answer, None
        return answer

    def _settle(self) -> None:
        for panel in self.rosters:
            panel.settle()

    def _on_drop(self, path: str) -> Answer:
        try:
            self.model.take_file(path)
        except BadFile as bad:
            return Push(Problems(bad))
        return None

    def on_row_focus(self, row: BuyRow) -> None:
        self.model.look_at(row.design.key)

    def _focus(self, name: str) -> None:
        self.focus.focus(next((one for one in self.focus.widgets if one.name == name), None), True)

    def _to_found(self) -> None:
        """Go from the search to the first design that it has found; Enter there buys it."""
        self.focus.focus(next((one for one in self.focus.widgets if isinstance(one, BuyRow)), self.focus.at), True)

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the bar, the list, both rosters and the comparison. A small window has only the roster in hand."""
        px = theme.px
        self.area = area
        wide = area.w / theme.scale
        self.narrow, self.tiny = wide < 1180, wide < 900
        self.top = px(2 * TOP - 12 if self.tiny else TOP)
        body = Rect(0, self.top, area.w, area.h - self.top - px(FOOT))
        left = px(360 if wide >= 1700 else 272 if not self.narrow else 260)
        right = 0 if self.narrow else px(460 if wide >= 1700 else 318)
        seats = (self.model.seat,) if self.tiny else (0, 1)
        middle = (area.w - left - right) // len(seats)
        made: list[Widget] = [*self.bar.lay_out(area, self.narrow, self.tiny, self.compared)]
        first = Rect(0, body.y, left, body.h)
        if self.narrow and self.compared:
            made += self.right.lay_out(first)
            self.designs.pane.take(NOWHERE, [], 0)
        else:
            made += self.designs.lay_out(first)
        self.columns = {seat: Rect(left + n * middle, body.y, middle, body.h) for n, seat in enumerate(seats)}
        for side, panel in zip(self.sides, self.rosters):
            if side.seat not in seats:
                panel.area = NOWHERE
                panel.pane.take(NOWHERE, [], 0)
                continue
            plate = self._plate(NOWHERE, side, self._ask_player, False)
            made += panel.lay_out(self.columns[side.seat], plate)
        if not self.narrow:
            made += self.right.lay_out(Rect(area.w - right, body.y, right, body.h))
        elif not self.compared:
            self.right.take(NOWHERE, [], 0)
        return made

    def back(self) -> Answer:
        """Empty the search, or leave the page."""
        if self.model.find:
            self.designs.field.write("")
            self.model.find = ""
            self.relay()
            return None
        return super().back()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the page in the colour of the seat in hand."""
        before, theme.seated = theme.seated, self.model.seat
        try:
            super().draw(dst)
        finally:
            theme.seated = before

    def paint(self, dst: Surface) -> None:
        """Draw ground, title, separators and the sentence at the foot."""
        p, px, area = theme.palette, theme.px, dst.get_rect()
        dst.fill(p.panel)
        self.bar.paint(dst, self.top)
        for column in self.columns.values():
            for x in (column.x, column.right):
                dst.fill(p.line, (x, column.y, max(1, px(1)), column.h))
        column = self.columns[self.model.seat]
        dst.fill(theme.seat(self.model.seat), (column.x, column.y, column.w, px(3)))
        self.bar.paint_foot(dst, Rect(0, area.bottom - px(FOOT), area.w, px(FOOT)))

    def paint_over(self, dst: Surface) -> None:
        """Draw what is dragged."""
        self.drag.draw(dst)
