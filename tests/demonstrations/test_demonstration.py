"""Demonstrations as steps: captions, what happened between them, going both ways, taking over, and what a file may
say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.battle.battle import fingerprint
from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.battle.loader import load_start
from game.battle.script import Script
from game.cli import main
from game.demonstrations.catalogue import CatalogueEntry, exhibits, find_demonstration, grouped, shelf
from game.demonstrations.demonstration import Demonstration, chapter_of
from game.demonstrations.frames import spoken, telling, value_of
from game.formats.battle_schema import BattleFile, Say, json_schema
from game.formats.validation import BadFile
from game.rulebook.book import rulebook
from game.rules.ships.ship import Ship
from tests.support.battles import DUEL, laid
from tests.support.narrowing import narrow

ALL = exhibits()
OPEN = "- {camera: {}}\n"  # orders and nothing else are a save
LESSON = (
    DUEL
    + """\
house: {rerolls: false, arcs: 6}
script:
- {camera: {at: [30, 20], zoom: 2}}
- say: Lancet turns.
  more: One point to starboard.
  step: The order
  rule: full-thrust-base/2.2
  ship: lancet
  target: vesper
  guns: [B3]
  show: [reach]
  pins: {vesper: watch her}
  figures: {thrust: 6}
- {by: lancet, order: "S1+2"}
- {refuse: {by: vesper, order: "P9", why: may turn}}
- {expect: {lancet: {course: 4, velocity: 8}}}
- {camera: {ships: [lancet, vesper]}}
- say: And moves.
- {expect: {lancet: {fate: ""}}}
- {by: lancet, order: "fire B3>vesper", dice: [5, 6, 1]}
- {expect: {vesper: {armour: 4}}}
"""
)


def shown(folder: Path, text: str = LESSON) -> Demonstration:
    """Return the demonstration of a text."""
    path = folder / "battle.yaml"
    path.write_text(text, encoding="utf-8")
    return Demonstration(load_start(path))


def complaints(folder: Path, old: str, new: str) -> list[str]:
    """Return what is wrong with the lesson after a change, each with line and column."""
    assert LESSON.count(old) == 1
    with pytest.raises(BadFile) as caught:
        laid(folder, LESSON.replace(old, new))
    return [str(problem).splitlines()[0].removeprefix(f"{folder}/battle.yaml:") for problem in caught.value.problems]


# -- steps -------------------------------------------------------------------------------------------------------------


def test_a_step_is_a_caption_and_what_happened_since_the_one_before(tmp_path: Path) -> None:
    show = shown(tmp_path)
    first, second, third = show.steps
    assert (first.large, first.small, first.name, first.rule) == (
        "Lancet turns.",
        "One point to starboard.",
        "The order",
        "full-thrust-base/2.2",
    )
    assert (first.before, first.after, first.frames, first.entries) == (0, 0, (), 2)
    assert (first.say.ship, first.say.target, first.say.guns, first.say.show) == ("lancet", "vesper", ["B3"], ["reach"])
    assert first.say.pins == {"vesper": "watch her"} and first.say.figures == {"thrust": 6}
    assert (second.name, second.before, second.after, second.phase) == ("And moves", 0, 3, (5, "Move ships"))
    assert [str(frame.order) for frame in second.frames] == ["S1+2", "lock", "lock"]
    assert {event.kind for event in second.events} == {"initiative", "move"}
    assert third.before == 3 and third.phase == (9, "Ships fire") and third.large == "Lancet fires Beam 3 at Vesper."
    assert not show.failures


def test_the_table_of_every_step_is_the_battle_as_it_was_then(tmp_path: Path) -> None:
    show = shown(tmp_path)
    battle = show.opened.battle
    for step in show.steps:
        assert fingerprint(step.view.state) == fingerprint(battle.at(step.after))
        assert fingerprint(step.start.state) == fingerprint(battle.at(step.before))
        assert list(step.view.log) == battle.log_until(step.after)


def test_going_back_and_forth_ends_where_it_began(tmp_path: Path) -> None:
    show = shown(tmp_path)
    assert show.progress == 0 and not show.back() and show.forward() and show.step.large == "And moves."
    assert show.forward() and show.last and show.progress == 1 and not show.forward()
    assert show.go(-5) and show.index == 0 and show.go(99) and show.index == 2
    for index in (0, 1, 2, 1, 0) * 200:
        show.go(index)
        assert show.step.view.state.ships["lancet"].course == (3, 4, 4)[index]


def test_a_step_says_what_it_is_held_to_and_what_it_was_before(tmp_path: Path) -> None:
    _, moved, fired = shown(tmp_path).steps
    assert all(one.key == "lancet" and one.met for one in moved.held)
    assert [(one.name, one.before, one.now) for one in moved.held] == [
        ("course", "3", "4"),
        ("velocity", "6", "8"),
        ("fate", "in play", "in play"),
    ]
    assert [(one.name, one.before, one.now, one.met) for one in fired.held] == [("armour", "7", "4", True)]
    wrong = shown(tmp_path, LESSON.replace("velocity: 8}}}", "velocity: 9}}}"))
    assert [one.met for one in wrong.steps[1].held] == [True, False, True] and len(wrong.failures) == 1


def test_a_refusal_belongs_to_its_step_with_its_reason_and_rule(tmp_path: Path) -> None:
    (one,) = shown(tmp_path).steps[1].refusals
    assert (one.by, one.text, one.rule) == ("vesper", "P9", "full-thrust-base/2.1") and "may turn" in one.why


def test_the_camera_stays_where_the_file_has_put_it(tmp_path: Path) -> None:
    first, second, third = (step.camera for step in shown(tmp_path).steps)
    assert (
        (first.at, first.zoom, first.ships) == ((30, 20), 2, [])
        and second.ships == ["lancet", "vesper"]
        and third == second
    )


def test_settings_are_those_of_the_file_in_words(tmp_path: Path) -> None:
    assert [(title, value) for title, value, _ in shown(tmp_path).settings] == [
        ("Beam re-rolls", "off"),
        ("Fire arcs", "six"),
    ]


def test_what_is_taken_over_stands_where_the_step_ends_and_is_a_battle_of_its_own(tmp_path: Path) -> None:
    show = shown(tmp_path)
    for step in show.steps:
        taken = show.taken_over(step)
        assert taken.battle is not show.opened.battle
        assert fingerprint(taken.battle.state) == fingerprint(step.view.state)
    more = nothing_more(taken.battle)
    assert more is not None
    taken.battle.play(more)
    assert fingerprint(show.steps[-1].view.state) != fingerprint(taken.battle.state)


def test_a_caption_may_speak_of_the_first_phases_of_an_order_alone(tmp_path: Path) -> None:
    rock = "table: {terrain: [{kind: meteors, name: Shower, at: [24, 20], radius: 3}]}\nships:"
    script = "script:\n- {by: azure, order: lock}\n- {by: amber, order: lock, dice: [6, 1, 2]}\n"
    script += "- say: Who goes first.\n  phase: 2\n- say: The move.\n"
    dice, move = shown(tmp_path, DUEL.replace("ships:", rock) + script).steps
    assert {event.kind for event in dice.events} == {"initiative"} and {event.kind for event in move.events} == {
        "move",
        "hazard",
    }
    assert dice.view.state.ships["lancet"].at == (20, 20) and move.view.state.ships["lancet"].at == (26, 20)
    assert move.start is dice.view and (dice.after, move.before, move.after) == (2, 2, 2)


def test_what_is_switched_on_by_name_is_named(tmp_path: Path) -> None:
    show = shown(tmp_path, DUEL.replace("seed: 3", "seed: 3\nhouse: {manoeuvres: [GB]}"))
    assert [(title, value) for title, value, _ in show.settings] == [("Manoeuvres", "Grav backfire")]


def test_orders_taken_back_are_no_fault(tmp_path: Path) -> None:
    text = (
        DUEL + 'script:\n- {by: lancet, order: "S1"}\n- say: One.\n- {undo: 1}\n- {by: lancet, order: "P1"}\n- '
        "say: Another.\n"
    )
    first, second = shown(tmp_path, text).steps
    assert str(first.view.state.sealed["lancet"]) == "S1" and str(second.view.state.sealed["lancet"]) == "P1"


def test_a_file_without_captions_speaks_in_the_words_of_the_log(tmp_path: Path) -> None:
    text = DUEL + f'script:\n- {{by: lancet, order: "fire B3>vesper", dice: [1, 2, 3]}}\n{OPEN}'
    moved, step = shown(tmp_path, text.replace("at: [44, 20]", "at: [36, 20]")).steps
    assert moved.large == "The ships move." and moved.after == step.before
    assert step.large == "Lancet fires Beam 3 at Vesper." and step.small.endswith("no damage")
    (empty,) = shown(tmp_path, DUEL).steps
    assert empty.large == "A duel" and spoken((), "Nothing") == Say(say="Nothing")


def test_orders_without_captions_are_a_step_each_that_brought_something_about(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "battles" / "tavira_passage.yaml").read_text(encoding="utf-8")
    show = shown(tmp_path, text + OPEN)  # or it would be a battle under way, which has no open books
    battle = show.opened.battle
    assert [step.large for step in show.steps[:2]] == ["The ships move.", "Lancet checks every system at 6."]
    assert len(show.steps) == 4 and not show.failures
    assert [step.after for step in show.steps[:-1]] == [step.before for step in show.steps[1:]]
    for step in show.steps:
        assert fingerprint(step.view.state) == fingerprint(battle.at(step.after)) and telling(step.events)
        assert fingerprint(show.taken_over(step).battle.state) == fingerprint(step.view.state)


def test_long_captions_have_short_names(tmp_path: Path) -> None:
    long = "Lancet turns to starboard: it has seen Vesper, and Vesper has not seen it yet"
    first = shown(tmp_path, LESSON.replace("Lancet turns.", f'"{long}."').replace("  step: The order\n", "")).steps[0]
    assert first.name == "Lancet turns to starboard"


def test_values_are_said_in_words(tmp_path: Path) -> None:
    view = shown(tmp_path).steps[0].view
    narrow(view.state.ships["lancet"], Ship).lost |= {"B3", "PT"}
    assert value_of(view, "lancet", "lost") == "Beam 3, Pulse torpedo" and value_of(view, "vesper", "lost") == "none"
    assert value_of(view, "lancet", "at") == "20.0, 20.0" and value_of(view, "lancet", "inverted") == "no"
    assert value_of(view, "vesper", "armour") == "7" and value_of(view, "lancet", "clocks") == "none"


# -- what a file may say -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  ship: lancet", "  ship: lancit", "17:9: script.2.ship: there is no ship 'lancit'. Did you mean 'lancet'?"),
        ("  target: vesper", "  target: azure", "18:11: script.2.target: there is no ship 'azure'."),
        (
            "{vesper: watch",
            "{vespa: watch",
            "21:10: script.2.pins.vespa: there is no ship 'vespa'. Did you mean 'vesper'?",
        ),
        (
            "ships: [lancet, vesper]",
            "ships: [lancet, vesp]",
            "26:29: script.6.camera.ships.2: there is no ship 'vesp'.",
        ),
        (
            "rule: full-thrust-base/2.2",
            "rule: full-thrust-base/2.22",
            "16:9: script.2.rule: the rule book has nothing at",
        ),
        (
            "show: [reach]",
            "show: [reech]",
            "20:10: script.2.show.1: 'reech' is not one of arcs, range, sight, threat, reach",
        ),
        ("  figures: {thrust: 6}", "  figures: {thrust: [6]}", "22:21: script.2.figures.thrust: expected text or"),
        ("  step: The order", "  stepp: The order", "15:3: script.2.stepp: unknown field. Did you mean 'step'?"),
    ],
)
def test_mistakes_in_captions_are_said_where_they_stand(old: str, new: str, expected: str, tmp_path: Path) -> None:
    (problem,) = complaints(tmp_path, old, new)
    assert problem.startswith(expected)


def test_the_rule_of_a_file_is_in_the_book(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"rule: the rule book has nothing at 'full-thrust-base/99'"):
        laid(tmp_path, DUEL.replace("system:", "rule: full-thrust-base/99\nsystem:"))


def test_the_schema_knows_captions() -> None:
    say = json_schema(BattleFile)["$defs"]["Say"]
    assert say["required"] == ["say"] and {
        "more",
        "step",
        "rule",
        "ship",
        "target",
        "guns",
        "show",
        "pins",
        "figures",
    } < set(say["properties"])
    assert "reach" in say["properties"]["show"]["items"]["enum"]


# -- those that come with the game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_demonstration_names_a_rule_and_shows_it(one: CatalogueEntry) -> None:
    show = Demonstration(load_start(one.path))
    file = show.opened.file
    assert file.rule in rulebook() and all(step.rule in rulebook() for step in show.steps)
    assert file.about and file.teaches and len(show.steps) >= 2 and not show.failures
    assert any(step.held or step.refusals for step in show.steps), "nothing is checked"
    for entry in file.script:
        assert not isinstance(entry, Say) or entry.step, f"“{entry.say}” has no name in the list of steps"
    names = [step.name for step in show.steps]
    assert len(set(names)) == len(names)


def test_their_titles_are_their_own_and_they_come_in_the_order_of_the_book() -> None:
    assert len({one.title for one in ALL}) == len(ALL) >= 30
    places = list(rulebook())
    assert [places.index(one.rule) for one in ALL] == sorted(places.index(one.rule) for one in ALL)
    groups = grouped(ALL)
    assert sum(len(members) for _, members in groups) == len(ALL) and len({name for name, _ in groups}) == len(groups)


def test_a_page_shows_demonstrations_that_there_are() -> None:
    names = {one.name for one in ALL}
    assert {page.address: page.shows for page in rulebook().values() if not names.issuperset(page.shows)} == {}


def test_chapters_are_those_of_the_book() -> None:
    assert chapter_of("full-thrust-base/5.8/re-rolls") == ("Full Thrust", "Damage")
    assert chapter_of("full-thrust-base/12")[1] == "Editions"
    assert chapter_of("point-defence-and-fighters/4") == ("Point defence reformed", "Point defence reformed"), (
        "one, not nine"
    )
    assert chapter_of("table/menu") == ("The plotting table", "The plotting table")
    assert chapter_of("nowhere/1") == ("Nowhere", "Nowhere")


def test_expectations_are_in_words_and_in_no_key_of_the_code() -> None:
    keys = re.compile(r"_|\breason\b|[a-z]\d|^(azure|amber|merrow|auvrac|halden|oreth)$")
    for one in exhibits():
        for held in (held for step in one.open().steps for held in step.held):
            assert not any(keys.search(words) for words in (held.name, held.before, held.now)), (one.name, held)


def test_every_demonstration_opens_at_its_first_step() -> None:
    for one in ALL:
        assert one.open().index == 0, one.name


def test_a_file_with_mistakes_stays_in_the_gallery_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("title: [", encoding="utf-8")
    (one,) = shelf(tmp_path)
    assert (
        one.bad
        and one.title == "bad.yaml"
        and "mistakes" in one.about
        and one.captions == 0
        and one.chapter[1] == "Others"
    )


# -- by name -----------------------------------------------------------------------------------------------------------


def test_names_are_found_however_they_are_written(tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "demonstrations" / "full_thrust" / "side_slip.yaml"
    assert (
        find_demonstration("side_slip")
        == find_demonstration("side-slip")
        == find_demonstration("Side Slip")
        == find_demonstration(str(path))
        == path
    )
    own = tmp_path / "own.yaml"
    own.write_text(DUEL, encoding="utf-8")
    assert find_demonstration(str(own)) == own


def test_an_unknown_name_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["demo", "side_slop"]) == 2
    assert capsys.readouterr().err == "There is no demonstration 'side_slop'. Did you mean 'side_slip'?\n"
    assert main.main(["demo", "xyzzy"]) == 2
    assert capsys.readouterr().err == "There is no demonstration 'xyzzy'. python main.py demo shows them all.\n"
    assert main.main(["demo", "no/such/file.yaml"]) == 2
    assert capsys.readouterr().err == "There is no file no/such/file.yaml.\n"


def test_the_same_script_gives_the_same_battle_played_by_check_and_shown() -> None:
    for one in ALL[:6]:
        script = Script(load_start(one.path))
        script.play()
        assert fingerprint(script.battle.state) == fingerprint(Demonstration(load_start(one.path)).steps[-1].view.state)
