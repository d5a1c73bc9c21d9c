"""The adviser in the sandbox: asked again at each change, its orders taken, planned and rolled, by keys and pointer."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from game.seating import thinking
from game.ui.advice.columns import AdviceCard, LikelyEnd, MarginRow
from game.ui.board.advice.drawing import end_at
from game.ui.board.model.camera import Camera
from game.ui.sandbox.model.adviser import SandboxAdviser
from tests.players.test_adviser import BATTLES
from tests.support.narrowing import present
from tests.support.ui.page_driver import faults, overlaps, read
from tests.support.ui.sandbox_driver import Sat

ROOT = Path(__file__).resolve().parents[3]
SIZES = ((1280, 800), (1920, 1080), (1024, 600))


def sat(tmp_path: Path, name: str = "full_thrust/crossed_swords", size: tuple[int, int] = SIZES[0]) -> Sat:
    found = Sat(tmp_path, (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), size)
    found.key("i")
    found.settle()
    return found


def adviser(found: Sat) -> SandboxAdviser:
    model: SandboxAdviser = found.screen.context.adviser
    return model


@pytest.fixture(autouse=True)
def at_rest(still: None) -> None:
    """Nothing moves, and the adviser has all the time it wants."""


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_game_is_advised_and_nothing_is_cut(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    found = sat(tmp_path, name, size)
    model = adviser(found)
    assert model.open and model.fresh and not model.busy and model.advice is not None
    ends = found.screen.context.model.destinations()
    assert len(model.advice.worth) == len(ends)
    board = found.screen.context.board.rect
    wrong = faults([one for one in read(found.screen, size) if not board.colliderect(one.box)], size)
    assert not wrong, wrong
    assert not overlaps(found.screen.focus.widgets, size)
    cards = [one for one in found.screen.focus.widgets if isinstance(one, AdviceCard)]
    assert len(cards) == (3 if model.reaches else 0)


def test_it_asks_again_when_the_table_or_the_plan_changes(tmp_path: Path) -> None:
    found = sat(tmp_path)
    model = adviser(found)
    before = present(model.advice)
    found.sandbox.move("vesper", (40, 24))
    found.screen.context.look_anew()
    found.settle()
    assert model.advice is not before and model.fresh
    moved = present(model.advice)
    model.look_ahead(2)
    found.settle()
    assert present(model.advice) is not moved and model.fresh
    found.key("i")
    assert not model.open and not model.busy


def test_escape_closes_it_and_its_work_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sat(tmp_path)
    model = adviser(found)
    model.look_ahead(2)
    ticks = count(0.0, 0.7 * thinking.SLICE)
    monkeypatch.setattr(thinking, "clock", lambda: next(ticks))  # there is time for one step of the work in a frame
    model.work()
    assert model.busy and model.done < 1.0
    found.key("ESCAPE")
    assert not model.open and not model.busy and model.done == 1.0
    monkeypatch.undo()
    found.key("i")
    found.settle()
    assert model.fresh and present(model.advice).weighed


def test_an_order_is_taken_by_key_and_by_its_card_and_taken_back(tmp_path: Path) -> None:
    found = sat(tmp_path)
    model, sandbox = adviser(found), found.sandbox
    ship = found.screen.context.chosen
    orders = [str(present(model.advice).ends.orders[n]) for n in present(model.advice).best]
    found.key("2")
    assert sandbox.course().planned_move(sandbox.turn, ship) == orders[1]
    found.key("z")
    assert sandbox.course().planned_move(sandbox.turn, ship) != orders[1]
    found.settle()
    found.press("advice 1")
    assert sandbox.course().planned_move(sandbox.turn, ship) == orders[0]
    found.settle()
    assert model.plan is not None and present(model.advice).gives_away(model.plan) < 0.05


def test_three_plans_are_begun_and_one_is_rolled(tmp_path: Path) -> None:
    found = sat(tmp_path)
    model, sandbox = adviser(found), found.sandbox
    orders = {str(present(model.advice).ends.orders[n]) for n in present(model.advice).best}
    found.key("j")
    ship = found.screen.context.chosen
    assert len(sandbox.branches) == 4
    assert {sandbox.course(one.key).planned_move(sandbox.turn, ship) for one in sandbox.branches[1:]} == orders
    found.key("z")
    assert len(sandbox.branches) == 1, "they are one deed"
    found.key("y")
    assert len(sandbox.branches) == 4
    found.settle()
    found.press("advise roll")
    assert sandbox.course().planned_move(sandbox.turn, ship) in orders
    assert found.screen.context.note.startswith("Rolled: ")


def test_it_says_why_it_has_nothing_to_say(tmp_path: Path) -> None:
    found = sat(tmp_path)
    found.screen.context.choose("")
    found.settle()
    assert adviser(found).why_not == "Choose a ship first."
    assert "Choose a ship first." in " ".join(one.string for one in read(found.screen, SIZES[0]))
    found.key("1")
    assert found.screen.context.note == "Choose a ship first."
    found.key("ESCAPE")
    assert not adviser(found).open
    found.key("1")
    assert found.screen.context.note == "Open the adviser with I first."


def test_ends_are_pointed_at_and_the_enemys_are_listed(tmp_path: Path) -> None:
    found = sat(tmp_path, "full_thrust/tavira_passage", SIZES[1])
    advice, picture = present(adviser(found).advice), present(adviser(found).picture)
    camera: Camera = found.screen.context.board.camera
    for number in advice.best:
        x, y = camera.xy(tuple(advice.ends.places[number, :2]))
        pointed = end_at(camera, picture, (round(x), round(y)))
        assert pointed is not None and advice.worth[pointed] >= advice.worth[number]
    widgets = found.screen.focus.widgets
    listed = [one for one in widgets if isinstance(one, LikelyEnd)]
    assert [one.chance for one in listed] == [one.chance for one in adviser(found).likely()]
    rows = [one for one in widgets if isinstance(one, MarginRow) and not one.head]
    assert [one.mark for one in rows] == ["1", "2", "3", "A"]


def test_worth_and_ends_are_shown_or_not(tmp_path: Path) -> None:
    found = sat(tmp_path)
    for key, name in (("u", "worth"), ("t", "theirs")):
        assert getattr(adviser(found), name)
        found.key(key)
        assert not getattr(adviser(found), name)
        found.look()
