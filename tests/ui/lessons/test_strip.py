"""The strip of a lesson: Show me, Skip, Try again, Leave and First battle; hints, refusals and undo; its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.core.names import HUMAN
from game.formats.user_folders import Settings
from game.lessons.rehearsal import TaughtStep
from game.ui.app.program import Program
from game.ui.app.window import App
from game.ui.battle.panels.why_panel import WhyNothing
from game.ui.battle.screen import BattleScreen
from game.ui.host.preferences import preferences
from game.ui.lessons.screen import LessonScreen
from game.ui.lessons.strip import TAKE_BACK, LessonStrip, StripWords, words_of
from game.ui.menu.cards import LastCard
from game.ui.menu.screen import Menu
from game.ui.render.text import minus
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Button
from tests.lessons.test_lesson import FILES, FIRST, step_of
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import faults, reader
from tests.support.ui.screen_driver import Sitting
from tests.ui.lessons.learner import ByKeys, Learner

TURN, FASTER, FIRE = step_of("Turn two"), step_of("Speed up"), step_of("Fire everything")


def at_step(number: int, size: tuple[int, int] = (1280, 800)) -> Learner:
    """Return a learner who has done so many steps."""
    learner = ByKeys(FIRST, size)
    while learner.lesson.index < number:
        learner.clear()
        learner.step()
    learner.settle()
    return learner


def strip_of(learner: Learner) -> LessonStrip:
    return learner.widget("lesson", LessonStrip)


@pytest.mark.parametrize("key", ["d", "y"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_lesson_is_shown_and_skipped_to_its_end(path: Path, key: str) -> None:
    learner = ByKeys(path)
    for _ in range(3 * len(learner.lesson.steps)):
        if learner.lesson.step is None:
            break
        learner.clear()
        learner.key(key)
        learner.settle()
    assert learner.lesson.step is None, learner.lesson.steps[learner.lesson.index].entry.lesson
    assert {"lesson on", "lesson skip", "lesson leave"} <= set(learner.names())


class Looker(ByKeys):
    """A learner who lets shots wait to be read."""

    def rest(self) -> None:
        Sitting.rest(self)


def lesson_of(stem: str) -> Path:
    return next(path for path in FILES if path.stem == stem)


def test_showing_stops_at_each_shot_and_at_the_question() -> None:
    learner = Looker(lesson_of("power_hex"))
    screen = learner.screen
    asked = next(n for n, one in enumerate(learner.lesson.steps) if "Meet them" in one.entry.lesson)
    seen: list[str] = []
    while learner.lesson.index <= asked:
        if learner.lesson.index == asked:
            unread = screen.animation.held or screen.flow.result
            seen.append("shot" if screen.animation.held else "result" if unread else screen.model.input_mode)
            assert framed(learner) or not unread, "what must be pressed first is pointed at"
        learner.key("d")
        learner.settle()
    assert seen == ["shot", "shot", "result", "choose"], "the choice is seen before it is made"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_step_that_cannot_be_done_yet_says_what_comes_first(path: Path) -> None:
    learner, waited = Looker(path), 0
    while (step := learner.lesson.step) is not None:
        if learner.screen.flow.result and not learner.screen.animation.held:
            first = strip_of(learner).words.small.startswith("First read")
            assert first is not step.entry.done.read and (step.entry.done.read or framed(learner)), step.entry.lesson
            waited += first
        reads = step.entry.done.read and "main" in step.entry.buttons and learner.screen.flow.result
        assert framed(learner) or not reads, "the first of two keys"
        learner.key("RETURN" if reads else "d")
        learner.settle()
    assert waited


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1000, 640)])
@pytest.mark.parametrize("number", [0, 2, 5, 8])
def test_the_strip_has_a_place_of_its_own(number: int, size: tuple[int, int]) -> None:
    learner = at_step(number, size)
    layout, rect = learner.screen.layout, strip_of(learner).rect
    parts = (layout.top, layout.left_panel, layout.tools, layout.board, layout.bottom_panel, layout.sheet)
    assert Rect(0, 0, *size).contains(rect) and rect.h >= 100
    assert not any(rect.colliderect(part) for part in parts)
    assert sum(one.w * one.h for one in (*parts, rect)) == size[0] * size[1], "no gap is left"
    buttons = [learner.widget(name).rect for name in ("lesson on", "lesson skip", "lesson leave")]
    assert all(rect.contains(one) for one in buttons)


def in_its_place(learner: Learner, size: tuple[int, int]) -> None:
    """Check that nothing lies over the strip in a window of a size, and that all its words fit, whatever the remark."""
    learner.frame = Surface(size)
    learner.settle()
    step, plate = narrow(learner.lesson.step, TaughtStep).entry, strip_of(learner)
    for one in learner.screen.focus.widgets:
        seen = one.rect.clip(one.window) if one.window else one.rect
        assert one.name.startswith("lesson") or not seen.colliderect(plate.rect), f"{one.name} at {step.lesson}"
    with reader(learner.frame) as written:
        learner.screen.draw(learner.frame)
    inside = [one for one in written if plate.rect.colliderect(one.box)]
    assert faults(inside, size) == [] and all(plate.rect.contains(one.box) for one in inside), step.lesson
    for remark in (step.hint, step.praise, *step.refusals.values()):
        said = StripWords(1, 14, step.lesson, step.more, f"{remark} {TAKE_BACK}", "hint")
        with reader(learner.frame) as written:
            LessonStrip(plate.rect, said, "").draw(learner.frame)
        assert faults(written, size) == [] and all(plate.rect.contains(one.box) for one in written), step.lesson
        whole = " ".join(one.string for one in written)
        assert all(minus(words) in whole for words in (step.lesson, said.small, said.remark))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_lies_over_the_strip_and_all_its_words_are_in_it(path: Path) -> None:
    learner = ByKeys(path)
    while learner.lesson.step is not None:
        for size in ((800, 600), (1024, 600), (1280, 800), (1920, 1080)):
            in_its_place(learner, size)
        learner.clear()
        learner.key("y")
        learner.settle()


def test_try_again_goes_back_to_where_the_step_began() -> None:
    learner = at_step(FASTER)
    learner.key("RETURN")  # locked too early
    learner.settle()
    assert learner.lesson.astray and "Try this step again" in words_of(learner.lesson).remark
    records = learner.lesson.begun
    learner.key("d")
    learner.settle()
    assert not learner.lesson.astray and learner.lesson.index == FASTER
    assert [record.order.by for record in learner.lesson.battle.records[:records]] == ["vesper", "amber", "lancet"]
    learner.step()
    assert learner.lesson.index == FASTER + 1


def test_after_a_wrong_order_trying_again_takes_it_back_first() -> None:
    learner = at_step(TURN)
    for key in ("RIGHT", "UP", "RETURN"):
        learner.key(key)
    learner.settle()
    lesson = learner.lesson
    assert "lancet" in lesson.battle.state.sealed and lesson.index == TURN and lesson.mistaken
    assert words_of(lesson).remark.endswith(TAKE_BACK)
    assert learner.widget("lesson on", Button).label == "Try again"
    learner.key("d")
    learner.settle()
    assert "lancet" not in lesson.battle.state.sealed and not words_of(lesson).remark
    for key in ("RIGHT", "RIGHT", "RETURN"):
        learner.key(key)
    assert lesson.index == FASTER, "what the strip says counts from no order"


def test_undo_takes_a_step_back_and_says_so() -> None:
    learner = at_step(FASTER)
    learner.key("u")
    learner.settle()
    assert learner.lesson.index == TURN and strip_of(learner).words.number == TURN + 1
    learner.step()
    assert learner.lesson.index == FASTER


def test_a_wrong_order_and_a_refusal_are_told_on_the_strip() -> None:
    learner = at_step(TURN)
    learner.key("o")
    learner.type("P1")
    learner.key("RETURN")
    assert strip_of(learner).words.tone == "hint" and "S2" in strip_of(learner).words.remark
    learner.key("o")
    learner.type("S4")
    learner.key("RETURN")
    assert strip_of(learner).words.tone == "refusal", learner.screen.context.note
    assert "Half the thrust" in strip_of(learner).words.remark


def test_what_is_pointed_at_is_drawn_only_while_nothing_moves() -> None:
    learner = at_step(TURN)
    plain = learner.frame.copy()
    x, y = learner.xy(learner.screen.model.view.state.known_piece("lancet").at)
    ring = [plain.get_at((round(x), round(y) + dy))[:3] for dy in range(30, 40)]
    assert any(abs(a - b) < 40 for a, b in zip(max(ring), theme.palette.yellow)), "a ring round Lancet"


def framed(learner: Learner) -> bool:
    """Return whether the main button is framed."""
    x, y = learner.widget("main", Button).rect.topleft
    return theme.palette.yellow in [learner.frame.get_at((x + 40, y - dy))[:3] for dy in range(1, 4)]


def test_the_button_that_would_hold_fire_is_not_pointed_at() -> None:
    learner = at_step(FIRE)
    assert "Hold fire" in learner.screen.turn_flow.main.label and not framed(learner)
    learner.key("v")
    learner.settle()
    assert "Hold fire" not in learner.screen.turn_flow.main.label and framed(learner)


def test_the_main_button_is_not_pointed_at_with_a_wrong_order_in_hand_or_given() -> None:
    learner = ByKeys(lesson_of("hexcess"))
    learner.step()
    learner.step()
    learner.settle()
    assert framed(learner)
    learner.click(learner.widget("excess Excess Thrust").rect.center)
    learner.settle()
    assert not framed(learner)
    while not learner.lesson.astray:
        learner.key("RETURN")
        learner.rest()
    assert not framed(learner)


def test_why_does_not_say_that_a_lesson_plays_at_random() -> None:
    learner = at_step(FIRE)
    learner.key("F9")
    (plain,) = (one for one in learner.screen.focus.widgets if isinstance(one, WhyNothing))
    assert "script" in plain.words


class Learned:
    """The program with a lesson in it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DEAD_RECKONING_HOME", str(folder))
        preferences.settings, preferences.keeps = Settings(speed=10.0), True
        self.program = Program(folder=folder / "saves")
        (folder / "saves").mkdir(parents=True)
        self.app = App(self.program.menu())

    @property
    def screen(self) -> LessonScreen:
        return narrow(self.app.top, LessonScreen)

    def act(self, action: str) -> None:
        self.screen.act(action)
        for _ in range(400):
            self.app.take(self.app.top.tick(0.1))
            if not self.app.top.moving:
                break


