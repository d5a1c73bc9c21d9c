"""Luck of dice that are no shots of guns: boarding, pulses, interception, special warheads; and ships that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.account.account import Account, account_of
from game.account.luck import Luck
from game.account.tables import SHORT, as_text, explanations
from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.loader import load_start_text, open_battle
from game.battle.script import run
from game.core.events import ScoreUnit
from game.rules.special.boarding import chance_to_capture, factor

SHOWN = ROOT / "scenarios" / "demonstrations"
PASSAGE = ROOT / "scenarios" / "full_thrust" / "dark_passage.yaml"


def played(path: Path) -> Battle:
    opened = open_battle(path)
    assert run(opened) == []
    return opened.battle


def counted(account: Account, unit: ScoreUnit) -> dict[tuple[str, str], Luck]:
    """Luck in a unit, by weapon and side."""
    return {(one.weapon, one.side): one.luck for one in account.weapons if one.luck.unit == unit}


def figures(luck: Luck) -> tuple[int, int, int]:
    return luck.shots, luck.scored, luck.rolled


def test_a_fight_of_boarders_counts_once_and_the_prize_is_the_boarders() -> None:
    """However many rounds they fight, it is one fight, with the chance that it had before the first die."""
    battle = played(SHOWN / "full_thrust" / "boarding.yaml")
    account = account_of(battle.view(None))
    (luck,) = counted(account, "captures").values()
    boarder = next(one for one in account.ships if one.put_out)
    taken = next(one for one in account.ships if one.end == "captured")
    assert figures(luck) == (1, 1, 1) and luck.expected == pytest.approx(luck.at_least)
    assert taken.by == boarder.id and boarder.put_out == (taken.id,)
    before = open_battle(SHOWN / "full_thrust" / "boarding.yaml").battle.state.ships
    assert luck.expected == pytest.approx(chance_to_capture(factor(before[boarder.id]), factor(before[taken.id])))


def test_both_bands_of_a_boarding_have_their_luck() -> None:
    """A die of crew kills in two faces of six, a marine's in four; each round counts by itself."""
    battle = played(SHOWN / "full_sail" / "boarded_and_boarding_back.yaml")
    rounds = [line for line in battle.view(None).log if line.weapon == "Boarding"]
    account = account_of(battle.view(None))
    by_side = counted(account, "crew")
    assert len(by_side) == 2 and sum(luck.shots for luck in by_side.values()) == 2 * len(rounds) > 0
    kills = sum(die.scored for line in rounds for die in line.dice)
    assert sum(luck.rolled for luck in by_side.values()) == kills
    assert all(luck.expected > 0 for luck in by_side.values())


def test_grapples_that_hold_are_counted_as_throws() -> None:
    battle = played(SHOWN / "full_sail" / "grapples.yaml")
    thrown = [line for line in battle.view(None).log if line.weapon == "Grapples" and line.score]
    account = account_of(battle.view(None))
    held = counted(account, "grapples")
    assert thrown and sum(luck.shots for luck in held.values()) == len(thrown)
    assert sum(luck.rolled for luck in held.values()) == sum("miss" not in line.result for line in thrown)
    assert account.unit == "points", "throws do not make an account one of hits"


def test_pulses_of_a_volley_count_beside_the_shot_that_hit() -> None:
    battle = played(SHOWN / "power_hex" / "a_volley_of_pulses.yaml")
    volleys = [line for line in battle.view(None).log if line.rule == "power/8.2"]
    found = counted(account_of(battle.view(None)), "pulses")
    assert volleys and sum(luck.rolled for luck in found.values()) == sum(
        int(line.result.split()[0]) for line in volleys
    )
    for line in volleys:
        assert line.score and sum(line.score.chances) == pytest.approx(1) and line.score.chances[line.score.rolled] > 0


def test_guns_that_meet_a_volley_count_what_they_stop() -> None:
    battle = played(SHOWN / "power_hex" / "a_volley_of_pulses.yaml")
    met = [line for line in battle.view(None).log if line.rule == "power/8.1" and line.dice]
    for line in met:
        assert line.score and line.score.unit == "craft" and sum(line.score.chances) == pytest.approx(1)


def test_a_special_warhead_counts_whether_it_took_effect() -> None:
    """A pulse against two screens works on 5 and 6; the missile has no dice of damage, so none are counted."""
    account = account_of(played(SHOWN / "full_thrust" / "steered_missiles.yaml").view(None))
    luck = counted(account, "warheads")["EMP missile", "azure"]
    assert figures(luck) == (1, 1, 1) and luck.expected == pytest.approx(1 / 3)
    assert ("EMP missile", "azure") not in counted(account, "points")
    assert "special warheads that took effect" in " ".join(explanations(account)) and SHORT["warheads"] in as_text(
        account
    )


# -- ships that are none -----------------------------------------------------------------------------------------------


def test_a_dummy_is_no_ship_of_the_account_once_it_is_known() -> None:
    """Azure has revealed it; Amber knew from the beginning."""
    battle = played(SHOWN / "full_thrust" / "bogeys.yaml")
    assert battle.state.ships["b2"].dummy
    for side in (None, "azure", "amber"):
        account = account_of(battle.view(side))
        assert "b2" not in {ship.id for ship in account.ships}, side
        assert [one.ships for one in account.sides if one.id == "amber"] == [1], side


def test_an_account_does_not_tell_a_dummy_from_a_ship(tmp_path: Path) -> None:
    """The other seat is given one and the same account, whether a bogey is a ship or none; its own seat is not."""
    text = PASSAGE.read_text(encoding="utf-8")
    other = tmp_path / "other.yaml"
    assert "name: Kiln" in text
    other.write_text(text.replace("name: Kiln", "name: Kiln, dummy: true"), encoding="utf-8")
    before, after = (open_battle(path, seed=3).battle for path in (PASSAGE, other))
    assert as_text(account_of(before.view("azure"))) == as_text(account_of(after.view("azure")))
    own = [
        next(one.ships for one in account_of(battle.view("amber")).sides if one.id == "amber")
        for battle in (before, after)
    ]
    assert own[0] == own[1] + 1


OFF_THE_MAP = """
version: 1
title: Off the Edge
system: power-hex
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30], floating: false}
ships:
  bastion: {side: halden, design: bastion, at: [2, 15], course: 10, velocity: 5}
  helix: {side: oreth, design: helix, at: [24, 2], course: 10, velocity: 4}
"""


def test_a_ship_that_leaves_the_map_is_not_called_destroyed() -> None:
    battle = load_start_text(OFF_THE_MAP, "off.yaml").battle
    battle.play(battle.view("halden").draft("bastion"))
    (line,) = [one for one in battle.log if one.kind == "lost"]
    assert (line.leaves, line.fate, line.result) == ("map", "left", "")
    ships = {one.id: one for one in account_of(battle.view(None)).ships}
    assert (ships["bastion"].end, ships["helix"].end) == ("left", "")
