"""Blocks between the buttons of a panel: words, headings, separators, figures; no part of the rules.

All are widgets, so that they can have hints and F1 can open their page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pygame import Surface

from game.core.names import short_rule
from game.ui.render.shapes import box, mark, rule, stamp
from game.ui.render.text import Piece, caps, caps_width, fit, fit_text, lines, run, run_width, text, width, wrap
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.widgets import Still

SMALLEST = 12  # least text size of a line shrunk to fit
LEAST_CAPS = 11  # least text size of a heading with words beside it


class Separator(Still):
    """A thin separator."""

    def draw(self, dst: Surface) -> None:
        """Draw it across the rect's top."""
        rule(dst, self.rect.x, self.rect.right, self.rect.y)


@dataclass(eq=False)
class ColumnHeading(Still):
    """Capitals at the left, words at the right."""

    label: str
    right: str = ""
    _: KW_ONLY
    colour: Colour | None = None

    def draw(self, dst: Surface) -> None:
        """Draw both on one line, smaller if there is little room. After that, the words at the right are cut."""
        r, px = self.rect, theme.px
        size = 13 if caps_width(self.label) + px(12) + width(self.right, SMALLEST) <= r.w else LEAST_CAPS
        room = r.w - caps_width(self.label, size) - px(12)
        caps(dst, self.label, (r.x, r.y), size=size)
        if self.right:
            ink = self.colour or theme.palette.muted
            fit_text(dst, self.right, (r.right, r.y - px(1)), room, (15, 14, 13, SMALLEST), ink, "r", "topright")


@dataclass(eq=False)
class Capitals(Still):
    """A heading alone. It is `lower` design pixels below a corner or the middle of its rect's left edge, named as in
    `Rect`."""

    words: str
    _: KW_ONLY
    colour: Colour | None = None
    anchor: str = "midleft"
    lower: float = 0

    def draw(self, dst: Surface) -> None:
        x, y = getattr(self.rect, self.anchor)
        caps(dst, self.words, (x, y + theme.px(self.lower)), self.colour, self.anchor)


@dataclass(eq=False)
class RuledHeading(Still):
    """A heading under a separator, with words at its right."""

    words: str
    right: str = ""
    _: KW_ONLY
    colour: Colour | None = None

    def draw(self, dst: Surface) -> None:
        """Draw separator, capitals and words."""
        px, r = theme.px, self.rect
        rule(dst, r.x, r.right, r.y)
        ink = self.colour or theme.palette.muted
        size = 13 if caps_width(self.words) + px(16) + width(self.right, SMALLEST) <= r.w else LEAST_CAPS
        room = r.right - caps(dst, self.words, (r.x, r.y + px(16)), size=size).right - px(16)
        fit_text(dst, self.right, (r.right, r.y + px(15)), room, (15, 14, 13, SMALLEST), ink, "r", "topright")


@dataclass(eq=False)
class TitleLines(Still):
    """A bold title over a muted line, each in the first size that fits. `tops` are in design pixels. A title too long
    for one line takes two."""

    pictured = True

    title: str
    under: str
    _: KW_ONLY
    sizes: tuple[tuple[float, ...], tuple[float, ...]] = ((22,), (15,))
    tops: tuple[float, float] = (18, 41)

    def draw(self, dst: Surface) -> None:
        p, r = theme.palette, self.rect
        first, second = ((r.x, r.y + theme.px(top)) for top in self.tops)
        size = self.sizes[0][-1]
        if width(self.title, size, "b") > r.w:
            lead = size * 1.1
            wrap(dst, self.title, (first[0], first[1] - theme.px(lead / 2)), r.w, size, p.white, "b", lead, most=2)
            second = second[0], second[1] + theme.px(size / 3)
        else:
            fit_text(dst, self.title, first, r.w, self.sizes[0], p.white, "b")
        fit_text(dst, self.under, second, r.w, self.sizes[1], p.muted)


@dataclass(eq=False)
class WordRow(Still):
    """Pieces of one line, with words at the right if there is room."""

    parts: Sequence[Piece]
    right: str = ""
    _: KW_ONLY
    colour: Colour | None = None
    size: float = 16
    gap: float = 5

    def draw(self, dst: Surface) -> None:
        """Draw the line, smaller if it is too long. If even that is too long, the last piece is shortened."""
        r, p = self.rect, theme.palette
        room = r.w - (width(self.right, self.size + 1, "s") + theme.px(10) if self.right else 0)
        sizes = [self.size - less for less in range(5) if self.size - less >= SMALLEST]
        size = next((one for one in sizes if run_width(self.parts, one, self.gap) <= room), sizes[-1])
        run(dst, r.midleft, shortened(self.parts, room, size, self.gap), size, self.gap)
        if self.right:
            text(dst, self.right, r.midright, self.size + 1, self.colour or p.white, "s", "midright")


@dataclass(eq=False)
class Pair(Still):
    """A term and its description, at the same distance on every line. `tab` is in real pixels."""

    head: Piece
    words: Piece
    tab: int

    def draw(self, dst: Surface) -> None:
        """Draw the term, and beside it all its lines."""
        r, middle = self.rect, self.rect.y + theme.px(10)
        fit_text(dst, self.head[0], (r.x, middle), self.tab, 15, self.head[1], self.head[2], "midleft")
        for row in lines(self.words[0], r.w - self.tab, 15, self.words[2]):
            text(dst, row, (r.x + self.tab, middle), 15, self.words[1], self.words[2], "midleft")
            middle += theme.px(20)


