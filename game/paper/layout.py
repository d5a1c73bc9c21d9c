"""Ships' sheets on pages: as many ships on each as fit, never one on two, and the quick reference of what is aboard
them (mm)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.core.display import Sheet
from game.core.paper import PaperSheet, Reference, reference_of
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.paper.boxes import ARC
from game.paper.canvas import MUTED, Outline, PaperPage, Pen
from game.paper.card import card_height, draw_card
from game.paper.strip import draw_strip, strip_height

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, TOP, FOOT, GAP = 10.0, 9.0, 6.0, 3.2
A_PAGE = (2, 3, 4)  # most ships on a page that may be asked for
SIZES = (1.0, 0.93, 0.86)  # of cards, the first that fits
ALONE = (1.3, 1.0)  # of a card that has a row of its own, besides
SMALLEST = (0.78, 0.7, 0.62, 0.55, 0.48, 0.42, 0.36, 0.3)  # of a card that fits no page at those
UP = 1.2  # of the words below the cards, from the lower margin
RINGS = "a ring shows in black the arcs that a weapon bears into, bow up"
STRETCH = 0.5  # share of its height by which a row may grow to fill its page


@dataclass(frozen=True)
class PrintedShip:
    """A ship to print: its sheet as it was built, from which the quick reference is taken, and the one on paper; the
    name of its side, its game, and a state of that game."""

    sheet: Sheet
    paper: PaperSheet
    side: str
    system: RuleSystem
    state: AnyState
    battle: str = ""  # the title of the battle, if there is one


@dataclass(frozen=True)
class CardRow:
    """Cards beside each other, `k` times their own size; `high` is the height that the tallest needs."""

    ships: tuple[PrintedShip, ...]
    wide: float  # of each card, on the page
    k: float

    @property
    def high(self) -> float:
        return max(card_height(one.paper, self.wide / self.k) for one in self.ships) * self.k


def pages_of(ships: Sequence[PrintedShip], title: str, paper: str = "a4", a_page: int = 4) -> list[PaperPage]:
    """Return the pages: each game on pages of its own, with at most so many ships on each."""
    size, games = PAPERS[paper], list(dict.fromkeys(one.system.key for one in ships))
    found: list[PaperPage] = []
    for key in games:
        left, without = [one for one in ships if one.system.key == key], list[PrintedShip]()
        while left:
            rows, parts = _next_page(left, size, a_page)
            taken = [one for row in rows for one in row.ships]
            without += [] if parts else taken
            left = left[len(taken) :]
            found.append(_page(rows, parts, size, title))
        if parts := _reference(without):
            found.append(_page([], parts, size, title, without[0]))
    for number, page in enumerate(found, 1):
        pen, y = Pen(page.items), size[1] - MARGIN - UP
        pen.words(f"page {number} of {len(found)}", (size[0] - MARGIN, y), 2.2, colour=MUTED, anchor="right")
    return found


def _reference(ships: Sequence[PrintedShip]) -> tuple[Reference, ...]:
    """Return the quick reference for ships of one game."""
    return reference_of(ships[0].system, ships[0].state, [one.sheet for one in ships]) if ships else ()


# -- what fits ---------------------------------------------------------------------------------------------------------


def _next_page(
    ships: Sequence[PrintedShip], size: tuple[float, float], a_page: int
) -> tuple[list[CardRow], tuple[Reference, ...]]:
    """Return the rows of the next page, with the quick reference where both fit: as many ships as may be, in cards as
    large as may be."""
    wide, high = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN - TOP - FOOT
    for many in range(min(a_page, len(ships)), 0, -1):
        parts = _reference(ships[:many])
        room = high - (strip_height(parts, wide) + GAP if parts else 0.0)
        for rows in _arrangements(ships[:many], wide):
            if _height(rows) <= room:
                return rows, parts
    for k in SMALLEST:
        rows = [CardRow((ships[0],), wide, k)]
        if _height(rows) <= high:
            return rows, ()
    return [CardRow((ships[0],), wide, SMALLEST[-1])], ()


def _arrangements(ships: Sequence[PrintedShip], wide: float) -> Iterator[list[CardRow]]:
    """Yield the ways to put so many ships on a page, the most readable first."""
    half = (wide - GAP) / 2
    ways = {1: ((1,),), 2: ((1, 1), (2,)), 3: ((2, 1),), 4: ((2, 2),)}[len(ships)]
    for k, alone, way in ((k, alone, way) for k in SIZES for alone in ALONE for way in ways):
        left, rows = list(ships), []
        for many in way:
            rows.append(CardRow(tuple(left[:many]), half, k) if many > 1 else CardRow((left[0],), wide, k * alone))
            left = left[many:]
        yield rows


def _height(rows: Sequence[CardRow]) -> float:
    return sum(row.high for row in rows) + GAP * (len(rows) - 1)


# -- a page ------------------------------------------------------------------------------------------------------------


def _page(
    rows: Sequence[CardRow],
    parts: tuple[Reference, ...],
    size: tuple[float, float],
    title: str,
    about: PrintedShip | None = None,
) -> PaperPage:
    """Return a page: heading, rows of cards that share the room left, and the quick reference at the foot."""
    page, wide = PaperPage(*size), size[0] - 2 * MARGIN
    pen = Pen(page.items)
    _heading(pen, wide, title, about or rows[0].ships[0])
    y, end = MARGIN + TOP, size[1] - MARGIN - FOOT
    strip = strip_height(parts, wide) if parts else 0.0
    spare = end - y - (strip + GAP if parts else 0.0) - _height(rows)
    for row in rows:
        high = row.high + max(0.0, min(spare / len(rows), row.high * STRETCH))
        for n, one in enumerate(row.ships):
            inside = pen.moved(MARGIN + n * (row.wide + GAP), y, row.k)
            draw_card(one.paper, one.side, one.system.turn_word, inside, row.wide / row.k, high / row.k)
        y += high + GAP
    if parts:
        draw_strip(parts, pen.moved(MARGIN, end - strip if rows else y), wide, strip)
    rings = [RINGS] if any(isinstance(one, Outline) and one.part == ARC for one in page.items) else []
    pen.words(" · ".join(("Dead Reckoning", *rings)), (MARGIN, size[1] - MARGIN - UP), 2.2, colour=MUTED)
    return page


def _heading(pen: Pen, wide: float, title: str, about: PrintedShip) -> None:
    """Write the title, and at the right the game and the battle, over a line."""
    named = " · ".join(dict.fromkeys(one for one in (about.system.title, about.battle) if one and one != title))
    y, right = MARGIN + 2.6, MARGIN + wide
    taken = pen.words(named, (right, y + 0.4), 2.8, colour=MUTED, anchor="right", room=wide * 0.6)
    pen.words(title, (MARGIN, y), 4.6, "b", room=wide - taken - 4)
    pen.lines([(MARGIN, MARGIN + TOP - 2.4), (right, MARGIN + TOP - 2.4)], w=0.25)
