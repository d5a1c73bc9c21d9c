"""Numbers that stand for names where it is crowded, and the list on the board that says whose they are; decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.ui.board.label_engine.pictures import Name, name_size
from game.ui.board.label_engine.positions import LabelSurroundings
from game.ui.render.shapes import box, mark, mesh, paste
from game.ui.render.text import fit, text, width
from game.ui.render.theme import Colour, cached, mix, theme

DIGITS, LETTERS = 14, 14  # design pixels: a number on the board, a name in the list
LINE, COLUMN, PAD = 19, 150, 10  # design pixels: from line to line, the widest column, round the list
LISTED = 6  # names of those in one place that are written out
STEP = 28  # design pixels between places that are tried for the list


@dataclass(frozen=True, slots=True)
class NumberedName:
    """A line of the list: the number, and whom it stands for."""

    number: int
    names: tuple[tuple[str, Colour], ...]

    @property
    def words(self) -> str:
        """Their names; so many that they would fill the list are counted."""
        return ", ".join(name for name, _ in self.names) if len(self.names) <= 3 else f"{len(self.names)} together"


def colour_of(names: tuple[tuple[str, Colour], ...]) -> Colour:
    """The colour that all names of a label have, or nobody's."""
    colours = {colour for _, colour in names}
    return colours.pop() if len(colours) == 1 else theme.palette.text


@cached(512)
def number_picture(number: int, colour: Colour, waiting: bool = False) -> Surface:
    """A number on a small plate edged in the seat's colour, after the diamond of a ship that needs an order."""
    out = Surface(number_size(number, waiting), pygame.SRCALPHA)
    r = box(out, out.get_rect(), theme.palette.well, 5, 240, mix(colour, theme.palette.well, 0.35), 1)
    room = theme.px(17) if waiting else 0
    if waiting:
        todo = mark("todo", theme.palette.yellow, 15)
        paste(out, todo, (theme.px(3), (r.h - todo.get_height()) / 2))
    text(out, str(number), (room + (r.w - room) / 2, r.centery), DIGITS, colour, "b", "center")
    return out


def number_size(number: int, waiting: bool = False) -> tuple[int, int]:
    """Its size in real pixels."""
    return round(width(str(number), DIGITS, "b")) + theme.px(10 + (17 if waiting else 0)), theme.px(19)


def stack_size(names: Sequence[Name]) -> tuple[int, int]:
    """The size of the names of several ships in one place, a line each."""
    wide = max(name_size(one.bare, 15)[0] for one in names)
    return wide + 2 * theme.px(8), theme.px(LINE * len(names) + 6)


@cached(128)
def stack_picture(names: tuple[Name, ...]) -> Surface:
    """The names of several ships in one place, a line each, on a plate."""
    out = Surface(stack_size(names), pygame.SRCALPHA)
    box(out, out.get_rect(), theme.palette.well, 6, 236, mix(names[0].colour, theme.palette.well, 0.55), 1)
    for n, one in enumerate(names):
        x, y = theme.px(8), theme.px(3 + LINE * (n + 0.5))
        if one.waiting:
            todo = mark("todo", theme.palette.yellow, 18)
            paste(out, todo, (x, y - todo.get_height() / 2))
            x += todo.get_width() + theme.px(4)
        text(out, one.name.upper(), (x, y), 15, one.colour, "b", "midleft", 1)
    return out


# -- the list ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberedKey:
    """The list in its place."""

    rect: Rect
    entries: tuple[NumberedName, ...]

    def draw(self, dst: Surface) -> None:
        """On a plate, in columns."""
        dst.blit(key_picture(self.entries, self.rect.size), self.rect, special_flags=BLEND_PREMULTIPLIED)


def sizes(entries: Sequence[NumberedName], area: Rect) -> Iterator[tuple[int, int]]:
    """The sizes in which the list has room for every line: one column first, as high as two thirds of the board."""
    wide = _column(entries)
    for columns in range(1, 9):
        rows = math.ceil(len(entries) / columns)
        size = columns * wide + 2 * theme.px(PAD), rows * theme.px(LINE) + 2 * theme.px(PAD) - theme.px(4)
        if size[0] <= area.w and size[1] <= area.h * 0.67 and (columns == 1 or rows * (columns - 1) < len(entries)):
            yield size


def _column(entries: Sequence[NumberedName]) -> int:
    longest = max(width(one.words, LETTERS, "s") for one in entries)
    return min(theme.px(COLUMN), round(longest) + theme.px(14)) + _numbers(entries)


def _numbers(entries: Sequence[NumberedName]) -> int:
    return round(max(width(str(one.number), LETTERS, "b") for one in entries)) + theme.px(8)


@cached(32)
def key_picture(entries: tuple[NumberedName, ...], size: tuple[int, int]) -> Surface:
    """The list: numbers in white, names in the colour of their seat."""
    out, p = Surface(size, pygame.SRCALPHA), theme.palette
    box(out, out.get_rect(), p.well, 6, 240, p.edge, 1)
    pad, wide, digits = theme.px(PAD), _column(entries), _numbers(entries)
    rows = max(1, (size[1] - 2 * pad + theme.px(4)) // theme.px(LINE))
    for n, one in enumerate(entries):
        x, y = pad + n // rows * wide, pad - theme.px(2) + theme.px(LINE) * (n % rows + 0.5)
        text(out, str(one.number), (x + digits - theme.px(8), y), LETTERS, p.white, "b", "midright")
        room = wide - digits - theme.px(10)
        text(out, fit(one.words, room, LETTERS, "s"), (x + digits, y), LETTERS, colour_of(one.names), "s", "midleft")
    return out


def place(entries: Sequence[NumberedName], ground: LabelSurroundings, before: Rect | None) -> Rect | None:
    """Where the list has room beside pieces and everything else that stays; where it was if it may, else near a corner."""
    hard = [*ground.taken, *ground.pieces.values()]

    def free(rect: Rect) -> bool:
        return ground.area.contains(rect) and rect.collidelist(hard) < 0 and not ground.barred.count(rect, round(3 * ground.unit))

    fitting = list(sizes(entries, ground.area))
    if before and before.size in fitting and free(before):
        return before
    best = (
        min(filter(free, mesh(ground.area, size, theme.px(STEP))), key=lambda r: _far(r, ground.area), default=None)
        for size in fitting
    )
    return next(filter(None, best), None)


def _far(rect: Rect, area: Rect) -> tuple[int, int, int]:
    """How far from the nearest corner, the lower right one first."""
    right, low = area.right - rect.right, area.bottom - rect.bottom
    across, down = min(right, rect.left - area.left), min(low, rect.top - area.top)
    return across + down, right, low
