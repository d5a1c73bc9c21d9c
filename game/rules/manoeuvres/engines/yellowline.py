"""Yellowlined Engines: half of a ship's drives redlined, for half the gain and half the risk
(manoeuvres/yellowlined-engines).

The archive gives only the figures. The second die decides whether a drive that failed was in the strained half; it is
our interpretation of “half the drives check”.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.umpire import Umpire, at_least
from game.core.values import House
from game.rules.manoeuvres.engines.redline import checked_early, redlined_power
from game.rules.manoeuvres.framework.base import ManoeuvreOrder, manoeuvre_rule
from game.rules.manoeuvres.framework.checks import Strained
from game.rules.ships.drive import Power, failing, hurt, level, named_drive
from game.rules.ships.ship import Ship, drive_steps
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/yellowlined-engines"
HALF = 0.5  # of a redline's gain
HOLDS = 4  # with a second die of this or more, the failed drive was not in the strained half
TWO = 2  # steps that a drive needs for a yellowline


class Yellowline(Strained):
    """YL: half the gain of a redline."""

    code, title, rule = "YL", "Yellowlined Engines", RULE
    line = "half a redline, half its risk"
    settings = (
        manoeuvre_rule(
            "YL", "Yellowlined engines", "Half of the drives redlined: half the gain, half the danger.", RULE
        ),
    )

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return the drive's limits with half the gain of a redline."""
        return redlined_power(ship, power, house, HALF)

    def early(self, house: House) -> bool:
        return checked_early(house)

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it if the drive has lost a half, or is redlined as well."""
        if drive_steps(ship.design.thrust) - ship.drive_hits < TWO and use not in ship.active_manoeuvres:
            return Illegal(f"{ship.name} has half a drive left, and cannot strain half of it", RULE)
        if plot.using("RL"):
            return Illegal("a drive is redlined or yellowlined, not both", RULE)
        return None

    def fails(self, ship: Ship, use: ManoeuvreOrder, house: House) -> Fraction:
        """Return half the chance of a redline."""
        return failing(ship, 0, house) * Fraction(HOLDS - 1, 6)

    def _holds(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> bool:
        """Roll one die at the current level. If it fails, another decides whether the strained half failed."""
        base = level(ship, state.house)
        face = umpire.die(f"drive/{ship.id}/yellowline", worth=at_least(base))
        faces = [face] + [
            umpire.die(f"drive/{ship.id}/yellowline/half", worth=at_least(HOLDS)) for _ in range(face >= base)
        ]
        holds = face < base or faces[-1] >= HOLDS
        umpire.tell(
            Event(
                "check",
                RULE,
                f"{{{ship.id}}}'s drive is strained: {self.title}",
                whom=ship.id,
                dice=tuple(Die(one, not holds) for one in faces),
                reason=f"fails on {base}{' or more' if base < 6 else ''}, then on {HOLDS - 1} or less",
                result="holds" if holds else "damaged",
                tone="good" if holds else "bad",
                at=ship.at,
                broken=() if holds else named_drive(ship),
            )
        )
        if not holds:
            hurt(state, umpire, ship)
        return holds
