"""Recognise files of other programs, read their designs, and write these into a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from game.battle.loader import is_design
from game.exchange import fleet_manager, ft_damage, multiplayer
from game.exchange.json_source import json_document
from game.exchange.taken import SYSTEM, Imported, Taken, in_place
from game.formats.atomic_file import files_in, make_folder, write_new
from game.formats.problems import BadFile, Problem
from game.formats.user_folders import stem_of
from game.formats.validation import document
from game.formats.yaml_source import Document, bytes_of, decoded, refusal
from game.yard.draft import Draft, free_name

ENDINGS = (".json", ".ftdesign", ".ftfleet", ".ftbackup")  # in small letters
YAML = (".yaml", ".yml")
ZIP = b"PK\x03\x04"


class Format(NamedTuple):
    """The files of one program: how they are recognised, and how their designs are read."""

    program: str
    recognised: Callable[[object], bool]
    read: Callable[[Document], Imported]


FORMATS = tuple(Format(one.PROGRAM, one.recognised, one.read) for one in (fleet_manager, ft_damage, multiplayer))


def foreign(path: Path) -> bool:
    """Return whether another program may have written this file. Only its name and first character are looked at."""
    if path.suffix.lower() in (*ENDINGS, *YAML):
        return path.suffix.lower() in ENDINGS
    try:
        return bytes_of(path).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    except BadFile:
        return False


def holds_designs(path: Path) -> bool:
    """Return whether this is a file of another program or one of our designs."""
    try:
        return foreign(path) or is_design(document(path).data)
    except BadFile:
        return False


def read_foreign(path: Path) -> Imported:
    """Take over the designs of a file of another program. Raises BadFile."""
    raw = bytes_of(path)
    if raw.startswith(ZIP):
        raise refusal(path, "this is a packed backup", "Export its designs or fleets singly, and import those.")
    if path.suffix.lower() in YAML and raw.lstrip()[:1] not in (b"{", b"["):
        hint = "Designs of Dead Reckoning need no import: the shipyard reads them, and the fleets page reads fleets."
        raise refusal(path, "this is no file of another program, but YAML", hint)
    doc = json_document(decoded(raw, str(path)), str(path))
    found = next((one for one in FORMATS if one.recognised(doc.data)), None)
    if found is None:
        known = ", ".join(one.program for one in FORMATS)
        raise refusal(path, f"this is no file of designs that is known here; known are those of {known}")
    imported = found.read(doc)
    notes = tuple(in_place((*doc.problems, *imported.notes)))
    if not imported.designs and not notes:
        notes = (Problem(str(path), 0, 0, "", "there is no design in this file"),)
    return replace(imported, notes=notes)


@dataclass(frozen=True)
class WrittenDesign:
    """The place where a design was written, and a note to the player about its name."""

    path: Path
    told: str = ""


def write_design(taken: Taken, folder: Path) -> WrittenDesign:
    """Write a design into a folder, never over another file: one of the same name gets a number, an equal one is there
    already. Raises CannotSave."""
    name = taken.design.name
    stem = stem_of(name)
    for path in files_in(make_folder(folder), f"{stem}*.yaml"):
        number = path.stem.removeprefix(stem).removeprefix("-")
        if _holds(path, _text(taken, f"{name} {number}".strip())):
            return WrittenDesign(path, f"{name} is there already, as {path.name}.")
    free = free_name(SYSTEM, name, folder)
    path = folder / f"{stem_of(free)}.yaml"
    write_new(path, _text(taken, free)).release()
    return WrittenDesign(path, f"There is another {name} already, so it is called {free}." if free != name else "")


def _text(taken: Taken, name: str) -> bytes:
    """Return the file of a design under a name."""
    return Draft(SYSTEM, {**taken.drawn.entry, "name": name}).file_text.encode()


def write_designs(designs: Iterable[Taken], folder: Path) -> list[WrittenDesign]:
    """Write designs into a folder, in their order. Raises CannotSave."""
    return [write_design(one, folder) for one in designs]


def _holds(path: Path, text: bytes) -> bool:
    try:
        return bytes_of(path) == text
    except BadFile:
        return False
