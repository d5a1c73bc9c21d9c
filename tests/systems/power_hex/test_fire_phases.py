"""Fire, interception, ballistics and fighters as orders and sub-phases (power/5, 8, 12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.core.events import Event
from game.core.orders import Illegal, Order, Unreadable
from game.systems.power_hex.ballistics import BALLISTICS, strike_ballistics
from game.systems.power_hex.combat.strike import STRUCK
from game.systems.power_hex.fighters.attack import resolve_dogfights, resolve_strikes
from game.systems.power_hex.fighters.flight import leave_chance
from game.systems.power_hex.fighters.launching import LAUNCHED, lose_hangars
from game.systems.power_hex.fighters.losses import drop_out, refresh_flights
from game.systems.power_hex.gunnery.bearing import USED, number_at, unready, unused
from game.systems.power_hex.gunnery.volley import LANDING, QUEUE, PowerShot, begin_shots
from game.systems.power_hex.orders.fire_order import FireWeapons, may_fire, next_to_declare, resolve_fire, shots, volley
from game.systems.power_hex.orders.flight_order import FightFighters, StrikeShips, next_to_fight, next_to_strike
from game.systems.power_hex.orders.intercept_order import InterceptShots, who_intercepts
from game.systems.power_hex.orders.launch_order import LaunchBallistics, next_to_launch
from game.systems.power_hex.orders.scramble_order import ScrambleFlight, next_to_scramble
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.systems.power_hex.ships_in_space import flight, in_space, lose, rolled, ship, shot

WRITTEN: dict[type[Order], tuple[str, ...]] = {
    FireWeapons: ("hold", "fire lance_1>helix", "fire lance_1>helix bolt_p>mote-1"),
    LaunchBallistics: ("no launch", "launch tube_1>bastion"),
    InterceptShots: ("let them come", "intercept guard_1>1 guard_2>1", "intercept guard_1>2 port@1", "intercept fore@1"),
    FightFighters: ("fight nobody", "fight mote:4 mote-2:2"),
    StrikeShips: ("strike nobody", "strike helix:3"),
    ScrambleFlight: ("keep aboard", "scramble mote"),
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in WRITTEN.items() for text in texts])
def test_an_order_reads_back(kind: type[Order], text: str) -> None:
    order = kind.parse("one", text)
    assert str(order) == text and kind.parse("one", str(order)) == order


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize("text", ["", "fire", "fire lance_1", "launch", "intercept", "intercept x", "fight", "strike x", "scramble"])
def test_what_is_no_order_is_unreadable(kind: type[Order], text: str) -> None:
    with pytest.raises(Unreadable):
        kind.parse("one", text)


def give(state: PowerState, order: Order, *faces: int) -> list[Event]:
    """Check an order and carry it out; every die that is given must be rolled."""
    order.check(state)
    return rolled(lambda dice: order.carry_out(state, dice), *faces)


def refused(state: PowerState, order: Order) -> str:
    """Why an order is refused."""
    with pytest.raises(Illegal) as caught:
        order.check(state)
    assert caught.value.rule.startswith("power/")
    return caught.value.why


def fires(state: PowerState, by: str, text: str, *faces: int) -> list[Event]:
    """A ship declares fire, and all that is declared falls."""
    give(state, FireWeapons.parse(by, text))
    return rolled(lambda dice: resolve_fire(state, dice), *faces)


def duel(apart: int = 4, kind: str = "helix", facing: int = 3, **rules: Any) -> PowerState:
    """A bastion that faces north, and an enemy so many hexes before it."""
    return in_space(ship("bastion"), ship(kind, at=(0, -apart), facing=facing), **rules)


# -- fire ----------------------------------------------------------------------------------------------------------------


def test_fire_through_all_steps() -> None:
    label, state = "PH-7", duel()
    helix = state.ships["helix"]
    assert number_at(WEAPONS["lance_medium"], helix, state.ships["bastion"].at) == 9, label
    told = fires(state, "bastion", "fire lance_1>helix", 9, 1, 2, 3, 3, 10, 18)
    assert helix.structure_left("fore") == 34 - 6 - 1
    assert [event.kind for event in told] == ["fire", "fire", "damage", "damage"]
    assert state.ships["bastion"].charge["lance_1"] == 0 and "lance_1" in USED.of(state, "bastion")


def test_one_side_for_all_shots_of_a_ship() -> None:
    label, state = "PH-13.14", in_space(ship("bastion", "one"), ship("bastion", "two", "lattice", (0, -4), 3))
    fires(state, "one", "fire lance_1>two lance_2>two", 1, 6, 1, 1, 1, 18, 1, 1, 1, 1, 18)
    assert state.ships["two"].structure_left("port") == 44 - 2 * 3 and STRUCK.of(state, "one>two") == "port", label
    again = in_space(ship("bastion", "one"), ship("bastion", "three", at=(1, 0)), ship("bastion", "two", "lattice", (0, -4), 3))
    give(again, FireWeapons.parse("one", "fire lance_1>two"))
    give(again, FireWeapons.parse("three", "fire lance_1>two"))
    rolled(lambda dice: resolve_fire(again, dice), 1, 10, 1, 1, 1, 18, 1, 1, 1, 1, 1, 18)
    assert (STRUCK.of(again, "one>two"), STRUCK.of(again, "three>two")) == ("aft", "fore"), label


def test_a_side_die_falls_with_the_first_shot_that_is_through() -> None:
    state = in_space(ship("bastion", "one"), ship("bastion", "two", "lattice", (0, -4), 3))
    fires(state, "one", "fire lance_1>two lance_2>two", 20, 1, 1, 1, 1, 1, 18)
    assert STRUCK.of(state, "one>two") == "fore"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fire lance_9>helix", "has no weapon"),
        ("fire lance_1>nobody", "no ship or flight"),
        ("fire lance_1>bastion", "no enemy"),
        ("fire guard_1>helix", "does not bear"),
        ("fire guard_2>far", "hexes away"),
        ("fire lance_1>helix lance_1>helix", "named twice"),
        ("fire thr_f>helix", "has no weapon"),
    ],
)
def test_what_may_not_be_fired(text: str, why: str) -> None:
    state = in_space(ship("bastion"), ship("helix", at=(0, -4), facing=3), ship("helix", "far", at=(0, -9)))
    assert why in refused(state, FireWeapons.parse("bastion", text))


def test_a_weapon_that_is_not_ready_is_silent() -> None:
    state = duel()
    one = state.ships["bastion"]
    order = FireWeapons.parse("bastion", "fire lance_1>helix")
    order.check(state)
    one.charge["lance_1"] = 1
    assert "1 of 2 charges" in refused(state, order)
    one.charge["lance_1"], one.off = 2, frozenset({"lance_1"})
    assert "switched off" in refused(state, order)
    one.off, one.out = frozenset(), frozenset({"lance_1"})
    assert "out of action" in refused(state, order)
    one.out = frozenset()
    lose(one, lance_1=6)
    assert "destroyed" in refused(state, order)


def test_fire_is_declared_by_initiative_and_falls_even_from_the_dead() -> None:
    state = in_space(ship("bastion"), ship("helix", at=(0, -4), facing=3))
    lose(state.ships["helix"], primary=31)
    lose(state.ships["bastion"], primary=35)
    assert [prompt.ids for prompt in next_to_declare(state)] == [("bastion",)]
    give(state, FireWeapons.parse("bastion", "fire lance_1>helix"))
    assert [prompt.ids for prompt in next_to_declare(state)] == [("helix",)]
    give(state, FireWeapons.parse("helix", "fire pulse_2>bastion"))
    assert not next_to_declare(state) and not may_fire(state, "concord")
    rolled(lambda dice: resolve_fire(state, dice), 1, 1, 10, 10, 10, 19, 1, 1, 1)
    assert [prompt.ids for prompt in who_intercepts(state)] == [("bastion",)]
    give(state, InterceptShots("bastion"), 1, 19, 1)
    assert not state.ships["helix"].in_play and not state.ships["bastion"].in_play
    assert not QUEUE.of(state) and not LANDING.of(state)


def test_the_form_of_fire() -> None:
    state = duel()
    order = FireWeapons("bastion")
    values = list(order.domain(state)["shots"])
    assert () in values and order.with_value("shots", values[1]).label_for("shots", ()) == "hold"
    assert order.aim("lance_1", "helix").without("lance_1") == order
    found = volley(state, "bastion", "helix")
    assert found is not None and str(found) == "fire lance_1>helix lance_2>helix railgun_p>helix bolt_p>helix " \
        "railgun_s>helix bolt_s>helix guard_2>helix"
    told = {one.mount: one for one in shots(state, "bastion", "helix")}
    assert told["guard_1"].cause == "arc" and told["lance_1"].dice == "9 or less, 45%" and told["lance_1"].bears
    (odds,) = found.odds(state, {})
    assert odds.target == "helix" and sum(odds.chances) == pytest.approx(1)


def test_fire_with_nobody_left_to_command() -> None:
    state = duel()
    lose(state.ships["bastion"], cnc=16)
    fires(state, "bastion", "fire lance_1>helix", 6)


# -- interception --------------------------------------------------------------------------------------------------------


def under_fire(*fired: PowerShot, faces: tuple[int, ...], **rules: Any) -> PowerState:
    """A bastion that faces south and has been hit from astern."""
    state = in_space(ship("bastion", facing=3), **rules)
    rolled(lambda dice: begin_shots(state, dice, fired), *faces)
    return state


def test_the_owner_allots_all_weapons_before_any_die() -> None:
    label = "PH-13.19"
    state = under_fire(shot("torpedo", number=16), shot("torpedo", mount="other", number=16), faces=(16,))
    assert [prompt.ids for prompt in who_intercepts(state)] == [("bastion",)]
    assert "hit 1 is stopped" in [risk.words for risk in InterceptShots.parse("bastion", "intercept guard_1>1").risks(state)]
    give(state, InterceptShots.parse("bastion", "intercept guard_1>1 guard_2>1"), 5, 10, 16)
    assert not state.ships["bastion"].damage and {"guard_1", "guard_2"} == USED.of(state, "bastion"), label
    assert [prompt.ids for prompt in who_intercepts(state)] == [("bastion",)]
    assert "used this round" in refused(state, InterceptShots.parse("bastion", "intercept guard_2>1")), label
    state.ships["helix"] = ship("helix", at=(0, 4))
    assert "used this round" in refused(state, FireWeapons.parse("bastion", "fire guard_2>helix")), label
    give(state, InterceptShots("bastion"), 1, 10)
    assert state.ships["bastion"].structure_left("aft") == 38 - 17 and not who_intercepts(state)


def test_what_may_intercept() -> None:
    label = "PH-8.1"
    state = under_fire(shot("railgun"), faces=(1,))
    one = state.ships["bastion"]
    assert "nothing but ballistics" in refused(state, InterceptShots.parse("bastion", "intercept lance_1>1"))
    assert "no hit 2" in refused(state, InterceptShots.parse("bastion", "intercept guard_1>2"))
    assert "once a round" in refused(state, InterceptShots.parse("bastion", "intercept guard_1>1 guard_1>1"))
    assert "count as from port" in refused(state, InterceptShots.parse("bastion", "intercept port@1"))
    one.facing = 12
    assert "does not bear" in refused(state, InterceptShots.parse("bastion", "intercept guard_1>1"))
    one.facing = 6
    told = give(state, InterceptShots.parse("bastion", "intercept guard_1>1"), 5, 1, 1, 1, 10)
    assert told[0].result == "it gets through" and one.structure_left("aft") == 38 - 4, label


def test_a_lance_stops_a_torpedo_on_a_one() -> None:
    for face, through in ((1, 0), (2, 20 - 4)):
        state = in_space(ship("bastion"))
        rolled(lambda dice: begin_shots(state, dice, [shot("torpedo")]), 1)
        give(state, InterceptShots.parse("bastion", "intercept lance_1>1"), face, *((1, 10) if through else ()))
        assert state.ships["bastion"].structure_left("fore") == 40 - through, "PH-8.1"


def test_pulses_are_stopped_one_by_one() -> None:
    label = "PH-8.2"
    state = under_fire(shot("pulse_heavy", number=14), faces=(6, 6))
    assert LANDING.of(state)[0].pulses == 5, label
    give(state, InterceptShots.parse("bastion", "intercept guard_1>1"), 4, 1, 10)
    assert state.ships["bastion"].structure_left("aft") == 38 - 10, label


def test_lasers_ask_nobody() -> None:
    state = under_fire(shot("lance_medium"), faces=(1, 1, 1, 1, 1, 10))
    assert not who_intercepts(state) and state.ships["bastion"].structure_left("aft") == 38 - 4


def test_all_hits_may_be_known_before_interception() -> None:
    fired = (shot("railgun", by="one"), shot("railgun", by="two"), shot("railgun", by="six"))
    state = under_fire(*fired, faces=(1, 20, 2), interception="all")
    order = InterceptShots.parse("bastion", "intercept guard_1>2 guard_2>2")
    assert "2: railgun of six" in order.prompt_text(state)
    assert order.suggested(state) is not None and len(order.domain(state)["allotted"]) > 3
    give(state, order, 1, 1, 1, 10, 5, 4)
    assert state.ships["bastion"].structure_left("aft") == 38 - 4


def test_the_owner_chooses_the_row_on_an_edge() -> None:
    for text, face, side in (("intercept starboard@1", 1, "starboard"), ("intercept fore@1", 8, "starboard"), ("let them come", 1, "fore")):
        state = in_space(ship("bastion"))
        rolled(lambda dice: begin_shots(state, dice, [shot("lance_medium", start=(2, -4))]), 1)
        order = InterceptShots.parse("bastion", text)
        assert len(order.fields(state)) == 2
        give(state, order, face, 1, 1, 1, 18)
        assert STRUCK.of(state, "foe>bastion") == side


# -- ballistics ----------------------------------------------------------------------------------------------------------


def launched(end: tuple[int, int]) -> PowerState:
    """A citadel has launched a torpedo at a bastion, which then moves 12 or 13 hexes away from where that was."""
    state = in_space(ship("citadel"), ship("bastion", side="lattice", at=(0, -5), facing=3))
    assert [prompt.ids for prompt in next_to_launch(state)] == [("citadel",)]
    give(state, LaunchBallistics.parse("citadel", "launch tube_1>bastion"))
    state.ships["bastion"].at = ship("bastion", at=end).at
    state.ships["citadel"].at = ship("citadel", at=(9, 0)).at
    return state


def test_a_ballistic_counts_from_where_it_was_launched() -> None:
    label, state = "PH-13.13", launched((0, -12))
    one = state.ships["bastion"]
    lose(one, lance_1=5)
    rolled(lambda dice: strike_ballistics(state, dice), 16)
    give(state, InterceptShots("bastion"), 1, 10)
    assert one.structure_left("fore") == 40 - 16 and not BALLISTICS.of(state), label
    lost = launched((0, -13))
    told = rolled(lambda dice: strike_ballistics(lost, dice))
    assert told[0].result == "wasted" and not lost.ships["bastion"].damage, label


def test_a_gun_that_a_ballistic_destroys_does_not_fire() -> None:
    label, state = "PH-13.13", launched((0, -12))
    rolled(lambda dice: strike_ballistics(state, dice), 1)
    give(state, InterceptShots("bastion"), 1, 4)
    state.ships["citadel"].at = ship("citadel", at=(0, -8)).at
    assert "destroyed" in refused(state, FireWeapons.parse("bastion", "fire lance_1>citadel")), label


def test_what_may_not_be_launched() -> None:
    state = in_space(ship("citadel"), ship("bastion", side="lattice", at=(0, -5)), flight("mote", at=(0, -3)))
    assert "fighters" in refused(state, LaunchBallistics.parse("citadel", "launch tube_1>mote"))
    assert "launches nothing" in refused(state, LaunchBallistics.parse("citadel", "launch lance_1>bastion"))
    assert "before ships move" in refused(state, FireWeapons.parse("citadel", "fire tube_1>bastion"))
    order = LaunchBallistics.parse("citadel", "launch tube_1>bastion")
    assert order.meter(state).left == 7 and order.domain(state)["shots"]
    give(state, order)
    assert state.ships["citadel"].rounds_left("tube_1") == 7 and not next_to_launch(state)
    state.ships["citadel"].facing = 6
    assert "does not bear" in refused(in_space(ship("citadel", facing=3), state.ships["bastion"]), order)


# -- fighters ------------------------------------------------------------------------------------------------------------


def test_fighters_fire_together() -> None:
    label = "PH-13.20"
    state = in_space(flight("gadfly", fighters=1), flight("mote", fighters=1))
    assert [prompt.ids for prompt in next_to_fight(state)] == [("gadfly",)]
    give(state, FightFighters.parse("gadfly", "fight mote:1"))
    give(state, FightFighters.parse("mote", "fight gadfly:1"))
    told = rolled(lambda dice: resolve_dogfights(state, dice), 13, 20, 6, 4, 4)
    assert [event.reason for event in told[:3]] == ["0 hexes, 13 or less", "0 hexes, 13 or less", "0 hexes, 14 or less"], label
    assert not state.counters["mote"].in_play and not state.counters["gadfly"].in_play, label


def test_bolts_at_fighters_and_ships() -> None:
    label, bolt = "PH-12", WEAPONS["fighter_bolt"]
    mote, bastion = flight("mote", at=(0, -1)), ship("bastion", side="lattice", at=(0, -1))
    gadfly = flight("gadfly")
    assert number_at(bolt, mote, gadfly.at) == 10 and number_at(bolt, bastion, gadfly.at) == 17, label
    state = in_space(gadfly, replace(mote, wounds=(0,)))
    give(state, FightFighters.parse("gadfly", "fight mote:1"))
    rolled(lambda dice: resolve_dogfights(state, dice), 10, 11, 4)
    assert not state.counters["mote"].in_play, label


@pytest.mark.parametrize(("face", "stays"), [(1, True), (4, True), (5, False)])
def test_a_damaged_fighter_may_leave(face: int, stays: bool) -> None:
    label = "PH-12"
    state = in_space(flight("gadfly", fighters=2, wounds=(2, 0), hurt=frozenset({0})))
    rolled(lambda dice: drop_out(state, dice), face)
    assert (state.counters["gadfly"].count == 2) == stays, label
    assert leave_chance(4) == pytest.approx(1 / 3) and leave_chance(6) == 0, label


def test_who_stays_may_attack_a_ship() -> None:
    label = "PH-13.21"
    gadfly = flight("gadfly", fighters=3, wounds=(4, 4, 0), hurt=frozenset({0, 1}))
    state = in_space(gadfly, ship("helix", at=(0, -1), facing=3))
    rolled(lambda dice: drop_out(state, dice), 2, 3)
    after = state.counters["gadfly"]
    assert after.alive == (0, 2) and after.left == {1}, label
    assert [prompt.ids for prompt in next_to_strike(state)] == [("gadfly",)]
    give(state, StrikeShips.parse("gadfly", "strike helix:2"))
    rolled(lambda dice: resolve_strikes(state, dice), 1, 1, 6, 10, 20, 20, 20)
    assert state.ships["helix"].structure_left("fore") == 34 - 5, label


def test_who_has_fought_does_not_strike() -> None:
    state = in_space(flight("gadfly", wounds=(0, 3, 0)), flight("mote", at=(0, -1)), ship("helix", at=(0, -1), facing=3))
    give(state, FightFighters.parse("gadfly", "fight mote:2"))
    assert state.counters["gadfly"].fired == {0, 1}
    assert "1 fighters" in refused(state, StrikeShips.parse("gadfly", "strike helix:2"))
    assert "aimed at now" in refused(state, StrikeShips.parse("gadfly", "strike mote:1"))
    assert "aimed at now" in refused(state, FightFighters.parse("gadfly", "fight helix:1"))
    order = StrikeShips.parse("gadfly", "strike helix:1")
    order.check(state)
    assert order.odds(state, {})[0].target == "helix" and order.suggested(state) == order
    assert len(order.domain(state)["shares"]) == 2
    refresh_flights(state)
    assert state.counters["gadfly"].fired == frozenset()


def test_fighters_shoot_ahead_and_not_far() -> None:
    state = in_space(flight("gadfly"), ship("helix", at=(0, 2)), ship("helix", "far", at=(0, -4)))
    assert "before" in refused(state, StrikeShips.parse("gadfly", "strike helix:1"))
    assert "4 hexes away" in refused(state, StrikeShips.parse("gadfly", "strike far:1"))
    assert not next_to_strike(state)


def test_pulses_of_fighters_are_intercepted() -> None:
    state = in_space(flight("mote", fighters=1), ship("bastion", at=(0, -1)))
    give(state, StrikeShips.parse("mote", "strike bastion:1"))
    rolled(lambda dice: resolve_strikes(state, dice), 1, 6)
    give(state, InterceptShots.parse("bastion", "intercept guard_1>1 guard_2>1"), 2, 1)
    assert not state.ships["bastion"].damage


def test_ships_shoot_at_flights() -> None:
    state = in_space(ship("bastion"), flight("mote", at=(0, -1), fighters=2))
    fires(state, "bastion", "fire bolt_p>mote lance_1>mote", 13, 10, 2, 1, 1, 1, 1)
    assert state.counters["mote"].removed_reason == "shot down"


def test_a_flight_leaves_its_hangar() -> None:
    state = in_space(ship("bastion", speed=4), flight("gadfly", aboard=True, home="bastion"), flight("gadfly", "other", aboard=True,
                     home="bastion"))  # fmt: skip
    assert [prompt.ids for prompt in next_to_scramble(state)] == [("bastion",)]
    assert "no flight “other”" in refused(state, ScrambleFlight.parse("bastion", "scramble other"))
    give(state, ScrambleFlight.parse("bastion", "scramble gadfly"))
    out = state.counters["gadfly"]
    assert out.in_play and out.vector == (0, -4) and out.at == state.ships["bastion"].at
    assert "launched a flight" in refused(state, ScrambleFlight.parse("bastion", "scramble other"))
    LAUNCHED.clear(state)
    lose(state.ships["bastion"], hangar=1)
    assert "no flight" in refused(state, ScrambleFlight.parse("bastion", "scramble other"))
    lose(state.ships["bastion"], hangar=0, cnc=16)
    assert "C&C" in refused(state, ScrambleFlight.parse("bastion", "scramble other"))
    state.ships["bastion"].removed_reason = "destroyed"
    lose_hangars(state)
    assert state.counters["other"].removed_reason == "lost with its ship"


def test_a_new_round() -> None:
    state = duel()
    fires(state, "bastion", "fire lance_1>helix", 20)
    assert unready(state, state.ships["bastion"], "lance_1")
    unused(state)
    assert not USED.all(state)
