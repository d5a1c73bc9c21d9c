"""Moves that are written together in secret, by house rule (power/4.9)."""

from __future__ import annotations

import pytest

from game.battle.battle import NOBODY, Battle
from game.battle.designs import ROOT
from game.battle.idling import passed_over
from game.battle.loader import open_battle
from game.core.orders import Id
from game.systems.power_hex.orders.move_order import PowerMove

POWER = ROOT / "scenarios" / "power_hex"


def at_writing(scenario: str, plotted: bool = True) -> Battle:
    """Return a battle in which ships are about to move."""
    battle = open_battle(POWER / f"{scenario}.yaml", seed=1, house={"plotted": plotted}).battle
    while PowerMove not in battle.phase.accepts:
        order = passed_over(battle)
        if order is None:
            prompt = battle.prompts()[0]
            assert battle.phase.idle is not None
            order = battle.phase.idle(battle.state, prompt)
        battle.play(order)
    return battle


def give(battle: Battle, by: Id, text: str) -> None:
    battle.play(battle.read(by, text))


def test_all_sides_write_at_once_and_nobody_sees_the_others() -> None:
    battle = at_writing("slow_answer")
    (first, mine), (second, other) = ((side, battle.state.fleet(side)[0]) for side in battle.state.sides)
    assert [prompt.side for prompt in battle.prompts()] == [first, second]
    give(battle, mine.id, "+1 S@0")
    assert mine.id in battle.view(first).state.sealed
    assert not battle.view(second).state.sealed
    assert not battle.view(NOBODY).state.sealed
    where = other.at
    give(battle, first, "lock")
    assert battle.state.ships[other.id].at == where
    give(battle, second, "lock")
    moved = [event.who for event in battle.log if event.kind == "move"]
    assert moved == [key for key in battle.state.initiative if key in moved], "told by initiative"
    assert set(moved) == {mine.id, other.id}, "one without an order goes on"
    assert (battle.state.turn, battle.phase.name) == (2, "Write moves"), "nothing is in range"
    assert battle.verify() == []


def test_a_written_move_ends_where_the_same_move_in_turn_does() -> None:
    ends = []
    for plotted in (True, False):
        battle = at_writing("karun_light", plotted=plotted)
        while PowerMove in battle.phase.accepts:
            asked = [key for prompt in battle.prompts() for key in prompt.waiting]
            if asked:
                view = battle.view(battle.state.owner(asked[0]))
                battle.play(min(view.ends(asked[0]), key=lambda one: str(one.order)).order)
            else:
                give(battle, next(one.side for one in battle.prompts() if one.side not in battle.state.ready), "lock")
        ends.append({key: (ship.at, ship.facing, ship.vector) for key, ship in battle.state.ships.items()})
    assert ends[0] == ends[1]


def test_a_flight_launched_in_a_written_move_stays_with_its_carrier_this_round() -> None:
    battle = at_writing("karun_light")
    for side in battle.state.sides:
        for ship in battle.state.fleet(side):
            flights = tuple(battle.view(side).draft(ship.id).domain(battle.state).get("launch", ()))
            if any(flights):
                carrier, flight = ship.id, str(flights[-1])
    give(battle, carrier, f"+1 launch {flight}")
    for key in battle.state.sides:
        give(battle, key, "lock")
    there = battle.state.ships
    assert there[flight].in_play
    assert there[flight].at == there[carrier].at


@pytest.mark.parametrize("plotted", [False, True])
def test_the_form_and_the_ends_are_the_same_either_way(plotted: bool) -> None:
    battle = at_writing("slow_answer", plotted=plotted)
    key = battle.prompts()[0].waiting[0]
    view = battle.view(battle.state.owner(key))
    assert len(view.ends(key)) == len(at_writing("slow_answer").view(view.side).ends(key)) > 5
    assert [field.name for field in view.draft(key).fields(view.state)][:3] == ["burn", "turns", "pivots"]
