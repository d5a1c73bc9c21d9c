"""Rules that the text leaves open, read the other way (sail/10)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.battle.loader import load_start_text
from game.core.system import ADVISER, PLANS
from game.systems import full_sail
from game.systems.full_sail.boarding.breakaway import breakaway_chances, contested_chances, contested_result
from game.systems.full_sail.boarding.capture import take
from game.systems.full_sail.boarding.grappling import chances, throw_chances, throw_grapples
from game.systems.full_sail.damage.fire import exploding, roll_fire
from game.systems.full_sail.damage.suffer import Blow, blast_dice, burst, suffer
from game.systems.full_sail.gunnery.broadside import ATTEMPTS, Broadside
from game.systems.full_sail.gunnery.fire_odds import odds_of
from game.systems.full_sail.gunnery.fouling import OWED, foul
from game.systems.full_sail.gunnery.honour import dishonour
from game.systems.full_sail.house_rules import HOUSE, READINGS
from game.systems.full_sail.orders.fire_order import FireBroadsides
from game.systems.full_sail.orders.grapple_order import throw_all, who_answers
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.sea.sail_plan import SailPlan, fastest, fault, means
from game.systems.full_sail.sea.sailing import sail_all
from game.systems.full_sail.ships.grapples import tie
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.turn import open_turn
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import SETTINGS, at_sea, body, sailer

MIDDLE = (36.0, 24.0)


def sea(*ships: SailingShip, speed: int = 20, **rules: Any) -> SailState:
    """Return ships under a northerly wind."""
    state = at_sea(*ships, **rules)
    set_wind(state, Wind(speed, 12))
    return state


def sailed(state: SailState, plan: SailPlan, *faces: int) -> SailingShip:
    """Return the first ship after a turn; every die that is given must be rolled."""
    one = next(iter(state.ships.values()))
    dice = umpire(*faces, phase=3)
    sail_all(state, dice, {one.id: plan})
    assert dice.faces == faces
    return one


def struck(state: SailState, blow: Blow, *faces: int) -> SailingShip:
    """Return the first ship after an attack."""
    one = next(iter(state.ships.values()))
    dice = umpire(*faces, phase=4)
    suffer(state, dice, one, blow)
    assert dice.faces == faces
    return one


def test_every_rule_has_a_page_and_its_default_among_its_values() -> None:
    own = [rule for rule in HOUSE if rule.key not in (ADVISER.key, PLANS.key)]
    assert len({rule.key for rule in HOUSE}) == len(HOUSE) > 25
    assert all(rule.rule.startswith("sail/") and rule.default in [value for value, _ in rule.values] for rule in own)


@pytest.mark.parametrize("key", [rule.key for rule in HOUSE if rule.group == READINGS])
def test_every_reading_is_read_in_one_place(key: str) -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in Path(full_sail.__file__).parent.rglob("*.py")}
    assert len([path for path, text in sources.items() if re.search(rf'house(\[|, )"{key}"', text)]) == 1


def test_what_masts_take_may_be_rounded() -> None:
    one = sailer(masts=(2, 0, 0), course=3)
    assert (fastest(sea(one), one, 3), fastest(sea(one, mast_speed="cut"), one, 3)) == (13, 14)


LAMED = """\
version: 1
title: Lame
system: full-sail
house: %s
table: {wind_speed: 20, wind_from: 12}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
ships:
  lame: {side: merrow, design: queen_ysolde, at: [36, 24], course: 3, velocity: 6, fore: 2, main: 2, mizzen: 1}
