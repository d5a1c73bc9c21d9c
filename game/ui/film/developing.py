"""A film being written while the window goes on: a moving picture, a page for a browser, or still pictures."""

from __future__ import annotations

import contextlib
import io
import queue
import threading
import time
from pathlib import Path

from PIL import Image

from game.demonstrations.film_look import FilmLook
from game.demonstrations.steps import StepCursor
from game.ui.film.moving_picture import Exposure, FilmCamera, as_image, developed, plan
from game.ui.film.page import drawing


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
            self._camera = FilmCamera(reel, look)
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


class Stills:
    """A picture of the end of every turn being drawn. `done` has the content of each file, in order."""

    def __init__(self, reel: StepCursor, look: FilmLook) -> None:
        self.reel = reel
        self.exposures = [Exposure(index, -1, 1.0, 0) for index in turn_ends(reel)]
        self.done: list[bytes] = []
        self.failed = ""
        with drawing(reel):
            self._camera = FilmCamera(reel, look)

    @property
    def drawn(self) -> int:
        """How many pictures there are."""
        return len(self.done)

    @property
    def share(self) -> float:
        """The share drawn, 0 to 1."""
        return self.drawn / len(self.exposures)

    @property
    def going(self) -> bool:
        """Are pictures still missing?"""
        return self.drawn < len(self.exposures)

    def work(self, seconds: float) -> None:
        """Draw pictures for that many seconds."""
        end = time.monotonic() + seconds
        with drawing(self.reel):
            while self.going and time.monotonic() < end:
                out = io.BytesIO()
                as_image(self._camera.shoot(self.exposures[self.drawn])).save(out, "PNG")
                self.done.append(out.getvalue())

    def stop(self) -> None:
        """Stop drawing."""
        self.exposures = self.exposures[: self.drawn]


def turn_ends(reel: StepCursor) -> list[int]:
    """Return the last step of every turn."""
    steps = reel.steps
    return [step.index for step in steps if step is steps[-1] or steps[step.index + 1].turn != step.turn]


def numbered(path: Path, number: int, count: int) -> Path:
    """Return the path of one of several pictures."""
    return path if count == 1 else path.with_name(f"{path.stem}-turn-{number}{path.suffix}")
