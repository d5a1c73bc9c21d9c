"""Asteroids that drift in Easier HexThrust, and what lies in their way (hex/2.7, 3.2, 7)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from game.board import hexes
from game.board.boards import HexBoard
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.outcome import victory
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex.movement import drifting
from game.systems.easyhex.system import EASYHEX
from tests.support.builders import told
from tests.support.easyhex_battles import OPEN, counter, deep, foretold, fought, vessel
from tests.support.hex_battles import moving, rock
from tests.support.narrowing import narrow

SQUARE: HexBoard = replace(OPEN, columns=10, rows=10, floating=False)


def drifts(state: ThrustState, *faces: int) -> list[str]:
    """Asteroids move with these dice; what the log says."""
    return [str(line) for line in told(partial(drifting.drift, state), *faces)]


def test_an_asteroid_drifts_along_its_course_and_lets_slow_ships_be() -> None:
    state = deep(vessel("lancet", (0, -3), speed=5), vessel("vesper", (5, 5), side="amber"), bodies=[moving((0, 0))])
    assert drifts(state) == [
        "Rock drifts 3 hexes | course N",
        "Rock comes upon Lancet | speed 5, thrust 4: slow enough to keep clear | keeps clear",
    ]
    assert (
        state.table.bodies[0].at == hexes.at((0, -3)) == state.ships["lancet"].at
        and state.ships["lancet"].velocity == 5
    )


@pytest.mark.parametrize(("speed", "face", "fate"), [(7, 3, ""), (7, 2, "destroyed"), (8, 4, ""), (8, 3, "destroyed")])
def test_a_fast_ship_in_its_way_needs_a_die(speed: int, face: int, fate: str) -> None:
    """The number of a ship that flies into a rock: speed less thrust, or more."""
    state = deep(
        vessel("lancet", (0, -2), speed=speed), vessel("vesper", (5, 5), side="amber"), bodies=[moving((0, 0))]
    )
    drifts(state, face)
    assert state.ships["lancet"].removed_reason == fate


def test_missiles_and_plasma_in_its_way_are_lost_and_fighters_are_not() -> None:
    flying: list[Counter] = [counter("tuff.MTa", Missile, (0, -1)), counter("tuff.NOVA", Plasma, (0, -2))]
    flying.append(counter("fold.HGRa", Flight, (0, -3)))
    state = deep(
        vessel("tuff", (8, 0)), vessel("vesper", (5, 5), side="amber"), bodies=[moving((0, 0))], counters=flying
    )
    drifts(state)
    assert [one.removed_reason for one in state.counters.values()] == ["lost in Rock", "lost in Rock", ""]


def test_it_stops_short_of_another_and_is_gone_beyond_the_edge() -> None:
    ships = vessel("lancet", (8, 0)), vessel("vesper", (5, 5), side="amber")
    state = deep(*ships, bodies=[moving((0, 5)), rock((0, 2), key="stone")])
    drifts(state)
    assert state.table.bodies[0].at == hexes.at((0, 3))
    state = deep(*ships, bodies=[moving((0, 1))], board=SQUARE)
    assert drifts(state) == ["Rock drifts 1 hex | is gone from the map"] and not state.table.bodies


def test_who_has_won_is_checked_before_it_drifts() -> None:
    """A rock that would run the last enemy down does so only if the battle goes on (HX-71, as in Hexcess Thrust)."""
    state = deep(
        vessel("lancet", (8, 0)), vessel("vesper", (0, -2), speed=9, rating=1, side="amber"), bodies=[moving((0, 0))]
    )
    state.victory = {"kind": "last-side", "turns": 1}
    ended = victory.outcome(state, True)
    assert drifts(state) == [] and victory.verdict(state, True) == ended is not None
    state.victory["turns"] = 2
    drifts(state)
    assert state.ships["vesper"].removed_reason == "destroyed"
    assert victory.verdict(state, True) is None, "of this turn no word more"
    state.turn = 2
    assert victory.verdict(state, False) == victory.outcome(state, False) is not None


def test_in_a_battle_it_drifts_once_a_turn_after_damage() -> None:
    played = fought(vessel("lancet", (8, 0)), vessel("vesper", (0, 8), side="amber"), bodies=[moving((4, 4), 2, 1)])
    row = EASYHEX.phases[-1]
    assert row.name == "Asteroids drift" and row.present(played.state)
    assert not row.present(deep(vessel("lancet")))
    while played.state.turn < 3:
        assert played.phase.idle is not None
        orders = (played.phase.idle(played.state, prompt) for prompt in played.prompts())
        played.play(next(order for order in orders if played.why_not(order) is None))
    assert played.state.table.bodies[0].at == hexes.at((6, 2))


def test_the_chance_to_be_run_down_is_foretold() -> None:
    fast = vessel("lancet", (0, 4), speed=6, rating=4)
    assert not foretold(fast, bodies=[moving((3, -1), 10, 3)]).risks
    (risk,) = foretold(fast, bodies=[moving((3, -2), 10, 3)]).risks
    assert (risk.what, risk.words, risk.tone) == ("Rock", "is run down", "bad")
    assert risk.chance == pytest.approx(1 / 6), "6 less 4: 2 or more on a die"
    assert not foretold(vessel("lancet", (0, 4), speed=4), bodies=[moving((1, 0), 10, 1)]).lost


def test_a_file_with_courses_through_corners_is_refused() -> None:
    plain = {
        "title": "t", "system": "easyhex", "sides": {"azure": {"name": "Azure"}},
        "table": {"hexes": [10, 10], "terrain": [{"kind": "asteroid", "hexes": [[1, 1]], "velocity": 1, "course": 3}]},
        "ships": {"lancet": {"side": "azure", "design": "wether", "at": [3, 3], "course": 1}},
    }  # fmt: skip
    files = narrow(EASYHEX.files, ThrustFiles)
    found = [path for path, _, _ in files.not_in_game(ThrustBattleFile.model_validate(plain), {})]
    assert found == [("ships", "lancet", "course"), ("ships", "lancet", "facing"), ("table", "terrain", 0, "course")]
