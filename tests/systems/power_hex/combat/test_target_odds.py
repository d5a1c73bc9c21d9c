"""Exact chances of whole fire: one die for the side of all shots, every fighter's shots, fighters shot down (power/8,
12)."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.odds.fire_odds import craft_losses, odds_of, ship_losses
from game.systems.power_hex.combat.odds.loss_odds import box_odds
from game.systems.power_hex.combat.sides import side_chances
from game.systems.power_hex.combat.to_hit import ToHit
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.systems.power_hex.combat.sequences import shot
from tests.systems.power_hex.fleet import house, ship, state

H = house()
NORTH = (0.0, 5.0)


def test_two_shots_share_the_die_for_the_side() -> None:
    target, gun, by = ship("bastion", lost={"fore": 40, "engine": 14}), WEAPONS["bolt_array"], ToHit(10, 0, 0, 0)
    found, _, _ = ship_losses(target, NORTH, [(gun, by), (gun, by)], H)
    counted = defaultdict[int, float](float)
    for side, share in side_chances("fore").items():
        law = shot(HurtShip(target), side, gun, 1, DamageRules.of(H)).boxes
        for first, second in product(range(len(law)), repeat=2):
            counted[first + second] += share * 0.25 * law[first] * law[second]
        for n, chance in enumerate(law):
            counted[n] += share * 0.5 * chance
        counted[0] += share * 0.25
    assert list(found) == pytest.approx([counted[n] for n in range(len(found))]) and sum(found) == pytest.approx(1)


def test_shots_wear_a_side_down_together() -> None:
    gun, by = WEAPONS["railgun"], ToHit(20, 0, 0, 0)
    one = [ship_losses(ship("bastion", lost={"fore": 20}), NORTH, [(gun, by)] * shots, H)[1] for shots in (1, 2, 3)]
    assert 0 < one[0] < one[1] / 2 < one[2] / 2 < 0.5
    assert ship_losses(ship("bastion"), NORTH, [(gun, by)], H)[1:] == (0.0, 0.0)


def test_a_broadside_is_read_out() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -4), side="oreth", facing=3, lost={"fore": 30, "primary": 30}))
    (found,) = odds_of(there, there.ships["bastion"], (("lance_1", "helix"), ("railgun_p", "helix")))
    assert sum(found.chances) == pytest.approx(1) and found.unit == "boxes"
    assert found.mean == pytest.approx(sum(n * chance for n, chance in enumerate(found.chances)))
    assert found.readings[0] == ("mean boxes", f"{found.mean:.1f}", "")
    words = [label for label, _, _ in found.readings]
    assert words == ["mean boxes", "side lost", "destroyed"] and len(found.notes) == 3


def test_every_fighter_of_a_flight_shoots() -> None:
    there = state(ship("gadfly"), ship("helix", at=(0, -1), side="oreth", facing=3))
    (six,) = odds_of(there, there.ships["gadfly"], (("guns", "helix"),))
    there.ships["gadfly"].craft = (6, 0, 0, 0, 0, 0)
    (one,) = odds_of(there, there.ships["gadfly"], (("guns", "helix"),))
    assert len(six.chances) > len(one.chances)
    assert six.mean == pytest.approx(6 * one.mean)


@pytest.mark.parametrize(("craft", "gun", "needed"), [
    ((4, 2, 4), "fighter_bolt", 11), ((6, 6), "fighter_bolt", 20), ((1,), "guard_array", 7),
    ((4, 4), "fighter_pulse", 14),
])  # fmt: skip
def test_fighters_shot_down_against_every_throw(craft: tuple[int, ...], gun: str, needed: int) -> None:
    kind = "mote" if max(craft) <= 4 else "gadfly"
    target, weapon = ship(kind, craft=craft), WEAPONS[gun]
    armour = {"mote": 1, "gadfly": 2}[kind]
    ends = {tuple(craft): 1.0}
    for _ in range(2):
        after = defaultdict[tuple[int, ...], float](float)
        for now, share in ends.items():
            for points, chance in throws(gun, needed, armour):
                alive = [n for n, left in enumerate(now) if left > 0]
                for n in alive or [0]:
                    hit = tuple(max(0, left - points) if m == n else left for m, left in enumerate(now))
                    after[hit] += share * chance / max(1, len(alive))
        ends = dict(after)
    counted = [0.0] * (len(craft) + 1)
    for now, share in ends.items():
        counted[sum(left == 0 for left in now)] += share
    by = ToHit(needed, 0, 0, 0)
    assert craft_losses(target, [(weapon, by), (weapon, by)], naturals=False) == pytest.approx(counted)


def throws(gun: str, needed: int, armour: int) -> list[tuple[int, float]]:
    """Return what every throw of a d20, and of the die for damage or pulses, does to a fighter."""
    found = []
    for face, die in product(range(1, 21), range(1, 7)):
        if face > needed:
            points = 0
        elif gun == "fighter_pulse":
            points = min(3, (die + 1) // 2 + (needed - face) // 4) * (5 - armour)
        else:
            points = max(0, die + (3 if gun == "fighter_bolt" else 2) - armour)
        found.append((points, 1 / 120))
    return found


def test_a_chance_that_reads_as_none_is_not_told() -> None:
    odds = [box_odds(ship("helix"), {"fore": 1.0}, (0.5, 0.5), lost, 0.0, (), None) for lost in (1e-7, 1e-3)]
    assert [[label for label, _, _ in one.readings] for one in odds] == [["mean boxes"], ["mean boxes", "side lost"]]
