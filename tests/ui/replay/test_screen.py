"""The replay of a battle: played, paused, stepped, sped up, and gone through on the bar of time, by mouse and keys; and
why computer players gave the orders in it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.loader import open_battle
from game.demonstrations.reel import Reel
from game.players.captain.captain import Captain
from game.players.match import Match
from game.seating.why import FAULTY, NOTHING_YET, PERSON
from game.ui.battle.over_board.why_plate import WhyPlate
from game.ui.battle.panels.why_panel import WhyModels, WhyNothing, WhyTable
from game.ui.host.screen import Pop, Push
from game.ui.replay.screen import ReplayScreen
from game.ui.replay.stage import Timeline
from game.ui.toolkit.widgets import Widget
from tests.support.battles import SCENARIOS
from tests.support.ui.input_events import conflicts
from tests.support.ui.page_driver import SIZES, faults, overlaps, read

KEEN = [
    path
    for path in SCENARIOS
    if path.stem
    in ("first_light", "salt_road", "first_furrow", "open_pasture", "slow_answer", "between_the_rows", "carrier_strike")
]


def reel(path: Path = KEEN[0], turns: int | None = 3) -> Reel:
    battle = open_battle(path, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(turns)
    return Reel(battle, None)


@pytest.fixture
def screen() -> ReplayScreen:
    found = ReplayScreen(reel(), playing=False)
    found.draw(Surface((1280, 800)))
    return found


def press(screen: ReplayScreen, key: int, mod: int = 0) -> object:
    return screen.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def timeline(screen: ReplayScreen) -> Timeline:
    screen.fresh()
    return next(w for w in screen.focus.widgets if isinstance(w, Timeline))


def test_it_plays_by_itself_to_the_end(screen: ReplayScreen) -> None:
    press(screen, pygame.K_SPACE)
    assert screen.player.playing
    for _ in range(20_000):
        screen.tick(0.1)
        if not screen.moving:
            break
    assert screen.reel.last and not screen.player.playing


def test_a_pause_holds_it(screen: ReplayScreen) -> None:
    press(screen, pygame.K_SPACE)
    press(screen, pygame.K_SPACE)
    at = screen.reel.index
    screen.player.animation.skip_all()
    for _ in range(100):
        screen.tick(0.1)
    assert screen.reel.index == at and not screen.player.playing


def test_keys_step_through_moments_and_turns(screen: ReplayScreen) -> None:
    turns = list(screen.reel.turns.items())
    press(screen, pygame.K_PAGEDOWN)
    assert screen.reel.index == turns[0][1]
    press(screen, pygame.K_PAGEDOWN)
    assert screen.reel.step.turn == turns[1][0]
    press(screen, pygame.K_RIGHT)
    press(screen, pygame.K_RIGHT)
    assert screen.reel.index > turns[1][1]
    press(screen, pygame.K_PAGEUP)
    assert screen.reel.index == turns[1][1]
    press(screen, pygame.K_END)
    assert screen.reel.last
    press(screen, pygame.K_HOME)
    assert screen.reel.index == 0


@pytest.mark.parametrize(("stem", "word"), [("first_light", "turn"), ("slow_answer", "round")])
def test_steps_stand_below_the_word_of_the_game(stem: str, word: str) -> None:
    found = ReplayScreen(reel(next(path for path in SCENARIOS if path.stem == stem), 1), playing=False)
    assert f"Steps of this {word}" in [one.string.capitalize() for one in read(found, (1280, 800))]


def test_again_shows_the_present_step_once_more(screen: ReplayScreen) -> None:
    moved = next(step.index for step in screen.reel.steps if any(event.path for event in step.events))
    screen.player.jump(moved)
    assert not screen.player.animation.active
    press(screen, pygame.K_a)
    assert screen.player.animation.active and screen.reel.index == moved
    screen.tick(0.1)
    screen.tick(0.4)
    assert 0 < screen.player.animation.share < 1


def test_speeds_from_half_to_eight_times(screen: ReplayScreen) -> None:
    for _ in range(6):
        press(screen, pygame.K_MINUS)
    assert screen.player.speed == 0.5
    for _ in range(9):
        press(screen, pygame.K_PLUS)
    assert screen.player.speed == 8.0


def test_the_bar_of_time_is_dragged_to_any_step(screen: ReplayScreen) -> None:
    bar, steps = timeline(screen), screen.reel.steps
    y = bar.rect.centery
    wanted = screen.reel.turns[2]
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, pos=(round(bar.x_of(0)), y), button=1))
    for index in (wanted, len(steps) - 1, wanted):
        bar = timeline(screen)
        screen.handle(Event(pygame.MOUSEMOTION, pos=(round(bar.x_of(index)), y), rel=(1, 0), buttons=(1, 0, 0)))
        assert screen.reel.index == index
    screen.handle(Event(pygame.MOUSEBUTTONUP, pos=(round(bar.x_of(wanted)), y), button=1))
    screen.handle(Event(pygame.MOUSEMOTION, pos=(round(bar.x_of(0)), y), rel=(1, 0), buttons=(0, 0, 0)))
    assert screen.reel.index == wanted and screen.reel.step.turn == 2


def test_film_and_keys_are_a_press_away() -> None:
    page = ReplayScreen(reel(turns=1), playing=False)
    found = ReplayScreen(reel(turns=1), film=lambda: page, playing=False)
    found.draw(Surface((1280, 800)))
    answer = press(found, pygame.K_v)
    assert isinstance(answer, Push) and answer.screen is page
    assert isinstance(press(found, pygame.K_F2), Push)
    assert isinstance(press(found, pygame.K_ESCAPE), Pop)
    assert press(screen := ReplayScreen(reel(turns=1), playing=False), pygame.K_v) is None and not screen.film
    assert not conflicts(found.keys.bindings)


@pytest.mark.parametrize("path", KEEN, ids=lambda path: path.stem)
def test_every_step_of_every_game_is_drawn(path: Path) -> None:
    found = ReplayScreen(reel(path, 2), playing=False)
    window = Surface((1280, 800))
    for step in list(found.reel.steps):
        found.player.jump(step.index)
        found.draw(window)
        found.player.again()
        found.tick(0.0)
        found.tick(0.5)
        found.draw(window)
    assert found.reel.last


@pytest.mark.parametrize("size", SIZES)
def test_words_and_buttons_have_room(screen: ReplayScreen, size: tuple[int, int]) -> None:
    for index in (0, len(screen.reel.steps) // 2, len(screen.reel.steps) - 1):
        screen.player.jump(index)
        assert faults(read(screen, size), size) == []
        assert overlaps(list(screen.focus.widgets), size) == []


def fought(side: str = "", turns: int = 2) -> Match:
    """A battle of which nobody has listened to anything: captains on all sides, or on all but one."""
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "crossed_swords"), seed=3).battle
    names = dict.fromkeys(battle.state.sides, "captain")
    Match(battle, names, 3).play(turns)
    battle.listeners.clear()
    return Match(battle, {key: name for key, name in names.items() if key != side}, 3)


def asked_why(match: Match, side: str | None = None, size: tuple[int, int] = (1280, 800)) -> ReplayScreen:
    """Its replay, with F9 pressed in the step in which ships first move."""
    found = ReplayScreen(Reel(match.battle, side), playing=False, match=match)
    window = Surface(size)
    found.draw(window)
    found.player.jump(next(step.index for step in found.reel.steps if any(event.path for event in step.events)))
    press(found, pygame.K_F9)
    found.draw(window)
    return found


def thought(screen: ReplayScreen, size: tuple[int, int] = (1280, 800)) -> ReplayScreen:
    """Once the computer has thought it over."""
    while screen.why is not None and screen.why.behind:
        assert screen.moving
        screen.tick(1 / 60)
    screen.draw(Surface(size))
    return screen


def shown_why(screen: ReplayScreen, kind: type[Widget]) -> list[Widget]:
    screen.fresh()
    return [one for one in screen.focus.widgets if isinstance(one, kind)]


@pytest.mark.parametrize("size", SIZES)
def test_f9_tells_why_both_computers_flew(size: tuple[int, int]) -> None:
    match = fought()
    screen = asked_why(match, size=size)
    assert shown_why(screen, WhyNothing) and not shown_why(screen, WhyPlate)
    thought(screen, size)
    assert screen.why is not None
    owners = {match.battle.state.owner(match.reasons.known_to(None)[number].piece) for number in screen.why.numbers}
    assert owners == set(match.battle.state.sides)
    assert shown_why(screen, WhyTable) and shown_why(screen, WhyModels) and shown_why(screen, WhyPlate)
    assert "It sees its enemy as" in [one.string.capitalize() for one in read(screen, size)]
    assert faults(read(screen, size), size) == []
    assert overlaps(list(screen.focus.widgets), size) == []
    press(screen, pygame.K_F9)
    screen.draw(Surface(size))
    assert not shown_why(screen, WhyTable) and not shown_why(screen, WhyPlate)


def test_each_shot_has_its_reasons_and_those_of_a_person_have_none() -> None:
    match = fought("azure")
    screen = thought(asked_why(match))
    state = match.battle.state
    for step in screen.reel.steps:
        fired = next((one.who for one in step.events if one.kind == "fire"), "")
        if not fired:
            continue
        screen.player.jump(step.index)
        thought(screen)
        assert screen.why is not None
        if state.owner(fired) == "azure":
            assert screen.why.silence == PERSON and not shown_why(screen, WhyPlate)
        else:
            assert screen.why.reasons is not None and screen.why.reasons.piece == fired and screen.why.reasons.targets
            assert shown_why(screen, WhyPlate)


def test_a_long_thought_says_how_far_it_is() -> None:
    screen = asked_why(fought())
    assert screen.why is not None and screen.why.silence == ""
    screen.tick(0.6)
    assert screen.why.silence.startswith("The computer thinks turn 1 over once more")


def test_the_replay_of_a_battle_under_way_tells_what_has_been_shown() -> None:
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "crossed_swords"), seed=3).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "cadet"), 3)
    while not match.battle.state.sealed:
        match.step()
    human, other = battle.state.sides
    screen = ReplayScreen(Reel(battle, human), playing=False, match=Match(battle, {other: "cadet"}, 3))
    press(screen, pygame.K_F9)
    screen.draw(Surface((1280, 800)))
    assert screen.why is not None and screen.why.silence == NOTHING_YET and not screen.why.behind


def test_a_player_that_fails_is_noted_and_the_replay_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    def noted(fault: Exception) -> str:
        told.append(fault)
        return ""

    told = list[Exception]()
    match = fought()
    screen = ReplayScreen(Reel(match.battle, None), playing=False, match=match, faulty=noted)
    monkeypatch.setattr(Captain, "order", fails)
    press(screen, pygame.K_END)
    press(screen, pygame.K_F9)
    thought(screen)
    assert screen.why is not None and screen.why.silence == FAULTY
    assert [type(one) for one in told] == [ZeroDivisionError] and not screen.moving
