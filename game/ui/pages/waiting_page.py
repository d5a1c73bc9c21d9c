"""The page shown while a large file is read: a progress bar, and a Back button."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

from pygame import Rect, Surface

from game.ui.host.screen import Answer, Pop, Push, Swap
from game.ui.render.shapes import box
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.widgets import Widget

SOON = 0.3  # seconds to wait before the page is shown
HIGH = 10  # design pixels of the bar

T = TypeVar("T")
Progress = Callable[[float], None]  # called with the share of the work done, 0 to 1


class GivenUp(BaseException):
    """Raised in the working thread when the player has gone back."""


class Waiting(Page, Generic[T]):
    """Runs work in a thread. The result or exception is passed to `then`, whose answer this page returns."""

    subject = "table/saving"

    def __init__(self, name: str, work: Callable[[Progress], T], then: Callable[[Callable[[], T]], Answer]) -> None:
        super().__init__()
        self.name, self._work, self._then = name, work, then
        self.share = 0.0
        self._gone = False
        self._future = Future[T]()
        threading.Thread(target=self._run, daemon=True, name=f"reads {name}").start()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work(self._progressed))
        except BaseException as why:  # raised again by `then` in the window's thread
            self._future.set_exception(why)

    def _progressed(self, share: float) -> None:
        self.share = share
        if self._gone:
            raise GivenUp

    def soon(self) -> Answer:
        """Return the answer to the work if it is done soon, otherwise the answer that shows this page."""
        wait([self._future], SOON)
        return self._then(self._future.result) if self._future.done() else Push(self)

    @property
    def moving(self) -> bool:
        return True

    def tick(self, seconds: float) -> Answer:
        """Return the answer to the work once it is done, to replace this page."""
        if not self._future.done():
            return None
        answer = self._then(self._future.result)
        return Swap(answer.screen) if isinstance(answer, Push) else answer

    def back(self) -> Answer:
        """Cancel the work and go back."""
        self._gone = True
        return Pop()

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the Back button."""
        return [self.close_button(area)]

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and the name of the file."""
        return "Reading a long battle", ""

    def paint(self, dst: Surface) -> None:
        """Draw the name of the file and the bar."""
        super().paint(dst)
        p, px, area = theme.palette, theme.px, dst.get_rect()
        m, wide = margin(area), min(area.w - 2 * margin(area), theme.px(640))
        fit_text(dst, f"{self.name}: {round(100 * self.share)} %", (m, px(110)), wide, 18, p.text)
        bar = Rect(m, px(140), wide, px(HIGH))
        box(dst, bar, p.well, 5, 255, p.line)
        if self.share > 0:
            box(dst, (bar.x, bar.y, max(bar.h, round(bar.w * self.share)), bar.h), theme.accent, 5)
