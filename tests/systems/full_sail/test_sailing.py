"""Movement at sea: plans, special orders, irons and drift, ground, weed and fog, fouling (sail/3)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.umpire import Umpire
from game.systems.full_sail.gunnery.fouling import OWED, foul, pay, pay_all
from game.systems.full_sail.sea.sail_plan import SailPlan, fault, legal_moves, means, sails
from game.systems.full_sail.sea.sailing import sail_all
from game.systems.full_sail.sea.terrain import first_entries
from game.systems.full_sail.ships.grapples import between, partners, tie
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind, wind_of
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import at_sea, body, sailer

MIDDLE = (36.0, 24.0)


def sea(*ships: SailingShip, speed: int = 16, source: int = 12, **rules: Any) -> SailState:
    """Return ships under a wind."""
    state = at_sea(*ships, **rules)
    set_wind(state, Wind(speed, source))
    return state


def sailed(state: SailState, plan: SailPlan, *faces: int, key: str = "halcyon") -> Umpire:
    """Sail a turn, if the plan is legal; every die that is given must be rolled."""
    reason = fault(state, state.ships[key], plan)
    assert reason is None, reason
    dice = umpire(*faces, phase=3)
    sail_all(state, dice, {key: plan})
    assert dice.faces == faces
    return dice


def under_way(one: SailingShip) -> tuple[int, int, bool]:
    """Heading, speed, drift."""
    return one.course, one.velocity, one.adrift


def test_a_plot_above_top_speed_is_cut() -> None:
    one = sailer(at=MIDDLE, course=1, velocity=10)
    sailed(sea(one), SailPlan((), 4))
    assert under_way(one) == (1, 8, False), "FS-01"


def test_irons_and_drift() -> None:
    label, one = "FS-07", sailer(at=MIDDLE, course=12, velocity=10)
    state = sea(one, speed=12)
    sailed(state, SailPlan())
    assert under_way(one) == (6, 0, True), label
    speeds = []
    for _ in range(4):
        sailed(state, SailPlan())
        speeds.append(one.velocity)
    assert (speeds, one.course, one.adrift) == ([2, 4, 6, 6], 6, True), label


def test_drift_is_limited_by_half_the_wind() -> None:
    one = sailer(at=MIDDLE, course=6, adrift=True)
    state, speeds = sea(one, speed=8), []
    for _ in range(3):
        sailed(state, SailPlan())
        speeds.append(one.velocity)
    assert speeds == [2, 4, 4], "FS-08"


def test_a_drifting_ship_makes_sail_again() -> None:
    one = sailer(at=MIDDLE, course=6, velocity=4, adrift=True)
    state = sea(one)
    assert fault(state, one, SailPlan((1,)))
    sailed(state, SailPlan((1,), 2))
    assert under_way(one) == (7, 6, False)


def test_tacking_through_the_wind_is_harmless() -> None:
    one = sailer(at=MIDDLE, course=11, velocity=8)
    state = sea(one)
    assert means(state, one).turning == 2, "FS-09"
    sailed(state, SailPlan((2,)))
    assert under_way(one) == (1, 8, False), "FS-09"


@pytest.mark.parametrize(("face", "hull", "anchor"), [(6, 18, False), (5, 20, True)])
def test_an_anchor_dropped_at_speed_may_part(face: int, hull: int, anchor: bool) -> None:
    one = sailer(at=MIDDLE, velocity=10)
    sailed(sea(one), SailPlan(special="AN"), face)
    assert (one.at, one.velocity, one.hull, one.anchor, one.anchored) == (MIDDLE, 0, hull, anchor, anchor), "FS-10"


def test_an_anchor_dropped_within_thrust_holds() -> None:
    label, one = "FS-11", sailer(at=MIDDLE, velocity=6)
    state = sea(one)
    sailed(state, SailPlan(special="AN"))
    assert (one.at, one.velocity, one.anchored) == (MIDDLE, 0, True), label
    assert fault(state, one, SailPlan((1,))) and fault(state, one, SailPlan(special="AN"))
    sailed(state, SailPlan(special="WEIGH"))
    assert (one.at, one.anchored) == (MIDDLE, False)


def test_backed_sails_halve_the_speed() -> None:
    label, one = "FS-12", sailer(at=MIDDLE, velocity=9)
    state = sea(one)
    assert fault(state, one, SailPlan((), 1, "BS")) and fault(state, one, SailPlan((4,), 0, "BS"))
    sailed(state, SailPlan((3,), 0, "BS"))
    assert (one.velocity, one.course) == (4, 6), label


def test_islands_stop_and_hurt() -> None:
    one = sailer(at=(0.0, 10.0), velocity=11)
    sailed(sea(one, bodies=(body("island", (10.0, 10.0)),)), SailPlan(), 4, *(1,) * 14, 1)
    assert (one.at, one.velocity, one.hull) == ((8.0, 10.0), 0, 11), "FS-13"


def test_a_reef_stops_too() -> None:
    one = sailer(at=(4.0, 10.0), velocity=5)
    state = sea(one, bodies=(body("reef", (10.0, 10.0)),))
    sailed(state, SailPlan(), 2)
    assert (one.at, one.velocity, one.hull) == ((8.0, 10.0), 0, 16), "FS-54"


def test_a_ship_at_the_edge_of_an_island_may_leave_it() -> None:
    island = (body("island", (10.0, 10.0)),)
    assert first_entries(((8.0, 10.0), (4.0, 10.0)), island, ("island",)) == ()
    assert first_entries(((8.0, 10.0), (8.0, 16.0)), island, ("island",))[0].far == pytest.approx(0)
    assert first_entries(((8.0, 10.0), (6.0, 13.0), (12.0, 11.0)), island, ("island",))[0].far > 3


def test_weed_slows() -> None:
    label, one = "FS-14", sailer(at=(10.0, 10.0), velocity=7)
    state = sea(one, bodies=(body("sargasso", (10.0, 10.0)),))
    sailed(state, SailPlan(), 5, 4)
    assert (one.at, one.velocity) == ((10.0, 10.0), 0), label


def test_weed_slows_who_enters_it() -> None:
    one = sailer(at=(4.0, 10.0), velocity=9)
    sailed(sea(one, bodies=(body("sargasso", (10.0, 10.0)),)), SailPlan(), 1, 1)
    assert (one.at, one.velocity) == ((11.0, 10.0), 7)


@pytest.mark.parametrize(("faces", "at", "speed"), [((1, 1), 11.0, 7), ((2, 3), 8.0, 4), ((6, 6), 8.0, 0)])
def test_weed_cuts_the_rest_of_a_move_at_once(faces: tuple[int, int], at: float, speed: int) -> None:
    one = sailer(at=(4.0, 10.0), velocity=9)
    sailed(sea(one, bodies=(body("sargasso", (10.0, 10.0)),)), SailPlan(), *faces)
    assert (one.at, one.velocity) == ((at, 10.0), speed)


def test_weed_behind_a_reef_slows_nobody_and_weed_before_it_may_save_a_ship() -> None:
    reef, weed = body("reef", (10.0, 10.0)), body("sargasso", (18.0, 10.0))
    one = sailer(at=(4.0, 10.0), velocity=14)
    sailed(sea(one, bodies=(reef, weed)), SailPlan(), 1, *(1,) * 14, 1)
    assert (one.at, one.velocity, one.hull) == ((8.0, 10.0), 0, 12)
    other = sailer(at=(12.0, 10.0), velocity=14)
    sailed(sea(other, bodies=(body("reef", (26.0, 10.0)), weed)), SailPlan(), 2, 3)
    assert (other.at, other.velocity, other.hull) == ((21.0, 10.0), 9, 20)
    third = sailer(at=(12.0, 10.0), velocity=14)
    sailed(sea(third, bodies=(body("reef", (23.0, 10.0)), weed)), SailPlan(), 1, 2, 1, *(1,) * 14, 1)
    assert (third.at, third.velocity, third.hull) == ((21.0, 10.0), 0, 14)


def test_a_ship_that_ends_its_move_off_the_table_has_left() -> None:
    one = sailer(at=(70.0, 24.0), velocity=4)
    sailed(sea(one), SailPlan())
    assert (one.in_play, one.removed_reason) == (False, "left")
    edge = sailer(at=(68.0, 24.0), velocity=4)
    sailed(sea(edge), SailPlan())
    assert edge.in_play and edge.at == (72.0, 24.0)
    drifting = sailer(at=(36.0, 1.0), course=6, velocity=2, adrift=True)
    sailed(sea(drifting), SailPlan())
    assert drifting.removed_reason == "left"


@pytest.mark.parametrize(("faces", "course"), [((5, 2), 4), ((4,), 3)])
def test_fog_turns_a_ship(faces: tuple[int, ...], course: int) -> None:
    one = sailer(at=(4.0, 10.0), velocity=7)
    sailed(sea(one, bodies=(body("fog", (10.0, 10.0)),)), SailPlan(), *faces)
    assert one.course == course, "FS-15"


@pytest.mark.parametrize(
    ("plan", "end"), [(SailPlan((2,), 2), (2, 2, False)), (SailPlan((), 4), (6, 0, True)), (SailPlan(), (6, 2, True))]
)
def test_after_a_breakaway_a_ship_turns_off_the_wind_or_is_caught(plan: SailPlan, end: tuple[int, int, bool]) -> None:
    one = sailer(at=MIDDLE, course=12)
    sailed(sea(one), plan)
    assert under_way(one) == end, "FS-52"


def test_light_winds_stop_in_two_turns() -> None:
    label, one = "FS-56", sailer("tern", at=MIDDLE, course=5, velocity=10)
    state = sea(one, speed=8)
    assert (means(state, one).thrust, means(state, one).turning) == (10, 5), label
    sailed(state, SailPlan((-5,)), key="tern")
    assert under_way(one) == (12, 2, False), label
    sailed(state, SailPlan(), key="tern")
    assert under_way(one) == (6, 0, True), label


@pytest.mark.parametrize(("kind", "top"), [("halcyon", 24), ("barley", 18)])
def test_top_speed_without_wind(kind: str, top: int) -> None:
    one = sailer(kind, at=(10.0, 10.0), velocity=22)
    state = sea(one, wind=False)
    assert wind_of(state) is None
    sailed(state, SailPlan((), 4), key=kind)
    assert one.velocity == top, "FS-57"


@pytest.mark.parametrize(("face", "hull", "anchor"), [(4, 15, True), (5, 13, False)])
def test_a_dismasted_ship_drops_its_anchor(face: int, hull: int, anchor: bool) -> None:
    label = "FS-58"
    one = sailer(at=MIDDLE, course=6, velocity=4, adrift=True, masts=(2, 2, 2), crossed=(5, 0, 0, 0))
    sailed(sea(one), SailPlan(special="AN"), face)
    assert (one.velocity, one.hull, one.anchor, one.adrift) == (0, hull, anchor, False), label
    other = sailer(anchor=False)
    refused = fault(sea(other), other, SailPlan(special="AN"))
    assert refused and "no anchor" in refused.why, label


def test_every_plan_is_legal_and_some_lead_to_irons() -> None:
    one = sailer(at=MIDDLE, course=10, velocity=8)
    state = sea(one, side_slip=True)
    found = [one.plan for one in legal_moves(state, one)]
    assert SailPlan((2,), 4) in found and SailPlan((1, -1)) in found and SailPlan((4,)) not in found
    assert sails(state, one, SailPlan((1, -1))).move.course == 10
    assert fault(sea(one), one, SailPlan((1, -1)))


# -- fouling -----------------------------------------------------------------------------------------------------------


def close(apart: float, course: int = 3) -> tuple[SailState, SailingShip, SailingShip]:
    """Return two ships side by side; the second has a mast less."""
    one, other = (
        sailer(at=(10.0, 10.0), course=12),
        sailer("oak", at=(10.0 + apart, 10.0), course=course, masts=(2, 0, 0)),
    )
    return sea(one, other), one, other


@pytest.mark.parametrize(("apart", "faces"), [(1.01, ()), (1.0, (3,))])
def test_ships_may_slip_past(apart: float, faces: tuple[int, ...]) -> None:
    state, one, other = close(apart)
    dice = umpire(*faces)
    foul(state, dice)
    assert (dice.faces, between(state, one.id, other.id)) == (faces, None), "FS-44"


def test_ships_that_foul_are_grappled_and_raked() -> None:
    label = "FS-44"
    state, one, other = close(1.0)
    foul(state, umpire(4, 4, 6, 2, 1, 5, 3))
    assert partners(state, one.id) == (other.id,) and one.velocity == other.velocity == 0, label
    assert [OWED.of(state, key)[0].points for key in (other.id, one.id)] == [3, 1], label
    assert (OWED.of(state, other.id)[0].raking, OWED.of(state, one.id)[0].raking) == (True, False), label


def test_damage_of_fouling_waits_for_the_ships_own_fire() -> None:
    label = "FS-45"
    state, one, other = close(1.0, course=12)
    foul(state, umpire(4, 4, 6, 2, 1, 5, 3))
    assert (one.hull, other.hull) == (20, 32), label
    pay(state, umpire(), one)
    assert (one.hull, other.hull) == (19, 32), label
    pay_all(state, umpire())
    assert (one.hull, other.hull) == (19, 29), label
    assert not OWED.all(state)


def test_grappled_ships_lie_still_and_do_not_foul_again() -> None:
    state, one, other = close(1.0)
    tie(state, one.id, other.id)
    foul(state, umpire())
    assert fault(state, one, SailPlan((1,))) and sails(state, one, SailPlan()).move.lies
