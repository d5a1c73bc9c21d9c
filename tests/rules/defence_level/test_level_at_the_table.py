"""The reformed rules in a battle: pools, levels, screens, assists, actions, odds (point-defence-and-fighters/1 to
9)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.battle.view import masked
from game.core.orders import Unreadable
from game.rules.combat.fire import Fire
from game.rules.counters.kinds import Flight
from game.rules.defence.level import DefencePool
from game.rules.defence_level.actions import CONTROLLED, forget, resolve, roll_levels
from game.rules.defence_level.assist import Assist, next_to_assist, who_assists
from game.rules.defence_level.commit import Commit, next_to_commit
from game.rules.defence_level.spread_losses import take_off
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.group_odds import group_odds
from game.rules.fighters.phases import begin_defence
from game.rules.point_defence.level import LEVELS, level_odds, pool_of
from game.rules.sensors.detection import conceal
from game.rules.ships.damage import checked_systems
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from game.systems.full_thrust.system import FULL_THRUST, open_turn
from tests.support.builders import told, umpire
from tests.support.fighter_battles import (
    ADFC,
    BEAM_ONE,
    PDS,
    SCATTERGUN,
    carrier,
    craft,
    flight,
    give,
    hangar,
    refusal,
    table,
    used,
)
from tests.support.narrowing import narrow
from tests.support.settings.reform_attacks import lost_to_control

SCREEN, FCS = Mount("", "screen"), Mount("", "fcs")
FOUR = (BEAM_ONE, BEAM_ONE, PDS, PDS)


def attacked(*mounts: Mount, groups: int = 1, modes: tuple[str, ...] = (), **parts: Any) -> ThrustState:
    """Return a ship with these systems that groups attack, under the reformed rules."""
    kinds = modes or ("standard",) * groups
    rook = carrier("rook", "azure", (10.0, 24.0), *(hangar(mode) for mode in (*kinds, "standard")))
    battle = table(rook, carrier("prey", "crimson", (35.0, 24.0), *mounts, **{"hull": 60, **parts}), pd_rules="pdl")
    for number, _ in enumerate(kinds):
        key = _hangar(battle, number)
        flight(battle, "rook", key, (30.0, 24.0))
        give(battle, AssignAttack(f"rook.{key}", "prey"))
    battle.acted.clear()
    return battle


def _hangar(battle: ThrustState, number: int) -> str:
    return battle.ships["rook"].design.of("hangar")[number].key


def test_the_phases_are_those_of_the_rules_that_are_played() -> None:
    reformed = ["Area defence", "Commit defence", "Actions", "Casualties"]
    for rules, shown in (("pdl", reformed), ("base", ["Point defence", "Attacks"])):
        battle = table(carrier(), pd_rules=rules)
        found = [row.name for row in FULL_THRUST.phases if row.number in (7, 8) and row.present(battle)]
        assert found == shown


def test_a_ship_that_nobody_attacks_is_not_asked_what_joins_its_level() -> None:
    """A group screens it, and could join."""
    battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0), hangar()), pd_rules="pdl")
    flight(battle, "prey", "HGR", (36.0, 24.0), screening="prey")
    assert Commit("prey").idles_only(battle)
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    assert not Commit("prey").idles_only(battle)


@pytest.mark.parametrize("text", ["commit none", "commit PDSa B1a", "commit PDSb>mate rook.HGRa", "commit SGa SGb"])
def test_texts_read_back(text: str) -> None:
    order = Commit.parse("prey", text)
    assert str(order) == text and Commit.parse("prey", str(order)) == order


@pytest.mark.parametrize("text", ["", "commit", "defend PDSa", "commit !"])
def test_what_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable, match="PDSa"):
        Commit.parse("prey", text)
    with pytest.raises(Unreadable, match="assist none"):
        Assist.parse("rook.HGRa", text)


def test_the_level_is_rolled_once_from_the_whole_pool() -> None:
    """PD-01: two class-1 dice 1 and 4, two PDS 4 and 6, the 6 again 2: a level of 3."""
    battle = attacked(*FOUR)
    give(battle, Commit.parse("prey", "commit B1a B1b PDSa PDSb"))
    assert pool_of(battle, battle.ships["prey"]) == DefencePool(2, 2)
    told(partial(roll_levels, battle), 1, 4, 4, 6, 2)
    assert LEVELS.of(battle, "prey") == 3


@pytest.mark.parametrize(
    ("mounts", "text", "why"),
    [
        ((SCATTERGUN, PDS), "commit SG PDS", "never both"),
        ((PDS,), "commit PDSx", "has no point defence “PDSx”"),
        ((PDS, PDS), "commit PDSa PDSa", "named twice"),
        ((PDS,), "commit PDS>nobody", "no ship “nobody” of its side"),
        ((PDS,), "commit rook.HGRa", "does not screen"),
    ],
)
def test_what_may_not_be_committed(mounts: tuple[Mount, ...], text: str, why: str) -> None:
    assert why in refusal(attacked(*mounts), Commit.parse("prey", text)).why


def test_a_gun_given_to_the_level_fires_at_no_ship() -> None:
    battle = attacked(BEAM_ONE, FCS, PDS)
    give(battle, Commit.parse("prey", "commit B1 PDS"))
    battle.acted.clear()
    why = refusal(battle, Fire.parse("prey", "fire B1>rook")).why
    assert why == "Beam 1 was given to the point defence level this turn"


def test_area_defence_lends_pds_to_one_ship_a_control() -> None:
    battle = attacked(PDS)
    mate = carrier("mate", "crimson", (38.0, 24.0), ADFC, PDS, PDS, BEAM_ONE)
    battle.ships["mate"] = mate
    assert "defends its own ship alone" in refusal(battle, Commit.parse("mate", "commit B1>prey")).why
    assert "nobody attacks Mate" in refusal(battle, Commit.parse("mate", "commit PDSa")).why
    give(battle, Commit.parse("mate", "commit PDSa>prey"))
    give(battle, Commit.parse("prey", "commit PDS"))
    assert pool_of(battle, battle.ships["prey"]) == DefencePool(0, 1, 1)
    mate.lost.add("ADFC")
    battle.acted.clear()
    assert "no area defence control" in refusal(battle, Commit.parse("mate", "commit PDSb>prey")).why


def test_the_attack_of_the_book() -> None:
    """PD-09: level 3 behind one screen is band 4–6; four groups do 2, 4, 7 and 2 points."""
    battle = attacked(*FOUR, SCREEN, groups=4, hull=80)
    give(battle, Commit.parse("prey", "commit B1a B1b PDSa PDSb"))
    told(partial(roll_levels, battle), 1, 4, 4, 6, 2)
    dice = (
        (1, 2, 3, 3, 6, 6, 2, 2), (1, 2, 3, 5, 6, 6, 1, 5), (3, 3, 5, 5, 5, 6, 6, 5), (1, 2, 3, 4, 3, 6, 5),
        (1, 2, 3, 4),
    )  # fmt: skip
    told(partial(resolve, battle), *(face for group in dice for face in group))
    assert battle.ships["prey"].hull == 80 - 15
    assert all(used(battle, f"rook.HGR{letter}") == 1 for letter in "abcd")
    assert LEVELS.all(battle) == {"prey": 3}, "the sheet shows it until the next turn"
    forget(battle)
    assert LEVELS.all(battle) == {}


def test_screens_are_tied_up_engage_or_add_their_dice() -> None:
    """PD-25: met by a group, or meeting one, a screen adds nothing; else it adds six dice for one endurance."""
    for meets, dice in (("rook.HGRb", 0), ("", 6)):
        battle = attacked(PDS, hangar(), groups=1)
        flight(battle, "rook", "HGRb", (34.5, 24.0))
        flight(battle, "prey", "HGR", (35.0, 24.0), screening="prey")
        if meets:
            give(battle, AssignAttack("rook.HGRb", "prey.HGR"))
            assert "dogfight" in refusal(battle, Commit.parse("prey", "commit prey.HGR")).why
        else:
            give(battle, Commit.parse("prey", "commit PDS prey.HGR"))
            assert used(battle, "prey.HGR") == 1
        assert sum(count for _, count in pool_of(battle, battle.ships["prey"]).screening) == dice


def test_a_screened_ship_may_be_attacked_past_its_screen() -> None:
    battle = attacked(PDS, hangar(), groups=1)
    flight(battle, "prey", "HGR", (35.0, 24.0), screening="prey")
    assert AssignAttack("rook.HGRa", "prey").legal(battle)


def test_an_assistant_rolls_no_dice_and_moves_its_partner_one_band_down() -> None:
    battle = attacked(*FOUR, groups=2)
    give(battle, Commit.parse("prey", "commit B1a B1b PDSa PDSb"))
    told(partial(roll_levels, battle), 5, 5, 5, 4)
    assert LEVELS.of(battle, "prey") == 4 and who_assists(battle, "azure") == ("rook.HGRa", "rook.HGRb")
    give(battle, Assist("rook.HGRa", "rook.HGRb"))
    assert "assists another group itself" in refusal(battle, Assist("rook.HGRb", "rook.HGRa")).why
    told(partial(resolve, battle), 6, 5, 4, 1, 1, 1, 1, 3, 3)
    assert battle.ships["prey"].hull == 60 - 3  # band 2–3: the 6 is two and rolls a 1, the 5 is one
    assert used(battle, "rook.HGRa") == used(battle, "rook.HGRb") == 1


def test_a_small_assistant_leaves_few_dice_in_the_odds_as_in_the_battle() -> None:
    """At level 0 two craft assist six: two dice of 1.2 points, and no third."""
    battle = attacked(PDS, groups=2)
    flight(battle, "rook", "HGRb", (30.0, 24.0), count=2, target="prey")
    assert Assist("rook.HGRb", "rook.HGRa").odds(battle, {})[0].mean == pytest.approx(2.4)
    give(battle, Assist("rook.HGRb", "rook.HGRa"))
    told(partial(resolve, battle), 4, 1)
    assert battle.ships["prey"].hull == 60 - 1


def test_all_damage_of_an_action_is_suffered_together() -> None:
    """Two groups end a row of four boxes each: systems are checked once, for both rows."""
    battle = attacked(PDS, groups=2, hull=16)
    systems = checked_systems(battle.ships["prey"], battle.house)
    told(partial(resolve, battle), *(5, 5, 1, 1, 1, 1) * 2, *(1 for _ in systems))
    assert battle.ships["prey"].hull == 8


def test_interceptors_assist_nobody_and_one_that_is_assisted_attacks() -> None:
    battle = attacked(PDS, groups=3)
    give(battle, Assist("rook.HGRa", "rook.HGRb"))
    assert "is assisted itself" in refusal(battle, Assist("rook.HGRb", "rook.HGRc")).why
    assert "does not attack the same ship" in refusal(attacked(PDS), Assist("rook.HGRa", "rook.HGRa")).why


def test_casualties_stop_at_the_size_of_a_group_and_need_a_level() -> None:
    """PD-18, PD-19: none at level 0; one craft left loses one, whatever the die scores."""
    bare = attacked(PDS)
    told(partial(resolve, bare), 1, 1, 1, 1, 1, 1)
    assert craft(bare, "rook.HGRa") == 6
    battle = attacked(PDS)
    flight(battle, "rook", "HGRa", (30.0, 24.0), count=1, target="prey")
    give(battle, Commit.parse("prey", "commit PDS"))
    told(partial(roll_levels, battle), 5)
    told(partial(resolve, battle), 1, 6, 1)
    told(partial(take_off, battle))
    assert craft(battle, "rook.HGRa") == 0


@pytest.mark.parametrize(
    ("began", "works", "action", "turn"),
    [(True, True, 1, 1), (True, False, 0, 1), (False, True, 1, 0), (False, False, 0, 0)],
)
def test_area_defence_is_told_as_the_action_begins_or_by_house_rule_as_the_turn_does(
    began: bool, works: bool, action: int, turn: int
) -> None:
    assert lost_to_control({"adfc_told": "action"}, began, works) == action
    assert lost_to_control({"adfc_told": "turn"}, began, works) == turn


def test_nobody_knows_of_area_defence_who_does_not_know_the_ship() -> None:
    """A bogey bears no mark of the control that it had as the turn began."""
    prey = carrier("prey", "crimson", (36.0, 24.0), ADFC, PDS)
    battle = table(carrier(), prey, pd_rules="pdl", adfc_told="turn", sensors="bogeys")
    conceal(battle, (), {})
    open_turn(battle, umpire())
    assert CONTROLLED in prey.status_flags
    seen = [CONTROLLED in masked(FULL_THRUST, battle, side).ships["prey"].status_flags for side in ("azure", "crimson")]
    assert seen == [False, True]


def test_chances_are_those_of_the_study() -> None:
    """Two class-1 beams and three PDS: 4.066 points of one group, and as many of each of twelve."""
    one = attacked(BEAM_ONE, BEAM_ONE, PDS, PDS, PDS, hull=200)
    found = group_odds(one, "rook.HGRa", "prey")
    assert found is not None and found.mean == pytest.approx(4.066, abs=0.001)
    order = Commit("prey").suggestion(one)
    assert order is not None and order.odds(one, {})[0].mean == pytest.approx(found.mean)
    four = attacked(BEAM_ONE, BEAM_ONE, PDS, PDS, PDS, groups=4, hull=200)
    best = Commit("prey").suggestion(four)
    assert best is not None and best.odds(four, {})[0].mean == pytest.approx(4 * 4.066, abs=0.005)
    give(four, best)
    told(partial(roll_levels, four), *(1,) * 5)
    ship = four.ships["prey"]
    group = narrow(four.counters["rook.HGRa"], Flight)
    assert level_odds(four, ship, [(group, ())], None).mean == pytest.approx(7.2)
    assert Assist("rook.HGRa").odds(four, {})[0].mean == pytest.approx(4 * 7.2)


def test_who_is_asked() -> None:
    battle = attacked(PDS, groups=2)
    assert Commit.parse("prey", "COMMIT NONE,") == Commit("prey")
    begin_defence_quietly(battle)
    assert next_to_commit(battle)[0].ids == ("prey",)
    assert next_to_assist(battle)[0].ids == ("rook.HGRa", "rook.HGRb")
    forget(battle)
    assert set(Commit("prey").domain(battle)) == {"PDS"} and Commit("prey").label_for("PDS", "") == "none"


def test_guns_that_roll_together_are_one_choice() -> None:
    """Every step from all to none, and on to the scattergun, is legal."""
    prey = carrier("prey", "crimson", (36.0, 24.0), BEAM_ONE, BEAM_ONE, PDS, SCATTERGUN)
    battle = table(carrier(), prey, pd_rules="pdl", level_beams="all")
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    order = Commit.parse("prey", "commit PDS B1a B1b")
    assert [one.name for one in order.fields(battle)] == ["B1a B1b", "PDS", "SG"] and order.value("B1a B1b") == "prey"
    assert "gives up every class-1 gun, and " in refusal(battle, order.with_value("B1a B1b", "")).why
    for name, value, text in (("PDS", "", "B1a B1b"), ("B1a B1b", "", "none"), ("B1a B1b", "prey", "B1a B1b")):
        order = order.with_value(name, value)
        order.check(battle)
        assert str(order) == f"commit {text}"
    give(battle, order.with_value("B1a B1b", "").with_value("SG", "prey"))


def begin_defence_quietly(battle: ThrustState) -> None:
    """Phase 7 begins; nobody is in a dogfight."""
    told(partial(begin_defence, battle))
