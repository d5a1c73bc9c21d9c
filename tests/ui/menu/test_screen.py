"""The menu and the pages it leads to: seen at every size, walked by keys and by pointer, and what they keep on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event
from pygame.surfarray import array3d as pixels

from game.battle.loader import resume
from game.core.system import RuleSystem
from game.systems import SYSTEMS
from game.ui.app.program import Program
from game.ui.battle.screen import BattleScreen
from game.ui.demonstration.gallery import Gallery
from game.ui.host.screen import Leave, Push
from game.ui.lab.page import LabPage
from game.ui.menu import cards
from game.ui.menu.buttons import SystemCard
from game.ui.menu.cards import ScenarioCard
from game.ui.menu.house_rules_page import House, HousePage, HouseRow, switches
from game.ui.menu.library import offers
from game.ui.menu.saves_page import OpenPage
from game.ui.menu.screen import Menu
from game.ui.pages.keys_page import KeysPage
from game.ui.pages.problem_page import Problems, Sentence
from game.ui.pages.settings_page import SettingsPage
from game.ui.render.backdrop import empty_table
from game.ui.rulebook.page import RulePage
from game.ui.shipyard.page import Shipyard
from game.ui.toolkit.page import Page
from game.ui.toolkit.parts import around, hint_size
from tests.support.narrowing import narrow, present
from tests.support.ui.page_driver import (
    BAD,
    FIRST,
    SCALES,
    SCENARIOS,
    SIZES,
    SYSTEM,
    TAVIRA,
    Hand,
    bad_file,
    faults,
    overlaps,
    plain,
    read,
)


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def _house() -> HousePage:
    house = House(SYSTEM)
    house.take("rerolls", False)
    return HousePage(house)


PAGES: dict[str, Callable[[Program, Path], Page]] = {
    "menu": lambda program, tmp: narrow(program.menu(), Menu),
    "open": lambda program, tmp: OpenPage(program),
    "settings": lambda program, tmp: SettingsPage(),
    "keys": lambda program, tmp: KeysPage(),
    "shipyard": lambda program, tmp: Shipyard(program.systems),
    "lab": lambda program, tmp: narrow(program.lab(), LabPage),
    "house rules": lambda program, tmp: _house(),
    "problems": lambda program, tmp: Problems(bad_file(tmp)),
    "sentence": lambda program, tmp: Sentence("Something went wrong", ("One thing. " * 12, "Another thing."), ()),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", PAGES)
def test_words_and_buttons_keep_apart(
    name: str, size: tuple[int, int], scale: float, kept: Path, tmp_path: Path
) -> None:
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
@pytest.mark.parametrize("name", ["menu", "settings", "keys", "shipyard", "house rules"])
def test_nothing_is_cut_short_in_an_ordinary_window(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    page = PAGES[name](Program(folder=tmp_path), tmp_path)
    cut = [one.string for one in read(page, size) if one.string.endswith("…")]
    assert cut == []


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_no_card_of_any_game_is_cut_short(size: tuple[int, int], tmp_path: Path) -> None:
    hand = Hand(tmp_path, size)
    for index in range(len(hand.top.games)):
        hand.key(pygame.K_1 + index)
        for _ in range(sum(isinstance(one, ScenarioCard) for one in hand.top.focus.widgets)):
            assert [one.string for one in read(hand.top, size) if "…" in one.string] == [], hand.top.system.title
            hand.key(pygame.K_RIGHT)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_cards_that_all_fit_are_not_scrolled_and_no_bar_lies_over_one(size: tuple[int, int], tmp_path: Path) -> None:
    hand = Hand(tmp_path, size)
    for index, system in enumerate(hand.top.games):
        hand.key(pygame.K_1 + index)
        pane = hand.top.cards
        cards = [one.rect for one in pane.widgets if isinstance(one, ScenarioCard)]
        assert cards and bool(pane.scroll.most) == (max(one.bottom for one in cards) > pane.rect.bottom), system.title
        assert not pane.scroll.most or all(one.right <= pane.scroll.thumb.x for one in cards), system.title


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_names_of_games_are_of_one_size_and_a_row_alone_has_higher_cards(size: tuple[int, int], tmp_path: Path) -> None:
    hand, high = Hand(tmp_path, size), dict[bool, int]()
    for index, system in enumerate(hand.top.games):
        hand.key(pygame.K_1 + index)
        assert len({one.size for one in hand.top.focus.widgets if isinstance(one, SystemCard)}) == 1
        card = next(one for one in hand.top.focus.widgets if isinstance(one, ScenarioCard))
        high[hand.top.counts[system.key] > 3] = card.rect.h
    assert high[False] > high[True] + 60


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


# -- the menu ----------------------------------------------------------------------------------------------------------


def test_the_menu_offers_what_exists_and_nothing_else(tmp_path: Path) -> None:
    menu = Program(folder=tmp_path).menu()
    words = {one.string for one in read(menu, (1920, 1080))}
    assert {SYSTEM.title, "Open a battle", "Shipyard", "Settings", "Rules", "Quit", "Begin", "First Light"} <= words
    assert "Demonstrations" in words
    assert isinstance(menu, Menu)
    assert [offer.path for offer in menu.offers] == [offer.path for offer in offers(SYSTEM)]
    assert {offer.path for offer in menu.offers} == set(SCENARIOS)
    assert menu.offers[0].path == FIRST, "the introduction comes first"


def test_the_first_battle_of_full_sail_is_the_duel() -> None:
    """As its page says: who presses Begin here is to cross astern, not to board."""
    assert offers(SYSTEMS["full-sail"])[0].title == "The Weather Gauge"


def test_cards_say_what_the_file_says() -> None:
    tavira = next(offer for offer in offers(SYSTEM) if offer.path == TAVIRA)
    assert (tavira.title, tavira.fleets, tavira.turns) == ("The Tavira Passage", "4 against 3", "12 turns")
    assert tavira.teaches == ("sight", "threat")
    first = next(offer for offer in offers(SYSTEM) if offer.path == FIRST)
    assert first.fleets == "1 a side"


@pytest.mark.parametrize("system", [*SYSTEMS.values()], ids=attrgetter("key"))
def test_cards_say_what_the_battle_has_once_it_is_set_up(system: RuleSystem) -> None:
    for offer in offers(system):
        state = present(offer.opened).battle.state
        counts = [len(state.fleet(side)) for side in state.sides]
        assert offer.sides == tuple(state.sides.values()) and offer.house == present(offer.opened).file.house
        assert offer.fleets in (f"{counts[0]} a side", " against ".join(map(str, counts)))


def test_previews_come_once_the_menu_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_pictures", {})
    menu, window = narrow(Program().menu(), Menu), Surface((1280, 800))
    menu.draw(window)
    first, *_ = [one for one in menu.cards.widgets if isinstance(one, ScenarioCard)]
    before, ground = pixels(window.subsurface(first.frame)), pixels(empty_table(first.frame.size))
    assert menu.moving and (before == ground).mean() > 0.99, "but for the corners of the card"
    while menu.moving:
        menu.tick(0.1)
    menu.draw(window)
    assert first.is_made and (pixels(window.subsurface(first.frame)) != before).any()


def test_a_scenario_with_mistakes_is_a_card_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD.format(key=SYSTEM.key))
    (tmp_path / "first.yaml").write_text(FIRST.read_text())
    found = {one.path.stem: one for one in offers(SYSTEM, tmp_path)}
    good, bad = found["first"], found["bad"]
    assert good.opened and good.bad is None and bad.opened is None and bad.weight > good.weight
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
    hand.key(pygame.K_RETURN, pygame.K_2, pygame.K_LEFT, pygame.K_LEFT, pygame.K_ESCAPE)
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
    hand.press("scenario crossed_swords")
    assert hand.top.offer.path == TAVIRA.with_name("crossed_swords.yaml")
    assert hand.top.house.chosen, "what was chosen stays when another scenario is taken"
    hand.press("Begin")
    assert isinstance(hand.top, BattleScreen) and hand.top.battle.title == "Crossed Swords"


def test_space_begins_what_was_clicked_and_a_seat_that_was_clicked_stays_as_it_is(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("scenario crossed_swords")
    hand.press("seat amber")
    hand.press("level random")
    hand.press("Done")
    assert hand.top.players["amber"] == "random"
    hand.key(pygame.K_SPACE)
    assert isinstance(hand.top, BattleScreen), "one person needs no curtain"
    assert hand.top.battle.title == "Crossed Swords" and len(hand.top.flow.humans) == 1


def test_space_begins_and_enter_goes_on(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_SPACE)
    assert isinstance(hand.top, BattleScreen)
    battle = hand.top.battle
    hand.key(pygame.K_F10)
    hand.press("Save and leave")
    assert isinstance(hand.top, Menu) and hand.program.recorder is None
    hand.wait(10)
    assert hand.top.last is not None and hand.top.last.recent.title == "First Light"
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, BattleScreen) and hand.top.battle is not battle


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
    [
        (pygame.K_o, OpenPage),
        (pygame.K_d, Gallery),
        (pygame.K_y, Shipyard),
        (pygame.K_l, LabPage),
        (pygame.K_r, RulePage),
        (pygame.K_t, SettingsPage),
        (pygame.K_h, HousePage),
    ],
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


# -- house rules -------------------------------------------------------------------------------------------------------


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
    house.reset()
    assert house.chosen == {} and house.summary == "Fleet Book", "the edition is put back as well"


def test_house_rules_of_every_game_are_titled_as_sentences() -> None:
    titles = {rule.title for system in SYSTEMS.values() for rule in system.house}
    assert not [one for one in titles if any(word[0].isupper() and not word.isupper() for word in one.split()[1:])]


def test_a_scenario_may_set_rules_of_its_own() -> None:
    house = House(SYSTEM, {"floating_table": True})
    assert house.of("floating_table") and not house.changed("floating_table")
    house.take("floating_table", False)
    assert house.changed("floating_table") and house.chosen == {"floating_table": False}


def test_every_rule_has_a_row_that_walks_over_all_its_values() -> None:
    page = HousePage(House(SYSTEM, {"manoeuvres": "all", "pd_rules": "pdl", "sensors": "scan"}))
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


def test_a_setting_has_a_row_only_where_what_it_belongs_to_is_played() -> None:
    page = HousePage(House(SYSTEM))
    for on in (False, True):
        page.draw(Surface((1280, 800)))
        shown = {w.asked.key for w in page.focus.widgets if isinstance(w, HouseRow)}
        assert {"man.SK", "skid.bleed", "sk.max"} & shown == ({"man.SK", "skid.bleed", "sk.max"} if on else {"man.SK"})
        page.house.take("man.SK", True)
        page.relay()


def test_two_things_that_have_names_are_a_choice_and_not_a_check_box() -> None:
    rules = {one.key: one for one in SYSTEMS["power-hex"].house}
    assert (
        not switches(rules["intercept_all"])
        and not switches(rules["critical_permanent"])
        and switches(rules["naturals"])
    )
    page = HousePage(House(SYSTEMS["power-hex"]))
    page.draw(Surface((1280, 800)))
    row = next(w for w in page.focus.widgets if isinstance(w, HouseRow) and w.asked.key == "intercept_all")
    assert page.house.word("intercept_all") == "shot by shot"
    page.focus.focus(row, True)
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert page.house.of("intercept_all") is True and page.house.word("intercept_all") == "all at once"


def test_a_changed_rule_is_put_back_by_one_key() -> None:
    page = HousePage(House(SYSTEM))
    page.draw(Surface((1280, 800)))
    row = next(w for w in page.focus.widgets if isinstance(w, HouseRow) and not switches(w.asked))
    page.focus.focus(row, True)
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert page.house.changed(row.asked.key) or row.asked.key == "profile"
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode=""))
    assert not page.house.changed(row.asked.key)


def test_the_columns_of_house_rules_are_of_like_length_with_every_manoeuvre_on() -> None:
    page = HousePage(
        House(SYSTEM, {one.key: True for one in SYSTEM.house if one.key.startswith("man.") and not one.needs})
    )
    page.draw(Surface((1280, 800)))
    lowest: dict[int, int] = {}
    for row in (one for one in page.pane.widgets if isinstance(one, HouseRow)):
        lowest[row.rect.x] = max(lowest.get(row.rect.x, 0), row.rect.bottom)
    assert len(lowest) == 3 and max(lowest.values()) < 1.6 * min(lowest.values())


def test_how_point_defence_is_played_is_seen_without_scrolling_and_what_was_changed_is_told_whole() -> None:
    page = HousePage(House(SYSTEM))
    page.draw(Surface((1280, 800)))
    row = next(one for one in page.pane.widgets if isinstance(one, HouseRow) and one.asked.key == "pd_rules")
    assert row.rect.bottom < 400
    assert page.house.brief == page.house.summary == "Fleet Book"
    page.house.take("pd_rules", "pdl")
    assert (page.house.brief, page.house.summary) == ("one changed", "Fleet Book, one changed")


def test_no_rule_changes_its_column_when_another_is_switched_on() -> None:
    page = HousePage(House(SYSTEM))
    page.draw(Surface((1280, 800)))
    before = {w.asked.key: w.rect.x for w in page.focus.widgets if isinstance(w, HouseRow)}
    for key in ("man.HA", "man.SK", "man.EM"):
        page.house.take(key, True)
    page.relay()
    page.draw(Surface((1280, 800)))
    after = {w.asked.key: w.rect.x for w in page.focus.widgets if isinstance(w, HouseRow)}
    assert len(after) > len(before) and all(after[key] == x for key, x in before.items())


@pytest.mark.parametrize("page", ["Sandbox", "Shipyard"])
def test_nothing_is_cut_in_a_workshop_that_is_opened(tmp_path: Path, page: str) -> None:
    hand = Hand(tmp_path)
    hand.press(page)
    hand.wait(40)
    assert not [one.string for one in read(hand.top, (1280, 800)) if "…" in one.string]


def test_the_rules_open_at_the_game_that_is_chosen(tmp_path: Path) -> None:
    hand, opened = Hand(tmp_path), {}
    for n in range(len(SYSTEMS)):
        hand.key(pygame.K_1 + n)
        system = hand.top.system
        hand.key(pygame.K_r)
        assert isinstance(hand.top, RulePage)
        opened[system.key] = hand.top.page.address
        hand.key(pygame.K_ESCAPE)
    assert opened == {key: system.pages[0] for key, system in SYSTEMS.items()}


def test_what_a_scenario_teaches_covers_nothing_but_its_own_card(tmp_path: Path) -> None:
    hand = Hand(tmp_path, (1280, 800))
    cards = [one for one in hand.top.focus.widgets if isinstance(one, ScenarioCard) and one.hint]
    assert any(one.window.contains(one.rect) for one in cards if one.window)
    for one in (one for one in cards if one.window and one.window.contains(one.rect)):
        within, size = Rect(0, 0, 1280, 800), hint_size(one.hint)
        assert one.rect.contains(Rect(around(one.hint_by, size, within)[0], size)), one.name
