"""The player's own design files: put away and brought back, duplicated, and what else refers to one."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from game.battle.designs import design_folder, library, own_folder
from game.core.system import RuleSystem
from game.core.values import Entry
from game.formats.atomic_file import FileLock, files_in, is_there, made, remove, write_new
from game.formats.user_folders import stem_of
from game.yard.draft import Draft, content

KEPT = "deleted"  # the folder of designs that were put away


def put_away(path: Path) -> Path:
    """Move a design among the deleted ones, and return where it lies. Raises CannotSave, InUse."""
    FileLock(path).release()
    kept = _unused(made(path.parent / KEPT), path.stem)
    write_new(kept, content(path)).release()
    remove(path)
    return kept


def bring_back(kept: Path) -> Path:
    """Move a deleted design back, under another name where its own is taken. Raises CannotSave, InUse."""
    stem = re.sub(r"-\d+\Z", "", kept.stem) if is_there(kept.parent.parent / kept.name) else kept.stem
    path = _unused(kept.parent.parent, stem)
    write_new(path, content(kept)).release()
    remove(kept)
    return path


def duplicate(system: RuleSystem, entry: Entry) -> Path:
    """Save a design once more, under its name with the next free number. Raises BadFile, CannotSave."""
    name = re.sub(r" \d+\Z", "", str(entry.get("name") or ""))
    taken = {*library(design_folder(system), system.files), *(path.stem for path in files_in(own_folder(system)))}
    named = next(words for n in count(2) if stem_of(words := f"{name} {n}") not in taken)
    draft = Draft(system, {**entry, "name": named})
    try:
        return draft.save()
    finally:
        draft.close()


def _unused(folder: Path, stem: str) -> Path:
    paths = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.yaml" for n in count(1))
    return next(path for path in paths if not is_there(path))
