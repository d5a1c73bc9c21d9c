"""Saves, settings, the shipyard and the pages of mistakes: what lies behind the menu."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.battle import NOBODY
from game.battle.loader import new_save, open_battle, resume
from game.formats.user_folders import Settings, read_settings
from game.rules.ships.design import Design
from game.seating.fault_report import report
from game.systems import SYSTEMS
from game.ui.app.program import Program, Window
from game.ui.battle.screen import BattleScreen
from game.ui.host.preferences import STILL, Preferences, preferences
from game.ui.host.screen import Push, Reset
from game.ui.menu.house_rules_page import House
from game.ui.menu.library import ago, saves, standing
from game.ui.menu.saves_page import OpenPage, SaveRow
from game.ui.menu.screen import Menu
from game.ui.pages.keys_page import KeysPage
from game.ui.pages.problem_page import Problems, Sentence
from game.ui.pages.settings_page import SettingsPage
from game.ui.render.theme import theme
from game.ui.shipyard.page import Shipyard
from game.ui.shipyard.rows import DesignRow
from game.ui.shipyard.sheet import Refused
from game.ui.toolkit.widgets import Button
from tests.support.narrowing import each, narrow
from tests.support.ui.page_driver import FIRST, SYSTEM, TAVIRA, Hand, bad_file, fought, plain, read


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


# -- saves -------------------------------------------------------------------------------------------------------------


def looked(program: Program) -> OpenPage:
    page = OpenPage(program)
    page.draw(Surface((1280, 800)))
    while page.moving:
        page.tick(0.05)
        page.draw(Surface((1280, 800)))
    return page


def test_saves_are_listed_with_what_became_of_them(kept: Path) -> None:
    rows = [w for w in looked(Program(folder=kept)).focus.widgets if isinstance(w, SaveRow)]
    states = {row.save.recent.path.stem: row.state[1] for row in rows}
    assert states == {"first-light": "finished", "the-tavira-passage": "going on", "broken": "damaged"}


@pytest.mark.parametrize("size", [(1024, 600), (800, 500)])
def test_in_a_small_window_neither_words_nor_rows_are_cut(size: tuple[int, int], kept: Path) -> None:
    for n in range(6):
        new_save(open_battle(FIRST, seed=n), kept).close()
    page = OpenPage(Program(folder=kept))
    for save in page.saves:
        page._choose(save)
        shown = [one.string for one in read(page, size)]
        while page.moving:
            page.tick(0.05)
            shown = [one.string for one in read(page, size)]
        assert not [one for one in shown if one.endswith("…") and "/" not in one], shown
    view = page.list.rect
    rows = [row.rect for row in page.focus.widgets if isinstance(row, SaveRow)]
    assert [row for row in rows if view.colliderect(row)] == [row for row in rows if view.contains(row)] != rows


def test_a_damaged_save_shows_its_mistakes_and_is_not_loaded(kept: Path) -> None:
    page = looked(Program(folder=kept))
    broken = next(save for save in page.saves if save.recent.path.stem == "broken")
    page._choose(broken)
    page._open()
    assert isinstance(page.answer, Push) and isinstance(page.answer.screen, Problems)
    assert len(page.answer.screen.bad.problems) > 3
    assert narrow(page.program, Program).recorder is None


def test_a_save_is_deleted_only_when_asked_twice(tmp_path: Path) -> None:
    opened = open_battle(FIRST, seed=1)
    new_save(opened, tmp_path).close()
    hand = Hand(tmp_path)
    hand.key(pygame.K_o)
    hand.wait(4)
    hand.key(pygame.K_DELETE)
    assert len(list(tmp_path.glob("*.yaml"))) == 1 and hand.top.sure
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, OpenPage) and not hand.top.sure, "Esc takes the question back first"
    hand.key(pygame.K_DELETE, pygame.K_DELETE)
    assert list(tmp_path.iterdir()) == [] and hand.top.saves == []
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, Menu) and hand.top.last is None, "the menu knows that it is gone"


def test_enter_opens_a_save_that_was_clicked(tmp_path: Path) -> None:
    opened = open_battle(FIRST, seed=1)
    new_save(opened, tmp_path).close()
    hand = Hand(tmp_path)
    hand.key(pygame.K_o)
    hand.wait(4)
    hand.click(next(one for one in hand.top.focus.widgets if isinstance(one, SaveRow)).rect.center)
    hand.key(pygame.K_RETURN)
    assert not isinstance(hand.top, OpenPage)


def test_a_battle_that_is_open_elsewhere_is_neither_opened_nor_deleted(tmp_path: Path) -> None:
    opened = open_battle(FIRST, seed=1)
    recorder = new_save(opened, tmp_path)
    program = Program(folder=tmp_path)
    answer = program.resume(recorder.journal.path)
    assert isinstance(answer, Push) and isinstance(answer.screen, Sentence)
    page = looked(program)
    page._delete()
    page._delete()
    assert recorder.journal.path.exists() and page.trouble
    recorder.close()


def test_a_path_from_elsewhere_is_opened(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_o)
    hand.top.path = f'  "{FIRST}" '
    hand.press("open file")
    assert isinstance(hand.top, BattleScreen)


def test_moments_are_said_as_one_says_them() -> None:
    from datetime import date, datetime

    today = date(2026, 3, 5)
    assert ago(datetime(2026, 3, 5, 9, 7), today) == "today 9:07"
    assert ago(datetime(2026, 3, 4, 23, 59), today) == "yesterday 23:59"
    assert ago(datetime(2025, 12, 31, 8, 0), today) == "31 December 2025"


def test_the_card_says_who_is_to_do_what(kept: Path) -> None:
    by_title = {save.recent.title: save.look() for save in saves(kept) if not save.recent.broken}
    over = by_title["First Light"].view
    assert over is not None and over.state.outcome is not None
    assert standing(over)[1] == ("has won" if over.state.outcome.winner else "The battle is drawn")
    battle, _ = fought(TAVIRA, 2)
    who, what = standing(battle.view(None))
    assert (who, what) == ("Azure League", "write orders")
    ship = battle.state.fleet("azure")[0]
    battle.play(battle.read(ship.id, "0"))
    assert standing(battle.view(NOBODY)) == ("Azure League", "write orders"), "how far anybody has come is not told"


# -- settings ----------------------------------------------------------------------------------------------------------


def test_settings_are_kept_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path))
    first = Preferences()
    first.load()
    first.change(scale=1.5, palette="blue-orange", volume=0.25, tumbling=False, speed=STILL)
    assert theme.palette.name == "blue-orange"
    again = Preferences()
    again.load()
    assert again.settings == first.settings and again.scale == 1.5
    assert not again.animated and not again.tumbling
    assert read_settings()[0].volume == 0.25


def test_settings_that_cannot_be_kept_are_in_force_and_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(blocked / "below"))
    mine = Preferences()
    mine.keeps = True
    mine.change(palette="blue-orange")
    assert theme.palette.name == "blue-orange" and "could not be kept" in mine.trouble


@pytest.mark.parametrize("moving", [True, False])
def test_effects_can_be_chosen_only_while_pictures_move(tmp_path: Path, moving: bool) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    with preferences.instead(Settings(speed=1.0 if moving else STILL)):
        hand.top.relay()
        hand.top.fresh((1280, 800))
        field = next(one for one in hand.top.focus.widgets if one.name == "effects")
    assert field.enabled is moving and bool(field.why_not) is not moving


def test_the_page_opens_the_one_where_keys_are_set(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    hand.tab_to("set keys")
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, KeysPage)
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, SettingsPage)


def test_the_page_changes_them_by_keys(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    hand.tab_to("palette")
    hand.key(pygame.K_RIGHT)
    assert theme.palette.name == "blue-orange" == preferences.settings.palette
    hand.tab_to("scale")
    hand.key(pygame.K_RIGHT, pygame.K_RIGHT)
    assert preferences.scale == pytest.approx(1.1) and theme.scale == pytest.approx(1.1)
    hand.tab_to("dice")
    hand.key(pygame.K_RIGHT)
    assert not preferences.settings.tumbling


def test_a_dragged_scale_is_taken_when_it_is_let_go(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    slider: Any = hand.widget("scale")
    end = (slider.groove.right, slider.groove.centery)
    hand.window.give(Event(pygame.MOUSEBUTTONDOWN, pos=slider.groove.midleft, button=1))
    hand.window.give(Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    assert theme.scale == 1.0 and hand.top.wanted == 3.0
    hand.window.give(Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    assert preferences.scale == 3.0 and theme.scale == pytest.approx(1.6), "held to what 1280 x 800 has room for"


def test_a_scale_the_window_cannot_hold_is_held_back() -> None:
    preferences.change(scale=3.0)
    for size, most in (((800, 500), 1.0), ((1920, 1080), 2.16), ((4000, 2500), 3.0)):
        preferences.hold(size)
        assert theme.scale == pytest.approx(most)


# -- the shipyard ------------------------------------------------------------------------------------------------------


def test_every_design_has_a_row_a_sheet_and_a_bill() -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.draw(Surface((1280, 800)))
    rows = [w for w in yard.focus.widgets if isinstance(w, DesignRow)]
    assert len(rows) == len(yard.designs) >= 16
    for design in each(yard.designs, Design):
        yard._choose(design)
        words = [one.string for one in read(yard, (1920, 1080))]
        assert design.name in words and str(design.points) in words
        assert f"{design.mass} of {design.mass}" in words, "every design fills its mass"
        assert "built as drawn" in words


def test_games_that_share_designs_show_each_of_them_once() -> None:
    yard = Shipyard(SYSTEMS)
    named = [(one.fleet, one.key) for one in yard.designs]
    assert len(named) == len(set(named)) and {"tessera", "kessar"} <= {fleet for fleet, _ in named}
    for design in yard.designs:
        yard._choose(design)
        words = {one.string for one in read(yard, (1920, 1080))}
        assert words & {"SYSTEMS", "ON DECK", "PRIMARY"}, f"{design.name} has a sheet in the yard of its game"


def test_the_list_is_filtered_by_fleet() -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    for index, fleet in enumerate(yard.fleets):
        yard._filter(index)
        yard.draw(Surface((1280, 800)))
        shown = {w.design.fleet for w in yard.focus.widgets if isinstance(w, DesignRow)}
        assert fleet == "all" or shown == {fleet}
        assert yard.chosen in yard.shown


@pytest.mark.parametrize("size", ((800, 500), (1280, 800), (1920, 1080)))
def test_fleets_have_their_whole_names_in_the_yard(size: tuple[int, int]) -> None:
    yard = Shipyard(SYSTEMS)
    words = " ".join(one.string for one in read(yard, size))
    named = each((widget for widget in yard.focus.widgets if widget.name.startswith("fleet ")), Button)
    assert [widget.label for widget in named] == [
        "All",
        "Azure League",
        "Amber Pact",
        "Neutral",
        "Tessera League",
        "Kessarine Levy",
        "Merrow",
        "Auvrac",
        "Halden Concord",
        "Oreth Lattice",
    ]
    for widget in named:
        assert widget.label in words and widget.rect.right <= size[0], f"{widget.label} is cut"
    yard._choose(next(one for one in yard.designs if one.fleet == "kessar"))
    assert any(one.string.endswith("· Kessarine Levy") for one in read(yard, (1280, 800)))


def test_a_design_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    file = tmp_path / "wreck.yaml"
    file.write_text(
        "name: Wreck\nclass: cruiser\nmass: 60\nhull: 2\ndrive: {thrust: 4}\nsystems:\n- "
        "{kind: beam, class: 2, arcs: [F, A]}\n"
    )
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.handle(Event(pygame.DROPFILE, file=str(file)))
    assert yard.chosen is not None and yard.chosen.name == "Wreck"
    words = " ".join(one.string for one in read(yard, (1920, 1080)))
    assert "cannot be built" in words and "left unfilled" in words and "not side by side" in words


def test_a_reason_against_a_design_stays_on_its_plate(tmp_path: Path) -> None:
    file = tmp_path / "wreckage.yaml"
    file.write_text(
        "name: Wreckage\nclass: light cruiser\nprofile: XD\nmass: 60\nhull: 4\ndrive: {thrust: 6}\nftl: "
        "true\nsystems:\n"
        "- {kind: pulser, arcs: all, mode: M}\n- {kind: beam, class: 3, arcs: [F, A]}\n"
    )
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.handle(Event(pygame.DROPFILE, file=str(file)))
    for wide in range(1200, 2000, 80):
        words = read(yard, (wide, 1080))
        plates = [w for w in yard.focus.widgets if isinstance(w, Refused)]
        assert len(plates) == 4
        for plate in plates:
            inside = [one for one in words if plate.rect.collidepoint(one.box.topleft)]
            assert " ".join(one.string for one in inside) == plate.words, "every line of it, and nothing else"
            assert all(one.box.bottom < plate.rect.bottom - 4 for one in inside)


def test_a_notice_stands_in_the_bill_of_a_design_that_is_built(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(
        "name: Odd\nclass: frigate\nmass: 40\nhull: 32\nsystems:\n- {kind: sml}\n- {kind: magazine, mass: 5}\n"
    )
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.handle(Event(pygame.DROPFILE, file=str(file)))
    words = " ".join(one.string for one in read(yard, (1280, 800)))
    assert "built as drawn" in words and "of its 5 MASS 1 is wasted" in words
    assert [plate.built for plate in yard.focus.widgets if isinstance(plate, Refused)] == [True]


def test_a_design_file_with_mistakes_shows_them(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: Bad\nmass: many\n")
    answer = Shipyard({SYSTEM.key: SYSTEM}).handle(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(answer, Push) and isinstance(answer.screen, Problems)


# -- mistakes and faults -----------------------------------------------------------------------------------------------


def test_all_mistakes_of_a_file_stand_on_one_page_and_can_be_copied(tmp_path: Path) -> None:
    from game.ui.toolkit import text_field

    bad = bad_file(tmp_path)
    page = Problems(bad)
    words = " ".join(one.string for one in read(page, (1280, 4000)))
    for problem in bad.problems:
        assert problem.message.split(";")[0] in words and f"line {problem.line}" in words
    assert "Did you mean 'lancet'?" in words and "Did you mean 'rerolls'?" in words
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"))
    assert page.copied and all(problem.message in page.text for problem in bad.problems)
    assert text_field._kept == page.text


class Broken:
    """A screen that cannot be drawn."""

    moving = False

    def draw(self, dst: Surface) -> None:
        """Fail."""
        raise RuntimeError("the paint has run out")


def test_a_fault_in_a_screen_becomes_a_page_and_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened_at, mode = list[object](), pygame.display.set_mode

    def noted_mode(size: tuple[int, int], flags: int) -> Surface:
        opened_at.append(size)
        return mode(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", noted_mode)
    pygame.display.quit()
    pygame.display.init()
    program = Program(folder=tmp_path)
    answer = program.begin(FIRST)
    assert isinstance(answer, Reset) and program.recorder is not None
    save = program.recorder.journal.path
    window = Window(program, Broken())  # type: ignore[arg-type]
    shown: list[Sentence] = []
    drawn = Sentence.draw

    def noted(self: Sentence, dst: Surface) -> None:
        drawn(self, dst)
        shown.append(self)
        pygame.event.post(Event(pygame.QUIT))

    pygame.event.clear()
    monkeypatch.setattr(Sentence, "draw", noted)
    window.go((1280, 800))
    assert shown and "went wrong" in shown[0].heading
    assert opened_at == [(1280, 800)], "the window stays where it is"
    (written,) = tmp_path.glob("report-*.txt")
    words = written.read_text()
    assert "the paint has run out" in words and "Traceback" in words and "First Light" in words
    assert program.recorder is None, "the save is closed and can be taken up again"
    opened, recorder = resume(save)
    recorder.close()
    assert opened.battle.title == "First Light"


def test_a_report_says_what_it_is_about(tmp_path: Path) -> None:
    try:
        raise ValueError("seven of nine")
    except ValueError as error:
        path = report(error, None, tmp_path)
    assert "seven of nine" in path.read_text() and path.parent == tmp_path


def test_a_battle_that_cannot_be_saved_is_asked_about(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = Program(folder=blocked)
    answer = program.begin(FIRST)
    assert isinstance(answer, Push) and isinstance(answer.screen, Sentence)
    page = answer.screen
    page.draw(Surface((1280, 800)))
    going = page.handle(Event(pygame.KEYDOWN, key=pygame.K_p, mod=0, unicode="p"))
    assert isinstance(going, Reset) and isinstance(going.screen, BattleScreen)


def test_a_click_chooses_and_a_double_click_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(tmp_path)
    clock = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    hand.press("scenario first_light")
    clock[0] += 2000
    hand.press("scenario first_light")
    assert isinstance(hand.top, Menu), "two slow clicks are no double click"
    clock[0] += 200
    hand.press("scenario first_light")
    assert isinstance(hand.top, BattleScreen)


def test_a_design_dropped_on_the_shipyard_is_no_battle(tmp_path: Path) -> None:
    file = tmp_path / "skiff.yaml"
    file.write_text("name: Skiff\nclass: boat\nmass: 10\nhull: 10\n")
    hand = Hand(tmp_path / "saves")
    hand.key(pygame.K_y)
    hand.window.give(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(hand.top, Shipyard) and hand.top.chosen is not None and hand.top.chosen.name == "Skiff"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_bill_tells_groups_of_two_traits_whole(size: tuple[int, int]) -> None:
    """What is aboard besides the hull is not cut off, however long its name."""
    page = Shipyard(SYSTEMS)
    page._choose(next(design for design in page.shown if design.name == "Eyrie"))
    written = {one.string for one in read(page, size)}
    assert {"+ Heavy attack fighters, six", "+ Fast torpedo fighters, six", "Hangar heavy attack"} <= written


def test_what_a_scenario_has_changed_is_told_as_the_battle_tells_it() -> None:
    system = SYSTEMS["full-thrust"]
    house = House(system, {"man.HA": True})
    assert house.summary.endswith("one by the scenario") and house.brief == "one by the scenario"
    house.take("rerolls", False)
    assert house.summary.endswith("one by the scenario, one changed") and house.brief == "one changed"
    assert "scenario" not in House(system).summary
