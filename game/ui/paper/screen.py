"""The page that shows sheets as they will be printed, page by page, and writes them; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.drawing.signs import Place, mix
from game.paper.canvas import Disc, Outline, PaperPage, PaperShape, Words
from game.paper.files import files_of
from game.paper.layout import A_PAGE, PAPERS, pages_of
from game.paper.sources import Printing
from game.ui.host.screen import Answer
from game.ui.pages.writing_page import WritingPage
from game.ui.render.fonts import font
from game.ui.render.shapes import Vec, paste
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.page import margin
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

NAMES = {"a4": "A4", "letter": "Letter"}
SHARP = 3  # factor by which pages are drawn too large, and then reduced
WHITE = (255, 255, 255)
RULE = "table/paper"
KINDS = (  # ending, label, key, description
    (".pdf", "Write a PDF", "P", "one file, for any printer"),
    (".svg", "Write SVG", "S", "a file for each page, to draw on"),
)
TURNS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
Choice = tuple[str, Callable[[], Printing]]


def picture_of(page: PaperPage, high: int) -> Surface:
    """Return a printed page as a picture `high` pixels high."""
    unit = high / page.high
    v = Vec(page.wide, page.high, SHARP, unit)
    v.s.fill((*WHITE, 255))
    for item in page.items:
        if isinstance(item, Words):
            _write(v, item)
        elif isinstance(item, Disc):
            v.circ(item.at, item.radius + item.wide / 2, item.colour, 255, item.wide)
        else:
            for way in item.ways if isinstance(item, PaperShape) else (item.points,):
                _draw(v, way, item)
    return v.done()


def _draw(v: Vec, way: Sequence[Place], item: Outline | PaperShape) -> None:
    """Draw a line or polygon. A translucent one is drawn in the colour that it has on white."""
    alpha, dash = (item.alpha, item.dash) if isinstance(item, PaperShape) else (1.0, ())
    colour = mix(WHITE, item.colour, alpha)
    if not item.wide:
        v.poly(way, colour)
    elif dash:
        v.dash([*way, *way[: int(item.closed)]], colour, item.wide, dash[0], dash[-1])
    else:
        v.lines(way, colour, item.wide, 255, item.closed)


def _write(v: Vec, item: Words) -> None:
    face = font(round(item.size * v.m), item.weight)
    x, y = v.at(item.at)
    wide, edge = max(1, round(item.wide * v.m)), item.halo * v.m / 2
    around = [(WHITE, edge * dx, edge * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)] if item.halo else []
    for ink, dx, dy in (*around, (item.colour, 0, 0)):
        drawn = face.render(item.text, True, ink)
        if drawn.get_width() != wide:
            drawn = pygame.transform.smoothscale(drawn, (wide, drawn.get_height()))
        v.s.blit(drawn, (round(x + dx), round(y + dy - face.get_ascent())))


class PaperScreen(WritingPage):
    """Pages as they will be printed, turned by keys and buttons and written into the player's folder. A subclass sets
    `pages` and the `title` of their file, and adds the fields that choose them."""

    subject = RULE
    folder = "sheets"
    noun = "sheets"
    kinds: Sequence[tuple[str, str, str, str]] = KINDS

    def __init__(self) -> None:
        super().__init__()
        self.number, self.paper = 0, "a4"
        self.pages: list[PaperPage] = []
        self.title = ""
        self._drawn: tuple[object, Surface] | None = None

    def set_out(self) -> None:
        """Lay the pages out again."""

    def show(self, title: str, pages: list[PaperPage]) -> None:
        """Show other pages, from the first."""
        self.title, self.pages = title, pages
        self.number, self.written, self.trouble, self._drawn = 0, None, "", None
        self.relay()

    # -- actions -------------------------------------------------------------------------------------------------------

    def turn(self, step: int) -> None:
        """Turn by a number of pages."""
        self.number = max(0, min(len(self.pages) - 1, self.number + step))
        self.relay()

    def write(self, ending: str) -> None:
        """Write the pages into the player's folder."""
        self.keep(self.title, ending, partial(files_of, self.pages, self.title))

    def _take_paper(self, index: int) -> None:
        self.paper = list(PAPERS)[index]
        self.set_out()

    def handle(self, event: Event) -> Answer:
        """Turn the page with arrows and page keys, unless a choice has the focus."""
        if event.type == pygame.KEYDOWN and event.key in TURNS and not self.focus.visible:
            self.turn(TURNS[event.key])
            return None
        return super().handle(event)

    def key(self, event: Event) -> bool:
        """Turn the page with a key that no widget used."""
        if event.key in TURNS:
            self.turn(TURNS[event.key])
        return event.key in TURNS

    # -- laying out ----------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and the name of what is printed."""
        return "Print", self.title

    def add_choices(self, column: Column) -> None:
        """Add the fields that choose what is printed."""

    def add_look(self, column: Column) -> None:
        """Add the fields below that of the paper."""

    def why_not(self) -> str:
        """Return why nothing can be written; empty if it can."""
        return "" if self.pages else "there is no ship to print"

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the choices and buttons at the right of the page."""
        px, m = theme.px, margin(area)
        wide = px(380) if area.w > px(1100) else px(320)
        self.sheet = Rect(m, px(92), area.w - 2 * m - wide - px(28), area.h - px(92) - px(24))
        column = Column(Rect(self.sheet.right + px(28), self.sheet.y, wide, area.h))
        self.add_choices(column)
        self.add_field(column, "Paper", [NAMES[one] for one in PAPERS], [*PAPERS].index(self.paper), self._take_paper)
        self.add_look(column)
        column.space(6)
        for ending, label, cap, about in self.kinds:
            column.add(
                Button(
                    column.row(60, 10),
                    label,
                    on_press=partial(self.write, ending),
                    sub=about,
                    cap=cap,
                    key=pygame.key.key_code(cap),
                    kind="main" if ending == ".pdf" else "plain",
                    size=18,
                    name=f"write {ending}",
                    refused=self.why_not(),
                    rule=RULE,
                )
            )
        self._add_turns(column)
        self.told = column.row(76, 8)
        return [*column.widgets, *self.place_buttons(column.cells(2, 44, 8)), self.close_button(area)]

    def _add_turns(self, column: Column) -> None:
        px = theme.px
        self.turned = column.row(44, 16)
        for sign, step, why in (
            ("left", -1, "" if self.number else "this is the first page"),
            ("right", 1, "" if self.number < len(self.pages) - 1 else "this is the last page"),
        ):
            place = Rect(self.turned.x if step < 0 else self.turned.right - px(52), self.turned.y, px(52), px(40))
            name = "page back" if step < 0 else "page on"
            column.add(Button(place, "", sign=sign, on_press=partial(self.turn, step), name=name, refused=why))

    @staticmethod
    def add_field(
        column: Column, label: str, names: Sequence[str], chosen: int, take: Callable[[int], object], hint: str = ""
    ) -> None:
        """Add a choice among a few names."""
        place = column.row(44, 10)
        column.add(
            Segments(place, names, chosen=chosen, on_change=take, rule=RULE, label=label, label_width=84, hint=hint)
        )

    def paint(self, dst: Surface) -> None:
        """Draw ground and heading, the page, its number, and the path of the file."""
        super().paint(dst)
        words = f"page {self.number + 1} of {len(self.pages)}" if self.pages else "no pages"
        text(dst, words, self.turned.center, 17, theme.palette.text, "s", "center")
        if self.pages:
            self._show(dst, self.pages[self.number])
        self.tell_place(dst, self.told)

    def _show(self, dst: Surface, page: PaperPage) -> None:
        high = min(self.sheet.h, int(self.sheet.w * page.high / page.wide))
        key = (self.number, high)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, picture_of(page, high)
        shown = self._drawn[1]
        paste(dst, shown, shown.get_rect(center=self.sheet.center).topleft)


class PrintScreen(PaperScreen):
    """Sheets of ships. `choices` are the sets of ships that may be printed: the name of each, and the function that
    returns it. `side` is the name of the side whose ships are chosen first, empty for all."""

    def __init__(self, choices: Sequence[Choice], side: str = "") -> None:
        super().__init__()
        self.choices, self.side = choices, side
        self.choice, self.a_page = 0, A_PAGE[-1]
        self.set_out()

    def set_out(self) -> None:
        self.printing = self._of_side(self.choices[self.choice][1]())
        title = self.printing.title
        self.show(title, pages_of(self.printing.ships, title, self.paper, self.a_page))

    def _of_side(self, all_of_it: Printing) -> Printing:
        """Return the ships of the chosen side; all of them if there is only one side."""
        self.sides = tuple(dict.fromkeys(one.side for one in all_of_it.ships))
        if self.side not in self.sides or len(self.sides) == 1:
            return all_of_it
        ships = [one for one in all_of_it.ships if one.side == self.side]
        return Printing(f"{all_of_it.title}, {self.side}", ships)

    def _choose(self, index: int) -> None:
        self.choice = index
        self.set_out()

    def _take_side(self, index: int) -> None:
        self.side = (*self.sides, "")[index]
        self.set_out()

    def _take_number(self, index: int) -> None:
        self.a_page = A_PAGE[index]
        self.set_out()

    def add_choices(self, column: Column) -> None:
        """Add the choices of what is printed and, if there are several sides, of which side."""
        if len(self.choices) > 1:
            self.add_field(column, "Print", [name for name, _ in self.choices], self.choice, self._choose)
        if len(self.sides) > 1:
            chosen = self.sides.index(self.side) if self.side in self.sides else len(self.sides)
            self.add_field(column, "Side", [*self.sides, "all"], chosen, self._take_side)

    def add_look(self, column: Column) -> None:
        """Add the number of ships on a page."""
        hint = "The most ships on a page; fewer where they do not fit."
        self.add_field(column, "A page", list(map(str, A_PAGE)), A_PAGE.index(self.a_page), self._take_number, hint)
