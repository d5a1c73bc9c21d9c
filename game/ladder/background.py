"""A ladder fought beside the window, on a thread and in processes of its own; it can be paused and continued at any
time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from game.core.values import Data
from game.formats.atomic_file import CannotSave, is_there
from game.formats.user_folders import home
from game.formats.validation import BadFile
from game.lab.processes import Background, StoppableProcesses
from game.lab.running import seconds_left
from game.lab.workers import NoWorkers
from game.ladder.page import PAGE, write_tables
from game.ladder.plan import PLAN, LadderPlan, read_plan
from game.ladder.run import KEPT, LadderRun

LADDERS = "ladders"  # a folder among the player's files


class BackgroundLadder(Background):
    """The folder of one ladder. `rows` are the battles read or fought, `total` the number planned, and `trouble` is a
    sentence about a failure. `changes` grows whenever there is something new to see."""

    def __init__(self, folder: Path, plan: LadderPlan | None = None) -> None:
        super().__init__()
        self.folder, self.plan = folder, plan
        self.rows: Sequence[Data] = ()
        self.done = self.total = self.others = self.changes = 0
        self.trouble, self.known, self.queued = "", False, False
        self._workers: StoppableProcesses | None = None
        self._started: tuple[float, int] | None = None
        if plan is None:
            try:
                self.plan = read_plan(folder)
            except BadFile as bad:
                self.trouble = str(bad)

    @property
    def title(self) -> str:
        """The name of its folder."""
        return self.folder.name

    @property
    def running(self) -> bool:
        return self._workers is not None

    @property
    def finished(self) -> bool:
        """Return whether all planned battles have been fought."""
        return self.known and not self.running and 0 < self.total == self.done

    @property
    def seconds_left(self) -> float | None:
        """The time the missing battles take; None if unknown."""
        return seconds_left(self._started, self.done, self.total) if self.running and self._started else None

    def look(self) -> None:
        """Read the battles already fought, on a thread."""
        if self.plan is not None and self._thread is None:
            self._begin(partial(self._work_on, self._look))

    def start(self, jobs: int) -> None:
        """Fight the missing battles in that many processes, which end with the program."""
        if self.plan is not None and not self.running:
            self.finish()
            self.trouble, self._started, self._workers = "", None, StoppableProcesses(jobs)
            self._begin(partial(self._work_on, partial(self._fight, self._workers)))

    def hold(self) -> None:
        """Pause; every finished battle is kept."""
        if workers := self._workers:
            workers.stop()
        self.finish()

    def write(self) -> Path:
        """Write its tables and its page, and return the path of the page. Raises CannotSave."""
        write_tables(self.run())
        return self.folder / PAGE

    def run(self) -> LadderRun:
        """Its plan with the battles fought so far."""
        assert self.plan is not None
        run = LadderRun(self.plan, self.folder)
        run.rows, run.others = list(self.rows), self.others
        return run

    def _work_on(self, work: Callable[[LadderRun], None]) -> None:
        """Do this with the ladder as it stands on disk."""
        assert self.plan is not None
        run = LadderRun(self.plan, self.folder)
        try:
            work(run)
        except (BadFile, CannotSave, NoWorkers) as why:
            self.trouble = str(why)
        finally:
            self._take(run, len(run.rows), self.total)
            self.known, self._workers = True, None
            self.changes += 1

    def _look(self, run: LadderRun) -> None:
        run.look(partial(self._take, run))

    def _fight(self, workers: StoppableProcesses, run: LadderRun) -> None:
        try:
            run.play(workers, partial(self._take, run))
        finally:
            workers.stop()

    def _take(self, run: LadderRun, done: int, total: int) -> None:
        """Publish the present state."""
        self.rows, self.done, self.total, self.others = tuple(run.rows), done, total, run.others
        self._started = self._started or (time.monotonic(), done)
        self.changes += 1


def ladders_folder() -> Path:
    """Return the folder of the player's ladders, which need not exist yet."""
    return home() / LADDERS


def stored_ladders() -> list[BackgroundLadder]:
    """Return the player's ladders by folder name, including those made there by the verb `ladder`."""
    try:
        folders = sorted(path for path in ladders_folder().iterdir() if path.is_dir())
    except OSError:
        return []
    return [BackgroundLadder(path) for path in folders if is_there(path / PLAN) or is_there(path / KEPT)]


def new_ladder(plan: LadderPlan) -> BackgroundLadder:
    """Return a ladder in a folder of its own, named after its players; nothing is written yet."""
    names = plan.names if len(plan.names) <= 3 else [*plan.names[:2], f"{len(plan.names) - 2} others"]
    stem = re.sub(r"[^\w.]+", "-", " ".join(names)).strip("-.").lower()
    folder, number = ladders_folder() / stem, 1
    while is_there(folder):
        number += 1
        folder = ladders_folder() / f"{stem}-{number}"
    return BackgroundLadder(folder, plan)
