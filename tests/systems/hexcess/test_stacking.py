"""Never two objects in one hex: roll-offs, who leaves and to where, chains (hex/2.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.board import hexes
from game.board.boards import HexBoard
from game.rules.hex.helm import began
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement import stacking
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.stacking import (
    ARRIVING,
    LEAVING,
    GiveWay,
    beats,
    must_leave,
    open_sides,
    set_down,
    waiting,
)
from tests.support.builders import umpire
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import give, refused, sea, vessel, where

MET = (0, -3)  # where a ship ends that moves three hexes N from the middle


def meeting(thrust: int, other: int, velocity: int = 3) -> ThrustState:
    """Return a ship that will end where another lies."""
    return sea(vessel("mover", velocity=velocity, thrust=thrust), vessel("other", (0, -velocity), 2, 4, other, "amber"))


def test_of_two_ships_the_higher_leaves() -> None:
    """HX-20: 3 + 4 against 2 + 6; the owner of the other ship picks, and it keeps heading and facing."""
    state = meeting(4, 6)
    log = give(state, "mover", "f f f", 3, 2)
    assert "Other leaves" in [line.result for line in log]
    (prompt,) = waiting(state)
    assert (prompt.side, prompt.ids, prompt.waiting) == ("amber", ("other",), ("other",))
    assert where(state, "mover") == where(state, "other") == MET
    give(state, "other", "to SW", kind=GiveWay)
    assert where(state, "other") == hexes.step(MET, 4) and where(state, "mover") == MET
    other = state.ships["other"]
    assert (other.course, other.facing, other.velocity) == (4, 4, 4)
    assert not waiting(state) and not LEAVING.of(state) and not ARRIVING.of(state)


def test_the_mover_leaves_if_she_rolls_higher_and_goes_ahead_by_habit() -> None:
    state = meeting(6, 4)
    give(state, "mover", "f f f", 3, 2)
    (prompt,) = waiting(state)
    assert prompt.side == "azure"
    assert refused(state, "other", "to N", GiveWay).why == "this one has no hex to leave"
    give(state, "mover", "give way", kind=GiveWay)
    assert where(state, "mover") == (0, -4) and where(state, "other") == MET


def test_by_habit_she_leaves_along_her_heading_or_nearest_to_it() -> None:
    """Ahead, then the bows, the quarters, astern (hex/2.5); the hexes ahead and on its starboard bow are taken."""
    taken = [rock(hexes.step((0, 0), side), key=f"rock{side}") for side in (2, 3)]
    state = sea(vessel("mover", heading=2), bodies=taken)
    LEAVING.set(state, "mover")
    assert open_sides(state, state.ships["mover"]) == [1, 4, 0, 5]
    give(state, "mover", "give way", kind=GiveWay)
    assert where(state, "mover") == (1, -1)


def test_equal_totals_roll_again() -> None:
    state = meeting(4, 6)
    log = give(state, "mover", "f f f", 4, 2, 3, 2)
    assert [line.result for line in log if line.kind == "contact"] == ["rolled again", "Other leaves"]


def test_an_asteroid_that_wins_does_damage_by_the_velocity_at_the_start_of_the_move() -> None:
    """HX-21: 1 + 2 against 4, at velocity 5 three dice of hull damage; the ship is displaced."""
    state = sea(vessel("mover", velocity=5, thrust=2, hull=60), bodies=[rock((0, -5))])
    log = give(state, "mover", "f f f f f -1", 1, 4, 2, 3, 4)
    assert state.ships["mover"].hull == 51
    (hurt,) = [line for line in log if line.kind == "hazard"]
    assert dict(hurt.harm)["hull"] == 9 and hurt.reason == "velocity 5, a die for each 2"
    assert waiting(state)[0].ids == ("mover",)
    assert refused(state, "mover", "sideways", GiveWay).rule == "hex/2.5"
    give(state, "mover", "to NE", kind=GiveWay)
    assert where(state, "mover") == (1, -6)


def test_a_ship_that_an_asteroid_destroys_gives_way_to_nobody() -> None:
    state = sea(vessel("mover", velocity=5, thrust=2, hull=8), bodies=[rock((0, -5))])
    give(state, "mover", "0", 1, 4, 2, 3, 4)
    assert state.ships["mover"].removed_reason == "destroyed" and not waiting(state)


def test_an_asteroid_may_be_a_matter_of_life() -> None:
    """By option one die, velocity less thrust or more, and the ship is unhurt (hex/2.7)."""
    for face, fate in ((3, ""), (2, "destroyed")):
        state = sea(vessel("mover", velocity=5, thrust=2), bodies=[rock((0, -5))], asteroid_hit="fatal")
        give(state, "mover", "0", 1, 4, face)
        assert state.ships["mover"].removed_reason == fate and state.ships["mover"].hull == 12


def test_a_starbase_stays_and_does_no_damage() -> None:
    """HX-22: 1 + 4 against 6, the mover leaves; so it would have, had it rolled higher."""
    for mine, theirs in ((1, 6), (6, 1)):
        state = sea(vessel("mover", velocity=3, thrust=4), vessel("base", MET, thrust=0, side="amber"))
        log = give(state, "mover", "0", mine, theirs)
        assert waiting(state)[0].ids == ("mover",) and state.ships["mover"].hull == 12
        assert not [line for line in log if line.kind == "hazard"]


@pytest.mark.parametrize(("thrust", "hits", "faces"), [(4, 0, (3, 5)), (4, 2, (6, 4)), (2, 0, (2, 4, 2, 3))])
def test_a_ship_that_beats_an_asteroid_is_displaced_unhurt(thrust: int, hits: int, faces: tuple[int, ...]) -> None:
    """HX-33: by thrust 4; by the die alone with a dead drive; after a tie."""
    state = sea(vessel("mover", velocity=3, thrust=thrust, hits=hits), bodies=[rock(MET)])
    give(state, "mover", "0", *faces)
    assert waiting(state)[0].ids == ("mover",) and state.ships["mover"].hull == 12
    give(state, "mover", "give way", kind=GiveWay)
    assert where(state, "mover") == (0, -4)


def crowded() -> ThrustState:
    """HX-32: all six neighbours of the hex are full, one of them with a ship that has not moved."""
    ring = list(hexes.ring(MET, 1))
    return sea(
        vessel("mover", (0, -1), velocity=2, thrust=3),
        vessel("other", MET, thrust=3, side="amber", hits=1),
        vessel("pushed", ring[1], 2, 4, 5, "amber"),
        bodies=[rock(one, key=f"rock{n}") for n, one in enumerate(ring) if n not in (1, 3)]
        + [rock(ring[3], key="rock3")],
    )


def test_a_ship_without_a_free_hex_beside_her_displaces_another() -> None:
    """HX-32: 4 + 3 against 2 + 1, the mover leaves for the hex of a ship, 1 + 3 against 3 + 5, which leaves in turn."""
    state = crowded()
    give(state, "mover", "f f", 4, 2)
    assert waiting(state)[0].ids == ("mover",) and len(open_sides(state, state.ships["mover"])) == 6
    give(state, "mover", "to NE", 1, 3, kind=GiveWay)
    assert waiting(state)[0].ids == ("pushed",) and waiting(state)[0].side == "amber"
    there = where(state, "pushed")
    assert there == where(state, "mover") == hexes.step(MET, 1)
    give(state, "pushed", "to SE", kind=GiveWay)
    pushed = state.ships["pushed"]
    assert where(state, "mover") == there and where(state, "other") == MET
    assert where(state, "pushed") == hexes.step(there, 2) and (pushed.course, pushed.facing) == (4, 4)
    start = where(state, "pushed")
    give(state, "pushed", "f f f f")
    assert where(state, "pushed") == hexes.step(start, 2, 4)


def test_a_hex_that_is_taken_is_refused_while_another_is_free() -> None:
    state = meeting(6, 4)
    state.table = sea(bodies=[rock((0, -4)), rock((1, -4), "planet", "moon"), rock((-1, -3), "dust", "veil")]).table
    give(state, "mover", "f f f", 3, 2)
    assert "Rock is in" in refused(state, "mover", "to N", GiveWay).why
    assert "planetoid" in refused(state, "mover", "to NE", GiveWay).why
    give(state, "mover", "to NW", kind=GiveWay)  # dust is no object
    assert where(state, "mover") == (-1, -3)


def test_nobody_is_displaced_off_the_map() -> None:
    board = HexBoard(10, 10, mu=2, rounded_up=True, sides=True, only_rows=True)
    state = sea(
        vessel("mover", (4, 1), velocity=3, thrust=6), vessel("other", (4, -2), thrust=4, side="amber"), board=board
    )
    give(state, "mover", "f f f", 3, 2)
    assert "off the map" in refused(state, "mover", "to N", GiveWay).why
    assert open_sides(state, state.ships["mover"]) == [2, 4, 3]
    ends = {destination.lane: hexes.hex_at(destination.at) for destination in GiveWay("mover").destinations(state)}
    assert ends == {2: (5, -2), 4: (3, -1), 3: (4, -1)}


@pytest.mark.parametrize("open_to", [2, None])
def test_who_has_but_one_way_takes_it_and_who_has_none_stays(open_to: int | None) -> None:
    moons = [rock(one, "planet", f"moon{n}") for n, one in enumerate(hexes.ring(MET, 1)) if n != open_to]
    state = sea(vessel("mover", MET), bodies=moons)
    rolled = umpire()
    must_leave(state, rolled, state.ships["mover"])
    assert not waiting(state)
    assert where(state, "mover") == (MET if open_to is None else hexes.step(MET, open_to))
    assert rolled.log[-1].text == (
        "{mover} has nowhere to go and stays" if open_to is None else "{mover} gives way to SE"
    )


def test_what_moves_together_is_set_down_one_after_the_other() -> None:
    state = sea(vessel("first", MET), vessel("second", MET, side="amber"), vessel("third", MET, side="amber"))
    set_down(state, umpire(6, 1), ("first", "second", "third"))
    assert waiting(state)[0].ids == ("second",) and ARRIVING.of(state) == ("third",)
    give(state, "second", "to N", 1, 6, kind=GiveWay)
    assert waiting(state)[0].ids == ("first",)
    give(state, "first", "to S", kind=GiveWay)
    assert [where(state, key) for key in ("first", "second", "third")] == [(0, -2), (0, -4), MET]


def test_the_counter_shows_the_new_velocity_after_the_last_hex() -> None:
    """HX-72: 5 during that move, which terrain counts, 8 after it."""
    state = sea(vessel("mover", velocity=5), bodies=[rock((3, -5))])
    give(state, "mover", "f f S f f f +3", 6, 1)
    ship = state.ships["mover"]
    assert waiting(state) and began(state, ship) == 5 and ship.velocity == 8


@pytest.mark.parametrize(("thrust", "share"), [(0, 50.0), (1, 67.7), (2, 81.3), (3, 90.9), (4, 97.1), (5, 100.0)])
def test_the_chance_to_beat_an_asteroid(thrust: int, share: float) -> None:
    assert float(beats(thrust, 0)) * 100 == pytest.approx(share, abs=0.05)
    assert beats(0, thrust) == 1 - beats(thrust, 0)


def test_the_chance_of_the_roll_off_stands_beside_the_order() -> None:
    state = meeting(6, 6)
    (risk,) = HexMove("mover").risks(state)
    assert risk.chance == float(Fraction(1, 2)) and risk.rule == stacking.RULE
