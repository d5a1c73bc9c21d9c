"""A battle under sail on the screen: sheet with its deck, wheel of courses, marks where the wind takes the speed, sea
colours."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
import shapely
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.core.display import Ring, Zone
from game.systems.full_sail.parts import CourseWheel
from game.systems.full_sail.ships.grapples import tie
from game.ui.battle.dice.dice_panel import DicePanel
from game.ui.battle.orders.alternatives import AlternativeRow
from game.ui.battle.orders.ends_bar import EndsBar, EndsPanel
from game.ui.battle.orders.order_form import BandButton
from game.ui.battle.pause_menu import Pause
from game.ui.board.label_engine.pictures import Placer, Word, place_plain
from game.ui.board.layers import envelopes
from game.ui.board.layers.fire_lines import aim_words
from game.ui.board.layers.ships import draw_about, second_line
from game.ui.board.legend import samples
from game.ui.board.model.scene import DrawnPose
from game.ui.games.full_sail import course_words
from game.ui.games.full_sail.deck import DeckPicture, GunPort, Stowed
from game.ui.input_modes.modes import mode_of
from game.ui.render.shapes import stamp
from game.ui.render.theme import NIGHT, theme
from tests.support.ui.battle_driver import Seated
from tests.support.ui.own_overlays import shown
from tests.ui.battle.sea.test_unmeasured import NEAR

BATTLE = """
version: 1
title: Off the Cape
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [16, 22], course: 3, velocity: 8}
  aiglette: {side: auvrac, design: aiglette, at: [56, 26], course: 9, velocity: 8, lost: [port2]}
