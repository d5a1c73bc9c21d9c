"""House rules of the manoeuvres: every value of every one of them changes what happens (manoeuvres/21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.rules.combat.weapon import bears_into
from game.rules.manoeuvres.archive import BY_CODE, MANOEUVRES, enabled_manoeuvres
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.steering import corkscrew
from game.rules.scenario.house_rules import HOUSE
from game.rules.ships.design import Mount
from tests.support.builders import design, house, ship, state, umpire
from tests.support.duel import BEAM3, FCS, duel, fire
from tests.support.settings import drive_manoeuvres, fire_manoeuvres, jumps

Rules = dict[str, Any]
Seen = tuple[Callable[[Rules], Any], dict[Any, Any]]
GIVEN = [rule for rule in HOUSE if rule.group == "Manoeuvres"]


# -- corkscrew ---------------------------------------------------------------------------------------------------------


def spinning_arcs(rules: Rules) -> str:
    """Return where a port bow gun bears while it spins."""
    one = ship(built=design(Mount("", "beam", 2, ("FP",))))
    one.active_manoeuvres = (ManoeuvreOrder(BY_CODE["CO"]),)
    return " ".join(sorted(bears_into(house(**rules), one, one.design.mounts[0])))


def spinning_six(rules: Rules) -> int:
    """Return hull lost to a corkscrewing beam's 6 and 4 at 8 MU, and the die rolled again where it is."""
    battle = duel(BEAM3, FCS, at=(0.0, 8.0), **rules)
    battle.ships["lancet"].active_manoeuvres = (ManoeuvreOrder(BY_CODE["CO"]),)
    battle.ships["vesper"].lost.add("SCR")
    fire(battle, "fire B3>vesper", 6, 4, 1, *[5] * (rules["co.reroll"] == "natural"))
    return 24 - battle.ships["vesper"].hull


def strain(rules: Rules) -> int:
    """Armour left of a ship whose hull is strained by two points."""
    one = ship(built=design(mass=20, armour=3))
    corkscrew.strain_hull(state(one, **rules), umpire(4, 5), one, 2)
    return sum(one.armour)


# rule: what is seen of it, given its value among the usual ones, and what must be seen of each value
SEEN: dict[str, Seen] = {
    "co.arc_gain": (spinning_arcs, {"broad": "AP AS FP FS", "mirror": "FP FS"}),
    "co.reroll": (spinning_six, {"natural": 2, "modified": 1}),
    "co.stress_ignores_armour": (strain, {True: 3, False: 1}),
}


def in_the_list(key: str) -> Seen:
    """Return whether a manoeuvre of the list is played at all."""
    return lambda rules: any(f"man.{one.code}" == key for one in enabled_manoeuvres(house(**rules))), {
        False: False,
        True: True,
    }


SEEN |= drive_manoeuvres.SEEN | fire_manoeuvres.SEEN | jumps.SEEN
LISTED = {f"man.{one.code}" for one in MANOEUVRES} & {rule.key for rule in GIVEN}
SEEN |= {key: in_the_list(key) for key in LISTED}


def test_every_rule_and_every_value_is_tried() -> None:
    tried = {key: set(seen) for key, (_, seen) in SEEN.items()}
    assert {rule.key: {value for value, _ in rule.values} for rule in GIVEN} == tried


@pytest.mark.parametrize(("key", "value"), [(rule.key, value) for rule in GIVEN for value, _ in rule.values])
def test_every_value_of_a_house_rule_changes_what_happens(key: str, value: Any) -> None:
    look, seen = SEEN[key]
    assert look({key: value}) == seen[value]
    assert [other for other, what in seen.items() if what == seen[value]] == [value]
