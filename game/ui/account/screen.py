"""The account on the screen: the damage that each ship dealt and took, by turn, by weapon; no part of the rules.

It shows only what its view may know, at any moment of a battle or after it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.account.account import Account, account_of
from game.account.page import page
from game.account.tables import as_csv, summary
from game.battle.view import View
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.user_folders import export_path
from game.ui.account.parts import PARTS, add_part, part_titles
from game.ui.account.poster import poster
from game.ui.keys.account_bindings import BINDINGS
from game.ui.keys.list_page import KeyedPage
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import margin
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

RULE = "table/account"
TOOLS = (
    ("png", "PNG", "all of it as a picture"),
    ("csv", "CSV", "every figure with all its digits"),
    ("page", "Page", "a page of its own, for a browser"),
)


class AccountPage(KeyedPage):
    """Tabs, a column of charts and figures, and buttons that write files."""

    key_table = BINDINGS
    subject = RULE

    def __init__(self, view: View) -> None:
        self.pane = ScrolledPane("account")
        super().__init__(self.pane)
        self.account: Account = account_of(view)
        side = view.state.sides.get(view.side or "")
        self.seen_by = "" if self.account.over or side is None else f"as {side.name} may know it"
        self.look = view.state.table.board.look.backdrop if view.state.table.board else ""
        self.tab = 0
        self.note = ""

    @property
    def backdrop(self) -> str:
        return self.look

    # -- actions -------------------------------------------------------------------------------------------------------

    def open_tab(self, tab: int) -> None:
        """Show another part from its top."""
        self.tab = tab % len(PARTS)
        self.pane.scroll.to(0)
        self.relay()

    def export(self, kind: str) -> None:
        """Write a file of a kind, and show where it is."""
        write: dict[str, Callable[[Account], Path]] = {"png": write_png, "csv": write_csv, "page": write_page}
        try:
            self.note = f"Written: {write[kind](self.account)}"
        except CannotSave as why:
            self.note = str(why)

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        px, m = theme.px, margin(area)
        line = Rect(m, px(84), area.w - 2 * m, px(40))
        room = px(112)
        tabs = Segments(
            Rect(line.x, line.y, min(px(420), line.w - 3 * (room + px(8)) - px(16)), line.h),
            part_titles(self.account),
            chosen=self.tab,
            on_change=self.open_tab,
            name="tab",
            rule=RULE,
            hint=f"The next one: {self.keys.cap('tab')}",
        )
        tools = [
            Button(
                Rect(line.right - (3 - n) * (room + px(8)) + px(8), line.y, room, line.h),
                label,
                name=kind,
                rule=RULE,
                on_press=partial(self.export, kind),
                cap=self.keys.cap(kind),
                hint=hint,
                size=15,
            )
            for n, (kind, label, hint) in enumerate(TOOLS)
        ]
        seen = Rect(m - px(8), line.bottom + px(14), area.w - 2 * m + px(16), area.h - line.bottom - px(14 + 44))
        column = Column(Rect(seen.x + px(8), seen.y + px(6), seen.w - px(28), seen.h))
        add_part(column, self.account, self.tab)
        return [tabs, *tools, *self.pane.fill(seen, column.widgets, 12), self.close_button(area)]

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the battle as title and subtitle."""
        words = ", ".join(part for part in (self.account.title, self.seen_by) if part)
        return "Account", words if area.w / theme.scale < 1100 else f"{words}. {summary(self.account)}"

    def paint_over(self, dst: Surface) -> None:
        """Draw the last message, over everything."""
        if self.note:
            area, p = dst.get_rect(), theme.palette
            place = margin(area), area.bottom - theme.px(22)
            fit_text(dst, self.note, place, area.w - 2 * margin(area), (15, 14, 13), p.text, "r", "midleft")


EXPORTS = "accounts"  # the folder within the player's own files


def write_png(account: Account) -> Path:
    """Write a picture of all of it; return its path. Raises CannotSave."""
    out = io.BytesIO()
    pygame.image.save(poster(account), out, "account.png")
    return _write_export(account, ".png", out.getvalue())


def write_csv(account: Account) -> Path:
    """Write every figure; return the path. Raises CannotSave."""
    return _write_export(account, ".csv", as_csv(account).encode())


def write_page(account: Account) -> Path:
    """Write a web page; return its path. Raises CannotSave."""
    return _write_export(account, ".html", page(account).encode())


def _write_export(account: Account, ending: str, content: bytes) -> Path:
    path = export_path(EXPORTS, account.title, ending)
    write_whole(path, content)
    return path
