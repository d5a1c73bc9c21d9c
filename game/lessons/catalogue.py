"""The lessons of the program: one for each game, and the player's own, by path."""

from __future__ import annotations

import os
from pathlib import Path

from game.core.installation import command, data_root
from game.formats.atomic_file import is_there
from game.formats.validation import did_you_mean
from game.systems import SYSTEMS, Titled, titles

FOLDER = "lessons"  # among the player's own files: lessons in progress


def lesson_file(game: Titled) -> Path:
    """Return the file of a game's first lesson."""
    return data_root() / "scenarios" / FOLDER / f"{game.key.replace('-', '_')}.yaml"


def has_lesson(game: Titled) -> bool:
    return is_there(lesson_file(game))


def find_lesson(name: str | None) -> Path:
    """Return the lesson of the game with this key or title (of the first game if no name is given), or the file at this
    path. Raises LookupError with a sentence for the player."""
    games = [game for game in titles(SYSTEMS) if has_lesson(game)]
    if not name:
        return lesson_file(games[0])
    if os.path.isfile(name):
        return Path(name)
    known = {_plain(word): game for game in games for word in (game.key, game.title)}
    if (plain := _plain(name)) in known:
        return lesson_file(known[plain])
    hint = did_you_mean(plain, known) or f"There are {', '.join(game.key for game in games)}."
    raise LookupError(f"There is no lesson '{name}'. {hint} To check: {command()} check FILE.")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")
