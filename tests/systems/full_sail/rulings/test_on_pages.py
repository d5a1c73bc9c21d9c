"""Rulings that no house rule reads the other way: the program keeps each, and its rule page tells it."""

from __future__ import annotations

from typing import Any

import pytest

from game.rulebook.book import entry
from game.systems.full_sail.boarding.capture import assault
from game.systems.full_sail.boarding.grappling import throw_grapples
from game.systems.full_sail.boarding.melee import BoardingParty
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.gunnery.fouling import foul
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.ships.grapples import between, partners, tie
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import at_sea, sailer

TOLD = {
    "sail/3.1": "There are no side-slips, unless Side-slips is on.",
    "sail/3.6": "every pair within 1 MU, friends too, rolls one die",
    "sail/4.3": "If one attack empties several rows, the worst counts.",
    "sail/5.1": "A ship that is grappled already still rolls against the grapples of a third.",
    "sail/5.2": "marines aboard die when the last of their crew fell on the other deck",
    "sail/7": "A ship whose last row is raked empty fights on with the rows above.",
}


@pytest.mark.parametrize("page", TOLD)
def test_the_page_tells_it(page: str) -> None:
    assert TOLD[page] in " ".join(entry(page).full_text.replace("**", "").split())


def test_a_rake_that_empties_several_rows_makes_one_fire_check_at_the_worst() -> None:
    one = sailer()
    state, dice = at_sea(one), umpire(*(1,) * 14, 3)
    suffer(state, dice, one, Blow(12, "fire/x", raking=True))
    assert one.row_left == (5, 0, 0, 3)
    assert [roll.label.split("/", 1)[1] for roll in dice.rolls if "catastrophe" in roll.label] == [
        "catastrophe/halcyon/4/fire/x"
    ]
    assert len(dice.faces) == 15 and not one.burning


def test_a_rake_may_empty_the_last_row_and_leave_a_ship_that_fights() -> None:
    one = sailer(crossed=(4, 5, 5, 2))
    suffer(at_sea(one), umpire(*(1,) * 14), one, Blow(3, "fire/x", raking=True))
    assert (one.row_left, one.zero, one.commanded, one.losses) == ((1, 0, 0, 0), False, True, 0)


def test_a_grappled_ship_still_wards_off_a_third() -> None:
    one, two = sailer(key="one", at=(10.0, 10.0)), sailer(key="two", side="auvrac", at=(11.5, 10.0))
    three = sailer("tern", "three", at=(14.0, 10.0))
    for faces, said in (((1, 1, 6, 6), "nothing"), ((6, 6, 1, 1), "clean")):
        state = at_sea(one.copy(), two.copy(), three.copy())
        tie(state, "one", "two")
        dice = umpire(*faces)
        assert throw_grapples(state, dice, state.ships["three"], state.ships["two"]) == said
        assert dice.faces == faces and partners(state, "two") == (("one", "three") if said == "clean" else ("one",))


def test_every_pair_fouls_by_a_die_of_its_own_friends_too() -> None:
    """Three ships in a heap, two of them friends: three dice."""
    ships = [
        sailer("tern", key, side, at=(10.0 + x, 10.0), masts=(2, 2, 2))
        for key, side, x in (("one", "merrow", 0.0), ("two", "merrow", 0.4), ("three", "auvrac", 0.8))
    ]
    state = at_sea(*ships)
    dice = umpire(4, 3, 5)
    foul(state, dice)
    assert dice.faces == (4, 3, 5)
    assert between(state, "one", "two") and between(state, "two", "three") and not between(state, "one", "three")


@pytest.mark.parametrize("sent", [BoardingParty(1), BoardingParty(1, 1)])
@pytest.mark.parametrize(("rules", "left"), [({}, 0), ({"marines_left": "live"}, 1)])
def test_marines_die_with_the_last_crew_wherever_it_falls(
    sent: BoardingParty, rules: dict[str, Any], left: int
) -> None:
    """Left aboard or gone over with it, by option they live on; nobody is left to sail the ship."""
    one = sailer("tern", "one", crossed=(2, 2, 0, 0), at=(10.0, 10.0))
    two = sailer("oak", "two", "auvrac", at=(11.0, 10.0))
    state = at_sea(one, two, **rules)
    tie(state, "one", "two")
    assert (one.crew, one.marines) == (1, 1)
    dice = umpire(*(1,) * sent.units, *(6,) * 7)
    assert assault(state, dice, one, two, sent, 1) == "repelled"
    assert any("left alone, die" in event.text for event in dice.log) is (not left)
    assert (one.crew, one.marines, one.in_play, one.commanded) == (0, left, True, False)
    assert not SailOrder("one", turn=1).legal(state)
