"""To hit, interception, pulses, sides, places and damage (power/6 to 9)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from game.core.display import Pose
from game.core.values import HouseValue
from game.systems.power_hex.combat.damage import DamageRules, HitChart, PlaceHit, packets, strike, walk
from game.systems.power_hex.combat.interception import count_stopped, may_intercept, value_against
from game.systems.power_hex.combat.odds.exact.one_shot import ending
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.pulses import die_sides, pulse_die, pulses
from game.systems.power_hex.combat.shot_odds import totals, volleys
from game.systems.power_hex.combat.sides import CHART, row_for, side_chances, struck
from game.systems.power_hex.combat.to_hit import ToHit, bears, hits, terms
from game.systems.power_hex.ships.ship import PowerShip, sector
from game.systems.power_hex.ships.weapons import WEAPONS, DamageRoll, ShipWeapon, in_arc
from tests.systems.power_hex.combat.sequences import damage_sizes, endings, shot
from tests.systems.power_hex.fleet import house, ship

H = house()
DAMAGE = DamageRules.of(H)
PAGE = ShipWeapon("page", "medium laser", "laser", (10, 12, 9, 6, 3, 1, -2), DamageRoll(3, 10, 4))


def needed(kind: str, weapon: ShipWeapon, away: int, firer: PowerShip | None = None, **more: Any) -> int | None:
    found = terms(firer or ship("bastion"), ship(kind, **more), weapon, away, H)
    return found.needed if found else None


def test_the_number_to_hit() -> None:
    label = "PH-7"
    assert [needed("bastion", PAGE, away) for away in (3, 6, 0, 7)] == [14, 6, 18, None], label
    assert ToHit(8, 6, 0, 0).chance() == 0.7 and needed("helix", WEAPONS["lance_medium"], 4) == 9, label
    assert needed("bastion", PAGE, 3, ship("bastion", lost={"sensors": 14})) == 14 - 3
    assert needed("bastion", PAGE, 3, ship("bastion", lost={"sensors": 15})) == 14 - 5 - 8


def test_hits_by_the_letter() -> None:
    label = "PH-13.24"
    assert hits(14, 14) and not hits(14, 15), label
    assert needed("mote", PAGE, 6) is not None and ToHit(1, -2, 0, 0).chance() == 0 and not hits(-1, 1), label
    assert hits(-1, 1, naturals=True) and not hits(30, 20, naturals=True)
    assert (ToHit(1, -2, 0, 0).chance(True), ToHit(30, 0, 0, 0).chance(True)) == (1 / 20, 19 / 20)


def test_interception() -> None:
    label = "PH-8.1"
    light, rail, torpedo = WEAPONS["pulse_light"], WEAPONS["railgun"], WEAPONS["torpedo"]
    assert [count_stopped(light, rail, face, 1) for face in (5, 2)] == [0, 1], label
    assert (
        value_against(WEAPONS["guard_array"], torpedo) == 5 and value_against(WEAPONS["lance_medium"], torpedo) == 1
    ), label
    bolt = WEAPONS["bolt_array"]
    assert [5 - count_stopped(bolt, WEAPONS["pulse_medium"], face, 5) for face in (2, 1, 3)] == [3, 4, 5], label
    assert not value_against(bolt, WEAPONS["lance_medium"]) and not value_against(bolt, bolt)


def test_who_may_intercept() -> None:
    label = "PH-13.19"
    target, foe = ship("bastion"), ship("citadel", at=(0, 5))
    mount = target.design.mount("guard_1")
    assert may_intercept(target, mount, foe.at, WEAPONS["torpedo"]) == "", label
    assert count_stopped(mount.gun, WEAPONS["torpedo"], 5, 1) == 1, label
    one = frozenset({"guard_1"})
    cold: tuple[dict[str, Any], ...] = (
        {"charge": {}},
        {"streak": {"guard_1": 2}},
        {"lost": {"guard_1": 4}},
        {"off": one},
    )
    for changed in ({"fired": one}, {"kept": one}, *cold):
        assert may_intercept(ship("bastion", **changed), mount, foe.at, WEAPONS["torpedo"]), changed
    assert "arc" in may_intercept(target, mount, ship("citadel", at=(0, -5)).at, WEAPONS["torpedo"])
    assert "nothing stops" in may_intercept(target, mount, foe.at, WEAPONS["lance_medium"])


def test_pulse_volleys() -> None:
    label = "PH-8.2"
    medium = WEAPONS["pulse_medium"]
    assert die_sides(medium) == 10 and pulse_die(5, 5) == 3 and pulses(medium, 14, 6, 5) == 5, label
    assert pulses(medium, 18, 1, 10) == 6 == medium.pulse_most


def test_sides_and_their_chart() -> None:
    for row in CHART.values():
        assert sorted(face for _, low, high in row for face in range(low, high + 1)) == list(range(1, 11))
    found = [sector(turn) for turn in (0, 29, 30, 90, 150, 180, 329, 331)]
    right = ("fore", "starboard"), ("starboard",), ("starboard", "aft")
    assert found == [("fore",), ("fore",), *right, ("aft",), ("port",), ("fore",)]
    target = ship("bastion")
    assert row_for(target, (0.0, 5.0)) == "fore" and side_chances("fore")["fore"] == 0.5
    hurt = ship("bastion", lost={"fore": 30})
    edge = Pose((0.0, 0.0), 12, 12, 0)
    at = hurt.posed(edge)
    assert row_for(at, (0.0, 0.0)) in ("port", "starboard") and row_for(at, (0.0, 0.0), chosen=False) == "fore"


def test_one_side_for_all_shots_of_an_attacker() -> None:
    label = "PH-13.14"
    assert struck("fore", 6) == "port" and struck("fore", 10) == "aft", label


def test_a_roll_exchanges_the_sides() -> None:
    label = "PH-13.10"
    one = ship("bastion", rolled=True)
    right = (5.0, 0.0)
    assert round(one.bearing(right) or 0) == 270 and struck(row_for(one, right), 3) == "port", label
    foe = ship("helix", at=(6, -3))
    assert bears(one, "P180", foe.at) and not bears(one, "PF", ship("helix", at=(-6, 3)).at), label
    assert not bears(ship("bastion"), "PF", foe.at)


@pytest.mark.parametrize(("arc", "inside", "outside"), [
    ("F60", (330, 0, 30), (31, 329)), ("F120", (300, 60), (61, 299)), ("PF", (240, 300, 0, 60), (61, 239)),
    ("P180", (180, 270, 0), (1, 179)), ("S180", (0, 90, 180), (181, 359)), ("A120", (120, 240), (119, 241)),
    ("ALL", (0, 77, 300), ()),
])  # fmt: skip
def test_arcs(arc: str, inside: tuple[int, ...], outside: tuple[int, ...]) -> None:
    assert all(in_arc(arc, turn) for turn in inside) and not any(in_arc(arc, turn) for turn in outside)


# -- damage ------------------------------------------------------------------------------------------------------------


def hit(
    target: PowerShip, side: str, kind: str, points: int, *keys: str, pulse_count: int = 1, **rules: HouseValue
) -> list[PlaceHit]:
    """Let a shot strike with these entries of the charts."""
    weapon, said, notes = WEAPONS[kind], iter(keys), list[PlaceHit]()
    rule = DamageRules.of(house(**rules))
    walk(strike(target, side, weapon, packets(weapon, points, pulse_count, rule), rule, notes), lambda _: next(said))
    assert next(said, "") == "", "not all dice were asked for"
    return notes


def test_plasma_goes_through_a_gun_into_structure() -> None:
    label = "PH-8.5.1"
    one = ship("bastion")
    hit(one, "fore", "plasma_cannon", 27, "lance_1")
    assert (one.boxes_left(one.design.mount("lance_1")), one.structure("fore")) == (0, 21), label


def test_matter_goes_through_a_side_into_the_engine() -> None:
    label = "PH-8.5.2"
    one = ship("bastion", lost={"fore": 35})
    hit(one, "fore", "railgun", 22, "structure", "engine")
    assert one.lost_sides == ("fore",) and one.structure("primary") == 33 and one.thrust() == 0, label
    assert (one.signature, one.bonus()) == (10, 0), label


def test_a_lost_side_keeps_half_its_armour() -> None:
    label = "PH-8.5.3"
    one = ship("bastion", lost={"fore": 40})
    notes = hit(one, "fore", "bolt_array", 15, "engine")
    assert notes[0] == PlaceHit("engine", 13, 2) and one.boxes_left(one.design.mount("engine")) == 1, label


def test_raking_in_packets() -> None:
    label = "PH-8.5.4"
    one = ship("bastion")
    assert packets(WEAPONS["lance_medium"], 26, 1, DAMAGE) == (10, 10, 6), label
    notes = hit(one, "fore", "lance_medium", 26, "structure", "structure", "thr_f")
    assert [(note.key, note.boxes) for note in notes] == [("fore", 6), ("fore", 10), ("thr_f", 2)], label
    notes = hit(
        ship("bastion"), "fore", "lance_medium", 26, "structure", "structure", "thr_f", raking_armour_once=False
    )
    assert [note.boxes for note in notes] == [6, 6, 2]


def test_shields_take_from_every_pulse() -> None:
    label = "PH-13.7"
    one = ship("helix")
    notes = hit(one, "fore", "pulse_heavy", 13, "structure", "structure", pulse_count=2)
    assert [note.boxes for note in notes] == [9, 9] and one.structure("fore") == 34 - 18, label


def test_destroyed_systems_let_through_to_structure() -> None:
    label = "PH-13.15"
    one = ship("bastion", lost={"lance_1": 6})
    hit(one, "fore", "bolt_array", 10, "lance_1")
    assert one.structure("fore") == 32, label
    two = ship("bastion", lost={"engine": 14})
    hit(two, "fore", "bolt_array", 9, "primary", "engine")
    assert two.structure("primary") == 29, label


@pytest.mark.parametrize(("kind", "left"), [("bolt_array", 8), ("plasma_cannon", 6), ("railgun", 5)])
def test_armour_by_kind_of_shot(kind: str, left: int) -> None:
    label = "PH-13.16"
    one = ship("marlin")
    hit(one, "fore", kind, 15, "structure")
    assert one.structure("fore") == left, label


def test_a_ship_without_primary_structure_is_destroyed() -> None:
    one = ship("marlin", lost={"primary": 19})
    hit(one, "fore", "railgun", 20, "primary", "structure")
    assert not one.in_play and one.removed_reason == "destroyed"


# -- exact odds --------------------------------------------------------------------------------------------------------


def test_totals_of_damage() -> None:
    found = dict(totals(DamageRoll(2, 10, 2)))
    counted = Counter(a + b + 2 for a in range(1, 11) for b in range(1, 11))
    assert found == pytest.approx({total: n / 100 for total, n in counted.items()})


@pytest.mark.parametrize(("kind", "guards"), [
    ("railgun", ()), ("railgun", ("guard_array", "bolt_array")), ("torpedo", ("guard_array",) * 2),
    ("pulse_medium", ("bolt_array",)), ("pulse_medium", ("guard_array", "bolt_array")), ("lance_medium", ()),
])  # fmt: skip
def test_what_comes_through_against_every_throw(kind: str, guards: tuple[str, ...]) -> None:
    weapon, stops = WEAPONS[kind], [WEAPONS[one] for one in guards]
    counted = Counter[int]()
    sides = die_sides(weapon) if weapon.pulses else 1
    for face in range(1, 21):
        for die in range(1, sides + 1):
            for met in _throws(len(stops)):
                left = (pulses(weapon, 13, face, die) if weapon.pulses else 1) if face <= 13 else 0
                for gun, one in zip(stops, met):
                    left -= count_stopped(gun, weapon, one, left) if left else 0
                counted[left] += 1
    every = sum(counted.values())
    assert volleys(weapon, 13, stops) == pytest.approx({left: n / every for left, n in counted.items()})


def _throws(count: int) -> Iterator[tuple[int, ...]]:
    if not count:
        yield ()
        return
    for face in range(1, 11):
        for rest in _throws(count - 1):
            yield (face, *rest)


def read(faces: list[int], chart: HitChart) -> str:
    """Return the next face that counts on a chart; LookupError where none is left."""
    while faces:
        key = chart.section.struck_by(faces.pop(0))
        if key not in chart.again:
            return key
    raise LookupError


@pytest.mark.parametrize(("lost", "points"), [
    ({}, 15), ({"fore": 38}, 25), ({"fore": 40, "engine": 14}, 15), ({"lance_1": 6}, 12),
])  # fmt: skip
def test_endings_against_faces_of_the_die(lost: dict[str, int], points: int) -> None:
    """Every sequence of faces, followed by the same walk, with a d20 for each chart."""
    weapon, counted = WEAPONS["railgun"], Counter[tuple[tuple[str, int], ...]]()
    total, faces = 0.0, list[tuple[int, ...]]([()])
    weights = dict[tuple[tuple[str, int], ...], float]()
    while faces:
        given = faces.pop()
        one = ship("bastion", lost=dict(lost))
        try:
            walk(strike(one, "fore", weapon, (points,), DAMAGE, []), partial(read, list(given)))
        except LookupError:
            if len(given) < 4:
                faces += [(*given, face) for face in range(1, 21)]
            continue
        ends = tuple((key, n - lost.get(key, 0)) for key, n in one.lost.items() if n > lost.get(key, 0))
        weights[ends] = weights.get(ends, 0.0) + 20.0 ** -len(given)
        total += 20.0 ** -len(given)
        counted[ends] += 1
    found = dict[tuple[tuple[str, int], ...], float]()
    for end in endings(ship("bastion", lost=dict(lost)), "fore", weapon, (points,), DAMAGE):
        found[end.lost] = found.get(end.lost, 0.0) + end.chance
    assert sum(found.values()) == pytest.approx(1.0) and total > 0.98
    for ends, chance in weights.items():
        assert found[ends] == pytest.approx(chance, abs=1 - total + 1e-9), ends


def brute(kind: str, lost: dict[str, int], side: str, gun: str, count: int = 1) -> dict[int, float]:
    """Return the chance of each number of boxes by following every sequence of places for every total of the dice."""
    weapon, found = WEAPONS[gun], defaultdict[int, float](float)
    for sizes, chance in damage_sizes(weapon, count, DAMAGE):
        for end in endings(ship(kind, lost=dict(lost)), side, weapon, sizes, DAMAGE):
            found[end.boxes] += chance * end.chance
    return dict(found)


@pytest.mark.parametrize(("kind", "lost", "side", "gun", "count"), [
    ("bastion", {}, "fore", "railgun", 1), ("bastion", {"fore": 30}, "fore", "railgun", 1),
    ("helix", {}, "port", "plasma_cannon", 1),
    ("bastion", {"fore": 40}, "fore", "bolt_array", 1), ("bastion", {"lance_1": 6}, "fore", "pulse_light", 3),
    ("marlin", {}, "aft", "pulse_medium", 2), ("marlin", {"aft": 16}, "aft", "pulse_medium", 2),
    ("helix", {"primary": 30}, "aft", "railgun", 1),
])  # fmt: skip
def test_boxes_by_places_against_every_sequence(
    kind: str, lost: dict[str, int], side: str, gun: str, count: int
) -> None:
    one = HurtShip(ship(kind, lost=dict(lost)))
    found = {
        n: float(chance)
        for n, chance in enumerate(shot(one, side, WEAPONS[gun], count, DAMAGE).boxes)
        if chance > 1e-12
    }
    assert found == pytest.approx(
        {n: chance for n, chance in brute(kind, lost, side, gun, count).items() if chance > 1e-12}, rel=1e-9
    )


@pytest.mark.parametrize(
    ("kind", "lost", "side", "gun", "count"),
    [
        ("marlin", {"aft": 14}, "aft", "pulse_medium", 3),
        ("marlin", {"fore": 20, "primary": 15}, "fore", "pulse_light", 3),
        ("helix", {"port": 30}, "port", "plasma_cannon", 1),
        ("sliver", {"primary": 12}, "port", "railgun", 1),
    ],
)
def test_the_end_of_sides_and_ships_against_every_sequence(
    kind: str, lost: dict[str, int], side: str, gun: str, count: int
) -> None:
    one, weapon = ship(kind, lost=dict(lost)), WEAPONS[gun]
    found, side_lost, destroyed = shot(HurtShip(one), side, weapon, count, DAMAGE), 0.0, 0.0
    boxes, left = defaultdict[int, float](float), one.structure(side)
    for sizes, chance in damage_sizes(weapon, count, DAMAGE):
        for end in endings(one, side, weapon, sizes, DAMAGE):
            boxes[end.boxes] += chance * end.chance
            destroyed += chance * end.chance * end.destroyed
            side_lost += chance * end.chance * (0 < left <= dict(end.lost).get(side, 0))
    assert found.destroyed == pytest.approx(destroyed, rel=1e-9) and destroyed + side_lost > 0
    assert {n: chance for n, chance in enumerate(found.boxes) if chance > 1e-12} == pytest.approx(
        {n: chance for n, chance in boxes.items() if chance > 1e-12}, rel=1e-9
    )
    if not destroyed:
        assert ending(found.reaching, left) == pytest.approx(side_lost, rel=1e-9)


@pytest.mark.parametrize("lost", [
    {"port": 30}, {"port": 44}, {"port": 30, "railgun_p": 6}, {"port": 36, "primary": 30}, {"port": 44, "primary": 30},
])  # fmt: skip
@pytest.mark.parametrize("once", [True, False], ids=("armour once", "armour each time"))
def test_raking_fire_at_a_weak_side_against_every_sequence(lost: dict[str, int], once: bool) -> None:
    """Two packets, the last of them what is over: armour met by the first, a side that goes between them, a ship that
    ends."""
    rules = replace(DAMAGE, armour_once=once)
    one, weapon = ship("bastion", lost=dict(lost)), replace(WEAPONS["lance_medium"], damage=DamageRoll.read("1d10+9"))
    boxes, destroyed = defaultdict[int, float](float), 0.0
    for sizes, chance in damage_sizes(weapon, 1, rules):
        for end in endings(one, "port", weapon, sizes, rules):
            boxes[end.boxes] += chance * end.chance
            destroyed += chance * end.chance * end.destroyed
    found = shot(HurtShip(one), "port", weapon, 1, rules)
    assert found.destroyed == pytest.approx(destroyed, rel=1e-9) and bool(destroyed) == (lost.get("primary", 0) > 0)
    assert {n: chance for n, chance in enumerate(found.boxes) if chance > 1e-12} == pytest.approx(
        {n: chance for n, chance in boxes.items() if chance > 1e-12}, rel=1e-9
    )


def test_long_volleys_at_weak_sides_against_fights() -> None:
    weapon, rng, fights, lost = WEAPONS["pulse_heavy"], random.Random(9), 6000, {"fore": 40, "lance_1": 3}
    boxes = sides = 0
    for _ in range(fights):
        one, notes = ship("citadel", lost=dict(lost)), list[PlaceHit]()
        walk(strike(one, "fore", weapon, (13,) * 6, DAMAGE, notes), partial(rolled, rng))
        boxes += sum(note.boxes for note in notes)
        sides += "fore" in one.lost_sides
    found = shot(HurtShip(ship("citadel", lost=dict(lost))), "fore", weapon, 6, DAMAGE)
    assert sum(found.boxes) == pytest.approx(1)
    assert sum(n * chance for n, chance in enumerate(found.boxes)) == pytest.approx(boxes / fights, rel=0.01)
    assert ending(found.reaching, 20) == pytest.approx(sides / fights, abs=0.02)


def rolled(rng: random.Random, chart: HitChart) -> str:
    """Return an entry of a chart that counts, by a d20 that is rolled again for others."""
    keys, weights = zip(*chart.entries())
    return str(rng.choices(keys, weights)[0])


def test_boxes_of_raking_fire_against_fights() -> None:
    one, weapon, rng, counted = ship("bastion"), WEAPONS["lance_medium"], random.Random(5), list[int]()
    for _ in range(4000):
        points, hurt, notes = sum(rng.randint(1, 10) for _ in range(3)) + 4, one.copy(), list[PlaceHit]()
        walk(
            strike(hurt, "fore", weapon, packets(weapon, points, 1, DAMAGE), DAMAGE, notes),
            lambda chart: chart.section.struck_by(rng.randint(1, 20)),
        )
        counted.append(sum(note.boxes for note in notes))
    table = shot(HurtShip(one), "fore", weapon, 1, DAMAGE).boxes
    mean = sum(n * chance for n, chance in enumerate(table))
    assert sum(table) == pytest.approx(1.0) and mean == pytest.approx(sum(counted) / len(counted), abs=0.3)
    losses = {key: (boxes, gone) for key, boxes, gone in shot(HurtShip(one), "fore", weapon, 1, DAMAGE).places}
    assert 0 < losses["lance_1"][1] < losses["lance_1"][0] and "fore" not in losses
