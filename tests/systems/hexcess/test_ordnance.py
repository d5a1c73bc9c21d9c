"""Salvos and missiles of Hexcess Thrust: launched after moves, at half the range, in hexes of their own
(hex/2.2/ordnance)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import fingerprint
from game.battle.idling import nothing_more
from game.battle.loader import load_start_text, new_save, open_battle
from game.board import hexes
from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.display import Zone
from game.core.installation import data_root
from game.core.orders import Prompt
from game.rules.counters.kinds import Flight, Missile, Salvo
from game.rules.ordnance import markers
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.place_markers import PlaceMarkers, launches_nothing
from game.rules.point_defence.defend import Defend, through
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.property.test_random_battles import drawn, fight
from tests.support.battles import paper
from tests.support.builders import design, ship, umpire
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import give, refused, sea, vessel

RACK, MISSILE, HANGAR = (
    Mount("", "smr", arcs=("F",)),
    Mount("", "missile", mode="standard", arcs=("F",)),
    Mount("", "hangar"),
)
SCENARIO = data_root() / "scenarios" / "hexcess" / "stones_in_flight.yaml"
BEFORE = paper(
    "Before",
    """\
  wether: {side: azure, design: wether, at: [5, 7], course: 2, velocity: 3}
  tuff: {side: amber, design: tuff, at: [20, -2], course: 8, velocity: 3}
