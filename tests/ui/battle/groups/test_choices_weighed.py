"""Beside each choice of point defence and of assisting stands what it changes in the exact odds, before it is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.idling import nothing_more
from game.core.orders import Order
from game.ui.battle.orders.choice_panel import change_words, shortened
from game.ui.input_modes.mode import odds_on
from game.ui.input_modes.modes import odds
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
STRIKE = """\
title: Strike
system: full-thrust
seed: 3
house: {pd_rules: RULES}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  rookery: {side: azure, design: rookery, at: [20, 20], course: 3, velocity: 2}
  fletcher: {side: azure, design: fletcher, at: [24, 27], course: 3, velocity: 2}
  anvil: {side: amber, design: anvil, at: [46, 24], course: 9, velocity: 2}
  bellows: {side: amber, design: bellows, at: [48, 27], course: 9, velocity: 2}
counters:
  rookery.HGRa: {at: [39, 21], course: 3}
  rookery.HGRc: {at: [41, 24], course: 3, count: 5}
  fletcher.SMRa: {at: [42, 23], course: 3}
"""


def asked(folder: Path, rules: str, phase: str, key: str) -> Seated:
    """Return the moment in which a piece is asked in a phase; both groups and the salvo attack Anvil."""
    seat = Seated(folder, STRIKE.replace("RULES", rules))
    battle = seat.battle
    while battle.phase.name != phase or key not in battle.prompts()[0].waiting:
        (prompt, *_) = battle.prompts()
        attacks = battle.phase.number == 6
        order = battle.read(prompt.waiting[0], "attack anvil") if attacks else nothing_more(seat.battle)
        assert order is not None
        battle.play(order)
    seat.screen.flow.acts = []
    seat.screen.sit(battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    seat.screen.commands.choose(key)
    seat.settle()
    return seat


def labels(seat: Seated, field: str) -> dict[str, str]:
    """The words on the buttons of a field by their names."""
    found = (one for one in seat.screen.focus.widgets if isinstance(one, Button) and one.name.startswith(f"{field} "))
    return {one.name.removeprefix(f"{field} "): one.label for one in found}


def mean(seat: Seated, order: Order) -> float:
    found: float = sum(one.mean for one in seat.screen.model.view.odds(order))
    return found


def test_each_attacker_stands_with_what_a_system_saves_if_it_shoots_at_it(tmp_path: Path) -> None:
    seat = asked(tmp_path, "base", "Point defence", "anvil")
    draft = seat.screen.model.view.draft("anvil")
    saved = mean(seat, draft.with_value("PDSa", "fletcher.SMRa")) - mean(seat, draft)
    shown = labels(seat, "PDSa")
    assert shown["Fletcher salvo a"] == f"salvo a {change_words(saved)}" and saved < -1
    assert shown["nobody"] == "nobody" and set(shown) == {"nobody", "Harrier", "Lammergeier", "Fletcher salvo a"}


def test_a_choice_that_is_made_changes_what_the_others_would(tmp_path: Path) -> None:
    seat = asked(tmp_path, "base", "Point defence", "anvil")
    before = labels(seat, "PDSb")
    seat.press("PDSa Fletcher salvo a")
    seat.settle()
    assert labels(seat, "PDSb") != before and labels(seat, "PDSa")["Fletcher salvo a"] == "salvo a"


def test_a_system_stands_with_what_it_adds_to_the_level(tmp_path: Path) -> None:
    seat = asked(tmp_path, "pdl", "Commit defence", "anvil")
    draft = seat.screen.model.view.draft("anvil")
    saved = mean(seat, draft.with_value("PDSa", "anvil")) - mean(seat, draft)
    assert labels(seat, "PDSa") == {"none": "none", "Anvil": f"Anvil {change_words(saved)}"} and saved < -1


def test_a_group_stands_with_what_assisting_it_would_do(tmp_path: Path) -> None:
    seat = asked(tmp_path, "pdl", "Actions", "rookery.HGRa")
    draft = seat.screen.model.view.draft("rookery.HGRa")
    change = mean(seat, draft.with_value("partner", "rookery.HGRc")) - mean(seat, draft)
    assert labels(seat, "partner")["Lammergeier"].endswith(change_words(change))


def test_the_odds_beside_the_question_whom_to_assist_are_those_of_all_attackers(tmp_path: Path) -> None:
    """They are of all groups at the level that has been rolled, not of one group against the best that might have
    been."""
    seat = asked(tmp_path, "pdl", "Actions", "rookery.HGRa")
    model = seat.screen.model
    (shown,) = odds(model)
    assert shown.mean == pytest.approx(mean(seat, model.view.draft("rookery.HGRa")))
    assert shown.target == "anvil" and shown.mean != pytest.approx(odds_on(model)[0].mean)


@pytest.mark.parametrize(("change", "words"), [(-1.26, "−1.3"), (0.4, "+0.4"), (0.0, "±0"), (-0.04, "±0")])
def test_changes_are_told_with_their_sign(change: float, words: str) -> None:
    assert change_words(change) == words


def test_names_lose_their_first_words_only_where_the_rest_tells_them_apart() -> None:
    assert shortened(["nobody", "Sovereign Tide flight a", "Rookery flight b"]) == ["nobody", "flight a", "flight b"]
    assert shortened(["Rookery flight a", "Bellows flight a"]) == ["Rookery flight a", "Bellows flight a"]
