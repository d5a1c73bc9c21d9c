"""Where a ship could hit with what it has not launched yet: the ground is that of every place its launchers may choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from game.battle.loader import open_battle
from game.board import hexes
from game.board.boards import board_of
from game.core.display import Zone
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.launchers import out_of_reach, ready
from game.rules.ordnance.missile_reach import missile_reach
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState

BATTLE = """\
title: Reach
system: {system}
seed: 3
table: {table}
house: {house}
sides: {{azure: {{name: Azure}}, amber: {{name: Amber}}}}
ships:
  bow: {{side: azure, design: {design}, at: [{at}], course: 2, facing: 4, velocity: 2}}
  prey: {{side: amber, design: {prey}, at: [{far}], course: 9, velocity: 2}}
"""
SPACE = {"system": "full-thrust", "table": "{terrain: [{kind: planet, name: Rock, at: [30, 22], radius: 3}]}", "at": "18, 24",
         "far": "70, 40", "prey": "cinder", "house": "{}"}  # fmt: skip
HEXES = {"system": "hex12", "table": "{hexes: [40, 40]}", "at": "6, 20", "far": "24, 4", "prey": "doline",
         "house": "{}"}  # fmt: skip


def state_of(folder: Path, **parts: str) -> ThrustState:
    path = folder / "reach.yaml"
    path.write_text(BATTLE.format(**parts), encoding="utf-8")
    return open_battle(path).battle.state


def ground(state: ThrustState) -> shapely.Geometry:
    found = missile_reach(state, "bow")
    assert found and all(isinstance(one, Zone) and one.tone == "azure" for one in found) and found[0].label
    return shapely.union_all([shapely.Polygon(one.outline, one.holes) for one in found])


@pytest.mark.parametrize("design", ["fletcher", "ballista"])
def test_in_space_it_is_six_about_every_place_a_launcher_may_choose(tmp_path: Path, design: str) -> None:
    state = state_of(tmp_path, design=design, **SPACE)
    board, ship, area = board_of(state.table), state.ships["bow"], ground(state)
    mounts = ready(state, ship)
    grid = [(x / 2, y / 2) for x in range(0, 144, 3) for y in range(0, 96, 3)]
    open_ = [at for at in grid if any(out_of_reach(state, ship, mount, at) is None for mount in mounts)]
    assert len(open_) > 40 and all(area.contains(shapely.Point(at)) for at in open_)
    for at in grid:
        near = min(board.distance(at, place) for place in open_)
        if near < REACH:
            assert area.covers(shapely.Point(at)), at
        elif near > REACH + 2.2:  # more than the grid may be off
            assert not area.contains(shapely.Point(at)), at


def test_on_hexes_it_is_every_hex_from_which_such_a_place_is_near(tmp_path: Path) -> None:
    state = state_of(tmp_path, design="doline", **HEXES)
    design = state.ships["bow"].design
    racks = Mount("SMR", "smr", arcs=("FP", "F", "FS")), Mount("HM", "heavy_missile", arcs=("F",))
    state.ships["bow"].design = replace(design, mounts=(*design.mounts, *racks))
    board, ship, area = board_of(state.table), state.ships["bow"], ground(state)
    near, disc = board.to_board_units(REACH), hexes.disc(hexes.hex_at(ship.at), 40)
    cells = [at for at in map(hexes.at, disc) if board.holds(at)]
    open_ = [at for at in cells if any(out_of_reach(state, ship, mount, at) is None for mount in ready(state, ship))]
    held = [at for at in cells if area.contains(shapely.Point(at))]
    taken = [at for at in cells if min(board.distance(at, place) for place in open_) <= near]
    assert 100 < len(taken) < len(cells) and set(taken) <= set(held)
    inner = [at for at in held if all(board.holds(hexes.at(one)) for one in hexes.disc(hexes.hex_at(at), int(near)))]
    assert set(inner) <= set(taken), "near the edge a place off the table counts too"


def test_what_is_spent_or_broken_or_out_of_play_reaches_nobody(tmp_path: Path) -> None:
    state = state_of(tmp_path, design="fletcher", **SPACE)
    ship = state.ships["bow"]
    ship.spent |= {mount.key for mount in ready(state, ship)}
    assert missile_reach(state, "bow") == () == missile_reach(state, "prey") == missile_reach(state, "nobody")


def test_a_bogey_shows_no_launchers(tmp_path: Path) -> None:
    parts = {**SPACE, "house": "{sensors: bogeys}"}
    path = tmp_path / "reach.yaml"
    path.write_text(BATTLE.format(design="fletcher", **parts), encoding="utf-8")
    battle = open_battle(path).battle
    assert battle.view("amber").launches("bow") == () != battle.view("azure").launches("bow")
