"""A design beside another of its game: figures, what one has and the other not, means by range."""

from __future__ import annotations

import pygame
import pytest

from game.battle.designs import design_data, designs_of, read_design
from game.systems import SYSTEMS
from game.ui.host.screen import Push
from game.ui.shipyard.compare import FiguresBeside
from game.ui.shipyard.editor import Editor
from game.ui.shipyard.page import Shipyard
from game.ui.shipyard.range_chart import RangeChart
from game.yard.draft import Draft, draw_design
from game.yard.reach import profile, reach
from tests.support.ui.page_driver import read
from tests.ui.shipyard.test_editor import SIZES, Hand

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("size", SIZES)
def test_k_shows_another_design_beside_this_one(size: tuple[int, int]) -> None:
    hand = Hand(size, "ballista")
    hand.key(pygame.K_k)
    hand.press("compare with")
    hand.key(pygame.K_SLASH)
    for letter in "brazier":
        hand.key(ord(letter), text=letter)
    hand.key(pygame.K_RETURN)
    assert not hand.page.find, "the only one found is chosen"
    assert hand.page.compare.key == "brazier" and not hand.page.compare.choosing
    table = next(one for one in hand.page.focus.widgets if isinstance(one, FiguresBeside))
    assert table.names == ("Ballista", "Brazier") and len(table.rows) == 4
    assert ("Points", "201", "269") in table.rows and "Salvo missile launcher" in table.only[0]
    assert "−68" in {one.string for one in read(hand.page, size)}
    chart = next(one for one in hand.page.focus.widgets if isinstance(one, RangeChart))
    assert [end for end, _ in chart.curves[0]] == [3.0 * n for n in range(1, 13)]
    assert hand.named("offer beam 2"), "the parts are back, all of them"
    hand.page.focus.focus(None)
    hand.key(pygame.K_k)
    assert not any(isinstance(one, FiguresBeside) for one in hand.page.focus.widgets)


@pytest.mark.parametrize(
    ("key", "design"), [("full-thrust", "lancet"), ("full-sail", "halcyon"), ("power-hex", "bastion")]
)
def test_a_copy_is_compared_with_its_pattern_first(key: str, design: str) -> None:
    system = SYSTEMS[key]
    yard = Shipyard(SYSTEMS, system)
    yard.chosen = designs_of(system)[design]
    yard.change()
    assert isinstance(yard.answer, Push) and isinstance(yard.answer.screen, Editor)
    hand = Hand(SIZES[0], design, system)
    hand.page = yard.answer.screen
    hand.page.model.change("name", {"name": "Yardstick"})
    hand.key(pygame.K_k)
    assert hand.page.compare.key == design, "whatever it is called by now"
    path = hand.page.draft.save()
    hand.page.draft.close()
    hand.page = Editor(Draft.open(system, path))
    hand.key(pygame.K_k)
    assert hand.page.compare.key == design, "and after it was saved"
    hand.page.draft.close()
    assert read_design(path, [system]).design.name == "Yardstick"


@pytest.mark.parametrize(
    ("key", "design"),
    [("full-thrust", "ballista"), ("hexcess", "basalt"), ("full-sail", "halcyon"), ("power-hex", "bastion")],
)
def test_means_by_range_are_those_of_the_rings(key: str, design: str) -> None:
    system = SYSTEMS[key]
    now = draw_design(system, design_data(system, design))
    found = profile(system, now)
    means = [mean for _, mean in found]
    assert len(found) == 12 and means[0] > 0 and means[-1] <= means[0]
    if now.form.bands:
        near = reach(system, now, 0).points[0]
        assert max(near) == pytest.approx(means[1]) or system.files.on_hexes, "in the middle of the first band"
        assert max(near) <= means[1] + 1e-9, "a hex on a line between two arcs is in both"


def test_a_ship_of_no_other_design_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand()
    monkeypatch.setattr("game.ui.shipyard.compare.designs_of", lambda system: {})
    hand.key(pygame.K_k)
    assert "There is no other design of this game." in " ".join(one.string for one in read(hand.page, SIZES[0]))
    assert isinstance(hand.page.draft, Draft)
