"""Rows of the yard's editor: parts on offer, parts aboard, the bar of MASS, the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.display import Icon
from game.core.forms import PartAboard, PartOffer, Room
from game.drawing.symbols import symbol_of
from game.ui.render.icons import icon
from game.ui.render.lines import dashed
from game.ui.render.shapes import Vec, box, mark, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.column import in_rows
from game.ui.toolkit.widgets import Still, Widget

FIGURE = 50  # design pixels of a column of figures
SYMBOL = 26


def symbol(system: Icon, size: float = SYMBOL) -> Surface:
    """Return the symbol of a part."""
    sign, arcs, letter = symbol_of(system)
    return icon(sign, system.level, arcs, "ok", size, letter, system.wide)


def write_figures(
    dst: Surface, r: Rect, figures: tuple[str, ...], ink: Colour, size: float = 15, column: float = FIGURE
) -> int:
    """Write figures in columns of that many design pixels, the last at the right; return where they begin."""
    right = left = r.right - theme.px(8)
    for figure in reversed(figures):
        at = text(dst, figure if figure not in ("", "0") else "–", (right, r.centery), size, ink, "s", "midright")
        left = at.x
        right -= theme.px(column)
    return left


@dataclass(eq=False)
class OfferRow(Widget):
    """A part that can be put aboard; one of another edition is dim and says so."""

    offer: PartOffer

    def draw(self, dst: Surface) -> None:
        """Draw symbol, name, and figures or the reason."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.offer
        if self.hover or self.focused:
            box(dst, r, p.raised, 5, 255, p.line)
        stamp(dst, symbol(one.icon), (r.x + px(18), r.centery))
        ink = p.faint if one.refused else p.text
        if one.refused:
            left = text(dst, one.refused, (r.right - px(8), r.centery), 13, p.faint, "r", "midright").x
        else:
            left = write_figures(dst, r, one.figures, p.muted, 14, 38)
        fit_text(
            dst, one.label, (r.x + px(36), r.centery), left - r.x - px(42), (15, 14, 13, 12, 11), ink, "r", "midleft"
        )


@dataclass(eq=False)
class AboardRow(Widget):
    """A line of parts aboard: press takes it in hand; Delete takes it out, 1 to 9 say how many, Alt with an arrow moves
    it."""

    part: PartAboard
    chosen: bool
    wrong: bool
    _: KW_ONLY
    on_count: Callable[[int], object]
    on_remove: Callable[[], object]
    on_move: Callable[[int], object]

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
        words = one.label if many == 1 else f"{many} × {one.label}"
        ink = p.red if self.wrong else p.white if self.chosen else p.text
        fit_text(dst, words, (r.x + px(38), r.centery), left - r.x - px(44), (16, 15, 14, 13), ink, "r", "midleft")


@dataclass(eq=False)
class LetGoRow(Still):
    """What is held over the ship, as it would stand in the bill."""

    sign: Icon
    label: str
    figures: tuple[str, ...]

    def draw(self, dst: Surface) -> None:
        """Draw a dashed row."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(theme.accent, p.panel, 0.9), 5)
        dashed(
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
class Built(Still):
    """The verdict on a design that can be built."""

    summary: str

    def draw(self, dst: Surface) -> None:
        """Draw it on a green plate, with the sum below."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(p.green, p.panel, 0.86), 6, 255, mix(p.green, p.panel, 0.4))
        stamp(dst, mark("done", p.green, 16), (r.x + px(24), r.centery))
        x, room = r.x + px(44), r.w - px(56)
        words = "Can be built as it stands"
        fit_text(dst, words, (x, r.centery - px(10)), room, (16, 15, 14), p.green, "s", "midleft")
        fit_text(dst, self.summary, (x, r.centery + px(12)), room, (14, 13, 12), p.muted, "r", "midleft")


@dataclass(eq=False)
class RoomBar(Still):
    """How much of its room a design fills, part by part: beyond it hatched red, left over hatched yellow."""

    room: Room

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
        line = Rect(r.x, r.y + px(26), r.w, px(18))
        stamp(dst, _bar(line.size, room), line.center)
        shades = dict(zip((name for name, _ in room.parts), _shades(len(room.parts))))
        for n, row in enumerate(_keys(room, r.w)):
            x, y = float(r.x), r.y + px(58 + KEY * n)
            for name, words, _ in row:
                box(dst, (x, y - px(4), px(9), px(9)), shades[name], 2)
                x = text(dst, words, (x + px(14), y), 13, p.muted, "r", "midleft").right + px(14)

    @staticmethod
    def high(room: Room, wide: float) -> int:
        """Return its height in real pixels."""
        return theme.px(50 + KEY * len(_keys(room, wide)))


KEY = 18  # design pixels of a line of the key


def _keys(room: Room, wide: float) -> list[list[tuple[str, str, float]]]:
    """Return name, words and width of each part's key, in as many lines as needed."""
    keys = [(name, words, theme.px(14) + width(words, 13)) for name, n in room.parts for words in (f"{name} {n}",)]
    return in_rows(keys, lambda one: one[2], wide, theme.px(14))


def _shades(count: int) -> list[Colour]:
    return [inks()[k % len(inks())] for k in range(count)]


def inks() -> tuple[Colour, ...]:
    """Return the colours of the parts of a bar, in their order."""
    p = theme.palette
    return p.green, mix(p.green, p.ink, 0.45), mix(p.azure, p.red, 0.4), p.azure, p.muted, mix(p.azure, p.ink, 0.5)


@cached(16)
def _bar(size: tuple[int, int], room: Room) -> Surface:
    used, total = room.used, room.total
    v, most = Vec(*size, 2, stroke=theme.scale), max(used, total, 1)
    x, high, p = 0.0, size[1], theme.palette
    for (_, amount), shade in zip(room.parts, _shades(len(room.parts))):
        wide = amount * size[0] / most
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
