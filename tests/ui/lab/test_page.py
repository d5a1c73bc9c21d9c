"""The odds lab in the window: built from a context without a window loop, drawn at several sizes, every key, equal
figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.formats.user_folders import HOME, saves_folder
from game.lab.calculate import calculate
from game.lab.choices import KINDS, PAIRED, beginnings, defence, file_text, with_count
from game.lab.files import read_lab
from game.lab.running import StudyRun, save_study, studies
from game.rules.point_defence.pool import pool
from game.ui.battle.screen import BattleScreen
from game.ui.host.screen import Pop, Push
from game.ui.keys.bindings import chord_of
from game.ui.lab.charts.scaling_chart import overtaken
from game.ui.lab.exporting import store_set_up
from game.ui.lab.fields import KindCell, PairCell, PipRow
from game.ui.lab.page import LabPage
from game.ui.lab.studies import time_left
from game.ui.lab.study_page import StudyPage
from game.ui.toolkit.widgets import Button
from tests.support.narrowing import present
from tests.support.ui.input_events import conflicts
from tests.support.ui.page_driver import faults, overlaps, plain, read


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        yield


@pytest.fixture
def page() -> LabPage:
    made = LabPage()
    made.model.finish()
    made.draw(Surface((1280, 800)))
    return made


def press(page: LabPage, key: int, mod: int = 0) -> Any:
    answer = page.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
    page.model.finish()
    page.draw(Surface((1280, 800)))
    return answer


def cell(page: LabPage, key: str) -> KindCell:
    return next(w for w in page.focus.widgets if isinstance(w, KindCell) and w.kind.key == key)


def named(page: LabPage, name: str) -> Button:
    return next(w for w in page.focus.widgets if isinstance(w, Button) and w.name == name)


def row(page: LabPage, key: str) -> PipRow:
    return next(w for w in page.focus.widgets if isinstance(w, PipRow) and w.name == key)


SIZES = (((1920, 1080), 1), ((1280, 800), 1), ((1280, 800), 0.75), ((800, 500), 0.75), ((2560, 1440), 3))


@pytest.mark.parametrize("size, scale", SIZES)
@pytest.mark.parametrize(("tab", "listed"), [(0, 0), (1, 2)])
def test_nothing_is_cut_or_lies_over_another(size: tuple[int, int], scale: float, tab: int, listed: int) -> None:
    store_set_up(beginnings()["Missile storm"])
    page = LabPage()
    page.tab, page.foot.list = tab, listed
    page.model.finish()
    found = read(page, size, scale)
    assert overlaps(page.focus.widgets, size) == []
    assert faults(found, size) == []


def test_the_figures_are_those_of_the_lab(page: LabPage) -> None:
    for setup in beginnings().values():
        page.change(setup)
        page.model.finish()
        written = [one.string for one in read(page, (1920, 1080))]
        for result in calculate(setup):
            low, high = result.damage.nine_in_ten
            for words in (f"{result.damage.mean:.1f}", f"± {result.damage.spread:.1f}", f"{low}–{high}"):
                assert words in written


def test_the_curves_are_those_of_the_study(page: LabPage) -> None:
    curves = page.model.curves
    kinds = [("groups", rules, screens) for rules in ("reformed", "old") for screens in (0, 1)]
    ends = [round(curves[kind][n], 3) for kind in kinds for n in (1, 12)]
    assert ends == [4.066, 4.066, 2.57, 2.57, 2.36, 4.587, 1.869, 3.632]
    assert [round(curves["salvos", rules, 0][n], 2) for rules in ("reformed", "old") for n in (1, 12)] == [
        1.61,
        3.5,
        1.23,
        3.26,
    ]
    assert (overtaken(curves, 0), overtaken(curves, 1)) == (4, 2)


def test_cells_take_figures_signs_and_the_wheel(page: LabPage) -> None:
    page.focus.focus(cell(page, "attack"), True)
    press(page, pygame.K_1)
    press(page, pygame.K_0)
    assert dict(page.model.setup.groups)["attack"] == 10
    press(page, pygame.K_MINUS)
    assert dict(page.model.setup.groups)["attack"] == 9
    spot = cell(page, "salvos")
    page.handle(Event(pygame.MOUSEMOTION, pos=spot.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    page.handle(Event(pygame.MOUSEWHEEL, y=1, x=0))
    assert page.model.setup.salvos == 1
    page.draw(Surface((1280, 800)))
    plus = cell(page, "salvos").signs[0].center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        page.handle(Event(kind, pos=plus, button=1))
    assert page.model.setup.salvos == 2
    assert not cell(page, "interceptor").enabled


def test_the_third_symbol_sets_three(page: LabPage) -> None:
    spot = row(page, "beams").places[2].center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        page.handle(Event(kind, pos=spot, button=1))
    page.draw(Surface((1280, 800)))
    assert page.model.setup.beams == 3 and row(page, "beams").edited and not row(page, "screens").edited


def test_every_key_does_something(page: LabPage) -> None:
    assert conflicts(page.keys.bindings) == []
    for one in page.keys.bindings.values():
        before = (page.model.setup, page.at, page.tab, page.foot.list, page.board.said, page.board.moving)
        key, mod = chord_of(one.keys[0])
        answer = press(page, key, mod)
        after = (page.model.setup, page.at, page.tab, page.foot.list, page.board.said, page.board.moving)
        assert answer is not None or after != before or one.action == "set-up 5", one.action
        page.board.stop()
    assert isinstance(press(page, pygame.K_ESCAPE), Pop)


def test_exports_say_where_they_are(page: LabPage, tmp_path: Path) -> None:
    for key in (pygame.K_p, pygame.K_c, pygame.K_j):
        press(page, key)
        path = Path(page.board.said.removeprefix("Written: "))
        assert path.is_file() and path.is_relative_to(tmp_path)
    data = json.loads(path.read_text())
    assert data["points"][0]["results"][0]["damage"]["mean"] == page.model.results[0].damage.mean


@pytest.mark.parametrize("by_key", [True, False])
def test_a_set_up_is_fought_on_the_table(page: LabPage, by_key: bool) -> None:
    """By key or button: the groups and the defences of the set-up, kept among the saves; leaving leads back to the
    lab."""
    if by_key:
        answer = press(page, pygame.K_b)
    else:
        named(page, "battle").press()
        answer = page.answer
    page.draw(Surface((1280, 800)))
    answer = answer or page.answer
    assert isinstance(answer, Push) and isinstance(answer.screen, BattleScreen)
    screen = answer.screen
    screen.draw(Surface((1280, 800)))
    state = screen.battle.state
    assert len(state.counters) == 12 and state.house["pd_rules"] == "pdl"
    assert pool(state, state.ships["target"]) == {"pds": 3, "beam": 2}
    assert len(list(saves_folder().glob("*.yaml"))) == 1
    assert isinstance(present(screen.context.leave)(), Pop)


def test_the_set_up_made_by_hand_is_kept(page: LabPage) -> None:
    page.change(with_count(page.model.setup, "salvos", 5))
    page.back()
    again = LabPage()
    again.begin_with(4)
    again.model.finish()
    assert again.model.setup.salvos == 5


def test_a_set_up_reads_back_from_its_file(tmp_path: Path) -> None:
    for title, setup in beginnings().items():
        (tmp_path / "one.yaml").write_text(file_text(title, setup), encoding="utf-8")
        assert read_lab(tmp_path / "one.yaml").setup == setup
    assert [defence(setup, key) for key in ("hull", "armour", "pds", "screens")] == [46, 8, 3, 0]


def test_a_study_is_held_and_goes_on(page: LabPage) -> None:
    path = save_study(beginnings()["Lone group"])
    run = next(one for one in studies() if one.path == path)
    run.start(1)
    while run.look() == 0 and run.running:
        pygame.time.wait(20)
    run.hold()
    kept = run.done
    assert kept > 0 and not run.running
    again = StudyRun(run.path, run.study, True)
    assert again.done == kept
    again.start(2)
    while again.running:
        pygame.time.wait(20)
    assert again.look() == again.total and not again.failed
    page.board.runs = [again]
    page.press(again)
    assert isinstance(page.answer, Push) and isinstance(page.answer.screen, StudyPage)
    found = [one.string for one in read(page.answer.screen, (1280, 800))]
    assert "4.066" in found and "2.360" in found
    assert list(again.folder.glob("*.csv")) and list(again.folder.glob("*.json"))


def test_a_set_up_is_stored_opened_and_deleted(page: LabPage) -> None:
    setup = page.model.setup
    for _ in range(2):
        press(page, pygame.K_s, pygame.KMOD_CTRL)
    assert len(page.foot.stored) == 1, "the same set-up is stored once"
    page.begin_with(0)
    page.foot.open_list(2)
    page.draw(Surface((1280, 800)))
    path = page.foot.stored[0][0]
    named(page, f"open {path.stem}").press()
    assert page.model.setup == setup and page.at == 4
    page.draw(Surface((1280, 800)))
    named(page, f"delete {path.stem}").press()
    assert page.foot.stored == [] and not path.exists() and str(path) in page.board.said


def test_a_running_study_says_how_long_it_takes_yet(page: LabPage) -> None:
    path = save_study(beginnings()["Lone group"])
    run = next(one for one in studies() if one.path == path)
    assert run.seconds_left is None
    run.start(1)
    assert run.seconds_left is None, "nothing has been finished from which to tell"
    while run.look() == 0 and run.running:
        pygame.time.wait(20)
    left = run.seconds_left
    run.hold()
    assert left is None or left >= 0
    assert [time_left(seconds) for seconds in (None, 0.2, 40.4, 240.0)] == [
        "running",
        "1 s left",
        "40 s left",
        "4 min left",
    ]


def test_finished_studies_stand_in_a_list_of_their_own(page: LabPage) -> None:
    runs = page.board.runs
    runs[0].done = runs[0].total
    assert page.board.sorted_runs(True) == [runs[0]] and runs[0] not in page.board.sorted_runs(False)
    assert page.foot.names[:2] == ("Studies", "Finished 1")
    for _ in range(3):
        press(page, pygame.K_t)
    assert page.foot.list == 0


def test_no_attackers_and_one_rule_are_drawn(page: LabPage) -> None:
    setup = page.model.setup
    for kind in (*KINDS, *PAIRED):
        setup = with_count(setup, kind.key, 0)
    page.change(setup)
    page.next_rules()
    page.model.finish()
    assert read(page, (1920, 1080)) and read(page, (800, 500))
    page.study()
    assert page.board.said.startswith("Nothing attacks")


def pair_cell(page: LabPage) -> PairCell:
    page.draw(Surface((1280, 800)))
    return next(w for w in page.focus.widgets if isinstance(w, PairCell))


def click(page: LabPage, at: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        page.handle(Event(kind, button=1, pos=at))
    page.model.finish()


def test_craft_with_two_traits_are_chosen_by_arrows_and_by_keys(page: LabPage) -> None:
    """Arrows and Left and Right choose the traits, + and figures how many; what never attacks ships takes no number."""
    assert pair_cell(page).kind == PAIRED[0]
    for nth in (1, 1, 0):
        click(page, pair_cell(page).arrows[nth].center)
    assert pair_cell(page).kind == PAIRED[1]
    click(page, pair_cell(page).signs[0].center)
    assert dict(page.model.setup.groups)[PAIRED[1].key] == 1
    page.focus.focus(pair_cell(page))
    press(page, pygame.K_RIGHT)
    found = pair_cell(page)
    assert found.kind == PAIRED[2] and found.others == 1 and found.focused
    page.show_pair(next(kind.key for kind in PAIRED if kind.why_not))
    never = pair_cell(page)
    never.set_number(3)
    assert never.kind.key not in dict(page.model.setup.groups)
