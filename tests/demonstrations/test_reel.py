"""A battle as steps: everything that happened once it is over, and before that no more than a seat may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import NOBODY, Battle
from game.battle.loader import open_battle
from game.demonstrations.frames import telling
from game.demonstrations.reel import Reel, reel_of
from game.players.match import Match
from game.rules.ships.ship import Ship
from tests.support.battles import SCENARIOS, laid, order
from tests.support.narrowing import narrow

FEW = [path for path in SCENARIOS if path.stem in ("first_light", "salt_road", "first_furrow", "slow_answer")]
FIRST = next(path for path in SCENARIOS if path.stem == "first_light")


def fought(path: Path, turns: int | None = None) -> Battle:
    battle = open_battle(path, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(turns)
    return battle


@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_everything_that_happened_is_in_some_step(path: Path) -> None:
    battle = fought(path, 3)
    reel = Reel(battle, None)
    told = [event for step in reel.steps for event in step.events]
    assert [event for event in battle.log if telling([event])] == telling(told)
    assert [step.index for step in reel.steps] == list(range(len(reel.steps)))
    last = reel.steps[-1].view.state
    for key, ship in battle.state.ships.items():
        assert last.ships[key].at == ship.at and last.ships[key].in_play == ship.in_play


def test_steps_follow_turn_and_phase_and_the_last_says_who_won() -> None:
    battle = fought(FIRST)
    reel = reel_of(battle, NOBODY)
    order_of = [(step.turn, step.phase[0]) for step in reel.steps[1:]]
    assert order_of == sorted(order_of) and reel.steps[0].large == battle.title
    assert battle.state.outcome and reel.steps[-1].events[-1].kind == "outcome"
    assert list(reel.turns) == sorted({turn for turn, _ in order_of})
    assert all(
        (reel.steps[index].turn == turn and reel.steps[index - 1].turn < turn) or index == 1
        for turn, index in reel.turns.items()
    )


def test_a_reel_of_a_battle_under_way_has_nothing_that_lies_sealed(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    battle = opened.battle
    plain = len(reel_of(battle, "amber").steps)
    order(opened, "lancet", "P1+2")
    reel = reel_of(battle, "amber")
    assert len(reel.steps) == plain
    assert all("lancet" not in step.view.state.sealed for step in reel.steps)


def test_passages_give_the_very_views_that_were(tmp_path: Path) -> None:
    battle = fought(FIRST, 2)
    for side in (None, *battle.state.sides):
        for happening in battle.happenings(side):
            view = battle.view_at(happening.length, side)
            assert happening.view.state.ships == view.state.ships and happening.view.log == view.log
            assert happening.view.length == view.length


def test_values_of_a_reel_are_not_those_of_the_battle() -> None:
    """Whatever is done with a reel, the battle stays as it is."""
    battle = fought(FIRST, 1)
    reel = Reel(battle, None)
    key = next(iter(battle.state.ships))
    before = battle.state.ships[key].at
    narrow(reel.steps[-1].view.state.ships[key], Ship).at = (0.0, 0.0)
    assert battle.state.ships[key].at == before


def test_counters_that_move_one_after_another_are_one_step() -> None:
    """Fighters of both sides, each by an order of its own; ships that move one by one keep a step each."""
    battle = fought(next(path for path in SCENARIOS if path.stem == "carrier_strike"), 3)
    reel = Reel(battle, None)
    flown_by = [[event.who for event in telling(step.events)] for step in reel.steps]
    flights = [movers for movers in flown_by if movers and set(movers) <= battle.state.counters.keys()]
    assert max(map(len, flights)) == 8 and len(flights) <= 3
    assert all(len(set(movers)) == len(movers) for movers in flights), "nothing moves twice in a step"
    step = next(step for step in reel.steps if len(telling(step.events)) == 8)
    assert step.large.endswith(" and 7 others move.") and len(step.frames) == 1
    here, there = step.start.state.counters, step.view.state.counters
    assert all(here[key].at != there[key].at for key in {event.who for event in telling(step.events)})


def test_ships_that_move_by_turns_are_shown_by_turns() -> None:
    battle = fought(next(path for path in SCENARIOS if path.stem == "slow_answer"), 2)
    moves = [step for step in Reel(battle, None).steps if any(event.kind == "move" for event in telling(step.events))]
    assert len(moves) >= sum(ship.in_play for ship in battle.state.ships.values())


def test_a_volley_is_said_to_do_what_all_its_guns_came_to() -> None:
    """In Easier HexThrust damage is taken once all have fired, so that no line of the volley says what was lost."""
    battle = fought(next(path for path in SCENARIOS if path.stem == "open_pasture"))
    volleys = 0
    for step in reel_of(battle, NOBODY).steps:
        fired = [event for event in step.events if event.kind == "fire" and event.score and event.line]
        if len(fired) > 1 and not any(event.kind == "outcome" for event in step.events):
            came = sum(event.score.rolled for event in fired if event.score and event.whom == fired[-1].whom)
            assert step.say.more.startswith(str(came or "no")), step.say
            volleys += 1
    assert volleys
