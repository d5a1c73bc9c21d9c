"""Fighters against missiles, and what jumps and backfires do to groups and markers (full-thrust-base/7.5/missiles)."""

from __future__ import annotations

from functools import partial

import pytest

from game.core.orders import Id
from game.rules.counters.counter import update_counter
from game.rules.counters.kinds import Bolt, Salvo
from game.rules.defence.bands import BY_THE_BOOK
from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.assist import clusters
from game.rules.defence_level.commit import Commit
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.in_danger import in_backfire, in_wakes, near_jumps
from game.rules.fighters.move_fighters import MoveFighters
from game.rules.fighters.phases import begin_defence
from game.rules.manoeuvres.jumps import backfire, ftl
from game.rules.ordnance import markers
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.point_defence.level import level_odds
from game.rules.point_defence.ordnance_kinds import salvos_among
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import told
from tests.support.fighter_battles import PDS, carrier, craft, flight, give, hangar, refusal, table, used
from tests.support.settings.reform_rules import salvos_at, salvos_meet

WIDE = ("FP", "F", "FS")
LAUNCHERS = (Mount("", "sml", arcs=WIDE), Mount("", "magazine", size=8), Mount("", "heavy_missile", arcs=("F",)))
HANGARS = (hangar(), hangar("attack"), hangar("interceptor"), PDS)


def raid(text: str = "place SML 32,24", *more: Mount, **rules: object) -> ThrustState:
    """Markers lie near Rook, which has a group of each of three types beside it; Rook screens nobody."""
    bow = carrier("bow", "crimson", (12.0, 24.0), *LAUNCHERS, *more)
    bow.course = bow.facing = 3
    rook = carrier("rook", "azure", (36.0, 24.0), *HANGARS, hull=60)
    battle = table(bow, rook, **rules)
    give(battle, PlaceMarkers.parse("bow", text))
    for key in "abc":
        flight(battle, "rook", f"HGR{key}", (34.0, 22.0))
    told(partial(markers.take_targets, battle))
    battle.acted.clear()
    return battle


def left(battle: ThrustState, key: Id = "bow.SML") -> int:
    one = battle.counters[key]
    return one.count - one.wounds if one.in_play else 0


def test_a_group_shoots_at_a_salvo_on_5_or_more() -> None:
    """5 and 6 kill one each, the 6 rolls again; a die of 6 for a missile shot down takes a fighter."""
    battle = raid()
    order = AssignAttack.parse("rook.HGRa", "attack bow.SML")
    assert "bow.SML" in AssignAttack("rook.HGRa").domain(battle)["target"]
    assert "2.4 of 6 on average" in order.risks(battle)[0].words
    give(battle, order)
    # six craft, the die of the 6; then three for debris
    told(partial(begin_defence, battle), 5, 6, 1, 2, 3, 4, 5, 6, 1, 2)
    assert left(battle) == 3 and craft(battle, "rook.HGRa") == 5 and used(battle, "rook.HGRa") == 1


def test_heavy_missiles_fall_on_a_6_and_attack_fighters_shoot_at_none() -> None:
    battle = raid("place HM 32,24")
    assert "do not shoot at missiles" in refusal(battle, AssignAttack.parse("rook.HGRb", "attack bow.HM")).why
    give(battle, AssignAttack.parse("rook.HGRc", "attack bow.HM"))
    told(partial(begin_defence, battle), 5, 5, 5, 5, 5, 6, 1)
    assert battle.counters["bow.HM"].removed_reason == "shot down"


def test_a_bolt_loses_strength_on_a_6_but_under_the_level_nobody_shoots_at_it() -> None:
    bolt = Mount("", "plasma", 3, WIDE)
    battle = raid("place PB3 32,24", bolt)
    give(battle, AssignAttack.parse("rook.HGRa", "attack bow.PB3"))
    told(partial(begin_defence, battle), 6, 6, 5, 1, 1, 1)
    found = battle.counters["bow.PB3"]
    assert isinstance(found, Bolt) and found.count == 1
    reformed = raid("place PB3 32,24", bolt, pd_rules="pdl")
    assert "plasma bolts" in refusal(reformed, AssignAttack.parse("rook.HGRa", "attack bow.PB3")).why


def test_a_second_move_brings_it_near() -> None:
    battle = raid()
    flight(battle, "rook", "HGRa", (44.0, 24.0))
    assert "too far: 12 of 6 MU" in refusal(battle, AssignAttack.parse("rook.HGRa", "attack bow.SML")).why
    order = AssignAttack("rook.HGRa").against(battle, "bow.SML")
    assert order is not None and order.to is not None
    give(battle, order)
    told(partial(begin_defence, battle), 1, 1, 1, 1, 1, 1)
    assert used(battle, "rook.HGRa") == 2


def test_one_combat_a_turn() -> None:
    """A group that shoots at missiles does not answer an enemy who meets it, and adds no dice to a ship it screens."""
    battle = raid(pd_rules="pdl")
    give(battle, MoveFighters("rook.HGRa", screen="rook"))
    battle.acted.clear()
    give(battle, AssignAttack.parse("rook.HGRa", "attack bow.SML"))
    assert battle.counters["rook.HGRa"].in_play
    told(partial(begin_defence, battle), 1, 1, 1, 1, 1, 1)
    assert "has shot at missiles" in refusal(battle, Commit.parse("rook", "commit rook.HGRa")).why


