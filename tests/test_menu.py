"""The menu and the pages it leads to: seen at every size, walked by keys and by pointer, and what they keep on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.core.files import BadFile
from game.core.folders import read_settings
from game.players.match import Match
from game.store import new_save, open_battle, resume
from game.ui.app import Leave, Push, Reset
from game.ui.battle import BattleScreen
from game.ui.curtain import Curtain
from game.ui.menu import Menu
from game.ui.menu_cards import ScenarioCard
from game.ui.menu_house import House, HousePage, HouseRow, switches
from game.ui.open_battle import OpenPage, SaveRow
from game.ui.page import Page
from game.ui.preferences import STILL, Preferences, chosen
from game.ui.problems import Problems, Sentence
from game.ui.rule_page import RulePage
from game.ui.settings import SettingsPage
from game.ui.shelf import ago, offers, saves, standing
from game.ui.shipyard import DesignRow, Shipyard
from game.ui.start import Program, Window, report
from game.ui.theme import theme
from tests.pages import FIRST, SCALES, SCENARIOS, SIZES, SYSTEM, TAVIRA, Hand, faults, fought, overlaps, plain, read

BAD = """version: 1
title: Bad
system: {key}
house: {{rerols: true, arcs: 5}}
sides:
  azure: {{name: Azure League, edge: left}}
ships:
  lancet: {{side: azure, design: lancett, at: [12, 20], course: 14, velocity: 8, thrst: 4}}
"""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a battle going on, one that is over, and a file that cannot be used."""
    folder = tmp_path_factory.mktemp("saves")
    for number, (path, turns) in enumerate(((FIRST, 99), (TAVIRA, 2))):
        opened = open_battle(path, seed=number)
        recorder = new_save(opened, folder)
        Match(opened.battle, dict.fromkeys(opened.battle.state.sides, "random"), number).play(turns)
        recorder.close()
        time.sleep(0.02)
    (folder / "broken.yaml").write_text(BAD.format(key=SYSTEM.key))
    return folder


def bad_file(folder: Path) -> BadFile:
    path = folder / "bad.yaml"
    path.write_text(BAD.format(key=SYSTEM.key))
    with pytest.raises(BadFile) as caught:
        open_battle(path)
    return caught.value


def _house() -> HousePage:
    house = House(SYSTEM)
    house.take("rerolls", False)
    return HousePage(house)


