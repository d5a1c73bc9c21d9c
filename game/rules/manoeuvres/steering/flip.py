"""Flip: end over end, so that the ship flies on stern first (manoeuvres/flip)."""

from __future__ import annotations

from game.core.values import House, number
from game.rules.manoeuvres.framework.base import SWITCH, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.manoeuvres.framework.checks import Strained
from game.rules.manoeuvres.framework.slewed import ASTERN
from game.rules.ships.ship import Ship

RULE = "manoeuvres/flip"


class Flip(Strained):
    """FL: the bow points astern after the move. Course and velocity stay."""

    by_vectors = "TS6 turns their bows end for end"
    code, title, rule = "FL", "Flip", RULE
    line = "bow astern, course stays"
    alone = glides = True
    settings = (
        manoeuvre_rule("FL", "Flip", "End over end: the bow points astern, and the course stays.", RULE),
        setting("fl.cost", "Flip cost", "Turning thrust a flip takes.", tuple((n, str(n)) for n in (1, 2, 3)), 2, RULE,
                "FL"),
        setting("fl.inverts", "Flip inverts", "A flip also turns the ship upside down.", SWITCH, False, RULE, "FL"),
        setting("fl.check", "Flip strains the drive", "A flip is checked as a Hard About of two points.", SWITCH, False,
                RULE, "FL"),
    )  # fmt: skip

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        return int(number(house, "fl.cost")), 0

    def strains(self, ship: Ship, use: ManoeuvreOrder, house: House) -> bool:
        return bool(house["fl.check"])

    def check_modifier(self, ship: Ship, use: ManoeuvreOrder) -> int:
        """Return the modifier of a hard about of two points."""
        return 1

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Swing the bow after the move. By option the ship is then upside down as well."""
        flight.swing(ASTERN)
        flight.inverted = flight.inverted != bool(house["fl.inverts"])
