"""Full Thrust on hexes at the battle screen: ships are pulled to hexes, films run hex by hex, and a battle is won
there."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from game.board.hexes import at, distance, hex_at
from game.rules.movement.plot import Plot
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
TABLE = "{hexes: [30, 20], terrain: [{kind: asteroid, hexes: [[14, 2]]}, {kind: dust, hexes: [[15, 5], [15, 6]]}]}"
MAP = paper(
    "Two pairs",
    """\
  crook: {side: azure, design: crook, at: [6, 6], course: 3, velocity: 5}
  drover: {side: azure, design: drover, at: [5, 10], course: 2, velocity: 5}
  gabbro: {side: amber, design: gabbro, at: [22, -2], course: 9, velocity: 5}
  shale: {side: amber, design: shale, at: [23, 1], course: 8, velocity: 5}
victory: {kind: last-side, turns: 8}
""",
    "hex12",
    seed=5,
    table=TABLE,
)


def test_a_ship_is_pulled_to_a_hex(tmp_path: Path) -> None:
    """Five hexes along the spine are straight on; other ends are other orders, and each is drawn hex by hex."""
    seat = Seated(tmp_path, MAP)
    ends = seat.screen.model.view.destinations(Plot("crook"))
    straight = next(end for end in ends if end.order == Plot("crook"))
    assert hex_at(straight.at) == (11, 4)
    other = next(end for end in ends if distance(hex_at(end.at), (11, 4)) > 3)
    for end in (other, straight):
        seat.lift("crook", end.at)
        seat.drop(end.at)
        seat.settle()
        ghost = seat.screen.model.ghost
        assert ghost is not None and ghost.at == end.at
        assert [distance(hex_at(a), hex_at(b)) for a, b in pairwise(ghost.path)] == [1] * ghost.velocity


@pytest.mark.parametrize("velocity", (1, 5, 8))
@pytest.mark.parametrize("course", range(1, 13))
def test_keys_walk_the_plain_turns_first_whatever_the_zig_zags_of_the_way(
    tmp_path: Path, course: int, velocity: int
) -> None:
    seat = Seated(tmp_path, MAP.replace("course: 3, velocity: 5", f"course: {course}, velocity: {velocity}"))
    seat.screen.commands.choose("crook")
    for away, back, side in (("port", "starboard", "P"), ("starboard", "port", "S")):
        walked = []
        for _ in range(2):
            seat.screen.do(away)
            walked.append(str(seat.screen.model.order))
        assert walked == [f"{side}1", f"{side}2"]
        for _ in range(2):
            seat.screen.do(back)
        assert str(seat.screen.model.order) == "0", "and the same way back"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["", "house: {hex12_rows: true, range: true, mu_per_hex: 2, manoeuvres: [all]}\n"])
def test_a_battle_is_won_at_the_screen(tmp_path: Path, rules: str) -> None:
    seat = Seated(tmp_path, MAP + rules)
    assert seat.until(lambda one: one.battle.state.outcome is not None, seen=True)
    seat.settle()
    assert seat.battle.state.outcome is not None and seat.battle.state.outcome.why
    moves = [event for event in seat.battle.log if event.kind == "move"]
    assert len(moves) > 8 and all(point == at(hex_at(point)) for event in moves for point in event.path)
    assert any("hexes" in event.text for event in moves)
