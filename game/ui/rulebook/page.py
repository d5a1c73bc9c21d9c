"""The rule book on the screen (F1): an entry with its table, picture and related entries; contents and search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.system import RuleSystem
from game.core.values import House
from game.rulebook.book import BOX, RuleEntry, chapter, entry, number_of, rulebook, search
from game.rulebook.grid import Grid, Sign
from game.systems import SYSTEMS
from game.ui.render.backdrop import quiet
from game.ui.render.lines import line
from game.ui.render.shapes import Place, Vec, box, paste, rule, stamp
from game.ui.render.text import caps, fit, fit_text, text, width
from game.ui.render.theme import cached, theme
from game.ui.rulebook.links import Mentions, RuleLink, in_force, titles
from game.ui.rulebook.picture import drawn
from game.ui.rulebook.rich_text import Rich, TextTable
from game.ui.toolkit.blocks import Capitals, RuledHeading
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Still, Widget

FIRST = "table"  # the page the book opens at by default


class ContentsItem(Widget):
    """One entry in the contents, indented by its depth."""

    def __init__(self, rect: Rect, page: RuleEntry, open_: bool, on_press: object, found: bool = False) -> None:
        super().__init__(rect, on_press=on_press if callable(on_press) else None, name=f"entry {page.address}")
        self.page, self.open, self.found = page, open_, found  # found by a search: shown under the heading of its group
        self.depth = max(0, page.address.count("/") + page.address.count(".") - 1)
        self.game = _game_of(page) if found else ""
        self.game = "" if self.game in page.title else self.game

    def draw(self, dst: Surface) -> None:
        """Draw number and title."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.open or self.hover:
            box(dst, r, p.active if self.open else p.raised, 5)
        if self.open:
            dst.fill(theme.accent, (r.x, r.y + px(5), px(3), r.h - px(10)))
        x = r.x + px(12) + px(14) * min(2, self.depth)
        if "/" not in self.page.address and not self.found:
            caps(dst, self.page.title, (x, r.centery), p.white if self.open or self.hover else p.muted, "midleft")
            return
        section = number_of(self.page.address)
        if section:
            text(dst, section, (x, r.centery), 15, p.muted, "s", "midleft")
            x += px(44)
        elif self.page.address.count("/") > 1 and self.page.address.split("/")[1][:1].isdigit():
            x += px(44)
        colour = p.white if self.open else p.text if self.depth == 0 or self.hover else p.muted
        room = r.right - px(8) - x
        at = text(
            dst, fit(self.page.title, room, 16), (x, r.centery), 16, colour, "s" if self.depth == 0 else "r", "midleft"
        )
        if self.game:
            beside = at.right + px(8)
            fit_text(dst, self.game, (beside, r.centery), r.right - px(8) - beside, (14, 13), p.faint, "r", "midleft")


class Picture(Still):
    """The picture of an entry."""

    def __init__(self, rect: Rect, page: RuleEntry) -> None:
        super().__init__(rect)
        self.page = page

    def draw(self, dst: Surface) -> None:
        """Draw the picture at its size on the screen."""
        paste(dst, drawn(self.page.picture, self.rect.w), self.rect.topleft)


@cache
def shared_groups() -> frozenset[str]:
    """Return the groups of pages in which several games have a chapter of their own."""
    own = Counter(system.pages[0] for system in SYSTEMS.values())
    return frozenset(group for group, count in own.items() if count > 1)


