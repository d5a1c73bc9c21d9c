"""Armour, rows and threshold checks: the worked examples (full-thrust-base/5.2, 5.3, 5.9)."""

from __future__ import annotations

import pytest

from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import OWED, Harm, allocate, inflict
from game.rules.ships.damage import (
    Wound,
    batched_checks,
    checked_systems,
    cross_off,
    ruin,
    soak,
    soak_all,
    strike,
    wound_of,
)
from game.rules.ships.design import Mount
from game.rules.ships.ship import Hit, Ship
from tests.support.builders import design, house, ship, state, umpire

SYSTEMS = (Mount("", "beam", 1), Mount("", "pds"), Mount("", "fcs"))


def hit(target: Ship, *hits: tuple[str, int], dice: tuple[int, ...] = (), **rules: object) -> Umpire:
    """Return one attack on a ship; every face must be rolled."""
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


@pytest.mark.parametrize(("points", "armour"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_is_rounded_up_hit_by_hit(points: int, armour: int) -> None:
    assert soak((9,), ("SAP", points)) == ((9 - armour,), points - armour)


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


@pytest.mark.parametrize(("armour", "hits", "left", "hull"), [
    ((3, 2), [("normal", 2), ("P", 2)], (1, 0), 0),  # the outer layer is stripped, and so was met: the next one inward
    ((3, 2), [("normal", 3), ("P", 2)], (0, 0), 0),
    ((3, 2), [("normal", 2), ("P", 4)], (0, 0), 1),
    ((3, 2), [("normal", 1), ("P", 2)], (1, 1), 0),  # there is some of it left, which is passed
    ((3, 2), [("normal", 5), ("P", 2)], (0, 0), 2),
    ((3, 2), [("normal", 2), ("normal", 0), ("P", 2)], (3, 0),
     2),  # stripped by another gun: what is met is the inner one
    ((3, 2), [("normal", 2), ("normal", 1), ("P", 2)], (2, 0), 2),
    ((3, 2), [("SAP", 4), ("P", 2)], (1, 0), 2),
    ((4, 3, 2), [("normal", 2), ("P", 3)], (4, 0, 0), 0),
    ((4, 3, 2), [("normal", 5), ("P", 3)], (1, 0, 0), 0),
    ((3,), [("normal", 3), ("P", 2)], (0,), 2), ((3,), [("normal", 1), ("P", 2)], (2,), 2),
    ((), [("normal", 1), ("P", 2)], (), 3),
])  # fmt: skip
def test_a_layer_that_the_same_dice_have_stripped_counts_as_met(
    armour: tuple[int, ...], hits: list[tuple[str, int]], left: tuple[int, ...], hull: int
) -> None:
    """A re-roll goes to the next layer inward and skips none (full-thrust-base/5.2)."""
    assert soak_all(armour, hits) == (left, hull)


def test_damage_that_is_allocated_at_one_stroke_keeps_the_guns_of_several_ships_apart() -> None:
    """A layer stripped by one attack was not met by the re-rolls of another; what is out of play suffers no more
    (hex/3.1)."""
    target, gone = ship("vesper", "crimson", shell=(3, 2), armour=5), ship("gone", "crimson", shell=(3, 2), armour=5)
    table = state(ship(), target, gone, fire_effect="allocated")
    for hits in ((("normal", 2),), (("P", 2),)):
        for struck in (target, gone):
            inflict(table, umpire(), Harm("lancet", struck.id, hits, "fire/lancet"))
    gone.removed_reason = "left"
    assert (target.armour, len(OWED.of(table))) == ((3, 2), 4)
    allocate(table, umpire())
    assert (target.armour, target.hull, gone.armour) == ((3, 0), 10, (3, 2)) and not OWED.of(table)


def test_hits_go_through_all_the_layers_there_are() -> None:
    """Whatever is over goes on to the next layer inward; what armour cannot stop passes every one of them."""
    assert soak((2, 2, 2), ("normal", 5)) == ((1, 0, 0), 0)
    assert soak((2, 2, 2), ("SAP", 9)) == ((0, 0, 0), 3)
    assert soak((2, 2), ("hull", 3)) == ((2, 2), 3)


@pytest.mark.parametrize(("face", "lost"), [(3, False), (4, True)])
def test_two_rows_at_once_are_one_check_with_one_more(face: int, lost: bool) -> None:
    """T-thr1: seven points end two of four rows of three; systems fail on a natural 4. Three more points: on a natural
    4."""
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
    assert target.removed_reason == "destroyed" and not target.lost


def test_an_attack_step_by_step() -> None:
    """T-alg1: armour 3, hull 10; four ordinary and one past armour end no row; then five half on armour end two."""
    target = ship(built=design(Mount("", "beam", 1), hull=10, armour=3, thrust=0))
    hit(target, ("normal", 4), ("P", 1))
    assert (target.armour, target.hull, target.rows_gone) == ((0,), 8, 0)
    rolled = hit(target, ("SAP", 5), dice=(4,))
    assert (target.hull, target.rows_gone) == (3, 2) and target.lost == {"B1"}
    assert "/5/" in rolled.rolls[0].label and rolled.log[-1].reason.startswith("+1")


def test_a_very_small_hull() -> None:
    """T-alg2: hull 2; one point ends a row of one and is checked on 6, two destroy the ship."""
    small = design(Mount("", "beam", 1), hull=2, thrust=0)
    target = ship(built=small)
    hit(target, ("normal", 1), dice=(5,))
    assert target.rows_gone == 1 and not target.lost
    other = ship(built=small)
    hit(other, ("normal", 2))
    assert other.removed_reason == "destroyed"


def test_batched_checks_wait() -> None:
    """All rows of a turn make one check at its end, at the last row's number, told with its own page (5.3/batched)."""
    target = ship(built=design(*SYSTEMS, hull=12))
    assert not hit(target, ("normal", 4), thresholds="batched").rolls
    assert not hit(target, ("normal", 3), thresholds="batched").rolls
    assert target.pending == 2
    rolled = umpire(3, 4, 1, 1)
    batched_checks(state(target, thresholds="batched"), rolled)
    assert (target.pending, target.lost) == (0, {"PDS"})  # at 5, with one on the die
    assert rolled.log[0].rule == "full-thrust-base/5.3/batched"
    batched_checks(state(target), umpire())  # and no second one


def test_the_check_at_the_end_of_a_turn_goes_by_all_rows_gone_and_adds_for_those_of_the_turn() -> None:
    target = ship(built=design(*SYSTEMS, hull=12))
    target.hull = 9  # a row went in an earlier turn
    hit(target, ("normal", 3), thresholds="batched")
    rolled = umpire(4, 5, 1, 1)
    batched_checks(state(target, thresholds="batched"), rolled)
    assert "/5/" in rolled.rolls[0].label and target.lost == {"PDS"}


def test_a_ship_destroyed_after_losing_rows_checks_nothing_at_the_end_of_the_turn() -> None:
    target = ship(built=design(*SYSTEMS, hull=12))
    hit(target, ("normal", 4), thresholds="batched")
    hit(target, ("normal", 8), thresholds="batched")
    batched_checks(state(target, thresholds="batched"), umpire())
    assert target.removed_reason == "destroyed" and not target.lost


@pytest.mark.parametrize(
    ("hull", "lost", "gone", "left"),
    [
        (12, 0, 0, 3),
        (12, 2, 0, 1),
        (12, 3, 1, 3),
        (12, 11, 3, 1),
        (12, 12, 4, 0),
        (14, 4, 1, 4),
        (14, 8, 2, 3),
        (2, 1, 1, 1),
        (2, 2, 2, 0),
    ],
)
def test_rows_gone_and_what_is_left_of_the_row_in_danger(hull: int, lost: int, gone: int, left: int) -> None:
    """Rows without boxes do not count (full-thrust-base/5.1)."""
    target = ship(hull=hull)
    target.hull -= lost
    assert (target.rows_gone, target.row_left) == (gone, left)


@pytest.mark.parametrize(
    ("hits", "wound"),
    [
        ([("normal", 5)], Wound(3, 2, 0)),
        ([("normal", 15)], Wound(3, 12, 4)),
        ([("normal", 19)], Wound(3, 12, 4, 4)),
        ([("hull", 10), ("hull", 5)], Wound(0, 12, 4, 3)),
        ([("P", 3)], Wound(0, 3, 1)),
    ],
)
def test_what_an_attack_did(hits: list[tuple[str, int]], wound: Wound) -> None:
    """Boxes of armour and hull, rows ended, and the points that found no box (full-thrust-base/5.9, 6.20)."""
    assert cross_off(ship(hull=12, armour=3), hits) == wound


def test_striking_the_colours_asks_the_same_number_without_the_bonus() -> None:
    """One extra roll at the same number (full-thrust-base/9.4): after two rows at once, 5 or more, and nothing on the
    die."""
    for face, fate in ((4, ""), (5, "struck")):
        target = ship(built=design(*SYSTEMS, hull=12))
        hit(target, ("normal", 7), dice=(1, 1, 1, 1, face), striking=True)
        assert target.removed_reason == fate


def test_the_log_mark_the_dice_that_cost_a_system() -> None:
    """With one on the die for a second row, and one off it for core systems (full-thrust-base/5.3, 5.4)."""
    target = ship(built=design(Mount("", "beam", 1), Mount("", "bridge"), hull=12, thrust=0))
    for faces, lost in (((4, 4), {"B1"}), ((3, 4), set())):
        target.lost, target.hull = set(), 12
        rolled = hit(target, ("normal", 7), dice=faces, core_systems=True)
        assert target.lost == lost
        assert [die.scored for die in rolled.log[0].dice] == [mount in lost for mount in ("B1", "BRIDGE")]
    rolled = hit(ship(built=design(hull=12, thrust=0)), ("normal", 3), dice=(6,), striking=True)
    assert [(line.result, [die.scored for die in line.dice]) for line in rolled.log[1:2]] == [("struck", [True])]


def test_screen_levels_by_edition() -> None:
    """Two at most, three built to the second edition; the rest are spares (full-thrust-base/5.7)."""
    for profile, levels in (("FB", [0, 1, 2, 2, 2]), ("XD", [0, 1, 2, 2, 2]), ("FT2", [0, 1, 2, 3, 3])):
        ships = [ship(built=design(*[Mount("", "screen")] * n, profile=profile)) for n in range(5)]
        assert [one.screen() for one in ships] == levels
    spare = ships[4]
    spare.lost |= {"SCRa", "SCRb"}
    assert spare.screen() == 2


def test_a_lost_generator_lowers_the_level_and_a_spare_steps_in() -> None:
    target = ship(built=design(*[Mount("", "screen")] * 3))
    for key, level in (("SCRa", 2), ("SCRb", 1), ("SCRc", 0)):
        target.lost.add(key)
        assert target.screen() == level


def test_what_is_checked() -> None:
    """Every working system, not spent packs, lost systems, a dead drive, nor core systems unless they are played
    (5.3)."""
    target = ship(
        built=design(*SYSTEMS, Mount("", "submunition"), Mount("", "cargo"), Mount("", "ftl"), Mount("", "bridge"))
    )
    assert [mount.key for mount in checked_systems(target, house())] == [
        "B1",
        "PDS",
        "FCS",
        "SMP",
        "HOLD",
        "FTL",
        "DRV",
    ]
    target.spent.add("SMP")
    target.lost.add("PDS")
    target.killed.add("FTL")
    target.drive_hits = 2
    assert [mount.key for mount in checked_systems(target, house(core_systems=True))] == ["B1", "FCS", "HOLD", "BRIDGE"]
    target.drive_hits = 1
    assert "DRV" in [mount.key for mount in checked_systems(target, house())]
    assert not ship().turned and not ship().thrust_used


def test_a_ship_is_lost_where_it_lies() -> None:
    target, rolled = ship(at=(7.5, 3.0)), umpire()
    ruin(state(target), rolled, target, "full-thrust-base/5.2")
    assert [(event.kind, event.whom, event.at) for event in rolled.log] == [("lost", target.id, (7.5, 3.0))]


@pytest.mark.parametrize("hits", [(("normal", 3),), (("normal", 2), ("P", 4)), (("SAP", 5),), (("normal", 90),)])
def test_what_hits_would_take_is_told_without_crossing_it_off(hits: tuple[Hit, ...]) -> None:
    one = ship(armour=2, hull=12)
    before = one.copy()
    wound, left = wound_of(one, hits)
    assert one == before
    assert cross_off(one, hits) == wound and one.armour == left and one.hull == before.hull - wound.hull
