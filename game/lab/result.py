"""The lab's result for a set-up under one of the rules: distributions, and figures taken from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from game.core.values import Data
from game.rules.odds.die_columns import Vector


@dataclass(frozen=True)
class Distribution:
    """Chances of 0, 1, 2… of something, all of them."""

    chances: tuple[float, ...]

    @classmethod
    def of(cls, vector: Vector) -> Distribution:
        """Return a distribution from an array of chances."""
        return cls(tuple(vector.tolist()))

    @property
    def mean(self) -> float:
        """The mean."""
        return math.fsum(value * chance for value, chance in enumerate(self.chances))

    @property
    def spread(self) -> float:
        """The standard deviation."""
        middle = self.mean
        return math.sqrt(math.fsum(chance * (value - middle) ** 2 for value, chance in enumerate(self.chances)))

    @property
    def nine_in_ten(self) -> tuple[int, int]:
        """The values between which nine in ten lie, one in twenty being below and one in twenty above."""
        return self.quantile(0.05), self.quantile(0.95)

    def quantile(self, share: float) -> int:
        """Return the smallest value that is not exceeded with at least this chance."""
        sums = np.cumsum(self.chances)
        return min(int(np.searchsorted(sums, share - 1e-12)), len(self.chances) - 1)

    def as_data(self) -> Data:
        """Return every chance, and the figures."""
        low, high = self.nine_in_ten
        return {"mean": self.mean, "spread": self.spread, "nine_in_ten": [low, high], "chances": list(self.chances)}


@dataclass(frozen=True)
class BandShare:
    """One band of the level: its chance, the mean damage in it, and what it adds to each column of the distribution of
    damage."""

    title: str
    chance: float
    mean: float
    share: tuple[float, ...]


@dataclass(frozen=True)
class LabResult:
    """A set-up under one of the rules.

    `damage` are points before armour, `lost` the attackers' craft, `missiles` those of salvos that hit, `heavy` the
    heavy missiles that hit. `destroyed` is None where the hull is not known. `bands` are empty under the old rules.
    `trials` are the battles that were played where nothing could be summed, and `margin` half of the 95 per cent
    interval of the mean of damage; both are 0 for an exact result.
    """

    rules: str
    damage: Distribution
    lost: Distribution
    missiles: Distribution
    heavy: Distribution
    destroyed: float | None
    bands: tuple[BandShare, ...] = ()
    trials: int = 0
    margin: float = 0.0

    @property
    def points_a_loss(self) -> float | None:
        """Points of damage for each craft lost; None if none is lost."""
        return self.damage.mean / self.lost.mean if self.lost.mean else None

    def as_data(self) -> Data:
        """Return everything with every digit."""
        return {
            "rules": self.rules,
            "damage": self.damage.as_data(),
            "lost": self.lost.as_data(),
            "missiles": self.missiles.as_data(),
            "heavy": self.heavy.as_data(),
            "destroyed": self.destroyed,
            "points_a_loss": self.points_a_loss,
            "bands": [
                {"band": one.title, "chance": one.chance, "mean": one.mean, "share": list(one.share)}
                for one in self.bands
            ],
            "trials": self.trials,
            "margin": self.margin,
        }


def result_of(data: Any) -> LabResult:
    """Read a result back from its plain data. Raises KeyError, TypeError or ValueError if it is not one."""
    spread = {
        name: Distribution(tuple(map(float, data[name]["chances"]))) for name in ("damage", "lost", "missiles", "heavy")
    }
    bands = tuple(
        BandShare(str(one["band"]), float(one["chance"]), float(one["mean"]), tuple(map(float, one["share"])))
        for one in data["bands"]
    )
    destroyed = None if data["destroyed"] is None else float(data["destroyed"])
    return LabResult(
        str(data["rules"]),
        **spread,
        destroyed=destroyed,
        bands=bands,
        trials=int(data["trials"]),
        margin=float(data["margin"]),
    )
