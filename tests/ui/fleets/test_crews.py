"""The crews of ships on the page of fleets: chosen by keys and by mouse, legible, and only where a game has them."""

from __future__ import annotations

import pygame
import pytest

from game.ui.fleets.buying.crew import CrewChoice
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SIZES, faults, overlaps, plain, read
from tests.ui.fleets.fleets_hand import FleetsHand

pytestmark = pytest.mark.usefixtures("own_home", "plain_theme")


def opened(system: str = "hexcess", design: str = "drover", size: tuple[int, int] = SIZES[0]) -> FleetsHand:
    """Return the page with two ships of a design, on whose card their names stand open."""
    hand = FleetsHand(system, size)
    hand.muster.add(0, design, 2)
    hand.fleets.model.opened = (0, design)
    hand.fleets.model.changed()
    hand.page.draw(hand.window)
    return hand


def crews(hand: FleetsHand) -> list[str]:
    return [ship.quality for ship in hand.muster.fleet(0).ships]


def test_a_crew_is_chosen_by_keys() -> None:
    hand = opened()
    while hand.page.focus.at is None or hand.page.focus.at.name != "crew 0 1":
        hand.key(pygame.K_TAB)
    at = narrow(hand.page.focus.at, CrewChoice)
    assert at.rule == "hex/2.4/crews" and "crew of" in at.hint and at.usual
    hand.key(pygame.K_RIGHT)
    assert crews(hand) == ["", "veteran"] and hand.muster.points(0) == 165 + 182
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RIGHT)
    assert crews(hand) == ["", "elite"], "the best crew is the last"
    hand.key(pygame.K_SPACE)
    assert crews(hand) == ["", "green"]
    hand.key(pygame.K_z)
    assert crews(hand) == ["", "elite"]


def test_a_crew_is_chosen_by_mouse() -> None:
    hand = opened()
    for side, crew in (("right", "veteran"), ("left", ""), ("left", "green"), ("left", "green")):
        r = hand.shown("crew 0 0")
        hand.click((r.right - 8 if side == "right" else r.x + 8, r.centery))
        assert crews(hand) == [crew, ""]


def test_other_games_have_no_crews_to_choose() -> None:
    hand = opened("full-thrust", "lancet")
    assert [one.name for one in hand.page.focus.widgets if one.name.startswith(("name", "crew"))] == [
        "name 0 0",
        "name 0 1",
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_crews_and_prices_are_legible(size: tuple[int, int]) -> None:
    with plain():
        hand = opened(design="wintering", size=size)
        hand.muster.rename(0, 1, "Queen of the Northern Sea")
        hand.muster.set_crew(0, 1, "veteran")
        hand.fleets.model.changed()
        hand.page.draw(hand.window)
        hand.shown("crew 0 1")
        assert faults(read(hand.page, size), size) == []
        assert overlaps(hand.page.focus.widgets, size) == []
        said = [one.string for one in read(hand.page, size)]
        assert "veteran" in said and "702" in said
