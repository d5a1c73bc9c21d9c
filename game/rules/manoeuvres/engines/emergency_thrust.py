"""Emergency Thrust: thrust over the rating, or all of it for turning, at a risk to the drive
(manoeuvres/emergency-thrust).

The dice are rolled as soon as orders are shown. A ship whose roll fails writes a new order immediately; a drive that
works but is damaged loses its steps after the move. The numbers come from the order, so every kind of movement may use
it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, cast

from game.core.display import Risk
from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.umpire import FaceWorth, Umpire, at_least, counting
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, manoeuvre_rule, setting
from game.rules.ships.drive import Power, hurt, named_drive
from game.rules.ships.ship import Ship, drive_steps
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/emergency-thrust"
CLOCK = "ET"  # counts a ship's attempts in this battle
AGAIN = "writes again"  # mark of a ship whose roll failed, until it has a new order
STRAINED = "strained"  # counts the steps that a drive will lose after the move


class Excess(NamedTuple):
    """The excess thrust of an order: points over the rating, and points of turn over the usual share."""

    thrust: int
    turning: int

    @property
    def kinds(self) -> int:
        """The number of the two kinds of excess in use, 0 to 2."""
        return (self.thrust > 0) + (self.turning > 0)


class Burst(NamedTuple):
    """The result of a roll: whether the ship flies as ordered, and the steps that its drive loses."""

    works: bool
    steps: int


def excess(ship: Ship, order: MovementOrder, house: House) -> Excess:
    """Return the thrust by which an order exceeds the usual limits (manoeuvres/emergency-thrust)."""
    given = order.power(ship, house, (use for use in order.uses if use.code != "ET"))
    asked = order.power_needed(house)
    return Excess(max(0, asked.thrust - given.thrust), max(0, asked.turning - given.turning))


# -- the dice ----------------------------------------------------------------------------------------------------------

SCORES = (0, 0, 0, 1, 1, 2)  # by face, 1 to 6; dice are not rolled again


def dice(house: House, over: Excess, earlier: int) -> int:
    """Return the number of dice rolled (manoeuvres/emergency-thrust/dice)."""
    if not over.kinds:
        return 0
    variant = house["et.variant"]
    return over.kinds + earlier if variant == "beam_dice" else over.kinds if variant == "single_die_1997" else 1


def burst(house: House, over: Excess, faces: tuple[int, ...]) -> Burst:
    """Return the result of the faces. In the 1997 form the first die is for thrust over the rating, if there is any."""
    return _FORMS[str(house["et.variant"])](over, faces)


def _beam_dice(over: Excess, faces: tuple[int, ...]) -> Burst:
    total = sum(SCORES[face - 1] for face in faces)
    return Burst(total < 2, min(total, 1) + (total >= 4))


def _single_threshold(over: Excess, faces: tuple[int, ...]) -> Burst:
    return Burst(True, int(faces[0] >= 7 - sum(over)))


def _single_die_1997(over: Excess, faces: tuple[int, ...]) -> Burst:
    points = [n for n in over if n]
    return Burst(6 not in faces, sum(face >= 6 - n for face, n in zip(faces, points)))


def worth(house: House, over: Excess) -> FaceWorth | tuple[FaceWorth, ...]:
    """Return the worth of all dice together or, in the 1997 form, of each die, which has its own kind of excess. The
    totals are not ordered: a roll may both work and damage the drive, and a failed order is flown differently."""
    variant = house["et.variant"]
    if variant == "single_threshold":
        return at_least(7 - sum(over))
    if variant == "beam_dice":
        return counting(SCORES, ordered=False)
    harms = ([(face >= 6 - points) + (face == 6) for face in range(1, 7)] for points in over if points)
    return tuple(counting(figures, ordered=False) for figures in harms)


_FORMS: dict[str, Callable[[Excess, tuple[int, ...]], Burst]] = {
    "beam_dice": _beam_dice,
    "single_threshold": _single_threshold,
    "single_die_1997": _single_die_1997,
}


def chances(house: House, over: Excess, earlier: int) -> dict[Burst, Fraction]:
    """Return the exact chance of each result, over all faces of the dice."""
    found: dict[Burst, Fraction] = {}
    if house["et.variant"] == "beam_dice":
        sums = {0: Fraction(1)}
        for _ in range(dice(house, over, earlier)):
            sums = {
                s: sum((sums.get(s - n, Fraction(0)) * part for n, part in _ONE.items()), Fraction(0))
                for s in range(max(sums) + 3)
            }
        for total, chance in sums.items():
            one = Burst(total < 2, min(total, 1) + (total >= 4))
            found[one] = found.get(one, Fraction(0)) + chance
        return found
    count = dice(house, over, earlier)
    for faces in product(range(1, 7), repeat=count):
        one = burst(house, over, faces)
        found[one] = found.get(one, Fraction(0)) + Fraction(1, 6**count)
    return found


_ONE = {0: Fraction(3, 6), 1: Fraction(2, 6), 2: Fraction(1, 6)}


# -- the manoeuvre -----------------------------------------------------------------------------------------------------


class EmergencyThrust(Manoeuvre):
    """ET: half the rating more thrust, and all of the rating for turning."""

    code, title, rule = "ET", "Emergency Thrust", RULE
    line = "more thrust, drive at risk"
    settings = (
        manoeuvre_rule("ET", "Emergency thrust",
                       "Half as much thrust again, or all of it for turning, at a risk to the drive.", RULE),
        setting("et.variant", "Emergency thrust dice", "How the risk is rolled.",
                (("beam_dice", "beam dice"), ("single_threshold", "one die"), ("single_die_1997", "1997")), "beam_dice",
                f"{RULE}/variants", "ET"),
    )  # fmt: skip

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return half the present rating more thrust, and all of the rating for turning."""
        return Power(power.thrust + ship.thrust // 2, max(power.turning, ship.thrust))

    def on_reveal(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Roll the dice of an order that needs them. Other orders do not count as attempts."""
        order = cast("MovementOrder", state.sealed[ship.id])
        over, earlier = excess(ship, order, state.house), ship.timer(CLOCK) or 0
        count = dice(state.house, over, earlier)
        if not count:
            return
        faces = umpire.roll(count, f"emergency/{ship.id}", worth=worth(state.house, over))
        came = burst(state.house, over, faces)
        ship.set_timer(CLOCK, earlier + 1)
        _tell(umpire, ship, over, earlier, faces, came)
        if not came.works:
            hurt(state, umpire, ship, came.steps)
            del state.sealed[ship.id]
            ship.active_manoeuvres, ship.status_flags = (), ship.status_flags | {AGAIN}
        elif came.steps:
            ship.set_timer(STRAINED, came.steps)

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Damage the drive after the move."""
        if steps := ship.timer(STRAINED):
            ship.set_timer(STRAINED, None)
            hurt(state, umpire, ship, steps)
            umpire.tell(
                Event(
                    "check",
                    RULE,
                    f"{{{ship.id}}}'s drive gives out after its burst",
                    whom=ship.id,
                    result=f"thrust {ship.thrust}",
                    figure=True,
                    tone="bad",
                    at=ship.at,
                    broken=named_drive(ship),
                )
            )

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return the chances that the order fails, that the drive is damaged, and that it is lost."""
        over = excess(ship, plot, house)
        if not over.kinds:
            return ()
        left = drive_steps(ship.design.thrust) - ship.drive_hits
        found = chances(house, over, ship.timer(CLOCK) or 0).items()
        rows = (
            ("works", "good", sum(chance for one, chance in found if one.works)),
            ("drive damaged", "bad", sum(chance for one, chance in found if one.steps)),
            ("drive lost", "bad", sum(chance for one, chance in found if one.steps >= left)),
        )
        return tuple(
            Risk(self.title, words, float(chance), tone, f"{RULE}/dice") for words, tone, chance in rows if chance
        )


def _tell(umpire: Umpire, ship: Ship, over: Excess, earlier: int, faces: tuple[int, ...], came: Burst) -> None:
    """Log the excess, the dice, and the result."""
    words = ((over.thrust, "over the rating"), (over.turning, "over the usual turn"), (earlier, "earlier"))
    reasons = [f"{n} {what}" for n, what in words if n]
    harm = ("drive unharmed", "drive damaged", "drive damaged twice")[came.steps]
    bad = not came.works or came.steps > 0
    umpire.tell(
        Event(
            "check",
            f"{RULE}/dice",
            f"{{{ship.id}}} calls for emergency thrust",
            whom=ship.id,
            dice=tuple(Die(face, SCORES[face - 1] > 0) for face in faces),
            reason=", ".join(reasons),
            result=("works, " if came.works else "fails, ") + harm,
            tone="bad" if bad else "good",
            at=ship.at,
        )
    )


# -- writing again -----------------------------------------------------------------------------------------------------


def writes_again(ship: Ship) -> bool:
    """Return whether a ship's emergency thrust has failed, so that it needs a new order
    (manoeuvres/emergency-thrust)."""
    return AGAIN in ship.status_flags


def too_much(state: ThrustState, ship: Ship, order: MovementOrder) -> Illegal | None:
    """Return why a ship may not rewrite its order like this, because it exceeds the rating; or None."""
    if not writes_again(ship):
        return None
    given, usual = order.power(ship, state.house), order.rated_power(ship, state.house)
    if given.thrust > usual.thrust or given.turning > usual.turning:
        return Illegal(f"{ship.name} writes again inside the ordinary limits of its drive", RULE)
    return None


def record_new_order(state: ThrustState, ship: Ship) -> None:
    """Record that a new order has been sealed."""
    if AGAIN in ship.status_flags:
        ship.status_flags -= {AGAIN}
        state.acted.add(ship.id)
