"""Find the results of a set-up: exact where one attack can be summed, by dice where the same groups attack several times."""

from __future__ import annotations

from game.core.values import Data
from game.lab import exact
from game.lab.played import played
from game.lab.result import LabResult
from game.lab.setup import LabSetUp


def calculate(setup: LabSetUp) -> tuple[LabResult, ...]:
    """A result for each of the rules that the set-up names, in their order."""
    if setup.attacks > 1:
        return tuple(played(setup, rules) for rules in setup.rules)
    return tuple(exact.reformed(setup) if rules == "reformed" else exact.old(setup) for rules in setup.rules)


def point_data(number: int, setup: LabSetUp) -> tuple[int, Data]:
    """The results of one point of a study as plain data, with its number: what a worker sends back."""
    return number, {"setup": setup.as_data(), "results": [result.as_data() for result in calculate(setup)]}
