"""Files of an account in the player's own folder: a picture, CSV, and a page."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from game.account.account import Account
from game.account.page import page
from game.account.tables import as_csv
from game.formats.atomic_file import write_whole
from game.formats.user_folders import export_path
from game.ui.account.poster import poster

EXPORTS = "accounts"  # the folder among the player's own files


def write_png(account: Account) -> Path:
    """A picture of all of it. Raises CannotSave."""
    out = io.BytesIO()
    pygame.image.save(poster(account), out, "account.png")
    return _written(account, ".png", out.getvalue())


def write_csv(account: Account) -> Path:
    """Every figure. Raises CannotSave."""
    return _written(account, ".csv", as_csv(account).encode())


def write_page(account: Account) -> Path:
    """A page of its own. Raises CannotSave."""
    return _written(account, ".html", page(account).encode())


def _written(account: Account, ending: str, content: bytes) -> Path:
    path = export_path(EXPORTS, account.title, ending)
    write_whole(path, content)
    return path
