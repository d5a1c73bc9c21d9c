"""The model of the odds lab's page: the present set-up, its results and its scaling, computed on a thread."""

from __future__ import annotations

from threading import Lock, Thread

from game.lab.calculate import CurveKey, curve_points, results_of
from game.lab.choices import beginnings
from game.lab.result import LabResult
from game.lab.setup import LabSetUp

Curve = dict[int, float]  # values by number of groups or salvos


class LabModel:
    """The present set-up. `results` and `curves` belong to `known`, the newest set-up with results."""

    def __init__(self, setup: LabSetUp | None = None) -> None:
        self.setup = setup or beginnings()["Swarm of 12"]
        self.known: LabSetUp | None = None
        self.results: tuple[LabResult, ...] = ()
        self.curves: dict[CurveKey, Curve] = {}
        self.changes = 0  # grows whenever there is something new to draw
        self._lock, self._thread = Lock(), None  # type: tuple[Lock, Thread | None]
        self._done: LabSetUp | None = None
        self._fault: Exception | None = None

    @property
    def busy(self) -> bool:
        """Is anything still being computed?"""
        return self._thread is not None or self._fault is not None

    @property
    def waiting(self) -> bool:
        """Are the results on the page those of an earlier set-up?"""
        return self.known != self.setup

    def take(self, setup: LabSetUp) -> None:
        """Take another set-up, and begin to compute it."""
        with self._lock:
            self.setup = setup
            if self._thread is None and self._done != setup:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()

    def begin(self) -> None:
        """Compute the present set-up."""
        self.take(self.setup)

    def finish(self) -> None:
        """Wait until everything is computed. Raises the thread's exception."""
        while thread := self._thread:
            thread.join()
        self.check()

    def check(self) -> None:
        """Raise the thread's exception, if there was one."""
        if self._fault:
            fault, self._fault = self._fault, None
            raise fault

    def _work(self) -> None:
        try:
            while (setup := self._next()) is not None:
                self._compute(setup)
        except Exception as fault:  # raised by `check`, where the window can show it
            self._fault, self._thread = fault, None

    def _next(self) -> LabSetUp | None:
        """Return the set-up to compute; None, which ends the thread, if there is none."""
        with self._lock:
            if self._done == self.setup:
                self._thread = None
                return None
            return self.setup

    def _compute(self, setup: LabSetUp) -> None:
        """Compute the results, then the curves point by point, until another set-up arrives."""
        results = results_of(setup)
        if self.setup != setup:
            return
        self.known, self.results = setup, results
        self.changes += 1
        curves: dict[CurveKey, Curve] = {}
        for key, number, value in curve_points(setup):
            if self.setup != setup:
                return
            curves.setdefault(key, {})[number] = value
        self.curves, self._done = curves, setup
        self.changes += 1
