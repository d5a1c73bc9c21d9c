"""The pages on which the shared folder is chosen, and a seat is moved to another machine; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.far import moving
from game.far.store import StoredBattle
from game.formats.atomic_file import CannotSave, typed_path, write_whole
from game.ui.far.model import FarDesk
from game.ui.far.parts import RULE
from game.ui.host.screen import Answer, Pop
from game.ui.render.text import lines, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import TextField, path_row
from game.ui.toolkit.widgets import Button, Widget

WORDS = (
    "A folder that a service keeps alike on both machines, or one on a network. What you hand over is written there by "
    "itself, and what the other player writes there is read by itself. Orders still wait for you; only what needs no "
    "decision is answered at once. Your seat and your open orders are never written there."
)


class SaidPage(Page):
    """A page with a title, words about it, fields below them, and the last message, red if it says why not."""

    subject = RULE
    title, words = "", ""
    low = 120  # design pixels from the fields to the message

    def __init__(self) -> None:
        super().__init__()
        self.told, self.refused = "", True
        self.place = Rect(0, 0, 0, 0)  # of the message
        self.fresh()
        self.focus.focus(next(one for one in self.focus.widgets if one.wants_text))

    def titles(self, area: Rect) -> tuple[str, str]:
        return self.title, ""

    def fields(self, left: int, y: int, wide: int) -> Iterable[Widget]:
        """Return the widgets below the words."""
        return ()

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        px, m = theme.px, margin(area)
        wide = min(area.w - 2 * m, px(1000))
        y = px(110) + px(24) * len(lines(self.words, wide, 17)) + px(16)
        self.place = Rect(m, y + px(self.low), wide, px(60))
        return [*self.fields(m, y, wide), self.close_button(area)]

    def end(self, refused: str) -> None:
        """Leave the page, or say why it cannot be done."""
        self.told = refused
        if refused:
            self.relay()
        else:
            self.answer = Pop()

    def paint(self, dst: Surface) -> None:
        super().paint(dst)
        px, p, m = theme.px, theme.palette, margin(dst.get_rect())
        wrap(dst, self.words, (m, px(110)), self.place.w, 17, p.text, lead=24)
        if self.told:
            wrap(dst, self.told, self.place.topleft, self.place.w, 16, p.red if self.refused else p.green)


class SharePage(SaidPage):
    """Type, paste or drop a folder, for all battles by file."""

    takes_files = True
    title, words, low = "The shared folder", WORDS, 124

    def __init__(self, desk: FarDesk) -> None:
        self.desk, self.path = desk, str(desk.shared or "")
        super().__init__()

    def fields(self, left: int, y: int, wide: int) -> Iterable[Widget]:
        """Return the path, and the button that ends sharing."""
        px = theme.px
        yield from path_row(
            Rect(left, y, wide, px(44)),
            self.path,
            self._write,
            self._share,
            label="Folder",
            label_width=66,
            placeholder="Type or paste a path, or drop a folder on the window",
            button="Share it",
            rule=RULE,
        )
        if self.desk.shared is not None:
            none = Rect(left, y + px(60), px(260), px(44))
            yield Button(none, "Share no folder", on_press=self._end, name="share nothing", rule=RULE)

    def _write(self, path: str) -> None:
        self.path = path

    def _share(self) -> None:
        if path := self.path.strip().strip("'\""):
            self.end(self.desk.share(typed_path(path)))

    def _end(self) -> None:
        self.end(self.desk.share(None))

    def handle(self, event: Event) -> Answer:
        """Take a dropped folder, or the folder of a dropped file."""
        if event.type == pygame.DROPFILE:
            path = Path(event.file)
            self.end(self.desk.share(path if path.is_dir() else path.parent))
            answer, self.answer = self.answer, None
            return answer
        return super().handle(event)


MOVED = (
    "This is a seat that was moved to this machine. Type the password under which it was written. Never play a seat on "
    "two machines: two different files of one number are seen at once. If you have it from another person, take it "
    "over: from then on only you can sign for it, read its orders and know its dice, and all see that it was handed on."
)


class SeatPage(SaidPage):
    """Type the password of a seat that was moved here."""

    title, words = "A moved seat", MOVED

    def __init__(self, desk: FarDesk) -> None:
        self.desk, self.password = desk, ""
        super().__init__()

    def fields(self, left: int, y: int, wide: int) -> Iterable[Widget]:
        """Return the password, and the buttons that take the seat up or over."""
        px = theme.px
        yield TextField(
            Rect(left, y, wide - px(174), px(44)),
            self.password,
            on_change=self._write,
            on_enter=self._take_up,
            label="Password",
            label_width=84,
            name="password",
            rule=RULE,
        )
        take = Rect(left + wide - px(160), y, px(160), px(44))
        yield Button(take, "Take it up", on_press=self._take_up, kind="main", name="take up", rule=RULE)
        over = Rect(left, y + px(60), px(330), px(44))
        yield Button(over, "Take it over from another person", on_press=self._take_over, name="take over", rule=RULE)

    def _write(self, words: str) -> None:
        self.password = words

    def _take_over(self) -> None:
        self._take_up(hand_on=True)

    def _take_up(self, hand_on: bool = False) -> None:
        self.end(self.desk.take_up(self.password, hand_on))

    def back(self) -> Answer:
        self.desk.moved_seat = ""
        return Pop()


LEAVES = (
    "This writes your seat and all files of the battle under a password. On the other machine, drop the file on the "
    "window. Another person can take it over in the same way. Do not hand it to the other player, and never play a "
    "seat on two machines: two different files of one number are seen at once."
)


class SeatOutPage(SaidPage):
    """Choose a file and a password, to move the seat of a battle to another machine."""

    takes_files = True
    title, words = "Move the seat", LEAVES

    def __init__(self, one: StoredBattle) -> None:
        self.one, self.password = one, ""
        self.path = str(Path.home() / f"seat-{one.sent_name(0).removesuffix('-0.txt')}.txt")
        super().__init__()

    def fields(self, left: int, y: int, wide: int) -> Iterable[Widget]:
        """Return the password and the path."""
        px = theme.px
        yield TextField(
            Rect(left, y, wide, px(44)),
            self.password,
            on_change=self._write_password,
            on_enter=self._write,
            label="Password",
            label_width=84,
            placeholder=f"{moving.SHORTEST} characters at least",
            name="password",
            rule=RULE,
        )
        yield from path_row(
            Rect(left, y + px(58), wide, px(44)),
            self.path,
            self._write_path,
            self._write,
            label="File",
            label_width=84,
            placeholder="Type or paste a path, or drop a folder on the window",
            button="Write it",
            rule=RULE,
        )

    def _write_password(self, words: str) -> None:
        self.password = words

    def _write_path(self, path: str) -> None:
        self.path = path

    def _write(self) -> None:
        """Write the file, or say why it cannot be."""
        self.refused = True
        if len(self.password) < moving.SHORTEST:
            self.told = f"The password must have {moving.SHORTEST} characters at least."
        elif not (words := self.path.strip().strip("'\"")):
            self.told = "Say where the file is to be written."
        else:
            path = typed_path(words)
            try:
                write_whole(path, moving.packed(self.one, self.password).encode())
            except CannotSave as why:
                self.told = str(why)
            else:
                self.told, self.refused = f"It stands in {path}. Go on there, and no more here.", False
        self.relay()

    def handle(self, event: Event) -> Answer:
        """Take a dropped folder, or the folder of a dropped file."""
        if event.type == pygame.DROPFILE:
            path = Path(event.file)
            self.path = str((path if path.is_dir() else path.parent) / Path(self.path).name)
            self.relay()
            return None
        return super().handle(event)
