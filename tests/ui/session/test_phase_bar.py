"""The sequence of play across the top of the battle screen: every cell is read, words stand below, and nothing lies
over it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.seating.heading import steps
from game.ui.render.text import width
from game.ui.session.phase_bar import SIZES, PhaseCell, PhaseLine
from game.ui.toolkit import parts
from tests.support.ui.battle_driver import Seated, at_scale

pytestmark = pytest.mark.usefixtures("plain_theme")

GAMES = {
    "full_thrust/escort_screen": "1 Write orders then 2 initiative · 3 move fighters · 9 ships fire",
    "easyhex/shearing_time": "1 Plot then 2 launch fighters · 3 move ships · 7 ships fire",
    "hex12/over_the_rows": "1 Write orders then 2 initiative · 3 move fighters · 9 ships fire",
    "hexcess/first_furrow": "2 Declare Excess Thrust then 3 move · 5 fire",
    "full_sail/across_the_rail": "1 Write orders then 2 initiative · 3 move ships · 4 ships fire",
    "power_hex/slow_answer": "3 Move then 4 firing · 5 fighters",
}
WINDOWS = [(1280, 800), (1920, 1080)]


def sat(folder: Path, name: str, size: tuple[int, int] = (1280, 800)) -> Seated:
    at_scale(1.0)
    return Seated(folder, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), size)


def line(seat: Seated) -> PhaseLine:
    seat.look()
    return next(one for one in seat.screen.panels.top if isinstance(one, PhaseLine))


def words(seat: Seated) -> str:
    return " ".join(string for string, *_ in line(seat).words)


def noted(plates: list[Rect], dst: Surface, r: Rect, *words: str) -> Rect:
    """In place of drawing the plate of a hint."""
    plates.append(Rect(r))
    return r


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("name", GAMES)
def test_each_phase_has_a_cell_and_words_tell_what_is_now_and_next_and_where_ships_fire(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    seat = sat(tmp_path, name, size)
    seat.screen.context.note = ""
    told = line(seat)
    assert [cell.step.number for cell in told.cells] == sorted({row.number for row, _ in seat.screen.model.view.phases})
    for cell in told.cells:
        most = width(str(cell.step.number), 14, "b") + (width(cell.step.name, 14, "s") + 6 if cell.named else 0)
        assert cell.rect.w > most, cell.step
    assert words(seat)
    assert sum(width(string, SIZES[-1], weight) for string, _, weight in told.words) <= told.rect.w


@pytest.mark.parametrize("name", GAMES)
def test_a_large_window_names_the_phases_of_the_battle_in_their_cells(tmp_path: Path, name: str) -> None:
    """Of a turn with thirteen phases the one that is now."""
    cells = line(sat(tmp_path, name, (1920, 1080))).cells
    played = [cell for cell in cells if cell.step.state != "absent"]
    assert [cell for cell in cells if cell.named] == (played if len(played) < 10 else [cells[0]])


@pytest.mark.parametrize(("name", "said"), GAMES.items())
def test_the_words_of_the_first_phase(tmp_path: Path, name: str, said: str) -> None:
    seat = sat(tmp_path, name, (1920, 1080))
    seat.screen.context.note = ""
    assert words(seat) == said


def test_a_cell_that_is_pointed_at_is_told_in_the_line_and_no_plate_is_laid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = sat(tmp_path, "easyhex/shearing_time")
    plates = list[Rect]()
    monkeypatch.setattr(parts, "plaque", partial(noted, plates))
    for cell in line(seat).cells:
        seat.point(cell.rect.center)
        assert words(seat).startswith(f"{cell.step.number} {cell.step.name} ")
    assert not plates


@pytest.mark.parametrize("size", WINDOWS)
def test_no_hint_lies_over_the_phases(tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    seat = sat(tmp_path, "easyhex/shearing_time", size)
    ground, plates = line(seat).ground, list[Rect]()
    monkeypatch.setattr(parts, "plaque", partial(noted, plates))
    for widget in list(seat.screen.focus.widgets):
        if not isinstance(widget, PhaseCell):
            seat.point(widget.rect.center)
            seat.screen._over(seat.frame, "")
    assert len(plates) > 10
    assert not [plate for plate in plates if plate.colliderect(ground)]


@pytest.mark.parametrize("size", WINDOWS)
def test_who_decides_is_told_below_the_phases_and_a_refusal_on_the_board_or_there(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seat = sat(tmp_path, "easyhex/shearing_time", size)
    assert words(seat) == "Tessera League decides in secret now: Kessarine Levy looks away."
    seat.screen.context.tell("this ship has no thrust left to turn with")
    seat.look()
    told = seat.screen.toast
    assert seat.screen.layout.board.contains(told) or words(seat).startswith("This ship has no thrust")
    assert told == line(seat).rect or not told.colliderect(line(seat).ground)


def test_the_present_phase_is_filled_where_rows_of_plans_are_left_out() -> None:
    battle = open_battle(ROOT / "scenarios" / "full_thrust" / "tavira_passage.yaml").battle
    while not battle.phase.asks_for("fire"):
        assert battle.phase.idle is not None
        prompt = next(one for one in battle.prompts() if one.side not in battle.state.ready)
        battle.play(battle.phase.idle(battle.state, prompt))
    view = battle.view(None)
    assert [(one.number, one.fires != "") for one in steps(view) if one.state == "now"] == [(view.phase.number, True)]


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [("full_sail/across_the_rail", 8, "Fires and damage control"),
     ("hexcess/first_furrow", 7, "End phase and damage control")],
)  # fmt: skip
def test_a_number_with_two_phases_is_named_after_both(name: str, number: int, said: str) -> None:
    view = open_battle(ROOT / "scenarios" / f"{name}.yaml").battle.view(None)
    assert [one.name for one in steps(view) if one.number == number] == [said]
