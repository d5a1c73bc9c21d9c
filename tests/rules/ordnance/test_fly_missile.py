"""Steered missiles: launch, flight, whom each takes, warheads by either set of rules (full-thrust-base/6.6/steered)."""

from __future__ import annotations

import math
import random
from functools import partial
from typing import Any

import pytest

from game.core.orders import Unreadable
from game.rules.counters.kinds import Missile
from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.commit import Commit
from game.rules.fighters import phases
from game.rules.ordnance import markers
from game.rules.ordnance.fly_missile import FLIGHT, TURN, FlyMissile, nearest_flight
from game.rules.ordnance.place_markers import PlaceMarkers, launches_nothing, next_to_launch
from game.rules.point_defence.defend import Defend, through
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import told
from tests.support.fighter_battles import BEAM_ONE, PDS, SCATTERGUN, carrier, give, refusal, table

SCREEN, FCS = Mount("", "screen"), Mount("", "fcs")


def boat(*warheads: str) -> Ship:
    """Return a ship on course 3 with missiles of these warheads, or with one of the standard kind."""
    found = carrier(
        "boat", "azure", (10.0, 24.0), *(Mount("", "missile", mode=one) for one in warheads or ("standard",))
    )
    found.course = found.facing = 3
    return found


def prey(at: tuple[float, float] = (28.0, 24.0), *mounts: Mount, **parts: Any) -> Ship:
    """Return a ship that lies still, with these systems."""
    found = carrier("prey", "crimson", at, *(mounts or (PDS, BEAM_ONE)), **{"hull": 40, **parts})
    found.velocity = 0
    return found


def launched(battle: ThrustState, order: str = "fly 18", key: str = "boat.MT") -> Missile:
    """Return a missile that has left its ship and flown."""
    give(battle, PlaceMarkers.parse("boat", f"place {key.partition('.')[2]} 10,24"))
    give(battle, FlyMissile.parse(key, order))
    found = battle.counters[key]
    assert isinstance(found, Missile)
    return found


@pytest.mark.parametrize("text", ["fly 18", "fly 12.5 P2", "fly 0", "fly 7 S1"])
def test_texts_read_back(text: str) -> None:
    order = FlyMissile.parse("boat.MT", text)
    assert str(order) == text and FlyMissile.parse("boat.MT", str(order)) == order


@pytest.mark.parametrize("text", ["", "fly", "fly x", "fly 12 X1", "go 12"])
def test_what_cannot_be_read_says_how_it_is_written(text: str) -> None:
    with pytest.raises(Unreadable, match=r"fly 12\.5 P2"):
        FlyMissile.parse("boat.MT", text)


def test_it_starts_at_its_ship_and_is_asked_at_once() -> None:
    battle = table(boat(), prey())
    assert "starts at its ship" in refusal(battle, PlaceMarkers.parse("boat", "place MT 12,24")).why
    give(battle, PlaceMarkers.parse("boat", "place MT 10,24"))
    assert next_to_launch(battle)[0].ids == ("boat.MT",)
    prompt = next_to_launch(battle)[0]
    assert str(launches_nothing(battle, prompt)) == "fly 18"


@pytest.mark.parametrize(("text", "why"), [("fly 18.1", "18 MU at most"), ("fly 9 P3", "turns 2 points")])
def test_how_far_and_how_sharp(text: str, why: str) -> None:
    battle = table(boat(), prey())
    give(battle, PlaceMarkers.parse("boat", "place MT 10,24"))
    assert why in refusal(battle, FlyMissile.parse("boat.MT", text)).why


def test_it_turns_in_the_middle() -> None:
    battle = table(boat(), prey())
    one = launched(battle, "fly 18 P2")
    assert one.at == pytest.approx((19 + 9 * math.sin(math.radians(30)), 24 + 9 * math.cos(math.radians(30))), abs=0.01)
    assert one.facing == 1


def test_a_drag_finds_the_flight_that_ends_nearest() -> None:
    """Against all lengths in tenths and all turns."""
    rolls = random.Random(4)
    for _ in range(200):
        place, facing = (rolls.uniform(-20, 20), rolls.uniform(-20, 20)), rolls.randint(1, 12)
        best = min(nearest_flight((0.0, 0.0), facing, turn, place) for turn in range(-TURN, TURN + 1))
        ends = []
        for turn in range(-TURN, TURN + 1):
            for tenths in range(int(10 * FLIGHT) + 1):
                half, (a, b) = tenths / 20, (math.radians(30 * facing), math.radians(30 * (facing + turn)))
                end = half * (math.sin(a) + math.sin(b)), half * (math.cos(a) + math.cos(b))
                ends.append(math.dist(end, place))
        assert best[0] == pytest.approx(min(ends), abs=1e-6)


