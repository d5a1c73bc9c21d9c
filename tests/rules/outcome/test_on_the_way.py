"""A battle waits for what is on its way and can still harm the last fleet, in every game, and never for ever (9.2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.players.match import Match
from game.rules.counters.kinds import Bolt, Flight, HeavyMissile, Mine, Missile, Plasma, Salvo
from game.rules.outcome.on_the_way import TURNS
from game.rules.outcome.victory import outcome
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import Counter, ThrustState
from tests.support.battles import SCENARIOS
from tests.support.builders import ship, state

ONE_OF_EACH = list({path.parent.name: path for path in SCENARIOS if path.parent.name != "full_sail"}.values())
PASSING = (Missile, Salvo, HeavyMissile, Bolt, Plasma)  # spent by themselves


def last_fleet(
    kind: type[Counter], mode: str = "", at: tuple[float, float] = (2.0, 0.0), **rules: object
) -> ThrustState:
    """Return one ship against what a ship that is lost has sent out."""
    lost = ship("lost", "crimson", at=(20.0, 0.0))
    lost.removed_reason = "destroyed"
    battle = state(ship(velocity=4), lost, **rules)
    sent = kind.at_launch("lost.X", "X", lost, Mount("X", "hangar", 3, mode=mode, size=6))
    battle.counters["lost.X"] = replace(sent, at=at)
    return battle


@pytest.mark.parametrize("kind", [*PASSING, Flight, Mine])
def test_a_battle_waits_for_what_can_still_harm_the_last_fleet(kind: type[Counter]) -> None:
    battle = last_fleet(kind)
    assert outcome(battle) is None
    ended = outcome(last_fleet(kind, in_flight="ends"))
    assert ended is not None and ended.winner == "azure"
    battle.counters["lost.X"] = replace(battle.counters["lost.X"], removed_reason="spent")
    assert outcome(battle) is not None


@pytest.mark.parametrize("kind", [*PASSING, Flight, Mine])
def test_it_waits_for_no_longer_than_it_must(kind: type[Counter]) -> None:
    battle = last_fleet(kind)
    for _ in range(TURNS):
        assert outcome(battle, True) is None
        battle.turn += 1
    assert (outcome(battle) is None) is (kind in PASSING)


def test_after_the_last_turn_it_waits_for_nothing() -> None:
    battle = last_fleet(Salvo)
    battle.victory = {"kind": "last-side", "turns": 1}
    ended = outcome(battle, True)
    assert ended is not None and ended.winner == "azure"


def test_what_harms_nobody_is_not_waited_for() -> None:
    assert outcome(last_fleet(Flight, "interceptor")) is not None
    assert outcome(last_fleet(Mine, at=(60.0, 0.0))) is not None, "too far for the next move"
    tired = last_fleet(Flight)
    one = tired.counters["lost.X"]
    assert isinstance(one, Flight)
    tired.counters["lost.X"] = replace(one, endurance_used=9)
    assert outcome(tired) is not None
    own = last_fleet(Salvo)
    own.counters["lost.X"] = replace(own.counters["lost.X"], side="azure")
    assert outcome(own) is not None, "what it has sent out itself would change nothing"


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_a_battle_whose_ships_are_all_lost_on_one_side_ends(path: Path) -> None:
    """Whatever flies is flown on by its side; it is over after that many turns."""
    battle = open_battle(path, seed=2).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 2)
    match.play(2)
    if battle.state.outcome is None:
        for one in battle.state.fleet(list(battle.state.sides)[1]):
            if not getattr(one, "flight", False):
                one.removed_reason = "destroyed"
        began = battle.state.turn
        match.play(began + TURNS)
        assert battle.state.outcome is not None
