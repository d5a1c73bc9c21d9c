"""The page that writes a film: the format, the progress, and where the file is; no part of the rules."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
from PIL import Image
from pygame import Rect, Surface

from game.demonstrations.film_look import FILM_SIZES, USUAL, FilmLook
from game.demonstrations.steps import StepCursor
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.user_folders import export_path
from game.ui.film.moving_picture import Exposure, FilmCamera, as_image, developed, plan
from game.ui.film.page import drawing, film_page
from game.ui.host.screen import Answer, Pop
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

FILMS = "films"  # the folder among the player's files
KINDS = (  # ending, label, key, description
    (".html", "Page for a browser", "H", "plays in any browser, with dice, log and a bar of time; nothing is fetched"),
    (".webp", "Moving picture, WebP", "W", "small; browsers and most messengers show it"),
    (".gif", "Moving picture, GIF", "G", "half as large again; everything shows it"),
)
SPEEDS = (0.5, 1.0, 2.0, 4.0)  # of an animated picture
DRAWS = 0.08  # seconds per window frame spent on frames of the film


class Developing:
    """An animated picture being written. `work` draws frames; another thread encodes them meanwhile.

    `done` has the complete file, `failed` the reason of a failure.
    """

    def __init__(self, reel: StepCursor, kind: str, look: FilmLook) -> None:
        self.reel, self.kind, self.look = reel, kind, look
        self.exposures: list[Exposure] = plan(reel, look)
        self.drawn, self.done, self.failed = 0, b"", ""
        self._frames: queue.Queue[Image.Image | None] = queue.Queue(4)
        with drawing(reel):
            self._camera = FilmCamera(reel, look.size)
        self._worker = threading.Thread(target=self._pack, daemon=True)
        self._worker.start()

    @property
    def share(self) -> float:
        """The share drawn, 0 to 1."""
        return self.drawn / len(self.exposures)

    @property
    def going(self) -> bool:
        """Is it still being written?"""
        return self._worker.is_alive()

    def work(self, seconds: float) -> None:
        """Draw frames for that many seconds, or until the other thread falls behind."""
        end = time.monotonic() + seconds
        with drawing(self.reel):
            while (
                self.drawn < len(self.exposures) and not self._frames.full() and time.monotonic() < end and self.going
            ):
                self._frames.put(as_image(self._camera.shoot(self.exposures[self.drawn])))
                self.drawn += 1

    def stop(self) -> None:
        """Stop writing it."""
        while self.going:
            with contextlib.suppress(queue.Full):
                self._frames.put_nowait(None)
            self._worker.join(0.05)

    def _pack(self) -> None:
        try:
            self.done = developed(self._next, self.exposures, self.kind, self.look.colours)
        except (OSError, MemoryError, ValueError) as trouble:
            self.failed = str(trouble) or "it could not be packed"

    def _next(self, _frame: int) -> Image.Image:
        picture = self._frames.get()
        if picture is None:
            raise ValueError("it was stopped")
        return picture


class FilmPage(Page):
    """The page that writes the film of a reel into the player's folder. `make` returns the reel when it is first
    needed."""

    subject = "table/replay"

    def __init__(self, title: str, make: Callable[[], StepCursor]) -> None:
        super().__init__()
        self.title, self.make = title, make
        self.look = USUAL
        self.work: Developing | None = None
        self.ending = ""
        self.written: Path | None = None
        self.trouble = ""
        self._reel: StepCursor | None = None

    @property
    def reel(self) -> StepCursor:
        """The battle as steps."""
        self._reel = self._reel or self.make()
        return self._reel

    # -- actions -------------------------------------------------------------------------------------------------------

    def write(self, ending: str) -> None:
        """Begin to write a film with that ending."""
        if self.work:
            return
        self.ending, self.written, self.trouble = ending, None, ""
        if ending == ".html":
            self._keep(film_page(self.reel))
        else:
            self.work = Developing(self.reel, ending.removeprefix(".").upper(), self.look)
        self.relay()

    def _resize(self, number: int) -> None:
        self.look = replace(self.look, size=FILM_SIZES[number])

    def _speed(self, number: int) -> None:
        self.look = replace(self.look, speed=SPEEDS[number])

    def _keep(self, content: bytes) -> None:
        try:
            path = export_path(FILMS, self.title, self.ending)
            write_whole(path, content)
            self.written = path
        except CannotSave as why:
            self.trouble = str(why)

    def tick(self, seconds: float) -> Answer:
        """Go on with the file being written."""
        if self.work:
            self.work.work(DRAWS)
            if not self.work.going:
                work, self.work = self.work, None
                if work.failed:
                    self.trouble = f"The film could not be written: {work.failed}."
                else:
                    self._keep(work.done)
                self.relay()
        return None

    @property
    def moving(self) -> bool:
        """Is a file being written?"""
        return self.work is not None

    def back(self) -> Answer:
        """Stop writing on Esc; then go back."""
        if self.work is None:
            return Pop()
        self.work.stop()
        self.work = None
        self.trouble = "It was stopped; nothing has been written."
        self.relay()
        return None

    # -- laying out ----------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and the name of the battle."""
        return "Film", self.title

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return a button for each format, and Back."""
        px, m = theme.px, margin(area)
        column = Column(Rect(m, px(112), min(area.w - 2 * m, px(620)), area.h))
        for ending, label, cap, about in KINDS:
            column.add(
                Button(
                    column.row(60, 12),
                    label,
                    on_press=partial(self.write, ending),
                    sub=about,
                    cap=cap,
                    size=18,
                    rad=8,
                    kind="main" if ending == ".html" else "plain",
                    key=pygame.key.key_code(cap),
                    name=f"film {ending}",
                    refused="another is being written" if self.work else "",
                    rule="table/replay",
                )
            )
        column.space(8)
        size, speed = column.cells(2, 44, 12, 16)
        named = [f"{wide}×{high}" for wide, high in FILM_SIZES]
        column.add(
            Segments(
                size,
                named,
                label="Size",
                label_width=52,
                chosen=FILM_SIZES.index(self.look.size),
                on_change=self._resize,
                hint="Of moving pictures, in pixels: the smaller, the smaller is the file.",
            )
        )
        column.add(
            Segments(
                speed,
                [f"{one:g}×" for one in SPEEDS],
                label="Speed",
                label_width=60,
                chosen=SPEEDS.index(self.look.speed),
                on_change=self._speed,
                hint="Of moving pictures; in a browser it is chosen while the film plays.",
            )
        )
        self.place = Rect(m, column.y + px(20), min(area.w - 2 * m, px(900)), px(120))
        return [*column.widgets, self.close_button(area, "Stop" if self.work else "Back")]

    def paint(self, dst: Surface) -> None:
        """Draw ground and heading, and the progress or the place of the file."""
        super().paint(dst)
        p, px, r = theme.palette, theme.px, self.place
        if self.work:
            share = self.work.share
            bar = Rect(r.x, r.y, r.w, px(12))
            box(dst, bar, p.line, 6)
            box(dst, (bar.x, bar.y, max(px(12), round(bar.w * share)), bar.h), theme.accent, 6)
            words = (
                f"{self.work.drawn} of {len(self.work.exposures)} frames" if share < 1 else "packing the last frames"
            )
            text(dst, words, (r.x, r.y + px(36)), 16, p.text, "r", "midleft")
        elif self.trouble:
            wrap(dst, self.trouble, r.topleft, r.w, 17, p.red)
        elif self.written:
            text(dst, "The film lies in", (r.x, r.y + px(8)), 17, p.muted, "r", "midleft")
            fit_text(dst, str(self.written), (r.x, r.y + px(36)), r.w, 18, p.white, "s", "midleft")