victory: {kind: last-side, turns: 20}
"""


@pytest.fixture
def seat(still: None, tmp_path: Path) -> Seated:
    return Seated(tmp_path, BATTLE)


def test_every_gun_stands_at_its_port(seat: Seated) -> None:
    seat.screen.commands.choose("aiglette")
    seat.look()
    widgets = seat.screen.focus.widgets
    deck = next(one for one in widgets if isinstance(one, DeckPicture))
    guns = {one.gun.key: one for one in widgets if isinstance(one, GunPort)}
    design = seat.screen.battle.state.ships["aiglette"].design
    assert set(guns) == {gun.key for gun in design.guns} and all(deck.rect.contains(one.rect) for one in guns.values())
    assert {key for key, one in guns.items() if one.hint.endswith("lost")} == {"port2"}
    assert all(
        (one.rect.centerx < deck.rect.centerx) == key.startswith("port") for key, one in guns.items() if one.muzzle
    )
    assert [one.words for one in widgets if isinstance(one, Stowed)] == ["stowed"]


def test_the_wheel_stands_round_the_ship_in_hand_while_arcs_are_shown(seat: Seated) -> None:
    seat.screen.commands.choose("halcyon")
    scene = seat.screen.scene
    wheel = shown(scene, CourseWheel)
    assert wheel and wheel.at == (16, 22)
    marks = {one.mark for one in scene.asked.destinations}
    assert marks == {"", "cut", "stopped"}, "beating cuts the speed, in irons it is lost"
    assert {one.band for one in scene.asked.destinations} == {0, 2, 4, 5, 6}
    seat.key("a")
    assert shown(seat.screen.scene, CourseWheel) is None


def test_no_end_is_drawn_over_a_figure_of_the_wheel(seat: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()

    def noted(word: str, draw: Any) -> Any:
        def first(*those: Any) -> Any:
            drawn.append(word)
            return draw(*those)

        return first

    monkeypatch.setattr(envelopes, "envelope", noted("ends", envelopes.envelope))
    monkeypatch.setattr("game.ui.games.full_sail.wheel.stamp", noted("wheel", stamp))
    seat.screen.commands.choose("halcyon")
    seat.screen.board.camera.pan(7, 3)
    seat.look()
    assert drawn[-1] == "wheel" and "ends" in drawn


def test_no_wheel_stands_round_a_ship_that_fires_or_is_grappled(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, NEAR)
    assert shown(seat.screen.scene, CourseWheel) and seat.screen.model.chosen == "halcyon"
    tie(seat.battle.state, "halcyon", "aiglette")
    seat.screen.turn_flow.refresh()
    seat.screen.commands.choose("halcyon")
    assert shown(seat.screen.scene, CourseWheel) is None, "it does not sail"
    seat = Seated(tmp_path, NEAR)
    for _ in range(2):
        prompt, rest = seat.screen.model.prompt, seat.battle.phase.idle
        assert prompt and rest and seat.screen.turn_flow.give(rest(seat.battle.state, prompt))
        seat.rest()
    assert seat.battle.phase.name == "Ships fire" and seat.screen.model.mine(seat.screen.model.chosen)
    assert shown(seat.screen.scene, CourseWheel) is None and seat.screen.scene.hand.overlays


def test_ends_at_which_the_wind_stops_a_ship_are_drawn_whole(still: None, tmp_path: Path) -> None:
    fast = BATTLE.replace("wind_from: 12", "wind_from: 11").replace("course: 3, velocity: 8", "course: 2, velocity: 12")
    seat = Seated(tmp_path, fast, (1920, 1080))
    camera, destinations = seat.screen.board.camera, seat.screen.scene.asked.destinations
    area = envelopes.extent(camera, destinations)
    stopped = [camera.xy(one.at) for one in destinations if one.mark == "stopped"]
    assert stopped and all(area.contains(Rect(0, 0, 20, 20).move(round(x) - 10, round(y) - 10)) for x, y in stopped)
    sheet = Surface(seat.screen.context.size, pygame.SRCALPHA)
    envelopes.envelope(sheet, camera, destinations, NIGHT.green, True)
    sheet.fill((0, 0, 0, 0), area)
    assert not pygame.surfarray.array_alpha(sheet).any()


def test_panels_turn_to_the_colours_of_the_sea_and_back(seat: Seated) -> None:
    seat.look()
    assert theme.palette.name == "night-sea" and theme.accent == theme.palette.lead
    theme.backdrop = ""
    assert theme.palette == NIGHT


GRAPPLED = """
version: 1
title: Side to side
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [30, 22], course: 3}
  aiglette: {side: auvrac, design: aiglette, at: [30, 24], course: 3}
grapples:
- {ships: [halcyon, aiglette]}
victory: {kind: last-side, turns: 20}
"""


def test_a_row_of_the_table_of_choices_is_taken_by_a_press(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, GRAPPLED)
    asked = seat.until(
        lambda one: one.battle.phase.name == "Board" and bool(one.screen.model.waiting), seed=2, seen=True
    )
    assert asked
    key = seat.screen.model.chosen
    target = next(one for one in seat.battle.state.ships if one != key)
    seat.click(seat.pixel(target))
    seat.look()
    assert str(seat.screen.model.order).startswith(f"board {target}")
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, AlternativeRow)]
    assert len(rows) >= 4 and sum(one.on for one in rows) == 1
    last = rows[-1]
    seat.click(last.rect.center)
    assert seat.screen.model.order == last.one.order and "without" in str(seat.screen.model.order)
    seat.look()
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, AlternativeRow)]
    assert [one.on for one in rows].index(True) == len(rows) - 1


def test_the_key_of_the_board_names_what_lies_on_the_sea(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, GRAPPLED)
    assert [one.words for one in samples(seat.screen.scene.but(chosen=""))][-1:] == ["Held by grapples"]
    seat = Seated(tmp_path, BATTLE)
    seat.screen.commands.choose("halcyon")
    scene = seat.screen.scene
    said = [one.words for one in samples(scene)]
    assert said == ["Top speed by course", "Wind cuts the speed", "Stopped by the wind", "Raked from here"]
    assert any(one.tone == "flank" for one in scene.hand.overlays if isinstance(one, Zone)), (
        "its own while it aims at nobody"
    )
    for one in samples(scene):
        picture = Surface((44, 26))
        one.draw(picture, picture.get_rect())
        assert pygame.transform.average_color(picture)[:3] != (0, 0, 0), one.words
    assert samples(scene.but(tools=frozenset()))[0].words == "Wind cuts the speed"


ALONGSIDE = """
version: 1
title: Within hail
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 22], course: 3, velocity: 2}
  aiglette: {side: auvrac, design: aiglette, at: [22, 27], course: 3, velocity: 2}
