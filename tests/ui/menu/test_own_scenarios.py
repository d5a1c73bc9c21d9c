"""Scenarios and sandboxes of the player's own: saved in the sandbox, listed in the menu, renamed, deleted, opened
again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.battle.loader import load_start, new_save, open_battle
from game.formats.user_folders import home, saves_folder
from game.players.match import Match
from game.sandbox.storage import open_sandbox, save
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.screen import Push
from game.ui.menu.saves_page import OpenPage
from game.ui.menu.screen import Menu
from game.ui.pages.problem_page import Sentence
from game.ui.sandbox.screen import SandboxScreen
from tests.support.narrowing import present
from tests.support.ui.page_driver import BAD, FIRST, SIZES, Hand, plain, read
from tests.support.ui.sandbox_driver import Sat, three_plans

PLANS = ROOT / "docs" / "battles" / "three_ways.yaml"
pytestmark = pytest.mark.usefixtures("sitting")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def own_folder() -> Path:
    folder = home() / "scenarios"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def put_own(name: str = "mine.yaml", title: str = "Mine") -> Path:
    """A scenario the player has put into the folder, with a comment of its author."""
    path = own_folder() / name
    text = FIRST.read_text(encoding="utf-8")
    path.write_text(text.replace("title: First Light", f"title: {title}  # the author's words"), encoding="utf-8")
    return path


def titles(menu: Menu) -> list[str]:
    return [offer.title for offer in menu.offers]


def type_words(hand: Hand, words: str) -> None:
    hand.window.give(Event(pygame.TEXTINPUT, text=words))
    hand.wait(2)


# -- saved in the sandbox ----------------------------------------------------------------------------------------------


def test_a_scenario_saved_in_the_sandbox_is_in_the_menu_when_one_comes_back(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_s)
    assert isinstance(hand.top, SandboxScreen)
    hand.key(pygame.K_w, mod=pygame.KMOD_LCTRL)
    type_words(hand, "Trial")
    hand.key(pygame.K_RETURN)
    assert "Yours" in hand.top.context.note
    hand.key(pygame.K_s, mod=pygame.KMOD_LCTRL)
    hand.key(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(hand.top, Menu)
    hand.key(pygame.K_u)
    assert titles(hand.top) == ["Trial"] and present(hand.top.offer).path.parent == home() / "scenarios"
    hand.key(pygame.K_SPACE)
    assert isinstance(hand.top, BattleScreen) and hand.top.battle.title == "Trial"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_open_save_and_save_as_scenario_are_buttons_with_words(tmp_path: Path, size: tuple[int, int]) -> None:
    sat = Sat(tmp_path, size=size)
    words = {one.string for one in read(sat.screen, size)}
    assert {"Open", "Save"} <= words and words & {"Save as scenario", "Scenario"}


def test_a_scenario_of_the_program_is_saved_as_one_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sat = Sat(tmp_path)
    monkeypatch.setattr("game.ui.sandbox.model.copies.ROOT", tmp_path)
    (path := tmp_path / "scenarios" / "shipped.yaml").parent.mkdir()
    sat.path.rename(path)
    sat.screen.commands.files.open(path)
    before = path.read_text()
    for x in (3.0, 4.0):
        sat.sandbox.move("lancet", (x, 3.0))
        sat.screen.commands.do("write")
        if sat.screen.context.saving:  # the first time a title is asked for
            sat.screen.commands.files.carry_out(False)
    (mine,) = own_folder().glob("*.yaml")
    assert path.read_text() == before
    assert load_start(mine).battle.state.ships["lancet"].at == (4.0, 3.0), "the second press writes into the same file"


def test_a_save_is_never_made_a_scenario_in_its_place(tmp_path: Path) -> None:
    path = save(open_sandbox(PLANS))
    before = path.read_bytes()
    sat = Sat(tmp_path)
    sat.screen.commands.files.open(path)
    sat.screen.commands.do("write")
    sat.screen.commands.files.carry_out(False)
    (mine,) = own_folder().glob("*.yaml")
    assert path.read_bytes() == before and not load_start(mine).file.branches


# -- a sandbox is opened again as a sandbox ----------------------------------------------------------------------------


def test_a_saved_sandbox_reopens_as_a_sandbox_wherever_it_is_opened() -> None:
    path = save(open_sandbox(PLANS))
    plans = [branch.name for branch in open_sandbox(PLANS).branches]
    for way in ("continue", "list", "path", "dropped"):
        hand = Hand(saves_folder())
        if way == "continue":
            assert plans[0] in " ".join(one.string for one in read(hand.top, (1280, 800)))
            hand.key(pygame.K_RETURN)
        elif way == "list":
            hand.key(pygame.K_o, pygame.K_RETURN)
        elif way == "path":
            hand.window.take(hand.program.open_path(path))
        else:
            hand.window.give(Event(pygame.DROPFILE, file=str(path)))
        assert isinstance(hand.top, SandboxScreen), way
        assert [branch.name for branch in hand.top.context.sandbox.branches] == plans, way
        assert hand.top.context.copies.paths["sandbox"] == path, "it is saved into its own file again"
        hand.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        assert isinstance(hand.top, OpenPage if way == "list" else Menu), way


def test_a_battle_played_from_the_sandbox_is_resumed_as_a_battle(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    three_plans(sat)
    sat.key("F5")
    assert isinstance(sat.pushed, BattleScreen)
    present(sat.pushed.context.leave)()
    (path,) = saves_folder().glob("*.yaml")
    assert "branches:" not in path.read_text(encoding="utf-8")
    hand = Hand(saves_folder())
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, HandoverScreen | BattleScreen)


# -- listed, renamed, deleted ------------------------------------------------------------------------------------------


def test_files_put_into_the_folder_are_offered_with_their_game(tmp_path: Path) -> None:
    put_own()
    deep = own_folder() / "club" / "night.yaml"
    deep.parent.mkdir()
    shutil.copy(next((ROOT / "scenarios" / "hexcess").glob("*.yaml")), deep)
    (own_folder() / "bad.yaml").write_text(BAD.format(key="full-trust"), encoding="utf-8")
    hand = Hand(tmp_path)
    shipped = titles(hand.top)
    assert "Mine" not in shipped
    hand.press("tab yours")
    assert titles(hand.top) == ["Mine", "bad.yaml"], "a file that names no game stands with every game"
    hand.key(pygame.K_2)
    assert [offer.path for offer in hand.top.offers] == [deep, own_folder() / "bad.yaml"]
    hand.key(pygame.K_1, pygame.K_u)
    assert titles(hand.top) == shipped


def test_an_own_scenario_is_renamed_by_keys_and_keeps_its_comments(tmp_path: Path) -> None:
    path = put_own()
    hand = Hand(tmp_path)
    hand.key(pygame.K_u, pygame.K_F2)
    type_words(hand, "Another night")
    hand.key(pygame.K_RETURN)
    assert titles(hand.top) == ["Another night"] and hand.top.offer.path == path
    text = path.read_text(encoding="utf-8")
    assert "title: Another night" in text and "# the author's words" in text
    hand.key(pygame.K_F2)
    type_words(hand, "Never mind")
    hand.key(pygame.K_ESCAPE)
    assert titles(hand.top) == ["Another night"] and not hand.top.heading.renaming


def test_an_own_scenario_is_deleted_by_a_second_press_only(tmp_path: Path) -> None:
    paths = put_own(), put_own("other.yaml", "Other")
    hand = Hand(tmp_path)
    hand.key(pygame.K_u, pygame.K_DELETE)
    hand.press("scenario other")
    hand.key(pygame.K_DELETE)
    assert all(path.exists() for path in paths), "asked anew for another scenario"
    hand.key(pygame.K_ESCAPE, pygame.K_DELETE)
    assert all(path.exists() for path in paths), "Escape takes the question back"
    hand.key(pygame.K_DELETE)
    assert [path.exists() for path in paths] == [True, False] and titles(hand.top) == ["Mine"]


def test_a_title_the_file_cannot_have_is_refused_in_words(tmp_path: Path) -> None:
    path = put_own()
    before = path.read_bytes()
    hand = Hand(tmp_path)
    hand.key(pygame.K_u, pygame.K_F2)
    path.write_text("title: [", encoding="utf-8")  # damaged by somebody else meanwhile
    type_words(hand, "New")
    hand.key(pygame.K_RETURN)
    assert "could not be renamed" in hand.top.heading.trouble and path.read_text(encoding="utf-8") == "title: ["
    path.write_bytes(before)


def test_the_programs_own_scenarios_are_neither_renamed_nor_deleted(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    names = {widget.name for widget in hand.top.focus.widgets}
    assert {"tab scenarios", "tab yours"} <= names and not names & {"rename scenario", "delete scenario"}
    hand.key(pygame.K_DELETE, pygame.K_DELETE, pygame.K_F2)
    assert FIRST.exists() and not hand.top.heading.renaming


# -- battles that are being fought -------------------------------------------------------------------------------------


def fought_save(turns: int) -> Path:
    """Return a battle fought for that many turns, then one order sealed, kept among the saves."""
    opened = open_battle(FIRST, seed=4)
    recorder = new_save(opened, saves_folder())
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 4).play(turns)
    if not opened.battle.state.outcome:
        opened.battle.play(opened.battle.read(next(iter(opened.battle.state.ships)), "0"))
    recorder.close()
    return recorder.journal.path


def test_the_sandbox_asks_before_it_shows_what_is_sealed_in_a_battle_under_way(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    under_way, over = fought_save(1), fought_save(99)
    assert open_sandbox(under_way).under_way and not open_sandbox(over).under_way and not open_sandbox(PLANS).under_way
    answer = hand.program.sandbox(under_way)
    assert isinstance(answer, Push) and isinstance(answer.screen, Sentence)
    hand.window.take(answer)
    hand.wait(2)
    hand.key(pygame.K_o)
    assert isinstance(hand.top, SandboxScreen)
    for path in (over, PLANS):
        answer = hand.program.sandbox(path)
        assert isinstance(answer, Push) and isinstance(answer.screen, SandboxScreen)


def test_from_within_the_sandbox_it_asks_for_each_such_file(tmp_path: Path) -> None:
    sat, first, second = Sat(tmp_path), fought_save(1), fought_save(1)
    files = sat.screen.commands.files
    for path in (first, second):  # being asked of one is no answer for the other
        files.open(path)
        assert "sealed" in sat.screen.context.note and sat.sandbox.path != str(path)
    files.open(second)
    assert sat.sandbox.path == str(second)
    sat.screen.context.copies.add("sandbox", second)
    files.open(PLANS)
    assert sat.sandbox.path == str(PLANS), "a sandbox has no secrets"
