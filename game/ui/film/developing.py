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
from game.ui.film.moving_picture import Exposure, FilmCamera, as_image, encode_frames, plan
from game.ui.film.page import drawing


class FilmWork:
    """A film being written. `work` draws frames. `done` has the content of each complete file, in order, and `failed`
    the reason of a failure."""

    def __init__(self, reel: StepCursor, look: FilmLook, exposures: list[Exposure]) -> None:
        self.reel, self.exposures = reel, exposures
        self.drawn, self.done, self.failed = 0, list[bytes](), ""
        with drawing(reel):
            self._camera = FilmCamera(reel, look)

    @property
    def share(self) -> float:
        """The share drawn, 0 to 1."""
        return self.drawn / len(self.exposures)

    @property
    def ready(self) -> bool:
        """Return whether another frame can be drawn now."""
        return self.drawn < len(self.exposures)

    @property
    def going(self) -> bool:
        """Return whether the film is still being written."""
        return self.ready

    def work(self, seconds: float) -> None:
        """Draw frames for `seconds`, or as long as it is ready."""
        end = time.monotonic() + seconds
        with drawing(self.reel):
            while self.ready and time.monotonic() < end:
                self.take(as_image(self._camera.shoot(self.exposures[self.drawn])))
                self.drawn += 1

    def take(self, frame: Image.Image) -> None:
        """Use the next frame."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop writing it, at once."""


class Developing(FilmWork):
    """An animated picture being written; another thread encodes its frames meanwhile."""

    def __init__(self, reel: StepCursor, kind: str, look: FilmLook) -> None:
        super().__init__(reel, look, plan(reel, look))
        self.kind, self.colours = kind, look.colours
        self._frames: queue.Queue[Image.Image | None] = queue.Queue(4)
        self._worker = threading.Thread(target=self._pack, daemon=True)
        self._worker.start()

    @property
    def ready(self) -> bool:
        return super().ready and not self._frames.full() and self.going

    @property
    def going(self) -> bool:
        return self._worker.is_alive()

    def take(self, frame: Image.Image) -> None:
        self._frames.put(frame)

    def stop(self) -> None:
        while not self._frames.empty():
            with contextlib.suppress(queue.Empty):  # the thread may have taken the frame already
                self._frames.get_nowait()
        self._frames.put(None)  # if all frames are drawn, the thread would go on encoding them in vain

    def _pack(self) -> None:
        try:
            self.done = [encode_frames(self._next, self.exposures, self.kind, self.colours)]
        except (OSError, MemoryError, ValueError) as trouble:
            self.failed = str(trouble) or "it could not be packed"

    def _next(self, _frame: int) -> Image.Image:
        picture = self._frames.get()
        if picture is None:
            raise ValueError("it was stopped")
        return picture


class Stills(FilmWork):
    """Pictures of the ends of all turns being drawn."""

    def __init__(self, reel: StepCursor, look: FilmLook) -> None:
        super().__init__(reel, look, [Exposure(index, -1, 1.0, 0) for index in turn_ends(reel)])

    def take(self, frame: Image.Image) -> None:
        out = io.BytesIO()
        frame.save(out, "PNG")
        self.done.append(out.getvalue())


def turn_ends(reel: StepCursor) -> list[int]:
    """Return the last step of every turn."""
    steps = reel.steps
    return [step.index for step in steps if step is steps[-1] or steps[step.index + 1].turn != step.turn]


def numbered_path(path: Path, number: int, count: int) -> Path:
    """Return the path of one of several pictures."""
    return path if count == 1 else path.with_name(f"{path.stem}-turn-{number}{path.suffix}")
