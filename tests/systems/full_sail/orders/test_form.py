"""The form of an order at sea: where the helm leads, the speeds it leaves, what the wind gives next, what ground
costs."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from game.core.orders import Illegal
from game.systems.full_sail.display import sheet
from game.systems.full_sail.orders.sail_order import BRIEF, SailOrder
from game.systems.full_sail.sea.sail_plan import sails
from game.systems.full_sail.sea.sailing import aground_points
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.wind.rose import Wind, point_of_sail
from game.systems.full_sail.wind.weather import set_wind
from tests.support.narrowing import narrow
from tests.systems.full_sail.ships_at_sea import at_sea, body, sailer


def sea(
    *,
    speed: int = 16,
    source: int = 12,
    bodies: tuple[Any, ...] = (),
    rules: dict[str, Any] | None = None,
    **parts: Any,
) -> SailState:
    state = at_sea(sailer(**{"velocity": 12, "at": (30.0, 24.0), **parts}), bodies=bodies, **rules or {})
    set_wind(state, Wind(speed, source))
    return state


def field(state: SailState, name: str, order: SailOrder | None = None) -> Any:
    return next(one for one in (order or SailOrder("halcyon")).fields(state) if one.name == name)


# -- the helm ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", range(1, 13))
def test_every_turn_of_the_helm_names_the_point_of_sail_it_leads_to(source: int) -> None:
    state = sea(source=source)
    words = {"irons": "in irons", "beat": "beating", "beam": "beam reach", "reach": "reaching", "run": "running"}
    assert set(BRIEF) == set(words)
    bands = {turn: (word, step) for turn, word, step in field(state, "turn").bands}
    assert set(bands) == set(SailOrder("halcyon").domain(state)["turn"])
    ramp = {"irons": 0, "beat": 2, "beam": 5, "reach": 4, "run": 6}
    for turn, (word, step) in bands.items():
        heading = (3 + turn - 1) % 12 + 1
        assert words[word] == point_of_sail(heading, Wind(16, source)) and step == ramp[word]


def test_the_helm_has_no_points_of_sail_without_wind() -> None:
    assert field(sea(rules={"wind": False}), "turn").bands == ()


# -- speeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(-3, 4))
@pytest.mark.parametrize(("source", "velocity"), [(12, 12), (4, 12), (3, 9), (11, 2), (10, 20)])
def test_the_form_tells_the_speeds_that_the_legal_plots_come_to(turn: int, source: int, velocity: int) -> None:
    state = sea(source=source, velocity=velocity)
    order = SailOrder("halcyon", turn)
    legal = [SailOrder("halcyon", turn, change=change) for change in range(-9, 10)]
    speeds = sorted({sailed(state, one) for one in legal if not refused(state, one)})
    note = field(state, "change", order).note
    if speeds:
        assert note == (f"{speeds[0]} to {speeds[-1]}" if speeds[0] < speeds[-1] else f"{speeds[0]}")


def sailed(state: SailState, order: SailOrder) -> int:
    """The speed of a move before the wind has slowed it: how long its way is."""
    return sails(state, state.ships["halcyon"], order.plan).move.speed


def refused(state: SailState, order: SailOrder) -> bool:
    try:
        order.check(state)
    except Illegal:
        return True
    return False


def test_a_ship_that_goes_nowhere_has_no_range_of_speeds() -> None:
    assert field(sea(anchored=True, velocity=0), "change").note == ""
    assert field(sea(), "change", SailOrder("halcyon", special="BS")).note == ""


# -- next turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "said"), [
    (0, "then beam reach: thrust 6, top 16"), (2, "then reaching: thrust 8, top 18"),
    (3, "then running: thrust 6, top 16"),
    (-2, "then beating: thrust 4, top 8"), (1, "then beam reach: thrust 6, top 16"),
])  # fmt: skip
def test_the_meter_tells_what_the_wind_gives_next_turn(turn: int, said: str) -> None:
    assert SailOrder("halcyon", turn).meter(sea()).note == said


def test_next_turn_counts_masts_and_the_lee_of_a_ship_caught_in_irons() -> None:
    state = sea(masts=(2, 0, 0))
    assert SailOrder("halcyon").meter(state).note == "then beam reach: thrust 4, top 10"
    state.ships["halcyon"].masts = (0, 0, 0)
    assert SailOrder("halcyon", -3).meter(state).note == "then running: thrust 6, top 16", "it is turned down-wind"
    assert SailOrder("halcyon").meter(sea(rules={"wind": False})).note == ""


# -- rows and ground ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("crossed", list(product((0, 3, 5), repeat=4)))
def test_each_row_tells_the_faces_that_check_it_when_it_ends(crossed: tuple[int, ...]) -> None:
    """6 for the first row, one face more for each below; no check is left when no box is."""
    state = sea(crossed=crossed)
    tracks = [one for one in sheet(state, "halcyon").tracks if one.label.startswith("Row")]
    current = next((n for n, gone in enumerate(crossed) if gone < 5), 3)
    for n, (one, gone) in enumerate(zip(tracks, crossed)):
        faces = ("6", "5 or 6", "4, 5 or 6")[n] if n < 3 else "no hull"
        gone_words = "destroyed" if n == 3 else "row gone"
        expected = gone_words if gone == 5 else f"{'next check' if n == current else 'check'} on {faces}"
        expected = faces if n == 3 and gone < 5 else expected
        assert one.notes == (expected,) and one.pointer == (n == current)
        if n < 3 and gone < 5:
            ship = state.ships["halcyon"]
            number = 7 - (n + 1)
            assert faces.replace(" or", ",").split(", ") == [str(face) for face in range(number, 7)]
            assert n != current or ship.check_number == number


@pytest.mark.parametrize("grounding", ["speed", "both"])
def test_an_end_on_the_shore_tells_what_it_costs(grounding: str) -> None:
    state = sea(bodies=(body("island", (36.0, 24.0)),), rules={"grounding": grounding})
    ends = SailOrder("halcyon").destinations(state)
    assert any(one.toll for one in ends)
    for one in ends:
        assert bool(one.toll) == (one.mark == "aground")
        if one.toll:
            speed = sailed(state, narrow(one.order, SailOrder))
            least, most = (aground_points(face, speed, state.house) for face in (1, 6))
            if grounding == "speed":
                assert one.toll == f"D6 + {speed // 2}" and (1 + speed // 2, 6 + speed // 2) == (least, most)
            else:
                assert one.toll == f"(D6 + {speed}) ÷ 2" and ((1 + speed) // 2, (6 + speed) // 2) == (least, most)
