"""Demonstrations in the window: every one of them at every size, by keys alone and by mouse alone."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.designs import ROOT
from game.battle.loader import load_start, open_battle
from game.demonstrations.catalogue import CatalogueEntry, find_demonstration
from game.demonstrations.demonstration import Demonstration
from game.rulebook.book import rulebook
from game.ui.board.label_engine.pictures import sample_points
from game.ui.demonstration.caption import Stations
from game.ui.demonstration.head import demonstration_layout
from game.ui.demonstration.picture.callouts import callouts
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.screen import Push
from game.ui.render.text import minus
from game.ui.rulebook.page import RulePage
from game.ui.toolkit.blocks import TitleLines
from tests.support.battles import DUEL
from tests.support.narrowing import narrow
from tests.support.ui.demonstration_driver import ALL, FEW, click, place_of, press, screen_of, settled
from tests.support.ui.page_driver import SCALES, SIZES, Written, faults, overlaps, read

pytestmark = pytest.mark.usefixtures("as_it_comes")


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_step_reads_well_and_its_plates_hide_nothing(one: CatalogueEntry) -> None:
    for size in ((1280, 800), (1920, 1080))[: 2 if one in FEW else 1]:
        screen = screen_of(str(one.path))
        for index in range(len(screen.show.steps)):
            screen.show.go(index)
            screen.player.enter(False)
            written = read(screen, size)
            reads_well(screen, written, size)
            if screen.moving:  # the camera goes to where the file wants it
                settled(screen, size)
            plates_hide_nothing(screen, f"step {index + 1}")


def reads_well(screen: DemonstrationScreen, written: list[Written], size: tuple[int, int]) -> None:
    """Everything that the step says is written, whole, and nothing lies over anything else."""
    assert not faults(written, size)
    assert not [word.string for word in written if word.string.endswith("…")], "cut short"
    assert not overlaps(screen.focus.widgets, size)
    lines = {word.string for word in written}
    assert any(re.fullmatch(r"(DEMONSTRATION )?3 OF 33", line) for line in lines), "which of how many"
    step = screen.show.step
    for words in (step.large, step.small):
        assert all(word in " ".join(lines) for word in minus(words).split()), f"“{words}” is not written"


def plates_hide_nothing(screen: DemonstrationScreen, where: str) -> None:
    """Plates lie on the board, apart from one another and from ships, and their lines cross no name."""
    scene, plates = screen.stage.picture()
    rects = [plate.rect for plate in plates]
    assert len(rects) == len(callouts(screen.show.step))
    afloat = [screen.board.camera.xy(ship.at) for ship in scene.view.state.ships.values() if ship.in_play]
    for number, rect in enumerate(rects):
        assert screen.layout.board.contains(rect), where
        assert rect.collidelist(rects[number + 1 :]) < 0, f"{where}: plates lie over each other"
        assert not any(rect.collidepoint(at) for at in afloat), f"{where}: a plate hides a ship"
    words = [word.rect for word in (*screen.board._plan.names, *screen.board._plan._areas) if not word.leader]
    for plate in plates:
        crossed = plate.ends and any(rect.clipline(*plate.ends) for rect in words)
        assert not crossed, f"{where}: the line of a plate crosses a name"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window_at_every_scale(size: tuple[int, int], scale: float) -> None:
    for one in FEW:
        screen = screen_of(str(one.path))
        for index in range(len(screen.show.steps)):
            screen.show.go(index)
            screen.player.enter(False)
            assert not faults(read(screen, size, scale), size), one.name
            assert not overlaps([w for w in screen.focus.widgets if w.window is None], size)


@pytest.mark.parametrize("size", [(800, 500), (1180, 700), (1280, 800), (1920, 1080), (2560, 1440)])
def test_the_parts_fill_the_window(size: tuple[int, int]) -> None:
    layout = demonstration_layout(size)
    parts = (layout.top, layout.board, layout.caption, layout.column)
    assert sum(part.w * part.h for part in parts) == size[0] * size[1]
    assert all(a.clip(b).w * a.clip(b).h == 0 for a in parts for b in parts if a is not b)
    assert layout.words.bottom <= layout.buttons.top and layout.caption.contains(layout.buttons)


def test_the_rule_has_a_heading_only_where_there_is_room_for_its_words() -> None:
    for name, room in (("threshold_check", True), ("hard_about", False)):
        screen = screen_of(name)
        settled(screen)
        column = screen.pane.widgets
        heads = [index for index, one in enumerate(column) if getattr(one, "label", "") == "The rule"]
        assert bool(heads) == room and heads != [len(column) - 1], name


def test_the_name_of_the_ship_in_hand_keeps_off_the_way_she_has_plotted() -> None:
    screen = screen_of("backfire_from_a_damaged_drive")
    settled(screen, (1920, 1080))
    scene = screen._scene()
    way = sample_points([screen.board.camera.many(scene.ghosts[scene.chosen].path)])
    word = next(one for one in screen.board._plan.names if one.key == scene.chosen)
    assert len(way) and not any(word.rect.collidepoint(point) for point in way)


def test_the_camera_shows_what_the_file_wants(tmp_path: Path) -> None:
    path = tmp_path / "seen.yaml"
    script = "script:\n- {camera: {ships: [vesper]}}\n- say: One.\n- {camera: {at: [20, 20], zoom: 3}}\n- say: Two.\n"
    path.write_text(DUEL + script, encoding="utf-8")
    screen = DemonstrationScreen(Demonstration(load_start(path)), playing=False)
    settled(screen)
    assert math.dist(screen.board.camera.centre, (44, 20)) < 0.01 and screen.board.camera.shows((44, 20))
    screen.do("next")
    settled(screen)
    assert math.dist(screen.board.camera.centre, (20, 20)) < 0.01
    assert screen.board.camera.scale == pytest.approx(min(screen.layout.board.w / 24, screen.layout.board.h / 16))


def test_plates_say_what_the_log_say() -> None:
    show = Demonstration(load_start(find_demonstration("threshold_check")))
    (plate,) = callouts(show.steps[1])
    assert plate.title == "Fulmar" and [one.result for one in plate.told] == [
        "3 damage",
        "3 on the hull",
        "lost: Pulse torpedo",
    ]
    assert [face for face, *_ in plate.told[0].dice] == [6, 4, 3, 3] and plate.told[
        2
    ].name == "checks every system at 6"
    (refused,) = callouts(Demonstration(load_start(find_demonstration("thrust_share"))).steps[1])
    assert refused.told[0].name == "“P4” is refused" and refused.told[0].tone == "bad"
    pins = callouts(Demonstration(load_start(find_demonstration("screens"))).steps[0])
    assert {one.title: one.pin for one in pins} == {"Cinder": "no screen", "Vesper": "level 1", "Anvil": "level 2"}
    sides = callouts(Demonstration(load_start(find_demonstration("initiative"))).steps[1])
    assert {one.title: [face for face, *_ in one.told[0].dice] for one in sides} == {
        "Azure League": [4, 6],
        "Amber Pact": [4, 2],
    }


@pytest.mark.parametrize(("name", "words"), (
    ("full_sail/breaking_away", "Halcyon breaks away from Aiglette"), ("full_thrust/boarding", "Lancet boards Vesper"),
    ("full_thrust/scans", "Lanthorn reads Vesper"), ("power_hex/five_steps", "Helix fires at Bastion from ahead"),
    ("power_hex/guards_at_work", "Bastion's Guard 2 meets it"),
))  # fmt: skip
def test_plates_name_both_pieces_of_a_line(name: str, words: str) -> None:
    steps = Demonstration(open_battle(ROOT / "scenarios" / "demonstrations" / f"{name}.yaml")).steps
    told = [told.name for step in steps for one in callouts(step) for told in one.told]
    assert words in told and not any("{" in each for each in told)


# -- keys alone --------------------------------------------------------------------------------------------------------


def test_keys_alone_go_through_it() -> None:
    screen = screen_of("threshold_check")
    last = len(screen.show.steps) - 1
    press(screen, pygame.K_RIGHT)
    assert screen.show.index == 1
    press(screen, pygame.K_END)
    assert screen.show.index == last
    press(screen, pygame.K_RIGHT)
    assert screen.show.index == last
    press(screen, pygame.K_LEFT)
    assert screen.show.index == last - 1
    press(screen, pygame.K_HOME)
    assert screen.show.index == 0
    press(screen, pygame.K_LEFT)
    assert screen.show.index == 0
    for key, speed in (
        (pygame.K_PLUS, 2),
        (pygame.K_EQUALS, 4),
        (pygame.K_PLUS, 8),
        (pygame.K_PLUS, 8),
        (pygame.K_MINUS, 4),
        (pygame.K_KP_MINUS, 2),
        (pygame.K_MINUS, 1),
        (pygame.K_MINUS, 0.5),
        (pygame.K_MINUS, 0.5),
    ):
        press(screen, key)
        assert screen.speed == speed
    assert not screen.playing
    press(screen, pygame.K_SPACE)
    assert screen.playing
    press(screen, pygame.K_SPACE)
    assert not screen.playing


def test_every_button_and_step_is_reached_by_tab_and_pressed_by_enter() -> None:
    screen = screen_of("threshold_check", read=RulePage, take_over=lambda opened: RulePage())
    screen.draw(Surface((1280, 800)))
    met = []
    for _ in range(40):
        press(screen, pygame.K_TAB)
        assert screen.focus.at is not None
        met.append(screen.focus.at.name)
        if screen.focus.at.name == "step 3":
            press(screen, pygame.K_RETURN)
            assert screen.show.index == 2
    assert {"read", "over", "leave", "back", "play", "next", "slower", "faster", "step 1", "step 2", "step 3"} <= set(
        met
    )


def test_ctrl_and_arrows_move_the_board_and_f_puts_it_back() -> None:
    screen = screen_of("turning")
    settled(screen)
    before = screen.board.camera.centre
    press(screen, pygame.K_RIGHT, pygame.KMOD_CTRL)
    settled(screen)
    assert screen.show.index == 0 and screen.board.camera.centre[0] > before[0] + 1
    press(screen, pygame.K_f)
    settled(screen)
    assert math.dist(screen.board.camera.centre, before) < 0.01


def test_f1_opens_the_rule_of_the_step_and_escape_leaves() -> None:
    screen = screen_of("initiative")
    screen.do("last")
    assert screen.rule_under((600, 300)) == "full-thrust-base/1.4/firing"
    answer = press(screen, pygame.K_ESCAPE)
    assert type(answer).__name__ == "Pop"


# -- the pointer alone -------------------------------------------------------------------------------------------------


def test_the_pointer_alone_goes_through_it() -> None:
    screen = screen_of("threshold_check", read=RulePage)
    for name, index in (("next", 1), ("next", 2), ("back", 1), ("step 3", 2), ("step 1", 0)):
        click(screen, place_of(screen, name))
        assert screen.show.index == index, name
    click(screen, place_of(screen, "play"))
    assert screen.playing
    click(screen, place_of(screen, "play"))
    assert not screen.playing
    click(screen, place_of(screen, "faster"))
    assert screen.speed == 2
    click(screen, place_of(screen, "slower"))
    assert screen.speed == 1
    answer = click(screen, place_of(screen, "read"))
    assert isinstance(answer, Push) and isinstance(answer.screen, RulePage)
    assert answer.screen.page.address == "full-thrust-base/5.3"


@pytest.mark.parametrize("one", FEW, ids=lambda one: one.name)
def test_the_bar_names_the_game_of_the_rule_and_no_key_of_a_file(one: CatalogueEntry) -> None:
    screen = screen_of(one.name)
    screen.fresh()
    (bar,) = (title for title in screen.focus.widgets if isinstance(title, TitleLines))
    assert "/" not in bar.under and bar.under.startswith(rulebook()[screen.show.rule.partition("/")[0]].title)


def test_the_hint_of_the_line_lies_below_it_and_off_the_caption() -> None:
    screen = screen_of("damage_control")
    screen.fresh()
    (stations,) = (one for one in screen.focus.widgets if isinstance(one, Stations))
    assert stations.hint and stations.hint_by.bottom > stations.rect.bottom


def test_a_press_on_the_line_goes_to_the_nearest_station() -> None:
    screen = screen_of("damage_control")
    screen.draw(Surface((1280, 800)))
    track = narrow(next(w for w in screen.focus.widgets if w.name == "stations"), Stations)
    for index in (2, 0, 3, 1):
        click(screen, (round(track.x_of(index)) + 4, track.rect.centery))
        assert screen.show.index == index


def test_what_is_laid_out_anew_keeps_its_size_whatever_window_there_is() -> None:
    screen = screen_of("damage_control")
    screen.draw(Surface((1280, 800)))
    pygame.display.set_mode((900, 600))
    screen.player.go(2)
    screen.fresh()
    assert screen.layout.top.w == 1280


def test_the_wheel_and_the_hand_move_the_board() -> None:
    screen = screen_of("turning")
    settled(screen)
    before = screen.board.camera.centre
    at = screen.layout.board.x + 40, screen.layout.board.bottom - 120
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    screen.handle(Event(pygame.MOUSEMOTION, pos=(at[0] + 90, at[1]), rel=(90, 0), buttons=(1, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONUP, pos=(at[0] + 90, at[1]), button=1))
    assert screen.board.camera.centre[0] < before[0] - 1
