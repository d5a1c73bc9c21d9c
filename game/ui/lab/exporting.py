"""Exports of the odds lab: a picture of the page, its figures in full precision with the whole set-up, and stored
set-ups."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pygame
from pygame import Surface

from game.formats.atomic_file import CannotSave, files_in, make_folder, write_whole
from game.formats.user_folders import export_path, home
from game.formats.validation import BadFile
from game.lab.choices import design_words, file_text
from game.lab.export import as_csv, as_json, chances_csv
from game.lab.files import LabStudy, read_lab
from game.lab.result import LabResult
from game.lab.setup import LabSetUp

EXPORTS = "lab"  # the folder among the player's files
STORED = "set-ups"  # the folder of stored set-ups, inside the exports
LAST = "lab-set-up.yaml"  # the set-up last made by hand, in the player's folder


def write_csv(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """Write figures and all chances as CSV and return the path. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".csv")
    write_whole(path, as_csv([({}, setup, results)]).encode())
    write_whole(path.with_name(f"{path.stem}-chances.csv"), chances_csv(results).encode())
    return path


def write_json(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """Write set-up, figures and all chances as JSON and return the path. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".json")
    write_whole(path, as_json(LabStudy(setup.words(), "", setup), [({}, setup, results)]).encode())
    return path


def write_png(picture: Surface) -> Path:
    """Write a picture as PNG and return the path. Raises CannotSave."""
    path = export_path(EXPORTS, "odds", ".png")
    out = io.BytesIO()
    pygame.image.save(picture, out, "page.png")
    write_whole(path, out.getvalue())
    return path


# -- stored set-ups ----------------------------------------------------------------------------------------------------


def last_set_up() -> LabSetUp | None:
    """Return the set-up last made by hand; None if there is none, or the file has mistakes."""
    with contextlib.suppress(BadFile):
        return read_lab(home() / LAST).setup
    return None


def keep_last(setup: LabSetUp) -> None:
    """Save the set-up made by hand for the next time the page is opened. Raises CannotSave."""
    write_whole(make_folder(home()) / LAST, file_text("My own", setup).encode())


def stored_set_ups() -> list[tuple[Path, LabStudy]]:
    """Return the player's stored set-ups by name. Files with mistakes are left out."""
    found = []
    for path in files_in(home() / EXPORTS / STORED):
        with contextlib.suppress(BadFile):
            found.append((path, read_lab(path)))
    return found


def store_set_up(setup: LabSetUp) -> Path:
    """Write a set-up into the player's folder, unless it is there already, and return the path. Raises CannotSave."""
    groups = sum(number for _, number in setup.groups)
    parts = [(groups, "group"), (setup.salvos, "salvo"), (setup.heavy_missiles, "heavy missile")]
    counted = " and ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in parts if number) or "nothing"
    title = f"{design_words(setup.design)[0]}, {counted}" if setup.design else counted
    text = file_text(title, setup)
    folder, stem, number = make_folder(home() / EXPORTS / STORED), re.sub(r"\W+", "-", title.lower()), 1
    path = folder / f"{stem}.yaml"
    while path.exists() and path.read_bytes() != text.encode():
        number += 1
        path = folder / f"{stem}-{number}.yaml"
    write_whole(path, text.encode())
    return path


def delete_set_up(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as why:
        raise CannotSave(f"{path} cannot be deleted: {why.strerror}") from why