victory: {kind: last-side, turns: 4}
""",
    "hexcess",
    seed=4,
    table="{hexes: [28, 18]}",
)


def thrower(*mounts: Mount, at: Hex = (0, 0), velocity: int = 4) -> Ship:
    """Return a ship that heads north, with these launchers."""
    return ship("sling", "azure", hexes.at(at), 12, velocity, design(*mounts))


def facing(target: Hex = (0, -12), *mounts: Mount, bodies: tuple[Body, ...] = ()) -> ThrustState:
    """It and an enemy."""
    return sea(thrower(*(mounts or (RACK, RACK))), vessel("prey", target, side="amber"), bodies=bodies)


def flown(state: ThrustState, key: str, text: str) -> Hex:
    """Return where a missile ends its flight."""
    give(state, key, text, kind=FlyMissile)
    return hexes.hex_at(state.counters[key].at)


# -- markers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "far"), [((0, -12), True), ((0, -13), False)])
def test_a_salvo_reaches_twelve_hexes(target: Hex, far: bool) -> None:
    state, text = facing((0, -15)), f"place SMRa {target[0]},{target[1]}"
    if far:
        give(state, "sling", text, kind=PlaceMarkers)
        assert hexes.hex_at(state.counters["sling.SMRa"].at) == target
    else:
        assert "12" in refused(state, "sling", text, PlaceMarkers).why


@pytest.mark.parametrize(("target", "taken"), [((0, -14), "prey"), ((0, -15), "")])
def test_a_marker_takes_the_closest_enemy_within_three_hexes(target: Hex, taken: str) -> None:
    state = facing(target)
    give(state, "sling", "place SMRa 0,-11", kind=PlaceMarkers)
    markers.take_targets(state, umpire())
    assert (state.counters["sling.SMRa"].target, state.counters["sling.SMRa"].in_play) == (taken, bool(taken))


def test_odds_are_those_of_where_ships_lie_now_since_they_have_moved() -> None:
    state = facing((0, -12))
    state.ships["prey"].velocity = 9  # it would be far away if it went straight on
    order = PlaceMarkers.parse("sling", "place SMRa 0,-11")
    assert [one.target for one in order.odds(state, {})] == ["prey"]
    assert any("takes Prey" in one.label for one in order.overlays(state) if isinstance(one, Zone))
    suggested = PlaceMarkers("sling").suggestion(state)
    assert suggested is not None and len(suggested.places) == 2
    suggested.check(state)


def test_no_marker_lies_in_a_hex_that_another_piece_has_but_two_of_one_turn_share_one() -> None:
    state = facing((0, -10), bodies=(rock((1, -10)),))
    state.counters["wing"] = Flight("wing", "Wing", "azure", "sling", "", hexes.at((-1, -8)), 12, 12, count=6, total=6)
    for place, why in (("0,-10", "Prey"), ("1,-10", "that hex"), ("-1,-8", "Wing")):
        assert why in refused(state, "sling", f"place SMRa {place}", PlaceMarkers).why
    give(state, "sling", "place SMRa 0,-9 SMRb 0,-9", kind=PlaceMarkers)
    assert {one.at for one in state.counters.values() if isinstance(one, Salvo)} == {hexes.at((0, -9))}


def test_a_pointer_at_an_enemy_means_a_free_hex_beside_it_and_one_too_far_the_last_in_reach() -> None:
    state = facing((0, -10))
    near = PlaceMarkers("sling").toward(state, hexes.at((0, -10)))
    assert near is not None and hexes.distance(hexes.hex_at(near.at), (0, -10)) == 1
    far = PlaceMarkers("sling").toward(state, hexes.at((2, -20)))
    assert far is not None and hexes.distance(hexes.hex_at(far.at), (0, 0)) == 12


# -- missiles ----------------------------------------------------------------------------------------------------------


def test_missiles_launched_from_one_hex_part_in_their_first_flight() -> None:
    """HX-31."""
    state = facing((9, -9), MISSILE, MISSILE, MISSILE)
    give(state, "sling", "place MTa 0,0 MTb 0,0 MTc 0,0", kind=PlaceMarkers)
    assert {one.at for one in state.counters.values()} == {hexes.at((0, 0))}
    assert "lies there" in refused(state, "sling.MTa", "fly 0", FlyMissile).why
    assert flown(state, "sling.MTa", "fly 18") == (0, -18)
    assert "lies there" in refused(state, "sling.MTb", "fly 18", FlyMissile).why
    assert flown(state, "sling.MTb", "fly 18 S2") == (9, -18)
    idle = launches_nothing(state, Prompt("azure", ("sling.MTc",), ("sling.MTc",)))
    assert str(idle) == "fly 17"  # straight on is taken, and it flies as far as it can
    idle.check(state)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("fly 5", (0, -5)),
        ("fly 5 P2", (-3, -2)),
        ("fly 4 S2", (2, -4)),
        ("fly 18 S2", (9, -18)),
        ("fly 0", None),
        ("fly 5 S1", None),
        ("fly 4.5", None),
        ("fly 19", None),
    ],
)
def test_it_flies_whole_hexes_with_one_side_half_way(text: str, end: Hex | None) -> None:
    state = facing((12, -6), MISSILE)
    give(state, "sling", "place MT 0,0", kind=PlaceMarkers)
    if end is None:
        assert refused(state, "sling.MT", text, FlyMissile)
    else:
        assert flown(state, "sling.MT", text) == end


def test_planets_stop_it_asteroids_are_passed_but_not_stopped_in() -> None:
    state = facing((12, -6), MISSILE, bodies=(rock((0, -4)), rock((2, -8), kind="planet")))
    give(state, "sling", "place MT 0,0", kind=PlaceMarkers)
    assert "that hex" in refused(state, "sling.MT", "fly 4", FlyMissile).why
    assert "in the way" in refused(state, "sling.MT", "fly 12 S2", FlyMissile).why  # six north, then over (2, -8)
    ends = {hexes.hex_at(one.at) for one in FlyMissile("sling.MT").destinations(state)}
    assert (0, -4) not in ends and (0, -5) in ends
    assert flown(state, "sling.MT", "fly 6") == (0, -6)


def test_off_the_map_it_is_lost() -> None:
    """HX-35."""
    opened = load_start_text(SCENARIO.read_text(encoding="utf-8"), "stones.yaml")
    state = opened.battle.state
    state.counters["tuff.MT"] = Missile(
        "tuff.MT", "Missile", "amber", "tuff", "MTa", hexes.at((2, 8)), 8, 8, mode="standard"
    )
    FlyMissile("tuff.MT").carry_out(state, umpire())
    assert not state.counters["tuff.MT"].in_play and state.counters["tuff.MT"].removed_reason == "off the table"


# -- defence and the whole turn ----------------------------------------------------------------------------------------


def test_point_defence_is_given_out_against_markers_before_they_strike() -> None:
    state = sea(
        thrower(RACK), ship("prey", "amber", hexes.at((0, -10)), 12, 0, design(Mount("", "pds"), Mount("", "pds")))
    )
    give(state, "sling", "place SMR 0,-9", kind=PlaceMarkers)
    markers.take_targets(state, umpire())
    bare = through(state, state.ships["prey"], {})
    best = Defend("prey").suggestion(state)
    assert best is not None and str(best) == "defend PDSa>sling.SMR PDSb>sling.SMR" and bare is not None
    kept = next(one for one in best.odds(state, {}) if one.target == "prey")
    assert kept.mean < bare.mean


def test_a_save_of_before_these_steps_still_opens(tmp_path: Path) -> None:
    """What a save does not say of them passes as if nothing were launched."""
    opened = load_start_text(BEFORE, "before.yaml")
    recorder = new_save(opened, tmp_path)
    while opened.battle.state.turn < 3:
        order = nothing_more(opened.battle)
        assert order is not None
        opened.battle.play(order)
    recorder.close()
    lines = recorder.journal.path.read_text(encoding="utf-8").splitlines()
    without = [line.partition(" # =")[0] for line in lines if "place none" not in line]
    assert len(without) < len(lines)
    old = tmp_path / "old.yaml"
    old.write_text("\n".join(without) + "\n", encoding="utf-8")
    assert fingerprint(open_battle(old).battle.state) == fingerprint(opened.battle.state)


@pytest.mark.parametrize("seed", range(10))
def test_a_random_battle_with_missiles_keeps_every_promise(seed: int, tmp_path: Path) -> None:
    opened = drawn(SCENARIO, seed)
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)
    assert not any(isinstance(one, Salvo) and one.in_play for one in opened.battle.state.counters.values())