def _game_of(page: RuleEntry) -> str:
    """Return the game of a rule if its heading does not name the game; otherwise empty."""
    if page.group in shared_groups():
        return chapter(page.address)
    game = next((system.title for system in SYSTEMS.values() if page.group in system.pages), "")
    return game if game != rulebook()[page.group].title else ""


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry in the history, with the search words and the scroll offsets of contents and text in pixels."""

    address: str
    words: str = ""
    listed: int = 0
    read: int = 0


class RulePage(Page):
    """The rule book, open at an address. A missing page falls back to its section, and then to the contents."""

    def __init__(
        self,
        address: str = "",
        first: Sequence[str] = (),
        known: Mentions | None = None,
        system: RuleSystem | None = None,
        house: House | None = None,
    ) -> None:
        self.contents, self.text = ScrolledPane("contents"), ScrolledPane("entry")
        super().__init__(self.text, self.contents)
        self.at = 0
        self.trail = [Spot(self._nearest(address or FIRST))]
        about = self.page.group if self.page.group != FIRST else ""
        self.first = tuple(first) or (about,)  # groups whose search results come first: those of the game
        self.known, self.system, self.house = known or {}, system, house or {}
        self.words = ""
        self._show_open = True

    @staticmethod
    def _nearest(address: str) -> str:
        try:
            return entry(address).address
        except LookupError:
            return FIRST if FIRST in rulebook() else next(iter(rulebook()))

    @property
    def page(self) -> RuleEntry:
        """The entry that is open."""
        return rulebook()[self.trail[self.at].address]

    def open(self, address: str) -> None:
        """Open an entry and add it to the history."""
        address = self._nearest(address)
        if address != self.trail[self.at].address:
            self._leave()
            del self.trail[self.at + 1 :]
            self.trail.append(Spot(address))
            self.at += 1
            self.text.scroll.to(0)
            self._show_open = True
            self.relay()

    def _leave(self) -> None:
        """Store the scroll offsets and search words of the present entry in the history."""
        self.trail[self.at] = Spot(self.page.address, self.words, self.contents.scroll.offset, self.text.scroll.offset)

    def _step(self, by: int) -> None:
        if 0 <= self.at + by < len(self.trail):
            self._leave()
            self.at += by
            there = self.trail[self.at]
            self.words, self._show_open = there.words, False
            self.relay()
            self.fresh()  # layout comes before restoring the scroll offsets
            self.contents.scroll.to(there.listed)
            self.text.scroll.to(there.read)
            self.relay()

    def _search(self, words: str) -> None:
        self.words = words
        self.contents.scroll.to(0)
        self._show_open = not words
        self.relay()

    def _first_found(self) -> None:
        if found := search(self.words, self.first):
            self.open(found[0].address)

    def _leave_search(self) -> None:
        if self.words:
            self._search("")
        self.focus.focus(None, False)

    def key(self, event: Event) -> bool:
        """Go back and forward on Backspace and Alt+arrow keys; focus the search on a slash."""
        alt = event.mod & pygame.KMOD_ALT
        if event.key == pygame.K_BACKSPACE or (alt and event.key == pygame.K_LEFT):
            self._step(-1)
            return True
        if alt and event.key == pygame.K_RIGHT:
            self._step(1)
            return True
        if event.key in (pygame.K_SLASH, pygame.K_KP_DIVIDE) or (
            event.mod & pygame.KMOD_CTRL and event.key == pygame.K_f
        ):
            self.focus.focus(self.field, True)
            return True
        return False

    # -- layout --------------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return search and contents at the left, the entry at the right."""
        px, m = theme.px, margin(area)
        left = px(340 if area.w >= px(1200) else 230)
        self.divide = m + left + px(24)
        self.field = TextField(
            Rect(m, px(24), left, px(40)),
            self.words,
            on_change=self._search,
            placeholder="Look for a word",
            on_enter=self._first_found,
            on_leave=self._leave_search,
            name="search",
            hint="" if self.words else "Press / to come here.",
        )
        listed = Rect(m, px(78), left, area.h - px(94))
        made = self.contents.fill(listed, self._items(listed), 16)
        if self._show_open:
            self._show_open = False
            if found := next((w for w in self.contents.widgets if isinstance(w, ContentsItem) and w.open), None):
                self.contents.scroll.to(self.contents.scroll.offset + found.rect.centery - listed.centery)
                self.contents.place()
        head = Rect(self.divide + px(24), px(24), area.w - m - self.divide - px(24), px(40))
        body = Rect(head.x, px(150), head.w, area.h - px(166))
        return [self.field, *made, *self._buttons(head), *self.text.fill(body, self._body(body), 24)]

    def _items(self, r: Rect) -> list[Widget]:
        """Return the contents, or the search results."""
        column = Column(r, 16)
        if self.words.strip():
            self._found(column)
            return column.widgets
        for page in rulebook().values():
            column.space(16 if "/" not in page.address and column.widgets else 0)
            column.add(ContentsItem(column.row(30, 2), page, page is self.page, partial(self.open, page.address)))
        return column.widgets

    def _found(self, column: Column) -> None:
        """Add the search results, under the names of the games."""
        for group, pages in groupby(search(self.words, self.first), key=lambda page: page.group):
            column.space(12 if column.widgets else 0)
            column.add(Capitals(column.row(26, 2), rulebook()[group].title, colour=theme.accent))
            for page in pages:
                column.add(
                    ContentsItem(column.row(30, 2), page, page is self.page, partial(self.open, page.address), True)
                )
        if not column.widgets:
            column.add(Capitals(column.row(34), "Nothing found", anchor="topleft", lower=18))

    def _buttons(self, head: Rect) -> list[Widget]:
        px = theme.px
        close = Button(
            Rect(head.right - px(132), head.y, px(132), head.h), "Close", on_press=self.close, kind="main", cap="Esc"
        )
        fore = Button(
            Rect(close.rect.x - px(54), head.y, px(44), head.h),
            "",
            on_press=lambda: self._step(1),
            sign="right",
            name="forward",
            enabled=self.at + 1 < len(self.trail),
            hint="Forward, Alt and right",
            why_not="nothing was turned back",
        )
        back = Button(
            Rect(fore.rect.x - px(52), head.y, px(44), head.h),
            "",
            on_press=lambda: self._step(-1),
            sign="left",
            name="back",
            enabled=self.at > 0,
            hint="Back, Alt and left",
            why_not="this is where you began",
        )
        return [back, fore, close]

    def _body(self, r: Rect) -> list[Widget]:
        """Return the text with the picture to its right, or above it if there is no room."""
        px, page = theme.px, self.page
        wide = min(r.w - px(16), px(1120))
        beside = bool(page.drawn) and wide >= px(900)
        column = wide - px(400) - px(32) if beside else min(wide, px(760))
        made: list[Widget] = []
        y = r.y + px(4)
        if page.drawn:
            across = px(400) if beside else min(wide, px(480))
            place = Rect(r.x + wide - across if beside else r.x, y, across, round(across * BOX[1] / BOX[0]))
            made.append(Picture(place, page))
            y = y if beside else place.bottom + px(20)
        before = ""
        for kind, words in page.blocks:
            y += px(8) if before == "bullet" != kind else 0
            made += self._linked(rich := Rich(r.x, y, column, words, 18, kind == "bullet"))
            y, before = rich.rect.bottom + px(6 if kind == "bullet" else 14), kind
        if rows := in_force(page, self.system, self.house):
            made.append(TextTable(r.x, y + px(6), column, [("House rule", "In this battle"), *rows]))
            y = made[-1].rect.bottom + px(18)
        if page.table:
            made.append(TextTable(r.x, y + px(6), column, page.table))
            y = made[-1].rect.bottom + px(18)
        if page.grid:
            made.append(GridTable(r.x, y + px(2), wide, page.grid))
            y = made[-1].rect.bottom + px(18)
        bottom = max([y, *(w.rect.bottom + px(16) for w in made)])
        return [*made, *self._see(r.x, bottom, wide)]

    def _linked(self, rich: Rich) -> list[Widget]:
        """Return a paragraph, and a link for every rule it names."""
        ways = titles(self.page, self.first, self.known)
        links = [(ways[title], place) for title, places in rich.named(ways) for place in places]
        return [rich, *(RuleLink(place, address, partial(self.open, address)) for address, place in links)]

    def _see(self, x0: int, y: int, wide: int) -> list[Widget]:
        """Return buttons for the related entries."""
        known = [place for place in self.page.see if place in rulebook()]
        if not known:
            return []
        column = Column(Rect(x0, y + theme.px(8), wide, 0))
        column.add(RuledHeading(column.row(36, 6), "See also"))
        labels = {place: f"{number_of(place)}  {rulebook()[place].title}".strip() for place in known}
        sized = ((place, round(width(label, 16, "s")) + theme.px(32)) for place, label in labels.items())
        for r, place in column.flow(sized, 38, 10, 8):
            column.add(Button(r, labels[place], on_press=partial(self.open, place), name=f"see {place}"))
        return column.widgets

    def paint(self, dst: Surface) -> None:
        """Draw the background, the divider and the heading of the entry."""
        area, px, p = dst.get_rect(), theme.px, theme.palette
        dst.blit(quiet(area.size), (0, 0))
        line(dst, (self.divide, px(24)), (self.divide, area.h - px(24)), p.line)
        x, room = self.text.rect.x, self.text.rect.w
        fit_text(dst, self.page.title, (x, px(98)), room, 30, p.white, "b", "midleft")
        fit_text(dst, self.page.address, (x, px(44)), room - px(250), 15, p.muted, "r", "midleft")


