"""The visible effect of each value of the house rules for fire manoeuvres (manoeuvres/21), for
`test_house_manoeuvres`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.rules.combat.fire import Fire
from game.rules.manoeuvres import post_movement_rules
from game.rules.manoeuvres.archive import BY_CODE, farther
from game.rules.manoeuvres.cover import eclipsing
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement import post_movement
from game.rules.movement.plot import Plot
from game.rules.movement.post_movement import DECLARED, Afterwards
from game.rules.movement.thrust_limits import fault
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import house, ship, state, umpire
from tests.support.settings.drive_manoeuvres import when

Rules = dict[str, Any]
ALL = {f"man.{code}": True for code in ("EM", "SK", "HA", "EC")}


def moved(rules: Rules, text: str = "P", **parts: Any) -> tuple[ThrustState, Ship]:
    """Return the state and a ship that has moved by its own order and is at (0, 0)."""
    one = ship(**{"velocity": 6, "thrust": 6} | parts)
    plot = Plot.parse("lancet", text)
    one.active_manoeuvres = plot.uses
    table = state(one, **ALL | rules)
    post_movement_rules.keep(one, plot, table.house)
    return table, one


def may(rules: Rules, moment: str, **parts: Any) -> str:
    """Return the code of the manoeuvre that a ship may use at one of the three moments."""
    table, one = moved(rules, **parts)
    if moment == post_movement_rules.MOVED:
        post_movement.open_window(table)
    if moment == post_movement_rules.TARGET:
        DECLARED.set(table, post_movement.Declared(Fire("vesper"), ("lancet",)))
    return " ".join(sorted({use.code for use in post_movement.choices(table, one)}))


def turning(rules: Rules) -> bool:
    """Return whether thrust 6 may fly S2 and EM2."""
    return fault(ship(velocity=4, thrust=6), Plot.parse("lancet", "S2 EM2"), house(**ALL, **rules)) is None


def held_back(rules: Rules) -> float:
    one = ship()
    one.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 2),)
    return farther(house(**ALL, **rules), one)


def how_often(rules: Rules) -> int:
    """Return the number of one-point skids that a ship may make when it fires."""
    table, one = moved(rules | {"man.PM": True}, "0")
    for times in range(4):
        order = Afterwards("lancet", ManoeuvreOrder(BY_CODE["SK"], 1 if times % 2 else -1))
        if post_movement.fault(table, one, order.use or ManoeuvreOrder(BY_CODE["SK"])):
            return times
        order.carry_out(table, umpire(1))
    return 4


def boxes(rules: Rules) -> int:
    one = ship(hull=30)
    one.hull = 12
    return eclipsing.boxes(one, house(**rules))


def silent(rules: Rules) -> int:
    one, other = ship(), ship("vesper", at=(0.0, 2.0))
    return len(eclipsing.silent_arcs(state(one, other, **rules), one, other))


SEEN: dict[str, tuple[Callable[[Rules], Any], dict[Any, Any]]] = {
    "em.allowance": (turning, {"pool": True, "turning": False}),
    "em.discretionary": (held_back, {False: 12.0, True: 0.0}),
    "em.variant": (held_back, {"range": 12.0, "reactive_1998": 0.0}),
    "em.after_move": (lambda rules: may(rules, post_movement_rules.MOVED), {False: "", True: "EM"}),
    "em.reaction": (lambda rules: may(rules, post_movement_rules.TARGET), {False: "", True: "EM"}),
    "em.timing": when("EM1"),
    "ha.after_move": (lambda rules: may(rules, post_movement_rules.FIRING), {False: "", True: "HA"}),
    "man.PM": (lambda rules: may(rules, post_movement_rules.FIRING), {False: "", True: "EM SK"}),
    "pm.allowed": (
        lambda rules: may({"man.PM": True, **rules}, post_movement_rules.FIRING),
        {"both": "EM SK", "EM": "EM", "SK": "SK"},
    ),
    "pm.max_per_turn": (how_often, {1: 1, 2: 2}),
    "ec.bdi_basis": (boxes, {"printed": 30, "current": 12}),
    "ec.screener_blocked": (silent, {"three": 3, "arc": 1}),
}
