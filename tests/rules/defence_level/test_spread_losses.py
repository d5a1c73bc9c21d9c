"""Casualties that their owner spreads among groups of a type (point-defence-and-fighters/7)."""

from __future__ import annotations

from functools import partial

import pytest

from game.core.orders import Unreadable
from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.spread_losses import SpreadLosses, next_to_spread, spread, take_off
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import passes
from tests.rules.defence_level.test_level_at_the_table import attacked
from tests.support.builders import told
from tests.support.fighter_battles import PDS, craft, give, refusal


def shot_up(*modes: str) -> ThrustState:
    """Groups of these types have attacked a ship without hitting it; then dice 4, 6 and again 3, or 4 and 5, are
    casualties."""
    battle = attacked(*(PDS,) * 5, modes=modes)
    give(battle, Commit.parse("prey", "commit PDSa PDSb PDSc PDSd PDSe"))
    told(partial(roll_levels, battle), 5, 5, 5, 5, 5)  # level 5, band 4 to 6
    dice = {"attack": (4, 6, 3), "heavy": (4, 5)}
    pools = [face for mode in dict.fromkeys(modes) for face in dice[mode]]
    told(partial(resolve, battle), *(1,) * 6 * len(modes), *pools)
    battle.acted.clear()
    return battle


@pytest.mark.parametrize("text", ["lose evenly", "lose rook.HGRa 2", "lose rook.HGRa 2 rook.HGRb 0"])
def test_texts_read_back(text: str) -> None:
    order = SpreadLosses.parse("rook.HGRa", text)
    assert str(order) == text and SpreadLosses.parse("rook.HGRa", str(order)) == order


@pytest.mark.parametrize("text", ["", "lose", "lose rook.HGRa", "lose x y", "spare rook.HGRa 2"])
def test_what_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable, match=r"rook\.HGRa 2"):
        SpreadLosses.parse("rook.HGRa", text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("lose evenly", (5, 5)),
        ("lose rook.HGRa 2", (4, 6)),
        ("lose rook.HGRa 0", (6, 4)),
        ("lose rook.HGRa 1 rook.HGRb 1", (5, 5)),
    ],
)
def test_two_losses_of_two_groups(text: str, left: tuple[int, int]) -> None:
    """PD-16: 1 and 1, 2 and 0, 0 and 2."""
    battle = shot_up("attack", "attack")
    prompt = next_to_spread(battle)[0]
    assert (prompt.side, prompt.ids) == ("azure", ("rook.HGRa",))
    give(battle, SpreadLosses.parse("rook.HGRa", text))
    assert next_to_spread(battle) == ()
    told(partial(take_off, battle))
    assert (craft(battle, "rook.HGRa"), craft(battle, "rook.HGRb")) == left


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lose rook.HGRa 3", "2 craft of this type are lost, not 3"),
        ("lose rook.HGRa 1 rook.HGRb 0", "2 craft of this type are lost, not 1"),
        ("lose rook.HGRc 1", "not one of the groups"),
        ("lose rook.HGRa 1 rook.HGRa 1", "named twice"),
    ],
)
def test_what_is_refused(text: str, why: str) -> None:
    """PD-16: never across types."""
    battle = shot_up("attack", "attack", "heavy", "heavy")
    assert why in refusal(battle, SpreadLosses.parse("rook.HGRa", text)).why


def test_each_type_is_asked_and_one_group_alone_is_not() -> None:
    battle = shot_up("attack", "attack", "heavy", "heavy")
    assert next_to_spread(battle)[0].ids == ("rook.HGRa", "rook.HGRc")
    order = SpreadLosses("rook.HGRa")
    assert set(order.domain(battle)) == {"rook.HGRa", "rook.HGRb"} and "2 craft are lost" in order.prompt_text(battle)
    assert order.with_value("rook.HGRb", 2).value("rook.HGRb") == 2
    give(battle, passes(SpreadLosses)(battle, next_to_spread(battle)[0]))
    give(battle, SpreadLosses.parse("rook.HGRc", "lose rook.HGRd 1"))
    told(partial(take_off, battle))
    assert [craft(battle, f"rook.HGR{letter}") for letter in "abcd"] == [5, 5, 6, 5]


def test_the_rest_is_shared_evenly_by_the_largest_first() -> None:
    sizes = {"a": 6, "b": 4, "c": 2}
    assert spread(sizes, 5, {}) == {"a": 4, "b": 1, "c": 0}
    assert spread(sizes, 5, {"a": 0}) == {"a": 0, "b": 4, "c": 1}