victory: {kind: last-side, turns: 20}
"""


def test_guns_are_picked_by_a_press_aimed_at_hull_or_rigging_and_all_by_a_key(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, ALONGSIDE)
    while seat.battle.phase.name != "Ships fire" or not seat.screen.model.waiting:
        seat.rest()
        seat.look()
        seat.key("RETURN")
    ship = seat.screen.model.chosen or seat.screen.model.waiting[0]
    seat.screen.commands.choose(ship)
    target = next(one for one in seat.battle.state.ships if one != ship)
    seat.click(seat.pixel(target))
    side = next(shot.mount for shot in seat.screen.model.fire.shots(ship, target) if shot.bears)
    said = []
    for _ in range(3):
        seat.press(f"gun {side}")
        said.append(str(seat.screen.model.order))
    assert said == [f"fire {side}>{target}", f"fire {side}>{target}:rigging", "hold"]
    seat.key("v")
    assert str(seat.screen.model.order) == f"fire {side}>{target}"
    seat.press(f"gun {side}")
    seat.key("RETURN")
    assert any(event.kind == "fire" for event in seat.battle.log)


def test_a_check_that_only_masts_fail_is_shown(still: None, tmp_path: Path) -> None:
    """They have no icon on the sheet that could be named as lost."""
    seat = Seated(tmp_path, BATTLE.replace("at: [56, 26]", "at: [32, 26]"))

    def fails(one: Seated) -> bool:
        checks = (line for line in one.battle.log if line.kind == "damage_check")
        failed = ([key for key, die in zip(line.mounts, line.dice) if die.scored] for line in checks)
        return any(keys and all(key.startswith("mast") for key in keys) for keys in failed)

    assert seat.until(fails, seed=2, seen=True)
    seat.look()


CROSSING = """
version: 1
title: Astern
system: full-sail
seed: 5
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 26], course: 2, velocity: 12}
  tern: {side: merrow, design: tern, at: [15, 17], course: 3, velocity: 8}
  aiglette: {side: auvrac, design: aiglette, at: [38, 28], course: 2, velocity: 9}
