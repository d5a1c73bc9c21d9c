"""Demonstrations as films: each plays by itself to its end, its ships move and its dice roll, and it can be hurried."""

from __future__ import annotations

import math

import pygame
import pytest
from pygame import Surface

from game.battle.loader import load_start
from game.core.events import Event
from game.demonstrations.catalogue import CatalogueEntry, find_demonstration
from game.demonstrations.demonstration import Demonstration
from game.formats.user_folders import Settings
from game.seating.outcomes import Act
from game.ui.demonstration.picture.scenes import acts_of
from game.ui.host.preferences import preferences
from tests.support.ui.demonstration_driver import FEW, press, screen_of

pytestmark = pytest.mark.usefixtures("as_it_comes")


# -- as a film ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("one", FEW, ids=lambda one: one.name)
def test_it_plays_by_itself_to_its_end_and_then_rests(one: CatalogueEntry) -> None:
    preferences.settings = Settings(speed=1.0)
    screen = screen_of(str(one.path), playing=True)
    window, seen, films, seconds = Surface((1280, 800)), [], 0, 0.0
    while screen.moving and seconds < 240:
        screen.draw(window)
        films += screen.animation.active
        seen.append(screen.show.index)
        screen.tick(0.1)
        seconds += 0.1
    assert not screen.playing and not screen.animation.active and screen.show.last
    assert list(dict.fromkeys(seen)) == list(range(len(screen.show.steps))) and seen == sorted(seen)
    assert bool(films) == any(acts_of(step) for step in screen.show.steps)
    assert seconds > 3 * len(screen.show.steps), "there is time to read"
    screen.do("play")
    assert screen.playing and screen.show.index == 0


def test_the_film_of_a_step_moves_ships_and_rolls_dice_and_ends_where_the_rules_do() -> None:
    preferences.settings = Settings(speed=1.0)
    screen = screen_of("turning")
    screen.show.go(1)
    screen.do("next")
    assert screen.animation.active
    start, places, window = screen.show.step.start.state.ships["lancet"].at, [], Surface((1280, 800))
    while screen.animation.active:
        screen.draw(window)
        if screen.animation.moment:
            places.append(screen.animation.moment.places["lancet"].at)
        screen.tick(0.05)
    assert math.dist(places[0], start) < 1 and len(set(places)) > 10
    assert math.dist(places[-1], (21.5, 14.33)) < 1.5 and screen.animation.view is screen.show.step.view
    guns = screen_of("beams")
    guns.do("next")
    rolled = []
    while guns.animation.active:
        guns.draw(window)
        rolled.append(guns.stage.tray.faces)
        guns.tick(0.05)
    assert (4, 5) in rolled


def test_a_film_can_be_skipped_and_goes_faster() -> None:
    preferences.settings = Settings(speed=1.0)
    screen = screen_of("turning")
    screen.show.go(1)
    screen.do("next")
    press(screen, pygame.K_RIGHT)
    assert not screen.animation.active and screen.show.index == 2
    times = []
    for speed in (1.0, 4.0):
        screen.player.speed, count = speed, 0
        screen.player.go(screen.show.index)
        while screen.animation.active:
            screen.tick(0.02)
            count += 1
        times.append(count)
    assert times[1] < times[0] / 2


def test_nothing_moves_where_the_player_wants_no_moving_pictures() -> None:
    screen = screen_of("turning")
    screen.do("next")
    screen.do("next")
    assert not screen.animation.active and screen.show.index == 2


def test_who_goes_first_is_only_shown_where_the_step_is_about_it() -> None:
    kinds = [
        act.kind
        for step in Demonstration(load_start(find_demonstration("turning"))).steps
        for act, _, _ in acts_of(step)
    ]
    assert kinds == ["move"]
    steps = Demonstration(load_start(find_demonstration("initiative"))).steps
    assert [act.kind for act, _, _ in acts_of(steps[1])] == ["initiative"]


def test_dice_lie_in_the_corner_where_they_cover_no_ship_of_the_act() -> None:
    screen = screen_of("across_the_stern")
    window = Surface((1280, 800))
    screen.draw(window)
    stage, scene = screen.stage, screen.stage.scene()
    board, ships = stage.board.rect, scene.view.state.ships
    for key, ship in ships.items():
        x, y = stage.board.camera.xy(ship.at)
        stage.tray.rect = pygame.Rect(0, y - 40, board.w // 2 - 60, 80)
        stage._keep_clear(Act("fire", (Event("fire", "", "", key),)), scene)
        assert not stage.tray.rect.collidepoint(x, y)


def test_dice_go_up_where_both_lower_corners_hold_a_ship_of_the_act(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of("across_the_stern")
    screen.draw(Surface((1280, 800)))
    stage, scene = screen.stage, screen.stage.scene()
    board, (one, other) = stage.board.rect, list(scene.view.state.ships)[:2]
    corners = dict(zip((scene.view.state.ships[key].at for key in (one, other)), (board.bottomleft, board.bottomright)))
    monkeypatch.setattr(stage.board.camera, "xy", corners.__getitem__)
    stage.tray.rect = pygame.Rect(0, 0, board.w // 2 - 60, 80)
    stage._keep_clear(Act("fire", (Event("fire", "", "", one, other),)), scene)
    assert stage.tray.rect.bottom < board.centery and not any(map(stage.tray.rect.collidepoint, corners.values()))
