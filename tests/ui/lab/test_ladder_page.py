"""The page of ladders: reached from the lab, every key, drawn at several sizes, the same figures as the tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.core.names import player_words
from game.formats.user_folders import HOME
from game.ladder import run as ladder_module
from game.ladder.background import ladders_folder
from game.ladder.openings import openings_folder
from game.ladder.plan import LadderPlan, ladder_plan
from game.ladder.run import LadderRun
from game.ladder.standings import couple_rows
from game.ladder.tables import COUPLES, ladder_tables
from game.ui.host.screen import Pop, Push
from game.ui.keys.bindings import chord_of
from game.ui.lab.ladder_columns import verdicts
from game.ui.lab.ladder_lines import CoupleCard
from game.ui.lab.ladder_page import LadderPage
from game.ui.lab.page import LabPage
from game.ui.toolkit.widgets import Button, Widget
from tests.support.ui.input_events import conflicts
from tests.support.ui.page_driver import faults, overlaps, plain, read

DUEL, ROWS = openings_folder() / "full_thrust" / "duel.yaml", openings_folder() / "hexcess" / "open_rows.yaml"
SIZES = (((1920, 1080), 1.0), ((1280, 800), 1.0), ((1280, 800), 0.75), ((800, 500), 0.75), ((2560, 1440), 3.0))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        yield


def fought(name: str = "strength", players: tuple[str, ...] = ("random", "turtle", "edge-runner")) -> LadderRun:
    """A ladder as the verb leaves it among the player's own."""
    run = LadderRun(ladder_plan([DUEL, ROWS], players, 1), ladders_folder() / name)
    run.play()
    return run


def settle(page: LadderPage) -> None:
    """Let everything be read, fought and counted."""
    while page.board.moving:
        for one in page.board.ladders:
            one.finish()
        page.board.standings.finish()
        page.tick(1.0)


def opened(name: str = "strength") -> LadderPage:
    page = LadderPage()
    named(page, f"open {name}").press()
    settle(page)
    return page


def press(page: Any, key: int, mod: int = 0) -> Any:
    answer = page.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
    page.draw(Surface((1280, 800)))
    return answer


def named(page: LabPage | LadderPage, name: str) -> Widget:
    page.draw(Surface((1280, 800)))
    return next(w for w in page.focus.widgets if w.name == name)


@pytest.mark.parametrize("by_key", [True, False])
def test_the_lab_leads_to_it_and_back(by_key: bool) -> None:
    lab = LabPage()
    lab.model.finish()
    lab.draw(Surface((1280, 800)))
    if by_key:
        answer = press(lab, pygame.K_l)
    else:
        named(lab, "ladders").press()
        answer = lab.answer
    assert isinstance(answer, Push) and isinstance(answer.screen, LadderPage)
    assert isinstance(press(answer.screen, pygame.K_ESCAPE), Pop)


@pytest.mark.parametrize("size, scale", SIZES)
@pytest.mark.parametrize("tab", [0, 1])
def test_nothing_is_cut_or_lies_over_another(size: tuple[int, int], scale: float, tab: int) -> None:
    fought()
    for page in (LadderPage(), opened()):
        page.tab = tab
        page.board.said = "All of it is fought."
        found = read(page, size, scale)
        assert overlaps(page.focus.widgets, size) == []
        assert faults(found, size) == []


def test_every_player_and_opening_can_be_chosen() -> None:
    page = LadderPage()
    for name in {one.removesuffix(":even") for one in player_words()} - {"human"}:
        before = name in page.board.plan.players
        named(page, f"player {name}").press()
        assert (name in page.board.plan.players) != before
    assert len(page.board.plan.files) == 15
    for game in page.board.games:
        named(page, f"game {game}").press()
    assert not page.board.plan.files
    press(page, pygame.K_g)
    assert page.board.said == "Choose at least one opening." and page.board.ladders == []
    file = page.board.offered[5]
    named(page, f"file {file.name} {file.digest}").press()
    assert [*page.board.plan.files] == [file]
    for name in page.board.plan.names:
        named(page, f"player {name}").press()
    press(page, pygame.K_g)
    assert page.board.said == "Choose at least one player."


