"""No label of the yard, of the fleets, of placing and of paper is cut at the sizes most windows have (every game)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.battle.designs import design_data, designs_of
from game.fleets.muster import Muster
from game.fleets.placing import Placing
from game.formats.user_folders import HOME
from game.paper.sources import Printing, design_to_print
from game.systems import SYSTEMS
from game.ui.fleets.buying.page import FleetsPage
from game.ui.fleets.buying.terms import TermsPage
from game.ui.fleets.placing import PlacingScreen
from game.ui.paper.screen import PrintScreen
from game.ui.shipyard.editor import TABS, Editor
from game.ui.shipyard.new_ship import NewShip
from game.ui.shipyard.page import Shipyard
from game.ui.toolkit.page import Page
from game.yard.draft import Draft, patterns
from tests.support.ui.page_driver import plain, read

SIZES = ((1280, 800), (1920, 1080))
CUT = "…"


def cut_on(page: Page, size: tuple[int, int]) -> set[str]:
    """Return the lines of a page that end in …, on everything that can be scrolled to."""
    found = {one.string for one in read(page, size) if CUT in one.string}
    for pane in page.panes:
        while pane.scroll.offset < pane.scroll.most:
            pane.scroll.to(pane.scroll.offset + pane.rect.h // 2)
            page.relay()
            found |= {one.string for one in read(page, size) if CUT in one.string}
    return found


def editors(key: str) -> Iterator[Editor]:
    """Yield the yard's editor with a new ship, with the dearest and with the cheapest of a game, on each tab."""
    system = SYSTEMS[key]
    shipped = sorted(designs_of(system).values(), key=system.files.price)
    for entry in (patterns(system)[0], *(design_data(system, one.key) for one in (shipped[0], shipped[-1]))):
        for tab in range(len(TABS)):
            editor = Editor(Draft(system, entry))
            editor.tab = tab
            yield editor


def fleets(key: str) -> Iterator[Page]:
    """Yield the page of two random fleets with a design in view and the form of a random one, its terms, and placing:
    at the beginning and once all ships stand."""
    muster = Muster(SYSTEMS[key])
    muster.deal(0, 3)
    muster.deal(1, 4)
    muster.set_player(1, "captain")
    page = FleetsPage(muster, lambda opened: None)
    page.model.save(0)
    for design in (*muster.fleet(0).designs, *muster.fleet(1).designs):
        page.model.look_at(design)
        yield page
    page.deal_in_hand()
    yield page
    yield TermsPage(muster)
    placing = PlacingScreen(Placing(muster), lambda opened: None)
    yield placing
    placing.rest()
    yield placing
    while placing.placing.due is not None:
        placing.rest()
        placing.press()
    yield placing


def papers(key: str) -> Iterator[Page]:
    """Yield the yard, a new ship, and the page that prints the ships of a game."""
    system = SYSTEMS[key]
    yield Shipyard(SYSTEMS, system)
    yield NewShip([system], system)
    printing = Printing("Fleets", [design_to_print(system, one) for one in [*designs_of(system).values()][:3]])
    yield PrintScreen((("both", lambda: printing),), "Fleets")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pages", [editors, fleets, papers])
@pytest.mark.parametrize("key", SYSTEMS)
def test_no_label_is_cut(
    key: str, pages: object, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    assert callable(pages)
    with plain():
        found = {words for page in pages(key) for words in cut_on(page, size)}
    assert not sorted(found)
