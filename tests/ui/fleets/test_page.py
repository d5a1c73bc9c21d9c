"""The page of two fleets: bought by mouse and by keys, dealt, saved, taken, hidden, undone; at every size."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import HUMAN
from game.drawing.symbols import kind_name
from game.fleets.fleet import read_fleet
from game.fleets.muster import Muster
from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.fleets.buying.model import FLAGSHIP
from game.ui.fleets.buying.page import FleetsPage
from game.ui.fleets.buying.roster import CARD, LEFT, LINE, DesignCard, Spent, symbol_rows, symbol_width
from game.ui.fleets.buying.terms import TermsPage
from game.ui.fleets.placing import GIVEN_UP, PlacingScreen
from game.ui.host.preferences import chosen
from game.ui.host.screen import Pop, Push
from game.ui.keys.list_page import KeyList
from game.ui.menu.house_rules_page import HousePage
from game.ui.menu.player_panel import PlayerPanel
from game.ui.paper.screen import PrintScreen
from game.ui.render.text import width
from game.ui.render.theme import NIGHT, theme
from game.ui.toolkit.page import Page
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Widget
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SCALES, SIZES, faults, overlaps, plain, read


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    theme.palette, theme.seated, theme.backdrop = NIGHT, 0, ""


class FleetsHand:
    """A hand on the page's mouse and keys. `pages` are those that it has opened."""

    def __init__(self, system: str = "full-thrust", size: tuple[int, int] = SIZES[0]) -> None:
        pygame.display.init()
        chosen.hold(size)
        self.window = Surface(size)
        self.begun: list[object] = []
        self.page: Page = FleetsPage(Muster(SYSTEMS[system]), self._begin)
        self.muster = self.fleets.muster
        self.page.draw(self.window)

    def _begin(self, opened: object) -> None:
        self.begun.append(opened)

    @property
    def fleets(self) -> FleetsPage:
        assert isinstance(self.page, FleetsPage)
        return self.page

    def named(self, name: str) -> Widget:
        found = [one for one in self.page.focus.widgets if one.name == name]
        assert found, f"{name} among {[one.name for one in self.page.focus.widgets]}"
        return found[0]

    def shown(self, name: str) -> Rect:
        widget = self.named(name)
        for pane in self.page.panes:
            pane.show(widget)
        assert self.window.get_rect().contains(widget.rect), name
        return widget.rect

    def send(self, kind: int, **values: Any) -> object:
        answer = self.page.handle(Event(kind, **values))
        if isinstance(answer, Push) and isinstance(answer.screen, Page):
            self.page, self.under = answer.screen, self.page
        self.page.draw(self.window)
        return answer

    def click(self, at: tuple[int, int]) -> object:
        self.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        return self.send(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def press(self, name: str) -> object:
        return self.click(self.shown(name).center)

    def drag(self, name: str, to: tuple[int, int]) -> None:
        start = self.shown(name).center
        self.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for share in (0.2, 0.6, 1.0):
            at = tuple(round(a + (b - a) * share) for a, b in zip(start, to))
            self.send(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
        self.send(pygame.MOUSEBUTTONUP, pos=to, button=1)

    def key(self, key: int, letter: str = "", mod: int = 0) -> object:
        answer = self.send(pygame.KEYDOWN, key=key, mod=mod, unicode=letter)
        if letter and isinstance(self.page.focus.at, TextField):
            self.send(pygame.TEXTINPUT, text=letter)
        return answer

    def type(self, words: str) -> None:
        for letter in words:
            self.key(0, letter)

    def leave(self) -> None:
        """Close the page on top."""
        self.page = self.under
        self.fleets.uncovered()
        self.page.draw(self.window)

    def bought(self, seat: int = 0) -> dict[str, int]:
        fleet = self.muster.fleet(seat)
        return {key: fleet.count(key) for key in fleet.designs}


def test_a_fleet_is_bought_by_mouse() -> None:
    hand = FleetsHand()
    row = hand.shown("design meridian")
    hand.click((row.right - 10, row.centery))
    assert hand.bought() == {"meridian": 1}
    hand.drag("design meridian", hand.fleets.rosters[1].area.center)
    assert hand.bought(1) == {"meridian": 1} and hand.muster.seat == 1
    card = hand.named("card 0 meridian")
    hand.click(card.sign(1).center)  # type: ignore[attr-defined]
    assert hand.bought() == {"meridian": 2}
    hand.drag("card 0 meridian", hand.shown("find").center)
    assert hand.bought() == {"meridian": 1}, "dragged off its fleet"


def test_a_fleet_is_bought_by_keys() -> None:
    hand = FleetsHand()
    hand.key(pygame.K_SLASH)
    hand.type("lancet")
    hand.key(pygame.K_TAB)
    while hand.page.focus.at is None or hand.page.focus.at.name != "design lancet":
        hand.key(pygame.K_TAB)
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_3, "3")
    assert hand.bought() == {"lancet": 4}
    hand.key(0, "-")
    hand.key(pygame.K_z)
    assert hand.bought() == {"lancet": 4}
    hand.key(pygame.K_z)
    hand.key(pygame.K_y)
    assert hand.bought() == {"lancet": 4}


def test_enter_in_the_search_goes_to_what_was_found() -> None:
    hand = FleetsHand()
    hand.key(pygame.K_SLASH)
    hand.type("rook")
    hand.key(pygame.K_RETURN)
    at = hand.page.focus.at
    assert at is not None and at.name == "design rookery" and hand.fleets.model.design == "rookery"
    hand.key(pygame.K_RETURN)
    assert hand.bought() == {"rookery": 1}


@pytest.mark.parametrize("system", SYSTEMS)
def test_systems_alike_are_counted_by_their_kind(system: str) -> None:
    model = FleetsHand(system).fleets.model
    for key, design in model.muster.designs.items():
        names = [kind_name(one) for one, _ in model.symbols(key)]
        assert not [name for name in names if name.split()[-1] in {*"abcdPSFA"}], design.name
    if system == "full-thrust":
        counts = {kind_name(one): count for one, count in model.symbols("rookery")}
        assert counts["Beam 1"] == 2 and counts["PDS"] == 4


def test_the_keys_are_listed_and_may_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "settings", chosen.settings.model_copy(update={"keys": {"deal fleet": "G"}}))
    hand = FleetsHand(size=(1920, 1080))
    assert hand.named("deal 0").cap == "G"  # type: ignore[attr-defined]
    hand.key(pygame.K_r)
    assert not hand.bought()
    hand.key(pygame.K_g)
    assert hand.bought()
    hand.key(pygame.K_F2)
    assert isinstance(hand.page, KeyList)


