"""Extreme Manoeuvres: thrust that makes a ship harder to hit, and its own fire less accurate
(manoeuvres/extreme-manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.display import Risk
from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.umpire import Umpire, at_least
from game.core.values import House
from game.rules.manoeuvres.framework.base import SWITCH, ManoeuvreOrder, manoeuvre_rule, setting, under_way
from game.rules.manoeuvres.framework.checks import Strained, before_moving, timing
from game.rules.ships.beam_dice import Modifier
from game.rules.ships.drive import CHECKS, check, failing
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/extreme-manoeuvres"
OPTIONS = f"{RULE}/options"
FARTHER = 6.0  # MU of effective range for each thrust point
JINKING = Modifier(-1, "turned away as it was fired at")
VAIN = 3  # after a failed check before the move, faces up to this one make the jinking fail


class Extreme(Strained):
    """EM n. A marked use was begun after ships had moved, or was plotted and held back. For one that was not plotted at
    all, `whom` is the reason: the enemy that it answers, or the ship itself. Its check has been made."""

    code, title, rule, shape = "EM", "Extreme Manoeuvres", RULE, "number"
    line = "all fire counts 6 MU farther"
    about = "each point of thrust adds 6 to the range of all fire at it and by it"
    settings = (
        manoeuvre_rule("EM", "Extreme manoeuvres",
                       "Thrust spent on jinking: the ship is harder to hit, and hits less.", RULE),
        setting("em.allowance", "Extreme thrust", "Out of all thrust, or only out of what may turn the ship.",
                (("pool", "all"), ("turning", "turning")), "pool", RULE, "EM"),
        setting("em.discretionary",
                "Extreme at will", "What is plotted for jinking is used, or not, when the player likes.",
                SWITCH, False, OPTIONS, "EM"),
        setting("em.variant", "Extreme form", "Longer ranges, or the turn and the -1 of 1998 against one attacker.",
                (("range", "ranges"), ("reactive_1998", "1998")), "range", OPTIONS, "EM"),
        timing("EM", "Extreme manoeuvres"),
    )  # fmt: skip

    # -- the order -----------------------------------------------------------------------------------------------------

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        return tuple(ManoeuvreOrder(self, n) for n in range(1, ship.thrust + 1))

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return the points out of the rating and, by option, out of the turn allowance too."""
        return (use.n, 0) if house["em.allowance"] == "turning" else (0, use.n)

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse less than one thrust point; in the 1998 form refuse any plotted use."""
        if reactive(house):
            return Illegal("extreme manoeuvres are flown when a ship is named as a target, and not plotted", OPTIONS)
        if use.n < 1:
            return Illegal("extreme manoeuvres take a thrust at least", RULE)
        if use.mark or use.whom:
            return Illegal("extreme manoeuvres name nobody", RULE)
        return None

    # -- the check -----------------------------------------------------------------------------------------------------

    def early(self, house: House) -> bool:
        return before_moving(house, str(house["em.timing"]))

    def strains(self, ship: Ship, use: ManoeuvreOrder, house: House) -> bool:
        """Return whether a check is to come. None is if the use is held back and never begun, or was checked after
        moving."""
        return works(use, house) and not use.whom

    def check_modifier(self, ship: Ship, use: ManoeuvreOrder) -> int:
        """Return one for each thrust point after the first."""
        return use.n - 1

    def after_failure(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Halve everything else, and roll whether the ship jinks. One whose drive was damaged before only drifts."""
        if not ship.thrust:
            return type(plot)(plot.by, ram=plot.ram)
        left = plot.halved(state.house)
        return left if whole(umpire, ship, use) else left.with_value(self.code, None)

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return the risk of the check and, before moving, the chance that the jinking fails entirely. A use that is
        held back has the check of its later start."""
        if use.mark or not house["em.discretionary"]:
            found = super().risks(ship, use, plot, house)
        else:
            found = (Risk(self.title, "drive damaged, if used", float(failing(ship, use.n - 1, house)), "bad", CHECKS),)
        if self.early(house) and ship.thrust:
            share = 0.5 if not ship.drive_hits and ship.design.thrust > 1 else 1.0
            vain = share * float(failing(ship, self.check_modifier(ship, use), house))
            found += (Risk(self.title, "in vain", vain, "bad", OPTIONS),) if vain else ()
        return found

    def begin(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Begin a use that was held back. If checks come before moves, make its check now, with the consequences."""
        begun = replace(use, mark=True)
        ship.active_manoeuvres = tuple(begun if one == use else one for one in ship.active_manoeuvres)
        umpire.tell(Event("note", OPTIONS, f"{{{ship.id}}} begins to jink", ship.id, reason=f"EM{use.n}", at=ship.at))
        if not self.early(state.house) or check(state, umpire, ship, self.check_modifier(ship, use), self.title, RULE):
            return
        if not ship.thrust or not whole(umpire, ship, use):
            ship.active_manoeuvres = tuple(one for one in ship.active_manoeuvres if one != begun)

    # -- fire ----------------------------------------------------------------------------------------------------------

    def farther(self, use: ManoeuvreOrder, house: House) -> float:
        return FARTHER * use.n if works(use, house) and not reactive(house) else 0.0

    def between(self, use: ManoeuvreOrder, ship: Ship, other: Ship, house: House) -> tuple[Modifier, ...]:
        """Return the modifier of the 1998 form for the ship and the enemy it turned away from, in both directions."""
        return (JINKING,) if use.whom == other.id and reactive(house) else ()


def reactive(house: House) -> bool:
    """Return whether the 1998 form is played."""
    return bool(house["em.variant"] == "reactive_1998")


def works(use: ManoeuvreOrder, house: House) -> bool:
    """Return whether the use is in effect: plotted outright, or marked as begun."""
    return use.mark or not house["em.discretionary"]


def pending_use(ship: Ship, house: House) -> ManoeuvreOrder | None:
    """Return the plotted use that has not begun yet, if its start is left to the player."""
    return next((use for use in under_way(ship) if use.code == "EM" and not works(use, house)), None)


def halved(uses: Iterable[ManoeuvreOrder], house: House) -> tuple[ManoeuvreOrder, ...]:
    """Return each manoeuvre of an order halved, rounded down (manoeuvres/10). The jinking itself and free manoeuvres
    stay."""
    left = []
    for use in uses:
        if use.code != "EM" and any(use.manoeuvre.cost(use, house)):
            use = replace(use, n=int(use.n / 2))
            if not use.n:
                continue
        left.append(use)
    return tuple(left)


def whole(umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> bool:
    """Roll, after a failed check, 4 to 6 for a ship to jink in full."""
    face = umpire.die(f"extreme/{ship.id}", worth=at_least(VAIN + 1))
    works_out = face > VAIN
    umpire.tell(
        Event(
            "note",
            OPTIONS,
            f"{{{ship.id}}} jinks on a failing drive",
            ship.id,
            dice=(Die(face, works_out),),
            reason=f"in vain on {VAIN} or less",
            result=f"EM{use.n}" if works_out else "in vain",
            tone="good" if works_out else "bad",
            at=ship.at,
        )
    )
    return works_out
