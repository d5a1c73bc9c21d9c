"""The visible effects of the house rules of Grav Backfire and of FTL drives (manoeuvres/21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps.backfire import Backfire, shield
from game.rules.manoeuvres.jumps.ftl import departs, emerges, endurance_after_escape, may_escape, scatter
from game.rules.ships.design import Mount
from tests.support.builders import design, house, ship, state, umpire

Rules = dict[str, Any]


def three_screens(rules: Rules) -> int:
    """Return the points that three screens of a second edition ship subtract from each die."""
    return shield(ship(built=design(*[Mount("", "screen")] * 3, profile="FT2")), house(**rules))


def crossed(rules: Rules) -> int:
    """Return the hull left of a ship that crosses behind one whose drive has backfired."""
    one, other = ship(mass=100, thrust=4), ship("vesper", "crimson", (9.0, 9.0), hull=40)
    one.active_manoeuvres = (ManoeuvreOrder(BY_CODE["GB"]),)
    table = state(one, other, **rules)
    Backfire().on_launch(table, umpire(), one, ManoeuvreOrder(BY_CODE["GB"]))
    one.path, other.path = ((0.0, 0.0), (0.0, 10.0)), ((-5.0, 5.0), (5.0, 5.0))
    archive.on_all_moved(table, umpire(*[4, 4] * rules["gb.wake"]))
    return other.hull


def scattered(rules: Rules) -> int:
    """Return the MU by which a ship misses its place on a 6, and on a 3 if another die is rolled."""
    return scatter(state(ship(), **rules), umpire(12, 6, *[3] * rules["ftl.long_scatter"]), ship())[2]


def torn(rules: Rules) -> int:
    """Return the hull left of 400 beside a ship of 100 MASS that tears itself apart on leaving."""
    one, other = ship(mass=100), ship("vesper", "crimson", (0.0, 5.0), hull=400)
    departs(state(one, other, **rules), umpire(5, *[3, 4] * (rules["ftl.bystanders"] == "2d6")), one)
    return other.hull


def unhurt(rules: Rules) -> int:
    """Return the hull left of 40 beside an arriving ship."""
    one, other = ship(), ship("vesper", "crimson", (0.0, 5.0), hull=40)
    emerges(state(one, other, **rules), umpire(*[] if rules["ftl.advanced"] else [1, 3, 4]), one)
    return other.hull


# rule -> a function of the settings that returns its visible effect, and the effect of each value
SEEN: dict[str, tuple[Callable[[Rules], Any], dict[Any, Any]]] = {
    "gb.screen_mode": (three_screens, {"per_die": 3, "plasma": 2}),
    "gb.wake": (crossed, {True: 32, False: 40}),
    "ftl.long_scatter": (scattered, {True: 18, False: 6}),
    "ftl.bystanders": (torn, {"mass": 375, "2d6": 393}),
    "ftl.advanced": (unhurt, {False: 33, True: 40}),
    "ftl.fighter_escape": (lambda rules: endurance_after_escape(2, may_escape(house(**rules))), {True: 1, False: None}),
}
