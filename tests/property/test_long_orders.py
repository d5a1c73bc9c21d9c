"""Orders no rule book ever saw: numbers and texts of any length are answered, in a sentence, and nothing runs away."""

from __future__ import annotations

from typing import Any

import pytest

from game.battle.loader import open_battle
from game.core.orders import LONGEST, Illegal, Unreadable
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault, slip_legs, slips
from tests.support.battles import SCENARIOS
from tests.support.builders import house, ship
from tests.support.narrowing import narrow

LIGHT = next(path for path in SCENARIOS if path.stem == "first_light")
ORDERS = (
    "{0}S", "P{0}+S{0}", "S{0}+P1", "P1+S{0}", "+{0}", "-{0}", "EM{0}", "SK{0}S", "HA{0}P", "DR{0}P", "ED{0}", "RT{0}",
    "BRK{0}",
    "SRJ {0}", "SRJ {0}+P1", "EC{0}", "EC{0}:kiln*", "ET +{0}", "RL P{0}+{0}", "ET {0}P", "MD{0}", "TP{0}",
    "TP{0}, MD{0}",
    "PS{0}", "MD{0}, TP1, PR{0}", "ET MD{0}", "{0}P1+{0}", "P1 : {0}", "Vel {0}, order +2,S1, Vel {0}", "RAM {0}",
    "WITH {0}", "FTL+P{0}",
)  # fmt: skip
GAMES: tuple[dict[str, Any], ...] = ({}, {"manoeuvres": "all"}, {"manoeuvres": "all", "movement": "vector"})


@pytest.mark.parametrize("rules", GAMES, ids=("by the book", "manoeuvres", "vectors"))
def test_no_number_is_too_large_to_be_answered(rules: dict[str, Any]) -> None:
    view = open_battle(LIGHT, house=rules).battle.view("azure")
    for text in ORDERS:
        for number in ("0", "9" * 7, "9" * 30, "9" * 900):
            try:
                order = view.read("halyard", text.format(number))
            except Unreadable as unread:
                assert unread.why and unread.rule
                continue
            reason = view.why_not(order)
            assert number == "0" or reason is None or (reason.why and reason.rule)
            if "MD" not in text and "T" not in text:  # what another kind of ship flies has no ends here
                assert len(view.destinations(order)) < 5000 and view.risks(order) is not None


def test_a_text_that_goes_on_for_ever_is_no_order() -> None:
    view = open_battle(LIGHT).battle.view("azure")
    for text in ("9" * 5000 + "S", "+" + "9" * 9000, "P1 " * LONGEST):
        with pytest.raises(Unreadable, match="an order has 4000 at most"):
            view.read("halyard", text)


@pytest.mark.parametrize("habit", ["off", "even", "free"])
def test_a_slip_is_judged_as_the_list_of_slips_has_it(habit: str) -> None:
    listed = set(slip_legs(7, habit))
    for first in range(-7, 8):
        for second in range(-7, 8):
            if first and second and abs(first) + abs(second) <= 7:
                assert slips((first, second), habit) == ((first, second) in listed), (first, second)


def test_a_huge_slip_is_refused_for_its_turning() -> None:
    order = narrow(open_battle(LIGHT).battle.read("halyard", "P99999999+S99999999"), Plot)
    wrong = fault(ship(thrust=6, velocity=6), order, house())
    assert isinstance(wrong, Illegal) and wrong.rule == "full-thrust-base/2.1"