def test_a_ladder_is_begun_held_and_gone_on_with() -> None:
    page = LadderPage()
    duel = next(one for one in page.board.shipped if one.name == "full_thrust/duel")
    page.board.plan, page.board.jobs = LadderPlan((duel,), ("random", "turtle"), 200), 1
    press(page, pygame.K_g)
    one = page.board.open
    assert one is not None and page.board.verb == "Hold"
    while one.running and not one.done:
        pygame.time.wait(20)
    press(page, pygame.K_g)
    assert page.board.verb == "Go on" and 0 < one.done < one.total == 400
    assert any(w.string.startswith("held at") for w in read(page, (1280, 800)))
    page.board.plan = LadderPlan((duel,), ("random", "turtle"), 1)
    press(page, pygame.K_g)
    settle(page)
    assert one.finished and one.done == 2
    press(page, pygame.K_g)
    assert page.board.said.startswith("All of it is fought") and not one.running
    press(page, pygame.K_n)
    assert page.board.verb == "Begin" and page.board.open is None


def test_it_shows_the_figures_of_the_tables() -> None:
    run = fought()
    page = opened()
    players, couples, _ = ladder_tables(run)
    written = {one.string for one in read(page, (1920, 1080))}
    for row in players.rows:
        assert row["player"] in written and f"{row['ms_a_move']:.1f}" in written
    for row in couples.rows:
        if row["over"] == "all":
            assert dict(COUPLES)["score of the first"](row) in written
    press(page, pygame.K_f)
    settle(page)
    games = {one.name: one.game for one in run.plan.files}
    duels = [row for row in run.rows if row["file"] == "full_thrust/duel"]
    assert page.board.game == "full-thrust" and len(duels) == 6
    assert [row["pairs"] for row in page.board.standings.couples] == [1, 1, 1]
    whole = couple_rows(duels, run.plan.couples, games)
    assert [row["score"] for row in page.board.standings.couples] == [
        row["score"] for row in whole if row["over"] == "all"
    ]


def test_the_verdict_stands_in_words() -> None:
    rows = couple_rows([], [("captain", "random"), ("captain", "cadet"), ("cadet", "random")], {})
    for row, told in zip(rows, ("captain is stronger", "level", "not told yet")):
        row["told"] = told
    assert [words for words, _ in verdicts(rows)] == [
        "captain is stronger than random: told.",
        "captain and cadet are level: told.",
        "cadet and random: not told yet.",
    ]
    rows[0]["score_low"], rows[1]["score_high"] = 0.6, 0.4
    cards = [CoupleCard(pygame.Rect(0, 0, 400, 72), row, rule="", name="") for row in rows]
    assert len({card.colour for card in cards}) == 3


def test_every_key_does_something() -> None:
    fought()
    page = opened()
    press(page, pygame.K_n)
    assert conflicts(page.keys.bindings) == []
    for one in page.keys.bindings.values():
        board = page.board
        before = (board.open, board.verb, board.said, board.game, page.tab)
        key, mod = chord_of(one.keys[0])
        answer = press(page, key, mod)
        after = (board.open, board.verb, board.said, board.game, page.tab)
        assert answer is not None or after != before, one.action
        board.stop()
        settle(page)


def test_it_writes_what_the_verb_writes() -> None:
    fought()
    page = opened()
    press(page, pygame.K_c)
    folder = ladders_folder() / "strength"
    assert str(folder / "ladder.html") in page.board.said
    assert {path.name for path in folder.iterdir()} >= {"ladder.html", "players.csv", "couples.csv", "files.csv"}
    press(page, pygame.K_n)
    press(page, pygame.K_c)
    assert page.board.said == "No battle has been fought yet."


def test_another_version_and_a_folder_without_a_plan_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    fought()
    (fought("bare").path.parent / "plan.json").unlink()
    monkeypatch.setattr(ladder_module, "code_digest", lambda: "another")
    page = opened()
    (words,) = page.board.warnings
    assert words.startswith("12 battles in ") and words.endswith("are of another version of the program: left out.")
    assert page.board.verb == "Begin"
    button = named(page, "open bare")
    assert isinstance(button, Button)
    button.press()
    assert "no plan of a ladder" in page.board.said and page.board.open is not None
    assert page.board.open.title == "strength"


def test_the_plan_of_a_ladder_with_own_battles_is_in_hand(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    own.write_text(DUEL.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    LadderRun(ladder_plan([own], ["random", "captain:even"], 1, 7), ladders_folder() / "mine").play(
        lambda task, pieces: iter(())
    )
    page = opened("mine")
    assert page.board.plan.seed == 7 and len(page.board.offered) == 16
    file = page.board.plan.files[0]
    named(page, f"file {file.name} {file.digest}").press()
    named(page, "player captain:even").press()
    assert page.board.plan.names == ["random"] and page.board.plan.files == ()
