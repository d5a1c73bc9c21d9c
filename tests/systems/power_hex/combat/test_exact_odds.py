"""Exact odds of a shot, of every gun at every design and state of damage, against every sequence of places."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.hit_orders import LAST, NOT_LAST, STAYS, hit_orders
from game.systems.power_hex.combat.odds.exact.one_shot import ending, spared_on
from game.systems.power_hex.combat.odds.exact.packets import taken_together
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.step_odds import BOXES, DESTROYED, SIDE_LOST, SYSTEM_LOST, ends_on
from game.systems.power_hex.ships.design import PRIMARY, SIDES
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, WEAPONS, DamageRoll, ShipWeapon
from tests.systems.power_hex.combat.sequences import follow, shot
from tests.systems.power_hex.fleet import ship

DESIGNS = ("shard", "prism", "mandala", "sliver", "helix", "bastion", "halberd", "warden", "marlin", "citadel")
EXACT = 1e-11


def held(target: PowerShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> None:
    """Hold the odds of a shot against every sequence."""
    key, wanted = HurtShip(target), follow(target, side, weapon, count, rules)
    found = shot(key, side, weapon, count, rules)
    boxes = {n: chance for n, chance in enumerate(found.boxes) if chance > EXACT}
    assert boxes == pytest.approx({n: chance for n, chance in wanted.boxes.items() if chance > EXACT}, abs=EXACT)
    assert found.destroyed == pytest.approx(wanted.ends[DESTROYED], abs=EXACT)
    assert sum(found.reaching) == pytest.approx(1.0, abs=EXACT)
    if target.structure(side) and not found.destroyed:
        assert ending(found.reaching, target.structure(side)) == pytest.approx(wanted.ends[SIDE_LOST], abs=EXACT)
    if not target.structure(side):  # all strike the primary section
        losses = shot(key, side, weapon, count, rules).places
        assert {one: mean for one, mean, _ in losses if mean} == pytest.approx(wanted.means, abs=EXACT)
        assert {one: end for one, mean, end in losses if mean} == pytest.approx(wanted.gone, abs=EXACT)
    ends: dict[str, float] = {}
    for one in ends_on(key, side, weapon, count, rules):
        ends[one.end] = ends.get(one.end, 0.0) + one.chance
    if (weapon.mode == RAKING or count > 1) and not target.structure(side):  # the odds count these together
        wanted.ends[BOXES] += wanted.ends.pop(SYSTEM_LOST, 0.0)
    assert ends == pytest.approx({end: chance for end, chance in wanted.ends.items() if chance > 1e-12}, abs=EXACT)


def shortened(weapon: ShipWeapon, rng: Random) -> ShipWeapon:
    """Raking fire of at most three packets: every sequence of more takes long to follow."""
    return (
        replace(weapon, damage=DamageRoll.read(rng.choice(("1d10+12", "1d10+9")))) if weapon.mode == RAKING else weapon
    )


def hurt(target: PowerShip, side: str, rng: Random) -> PowerShip:
    """Return the ship with a side, its primary section and some systems whole, hurt, weak or gone."""
    for name in (side, PRIMARY):
        whole = target.design.section(name).structure
        left = rng.choice((whole, whole // 2, 15, 6, 1, 0))
        target.lost[name] = whole - min(whole, max(left, name == PRIMARY))
    for mount in target.design.mounts:
        if rng.random() < 0.25:
            target.lost[mount.key] = rng.randint(0, mount.boxes)
    return target


@pytest.mark.parametrize("kind", DESIGNS)
@pytest.mark.parametrize("gun", WEAPONS)
def test_every_gun_at_every_design_against_every_sequence(gun: str, kind: str) -> None:
    rng = Random(f"{gun} at {kind}")
    for _ in range(2):
        side, weapon = rng.choice(SIDES), shortened(WEAPONS[gun], rng)
        rules = DamageRules(rng.choice((3, 4, 6)), rng.choice((8, 10, 15)), rng.random() < 0.5)
        held(hurt(ship(kind), side, rng), side, weapon, rng.randint(1, 3) if weapon.pulses else 1, rules)


@pytest.mark.parametrize("gun", WEAPONS)
def test_a_whole_ship_against_every_sequence(gun: str) -> None:
    rng = Random(gun)
    held(ship("helix"), "port", shortened(WEAPONS[gun], rng), 2 if WEAPONS[gun].pulses else 1, DamageRules(4, 10, True))


@pytest.mark.parametrize("kind", ["bastion", "helix", "sliver"])
@pytest.mark.parametrize("gun", ["pulse_medium", "lance_heavy"])
def test_all_sides_of_a_ship_which_are_counted_together(gun: str, kind: str) -> None:
    """One side is lost, one is weak, two stand; they have places and armour of their own, and one primary section."""
    target, weapon = ship(kind), shortened(WEAPONS[gun], Random(kind))
    for name, left in (("port", 0), ("fore", 6), (PRIMARY, 9)):
        target.lost[name] = target.design.section(name).structure - left
    for side in SIDES:
        held(target, side, weapon, 2 if weapon.pulses else 1, DamageRules(4, 10, True))


@pytest.mark.parametrize("off", [False, True], ids=("shields on", "shields off"))
def test_shields_take_from_every_packet_or_are_off(off: bool) -> None:
    target = ship("mandala", lost={"fore": 40, "primary": 45}, off=frozenset({"shield"}) if off else frozenset())
    assert bool(target.shield()) != off
    held(target, "fore", WEAPONS["pulse_light"], 3, DamageRules(4, 10, True))


def test_a_long_volley_at_a_weak_side_of_a_weak_ship() -> None:
    """Five pulses: a side that goes early, a ship that may end through it or before it."""
    held(ship("marlin", lost={"fore": 12, "primary": 6}), "fore", WEAPONS["pulse_medium"], 5, DamageRules(4, 10, True))


@pytest.mark.parametrize("lost", [{"fore": 0}, {"fore": 14}, {"fore": 20}], ids=("stands", "weak", "lost"))
def test_a_volley_that_ends_a_ship_through_several_systems(lost: dict[str, int]) -> None:
    """Of the primary section little is left: one system after another is lost on the way to the end of the ship, and
    what is over of each counts; sides with other armour beside it are followed at once."""
    weak = {"primary": 5, "reactor": 4, "engine": 5, "sensors": 7, "cnc": 3, "aft": 15, "port": 18}
    held(ship("marlin", lost={**weak, **lost}), "fore", WEAPONS["pulse_medium"], 4, DamageRules(4, 10, True))


@pytest.mark.parametrize("once", [True, False], ids=("armour once", "armour each time"))
def test_raking_fire_through_a_side_that_is_lost_already(once: bool) -> None:
    """The first packet past it meets armour, those after it only where each does; the last one is shorter."""
    weapon = replace(WEAPONS["lance_heavy"], damage=DamageRoll.read("1d10+24"))
    target = ship("shard", lost={"fore": 99, "primary": 4, "reactor": 5})
    held(target, "fore", weapon, 1, DamageRules(4, 8, once))


def test_equal_rows_are_found_however_many_and_wide_they_are() -> None:
    rng = Random(3)
    for many, wide in ((1, 5), (40, 3), (3000, 9), (3000, 1 << 40)):
        columns = tuple(np.array([rng.randrange(wide) for _ in range(many)]) for _ in range(3))
        first, which = taken_together(columns)
        assert all((column[first][which] == column).all() for column in columns)
        assert len(first) == len(set(zip(*(column.tolist() for column in columns))))


def test_pulses_that_shields_take_whole_do_nothing() -> None:
    target, weak = ship("mandala"), replace(WEAPONS["pulse_light"], damage=DamageRoll(plus=2))
    volley = HurtShip(target), "fore", weak, 3, DamageRules(4, 10, True)
    found = shot(*volley)
    assert (tuple(found.boxes), tuple(found.reaching), found.destroyed) == ((1.0,), (1.0,), 0.0)
    assert spared_on(*volley)[0] == 1.0


def order_by_order(left: dict[str, tuple[int, int, int]], sinks: int, before: int) -> float:
    """Return the chance that that many packets make all hits but one, and the next one the last, by every order: of
    each place its faces, hits, and how it is marked."""
    due, every = sum(many for _, many, _ in left.values()), sinks + sum(face for face, _, _ in left.values())
    found = sinks / every * order_by_order(left, sinks, before - 1) if before and sinks else 0.0
    for key, (face, many, how) in left.items():
        if not many or (before and due == 1) or (not before and (due > 1 or how != LAST)):
            continue
        rest = {**left, key: (face, many - 1, how)}
        if many == 1 and key != "structure":
            del rest[key]
        more = face if many == 1 and how == STAYS else 0
        found += face / every * (order_by_order(rest, sinks + more, before - 1) if before else 1.0)
    return found


@pytest.mark.parametrize(("structure", "marked", "sinks"), [
    (1, (), 3), (2, ((2, 1, LAST),), 0), (0, ((2, 2, LAST), (3, 1, NOT_LAST)), 4),
    (1, ((2, 1, STAYS), (2, 1, LAST)), 5), (1, ((2, 1, STAYS), *((1, 0, LAST),) * 12, (3, 2, LAST)), 5),
])  # fmt: skip
def test_chances_of_hits_in_any_order(structure: int, marked: tuple[tuple[int, int, int], ...], sinks: int) -> None:
    orders = hit_orders(tuple(face for face, _, _ in marked), 8, 7)
    packets, how = (np.array([one[n] for one in marked], dtype=int).reshape(-1, 1) for n in (1, 2))
    rows, table = orders.chances(packets, np.array([0]), how, np.array([structure]), np.array([sinks]))
    left = {"structure": (8, structure, LAST)} | {f"{n}": one for n, one in enumerate(marked) if one[1]}
    wanted = [order_by_order(left, sinks, before) for before in range(7)]
    assert sum(wanted) > 0
    assert table[rows[0]].tolist()[:7] == pytest.approx(wanted, abs=EXACT)


def test_chances_of_hits_asked_together_with_what_is_left_after_some_of_them() -> None:
    """Columns of one question follow from each other, and from those of the questions before: none takes the row of
    another."""
    orders, hits = hit_orders((2, 3, 2), 8, 6), ((1, 0, 1), (2, 1, 1), (0, 1, 0), (2, 1, 0))
    left = [(many, one) for many in hits for one in range(3)]
    for asked in (left[4:], left):
        packets, structure = np.array([many for many, _ in asked]).T, np.array([one for _, one in asked])
        rows, table = orders.chances(
            packets, np.arange(len(asked)), np.zeros_like(packets), structure, np.full(len(asked), 3)
        )
        for row, (many, one) in zip(rows, asked):
            due = {f"{n}": (face, hits, LAST) for n, (face, hits) in enumerate(zip((2, 3, 2), many)) if hits}
            wanted = [order_by_order({"structure": (8, one, LAST), **due}, 3, before) for before in range(6)]
            assert table[row].tolist()[:6] == pytest.approx(wanted, abs=EXACT)
