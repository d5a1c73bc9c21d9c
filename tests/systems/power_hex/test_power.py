"""Charging, diversion, cooling (power/3)."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.orders.power_order import DivertPower
from game.systems.power_hex.power.reactor import (
    SPARE,
    PowerTransfer,
    charge_all,
    close_round,
    cooling,
    demand,
    divert,
    must_go,
    ready,
    shield_draw,
    spare,
    spend,
    switches,
    transfer_fault,
)
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.support.builders import umpire
from tests.systems.power_hex.combat.sequences import shot
from tests.systems.power_hex.fleet import house, ship, state

H, NONE = house(), frozenset[str]()


@pytest.mark.parametrize(("kind", "left"), [
    ("marlin", 4), ("bastion", 4), ("citadel", 3), ("sliver", 2), ("helix", 0), ("mandala", 2),
])  # fmt: skip
def test_reactors_have_what_the_table_says_to_spare(kind: str, left: int) -> None:
    one = ship(kind)
    assert spare(one, H) == left == one.output - demand(one, H)


def test_diversion() -> None:
    label = "PH-13.2"
    one = ship("bastion")
    one.charge["lance_1"] = 0
    both = (PowerTransfer("lance_1", ("railgun_p", "railgun_s")),)
    assert transfer_fault(one, both, NONE, H) is None, label
    divert(one, both)
    assert (one.charge["lance_1"], one.charge["railgun_p"], one.charge["railgun_s"]) == (1, 0, 0), label
    assert ready(one, one.design.mount("railgun_p")) == "its power is diverted", label
    two = ship("bastion")
    two.charge["lance_1"] = 0
    assert transfer_fault(two, (PowerTransfer("lance_1", ("railgun_p", "bolt_p")),), NONE, H), label
    alone = (PowerTransfer("lance_1", (SPARE,)),)
    assert transfer_fault(two, alone, NONE, H) is None, label
    divert(two, alone)
    assert two.charge["lance_1"] == 1 and not two.drained, label
    hungry = (*alone, PowerTransfer("lance_2", (SPARE,)))
    fresh = ship("bastion", charge={})
    assert transfer_fault(fresh, hungry, NONE, H), "4 to spare are one lance, not two"


def test_excess_is_wasted_and_a_gun_is_fed_once() -> None:
    label = "PH-13.23"
    one = ship("bastion")
    one.charge["lance_1"] = 0
    five = (PowerTransfer("lance_1", ("railgun_p", "railgun_s", "bolt_p")),)
    assert transfer_fault(one, five, NONE, H) is None, label
    divert(one, five)
    assert one.charge["lance_1"] == 1, label
    refused = transfer_fault(one, (PowerTransfer("lance_1", (SPARE,)),), NONE, H)
    assert refused and "once a round" in refused.why, label


def test_cooling() -> None:
    label = "PH-13.3"
    one = ship("bastion")
    mount = one.design.mount("bolt_p")
    for barred in (False, False, True, False):
        charge_all(one)
        assert bool(ready(one, mount)) is barred and cooling(one, "bolt_p") is barred, label
        if not barred:
            spend(one, "bolt_p")
        close_round(one)


def test_meeting_a_shot_counts_as_firing() -> None:
    one = ship("bastion")
    for _ in range(2):
        charge_all(one)
        spend(one, "guard_1", kept=True)
        close_round(one)
    charge_all(one)
    assert cooling(one, "guard_1") and one.charge["guard_1"] == 0, "it gains no charge while it cools"


def test_what_is_switched_off_keeps_its_charge() -> None:
    one = ship("bastion", lost={"reactor": 6})
    assert spare(one, H) == -2 and transfer_fault(one, (), NONE, H)
    off = frozenset({"railgun_p"})
    assert transfer_fault(one, (), off, H) is None
    one.off, one.charge["railgun_p"] = off, 1
    charge_all(one)
    assert one.charge["railgun_p"] == 1 and ready(one, one.design.mount("railgun_p")) == "it is switched off"


def test_each_refusal_of_a_transfer_says_why() -> None:
    one, rails = ship("bastion", charge={"bolt_p": 1}), ("railgun_p", "railgun_s")
    for transfers, off, words in (
        ((PowerTransfer("nothing", (SPARE,)),), NONE, "has no gun"),
        ((PowerTransfer("lance_1", ("railgun_p",)),), NONE, "needs 4 power; 2 are given"),
        ((PowerTransfer("bolt_p", (SPARE,)),), NONE, "it is charged"),
        ((PowerTransfer("lance_1", rails), PowerTransfer("lance_2", rails)), NONE, "once"),
        ((PowerTransfer("lance_1", ("railgun_p", "railgun_s")),), frozenset({"railgun_p"}), "gains none then"),
    ):
        found = transfer_fault(one, transfers, off, H)
        assert found and words in found.why and found.rule == "power/3"


def test_shields_are_switched_off_and_take_nothing_then() -> None:
    one = ship("helix", lost={"reactor": 2})
    generator = next(key for key in switches(one, H) if not one.design.mount(key).weapon)
    draw, points = shield_draw(one, H), one.shield()
    assert draw == 2 * points > 0 and switches(one, H)[generator] == draw
    assert spare(one, H, {generator}) == spare(one, H) + draw
    assert transfer_fault(one, (), frozenset({generator}), H) is None
    there = state(one)
    DivertPower(one.id, (), (generator,)).carry_out(there, umpire())
    assert one.shield() == 0 and shield_draw(one, H) == 0
    hurt, sound = HurtShip(one), HurtShip(ship("helix", lost={"reactor": 2}))
    weapon, rules = WEAPONS["railgun"], DamageRules.of(H)
    bare, covered = (
        sum(n * chance for n, chance in enumerate(shot(key, "fore", weapon, 1, rules).boxes)) for key in (hurt, sound)
    )
    assert bare == pytest.approx(covered + points, abs=0.5) and bare > covered
    close_round(one)
    assert one.shield() == points, "they are on again in the next round"


def test_a_gun_that_gives_its_power_to_another_loses_its_charge() -> None:
    one = ship("bastion", charge={"lance_1": 0, "railgun_p": 2, "railgun_s": 2})
    refused = transfer_fault(
        one,
        (PowerTransfer("lance_1", (SPARE,)), PowerTransfer("lance_2", (SPARE,))),
        frozenset({"railgun_p", "railgun_s"}),
        H,
    )
    assert refused and "loses its charge" in refused.why, "what is switched off is no way round that"


@pytest.mark.parametrize("lost", [1, 4, 7, 11, 15, 20])
def test_where_nobody_says_the_least_that_is_enough_goes_off(lost: int) -> None:
    one = ship("bastion", lost={"reactor": lost})
    short, draws = -spare(one, H), switches(one, H)
    off = must_go(one, H)
    sums = [sum(draws[key] for key in some) for n in range(len(draws) + 1) for some in combinations(draws, n)]
    enough = min((total for total in sums if total >= short), default=max(sums))
    assert sum(draws[key] for key in off) == (enough if short > 0 else 0)
    assert short <= 0 or spare(one, H, off) >= 0 or off == set(draws)


def test_a_ship_that_could_charge_a_gun_is_asked_before_it_changes_nothing() -> None:
    one = ship("bastion")
    there, idle = state(one), DivertPower(one.id)
    assert not idle.confirms(there), "every gun is charged"
    one.charge["lance_1"] = 1
    assert spare(one, H) == 4 and idle.confirms(there)
    assert not DivertPower(one.id, (PowerTransfer("lance_1", (SPARE,)),)).confirms(there)
    poor = ship("helix")
    poor.charge[next(key for key in poor.charge)] = 0
    assert spare(poor, H) == 0 and not DivertPower(poor.id).confirms(state(poor)), "it has nothing to spare"
