"""Rocks that move: course, speed and where they come to are drawn on every board, whoever is looked at."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from game.board.boards import board_of
from game.ui.board.labels.terrain_names import terrain_names, way_of
from game.ui.board.layers.bodies import drift_lines
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated

SPACE = paper(
    "A rock in space",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  cinder: {side: amber, design: cinder, at: [50, 34], course: 9, velocity: 4}
""",
    table="{terrain: [{kind: asteroid, name: Slag, at: [36, 26], radius: 2, course: 6, velocity: 3}]}",
)
HEXES = """\
  crook: {side: azure, design: crook, at: [5, 8], course: 2, velocity: 4}
  karst: {side: amber, design: karst, at: [15, 3], course: 8, velocity: 4}
"""
ROCK = "{hexes: [24, 18], terrain: [{kind: asteroid, name: Loose Cog, hexes: [[8, 8]], course: 4, velocity: 1}]}"
CASES = {
    "full-thrust": SPACE,
    **{key: paper("A rock on hexes", HEXES, key, table=ROCK) for key in ("hexcess", "easyhex", "hex12")},
}


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", CASES)
def test_a_rock_shows_course_speed_and_its_next_place(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(folder(tmp_path, "moves"), CASES[game], size)
    at_rest = CASES[game].replace("velocity: 3}]", "velocity: 0}]").replace("velocity: 1}]", "velocity: 0}]")
    still = Seated(folder(tmp_path, "stays"), at_rest, size)
    (body,) = seat.screen.model.view.state.table.bodies
    board, camera = board_of(seat.screen.model.view.state.table), seat.screen.board.camera
    course = board.format_course(body.course)
    assert way_of(camera, body) == f"v {body.velocity:g} · {course if course.isalpha() else f'c {course}'}"
    high = [
        terrain_names(one.screen.board.camera, one.screen.scene, False)[body.key].picture.get_height()
        for one in (seat, still)
    ]
    assert high[0] > high[1] and seat.screen.board._plan.bodies, "it stands below the name, and that is on the board"
    there = camera.xy(board.drift(body)[1].at)
    assert math.dist(there, camera.xy(body.at)) > 5
    words = next(word.rect for word in seat.screen.board._plan.bodies).inflate(-12, -6)
    for line in drift_lines(camera, [body]):
        assert not any(words.clipline(*ends) for ends in pairwise(line)), "no line strikes them"
    drawn, bare = seat.look(), still.look()
    r = round(max(6.0, 1.2 * body.radius * camera.scale))
    spots = [(round(there[0]) + dx, round(there[1]) + dy) for dx in range(-r, r + 1) for dy in range(-r, r + 1)]
    changed = sum(drawn.get_at(spot)[:3] != bare.get_at(spot)[:3] for spot in spots)
    assert changed > 2 * r, "its outline there"


def folder(path: Path, name: str) -> Path:
    made = path / name
    made.mkdir()
    return made
