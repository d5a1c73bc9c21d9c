"""A captain leaves a battle that it has lost, where the rules of victory make that worth more than to stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.loader import load_start_text
from game.battle.slowly import at_once
from game.core.stakes import Worth
from game.players.captain.lookout import Lookout
from game.players.captain.styles import STYLES
from game.players.captain.withdrawal import withdrawal
from game.players.match import Match
from game.players.player import Withdrawal
from game.rules.turn.side_orders import Withdraw
from game.systems.full_sail.withdrawal import SailAway

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
DUEL = ("full_thrust/crossed_swords", "course: 2, velocity: 6", "  vesper:")
SECOND = "  second: {side: amber, design: vesper, at: [58, 30], course: 8, velocity: 6}\n"


def battle(name: str, *changes: tuple[str, str]) -> Battle:
    """Return the battle of a scenario with these changes to its text."""
    text = (SCENARIOS / f"{name}.yaml").read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return load_start_text(text, f"{name}.yaml").battle


def crippled(hull: int, *more: tuple[str, str], second: str = SECOND) -> Battle:
    """Return a cruiser with so many boxes against two that are whole."""
    name, ours, theirs = DUEL
    return battle(name, (ours, f"{ours}, hull: {hull}, armour: 0"), (theirs, second + theirs), *more)


def found(battle: Battle, style: str = "even") -> Withdrawal | None:
    side = next(iter(battle.state.sides))
    return at_once(withdrawal(Lookout(battle.glance(side), side), STYLES[style]))


def fight(battle: Battle, turns: int) -> Match:
    first, other = battle.state.sides
    match = Match(battle, {first: "captain", other: "doctrine"}, 1)
    match.play(turns)
    return match


def test_it_leaves_at_once_where_the_rules_allow_it_and_says_why() -> None:
    lost = crippled(9)
    match = fight(lost, 1)
    assert lost.records[0].order == Withdraw("azure")
    assert lost.state.outcome and lost.state.outcome.winner == "amber"
    (reasons,) = match.reasons.last_turn(None, 1)[0].values()
    why = reasons.withdrawal
    assert why is not None and why.strength < 0.1
    assert (reasons.piece, why.leaves) == ("lancet", 262 / 4)  # half of a damaged cruiser, of which a quarter is lost
    assert [one.takes for one in reasons.best] == [why.leaves] and why.leaves < why.stays <= 3 * 262 / 4


def test_a_battle_taken_up_again_finds_the_same_reasons() -> None:
    lost = crippled(9)
    fight(lost, 1)
    again = Match(lost, {"azure": "captain", "amber": "doctrine"}, 1)
    for _ in again.recall(1):
        pass
    assert [one.withdrawal is not None for one in again.reasons.known_to(None).values()] == [True]


def test_at_sea_it_leaves_at_once_too() -> None:
    name = "full_sail/weather_gauge"
    ship = "tern: {side: merrow, design: tern, at: [15, 17], course: 3, velocity: 8"
    large = "  halcyon: {side: merrow, design: halcyon, at: [16, 22], course: 3, velocity: 8}\n"
    sea = battle(name, (large, ""), (ship, f"{ship}, row1: 0, row2: 0"), ("turns: 10", "turns: 20"))
    fight(sea, 1)
    assert SailAway("merrow") in [record.order for record in sea.records]
    assert sea.state.ships["tern"].removed_reason == "left"
    assert sea.state.outcome and dict(sea.state.outcome.scores)["auvrac"] == 30  # half of it, not all


@pytest.mark.parametrize(
    ("hull", "more"),
    [
        (24, ()),  # still strong enough
        (9, (("kind: last-side, turns: 10", "kind: last-side, turns: 1"),)),  # it lives to the end
        (9, (("kind: last-side, turns: 10", "kind: survive, ships: [lancet], turns: 10"),)),
        (19, (("velocity: 6, hull", "velocity: 0, hull"),)),  # nobody has scored yet
    ],
    ids=["strong", "last turn", "must live", "level"],
)
def test_it_fights_on(hull: int, more: tuple[tuple[str, str], ...]) -> None:
    assert found(crippled(hull, *more)) is None


def test_where_a_ship_that_leaves_counts_as_lost_it_fights_on() -> None:
    power = battle("power_hex/karun_light")
    assert {power.system.worth(power.state, key).if_it_leaves for key in power.state.ships} == {None}


def test_the_wary_leave_before_the_reckless() -> None:
    leave = {style: [hull for hull in range(2, 19) if found(crippled(hull, second=""), style)] for style in STYLES}
    most = [max(hulls, default=0) for hulls in leave.values()]
    assert most == sorted(most, reverse=True) and most[0] > most[-1]


def test_what_a_ship_costs_that_leaves_follows_the_score() -> None:
    for house, expected in (("worth", (196.5, 131.0)), ("fifths", (52.4, 157.2))):
        more = (("turns: 10}", f"turns: 10}}\nhouse: {{score: {house}}}"),)
        costs = [crippled(hull, *more) for hull in (24, 9)]
        worths: list[Worth] = [one.system.worth(one.state, "lancet") for one in costs]
        assert tuple(one.if_it_leaves for one in worths) == pytest.approx(expected)