def column_offset(heads: Sequence[str], weight: str = "s") -> int:
    """Return the x offset of the second column after these words."""
    return max([theme.px(68), *(round(width(head, 15, weight)) + theme.px(10) for head in heads)])


def shortened(parts: Sequence[Piece], room: float, size: float = 16, gap: float = 5) -> list[Piece]:
    """Return the pieces of a line that fit, the last one cut short."""
    kept: list[Piece] = []
    for string, colour, weight in parts:
        used = run_width(kept, size, gap) + (gap * theme.scale if kept else 0)
        cut = fit(string, room - used, size, weight)
        kept.append((cut, colour, weight))
        if cut != string:
            break
    return kept


@dataclass(eq=False)
class Paragraph(Still):
    """Lines broken to the width of the rect, `lead` design pixels apart."""

    words: str
    _: KW_ONLY
    colour: Colour | None = None
    size: float = 15
    weight: str = "r"
    lead: float = 0

    def draw(self, dst: Surface) -> None:
        """Draw from the top of the rect."""
        colour = self.colour or theme.palette.muted
        wrap(dst, self.words, self.rect.topleft, self.rect.w, self.size, colour, self.weight, self.lead)


@dataclass(eq=False)
class Banner(Still):
    """One sentence on a tinted plate, with the number of its rule at the right."""

    words: str
    colour: Colour

    def draw(self, dst: Surface) -> None:
        """Draw plate, sentence and number."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(self.colour, p.panel, 0.86), 6, 255, mix(self.colour, p.panel, 0.3))
        number = short_rule(self.rule)
        room = r.w - px(24) - (width(number, 14) + px(10) if number else 0)
        fit_text(dst, self.words, (r.x + px(12), r.centery), room, (16, 15, 14), self.colour, "s", "midleft")
        text(dst, number, (r.right - px(12), r.centery), 14, p.muted, "r", "midright")


@dataclass(eq=False)
class StatBlock(Still):
    """A figure of the ship on a plate: label, value, and the value after the order in hand."""

    pictured = lights = True

    label: str
    value: str
    becomes: str = ""

    def after(self, arrow: str) -> str:
        """Return the value after the order: a number or course after an arrow, or words such as `of 4` without one."""
        return f"{arrow}{self.becomes}" if self.changes else self.becomes

    @property
    def changes(self) -> bool:
        """Return whether the text beside the value is a new number or course."""
        return self.becomes[:1].isdigit() or self.becomes[:1].isupper() or self.becomes[:1] in ("−", "-")

    @property
    def least(self) -> float:
        """The width for the uncut text, in real pixels. A new number is fitted in separately."""
        said = 0.0 if self.changes or not self.becomes else width(self.becomes, 13, "s") + theme.px(6)
        return max(width(self.label, 14), width(self.value, 24, "s") + said) + theme.px(17)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.raised, 6, 255, p.edge if self.hover else p.line)
        fit_text(dst, self.label, (r.x + px(12), r.y + px(12)), r.w - px(16), 14, p.muted)
        after, x, foot = self.after("→ "), r.x + px(12), r.bottom - px(12)
        sizes = (15, 14, 13, 12)
        wide = x - r.x + width(self.value, 24, "s") + px(10) + width(after, sizes[-1], "s")
        if wide <= r.w or not self.changes:
            x = text(dst, self.value, (x, foot), 24, p.white, "s", "bottomleft").right + px(6)
        if after:
            fit_text(dst, after, (x, foot), r.right - px(4) - x, sizes, theme.accent, "s", "bottomleft")


class ThinFigure(StatBlock):
    """A figure of the ship on one line."""

    @property
    def least(self) -> float:
        """The width of label, value and words side by side; a new value may take the place of the old."""
        shown, after = width(self.value, 17, "s"), width(self.after("→"), 13, "s")
        shown = max(shown, after) if self.changes else shown + (after + theme.px(4) if after else 0)
        return width(self.label, 13) + shown + theme.px(15)

    def draw(self, dst: Surface) -> None:
        """Draw label, value and new value. If both values do not fit, draw only the new one."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.raised, 6, 255, p.edge if self.hover else p.line)
        x, after = r.x + px(6), self.after("→")
        wide = width(self.label, 13) + width(self.value, 17, "s") + width(after, 13, "s") + px(18)
        x = text(dst, self.label, (x, r.centery), 13, p.muted, "r", "midleft").right + px(5)
        if wide <= r.w or not self.changes:
            x = text(dst, self.value, (x, r.centery), 17, p.white, "s", "midleft").right + px(4)
        if after:
            fit_text(dst, after, (x, r.centery), r.right - px(3) - x, 13, theme.accent, "s", "midleft")


@dataclass(eq=False)
class StepperValue(Still):
    """The value between minus and plus, with a `note` beside it if there is room."""

    words: str
    note: str = ""

    def draw(self, dst: Surface) -> None:
        """Draw a well with the words in it."""
        p, r, px = theme.palette, self.rect, theme.px
        box(dst, r, p.well, 6, 255, p.edge)
        if self.note and width(self.words, 16, "s") + width(self.note, 14) + px(28) <= r.w:
            fit_text(dst, self.words, (r.x + px(10), r.centery), r.w, 16, p.white, "s", "midleft")
            fit_text(dst, self.note, (r.right - px(10), r.centery), r.w, 14, p.muted, "r", "midright")
            return
        fit_text(dst, self.words, r.center, r.w - px(8), (16, 15, 14, 13), p.white, "s", "center")


def tick(dst: Surface, kind: str, at: tuple[float, float], colour: Colour, size: float = 16) -> None:
    """Draw one of the small marks."""
    stamp(dst, mark(kind, colour, size), at)
