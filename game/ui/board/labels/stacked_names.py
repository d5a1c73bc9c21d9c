"""The names of ships that lie on one spot, a line each; decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Surface

from game.ui.board.label_engine.pictures import Name, name_size
from game.ui.render.shapes import box, mark, paste
from game.ui.render.text import text
from game.ui.render.theme import cached, mix, theme

LINE, SIZE = 19, 15  # design pixels: from line to line, letters
LISTED = 6  # lines: of more names the last line says how many are left


def lines_of(names: Sequence[Name]) -> tuple[Name, ...]:
    """The names that are written, and in their last line how many are not."""
    if len(names) <= LISTED:
        return tuple(names)
    left = Name(f"and {len(names) - LISTED + 1} more", "", theme.palette.text, any(one.waiting for one in names[LISTED - 1 :]))
    return (*names[: LISTED - 1], left)


def stack_size(names: Sequence[Name]) -> tuple[int, int]:
    """The size of the names on their plate, in real pixels."""
    wide = max(name_size(one.bare, SIZE)[0] for one in names)
    return wide + 2 * theme.px(8), theme.px(LINE * len(names) + 6)


@cached(128)
def stack_picture(names: tuple[Name, ...]) -> Surface:
    """The names on a plate."""
    out = Surface(stack_size(names), pygame.SRCALPHA)
    box(out, out.get_rect(), theme.palette.well, 6, 236, mix(names[0].colour, theme.palette.well, 0.55), 1)
    for n, one in enumerate(names):
        x, y = theme.px(8), theme.px(3 + LINE * (n + 0.5))
        if one.waiting:
            todo = mark("todo", theme.palette.yellow, 18)
            paste(out, todo, (x, y - todo.get_height() / 2))
            x += todo.get_width() + theme.px(4)
        text(out, one.name.upper(), (x, y), SIZE, one.colour, "b", "midleft", 1)
    return out
