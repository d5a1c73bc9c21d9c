"""Damage control, crew losses, and the clocks of core systems (full-thrust-base/2.4, 5.4, 5.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.orders import Illegal, Prompt, Unreadable
from game.rules.ships.damage import knock_out
from game.rules.ships.damage_control import (
    Repair,
    best_parties,
    chance,
    damaged_systems,
    next_to_repair,
    no_more_repairs,
    parties_of,
    repairable,
    roll_needed,
)
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, design, house, ship, state, umpire
from tests.support.narrowing import each

SYSTEMS = (
    Mount("", "beam", 3, ("F",)), Mount("", "beam", 1), Mount("", "fcs"), Mount("", "fcs"), Mount("", "screen"),
    Mount("", "screen"), Mount("", "pds"), Mount("", "submunition"), Mount("", "bridge"), Mount("", "life_support"),
    Mount("", "power_core"),
)  # fmt: skip


def hurt(*lost: str, mass: int = 80, hull: int = 24, thrust: int = 6) -> Ship:
    """Return a ship with SYSTEMS of which these are knocked out."""
    one = ship("lancet", built=design(*SYSTEMS, mass=mass, hull=hull, thrust=thrust))
    one.lost |= set(lost)
    return one


def refusal(order: Repair, table: ThrustState) -> str:
    with pytest.raises(Illegal) as caught:
        order.check(table)
    assert caught.value.rule == "full-thrust-base/5.5"
    return caught.value.why


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        ("repair SCRa:3 B1:1", (("SCRa", 3), ("B1", 1))),
        ("REPAIR DRV", (("DRV", 1),)),
        ("no repairs", ()),
        ("No  Repairs", ()),
        (" repair  FCSb:2 ", (("FCSb", 2),)),
    ],
)
def test_reading_an_order(text: str, parties: tuple[tuple[str, int], ...]) -> None:
    assert Repair.parse("lancet", text) == Repair("lancet", parties)


@pytest.mark.parametrize(
    "text", ["", "repair", "repairs B1:1", "B1:1", "repair B1:", "repair B1:x", "repair :2", "no", "repair B1:-1"]
)
def test_what_is_not_an_order(text: str) -> None:
    with pytest.raises(Unreadable):
        Repair.parse("lancet", text)


keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,5}", fullmatch=True)


@given(st.dictionaries(keys, st.integers(0, 99)).map(lambda jobs: tuple(jobs.items())))
def test_an_order_reads_back_as_it_is_written(parties: tuple[tuple[str, int], ...]) -> None:
    order = Repair("lancet", parties)
    assert Repair.parse("lancet", str(order)) == order


def test_assigning_adds_changes_and_takes_away() -> None:
    order = Repair("lancet").assign("B3", 1).assign("DRV", 2).assign("B3", 3)
    assert str(order) == "repair B3:3 DRV:2"
    assert str(order.assign("B3", 0)) == "repair DRV:2" and str(order.assign("B3", 0).assign("DRV", 0)) == "no repairs"
    assert order.assign("PDS", 0) == order


# -- what may be ordered -----------------------------------------------------------------------------------------------


def test_limits_of_parties() -> None:
    table = state(hurt("B3", "SCRa", "SCRb"))  # 80 MASS: four parties
    Repair.parse("lancet", "repair B3:3 SCRa:1").check(table)
    Repair("lancet").check(table)
    assert refusal(Repair("lancet", (("B3", 4),)), table) == "one to 3 parties work on a system, not 4"
    assert refusal(Repair("lancet", (("B3", 0),)), table) == "one to 3 parties work on a system, not 0"
    assert refusal(Repair("lancet", (("B3", 3), ("SCRa", 2))), table) == "5 parties asked, Lancet has 4"
    assert refusal(Repair("lancet", (("B3", 1), ("B3", 1))), table) == "each system is named once, with all its parties"


def test_what_cannot_be_mended() -> None:
    one = hurt("B3")
    one.killed.add("SCRa")
    one.spent.add("SMP")
    table = state(one)
    assert refusal(Repair("lancet", (("SCRa", 1),)), table) == "Screen a is beyond repair in this battle"
    assert (
        refusal(Repair("lancet", (("SMP", 1),)), table) == "Submunition pack has been fired and cannot be loaded again"
    )
    assert refusal(Repair("lancet", (("PDS", 1),)), table) == "Point defence is not damaged"
    assert refusal(Repair("lancet", (("DRV", 1),)), table) == "Main drive is not damaged"
    assert refusal(Repair("lancet", (("b3", 1),)), table) == "Lancet has no system “b3”; did you mean “B3”?"
    assert refusal(Repair("lancet", (("ZZ", 1),)), table) == "Lancet has no system “ZZ”"
    one.removed_reason = "struck"
    assert refusal(Repair("lancet", (("B3", 1),)), table) == "Lancet is out of the battle"
    assert refusal(Repair("azure", (("B3", 1),)), table) == "repair parties belong to a ship, not to a side"


@pytest.mark.parametrize(
    ("mass", "hull", "damage", "left"),
    [
        pytest.param(80, 24, 0, 4, id="T-cf1 whole"), pytest.param(80, 24, 5, 4, id="T-cf1 before the dot"),
        pytest.param(80, 24, 7, 3, id="T-cf1 after seven"), pytest.param(106, 32, 29, 2, id="T-cf2 before 30"),
        pytest.param(106, 32, 30, 1, id="T-cf2 after 30"), pytest.param(106, 32, 24, 2, id="T-cf2 after 24"),
    ],
)  # fmt: skip
def test_parties_are_lost_with_the_crew(mass: int, hull: int, damage: int, left: int) -> None:
    one = hurt("B3", "SCRa", "SCRb", mass=mass, hull=hull)
    one.hull -= damage
    table = state(one)
    spread = {1: "B3:1", 2: "B3:2", 3: "B3:3", 4: "B3:3 SCRa:1"}
    Repair.parse("lancet", f"repair {spread[left]}").check(table)
    over = {1: "B3:2", 2: "B3:3", 3: "B3:3 SCRa:1", 4: "B3:3 SCRa:2"}[left]
    assert refusal(Repair.parse("lancet", f"repair {over}"), table) == f"{left + 1} parties asked, Lancet has {left}"


def test_the_form_offers_every_change_of_one_system_and_greys_what_is_refused() -> None:
    one = hurt("B3", "SCRa")
    one.killed.add("PDS")
    table = state(one)
    draft = Repair("lancet", (("B3", 3),))
    offered = each(draft.domain(table)["parties"], tuple)
    assert (("B3", 3), ("SCRa", 2)) in offered and (("B3", 3), ("PDS", 1)) in offered and () in offered
    assert draft.label_for("parties", (("B3", 3), ("SCRa", 2))) == "SCRa: 2"
    assert draft.label_for("parties", ()) == "B3: none" and draft.label_for("parties", draft.parties) == "as it stands"
    refused = [value for value in offered if ("PDS", 1) in value or sum(n for _, n in value) > 4]
    assert 0 < len(refused) < len(offered)
    for value in offered:
        order = Repair("lancet", value)
        if value in refused:
            refusal(order, table)
        else:
            order.check(table)
    assert [field.name for field in draft.fields(table)] == ["parties"]
    assert Repair("azure").domain(table) == {"parties": ((),)}


# -- rolling -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "mended"), [pytest.param(4, True, id="T-dcp1 rolls 4"), pytest.param(3, False, id="T-dcp1 rolls 3")]
)
def test_three_parties_on_a_screen(face: int, mended: bool) -> None:
    one, dice = hurt("SCRa"), umpire(face, phase=10)
    table = state(one)
    Repair.parse("lancet", "repair SCRa:3").carry_out(table, dice)
    assert one.works("SCRa") is mended and one.screen() == 1 + mended
    assert [roll.label for roll in dice.rolls] == ["T1.10/repair/lancet/SCRa"]
    (event,) = dice.log
    assert (event.kind, event.mounts) == ("repair", ("SCRa",)) and event.reason == "3 parties need 4 or more"
    assert event.dice[0].scored is mended


@pytest.mark.parametrize(("n", "number"), [(1, 6), (2, 5), (3, 4)])
def test_the_chance_is_what_the_dice_give(n: int, number: int) -> None:
    hits = 0
    for face in range(1, 7):
        one = hurt("B1")
        Repair("lancet", (("B1", n),)).carry_out(state(one), umpire(face))
        hits += one.works("B1")
    assert roll_needed(n) == number and chance(n) == Fraction(hits, 6)


def test_one_roll_for_each_system_and_a_mended_one_can_be_lost_again() -> None:
    one = hurt("B3", "SCRa")
    table, dice = state(one), umpire(6, 1)
    Repair("lancet", (("SCRa", 1), ("B3", 1))).carry_out(table, dice)
    assert one.lost == {"B3"}
    mount = one.design.mount("SCRa")
    assert mount is not None
    knock_out(table, dice, one, mount)
    assert one.lost == {"B3", "SCRa"} and [mount.key for mount in repairable(one)] == ["B3", "SCRa"]


def test_each_success_gives_one_step_of_the_drive_back() -> None:
    """T-drv1."""
    one = hurt(thrust=6)
    table, dice = state(one), umpire(6, 1, 6)
    drive = one.design.mount("DRV")
    assert drive is not None
    steps = [one.thrust]
    for _ in range(2):
        knock_out(table, dice, one, drive)
        steps.append(one.thrust)
    assert steps == [6, 3, 0] and "DRV" in one.lost
    for _ in range(3):
        Repair("lancet", (("DRV", 1),)).carry_out(table, dice)
        steps.append(one.thrust)
    assert steps[3:] == [3, 3, 6] and not one.lost and not repairable(one)
    assert [event.result for event in dice.log] == ["thrust 3 again", "still out", "thrust 6 again"]


def test_a_drive_of_one_is_dead_at_once_and_whole_after_one_success() -> None:
    """T-drv1."""
    one = hurt(thrust=1)
    table, dice = state(one), umpire(5)
    drive = one.design.mount("DRV")
    assert drive is not None
    knock_out(table, dice, one, drive)
    assert one.thrust == 0
    Repair("lancet", (("DRV", 2),)).carry_out(table, dice)
    assert one.thrust == 1 and one.works("DRV")


def test_a_killed_drive_stays_dead() -> None:
    one = hurt(thrust=1)
    table, dice = state(one), umpire()
    drive = one.design.mount("DRV")
    assert drive is not None
    knock_out(table, dice, one, drive, for_good=True)
    assert not repairable(one) and [mount.key for mount in damaged_systems(one)] == ["DRV"]
    assert refusal(Repair("lancet", (("DRV", 1),)), table) == "Main drive is beyond repair in this battle"


# -- who is asked ------------------------------------------------------------------------------------------------------


def test_only_sides_with_something_to_mend_are_asked_and_each_ship_once() -> None:
    one, whole, foe = hurt("B3"), ship("halyard", hull=12), ship("vesper", "crimson")
    foe.drive_hits = 1
    table, dice = state(one, whole, foe), umpire(1)
    assert next_to_repair(table) == (
        Prompt("azure", ("lancet",), ("lancet",)),
        Prompt("crimson", ("vesper",), ("vesper",)),
    )
    Repair("lancet", (("B3", 1),)).carry_out(table, dice)
    assert [prompt.side for prompt in next_to_repair(table)] == ["crimson"]
    idle = no_more_repairs(table, next_to_repair(table)[0])
    idle.check(table)
    idle.carry_out(table, dice)
    assert next_to_repair(table) == ()


def test_nobody_is_asked_for_a_wreck_or_for_what_is_beyond_repair() -> None:
    one, wreck = hurt(), hurt("B3")
    one.killed.add("B3")
    wreck.removed_reason = "destroyed"
    assert next_to_repair(state(one)) == () == next_to_repair(state(wreck))


@pytest.mark.parametrize(
    ("lost", "order"),
    [
        (("B3", "FCSa", "FCSb"), "repair FCSa:3 FCSb:1"),  # no fire control works: the first of them before any gun
        (("B3", "FCSa"), "repair B3:3 FCSa:1"),  # one still works: the gun first
        (("PDS", "B1", "B3"), "repair B3:3 B1:1"),
        (("PDS", "CORE", "LIFE"), "repair CORE:3 LIFE:1"),
        ((), "no repairs"),
    ],
)
def test_the_suggestion_mends_what_is_missed_most(lost: tuple[str, ...], order: str) -> None:
    one = hurt(*lost)
    assert str(best_parties(one)) == order
    best_parties(one).check(state(one))


def test_the_suggestion_puts_the_drive_before_guns() -> None:
    one = hurt("B3")
    one.drive_hits = 1
    assert str(best_parties(one)) == "repair DRV:3 B3:1"


def test_the_meter_counts_parties() -> None:
    table = state(hurt("B3", "SCRa"))
    assert Repair("lancet", (("B3", 3),)).meter(table).left == 1


# -- what a needle beam took -------------------------------------------------------------------------------------------


def test_a_step_of_the_drive_that_a_needle_took_cannot_be_won_back() -> None:
    """Main drive: one step per kill, and killed systems cannot be repaired (full-thrust-base/6.3, 2.4)."""
    one = hurt(thrust=6)
    table, drive = state(one), one.design.mount("DRV")
    assert drive is not None
    knock_out(table, umpire(), one, drive, for_good=True)
    assert (one.thrust, one.lost, one.killed) == (3, set(), set())
    assert (
        not repairable(one) and next_to_repair(table) == () and [mount.key for mount in damaged_systems(one)] == ["DRV"]
    )
    assert refusal(Repair("lancet", (("DRV", 1),)), table) == "Main drive is beyond repair in this battle"


@pytest.mark.parametrize("needle_first", [True, False])
def test_of_a_step_burned_out_and_a_step_shot_away_one_comes_back(needle_first: bool) -> None:
    one = hurt(thrust=6)
    table, dice, drive = state(one), umpire(6), one.design.mount("DRV")
    assert drive is not None
    for for_good in (needle_first, not needle_first):
        knock_out(table, dice, one, drive, for_good)
    assert one.thrust == 0 and one.lost == {"DRV"} and not one.killed
    Repair("lancet", (("DRV", 1),)).carry_out(table, dice)
    assert one.thrust == 3 and not one.lost and not repairable(one)


def test_two_needles_kill_a_drive() -> None:
    one = hurt(thrust=6)
    table, drive = state(one), one.design.mount("DRV")
    assert drive is not None
    for _ in range(2):
        knock_out(table, umpire(), one, drive, for_good=True)
    assert one.thrust == 0 and one.killed == {"DRV"} and not repairable(one)
    assert one.copy().drive_gone == 2


def test_by_option_nothing_is_mended() -> None:
    table = state(hurt("B3", "SCRa"), damage_control=False)
    assert next_to_repair(table) == ()
    assert refusal(Repair("lancet", (("B3", 1),)), table) == "damage control is not played in this battle"


# -- parties by size ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mass", "bought", "parties"), [(44, 0, 1), (60, 0, 2), (60, 1, 3), (91, 3, 6)])
def test_parties_by_size_and_those_bought(mass: int, bought: int, parties: int) -> None:
    one = ship(built=design(mass=mass, parties=bought))
    one.hull = 1
    assert parties_of(house(repair_parties="size"), one) == parties


@pytest.mark.parametrize(("faces", "mended"), [((2, 6), True), ((5, 5), False)])
def test_each_party_by_size_rolls_a_die(faces: tuple[int, ...], mended: bool) -> None:
    one = ship(built=design(Mount("", "screen"), mass=60))
    one.lost.add("SCR")
    battle = state(one, repair_parties="size")
    carried_out(battle, Repair("lancet", (("SCR", 2),)), *faces)
    assert (not one.lost) == mended
    told = Repair("lancet", (("SCR", 2),)).risks(state(ship(built=design(Mount("", "screen"))), repair_parties="size"))
    (risk,) = told
    assert (risk.what, risk.words) == ("Screen", "a 6 on 2 dice") and risk.chance == pytest.approx(11 / 36)
    assert chance(2, each=True) == Fraction(11, 36)


def test_a_battle_by_size_asks_for_such_orders() -> None:
    one = ship(built=design(Mount("", "screen"), mass=60))
    one.lost.add("SCR")
    assert Repair(one.id).suggestion(state(one, repair_parties="size")) == Repair("lancet", (("SCR", 2),))
    with pytest.raises(Illegal, match="3 parties asked, Lancet has 2"):
        Repair("lancet", (("SCR", 3),)).check(state(one, repair_parties="size"))
