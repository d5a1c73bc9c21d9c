"""A study that runs in its own processes: it can be stopped at any time, and continues with the missing points."""

from __future__ import annotations

import multiprocessing
import os
import re
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from game.formats.atomic_file import files_in, make_folder, write_whole
from game.formats.user_folders import home
from game.formats.validation import BadFile
from game.lab.choices import study_of
from game.lab.export import Row, as_csv, as_json
from game.lab.files import LabStudy, read_lab, shipped_studies
from game.lab.result import LabResult
from game.lab.setup import LabSetUp
from game.lab.study import POINTS, kept_results, point_name, run_share

STUDIES, RESULTS = "studies", "results"  # folders of the player's own files


def study_folder() -> Path:
    """Return where the player's own studies are, and below it the results; it need not exist yet."""
    return home() / STUDIES


def _work(path: Path, folder: Path, share: int, shares: int) -> None:
    """Calculate a process's share of the missing points."""
    run_share(read_lab(path), folder, share, shares)


def seconds_left(started: tuple[float, int], done: int, total: int) -> float | None:
    """Return the time the rest takes at the present speed; None if unknown. `started` holds the time and the number
    done when it was started."""
    begun, before = started
    return (total - done) * (time.monotonic() - begun) / (done - before) if done > before else None


@dataclass
class StudyRun:
    """One study of the program or of the player, its progress, and the processes that run it."""

    path: Path
    study: LabStudy
    own: bool = False
    queued: bool = False
    _names: set[str] = field(default_factory=set)
    _processes: list[BaseProcess] = field(default_factory=list)
    done: int = 0
    _started: tuple[float, int] = (0.0, 0)  # the time it last started, and the points done then

    def __post_init__(self) -> None:
        self._names = {point_name(number, setup) for number, (_, setup) in enumerate(self.study.points)}
        self.look()

    @property
    def folder(self) -> Path:
        """The folder of its results."""
        return study_folder() / RESULTS / self.path.stem

    @property
    def total(self) -> int:
        """The number of its set-ups."""
        return len(self._names)

    @property
    def running(self) -> bool:
        return any(one.is_alive() for one in self._processes)

    @property
    def finished(self) -> bool:
        """Return whether every set-up has been calculated."""
        return self.done == self.total

    @property
    def failed(self) -> bool:
        """Return whether a process has ended with an error."""
        return any(one.exitcode is not None and one.exitcode > 0 for one in self._processes)

    @property
    def watched(self) -> bool:
        """Return whether processes have been started whose end has not been noticed yet."""
        return bool(self._processes)

    @property
    def title(self) -> str:
        """The title of the study."""
        return self.study.title

    @property
    def seconds_left(self) -> float | None:
        """The time the missing points take; None if unknown."""
        return seconds_left(self._started, self.done, self.total) if self.running else None

    def look(self) -> int:
        """Count the finished points, and return their number."""
        self.done = len(self._names & {path.name for path in files_in(self.folder / POINTS, "*.json")})
        return self.done

    def start(self, jobs: int) -> None:
        """Calculate the missing points in that many processes, which end with the program. Raises CannotSave."""
        make_folder(self.folder / POINTS)
        self.queued, self._started = False, (time.monotonic(), self.look())
        context = multiprocessing.get_context("spawn")
        self._processes = []
        for share in range(jobs):
            one = context.Process(target=_work, args=(self.path, self.folder, share, jobs), daemon=True)
            one.start()
            self._processes.append(one)

    def hold(self) -> None:
        """Stop the processes; every finished point is kept."""
        self.queued = False
        for one in self._processes:
            one.terminate()
        for one in self._processes:
            one.join(5)
        self._processes = []
        self.look()

    def results(self) -> list[Row]:
        """Return values by axis, set-up and results of each calculated point."""
        rows: list[Row] = []
        for number, (point, setup) in enumerate(self.study.points):
            found: tuple[LabResult, ...] = kept_results(self.folder, number, setup)
            if found:
                rows.append((point, setup, found))
        return rows

    def export(self) -> tuple[Path, list[Row]]:
        """Write its figures as CSV and JSON beside its points; return the folder and the rows. Raises CannotSave."""
        rows = self.results()
        make_folder(self.folder)
        write_whole(self.folder / f"{self.path.stem}.csv", as_csv(rows).encode())
        write_whole(self.folder / f"{self.path.stem}.json", as_json(self.study, rows).encode())
        return self.folder, rows


def studies() -> list[StudyRun]:
    """Return the studies of the program and of the player. Files with mistakes, or without axes, are left out."""
    found = []
    for own, paths in ((False, shipped_studies().values()), (True, files_in(study_folder()))):
        for path in paths:
            try:
                study = read_lab(path)
            except BadFile:
                continue
            if study.points:
                found.append(StudyRun(path, study, own))
    return found


def cores() -> int:
    """Return the number of processors of this machine."""
    return os.cpu_count() or 1


def save_study(setup: LabSetUp) -> Path | None:
    """Write a study of a set-up into the player's folder; None if nothing attacks. Raises CannotSave."""
    found = study_of(setup)
    if found is None:
        return None
    title, text = found
    stem = re.sub(r"\W+", "-", title.lower())
    path, number = study_folder() / f"{stem}.yaml", 1
    make_folder(study_folder())
    while path.exists() and path.read_bytes() != text.encode():
        number += 1
        path = study_folder() / f"{stem}-{number}.yaml"
    write_whole(path, text.encode())
    return path
