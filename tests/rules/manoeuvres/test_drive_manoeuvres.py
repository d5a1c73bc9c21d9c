"""Manoeuvres of the drive: what they ask and give, exact risks, counts of legal plots, and what the drag offers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game.board.geometry import clock
from game.core.orders import Illegal
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.engines.emergency_thrust import CLOCK, Burst, Excess, burst, chances, dice, excess
from game.rules.manoeuvres.framework.slewed import slew
from game.rules.movement.cinematic import FlownMove, flight, idle
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.drive import check, drive_power
from game.rules.ships.ship import Ship
from tests.support.builders import design, house, ship, state, umpire

MINE = ("HA", "DR", "FL", "SK", "ET", "RL", "YL", "ED", "RT")
ON = {f"man.{code}": True for code in MINE}
RULES = house(**ON)


def read(text: str) -> Plot:
    return Plot.parse("lancet", text)


def why(one: Ship, text: str, **rules: object) -> str:
    """Return why an order is refused with every one of these manoeuvres played; empty if it is not."""
    return str(fault(one, read(text), house(**ON, **rules)) or "")


def flies(one: Ship, text: str) -> FlownMove:
    assert not why(one, text)
    return flight(one, read(text), RULES)


def slewed(points: int, velocity: int = 12, **parts: Any) -> Ship:
    one = ship(velocity=velocity, **{"thrust": 6, **parts})
    one.facing = clock(one.course + points)
    return one


# -- redline -----------------------------------------------------------------------------------------------------------


def test_what_a_redlined_drive_gives() -> None:
    """MV-15's table: thrust, and what of it may turn the ship."""
    rows = [read("RL").power(ship(thrust=thrust), RULES) for thrust in range(1, 9)]
    assert [row.thrust for row in rows] == [1, 3, 4, 6, 7, 9, 10, 12]
    assert [row.turning for row in rows] == [1, 1, 2, 3, 3, 4, 5, 6]
    quarter = [read("RL").power(ship(thrust=thrust), house(**{"rl.factor": 0.25})).thrust for thrust in (3, 4, 7, 8)]
    assert quarter == [3, 5, 8, 10]


def test_manoeuvre_drives_built_apart() -> None:
    """MV-15.1: main drive 4, manoeuvre drives 2; and an advanced drive turns with all it gives."""
    split = ship(built=design(thrust=4, manoeuvre=2), velocity=12)
    assert "only 2 thrust may turn" in why(split, "RL 3P")
    assert not why(split, "RL 2P+4") and not why(split, "RL 2P+HA1P") and drive_power(split, 4, RULES) == (4, 2)
    assert not why(ship(thrust=4, velocity=12, advanced=True), "RL 6P") and read("RED 2P") == read("RL 2P")
    assert len([risk for risk in read("RL 2P+HA1P").risks(state(split, **ON)) if risk.words == "drive damaged"]) == 2


# -- yellowline --------------------------------------------------------------------------------------------------------


def test_what_a_yellowlined_drive_gives() -> None:
    """Half of what a redline adds: a quarter of the thrust, an eighth where a redline adds a quarter."""
    given = [read("YL").power(ship(thrust=thrust), RULES) for thrust in (3, 4, 6, 8)]
    assert [row.thrust for row in given] == [3, 5, 7, 10]
    eighth = [read("YL").power(ship(thrust=thrust), house(**{"rl.factor": 0.25})).thrust for thrust in (7, 8)]
    assert eighth == [7, 9]


@pytest.mark.parametrize(("faces", "left"), [((5,), 6), ((6, 4), 6), ((6, 3), 3)])
def test_a_second_die_says_which_half_of_the_drive_has_failed(faces: tuple[int, ...], left: int) -> None:
    one, dice = ship(), umpire(*faces)
    one.active_manoeuvres = read("YL").uses
    archive.late(state(one, **ON), dice)
    assert one.thrust == left and dice.faces == faces
    risk = read("YL").risks(state(ship(), **ON))[0]
    assert risk.words == "drive damaged" and risk.chance == pytest.approx(1 / 12)


