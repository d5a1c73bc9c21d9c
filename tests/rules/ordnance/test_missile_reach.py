"""Where a ship could hit with what it has not launched yet: the ground is that of every place its launchers may
choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Ring, Zone
from game.rules.counters.kinds import Missile
from game.rules.counters.point_defence import REACH
from game.rules.fighters.group_overlays import piece_overlays
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.launchers import out_of_reach, ready
from game.rules.ordnance.missile_reach import missile_reach
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.order import straight
from game.systems.hexcess.system import HEXCESS
from tests.support.narrowing import each, narrow

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
SPACE = {
    "system": "full-thrust",
    "table": "{terrain: [{kind: planet, name: Rock, at: [30, 22], radius: 3}]}",
    "at": "18, 24",
    "far": "70, 40",
    "prey": "cinder",
    "house": "{}",
}
HEXES = {
    "system": "hex12",
    "table": "{hexes: [40, 40]}",
    "at": "6, 20",
    "far": "24, 4",
    "prey": "doline",
    "house": "{}",
}


def state_of(folder: Path, **parts: str) -> ThrustState:
    path = folder / "reach.yaml"
    path.write_text(BATTLE.format(**parts), encoding="utf-8")
    return open_battle(path).battle.state


def ground(state: ThrustState) -> shapely.Geometry:
    found = each(missile_reach(state, "bow"), Zone)
    assert found and all(one.tone == "azure" for one in found) and found[0].label
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


def test_where_markers_follow_moves_it_is_that_of_every_end_of_the_move(tmp_path: Path) -> None:
    """Until the ship has moved; from then on it is that of the place where it is (hex/2.2/ordnance)."""
    battle = open_battle(ROOT / "scenarios" / "hexcess" / "stones_in_flight.yaml").battle
    state, ship = battle.state, battle.state.ships["sling"]
    board = board_of(state.table)
    near = board.to_board_units(REACH)
    (zone,) = HEXCESS.launches(state, "sling")
    assert isinstance(zone, Zone) and zone.label == "missiles of Sling" and zone.tone == "azure"
    area = shapely.Polygon(zone.outline, zone.holes)
    ends = {(end.at, end.facing) for end in straight(ship).destinations(state)}
    cells = [at for at in map(hexes.at, hexes.disc(hexes.hex_at(ship.at), 28)) if board.holds(at)]
    taken = set[Point]()
    for at, facing in ends:
        ship.at, ship.facing = at, facing
        places = [
            place for place in cells if any(out_of_reach(state, ship, one, place) is None for one in ready(state, ship))
        ]
        bound = {hexes.hex_at(place) for place in places}
        taken |= {hexes.at(hexes.plus(one, off)) for one in bound for off in hexes.disc((0, 0), int(near))} & set(cells)
    assert len(ends) > 10 and 200 < len(taken) < len(cells)
    assert all(area.contains(shapely.Point(at)) for at in taken)
    ship.path = (ship.at,)
    (now,) = HEXCESS.launches(state, "sling")
    assert shapely.Polygon(narrow(now, Zone).outline).area < area.area * 0.7
    ship.spent |= {mount.key for mount in ready(state, ship)}
    assert HEXCESS.launches(state, "sling") == ()


@pytest.mark.parametrize("parts", [SPACE, HEXES], ids=("space", "hexes"))
def test_a_steered_missile_under_way_threatens_where_it_may_fly(tmp_path: Path, parts: dict[str, str]) -> None:
    state = state_of(tmp_path, design=parts["prey"], **parts)
    ship = state.ships["bow"]
    one = Missile("bow.MTa", "Dart", "azure", "bow", "MTa", ship.at, 3, 3)
    state.counters[one.id] = one
    area = shapely.union_all(
        [shapely.Polygon(zone.outline) for zone in piece_overlays(state, one.id) if isinstance(zone, Zone)]
    )
    ends = [end.at for end in FlyMissile(one.id).destinations(state)]
    assert len(ends) > 10 and all(area.contains(shapely.Point(at)) for at in ends)
    assert not area.contains(shapely.Point(ship.at[0] - 9, ship.at[1])), "behind it is no ground of its own"
    state.acted.add(one.id)
    (rest,) = piece_overlays(state, one.id)
    assert isinstance(rest, (Ring, Zone)) and rest.label == "Dart takes the closest", "it has flown this turn"
