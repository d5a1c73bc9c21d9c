"""A ladder that is fought beside the window, on a thread and in processes of its own: held at any time, gone on with
later."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Thread

from game.core.values import Data
from game.formats.atomic_file import CannotSave, is_there
from game.formats.user_folders import home
from game.formats.validation import BadFile
from game.lab.processes import StoppableProcesses
from game.lab.running import seconds_left
from game.lab.workers import NoWorkers
from game.ladder.page import PAGE, write_tables
from game.ladder.plan import PLAN, LadderPlan, read_plan
from game.ladder.run import KEPT, LadderRun

LADDERS = "ladders"  # a folder of the player's own files


class BackgroundLadder:
    """The folder of one ladder. `rows` are the battles that have been read or fought, `total` how many there are to be,
    and `trouble` is a sentence on what it failed by.

    `changes` grows whenever there is something new to see.
    """

    def __init__(self, folder: Path, plan: LadderPlan | None = None) -> None:
        self.folder, self.plan = folder, plan
        self.rows: Sequence[Data] = ()
        self.done = self.total = self.others = self.changes = 0
        self.trouble, self.known, self.queued = "", False, False
        self._workers: StoppableProcesses | None = None
        self._thread: Thread | None = None
        self._fault: Exception | None = None
        self._started: tuple[float, int] | None = None
        if plan is None:
            try:
                self.plan = read_plan(folder)
            except BadFile as bad:
                self.trouble = str(bad)

    @property
    def title(self) -> str:
        """What it is called: the name of its folder."""
        return self.folder.name

    @property
    def running(self) -> bool:
        """Are its battles being fought?"""
        return self._workers is not None

    @property
    def busy(self) -> bool:
        """Is it being fought, or read?"""
        return self._thread is not None or self._fault is not None

    @property
    def finished(self) -> bool:
        """Has all been fought that it plans?"""
        return self.known and not self.running and 0 < self.total == self.done

    @property
    def seconds_left(self) -> float | None:
        """How long the missing battles take; None if that is not known."""
        return seconds_left(self._started, self.done, self.total) if self.running and self._started else None

    def look(self) -> None:
        """Read what has been fought, on a thread."""
        if self.plan is not None and self._thread is None:
            self._begin(self._look)

    def start(self, jobs: int) -> None:
        """Fight what is missing in so many processes, which end with the program."""
        if self.plan is not None and not self.running:
            self.finish()
            self.trouble, self._started, self._workers = "", None, StoppableProcesses(jobs)
            self._begin(partial(self._fight, self._workers))

    def hold(self) -> None:
        """Stop; every finished battle stays."""
        if self._workers is not None:
            self._workers.stop()
        self.finish()

    def finish(self) -> None:
        """Wait until it is read, or fought. Raises what went wrong."""
        if thread := self._thread:
            thread.join()
        self.check()

    def check(self) -> None:
        """Raise what went wrong on the thread."""
        if self._fault:
            fault, self._fault = self._fault, None
            raise fault

    def write(self) -> Path:
        """Write its tables and its page; return the page. Raises CannotSave."""
        write_tables(self.run())
        return self.folder / PAGE

    def run(self) -> LadderRun:
        """Its plan with what has been fought of it so far."""
        assert self.plan is not None
        run = LadderRun(self.plan, self.folder)
        run.rows, run.others = list(self.rows), self.others
        return run

    def _begin(self, work: Callable[[LadderRun], None]) -> None:
        self._thread = Thread(target=self._safely, args=(work,), daemon=True)
        self._thread.start()

    def _safely(self, work: Callable[[LadderRun], None]) -> None:
        assert self.plan is not None
        run = LadderRun(self.plan, self.folder)
        try:
            work(run)
        except (BadFile, CannotSave, NoWorkers) as why:
            self.trouble = str(why)
        except Exception as fault:  # told by `check`, where the window can show it
            self._fault = fault
        self._take(run, len(run.rows), self.total)
        self.known, self._workers, self._thread = True, None, None
        self.changes += 1

    def _look(self, run: LadderRun) -> None:
        run.look(partial(self._take, run))

    def _fight(self, workers: StoppableProcesses, run: LadderRun) -> None:
        try:
            run.play(workers, partial(self._take, run))
        finally:
            workers.stop()

    def _take(self, run: LadderRun, done: int, total: int) -> None:
        """Show what there is by now."""
        self.rows, self.done, self.total, self.others = tuple(run.rows), done, total, run.others
        self._started = self._started or (time.monotonic(), done)
        self.changes += 1


def ladders_folder() -> Path:
    """Where the player's ladders are; it need not exist yet."""
    return home() / LADDERS


def stored_ladders() -> list[BackgroundLadder]:
    """The player's ladders by the names of their folders, also those that the verb `ladder` has made there."""
    try:
        folders = sorted(path for path in ladders_folder().iterdir() if path.is_dir())
    except OSError:
        return []
    return [BackgroundLadder(path) for path in folders if is_there(path / PLAN) or is_there(path / KEPT)]


def new_ladder(plan: LadderPlan) -> BackgroundLadder:
    """A ladder in a folder of its own, named by its players; nothing is written yet."""
    names = plan.names if len(plan.names) <= 3 else [*plan.names[:2], f"{len(plan.names) - 2} others"]
    stem = re.sub(r"[^\w.]+", "-", " ".join(names)).strip("-.").lower()
    folder, number = ladders_folder() / stem, 1
    while is_there(folder):
        number += 1
        folder = ladders_folder() / f"{stem}-{number}"
    return BackgroundLadder(folder, plan)
