"""Manoeuvres of ships that move by vectors: those they know, and a reason for each that is closed
(full-thrust-base/3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.core.orders import Illegal
from game.core.system import read_order
from game.rulebook.book import entry
from game.rules.combat.targeting import shots
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.manoeuvres.jumps.ftl import STARTED
from game.rules.movement.vector_limits import vector_fault
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import house, ship, state
from tests.support.ftl_ships import starship

EVERY = {rule.key: True for rule in FULL_THRUST.house if rule.key.startswith("man.")}
OF_SYSTEMS = {"LA", "MINE", "NOVA", "CHARGE", "WAVE", "REFLEX", "SHROUD"}  # offered only to ships that have these
OPEN = {"EM", "ET", "RL", "YL", "FTL", *OF_SYSTEMS}


def vessel(velocity: int = 4, facing: int = 12, **parts: Any) -> Ship:
    one = ship(velocity=velocity, **parts)
    one.heading, one.course, one.facing = 90.0, 3, facing
    return one


def read(text: str) -> VectorPlot:
    return VectorPlot.parse("lancet", text)


def use_of(one: Manoeuvre) -> ManoeuvreOrder:
    named = ("HGRa",) if one.shape == "systems" else ()
    return ManoeuvreOrder(one, {"switch": 0, "number": 2, "hand": -1, "systems": 1}[one.shape], mounts=named)


@pytest.mark.parametrize("one", BY_CODE.values(), ids=lambda one: one.code)
def test_every_manoeuvre_is_read_and_a_closed_one_is_refused_with_its_reason(one: Manoeuvre) -> None:
    """By its own rule, whose page says so too."""
    assert bool(one.by_vectors) is (one.code not in OPEN)
    table = state(vessel(), **EVERY)
    table.phase = next(n for n, row in enumerate(FULL_THRUST.phases) if row.name == "Write orders")
    for text in (str(use_of(one)), f"MD1, {use_of(one)}"):
        order = read_order(FULL_THRUST, table, "lancet", text)
        assert isinstance(order, VectorPlot) and order.uses == (use_of(one),)
        if one.by_vectors:
            with pytest.raises(
                Illegal, match=f"{one.title} is closed to ships that move by vectors: {one.by_vectors}"
            ) as no:
                order.check(table)
            assert no.value.rule == one.rule and "move by vectors" in entry(one.rule).text


def test_an_order_that_holds_any_manoeuvre_is_read_as_it_is_written() -> None:
    rng = Random(5)
    for _ in range(1000):
        uses = tuple(use_of(one) for one in BY_CODE.values() if rng.random() < 0.2)
        order = VectorPlot(
            "lancet", (("TP", 3), ("MD", 2))[: rng.randint(0, 2)], ram=rng.choice(("", "kiln")), uses=uses
        )
        assert read(str(order)) == order


def test_the_form_offers_what_vectors_know() -> None:
    table = state(vessel(), **EVERY)
    names = {field.name for field in read("0").fields(table)} & BY_CODE.keys()
    assert names == OPEN - OF_SYSTEMS == BY_CODE.keys() & read("0").domain(table).keys()
    assert [str(use) for use in read("0").domain(table)["EM"] if use] == [f"EM{n}" for n in range(1, 7)]


def test_jinking_is_paid_out_of_the_main_drive_and_shuts_the_aft_arc() -> None:
    one, foe = vessel(built=None, thrust=6), ship("kiln", "crimson", (0.0, -9.0))
    one.design = starship(mounts=(Mount("", "beam", 1, ("F", "FS", "AS", "A", "AP", "FP")), Mount("", "fcs"))).design
    table = state(one, foe, **{"man.EM": True})
    assert not vector_fault(one, read("EM2, MD4, TS3, PS1"), table.house)
    wrong = vector_fault(one, read("EM3, MD4"), table.house)
    assert wrong and wrong.why == "7 thrust asked, Lancet has 6"
    assert read("TP1").pose(table).coasted and not read("EM1").pose(table).coasted
    lies = {text: replace(read(text).pose(table), at=one.at) for text in ("0", "EM1")}
    ends = {text: shots(table, "lancet", "kiln", {"lancet": at}) for text, at in lies.items()}
    assert ends["0"][0].dice and not ends["EM1"][0].dice and ends["EM1"][0].cause == "drive"


def test_by_option_it_is_paid_by_the_thrusters() -> None:
    """Which are what may turn the ship."""
    rules = house(**{"man.EM": True, "em.allowance": "turning"})
    one = vessel(thrust=6)
    assert not vector_fault(one, read("EM2, MD6, TS1"), rules)
    assert vector_fault(one, read("EM3, TS1"), rules)


def test_what_a_failed_check_leaves() -> None:
    """MV-10.4: half of each item, the jinking in full; after a redline that failed, as much from the left as is paid
    for."""
    rules = house(**{"man.EM": True, "man.RL": True})
    assert str(read("EM3, MD5, TP1, PS2, ROLL").halved(rules)) == "EM3, MD2, PS1"
    one = vessel(thrust=6)
    one.drive_hits = 1
    assert str(read("EM3, TP1, MD2").trimmed(one, rules)) == "EM1, TP1, MD2"
    assert str(read("EM3, MD9").trimmed(one, rules)) == "MD3"


def test_a_ship_that_starts_her_ftl_drive_only_drifts() -> None:
    one = starship(velocity=9)
    one.heading, one.course, one.facing = 45.0, 2, 7
    table = state(one, **{"man.FTL": True})
    (end,) = read("FTL").destinations(table)
    assert end.at == pytest.approx((6.364, 6.364), abs=1e-3)
    assert (end.velocity, end.facing, end.heading) == (9, 7, 45.0)
    assert end.near == (0, 0, 0, 0) and str(end.order) == "FTL"
    one.set_timer(STARTED, 1)
    (end,) = read("FTL").destinations(table)
    assert end.at == pytest.approx((3.182, 3.182), abs=1e-3) and end.velocity == 9
    table.house["half_velocity"] = "floor"
    assert read("FTL").destinations(table)[0].at == pytest.approx((2.828, 2.828), abs=1e-3)
    assert archive.ongoing(one, table.house) == (ManoeuvreOrder(BY_CODE["FTL"]),)


def test_nobody_starts_a_drive_for_a_jump_that_is_closed() -> None:
    one = starship(velocity=9)
    one.heading = 45.0
    table = state(one, **{"man.SRJ": True})
    wrong = vector_fault(one, read("FTL"), table.house)
    assert wrong and "ships that move by vectors do not jump" in wrong.why and read("FTL").destinations(table) == ()
