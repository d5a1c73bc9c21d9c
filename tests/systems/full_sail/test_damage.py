"""Damage: boxes and rows, rakes, rigging, catastrophes, fire, blasts and the loss table (sail/2, 4, 6, 7)."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.umpire import Umpire
from game.systems.full_sail.damage.checks import mast_check
from game.systems.full_sail.damage.dice import chances, throw
from game.systems.full_sail.damage.fire import roll_fire, set_alight
from game.systems.full_sail.damage.hull import cross_off, losses
from game.systems.full_sail.damage.repair import jobs, work
from game.systems.full_sail.damage.suffer import Blow, blast_dice, burst, roll_loss, suffer
from game.systems.full_sail.ships.ship import SailingShip, SailState
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import SETTINGS, at_sea, sailer

HOLDS = (1,) * 14  # every die of the check of a sound frigate


def used(state: SailState, one: SailingShip, blow: Blow, *faces: int) -> Umpire:
    """Strike; every die that is given must be rolled."""
    dice = umpire(*faces, turn=state.turn, phase=4)
    suffer(state, dice, one, blow)
    assert dice.faces == faces
    return dice


def labels(dice: Umpire) -> list[str]:
    """Return what was rolled for, without turn and phase."""
    return [roll.label.split("/", 1)[1] for roll in dice.rolls]


def test_a_six_scores_two_and_rolls_again() -> None:
    thrown = throw(umpire(4, 6, 2, 5), 3, "fire/x")
    assert (thrown.points, thrown.rerolls, [die.again for die in thrown.dice]) == (4, 1, [False, False, False, True]), (
        "FS-16"
    )


def test_chances_of_gun_dice_against_enumeration() -> None:
    points = chances(3)
    assert sum(points) == pytest.approx(1) and sum(n * chance for n, chance in enumerate(points)) == pytest.approx(
        3 * 0.8
    )
    low = [0.0] * 2
    for faces in product(range(1, 7), repeat=3):
        if 6 not in faces and (scored := sum(face > 3 for face in faces)) < 2:
            low[scored] += 1 / 216
    assert list(points[:2]) == pytest.approx(low)


def test_rigging_damage_counts_by_the_turn() -> None:
    one = sailer("oak")
    state = at_sea(one)
    for points, faces, hull in ((3, (), 30), (4, (1, 1, 1), 28)):
        used(state, one, Blow(points, "fire/x", at_rigging=True), *faces)
        assert one.hull == hull, "FS-19"
    used(state, one, Blow(6, "fire/x", at_rigging=True), 1, 1, 1)
    assert (one.hull, one.rigging) == (25, 13), "FS-19"


def test_a_mast_that_fails_costs_thrust() -> None:
    one = sailer()
    mast_check(umpire(6, 3, 6), one, "fire/x")
    assert (one.masts, one.thrust) == ((1, 0, 1), 4), "FS-20"
    other = sailer(masts=(1, 0, 0))
    mast_check(umpire(6, 1, 1), other, "fire/x")
    assert (other.masts, other.thrust, other.masts_gone) == ((2, 0, 0), 4, 1), "FS-21"


def test_a_rake_goes_a_row_below() -> None:
    label, one = "FS-22", sailer()
    state = at_sea(one)
    dice = used(state, one, Blow(7, "fire/x", raking=True), *HOLDS, 4)
    assert one.row_left == (5, 0, 3, 5), label
    assert labels(dice) == ["threshold/halcyon/5/fire/x", "catastrophe/halcyon/5/fire/x"], label
    state.turn += 1
    one.new_turn()
    dice = used(state, one, Blow(5, "fire/x"), *HOLDS, 5)
    assert one.row_left == (0, 0, 3, 5), "FS-23"
    assert labels(dice) == ["threshold/halcyon/5/fire/x", "catastrophe/halcyon/6/fire/x"], "FS-23"


def test_two_rows_in_one_attack_make_one_check() -> None:
    one = sailer(crossed=(3, 0, 0, 0))
    dice = used(at_sea(one), one, Blow(7, "fire/x"), *(3,) * 13, 4, 1)
    assert one.row_left == (0, 0, 5, 5), "FS-24"
    assert labels(dice) == ["threshold/halcyon/5/fire/x", "catastrophe/halcyon/5/fire/x"], "FS-24"
    assert not one.anchor and one.masts == (0, 0, 0), "one is added to each die"


def test_a_rake_in_the_last_row_stays_there() -> None:
    one = sailer(crossed=(5, 5, 5, 1))
    assert cross_off(one, 2, raking=True).boxes == 2
    assert one.row_left == (0, 0, 0, 2)
    other = sailer(crossed=(5, 2, 0, 5))
    cross_off(other, 6, raking=True)
    assert other.row_left == (0, 2, 0, 0), "below first, then the topmost"


@pytest.mark.parametrize("raking", [False, True])
@pytest.mark.parametrize("crossed", [(0, 0, 0, 0), (3, 0, 0, 0), (5, 5, 1, 0), (5, 2, 5, 4)])
def test_what_every_number_of_points_would_do_is_what_each_does(crossed: tuple[int, ...], raking: bool) -> None:
    one = sailer(crossed=crossed, fresh=(0, crossed[1], 0, 0))
    found = losses(one, raking)
    assert [loss.boxes for loss in found] == list(range(one.hull + 1)) and not found[0].ended
    for points, loss in enumerate(found):
        hit = one.copy()
        assert cross_off(hit, points, raking) == loss and hit.zero == loss.zero == (points == one.hull)
        assert hit.hull == one.hull - points and hit.worst_row == max((one.worst_row, *loss.ended))


def test_the_last_row_raked_empty_checks_at_3_while_rows_above_stand() -> None:
    one = sailer(crossed=(5, 5, 2, 3))
    dice = used(at_sea(one), one, Blow(2, "fire/x", raking=True), *(2,) * 14)
    assert (one.row_left, one.worst_row, one.masts) == ((0, 0, 3, 0), 4, (0, 0, 0))
    assert labels(dice) == ["threshold/halcyon/3/fire/x"]
    other = sailer(crossed=(5, 5, 2, 0))
    dice = used(at_sea(other), other, Blow(5, "fire/x", raking=True), *(3,) * 14)
    assert (other.masts, other.lost, other.anchor) == (
        (1, 1, 1),
        frozenset(gun.key for gun in other.design.guns),
        False,
    )
    assert labels(dice) == ["threshold/halcyon/3/fire/x"], "a last row lost whole makes no check for fire"


def test_catastrophe_burns_and_may_explode() -> None:
    label, one = "FS-25", sailer()
    state = at_sea(one)
    used(state, one, Blow(5, "fire/x", raking=True), *HOLDS, 5, 4)
    assert one.burning, label
    roll_fire(state, umpire(6), one)
    assert one.removed_reason == "exploded", label


@pytest.mark.parametrize(("face", "gone"), [(5, True), (1, False)])
def test_a_fire_grows_by_the_turn(face: int, gone: bool) -> None:
    one = sailer(fire_from=1)
    state = at_sea(one)
    state.turn = 2
    roll_fire(state, umpire(face), one)
    assert (bool(one.removed_reason), one.burning) == (gone, not gone), "FS-26"


def test_a_blast_is_gun_dice_and_checks_for_fire() -> None:
    label = "FS-27"
    bomb, one = sailer("tern", fire_from=1), sailer("oak", at=(10.0, 0.0), crossed=(8, 0, 0, 0))
    state = at_sea(bomb, one)
    dice = umpire(6, 1, 1, 4, 6, 2, 5, 1, 4, 4, 4)
    roll_fire(state, dice, bomb)
    burst(state, dice)
    assert one.hull == 20 and not one.burning, label
    assert labels(dice)[-3:] == ["fire/oak/5", "fire/oak/5/2", "fire/oak/5/3"], label


def test_fire_breaks_out_by_a_blast() -> None:
    bomb, one = sailer("tern", fire_from=1), sailer("oak", at=(10.0, 0.0))
    state = at_sea(bomb, one)
    dice = umpire(6, 2, 1, 2, 2, 2, 2, 6, phase=8)
    roll_fire(state, dice, bomb)
    burst(state, dice)
    assert one.fire_from == 2, "it is rolled for in the next turn"


@pytest.mark.parametrize(("distance", "dice"), [(10.0, 6), (10.5, 3), (20.0, 3), (20.5, 0)])
def test_bands_of_a_blast(distance: float, dice: int) -> None:
    assert blast_dice(distance, SETTINGS) == dice, "FS-28"


WRECK = (5, 5, 5, 5)


def test_a_ship_that_has_foundered_rolls_no_more() -> None:
    label, one = "FS-29", sailer(crossed=(5, 5, 5, 4))
    used(at_sea(one), one, Blow(11, "fire/x"), 4)
    assert one.removed_reason == "foundered", label


def test_a_second_roll_replaces_the_first() -> None:
    label, one = "FS-30", sailer(crossed=(5, 5, 5, 4))
    state = at_sea(one)
    used(state, one, Blow(1, "fire/x"), 2)
    assert one.adrift and one.in_play and not one.burning, label
    used(state, one, Blow(10, "fire/x"), 5)
    assert one.adrift and one.burning and one.fire_cause == "loss", label


def test_overkill_forces_rolls() -> None:
    one = sailer(crossed=(5, 5, 5, 2))
    dice = used(at_sea(one), one, Blow(24, "fire/x"), 1, 1, 1)
    assert (labels(dice), one.losses, one.overkill) == (["loss/halcyon", "loss/halcyon/2", "loss/halcyon/3"], 3, 1), (
        "FS-31"
    )


@pytest.mark.parametrize(
    ("volleys", "checked"),
    [((("x", 6),), False), ((("x", 7),), True), ((("x", 4), ("y", 4)), False), ((("x", 4), ("x", 3)), True)],
)
def test_rerolls_of_one_ship_in_a_turn(volleys: tuple[tuple[str, int], ...], checked: bool) -> None:
    one = sailer()
    state = at_sea(one)
    dice = umpire(*(5,) * checked)
    for by, rerolls in volleys:
        suffer(state, dice, one, Blow(1, f"fire/{by}", by, rerolls=rerolls))
    assert labels(dice) == ["catastrophe/halcyon/6/fire/x/rerolls"] * checked, "FS-46"


def test_rigging_damage_is_forgotten_at_the_end_of_the_turn() -> None:
    label, one, other = "FS-47", sailer("oak"), sailer("oak", "other")
    state = at_sea(one, other)
    used(state, one, Blow(5, "fire/x", at_rigging=True), 1, 1, 1)
    assert one.hull == 29, label
    used(state, other, Blow(4, "fire/x", at_rigging=True))
    assert other.hull == 30, label
    used(state, other, Blow(6, "fire/x", at_rigging=True), 1, 1, 1, 1, 1, 1)
    assert other.hull == 27, label
    other.new_turn()
    used(state, other, Blow(4, "fire/x", at_rigging=True))
    assert other.rigging == 4, label


def test_a_fire_of_the_loss_table_sinks_its_ship_when_it_burns_out() -> None:
    label = "FS-53"
    wreck = sailer(crossed=WRECK)
    state = at_sea(wreck)
    roll_loss(state, umpire(6), wreck)
    roll_fire(state, umpire(1), wreck)
    assert wreck.removed_reason == "sunk", label
    other = sailer(crossed=(5, 5, 5, 4))
    state = at_sea(other)
    set_alight(state, umpire(), other, "fire/x")
    used(state, other, Blow(1, "fire/x"), 2)
    assert other.burning, label
    roll_fire(state, umpire(1), other)
    assert (other.in_play, other.burning, other.adrift) == (True, False, True), label


def test_the_last_row_lost_whole_makes_no_fire_check() -> None:
    one = sailer(crossed=(5, 5, 5, 0))
    dice = used(at_sea(one), one, Blow(5, "fire/x"), 1)
    assert labels(dice) == ["loss/halcyon"], "FS-65"


def test_marines_die_with_the_last_of_the_crew() -> None:
    one = sailer("tern", marines=1, away=frozenset({8}), crossed=(1, 0, 0, 0))
    used(at_sea(one), one, Blow(3, "fire/x"), *(1,) * 9, 1)
    assert (one.crew, one.marines) == (0, 0)


def test_two_successes_put_a_fire_out() -> None:
    label, one = "FS-42", sailer(fire_from=1)
    assert work(umpire(4), one, "fire", 3) and one.burning, label
    assert not work(umpire(4), one, "fire", 2), label
    assert work(umpire(5), one, "fire", 2) and not one.burning, label


def test_crew_repairs_what_is_broken() -> None:
    one = sailer(masts=(2, 0, 1), anchor=False, lost=frozenset({"bow1"}))
    assert jobs(one) == ("mast0", "mast2", "anchor", "bow1")
    for job in jobs(one):
        assert work(umpire(6), one, job, 1)
    assert (one.masts, one.anchor, one.lost, jobs(one)) == ((1, 0, 0), True, frozenset(), ("mast0",))
