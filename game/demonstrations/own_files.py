"""Rename and delete the player's own demonstrations. The rest of a renamed file stays as its author wrote it."""

from __future__ import annotations

import re
from pathlib import Path

from game.battle.loader import load_start_text
from game.formats.atomic_file import CannotSave, remove, write_whole
from game.formats.user_folders import free_path
from game.formats.yaml_source import bytes_of, decoded
from game.formats.yaml_writer import flow

_TITLE = re.compile(r"^title:[^\n\r]*", re.MULTILINE)
LONGEST = 60  # characters of a title


def retitle(path: Path, title: str) -> Path:
    """Change the title of a demonstration, and the name of its file to match. Return the new path. Raises CannotSave if
    the title is not on a line of its own or the file cannot be written, and BadFile if the file has mistakes."""
    words = " ".join(title.split())[:LONGEST]
    if not words:
        raise CannotSave("a demonstration needs a title.")
    text, changes = _TITLE.subn(lambda _: f"title: {flow(words)}", decoded(bytes_of(path), str(path)), count=1)
    if not changes or load_start_text(text, str(path)).file.title != words:
        raise CannotSave(f"the title of {path.name} does not stand on a line of its own; change it in the file.")
    there = free_path(path.parent, words)
    if there.stem.rpartition("-")[0] == path.stem or there.stem == path.stem:
        there = path  # the file name matches the title already
    write_whole(there, text.encode("utf-8"))
    if there != path:
        remove(path)
    return there
