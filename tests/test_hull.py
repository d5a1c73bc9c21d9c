"""Armour, rows and threshold checks: the worked examples (full-thrust-base/5.2, 5.3, 5.9)."""

from __future__ import annotations

import pytest

from game.core.umpire import Umpire
from game.rules.design import Mount
from game.rules.hull import Ship, cross_off, soak, strike
from tests.build import design, ship, state, umpire

SYSTEMS = (Mount("", "beam", 1), Mount("", "pds"), Mount("", "fcs"))


def hit(target: Ship, *hits: tuple[str, int], dice: tuple[int, ...] = (), **rules: object) -> Umpire:
    """One attack on a ship; every face must be rolled."""
    rolled = umpire(*dice)
    strike(state(ship(), target, **rules), rolled, target, hits, "fire/lancet", "full-thrust-base/5.1")
    assert rolled.faces == dice
    return rolled


@pytest.mark.parametrize("hits", [[("SAP", 13)], [("SAP", 3), ("SAP", 1), ("SAP", 3), ("SAP", 6)]])
def test_half_on_armour(hits: list[tuple[str, int]]) -> None:
    """T-arm1: 13 points as one hit, or 3, 1, 3 and 6 hit by hit, on 4 armour: 4 and 9."""
    target = ship(armour=4, hull=20)
    wound = cross_off(target, hits)
    assert (wound.armour, wound.hull) == (4, 9)


def test_a_slug_takes_one_point_a_layer() -> None:
    """T-arm2: ten points through two layers: one, one, and eight on the hull."""
    assert soak((5, 5), ("AP", 10)) == ((4, 4), 8)
    assert soak((5,), ("AP", 1)) == ((4,), 0)
    assert soak((0,), ("AP", 4)) == ((0,), 4)


def test_half_on_the_outer_layer_flows_inward() -> None:
    """T-arm3: seven points on two layers: four on the outer, three on the next."""
    assert soak((6, 6), ("SAP", 7)) == ((3, 2), 0)


def test_modes_on_one_layer() -> None:
    assert soak((3,), ("normal", 5)) == ((0,), 2)
    assert soak((3,), ("P", 5)) == ((3,), 5)
    assert soak((3,), ("hull", 5)) == ((3,), 5)
    assert soak((), ("SAP", 5)) == ((), 5)


def test_penetrating_hits_skip_the_outermost_layer_that_is_left() -> None:
    assert soak((2, 2), ("P", 3)) == ((0, 2), 1)
    assert soak((2, 0), ("P", 3)) == ((2, 0), 3)


@pytest.mark.parametrize(("face", "lost"), [(3, False), (4, True)])
def test_two_rows_at_once_are_one_check_with_one_more(face: int, lost: bool) -> None:
    """T-thr1: seven points end two of four rows of three; systems fail on a natural 4. Three more points: on a natural 4."""
    target = ship(built=design(*SYSTEMS, hull=12))
    rolled = hit(target, ("normal", 7), dice=(face, 1, 1, 1))
    assert ("B1" in target.lost) == lost and len(rolled.rolls) == 1
    left = len([mount for mount in target.design.mounts if target.works(mount.key)])
    hit(target, ("normal", 3), dice=(3, 4, *(1,) * (left - 2)))
    assert target.rows_gone == 3 and len(target.lost) == lost + 1


@pytest.mark.parametrize(("face", "lost"), [(4, False), (5, True)])
def test_core_systems_check_at_one_less(face: int, lost: bool) -> None:
    """T-thr2: in the same attack a core system fails on a natural 5."""
    target = ship(built=design(Mount("", "power_core"), hull=12))
    hit(target, ("normal", 7), dice=(face, 1), core_systems=True)
    assert bool(target.lost) == lost


def test_no_check_for_the_destroyed() -> None:
    """T-thr3: twelve points on twelve boxes destroy the ship and roll nothing."""
    target = ship(built=design(*SYSTEMS, hull=12))
    hit(target, ("normal", 12))
    assert target.fate == "destroyed" and not target.lost


def test_an_attack_step_by_step() -> None:
    """T-alg1: armour 3, hull 10; four ordinary and one past armour end no row; then five half on armour end two."""
    target = ship(built=design(Mount("", "beam", 1), hull=10, armour=3, thrust=0))
    hit(target, ("normal", 4), ("P", 1))
    assert (target.armour, target.hull, target.rows_gone) == ((0,), 8, 0)
    rolled = hit(target, ("SAP", 5), dice=(4,))
    assert (target.hull, target.rows_gone) == (3, 2) and target.lost == {"B1"}
    assert "/5/" in rolled.rolls[0].label and rolled.minutes[-1].reason.startswith("+1")


def test_a_very_small_hull() -> None:
    """T-alg2: hull 2; one point ends a row of one and is checked on 6, two destroy the ship."""
    parts = {"hull": 2, "thrust": 0}
    target = ship(built=design(Mount("", "beam", 1), **parts))
    hit(target, ("normal", 1), dice=(5,))
    assert target.rows_gone == 1 and not target.lost
    other = ship(built=design(Mount("", "beam", 1), **parts))
    hit(other, ("normal", 2))
    assert other.fate == "destroyed"


def test_batched_checks_wait() -> None:
    target = ship(built=design(*SYSTEMS, hull=12))
    assert not hit(target, ("normal", 7), thresholds="batched").rolls
    assert target.pending == 2
