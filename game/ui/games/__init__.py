"""Parts of the screen that only one game has: a package per game, named like its rules, which paints its values by
type.

 Such a package has `PAINTERS` of parts of a sheet or an order, `OVERLAYS` for marks over the board, `PANELS` beside it,
 `MARKS` at the ends of moves, `HULLS` for silhouettes whose entry names the game, `EXAMPLES` to try on pages of the
 rule book, a `LEGEND` for the key of the board and a `FILM`. It is loaded when a value of its game is first drawn. No
 other part of the window names a game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.core.system import RuleSystem


def painter_of(kind: type, of: str = "PAINTERS") -> Any:
    """Return the painter of a type in the package of its game, from the table `of`; None if there is none."""
    return getattr(screen_named(game_of(kind.__module__)), of, {}).get(kind)


def drawn_by(system: RuleSystem, what: str) -> Any:
    """Return a game's entry that belongs to no value, such as its `LEGEND`, `FILM` or `EXAMPLES`; None if there is
    none."""
    return getattr(screen_named(game_of(type(system.files).__module__)), what, None)


def game_of(module: str) -> str:
    """Return the game a module belongs to: `oak` for `game.systems.oak.parts`."""
    return module.partition("systems.")[2].partition(".")[0]


@cache
def screen_named(game: str) -> Any:
    """Return the package of a game; None if it has none."""
    name = f"{__name__}.{game}"
    return import_module(name) if game and find_spec(name) else None
