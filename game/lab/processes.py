"""Processes that work beside a window, and can be stopped at any time."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock

from game.core.values import Data
from game.lab.workers import NoWorkers, Pieces, Task


def _work(pipe: Connection) -> None:
    """Do one piece of work after the other until the window closes; send back a sentence for a piece that fails."""
    with suppress(EOFError, OSError):
        while True:
            task, number, piece = pipe.recv()
            try:
                found: tuple[int, Data] | str = task(number, piece)
            except Exception as trouble:  # reported where the player can read it
                found = (str(trouble) or type(trouble).__name__).splitlines()[0]
            pipe.send(found)


class StoppableProcesses:
    """Workers in that many processes. They start with the first piece, wait for more, and end with `stop` or with the
    program."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._stopped = False
        self._lock = Lock()
        self._idle: list[Connection] = []
        self._processes: list[BaseProcess] = []

    def __call__(self, task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
        """Yield results as they are finished, fewer than there are pieces if they are stopped. Raises NoWorkers if a
        process dies or a piece fails."""
        left, busy = iter(pieces), list[Connection]()
        try:
            for number, piece in islice(left, self.jobs):
                busy.append(self._idle.pop() if self._idle else self._begin())
                busy[-1].send((task, number, piece))
            while busy:
                ready = wait(busy)
                for pipe in [one for one in busy if one in ready]:
                    found = pipe.recv()
                    if isinstance(found, str):
                        raise NoWorkers(f"What was to be done has failed: {found} What was finished is kept.")
                    following = next(left, None)
                    if following is None:
                        busy.remove(pipe)
                        self._idle.append(pipe)
                    else:
                        pipe.send((task, *following))
                    yield found
        except (EOFError, OSError):
            if not self._stopped:
                raise NoWorkers("A process that did the work has died. What was finished is kept.") from None

    def stop(self) -> None:
        """End the processes; callable from any thread."""
        with self._lock:
            self._stopped = True
            for one in self._processes:
                one.terminate()
        for one in self._processes:
            one.join(5)

    def _begin(self) -> Connection:
        """Start another process and return its pipe. The other end is closed here, so that the process's death is
        noticed."""
        with self._lock:
            if self._stopped:
                raise EOFError
            context = multiprocessing.get_context("spawn")
            here, there = context.Pipe()
            one = context.Process(target=_work, args=(there,), daemon=True)
            one.start()
            there.close()
            self._processes.append(one)
            return here
