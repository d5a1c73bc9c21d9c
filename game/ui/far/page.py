"""The page of battles by file: what is due in three columns, and all battles below; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.far.store import OUT
from game.ui.far.begin import BeginFarPage, FarStart
from game.ui.far.columns import PAD, SHORT_TITLES, FarColumns, FarDeeds
from game.ui.far.direct import DirectPage
from game.ui.far.model import FarDesk, FarEntry
from game.ui.far.parts import LOW_ROW, ROW, RULE, FarRow, arrow, frame, list_heads, open_row
from game.ui.far.share import SeatOutPage, SeatPage, SharePage
from game.ui.host.desktop import open_folder
from game.ui.host.screen import Answer, Pop, Push, Screen
from game.ui.keys.far_bindings import BINDINGS
from game.ui.keys.list_page import KeyedPage
from game.ui.render.text import caps, caps_width, fit_text, width
from game.ui.render.theme import theme
from game.ui.toolkit.column import ColumnPane, ScrolledPane
from game.ui.toolkit.page import margin
from game.ui.toolkit.text_field import copy, paste
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import DOUBLE, Button, Widget

TOP = 92  # design pixels above the columns
COLUMNS, MOST_HIGH = 396, 480  # design pixels: least and most height of the columns
GAP = 16
NOWHERE = Rect(-1, -1, 0, 0)


class FarPage(KeyedPage):
    """The page; `desk` is its model. `to_table` makes the screen on which orders are given, `start` is what the menu
    has chosen."""

    key_table = BINDINGS
    subject = RULE
    rows = FarRow
    takes_files = True

    def __init__(self, start: FarStart, to_table: Callable[[FarDesk], Screen], file: Path | None = None) -> None:
        self.desk = FarDesk()
        self.start, self._table_screen = start, to_table
        deeds = FarDeeds({one.action: partial(one.do, self) for one in BINDINGS if one.do}, self.accept, self.retry)
        self.columns = FarColumns(self.desk, deeds, lambda action: self.keys.cap(action))
        fills = (self.columns.orders, self.columns.handing, self.columns.reading)
        self.steps = [ColumnPane(f"step {n}", fill, PAD) for n, fill in enumerate(fills, 1)]
        self.list = ScrolledPane("battles by file")
        super().__init__(*self.steps, self.list)
        self.columns.field.on_leave = lambda: self.focus.focus(None)
        self.narrow = False
        self.stage = 1  # the column that a narrow window shows
        self.frames: list[Rect] = []
        self._asked_at = -DOUBLE  # the time at which a question was asked that a second press answers
        self.heading = NOWHERE
        if file is not None:
            self.desk.take_path(file)
        self._follow()

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether a battle is to be opened or read, or a file has come."""
        return bool(self._laid) and bool(self.desk.busy or self.desk.moved_seat)

    def tick(self, seconds: float) -> Answer:
        if self.desk.moved_seat:
            return Push(SeatPage(self.desk))
        if self.desk.tick():
            self._follow()
        return None

    def uncovered(self) -> None:
        """Show what has been done at the table."""
        self.desk.look_again()
        self._follow()

    def _follow(self) -> None:
        """Show the column that is due."""
        self.stage = self.columns.due or self.stage
        self.relay()

    # -- deeds ---------------------------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object]) -> None:
        self.columns.sure = False
        act()
        self._follow()

    def choose(self, entry: FarEntry) -> None:
        """Open a battle; once it is open, do what is due in it."""
        if entry is self.desk.chosen and self.twice(entry):
            self.enter()
        else:
            self._open(entry)

    def _open(self, entry: FarEntry) -> None:
        self.columns.field.write("")
        self._do(lambda: self.desk.choose(entry))

    def on_row_focus(self, row: FarRow) -> None:
        if row.entry is not self.desk.chosen:
            self._open(row.entry)

    def accept(self, seat: str) -> None:
        self._do(lambda: self.desk.accept(seat))

    def decline(self) -> None:
        """Decline an invitation, or what another player wishes to take back; or take a battle off the list."""
        self._do((lambda: self.desk.answer_back(False)) if self.desk.shown.wish else self.desk.decline)

    def retry(self) -> None:
        """Try again to open a battle."""
        self._do(self.desk.retry)

    def to_table(self) -> None:
        """Go to the table of the open battle, where orders are given."""
        one = self.desk.open
        if one is not None and one.table.begun:
            self.answer = Push(self._table_screen(self.desk))

    def save(self) -> None:
        self._do(lambda: self.desk.save(self._words))
        self._lay_down()

    @property
    def _words(self) -> str:
        """The words to the other player that go with the file that is due."""
        return self.columns.field.value.strip() if self.desk.due else ""

    def _lay_down(self) -> None:
        """Clear the words, unless they wait for a file that could not be handed over."""
        if not self.desk.due:
            self.columns.field.write("")

    def copy_text(self) -> None:
        """Put the last file on the clipboard, which hands it over."""
        if self.desk.shown.out is not None and (words := self.desk.copied(self._words)):
            copy(words)
        self._lay_down()
        self._follow()

    def open_folder(self) -> None:
        """Show the folder of what was handed over. If the desktop cannot, copy its path."""
        if self.desk.open is not None:
            folder = self.desk.shown.stands_in or self.desk.open.path / OUT
            if not open_folder(folder):
                copy(str(folder))
                self.desk.note_out("This desktop opens no folders. The path of the folder is on the clipboard.")
            self.relay()

    def resend(self) -> None:
        self._do(self.desk.resend)

    def wish_back(self) -> None:
        self._do(self.desk.wish_back)

    def agree(self) -> None:
        self._do(lambda: self.desk.answer_back(True))

    def paste_text(self) -> None:
        """Take in the text on the clipboard."""
        self._do(lambda: self.desk.take_pasted(paste()))

    def look(self) -> None:
        self._do(self.desk.look)

    def claim(self) -> None:
        """Ask on the first press, break the battle off on the second."""
        one = self.desk.chosen.summary if self.desk.chosen else None
        if one is None or not (one.awaits and (one.waited >= one.days or self.desk.overdue)):
            return
        if self.columns.sure:
            self._do(self.desk.claim)
        else:
            self.columns.sure, self._asked_at = True, pygame.time.get_ticks()
            self.relay()

    def begin(self) -> None:
        """Open the page on which a battle by file begins."""
        self.answer = Push(BeginFarPage(self.start, self.desk.begin))

    def share(self) -> None:
        self.answer = Push(SharePage(self.desk))

    def move_seat(self) -> None:
        """Open the page that writes the seat of the open battle for another machine."""
        if self.desk.open is not None and self.desk.open.table.begun:
            self.answer = Push(SeatOutPage(self.desk.open))

    def direct(self) -> None:
        """Open the page of the direct connection."""
        one = self.desk.open
        if one is not None and one.table.begun and self.desk.shown.step:
            self.answer = Push(DirectPage(self.desk))

    def enter(self) -> bool:
        """Do what is due."""
        chosen = self.desk.chosen
        if not self.desk.entries or chosen is None:
            self.begin()
        elif chosen.invitation:
            self.accept(chosen.free[0][0])
        elif chosen.trouble:
            self.retry()
        else:
            third = self.look if self.desk.shared else self.paste_text
            (self.to_table, self.to_table, self.save, third)[self.desk.shown.step]()
        return True

    def back(self) -> Answer:
        """Cancel the question first, then close."""
        if self.columns.sure:
            self._do(lambda: None)
            return None
        self.closing()
        return Pop()

    def closing(self) -> None:
        """Let other programs open the battle, also when the window is closed."""
        self.desk.close()

    def handle(self, event: Event) -> Answer:
        """Handle an event. What is dropped is taken in. A double click does not answer the question that it asks."""
        if event.type == pygame.MOUSEBUTTONDOWN and pygame.time.get_ticks() - self._asked_at < DOUBLE:
            return None
        if event.type == pygame.DROPFILE:
            self._do(lambda: self.desk.take_path(Path(event.file)))
            return None
        if event.type == pygame.DROPTEXT:
            self._do(lambda: self.desk.take(event.text))
            return None
        return super().handle(event)

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the heading, the columns, and the list below them. A small window has the list at the left, and one
        column at a time."""
        self.narrow = area.w / theme.scale < 1080 or area.h / theme.scale < 660
        made = self._heading(area)
        body = Rect(margin(area), theme.px(TOP), area.w - 2 * margin(area), area.h - theme.px(TOP + 20))
        return [*made, *(self._narrow(body) if self.narrow else self._wide(body))]

    def _heading(self, area: Rect) -> list[Widget]:
        px, close = theme.px, self.close_button(area)
        one = self.desk.open
        wide = px(190)
        return [
            Button(
                Rect(close.rect.x - px(10) - wide, px(24), wide, px(44)),
                "To the table",
                on_press=self.to_table,
                cap="Space",
                name="to the table",
                enabled=bool(one and one.table.begun),
                why_not="the battle has not begun" if one else "no battle is open",
                rule=RULE,
            ),
            close,
        ]

    def _wide(self, body: Rect) -> list[Widget]:
        px, gap = theme.px, theme.px(GAP)
        rows = max(2, min(4, len(self.desk.entries)))
        high = min(px(MOST_HIGH), max(px(COLUMNS), body.h - px(76) - rows * px(ROW + 5)))
        high = min(high, body.h - px(76) - 2 * px(ROW + 5))
        wide = (body.w - 2 * gap) // 3
        self.frames = [Rect(body.x + n * (wide + gap), body.y, wide, high) for n in range(3)]
        made: list[Widget] = []
        for pane, place in zip(self.steps, self.frames):
            made += pane.lay_out(place.inflate(-px(4), -px(4)))
        top = body.y + high + px(14)
        self.heading = Rect(body.x, top, body.w, px(30))
        listed = Rect(body.x, top + px(56), body.w, body.bottom - top - px(56))
        return [*made, *self._list_buttons(self.heading), *self._list(listed, ROW)]

    def _narrow(self, body: Rect) -> list[Widget]:
        px, gap = theme.px, theme.px(12)
        left = Rect(body.x, body.y, min(px(330), body.w * 2 // 5), body.h)
        right = Rect(left.right + gap, body.y, body.w - left.w - gap, body.h)
        names = [f"{n} {title}" for n, title in enumerate(SHORT_TITLES, 1)]
        tabs = Segments(
            Rect(right.x, right.y, right.w, px(36)),
            names,
            chosen=self.stage - 1,
            on_change=self._show_stage,
            name="steps",
        )
        place = Rect(right.x, right.y + px(44), right.w, right.h - px(44))
        self.frames = [place]
        made: list[Widget] = []
        for n, pane in enumerate(self.steps, 1):
            if n == self.stage:
                made += pane.lay_out(place.inflate(-px(4), -px(4)))
            else:
                pane.take(NOWHERE, [], 0)
        self.heading = Rect(left.x, left.y, left.w, px(36))
        listed = Rect(left.x, left.y + px(44), left.w, left.h - px(44))
        return [*self._list_buttons(self.heading), *self._list(listed, LOW_ROW), tabs, *made]

    def _show_stage(self, index: int) -> None:
        self.stage = index + 1
        self.relay()

    def _list_buttons(self, r: Rect) -> list[Widget]:
        """Return the buttons in the heading of the list: begin a battle, share a folder."""
        px, made, right = theme.px, list[Widget](), r.right
        shares = "Change the folder" if self.desk.shared else "Share a folder"
        given = [
            ("far begin", "Begin" if self.narrow or not self.desk.entries else "Begin another"),
            ("far share", shares),
        ]
        for action, label in given[: 1 if self.narrow else 2]:
            cap = self.keys.cap(action)
            wide = round(width(label, 15, "s")) + px(62)
            made.insert(
                0,
                Button(
                    Rect(right - wide, r.y, wide, r.h),
                    label,
                    on_press=partial(BY_ACTION[action], self),
                    cap=cap,
                    size=15,
                    name=f"list {action}",
                    rule=RULE,
                ),
            )
            right -= wide + px(8)
        return made

    def _list(self, listed: Rect, row: int) -> list[Widget]:
        px = theme.px
        strip = px(14) if len(self.desk.entries) * px(row + 5) > listed.h else 0
        rows: list[Widget] = []
        for n, entry in enumerate(self.desk.entries):
            place = Rect(listed.x, listed.y + n * px(row + 5), listed.w - strip, px(row))
            chosen = entry is self.desk.chosen
            rows.append(open_row(place, entry, chosen, self.narrow, partial(self.choose, entry)))
        return self.list.fill(listed, rows, 4)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the page in the colour of the seat of the chosen battle."""
        before, chosen = theme.seated, self.desk.chosen
        theme.seated = chosen.summary.seat if chosen and chosen.summary else 0
        try:
            super().draw(dst)
        finally:
            theme.seated = before

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and which battle is open."""
        one = self.desk.chosen
        if one is None or area.w / theme.scale < 1000:
            return "Play by file", ""
        turn = one.summary.turn.partition(",")[0] if one.summary else ""
        words = f"{one.title}, turn {turn}" if turn.isdecimal() else one.title
        free = area.w - 2 * margin(area) - theme.px(370) - width("Play by file", 30, "b") - theme.px(20)
        return "Play by file", words if width(words, 17) <= free else ""

    def paint(self, dst: Surface) -> None:
        super().paint(dst)
        px, p = theme.px, theme.palette
        due = self.columns.due
        for n, place in enumerate(self.frames, 1):
            frame(dst, place, (self.stage if self.narrow else n) == due)
        for n, (one, other) in enumerate(zip(self.frames, self.frames[1:]), 1):
            arrow(dst, ((one.right + other.x) // 2, one.y + px(38)), n < due)
        r = self.heading
        caps(dst, "Battles by file", (r.x, r.centery), anchor="midleft", size=12 if self.narrow else 13)
        if self.narrow:
            return
        buttons = [w.rect.x for w in self.focus.widgets if w.name.startswith("list far")]
        room = min(buttons, default=r.right) - r.x - caps_width("Battles by file") - px(40)
        told = "no folder is shared: files go by hand"
        if self.desk.shared:
            told = f"{self.desk.shared} is looked into every few seconds"
            if width(told, 13) > room:
                told = f"the folder {self.desk.shared.name} is looked into every few seconds"
        at = min(buttons, default=r.right) - px(16), r.centery
        fit_text(dst, told, at, room, (15, 14, 13), p.muted, "r", "midright")
        if self.desk.entries:
            list_heads(dst, Rect(r.x, r.bottom + px(2), r.w, px(24)))


BY_ACTION: dict[str, Callable[[FarPage], object]] = {"far begin": FarPage.begin, "far share": FarPage.share}