def test_half_a_drive_cannot_be_halved() -> None:
    one = ship(velocity=4)
    assert "not both" in why(one, "RL YL") and not why(one, "YL +7")
    one.drive_hits = 1
    assert "half a drive left" in why(one, "YL")


# -- emergency thrust --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "thrust", "over"),
    [
        ("ET P3+3", 4, (2, 1)),
        ("ET +6", 4, (2, 0)),
        ("ET P6", 6, (0, 3)),
        ("ET P3+1", 4, (0, 1)),
        ("ET P2+2", 4, (0, 0)),
    ],
)
def test_what_is_asked_beyond_the_usual(text: str, thrust: int, over: tuple[int, int]) -> None:
    """MV-7.2: a die for each of the two, however much it is."""
    one = ship(thrust=thrust, velocity=12)
    assert not why(one, text) and excess(one, read(text), RULES) == over
    assert dice(RULES, Excess(*over), 0) == sum(n > 0 for n in over)


@pytest.mark.parametrize(
    ("rows", "added", "face", "words", "holds"),
    [
        (0, 0, 5, "fails on a 6", True),
        (0, 1, 5, "fails on 5 or more", False),
        (2, 3, 1, "fails on 1 or more", False),
        (2, 5, 1, "fails on 1 or more", False),
        (1, 3, 1, "fails on 2 or more", True),
    ],
)
def test_a_check_says_what_it_fails_on(rows: int, added: int, face: int, words: str, holds: bool) -> None:
    one, dice = ship(hull=12), umpire(face)
    one.hull -= 3 * rows
    assert check(state(one), dice, one, added, "Hard About", "manoeuvres/8.1") is holds
    assert dice.log[0].reason == words


def test_earlier_bursts_add_dice() -> None:
    """MV-7.3: a third burst, over the rating and over the turn, throws four dice; two tries are counted so far."""
    one = ship(thrust=4, velocity=12, mass=84)
    for count, faces in ((2, (1, 2)), (3, (3, 1, 2)), (4, (1, 1, 1, 1))):
        table, rolled = state(one, **ON), umpire(*faces)
        table.sealed["lancet"] = read("ET P3+3")
        archive.on_reveal(table, rolled, one, read("ET P3+3"))
        assert len(rolled.faces) == count and one.timer(CLOCK) == count - 1 and one.thrust == 4
    table.sealed["lancet"] = read("ET P2+2")
    archive.on_reveal(table, umpire(), one, read("ET P2+2"))
    assert one.timer(CLOCK) == 3
    assert dice(house(**{"et.variant": "single_die_1997"}), Excess(2, 1), 5) == 2
    assert dice(house(**{"et.variant": "single_threshold"}), Excess(2, 1), 5) == 1


@pytest.mark.parametrize(
    ("variant", "over", "works", "harmed"),
    [
        ("single_threshold", (2, 0), (1, 2, 3, 4, 5, 6), (5, 6)),
        ("single_threshold", (2, 1), (1, 2, 3, 4, 5, 6), (4, 5, 6)),
        ("single_die_1997", (2, 0), (1, 2, 3, 4, 5), (4, 5, 6)),
        ("single_die_1997", (1, 0), (1, 2, 3, 4, 5), (5, 6)),
    ],
)
def test_the_shorter_forms(
    variant: str, over: tuple[int, int], works: tuple[int, ...], harmed: tuple[int, ...]
) -> None:
    """MV-7.5."""
    came = {face: burst(house(**{"et.variant": variant}), Excess(*over), (face,)) for face in range(1, 7)}
    assert tuple(face for face in came if came[face].works) == works
    assert tuple(face for face in came if came[face].steps) == harmed


def test_two_dice_of_1997() -> None:
    """One for each kind of excess: the first for thrust, the second for the turn."""
    rules = house(**{"et.variant": "single_die_1997"})
    assert burst(rules, Excess(2, 1), (4, 4)) == (True, 1) and burst(rules, Excess(1, 2), (4, 4)) == (True, 1)
    assert burst(rules, Excess(2, 1), (6, 5)) == (False, 2) and burst(rules, Excess(2, 1), (3, 4)) == (True, 0)