@pytest.fixture
def settings_restored() -> Iterator[None]:
    before = preferences.settings, preferences.keeps
    yield
    preferences.settings, preferences.keeps = before


@pytest.mark.usefixtures("settings_restored")
def test_a_first_start_leads_into_the_lesson_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = Learned(tmp_path, monkeypatch)
    menu = narrow(learned.app.top, Menu)
    assert menu.first_time
    menu._continue()
    learned.app.take(menu.answer)
    for _ in range(3):
        learned.act("on")
    assert learned.screen.lesson.index == 3
    steps = len(learned.screen.lesson.steps)
    learned.act("leave")
    assert narrow(learned.app.top, Menu).lesson_note == f"step 4 of {steps}"
    menu = narrow(learned.app.top, Menu)
    menu.fresh((1280, 800))
    card = next(one for one in menu.focus.widgets if isinstance(one, LastCard))
    assert card._lines()[:2] == ("Continue", "First lesson in Full Thrust")
    assert not list((tmp_path / "saves").glob("*.yaml")), "it does not stand among the battles"
    learned.app.take(learned.program.lesson(FIRST))
    assert learned.screen.lesson.index == 3, "it goes on where it was left"


@pytest.mark.usefixtures("settings_restored")
def test_after_a_lesson_comes_a_battle_against_a_cadet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = Learned(tmp_path, monkeypatch)
    learned.app.take(learned.program.lesson(FIRST))
    while learned.screen.lesson.step is not None:
        if learned.screen.flow.result:
            learned.screen.commands.go_on()
        learned.act("skip")
    assert "First Light" in words_of(learned.screen.lesson, then="First Light").small
    learned.act("on")
    battle = narrow(learned.app.top, BattleScreen).battle
    assert [side.player for side in battle.state.sides.values()] == [HUMAN, "cadet"]
    assert battle.title == "First Light" and battle.state.turn == 1
    learned.program.put_away()
    assert len([*(tmp_path / "saves").glob("*.yaml")]) == 1, "the lesson is none of the battles"
    assert narrow(learned.program.menu(), Menu).lesson_note == "done"
    learned.program.put_away()


