"""Every end of a move that is shown is where the ship is when the move has been played, and none that is legal is left
out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import shapely

from game.board.terrain import Body
from game.core.umpire import Umpire, seeded_dice
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.sea import terrain
from game.systems.full_sail.sea.after_move import AGROUND, ends_after, poses_after
from game.systems.full_sail.sea.sail_plan import SailPlan, fault, legal_moves
from game.systems.full_sail.sea.sailing import sail_all
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.systems.full_sail.ships_at_sea import BUILT, at_sea, body, sailer

CAPE = ((-3.0, -2.0), (0.0, -4.0), (2.0, -1.0), (4.0, 2.0), (-1.0, 3.0), (-1.5, 0.5))
HOUSES: tuple[dict[str, Any], ...] = (
    {}, {"side_slip": True}, {"cut_heading": "start", "irons": "stop"}, {"wind": False}, {"mast_speed": "cut"},
    {"merchant_cap": "eighteen", "drift_limit": "wind", "side_slip": True},
)  # fmt: skip


def waters(chance: Random, house: dict[str, Any]) -> tuple[SailState, SailingShip]:
    """Return a ship under some wind beside an island and a reef."""
    masts = tuple(chance.choice((0, 0, 1, 2)) for _ in range(3))
    one = sailer(
        chance.choice(sorted(BUILT)),
        "one",
        at=(20.0 + chance.randrange(9), 20.0 + chance.randrange(9)),
        course=chance.randrange(1, 13),
        velocity=chance.choice((0, 3, 6, 9, 12)),
        masts=masts,
    )
    one.adrift = one.velocity < 6 and chance.random() < 0.3
    one.struck = chance.random() < 0.1
    state = at_sea(one, bodies=(body("island", (30.0, 24.0), CAPE), body("reef", (18.0, 31.0))), **house)
    set_wind(state, Wind(chance.randrange(6, 20), chance.randrange(1, 13)))
    return state, one


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house) or "as written")
def test_a_ship_that_is_sailed_ends_where_its_destination_says(house: dict[str, Any]) -> None:
    chance, aground = Random(7), 0
    for _ in range(12):
        state, _ = waters(chance, house)
        for special in ("", "BS"):
            for end in SailOrder("one", special=special).destinations(state):
                assert isinstance(end.order, SailOrder)
                there = state.copy()
                sail_all(there, Umpire(seeded_dice(1), 1, 1), {"one": end.order.plan})
                ship = there.ships["one"]
                assert (ship.at, ship.course, ship.facing) == (end.at, end.course, end.facing), str(end.order)
                assert ship.velocity == end.velocity or not ship.in_play, str(end.order)
                aground += end.mark == "aground"
    assert aground > 20, "some run aground"


def legal_plans(state: SailState, one: SailingShip, special: str) -> set[SailPlan]:
    """Return every plan that is not refused, by trying all."""
    most = one.design.thrust + 3
    legs = [(), *((a,) for a in range(-most, most + 1) if a)]
    if state.house["side_slip"] and not special:
        legs += [(a, b) for (a,) in legs[1:] for (b,) in legs[1:]]
    changes = (0,) if special else range(-most, most + 1)
    tried = (SailPlan(turns, change, special) for turns in legs for change in changes)
    return {plan for plan in tried if fault(state, one, plan) is None}


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house) or "as written")
def test_every_legal_plan_has_its_destination(house: dict[str, Any]) -> None:
    chance = Random(3)
    for _ in range(10):
        state, one = waters(chance, house)
        for special in ("", "BS"):
            ends = [end.order for end in SailOrder("one", special=special).destinations(state)]
            found = [order.plan for order in ends if isinstance(order, SailOrder)]
            assert len(found) == len(set(found)) and set(found) == legal_plans(state, one, special)


def entries(path: tuple[tuple[float, float], ...], *bodies: Body) -> dict[str, float]:
    """Distance in MU along a track at which each body is met, straight from the outlines."""
    line, found = shapely.LineString(path), dict[str, float]()
    for one in bodies:
        parts = [part for part in shapely.get_parts(line.intersection(terrain.ground(one))) if not part.is_empty]
        far = [(min(line.project(shapely.Point(corner)) for corner in part.coords), part.length) for part in parts]
        kept = [begins for begins, long in far if begins > terrain.BORDER or long > terrain.BORDER]
        found |= {one.key: min(kept)} if kept else {}
    return found


def test_tracks_measured_together_meet_what_each_meets_alone() -> None:
    chance, bodies = (
        Random(5),
        (body("island", (30.0, 24.0), CAPE), body("reef", (24.0, 27.0)), body("fog", (24.0, 20.0))),
    )
    met = 0
    for _ in range(40):
        at = (20.0 + chance.randrange(12), 18.0 + chance.randrange(12))
        paths = [
            (at,),
            *(
                (at, (x + chance.random(), y + 0.0), (x + 4.0, y + chance.randrange(-3, 4)))
                for x in range(18, 36, 5)
                for y in range(16, 36, 5)
            ),
        ]
        together = terrain.met_by(paths, bodies, terrain.GROUNDS)
        for path, found in zip(paths, together, strict=True):
            assert found == terrain.first_entries(path, bodies, terrain.GROUNDS)
            alone = entries(path, *bodies[:2]) if len(path) > 1 else {}
            assert {one.body.key: pytest.approx(one.far) for one in found} == alone
            assert [one.far for one in found] == sorted(one.far for one in found)
            met += len(found)
    assert met > 200


def test_ends_alone_are_those_of_the_poses_and_a_ship_that_begins_far_off_measures_no_outline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = 0
    for seed in range(30):
        state, one = waters(Random(seed), {})
        every = legal_moves(state, one)
        poses = list(poses_after(state, one, every))
        assert ends_after(state, one, every) == [(pose.at, pose.velocity) for pose in poses]
        stopped += sum(pose.note.startswith(AGROUND) for pose in poses)
    assert stopped > 20
    monkeypatch.setattr(terrain, "_entries", lambda *_: pytest.fail("nothing is near"))
    one.at = (60.0, 6.0)
    assert not terrain.first_entries(((24.0, 31.0), (24.0, 40.0)), state.table.bodies, terrain.GROUNDS), (
        "beside the reef's disc"
    )
    assert ends_after(state, one, legal_moves(state, one))
