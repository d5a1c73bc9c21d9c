"""Both sides of the curtain by themselves: built from a context, with no screen and no battle behind them."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.core.events import Event as Line
from game.seating.summary import SummaryItem, summary_of
from game.ui.handover.closed import Alone, Closed
from game.ui.handover.context import HandoverContext
from game.ui.handover.item_cards import ItemCard
from game.ui.handover.open import Caps, Open, ShipLine, StrengthLine
from tests.support.ui.page_driver import TAVIRA, fought, plain, reader
from tests.support.ui.part_samples import Asked

AREA = Rect(0, 0, 1280, 800)


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


@pytest.fixture(scope="module")
def amber() -> HandoverContext:
    """Return what the second side finds when it comes to write the orders of turn 3."""
    battle, since = fought(TAVIRA, 3)
    view = battle.view("amber")
    return HandoverContext(view, "amber", "azure", summary_of(view, view.log[since:]))


def shut(context: HandoverContext) -> Closed:
    return Closed(context, AREA, Asked().noting("held"))


def opened(context: HandoverContext) -> Open:
    return Open(context, AREA, Asked().noting("sit"), Asked().noting("look"))


def words(shown: Closed, size: tuple[int, int] = AREA.size) -> str:
    window = Surface(size)
    with reader(window) as found:
        shown.paint(window)
    return " / ".join(one.string for one in found)


def test_the_shut_curtain_names_who_sits_down_and_who_may_be_called_back(amber: HandoverContext) -> None:
    names = {key: side.name for key, side in amber.view.state.sides.items()}
    said = words(shut(amber))
    assert names["amber"] in said and "sits down now" in said and f"let {names['azure']} sit down first" in said
    amber.returning = True
    assert amber.sitting == "azure"
    assert f"back to {names['amber']}" in words(shut(amber))
    amber.returning = False
    assert amber.sitting == "amber"


def test_the_button_of_the_shut_curtain_has_to_be_held(amber: HandoverContext) -> None:
    asked = Asked()
    (button,) = Closed(amber, AREA, asked.noting("held")).widgets
    assert isinstance(button, Alone)
    button.shortcut(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    button.tick(0.3)
    assert not asked.calls
    button.tick(0.4)
    assert asked.names == ["held"]


@pytest.mark.parametrize(
    ("phase", "said"), [(1, "write orders"), (5, "move ships"), (7, "point defence"), (10, "turn end")]
)
def test_the_heading_names_a_phase_that_takes_place_in_this_battle(
    amber: HandoverContext, phase: int, said: str
) -> None:
    item = SummaryItem("Told", "", events=(Line("note", "", "told", turn=2, phase=phase),))
    page = opened(HandoverContext(amber.view, "amber", "azure", (item,)))
    (head,) = [one for one in page.widgets if isinstance(one, Caps) and one.words == "Since you last looked"]
    assert head.right == f"turn 2: {said}"


def test_the_open_curtain_lists_what_happened_and_shows_it_again(amber: HandoverContext) -> None:
    asked = Asked()
    page = Open(amber, AREA, asked.noting("sit"), asked.noting("look"))
    cards = [widget for widget in page.widgets if isinstance(widget, ItemCard)]
    assert [card.item for card in cards] == list(amber.items) and cards
    cards[1].press()
    page.widgets[-1].press()
    assert asked.calls == [("look", 2), ("sit",)]
    assert not cards[0].open
    amber.shown = 1
    assert next(widget for widget in opened(amber).widgets if isinstance(widget, ItemCard)).open
    amber.shown = 0


def test_the_open_curtain_lists_the_ships_and_the_hull_that_is_left(amber: HandoverContext) -> None:
    found = opened(amber).widgets
    ships = [widget.name for widget in found if isinstance(widget, ShipLine)]
    assert ships == [f"now {ship.id}" for ship in amber.view.state.fleet("amber")]
    assert [widget.name for widget in found if isinstance(widget, StrengthLine)] == ["strength azure", "strength amber"]


def test_where_nothing_has_happened_the_open_curtain_says_so(amber: HandoverContext) -> None:
    quiet = HandoverContext(amber.view, "amber")
    card = next(widget for widget in opened(quiet).widgets if isinstance(widget, ItemCard))
    assert card.item.title == "Nothing has changed" and not card.focusable


def test_an_item_takes_the_colour_of_whoever_did_it(amber: HandoverContext) -> None:
    ours, theirs = (amber.view.state.fleet(side)[0].id for side in ("amber", "azure"))
    mine, other = Line("fire", "", "", ours), Line("move", "", "", theirs)
    items = [SummaryItem("Ours", tone="good", event=mine), SummaryItem("Theirs", tone="enemy", event=other)]
    cards = [
        one for one in opened(HandoverContext(amber.view, "amber", items=items)).widgets if isinstance(one, ItemCard)
    ]
    assert cards[0].colour != cards[1].colour
