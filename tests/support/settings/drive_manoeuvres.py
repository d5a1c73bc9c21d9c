"""The visible effect of each value of the house rules for drive manoeuvres (manoeuvres/21), for
`test_house_manoeuvres`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.engines.emergency_thrust import Excess, burst
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.movement.cinematic import flight
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import house, ship, state, umpire

Rules = dict[str, Any]


def flies(text: str, rules: Rules, **parts: Any) -> bool:
    """Return whether a ship with these parts may fly an order."""
    return (
        fault(ship(**parts), Plot.parse("lancet", text), house(**{f"man.{code}": True for code in BY_CODE}, **rules))
        is None
    )


def widest(code: str, rules: Rules, **parts: Any) -> int:
    """Return the largest number that a manoeuvre may be ordered with."""
    one = dead() if code == "DR" else ship(**parts)
    rules = house(**{f"man.{code}": True}, **rules)
    return max(
        n for n in range(1, 20) if fault(one, Plot.parse("lancet", f"{code}{n}{'S' * (code in 'SKDR')}"), rules) is None
    )


def dead() -> Ship:
    """Return a moving ship whose drive is lost."""
    one = ship(velocity=8)
    one.drive_hits = 2
    return one


def flown(text: str, rules: Rules, *faces: int, **parts: Any) -> tuple[ThrustState, int]:
    """Move a ship through one turn with these faces. Return the state, and the number of dice rolled before it
    moved."""
    one, dice = ship(**{"velocity": 20, "hull": 24} | parts), umpire(*faces)
    table = state(one, **rules)
    plot: MovementOrder = Plot.parse("lancet", text)
    one.active_manoeuvres = plot.uses
    plot = archive.before(table, dice, one, plot)
    early = len(dice.faces)
    archive.after(table, dice, one, plot)
    archive.late(table, dice)
    assert dice.faces == faces
    return table, early


def when(text: str) -> tuple[Callable[[Rules], Any], dict[Any, Any]]:
    """Return a function that counts the dice of a manoeuvre's check rolled before the move, for late and early checks
    in general; and its results for each value of the manoeuvre's own setting."""

    def look(rules: Rules) -> tuple[int, int]:
        usual = [flown(text, {**rules, "man.check_timing": option}, 1)[1] for option in ("option1", "option2")]
        return usual[0], usual[1]

    return look, {"general": (0, 1), "option1": (0, 0), "option2": (1, 1)}


def strained(rules: Rules) -> int:
    """Return the hull left of 24 after braking."""
    faces = [4, 5, 1, 1] if rules["ed.hull_stress"] else [1]
    return int(flown("ED8", rules, *faces, mass=60)[0].ships["lancet"].hull)


def flipped(rules: Rules) -> bool:
    return flight(ship(velocity=8), Plot.parse("lancet", "FL"), house(**rules)).inverted


def bitten(rules: Rules) -> int:
    one = ship(velocity=12)
    one.facing = 2
    return flight(one, Plot("lancet"), house(**rules)).velocity


def burnt(rules: Rules) -> tuple[tuple[bool, int], ...]:
    """Return for a burst one over the rating whether it works, and its damage, on a 4 and on a 6."""
    return tuple(burst(house(**rules), Excess(1, 0), (face,)) for face in (4, 6))


def second_row(rules: Rules) -> int:
    """Return the thrust left of 6 after a check that rolls a 5, in the second row."""
    one, dice = ship(), umpire(5)
    one.hull = 7
    table = state(one, **rules)
    one.active_manoeuvres = Plot.parse("lancet", "RL").uses
    archive.late(table, dice)
    return one.thrust


SEEN: dict[str, tuple[Callable[[Rules], Any], dict[Any, Any]]] = {
    "ha.timing": when("HA1P"),
    "rl.timing": when("RL"),
    "ed.timing": when("ED7"),
    "man.check_timing": (lambda rules: flown("RL", rules, 1)[1], {"option1": 0, "option2": 1}),
    "threshold.current_level": (second_row, {"row": 3, "rows_lost_min1": 6}),
    "dr.rate": (lambda rules: widest("DR", rules), {n: n for n in range(1, 7)}),
    "dr.idle_allowed": (lambda rules: flies("DR1S", rules, velocity=8), {False: False, True: True}),
    "sk.max": (lambda rules: widest("SK", rules, thrust=12, velocity=8), {n: n for n in range(1, 7)}),
    "skid.bleed": (bitten, {0: 12, 1: 10, 2: 8}),
    "fl.cost": (lambda rules: Plot.parse("lancet", "FL").power_needed(house(**rules)).turning, {1: 1, 2: 2, 3: 3}),
    "fl.inverts": (flipped, {False: False, True: True}),
    "fl.check": (lambda rules: flown("FL", rules, *[5] * bool(rules["fl.check"]))[0].ships["lancet"].thrust,
                 {False: 6, True: 3}),
    "et.variant": (burnt, {"beam_dice": ((True, 1), (False, 1)), "single_threshold": ((True, 0), (True, 1)),
                           "single_die_1997": ((True, 0), (False, 1))}),
    "rl.factor": (lambda rules: Plot.parse("lancet", "RL").power(ship(), house(**rules)), {0.5: (9, 4), 0.25: (7, 3)}),
    "rt.efficiency": (lambda rules: Plot.parse("lancet", "RT3").power_needed(house(**rules)).thrust, {0.5: 6, 1.0: 3}),
    "rt.max_speed": (lambda rules: widest("RT", rules | {"rt.efficiency": 1.0}, velocity=-2),
                     {"thrust": 4, "half": 1, "any": 6}),
    "ed.max_factor": (lambda rules: widest("ED", rules, thrust=4, velocity=20), {1.5: 6, 2.0: 8, 3.0: 12}),
    "ed.hull_stress": (strained, {False: 24, True: 22}),
}  # fmt: skip
