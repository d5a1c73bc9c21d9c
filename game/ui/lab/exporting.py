"""Files of the page of the odds lab: a picture of it, and its figures with every digit and the whole set-up."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

import pygame
from pygame import Surface

from game.formats.atomic_file import made, write_whole
from game.formats.user_folders import home
from game.lab.export import as_csv, as_json, chances_csv
from game.lab.files import LabStudy
from game.lab.result import LabResult
from game.lab.setup import LabSetUp

EXPORTS = "lab"  # the folder among the player's own files


def export_path(ending: str) -> Path:
    """A file in the player's folder that does not exist yet, named by the time. Raises CannotSave."""
    folder = made(home() / EXPORTS)
    stem, number = f"odds-{datetime.now():%Y-%m-%d-%H%M%S}", 1
    path = folder / f"{stem}{ending}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    return path


def write_csv(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """The figures, and beside them every chance. Raises CannotSave."""
    path = export_path(".csv")
    write_whole(path, as_csv([({}, setup, results)]).encode())
    write_whole(path.with_name(f"{path.stem}-chances.csv"), chances_csv(results).encode())
    return path


def write_json(setup: LabSetUp, results: tuple[LabResult, ...]) -> Path:
    """Set-up, figures and every chance. Raises CannotSave."""
    path = export_path(".json")
    write_whole(path, as_json(LabStudy(setup.words(), "", setup), [({}, setup, results)]).encode())
    return path


def write_png(picture: Surface) -> Path:
    """A picture. Raises CannotSave."""
    path = export_path(".png")
    out = io.BytesIO()
    pygame.image.save(picture, out, "page.png")
    write_whole(path, out.getvalue())
    return path
