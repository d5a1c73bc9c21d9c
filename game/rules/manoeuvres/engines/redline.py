"""Redlined Engines: half as much thrust again for a turn, for one check of the drive (manoeuvres/redlined-engines)."""

from __future__ import annotations

from game.core.values import House, number
from game.rules.manoeuvres.framework.base import ManoeuvreOrder, manoeuvre_rule, setting
from game.rules.manoeuvres.framework.checks import Strained, before_moving, timing
from game.rules.ships.drive import Power, drive_power
from game.rules.ships.ship import Ship

RULE = "manoeuvres/redlined-engines"


class Redline(Strained):
    """RL: the rating is exceeded, whether the order uses all of it or not."""

    code, title, rule = "RL", "Redlined Engines", RULE
    line = "half as much thrust again"
    aliases = ("RED",)
    settings = (
        manoeuvre_rule("RL", "Redlined engines",
                       "Half as much thrust again for a turn, for one check of the drive.", RULE),
        setting("rl.factor", "Redline", "What is added to the rating.", ((0.5, "half"), (0.25, "a quarter")), 0.5, RULE,
                "RL"),
        timing("RL", "Redline"),
    )  # fmt: skip

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        return redlined_power(ship, power, house)

    def early(self, house: House) -> bool:
        return checked_early(house)


def redlined_power(ship: Ship, power: Power, house: House, share: float = 1.0) -> Power:
    """Return the drive's limits with a share of the redline's gain. The turn allowance grows with the rating, but not
    beyond that of separately built manoeuvre drives."""
    more = int(ship.thrust * number(house, "rl.factor") * share)
    wider = drive_power(ship, ship.thrust + more, house).turning - drive_power(ship, ship.thrust, house).turning
    return Power(power.thrust + more, power.turning + wider)


def checked_early(house: House) -> bool:
    """Return whether a redline is checked before the ship moves (manoeuvres/checks)."""
    return before_moving(house, str(house["rl.timing"]))
