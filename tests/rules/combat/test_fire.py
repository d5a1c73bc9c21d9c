"""Firing: notation, fire control, rolling and what it does (full-thrust-base/1.4, 5.6, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from game.board.terrain import Body
from game.core.orders import Unreadable
from game.core.state import Table
from game.rules.combat.fire import Aimed, Fire, volley
from game.rules.ships.design import Mount
from tests.support.builders import design, ship, umpire
from tests.support.duel import BEAM1, BEAM3, FCS, NEEDLE, PACK, PORT, SCREEN, TUBE, allowed, duel, fire, refusal

# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "aimed"), [
    ("fire B2a>vesper PT>vesper N>cinder:SCR", (Aimed("B2a", "vesper"), Aimed("PT", "vesper"),
                                                Aimed("N", "cinder", "SCR"))),
    ("FIRE B2a > vesper, PT>vesper;N > cinder:SCR", (Aimed("B2a", "vesper"), Aimed("PT", "vesper"),
                                                     Aimed("N", "cinder", "SCR"))),
    ("hold", ()), ("hold fire", ()), ("  Hold ", ()),
])  # fmt: skip
def test_notation(text: str, aimed: tuple[Aimed, ...]) -> None:
    order = Fire.parse("lancet", text)
    assert order == Fire("lancet", aimed)
    assert Fire.parse("lancet", str(order)) == order


@pytest.mark.parametrize("text", [
    "fire", "fire ", "P2+3", "fire B3", "fire B3>", "fire >vesper", "fire B3>a>b", "fire B3>a:", "", "hold on",
])  # fmt: skip
def test_what_is_no_fire_order(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Fire.parse("lancet", text)
    assert caught.value.rule == "full-thrust-base/1.4/firing" and len(str(caught.value)) > 10


def test_aiming_and_silencing() -> None:
    order = Fire("lancet").aim("B3", "vesper").aim("N", "vesper", "SCR").aim("B3", "cinder")
    assert str(order) == "fire B3>cinder N>vesper:SCR"
    assert str(order.without("B3").without("N")) == "hold"


def test_the_form_lists_each_gun_with_each_target() -> None:
    battle = duel(BEAM3, NEEDLE, FCS)
    draft = Fire("lancet").aim("B3", "vesper")
    values = list(draft.domain(battle)["shots"])
    words = [draft.label_for("shots", value) for value in values]
    assert words[:3] == ["hold", str(draft), "B3>cinder"] and {"N>vesper:SCR", "N>vesper:DRV"} <= set(words)
    assert draft.fields(battle)[0].name == "shots"


# -- fire control ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "text", "rules", "legal"), [
    (1, "fire B3>vesper B1>vesper PT>vesper", {}, True),
    (1, "fire B3>vesper B1>cinder", {}, False),
    (2, "fire B3>vesper B1>cinder", {}, True),
    (1, "fire B3>vesper N>vesper:SCR", {}, False),
    (2, "fire B3>vesper N>vesper:SCR", {}, True),
    (1, "fire B3>vesper N>vesper:SCR", {"needle_control": False}, True),
    (1, "fire N>vesper:SCR", {}, True),
    (1, "fire N>vesper:SCR Nb>vesper:SCR", {}, True),
    (1, "fire N>vesper:SCR Nb>vesper:DRV", {}, False),
    (1, "fire B3>vesper PT>vesper", {"torpedo_control": True}, False),
    (2, "fire B3>vesper PT>vesper", {"torpedo_control": True}, True),
    (1, "fire PT>vesper PTb>vesper", {"torpedo_control": True}, True),
])  # fmt: skip
def test_fire_controls(count: int, text: str, rules: dict[str, Any], legal: bool) -> None:
    """One target each; needles, and by option torpedoes, take their own (full-thrust-base/5.6)."""
    battle = duel(BEAM3, BEAM1, TUBE, TUBE, NEEDLE, NEEDLE, *[FCS] * count, **rules)
    text = text.replace("PT>", "PTa>").replace("N>", "Na>")
    if legal:
        allowed(battle, text)
    else:
        why = refusal(battle, text)
        assert why.rule == "full-thrust-base/5.6" and "no fire control is left" in why.why


def test_a_lost_fire_control_counts_no_more() -> None:
    battle = duel(BEAM3, BEAM1, FCS, FCS)
    allowed(battle, "fire B3>vesper B1>cinder")
    battle.ships["lancet"].lost.add("FCSb")
    assert refusal(battle, "fire B3>vesper B1>cinder").rule == "full-thrust-base/5.6"


# -- rolling -----------------------------------------------------------------------------------------------------------


def test_labels_dice_and_events_of_a_shot() -> None:
    """The die of each gun has the gun and the target in its name; the line says how it was read."""
    battle = duel(BEAM3, TUBE, FCS, at=(0.0, 11.7), armour=2, hull=40)
    order = Fire.parse("lancet", "fire B3>vesper PT>vesper")
    rolled = umpire(6, 5, 4, 5, 4, 5)
    order.carry_out(battle, rolled)
    assert [roll.label for roll in rolled.rolls] == [
        "T1.9/fire/lancet/B3>vesper",
        "T1.9/fire/lancet/B3>vesper/again",
        "T1.9/fire/lancet/PT>vesper",
        "T1.9/fire/lancet/PT>vesper/damage",
    ]
    beam, tube, damage = rolled.log
    assert [(die.face, die.scored, die.again) for die in beam.dice] == [
        (6, True, False),
        (5, True, False),
        (4, False, False),
        (5, True, True),
    ]
    assert beam.reason == "11.7 MU, 3 dice; screen 1: only 5 and 6 score; the 6 rolls again"
    assert beam.result == "4 damage, 1 of it past armour" and beam.tone == "good" and beam.mounts == ("B3",)
    assert beam.line == ((0.0, 0.0), (0.0, 11.7)) and (beam.who, beam.whom) == ("lancet", "vesper")
    assert tube.reason == "11.7 MU, hits on 3 or more" and tube.result == "5 damage"
    assert (damage.kind, damage.harm) == ("damage", (("hull", 7), ("armour", 2)))
    assert battle.ships["vesper"].hull == 40 - 7 and battle.ships["vesper"].armour == (0,)


def test_all_hits_of_one_ship_on_one_target_are_one_attack() -> None:
    """Two guns end two rows together: one threshold check, after both have rolled (full-thrust-base/1.4, 5.3)."""
    battle = duel(Mount("", "torpedo", 1, ("F",)), Mount("", "torpedo", 1, ("F",)), FCS, hull=8)
    log = fire(battle, "fire PTa>vesper PTb>vesper", 6, 2, 6, 2, *(1,) * 4)
    assert [event.kind for event in log] == ["fire", "fire", "damage", "damage_check"]
    assert "2 rows end" in log[2].reason


def test_targets_are_resolved_in_the_order_of_their_first_mention() -> None:
    battle = duel(PORT, BEAM3, BEAM1, FCS, FCS)
    log = fire(battle, "fire B1>cinder B3>vesper B2>vesper", 4, 5, 1, 1, 1, 1)
    assert [event.whom for event in log] == ["cinder", "cinder", "vesper", "vesper", "vesper"]
    assert [event.kind for event in log] == ["fire", "damage", "fire", "fire", "damage"]


def test_holding_fire_is_an_activation() -> None:
    battle = duel(BEAM3, FCS)
    log = fire(battle, "hold")
    assert battle.acted == {"lancet"} and battle.last_side == "azure" and log[0].text == "{lancet} holds fire"


def test_a_shot_without_effect_leaves_no_line_of_damage() -> None:
    log = fire(duel(BEAM3, FCS), "fire B3>vesper", 1, 2, 3)
    assert [event.kind for event in log] == ["fire"] and log[0].result == "no damage" and log[0].tone == "plain"


def test_a_destroyed_target() -> None:
    battle = duel(BEAM3, FCS, hull=2, rerolls=False)
    log = fire(battle, "fire B3>vesper", 5, 5, 1)
    assert battle.ships["vesper"].removed_reason == "destroyed" and log[-1].kind == "lost"


def test_simultaneous_fire_lets_the_destroyed_answer() -> None:
    battle = duel(BEAM3, FCS, hull=2, rerolls=False, fire_effect="simultaneous")
    fire(battle, "fire B3>vesper", 5, 5, 1)
    vesper = battle.ships["vesper"]
    assert vesper.in_play and vesper.dies_after_phase
    fire(battle, "fire B3>lancet", 4, 4, 1, by="vesper")
    assert battle.ships["lancet"].hull == 10
    battle.acted.clear()
    assert "out of the battle" in refusal(battle, "fire B3>vesper").why


def test_a_needle_kills_for_good_and_before_the_check() -> None:
    """T-nb1 in full: a generator gone for good and one hull box; what is gone rolls no die in the check that
    follows."""
    battle = duel(NEEDLE, FCS, hull=4, armour=3)
    log = fire(battle, "fire N>vesper:SCR", 6, 1, 1, 1)
    vesper = battle.ships["vesper"]
    assert vesper.killed == {"SCR"} and vesper.hull == 3 and vesper.armour == (3,) and vesper.screen() == 0
    assert [event.kind for event in log] == ["fire", "damage", "damage", "damage_check"]
    assert log[1].mounts == ("SCR",) and "SCR" not in log[3].mounts


def test_a_screen_lost_to_a_needle_still_stops_the_other_guns_of_that_attack() -> None:
    battle = duel(NEEDLE, BEAM3, FCS, FCS)
    log = fire(battle, "fire N>vesper:SCR B3>vesper", 6, 4, 4, 4)
    assert log[1].result == "no damage"


def test_a_needle_takes_one_step_of_a_drive() -> None:
    battle = duel(NEEDLE, NEEDLE, FCS)
    fire(battle, "fire Na>vesper:DRV Nb>vesper:DRV", 6, 6)
    assert battle.ships["vesper"].thrust == 0 and battle.ships["vesper"].drive_hits == 2
    battle.acted.clear()
    assert "out of action already" in refusal(battle, "fire Na>vesper:DRV").why


def test_two_needles_at_one_system_kill_it_once() -> None:
    battle = duel(NEEDLE, NEEDLE, FCS)
    log = fire(battle, "fire Na>vesper:SCR Nb>vesper:SCR", 6, 6)
    assert sum(event.kind == "damage" and event.mounts == ("SCR",) for event in log) == 1


def test_a_needle_may_name_the_sort_of_system() -> None:
    """T-nb1 names “screen”: with two generators the sort means the first that still works."""
    battle = duel(NEEDLE, FCS, defences=(SCREEN,))
    battle.ships["vesper"].lost.add("SCRa")
    fire(battle, "fire N>vesper:SCR", 6)
    assert battle.ships["vesper"].killed == {"SCRb"}


def test_a_megabattery_burns_out() -> None:
    """T-b2, second half: two 1s, and the battery is beyond repair."""
    old = ship("lancet", built=design(Mount("", "beam", 4, ("F",)), FCS, profile="FT2"))
    battle = duel()
    battle.ships["lancet"] = old
    battle.house["rerolls"] = False
    fire(battle, "fire B4>vesper", 1, 1, 2, 3)
    assert old.killed == {"B4"}


def test_raking_from_astern_by_option() -> None:
    """From inside the target's aft arc armour does not help; from any other arc it does (full-thrust-base/4.4)."""
    for course, rakes, left in ((12, True, 3), (6, True, 0), (12, False, 0)):
        battle = duel(BEAM3, FCS, armour=3, aft_armour=rakes, rerolls=False)
        battle.ships["vesper"].facing = course
        fire(battle, "fire B3>vesper", 5, 5, 5)
        assert sum(battle.ships["vesper"].armour) == left