# of 6 to the power of the dice
TABLE = {1: (3, 2, 1, 0), 2: (9, 12, 14, 1), 3: (27, 54, 107, 28), 4: (81, 216, 636, 363)}


@pytest.mark.parametrize("count", TABLE)
def test_the_chances_are_those_of_all_faces(count: int) -> None:
    """The printed table, and every face the dice could show, counted one by one."""
    found = chances(RULES, Excess(1, 0), count - 1)
    outcomes = (Burst(True, 0), Burst(True, 1), Burst(False, 1), Burst(False, 2))
    assert tuple(found.get(one, 0) * 6**count for one in outcomes) == TABLE[count]
    counted: dict[Burst, int] = {}
    for faces in product(range(1, 7), repeat=count):
        one = burst(RULES, Excess(1, 0), faces)
        counted[one] = counted.get(one, 0) + 1
    assert {one: Fraction(n, 6**count) for one, n in counted.items()} == found


@pytest.mark.parametrize("variant", ["single_threshold", "single_die_1997"])
@pytest.mark.parametrize("over", [(1, 0), (2, 1), (0, 3)])
def test_the_chances_of_the_shorter_forms(variant: str, over: tuple[int, int]) -> None:
    rules, beyond = house(**{"et.variant": variant}), Excess(*over)
    found = chances(rules, beyond, 2)
    assert sum(found.values()) == 1
    harmless = sum(chance for one, chance in found.items() if not one.steps)
    if variant == "single_threshold":
        assert harmless == Fraction(max(0, 6 - sum(over)), 6)
    else:
        assert harmless == Fraction(max(0, 5 - over[0]) if over[0] else 6, 6) * Fraction(
            max(0, 5 - over[1]) if over[1] else 6, 6
        )


# -- checks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "added"), [("HA1P", (0,)), ("HA3P", (2,)), ("RL", (0,)), ("RL HA2P", (1, 0)), ("ED9", (2,))]
)
@pytest.mark.parametrize(("hull", "hits"), [(12, 0), (8, 0), (4, 1), (1, 0)])
def test_risks_against_every_face(text: str, added: tuple[int, ...], hull: int, hits: int) -> None:
    """The chances on the form are those of rolling the checks with every face there is."""
    one = ship(thrust=6, velocity=20)
    one.hull, one.drive_hits = hull, hits
    if text == "ED9" and hits:
        text, added = "ED6", (2,)
    told = {(risk.what, risk.words): risk.chance for risk in read(text).risks(state(one, **ON))}
    damaged = [chance for (_, words), chance in told.items() if words == "drive damaged"]
    lost = 0
    for faces in product(range(1, 7), repeat=len(added)):
        mine = one.copy()
        mine.active_manoeuvres = read(text).uses
        archive.late(
            state(mine, **ON), umpire(*faces[: 1 if hits and faces[0] + added[0] >= 6 - mine.rows_gone else None])
        )
        lost += mine.thrust == 0
    single = [Fraction(sum(face + more >= 6 - one.rows_gone for face in range(1, 7)), 6) for more in added]
    assert damaged == pytest.approx([float(chance) for chance in single])
    assert sum(chance for (_, words), chance in told.items() if words == "drive lost") == pytest.approx(
        lost / 6 ** len(added)
    )


def test_the_end_of_a_drive_is_told_once_by_whatever_strain_it_comes() -> None:
    one = ship(thrust=6, velocity=8)
    one.active_manoeuvres, told = read("RL HA1P").uses, umpire(6, 6)
    archive.late(state(one, **ON), told)
    assert [str(line) for line in told.log if "lost" in line.text] == ["Lancet's drive is lost"]


def test_a_dead_drive_is_not_checked() -> None:
    one = ship(thrust=6, velocity=8)
    one.drive_hits, one.active_manoeuvres = 2, read("RL").uses
    archive.late(state(one, **ON), umpire())


