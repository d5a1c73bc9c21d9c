"""Movement by vectors: notation, both forms of thrusters, what is flown, and every end a drag may snap to
(full-thrust-base/3).
"""

from __future__ import annotations

import cmath
import math
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from game.battle.loader import load_start_text
from game.board.geometry import nearest_course
from game.core.orders import Illegal, Unreadable
from game.formats.validation import BadFile
from game.rules.manoeuvres.jumps.ftl import arrivals, hold_back
from game.rules.movement.movement_kinds import current_order, fresh
from game.rules.movement.plot import Plot
from game.rules.movement.vector_flight import vector_destinations, vector_flight
from game.rules.movement.vector_limits import SEQUENCES, Step, flown_vector, one_pool, order_steps, vector_fault
from game.rules.movement.vector_plot import VectorPlot
from game.rules.outcome import table_edges
from game.rules.scenario.current_start import entry_of
from game.rules.ships.ship import Ship
from tests.support.battles import thrust_state
from tests.support.builders import house, ship, state, umpire

FORMS = ("fb1", "fb2")
PLAIN = "title: t\nsystem: full-thrust\nsides: {a: {name: A}, b: {name: B}}\nships:\n"


def vessel(heading: float = 0.0, facing: int = 12, **parts: Any) -> Ship:
    one = ship(**parts)
    one.heading, one.course, one.facing = heading, nearest_course(heading), facing
    return one


def read(text: str) -> VectorPlot:
    return VectorPlot.parse("lancet", text)


def fault_of(text: str, one: Ship, **rules: Any) -> str:
    wrong = vector_fault(one, read(text), house(**rules))
    return wrong.rule.removeprefix("full-thrust-base/") if wrong else ""


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "steps"), [
    ("TP3, MD6", (("TP", 3), ("MD", 6))), ("md6 tp2", (("MD", 6), ("TP", 2))), ("TP2, MD6, PS1, PR3", None),
    ("MD2 TS MD4", None),
    ("PS2", (("PS", 2),)), ("R PR1", (("ROLL", 0), ("PR", 1))), ("", ()), ("0", ()), ("TP0, MD0", ()),
])  # fmt: skip
def test_both_styles_are_read(text: str, steps: tuple[Step, ...] | None) -> None:
    assert steps is None or read(text).steps == steps
    assert read(str(read(text))) == read(text)


@pytest.mark.parametrize("text", ["P3", "MD", "+2", "TX3", "MD6; TP2", "ET ET", "WITH vesper", "EM2 EM3"])
def test_what_is_not_the_notation_of_vectors_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


def test_what_is_written_is_read_as_it_was() -> None:
    rng = Random(3)
    for _ in range(2000):
        steps = tuple(
            (code, 0 if code == "ROLL" else rng.randint(1, 9))
            for code in rng.choices(("TP", "TS", "MD", "PP", "PS", "PR", "ROLL"), k=rng.randint(0, 5))
        )
        order = VectorPlot("lancet", steps, ram=rng.choice(("", "vesper", "red-7")))
        assert read(str(order)) == order


def test_fields_of_the_form_write_the_same_order() -> None:
    order = VectorPlot("lancet")
    for name, value in (("turn", -3), ("burn", 4), ("push", ("PS", 1)), ("roll", True)):
        order = order.with_value(name, value)
        assert order.value(name) == value
    assert str(order) == "TP3, MD4, PS1, ROLL"
    texts = {"TDP": "TP3, MD4, PS1", "DTP": "MD4, TP3, PS1", "PTD": "PS1, TP3, MD4", "DPT": "MD4, PS1, TP3"}
    for name, text in texts.items():
        assert str(order.with_value("sequence", name)) == f"{text}, ROLL" and read(text).sequence == name
    plain = order.with_value("turn", 0).with_value("push", None).with_value("roll", False)
    assert str(plain.with_value("ram", "vesper")) == "MD4, RAM vesper"
    assert read("MD2, TP3, MD4").burn == 6 and str(read("MD2, TP3, MD4").with_value("burn", 3)) == "MD3, TP3"


