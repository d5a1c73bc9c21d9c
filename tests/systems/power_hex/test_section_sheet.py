"""What a sheet shows of sides, power and turns, and how a shot is computed."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

import pytest

from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.fire_odds import odds_of
from game.systems.power_hex.combat.odds.loss_odds import losses, side_marks
from game.systems.power_hex.combat.queue import SHOTS, STRUCK_SIDE, PendingShot
from game.systems.power_hex.combat.sides import side_chances
from game.systems.power_hex.display import sheet
from game.systems.power_hex.movement.plan import wait_of
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import FEED, DivertPower
from game.systems.power_hex.parts import PowerTable, SectionSheet, StepTable
from game.systems.power_hex.section_sheet import own_parts
from game.systems.power_hex.ships.ship import PowerShip, PowerState, sector
from game.systems.power_hex.ships.weapons import WEAPONS
from game.systems.power_hex.system import POWER_HEX
from tests.systems.power_hex.combat.sequences import damage_sizes, endings, shot
from tests.systems.power_hex.fleet import aimed, house, part_of, ship, state


def power(there: PowerState, one: PowerShip, order: str) -> PowerTable:
    """Return the table of power with an order in hand."""
    return part_of(own_parts(there, one, DivertPower.parse(one.id, order)), PowerTable)


def test_a_ship_has_its_sides_and_a_flight_has_none() -> None:
    there = state(ship("bastion", lost={"fore": 10, "lance_1": 3, "thr_p": 12}), ship("gadfly"))
    found = part_of(sheet(there, "bastion").parts, SectionSheet)
    assert sheet(there, "gadfly").parts == ()
    plates = {one.place: one for one in found.plates}
    assert set(plates) == {"fore", "port", "middle", "starboard", "aft"} and plates["fore"].left == 30
    notes = {part.key: (part.state, part.note) for plate in found.plates for part in plate.parts}
    left = there.ships["bastion"].boxes_left(there.ships["bastion"].design.mount("lance_1"))
    assert notes["lance_1"] == ("damaged", f"{left}/{left + 3}") and notes["thr_p"] == ("killed", "lost")
    assert notes["engine"] == ("ok", "")
    for plate in found.plates:
        faces = [face for _, low, high, _ in plate.strip.cells for face in range(low, high + 1)]
        assert sorted(faces) == list(range(1, 21)), plate.key


def test_power_shows_what_the_order_would_make_of_it() -> None:
    one = ship(
        "bastion", charge={"lance_1": 1, "lance_2": 2, "railgun_p": 2, "railgun_s": 2, "bolt_p": 1, "guard_1": 1}
    )
    there = state(one)
    lines = {line.key: line for line in power(there, one, "lance_1<railgun_p+railgun_s off bolt_s").lines}
    assert (lines["lance_1"].charge, lines["lance_1"].becomes, lines["lance_1"].sign) == (1, 2, "ready")
    assert lines["lance_1"].donors == ("railgun_p", "railgun_s") and lines["lance_1"].feed == FEED + "lance_1"
    assert (lines["railgun_p"].becomes, lines["railgun_p"].sign, lines["bolt_s"].sign) == (0, "off", "off")
    assert lines["railgun_p"].label == "Railgun P" and not lines["lance_2"].feed
    uses = {what: points for points, what, _ in power(there, one, "lance_1<spare").boxes}
    assert uses["spare given"] == 4 and sum(uses.values()) == one.output
    diverted = {what: points for points, what, _ in power(there, one, "lance_1<railgun_p+railgun_s").boxes}
    assert diverted["diverted"] == 4 and "spare given" not in diverted


def test_the_sheet_tells_what_an_order_would_leave_to_spare() -> None:
    one = ship("bastion", charge={"lance_1": 1})
    there = state(one)
    (before,) = [stat for stat in sheet(there, "bastion").stats if stat.label == "Spare"]
    (after,) = [
        stat
        for stat in sheet(there, "bastion", DivertPower.parse("bastion", "lance_1<spare")).stats
        if stat.label == "Spare"
    ]
    assert before.becomes == "" and after.value == before.value and int(after.becomes) == int(before.value) - 4


def test_nothing_is_given_without_an_order_in_hand() -> None:
    there = state(ship("bastion"))
    table = part_of(own_parts(there, there.ships["bastion"], None), PowerTable)
    assert not table.spare and not any(line.feed or line.gives or line.off for line in table.lines)


def turns(one: PowerShip, text: str) -> tuple[StepTable, int]:
    """Return the table of turns with a move in hand, and the delay by the rules."""
    there, order = state(one), PowerMove.parse(one.id, text)
    return part_of(own_parts(there, one, order), StepTable), wait_of(one, order.plan, there.house)


@pytest.mark.parametrize(
    ("speed", "text"), [(6, "+1"), (5, "0"), (8, "-2"), (1, "+2"), (3, "+3"), (1, "+4"), (5, "+4")]
)
def test_the_zig_zag_ends_at_the_delay(speed: int, text: str) -> None:
    table, wait = turns(ship("bastion", speed=speed), text)
    figures = [int(table.rows[row][1][column]) for row, column in table.way]
    assert figures and max(figures) == wait and all(b[1] == a[1] + 1 and a[0] != b[0] for a, b in pairwise(table.way))


def test_the_printed_example_of_a_delay() -> None:
    table, wait = turns(ship("bastion", speed=6), "+1")
    assert wait == 6 and [table.rows[row][1][column] for row, column in table.way] == ["4", "5", "5", "6"]
    assert table.note == "6 to 7: 3 thrust, 3 zigs"


def test_a_shot_is_told_term_by_term() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -4), side="oreth", facing=3))
    (found,) = odds_of(there, there.ships["bastion"], (("lance_1", "helix"),))
    card, losses = aimed(found).hit, {one.key: one.chance for one in aimed(found).losses}
    figures = [int(figure.replace("−", "-")) for _, figure in card.terms]
    assert sum(figures) == card.needed and card.chance == card.needed / 20 and card.lit == 4
    assert [one.faces for one in card.sides] == ["1–5", "6–7", "8–9", "10"]
    assert sum(one.chance for one in card.sides) == pytest.approx(1) and card.sides[0].key == "fore"
    assert 0 < losses["pulse_1"] < card.chance * 0.5 and max(losses.values()) < card.chance


def test_what_is_shot_at_twice_is_lost_more_often() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -4), side="oreth", facing=3))
    (once,) = odds_of(there, there.ships["bastion"], (("lance_1", "helix"),))
    (twice,) = odds_of(there, there.ships["bastion"], (("lance_1", "helix"), ("lance_2", "helix")))
    one, two = ({part.key: part.chance for part in aimed(each).losses} for each in (once, twice))
    assert all(
        one[key] < two[key] <= 2 * one[key] + 1e-12 for key in one if key not in ("fore", "port", "starboard", "aft")
    )


def test_power_tells_which_shots_it_makes_possible() -> None:
    one = ship(
        "bastion", charge={"lance_1": 1, "lance_2": 2, "railgun_p": 2, "railgun_s": 2, "bolt_p": 1, "guard_1": 1}
    )
    there = state(one, ship("helix", at=(0, -4), side="oreth", facing=3))
    risks = {risk.what: risk for risk in DivertPower.parse("bastion", "lance_1<railgun_p+railgun_s").risks(there)}
    (shot,) = odds_of(there, ship("bastion"), (("lance_1", "helix"),))
    assert risks["Lance 1"].chance == aimed(shot).hit.chance and risks["Lance 1"].tone == "good"
    assert risks["Railgun P"].tone == "bad" and "does not fire" in risks["Railgun P"].words
    assert not DivertPower("bastion").risks(there)


def test_a_shot_that_has_hit_is_reckoned_past_the_guns_that_meet_it() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -3), side="oreth", facing=3))
    there.phase = next(n for n, row in enumerate(POWER_HEX.phases) if row.name == "Fire")
    one = PendingShot("helix", "plasma_p", "plasma_cannon", "bastion", there.ships["helix"].at, face=6, needed=13)
    SHOTS.set(there, (one,))
    (open_way,) = InterceptShot("bastion").odds(there, {})
    (met,) = InterceptShot("bastion", ("guard_2",)).odds(there, {})
    stops = there.ships["bastion"].design.mount("guard_2").gun.intercept / 10
    assert open_way.mean > 0 and met.mean == pytest.approx(open_way.mean * (1 - stops))
    clear = {part.key: part.chance for part in aimed(open_way).losses}
    assert all(part.chance == pytest.approx(clear[part.key] * (1 - stops)) for part in aimed(met).losses)
    sides = side_chances("fore")
    hull, rules, mean = HurtShip(there.ships["bastion"]), DamageRules.of(there.house), 0.0
    for side, share in sides.items():
        table = shot(hull, side, WEAPONS["plasma_cannon"], 1, rules).boxes
        mean += share * sum(n * chance for n, chance in enumerate(table))
    assert open_way.mean == pytest.approx(mean)
    STRUCK_SIDE.set(there, "helix>bastion", "aft")
    (known,) = InterceptShot("bastion").odds(there, {})
    assert [part.key for part in aimed(known).hit.sides] == ["aft"]
    assert not {part.key for part in aimed(known).losses} & {"lance_1", "railgun_p"}


@pytest.mark.parametrize("weapon", ["railgun", "plasma_cannon", "lance_medium"])
def test_boxes_that_each_place_loses_on_average(weapon: str) -> None:
    """Against every end of one hit: boxes of each system of the side that is struck, and of its structure."""
    target, gun = ship("bastion", lost={"fore": 4}), WEAPONS[weapon]
    rules = DamageRules.of(house())
    followed = defaultdict[str, float](float)
    for sizes, part in damage_sizes(gun, 1, rules):
        for end in endings(target, "fore", gun, sizes, rules):
            for key, boxes in end.lost:
                followed[key] += part * end.chance * boxes
    told = {part.key: part.mean for part in losses(target, {"fore": 1.0}, {(gun, ((1, 1.0),)): 1}, house())}
    for key in ("fore", "lance_1", "thr_f"):
        assert told[key] == pytest.approx(followed[key], abs=1e-9), key


@pytest.mark.parametrize("rolled", [False, True])
@pytest.mark.parametrize("facing", range(6))
def test_the_sides_on_the_board_lie_as_fire_finds_them(facing: int, rolled: bool) -> None:
    one = ship("helix", facing=facing, rolled=rolled)
    marks = side_marks(one, side_chances("fore"))
    for turn, words, _ in marks.names:
        far = (100 * math.sin(math.radians(turn)), 100 * math.cos(math.radians(turn)))
        bearing = one.bearing(far)
        assert bearing is not None and sector(bearing) == (words.split()[0],)
    assert [words for _, words, likeliest in marks.names if likeliest] == ["fore 50 %"]
    edges = {round(min(abs((ray - 30 * one.facing + 180) % 360 - 180), 360)) for ray in marks.rays}
    assert edges == {30, 150}
