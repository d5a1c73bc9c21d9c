"""The rule book, or a part of it, as printed pages: contents, text, tables, figures, and cross-references. Lengths are
in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from game.core.system import HouseRule
from game.core.values import House
from game.demonstrations.catalogue import CatalogueEntry, of_page
from game.formats.validation import BadFile
from game.paper.canvas import MUTED, PALE, PaperPage, PaperShape, Pen
from game.paper.flow import (
    FOOT,
    HEAD,
    LEAD,
    LINK,
    SIDES,
    Draw,
    Flow,
    TextRun,
    bullet,
    number_pages,
    paragraph,
    put_table,
    runs_of,
)
from game.paper.layout import PAPERS
from game.rulebook.book import RuleEntry, blocks_of, chapter, level, number_of, numbered_title, rulebook, title_of_part
from game.ui.printed_book.figures import draw_drawing, draw_figure
from game.ui.rulebook.links import own_rules, ways_of
from game.ui.toolkit.rich_text import MARKS, named_runs, words_of

TEXT = 136.0  # width of a line of text
TYPE, SMALL = 3.6, 3.0
TITLES = (8.0, 5.6, 4.4)  # sizes of the titles of games, chapters and rules
SPACE = (14.0, 11.0, 7.0)  # mm above the titles
GAP = 2.0  # mm between paragraphs
COLUMNS, COLUMN_GAP = 2, 9.0  # columns of the contents, and mm between them
ENTRY = 4.9  # mm from line to line of the contents
Say = Callable[[int, int], object]  # called with the number of pages done, and of all


@dataclass
class PaperBook:
    """The printed pages, the names of their figures, and the demonstrations that could not be read."""

    title: str
    pages: list[PaperPage] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    bad: list[BadFile] = field(default_factory=list)


class BookPress:
    """Puts pages of the rule book on paper, figure by figure. `done` are the complete pages."""

    def __init__(self, pages: Sequence[RuleEntry], paper: str = "a4") -> None:
        self.entries, self.done = pages, 0
        self.made = PaperBook(title_of_part(pages))
        self._size = PAPERS[paper]
        self._work = self._steps()

    def step(self) -> bool:
        """Go on to the next figure or page. Return whether there is more. After the last, the book is complete."""
        return next(self._work, None) is not None

    def _steps(self) -> Iterator[bool]:
        there, flow = {page.address: page for page in self.entries}, Flow(self._size)
        for page in self.entries:
            flow.head = _head(page)
            if level(page) == 1:
                flow.turn()
            for _ in _Section(page, there, flow, self.made).put():
                yield True
            self.done += 1
        first = list(_contents(self.entries, self._size, self.made)) if len(self.entries) > 1 else []
        self.made.pages = [*first, *flow.pages]
        number_pages(self.made.pages, [*([self.made.title] * len(first)), *flow.heads])


def paper_book(pages: Sequence[RuleEntry], paper: str = "a4", say: Say = lambda done, of: None) -> PaperBook:
    """Return pages of the rule book as they are printed. `say` is called after each step with the pages done."""
    press = BookPress(pages, paper)
    while press.step():
        say(press.done, len(pages))
    say(press.done, len(pages))
    return press.made


def _head(page: RuleEntry) -> str:
    """Return the running head of a page: game and chapter."""
    game, inside = rulebook()[page.group].title, chapter(page.address)
    over = inside or ("" if level(page) == 1 else page.title)
    return f"{game} · {over}" if over else game


# -- contents ----------------------------------------------------------------------------------------------------------


def _contents(pages: Sequence[RuleEntry], size: tuple[float, float], made: PaperBook) -> Iterator[PaperPage]:
    """Yield the pages of the contents: title and figures, then game by game, in columns."""
    wide = (size[0] - 2 * SIDES - COLUMN_GAP * (COLUMNS - 1)) / COLUMNS
    title, _, book = made.title.partition(" – ")
    told = f"Pages: {len(pages)}. Figures: {len(made.figures)}, each drawn by the rules."
    left, top = [*pages], HEAD
    while left:
        sheet = PaperPage(*size)
        pen = Pen(sheet.items, page=sheet)
        if len(left) == len(pages):
            pen.moved(SIDES, HEAD).heading("contents", "Contents", 0)
            pen.words(title, (SIDES, HEAD + 5), TITLES[0], "b")
            pen.words(f"{book}. {told}" if book else told, (SIDES, HEAD + 13), TYPE, colour=MUTED)
            top = HEAD + 24
        for column in range(COLUMNS):
            y = top
            while left and y + ENTRY <= size[1] - FOOT:
                page = left.pop(0)
                y += ENTRY * 0.8 if level(page) == 1 and y > top else 0.0
                _write_contents_line(page, pen.moved(SIDES + column * (wide + COLUMN_GAP), y), wide, level(pages[0]))
                y += ENTRY
        yield sheet
        top = HEAD


def _write_contents_line(page: RuleEntry, pen: Pen, wide: float, highest: int) -> None:
    """Write a line of the contents at the origin of a pen: title, dots and page number."""
    bold = level(page) == 2 and (number_of(page.address) or highest == 2)
    inset, weight, middle = 4.0 * max(0, level(page) - 2), "b" if level(page) == 1 else "s" if bold else "r", ENTRY / 2
    end = inset + pen.words(numbered_title(page), (inset, middle), TYPE - 0.2, weight, room=wide - inset - 10)
    if end + 2 < wide - 7:
        dots = (pen.place((end + 2, middle + 0.8)), pen.place((wide - 7, middle + 0.8)))
        pen.items.append(PaperShape((dots,), PALE, 0.3, False, dash=(0.3, 1.2)))
    pen.number_of(page.address, (wide, middle), TYPE - 0.2, weight, anchor="right")
    pen.link((0, 0, wide, ENTRY), page.address)


# -- a page of the book ------------------------------------------------------------------------------------------------


class _Section:
    """A page of the book that is put on paper."""

    def __init__(self, page: RuleEntry, there: Mapping[str, RuleEntry], flow: Flow, made: PaperBook) -> None:
        self.page, self.there, self.flow, self.made = page, there, flow, made
        self.highest = level(next(iter(there.values())))
        self.game, self.rules = own_rules(page, None)
        self.settings = f"{page.address}:settings"
        self.ways = ways_of(page, self.rules, self.settings, there)

    def put(self) -> Iterator[bool]:
        """Add heading, text, table, grid, reading, settings and related rules, then the drawing and figures, yielding
        before each figure."""
        page, flow = self.page, self.flow
        flow.hold(self._title, SPACE[level(page) - 1])
        self._text(page.text, TYPE)
        for rows in (page.table, page.grid.table if page.grid else ()):
            if rows:
                put_table(flow, rows, GAP)
        if page.grid:
            words = "; ".join(f"{mark} {told}" for mark, told in page.grid.meanings)
            flow.add_block(paragraph(runs_of(f"{words}."), TEXT, SMALL), GAP)
        if page.reading:
            flow.hold(_small_title("What the rules leave open"), GAP + 1)
            self._text(page.reading, SMALL)
        if self.game and self.rules:
            self._settings(self.rules, self.game.settings({}))
        self._see()
        if page.drawn:
            flow.add_block(draw_drawing(page), GAP + 1)
        for one in of_page(page):
            if self._belongs(one):
                yield True
                try:
                    flow.add_block(_as_target(_figure(one), draw_figure(one, flow.wide)), 5.0)
                    self.made.figures.append(one.name)
                except BadFile as bad:
                    self.made.bad.append(bad)

    def _belongs(self, one: CatalogueEntry) -> bool:
        """Return whether a figure is drawn on this page, not on that of its rule or on an earlier one."""
        return (one.rule == self.page.address or one.rule not in self.there) and one.name not in self.made.figures

    def _title(self, pen: Pen) -> float:
        """Draw the title, with its number muted."""
        page, size = self.page, TITLES[level(self.page) - 1]
        pen.heading(page.address, numbered_title(page), level(page) - self.highest)
        if level(page) == 2 and pen.at[1] > HEAD:
            pen.lines([(0, -3), (self.flow.wide, -3)], PALE, 0.2)
        number = number_of(page.address)
        runs = [*runs_of(number, "r", MUTED), *runs_of(page.title, "b")]
        return paragraph(runs, self.flow.wide, size)(pen) + 1.2

    def _text(self, text: str, size: float) -> None:
        for n, (kind, words) in enumerate(blocks_of(text)):
            made = bullet if kind == "bullet" else paragraph
            self.flow.add_block(
                made(self._runs(words), TEXT, size), (GAP if kind != "bullet" else GAP / 2) if n else 0.0
            )

    def _runs(self, line: str) -> list[TextRun]:
        """Return a paragraph with its terms bold and its links."""
        words = words_of(line)
        plain = [word.strip(MARKS) for word, *_ in words]
        found = named_runs(plain, lambda one: one if one in self.ways else None)
        ways = {at: self.ways[name] for name, first, end in found for at in range(first, end)}
        return [TextRun(word, weight, blank, ways.get(n, "")) for n, (word, weight, blank) in enumerate(words)]

    def _settings(self, rules: Sequence[HouseRule], usual: House) -> None:
        """Add the house rules of the page with their values, the usual one emphasised."""
        title = _small_title("Settings that change this", self.settings)
        self.flow.hold(title, GAP + 1)
        for rule in rules:
            runs = [*runs_of(f"{rule.title}.", "s"), *runs_of(rule.sentence)]
            for n, (value, words) in enumerate(rule.values):
                comma = "," if n < len(rule.values) - 1 else "."
                mine = value == usual[rule.key]
                runs += runs_of(f"{words} (usual){comma}" if mine else f"{words}{comma}", "s" if mine else "r", MUTED)
            self.flow.add_block(paragraph(runs, TEXT, SMALL), 0.8)

    def _see(self) -> None:
        """Add the related rules, and the figures drawn on other pages, each with its page number."""
        see = [(one, numbered_title(self.there[one])) for one in self.page.see if one in self.there]
        see += [(_figure(one), f"Figure: {one.title}") for one in of_page(self.page) if not self._belongs(one)]
        if see:
            self.flow.hold(_small_title("See also"), GAP + 1)
            self.flow.add_block(partial(_draw_related, see), joined=True)


def _figure(one: CatalogueEntry) -> str:
    """Return the target name of links to a figure."""
    return f"figure:{one.name}"


def _as_target(target: str, draw: Draw) -> Draw:
    """Return a block that is the target of links."""

    def both(pen: Pen) -> float:
        pen.heading(target, "", 0)
        return draw(pen)

    return both


def _small_title(words: str, target: str = "") -> Draw:
    def draw(pen: Pen) -> float:
        pen.words(words, (0, SMALL * LEAD / 2), SMALL, "s", MUTED)
        return SMALL * LEAD + 0.4

    return _as_target(target, draw) if target else draw


def _draw_related(others: Sequence[tuple[str, str]], pen: Pen) -> float:
    """Draw the targets of links in columns, each by its name and page number."""
    lead, wide = SMALL * LEAD, TEXT / COLUMNS
    for n, (target, name) in enumerate(others):
        inside = pen.moved(n % COLUMNS * wide, n // COLUMNS * lead)
        taken = inside.words(name, (0, lead / 2), SMALL, colour=LINK, room=wide - 18)
        before = inside.words("page", (taken + 2.0, lead / 2), SMALL, colour=MUTED)
        inside.number_of(target, (taken + before + 2.8, lead / 2), SMALL, "r", MUTED)
        inside.link((0, 0, taken + before + 8, lead), target)
    return lead * -(-len(others) // COLUMNS)