def test_only_sequences_that_differ_are_offered() -> None:
    table = state(vessel(velocity=4))
    shown = {
        text: [field.name for field in read(text).fields(table)] for text in ("MD4", "TP1", "TP1, MD4", "TP1, PS1")
    }
    assert {text: "sequence" in names for text, names in shown.items()} == {
        "MD4": False,
        "TP1": False,
        "TP1, MD4": True,
        "TP1, PS1": True,
    }
    assert list(read("TP1, MD4, PS1").domain(table)["sequence"]) == list(SEQUENCES)
    assert read("TP1").label_for("turn", -2) == "TP2" and read("").label_for("push", ("PR", 1)) == "PR1"


# -- drive and thrusters -----------------------------------------------------------------------------------------------


def test_thrusters_have_half_the_rating_rounded_down_and_all_of_an_advanced_drive() -> None:
    def pool(thrust: int, advanced: bool = False) -> int:
        return read("").rated_power(vessel(thrust=thrust, advanced=advanced), house()).turning

    assert [pool(thrust) for thrust in range(9)] == [0, 0, 1, 1, 2, 2, 3, 3, 4]
    assert pool(5, advanced=True) == 5
    assert read("").rated_power(vessel(thrust=5), house(vector_form="fb2")) == (5, 5)


@pytest.mark.parametrize(("text", "form", "wrong"), [
    ("TP3, MD6", "fb1", ""), ("TS1, PS2, MD6", "fb1", ""), ("TS1, PS3", "fb1", "3"), ("ROLL, TS1, PS1", "fb1", ""),
    ("ROLL, TS1, PS2", "fb1", "3"), ("MD7", "fb1", "3"), ("MD3, TP1, MD3", "fb1", ""), ("MD3, TP1, MD4", "fb1", "3"),
    ("TP1, MD1, TS1", "fb1", "3/rotation"), ("TP7", "fb1", "3/rotation"), ("PP1, PS1", "fb1", "3/push"),
    ("R, R", "fb1", "3"),
    ("TP3, MD5", "fb2", ""), ("TP3, MD6", "fb2", "3/fb2"), ("PS1, TP1, ROLL, MD3", "fb2", ""), ("PS2", "fb2", "3/fb2"),
])  # fmt: skip
def test_what_the_thrusters_allow(text: str, form: str, wrong: str) -> None:
    """T-vec5: four thruster points of a ship with thrust 6, who has three."""
    assert fault_of(text, vessel(velocity=4), vector_form=form) == wrong


def test_a_ship_without_drive_or_bridge_drifts() -> None:
    dead, lost = vessel(velocity=4), vessel(velocity=4)
    dead.drive_hits = 2
    lost.set_timer("bridge", 3)
    assert fault_of("TP1", dead) == "2.4" and fault_of("0", dead) == "" and fault_of("ROLL", lost) == "5.4/bridge"
    for one in (dead, lost):
        assert [str(destination.order) for destination in vector_destinations(state(one), VectorPlot("lancet"))] == [
            "0"
        ]


def test_what_cannot_be_done_is_drifted_or_cut_from_the_left() -> None:
    one = vessel(velocity=4)

    def left(text: str, habit: str) -> str:
        return str(flown_vector(one, read(text), house(illegal_order=habit)))

    assert left("TS1, PS3", "straight") == "0" and left("TS1, PS3, RAM vesper", "straight") == "RAM vesper"
    assert left("TS1, PS3", "clip") == "TS1, PS2" and left("PS2, MD9, TP1, ROLL", "clip") == "PS2, MD6, TP1"


def test_the_meter_holds_both_pools() -> None:
    table = state(vessel(velocity=4))
    both = read("TP3, MD6, PS1").meter(table)
    assert (both.total, both.left, both.note) == (9, 1, "drive 6 of 6, thrusters 2 of 3")
    one = read("TP3, MD4").meter(state(vessel(), vector_form="fb2"))
    assert (one.total, one.left, [part[:2] for part in one.parts]) == (6, 1, [(1, "thrusters"), (4, "main drive")])


