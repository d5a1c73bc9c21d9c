"""The player's own design files: put away and brought back, duplicated, and what else refers to one."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from game.core.system import RuleSystem
from game.core.values import Entry
from game.formats.atomic_file import FileLock, is_there, make_folder, remove, write_new
from game.formats.user_folders import stem_of
from game.formats.validation import BadFile
from game.yard.draft import Draft, content, free_name

KEPT = "deleted"  # the folder of designs that were put away


def put_away(path: Path) -> Path:
    """Move a design among the deleted ones, and return where it lies. Raises CannotSave, InUse."""
    FileLock(path).release()
    kept = _unused_path(make_folder(path.parent / KEPT), path.stem)
    write_new(kept, content(path)).release()
    remove(path)
    return kept


def bring_back(system: RuleSystem, kept: Path) -> Path:
    """Move a deleted design back, under another name where its own is taken. Raises CannotSave, InUse."""
    folder = kept.parent.parent
    path, text = folder / kept.name, content(kept)
    if is_there(path):
        path, text = _under_free_name(system, kept, folder)
    write_new(path, text).release()
    remove(kept)
    return path


def _under_free_name(system: RuleSystem, kept: Path, folder: Path) -> tuple[Path, bytes]:
    """Return the path and the text of a deleted design under a free name; one that cannot be read keeps its own."""
    try:
        draft = Draft.open(system, kept)
    except BadFile:
        return _unused_path(folder, re.sub(r"-\d+\Z", "", kept.stem)), content(kept)
    name = free_name(system, draft.now.design.name, folder)
    draft.change("another name", {"name": name})
    draft.close()
    return folder / f"{stem_of(name)}.yaml", draft.file_text.encode()


def duplicate(system: RuleSystem, entry: Entry) -> Path:
    """Save a design once more, under its name with the next free number. Raises BadFile, CannotSave."""
    draft = Draft(system, entry)
    try:
        return draft.save()
    finally:
        draft.close()


def _unused_path(folder: Path, stem: str) -> Path:
    paths = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.yaml" for n in count(1))
    return next(path for path in paths if not is_there(path))