def test_it_flies_three_turns_and_is_wasted_then() -> None:
    battle = table(boat(), prey((70.0, 4.0)))
    launched(battle, "fly 5")
    for age in (2, 3):
        told(partial(markers.take_targets, battle))
        assert battle.counters["boat.MT"].age == age
    told(partial(markers.take_targets, battle))
    assert battle.counters["boat.MT"].removed_reason == "wasted"


def test_off_the_table_it_is_lost() -> None:
    ship = boat()
    ship.course = ship.facing = 9
    battle = table(ship, prey())
    assert launched(battle).removed_reason == "off the table"


@pytest.mark.parametrize(("system", "face", "killed"), [("PDS", 6, True), ("PDS", 5, False), ("SG", 1, True)])
def test_a_pds_kills_it_on_6_and_a_scattergun_always(system: str, face: int, killed: bool) -> None:
    battle = table(boat(), prey((28.0, 24.0), PDS, SCATTERGUN, SCREEN))
    launched(battle)
    told(partial(markers.take_targets, battle))
    give(battle, Defend.parse("prey", f"defend {system}>boat.MT"))
    told(partial(phases.end_defence, battle), face)
    told(partial(markers.attack, battle), *(() if killed else (5, 4)))
    assert battle.ships["prey"].hull == (40 if killed else 31), "screens do nothing"


def test_guns_do_not_meet_it() -> None:
    battle = table(boat(), prey())
    launched(battle)
    told(partial(markers.take_targets, battle))
    assert "cannot hit" in refusal(battle, Defend.parse("prey", "defend B1>boat.MT")).why
    found = through(battle, battle.ships["prey"], {})
    assert found is not None and found.mean == pytest.approx(7)


@pytest.mark.parametrize(
    ("faces", "lost"),
    [((3,), set()), ((4, 5, 4, 1), {"SCR"}), ((5, 4, 5, 1), {"FCS"}), ((6, 4, 3, 1), {"SCR"})],
    ids=["2: nothing", "3: at 5", "4: at 5", "5: at 4"],
)
def test_a_pulse_checks_every_system(faces: tuple[int, ...], lost: set[str]) -> None:
    """A die less the screen: 1 or 2 nothing, 3 and 4 at 5, from 5 at 4; then a die for each system, the drive last."""
    battle = table(boat("EMP"), prey((28.0, 24.0), SCREEN, FCS))
    launched(battle)
    told(partial(markers.take_targets, battle))
    told(partial(markers.attack, battle), *faces)
    ship = battle.ships["prey"]
    assert ship.lost == lost and ship.hull == 40


@pytest.mark.parametrize(("face", "burnt"), [(3, set()), (4, {"SCR"})])
def test_a_needle_burns_a_system_out(face: int, burnt: set[str]) -> None:
    battle = table(boat("needle"), prey((28.0, 24.0), SCREEN, FCS))
    launched(battle)
    told(partial(markers.take_targets, battle))
    told(partial(markers.attack, battle), 3, face)
    ship = battle.ships["prey"]
    assert ship.hull == 37 and ship.killed == burnt


def test_under_the_level_it_hits_as_a_heavy_missile_does() -> None:
    battle = table(boat("standard", "needle"), prey((28.0, 24.0), PDS, FCS), pd_rules="pdl")
    give(battle, PlaceMarkers.parse("boat", "place MTa 10,24 MTb 10,24"))
    for key in ("boat.MTa", "boat.MTb"):
        give(battle, FlyMissile.parse(key, "fly 18"))
    told(partial(markers.take_targets, battle))
    give(battle, Commit.parse("prey", "commit PDS"))
    told(partial(roll_levels, battle), 5)  # level 1: they hit on 3
    told(partial(resolve, battle), 3, 6, 1, 2)
    assert battle.ships["prey"].hull == 33 and not any(one.in_play for one in battle.counters.values())


def test_what_is_suggested_comes_near_an_enemy() -> None:
    battle = table(boat(), prey((26.0, 28.0)))
    best = PlaceMarkers("boat").suggestion(battle)
    assert best is not None and str(best) == "place MT 10,24"
    give(battle, best)
    flight = FlyMissile("boat.MT").suggestion(battle)
    assert flight is not None
    flight.check(battle)
    assert math.dist(flight.pose(battle).at, (26.0, 28.0)) < 1.0
    assert [round(one.mean) for one in flight.odds(battle, {})] == [6]