victory: {kind: last-side, turns: 20}
"""


@pytest.mark.parametrize("aimed", [True, False])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_plot_tells_before_the_turn_that_it_crosses_astern(
    still: None, tmp_path: Path, size: tuple[int, int], aimed: bool
) -> None:
    """From the drag to the dice: the enemy where it holds on, the wedge at it, the chip, the bar of its ends; and so it
    comes, whether a target was picked before or not.
    """
    seat = Seated(tmp_path, CROSSING, size)
    seat.screen.commands.choose("halcyon")
    if aimed:
        seat.click(seat.pixel("aiglette"))
    model = seat.screen.model
    expected = model.left_alone("aiglette")
    seat.lift("halcyon", model.view.pose(model.view.read("halcyon", "S2+2")).at)
    scene = seat.screen.scene
    ghost = scene.ghosts["aiglette"]  # from the forecast's state, which keeps no ways
    assert replace(ghost, path=expected.path) == expected and expected.at != model.view.state.ships["aiglette"].at
    wedges = [one for one in scene.hand.overlays if isinstance(one, Zone)]
    assert (
        wedges
        and {one.tone for one in wedges} == {"bad"}
        and shapely.Polygon(wedges[0].outline).distance(shapely.Point(expected.at)) < 0.01
    )
    seat.drop(model.view.pose(model.view.read("halcyon", "S2+2")).at)
    assert str(model.order) == "S2+2"
    scene = seat.screen.scene
    assert {shot.note for aim in scene.aims for shot in aim.shots if shot.bears} == {"raking"}
    assert aim_words(scene.aims[0], seat.screen.board.camera.board).endswith("6 dice   raking")
    assert model.fire.distance("aiglette") == pytest.approx(math.dist(model.ghost.at, expected.at))
    seat.look()
    bar = next(one for one in seat.screen.focus.widgets if isinstance(one, EndsBar))
    told = model.fire.prospects("aiglette")
    assert told is not None and told.ends == 67 and f"raked: {told.shares[0][1]}" in bar.hint
    mean = next(one.mean for one in model.fire.exchanges() if one.firer == "halcyon")
    seat.key("RETURN", "RETURN")  # Tern has no order, and sails on
    while seat.battle.phase.name != "Ships fire" or not any("halcyon" in one.waiting for one in seat.battle.prompts()):
        seat.rest()
        seat.look()
        seat.key("RETURN")
    after = seat.screen.model.view
    assert after.state.ships["aiglette"].at == expected.at
    volley = after.volley("halcyon", "aiglette")
    assert sum(one.mean for one in after.odds(volley)) == pytest.approx(mean), (
        "the odds were those of the shot that came"
    )
    assert {shot.note for shot in after.shots("halcyon", "aiglette") if shot.bears} == {"raking"}


def test_points_of_sail_are_named_beside_the_ends_and_beside_the_wheel(
    still: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = set[str]()

    def noted(placer: Placer, string: str, *rest: Any) -> Word | None:
        word = place_plain(placer, string, *rest)
        said.update([string] if word else [])
        return word

    monkeypatch.setattr(course_words, "place_plain", noted)
    seat = Seated(tmp_path, CROSSING, (1920, 1080))
    for key, words in (
        ("halcyon", {"in irons: stops, then adrift", "beating: slows to 8"}),
        ("aiglette", {"in irons: thrust −2", "reaching: thrust +2"}),
    ):
        seat.screen.commands.choose(key)
        seat.look()
        assert said >= words, said
        said.clear()
    seat.key("a")
    seat.look()
    assert not said, "they belong to the wheel"


def test_a_friend_that_ends_there_is_ringed(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, CROSSING)
    view = seat.screen.model.view
    seat.screen.turn_flow.give(view.read("tern", "0"))
    seat.screen.commands.choose("halcyon")
    rings = [one for one in seat.screen.scene.hand.overlays if isinstance(one, Ring)]
    end = seat.screen.model.view.pose(view.read("tern", "0")).at
    assert [(one.at, one.radius, one.label) for one in rings] == [(end, 1.0, "an end in here fouls Tern on 4, 5, 6")]


def test_every_turn_of_the_helm_has_a_button_that_names_where_it_leads(still: None, tmp_path: Path) -> None:
    """By course 2 under a wind from 12: two points to port is in irons, three to starboard is reaching; too many are
    refused."""
    seat = Seated(tmp_path, CROSSING)
    seat.screen.commands.choose("halcyon")
    seat.look()
    helm = {one.label: one for one in seat.screen.focus.widgets if isinstance(one, BandButton)}
    assert {label: (one.word, one.band) for label, one in helm.items()} == {
        "P4": ("beam", 5),
        "P3": ("beat", 2),
        "P2": ("irons", 0),
        "P1": ("beat", 2),
        "0": ("beam", 5),
        "S1": ("beam", 5),
        "S2": ("beam", 5),
        "S3": ("reach", 4),
        "S4": ("run", 6),
    }
    assert not helm["S4"].enabled and "may turn 3" in helm["S4"].why_not and helm["S3"].enabled
    seat.press("turn S2")
    assert str(seat.screen.model.order) == "S2"
    calm = Seated(tmp_path, CROSSING.replace("premeasure: true", "premeasure: true, wind: false"))
    calm.screen.commands.choose("halcyon")
    calm.look()
    assert not [one for one in calm.screen.focus.widgets if isinstance(one, BandButton)]
    calm.press("turn +1")
    assert str(calm.screen.model.order) == "S1"


def test_an_open_foot_counts_the_ends_beside_the_odds_in_place_of_dice(still: None, tmp_path: Path) -> None:
    seat = Seated(tmp_path, CROSSING, (1920, 1080))
    seat.screen.commands.choose("halcyon")
    seat.click(seat.pixel("aiglette"))
    seat.screen.context.foot_open = True
    seat.screen.bottom_panel.open_tab(2)
    seat.look()
    assert not panels_of(seat, EndsPanel) and panels_of(seat, DicePanel), "it is planned nowhere yet"
    end = seat.screen.model.view.pose(seat.screen.model.view.read("halcyon", "S2+2")).at
    seat.lift("halcyon", end)
    seat.drop(end)
    seat.look()
    (panel,) = panels_of(seat, EndsPanel)
    assert panel.told == seat.screen.model.fire.prospects("aiglette") and not panels_of(seat, DicePanel)
    bars = panels_of(seat, EndsBar)
    assert len(bars) == 2 and {one.told.ends for one in bars} == {67}, "and on the sheet as one line"
    assert {words for words, _, _ in panel.told.besides} == {
        "raking you",
        "near enough to grapple",
        "near enough to foul",
    }


def panels_of(seat: Seated, kind: type[Any]) -> list[Any]:
    return [one for one in seat.screen.focus.widgets if isinstance(one, kind)]


def test_the_end_of_a_battle_is_told_in_the_colours_of_the_sea(still: None, tmp_path: Path) -> None:
    """From its first frame on, whatever was drawn before."""
    seat = Seated(tmp_path, CROSSING)
    theme.backdrop = ""
    pause, frame = Pause(seat.screen.context), pygame.Surface((1280, 800))
    pause.draw(frame)
    corner = pause.frame.move(12, 12).topleft
    assert theme.backdrop == "sea" and tuple(frame.get_at(corner))[:3] == tuple(theme.palette.panel)


def test_a_ship_at_anchor_lies_to_a_cable_and_is_named_so(still: None, tmp_path: Path) -> None:
    moored = BATTLE.replace("course: 9, velocity: 8, lost: [port2]", "course: 9, velocity: 0, anchored: true")
    drawn = []
    for text in (moored, moored.replace("anchored: true", "anchored: false")):
        seat = Seated(tmp_path, text, (1920, 1080))
        scene, look = seat.screen.scene, seat.screen.board.look(seat.screen.scene)
        assert (second_line(scene, "aiglette", look["aiglette"]) == "at anchor") == (text is moored)
        sheet = Surface(seat.screen.context.size, pygame.SRCALPHA)
        pose = DrawnPose(seat.battle.state.ships["aiglette"].at, 270.0)
        draw_about(sheet, seat.screen.board.camera, scene, look, {"aiglette": pose}, "above")
        drawn.append(sheet.get_bounding_rect())
    x, y = seat.screen.board.camera.xy(pose.at)
    assert drawn[0].right < x and drawn[0].top < y < drawn[0].bottom, "before its bow"
    assert not drawn[1].w


def test_ships_that_have_no_choice_are_neither_counted_nor_asked_for(still: None, tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml"
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    seat.settle()
    model = seat.screen.model
    idle = [key for key in model.waiting if model.idles(key)]
    assert idle and mode_of(model).count(model, model.side)[0] == f"0 of {len(model.waiting) - len(idle)} ordered"
    assert not seat.screen.scene.waiting & {*idle} and seat.screen.scene.waiting
