"""A lesson: its steps follow from what is done; wrong deeds, refusals, undo, trying again, and leaving it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import Opened, load_start, load_start_text
from game.cli.main import main
from game.formats.validation import BadFile
from game.lessons.catalogue import find_lesson, has_lesson, lesson_file
from game.lessons.checks import Performance, check_lesson
from game.lessons.lesson import Lesson, waits_for_order
from game.lessons.progress import RESUMED, taken_up
from game.players.match import Match, match_of
from game.systems import SYSTEMS, titles

FILES = [lesson_file(game) for game in titles(SYSTEMS) if has_lesson(game)]
FIRST = lesson_file(next(iter(titles(SYSTEMS))))


def opened(path: Path = FIRST) -> Opened:
    return load_start(path)


def at_step(number: int) -> Performance:
    """Return the first lesson with so many steps done."""
    played = Performance(Lesson(opened()))
    for step in played.lesson.steps[:number]:
        assert not played.fulfil(step)
    assert played.lesson.index == number
    return played


def step_of(word: str) -> int:
    """Return the number of the first step whose line contains a word."""
    steps = Lesson(opened()).steps
    return next(number for number, step in enumerate(steps) if word in step.entry.lesson)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_lesson_is_fulfilled_by_its_own_orders(path: Path) -> None:
    check_lesson(opened(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_that_waits_for_a_ship_has_a_wrong_deed_to_try(path: Path) -> None:
    lesson = Lesson(opened(path))
    steps = [step.entry for step in lesson.steps if waits_for_order(step.entry.done) and step.entry.done.by]
    assert [step.lesson for step in steps if not step.wrong and step.done.by in lesson.battle.state.ships] == []
    assert 8 <= len(lesson.steps) <= 16


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_lesson_always_goes_the_same_way(path: Path) -> None:
    played, again = Performance(Lesson(opened(path))), Performance(Lesson(opened(path)))
    for one in (played, again):
        for step in one.lesson.steps:
            assert not one.fulfil(step)
    faces = [[record.faces for record in one.battle.records] for one in (played, again)]
    assert faces[0] == faces[1] and played.lesson.step is None


def test_another_order_says_the_hint_and_changes_no_step() -> None:
    played = at_step(step_of("Turn two"))
    assert not played.give("lancet", "P1")
    assert played.lesson.remark.kind == "hint" and "S2" in played.lesson.remark.text
    assert played.lesson.index == step_of("Turn two") and not played.lesson.astray
    assert not played.give("lancet", "S2")
    assert played.lesson.remark.kind == "praise"


def test_a_refusal_teaches() -> None:
    played = at_step(step_of("Turn two"))
    refused = played.give("lancet", "S4")
    assert refused and played.lesson.refused(refused)
    assert played.lesson.remark.kind == "refusal" and "Half the thrust" in played.lesson.remark.text
    assert not played.lesson.refused("nothing the lesson knows")


def test_undo_within_a_step_and_across_it() -> None:
    number = step_of("Speed up")
    played = at_step(number)
    played.battle.undo("azure")
    assert played.lesson.index == number - 1, "the order that had fulfilled it is taken back"
    assert not played.give("lancet", "S2+3"), "one order may fulfil both steps"
    assert played.lesson.index == number + 1


def test_a_step_that_is_missed_can_be_tried_again_with_the_same_dice() -> None:
    number = step_of("Speed up")
    played = at_step(number)
    assert not played.give("azure", "lock")
    assert played.lesson.astray and played.lesson.index == number
    played.battle.back_to(played.lesson.begun)
    assert not played.lesson.astray and played.lesson.index == number
    played.others()
    for step in played.lesson.steps[number:]:
        assert not played.fulfil(step), step.entry.lesson
    whole = at_step(len(played.lesson.steps))
    assert whole.battle.records[-1].faces == played.battle.records[-1].faces
    assert whole.battle.state.ships["vesper"].hull == played.battle.state.ships["vesper"].hull


def test_an_order_passes_over_steps_that_only_wait_for_a_choice() -> None:
    played = at_step(step_of("Aim"))
    played.give("lancet", "fire B3>vesper B2a>vesper")
    assert played.lesson.index == step_of("Fire everything") + 1


def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    lesson = Lesson(opened())
    recorder = taken_up(lesson, tmp_path)
    played = Performance(lesson)
    for step in lesson.steps[:7]:
        played.fulfil(step)
    recorder.close()
    again = Lesson(opened())
    taken_up(again, tmp_path).close()
    assert len(again.battle.records) == len(lesson.battle.records) and again.index in (6, 7)
    assert again.remark.text == RESUMED, "it says so"
    for step in again.steps[again.index :]:
        assert not Performance(again).fulfil(step)
    taken_up(over := Lesson(opened()), tmp_path).close()
    assert over.index in (6, 7), "what was done without a recorder is not kept"


def test_a_finished_lesson_begins_anew(tmp_path: Path) -> None:
    lesson = Lesson(opened())
    recorder = taken_up(lesson, tmp_path)
    played = Performance(lesson)
    for step in lesson.steps:
        assert not played.fulfil(step)
    recorder.close()
    again = Lesson(opened())
    taken_up(again, tmp_path).close()
    assert again.index == 0 and not again.battle.records and not again.remark.text


def text_with(old: str, new: str) -> str:
    text = FIRST.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1)


BROKEN = (  # a change to the first lesson, and what is said of it
    ("target: vesper}", "target: vespr}", "no ship 'vespr'. Did you mean 'vesper'?"),
    ("ships: [lancet, vesper]", "ships: [lancet, vesbar]", "no ship 'vesbar'"),
    ("done: {by: lancet, order: S2+3}", "done: {by: lancett, order: S2+3}", "no ship or side 'lancett'"),
    ("order: S4, why", "ordr: S4, why", "unknown field. Did you mean 'order'?"),
    ("done: {read: true}", "done: {}", "a step waits for something"),
    ("done: {read: true}", "done: {read: maybe}", "done.read"),
    ("done: {read: true}", "done: 3", "done"),
    ("ships: [lancet]", "ships: lancet", "expected a list"),
    ("within: 2.5", "within: -2.5", "within"),
    ('- {by: lancet, order: S2+3}', '- {by: lancet, order: S2+9}', "11 thrust asked"),
    (', player: random', "", "one side without a player"),
    ("done: {by: azure, order: lock}", "done: {by: azure, order: lok}", "do not fulfil it"),
    ("target: vesper}", "target: lancet}", "lancet is on the other side"),
    ("wrong: {by: lancet, order: S4", "wrong: {by: lancet, order: S2", "fulfils this step too"),
    ("why: reaches 12", "why: it is not time", "not refused with"),
    ("wrong: {by: lancet, order: S2+5, why: thrust}", "wrong: {by: lancet, order: S2+5}", "cannot be done"),
    ("- {by: azure, order: lock, dice: [5, 2]}", "- {undo: 1}", "takes nothing back"),
    ("lesson: Lock your orders.", "lesson: Lock your orders.\n  say: And read.", "both say and lesson"),
)  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BROKEN, ids=lambda words: words[:30])
def test_a_broken_lesson_is_told_with_line_and_column(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(text_with(old, new), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert said in told, told
    assert "Traceback" not in told
    line = told.removeprefix(f"{path}:").split(":")
    assert line[0].isdigit() and line[1].isdigit(), told


def test_an_order_before_the_first_step_is_told() -> None:
    text = text_with("script:\n", "script:\n- {by: lancet, order: S1}\n")
    with pytest.raises(BadFile, match="before the first step"):
        Lesson(load_start_text(text, "lesson"))


def test_a_lesson_is_found_by_its_game_or_its_file() -> None:
    assert find_lesson(None) == FIRST == find_lesson("Full Thrust") == find_lesson("full_thrust")
    assert find_lesson(str(FIRST)) == FIRST
    with pytest.raises(LookupError, match="There is no lesson 'half thrust'"):
        find_lesson("half thrust")


def test_the_command_line_knows_no_other_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "half-thrust"]) == 2
    assert "There is no lesson 'half-thrust'" in capsys.readouterr().err


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_guns_that_bear_end_no_battle_in_mid_lesson(path: Path) -> None:
    """V is what a learner presses."""
    lesson = Lesson(load_start(path))
    performance, fired = Performance(lesson), 0
    for number, step in enumerate(lesson.steps):
        battle, shot = lesson.battle, next((one for one in step.solution if one.order.startswith("fire ")), None)
        if shot:
            length, view = len(battle.records), battle.view(lesson.seat)
            volley = view.volley(shot.by, shot.order.split(">")[1].split()[0])
            assert volley is not None
            battle.play(volley)
            performance.others()
            assert battle.state.outcome is None and lesson.index > number, step.entry.lesson
            battle.back_to(length)
            fired += 1
        assert not performance.fulfil(step)
    assert fired


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whoever_plays_on_has_a_battle(path: Path) -> None:
    """The computer's side has lost boxes in the lesson, and fights on all the same."""
    lesson = Lesson(opened(path))
    performance = Performance(lesson)
    for step in lesson.steps:
        assert not performance.fulfil(step)
    battle, turn = lesson.battle, lesson.battle.state.turn
    Match(battle, {**match_of(battle).names, lesson.seat: "turtle"}, battle.seed).play(turns=turn + 1)
    assert [str(one.order) for one in battle.records if one.order.gives_up] == []
