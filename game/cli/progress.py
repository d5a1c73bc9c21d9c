"""The progress of a long piece of work, on a terminal as a bar with the time left, or as a count."""

from __future__ import annotations

import sys
import time

from game.lab.study import Progress

BAR = 30  # letters of the bar
OFTEN = 0.5  # seconds between reports of a counter


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


def counter(things: str) -> Progress:
    """Return a function that prints at intervals how many things are done: on one line of a terminal, else on lines."""
    last, begun = 0.0, False

    def show(done: int, total: int) -> None:
        nonlocal last, begun
        now = time.monotonic()
        last = last or now  # from the first call on
        if now - last < OFTEN and not (begun and done == total):
            return
        last, begun, terminal = now, True, sys.stderr.isatty()
        words = f"\r{done} of {total} {things}" if terminal else f"{done} of {total} {things}"
        print(words, end="" if terminal and done < total else "\n", file=sys.stderr, flush=True)

    return show