def test_the_card_of_what_is_left_fills_the_fleet() -> None:
    hand = FleetsHand()
    hand.muster.set_limit(100)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    hand.press("fill 0")
    assert hand.bought() == {"petrel": 1}


@pytest.mark.parametrize("system", SYSTEMS)
def test_random_fleets_meet(system: str) -> None:
    hand = FleetsHand(system)
    hand.key(pygame.K_r)
    first = hand.bought()
    hand.key(pygame.K_r)
    assert first and hand.bought() != first, "another seed"
    hand.key(pygame.K_z)
    assert hand.bought() == first
    hand.key(pygame.K_o)
    hand.key(pygame.K_r)
    before = hand.bought(1)
    rect = hand.shown("taste 1")
    hand.click((rect.x + 20, rect.centery))
    assert before and hand.muster.state.rosters[1].taste.kind == "few and large"
    rows = hand.fleets.model.compared()
    assert len(rows) == 9
    hand.press("place")
    assert isinstance(hand.page, PlacingScreen)


def test_placing_goes_on_where_it_was_left_until_a_fleet_changes() -> None:
    hand = FleetsHand()
    for seat in (0, 1):
        hand.muster.deal(seat)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    hand.press("place")
    placing = narrow(hand.page, PlacingScreen).placing
    placing.rest()
    hand.leave()
    hand.press("place")
    assert narrow(hand.page, PlacingScreen).placing is placing
    hand.leave()
    hand.muster.deal_again(0)
    hand.press("place")
    assert narrow(hand.page, PlacingScreen).placing is not placing


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_card_shows_every_symbol(system: str) -> None:
    hand = FleetsHand(system)
    hand.muster.set_terms("free")
    for key in hand.muster.designs:
        hand.muster.add(0, key)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    cards = [one for one in hand.fleets.rosters[0].pane.widgets if isinstance(one, DesignCard)]
    assert len(cards) == len(hand.muster.designs)
    for card in cards:
        rows = symbol_rows(card.symbols, card.rect.w, card.thrust)
        assert [one for row in rows for one in row] == list(card.symbols)
        beside = [0.0] * (len(rows) - 1) + [width(card.thrust, 13)]
        assert all(
            LEFT + sum(symbol_width(count) for _, count in row) + said <= card.rect.w for row, said in zip(rows, beside)
        ), card.design.name
        assert card.rect.h == CARD + LINE * (len(rows) - 1)


