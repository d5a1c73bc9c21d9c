"""Ships with FTL drives, and refusals of their orders, for tests."""

from __future__ import annotations

from typing import Any

from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from tests.support.builders import design, house, ship

FTL, RULES = ManoeuvreOrder(BY_CODE["FTL"]), {"man.FTL": True, "man.SRJ": True}
DRIVE = Mount("", "ftl")


def starship(
    key: str = "lancet",
    side: str = "azure",
    at: tuple[float, float] = (0.0, 0.0),
    course: int = 12,
    velocity: int = 0,
    clock: str = "",
    turns: int = 1,
    mounts: tuple[Mount, ...] = (),
    **parts: Any,
) -> Ship:
    """Return a ship with an FTL drive; `clock` is the timer of a drive that has been started."""
    one = ship(key, side, at, course, velocity, design(DRIVE, *mounts, **({"hull": 40} | parts)))
    if clock:
        one.set_timer(clock, turns)
    return one


def order(text: str) -> Plot:
    return Plot.parse("lancet", text)


def refusal(one: Ship, text: str, **rules: Any) -> str:
    """Return the refusal of an order, or an empty text."""
    wrong = fault(one, order(text), house(**(RULES | rules)))
    return wrong.why if wrong else ""