"""


@pytest.mark.parametrize(("rules", "thrust"), [("{}", 1), ("{thrust_rounding: down}", 0)])
def test_thrust_may_be_rounded_down(rules: str, thrust: int) -> None:
    state = load_start_text(LAMED % rules, "lame").battle.state
    one = state.ships["lame"]
    assert (one.thrust, means(state, one).thrust, one.copy().thrust) == (thrust,) * 3
    assert (fault(state, one, SailPlan((1,))) is None) == bool(thrust)


def test_thrust_that_is_rounded_down_is_so_wherever_it_counts() -> None:
    one = sailer("ysolde", "one", at=(10.0, 10.0), masts=(2, 2, 1), velocity=1)
    two = sailer("oak", "two", "auvrac", at=(10.0, 13.0))
    down = replace(one, rounds_down=True)
    assert [throw_chances(sea(ship, two), ship, two) for ship in (one, down)] == [chances(1, 5), chances(0, 5)]
    dropped = [SailOrder("one", special="AN").risks(sea(ship, two)) for ship in (one, down)]
    assert [any(risk.what == "Anchor" for risk in risks) for risks in dropped] == [False, True]
    state = sea(down, two)
    assert contested_chances(state, tie(state, "one", "two"), down) == breakaway_chances(0, 5)


def test_honour_may_count_masts_as_they_stand() -> None:
    one, two = sailer("ysolde", "one", masts=(2, 2, 0)), sailer("sanderling", "two", "auvrac", at=(10.0, 0.0))
    other = sailer("oak", "oak", "auvrac", at=(0.0, 20.0))
    assert dishonour(sea(one, two, other), one, two), "five against two"
    assert dishonour(sea(one, two, other, honour_masts="standing"), one, two) is None, "three against two"
    hit = sailer("oak", "hit", "auvrac", at=(10.0, 0.0), masts=(2, 2, 0))
    big = sailer("ysolde", "one")
    assert dishonour(sea(big, hit, other), big, hit) is None
    assert dishonour(sea(big, hit, other, honour_masts="standing"), big, hit), "five against two"
    both: dict[str, Any] = {"honour_grapple": "both", "honour_masts": "standing"}
    assert dishonour(sea(hit, sailer("ysolde", "two", "merrow"), **both), hit, big, grapple=True)
    assert dishonour(sea(hit, big, honour_grapple="both"), hit, big, grapple=True) is None


def test_irons_may_stop_a_ship_at_once() -> None:
    for rules, speed, end in (({}, 2, (12, 2, False)), ({"irons": "stop"}, 0, (6, 0, True))):
        one = sailer("tern", at=MIDDLE, course=5, velocity=10)
        state = sea(one, speed=8, **rules)
        ahead = SailOrder("tern", turn=-5).pose(state)
        sailed(state, SailPlan((-5,)))
        assert (one.course, one.velocity, one.adrift) == end
        assert (ahead.course, ahead.velocity, ahead.note) == (end[0], speed, "in irons" if end[2] else "")


@pytest.mark.parametrize(("rules", "speeds"), [({}, [10, 10]), ({"cut_heading": "start"}, [16, 10])])
def test_beating_may_slow_a_ship_from_its_next_move_on(rules: dict[str, Any], speeds: list[int]) -> None:
    one = sailer(at=MIDDLE, course=3, velocity=16)
    state = sea(one, **rules)
    assert SailOrder("halcyon", turn=-2).pose(state).velocity == speeds[0]
    assert sailed(state, SailPlan((-2,))).velocity == speeds[0]
    assert sailed(state, SailPlan()).velocity == speeds[1]


def test_merchants_may_carry_all_of_the_wind() -> None:
    for speed, lower, eighteen in ((8, (6, 8), (8, 10)), (20, (15, 17), (18, 18)), (30, (18, 18), (18, 18))):
        one = sailer("barley", course=3)
        for rules, tops in (({}, lower), ({"merchant_cap": "eighteen"}, eighteen)):
            state = sea(one, speed=speed, **rules)
            assert (fastest(state, one, 3), fastest(state, one, 5)) == tops
            assert means(state, one).top == tops[0]


@pytest.mark.parametrize(("rules", "faces"), [({}, (1,)), ({"fog_die": "end"}, ())])
def test_fog_may_turn_only_those_who_end_in_it(rules: dict[str, Any], faces: tuple[int, ...]) -> None:
    fog = (body("fog", (40.0, 24.0)),)
    sailed(sea(sailer(at=MIDDLE, course=3, velocity=9), bodies=fog, **rules), SailPlan(), *faces)
    sailed(sea(sailer(at=MIDDLE, course=3, velocity=5), bodies=fog, **rules), SailPlan(), 1)


def test_drift_may_go_by_half_the_wind() -> None:
    one = sailed(sea(sailer(at=MIDDLE, course=6, velocity=8, adrift=True), drift_limit="wind"), SailPlan())
    assert one.velocity == 10


def test_ships_at_rest_may_be_adrift() -> None:
    state = sea(sailer(at=MIDDLE, course=3), at_rest="adrift")
    open_turn(state, umpire())
    assert (state.ships["halcyon"].course, state.ships["halcyon"].adrift) == (6, True)


def test_a_ship_may_sail_on_when_its_anchor_parts() -> None:
    one = sailed(sea(sailer(at=MIDDLE, course=3, velocity=10), anchor_lost="sails"), SailPlan(special="AN"), 6)
    assert (one.at, one.velocity, one.anchor, one.hull) == ((46.0, 24.0), 10, False, 18)
    other = sailed(sea(sailer(at=MIDDLE, course=3, velocity=10), anchor_lost="sails"), SailPlan(special="AN"), 5)
    assert (other.at, other.anchored) == (MIDDLE, True)


def test_half_of_die_and_speed_on_the_rocks() -> None:
    rocks = (body("reef", (40.0, 24.0)),)
    one = sailed(
        sea(sailer(at=MIDDLE, course=3, velocity=11), bodies=rocks, grounding="both"), SailPlan(), 4, *(1,) * 14, 1
    )
    assert one.hull == 13


def test_fog_may_turn_a_ship_to_any_course() -> None:
    fog = (body("fog", (40.0, 24.0)),)
    one = sailed(sea(sailer(at=MIDDLE, course=3, velocity=5), bodies=fog, fog_course="any"), SailPlan(), 5, 7)
    assert one.course == 7


def test_fouling_may_hurt_at_once_and_by_guns() -> None:
    one, two = (
        sailer(key="one", at=(10.0, 10.0), course=12),
        sailer("tern", "two", at=(11.0, 10.0), course=12, masts=(2, 0, 0)),
    )
    state = sea(one, two, fouling_damage="at_once", collision_dice="guns")
    foul(state, umpire(4, 1, 1, 1, 4, 4, 1))
    assert (one.hull, two.hull) == (19, 7) and not OWED.all(state)


def test_each_broadside_may_cost_half_of_its_own_rigging_damage() -> None:
    state = sea(sailer("oak"), rigging_half="volley")
    struck(state, Blow(3, "fire/x", at_rigging=True))
    assert struck(state, Blow(1, "fire/x", at_rigging=True)).hull == 29


def test_a_rake_at_the_rigging_may_spare_the_rows_below() -> None:
    blow = Blow(3, "fire/x", raking=True, at_rigging=True)
    assert struck(sea(sailer("oak")), blow).row_left == (8, 6, 8, 8)
    assert struck(sea(sailer("oak"), rigging_rake="current"), blow).row_left == (6, 8, 8, 8)


def test_a_rake_of_the_last_row_may_end_the_ship() -> None:
    blow, left = Blow(2, "fire/x", raking=True), (5, 5, 5, 1)
    assert struck(sea(sailer(crossed=left)), blow).row_left == (0, 0, 0, 2)
    one = struck(sea(sailer(crossed=left), last_row_rake="lost"), blow, 2)
    assert (one.hull, one.losses, one.overkill) == (0, 1, 0)
    one = struck(sea(sailer(crossed=left), last_row_rake="lost"), replace(blow, points=9), 2)
    assert (one.losses, one.overkill) == (1, 5)
    assert struck(sea(sailer(crossed=left), last_row_rake="lost"), replace(blow, raking=False)).hull == 2
    assert struck(sea(sailer(crossed=(5, 5, 4, 1)), last_row_rake="lost"), blow).row_left == (0, 0, 1, 2)


@pytest.mark.parametrize(("rules", "stays"), [({}, True), ({"last_row_rake": "lost"}, False)])
def test_the_odds_know_that_a_rake_of_the_last_row_may_end_the_ship(rules: dict[str, Any], stays: bool) -> None:
    firer = sailer("tern", "one", at=(10.0, 10.0), course=3)
    target = sailer(key="two", side="auvrac", at=(10.0, 15.0), course=12, crossed=(5, 5, 5, 1))
    high = [Broadside("port", "two", "rigging")]
    state = sea(firer, target, **rules)
    (hull,) = odds_of(state, "one", [Broadside("port", "two")])
    assert sum(hull.chances) == pytest.approx(1) and hull.chances[0] == pytest.approx(0.5**6)
    assert (sum(hull.chances[1:4]) > 0) == stays
    assert hull.readings == (("rake", "the last row" if stays else "no hull left", "note"),)
    (half,) = odds_of(state, "one", high)
    assert half.chances[0] == pytest.approx(0.5**6) and (half.chances[1] > 0) == stays
    (spared,) = odds_of(sea(firer, target, last_row_rake="lost", rigging_rake="current"), "one", high)
    assert spared.chances[1] > 0


def test_any_row_that_ends_may_check_for_fire() -> None:
    one = struck(sea(sailer(crossed=(3, 0, 0, 0)), catastrophe="end"), Blow(2, "fire/x"), *(1,) * 14, 6, 3)
    assert one.burning


def test_the_last_row_lost_whole_may_check_for_fire() -> None:
    one = struck(sea(sailer(crossed=(5, 5, 5, 0)), last_row_fire=True), Blow(5, "fire/x"), 3, 2, 1)
    assert one.burning and one.fire_cause != "loss"


def test_equal_grapples_may_be_clean() -> None:
    one, two = sailer(key="one", at=(10.0, 10.0)), sailer(key="two", side="auvrac", at=(10.0, 13.0))
    assert throw_grapples(sea(one, two, grapple_equal="clean"), umpire(3, 3, 3, 3), one, two) == "clean"
    printed, clean = chances(6, 6), chances(6, 6, equal_clean=True)
    assert clean.clean == pytest.approx(printed.clean + printed.collision) and clean.collision == 0


def test_grapples_both_ways_may_be_rolled() -> None:
    one, two = sailer(key="one", at=(10.0, 10.0)), sailer(key="two", side="auvrac", at=(10.0, 13.0))
    state = sea(one, two, mutual_grapple="rolled")
    ATTEMPTS.set(state, (("one", "two"), ("two", "one")))
    assert {key for prompt in who_answers(state) for key in prompt.waiting} == {"one", "two"}
    throw_all(state, umpire(1, 1, 6, 6, 6, 6, 1, 1))


def test_a_grappled_ship_may_fire_elsewhere() -> None:
    one, two = (
        sailer(key="one", at=(10.0, 10.0), course=12),
        sailer(key="two", side="auvrac", at=(12.0, 10.0), course=12),
    )
    far = sailer("tern", "far", "auvrac", at=(2.0, 10.0))
    state = sea(one, two, far, grappled_fire="any")
    tie(state, "one", "two")
    FireBroadsides.parse("one", "fire port>far").check(state)


def test_either_ships_dice_may_foul() -> None:
    assert (
        contested_result(11, 6, 2, 4, False) == "free" and contested_result(11, 6, 2, 4, False, either=True) == "fouled"
    )
    assert breakaway_chances(6, 4, either=True)["free"] < breakaway_chances(6, 4)["free"]


def test_a_fire_may_grow_faster() -> None:
    state = sea(sailer(fire_from=1), fire_growth=2)
    state.turn = 2
    roll_fire(state, umpire(4), state.ships["halcyon"])
    assert state.ships["halcyon"].removed_reason == "exploded"


@pytest.mark.parametrize(
    ("rules", "burns", "faces"), [({}, True, (2, 3, 4, 5, 6)), ({"fire_ones": "natural"}, False, (2, 3, 4, 5, 6))]
)
def test_any_1_may_put_a_fire_out(rules: dict[str, Any], burns: bool, faces: tuple[int, ...]) -> None:
    state = sea(sailer(fire_from=1), **rules)
    state.turn = 5
    one = state.ships["halcyon"]
    assert exploding(state, one) == faces
    roll_fire(state, umpire(1), one)
    assert (one.burning, one.in_play) == (burns, True)
    late = sea(sailer(fire_from=1), fire_ones="natural")
    late.turn = 9
    assert exploding(late, late.ships["halcyon"]) == (2, 3, 4, 5, 6)
    late.house = SETTINGS
    assert exploding(late, late.ships["halcyon"]) == (1, 2, 3, 4, 5, 6)


def test_a_blast_may_check_once_and_by_both_bands() -> None:
    assert blast_dice(9.0, {**SETTINGS, "blast_bands": "both"}) == 9
    bomb, one = sailer("tern", fire_from=1), sailer("oak", at=(10.0, 0.0))
    state = sea(bomb, one, blast_checks="once")
    dice = umpire(6, 1, 1, 1, 2, 2, 2, 6, phase=4)
    roll_fire(state, dice, bomb)
    burst(state, dice)
    assert one.burning and len(dice.faces) == 8


def test_overkill_may_not_count() -> None:
    one = struck(sea(sailer(crossed=(5, 5, 5, 2)), overkill=False), Blow(24, "fire/x"), 1)
    assert (one.losses, one.overkill) == (1, 0)


def test_a_wreck_may_get_more_boxes_back() -> None:
    one, wreck = sailer("oak", "one"), sailer(key="two", side="auvrac", crossed=(5, 5, 5, 5), adrift=True)
    take(sea(one, wreck, prize_boxes="up"), umpire(), one, wreck, 1)
    assert wreck.hull == 3