def test_fleets_that_cannot_meet_say_why() -> None:
    hand = FleetsHand()
    place = hand.named("place")
    assert not place.enabled and place.why_not == "Azure League has no ships yet."
    hand.key(pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert hand.fleets.model.words == "Azure League has no ships yet."
    hand.muster.add(0, "meridian", 5)
    hand.muster.add(1, "anvil")
    hand.fleets.relay()
    hand.page.draw(hand.window)
    assert hand.named("place").why_not == "Azure League is 700 points over."


@pytest.mark.parametrize("name", ["design meridian", "find", "fleet name 0", "limit", "place"])
def test_the_ships_are_placed_by_keys_from_anywhere(name: str) -> None:
    hand = FleetsHand()
    for seat in (0, 1):
        hand.muster.deal(seat)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    hand.page.focus.focus(hand.named(name), True)
    before = hand.bought()
    if name == "fleet name 0":
        hand.type("x")
    answer = hand.key(pygame.K_RETURN, mod=pygame.KMOD_CTRL)
    assert isinstance(answer, Push) and isinstance(answer.screen, PlacingScreen)
    assert hand.bought() == before
    assert hand.muster.fleet(0).name.endswith("x") == (name == "fleet name 0")
    hand.page = hand.under
    hand.page.draw(hand.window)
    assert hand.page.focus.at is hand.named(name), "and coming back, the ring is where it was"


def test_a_fleet_is_saved_taken_and_told_of_new_prices() -> None:
    hand = FleetsHand()
    hand.muster.add(0, "lancet", 2)
    hand.muster.rename_fleet(0, "Home squadron")
    hand.fleets.relay()
    hand.page.draw(hand.window)
    hand.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    path = hand.fleets.model.saved[0].path
    text = path.read_text()
    assert "points: 262" in text
    path.write_text(text.replace("points: 262", "points: 250"))
    hand.press("clear 0")
    assert hand.bought() == {}
    hand.fleets.uncovered()
    hand.page.draw(hand.window)
    hand.press("fleet home-squadron")
    assert hand.bought() == {"lancet": 2}
    assert hand.fleets.model.words == "1 design of Home squadron cost something else now."
    assert hand.named("card 0 lancet").repriced == (250, 262)  # type: ignore[attr-defined]
    hand.key(pygame.K_z)
    assert hand.bought() == {}


def test_a_saved_fleet_is_written_over_only_by_itself() -> None:
    hand = FleetsHand()
    for count in (1, 2):
        hand.muster.add(0, "lancet")
        hand.fleets.model.save(0)
        assert [(len(one.fleet.ships), one.path.stem) for one in hand.fleets.model.saved] == [(count, "azure-league")]
    other = FleetsHand()
    other.muster.add(0, "halyard")
    other.fleets.model.save(0)
    assert {one.path.stem for one in other.fleets.model.saved} == {"azure-league", "azure-league-2"}
    other.fleets.model.take(other.fleets.model.saved[0])
    other.fleets.model.save(0)
    assert len(other.fleets.model.saved) == 2


def test_a_smaller_table_keeps_only_what_lies_on_it() -> None:
    hand = FleetsHand()
    page = TermsPage(hand.muster)
    rocks = [{"kind": "asteroid", "name": name, "at": [x, 20], "radius": 1} for name, x in (("Near", 10), ("Far", 60))]
    hand.muster.set_table("Two rocks", {"terrain": rocks})
    page._resize(0, 36)
    assert [body["name"] for body in hand.muster.state.table["terrain"]] == ["Near"]


def test_a_dropped_file_is_taken_or_told_about(tmp_path: Path) -> None:
    hand = FleetsHand()
    path = tmp_path / "f.yaml"
    path.write_text("fleet: Three\nsystem: full-thrust\nships:\n" + "- {design: curlew, name: C}\n" * 3)
    hand.send(pygame.DROPFILE, file=str(path))
    assert hand.bought() == {"curlew": 3} and read_fleet(path, SYSTEMS).fleet.name == "Three"
    path.write_text("fleet: Three\nsystem: full-thrust\nships: [{design: nothing, name: C}]\n")
    assert isinstance(hand.send(pygame.DROPFILE, file=str(path)), Push)
    hand.page = hand.under
    path.write_text("fleet: Sea\nsystem: full-sail\nships: [{design: tern, name: C}]\n")
    hand.send(pygame.DROPFILE, file=str(path))
    assert hand.fleets.model.words == "Sea is a fleet of Full Sail."


def test_ships_and_fleets_are_named() -> None:
    hand = FleetsHand()
    hand.muster.add(0, "lancet", 2)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    card = hand.shown("card 0 lancet")
    hand.click((card.x + 60, card.y + 20))
    hand.press("name 0 1")
    hand.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    hand.type("Vane")
    hand.key(pygame.K_TAB)
    assert [ship.name for ship in hand.muster.fleet(0).ships] == ["Lancet", "Vane"], "leaving the field takes it"
    hand.press("fleet name 0")
    hand.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    hand.type("Home")
    hand.key(pygame.K_RETURN)
    assert hand.muster.side_names[0] == "Home"


def test_who_plays_and_a_hidden_fleet() -> None:
    hand = FleetsHand()
    hand.press("seat amber")
    assert isinstance(hand.page, PlayerPanel)
    assert hand.window.get_rect().contains(hand.page.frame)
    hand.press("level captain")
    hand.leave()
    assert hand.muster.state.rosters[1].player == "captain"
    hand.key(pygame.K_o)
    hand.key(pygame.K_r)
    hand.press("hide 1")
    names = {ship.name for ship in hand.muster.fleet(1).ships}
    assert not any(one.name.startswith("card 1") for one in hand.page.focus.widgets)
    assert hand.fleets.model.compared() == () and names
    spent = next(one for one in hand.page.focus.widgets if isinstance(one, Spent) and one.colour == theme.seat(1))
    assert list(spent.prices) == [hand.muster.points(1)], "points alone"
    assert hand.named("seat amber").glyph == FLAGSHIP and not hand.named("save 1").enabled  # type: ignore[attr-defined]
    hand.fleets.model.save(1)
    assert hand.fleets.model.saved == []
    hand.fleets.seat_player(hand.fleets.sides[1], HUMAN)
    assert not hand.muster.state.rosters[1].hidden, "a person's fleet is not hidden"
    assert hand.bought(1) == {}, "nor is it the computer's"


def test_no_word_of_the_page_tells_a_secret_fleet() -> None:
    hand = FleetsHand()
    hand.muster.set_player(1, "captain")
    hand.muster.hide(1, True)
    hand.fleets.model.dealing = 1
    hand.key(pygame.K_o)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: hand.key(pygame.K_r), lambda: hand.press("again 1"), lambda: hand.press("design vesper"),
        lambda: hand.key(pygame.K_1, "1"), lambda: hand.drag("design vesper", hand.fleets.rosters[1].area.center),
    )  # fmt: skip
    for deed in deeds:
        before = hand.muster.fleet(1)
        deed()
        shown = {one.string for one in read(hand.page, SIZES[0])} | {hand.fleets.model.words}
        shown |= {one.hint for one in hand.page.focus.widgets} | {*hand.muster.done}
        assert not any("seed " in one for one in shown), shown
        assert hand.muster.fleet(1) != before or hand.muster.fleet(1).count("vesper") == before.count("vesper")
    assert hand.fleets.model.words.startswith("A secret fleet is dealt")
    assert not hand.named("seed 1").enabled


