"""Beside a boarding stands what may come this turn and the next, and what the pair may do instead (sail/3.6, 5, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from game.systems.full_sail.boarding import melee
from game.systems.full_sail.boarding.breakaway import breakaway_chances
from game.systems.full_sail.boarding.grappling import throw_chances
from game.systems.full_sail.boarding.melee import BoardingParty
from game.systems.full_sail.damage.fire import exploding
from game.systems.full_sail.orders.boarding_order import BoardShip
from game.systems.full_sail.parts import Outlook, TwoDecks
from game.systems.full_sail.ships.grapples import alter, between, tie
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.systems.full_sail.ships_at_sea import at_sea, sailer


def tied(*others: SailingShip, **rules: Any) -> SailState:
    """Return two frigates side by side, and others; the wind blows from 12."""
    one, two = sailer("halcyon", "one", at=(10.0, 10.0)), sailer("halcyon", "two", "auvrac", at=(10.0, 12.0))
    state = at_sea(one, two, *others, **rules)
    tie(state, "one", "two")
    set_wind(state, Wind(16, 12))
    return state


def told(state: SailState, order: BoardShip | None = None) -> dict[tuple[str, str], float]:
    return {(risk.what, risk.words): risk.chance for risk in (order or BoardShip("one")).risks(state)}


def test_what_burns_within_reach_of_its_blast() -> None:
    near = sailer("tern", "near", at=(10.0, 19.9), fire_from=1)
    far = sailer("tern", "far", at=(10.0, 30.2), fire_from=1)
    state = tied(near, far)
    found = told(state)
    assert found == {("Near", "explodes, 6 dice at One"): len(exploding(state, near)) / 6}
    far.at = (10.0, 29.9)
    assert ("Far", "explodes, 3 dice at One") in told(state)


def test_who_is_left_without_crew_stands_first() -> None:
    state = tied()
    one, two = state.ships["one"], state.ships["two"]
    sent = {BoardShip("one", "two"): ("One", "left without crew"), BoardShip("one", "two", 1): ("Boarders", "all fall")}
    for order, words in sent.items():
        first = order.risks(state)[0]
        fight = {risk.words: risk.chance for risk in order.outcomes(state, one, two)}
        assert (first.what, first.words) == words
        assert first.chance == pytest.approx(fight["both die"] + fight["repelled"])


@pytest.mark.parametrize("side", ["merrow", "auvrac"])
def test_a_third_ship_that_holds_on_may_foul_either_side(side: str) -> None:
    """It comes from 6 MU off, and goes 5 or 6 in its turn; friends foul too."""
    third = sailer("tern", "third", side, at=(5.0, 9.6), course=3, velocity=5)
    state = tied(third)
    words = ("Third", "fouls One next turn if it holds on")
    assert told(state)[words] == 0.5
    third.velocity = 7
    assert words not in told(state), "it would pass by"
    third.velocity = 5
    state.house["fouling"] = False
    assert words not in told(state)


def test_an_enemy_in_reach_may_grapple_a_ship_that_is_grappled() -> None:
    third = sailer("tern", "third", "auvrac", at=(16.0, 17.0), course=9, velocity=4)
    state = tied(third)
    words = ("Third", "grapples One next turn if it throws")
    odds = throw_chances(state, third, state.ships["one"])
    assert told(state)[words] == pytest.approx(odds.clean + odds.collision)
    third.at = (40.0, 20.0)
    assert words not in told(state), "too far away"
    third.at, third.side = (16.0, 17.0), "merrow"
    assert words not in told(state), "a friend throws none"
    third.side, third.velocity = "auvrac", 20
    assert words not in told(state), "no order makes it slow enough"
    third.velocity = 4
    third.struck = True
    assert words not in told(state)


def test_without_a_partner_nobody_is_warned_of_third_ships() -> None:
    state = at_sea(sailer("halcyon", "one", at=(10.0, 10.0)), sailer("tern", "third", "auvrac", at=(10.0, 10.5)))
    assert told(state) == {}


def instead(order: BoardShip, state: SailState) -> tuple[Outlook, ...]:
    (decks,) = order.overlays(state)
    assert isinstance(decks, TwoDecks)
    return decks.outlooks


def test_a_pair_may_do_three_things_instead_of_fighting() -> None:
    state = tied()
    one, two = state.ships["one"], state.ships["two"]
    two.masts = (2, 0, 0)
    leave, part, stay = instead(BoardShip("one"), state)
    assert [one.label for one in (leave, part, stay)] == ["Break away", "Part by consent", "Stay aboard"]
    assert leave.note == f"2D6+{one.thrust} against 2D6+{two.thrust}"
    assert {risk.words: risk.chance for risk in leave.parts} == pytest.approx(breakaway_chances(one.thrust, two.thrust))
    assert {risk.words: risk.chance for risk in part.parts} == {"free": 5 / 6, "fouled": 1 / 6, "held": 0.0}
    odds = melee.odds(BoardingParty(two.crew, two.marines), BoardingParty(one.crew, one.marines))
    kept = odds.repelled + odds.undecided
    assert {risk.words: risk.chance for risk in stay.parts} == pytest.approx(
        {"taken": odds.captured, "both die": odds.both, "kept": kept}
    )
    assert all(sum(risk.chance for risk in outlook.parts) == pytest.approx(1) for outlook in (leave, part, stay))
    grapple = between(state, "one", "two")
    assert grapple
    alter(state, grapple, grapple.tangled())
    leave, part, _ = instead(BoardShip("one", "two"), state)
    assert [risk.chance for risk in part.parts] == [1 / 6, 0.0, 5 / 6] and leave.parts[1].chance == 0.0


def test_a_partner_that_nobody_commands_only_lets_go() -> None:
    state = tied()
    state.ships["two"].struck = True
    assert [one.label for one in instead(BoardShip("one", "two"), state)] == ["Part by consent"]