PAGES: dict[str, Callable[[Program, Path], Page]] = {
    "menu": lambda program, tmp: program.menu(),  # type: ignore[dict-item, return-value]
    "open": lambda program, tmp: OpenPage(program),
    "settings": lambda program, tmp: SettingsPage(),
    "shipyard": lambda program, tmp: Shipyard(program.systems),
    "house rules": lambda program, tmp: _house(),
    "problems": lambda program, tmp: Problems(bad_file(tmp)),
    "sentence": lambda program, tmp: Sentence("Something went wrong", ("One thing. " * 12, "Another thing."), ()),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", PAGES)
def test_words_and_buttons_keep_apart(name: str, size: tuple[int, int], scale: float, kept: Path, tmp_path: Path) -> None:
    page = PAGES[name](Program(folder=kept), tmp_path)
    read(page, size, scale)
    for _ in range(8):  # what is looked into after the first frame
        if page.moving:
            page.tick(0.05)
            page.draw(Surface(size))
    found = read(page, size, scale)
    assert found, "an empty page"
    assert faults(found, size) == []
    assert overlaps(page.focus.widgets, size) == []


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("name", ["menu", "settings", "shipyard", "house rules"])
def test_nothing_is_cut_short_in_an_ordinary_window(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    page = PAGES[name](Program(folder=tmp_path), tmp_path)
    cut = [one.string for one in read(page, size) if one.string.endswith("…")]
    assert cut == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_widget_of_the_menu_can_be_reached_and_seen(size: tuple[int, int], tmp_path: Path) -> None:
    hand = Hand(tmp_path, size)
    wanted = {w.name for w in hand.top.focus.widgets if w.focusable}
    met: set[str] = set()
    for _ in range(2 * len(wanted) + 4):
        hand.key(pygame.K_TAB)
        at = hand.top.focus.at
        met.add(at.name)
        seen = at.rect.clip(at.window) if at.window else at.rect
        assert seen.size == at.rect.size or seen.h == at.window.h, f"{at.name} has the ring and cannot be seen"
    assert met == wanted


# -- the menu -------------------------------------------------------------------------------------------------------------


def test_the_menu_offers_what_exists_and_nothing_else(tmp_path: Path) -> None:
    menu = Program(folder=tmp_path).menu()
    words = {one.string for one in read(menu, (1920, 1080))}
    assert {SYSTEM.title, "Open a battle", "Shipyard", "Settings", "Rules", "Quit", "Begin", "First Light"} <= words
    assert not words & {"Sandbox", "Demonstrations"}
    assert isinstance(menu, Menu)
    assert [offer.path for offer in menu.offers] == [offer.path for offer in offers(SYSTEM)]
    assert {offer.path for offer in menu.offers} == set(SCENARIOS)
    assert menu.offers[0].path == FIRST, "the introduction comes first"


def test_cards_say_what_the_file_says() -> None:
    tavira = next(offer for offer in offers(SYSTEM) if offer.path == TAVIRA)
    assert (tavira.title, tavira.fleets, tavira.turns) == ("The Tavira Passage", "4 against 3", "12 turns")
    assert tavira.teaches == ("sight", "threat")
    first = next(offer for offer in offers(SYSTEM) if offer.path == FIRST)
    assert first.fleets == "1 a side"


def test_a_scenario_with_mistakes_is_a_card_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD.format(key=SYSTEM.key))
    (tmp_path / "first.yaml").write_text(FIRST.read_text())
    good, bad = offers(SYSTEM, tmp_path)
    assert good.bad is None and bad.opened is None
    assert "mistakes" in bad.about
    program = Program(folder=tmp_path)
    answer = program.begin(bad.path)
    assert isinstance(answer, Push) and isinstance(answer.screen, Problems)


def test_keys_alone_lead_from_the_menu_into_a_battle(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_RIGHT)  # the ring comes to the chosen card
    assert isinstance(hand.top.focus.at, ScenarioCard)
    hand.key(pygame.K_RIGHT)
    assert hand.top.offer.title == "Crossed Swords", "the card with the ring is chosen"
    hand.tab_to("seat amber")
    hand.key(pygame.K_RETURN)
    assert hand.top.players == {"amber": "random"}
    hand.key(pygame.K_h)
    assert isinstance(hand.top, HousePage)
    hand.tab_to("house rerolls")
    hand.key(pygame.K_SPACE)
    hand.key(pygame.K_ESCAPE)
    assert hand.top.house.chosen == {"rerolls": False}
    hand.tab_to("Begin")
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, BattleScreen), "one person at the machine needs no curtain"
    state = hand.top.battle.state
    assert state.house["rerolls"] is False and state.sides["amber"].player == "random"
    (save,) = tmp_path.glob("*.yaml")
    assert "rerolls: false" in save.read_text()
    hand.program.put_away()
    opened, recorder = resume(save)
    recorder.close()
    assert opened.battle.state.house["rerolls"] is False


def test_the_pointer_alone_leads_from_the_menu_into_a_battle(tmp_path: Path) -> None:
    hand = Hand(tmp_path, (1920, 1080))
    hand.press("house sideslip")
    assert hand.top.house.of("sideslip") != hand.top.house.usual("sideslip")
    hand.press("scenario tavira_passage")
    assert hand.top.offer.path == TAVIRA
    assert hand.top.house.chosen, "what was chosen stays when another scenario is taken"
    hand.press("Begin")
    assert isinstance(hand.top, Curtain) and hand.top.view.title == "The Tavira Passage"


def test_space_begins_and_enter_goes_on(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_SPACE)
    assert isinstance(hand.top, Curtain)
    battle = hand.top._battle
    hand.key(pygame.K_F10)
    assert isinstance(hand.top, Menu) and hand.program.recorder is None
    hand.wait(10)
    assert hand.top.last is not None and hand.top.last.recent.title == "First Light"
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, Curtain) and hand.top._battle is not battle


def test_the_last_battle_is_the_newest_that_is_not_over(kept: Path) -> None:
    menu = Program(folder=kept).menu()
    assert isinstance(menu, Menu)
    menu.draw(Surface((1280, 800)))
    while menu.moving:
        menu.tick(0.05)
        menu.draw(Surface((1280, 800)))
    assert menu.last is not None and menu.last.recent.title == "The Tavira Passage"
    assert menu.last.turn == "turn 3 of 12"


@pytest.mark.parametrize(
    ("key", "page"),
    [(pygame.K_o, OpenPage), (pygame.K_y, Shipyard), (pygame.K_r, RulePage), (pygame.K_t, SettingsPage), (pygame.K_h, HousePage)],
)
def test_each_key_of_the_menu_opens_its_page_and_escape_closes_it(key: int, page: type, tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(key)
    assert isinstance(hand.top, page)
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, Menu)


