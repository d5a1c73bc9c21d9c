"""Rows of the yard's editor: parts on offer, parts aboard, the bar of MASS, the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from itertools import accumulate

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.display import Icon
from game.core.forms import PartAboard, PartOffer, Room, RoomPart
from game.core.game_files import ShipDesign
from game.drawing.symbols import symbol_of
from game.ui.render.hulls import badge_sprite
from game.ui.render.icons import icon
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, mark, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.shipyard.sheet import YARD, glyph_of_design, seat_of_shape
from game.ui.toolkit.column import in_rows
from game.ui.toolkit.widgets import Still, Widget

FIGURE = 50  # design pixels of a column of figures
COLUMN = 64  # design pixels of a column of a table below the bill
SYMBOL, SMALLEST = 26, 11


def symbol(system: Icon, size: float = SYMBOL) -> Surface:
    """Return the symbol of a part."""
    sign, arcs, letter = symbol_of(system)
    return icon(sign, system.level, arcs, "ok", size, letter, system.wide)


def write_figures(
    dst: Surface, r: Rect, figures: tuple[str, ...], ink: Colour, size: float = 15, column: float = FIGURE
) -> int:
    """Write figures in columns of `column` design pixels, the last at the right. Return the x of the first."""
    right = left = r.right - theme.px(8)
    for figure in reversed(figures):
        at = text(dst, figure if figure not in ("", "0") else "–", (right, r.centery), size, ink, "s", "midright")
        left = at.x
        right -= theme.px(column)
    return left


def name_within(label: str, room: float, size: float) -> str:
    """Return the name of a part. Where it would be cut, its first word is an initial: `M. lance 1`."""
    first, _, rest = label.partition(" ")
    return f"{first[0]}. {rest}" if rest[:1].isalpha() and width(label, size) > room else label


@dataclass(eq=False)
class OfferRow(Widget):
    """A part that can be put aboard. One of another edition is dim, with a note."""

    offer: PartOffer

    def draw(self, dst: Surface) -> None:
        """Draw symbol, name, and figures or the reason."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.offer
        if self.hover or self.focused:
            box(dst, r, p.raised, 5, 255, p.line)
        stamp(dst, symbol(one.icon), (r.x + px(18), r.centery))
        ink = p.faint if one.refused else p.text
        if one.refused:
            room = r.w - px(36 + 14) - width(one.label, SMALLEST)
            whole = width(one.refused, 13) <= room
            why = one.refused if whole else one.refused.removeprefix("in ").removesuffix(" only")
            left = text(dst, why, (r.right - px(8), r.centery), 13, p.faint, "r", "midright").x
        else:
            left = write_figures(dst, r, one.figures, p.muted, 14, 38)
        room = left - r.x - px(42)
        words = name_within(one.label, room, SMALLEST)
        fit_text(dst, words, (r.x + px(36), r.centery), room, (15, 14, 13, 12, SMALLEST), ink, "r", "midleft")


@dataclass(eq=False)
class AboardRow(Widget):
    """A line of parts aboard. A press takes it in hand, Delete removes it, 1 to 9 set its number, and Alt with an arrow
    moves it."""

    part: PartAboard
    chosen: bool
    wrong: bool
    _: KW_ONLY
    on_count: Callable[[int], object]
    on_remove: Callable[[], object]
    on_move: Callable[[int], object]
    label: str = ""  # replaces the part's own label

    def handle(self, event: Event) -> bool:
        """Use the keys of a part."""
        if event.type == pygame.KEYDOWN and self.focused:
            if event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
                self.on_remove()
                return True
            if pygame.K_1 <= event.key <= pygame.K_9 and self.part.count is not None:
                self.on_count(event.key - pygame.K_0)
                return True
            if event.mod & pygame.KMOD_ALT and event.key in (pygame.K_UP, pygame.K_DOWN):
                self.on_move(1 if event.key == pygame.K_DOWN else -1)
                return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw symbol, name, number and figures."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.part
        if self.wrong:
            box(dst, r, mix(p.red, p.panel, 0.88), 5, 255, p.red if self.chosen else mix(p.red, p.panel, 0.4))
        elif self.chosen or self.hover:
            box(dst, r, p.active if self.chosen else p.raised, 5, 255, theme.accent if self.chosen else p.line)
        stamp(dst, symbol(one.icon), (r.x + px(18), r.centery))
        left = write_figures(dst, r, one.figures, p.red if self.wrong else p.text)
        many = one.count.value if one.count else 1
        ahead, room = "" if many == 1 else f"{many} × ", left - r.x - px(44)
        words = ahead + name_within(self.label or one.label, room - width(ahead, 13), 13)
        ink = p.red if self.wrong else p.white if self.chosen else p.text
        fit_text(dst, words, (r.x + px(38), r.centery), room, (16, 15, 14, 13), ink, "r", "midleft")


