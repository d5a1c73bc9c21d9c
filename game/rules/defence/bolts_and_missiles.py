"""Plasma bolts and steered missiles of the base rules, as point defence meets them, and what they do (6.6, 6.9)."""

from __future__ import annotations

from game.core.values import frozen
from game.rules.defence.bands import Screens
from game.rules.defence.old_defence import Covers, DefenceTarget, MissileTarget, warhead
from game.rules.odds.die_columns import NOTHING, DieColumn
from game.rules.odds.throws import Throw

# strength lost; guns may not
_BOLT = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((0, 0, 0, 1, 1, 2))}
_STEERED = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((1,) * 6)}


@frozen
class BoltTarget(DefenceTarget):
    """A plasma bolt: a PDS takes a point of its strength on 6, a scattergun one on 4 or 5 and two on 6; guns may
    not."""

    strength: int
    screens: Screens = Screens()
    covers: Covers = ()

    @property
    def size(self) -> int:
        """Its strength."""
        return self.strength

    def plain_column(self, system: str) -> DieColumn:
        """Return points of strength that a die takes."""
        return _BOLT.get(system, NOTHING)

    def after(self, kills: int) -> Throw:
        """Return a die for each point of strength that is left, less the level of any screen, as one lump of points."""
        return warhead(self.screens.level, max(0, self.strength - kills), "normal")


@frozen
class SteeredTarget(MissileTarget):
    """A steered missile: PDS kill it on 6, a scattergun always, guns never; screens do nothing
    (full-thrust-base/6.6/steered)."""

    dice: int = 2

    def plain_column(self, system: str) -> DieColumn:
        """1 on the faces that kill it."""
        return _STEERED.get(system, NOTHING)

    def after(self, kills: int) -> Throw:
        """Return the dice of its warhead as one lump of points, or nothing."""
        return warhead(0, 0 if kills else self.dice, "normal")
