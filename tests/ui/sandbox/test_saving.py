"""Saving asks for a title first; a demonstration's steps, captions and pictures are edited in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.loader import load_start
from game.battle.script import run
from game.demonstrations.demonstration import Demonstration
from game.formats.battle_schema import Say
from game.formats.user_folders import home
from game.sandbox.start_editor import UNTITLED
from game.sandbox.storage import open_sandbox
from game.systems import SYSTEMS
from game.ui.battle.pause_menu import Pause
from game.ui.host.screen import Pop
from game.ui.render.text import width
from game.ui.sandbox.story.page import StoryPage
from game.ui.toolkit.value_fields import Stepper
from tests.support.narrowing import narrow, present
from tests.support.ui.page_driver import read
from tests.support.ui.sandbox_driver import START, Sat, fresh
from tests.ui.sandbox.test_door import New

pytestmark = pytest.mark.usefixtures("sitting")


@pytest.mark.parametrize("size", [(800, 500), (1280, 800)])
@pytest.mark.parametrize(("kind", "folder"), [("sandbox", "saves"), ("scenario", "scenarios")])
def test_a_title_is_asked_for_and_the_file_follows_it(kind: str, folder: str, size: tuple[int, int]) -> None:
    sat = New(size=size)
    sat.press("file save")
    sat.screen.context.ask_save(kind)
    sat.look()
    sat.key("RETURN")
    assert sat.screen.context.saving == kind and "title" in sat.screen.context.note
    sat.type("Past Tavira")
    assert sat.widget("file name").words.startswith("past-tavira.yaml")  # type: ignore[attr-defined]
    sat.key("RETURN")
    path = home() / folder / "past-tavira.yaml"
    assert load_start(path).file.title == "Past Tavira" and not sat.screen.context.saving
    table = "Past Tavira" if kind == "sandbox" else UNTITLED
    assert sat.sandbox.opened.file.title == table, "what is saved is the table, a scenario is made of it"
    assert sat.sandbox.done == (["title written"] if kind == "sandbox" else []), "there was no sentence about it"


def test_while_a_title_is_asked_for_no_letter_reaches_the_table_behind() -> None:
    sat = New()
    sat.press("file save")
    sat.click(sat.widget("save kind").rect.center)
    sat.look()
    before = sat.sandbox.version, sat.screen.context.armed, sat.screen.context.naming
    sat.type("new duel")
    assert sat.widget("save title").value == "new duel"  # type: ignore[attr-defined]
    sat.screen.focus.focus(None)
    sat.key("n", "t", "d", "o")
    sat.click(sat.widget("save kind").rect.center)
    assert (sat.sandbox.version, sat.screen.context.armed, sat.screen.context.naming) == before
    sat.key("ESCAPE")
    assert not sat.screen.context.saving


def test_a_click_beside_the_question_and_tab_stay_with_the_title() -> None:
    sat = New()
    before = sat.sandbox.version
    sat.press("file save")
    sat.click(sat.screen.layout.board.center)
    sat.look()
    sat.type("a new duel")
    assert sat.widget("save title").value == "a new duel"  # type: ignore[attr-defined]
    for _ in range(12):
        sat.key("TAB")
        assert sat.screen.focus.at in sat.screen.panels.saving
    assert sat.sandbox.version == before and sat.screen.context.saving
    sat.key("ESCAPE")
    sat.look()
    assert sat.screen.focus.widgets != sat.screen.panels.saving


def test_a_title_that_is_taken_is_replaced_or_numbered() -> None:
    for deed, files in (("save it", 1), ("save it", 2), ("replace", 2)):
        sat = New()
        sat.key("ctrl+w")
        sat.type("Taken")
        assert ("replace" in sat.names()) == (files > 1)
        sat.press(deed)
        assert len(list((home() / "scenarios").glob("*.yaml"))) == files


def test_esc_closes_the_plate_and_nothing_is_written() -> None:
    sat = New()
    sat.key("ctrl+s", "ESCAPE")
    assert not sat.screen.context.saving and not list((home() / "saves").glob("*.yaml"))


def page(sandbox: object) -> StoryPage:
    found = StoryPage(sandbox)  # type: ignore[arg-type]
    found.draw(Surface((1280, 800)))
    return found


def press(found: StoryPage, name: str) -> None:
    next(one for one in found.focus.widgets if one.name == name).press()
    found.draw(Surface((1280, 800)))


def key(found: StoryPage, code: int, mod: int = 0) -> object:
    answer = found.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
    found.draw(Surface((1280, 800)))
    return answer


def captions(path: Path) -> list[str]:
    return [entry.say for entry in load_start(path).file.script if isinstance(entry, Say)]


def test_steps_are_added_reordered_removed_and_written() -> None:
    sandbox = fresh()
    sandbox.give("lancet", "S1+2")
    found = page(sandbox)
    before = len(found.story.steps)
    assert before >= 3
    found.head["title"].write("")
    found.focus.focus(found.head["title"])
    found.handle(Event(pygame.TEXTINPUT, text="Round the planet"))
    press(found, "step 2")
    press(found, "add")
    found.focus.focus(found.fields["say"])
    found.fields["say"].anchor = 0
    found.handle(Event(pygame.TEXTINPUT, text="Watch Lancet."))
    found.focus.focus(None)
    assert len(found.story.steps) == before + 1 and found.at == 2
    key(found, pygame.K_UP, pygame.KMOD_LALT)
    assert found.at == 1 and found.story.steps[1].say == "Watch Lancet."
    moments = [step.moment for step in found.story.steps]
    assert moments == sorted(moments), "none is shown before its time"
    press(found, "step 1")
    key(found, pygame.K_DELETE)
    key(found, pygame.K_s, pygame.KMOD_LCTRL)
    path = home() / "demonstrations" / "round-the-planet.yaml"
    assert captions(path)[0] == "Watch Lancet." and len(captions(path)) == before
    assert run(load_start(path)) == [] and not Demonstration(load_start(path)).failures
    assert isinstance(key(found, pygame.K_ESCAPE), Pop)


def test_the_moment_and_the_ship_of_a_picture_are_chosen() -> None:
    sandbox = fresh()
    sandbox.give("lancet", "S1+2")
    found = page(sandbox)
    assert found.story.words[:3] == ("the start", "all ships in view", "Lancet: S1+2")
    stepper = narrow(next(one for one in found.focus.widgets if one.name == "ship"), Stepper)
    assert present(stepper.show)(0) == "none chosen"
    first = found._step_picture((400, 300))
    found._set_story(*found.story.at_moment(0, len(found.story.acts)))
    assert (
        found.story.steps[found.at].moment == len(found.story.acts) and found.story.steps[found.at].name == "The start"
    )
    found._set_ship(2)
    second = found._step_picture((400, 300))
    assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(second, "RGB")
    assert found.story.steps[found.at].ship == list(sandbox.start.state.ships)[1]


def test_captions_come_back_when_the_demonstration_is_opened_again() -> None:
    sandbox = fresh()
    sandbox.give("lancet", "S1+2")
    found = page(sandbox)
    found._set_story(found.story.edited(0, say="They meet again."))
    key(found, pygame.K_s, pygame.KMOD_LCTRL)
    assert found.written is not None
    again = page(open_sandbox(found.written))
    assert [step.say for step in again.story.steps] == [step.say for step in found.story.steps]
    assert again.story.steps[0].say == "They meet again."


def test_unwritten_words_are_not_thrown_away_unasked() -> None:
    found = page(fresh())
    found._set_story(found.story.edited(0, say="New words."))
    assert key(found, pygame.K_ESCAPE) is None and "not written" in found.note.lower()
    assert isinstance(key(found, pygame.K_ESCAPE), Pop)


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_story_of_every_game_checks_and_plays(game: str) -> None:
    sandbox = New(game).sandbox
    sandbox.look_at(2)
    found = page(sandbox)
    press(found, "add")
    key(found, pygame.K_s, pygame.KMOD_LCTRL)
    assert found.written is not None, found.note
    assert run(load_start(found.written)) == []


def test_a_battle_played_from_the_sandbox_says_that_leaving_leads_back() -> None:
    sat = New()
    sat.screen.commands.files.play()
    battle: Any = sat.screen.context.answer.screen
    words = [one.string for one in read(Pause(battle.context), (1280, 800))]
    assert "Save and leave" in words and "to the sandbox" in words and "to the menu" not in words


def test_where_a_file_goes_is_read_however_long_its_title(kind: str = "sandbox") -> None:
    sat = New()
    sat.press("file save")
    sat.screen.context.ask_save(kind)
    sat.type("A title that is very very very long, and longer still than that")
    line: Any = sat.widget("file name")
    assert line.words.endswith("….yaml, among your saved battles") and width(line.words, 13) <= line.rect.w
    sat.key("RETURN")
    sat.press("file save")
    line = sat.widget("file name")
    assert width(line.words, 13) <= line.rect.w


def test_enter_saves_wherever_the_keyboard_is_on_the_plate() -> None:
    sat = New()
    sat.press("file save")
    sat.type("Short")
    sat.click(sat.widget("save kind").rect.midleft)
    sat.screen.focus.focus(None)
    sat.key("RETURN")
    assert not sat.screen.context.saving and (home() / "saves" / "short.yaml").exists()


def titled(path: Path) -> tuple[str, str]:
    file = load_start(path).file
    return file.title, file.about


def test_the_title_of_what_is_written_is_not_that_of_the_table(tmp_path: Path) -> None:
    sat = Sat(tmp_path, START)
    version = sat.sandbox.version
    for action, title in (("x", "A lesson"), ("ctrl+w", "A duel")):
        sat.screen.context.copies.paths.clear()
        sat.key(action, "ctrl+a")
        sat.type(title)
        sat.key("TAB")
        sat.type("In a sentence.")
        sat.key("RETURN")
        assert sat.sandbox.opened.file.title == "A test" and sat.sandbox.version == version, title
    assert sat.pushed.story.title == "A lesson"
    sat.pushed._write()
    assert titled(home() / "demonstrations" / "a-lesson.yaml") == ("A lesson", "In a sentence.")
    assert titled(home() / "scenarios" / "a-duel.yaml") == ("A duel", "In a sentence.")
    sat.sandbox.move("kiln", (50, 20))
    sat.key("ctrl+w")
    assert titled(home() / "scenarios" / "a-duel.yaml")[0] == "A duel", "written again under its own title"
    assert sat.screen.context.copies.heading("demonstration")[0] == "A lesson"
    sat.sandbox.entitle(title="Another table")
    sat.key("ctrl+w")
    assert titled(home() / "scenarios" / "a-duel.yaml")[0] == "Another table", "unless the table was called anew"


def test_captions_written_come_back_when_the_demonstration_is_asked_for_again(tmp_path: Path) -> None:
    sat = Sat(tmp_path, START)
    sat.sandbox.give("lancet", "S1")
    sat.screen.context.look_anew()
    for times in range(2):
        sat.key("x", "RETURN")
        page = sat.pushed
        path, taken = page.path
        assert not taken, "its own file is written over unasked"
        if not times:
            page._set_story(page.story.edited(0, say="They meet again."))
            page._write()
    assert page.story.steps[0].say == "They meet again." and page.path[0] == path


@pytest.mark.parametrize("kind", ["sandbox", "scenario", "demonstration"])
def test_what_is_written_down_anywhere_is_not_asked_about_until_it_changes(kind: str, tmp_path: Path) -> None:
    sat = New()
    sat.sandbox.move(sat.by, (20, 20))
    sat.key("ESCAPE", "ESCAPE")
    assert "not saved" in sat.screen.context.note and not sat.left
    sat.screen.context.sure = ""
    sat.screen.commands.files.ask(kind)
    sat.type("Kept")
    sat.key("RETURN")
    if kind == "demonstration":
        sat.pushed._write()
    assert not sat.screen.context.copies.unsaved
    sat.screen.commands.files.open(SYSTEMS["full-sail"])
    assert sat.sandbox.opened.battle.system.key == "full-sail", "another table is opened unasked"
    sat = New()
    sat.sandbox.move(sat.by, (20, 20))
    sat.screen.commands.files.ask(kind)
    sat.type("Kept")
    sat.key("RETURN")
    if kind == "demonstration":
        sat.pushed._write()
    sat.sandbox.move(sat.by, (21, 20))
    assert sat.screen.context.copies.unsaved == "the sandbox is"
    sat.sandbox.undo()
    assert not sat.screen.context.copies.unsaved, "it stands in the file again"


def test_plans_that_the_files_do_not_hold_are_named() -> None:
    sat = New()
    sat.sandbox.give(sat.by, "S1")
    sat.sandbox.begin_branch(turn=1)
    sat.sandbox.give(sat.by, "P1")
    sat.key("ctrl+w")
    sat.type("Kept")
    sat.key("RETURN", "ESCAPE", "ESCAPE")
    assert sat.screen.context.note == "First plan and Plan B are not saved: Ctrl+S saves, Esc once more leaves."
    sat.key("x", "RETURN")
    sat.pushed._write()
    assert sat.screen.context.copies.unsaved == "First plan is", "a demonstration holds the plan in hand"
    sat.key("ctrl+s")
    sat.type("Kept whole")
    sat.key("RETURN")
    assert not sat.screen.context.copies.unsaved
    sat.sandbox.delete_branch("B")
    assert sat.screen.context.copies.unsaved


def test_a_battle_that_is_over_is_refused_as_a_demonstration_before_a_title_is_asked_for() -> None:
    sat = New()
    sat.sandbox.delete(list(sat.sandbox.start.state.ships)[-1])
    sat.screen.context.look_anew()
    sat.look()
    sat.press("demonstrate")
    assert not sat.screen.context.saving and "put a ship of another side on the table" in sat.screen.context.note
    sat.press("file save")
    kinds = sat.widget("save kind")
    sat.click(kinds.cells[2].center)  # type: ignore[attr-defined]
    assert sat.screen.context.saving == "sandbox" and "of another side" in sat.screen.context.note
    assert sat.widget("save kind").chosen == 0  # type: ignore[attr-defined]