def test_q_quits_and_escape_does_not(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_ESCAPE)
    assert hand.window.stack
    hand.down(pygame.K_q)
    assert not hand.window.stack
    menu = Program(folder=tmp_path).menu()
    menu.draw(Surface((1280, 800)))
    assert isinstance(menu.handle(Event(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q")), Leave)


def test_the_first_frame_comes_at_once(kept: Path) -> None:
    began = time.perf_counter()
    menu = Program(folder=kept).menu()
    menu.draw(Surface((1920, 1080)))
    assert time.perf_counter() - began < 1.0


# -- house rules ----------------------------------------------------------------------------------------------------------


def test_f1_on_a_house_rule_opens_its_page(tmp_path: Path) -> None:
    hand = Hand(tmp_path, (1920, 1080))
    for rule in ("rerolls", "core_systems"):
        hand.tab_to(f"house {rule}")
        hand.key(pygame.K_F1)
        asked = next(one for one in SYSTEM.house if one.key == rule)
        assert isinstance(hand.top, RulePage) and asked.rule.startswith(hand.top.page.address)
        hand.key(pygame.K_ESCAPE)


def test_an_edition_sets_the_others_and_changes_are_marked() -> None:
    house = House(SYSTEM)
    assert house.changes == 0 and house.summary == "Fleet Book"
    house.take("rerolls", False)
    assert house.changes == 1 and house.changed("rerolls") and house.summary == "Fleet Book, one changed"
    house.take("rerolls", True)
    assert house.chosen == {}, "what is as usual need not be kept"
    house.take("rerolls", False)
    house.take("profile", "FT2")
    assert house.chosen == {"profile": "FT2"} and house.changes == 0
    assert house.of("arcs") == 4 and not house.of("rerolls"), "both by the edition"
    house.take("arcs", 6)
    assert house.changed("arcs") and not house.changed("rerolls")
    house.reset()
    assert house.of("arcs") == 4 and house.of("profile") == "FT2"


def test_a_scenario_may_set_rules_of_its_own() -> None:
    house = House(SYSTEM, {"floating_table": True})
    assert house.of("floating_table") and not house.changed("floating_table")
    house.take("floating_table", False)
    assert house.changed("floating_table") and house.chosen == {"floating_table": False}


def test_every_rule_has_a_row_that_walks_over_all_its_values() -> None:
    page = HousePage(House(SYSTEM))
    page.draw(Surface((1280, 800)))
    assert [w.asked.key for w in page.focus.widgets if isinstance(w, HouseRow)] == [one.key for one in SYSTEM.house]
    for asked in SYSTEM.house:
        seen = set()
        for _ in asked.values:
            row = next(w for w in page.focus.widgets if w.name == f"house {asked.key}")
            seen.add(page.house.of(asked.key))
            row.press()
            page.draw(Surface((1280, 800)))
        assert seen == {value for value, _ in asked.values}, asked.key
        page.house.take(asked.key, page.house.usual(asked.key))


def test_a_changed_rule_is_put_back_by_one_key() -> None:
    page = HousePage(House(SYSTEM))
    page.draw(Surface((1280, 800)))
    row = next(w for w in page.focus.widgets if isinstance(w, HouseRow) and not switches(w.asked))
    page.focus.focus(row, True)
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert page.house.changed(row.asked.key) or row.asked.key == "profile"
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode=""))
    assert not page.house.changed(row.asked.key)


# -- saves ----------------------------------------------------------------------------------------------------------------


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


def test_a_damaged_save_shows_its_mistakes_and_is_not_loaded(kept: Path) -> None:
    page = looked(Program(folder=kept))
    broken = next(save for save in page.saves if save.recent.path.stem == "broken")
    page._choose(broken)
    page._open()
    assert isinstance(page.answer, Push) and isinstance(page.answer.screen, Problems)
    assert len(page.answer.screen.bad.problems) > 3
    assert page.program.recorder is None


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
    assert isinstance(hand.top, Curtain)
    hand.window.give(Event(pygame.DROPFILE, file=str(tmp_path / "nothing.yaml")))
    assert isinstance(hand.top, Problems)


def test_moments_are_said_as_one_says_them() -> None:
    from datetime import date, datetime

    today = date(2026, 3, 5)
    assert ago(datetime(2026, 3, 5, 9, 7), today) == "today 9:07"
    assert ago(datetime(2026, 3, 4, 23, 59), today) == "yesterday 23:59"
    assert ago(datetime(2025, 12, 31, 8, 0), today) == "31 December 2025"


def test_the_card_says_who_is_to_do_what(kept: Path) -> None:
    by_title = {save.recent.title: save.look() for save in saves(kept) if not save.recent.broken}
    over = by_title["First Light"].view
    assert over is not None and standing(over)[1] == "has won"
    battle, _ = fought(TAVIRA, 2)
    who, what = standing(battle.view(None))
    assert (who, what) == ("Azure League", "write orders")
    ship = battle.state.fleet("azure")[0]
    battle.play(battle.read(ship.id, "0"))
    assert standing(battle.view(None)) == ("Azure League", "write orders, one of four done")


# -- settings -------------------------------------------------------------------------------------------------------------


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


def test_the_page_changes_them_by_keys(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    hand.tab_to("palette")
    hand.key(pygame.K_RIGHT)
    assert theme.palette.name == "blue-orange" == chosen.settings.palette
    hand.tab_to("scale")
    hand.key(pygame.K_RIGHT, pygame.K_RIGHT)
    assert chosen.scale == pytest.approx(1.1) and theme.scale == pytest.approx(1.1)
    hand.tab_to("dice")
    hand.key(pygame.K_RIGHT)
    assert not chosen.settings.tumbling


def test_a_dragged_scale_is_taken_when_it_is_let_go(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_t)
    slider: Any = hand.widget("scale")
    end = (slider.groove.right, slider.groove.centery)
    hand.window.give(Event(pygame.MOUSEBUTTONDOWN, pos=slider.groove.midleft, button=1))
    hand.window.give(Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    assert theme.scale == 1.0 and hand.top.wanted == 3.0
    hand.window.give(Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    assert chosen.scale == 3.0 and theme.scale == pytest.approx(1.6), "held to what 1280 x 800 has room for"


def test_a_scale_the_window_cannot_hold_is_held_back() -> None:
    chosen.change(scale=3.0)
    for size, most in (((800, 500), 1.0), ((1920, 1080), 2.16), ((4000, 2500), 3.0)):
        chosen.hold(size)
        assert theme.scale == pytest.approx(most)


# -- the shipyard ---------------------------------------------------------------------------------------------------------


def test_every_design_has_a_row_a_sheet_and_a_bill() -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.draw(Surface((1280, 800)))
    rows = [w for w in yard.focus.widgets if isinstance(w, DesignRow)]
    assert len(rows) == len(yard.designs) >= 16
    for design in yard.designs:
        yard._choose(design)
        words = [one.string for one in read(yard, (1920, 1080))]
        assert design.name in words and str(design.points) in words
        assert f"{design.mass} of {design.mass}" in words, "every design fills her mass"
        assert "built as drawn" in words


def test_the_list_is_filtered_by_fleet() -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    for index, fleet in enumerate(yard.fleets):
        yard._filter(index)
        yard.draw(Surface((1280, 800)))
        shown = {w.design.fleet for w in yard.focus.widgets if isinstance(w, DesignRow)}
        assert fleet == "all" or shown == {fleet}
        assert yard.chosen in yard.shown


def test_a_design_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    file = tmp_path / "wreck.yaml"
    file.write_text(
        "name: Wreck\nclass: cruiser\nmass: 60\nhull: 2\ndrive: {thrust: 4}\nsystems:\n- {kind: beam, class: 2, arcs: [F, A]}\n"
    )
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.handle(Event(pygame.DROPFILE, file=str(file)))
    assert yard.chosen is not None and yard.chosen.name == "Wreck"
    words = " ".join(one.string for one in read(yard, (1920, 1080)))
    assert "cannot be built" in words and "left unfilled" in words and "not side by side" in words


def test_a_design_file_with_mistakes_shows_them(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: Bad\nmass: many\n")
    answer = Shipyard({SYSTEM.key: SYSTEM}).handle(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(answer, Push) and isinstance(answer.screen, Problems)


# -- mistakes and faults --------------------------------------------------------------------------------------------------


def test_all_mistakes_of_a_file_stand_on_one_page_and_can_be_copied(tmp_path: Path) -> None:
    from game.ui import text_field

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


def test_a_fault_in_a_screen_becomes_a_page_and_a_report(tmp_path: Path) -> None:
    program = Program(folder=tmp_path)
    answer = program.begin(FIRST)
    assert isinstance(answer, Reset) and program.recorder is not None
    save = program.recorder.journal.path
    window = Window(program, Broken())  # type: ignore[arg-type]
    shown: list[object] = []
    drawn = Sentence.draw

    def noted(self: Sentence, dst: Surface) -> None:
        drawn(self, dst)
        shown.append(self)
        pygame.event.post(Event(pygame.QUIT))

    pygame.event.clear()
    Sentence.draw = noted  # type: ignore[method-assign]
    try:
        window.go((1280, 800))
    finally:
        Sentence.draw = drawn  # type: ignore[method-assign]
    assert shown and "went wrong" in shown[0].heading  # type: ignore[attr-defined]
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
    assert isinstance(hand.top, Curtain)


def test_a_design_dropped_on_the_shipyard_is_no_battle(tmp_path: Path) -> None:
    file = tmp_path / "skiff.yaml"
    file.write_text("name: Skiff\nclass: boat\nmass: 10\nhull: 10\n")
    hand = Hand(tmp_path / "saves")
    hand.key(pygame.K_y)
    hand.window.give(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(hand.top, Shipyard) and hand.top.chosen is not None and hand.top.chosen.name == "Skiff"
