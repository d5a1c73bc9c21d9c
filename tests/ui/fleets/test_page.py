"""The page of two fleets: bought by mouse and by keys, dealt, saved, taken, hidden, undone; at every size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface

from game.battle.designs import OWN, ROOT
from game.battle.loader import open_battle
from game.core.names import HUMAN
from game.drawing.symbols import kind_name
from game.fleets.fleet import read_fleet
from game.fleets.muster import Muster
from game.systems import SYSTEMS
from game.ui.fleets.buying.model import FLAGSHIP
from game.ui.fleets.buying.page import FleetsPage
from game.ui.fleets.buying.roster import (
    CARD,
    LEFT,
    LINE,
    DesignCard,
    FillCard,
    RosterFoot,
    Spent,
    fit_names,
    symbol_rows,
    symbol_width,
)
from game.ui.fleets.buying.terms import TermsPage
from game.ui.fleets.placing import PlacingScreen
from game.ui.host.preferences import preferences
from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.menu.house_rules_page import HousePage
from game.ui.menu.player_panel import PlayerPanel
from game.ui.paper.screen import PrintScreen
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Button
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SCALES, SIZES, faults, overlaps, plain, read, reader
from tests.ui.fleets.fleets_hand import FleetsHand

IN_A_FRAME = 1264, 728  # the window, with its frame, on a display of 1280 x 800
pytestmark = pytest.mark.usefixtures("own_home", "plain_theme")


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
    monkeypatch.setattr(preferences, "settings", preferences.settings.model_copy(update={"keys": {"deal fleet": "G"}}))
    hand = FleetsHand(size=(1920, 1080))
    assert hand.named("deal 0").cap == "G"  # type: ignore[attr-defined]
    hand.key(pygame.K_r)
    assert not hand.bought()
    hand.key(pygame.K_g)
    assert hand.bought()
    hand.key(pygame.K_F2)
    assert isinstance(hand.page, KeyList)


def test_the_way_to_the_table_tells_what_is_not_spent() -> None:
    hand = FleetsHand()
    assert hand.fleets.model.filler(0) is not None
    hand.muster.add(0, "meridian", 3)
    hand.muster.add(1, "anvil")
    hand.fleets.relay()
    hand.page.draw(hand.window)
    found = next(one for one in hand.fleets.focus.widgets if isinstance(one, Button) and one.label == "Place the ships")
    assert found.sub == "180 and 1038 points are not spent"
    hand.muster.set_terms("free")
    hand.fleets.relay()
    hand.page.draw(hand.window)
    found = next(one for one in hand.fleets.focus.widgets if isinstance(one, Button) and one.label == "Place the ships")
    assert found.sub == "no limit" and hand.fleets.model.filler(0) is None


def test_the_card_of_what_is_left_fills_the_fleet() -> None:
    hand = FleetsHand()
    hand.muster.set_limit(100)
    hand.fleets.relay()
    hand.page.draw(hand.window)
    hand.press("fill 0")
    assert hand.bought() == {"petrel": 1}


def test_the_card_of_a_fleet_over_the_limit_is_red_whoever_buys() -> None:
    hand = FleetsHand()
    hand.muster.set_limit(100)
    hand.muster.set_count(0, "petrel", 2)
    hand.fleets.model.sit(1)
    hand.page.draw(hand.window)
    tones = {one.name: one.tone for one in hand.page.focus.widgets if isinstance(one, FillCard)}
    assert tones == {"fill 0": theme.palette.red, "fill 1": theme.seat(1)}


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
    rows = hand.fleets.model.comparisons()
    assert len(rows) == 9
    hand.press("place")
    assert isinstance(hand.page, PlacingScreen)


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_fleets_are_summed_in_the_same_figure(system: str) -> None:
    for seed in range(4):
        hand = FleetsHand(system)
        for seat in (0, 1):
            hand.muster.deal(seat, seed + seat)
        hand.fleets.relay()
        hand.page.draw(hand.window)
        feet = [one.figures for one in hand.page.focus.widgets if isinstance(one, RosterFoot)]
        assert len(feet) == 2 and feet[0][1][1] == feet[1][1][1], [one[1] for one in feet]


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


def test_a_press_in_the_column_of_a_fleet_takes_that_in_hand_with_its_designs() -> None:
    hand = FleetsHand()
    assert hand.fleets.model.folders == {"azure", OWN}, "at first as later"
    hand.key(pygame.K_r)
    hand.fleets.model.save(0)
    hand.click(hand.fleets.rosters[1].area.center)
    assert hand.muster.seat == 1 and hand.fleets.model.folders == {"amber", OWN}
    hand.fleets.model.take(hand.fleets.model.saved[0])
    hand.page.draw(hand.window)
    assert hand.fleets.model.folders == {"azure", OWN}, "its designs are listed"


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
    assert {one.fleet.name for one in other.fleets.model.saved} == {"Azure League", "Azure League 2"}
    assert other.fleets.model.words.startswith("There is another Azure League, so it is called Azure League 2.")
    other.fleets.model.save(0)
    assert len(other.fleets.model.saved) == 2, "it is its own file now"
    other.fleets.model.take(other.fleets.model.saved[0])
    other.fleets.model.save(0)
    assert len(other.fleets.model.saved) == 2


def test_nothing_must_escape_where_no_convoy_is_sailing() -> None:
    muster = Muster(SYSTEMS["full-sail"])
    fields = {field.label: field for field in TermsPage(muster)._victory_fields()}
    assert list(fields) == ["Won by", "Last turn"] and len(fields["Won by"].choices) == 2
    convoy = open_battle(ROOT / "scenarios/full_sail/salt_road.yaml").file
    assert "Must escape" in [field.label for field in muster.system.files.victory_fields(convoy)]


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
    hand.key(pygame.K_r)
    hand.press("hide 1")
    names = {ship.name for ship in hand.muster.fleet(1).ships}
    assert not any(one.name.startswith("card 1") for one in hand.page.focus.widgets)
    assert hand.fleets.model.comparisons() == () and names
    spent = next(one for one in hand.page.focus.widgets if isinstance(one, Spent) and one.colour == theme.seat(1))
    assert list(spent.prices) == [hand.muster.points(1)], "points alone"
    assert hand.named("seat amber").glyph == FLAGSHIP and not hand.named("save 1").enabled  # type: ignore[attr-defined]
    hand.fleets.model.save(1)
    assert hand.fleets.model.saved == []
    hand.fleets.seat_player(hand.fleets.sides[1], HUMAN)
    assert not hand.muster.state.rosters[1].hidden, "a person's fleet is not hidden"
    assert hand.bought(1) == {}, "nor is it the computer's"


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


def test_a_card_says_how_many_names_it_has_no_room_for() -> None:
    names = ["Nonesuch", "Ballista", "Arbalest", "Mangonel", "Trebuchet", "Onager"]
    room = width("Nonesuch, Ballista and 4 more", 12)
    assert fit_names(names, room, 12) == "Nonesuch, Ballista and 4 more"
    assert fit_names(names[:1], 1, 12) == "Nonesuch"
    assert fit_names(names, width(", ".join(names), 12), 12) == ", ".join(names)


def test_the_card_of_an_own_design_has_its_whole_name() -> None:
    hand = FleetsHand()
    hand.key(pygame.K_r)
    card = next(one for one in hand.page.focus.widgets if isinstance(one, DesignCard))
    design: Any = card.design
    card.design = replace(design, name="Palisade", fleet=OWN)
    window = Surface(SIZES[0])
    with reader(window) as found:
        card.draw(window)
    assert {"Palisade", "yours"} <= {one.string for one in found}
    sign = card.sign(-1)
    assert card.tag.w and card.tag.y >= sign.bottom, "the mark lies below the signs that it may stand under"


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


@pytest.mark.parametrize("size", [*SIZES, IN_A_FRAME], ids=str)
def test_labels_of_a_roster_s_buttons_are_whole(size: tuple[int, int]) -> None:
    hand = FleetsHand(size=size)
    said = [one.string for one in read(hand.page, size)]
    shown = len(hand.fleets.rosters) if size[0] >= IN_A_FRAME[0] else 1
    assert all(said.count(label) == shown for label in ("Load", "Save as", "Random", "Print")), said
