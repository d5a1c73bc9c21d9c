"""The text of a page of the rule book: heading, paragraphs with links and explained words, tables and drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.core.system import HouseRule
from game.core.values import House
from game.rulebook.book import BOX, RuleEntry, number_of, rulebook
from game.ui.render.shapes import paste
from game.ui.render.text import lines, text
from game.ui.render.theme import theme
from game.ui.rulebook.grid_table import GridTable
from game.ui.rulebook.links import RuleLink, SettingLink, TermMark, words_of_page
from game.ui.rulebook.picture import draw_picture
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import chip
from game.ui.toolkit.rich_text import BOLD, Rich, TextTable
from game.ui.toolkit.widgets import Still, Widget

TEXT, LARGE = 18, 28  # text sizes: usual, and for a projector
TABLE, LARGE_TABLE = 16, 22  # text sizes in tables


class Picture(Still):
    """The drawing of an entry."""

    def __init__(self, rect: Rect, page: RuleEntry) -> None:
        super().__init__(rect)
        self.page = page

    def draw(self, dst: Surface) -> None:
        """Draw the picture at its size on the screen."""
        paste(dst, draw_picture(self.page.picture, self.rect.w), self.rect.topleft)


class PageHead(Still):
    """The book and the number of a page, above its title."""

    def __init__(self, rect: Rect, page: RuleEntry, big: bool) -> None:
        super().__init__(rect, rule=page.address, name="page title")
        self.page, self.size = page, 38 if big else 28
        self.rows = lines(page.title, rect.w, self.size, "b")
        self.rect.h = theme.px(34) + len(self.rows) * theme.px(self.size * 1.2)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        at = chip(dst, (r.x, r.y), rulebook()[self.page.group].title, size=14, anchor="topleft")
        text(dst, number_of(self.page.address), (at.right + px(12), at.centery), 15, p.muted, "s", "midleft")
        y = r.y + px(34)
        for row in self.rows:
            text(dst, row, (r.x, y), self.size, p.white, "b")
            y += px(self.size * 1.2)


@dataclass(frozen=True)
class EntryText:
    """The layout of a page without its figure and cards. `rules` are its house rules with their `values`, `ways` the
    addresses of titles that its text may name. `open` opens an address, `switch` goes to the switch of a house rule.
    `figure`: a demonstration stands beside the text. The paragraph with the bold `term`, or the row of a table that
    begins with it, is highlighted."""

    page: RuleEntry
    rules: Sequence[HouseRule]
    values: House
    ways: Mapping[str, str]
    open: Callable[[str], object]
    switch: Callable[[str], object]
    figure: bool
    term: str = ""

    def lay_out(self, r: Rect, big: bool, everything: bool) -> list[Widget]:
        """Return heading, text and table. With `everything`, add what is too wide for a column. `big` words are for a
        projector."""
        px, page, head = theme.px, self.page, PageHead(Rect(r.x, r.y, r.w, 0), self.page, big)
        made: list[Widget] = [head]
        y, before, marked = head.rect.bottom + px(12), "", set[str]()
        for kind, words in page.blocks:
            y += px(8) if before == "bullet" != kind else 0
            made += self._linked_paragraph(
                rich := Rich(r.x, y, r.w, words, LARGE if big else TEXT, kind == "bullet"), marked
            )
            rich.lit = bool(self.term) and any(bold.startswith(self.term) for bold in BOLD.findall(words))
            y, before = rich.rect.bottom + px(6 if kind == "bullet" else 12), kind
        if page.table and (everything or self._fits(r.w, big)):
            made.append(TextTable(r.x, y + px(4), r.w, page.table, LARGE_TABLE if big else TABLE, self.term))
            y = made[-1].rect.bottom + px(16)
        if page.drawn and (self.figure or everything) and not big:
            wide = min(r.w, px(480))
            made.append(Picture(Rect(r.x, y, wide, round(wide * BOX[1] / BOX[0])), page))
            y = made[-1].rect.bottom + px(16)
        if page.grid and everything:
            made.append(GridTable(r.x, y, r.w, page.grid))
            y = made[-1].rect.bottom + px(16)
        return made if big else [*made, *self._glossary(Rect(r.x, y, r.w, 0), marked)]

    def broad(self, r: Rect, column: int, big: bool) -> list[Widget]:
        """Return what is too wide for the column of the text: the drawing of a page without a demonstration, a grid, a
        table whose words would be broken. `column` is the width of the text in real pixels."""
        px, page, y = theme.px, self.page, r.y
        made = list[Widget]()
        if page.drawn and not self.figure:
            wide = min(r.w, px(760))
            made.append(Picture(Rect(r.x, y, wide, round(wide * BOX[1] / BOX[0])), page))
            y = made[-1].rect.bottom + px(16)
        if page.grid:
            made.append(GridTable(r.x, y, r.w - px(14), page.grid))
            y = made[-1].rect.bottom + px(16)
        if page.table and not self._fits(column, big):
            made.append(TextTable(r.x, y, r.w - px(14), page.table, LARGE_TABLE if big else TABLE, self.term))
        return made

    def _fits(self, wide: int, big: bool) -> bool:
        return TextTable.narrowest(self.page.table, LARGE_TABLE if big else TABLE) <= wide

    def _glossary(self, r: Rect, marked: set[str]) -> list[Widget]:
        """Return the words that are marked in the text, with their meanings."""
        if not marked:
            return []
        column = Column(r)
        column.space(8)
        column.heading("Words on this page", rule="table/glossary")
        for term in words_of_page(self.page):
            if term.word in marked:
                pair = f"{term.word}: {term.means}"
                place = column.row(20 * len(lines(pair, column.wide, 15)), 6)
                column.add(Paragraph(place, pair, size=15, rule="table/glossary"))
        return column.widgets

    def _linked_paragraph(self, rich: Rich, marked: set[str]) -> list[Widget]:
        """Return a paragraph with a link for every rule that it names. Every word of the glossary is marked at its
        first use on the page."""
        found, taken = list[Widget](), list[Rect]()
        own = {rule.title: rule for rule in self.rules}
        for title, places in rich.find_terms(lambda words: words if words in own or words in self.ways else None):
            taken += places
            for place in places:
                if rule := own.get(title):
                    said = next((words for value, words in rule.values if value == self.values[rule.key]), "")
                    press = partial(self.switch, rule.key)
                    found.append(SettingLink(place, f"{rule.title}: {said}", press, f"value {rule.key}"))
                else:
                    found.append(RuleLink(place, self.ways[title], partial(self.open, self.ways[title])))
        known = words_of_page(self.page)
        for word, places in rich.find_terms(known.find):
            if word not in marked and not any(place.collidelist(taken) >= 0 for place in places):
                marked.add(word)
                found += [TermMark(place, f"{word}: {known.means(word)}", f"word {word}") for place in places]
        return [rich, *found]
