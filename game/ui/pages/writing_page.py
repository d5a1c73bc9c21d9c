"""The base of pages that write files into a folder of the player's, and show their paths; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.formats.atomic_file import CannotSave, files_in, remove, write_whole
from game.formats.user_folders import export_path, home
from game.ui.host.desktop import open_folder
from game.ui.render.text import fit_text, text, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.page import Page
from game.ui.toolkit.text_field import copy
from game.ui.toolkit.widgets import Button


class WritingPage(Page):
    """A page that writes files. `folder` is its folder among the player's files, `noun` the name of what it writes."""

    folder = ""
    noun = "file"

    def __init__(self, *panes: ScrolledPane) -> None:
        super().__init__(*panes)
        self.written: Path | None = None  # the first of the files
        self.trouble = ""
        self.looks_back = False  # the folder of earlier files was asked for

    def keep(self, title: str, ending: str, files: Callable[[Path], Iterable[tuple[Path, bytes]]]) -> None:
        """Write the files that `files` returns for a free path. If one cannot be written, none is left."""
        self.written, self.trouble = None, ""
        kept: list[Path] = []
        try:
            for path, content in files(export_path(self.folder, title, ending)):
                kept.append(path)
                write_whole(path, content)
            self.written = kept[0]
        except CannotSave as why:
            self.trouble = str(why)
            for one in kept:
                remove(one)
        self.relay()

    def files_before(self) -> list[Path]:
        """Return all files written so far."""
        return files_in(home() / self.folder, "*")

    def open_folder(self) -> None:
        """Show the folder of the files, and tell where it is, since nobody knows whether the desktop obeys. If it
        cannot, copy its path."""
        folder = self.written.parent if self.written else home() / self.folder
        self.looks_back, self.trouble = True, ""
        if not open_folder(folder):
            copy(str(folder))
            self.trouble = f"This desktop opens no folders. The path is on the clipboard: {folder}"
        self.relay()

    def place_buttons(self, places: Sequence[Rect]) -> list[Button]:
        """Return the buttons that open the folder and copy the path of the file. There are none before it is
        written."""
        deeds: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("Open folder", "F", self.open_folder),
            ("Copy path", "C", partial(copy, str(self.written))),
        )
        return [
            Button(place, label, on_press=do, cap=cap, key=pygame.key.key_code(cap), name=label.lower())
            for place, (label, cap, do) in zip(places, deeds if self.written else ())
        ]

    def tell_place(self, dst: Surface, r: Rect) -> None:
        """Draw the path of the file, or why it could not be written."""
        p, px = theme.palette, theme.px
        if self.trouble:
            wrap(dst, self.trouble, r.topleft, r.w, 16, p.red)
        elif self.written:
            verb = "lie" if self.noun.endswith("s") else "lies"
            text(dst, f"The {self.noun} {verb} in", (r.x, r.y + px(8)), 16, p.muted, "r", "midleft")
            fit_text(dst, str(self.written.parent), (r.x, r.y + px(34)), r.w, 15, p.text, "r", "midleft")
            fit_text(dst, self.written.name, (r.x, r.y + px(60)), r.w, 16, p.white, "s", "midleft")
        elif self.looks_back and (before := self.files_before()):
            text(dst, "Those made before lie in", (r.x, r.y + px(8)), 16, p.muted, "r", "midleft")
            fit_text(dst, str(before[0].parent), (r.x, r.y + px(34)), r.w, 15, p.text, "r", "midleft")
            names = [one.name for one in sorted(before, key=_written_at, reverse=True)]
            fit_text(dst, ", ".join(names), (r.x, r.y + px(60)), r.w, 16, p.white, "s", "midleft")


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # deleted meanwhile
        return 0.0
