"""Plasma bolts and steered missiles of the base rules: point defence against them, and their damage (6.6, 6.9)."""

from __future__ import annotations

from game.core.values import frozen
from game.rules.defence.bands import Screens
from game.rules.defence.old_defence import Covers, DefenceTarget, MissileTarget, warhead
from game.rules.odds.die_columns import NOTHING, DieColumn
from game.rules.odds.throws import Throw

# points of strength lost, by face; guns have no effect
_BOLT = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((0, 0, 0, 1, 1, 2))}
_STEERED = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((1,) * 6)}


@frozen
class BoltTarget(DefenceTarget):
    """A plasma bolt. A PDS removes one point of its strength on 6, and a scattergun one on 4 or 5 and two on 6. Guns
    have no effect."""

    strength: int
    screens: Screens = Screens()
    covers: Covers = ()

    @property
    def size(self) -> int:
        return self.strength

    def plain_column(self, system: str) -> DieColumn:
        """Return the points of strength that a die removes."""
        return _BOLT.get(system, NOTHING)

    def after(self, kills: int) -> Throw:
        """Return a die for each remaining point of strength, less the level of any screen, as one hit."""
        return warhead(self.screens.level, max(0, self.strength - kills), "normal")


@frozen
class SteeredTarget(MissileTarget):
    """A steered missile. A PDS kills it on 6, a scattergun always and a gun never (full-thrust-base/6.6/steered).
    Screens have no effect on it."""

    dice: int = 2

    def plain_column(self, system: str) -> DieColumn:
        """Return 1 for the faces that kill it."""
        return _STEERED.get(system, NOTHING)

    def after(self, kills: int) -> Throw:
        """Return the dice of its warhead as one hit, or nothing."""
        return warhead(0, 0 if kills else self.dice, "normal")
