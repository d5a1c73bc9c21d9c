"""Run a study: every finished point is written at once, and a study that was stopped goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from game.core.values import Data
from game.formats.atomic_file import is_there, make_folder, write_whole
from game.lab.calculate import point_data
from game.lab.files import LabStudy
from game.lab.result import LabResult, result_of
from game.lab.setup import LabSetUp
from game.lab.workers import Workers, in_this_process

FORMAT = 1  # version of the files of points; a point of another version is calculated again
POINTS = "points"  # the folder of those files
Progress = Callable[[int, int], None]  # points done, points in all


def run_study(
    study: LabStudy, folder: Path, workers: Workers = in_this_process, progress: Progress = lambda done, total: None
) -> list[tuple[LabResult, ...]]:
    """Calculate what is missing in a folder, and return the results of every point in the order of the study.
    `progress` is called once at the beginning and after each point. Raises CannotSave if a file cannot be written, and
    NoWorkers."""
    make_folder(folder / POINTS)
    paths = [folder / POINTS / point_name(number, setup) for number, (_, setup) in enumerate(study.points)]
    found = {
        number: data for number, path in enumerate(paths) if (data := _earlier_result(path, study.points[number][1]))
    }
    missing = [(number, setup) for number, (_, setup) in enumerate(study.points) if number not in found]
    progress(len(found), len(paths))
    for number, data in workers(point_data, missing) if missing else ():
        text = _text(data)
        write_whole(paths[number], text.encode())
        found[number] = json.loads(text)
        progress(len(found), len(paths))
    return [tuple(map(result_of, found[number]["results"])) for number in range(len(paths))]


def run_share(study: LabStudy, folder: Path, share: int, shares: int) -> None:
    """Calculate what is missing among every `shares`-th point from number `share` on. Raises CannotSave."""
    make_folder(folder / POINTS)
    for number, (_, setup) in list(enumerate(study.points))[share::shares]:
        path = folder / POINTS / point_name(number, setup)
        if _earlier_result(path, setup) is None:
            _, data = point_data(number, setup)
            write_whole(path, _text(data).encode())


def kept_results(folder: Path, number: int, setup: LabSetUp) -> tuple[LabResult, ...]:
    """Return the results of a point from an earlier run; none if there are none."""
    data = _earlier_result(folder / POINTS / point_name(number, setup), setup)
    return tuple(map(result_of, data["results"])) if data else ()


def _text(data: Data) -> str:
    """Return the contents of a point's file."""
    return json.dumps({"format": FORMAT, **data}, ensure_ascii=False, indent=1) + "\n"


def point_name(number: int, setup: LabSetUp) -> str:
    """Return the name of the file of a point: its number, and a digest of its whole set-up."""
    text = json.dumps(setup.as_data(), sort_keys=True)
    return f"{number:05}-{sha256(text.encode()).hexdigest()[:12]}.json"


def _earlier_result(path: Path, setup: LabSetUp) -> Data | None:
    """Return an earlier run's result for this very set-up; None if there is none, or an invalid one."""
    if not is_there(path):
        return None
    try:
        data: Data = json.loads(path.read_bytes())
        results = [result_of(one) for one in data["results"]]
        sound = data["format"] == FORMAT and data["setup"] == json.loads(json.dumps(setup.as_data()))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return data if sound and [one.rules for one in results] == list(setup.rules) else None
