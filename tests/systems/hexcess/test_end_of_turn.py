"""The end of a turn on hexes: the order of its steps, asteroids and bases that move, clouds that live (hex/2.2,
2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from game.battle.loader import load_start_text
from game.board import hexes
from game.board.hexes import Hex
from game.core.display import Zone
from game.core.values import Entry
from game.formats.validation import BadFile
from game.rules.hex import terrain
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess import bases, clouds
from game.systems.hexcess.files import HexcessFiles
from game.systems.hexcess.movement.order import HexMove, risks
from game.systems.hexcess.movement.stacking import GiveWay, waiting
from game.systems.hexcess.ship_sheet import ship_sheet
from game.systems.hexcess.system import HEXCESS
from tests.support.builders import design, told
from tests.support.hex_battles import moving, rock
from tests.support.hexcess_battles import OPEN, foretold, give, sea, vessel, where
from tests.systems.hexcess.test_terrain import field

EDGED = replace(OPEN, floating=False)


def drifts(state: ThrustState, *faces: int) -> list[str]:
    """Bodies and bases move with these dice; what the log says."""
    return [str(line) for line in told(partial(bases.drift, state), *faces)]


# -- asteroids ---------------------------------------------------------------------------------------------------------


def test_an_asteroid_drifts_and_passes_what_is_in_its_way() -> None:
    state = sea(vessel("lancet", (0, -1)), bodies=[moving((0, 0), 12, 3)])
    assert drifts(state) == ["Rock drifts 3 hexes | course N"]
    assert state.table.bodies[0].at == hexes.at((0, -3)) and where(state, "lancet") == (0, -1)


def test_a_ship_that_an_asteroid_runs_into_rolls_off_and_gives_way() -> None:
    """The ship rolls as if it had come: 1 and thrust 2 against 4, and half of velocity 5, rounded up, in dice."""
    state = sea(vessel("lancet", (0, -3), 2, velocity=5, thrust=2, hull=40), bodies=[moving((0, 0), 12, 3)])
    assert "Lancet strikes Rock | 2 2 2 | velocity 5, a die for each 2 | 6 damage" in drifts(state, 1, 4, 2, 2, 2)
    assert waiting(state)[0].ids == ("lancet",) and state.ships["lancet"].hull == 34
    give(state, "lancet", "to SE", kind=GiveWay)
    assert where(state, "lancet") == (1, -3)


def test_the_risk_of_being_run_into_is_foretold() -> None:
    state = sea(vessel("lancet", (0, 0), velocity=3, thrust=1, hull=40), bodies=[moving((3, -3), 10, 3)])
    gives_way, risk = foretold(state, "lancet").risks
    assert (gives_way.what, gives_way.words, gives_way.chance) == ("Rock", "must give way", 1.0)
    assert (risk.what, risk.words, risk.tone) == ("Rock", "loses 2 to 12 boxes", "harm")
    assert risk.chance == pytest.approx(10 / 31)
    state.house["asteroid_hit"] = "fatal"
    fate = foretold(state, "lancet")
    assert fate.lost == pytest.approx(10 / 31 / 6) and fate.risks[0].tone == "bad"
    state.ships["lancet"] = vessel("lancet", (0, 0), velocity=3, thrust=8)  # whatever the dice, it beats a rock
    assert [risk.words for risk in foretold(state, "lancet").risks] == ["must give way"]


def test_the_risk_that_a_base_comes_is_told_for_the_place_planned() -> None:
    """Whatever the dice show, it gives way."""
    state = sea(station(), vessel("lancet", (3, 0), velocity=3, side="amber"))
    assert [(risk.what, risk.words, risk.chance) for risk in risks(state, HexMove("lancet"))] == [
        ("End of turn", "gives way to Wayhouse", 1.0)
    ]
    assert not risks(state, HexMove("lancet", (0, 1, 0)))


def test_a_base_gives_way_to_nobody_on_her_own_way() -> None:
    state = sea(station(), vessel("lancet", (3, 0), velocity=3, side="amber"))
    assert not risks(state, HexMove("wayhouse"))


@pytest.mark.parametrize(("velocity", "lost"), [(4, 0.0), (12, 1.0)])
def test_what_is_certain_of_a_planet_ahead_is_foretold(velocity: int, lost: float) -> None:
    state = sea(vessel("lancet", velocity=velocity, thrust=4), bodies=field("planet", (0, -2)))
    assert foretold(state, "lancet").lost == lost


def test_asteroids_stop_short_of_each_other_fall_on_planetoids_and_leave_the_map() -> None:
    stones = [moving((5, 5), 12, 3, "a"), rock((5, 2), key="b"), moving((8, 3), 12, 3, "c"), moving((0, 0), 10, 1, "d")]
    state = sea(bodies=[*stones, *field("planet", (8, 1))], board=EDGED)
    said = drifts(state)
    assert said == [
        "A drifts 2 hexes | stops short of what is there | course N",
        "C drifts 2 hexes | falls on Planet",
        "D drifts 0 hexes | is gone from the map",
    ]
    assert {body.key: hexes.hex_at(body.at) for body in state.table.bodies} == {
        "a": (5, 3),
        "b": (5, 2),
        "planet-0": (8, 1),
    }


# -- starbases ---------------------------------------------------------------------------------------------------------


def station(at: Hex = (0, 0), heading: int = 1, velocity: int = 3, rotates: str = "clockwise") -> Ship:
    """Return a base."""
    found = vessel("wayhouse", at, heading, velocity, 0)
    found.status_flags |= {rotates}
    return found


def test_a_base_keeps_heading_and_velocity_and_rotates() -> None:
    """HX-34: from (0, 0, 0) heading NE at velocity 3, clockwise."""
    state = sea(station())
    base = state.ships["wayhouse"]
    for turn, (end, facing) in enumerate([((3, -3), 2), ((6, -6), 3)], 1):
        drifts(state)
        assert (where(state, "wayhouse"), hexes.direction(base.facing)) == (end, facing), turn
        assert (hexes.direction(base.course), base.velocity) == (1, 3)


def test_a_ship_gives_way_to_a_base_that_comes() -> None:
    state = sea(station(rotates="anticlockwise"), vessel("lancet", (3, -3), 0, 4, 4, "amber"))
    log = drifts(state, 1, 6)
    assert "Lancet ends in the hex of Wayhouse | 1 6 | die and thrust: 5 to 6 | Lancet leaves" in log
    assert waiting(state)[0].side == "amber" and hexes.direction(state.ships["wayhouse"].facing) == 0
    give(state, "lancet", "give way", kind=GiveWay)
    assert where(state, "lancet") == (3, -4) and state.ships["lancet"].hull == 12


def test_a_base_stops_short_of_an_asteroid_and_may_fly_into_a_planetoid() -> None:
    state = sea(station(), bodies=[rock((3, -3))])
    assert "Wayhouse stops short of what is there | hex 3/0" in drifts(state) and where(state, "wayhouse") == (2, -2)
    state = sea(station(), bodies=field("planet", (3, -3)))
    drifts(state, 2)
    assert state.ships["wayhouse"].removed_reason == "destroyed"


def test_a_base_that_leaves_the_map_is_gone() -> None:
    state = sea(station((1, 0), 0, 2), board=EDGED)
    assert "gone for good" in drifts(state)[-1] and state.ships["wayhouse"].removed_reason == "left"


def test_where_a_base_will_be_at_the_end_of_the_turn_is_drawn() -> None:
    state = sea(station(), bodies=[moving((5, 5), 4, 2)], board=EDGED)
    assert bases.forecast(state) == (), "beyond the edge"
    state.table = replace(state.table, board=OPEN)
    assert {zone.label for zone in bases.forecast(state)} == {"Wayhouse next"}
    state.table = replace(state.table, board=replace(EDGED, planet="bottom"))
    drawn_for = {zone.label for zone in HEXCESS.overlays(state, "wayhouse") if isinstance(zone, Zone)}
    assert "planet" in drawn_for


def test_the_planet_at_the_edge_is_drawn_beyond_it() -> None:
    (zone,) = terrain.air(replace(EDGED, planet="bottom"))
    assert zone.label == "planet" and all(y <= 1 - EDGED.rows for _, y in zone.outline)
    assert not terrain.air(EDGED)


def test_the_sheet_of_a_base_says_what_never_changes() -> None:
    found = {stat.label: (stat.value, stat.becomes) for stat in ship_sheet(sea(station()), "wayhouse").stats}
    assert found == {
        "Velocity": ("3", "for good"),
        "Heading": ("NE", "for good"),
        "Facing": ("NE", "rotates clockwise"),
    }


@pytest.mark.parametrize(
    ("built", "fastest", "planet"), [("none", 2, True), ("partial", 4, True), ("full", 6, True), ("none", 6, False)]
)
def test_near_a_planet_fast_bases_are_streamlined(built: str, fastest: int, planet: bool) -> None:
    """HX-34: velocity 2 plain, 3 and 4 partly, 5 and 6 fully streamlined."""
    near = [{"kind": "planet", "hexes": [[3, 3]]}] if planet else []
    for velocity in range(8):
        wrong = unfit({"velocity": velocity, "rotates": "clockwise"}, near, thrust=0, streamlining=built)
        assert bool(wrong) is (velocity not in range(1, fastest + 1)), (velocity, wrong)
    at_the_edge = unfit({"velocity": 3}, thrust=0, streamlining="none", edge="top")
    assert at_the_edge == ["near a planet a starbase that is not streamlined moves at 2 at most"]


def test_a_base_at_rest_is_refused_with_its_place_and_what_it_may_be() -> None:
    """Velocity 1 to 6 (hex/2.7/starbases); only one that a planet has stopped lies still (hex/2.7/planets)."""
    text = (
        "title: Post\nsystem: hexcess\ntable: {hexes: [24, 18]}\nsides: {azure: {name: A}}\nships:\n"
        "  wayhouse: {side: azure, design: wayhouse, at: [5, 5], course: 2, velocity: 0}\n"
        "  stage: {side: azure, design: wayhouse, at: [9, 9], course: 2, velocity: 7}\n"
        "  halt: {side: azure, design: wayhouse, at: [7, 9], course: 2}\n"
    )
    with pytest.raises(BadFile) as wrong:
        load_start_text(text, "post.yaml")
    found = [(one.line, one.column, one.path, one.message) for one in wrong.value.problems]
    still = "a starbase never lies still: it begins at velocity 1 or more"
    assert found == [
        (6, 78, "ships.wayhouse.velocity", still),
        (7, 75, "ships.stage.velocity", "a starbase moves at 6 at most"),
        (8, 3, "ships.halt.velocity", still),
    ]
    assert {one.hint for one in wrong.value.problems} == {"Give a velocity from 1 to 6."}
    assert load_start_text("turn: 2\n" + text.replace("velocity: 7", "velocity: 6"), "post.yaml").battle.state.turn == 2


def test_a_base_that_a_planet_has_stopped_lies_still() -> None:
    state = sea(station(velocity=1), bodies=field("planet", (2, -2)))
    for _ in range(3):
        drifts(state)
    assert (where(state, "wayhouse"), state.ships["wayhouse"].velocity) == ((1, -1), 0)


def test_only_bases_rotate() -> None:
    assert unfit({"rotates": "clockwise"}) == ["only a starbase rotates; ships turn by their drives"]


def unfit(entry: Entry, terrain: Sequence[Entry] = (), edge: str | None = None, **built: Any) -> list[str]:
    """Return what is wrong with the one ship of a battle file."""
    ships = {"post": {"side": "azure", "design": "post", "at": [5, 5], "course": 2, **entry}}
    table = {"hexes": [24, 18], "terrain": list(terrain), "planet_edge": edge}
    plain = {"title": "Post", "system": "hexcess", "table": table, "sides": {"azure": {"name": "A"}}, "ships": ships}
    return [
        why
        for _, why, _ in HexcessFiles().not_in_game(ThrustBattleFile.model_validate(plain), {"post": design(**built)})
    ]


# -- clouds ------------------------------------------------------------------------------------------------------------


def lives(state: ThrustState, *faces: int) -> dict[str, set[Hex]]:
    """Clouds roll these dice; the hexes of each kind afterwards."""
    told(partial(clouds.live, state), *faces)
    keys = [body.key for body in state.table.bodies]
    assert len(keys) == len(set(keys))
    return {kind: {hexes.hex_at(body.at) for body in state.table.bodies if body.kind == kind} for kind in clouds.LIVING}


def test_a_hex_vanishes_and_one_spreads() -> None:
    """HX-26: A rolls 1, B rolls 6 and 3 for SE."""
    state = sea(bodies=field("dust", (0, 0), (5, 5)))
    assert lives(state, 1, 6, 3)["dust"] == {(5, 5), (6, 5)}
    assert {body.part_of for body in state.table.bodies} == {"dust"}


def test_a_hex_goes_on_2_stays_on_3_and_4_and_spreads_from_5() -> None:
    state = sea(bodies=field("debris", (0, 0), (4, 0), (8, 0), (12, 0)))
    assert lives(state, 2, 3, 4, 5, 1)["debris"] == {(4, 0), (8, 0), (12, 0), (12, -1)}


def test_a_side_with_a_cloud_of_its_kind_is_rolled_again_and_kinds_overlap() -> None:
    """HX-39: NE is dust; SE is debris only, which is no hindrance; the new hex does not roll."""
    state = sea(bodies=[*field("dust", (0, 0), (1, -1)), *field("debris", (0, 1))])
    assert lives(state, 5, 3, 2, 4, 3) == {"dust": {(0, 0), (1, -1), (0, 1)}, "debris": {(0, 1)}}


def test_a_hex_among_six_of_its_kind_does_not_spread() -> None:
    """HX-39: six neighbours of dust."""
    around = hexes.neighbours((0, 0))
    state = sea(bodies=field("dust", (0, 0), *around))
    assert lives(state, 6, 3, 3, 3, 3, 3, 3)["dust"] == {(0, 0), *around}


def test_a_cloud_of_one_hex_grows_into_a_field_and_nothing_grows_beyond_the_map() -> None:
    state = sea(bodies=[rock((0, 0), "debris", "stones")], board=EDGED)
    assert lives(state, 5, 4)["debris"] == {(0, 0), (0, 1)}
    assert lives(state, 4, 3)["debris"] == {(0, 0), (0, 1)}
    assert [body.part_of for body in state.table.bodies] == ["", "stones"] and lives(state, 5, 3, 1)["debris"] == {
        (0, 0),
        (0, 1),
    }


def test_nebulae_and_meteors_stay_as_they_are() -> None:
    state = sea(bodies=[rock((0, 0), "nebula", "haze"), rock((1, 0), "meteors", "rain")])
    lives(state)
    assert len(state.table.bodies) == 2
