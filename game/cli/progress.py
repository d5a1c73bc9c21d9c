"""The progress of a long piece of work, on a terminal as a bar with the time left."""

from __future__ import annotations

import sys
import time

from game.lab.study import Progress

BAR = 30  # letters of the bar


def progress_bar(things: str) -> Progress:
    """Return a bar on the terminal with the time left; elsewhere it is one line at the beginning."""
    begun, first = time.monotonic(), -1

    def show(done: int, total: int) -> None:
        nonlocal first
        if first < 0:
            first = done
            before = f", {done} of them kept from before" if done else ""
            print(f"{total} {things}{before}", file=sys.stderr)
        if sys.stderr.isatty() and total:
            filled = BAR * done // total
            left = (time.monotonic() - begun) / (done - first) * (total - done) if done > first else 0.0
            words = f"{done} of {total}, {left:.0f} s left   "
            print(
                f"\r[{'#' * filled}{'.' * (BAR - filled)}] {words}",
                end="\n" if done == total else "",
                file=sys.stderr,
                flush=True,
            )

    return show
