"""The scenarios that come with the game."""

from __future__ import annotations

from game.battle.loader import open_battle
from tests.support.battles import SCENARIOS

UNMEASURED = "nothing is measured beforehand."


def test_two_of_them_measure_nothing_before_a_target_is_named_and_their_cards_say_so() -> None:
    """As the author of the rules strongly recommends (sail/4)."""
    opened = [open_battle(path, seed=1) for path in SCENARIOS if path.parent.name == "full_sail"]
    unmeasured = {one.file.title for one in opened if not one.battle.state.house["premeasure"]}
    assert len(opened) == 5 and len(unmeasured) >= 2
    assert unmeasured == {one.file.title for one in opened if UNMEASURED in one.file.about}