@pytest.mark.parametrize(("face", "shots_fired"), [(3, 0), (4, 1)])
def test_fire_into_dust_needs_a_lock(face: int, shots_fired: int) -> None:
    """One die for the ship and its target; without a lock nothing fires and no pack is spent
    (full-thrust-base/6.20)."""
    battle = duel(PACK, FCS, at=(0.0, 6.0))
    battle.table = Table(bodies=(Body("haze", "nebula", "Haze", (0.0, 8.0), 3.0),))
    log = fire(battle, "fire SMP>vesper", face, *(1, 2, 3) * shots_fired)
    assert sum(event.kind == "fire" for event in log) == shots_fired and log[0].rule.endswith("6.20/dust")
    assert bool(battle.ships["lancet"].spent) == bool(shots_fired)


def test_fire_out_of_dust_needs_a_lock_too() -> None:
    battle = duel(PACK, FCS, at=(0.0, 6.0))
    battle.table = Table(bodies=(Body("haze", "dust", "Haze", (0.0, -2.0), 3.0),))
    assert [event.kind for event in fire(battle, "fire SMP>vesper", 3)] == ["note"]


def test_with_too_few_fire_controls_a_volley_is_what_most_guns_share() -> None:
    battle = duel(NEEDLE, BEAM3, BEAM1, FCS, at=(0.0, 6.0))
    one = volley(battle, "lancet", "vesper")
    assert one is not None and [shot.mount for shot in one.shots] == ["B3", "B1"]
    both = volley(duel(NEEDLE, BEAM3, BEAM1, FCS, FCS, at=(0.0, 6.0)), "lancet", "vesper")
    assert both is not None and [str(shot) for shot in both.shots] == ["N>vesper:SCR", "B3>vesper", "B1>vesper"]
