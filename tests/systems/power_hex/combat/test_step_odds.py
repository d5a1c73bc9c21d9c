"""How a shot that comes through may end: exact chances against every sequence of dice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.step_odds import BOXES, DESTROYED, NOTHING, SIDE_LOST, SYSTEM_LOST, ends_on
from game.systems.power_hex.ships.design import PRIMARY
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import WEAPONS, DamageRoll
from tests.systems.power_hex.combat.sequences import HitEnding, damage_sizes, endings
from tests.systems.power_hex.fleet import ship

RULES = DamageRules(4, 10, True)


def told(target: PowerShip, side: str, one: HitEnding) -> str:
    """Return one sequence of dice in the words of the odds."""
    after = target.copy()
    after.lost = {**target.lost, **{key: target.lost.get(key, 0) + n for key, n in one.lost}}
    if one.destroyed:
        return DESTROYED
    if not after.structure(side) and target.structure(side):
        return SIDE_LOST
    lost = dict(one.lost)
    gone = any(0 < target.boxes_left(mount) <= lost.get(mount.key, 0) for mount in target.design.mounts)
    return SYSTEM_LOST if gone else BOXES if one.boxes else NOTHING


CASES = {
    "whole": {}, "side nearly gone": {"port": 40}, "side gone": {"port": 44}, "core nearly gone": {"primary": 31},
    "both": {"port": 39, "primary": 30}, "a system gone": {"railgun_p": 6, "engine": 14},
}  # fmt: skip


@pytest.mark.parametrize("harm", CASES.values(), ids=list(CASES))
@pytest.mark.parametrize(
    ("gun", "count"),
    [
        ("plasma_cannon", 1),
        ("railgun", 1),
        ("bolt_array", 1),
        ("torpedo", 1),
        ("pulse_light", 1),
        ("pulse_medium", 2),
        ("lance_medium", 1),
    ],
)
def test_every_end_against_every_sequence_of_dice(gun: str, count: int, harm: dict[str, int]) -> None:
    target, weapon = ship("bastion"), WEAPONS[gun]
    target.lost = dict(harm)
    if gun == "lance_medium":  # two packets at most: every sequence of more takes long to walk
        weapon = replace(weapon, damage=DamageRoll.read("1d10+9"))
    wanted = defaultdict[str, float](float)
    for sizes, chance in damage_sizes(weapon, count, RULES):
        for one in endings(target, "port", weapon, sizes, RULES):
            wanted[told(target, "port", one)] += chance * one.chance
    found = defaultdict[str, float](float)
    for end in ends_on(HurtShip(target), "port", weapon, count, RULES):
        found[end.end] += end.chance
    if (count > 1 or gun == "lance_medium") and not target.structure("port"):
        wanted[BOXES] += wanted.pop(SYSTEM_LOST, 0.0)
    assert sum(found.values()) == pytest.approx(1.0)
    assert {end: chance for end, chance in found.items() if chance > 1e-9} == pytest.approx(
        {end: chance for end, chance in wanted.items() if chance > 1e-9}, abs=1e-11
    )


def test_the_places_of_a_single_packet_are_those_of_the_chart() -> None:
    target = ship("bastion")
    found = defaultdict[str, float](float)
    for end in ends_on(HurtShip(target), "port", WEAPONS["plasma_cannon"], 1, RULES):
        found[end.place] += end.chance
    assert dict(found) == pytest.approx({"system": 0.4, "structure": 0.5, PRIMARY: 0.1})
