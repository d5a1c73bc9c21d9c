"""The yard of reactor ships shows the mean points of a volley by hexes, in a corner that its sections leave free."""

from __future__ import annotations

import pytest

from game.battle.designs import design_data
from game.systems import SYSTEMS
from game.ui.shipyard.range_chart import RangeChart
from game.yard.draft import draw_design
from game.yard.reach import profile
from tests.ui.shipyard.test_editor import SIZES, Hand

POWER = SYSTEMS["power-hex"]
BOLT, SIGNATURE, DAMAGE = (12, 12, 10, 8, 6, 4, 2, 0), 6, 5.5 + 4  # a bolt array: modifiers by hexes, 1d10+4

pytestmark = pytest.mark.usefixtures("own_home")


def chart(hand: Hand) -> RangeChart:
    return next(one for one in hand.page.focus.widgets if isinstance(one, RangeChart))


@pytest.mark.parametrize("size", [*SIZES, (1024, 640)])
@pytest.mark.parametrize("design", ["bastion", "citadel", "shard", "mandala"])
def test_the_chart_is_seen_beside_the_sections(size: tuple[int, int], design: str) -> None:
    hand = Hand(size, design, POWER)
    shown = chart(hand)
    assert shown.rect.h >= 130
    if size in SIZES:
        assert hand.page.hull.pane.rect.contains(shown.rect), "without scrolling"
    others = [one for one in hand.page.hull.pane.widgets if one is not shown]
    assert not [one.name for one in others if one.rect.colliderect(shown.rect)]


def test_it_is_reckoned_by_the_rules_and_follows_every_change() -> None:
    hand = Hand(design="bastion", system=POWER)
    model, before = hand.page.model, chart(hand).curves
    while guns := [one for one in model.now.form.aboard if one.turned is not None]:
        model.remove(guns[0])
    hand.page.draw(hand.window)
    assert all(mean == 0 for _, mean in chart(hand).curves[0]) and "no guns" in chart(hand).hint
    hand.press("offer bolt_array")
    (curve,) = chart(hand).curves
    assert [end for end, _ in curve] == list(range(1, 13))
    means = [(SIGNATURE + mod) / 20 * DAMAGE for mod in BOLT[1:]]
    assert [mean for _, mean in curve] == pytest.approx([*means, *[0.0] * (12 - len(means))])
    while hand.page.draft.undoes:
        hand.page.undo()
    hand.page.draw(hand.window)
    assert chart(hand).curves == before
    assert before == (profile(POWER, draw_design(POWER, design_data(POWER, "bastion"))),), "as it is compared"


def test_parts_on_offer_say_what_a_gun_does() -> None:
    form = draw_design(POWER, design_data(POWER, "bastion")).form
    assert form.offered == ("reach", "power")
    assert {one.label: one.figures for one in form.offers}["Torpedo"] == ("12", "2")
    sail = SYSTEMS["full-sail"]
    offers = draw_design(sail, design_data(sail, "halcyon")).form.offers
    assert [one.figures for one in offers] == [("2·1·1", "3"), ("2·2·2", "5"), ("3·3·–", "6"), ("4·–·–", "5")]