@pytest.mark.parametrize(("face", "thrust"), [(2, 2), (3, 0)])
def test_a_braking_ship_is_checked_by_the_thrust_she_braked_with(face: int, thrust: int) -> None:
    """Thrust 4 sheds 8: +3 at the end of the turn, though its drive was hit since; undamaged, it fails on 3 or more."""
    one, plot = ship(thrust=4, velocity=18), read("ED8")
    table, one.active_manoeuvres = state(one, **ON), plot.uses
    assert archive.before(table, umpire(), one, plot) is plot
    one.drive_hits = 1
    archive.late(table, umpire(face))
    assert one.thrust == thrust and not table.kept


def test_braking_checked_before_the_move_leaves_nothing_to_remember() -> None:
    one, plot = ship(thrust=4, velocity=18), read("ED8")
    table, one.active_manoeuvres = state(one, **ON, **{"ed.timing": "option2"}), plot.uses
    assert archive.before(table, umpire(2), one, plot) is plot and not table.kept


@pytest.mark.parametrize(
    ("text", "thrust", "left"),
    [
        ("P3+3", 4, "P3+1"),
        ("P3+3", 2, "P2"),
        ("P3+3", 0, "0"),
        ("P+S2+3 R", 4, "P+S2 ROLL"),
        ("P2+2 SK2S", 5, "P2+2 SK1S"),
        ("P2 HA2P", 5, "P2 HA1P"),
        ("P HA1P SK1P", 2, "P1"),
        ("-3 SK1S", 2, "-2"),
        ("S2-1", 8, "S2-1"),
        ("RL P3+4", 2, "P3 RL"),
    ],
)
def test_what_is_left_of_an_order(text: str, thrust: int, left: str) -> None:
    """From its left: turns, hard about, roll, speed, and the rest; what is cut short takes what follows with it (13,
    15)."""
    assert str(read(text).trimmed(ship(thrust=thrust, velocity=8), RULES)) == left


# -- slewed ships ------------------------------------------------------------------------------------------------------


def test_points_off_the_course() -> None:
    assert [slew(slewed(n)) for n in range(-5, 7)] == list(range(-5, 7)) and slew(slewed(-6)) == 6


@pytest.mark.parametrize("points", [-3, -2, -1, 1, 2, 3])
def test_a_bite(points: int) -> None:
    """Half on the old course, half where the bow points, slower by a point for each; other turns in the second half."""
    one = slewed(points)
    end = flies(one, "0")
    assert (end.course, end.facing, end.velocity) == (clock(points), clock(points), 12 - abs(points))
    assert end.path[1] == (0.0, (12 - abs(points)) / 2) and not idle(one, read("0"), RULES)
    turned = flies(one, "S2-1")
    assert (turned.course, turned.velocity) == (clock(points + 2), 11 - abs(points)) and turned.facings[0] == one.facing


def test_a_bite_stops_at_rest() -> None:
    slow = slewed(3, velocity=2)
    assert flies(slow, "0").velocity == 0 and flies(slow, "0").course == 3 and flies(slow, "+2").velocity == 2
    assert "no ship flies backwards" in why(slow, "-1")


def test_too_far_off_to_bite() -> None:
    """Four points and more: it drifts, or recovers, or stern first brakes; nothing else steers it."""
    far = slewed(4)
    for text in ("P", "+1", "HA1P", "SK1S"):
        assert "it may drift, recover, flip or brake" in why(far, text)
    assert "4 points off its course, and only 3 thrust may turn it" in why(far, "REC") and not why(
        slewed(4, thrust=8), "REC"
    )
    assert flies(far, "0").facing == 4 and flies(far, "0").course == 12 and idle(far, read("0"), RULES)
    assert not why(far, "R") and not why(far, "DRIFT") and "brakes only" in why(far, "BRK1")


def test_recovering_takes_turning() -> None:
    two = slewed(-2)
    assert read("REC").power(two, RULES) == (4, 1) and not idle(two, read("REC"), RULES)
    assert not why(two, "REC P+3") and why(two, "REC P+4") and why(two, "REC P2")
    assert flies(two, "REC SK1S").facing == 1 and flies(two, "REC P").course == 11
    weary = slewed(3, thrust=4)
    assert why(weary, "REC") and not why(weary, "ET REC") and excess(weary, read("ET REC"), RULES) == (0, 1)


