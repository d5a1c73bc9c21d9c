"""The page that prints a rule, or its chapter.

It is shown as it will be printed, and written as PDF.
"""

from __future__ import annotations

import time

from pygame import Surface

from game.rulebook.book import RuleEntry, chapter, number_of, part_of_book
from game.ui.host.screen import Answer
from game.ui.paper.screen import KINDS, PaperScreen
from game.ui.printed_book.book import BookPress
from game.ui.render.shapes import bar
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column

WORKS = 0.08  # seconds per frame of the window that are spent on pages
WHAT = ("this page", "its chapter")


class BookPrintScreen(PaperScreen):
    """A page of the rule book on paper, or the pages of its chapter."""

    noun = "file"
    kinds = KINDS[:1]

    def __init__(self, page: RuleEntry) -> None:
        super().__init__()
        self.page, self.choice = page, 0
        self.parts = [[page], chapter_of(page)]
        self.press: BookPress | None = None
        self.set_out()

    def set_out(self) -> None:
        """Begin to put the pages on paper."""
        self.show("", [])
        self.press = BookPress(self.parts[self.choice], self.paper)
        self.title = self._title_of(self.press)

    def tick(self, seconds: float) -> Answer:
        """Go on with the pages for a frame."""
        end = time.monotonic() + WORKS
        while self.press and time.monotonic() < end:
            if not self.press.step():
                made, title, self.press = self.press.made, self._title_of(self.press), None
                self.show(title, made.pages)
                self.trouble = "\n".join(map(str, made.bad))
        return None

    @property
    def moving(self) -> bool:
        """Return whether pages are still missing."""
        return self.press is not None

    def why_not(self) -> str:
        return "" if self.pages else "the pages are not ready yet"

    @staticmethod
    def _title_of(press: BookPress) -> str:
        """Return the title without the name of the program."""
        return press.made.title.partition(" – ")[0]

    def _choose(self, index: int) -> None:
        self.choice = index
        self.set_out()

    def add_choices(self, column: Column) -> None:
        """Add the choice of the page alone or its chapter."""
        if len(self.parts[1]) > 1:
            self.add_field(column, "Print", WHAT, self.choice, self._choose)

    def paint(self, dst: Surface) -> None:
        """Draw the page, or the number of pages done while they are made."""
        super().paint(dst)
        if self.press:
            p, px, r = theme.palette, theme.px, self.sheet
            done, of = self.press.done, len(self.press.entries)
            bar(dst, r.centerx - px(140), r.centery, px(280), done / of, theme.accent, 10)
            text(dst, f"{done} of {of} rules", (r.centerx, r.centery - px(20)), 17, p.text, "r", "center")


def chapter_of(page: RuleEntry) -> list[RuleEntry]:
    """Return the pages of the chapter to which a page belongs. For a game's own page, or without chapters, return the
    page alone."""
    if not (chapter(page.address) or number_of(page.address)):
        return [page]
    group, _, rest = page.address.partition("/")
    return part_of_book(f"{group}/{rest.partition('/')[0].partition('.')[0]}")
