"""Orders of Full Sail: they read back, and what they may not do is refused (sail/1, 4, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.display import percent
from game.core.orders import Illegal, Order, Unreadable
from game.core.system import unwritable
from game.systems.full_sail.damage.dice import chances
from game.systems.full_sail.gunnery.broadside import ATTEMPTS, NAMED, Broadside
from game.systems.full_sail.gunnery.fire_odds import check_chance, hull_half
from game.systems.full_sail.orders.boarding_order import BoardShip, prey
from game.systems.full_sail.orders.breakaway_order import BreakAway
from game.systems.full_sail.orders.fire_order import FireBroadsides, may_fire, shots, volley
from game.systems.full_sail.orders.grapple_order import AnswerGrapples, throw_all, who_answers
from game.systems.full_sail.orders.repair_order import SetCrewToWork
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.ships.design import BOW, PORT, STARBOARD
from game.systems.full_sail.ships.grapples import partners, tie
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.system import FULL_SAIL
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import SETTINGS, at_sea, body, foretold, sailer

WRITTEN = {
    SailOrder: ("0", "P2+4", "S1-3", "P2S1", "+6", "BS S2", "AN", "WEIGH", "P1 GRAPPLE lutin SUMMON barley-wind",
                "0 SURRENDER"),
    FireBroadsides: ("hold", "fire port>lutin", "fire starboard>a:rigging bow>b.2"),
    AnswerGrapples: ("accept", "resist"),
    BoardShip: ("stay", "board lutin", "board lutin crew 3 without marines prize 2", "board lutin prize 0"),
    BreakAway: ("hold on", "leave lutin"),
    SetCrewToWork: ("none", "repair fire:3 mast0:1 port2:2"),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in WRITTEN.items() for text in texts])
def test_an_order_reads_back(kind: type[Order], text: str) -> None:
    order = kind.parse("one", text)
    assert kind.parse("one", str(order)) == order
    assert str(order) == text or text == "0 SURRENDER"


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize(
    "text", ["", "P2P", "fire", "fire port", "board", "leave", "repair", "repair fire:9x", "GRAPPLE", "P1 P2", "ram x"]
)
def test_what_is_no_order_is_unreadable(kind: type[Order], text: str) -> None:
    with pytest.raises(Unreadable):
        kind.parse("one", text)


def duel(apart: float = 8.0, **rules: Any) -> SailState:
    """Return two frigates side by side, the second to starboard of the first."""
    one = sailer("halcyon", "one", at=(10.0, 10.0), course=12)
    two = sailer("halcyon", "two", "auvrac", at=(10.0 + apart, 10.0), course=12)
    state = at_sea(one, two, **rules)
    set_wind(state, Wind(16, 9))
    return state


def fires(state: SailState, text: str, *faces: int, by: str = "one") -> None:
    """Give an order of fire; every die that is given must be rolled."""
    order = FireBroadsides.parse(by, text)
    order.check(state)
    dice = umpire(*faces, phase=4)
    order.carry_out(state, dice)
    assert dice.faces == faces


def refused(state: SailState, text: str, by: str = "one") -> str:
    """Return why an order of fire is refused."""
    with pytest.raises(Illegal) as caught:
        FireBroadsides.parse(by, text).check(state)
    return caught.value.why


def test_who_throws_grapples_fires_one_broadside() -> None:
    label, state = "FS-49", duel()
    state.ships["three"] = sailer("tern", "three", "auvrac", at=(2.0, 10.0))
    state.ships["ahead"] = sailer("tern", "ahead", "auvrac", at=(10.0, 18.0))
    fires(state, "hold")
    FireBroadsides.parse("one", "fire port>three starboard>two bow>ahead").check(state)
    ATTEMPTS.set(state, (("one", "two"),))
    assert "one broadside only" in refused(state, "fire port>three starboard>two"), label
    assert "one broadside only" in refused(state, "fire port>three bow>ahead"), "and no chaser besides"
    FireBroadsides.parse("one", "fire port>three").check(state)
    chosen = volley(state, "one", "two")
    assert chosen and [shot.mount for shot in chosen.shots] == [STARBOARD]


def test_a_ship_held_by_two_fights_one() -> None:
    label, state = "FS-64", duel(2.0)
    state.ships["three"] = sailer("tern", "three", "auvrac", at=(8.0, 10.0), course=12)
    tie(state, "one", "two")
    tie(state, "one", "three")
    assert "fires one broadside only" in refused(state, "fire port>three starboard>two"), label
    assert "does not" in refused(state, "fire port>two") or "do not face" in refused(state, "fire port>two")
    assert prey(state, state.ships["one"]) == ("two", "three")
    fires(state, "fire starboard>two", *(1,) * 10)
    assert NAMED.of(state, "one") == "two" and prey(state, state.ships["one"]) == ("two",), label
    assert "fights Two" in refused(state, "fire port>three"), label


def test_no_fire_controls_and_no_rams() -> None:
    label, state = "FS-67", duel()
    state.ships["left"] = sailer("tern", "left", "auvrac", at=(2.0, 10.0))
    state.ships["ahead"] = sailer("tern", "ahead", "auvrac", at=(10.0, 18.0))
    FireBroadsides.parse("one", "fire port>left starboard>two bow>ahead").check(state)
    with pytest.raises(Unreadable):
        SailOrder.parse("one", "RAM two")
    assert FULL_SAIL.phases[2].name == "Move ships", label


def test_nothing_is_measured_before_a_target_is_named() -> None:
    label, state = "FS-68", duel(30.01)
    found = {shot.mount: shot for shot in shots(state, "one", "two")}
    assert (found[STARBOARD].distance, found[STARBOARD].dice, found[STARBOARD].bears) == (0.0, "", True), label
    assert FireBroadsides("one", (Broadside(STARBOARD, "two"),)).odds(state, {}) == ()
    fires(state, "fire starboard>two")
    assert state.ships["two"].hull == 20, label
    measured = duel(30.01, premeasure=True)
    found = {shot.mount: shot for shot in shots(measured, "one", "two")}
    assert found[STARBOARD].why_not == "too far: 30.1 of 30 MU" and found[PORT].cause == "arc"
    assert may_fire(measured, "merrow") == () and may_fire(state, "merrow") == ()  # it has fired


def test_a_blocked_broadside_is_lost_and_the_other_is_free() -> None:
    label, state = "FS-48", duel(20.0)
    state.ships["oak"] = sailer("oak", at=(20.0, 10.9), course=12)
    state.ships["left"] = sailer("tern", "left", "auvrac", at=(2.0, 10.0))
    fires(state, "fire starboard>two port>left", *(1,) * 10)
    assert state.ships["one"].fired == {STARBOARD, PORT} and state.ships["two"].hull == 20, label


def test_sides_that_do_not_bear_are_refused() -> None:
    state = duel()
    assert "do not bear" in refused(state, "fire port>two")
    assert "no keel gun" in refused(state, "fire keel>two")
    assert "named twice" in refused(state, "fire starboard>two starboard>two")
    assert "no ship" in refused(state, "fire starboard>nobody")
    assert "hull or the rigging" in refused(state, "fire starboard>two:crew")
    assert "no enemy" in refused(state, "fire starboard>one")
    state.ships["one"].lose_crew(4)
    assert "nobody" in refused(state, "fire starboard>two")


def test_odds_of_a_broadside() -> None:
    state = duel(premeasure=True)
    odds = FireBroadsides.parse("one", "fire starboard>two").odds(state, {})[0]
    assert (odds.mean, sum(odds.chances)) == pytest.approx((8.0, 1.0)) and len(odds.chances) == 21
    assert list(odds.chances[:20]) == pytest.approx(list(chances(10)[:20])) and odds.marks == (
        (5, "a row ends"),
        (20, "no hull"),
    )
    high = FireBroadsides.parse("one", "fire starboard>two:rigging").odds(state, {})[0]
    assert high.chances[0] == pytest.approx(chances(10)[0]) and high.readings[0][0] == "masts checked"


def test_odds_of_a_rake_tell_the_chance_of_fire_at_once() -> None:
    state = duel(15.0, premeasure=True)
    state.ships["two"].point(9)
    odds = FireBroadsides.parse("one", "fire starboard>two").odds(state, {})[0]
    told, hit = {words: value for words, value, _ in odds.readings}, chances(6)
    assert told["rake"] == "a row below"
    assert told["a row ends"] == percent(float(sum(hit[5:])))
    # the worst row lost whole counts; without a hull it checks for none
    burns = sum(hit[5:10]) * 2 / 6 + sum(hit[10:20]) * 3 / 6
    assert told["on fire at once"] == percent(float(burns))
    state.ships["two"].fire_from = 1
    again = FireBroadsides.parse("one", "fire starboard>two").odds(state, {})[0]
    assert "on fire at once" not in {words for words, _, _ in again.readings}


def test_rigging_odds_against_the_rule() -> None:
    thrown = chances(2)
    hull = hull_half(3, thrown, SETTINGS)
    assert sum(hull) == pytest.approx(1.0)
    assert hull[0] == pytest.approx(thrown[0] + thrown[1]), "a fourth point costs no more than the third"
    assert check_chance(3, thrown) == pytest.approx(1 - thrown[0] - thrown[1])


def test_ships_that_throw_at_each_other_need_no_roll() -> None:
    state = duel(3.0)
    ATTEMPTS.set(state, (("one", "two"), ("two", "one")))
    assert who_answers(state) == ()
    throw_all(state, umpire())
    assert partners(state, "one") == ("two",)


def test_a_target_is_asked_and_may_accept() -> None:
    state = duel(3.0)
    ATTEMPTS.set(state, (("one", "two"),))
    assert [prompt.waiting for prompt in who_answers(state)] == [("two",)]
    AnswerGrapples("two", True).carry_out(state, umpire())
    throw_all(state, umpire())
    assert partners(state, "two") == ("one",)


def test_every_destination_is_legal_and_can_be_written() -> None:
    state = duel()
    state.ships["one"].velocity = 8
    found = SailOrder("one").destinations(state)
    assert len(found) > 20 and len({one.order for one in found}) == len(found)
    state.phase = 0
    for one in found:
        one.order.check(state)
        assert unwritable(FULL_SAIL, state, one.order) is None
    backed = SailOrder("one", special="BS").destinations(state)
    assert {one.velocity for one in backed} == {0, 4} and len(backed) == 7


def test_a_ship_at_rest_is_not_called_adrift() -> None:
    for adrift, words in ((False, "lies still"), (True, "is adrift")):
        state = at_sea(sailer(key="one", at=(30.0, 30.0)))
        state.ships["one"].adrift = adrift
        with pytest.raises(Illegal, match=words):
            SailOrder.parse("one", "P1").check(state)


def test_bow_guns_bear_ahead() -> None:
    state = duel()
    state.ships["two"].at = (10.0, 18.0)
    chosen = volley(state, "one", "two")
    assert chosen and [shot.mount for shot in chosen.shots] == [BOW]


def test_a_plot_onto_the_ground_tells_before_what_it_costs() -> None:
    one = sailer("halcyon", "one", at=(10.0, 10.0), course=3, velocity=6)
    for rules, words in (({}, "loses 4 to 9 boxes"), ({"grounding": "both"}, "loses 3 to 6 boxes")):
        tern = sailer("tern", "two", "auvrac", (60.0, 40.0))
        state = at_sea(one, tern, bodies=(body("island", (15.0, 10.0)),), **rules)
        set_wind(state, Wind(16, 12))
        told = {risk.words: risk for risk in foretold(state, "one", SailOrder("one"))}
        assert told["runs onto Island"].chance == told[words].chance == 1.0 and told[words].rule == "sail/3.5"
        assert not foretold(state, "one", SailOrder("one", 3))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("P1+S1", "cannot read “P1+S1”: write an order such as"),
        ("GRAPPLE", "GRAPPLE needs the name of a ship after it: GRAPPLE name"),
        ("P1 summon", "SUMMON needs the name of a ship after it: SUMMON name"),
        ("P1 BS S9x", "cannot read “S9x” in “P1 BS S9x”: write an order such as"),
    ],
)
def test_an_order_that_cannot_be_read_is_quoted_once(text: str, told: str) -> None:
    with pytest.raises(Unreadable) as refused:
        SailOrder.parse("one", text)
    assert refused.value.why.startswith(told), refused.value.why