@dataclass(eq=False)
class LetGoRow(Still):
    """The part held over the ship, as a future row of the bill."""

    sign: Icon
    label: str
    figures: tuple[str, ...]

    def draw(self, dst: Surface) -> None:
        """Draw a dashed row."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(theme.accent, p.panel, 0.9), 5)
        dashed_line(
            dst,
            [r.topleft, (r.right - 1, r.y), (r.right - 1, r.bottom - 1), (r.x, r.bottom - 1)],
            theme.accent,
            1.6,
            closed=True,
        )
        stamp(dst, symbol(self.sign), (r.x + px(18), r.centery))
        left = write_figures(dst, r, self.figures, theme.accent)
        at = text(dst, "if let go", (left - px(16), r.centery), 14, p.muted, "r", "midright")
        fit_text(
            dst,
            self.label,
            (r.x + px(38), r.centery),
            at.x - r.x - px(44),
            (16, 15, 14, 13),
            theme.accent,
            "s",
            "midleft",
        )


@dataclass(eq=False)
class BillFigures(Still):
    """The figures of a field, in the columns of the bill."""

    figures: tuple[str, ...]
    bold: bool = False

    def draw(self, dst: Surface) -> None:
        write_figures(dst, self.rect, self.figures, theme.palette.white if self.bold else theme.palette.text)


@dataclass(eq=False)
class TableRow(Still):
    """A row of a table below the bill; without a label it is the heads of its columns."""

    label: str
    about: str
    figures: tuple[str, ...]

    def draw(self, dst: Surface) -> None:
        """Draw the label with the words on it, then the figures in columns."""
        p, r = theme.palette, self.rect
        ink, size = (p.text, 15) if self.label else (p.muted, 13)
        left = write_figures(dst, r, self.figures, ink, size, COLUMN)
        at = text(dst, self.label, (r.x, r.centery), 15, p.text, "r", "midleft")
        x = at.right + theme.px(10)
        fit_text(dst, self.about, (x, r.centery), left - x - theme.px(8), (15, 14, 13), p.muted, "s", "midleft")


@dataclass(eq=False)
class Built(Still):
    """The verdict on a design that can be built."""

    summary: str

    def draw(self, dst: Surface) -> None:
        """Draw the verdict on a green plate, with the sum below."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(p.green, p.panel, 0.86), 6, 255, mix(p.green, p.panel, 0.4))
        stamp(dst, mark("done", p.green, 16), (r.x + px(24), r.centery))
        x, room = r.x + px(44), r.w - px(56)
        words = "Can be built as it stands"
        fit_text(dst, words, (x, r.centery - px(10)), room, (16, 15, 14), p.green, "s", "midleft")
        fit_text(dst, self.summary, (x, r.centery + px(12)), room, (14, 13, 12), p.muted, "r", "midleft")


@dataclass(eq=False)
class RoomBar(Widget):
    """The room of a design and the share of it that each part fills. Excess is hatched red, and the rest hatched
    yellow. A press on a part of the bar or of its key leads to the ship's part that takes it. The arrows walk along the
    parts."""

    room: Room
    on_part: Callable[[RoomPart], object]
    at: int = field(default=-1, init=False)  # index of the part under the pointer, or reached by the arrows

    @property
    def line(self) -> Rect:
        """The bar itself."""
        return Rect(self.rect.x, self.rect.y + theme.px(26), self.rect.w, theme.px(18))

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the part at a place of the bar or of its key; -1 for none."""
        if self.line.inflate(0, theme.px(8)).collidepoint(pos):
            ends = accumulate(_widths(self.line.w, self.room))
            return next((n for n, end in enumerate(ends) if pos[0] < self.line.x + end), -1)
        return next((n for n, place in enumerate(self._key_places()) if place.collidepoint(pos)), -1)

    def _key_places(self) -> list[Rect]:
        px, r = theme.px, self.rect
        rows = enumerate(_keys(self.room, r.w))
        return [
            Rect(round(r.x + x), r.y + px(58 + KEY * n - 9), round(wide), px(KEY))
            for n, row in rows
            for x, wide in zip(accumulate((wide + px(14) for _, wide in row), initial=0), (wide for _, wide in row))
        ]

    def handle(self, event: Event) -> bool:
        """Point at a part, walk along them, or go to the ship's part."""
        if event.type == pygame.MOUSEMOTION:
            was, self.at = self.at, self.part_at(event.pos) if self.hit.collidepoint(event.pos) else -1
            return super().handle(event) or was != self.at
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.at = self.part_at(event.pos)
            return self.at >= 0 and super().handle(event)
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            self.at = max(0, min(len(self.room.parts) - 1, self.at + step))
            return True
        return super().handle(event)

    def on_focus(self) -> None:
        self.at = max(0, self.at)

    def press(self) -> None:
        if 0 <= self.at < len(self.room.parts):
            self.on_part(self.room.parts[self.at])

    @property
    def hint_now(self) -> str:
        if not 0 <= self.at < len(self.room.parts):
            return ""
        part = self.room.parts[self.at]
        return f"{part.name.capitalize()}: {part.amount} {self.room.unit}. Press it to go there"

    def draw(self, dst: Surface) -> None:
        """Draw sum and bar, and a key below."""
        p, px, r, room = theme.palette, theme.px, self.rect, self.room
        over = room.used - room.total
        wrong = over > 0 or (over < 0 and room.exact)
        ink = p.red if over > 0 else p.yellow if wrong else p.white
        at = text(dst, room.label, (r.x, r.y + px(10)), 14, p.muted, "r", "midleft")
        at = text(dst, f"{room.used} of {room.total}", (at.right + px(10), r.y + px(10)), 18, ink, "b", "midleft")
        if wrong:
            words = f"{abs(over)} too much" if over > 0 else f"{-over} left over"
            text(dst, words, (r.right, r.y + px(10)), 15, ink, "s", "midright")
        stamp(dst, _bar(self.line.size, room), self.line.center)
        lit = self.at if self.hover or self.focused else -1
        for n, (part, shade, place) in enumerate(zip(room.parts, _shades(room), self._key_places())):
            if place.bottom > r.bottom:
                break  # a slider is dragged, and the bar keeps its height
            box(dst, (place.x, place.centery - px(4), px(9), px(9)), shade, 2)
            tone = p.white if n == lit else p.muted
            text(dst, _words(part), (place.x + px(14), place.centery), 13, tone, "r", "midleft")
        if 0 <= lit < len(room.parts):
            wide = _widths(self.line.w, room)
            left = self.line.x + round(sum(wide[:lit]))
            box(dst, (left, self.line.y, max(3, round(wide[lit])), self.line.h), None, 2, 255, p.white, 2)

    @staticmethod
    def high(room: Room, wide: float) -> int:
        """Return its height in real pixels."""
        return theme.px(50 + KEY * len(_keys(room, wide)))


