"""Files of the page of the odds lab: a picture of it, its figures with every digit and the whole set-up, and stored
set-ups."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pygame
from pygame import Surface

from game.formats.atomic_file import CannotSave, files_in, made, write_whole
from game.formats.user_folders import export_path, home
from game.formats.validation import BadFile
from game.lab.choices import design_words, file_text
from game.lab.export import as_csv, as_json, chances_csv
from game.lab.files import LabStudy, read_lab
from game.lab.result import LabResult
from game.lab.setup import LabSetUp

EXPORTS = "lab"  # the folder among the player's own files
STORED = "set-ups"  # the folder of stored set-ups, in the one of exports


def write_csv(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """Return the figures, and beside them every chance. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".csv")
    write_whole(path, as_csv([({}, setup, results)]).encode())
    write_whole(path.with_name(f"{path.stem}-chances.csv"), chances_csv(results).encode())
    return path


def write_json(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """Set-up, figures and every chance. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".json")
    write_whole(path, as_json(LabStudy(setup.words(), "", setup), [({}, setup, results)]).encode())
    return path


def write_png(picture: Surface) -> Path:
    """Return a picture. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".png")
    out = io.BytesIO()
    pygame.image.save(picture, out, "page.png")
    write_whole(path, out.getvalue())
    return path


# -- stored set-ups ----------------------------------------------------------------------------------------------------


def stored_set_ups() -> list[tuple[Path, LabStudy]]:
    """Return the set-ups that the player has stored, in the order of their names. A file with mistakes is left out."""
    found = []
    for path in files_in(home() / EXPORTS / STORED):
        with contextlib.suppress(BadFile):
            found.append((path, read_lab(path)))
    return found


def store_set_up(setup: LabSetUp) -> Path:
    """Write a set-up into the player's folder, once. Raises CannotSave."""
    groups = sum(number for _, number in setup.groups)
    parts = [(groups, "group"), (setup.salvos, "salvo"), (setup.heavy_missiles, "heavy missile")]
    counted = " and ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in parts if number) or "nothing"
    title = f"{design_words(setup.design)[0]}, {counted}" if setup.design else counted
    text = file_text(title, setup)
    folder, stem, number = made(home() / EXPORTS / STORED), re.sub(r"\W+", "-", title.lower()), 1
    path = folder / f"{stem}.yaml"
    while path.exists() and path.read_bytes() != text.encode():
        number += 1
        path = folder / f"{stem}-{number}.yaml"
    write_whole(path, text.encode())
    return path


def delete_set_up(path: Path) -> None:
    """Delete a stored set-up. Raises CannotSave."""
    try:
        path.unlink(missing_ok=True)
    except OSError as why:
        raise CannotSave(f"{path} cannot be deleted: {why.strerror}") from why