# -- flying ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("velocity", "text", "end", "speed", "heading", "facing"),
    [
        (10, "TP3, MD6", (-6, 10), 12, 329.036, 9),
        (6, "PS2", (2, 6), 6, 18.435, 12),
        (10, "TP2, MD6", (-5.196, 13), 14, 338.213, 10),
        (10, "MD6, TP2", (0, 16), 16, 0, 10),
    ],
)
def test_worked_vectors(
    velocity: int, text: str, end: tuple[float, float], speed: int, heading: float, facing: int
) -> None:
    """T-vec1, T-vec2, T-vec3 and T-vec4."""
    found = vector_flight(vessel(velocity=velocity), read(text), house())
    start, at = found.path
    assert start == (0.0, 0.0) and at == pytest.approx(end, abs=1e-3)
    assert found.heading == pytest.approx(heading, abs=1e-3) and (found.velocity, found.facing) == (speed, facing)


@pytest.mark.parametrize(("rounding", "velocity"), [("half", 18), ("near", 19)])
def test_a_velocity_is_rounded_up_from_a_half_and_no_less(rounding: str, velocity: int) -> None:
    """5 MU at 30 degrees from a drift of 14 make 18.4998; places are taken for equal within 0.0015, velocities are
    not."""
    one, order, rules = vessel(velocity=14, thrust=6), read("TS1, MD5"), house(vector_rounding=rounding)
    assert vector_flight(one, order, rules).velocity == velocity
    ends = vector_destinations(state(one, movement="vector", vector_rounding=rounding), read("0"))
    assert {end.velocity for end in ends if end.order == order} == {velocity}


def by_hand(one: Ship, order: VectorPlot) -> tuple[complex, int]:
    """Return the same by complex numbers, 12 being 1 and starboard turning clockwise: how far it gets, and how it
    faces."""
    facing, off = one.facing, one.velocity * cmath.exp(1j * math.radians(one.heading or 0.0))
    for code, n in order.steps:
        if code[0] == "T":
            facing += n if code == "TS" else -n
        elif code != "ROLL":
            off += n * cmath.exp(1j * math.pi / 6 * (facing + {"MD": 0, "PP": -3, "PS": 3, "PR": 6}[code]))
    return off, (facing - 1) % 12 + 1


def test_moves_agree_with_a_second_formula() -> None:
    rng = Random(7)
    for _ in range(4000):
        one = vessel(round(rng.uniform(0, 359.999), 3), rng.randint(1, 12), velocity=rng.randint(0, 20), thrust=8)
        one.at = (round(rng.uniform(0, 72), 3), round(rng.uniform(0, 48), 3))
        push = rng.choice((None, *((code, n) for code in ("PP", "PS", "PR") for n in (1, 2, 3))))
        order = VectorPlot(
            "lancet", order_steps(rng.randint(-5, 6), rng.randint(0, 8), push, False, rng.choice(list(SEQUENCES)))
        )
        found, (off, facing) = vector_flight(one, order, house()), by_hand(one, order)
        far = abs(off)
        assert (
            math.dist(found.path[1], (one.at[0] + off.imag, one.at[1] + off.real)) < 0.0011 and found.facing == facing
        )
        assert found.velocity == int(far + 0.5)
        if found.path[1] != one.at:
            assert abs((found.heading - math.degrees(cmath.phase(off)) + 180) % 360 - 180) < 0.001
            assert abs((30 * found.course - found.heading + 180) % 360 - 180) <= 15.0
        else:
            assert (found.velocity, found.heading) == (0, one.heading)


def test_motion_is_kept_for_as_long_as_nothing_is_ordered() -> None:
    rng = Random(11)
    for _ in range(300):
        one = vessel(round(rng.uniform(0, 359.999), 3), rng.randint(1, 12), velocity=rng.randint(1, 24))
        first = vector_flight(one, VectorPlot("lancet"), house())
        assert (first.velocity, first.facing) == (one.velocity, one.facing) and abs(
            first.heading - (one.heading or 0.0)
        ) < 0.0011


def test_a_ship_that_stops_keeps_her_course_and_only_the_main_drive_shuts_the_aft_arc() -> None:
    """T-vec2 uses thrusters only."""
    one = vessel(90.0, 9, velocity=5)
    table = state(one)
    still = read("MD5").pose(table)
    assert (still.velocity, still.heading, still.course, still.facing, still.coasted) == (0, 90.0, 3, 9, False)
    assert (
        read("TP1, PS2").pose(table).coasted and read("ROLL").pose(table).inverted and read("ROLL").pose(table).coasted
    )