KEY = 18  # design pixels of a line of the key


def _words(part: RoomPart) -> str:
    return f"{part.name} {part.amount}"


def _keys(room: Room, wide: float) -> list[list[tuple[RoomPart, float]]]:
    """Return each part and the width of its key, in as many lines as needed."""
    keys = [(part, theme.px(14) + width(_words(part), 13)) for part in room.parts]
    return in_rows(keys, lambda one: one[1], wide, theme.px(14))


def _widths(wide: int, room: Room) -> list[float]:
    """Return the width of each part on a bar."""
    return [part.amount * wide / max(room.used, room.total, 1) for part in room.parts]


def _shades(room: Room) -> list[Colour]:
    """Return the colours of the parts of a bar."""
    p = theme.palette
    purple, brown = mix(mix(p.azure, p.red, 0.45), p.ink, 0.35), mix(p.yellow, p.ink, 0.45)
    inks = p.green, mix(p.green, p.ink, 0.45), purple, p.azure, p.muted, mix(p.azure, p.ink, 0.5), brown, p.white
    return [inks[part.shade % len(inks)] for part in room.parts]


@cached(16)
def _bar(size: tuple[int, int], room: Room) -> Surface:
    used, total = room.used, room.total
    v, most = Vec(*size, 2, stroke=theme.scale), max(used, total, 1)
    x, high, p = 0.0, size[1], theme.palette
    v.rect((0, 0, *size), p.raised)
    for wide, shade in zip(_widths(size[0], room), _shades(room)):
        v.rect((x, 0, max(0, wide - 1), high), shade)
        x += wide
    end = total * size[0] / most
    low, far = min(x, end), max(x, end)
    if far > low and (room.exact or used > total):
        edge = [(low, 0), (far, 0), (far, high), (low, high)]
        v.poly(edge, p.ink)
        v.hatch(edge, p.red if used > total else p.yellow, 6, 1.4, 220)
    v.line((end, 0), (end, high), p.white, 1.6)
    return v.done()


class DesignRow(Widget):
    """One design in the list, with its size and price in words."""

    HIGH = 58  # design pixels

    def __init__(
        self, rect: Rect, design: ShipDesign, words: tuple[str, str], chosen: bool, on_press: object, more: str = ""
    ) -> None:
        """Make the row of a design. Its words are the class and, if given, `more`."""
        super().__init__(
            rect,
            on_press=on_press if callable(on_press) else None,
            name=f"design {design.fleet}/{design.key}",
            rule=YARD,
        )
        self.design, self.words, self.chosen = design, words, chosen
        self.told = f"{design.ship_class}, {more}" if more else design.ship_class

    @property
    def colour(self) -> Colour:
        """The colour of its fleet."""
        return theme.seat(seat_of_shape(self.design.glyph))

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, name and class, with mass and points at the right."""
        px, p, r, one = theme.px, theme.palette, self.rect, self.design
        fill = p.active if self.chosen else p.raised if self.hover else p.panel
        box(dst, r, fill, 8, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        stamp(dst, badge_sprite(glyph_of_design(one), self.colour, 19), (r.x + px(32), r.centery))
        size, price = self.words
        points = text(dst, price, (r.right - px(16), r.centery - px(10)), 16, p.text, "s", "midright")
        mass = text(dst, size, (r.right - px(16), r.centery + px(12)), 14, p.muted, "r", "midright")
        left = r.x + px(62)
        fit_text(dst, one.name, (left, r.centery - px(10)), points.x - px(10) - left, 17, p.white, "s", "midleft")
        fit_text(dst, self.told, (left, r.centery + px(12)), mass.x - px(10) - left, 15, p.muted, "r", "midleft")
