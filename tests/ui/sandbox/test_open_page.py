"""What leads into the sandbox and out of it, on the screen: files, demonstrations taken over, battles played on, the
scenario."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.battle.loader import open_battle
from game.ui.battle.screen import BattleScreen
from tests.support.ui.sandbox_driver import Sat, three_plans
from tests.support.ui.screen_driver import well_laid

pytestmark = pytest.mark.usefixtures("sitting")


def test_escape_lays_down_then_asks_then_leaves(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    sat.key("c")
    sat.key("ESCAPE")
    assert sat.screen.context.chosen == "" and not sat.left
    sat.key("ESCAPE")
    assert "not saved" in sat.screen.context.note.lower() and not sat.left
    sat.key("ESCAPE")
    assert sat.left


def test_a_battle_is_played_from_here(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    three_plans(sat)
    sat.key("F5")
    assert isinstance(sat.pushed, BattleScreen)
    state = sat.pushed.battle.state
    assert state.turn == 2 and state.ships["lancet"].at == sat.sandbox.course().view(2).state.ships["lancet"].at  # type: ignore[union-attr]


def test_a_taken_over_demonstration_is_as_far_as_it_was(tmp_path: Path) -> None:
    from game.ui.sandbox import sandbox_screen

    path = tmp_path / "b.yaml"
    sat = Sat(tmp_path)
    path.write_text(sat.path.read_text(encoding="utf-8"), encoding="utf-8")
    opened = open_battle(path)
    for by, text in (("lancet", "S1"), ("azure", "lock"), ("amber", "lock")):
        opened.battle.play(opened.battle.read(by, text))
    screen = sandbox_screen(opened, lambda: None)
    screen.draw(pygame.Surface((1280, 800)))
    box = screen.context.sandbox  # type: ignore[attr-defined]
    assert box.course().planned_move(1, "lancet") == "S1"


def test_another_file_is_opened_from_the_list_and_by_dropping_it(tmp_path: Path) -> None:
    from game.ui.sandbox.open_page import Openings

    sat = Sat(tmp_path)
    sat.key("ctrl+o")
    assert isinstance(sat.pushed, Openings)
    sat.pushed.draw(sat.frame)
    names = [widget.name for widget in sat.pushed.focus.widgets]
    tavira = next(name for name in names if name.endswith("tavira_passage.yaml"))
    assert any("demonstrations" in name for name in names)
    sat.screen.heard(Path(tavira))
    sat.settle()
    assert sat.sandbox.opened.file.title == "The Tavira Passage"
    sat.sandbox.move("kiln", (50, 21))
    sat.send(pygame.event.Event(pygame.DROPFILE, file=str(sat.path)))
    assert sat.sandbox.opened.file.title == "The Tavira Passage" and "not saved" in sat.screen.context.note.lower()
    sat.send(pygame.event.Event(pygame.DROPFILE, file=str(sat.path)))
    assert sat.sandbox.opened.file.title == "A turn"
    (tmp_path / "bad.yaml").write_text("title: [", encoding="utf-8")
    sat.send(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "bad.yaml")))
    assert type(sat.pushed).__name__ == "Problems" and sat.sandbox.opened.file.title == "A turn"


def test_the_scenario_is_set_with_nothing_in_hand(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.key("ESCAPE")
    sat.press("title")
    sat.key("ctrl+a")
    sat.type("Another turn")
    sat.key("RETURN")
    assert sat.sandbox.opened.file.title == "Another turn"
    for kind, share in (("points", 0.4), ("convoy", 0.6), ("survive", 0.9), ("last-side", 0.1)):
        widget = sat.widget("victory kind")
        sat.press("victory kind")
        field = sat.widget("victory kind")
        frame = field.frame  # type: ignore[attr-defined]
        sat.click((frame.x + frame.w * share, frame.centery))
        assert sat.sandbox.opened.file.victory.kind == kind, sat.screen.context.note
        well_laid(sat, kind)
        assert widget is not None
    sat.press("side amber")
    sat.key("ctrl+a")
    sat.type("The Others")
    sat.key("RETURN")
    assert sat.sandbox.start.state.sides["amber"].name == "The Others"
    sat.screen.context.open_tab(1)
    sat.look()
    sat.press("fold Fire and arcs")
    sat.look()
    sat.press("house rerolls")  # into view, if need be
    sat.click(sat.widget("house rerolls").cells[0].center)  # type: ignore[attr-defined]
    assert sat.sandbox.start.state.house["rerolls"] is False
    sat.key("ctrl+w")
    text = sat.path.read_text(encoding="utf-8")
    assert "title: Another turn" in text and "name: The Others" in text and "rerolls: false" in text
    assert (
        "  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, lost: [PDSa]}"
        in text.splitlines()
    )


def test_a_ship_is_given_another_name(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    sat.press("ship name lancet")
    sat.key("ctrl+a")
    sat.type("Arrow")
    sat.key("RETURN")
    assert sat.sandbox.start.state.ships["lancet"].name == "Arrow" and sat.sandbox.done[0] == "Lancet: name Arrow"
