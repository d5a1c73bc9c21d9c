"""Threads and processes that work beside a window, so that no frame waits for them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, current_thread
from typing import Generic, TypeVar

from game.core.values import Data
from game.lab.workers import NoWorkers, Pieces, Task

Question = TypeVar("Question")


class Background:
    """Work on a thread. Its exception waits for `check`, where the window can show it."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._fault: Exception | None = None

    @property
    def busy(self) -> bool:
        """Return whether work is under way, or has failed and `check` has not raised its exception yet."""
        return self._thread is not None or self._fault is not None

    def finish(self) -> None:
        """Wait until the work is done. Raises the thread's exception."""
        while thread := self._thread:
            thread.join()
        self.check()

    def check(self) -> None:
        """Raise the thread's exception, if there was one."""
        if self._fault:
            fault, self._fault = self._fault, None
            raise fault

    def _begin(self, work: Callable[[], None]) -> None:
        self._thread = Thread(target=self._safely, args=(work,), daemon=True)
        self._thread.start()

    def _safely(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as fault:
            self._fault = fault
        finally:
            if self._thread is current_thread():  # another one may have begun meanwhile
                self._thread = None


class NewestQuestion(Background, Generic[Question]):
    """Answers the newest question, `asked`, on a thread; earlier ones may be left unanswered."""

    def __init__(self, asked: Question | None = None) -> None:
        super().__init__()
        self.asked = asked
        self._answered: Question | None = None
        self._lock = Lock()

    def ask(self, question: Question) -> None:
        """Answer this one next."""
        with self._lock:
            self.asked = question
            if self._thread is None and self._answered is not question:
                self._begin(self._answer_all)

    def answer(self, question: Question) -> bool:
        """Work out an answer; return False if it was left for a newer question."""
        raise NotImplementedError

    def _answer_all(self) -> None:
        while (question := self._next()) is not None:
            if self.answer(question):
                self._answered = question

    def _next(self) -> Question | None:
        with self._lock:
            if self._answered is self.asked:
                self._thread = None
                return None
            return self.asked


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
