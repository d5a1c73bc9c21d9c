"""The visible effect of each value of some options: sensors, boarding, flares, repair parties, the score, modifiers on
re-rolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.battle.view import masked
from game.rules.outcome import victory
from game.rules.sensors.detection import conceal, detect
from game.rules.sensors.scan import Scan
from game.rules.ships import damage_control
from game.rules.ships.beam_dice import Rerolls, reroll_rule
from game.rules.ships.design import Mount
from game.rules.ships.ship import DUMMY
from game.rules.special import solar_flare
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import design, house, ship, state, umpire

Rules = dict[str, Any]
FCS = Mount("", "fcs")


def parties(rules: Rules) -> int:
    """Return the repair parties of a ship of 60 MASS that has lost all of its crew."""
    one = ship(built=design(mass=60))
    one.hull = 0
    return damage_control.parties_of(house(**rules), one)


def flared(rules: Rules) -> set[str]:
    """Return the systems of an unscreened ship that a 6 at the start of the turn, and a 3, knock out."""
    one = ship(built=design(FCS))
    solar_flare.start_of_turn(state(one, **rules), umpire(*[6, 3] * rules["solar_flares"]))
    return one.lost


def scored(rules: Rules) -> float:
    """Return the score of a side that has shot an enemy of 100 points through one row."""
    own, prey = ship(), ship("prey", "crimson")
    prey.hull = 9
    return victory.scores(state(own, prey, **rules))[0][1]


def seen_as(rules: Rules) -> tuple[str, int]:
    """Return the name that the enemy sees for a ship at the start, and the hull boxes it sees within 36 MU."""
    battle = state(ship(), ship("prey", "crimson", (0.0, 30.0)), **rules)
    if rules["sensors"] != "open":
        conceal(battle, (), {})
    battle.phase = 0
    before = str(masked(FULL_THRUST, battle, "azure").ships["prey"].name)
    detect(battle, umpire())
    return before, masked(FULL_THRUST, battle, "azure").ships["prey"].hull


def decoy_scans(rules: Rules) -> bool:
    """Return whether a dummy can scan an enemy 30 MU away."""
    decoy, prey = ship("decoy"), ship("prey", "crimson", (30.0, 0.0))
    decoy.status_flags |= {DUMMY}
    battle = state(decoy, prey, sensors="scan", **rules)
    conceal(battle, (), {})
    return Scan("decoy", "prey").legal(battle)


SEEN: dict[str, tuple[Callable[[Rules], Any], dict[Any, Any]]] = {
    "reroll_modifiers": (lambda rules: reroll_rule(house(**rules)), {True: Rerolls.MODIFIED, False: Rerolls.PLAIN}),
    "repair_parties": (parties, {"crew": 0, "size": 2}),
    "solar_flares": (flared, {False: set(), True: {"FCS"}}),
    "score": (scored, {"worth": 1.25, "fifths": 20.0}),
    "dummy_scans": (decoy_scans, {False: False, True: True}),
    "sensors": (seen_as, {"open": ("Prey", 12), "bogeys": ("Bogey 1", 12), "scan": ("Bogey 1", 0)}),
    "boarding": (
        lambda rules: any(row.name == "Boarding" and row.present(state(ship(), **rules)) for row in FULL_THRUST.phases),
        {False: False, True: True},
    ),
}