def test_a_ship_back_from_beyond_the_edge_points_where_she_goes() -> None:
    one = vessel(329.0, 9, velocity=8)
    one.at, one.status_flags, one.removed_reason = (-3.0, 20.0), frozenset({"edge:left"}), "away"
    one.set_timer("away", 1)
    for turn in (2, 3):
        table_edges.start_of_turn(state(one, table_edge="return"), umpire(turn=turn))
    assert one.removed_reason == "" and (one.heading, one.course, one.facing) == (90.0, 3, 3)


# -- every end of a move -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("thrust", range(9))
def test_every_end_is_a_legal_order_that_ends_there(thrust: int, form: str) -> None:
    rng = Random(thrust)
    for text in ("0", "PS1", "ROLL", "PR2, ROLL"):
        one = vessel(round(rng.uniform(0, 359), 3), rng.randint(1, 12), velocity=rng.randint(0, 12), thrust=thrust)
        one.at = (20.125, 30.5)
        table = state(one, vector_form=form)
        found = read(text).destinations(table)
        assert len({destination.order for destination in found}) == len(found) > 0
        for destination in found:
            assert (
                isinstance(destination.order, VectorPlot) and vector_fault(one, destination.order, table.house) is None
            )
            end = destination.order.pose(table)
            assert math.dist(end.at, destination.at) < 0.0011 and destination.path == (one.at, destination.at)
            assert (end.facing, end.velocity, end.course) == (
                destination.facing,
                destination.velocity,
                destination.course,
            )
            assert destination.near and all(0 <= place < len(found) for place in destination.near)


def brute(one: Ship, push: Step | None, rules: dict[str, Any]) -> set[tuple[Any, ...]]:
    """Return ends and facings of every legal order of a turn, a burn and that push, in every order of writing."""
    found = set()
    for turn in range(-5, 7):
        for burn in range(one.thrust + 1):
            items = [step for part in "TDP" for step in order_steps(*_only(part, turn, burn, push))]
            for steps in permutations(items):
                if vector_fault(one, order := VectorPlot("lancet", steps), rules) is None:
                    end = vector_flight(one, order, rules)
                    found.add((*(round(axis, 2) for axis in end.path[1]), end.facing))
    return found


def _only(part: str, turn: int, burn: int, push: Step | None) -> tuple[int, int, Step | None]:
    return turn * (part == "T"), burn * (part == "D"), push if part == "P" else None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("thrust", [2, 5, 8])
@pytest.mark.parametrize("push", [None, ("PP", 1), ("PR", 1), ("PS", 2)])
def test_no_end_of_a_turn_a_burn_and_the_push_in_hand_is_missing(thrust: int, form: str, push: Step | None) -> None:
    one = vessel(velocity=7, thrust=thrust)
    table = state(one, vector_form=form)
    draft = VectorPlot("lancet", (push,) if push else ())
    if vector_fault(one, draft, table.house):
        return
    found = {
        (*(round(axis, 2) for axis in end.at), end.facing) for end in draft.destinations(table) if end.lane[2] == push
    }
    assert found == brute(one, push, table.house)


def test_with_no_push_in_hand_those_after_the_burn_are_there_for_the_pointer() -> None:
    table = state(vessel(velocity=7, thrust=6))
    found = VectorPlot("lancet").destinations(table)
    texts = {str(end.order): end for end in found}
    assert {"TP3, MD4, PS2", "MD6, TS1", "PP3", "TS6, PR2"} <= texts.keys() and not {
        "TP3, PS3",
        "MD3, PR1",
    } & texts.keys()
    assert [texts[text].aside for text in ("TP3, MD4", "TP3, MD4, PS2", "MD6, TS1")] == [False, True, True]


