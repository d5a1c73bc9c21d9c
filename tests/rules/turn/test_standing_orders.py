"""Standing orders: plans that are sealed together with the moves (table/standing)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import NOBODY, Battle
from game.battle.designs import ROOT
from game.battle.idling import passed_over
from game.battle.loader import open_battle
from game.core.orders import Id, Illegal, Unreadable
from game.players.match import Match
from game.rules.turn.plans import WrittenPlan
from game.text.position import asked_lines, written_lines
from tests.support.battles import TWO_GROUPS, laid, paper

MEETING = paper(
    "Meeting",
    """\
  lancet: {side: azure, design: lancet, at: [20, 6], course: 12, velocity: 6}
  kiln: {side: amber, design: kiln, at: [20, 26], course: 6, velocity: 6}
house: {plans: standing}
""",
)
HEXCESS = ROOT / "scenarios" / "hexcess" / "first_furrow.yaml"


@pytest.fixture
def battle(tmp_path: Path) -> Battle:
    return laid(tmp_path, MEETING).battle


def give(battle: Battle, by: Id, text: str) -> None:
    battle.play(battle.read(by, text))


def test_moves_and_plans_are_one_decision_a_turn(battle: Battle) -> None:
    give(battle, "lancet", "fire any; within 12")
    give(battle, "lancet", "P1")
    assert battle.records[-2].sealed
    give(battle, "azure", "lock")
    give(battle, "kiln", "fire any")
    give(battle, "amber", "lock")
    given = [battle.play(order).order for order in iter(lambda: passed_over(battle), None)]
    assert {order.by for order in given if str(order).startswith("fire ")} == {"lancet", "kiln"}
    assert battle.state.turn == 2
    assert battle.phase.name == "Write orders", "nobody has decided anything in between"
    assert battle.view("azure").unplanned == (), "the plans stand"
    assert battle.verify() == []


def test_nobody_sees_the_plans_of_another_side_before_all_are_locked(battle: Battle) -> None:
    give(battle, "lancet", "fire any")
    assert battle.view("azure").planned == {"lancet": battle.records[-1].order}
    for other in ("amber", NOBODY):
        seen = battle.view(other)
        assert not seen.state.plans
        assert not seen.planned
        assert "lancet" not in str(seen.state.kept)
    assert battle.undo("azure").by == "lancet"


def test_chances_are_those_from_where_ships_are_expected(battle: Battle) -> None:
    give(battle, "lancet", "P1")
    ahead = battle.view("azure").standing()
    state, order = ahead.state, WrittenPlan.parse("lancet", "fire kiln")
    assert state.ships["kiln"].at == pytest.approx((20, 20)), "straight on, as nothing of it is known"
    assert state.ships["lancet"].at == battle.view("azure").holding_on()["lancet"].at
    volley = ahead.volley("lancet", "kiln")
    assert volley is not None
    assert ahead.odds(order) == volley.odds(state, {}) != battle.view("azure").odds(order)
    give(battle, "kiln", "S2")
    assert battle.view("azure").standing().state.ships["kiln"].at == pytest.approx((20, 20)), "its plot is sealed"


@pytest.mark.parametrize(("plans", "error"), [("off", Unreadable), ("plans", Illegal)])
def test_by_other_values_no_plans_are_written_with_the_moves(tmp_path: Path, plans: str, error: type[Illegal]) -> None:
    battle = laid(tmp_path, MEETING.replace("standing", plans)).battle
    with pytest.raises(error):
        give(battle, "lancet", "fire any")
    assert battle.view("azure").unplanned == ()


def test_groups_have_standing_orders_though_no_move_of_theirs_is_written(tmp_path: Path) -> None:
    battle = laid(tmp_path, TWO_GROUPS + "house: {plans: standing}\n").battle
    assert {"rookery.HGRa", "rookery.HGRb"} <= set(battle.view("azure").unplanned)
    give(battle, "rookery.HGRa", "fly as advised; attack any")
    for side in battle.state.sides:
        give(battle, side, "lock")
    given = [str(battle.play(order).order) for order in iter(lambda: passed_over(battle), None)]
    assert battle.state.turn == 2
    assert any(text.startswith("fly ") for text in given)
    with pytest.raises(Illegal, match="it is not this one's turn"):
        give(battle, "rookery.HGRa", "P1")


def test_moves_that_are_not_written_come_before_the_plans() -> None:
    for plotted, row in ((False, "Plan fire"), (True, "Write moves")):
        battle = open_battle(HEXCESS, seed=1, house={"plans": "standing", "plotted": plotted}).battle
        match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 1)
        while not any(isinstance(record.order, WrittenPlan) for record in battle.records):
            assert match.step()
        assert battle.phase.name == row


def test_plain_text_tells_who_has_no_standing_order(battle: Battle) -> None:
    view = battle.view("azure")
    assert "Without a standing order, so nothing is done: Lancet." in list(asked_lines(view, {}, ""))
    give(battle, "lancet", "fire any")
    give(battle, "lancet", "P1")
    told = list(written_lines(battle.view("azure"), {}))
    assert told == ["Lancet has its order: P1.", "Lancet has its order: fire any."]
