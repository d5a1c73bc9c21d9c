"""Notation, thrust and flying: the worked examples of the movement rules, and counts of legal plots."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.battle.designs import ROOT
from game.core.orders import Illegal, Unreadable, parse_order
from game.core.system import check
from game.core.values import House
from game.rules.manoeuvres.archive import MANOEUVRES
from game.rules.manoeuvres.framework.base import Manoeuvre
from game.rules.movement.cinematic import fly, legal
from game.rules.movement.plot import Plot, flown
from game.rules.movement.thrust_limits import fault
from game.rules.ships.drive import drive_power
from game.rules.ships.ship import drive_after
from game.rules.turn.side_orders import Lock
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import house, ship, state
from tests.support.narrowing import each, narrow, present

Start = tuple[int, int, int, bool]  # course, velocity, thrust, and has it an advanced drive?


def read(text: str) -> Plot:
    found = parse_order(Plot, "lancet", text)
    assert isinstance(found, Plot)
    return found


def flight(
    order: str, course: int, velocity: int, thrust: int, advanced: bool = False, **rules: object
) -> tuple[float, ...]:
    """End point, course and velocity of an order flown from the origin."""
    one = ship(course=course, velocity=velocity, thrust=thrust, advanced=advanced)
    plot = flown(one, read(order), house(**rules))
    made, courses, speed = fly(one.at, course, velocity, plot, house(**rules))
    return (*made.path[-1], courses[1], speed)


@pytest.mark.parametrize(
    ("text", "legs", "dv"),
    [
        ("+2,S1", (1,), 2),  # T-ord1
        ("P3+3", (-3,), 3),
        ("3P+3", (-3,), 3),
        ("+3 P3", (-3,), 3),
        ("+3P3", (-3,), 3),  # T-ord2
        ("", (), 0),
        ("0", (), 0),
        ("-4", (), -4),
        ("2P", (-2,), 0),
        ("s1", (1,), 0),
        ("S3 + 3", (3,), 3),  # T-ord3
        ("P+S+2", (-1, 1), 2),
        ("S+2P", (1, -2), 0),
        ("S+P2-1", (1, -2), -1),  # T-ord4
        ("Vel 4, order +2,S1, Vel 6", (1,), 2),
        ("8P2+4: 12", (-2,), 4),
        ("P", (-1,), 0),
        ("2P 1S", (-2, 1), 0),
        ("8+4: 12", (), 4),
        ("8: 8", (), 0),
        ("8 -3 : 5", (), -3),
        ("2P+4: 12", (-2,), 4),
        ("8P2S1: 8", (-2, 1), 0),
    ],
)
def test_every_written_style_is_read(text: str, legs: tuple[int, ...], dv: int) -> None:
    plot = read(text)
    assert (plot.legs, plot.dv) == (legs, dv)
    assert Plot.parse("lancet", str(plot)) == plot.plain


@pytest.mark.parametrize(
    ("text", "was", "becomes"),
    [
        ("8P2+4: 12", 8, 12),
        ("8P2+4", 8, None),
        ("8+4: 12", 8, 12),
        ("8: 8", 8, 8),
        ("Vel 4, order +2,S1, Vel 6", 4, 6),
        ("2P+4: 12", None, 12),
        ("2P 1S", None, None),
        ("2P", None, None),
        ("P2", None, None),
        ("+2", None, None),
    ],
)
def test_velocities_written_beside_an_order(text: str, was: int | None, becomes: int | None) -> None:
    """Old velocity in front, new one behind the colon; a number before a letter alone is points
    (full-thrust-base/1.3)."""
    plot = read(text)
    assert (plot.was, plot.becomes) == (was, becomes)


def test_velocities_that_are_not_so_are_refused() -> None:
    table = state(ship(velocity=8, thrust=6))
    read("8P2+4: 12").check(table)
    for text, words in (("7P2+4: 11", "moves at 8, not 7"), ("8P2+4: 11", "makes 12, not 11")):
        with pytest.raises(Illegal, match=words) as caught:
            read(text).check(table)
        assert caught.value.rule == "full-thrust-base/1.3"


def test_points_spent() -> None:
    assert read("P3+3").power_needed(house()).thrust == 6  # T-ord2
    assert read("P+S+2").power_needed(house()).thrust == 4  # T-ord4
    assert read("+2,S1").dv + 4 == 6  # T-ord1: from velocity 4 to 6


@pytest.mark.parametrize("text", ["P3P1", "xx", "+2+3", "P+S+P", "ROLL ROLL", "P-", "P2..", "7", "P+S+S"])
def test_nonsense_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


@pytest.mark.parametrize("one", [one for one in MANOEUVRES if one.shape != "switch"], ids=lambda one: one.code)
def test_a_manoeuvre_without_its_points_is_told_how_it_is_written(one: Manoeuvre) -> None:
    with pytest.raises(Unreadable, match=f"{one.title} is written ") as told:
        read(f"{one.written or one.code} +2")
    written = str(told.value).rpartition("is written ")[2].partition(" or ")[0]
    assert read(written).uses[0].code == one.code


@given(st.text(alphabet="PSpsR+-0123456789, :RAMVELWITHordx_", max_size=24))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        plot = read(text)
    except Unreadable:
        return
    assert Plot.parse("lancet", str(plot)) == plot.plain


def test_clipping() -> None:
    """T-ord5: thrust 4, P3+3 cut to fit is P1+3."""
    one = ship(thrust=4, velocity=8)
    assert str(flown(one, read("P3+3"), house(illegal_order="clip"))) == "P1+3"


@pytest.mark.parametrize(
    ("order", "thrust", "velocity", "comes"),
    [
        ("P1+9", 4, 8, "+4"),
        ("P2-9", 6, 3, "P2-3"),
        ("S9", 6, 8, "S3"),
        ("ROLL P3", 4, 8, "P1 ROLL"),
        ("P2+S2+1", 6, 8, "P2+S+1"),
        ("ROLL P1+9", 4, 8, "+4"),
        ("ROLL P1+3", 4, 8, "+3 ROLL"),
        ("P2", 1, 8, "P1"),
        ("ROLL P2", 2, 8, "ROLL"),
        ("+3", 0, 8, "0"),
        ("P3+3 RAM vesper", 4, 8, "P1+3 RAM vesper"),
        ("P2-4", 6, -2, "P2"),
    ],
)
def test_cut_to_fit(order: str, thrust: int, velocity: int, comes: str) -> None:
    """Speed first, then the roll, then the turns in their order (full-thrust-base/1.3)."""
    one = ship(thrust=thrust, velocity=velocity)
    made = flown(one, read(order), house(illegal_order="clip"))
    assert str(made) == comes and fault(one, made, house()) is None


@pytest.mark.parametrize(
    ("velocity", "off", "comes"), [(3, 2, "-1"), (1, 2, "0"), (9, 2, "-4"), (3, 0, "P1-3"), (6, 5, "0")]
)
def test_a_slewed_ship_cut_to_fit_does_not_end_up_going_backwards(velocity: int, off: int, comes: str) -> None:
    """It keeps what biting leaves of its velocity, a point of slew for each MU, and can give up no more
    (manoeuvres/slewed)."""
    one, rules = (
        ship(thrust=4, velocity=velocity),
        house(**{"illegal_order": "clip", "man.SK": True, "sideslip": "off"}),
    )
    one.facing = (one.course + off - 1) % 12 + 1
    made = flown(one, read("P+S-9"), rules)
    assert str(made) == comes and fault(one, made, rules) is None


def test_the_form_shows_one_turn_beyond_what_is_allowed() -> None:
    """So that the limit is seen, greyed and with its reason (full-thrust-base/2.1)."""
    for thrust, velocity, widest in ((6, 8, 4), (1, 8, 2), (6, 0, 6), (0, 0, 1)):
        draft, table = read("P1"), state(ship(thrust=thrust, velocity=velocity))
        single = [legs[0] for legs in each(draft.domain(table)["legs"], tuple) if len(legs) == 1]
        assert (min(single), max(single)) == (-widest, widest)
    assert tuple(draft.label_for(*one) for one in (("legs", (-2, 1)), ("dv", 3), ("dv", 0), ("roll", True))) == (
        "P2+S",
        "+3",
        "±0",
        "yes",
    )
    assert draft.label_for("legs", ()) == "0" and draft.label_for("ram", "vesper") == "vesper"
    assert [field.name for field in draft.fields(table)] == ["legs", "dv", "roll", "ram"]
    assert [field.name for field in draft.fields(state(ship(), squadrons=True))][-1] == "follow"


def test_what_the_form_offers_besides_turns() -> None:
    """Every change of speed the thrust pays for, a roll, every enemy to ram, and where squadrons are played every
    friend."""
    ships = ship(thrust=3, velocity=8), ship("plover"), ship("vesper", "crimson"), ship("kiln", "crimson")
    offered = {name: tuple(values) for name, values in read("P1").domain(state(*ships)).items()}
    assert (offered["dv"], offered["roll"]) == (tuple(range(-3, 4)), (False, True))
    assert (offered["ram"], offered["follow"]) == (("", "vesper", "kiln"), ("",))
    assert tuple(read("P1").domain(state(*ships, squadrons=True))["follow"]) == ("", "plover")


def test_velocities_written_beside_an_order_do_not_make_it_another() -> None:
    assert read("8P2+4: 12") == read("P2+4") and read("8P2+4: 12").plain == read("P2+4")
    assert Plot("lancet", (-2,), becomes=9).plain.becomes is None and Plot("lancet", (-2,), was=9).plain.was is None
    assert str(read("P2−3")) == "P2-3"  # a minus as print sets it


def test_cut_to_fit_keeps_to_the_side_slips_that_are_played() -> None:
    one = ship(thrust=6, velocity=8)
    assert str(flown(one, read("P2+S1"), house(illegal_order="clip", sideslip="off"))) == "0"


def test_allowances() -> None:
    """T-mov0."""
    plain, up = ship(), house(odd_thrust_turn="up")
    assert [drive_power(plain, t, house()).turning for t in range(9)] == [0, 1, 1, 1, 2, 2, 3, 3, 4]
    assert [drive_power(plain, t, up).turning for t in range(9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert [drive_power(ship(advanced=True), t, house()).turning for t in range(9)] == list(range(9))


@pytest.mark.parametrize(
    ("label", "order", "start", "end", "rules"),
    [
        ("T-mov1", "P2+2", (12, 8, 4, False), (-6.830, 6.830, 10, 10), {}),
        ("T-mov2", "P3", (3, 10, 6, False), (4.330, 7.500, 12, 10), {}),
        ("T-mov3", "S1+5", (7, 6, 6, False), (-7.513, -7.513, 8, 11), {}),
        ("T-mov3", "S1+5", (7, 6, 6, False), (-7.696, -7.330, 8, 11), {"half_velocity": "floor"}),
        ("T-mov4", "P+S+2", (12, 6, 4, False), (-2.000, 7.464, 12, 8), {}),
        ("T-mov5", "S+2P", (12, 8, 6, False), (0.000, 6.928, 11, 8), {}),
        ("T-mov6", "P6", (12, 6, 6, True), (-3.000, -3.000, 6, 6), {}),
        ("T-mov7", "S3", (12, 5, 6, False), (3.750, 2.165, 3, 5), {}),
        ("T-mov7", "S3", (12, 5, 6, False), (4.000, 1.732, 3, 5), {"half_velocity": "floor"}),
        ("T-mov9", "P3+1", (12, 8, 4, False), (0.000, 8.000, 12, 8), {"illegal_order": "straight"}),
    ],
)
def test_flying(label: str, order: str, start: Start, end: tuple[float, ...], rules: House) -> None:
    course, velocity, thrust, advanced = start
    assert flight(order, course, velocity, thrust, advanced, **rules) == pytest.approx(end, abs=0.0011), label


def test_the_course_of_each_half_of_a_move() -> None:
    """T-mov1 and T-mov5 leg by leg: what the picture of the movement points along (full-thrust-base/2.2)."""
    for order, course, legs in (("P2+2", 12, (11, 10)), ("S+2P", 12, (1, 11)), ("S3", 11, (12, 2)), ("0", 5, (5, 5))):
        assert fly((0.0, 0.0), course, 8, read(order), house())[1] == legs


def test_a_ghost_rolls_over_and_back() -> None:
    one = ship(velocity=6, thrust=6)
    for lies in (False, True):
        one.inverted = lies
        assert read("ROLL").pose(state(one)).inverted is not lies and read("P1").pose(state(one)).inverted is lies


def test_a_ship_that_keeps_station_has_no_envelope_of_her_own() -> None:
    assert read("WITH plover").destinations(state(ship(velocity=6))) == () and read("0").destinations(
        state(ship(velocity=6))
    )


def test_three_points_either_way() -> None:
    """T-mov8."""
    assert flight("P3", 10, 0, 6)[2] == 7
    assert flight("S3", 10, 0, 6)[2] == 1


def test_too_tight_a_turn_is_refused_in_words() -> None:
    """T-mov9: three points of turn with thrust 4."""
    reason = fault(ship(thrust=4, velocity=8), read("P3+1"), house())
    assert reason and reason.why == "only 2 thrust may turn Lancet" and reason.rule == "full-thrust-base/2.1"


@pytest.mark.parametrize(("order", "left"), [("S4+5", "only 1"), ("P4-6", "no")])
def test_a_turn_that_the_speed_leaves_no_thrust_for_is_refused_with_what_is_left(order: str, left: str) -> None:
    reason = present(fault(ship(thrust=6, velocity=8), read(order), house()))
    assert reason.why == f"{left} thrust is left to turn Lancet: {order[-1]} of 6 change its velocity"


def test_a_turn_within_the_half_and_a_speed_beyond_the_rest_is_asked_too_much() -> None:
    assert present(fault(ship(thrust=6, velocity=8), read("S3+4"), house())).why == "7 thrust asked, Lancet has 6"


def test_spinning_at_rest() -> None:
    """T-spin1, T-spin2."""
    still = ship(thrust=4, velocity=0)
    assert fault(still, read("S5"), house()) is None
    assert flight("S5", 12, 0, 4) == (0, 0, 5, 0)
    assert read("S5").pose(state(still)).coasted
    assert fault(still, read("S5"), house(stationary_spin=False))
    assert fault(ship(thrust=6, velocity=3), read("S5-3"), house())


@pytest.mark.parametrize("order", ["S6", "P6", "S1"])
def test_a_spin_reaches_every_course(order: str) -> None:
    still = ship(thrust=2, velocity=0)
    assert fault(still, read(order), house()) is None
    for spoilt in (order + "+1", order + " ROLL", order.replace("P", "S") + "+P1"):
        refused = fault(still, read(spoilt), house())
        assert (refused is None) == (spoilt == "S1+1"), spoilt  # any other thrust, and it is an ordinary turn
    assert present(fault(still, read("S7"), house())).rule == "full-thrust-base/2.3"


def test_a_dead_drive_does_not_spin() -> None:
    still = ship(thrust=2, velocity=0)
    still.drive_hits = 2
    assert present(fault(still, read("S1"), house())).rule == "full-thrust-base/2.4"


def test_an_advanced_drive_may_turn_all_its_thrust() -> None:
    """Allowance T, and no other limit (full-thrust-base/2.1): P7 goes 3 points, then 4."""
    nimble = ship(thrust=8, velocity=6, advanced=True)
    assert fault(nimble, read("P7"), house()) is None and fault(nimble, read("P9"), house())
    assert flight("P7", 12, 6, 8, True) == pytest.approx((-3 + 1.5, -2.598, 5, 6), abs=0.0011)
    assert ((-7,), 1) in legal(nimble, house(), read("")) and ((-8,), 0) in legal(nimble, house(), read(""))


def test_thrust_one_turns_or_speeds_and_by_option_not_twice_running() -> None:
    """Thrust 1, built so or by damage, may not turn on two consecutive turns (full-thrust-base/2.1)."""
    rules = house(slow_turn=True)
    for one in (ship(thrust=1, velocity=6), ship(thrust=3, velocity=6)):
        one.drive_hits = one.design.thrust // 3
        assert one.thrust == 1 and fault(one, read("P1"), rules) is None and fault(one, read("P1+1"), rules)
        one.turned = True
        assert present(fault(one, read("P1"), rules)).rule == "full-thrust-base/2.1"
        assert fault(one, read("+1"), rules) is None and fault(one, read("P1"), house()) is None
        assert ((1,), 0) not in legal(one, rules, read("")) and ((1,), 0) in legal(one, house(), read(""))
    strong = ship(thrust=2, velocity=6)
    strong.turned = True
    assert fault(strong, read("P1"), rules) is None


def test_out_of_control_nothing_is_flown() -> None:
    one = ship(thrust=6, velocity=6)
    one.set_timer("bridge", 1)
    for text in ("P1", "+1", "ROLL"):
        assert present(fault(one, read(text), house())).rule == "full-thrust-base/5.4/bridge"
    assert fault(one, read("0"), house()) is None and list(legal(one, house(), read(""))) == [((), 0)]
    assert str(flown(one, read("P1+1"), house(illegal_order="clip"))) == "0"


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("RAM nobody", "6.17", "no ship “nobody”"),
        ("RAM plover", "6.17", "only an enemy"),
        ("RAM wreck", "6.17", "no ship"),
        ("P9", "2.1", "only 3 thrust may turn"),
        ("P3+4", "2.1", "7 thrust asked"),
        ("-7", "2.1", "7 thrust asked"),
        ("WITH plover", "2.7", "not played"),
    ],
)
def test_refusals_and_their_rules(text: str, rule: str, words: str) -> None:
    wreck = ship("wreck", "crimson")
    wreck.removed_reason = "destroyed"
    table = state(ship(velocity=6), ship("plover"), wreck)
    with pytest.raises(Illegal, match=words) as caught:
        read(text).check(table)
    assert caught.value.rule == f"full-thrust-base/{rule}"


def test_no_ship_flies_backwards() -> None:
    with pytest.raises(Illegal, match="no ship flies backwards"):
        read("-5").check(state(ship(velocity=4, thrust=6)))
    read("-4").check(state(ship(velocity=4, thrust=6)))


def test_neither_a_dead_drive_nor_a_lost_bridge_rams() -> None:
    """Without thrust there are no orders, without a bridge no control (full-thrust-base/2.1, 5.4, 6.17)."""
    one = ship(velocity=6)
    table = state(one, ship("vesper", "crimson"))
    read("RAM vesper").check(table)
    one.drive_hits = 2
    with pytest.raises(Illegal, match="rams nobody") as caught:
        read("RAM vesper").check(table)
    assert caught.value.rule == "full-thrust-base/2.4"
    one.drive_hits = 0
    one.set_timer("bridge", 1)
    with pytest.raises(Illegal, match="rams nobody"):
        read("RAM vesper").check(table)


def test_locked_orders_are_locked() -> None:
    table = state(ship(velocity=6), ship("vesper", "crimson"))
    table.phase = next(index for index, row in enumerate(FULL_THRUST.phases) if Plot in row.accepts)
    check(FULL_THRUST, table, read("P1"))
    table.ready.add("azure")
    with pytest.raises(Illegal, match="has locked its orders") as caught:
        check(FULL_THRUST, table, read("P1"))
    assert caught.value.rule == "full-thrust-base/1.4"
    check(FULL_THRUST, table, Lock("azure", open=True))


def test_drive_damage() -> None:
    """T-drv1, the damage half; repair is tested with damage control."""
    assert [drive_after(6, n) for n in (0, 1, 2)] == [6, 3, 0]
    assert [drive_after(5, n) for n in (0, 1, 2)] == [5, 2, 0]
    assert drive_after(1, 1) == 0
    one = ship(thrust=6, velocity=4)
    one.drive_hits = 1
    assert fault(one, read("P2"), house()) and fault(one, read("P1+2"), house()) is None


def test_rolling_costs_turning() -> None:
    """T-roll1."""
    one = ship(thrust=4, velocity=6)
    assert fault(one, read("ROLL P1 +2"), house()) is None
    assert fault(one, read("ROLL P2"), house())


def test_even_side_slips() -> None:
    one = ship(thrust=6, velocity=8)
    assert (
        fault(one, read("2P+S1"), house(sideslip="even")) and fault(one, read("1P+S2"), house(sideslip="even")) is None
    )
    assert fault(one, read("1P+S1"), house(sideslip="off"))


# thrust, velocity, allowance habits -> legal plots without a roll, counted by hand for the small ones
COUNTS = {(0, 5): 1, (1, 5): 5, (2, 5): 3 + 4 + 2 * 2, (4, 8): 0, (6, 8): 0, (6, 0): 0, (8, 3): 0}


@pytest.mark.parametrize(("thrust", "velocity"), [(t, v) for t in range(9) for v in (0, 1, 3, 8, 20)])
@pytest.mark.parametrize("advanced", [False, True])
def test_counts_of_legal_plots(thrust: int, velocity: int, advanced: bool) -> None:
    """Counted a second way: for each turn, the speeds that the rest of the thrust and the velocity allow."""
    one, rules = ship(thrust=thrust, velocity=velocity, advanced=advanced), house()
    most = drive_power(one, thrust, rules).turning
    expected = 0
    for points in range(most + 1):
        ways = 1 if points == 0 else 2 + 2 * max(0, points - 1)  # to either side, or a side-slip begun to either side
        left = thrust - points
        expected += ways * (left + min(left, velocity) + 1)
    if velocity == 0 and thrust:
        expected += sum(2 for n in range(1, 7) if n > most)  # turning at rest is free beyond the allowance
        expected -= sum(2 for n in range(7, most + 1))  # and never more than half round
    found = tuple(legal(one, rules, read("")))
    assert len(found) == len(set(found)) == max(1, expected)
    if (thrust, velocity) in COUNTS and not advanced and COUNTS[thrust, velocity]:
        assert len(found) == COUNTS[thrust, velocity]


def test_destinations_are_the_poses_of_their_orders() -> None:
    one = ship(at=(20.125, 17.5), course=2, velocity=7, thrust=6)
    table = state(one)
    ends = read("ROLL").destinations(table)
    assert len(ends) == len(list(legal(one, house(), read("ROLL"))))
    assert all(narrow(end.order, Plot).roll for end in ends)
    for end in ends:
        going = end.order.pose(table)
        assert (going.at, going.course, going.velocity, going.path) == (end.at, end.course, end.velocity, end.path)


def test_the_notation_alone_knows_every_manoeuvre() -> None:
    """No list is filled by the import of something else."""
    words = "from game.rules.movement.notation import read; print(*read('P1 EM2 DRIFT')['uses'])"
    run = subprocess.run([sys.executable, "-c", words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["EM2", "DRIFT"]
