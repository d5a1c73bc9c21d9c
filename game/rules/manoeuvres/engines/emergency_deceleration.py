"""Emergency Deceleration: braking harder than the drive's rating, and nothing else
(manoeuvres/emergency-deceleration)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import House, number
from game.rules.manoeuvres.framework.base import SWITCH, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.manoeuvres.framework.checks import Strained, before_moving, stress, timing
from game.rules.manoeuvres.framework.slewed import slew
from game.rules.ships.drive import Power, check
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/emergency-deceleration"
BRAKED = PieceData[int | None]("braking", None)  # the thrust points with which a ship brakes this turn


class EmergencyDeceleration(Strained):
    """ED n: the ship slows by n MU, more than its rating."""

    by_vectors = "they brake by burning against their course"
    code, title, rule, shape = "ED", "Emergency Deceleration", RULE, "number"
    line = "brakes beyond the rating"
    alone = paces = True
    settings = (
        manoeuvre_rule("ED", "Emergency deceleration",
                       "Brake with more than the rating, and nothing else that turn.", RULE),
        setting("ed.max_factor", "Hardest braking", "How much of the rating may be shed.",
                ((1.5, "1½ times"), (2.0, "twice"), (3.0, "3 times")), 2.0, RULE, "ED"),
        setting("ed.hull_stress", "Braking strains the hull",
                "One beam die for every 20 MASS, at least one, on its own hull.", SWITCH, False, RULE, "ED"),
        timing("ED", "Emergency deceleration"),
    )  # fmt: skip

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every number from one over the rating to the maximum."""
        return tuple(ManoeuvreOrder(self, n) for n in range(ship.thrust + 1, hardest(ship, house) + 1))

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return the power with the thrust for the braking, up to the maximum."""
        return Power(max(power.thrust, min(use.n, hardest(ship, house))), power.turning)

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        return 0, use.n

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working drive, with a slewed bow, or where ordinary braking is enough."""
        if not ship.thrust:
            return Illegal(f"{ship.name}'s drive is dead and does not brake", RULE)
        if ship.velocity < 1:
            return Illegal(f"{ship.name} has no way to shed", RULE)
        if slew(ship):
            return Illegal(f"{ship.name} does not point along its course and cannot brake so", RULE)
        if use.n <= ship.thrust:
            return Illegal(f"{use.n} is within {ship.name}'s thrust: order −{use.n}", RULE)
        if use.n > hardest(ship, house):
            return Illegal(f"{ship.name} sheds {hardest(ship, house)} at most", RULE)
        return None

    def early(self, house: House) -> bool:
        return before_moving(house, str(house["ed.timing"]))

    def check_modifier(self, ship: Ship, use: ManoeuvreOrder) -> int:
        """Return one for each MU over the rating, before the check, after the first."""
        return strain(use, ship.thrust)

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Record the thrust points for a check after damage control (option 1), before which the drive may be
        damaged."""
        if not self.early(state.house):
            BRAKED.set(state, ship.id, ship.thrust)
        return super().before(state, umpire, ship, use, plot)

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Make the check of option 1, by the thrust points at the time of braking."""
        braked_with = BRAKED.of(state, ship.id)
        BRAKED.clear(state, ship.id)
        if self._due(ship, use, state.house, early=False):
            check(
                state,
                umpire,
                ship,
                strain(use, ship.thrust if braked_with is None else braked_with),
                self.title,
                self.rule,
            )

    def after_failure(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Brake only with the thrust that is left."""
        return replace(plot, uses=()).with_value("dv", -min(ship.thrust, ship.velocity))

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Slow down before the move."""
        flight.velocity = max(0, flight.velocity - use.n)

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Damage the hull too, by option."""
        if state.house["ed.hull_stress"]:
            stress(state, umpire, ship, 1, "braking", RULE)


def strain(use: ManoeuvreOrder, thrust: int) -> int:
    """Return the number that braking with this thrust adds to the die of its check."""
    return use.n - thrust - 1


def hardest(ship: Ship, house: House) -> int:
    """Return the most MU by which a ship may slow (manoeuvres/emergency-deceleration)."""
    return int(ship.thrust * number(house, "ed.max_factor"))
