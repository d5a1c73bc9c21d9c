"""Exact chances of fire against every throw of the dice, played out (power/8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from game.core.umpire import Umpire
from game.systems.power_hex.combat.damage import side_lost
from game.systems.power_hex.combat.interception import shots_left
from game.systems.power_hex.combat.odds import (
    ShotProfile,
    TrialHull,
    at_least,
    dice_law,
    packet_law,
    side_toll,
    summed,
    volley_toll,
)
from game.systems.power_hex.combat.pulses import pulse_count
from game.systems.power_hex.combat.strike import Strike, strike
from game.systems.power_hex.gunnery import volley as gunnery
from game.systems.power_hex.gunnery.target_odds import flight_odds, profile, ship_odds
from game.systems.power_hex.gunnery.volley import ANSWERS, Answer, begin_shots, go_on, undecided
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import WEAPONS, ShipWeapon
from tests.systems.power_hex.ships_in_space import flight, in_space, lose, ship, shot

MOST = 9  # dice of one throw that are followed; what is left out is less likely than what the tests overlook


class TooLong(Exception):
    """More dice than are followed."""


class EveryThrow:
    """Dice that show every row of faces, one after the other, with its chance."""

    def __init__(self) -> None:
        self.faces: list[tuple[int, int]] = []
        self.place, self.chance = 0, 1.0

    def __call__(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self._one(sides) for _ in range(count))

    def _one(self, sides: int) -> int:
        if self.place == len(self.faces):
            if self.place == MOST:
                raise TooLong
            self.faces.append((1, sides))
        face = self.faces[self.place][0]
        self.place += 1
        self.chance /= sides
        return face

    def next(self) -> bool:
        """Turn to the next row of faces; False after the last."""
        del self.faces[self.place :]
        while self.faces and self.faces[-1][0] == self.faces[-1][1]:
            self.faces.pop()
        self.place, self.chance = 0, 1.0
        if not self.faces:
            return False
        face, sides = self.faces.pop()
        self.faces.append((face + 1, sides))
        return True


def every(deed: Callable[[Umpire], object]) -> dict[object, float]:
    """The chance of everything that a deed may come to."""
    dice, found = EveryThrow(), dict[object, float]()
    while True:
        try:
            came = deed(Umpire(dice))
            found[came] = found.get(came, 0.0) + dice.chance
        except TooLong:
            pass
        if not dice.next():
            return found


def points_off(before: PowerShip, after: PowerShip, lost: frozenset[str] = frozenset()) -> int:
    """Points crossed off by hits: what goes with a lost side is not among them."""
    sides = {name for name in ("fore", "port", "starboard", "aft") if side_lost(after, name) and not side_lost(before, name)}
    wrecked = {mount.key for name in sides for mount in after.design.section(name).mounts}
    return sum(now - before.damage.get(key, 0) for key, now in after.damage.items() if key not in wrecked)


def landed(one: PowerShip, side: str, blow: Strike) -> dict[object, float]:
    """What packets at a side come to: points, structure of the side, primary structure."""

    def deed(dice: Umpire) -> tuple[int, int, int]:
        now = one.copy()
        strike(in_space(now), dice, now, side, blow)
        return points_off(one, now), now.structure_left(side), now.structure_left("primary")

    return every(deed)


CASES = [
    ("bastion", "fore", "laser", "raking", 20, {}),
    ("bastion", "aft", "laser", "raking", 20, {"aft": 20, "guard_1": 2}),
    ("helix", "port", "plasma", "standard", 23, {"port": 10, "spark_p": 4}),
    ("marlin", "fore", "matter", "standard", 12, {"engine": 8}),
    ("helix", "fore", "particle", "standard", 9, {"fore": 34}),
    ("bastion", "fore", "particle", "standard", 14, {"lance_1": 6, "primary": 30}),
]


@pytest.mark.parametrize(("kind", "side", "cls", "mode", "points", "lost"), CASES)
def test_a_shot_at_a_side(kind: str, side: str, cls: str, mode: str, points: int, lost: dict[str, int]) -> None:
    one = lose(ship(kind), **lost)
    packets = (10,) * (points // 10) if mode == "raking" else (points,)
    seen = landed(one, side, Strike("foe", "foe/gun", cls, packets, mode == "raking"))
    assert sum(seen.values()) == pytest.approx(1, abs=1e-6)
    found = side_toll(TrialHull(one.design, one.damage), side, ShotProfile(cls, mode, 20, (0, 0, points), shield=one.shield))
    for n, law in enumerate((found.points, found.structure, found.primary)):
        counted: dict[int, float] = {}
        for came, chance in seen.items():
            assert isinstance(came, tuple)
            before = (0, one.structure_left(side), one.structure_left("primary"))[n]
            value = came[n] if n == 0 else before - came[n]
            counted[value] = counted.get(value, 0.0) + chance
        assert {key: law.get(key, 0.0) for key in counted} == pytest.approx(counted, abs=1e-6)
        assert sum(law.values()) == pytest.approx(1)


def test_what_runs_over_from_a_side() -> None:
    one = lose(ship("helix"), fore=30)
    blow = Strike("foe", "foe/gun", "matter", (15,))
    seen = landed(one, "fore", blow)
    found = side_toll(TrialHull(one.design, one.damage), "fore", ShotProfile("matter", "standard", 20, (0, 0, 15), shield=1))
    lost = sum(chance for came, chance in seen.items() if isinstance(came, tuple) and came[1] == 0)
    assert at_least(found.structure, 4) == pytest.approx(lost, abs=1e-6) and 0.7 < lost < 0.8
    primary = sum(chance * (32 - came[2]) for came, chance in seen.items() if isinstance(came, tuple))
    assert sum(points * chance for points, chance in found.primary.items()) == pytest.approx(primary, abs=1e-4)


def pellet(sides: int) -> ShipWeapon:
    """A weapon with one small die of damage, or none, so that all throws can be played."""
    gun = WEAPONS["railgun"]
    return replace(gun, key="pellet", damage=replace(gun.damage, count=int(sides > 0), sides=sides, plus=6))


@pytest.mark.parametrize(("mounts", "number", "sides", "lost"), [((), 2, 3, 0), ((), 1, 2, 34), (("guard_1",), 1, 0, 20)])
def test_all_five_steps_of_a_shot(
    monkeypatch: pytest.MonkeyPatch, mounts: tuple[str, ...], number: int, sides: int, lost: int
) -> None:
    monkeypatch.setattr(gunnery, "WEAPONS", {**WEAPONS, "pellet": pellet(sides)})
    one = lose(ship("bastion", facing=3), aft=lost)
    fired = shot("pellet", number=number, start=(0, -5))

    def deed(dice: Umpire) -> tuple[int, bool]:
        now = one.copy()
        state = in_space(now)
        begin_shots(state, dice, [fired])
        if undecided(state):
            ANSWERS.set(state, now.id, Answer(tuple((mount, 1) for mount in mounts)))
            go_on(state, dice)
        return sum(now.damage.values()) - lost, len(now.lost_sides) > len(one.lost_sides)

    reckoned = profile(fired, {}, values=(4,) * len(mounts))
    assert reckoned is not None and reckoned.dice == (int(sides > 0), sides, 6)
    found = volley_toll(TrialHull(one.design, one.damage), "aft", (reckoned,))
    seen = every(deed)
    sinking = marginal(seen, 1).get(True, 0.0)
    assert found.side_lost == pytest.approx(sinking, abs=1e-6) and (sinking > 0) == (lost == 34)
    if not sinking:
        assert found.points == pytest.approx(marginal(seen, 0), abs=1e-6)
    assert sum(found.points.values()) == pytest.approx(1)


def marginal(seen: dict[Any, float], part: int) -> dict[Any, float]:
    """The chances of one figure of what came."""
    found: dict[Any, float] = {}
    for came, chance in seen.items():
        found[came[part]] = found.get(came[part], 0.0) + chance
    return found


def test_pulses_behind_interception() -> None:
    law = packet_law(ShotProfile("pulse", "pulse", 14, pulse=(9, 5, 6), values=(3, 1)))
    counted: dict[int, float] = {}
    for roll, die, one, two in product(range(1, 21), range(1, 6), range(1, 11), range(1, 11)):
        left = shots_left(pulse_count(die, 14, roll, 6), (one, two), (3, 1), pulses=True) if roll <= 14 else 0
        counted[left] = counted.get(left, 0.0) + 1 / 10000
    assert {len(row): chance for row, chance in law.items()} == pytest.approx(counted)
    assert all(set(row) <= {9} for row in law)


def test_damage_dice() -> None:
    law = dice_law(3, 10, 4)
    assert min(law) == 7 and max(law) == 34 and law[7] == pytest.approx(0.001)
    assert sum(points * chance for points, chance in law.items()) == pytest.approx(20.5)
    assert dice_law(0, 0, 20) == {20: 1.0}


def test_several_shots_are_summed_on_one_side() -> None:
    one = ship("bastion")
    hull = TrialHull(one.design, one.damage)
    pellet = ShotProfile("matter", "standard", 10, (0, 0, 7))
    found = volley_toll(hull, "fore", (pellet, pellet))
    assert found.points == pytest.approx({0: 0.25, 7: 0.5, 14: 0.25}) and found.mean == pytest.approx(7)
    assert summed({0: 0.5, 1: 0.5}, {0: 0.5, 1: 0.5}) == pytest.approx({0: 0.25, 1: 0.5, 2: 0.25})


def test_odds_of_a_whole_broadside() -> None:
    one = lose(ship("bastion"), fore=30)
    shots = [shot("lance_medium", number=14), shot("railgun", number=12)]
    found = ship_odds(in_space(one), one, shots)
    assert sum(found.chances) == pytest.approx(1) and found.unit == "points"
    assert found.mean == pytest.approx(sum(n * chance for n, chance in enumerate(found.chances)))
    assert [words for words, _, _ in found.readings][:2] == ["hit", "side lost"] and len(found.notes) == 2
    assert ship_odds(in_space(one), one, [shot("railgun", number=None)]).chances == (1.0,)


# -- fighters ------------------------------------------------------------------------------------------------------------


def test_hits_on_a_flight() -> None:
    motes = flight("mote", fighters=3, wounds=(0, 2, 0))
    fired = [replace(shot("pellet", target="mote"), number=20)]
    shots = [replace(fired[0], weapon="guard_array", number=2), replace(fired[0], weapon="guard_array", number=1)]

    def deed(dice: Umpire) -> int:
        state = in_space(motes)
        begin_shots(state, dice, shots)
        return 3 - state.counters["mote"].count

    seen = every(deed)
    assert flight_odds(in_space(motes), motes, shots).chances == pytest.approx([seen.get(n, 0.0) for n in range(4)])