HIGH, HEAD, LEGEND = 21, 27, 25  # design pixels: heights of a row, of the headings, and of a line of the legend
BROAD, NARROW = 33, 17  # greatest and least width of a column
WORDS, CODE = 132, 48  # width of a row's full name, and of its short name
STRIPE = 4  # columns between guide lines


@cached(16)
def _disc(scale: float, colour: tuple[int, int, int]) -> Surface:
    v = Vec(12, 12, 5, scale)
    v.circ((6, 6), 4.6, colour)
    return v.done()


class GridTable(Still):
    """A grid with row names at the left and column names above, which stay in view. `wide` is its greatest width in
    real pixels."""

    def __init__(self, x: int, y: int, wide: int, grid: Grid) -> None:
        self.grid, px = grid, theme.px
        count = len(grid.columns)
        self.named = bool(grid.names) and wide >= px(WORDS + CODE) + count * px(26)
        self.code = px(CODE if self.named else CODE - 12)
        self.side = self.code + (px(WORDS) if self.named else 0)
        self.step = max(px(NARROW), min(px(BROAD), (wide - self.side) // count))
        self.wide = self.side + self.step * count
        self.type = min(14.0, 14.0 * (self.step - px(3)) / max(width(name, 14, "s") for name in grid.columns))
        self.broad = px(60) + max(round(width(sign.words, 15)) for sign in grid.legend)
        self.down = -(-len(grid.legend) // max(1, wide // self.broad))
        self.top = px(LEGEND) * self.down + px(12)
        super().__init__(Rect(x, y, wide, self.top + px(HEAD) + px(HIGH) * len(grid.rows)))

    def draw(self, dst: Surface) -> None:
        """Draw legend, plate, headings and marks."""
        p, px = theme.palette, theme.px
        self._legend(dst)
        x, y = self.rect.x, self.rect.y + self.top
        plate = Rect(x, y, self.wide, px(HEAD) + px(HIGH) * len(self.grid.rows))
        box(dst, plate, p.panel, 6, 255, p.line)
        for left in self._columns()[::STRIPE]:
            line(dst, (left, y + px(4)), (left, plate.bottom - px(4)), p.edge if left == x + self.side else p.line)
        for number, (name, marks) in enumerate(self.grid.rows):
            self._row(dst, y + px(HEAD) + px(HIGH) * number, number, name, marks)
        shown = y if self.window is None else max(y, min(self.window.y, plate.bottom - px(HEAD) - px(HIGH)))
        box(dst, (x, shown, self.wide, px(HEAD)), p.raised, 6, 255, p.line)
        for left, name in zip(self._columns(), self.grid.columns):
            text(dst, name, (left + self.step / 2, shown + px(HEAD) / 2), self.type, p.white, "s", "center")

    def _columns(self) -> list[int]:
        """Return the left edge of each column."""
        return [self.rect.x + self.side + number * self.step for number in range(len(self.grid.columns))]

    def _row(self, dst: Surface, y: int, number: int, name: str, marks: tuple[str, ...]) -> None:
        p, px, x = theme.palette, theme.px, self.rect.x
        if number:
            rule(dst, x + px(6), x + self.wide - px(6), y, p.edge if number % STRIPE == 0 else p.line)
        middle = y + px(HIGH) / 2
        text(dst, name, (x + px(10), middle), 14, p.white, "s", "midleft")
        if self.named:
            fit_text(dst, self.grid.name(name), (x + self.code, middle), px(WORDS) - px(8), 14, p.text, "r", "midleft")
        signs = {sign.mark: sign for sign in self.grid.legend}
        for column, mark in enumerate(marks):
            at = (x + self.side + (column + 0.5) * self.step, middle)
            cell = Rect(round(at[0] - self.step / 2) + 1, y + 1, self.step - 2, px(HIGH) - 2)
            self._mark(dst, signs[mark], at, cell)

    def _mark(self, dst: Surface, sign: Sign, at: Place, cell: Rect) -> None:
        """Draw a disc, a dash, a filled cell, or the mark itself on a tinted cell."""
        p, px = theme.palette, theme.px
        if sign.drawn == "yes":
            stamp(dst, _disc(theme.scale, p.green), at)
        elif sign.drawn == "no":
            line(dst, (at[0] - px(4), at[1]), (at[0] + px(4), at[1]), p.faint, 1.6)
        elif sign.drawn == "same":
            box(dst, cell, p.active, 3)
        else:
            box(dst, cell, p.raised, 3, 255, p.edge)
            text(dst, sign.mark, at, 14, p.yellow, "b", "center")

    def _legend(self, dst: Surface) -> None:
        """Draw each mark with its meaning."""
        px = theme.px
        for number, sign in enumerate(self.grid.legend):
            x = self.rect.x + self.broad * (number // self.down)
            y = self.rect.y + px(LEGEND) * (number % self.down) + px(LEGEND) / 2
            self._mark(dst, sign, (x + px(14), y), Rect(x + px(4), round(y - px(9)), px(20), px(18)))
            fit_text(
                dst, sign.words, (x + px(36), y), self.rect.right - x - px(36), 15, theme.palette.text, "r", "midleft"
            )
