"""Plasma bolts and steered missiles of the base rules, as point defence meets them, and what they do (6.6, 6.9)."""

from __future__ import annotations

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence.bands import Screens, damage_die
from game.rules.defence.old_defence import Covers, DefenceTarget, MissileTarget, ThrowsByChance, left_over, screened
from game.rules.odds.die_columns import NOTHING, DieColumn, Vector, die_chances, mean, power, roll_columns, total
from game.rules.ships.ship import Hit

_BOLT = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((0, 0, 0, 1, 1, 2))}  # strength lost; guns may not
_STEERED = {"pds": DieColumn((0, 0, 0, 0, 0, 1)), "scattergun": DieColumn((1,) * 6)}


@frozen
class BoltTarget(DefenceTarget):
    """A plasma bolt: a PDS takes a point of its strength on 6, a scattergun one on 4 or 5 and two on 6; guns may not."""

    strength: int
    screens: Screens = Screens()
    covers: Covers = ()

    @property
    def size(self) -> int:
        """Its strength."""
        return self.strength

    def plain_column(self, system: str) -> DieColumn:
        """Points of strength that a die takes."""
        return _BOLT.get(system, NOTHING)

    def mean_after(self, kills: int) -> float:
        """The mean of what its dice do."""
        return mean(self.damage_after(kills))

    def throws_after(self, kills: int) -> ThrowsByChance:
        """One lump of points."""
        whole = self._whole(kills)
        return ((1.0, (left_over(whole, "normal", self.covers),) if kills < self.strength else ()),)

    def damage_after(self, kills: int) -> Vector:
        """A die for each point of strength, less the level of any screen."""
        return screened(self._whole(kills), "normal", self.covers)

    def _whole(self, kills: int) -> Vector:
        return power(die_chances(damage_die(self.screens.level)), max(0, self.strength - kills))


@frozen
class SteeredTarget(MissileTarget):
    """A steered missile: PDS kill it on 6, a scattergun always, guns never; screens do nothing (full-thrust-base/6.6/steered)."""

    dice: int = 2

    def plain_column(self, system: str) -> DieColumn:
        """1 on the faces that kill it."""
        return _STEERED.get(system, NOTHING)

    def throws_after(self, kills: int) -> ThrowsByChance:
        """One lump of points, or nothing."""
        return ((1.0, () if kills or not self.dice else (left_over(self._whole(kills), "normal", self.covers),)),)

    def damage_after(self, kills: int) -> Vector:
        """The dice of its warhead, or nothing."""
        return screened(self._whole(kills), "normal", self.covers)

    def _whole(self, kills: int) -> Vector:
        return steered_damage(0 if kills else self.dice)


def steered_damage(dice: int) -> Vector:
    """The chances of the points of so many dice of a warhead."""
    return power(die_chances(damage_die(0)), dice)


def roll_warhead(umpire: Umpire, dice: int, label: str) -> tuple[Hit, ...]:
    """The hit of a warhead of so many dice."""
    points = total(roll_columns(umpire, [damage_die(0)] * dice, label))
    return (("normal", points),) if points else ()


def roll_bolt_attack(umpire: Umpire, strength: int, screens: Screens, label: str) -> tuple[Hit, ...]:
    """The hits of a plasma bolt of the strength that is left, on one ship."""
    points = total(roll_columns(umpire, [damage_die(screens.level)] * strength, label))
    return (("normal", points),) if points else ()
