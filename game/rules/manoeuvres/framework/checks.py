"""Manoeuvres that strain the drive: the time of their checks, the rest of a failed order, and exact chances
(manoeuvres/checks).

By option 1 the die is rolled after damage control, and the manoeuvre is flown anyway. By option 2 it is rolled before
the ship moves, and a failure takes effect immediately.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from game.core.display import Risk
from game.core.events import Event
from game.core.system import HouseRule
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, setting, under_way
from game.rules.ships.beam_dice import beam_volley, reroll_rule
from game.rules.ships.damage import cross_off, strike
from game.rules.ships.drive import CHECKS, check, failing
from game.rules.ships.ship import Ship, drive_steps
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

_OWN = (("general", "as usual"), ("option1", "end of turn"), ("option2", "before moving"))


def timing(code: str, name: str) -> HouseRule:
    """Return the house rule for when one manoeuvre is checked, if it differs from the others."""
    key = f"{code.lower()}.timing"
    words = "At the usual time (When drives are checked), or at its own."
    return setting(key, f"{name}: when checked", words, _OWN, "general", CHECKS, code)


def before_moving(house: House, own: str = "general") -> bool:
    """Return whether a check is rolled before the ship moves; `own` is the setting of its manoeuvre
    (manoeuvres/checks)."""
    return bool((house["man.check_timing"] if own == "general" else own) == "option2")


class Strained(Manoeuvre):
    """A manoeuvre with one check of the main drive."""

    def early(self, house: House) -> bool:
        """Return whether the check comes before the ship moves."""
        return before_moving(house)

    def strains(self, ship: Ship, use: ManoeuvreOrder, house: House) -> bool:
        """Return whether there is a check at all."""
        return True

    def check_modifier(self, ship: Ship, use: ManoeuvreOrder) -> int:
        """Return the modifier of its check."""
        return 0

    def fails(self, ship: Ship, use: ManoeuvreOrder, house: House) -> Fraction:
        """Return the exact chance that its check costs the drive a step."""
        return failing(ship, self.check_modifier(ship, use), house)

    def after_failure(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Return the order after a failed check before the move: without the manoeuvre, and the rest cut to fit."""
        return plot.with_value(self.code, None).trimmed(ship, state.house)

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Roll the check of option 2, and drop the manoeuvre if it fails."""
        if not self._due(ship, use, state.house, early=True) or self._holds(state, umpire, ship, use):
            return plot
        left = self.after_failure(state, umpire, ship, use, plot)
        meant = {one.code for one in under_way(ship)}
        ship.active_manoeuvres = tuple(one for one in left.uses if one.code in meant)
        return left

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Roll the check of option 1."""
        if self._due(ship, use, state.house, early=False):
            self._holds(state, umpire, ship, use)

    def _due(self, ship: Ship, use: ManoeuvreOrder, house: House, early: bool) -> bool:
        """Return whether a check is due now. None is for a drive that is dead already."""
        return ship.thrust > 0 and self.strains(ship, use, house) and self.early(house) == early

    def _holds(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> bool:
        return check(state, umpire, ship, self.check_modifier(ship, use), self.title, self.rule)

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return the risk of its own check; with the last of several, also the chance that all together kill the
        drive."""
        if not ship.thrust or not self.strains(ship, use, house):
            return ()
        found = [Risk(self.title, "drive damaged", float(self.fails(ship, use, house)), "bad", CHECKS)]
        strained = [one for one in plot.uses if isinstance(one.manoeuvre, Strained)]
        strained = [one for one in strained if one.manoeuvre.strains(ship, one, house)]  # type: ignore[attr-defined]
        if strained and strained[-1].code == self.code and (dead := _ends(ship, strained, house)):
            found.append(Risk(self.title, "drive lost", float(dead), "bad", CHECKS))
        return tuple(found)


def _ends(ship: Ship, uses: list[ManoeuvreOrder], house: House) -> Fraction:
    """Return the exact chance that enough checks fail to kill the drive."""
    left = drive_steps(ship.design.thrust) - ship.drive_hits
    chances = [Fraction(1)]  # by number of failures so far
    for use in uses:
        fails = use.manoeuvre.fails(ship, use, house)  # type: ignore[attr-defined]
        more = [Fraction(0), *(one * fails for one in chances)]
        chances = [a * (1 - fails) + b for a, b in zip([*chances, Fraction(0)], more)]
    return sum(chances[left:], Fraction(0))


# -- after a failure ---------------------------------------------------------------------------------------------------


# -- strain on the hull ------------------------------------------------------------------------------------------------


def stress(
    state: ThrustState, umpire: Umpire, ship: Ship, points: int, what: str, rule: str, through: bool = True
) -> None:
    """Roll beam dice of damage to the ship itself: one for every 20 MASS, at least one, times `points`. With `through`
    the damage ignores armour."""
    count = max(1, ship.design.mass // 20) * points
    hits, dice = beam_volley(umpire, count, 0, f"stress/{ship.id}", reroll_rule(state.house))
    lost = sum(amount for _, amount in hits)
    hits = [("hull", lost)] * bool(lost) if through else hits
    wound = cross_off(ship.copy(), hits)
    umpire.tell(
        Event(
            "damage",
            rule,
            f"{{{ship.id}}}'s hull is strained: {what}",
            whom=ship.id,
            dice=dice,
            reason=f"{count} beam dice, mass {ship.design.mass}",
            result=f"{lost} damage" if lost else "no damage",
            tone="bad" if lost else "good",
            at=ship.at,
            harm=wound.harm,
        )
    )
    strike(state, umpire, ship, hits, "stress", rule)