def to_end(learner: Learner) -> bool:
    """Skip to the next step that asks for an end in a ring, and read what lies before it. Return whether there is
    one."""
    while (step := learner.lesson.step) is not None:
        learner.clear() if step.entry.done.ends else None
        learner.settle()
        if step.entry.done.ends and not learner.screen.animation.active:
            return True
        learner.key("y")
        learner.settle()
    return False


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 600)])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_marks_cover_no_word_no_ship_and_no_place_to_end(path: Path, size: tuple[int, int]) -> None:
    learner = ByKeys(path, size)
    while to_end(learner):
        for drags in (False, True):
            if drags:
                learner.key("RIGHT", "UP")
                learner.settle()
            screen, marks = learner.screen, narrow(learner.screen, LessonScreen).marks
            assert marks.plate is not None and learner.screen.layout.board.contains(marks.plate)
            assert [one for one in marks.ground if one.collidelist(screen.board.written) >= 0] == []
            state, board = screen.model.view.state, screen.board.camera.board
            places = [one.at for one in state.ships.values() if one.in_play]
            if board.cells:
                places += screen.board_input.reach(str(narrow(learner.lesson.step, TaughtStep).entry.done.by))
            assert not any(marks.plate.collidepoint(learner.xy(at)) for at in places)
        learner.key("ESCAPE", "y")
        learner.settle()