def test_a_salvo_that_has_lost_missiles_lowers_the_level_unless_a_house_rule_says_otherwise() -> None:
    """At level 5 two whole salvos and one of three missiles, then one of three alone: band 2–3, or 4–6, in odds and
    battle."""
    means = [
        level_odds(battle, battle.ships["prey"], clusters(battle, battle.ships["prey"], {}), None).mean
        for battle in (salvos_at({"partial_salvos": True}, 0, 0, 3), salvos_at({"partial_salvos": False}, 0, 0, 3))
    ]
    assert means == pytest.approx([3.5 * (10 / 6 * 2 + 9 / 6), 3.5 * 3 * 1])
    for counts, lost in ((True, (4, 4, 3)), (False, (3, 3, 3))):
        battle = salvos_at({"partial_salvos": counts}, 0, 0, 3)
        told(partial(resolve, battle), *(face for hits in lost for face in (6, *(1,) * hits)))
        assert battle.ships["prey"].hull == 60 - sum(lost)
    assert salvos_meet({"partial_salvos": False}, 3) == salvos_meet({"partial_salvos": True}, 3) == [5]


@pytest.mark.parametrize(("kills", "hits"), [(0, 6), (4, 2), (6, 0)])
def test_missiles_shot_down_hit_nothing_under_the_level_either(kills: int, hits: int) -> None:
    """What is left of a salvo is the most that hits, in the odds as in the battle (point-defence-and-fighters/8)."""
    battle = raid(pd_rules="pdl")
    give(battle, AssignAttack.parse("rook.HGRa", "attack bow.SML"))
    told(partial(begin_defence, battle), *(5,) * kills, *(1,) * (6 - kills), *(1,) * kills)
    rook, salvo = battle.ships["rook"], battle.counters["bow.SML"]
    assert isinstance(salvo, Salvo) and salvos_among([salvo], BY_THE_BOOK) == (hits > 0)
    best = max(lost for lost, chance in enumerate(level_odds(battle, rook, [(salvo, ())], None).chances) if chance)
    assert best == 6 * hits
    told(partial(roll_levels, battle))
    told(partial(resolve, battle), 6, *(1,) * hits)
    assert rook.hull == 60 - hits


def test_a_group_that_is_met_while_it_shoots_at_missiles_does_not_shoot_back() -> None:
    battle = raid()
    foe = carrier("foe", "crimson", (60.0, 24.0))
    battle.ships["foe"] = foe
    give(battle, AssignAttack.parse("rook.HGRa", "attack bow.SML"))
    flight(battle, "foe", "HGRa", (36.0, 22.0))
    give(battle, AssignAttack.parse("foe.HGRa", "attack rook.HGRa"))
    told(partial(begin_defence, battle), 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # six of the foe, then five at the salvo
    assert craft(battle, "rook.HGRa") == 5 and craft(battle, "foe.HGRa") == 6


# -- jumps and backfires -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spent", "may", "at"), [(4, True, (36.0, 31.0)), (6, True, None), (4, False, None)])
def test_groups_fly_clear_of_a_jump_and_markers_are_lost(spent: int, may: bool, at: tuple[float, float] | None) -> None:
    """MV-11.1, MV-11.2: from 4 MU off to 7 for a point of endurance; without any, or where it may not, it is lost."""
    battle = raid()
    flight(battle, "rook", "HGRa", (36.0, 28.0), endurance_used=spent)
    flight(battle, "rook", "HGRb", (36.0, 30.1))
    ftl.BURSTS.set(battle, (ftl.JumpBurst((36.0, 24.0), may, ftl.REVISED),))
    told(partial(near_jumps, battle))
    one = battle.counters["rook.HGRa"]
    assert (one.at if one.in_play else None) == at and (at is None or used(battle, one.id) == spent + 1)
    assert battle.counters["rook.HGRb"].in_play and used(battle, "rook.HGRb") == 0
    assert not battle.counters["bow.SML"].in_play and not ftl.BURSTS.of(battle)


def test_groups_brave_a_backfire_and_markers_in_its_wake_are_shot_at() -> None:
    """MV-12.6: a point of endurance, or lost; point-defence dice 4, 6 and 2 again at a salvo in the strip."""
    battle = raid("place SML 32,24", **{"man.GB": True})
    ship = battle.ships["bow"]
    ship.at, ship.facing, ship.path = (34.0, 24.0), 12, ((34.0, 20.0), (34.0, 30.0))
    backfire.SHOCK.set(battle, "bow", backfire.Shock(4, False, frozenset()))
    flight(battle, "rook", "HGRa", (34.0, 21.0))
    flight(battle, "rook", "HGRb", (34.0, 21.0), endurance_used=6)
    flight(battle, "rook", "HGRc", (44.0, 30.0))
    told(partial(in_backfire, battle))
    assert (used(battle, "rook.HGRa"), battle.counters["rook.HGRb"].in_play, used(battle, "rook.HGRc")) == (1, False, 0)
    battle.counters["bow.SML"] = update_counter(battle, battle.counters["bow.SML"], at=(34.2, 25.0))
    told(partial(in_wakes, battle), 4, 6, 2)
    assert used(battle, "rook.HGRa") == 2 and left(battle) == 3
    give(battle, AssignAttack.parse("rook.HGRc", "fly 33,30 attack none"))
    assert used(battle, "rook.HGRc") == 2, "the move, and the wake that it crosses"
