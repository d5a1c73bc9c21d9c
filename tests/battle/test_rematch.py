"""A battle once more: from the same start by other dice, on the same sides or with the players changing sides."""

from __future__ import annotations

from pathlib import Path

from game.battle.battle import fingerprint
from game.battle.loader import Opened, load_start, new_save, open_battle
from game.battle.rematch import places_words, rematch
from game.players.match import Match
from tests.support.battles import SCENARIOS

TAVIRA = next(path for path in SCENARIOS if path.stem == "tavira_passage")


def fought(path: Path = TAVIRA, players: dict[str, str] | None = None) -> Opened:
    """Return a battle of two turns."""
    opened = open_battle(path, seed=5, players=players)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 5).play(2)
    return opened


def test_it_begins_where_the_other_began_with_other_dice_and_no_order() -> None:
    for path in SCENARIOS:
        opened = fought(path)
        again, twin = rematch(opened, seed=6), open_battle(path, seed=6)
        assert fingerprint(again.battle.state) == fingerprint(twin.battle.state), path.stem
        assert not again.battle.records and len(opened.battle.records) > 2
    assert rematch(opened).battle.seed != opened.battle.seed


def test_a_rematch_of_a_save_has_its_house_rules_and_can_be_saved_and_verified(tmp_path: Path) -> None:
    first = open_battle(TAVIRA, seed=5, house={"core_systems": True})
    new_save(first, tmp_path, tmp_path / "first.yaml").close()
    again = rematch(load_start(tmp_path / "first.yaml"))
    assert again.battle.state.house == first.battle.state.house
    recorder = new_save(again, tmp_path, tmp_path / "again.yaml")
    Match(again.battle, dict.fromkeys(again.file.sides, "random"), 1).play(2)
    recorder.close()
    saved = open_battle(tmp_path / "again.yaml")
    assert saved.battle.seed == again.battle.seed and saved.battle.verify() == []
    assert fingerprint(saved.battle.state) == fingerprint(again.battle.state)


def test_swapped_each_player_has_the_other_side_and_fleets_keep_their_colours() -> None:
    opened = fought(players={"azure": "human", "amber": "random"})
    again = rematch(opened, swapped=True)
    assert {key: side.player for key, side in again.battle.state.sides.items()} == {"azure": "random", "amber": "human"}
    assert {key: side.seat for key, side in again.battle.state.sides.items()} == {"azure": 0, "amber": 1}
    assert not places_words(again.battle.state.sides)
    twice = rematch(again, swapped=True)
    assert twice.file.sides == opened.file.sides


def test_two_people_are_told_to_change_places() -> None:
    again = rematch(fought(), swapped=True)
    assert places_words(again.battle.state.sides) == "Change places: whoever had Azure League has Amber Pact now."