def test_braking_stern_first() -> None:
    back = slewed(6)
    assert flies(back, "BRK6").velocity == 6 and flies(back, "RL BRK9").velocity == 3
    assert why(back, "BRK6 FL") and why(back, "BRK6 REC") and why(back, "BRK6 SK1S") and why(back, "BRK7")
    stopped = flies(slewed(6, velocity=4), "BRK4")
    assert (stopped.velocity, stopped.course, stopped.facing) == (0, 6, 6)


def test_a_dead_ship_that_is_slewed_drifts() -> None:
    one = slewed(2)
    one.drive_hits = 2
    end = flies(one, "0")
    assert (end.course, end.facing, end.velocity) == (12, 2, 12) and idle(one, read("0"), RULES)


def test_a_ship_astern_that_swings_goes_on_where_she_went() -> None:
    """Course is where a slewed ship goes: with its stern ahead it is turned about, and so is the sign of its
    velocity."""
    one = ship(thrust=6, velocity=-4)
    end = flies(one, "SK1S")
    assert (end.path[-1], end.course, end.facing, end.velocity) == ((0.0, -4.0), 6, 1, 4)
    end = flies(one, "FL")
    assert (end.course, end.facing, end.velocity) == (6, 6, 4)


def test_a_flip_may_turn_her_over() -> None:
    assert not flies(ship(velocity=8), "FL").inverted
    assert flight(ship(velocity=8), read("FL"), house(**ON, **{"fl.inverts": True})).inverted


def test_a_working_drive_may_idle_and_rotate() -> None:
    one = ship(thrust=4, velocity=8)
    assert why(one, "DR1S") and not why(one, "DR1S", **{"dr.idle_allowed": True})
    assert idle(one, read("DR1S"), RULES) and not idle(one, read("FL"), RULES)
    halted = ship(thrust=4)
    halted.drive_hits = 2
    assert not why(halted, "DR6P") and "right round" not in why(halted, "DR7P") and why(halted, "DR7P")
    assert why(halted, "DR2P", stationary_spin=False) and not why(halted, "DR1P", stationary_spin=False)  # MV-5


# -- notation, counts and the drag -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2p+ha1p", "P2 HA1P"),
        ("HAS", "HA1S"),
        ("et 3p+3", "P3+3 ET"),
        ("RED +2", "+2 RL"),
        ("sk 2 s", "SK2S"),
        ("DR1S", "DR1S"),
        ("ED8", "ED8"),
        ("RT3 P1", "P1 RT3"),
        ("rec+p+2", "P1+2 REC"),
        ("brk 4", "BRK4"),
        ("DRIFT", "DRIFT"),
        ("fl", "FL"),
        ("RL 3P+HA1P+R-2", "P3-2 HA1P RL ROLL"),
    ],
)
def test_notation(text: str, written: str) -> None:
    assert str(read(text)) == written and read(written) == read(text)


def test_refusals_name_their_rules() -> None:
    pages = {"HA1P": "hard-about", "SK1S": "skid", "FL": "flip", "RL": "redlined-engines", "ET": "emergency-thrust"}
    for text, rule in pages.items():
        refused = fault(ship(velocity=8), read(text), house())
        assert refused and refused.rule == f"manoeuvres/{rule}" and "is not played" in refused.why
    with pytest.raises(Illegal, match="do not go together"):
        read("ET RL").check(state(ship(velocity=8), **ON))


def test_no_dead_rotation_while_an_ftl_drive_is_started() -> None:
    one = ship(velocity=8)
    one.drive_hits = 2
    assert not why(one, "DR1S")
    one.set_timer("ftl", 1)
    assert "has started its FTL drive" in why(one, "DR1S")


@pytest.mark.parametrize(("thrust", "efficiency", "most"), [(4, 0.5, 2), (4, 1.0, 4), (5, 0.5, 2), (1, 0.5, 1)])
def test_the_form_offers_what_the_rating_moves_astern(thrust: int, efficiency: float, most: int) -> None:
    """Its values, each with the price of its thrust: two for a point of velocity or, by option, one."""
    rules = house(**{"rt.efficiency": efficiency})
    assert [use.n for use in BY_CODE["RT"].values(ship(thrust=thrust), rules)] == list(range(1, most + 1))
