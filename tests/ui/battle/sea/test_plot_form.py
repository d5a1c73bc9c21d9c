"""A plot at sea on the screen: chips where ground stops it, rings round others, the speeds that thrust and wind
leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.core.display import Ring
from game.systems.full_sail.parts import CourseWheel
from game.ui.board.label_engine.pictures import Placer, Word, place_chip
from game.ui.board.labels import toll_chips
from game.ui.board.plotting import card
from game.ui.games.full_sail import wheel as wheel_of
from game.ui.render.shapes import heading
from game.ui.toolkit.blocks import StepperValue
from tests.support.ui.battle_driver import Seated
from tests.support.ui.own_overlays import shown

BATTLE = """
version: 1
title: Off the rocks
system: full-sail
seed: 5
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table:
  wind_speed: 16
  wind_from: 11
  terrain:
  - {kind: island, name: Gull Holm, at: [31, 30], outline: [[-2, -2], [-2, 2], [2, 2], [2, -2]]}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 26], course: 2, velocity: 12}
  tern: {side: merrow, design: tern, at: [24, 26], course: 2, velocity: 8}
  aiglette: {side: auvrac, design: aiglette, at: [42, 22], course: 10, velocity: 9}
victory: {kind: last-side, turns: 20}
"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_chip_by_the_shore_tells_what_stopping_there_costs(
    still: None, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[tuple[str, Rect]]()

    def noted(placer: Placer, string: str, *rest: Any) -> Word | None:
        word = place_chip(placer, string, *rest)
        if word:
            said.append((string, word.rect))
        return word

    monkeypatch.setattr(toll_chips, "place_chip", noted)
    seat = Seated(tmp_path, BATTLE, size)
    seat.screen.commands.choose("halcyon")
    seat.look()
    tolls = {one.toll for one in seat.screen.scene.asked.destinations if one.toll}
    assert tolls
    words, rect = said[-1]
    assert words.startswith("stops here: D6 + ") and words.endswith(" damage")
    assert all(toll in words or " to " in words for toll in tolls)
    assert seat.screen.board.camera.rect.contains(rect)
    stops = [one.at for one in seat.screen.scene.asked.destinations if one.toll]
    assert min(((x - rect.centerx) ** 2 + (y - rect.centery) ** 2) ** 0.5 for x, y in map(seat.xy, stops)) < 260
    said.clear()
    seat.screen.commands.choose("tern")
    seat.screen.commands.choose("aiglette")
    seat.look()
    assert not said, "an enemy's ends are not in hand"


def test_speeds_stand_beside_the_change_of_speed_and_follow_the_helm(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")

    def told() -> list[str]:
        seat.look()
        return [one.note for one in seat.screen.focus.widgets if isinstance(one, StepperValue)]

    assert told() == ["6 to 16"]
    seat.press("turn S2")
    assert told() == ["8 to 16"]
    seat.press("special back sails")
    assert told() == [""]


def test_a_chip_that_stands_off_the_end_it_tells_of_has_a_leader(still: None) -> None:
    word = Word(Surface((60, 20)), Rect(100, 100, 60, 20), (100, 100))
    assert toll_chips._with_leader(word, (94.0, 110.0)).leader is None
    leader = toll_chips._with_leader(word, (20.0, 50.0)).leader
    assert leader and leader[:2] == ((20.0, 50.0), (100, 100))


def test_the_wheel_is_faint_where_it_crosses_another_ship(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    seat.settle()
    scene, camera = seat.screen.scene, seat.screen.board.camera
    wheel = shown(scene, CourseWheel)
    assert wheel and len(wheel.sectors) > len(crossed := [*wheel_of._crossed_directions(camera, scene, wheel)]) > 0
    tern = seat.battle.state.ships["tern"]
    assert all(abs(heading(camera.xy(wheel.at), camera.xy(tern.at)) - turn) < 60 for turn in crossed)


def test_rings_stand_round_friends_and_enemies_that_hold_on(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    labels = [one.label for one in seat.screen.scene.hand.overlays if isinstance(one, Ring)]
    assert labels == ["an end in a ring fouls its ship on 4, 5, 6 if it holds on", ""]  # one banner for all


def test_speed_is_called_so_on_the_sheet_under_the_pointer_and_on_the_card(
    still: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, drawn, draw = Seated(tmp_path, BATTLE), list[tuple[tuple[str, str], ...]](), card.card_picture

    def noted(notation: str, figures: tuple[tuple[str, str], ...], *rest: Any) -> Surface:
        drawn.append(figures)
        return draw(notation, figures, *rest)

    assert seat.screen.model.sheet("tern").stats[0].label == "Speed"
    seat.screen.board_input.hovered = "tern"
    assert "speed 8, course 2" in seat.screen.board_input.hint()
    monkeypatch.setattr(card, "card_picture", noted)
    seat.lift("halcyon", (30, 20))
    assert drawn and {figures[0][0] for figures in drawn} == {"speed"}


def test_pressing_for_a_target_takes_the_nearest_first_where_ranges_are_measured(still: None, tmp_path: Path) -> None:
    """Vaillance stands first in the file, and Aiglette is nearer."""
    text = (ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml").read_text(encoding="utf-8")
    by_eye = text.replace("premeasure: true", "premeasure: false")
    for seat, wanted in ((Seated(tmp_path, text), "aiglette"), (Seated(tmp_path, by_eye), "vaillance")):
        seat.screen.commands.choose("halcyon")
        seat.look()
        seat.press("pick grapple")
        assert seat.screen.model.order.grapple == wanted


ABEAM = """
version: 1
title: In the line
system: full-sail
seed: 5
turn: 2
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 18, wind_from: 10}
ships:
  sanderling: {side: merrow, design: sanderling, at: [22, 22], course: 3, velocity: 10}
  martinet: {side: auvrac, design: martinet, at: [52.4, 26], course: 8, velocity: 8}
  aiglette: {side: auvrac, design: aiglette, at: [54, 16], course: 9, velocity: 8}
victory: {kind: last-side, turns: 20}
"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_who_comes_to_lie_in_the_line_is_in_the_way_on_board_and_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    """Martinet holds on into the line of Aiglette, or by an order in hand goes elsewhere: while dragged and when let
    go."""

    def bears() -> list[bool]:
        return [any(shot.bears for shot in aim.shots) for aim in seat.screen.scene.aims if aim.target == "sanderling"]

    seat = Seated(tmp_path, ABEAM, size)
    seat.enter_until("Write orders", "aiglette")
    model = seat.screen.model
    end = model.view.pose(model.view.read("aiglette", "S2+1")).at
    seat.lift("aiglette", end)
    assert str(seat.screen.model.end.order) == "S2+1" and bears() == [False]
    seat.drop(end)
    seat.settle()
    rows = [widget for widget in seat.screen.focus.widgets if getattr(widget, "right", "") == "Martinet is in the way"]
    assert str(model.order) == "S2+1" and bears() == [False] and len(rows) == 1 and model.fire.barred_shot("aiglette")
    assert "line of fire is blocked" in rows[0].hint and rows[0].rule.startswith("sail/")
    model.set_draft(model.view.read("martinet", "P3"))
    seat.screen.commands.choose("aiglette")
    seat.settle()
    seat.lift("aiglette", end)
    assert bears() == [True], "orders in hand count while another ship is dragged"
