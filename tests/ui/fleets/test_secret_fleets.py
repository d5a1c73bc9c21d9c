"""A secret fleet on the page of two fleets: no word tells it, and nobody buys against one that was shown."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pygame
import pytest

from game.ui.fleets.buying.page import FleetsPage
from game.ui.fleets.placing import GIVEN_UP, PlacingScreen
from game.ui.host.screen import Pop
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SIZES, read
from tests.ui.fleets.fleets_hand import FleetsHand

pytestmark = pytest.mark.usefixtures("own_home", "plain_theme")


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
    hand.muster.set_fields("order", order=order)
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
    hand.muster.set_fields("order", order="in secret")
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
