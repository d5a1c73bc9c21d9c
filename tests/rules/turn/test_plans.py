"""Plans by house rule: their notation, the orders they become, and who may know them (table/plans)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.battle.battle import NOBODY, Battle
from game.battle.idling import nothing_more, passed_over
from game.battle.loader import load_start, open_battle
from game.core.orders import Id, Illegal, Unreadable, parse_order
from game.players.match import Match
from game.rules.turn.plans import VERBS, WrittenPlan
from game.seating.seat_flow import SeatFlow
from game.text.position import written_lines
from tests.support.battles import SCENARIOS, TWO_GROUPS, idle, laid, paper

FACING = paper(
    "Facing",
    """\
  lancet: {side: azure, design: lancet, at: [20, 8], course: 12, velocity: 0}
  meridian: {side: azure, design: meridian, at: [26, 8], course: 12, velocity: 0}
  kiln: {side: amber, design: kiln, at: [20, 18], course: 6, velocity: 0}
  ember: {side: amber, design: kiln, at: [26, 23], course: 6, velocity: 0}
house: {plans: plans, fire_effect: simultaneous}
""",
)


@pytest.fixture
def battle(tmp_path: Path) -> Battle:
    opened = laid(tmp_path, FACING)
    idle(opened, "Plan fire")
    return opened.battle


def plan(battle: Battle, by: Id, text: str) -> None:
    battle.play(battle.read(by, text))


def fired(battle: Battle) -> dict[Id, str]:
    """Lock the plans of both sides, and return the orders that are carried out by themselves."""
    for side in battle.state.sides:
        plan(battle, side, "lock")
    first, turn = len(battle.records), battle.state.turn
    while battle.state.turn == turn and not battle.phase.plans and (order := passed_over(battle)):
        battle.play(order)
    return {record.order.by: str(record.order) for record in battle.records[first:]}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("fire vesper, cinder, any; within 24; all; keep SMa", "fire vesper, cinder, any; within 24; keep SMa"),
        ("fire lancet: vesper", "fire vesper"),
        ("Defend As Advised", "defend as advised"),
        ("repair drive, FCa", "repair drive, FCa"),
        ("fly 31,12; attack any; until turn 6", "fly 31,12; attack any; until turn 6"),
        ("hold", "hold"),
        ("hold; until turn 3", "hold; until turn 3"),
    ],
)
def test_a_plan_is_read_as_it_is_written(text: str, read: str) -> None:
    order = parse_order(WrittenPlan, "lancet", text)
    assert str(order) == read
    assert parse_order(WrittenPlan, "lancet", read) == order


@pytest.mark.parametrize("text", ["", "fire", "within 24", "shoot vesper", "fire vesper; within far", "fire a>b"])
def test_other_words_are_no_plan(text: str) -> None:
    with pytest.raises(Unreadable, match="plans are written like"):
        parse_order(WrittenPlan, "lancet", text)


@pytest.mark.parametrize(
    ("by", "text", "why"),
    [
        ("lancet", "fire kestrel", "“kestrel” is neither a piece"),
        ("lancet", "fire kiln; keep XX", "Lancet has no “XX”"),
        ("azure", "fire kiln; keep B3", "keeps no single guns"),
        ("lancet", "fire kiln; fire ember", "says “fire” once"),
        ("lancet", "answer any", "nothing is planned about “answer” in Full Thrust"),
        ("lancet", "fire kiln; until turn 0", "cannot read"),
    ],
)
def test_what_nobody_can_carry_out_is_refused(battle: Battle, by: Id, text: str, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        plan(battle, by, text)


def test_the_first_wish_that_is_legal_becomes_an_order(battle: Battle) -> None:
    plan(battle, "lancet", "fire ember, kiln; within 12")
    plan(battle, "amber", "fire any")
    orders = fired(battle)
    assert orders["lancet"].startswith("fire ") and ">kiln" in orders["lancet"] and ">ember" not in orders["lancet"]
    assert ">lancet" in orders["kiln"] and ">meridian" in orders["ember"], "anybody is the nearest"
    assert "meridian" not in orders, "it has no plan, and holds its fire"


def test_guns_that_are_kept_stay_silent(battle: Battle) -> None:
    plan(battle, "kiln", "fire lancet; keep SMPa, SMPb")
    assert fired(battle)["kiln"] == "fire B2>lancet B1>lancet"


def test_a_plan_stands_until_another_or_its_last_turn(battle: Battle) -> None:
    plan(battle, "lancet", "hold; until turn 1")
    plan(battle, "meridian", "hold")
    fired(battle)
    for side in battle.state.sides:
        plan(battle, side, "lock")
    waiting = {prompt.side: prompt.waiting for prompt in battle.prompts()}
    assert battle.phase.name == "Plan fire"
    assert waiting["azure"] == ("lancet",)


def test_nobody_sees_the_plans_of_another_side_before_all_are_locked(battle: Battle) -> None:
    plan(battle, "lancet", "fire any")
    assert battle.records[-1].sealed
    assert "lancet" in battle.view("azure").state.plans
    assert not battle.view("amber").state.plans
    assert battle.shown < len(battle.records)
    assert battle.undo("azure").by == "lancet"


def test_fighters_fly_and_attack_by_what_is_planned_in_two_rows(tmp_path: Path) -> None:
    opened = laid(tmp_path, TWO_GROUPS + "house: {plans: plans}\n")
    battle = opened.battle
    idle(opened, "Plan launches")
    plan(battle, "rookery.HGRa", "fly as advised")
    flown = fired(battle)
    assert battle.phase.name == "Plan fire"
    assert flown["rookery.HGRa"].startswith("fly ")
    assert flown["rookery.HGRb"] == "stay", "it has no plan"
    plan(battle, "rookery.HGRa", "attack any")
    plan(battle, "rookery.HGRb", "attack any; until turn 1")
    assert "attack" in fired(battle)["rookery.HGRa"]
    idle(opened, "Plan launches")
    assert str(battle.view("azure").draft("rookery.HGRa")) == "fly as advised; attack any"


def test_what_is_carried_out_and_old_plans_are_seen_by_all(battle: Battle) -> None:
    flow = SeatFlow(battle)
    plan(battle, "lancet", "fire any")
    plan(battle, "azure", "lock")
    assert flow.unlike
    flow.record_result(battle.play(battle.read("amber", "lock")))
    assert battle.state.turn == 2
    assert not flow.unlike
    while not battle.phase.plans:
        order = nothing_more(battle)
        assert order is not None
        battle.play(order)
    assert not flow.unlike, "nobody has changed a plan"
    assert str(battle.view("azure").draft("lancet")) == "fire any", "it still stands"


def test_plain_text_shows_what_is_planned(battle: Battle) -> None:
    plan(battle, "lancet", "fire any")
    assert "Lancet has its order: fire any." in asked_lines_of(battle, "azure")
    assert not any("fire any" in line for line in asked_lines_of(battle, "amber"))


def asked_lines_of(battle: Battle, side: Id) -> list[str]:
    return list(written_lines(battle.view(side), {}))


def test_the_chances_of_a_plan_are_those_of_its_fire(battle: Battle) -> None:
    view = battle.view("azure")
    order = parse_order(WrittenPlan, "lancet", "fire ember, kiln; within 12")
    volley = view.volley("lancet", "kiln")
    assert volley is not None
    assert view.odds(order) == volley.odds(view.state, {}) != ()


WISHES = ("any", "as advised", "31,12", "land", "accept", "drive, FCa", "PDSa", "steer 8", "fly 18 P2")


@pytest.mark.parametrize("plans", ["plans", "standing"])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_whatever_is_planned_is_refused_in_a_sentence_or_carried_out(path: Path, plans: str) -> None:
    """Random plans in random battles: each reads back as it is written, and no piece that plans asks for more."""
    system = load_start(path, seed=0).battle.system
    if not any(row.plans for row in system.phases):
        return
    battle = open_battle(path, seed=1, house={"plans": plans}).battle
    match, rng, given = Match(battle, dict.fromkeys(battle.state.sides, "random"), 1), Random(path.stem), 0
    while battle.state.turn < 4 and not battle.state.outcome:
        prompt = next(iter(battle.prompts()), None)
        asked = (
            prompt.waiting if battle.phase.plans and prompt else battle.view(prompt.side).unplanned if prompt else ()
        )
        if prompt and asked and given < len(battle.state.ships):
            key = rng.choice(asked)
            foes = [ship.id for ship in battle.state.enemies(prompt.side)]
            verbs = rng.sample(VERBS, 3)
            text = "; ".join(f"{verb} {', '.join(rng.sample((*WISHES, *foes), 2))}" for verb in verbs)
            given += 1
            try:
                battle.play(battle.read(key, text))
            except Illegal as why:
                assert why.why and why.rule
                continue
            assert not any(order.by == key for order in battle.view(NOBODY).state.plans.values())
        elif match.step() is None:
            break
    assert battle.verify() == []


def test_the_form_of_a_plan_offers_enemies_and_a_second_one(battle: Battle) -> None:
    view = battle.view("azure")
    order = view.draft("lancet").with_value("fire", "kiln").with_value("then", "ember").with_value("within", 12)
    assert str(order.with_value("repair", "as advised")) == "fire kiln, ember; within 12; repair as advised"
    assert [field.name for field in order.fields(view.state)][:3] == ["fire", "then", "within"]
    assert str(order.with_value("fire", "")) == "hold"
    kiln = battle.view("amber").draft("kiln").with_value("fire", "any")
    assert kiln.domain(battle.state)["keep"] == (("SMPa", "SMPb"), (), ("SMPa",), ("SMPb",))
    assert str(kiln.with_value("keep", ("SMPb",))) == "fire any; keep SMPb"
