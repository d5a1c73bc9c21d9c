"""Start from the command line, up to the menu's first frame.

The rest of the program is loaded after that, with the game chosen last.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.systems import SYSTEMS, titles
from game.ui.app.window import first_size, left_size, open_window
from game.ui.host.preferences import preferences
from game.ui.menu.outline import draw_outline

if TYPE_CHECKING:
    from game.ui.app.program import Program
    from game.ui.host.screen import Answer


def first_frame() -> None:
    """Open the window as it was left, and draw the part of the menu that needs no game."""
    size = left_size() or first_size()
    preferences.hold(size)
    window = open_window(size, preferences.settings.maximised)
    games = titles(SYSTEMS)
    last = preferences.settings.scenario.partition("/")[0]
    draw_outline(window, games, next((game for game in games if game.key == last), games[0]))
    pygame.display.flip()


def run(path: Path | None = None, then: Callable[[Program], Iterable[Answer]] | None = None) -> int:
    """Open the window on the menu, the battle of a file, or what `then` puts over the menu; return when it is
    closed."""
    pygame.display.init()
    pygame.font.init()
    pygame.key.set_repeat(350, 40)
    preferences.load()
    if path is None and then is None:
        first_frame()
    from game.ui.app import program  # this loads the rules and the menu

    gc.freeze()  # modules stay loaded, so the collector need not examine them whenever a screen is closed
    return program.run(path, then)