@pytest.mark.parametrize("form", FORMS)
def test_keys_turn_the_bow_and_work_the_drive(form: str) -> None:
    table = state(vessel(velocity=7, thrust=6), vector_form=form)
    for held in (VectorPlot("lancet"), read("PS1")):
        found = held.destinations(table)
        at = next(end for end in found if end.order == held)
        seen = []
        for _ in range(12):
            at = found[at.near[1]]
            seen.append(at.facing)
        assert seen == [*range(1, 12), 12] and at.order == held
        for n in range(1, 9):
            at = found[at.near[3]]
            most = 6 - (one_pool(table.house) and held.push is not None)
            assert isinstance(at.order, VectorPlot) and at.order.burn == min(n, most)
        at = found[at.near[0]]
        assert isinstance(at.order, VectorPlot) and (at.order.turn, at.order.burn) == (-1, most - one_pool(table.house))
        for _ in range(9):
            at = found[at.near[2]]
        assert isinstance(at.order, VectorPlot) and (at.order.turn, at.order.burn) == (-1, 0)


# -- each ship its own way ---------------------------------------------------------------------------------------------


def test_each_ship_is_asked_for_the_kind_of_order_she_flies() -> None:
    text = (
        PLAIN + "  x: {side: a, design: lancet, at: [9, 9], course: 3, movement: vector}\n"
        "  y: {side: a, design: lancet, at: [9, 19], course: 3}\n"
        "  z: {side: b, design: lancet, at: [60, 9], course: 9, heading: 280.5}\n"
    )
    view = load_start_text(text, "t").battle.view(None)
    assert {key: type(view.draft(key)) for key in "xyz"} == {"x": VectorPlot, "y": Plot, "z": VectorPlot}
    assert {key: type(view.read(key, "0")) for key in "xyz"} == {"x": VectorPlot, "y": Plot, "z": VectorPlot}
    assert {key: ship.heading for key, ship in view.state.ships.items()} == {"x": 90.0, "y": None, "z": 280.5}
    assert [stat.value for stat in view.sheet("z").stats if stat.label == "Course"] == ["281°"]
    there = thrust_state(view.state)
    assert type(fresh(there.ships["x"])) is VectorPlot and type(current_order(there, there.ships["y"])) is Plot


@pytest.mark.parametrize(("ship_line", "words"), [
    ("heading: 120", "nearest to 120 degrees is 4, not 3"),
    ("heading: 91, movement: cinematic", "only a ship that moves by"),
    ("heading: 360", "less than 360"), ("movement: sideways", "movement"),
])  # fmt: skip
def test_a_file_is_told_what_its_headings_lack(ship_line: str, words: str) -> None:
    with pytest.raises(BadFile) as wrong:
        load_start_text(PLAIN + f"  x: {{side: a, design: lancet, at: [9, 9], course: 3, {ship_line}}}\n", "t")
    assert words in str(wrong.value)


def test_nobody_sees_the_way_of_a_reserve_before_she_comes() -> None:
    one = vessel(280.5, 4, velocity=6)
    one.at = (30.0, 30.0)
    table = state(one, ship("vesper", "crimson"))
    hold_back(table, one, 1)
    assert (one.heading, one.course, one.velocity) == (0.0, 12, 0) and table.seen_by("crimson").ships[
        "lancet"
    ].heading == 0.0
    arrivals(table, umpire(12, 1, phase=5))
    assert one.in_play and (one.heading, one.course, one.facing, one.velocity) == (280.5, 9, 4, 6)


def test_a_sandbox_begins_where_a_ship_drifts() -> None:
    one = vessel(280.5, 4, velocity=6)
    entry = entry_of(one, {"side": "azure", "design": "lancet", "movement": "vector"}, state(one))
    assert (entry["heading"], entry["course"], entry["facing"], entry["movement"]) == (280.5, 9, 4, "vector")
    assert "heading" not in entry_of(ship(), {"side": "azure", "design": "lancet"}, state(ship()))


def test_a_house_rule_lets_nobody_follow_who_cannot() -> None:
    lead, wing = vessel(velocity=6), ship("plover", at=(3, 0), velocity=6)
    with pytest.raises(Illegal, match="nobody keeps station on it"):
        Plot.parse("plover", "WITH lancet").check(state(lead, wing, squadrons=True))
    with pytest.raises(Illegal, match="does not move by vectors"):
        replace(read("MD2"), by="plover").check(state(lead, wing))