@pytest.fixture
def other_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secret fleets are bought by one seed after the other."""
    seeds = itertools.count(1)
    monkeypatch.setattr("game.fleets.muster.fresh_seed", lambda: next(seeds))


def placed_against_a_secret_fleet(order: str) -> FleetsHand:
    """Everything is shown; the page of the placing is on top."""
    hand = FleetsHand()
    hand.muster.deal(0, 3)
    hand.muster.set_player(1, "captain")
    hand.muster.hide(1, True)
    hand.muster.set("order", order=order)
    hand.fleets.relay()
    hand.press("place")
    placing = narrow(hand.page, PlacingScreen)
    if order != "by rule":
        placing.rest()
        placing.press()
    assert placing.placing.uncovered
    return hand


def fleet_of(hand: FleetsHand, seat: int) -> tuple[object, ...]:
    return hand.muster.fleet(seat).ships


@pytest.mark.usefixtures("other_seeds")
@pytest.mark.parametrize("order", ["in turn", "by rule"])
def test_going_back_from_a_secret_fleet_that_was_shown_deals_another(order: str) -> None:
    hand = placed_against_a_secret_fleet(order)
    before, own, placing = fleet_of(hand, 1), fleet_of(hand, 0), narrow(hand.page, PlacingScreen).placing
    assert hand.key(pygame.K_ESCAPE) is None, "it says first what going back gives up"
    assert narrow(hand.page, PlacingScreen).model.told == GIVEN_UP
    assert fleet_of(hand, 1) == before, "as long as nobody goes back"
    assert isinstance(hand.key(pygame.K_ESCAPE), Pop)
    hand.leave()
    assert hand.fleets.model.words == "All was shown, so that placing is given up. A new secret fleet is dealt."
    assert fleet_of(hand, 1) != before and fleet_of(hand, 0) == own and hand.muster.state.rosters[1].hidden
    for _ in range(3):
        hand.key(pygame.K_z)
        assert fleet_of(hand, 1) != before, "undo does not bring the known one back"
    hand.press("place")
    assert narrow(hand.page, PlacingScreen).placing is not placing


@pytest.mark.usefixtures("other_seeds")
def test_a_secret_fleet_met_in_a_battle_is_not_bought_against_later() -> None:
    hand = placed_against_a_secret_fleet("in turn")
    before = fleet_of(hand, 1)
    hand.press("main")
    assert hand.begun
    page = FleetsPage(hand.muster, hand._begin)
    assert hand.muster.fleet(1).ships != before and "new secret fleet" in page.model.words
    assert not FleetsPage(hand.muster, hand._begin).model.words, "it is said once"


def test_going_back_from_places_that_were_secret_begins_the_placing_anew() -> None:
    hand = FleetsHand()
    hand.muster.deal(0, 3)
    hand.muster.deal(1, 4)
    hand.muster.set_player(1, "captain")
    hand.muster.set("order", order="in secret")
    hand.fleets.relay()
    hand.press("place")
    first = narrow(hand.page, PlacingScreen)
    first.rest()
    assert isinstance(hand.key(pygame.K_ESCAPE), Pop), "nothing has been shown yet"
    hand.leave()
    assert not hand.fleets.model.words.startswith("All was shown")
    hand.press("place")
    again = narrow(hand.page, PlacingScreen)
    assert again.placing is first.placing, "it goes on where it was left"
    again.press()
    fleets = fleet_of(hand, 0), fleet_of(hand, 1)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_ESCAPE)
    hand.leave()
    assert hand.fleets.model.words == "All was shown, so that placing is given up."
    assert (fleet_of(hand, 0), fleet_of(hand, 1)) == fleets
    hand.press("place")
    third = narrow(hand.page, PlacingScreen).placing
    assert third is not first.placing and third.due == 0 and not third.seen_by(0)


def test_ships_that_were_placed_openly_stay_when_the_player_goes_back() -> None:
    hand = FleetsHand()
    for seat in (0, 1):
        hand.muster.add(seat, "lancet")
    hand.fleets.relay()
    hand.press("place")
    placing = narrow(hand.page, PlacingScreen)
    for _ in range(2):
        placing.rest()
        placing.press()
    assert placing.placing.due is None
    assert isinstance(hand.key(pygame.K_ESCAPE), Pop)
    hand.leave()
    hand.press("place")
    assert narrow(hand.page, PlacingScreen).placing is placing.placing


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_carriers_is_offered_only_where_a_game_has_carriers(system: str) -> None:
    hand = FleetsHand(system)
    hand.key(pygame.K_r)
    names = {one.name for one in hand.page.focus.widgets}
    assert ("carriers 0" in names) is (system not in ("full-sail", "power-hex"))
    assert "own 0" in names


def test_terrain_victory_and_house_rules() -> None:
    hand = FleetsHand()
    hand.key(pygame.K_v)
    assert isinstance(hand.page, TermsPage)
    hand.press("table the-tavira-passage")
    assert hand.muster.state.table["terrain"][0]["name"] == "Tavira"
    hand.press("scatter")
    assert hand.muster.state.table_name == "Scattered terrain"
    hand.key(pygame.K_z)
    assert hand.muster.state.table_name == "The Tavira Passage"
    hand.leave()
    hand.key(pygame.K_h)
    assert isinstance(hand.page, HousePage)
    hand.press("house rerolls")
    hand.leave()
    assert hand.muster.state.house == {"rerolls": False}


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_fleet_in_hand_is_printed(by: str) -> None:
    hand = FleetsHand()
    for seat in (0, 1):
        hand.muster.deal(seat, 3 + seat)
    hand.muster.rename(0, 0, "Nonesuch")
    hand.fleets.relay()
    hand.page.draw(hand.window)
    if by == "key":
        hand.key(pygame.K_p, mod=pygame.KMOD_CTRL)
    else:
        hand.press("print 0")
    screen = narrow(hand.page, PrintScreen)
    names = [[ship.name for ship in hand.muster.fleet(seat).ships] for seat in (0, 1)]
    assert names[0][0] == "Nonesuch"
    assert [one.paper.title for one in screen.printing.ships] == names[0]
    side = hand.named("Side").rect
    hand.click((side.right - 4, side.centery))
    assert [one.paper.title for one in screen.printing.ships] == [*names[0], *names[1]]


def test_an_empty_fleet_and_a_secret_one_are_not_printed() -> None:
    hand = FleetsHand()
    hand.key(pygame.K_p, mod=pygame.KMOD_CTRL)
    assert hand.fleets.model.words == "There is no ship to print."
    hand.muster.deal(0, 3)
    hand.muster.deal(1, 4)
    hand.muster.hide(0, True)
    hand.key(pygame.K_p, mod=pygame.KMOD_CTRL)
    assert hand.fleets.model.words.startswith("A secret fleet is not printed")
    assert {one.side for one in hand.fleets.model.sheets().ships} == {hand.muster.fleet(1).name}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_is_legible_at_every_size_and_scale(system: str, size: tuple[int, int], scale: float) -> None:
    with plain():
        muster = Muster(SYSTEMS[system])
        page = FleetsPage(muster, lambda opened: None)
        for seat in (0, 1):
            muster.deal(seat, 3 + seat)
        page.model.look_at(next(iter(muster.designs)))
        for shown in (page, TermsPage(muster)):
            assert faults(read(shown, size, scale), size) == []
            assert overlaps(shown.focus.widgets, size) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_labels_of_a_roster_s_buttons_are_whole(size: tuple[int, int]) -> None:
    hand = FleetsHand(size=size)
    said = [one.string for one in read(hand.page, size)]
    shown = len(hand.fleets.rosters) if size[0] >= 1280 else 1
    assert all(said.count(label) == shown for label in ("Load", "Save as", "Random", "Print")), said
