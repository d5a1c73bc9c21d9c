"""The model of the odds lab's page: the present set-up, its results and its scaling, computed on a thread."""

from __future__ import annotations

from game.lab.calculate import CurveKey, curve_points, results_of
from game.lab.choices import beginnings
from game.lab.processes import NewestQuestion
from game.lab.result import LabResult
from game.lab.setup import LabSetUp

Curve = dict[int, float]  # values by number of groups or salvos


class LabModel(NewestQuestion[LabSetUp]):
    """The present set-up. `results` and `curves` belong to `known`, the newest set-up with results."""

    def __init__(self, setup: LabSetUp | None = None) -> None:
        super().__init__(setup or beginnings()["Swarm of 12"])
        self.known: LabSetUp | None = None
        self.results: tuple[LabResult, ...] = ()
        self.curves: dict[CurveKey, Curve] = {}
        self.changes = 0  # grows whenever there is something new to draw

    @property
    def setup(self) -> LabSetUp:
        assert self.asked is not None
        return self.asked

    @property
    def waiting(self) -> bool:
        """Return whether the results on the page are those of an earlier set-up."""
        return self.known != self.setup

    def begin(self) -> None:
        """Compute the present set-up."""
        self.ask(self.setup)

    def answer(self, question: LabSetUp) -> bool:
        """Compute the results, then the curves point by point, until another set-up arrives."""
        results = results_of(question)
        if self.asked is not question:
            return False
        self.known, self.results = question, results
        self.changes += 1
        curves: dict[CurveKey, Curve] = {}
        for key, number, value in curve_points(question):
            if self.asked is not question:
                return False
            curves.setdefault(key, {})[number] = value
        self.curves = curves
        self.changes += 1
        return True
