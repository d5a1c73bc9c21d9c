"""The studies of the odds lab on its page: a row each, with progress and the one button that fits its state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect, Surface

from game.core.names import number
from game.formats.atomic_file import CannotSave
from game.lab.running import StudyRun, cores, save_study, studies
from game.lab.setup import LabSetUp
from game.ui.charts.hatching import hatch
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.widgets import Still

LOOK = 0.4  # seconds between looks at the files of a running study


class StudyBoard:
    """The studies. One runs at a time, and others wait. `said` is a sentence for the player."""

    def __init__(self) -> None:
        self.runs = studies()
        self.jobs = max(1, cores() - 1)
        self.said = ""
        self._since = 0.0

    @property
    def running(self) -> StudyRun | None:
        return next((one for one in self.runs if one.running), None)

    @property
    def moving(self) -> bool:
        """Return whether a study is running, or waiting."""
        return any(one.watched or one.queued for one in self.runs)

    def sorted_runs(self, finished: bool) -> list[StudyRun]:
        """Return finished studies, or the others with running or paused ones first."""
        first = self.first
        return sorted((one for one in self.runs if one.finished == finished), key=lambda one: one is not first)

    @property
    def first(self) -> StudyRun | None:
        """The study shown if there is room for one line only: the running one, a paused one, else the first."""
        held = next((one for one in self.runs if 0 < one.done < one.total), None)
        return self.running or held or next(iter(self.runs), None)

    def press(self, run: StudyRun) -> None:
        """Run or pause a study. A waiting one is taken out of the queue."""
        self.said = ""
        if run.running:
            run.hold()
        elif run.queued:
            run.queued = False
        elif not run.finished:
            run.queued = True
            self.next()

    def next(self) -> None:
        """Start the first waiting study, if none runs."""
        waiting = next((one for one in self.runs if one.queued), None)
        if waiting is None or self.running:
            return
        try:
            waiting.start(self.jobs)
        except CannotSave as why:
            waiting.queued, self.said = False, str(why)

    def add(self, setup: LabSetUp) -> StudyRun | None:
        """Write a study of a set-up, and run it."""
        try:
            path = save_study(setup)
        except CannotSave as why:
            self.said = str(why)
            return None
        if path is None:
            self.said = "Nothing attacks: give some kind a number first."
            return None
        known = {one.path: one for one in self.runs}
        self.runs = [known.get(one.path, one) for one in studies()]
        run = next(one for one in self.runs if one.path == path)
        if not (run.running or run.queued or run.finished):
            self.press(run)
        self.runs.sort(key=lambda one: one is not run)
        return run

    def tick(self, seconds: float) -> bool:
        """Check the running study at intervals. Return True if something has changed."""
        self._since += seconds
        if self._since < LOOK:
            return False
        self._since, changed = 0.0, False
        for run in (one for one in self.runs if one.watched):
            before, ended = run.done, not run.running
            changed |= run.look() != before or ended
            if ended:
                if run.failed:
                    self.said = f"{run.study.title} has stopped with a mistake; what was finished is kept."
                run.hold()
        if not self.running:
            self.next()
        return changed

    def stop(self) -> None:
        """Pause the running study, before the page closes."""
        for run in self.runs:
            if run.running or run.queued:
                run.hold()


class Progressing(Protocol):
    """Background work with progress, such as a study."""

    done: int

    @property
    def title(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def running(self) -> bool: ...
    @property
    def queued(self) -> bool: ...
    @property
    def finished(self) -> bool: ...
    @property
    def seconds_left(self) -> float | None: ...


def state_of(run: Progressing) -> tuple[str, str, Colour]:
    """Return the mark of a study, words for its state, and their colour."""
    p = theme.palette
    if not run.total and not run.running:
        return "todo", "", p.muted
    if run.finished:
        return "done", "finished", p.green
    if run.running:
        return "play", time_left(run.seconds_left), p.azure
    if run.queued:
        return "next", "next", p.text
    if run.done:
        return "pause", f"held at {100 * run.done // run.total} %", p.yellow
    return "todo", "not begun", p.muted


def time_left(seconds: float | None) -> str:
    """Return the time left of a study, in one or two words."""
    if seconds is None:
        return "running"
    return f"{max(1, round(seconds))} s left" if seconds < 100 else f"{round(seconds / 60)} min left"


def verb_of(run: StudyRun) -> str:
    """Return the label of its button."""
    return "Open" if run.finished else "Hold" if run.running or run.queued else "Resume" if run.done else "Run"


def abouts_of(run: StudyRun) -> tuple[str, str]:
    """Return the subject of a study, in full and in short."""
    own, axes = "your own, " if run.own else "", [axis.replace("_", " ") for axis in run.study.axes]
    return f"{own}varies {', '.join(axes)}", f"{own}varies {number(len(axes))} things"


@dataclass(eq=False)
class StudyLine(Still):
    """One study or ladder: its mark, title, subject, bar, points and state. Of the descriptions of the subject, the
    first that fits is used. `button` design pixels stay free at the right."""

    run: Progressing
    abouts: Sequence[str]
    button: float

    def draw(self, dst: Surface) -> None:
        """Draw from left to right, with the subject only if there is room."""
        px, p, r, run = theme.px, theme.palette, self.rect, self.run
        sign, words, colour = state_of(run)
        fill, edge = (p.active, theme.accent) if run.running else (p.raised if self.hover else p.panel, p.line)
        box(dst, r, fill, 6, 255, edge)
        stamp(dst, mark(sign, colour, 14), (r.x + px(18), r.centery))
        right = r.right - px(self.button + 10)
        state = px(112)
        text(dst, words, (right - px(8), r.centery), 15, colour, "r", "midright")
        right -= state + px(8)
        counted = f"{run.done} of {run.total}" if run.total else ""
        text(dst, counted, (right, r.centery), 15, p.white, "s", "midright")
        right -= px(96)
        long = max(px(60), min(px(220), (r.w - px(500)) // 3))
        self._bar(dst, Rect(right - long, r.centery - px(6), long, px(12)), colour)
        left, room = r.x + px(38), right - long - px(14) - r.x - px(38)
        wide = min(room, px(330)) if room > px(430) else room
        at = fit_text(dst, run.title, (left, r.centery), wide, (16, 15, 14), p.white, "s", "midleft")
        rest = room - at.w - px(16)
        if rest > px(120):
            about = next((one for one in self.abouts if width(one, 14) <= rest), self.abouts[-1])
            fit_text(dst, about, (at.right + px(16), r.centery), rest, (15, 14), p.muted, "r", "midleft")

    def _bar(self, dst: Surface, r: Rect, colour: Colour) -> None:
        """Draw the share done: filled, or hatched while paused."""
        p, run = theme.palette, self.run
        box(dst, r, p.well, 4, 255, p.line)
        share = round(r.w * run.done / max(1, run.total))
        if share < 3:
            return
        filled = Rect(r.x, r.y, share, r.h)
        if run.running or run.finished:
            box(dst, filled, colour, 4)
            return
        box(dst, filled, mix(colour, p.well, 0.75), 4)
        hatch(dst, (filled.topleft, filled.topright, filled.bottomright, filled.bottomleft), filled, colour, 5, 200)
