"""Several groups picked by a box on a board of hexes and planned by one drag; what lies in the pointer's hex is
meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.board.hexes import Hex, at, hex_at, plus
from game.core.display import Stat
from game.core.orders import Id
from game.ui.board.labels.kept_clear import MANY
from game.ui.board.plotting.card import flown_words
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import ON_HEXES, boxed, flying, moved
from tests.ui.battle.hexes.test_counters import SHEARING

pytestmark = pytest.mark.usefixtures("still")
BOX = at((18, 8)), at((24, 0))  # about all of Amber's groups but Doline's b
TRIO = {"doline.HGRa", "swallet.HGRa", "swallet.HGRb"}
RULES = ("", "house: {range: true}\n", "house: {mu_per_hex: 2, hex12_rows: true}\n")


def plans(seat: Seated) -> dict[Id, str]:
    return {key: str(order) for key, order in seat.screen.model.drafts.items()}


def dragged(seat: Seated, key: Id, to: Hex) -> None:
    seat.lift(key, at(to))
    seat.drop(at(to))
    seat.settle()


def boxed_three(folder: Path, monkeypatch: pytest.MonkeyPatch, rules: str = "") -> Seated:
    seat = flying(folder, text=ON_HEXES + rules)
    boxed(seat, *BOX, monkeypatch)
    return seat


def test_a_box_picks_all_groups_in_it_also_those_that_share_a_hex(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = boxed_three(tmp_path, monkeypatch)
    assert set(seat.screen.board_input.group.keys) == TRIO
    assert seat.screen.model.chosen in TRIO and seat.screen.scene.over.picked == seat.screen.board_input.group.keys


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("step", [(-10, 2), (3, -4), (0, 5), (-7, 9)])
def test_one_drag_carries_all_as_many_hexes_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, step: Hex
) -> None:
    seat = boxed_three(tmp_path, monkeypatch, rules)
    state = seat.screen.model.view.state
    dragged(seat, "swallet.HGRa", plus((22, 4), step))
    for key in TRIO:
        here = plus(hex_at(state.counters[key].at), step)
        assert plans(seat)[key] == f"fly {here[0]},{here[1]}"
        ghost = seat.screen.scene.ghosts.get(key, seat.screen.model.ghost)
        assert ghost is not None and ghost.at == at(here)


def test_who_cannot_go_so_far_goes_as_near_as_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map ends before two of them are where the third is dragged; a plan that is not allowed is never made."""
    seat = boxed_three(tmp_path, monkeypatch)
    dragged(seat, "swallet.HGRa", (1, 25))
    assert plans(seat) == {"swallet.HGRa": "fly 1,25", "doline.HGRa": "fly 0,25", "swallet.HGRb": "fly 0,25"}
    for key, text in plans(seat).items():
        seat.battle.view("amber").read(key, text).check(seat.battle.state)


def test_plans_are_flown_one_by_one_as_their_turns_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = boxed_three(tmp_path, monkeypatch)
    dragged(seat, "swallet.HGRa", (18, 1))
    kept = {key: text for key, text in plans(seat).items() if key != "swallet.HGRa"}
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "swallet.HGRa: fly 18,1" and seat.screen.model.side == "azure" and not plans(seat)
    seat.press("main")
    seat.press("main")
    seat.settle()
    assert seat.screen.model.side == "amber" and plans(seat) == kept


def test_a_box_picks_groups_of_the_game_that_pivots_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flights = "counters: {pinfold.HGRa: {at: [8, 8], course: 3}, pinfold.HGRb: {at: [8, 6], course: 3}}\n"
    seat = Seated(tmp_path, SHEARING + flights)
    assert seat.until(lambda now: now.battle.phase.name == "Move fighters" and now.screen.model.side == "azure", 4)
    boxed(seat, at((3, 14)), at((14, -2)), monkeypatch)
    dragged(seat, "pinfold.HGRa", (11, 7))
    assert plans(seat) == {"pinfold.HGRa": "fly 11,7", "pinfold.HGRb": "fly 11,5"}


def test_a_friend_in_the_hex_of_the_pointer_is_screened_and_beside_it_nobody(tmp_path: Path) -> None:
    seat = flying(tmp_path, text=ON_HEXES)
    dragged(seat, "swallet.HGRa", (26, 4))
    assert plans(seat) == {"swallet.HGRa": "screen swallet"}
    dragged(seat, "swallet.HGRa", (25, 4))
    assert plans(seat) == {"swallet.HGRa": "fly 25,4"}


@pytest.mark.parametrize(
    ("to", "order"), [((10, 9), "attack pinfold"), ((14, 1), "fly 14,1 attack none"), ((15, 2), "attack pinfold.HGRb")]
)
def test_an_enemy_in_the_hex_of_the_pointer_is_attacked(tmp_path: Path, to: Hex, order: str) -> None:
    """Pinfold has moved to 10,9. From 12,4 it and the group at 15,2 are within 6 hexes."""
    seat = moved(flying(tmp_path, text=ON_HEXES), swallet_HGRa="fly 12,4")
    while "swallet.HGRa" not in seat.battle.prompts()[0].waiting:
        key = seat.battle.prompts()[0].waiting[0]
        seat.battle.play(seat.battle.read(key, "attack none"))
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert hex_at(seat.battle.state.ships["pinfold"].at) == (10, 9)
    dragged(seat, "swallet.HGRa", to)
    assert plans(seat) == {"swallet.HGRa": order}


@pytest.mark.parametrize("rules", RULES)
def test_an_enemy_out_of_reach_is_attacked_after_a_second_move(tmp_path: Path, rules: str) -> None:
    seat = moved(flying(tmp_path, text=ON_HEXES + rules), doline_HGRb="fly 19,4")
    while "doline.HGRb" not in seat.battle.prompts()[0].waiting:
        key = seat.battle.prompts()[0].waiting[0]
        seat.battle.play(seat.battle.read(key, "attack none"))
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    there = hex_at(seat.battle.state.ships["pinfold"].at)
    dragged(seat, "doline.HGRb", there)
    text = plans(seat)["doline.HGRb"]
    assert text.startswith("fly ") and text.endswith(" attack pinfold")
    seat.battle.view("amber").read("doline.HGRb", text).check(seat.battle.state)


def test_how_far_a_group_flies_is_told_in_hexes(tmp_path: Path) -> None:
    seat = flying(tmp_path, text=ON_HEXES + RULES[2])
    seat.lift("swallet.HGRa", at((14, 8)))
    scene = seat.screen.scene
    assert flown_words(scene, scene.view.state.known_piece("swallet.HGRa"), 8.0) == "Broadsword   8 of 12 hexes"
    sheet = seat.screen.model.view.sheet("swallet.HGRa")
    assert Stat("Flight", "12 hexes", "", "full-thrust-base/7.3") in sheet.stats


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_names_stay_by_their_ships_while_a_group_may_fly_nearly_anywhere(tmp_path: Path, size: tuple[int, int]) -> None:
    """Its ends leave hardly a hex free, and names may lie over them: no heap of all names far from their ships."""
    seat = Seated(tmp_path, (ROOT / "scenarios" / "hex12" / "over_the_rows.yaml").read_text(encoding="utf-8"), size)
    for by, text in (("pinfold", "LA HGRa HGRb"), ("azure", "lock"), ("doline", "LA HGRa HGRb"), ("amber", "lock")):
        seat.battle.play(seat.battle.read(by, text))
    seat.screen.sit(seat.battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert len({one.at for one in seat.screen.scene.asked.destinations}) >= MANY
    assert max(len(word.keys) for word in seat.screen.board._plan.names) < 3
