"""From the command line to the menu's first frame: only then is the program loaded, and the game that was chosen
last."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.systems import SYSTEMS, titles
from game.ui.app.window import SMALLEST, open_window
from game.ui.host.preferences import chosen, desktop, usual
from game.ui.menu.outline import draw_outline

if TYPE_CHECKING:
    from game.ui.app.program import Program
    from game.ui.host.screen import Answer

FIRST_SIZE = (1280, 800)  # design pixels, where there is room for them
SHARE = 0.8  # of the width and height of a display, which a window takes where that is more
FRAME = (16, 72)  # real pixels that a window's frame and title and the bar of the desktop take of a display


def left_size(display: tuple[int, int] | None = None) -> tuple[int, int] | None:
    """How large the window was left, in real pixels, no larger than the display; None where it never was."""
    size, most = chosen.settings.window, display or desktop()
    if size is None:
        return None
    wide, high = (min(a, b or a) for a, b in zip(size, most))
    return max(wide, SMALLEST[0]), max(high, SMALLEST[1])


def first_size(display: tuple[int, int] | None = None) -> tuple[int, int]:
    """How large the window opens, in real pixels: most of a large display, and no more of a small one than its frame
    leaves."""
    display = display or desktop()
    if not all(display):
        return FIRST_SIZE
    large = usual(display, display)
    wanted = (max(round(first * large), round(SHARE * whole)) for first, whole in zip(FIRST_SIZE, display))
    room = (whole - frame for whole, frame in zip(display, FRAME))
    wide, high = (max(least, min(size, most)) for least, size, most in zip(SMALLEST, wanted, room))
    return wide, high


def first_frame() -> None:
    """Open the window as it was left, and draw what the menu shows without a game."""
    size = left_size() or first_size()
    chosen.hold(size)
    window = open_window(size, chosen.settings.maximised)
    games = titles(SYSTEMS)
    last = chosen.settings.scenario.partition("/")[0]
    draw_outline(window, games, next((game for game in games if game.key == last), games[0]))
    pygame.display.flip()


def run(path: Path | None = None, then: Callable[[Program], Iterable[Answer]] | None = None) -> int:
    """Open the window on the menu, the battle of a file, or what `then` lays over the menu; returns when it is
    closed."""
    pygame.display.init()
    pygame.font.init()
    pygame.key.set_repeat(350, 40)
    chosen.load()
    if path is None and then is None:
        first_frame()
    from game.ui.app import program  # with the machine of the rules and the menu

    gc.freeze()  # what is loaded by now stays, and the collector need not look at it whenever a screen is put away
    return program.run(path, then)
