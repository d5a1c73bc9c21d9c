"""Workers for divisible work: this process, several processes of this machine, or a Dask cluster.

The pieces are points of a study, or battles of a ladder. joblib and distributed are optional. All workers run the same
function on the same values, so their results are equal bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from functools import partial
from importlib import import_module, util
from typing import Any

from game.core.installation import packaged
from game.core.values import Data

Task = Callable[[int, Any], tuple[int, Data]]  # a function of a module: the result of a numbered piece, with its number
Pieces = Sequence[tuple[int, Any]]
Workers = Callable[[Task, Pieces], Iterator[tuple[int, Data]]]  # results as they are finished, in any order


class NoWorkers(Exception):
    """The requested kind of workers is impossible; str() is the sentence for the player."""


def workers(jobs: int = 1, address: str = "") -> Workers:
    """Return the workers: a cluster by its address, or that many processes. Raises NoWorkers if a package is
    missing."""
    if address:
        _require("distributed", "--dask")
        return partial(on_cluster, address)
    if jobs > 1:
        _require("joblib", "--jobs")
        return partial(in_processes, jobs)
    return in_this_process


def _require(name: str, option: str) -> None:
    if util.find_spec(name) is None:
        what = "'dead-reckoning[lab]'" if packaged() else name
        raise NoWorkers(f"{option} needs {name}, which is not installed here: pip install {what}.")


def in_this_process(task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
    """Yield the results of one piece after the other."""
    return (task(number, piece) for number, piece in pieces)


def in_processes(jobs: int, task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
    """Yield results from several processes at once, by joblib. Raises NoWorkers if one of them dies."""
    joblib: Any = import_module("joblib")
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
    try:
        yield from parallel(joblib.delayed(task)(number, piece) for number, piece in pieces)
    except BrokenExecutor:
        raise NoWorkers(
            "A process that did the work has died. What was finished is kept: give the same command again."
        ) from None


def on_cluster(address: str, task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
    """Yield results from a Dask cluster whose workers have the program installed. Raises NoWorkers if they cannot be
    reached or leave."""
    distributed: Any = import_module("distributed")
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as trouble:
        raise NoWorkers(f"There is no Dask cluster at {address}: {trouble}.") from None
    lost = (ImportError, OSError, RuntimeError, CancelledError, distributed.CancelledError, distributed.KilledWorker)
    with client:
        try:
            futures = [client.submit(task, number, piece, pure=False) for number, piece in pieces]
            for future in distributed.as_completed(futures):
                yield future.result()
        except lost as trouble:
            why = (str(trouble) or type(trouble).__name__).splitlines()[0].split(". ")[0].rstrip(".")
            need = "They need this very version of Dead Reckoning. What was finished is kept."
            raise NoWorkers(f"The workers at {address} cannot go on: {why}. {need}") from None
