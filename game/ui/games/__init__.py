"""Parts of the screen that only one game has: a package for each, named as that of its rules, which paints its values
by their type.

Such a package has `PAINTERS` of parts of a sheet or an order, `OVERLAYS` of what lies over the board, `PANELS` beside
it, `MARKS` at the ends of moves, `HULLS` for silhouettes whose entry names the game, a `LEGEND` for the key of the
board and a `FILM`. It is loaded when a value of its game is first drawn. No other part of the window names a game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.core.system import RuleSystem


def painter_of(kind: type, of: str = "PAINTERS") -> Any:
    """Return what paints values of a type: the entry that the screen of their game has for it among its painters; None
    without one."""
    return getattr(screen_named(game_of(kind.__module__)), of, {}).get(kind)


def drawn_by(system: RuleSystem, what: str) -> Any:
    """Return what the screen of a game has for all of its board: its `LEGEND` or `FILM`; None without one."""
    return getattr(screen_named(game_of(type(system.files).__module__)), what, None)


def game_of(module: str) -> str:
    """Return the game that a module belongs to: `oak` of `game.systems.oak.parts`."""
    return module.partition("systems.")[2].partition(".")[0]


@cache
def screen_named(game: str) -> Any:
    """Return the package of a game; None where it has none."""
    name = f"{__name__}.{game}"
    return import_module(name) if game and find_spec(name) else None
