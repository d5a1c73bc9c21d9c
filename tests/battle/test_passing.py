"""Those who can do nothing are passed over by orders that a save keeps; where nobody can, one line says so
(1.4/firing)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.idling import passed_over
from game.battle.loader import new_save, open_battle, resume
from game.core.orders import Illegal
from game.rules.turn_order import holding_words
from tests.support.battles import paper

FAR = ROOT / "scenarios" / "full_thrust" / "long_line.yaml"  # nobody is in range in the first turn
NEAR = paper(
    "One of three bears",
    """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 0}
  halyard: {side: azure, design: halyard, at: [2, 2], course: 9, velocity: 0}
  plover:  {side: azure, design: plover, at: [2, 6], course: 9, velocity: 0}
  vesper:  {side: amber, design: vesper, at: [30, 20], course: 9, velocity: 0}
""",
    seed=11,
)


def firing(path: Path, **house: object) -> Battle:
    """Return a battle as ships begin to fire, nobody having been told to go anywhere."""
    battle = open_battle(path, house=house, seed=1).battle
    while battle.phase.name != "Ships fire":
        assert battle.phase.idle is not None
        asked = [one for one in battle.prompts() if not battle.phase.secret or one.side not in battle.state.ready]
        battle.play(battle.phase.idle(battle.state, asked[0]))
    return battle


@pytest.fixture
def near(tmp_path: Path) -> Path:
    path = tmp_path / "near.yaml"
    path.write_text(NEAR, encoding="utf-8")
    return path


def test_where_nobody_can_fire_one_order_ends_the_phase_and_one_line_says_so() -> None:
    battle = firing(FAR)
    before = len(battle.log)
    order = passed_over(battle)
    assert order is not None and str(order) == "hold" and order.by == battle.prompts()[0].side
    battle.play(order)
    assert battle.state.turn == 2
    assert [event.text for event in battle.log[before:] if event.phase == 9] == ["No ship has anything to fire at"]


def test_the_house_rule_keeps_every_question() -> None:
    battle = firing(FAR, ask_every_ship=True)
    assert passed_over(battle) is None
    assert len(battle.prompts()[0].waiting) == 12


def test_a_side_keeps_its_turn_until_its_last_ship_that_bears_has_fired(near: Path) -> None:
    battle = firing(near)
    if battle.prompts()[0].side == "amber":
        battle.play(battle.read("vesper", "hold"))
    assert set(battle.prompts()[0].waiting) == {"lancet", "halyard", "plover"} and passed_over(battle) is None
    battle.play(battle.read("lancet", "hold"))
    if "vesper" in battle.prompts()[0].waiting:
        assert passed_over(battle) is None, "it bears"
        battle.play(battle.read("vesper", "hold"))
    order = passed_over(battle)
    assert order is not None and order.by == "azure"
    battle.play(order)
    assert "Azure League has nothing more to fire at" in [event.words(battle.state.names) for event in battle.log]


def test_a_side_holds_the_fire_of_the_rest_at_a_word(near: Path) -> None:
    battle = firing(near)
    if battle.prompts()[0].side == "amber":
        battle.play(battle.read("vesper", "hold"))
    with pytest.raises(Illegal, match="one by one"):
        battle.play(battle.read("azure", "fire B1>vesper"))
    battle.play(battle.read("azure", "hold"))
    assert "No ship of Azure League fires" in [event.words(battle.state.names) for event in battle.log]


def test_only_ships_that_are_left_are_called_the_rest(near: Path) -> None:
    state = firing(near).state
    assert holding_words(state, "azure") == "No ship of {azure} fires"
    state.acted.add("lancet")
    assert holding_words(state, "azure") == "The rest of {azure} hold fire"
    assert holding_words(state, "amber") == "No ship of {amber} fires"


def test_what_older_programs_wrote_for_such_ships_is_still_played(near: Path) -> None:
    """Every ship holds its fire by an order of its own, as was asked for before anybody was passed over."""
    battle = firing(near)
    while battle.phase.name == "Ships fire":
        battle.play(battle.read(battle.prompts()[0].waiting[0], "hold"))
    assert battle.verify() == []


def test_what_was_passed_over_stands_in_the_save_and_is_played_from_there(tmp_path: Path) -> None:
    opened = open_battle(FAR, seed=1)
    recorder = new_save(opened, tmp_path)
    for side in opened.battle.state.sides:
        opened.battle.play(opened.battle.read(side, "lock"))
    order = passed_over(opened.battle)
    assert order is not None
    opened.battle.play(order)
    recorder.close()
    again, recorder = resume(recorder.journal.path)
    recorder.close()
    assert [str(one.order) for one in again.battle.records] == ["lock", "lock", "hold"]
    assert again.battle.state.turn == 2 and again.battle.verify() == []


def test_the_line_does_not_tell_how_many_bogeys_are_ships() -> None:
    """Dummies have nothing to fire with and are not asked; whoever reads the log cannot count those that are (6.19)."""
    path = ROOT / "scenarios" / "full_thrust" / "dark_passage.yaml"
    battle = firing(path)
    while battle.phase.name == "Ships fire":
        side = battle.prompts()[0].side
        before = len(battle.log)
        battle.play(battle.read(side, "hold"))
        (line, *_) = battle.log[before:]
        assert not any(letter.isdigit() for letter in line.text)
        assert not any(f"{{{key}}}" in line.text for key in battle.state.ships)
