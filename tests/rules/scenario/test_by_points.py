"""A battle file held to the points and the zones that both sides agreed on (full-thrust-base/9.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import designs_of
from game.battle.loader import Opened, new_save, open_battle
from game.core.state import AnyState
from game.fleets.muster import Muster
from game.fleets.placing import Placing
from game.formats.validation import BadFile
from game.rules.scenario.by_points import FREE, LIMITS, SPEEDS
from game.rules.scenario.house_rules import HOUSE
from game.sandbox.start_editor import of_state, plain
from game.systems import SYSTEMS

SPACE = SYSTEMS["full-thrust"]
ZONES = "(house rule Starting zones)"
BATTLE = """\
title: By points
system: full-thrust
house: {{{house}}}
sides:
  azure: {{name: Azure League, edge: left}}
  amber: {{name: Amber Pact{amber}}}
ships:
  lancet: {{side: azure, design: lancet, at: [{x}, 20], course: 3, velocity: {velocity}{more}}}
  rookery: {{side: amber, design: rookery, at: [67, 20], course: 9}}
"""


def faults(
    folder: Path, house: str, x: float = 6, velocity: int = 8, amber: str = ", edge: right", more: str = ""
) -> list[str]:
    path = folder / "battle.yaml"
    path.write_text(BATTLE.format(house=house, x=x, velocity=velocity, amber=amber, more=more), encoding="utf-8")
    try:
        open_battle(path)
    except BadFile as bad:
        return [f"{one.line}: {one.path}: {one.message}" for one in bad.problems]
    return []


def begun(folder: Path) -> Opened:
    """Return a battle that has begun by both rules and another."""
    assert faults(folder, "points_limit: 500, start_zone: 8, thresholds: batched") == []
    return open_battle(folder / "battle.yaml", seed=1)


def test_a_side_over_the_limit_is_refused_with_its_craft(tmp_path: Path) -> None:
    assert faults(tmp_path, "points_limit: 500") == []
    more = "}\n  plover: {side: amber, design: plover, at: [69, 10], course: 9"
    points = sum(SPACE.files.price(designs_of(SPACE)[key]) for key in ("plover", "rookery"))
    words = f"{points} points with its craft, {points - 500} over the limit of 500 (house rule Points a side)"
    assert points > 500 > sum(designs_of(SPACE)[key].points for key in ("plover", "rookery"))
    assert faults(tmp_path, "points_limit: 500", more=more) == [f"6: sides.amber: Amber Pact costs {words}"]
    assert faults(tmp_path, "points_limit: 1000", more=more) == faults(tmp_path, "", more=more) == []


def test_a_ship_outside_its_zone_or_too_fast_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path, "start_zone: 8") == []
    assert faults(tmp_path, "start_zone: 8", x=6.5) == [
        f"8: ships.lancet.at: Lancet begins 6.5 MU from the left edge, outside its zone of 6 MU {ZONES}"
    ]
    assert faults(tmp_path, "start_zone: 6") == [
        f"8: ships.lancet.velocity: Lancet begins at velocity 8, faster than 6 {ZONES}"
    ]
    assert faults(tmp_path, "start_zone: 8", amber="") == [
        f"6: sides.amber: Amber Pact has no edge to begin at {ZONES}"
    ]
    assert faults(tmp_path, "start_zone: 8", amber=", edge: top")[0].startswith("9: ships.rookery.at: ")
    assert len(faults(tmp_path, "start_zone: 6", x=30)) == 2
    assert faults(tmp_path, "start_zone: 6", x=30, more=", arrives: 3") == []


def test_a_side_may_have_a_zone_of_another_depth(tmp_path: Path) -> None:
    assert faults(tmp_path, "start_zone: 8", x=6.5, amber=", edge: right, zone: 5") == [
        f"8: ships.lancet.at: Lancet begins 6.5 MU from the left edge, outside its zone of 6 MU {ZONES}"
    ]
    path = tmp_path / "battle.yaml"
    path.write_text(path.read_text().replace("edge: left", "edge: left, zone: 12.5"))
    assert open_battle(path).battle.state.turn == 1
    path.write_text(path.read_text().replace("at: [6.5,", "at: [13,"))
    with pytest.raises(BadFile, match=r"outside its zone of 12\.5 MU"):
        open_battle(path)


def test_zones_are_shown_until_the_first_turn_is_over(tmp_path: Path) -> None:
    opened = begun(tmp_path)
    zones = opened.battle.view("azure").zones
    assert [(one.tone, one.outline[0], one.outline[2]) for one in zones] == [
        ("azure", (0, 0), (6, 48)), ("amber", (66, 0), (72, 48)),
    ]  # fmt: skip
    later = opened.battle.state.copy(opened.battle.state.ships)
    later.turn = 2
    assert SPACE.zones(later) == ()
    assert faults(tmp_path, "") == []
    assert open_battle(tmp_path / "battle.yaml").battle.view("azure").zones == ()


def test_without_the_rules_a_ship_begins_anywhere(tmp_path: Path) -> None:
    assert faults(tmp_path, "", x=36, velocity=20, amber="") == []


def test_a_choice_at_the_set_up_is_held_to_too(tmp_path: Path) -> None:
    assert faults(tmp_path, "", x=20) == []
    path = tmp_path / "battle.yaml"
    assert open_battle(path, house={"points_limit": 500}).battle.state.house["points_limit"] == 500
    with pytest.raises(BadFile, match="outside its zone"):
        open_battle(path, house={"start_zone": 12})


def test_a_save_goes_on_when_its_ships_have_left_their_zones(tmp_path: Path) -> None:
    opened = begun(tmp_path)
    recorder = new_save(opened, tmp_path)
    for side in ("azure", "amber"):
        opened.battle.play(opened.battle.read(side, "lock"))
    recorder.close()
    assert opened.battle.state.ships["lancet"].at[0] == 14
    assert open_battle(recorder.journal.path).battle.state.ships["lancet"].at[0] == 14


def test_a_start_from_the_middle_of_a_battle_is_free_of_them(tmp_path: Path) -> None:
    opened = begun(tmp_path)
    for side in ("azure", "amber"):
        opened.battle.play(opened.battle.read(side, "lock"))
    state: AnyState = opened.battle.state
    data, _ = of_state(opened.battle, state, plain(opened))
    assert data["house"] == {"thresholds": "batched"}


def test_what_two_fleets_agreed_on_stands_in_their_file() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_fields("by rule", order="by rule", house={"thresholds": "batched"})
    data = Placing(muster).data()
    assert data["house"] == {"thresholds": "batched", "points_limit": 1500, "start_zone": 8}
    assert Placing(muster).open_battle().battle.state.house["start_zone"] == 8
    muster.set_limit(1200)
    muster.set_fields("deeper", depth=9)
    data = Placing(muster).data()
    assert data["house"] == {"thresholds": "batched", "start_zone": 8}
    assert [side["zone"] for side in data["sides"].values()] == [9, 9]
    muster.set_limit(1000)
    muster.set_terms("free")
    assert "points_limit" not in Placing(muster).data()["house"]


@pytest.mark.parametrize("key", SYSTEMS)
def test_only_a_game_that_has_the_rules_is_held_to_them(key: str) -> None:
    muster = Muster(SYSTEMS[key])
    for seat in (0, 1):
        muster.deal(seat)
    muster.set_fields("by rule", order="by rule")
    found = Placing(muster).data().get("house", {})
    assert set(found) <= {rule.key for rule in SYSTEMS[key].house}
    assert ("start_zone" in found) == (key == "full-thrust")


def test_the_values_are_those_of_the_house_rules() -> None:
    values = {rule.key: tuple(value for value, _ in rule.values) for rule in HOUSE}
    assert (values["points_limit"], values["start_zone"]) == ((FREE, *LIMITS), (FREE, *SPEEDS))
