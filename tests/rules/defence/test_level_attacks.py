"""Attacks at a known level, casualties, assists: worked examples and exact chances (point-defence-and-fighters/4 to
8)."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.umpire import Recorded, Umpire
from game.rules.defence.assists import AttackPlan, plan_attack
from game.rules.defence.bands import BARE_SHIP, BY_THE_BOOK, LevelRules, Screens, fighter_band
from game.rules.defence.casualties import casualty_chances, casualty_column, loss_refusal, roll_casualties
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.defence.level import DefencePool, level_chances
from game.rules.defence.level_attacks import (
    LevelAttack,
    RolledAttack,
    bolt_attack,
    fighter_attack,
    missile_attack,
    salvo_attack,
    steered_attack,
)
from game.rules.odds.die_columns import mean

ONE, TWO = Screens(1), Screens(2)
A1, A2 = Screens(1, advanced=True), Screens(2, advanced=True)
STANDARD, ATTACK, HEAVY, TORPEDO, KINETIC = (
    FIGHTER_TYPES[key] for key in ("standard", "attack", "heavy", "torpedo", "kinetic")
)
STEALTH = LevelRules(advanced_missiles=True)


def given(attack: LevelAttack, *faces: int) -> RolledAttack:
    """Return what an attack comes to with these faces, all of which it takes."""
    dice = Recorded(faces)
    found = attack.roll(Umpire(dice), "x")
    dice.finish()
    return found


def missiles(
    count: int, raw: int, *faces: int, screens: Screens = BARE_SHIP, rules: LevelRules = BY_THE_BOOK
) -> RolledAttack:
    return given(missile_attack(raw, screens, rules, count), *faces)


def bolt(strength: int, raw: int, *faces: int, screens: Screens = BARE_SHIP) -> RolledAttack:
    return given(bolt_attack(strength, raw, screens), *faces)


def group(
    kind: FighterType,
    craft: int,
    raw: int,
    *faces: int,
    screens: Screens = BARE_SHIP,
    rules: LevelRules = BY_THE_BOOK,
    assistants: int = 0,
) -> RolledAttack:
    return given(fighter_attack(kind, craft, raw, screens, assistants, rules), *faces)


def salvo(raw: int, salvos: int, *faces: int, screens: Screens = BARE_SHIP, size: int = 6) -> RolledAttack:
    return given(salvo_attack(raw, salvos, screens, size), *faces)


# -- missiles and bolts ------------------------------------------------------------------------------------------------


def test_heavy_missiles() -> None:
    found = missiles(3, 3, 3, 4, 6, 1, 2, 3, 4, 5, 6)  # PD-06
    assert found.scored == 2 and found.hits == (("SAP", 6), ("SAP", 15))
    assert missiles(1, 12, 6, 5, 2).points == 7 and missiles(1, 17, 6, 4).points == 4  # PD-07
    assert missiles(1, 0, 1).scored == 0  # PD-08
    assert missiles(1, 5, 5, 1, 1, 1).scored == 1  # PD-24


def test_plasma_bolts() -> None:
    assert (found := bolt(2, 17, 6)).scored == 1 and found.points == 0  # PD-07
    assert bolt(2, 3, 4, 5, 1, screens=ONE).hits == (("normal", 4),)  # PD-30
    assert bolt(1, 0, 2, 4).points == 4 and bolt(1, 7, 5).scored == 0  # PD-37
    assert bolt(1, 11, 6).points == 0


def test_advanced_missiles() -> None:
    assert missiles(1, 3, 3).scored == 0 and missiles(1, 3, 3, 1, 1, 1, rules=STEALTH).scored == 1  # PD-29
    assert missiles(1, 1, 2, rules=STEALTH).scored == 0 and missiles(1, 1, 3, 1, 1, 1, rules=STEALTH).scored == 1
    assert missiles(1, 11, 6, 2, 2, 2, rules=STEALTH).points == 6


def test_screens_reduce_the_damage_of_missiles_if_they_are_advanced() -> None:
    assert missiles(1, 3, 4, 2, 1, 6, screens=TWO).points == 9  # PD-30
    assert missiles(1, 3, 4, 2, 1, 6, screens=A2).points == 4


# -- fighters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ((1, 2, 3, 3, 6, 6, 2, 2), 2),
        ((1, 2, 3, 5, 6, 6, 1, 5), 4),
        ((3, 3, 5, 5, 5, 6, 6, 5), 7),
        ((1, 2, 3, 4, 3, 6, 5), 2),
    ],
)
def test_four_groups_on_one_screen(faces: tuple[int, ...], points: int) -> None:
    assert group(STANDARD, 6, 3, *faces, screens=ONE).hits == (("normal", points),)  # PD-09: 15 in all


def test_assistance() -> None:
    assert fighter_band(ATTACK, 17, BARE_SHIP, 1) == 4  # PD-10
    assert group(ATTACK, 3, 17, 6, 1, 5, 3, assistants=1).points == 1 + 1, "three dice, and the re-roll is at 0"
    assert group(HEAVY, 4, 17, 6, 6, 6, 6).points == 0
    assert group(ATTACK, 6, 17, 6, 5, 4, 3, 2, 1).points == 1


def test_bands_never_shift_below_1() -> None:
    assert group(ATTACK, 2, 0, 3, 4).points == 2 and group(ATTACK, 2, 0, 3, 4).index == 0  # PD-11
    assert group(ATTACK, 2, 1, 3, 4, assistants=2).points == 1
    assert group(STANDARD, 1, 1, 5, screens=TWO).index == 3 and group(TORPEDO, 1, 1, 1, screens=TWO).index == 1  # PD-12


def test_rerolls_meet_the_screens_alone() -> None:
    assert group(STANDARD, 1, 0, 6, 6, 4).points == 5  # PD-13
    assert group(STANDARD, 1, 0, 6, 6, 4, screens=ONE).points == 4
    assert group(STANDARD, 6, 11, 6, 6, 5, 1, 1, 1).points == 2 and group(STANDARD, 1, 16, 6).points == 0  # PD-14


def test_torpedo_fighters() -> None:
    assert group(TORPEDO, 4, 3, 4, 5, 6, 2, 3, 6, 1, 5, screens=TWO).points == 15  # PD-15
    found = group(TORPEDO, 4, 3, 4, 5, 6, 2, 3, 6, 1, screens=A1)
    assert found.index == 2 and found.scored == 3 and found.points == 7


def test_kinetic_fighters() -> None:
    assert group(KINETIC, 3, 3, 6, 5, 4, screens=TWO).points == 3  # PD-32
    assert group(KINETIC, 3, 3, 6, 5, 4, 5, screens=TWO, rules=LevelRules(kinetic_reroll=True)).points == 5


def test_pairs_and_trios() -> None:
    bands = [fighter_band(STANDARD, 8, BARE_SHIP, assistants) for assistants in range(3)]
    assert bands == [4, 3, 2]  # PD-31: 36, 18 and 12 dice


# -- salvos ------------------------------------------------------------------------------------------------------------


def test_salvos() -> None:
    assert (
        sum(given(salvo_attack(9, 6, BARE_SHIP), face, *[1] * max(0, face - 3)).scored for face in (1, 3, 4, 5, 5, 6))
        == 8
    )  # PD-20
    assert salvo(2, 5, 6, 1, 1, 1, 1, 1, 1).scored == 6 and salvo(16, 1, 6).scored == 0  # PD-21
    assert salvo(16, 2, 6, 1).scored == 1 and salvo(16, 2, 5).scored == 0
    assert salvo(3, 1, 5, 6, 2, 1, screens=TWO).points == 9  # PD-34
    assert salvo(3, 1, 5, 6, 2, 1, screens=A2).points == 4
    assert salvo(5, 1, 6, 1, 1, 1).scored == 3  # PD-24: raw 5, whatever a heavy missile did before
    assert salvo(0, 1, 6, 1, 1, size=2).scored == 2 and salvo(3, 1, 6, 1, 1, size=2).scored == 2


# -- casualties --------------------------------------------------------------------------------------------------------


def lost(groups: list[tuple[FighterType, int]], raw: int, better: bool, *faces: int) -> dict[str, tuple[int, int]]:
    dice = Recorded(faces)
    found = {one.kind.key: (one.scored, one.lost) for one in roll_casualties(Umpire(dice), groups, raw, better, "x")}
    dice.finish()
    return found


def test_casualties() -> None:
    four = [(ATTACK, 6), (HEAVY, 3), (ATTACK, 6), (HEAVY, 4)]
    assert lost(four, 3, False, 4, 6, 3, 4, 5) == {"attack": (2, 2), "heavy": (1, 1)}  # PD-16
    assert lost(four, 3, True, 4, 6, 3, 4, 5) == {"attack": (3, 3), "heavy": (1, 1)}  # PD-17
    assert lost(four, 0, True) == {}  # PD-18
    assert lost([(STANDARD, 1)], 1, False, 6, 1) == {"standard": (2, 1)}  # PD-19
    assert lost([(HEAVY, 6)], 1, False, 6, 6, 2) == {"heavy": (2, 2)}  # PD-33
    assert lost([(HEAVY, 6)], 1, True, 6, 6, 2) == {"heavy": (4, 4)}
    assert [lost([(STANDARD, 6)], 1, better, 4)["standard"][0] for better in (False, True)] == [0, 1]


def test_losses_stay_within_a_type() -> None:
    for spread in (((1, 6), (1, 6)), ((2, 6), (0, 6)), ((0, 6), (2, 6))):
        assert loss_refusal(spread, 2) == ""  # PD-16
    assert (
        loss_refusal(((1, 6), (0, 6)), 2) and loss_refusal(((2, 1), (0, 6)), 2) and loss_refusal(((3, 6), (-1, 6)), 2)
    )


def test_means_of_casualties() -> None:
    means = {
        (kind.key, better): float(casualty_column(kind, better).mean)
        for kind in (STANDARD, HEAVY)
        for better in (True, False)
    }
    assert means == pytest.approx(
        {("standard", True): 0.8, ("standard", False): 0.6, ("heavy", True): 0.6, ("heavy", False): 0.4}
    )
    assert list(casualty_chances(STANDARD, 3, 18, 0, True)) == [1.0]
    assert len(casualty_chances(STANDARD, 1, 1, 1, False)) == 2


# -- exact -------------------------------------------------------------------------------------------------------------


def tried(attack: LevelAttack, deep: int = 9) -> dict[int, float]:
    """Return the chances of the points of an attack by rolling every sequence of faces, those less likely than 6^-deep
    left out."""

    class More(Exception):
        """More dice are rolled than are given."""

    found: dict[int, float] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        left = list(faces)
        asked = 0

        def dice(label: str, count: int, sides: int, left: list[int] = left) -> tuple[int, ...]:
            nonlocal asked
            if count > len(left):
                asked = count - len(left)
                raise More
            taken, left[:] = tuple(left[:count]), left[count:]
            return taken

        try:
            points = attack.roll(Umpire(dice), "x").points
        except More:
            waiting += (
                [(*faces, *more) for more in product(range(1, 7), repeat=asked)] if len(faces) + asked <= deep else []
            )
            continue
        found[points] = found.get(points, 0.0) + 6.0 ** -len(faces)
    return found


@pytest.mark.parametrize(("kind", "raw", "screens", "assistants"), [
    (STANDARD, 0, BARE_SHIP, 0), (STANDARD, 3, ONE, 0), (ATTACK, 8, TWO, 1), (KINETIC, 3, TWO, 0), (TORPEDO, 1, A1, 0),
], ids=lambda given: getattr(given, "key", str(given)))  # fmt: skip
def test_fighters_against_every_roll(kind: FighterType, raw: int, screens: Screens, assistants: int) -> None:
    attack = fighter_attack(kind, 2, raw, screens, assistants)
    every, found = tried(attack, 6), attack.points
    assert sum(every.values()) > 0.995
    for points, chance in every.items():
        assert chance - 1e-12 <= found[points] <= chance + 1 + 1e-12 - sum(every.values())


@pytest.mark.parametrize(("raw", "screens"), [(0, A1), (3, TWO), (12, BARE_SHIP), (17, A2)])
def test_missiles_and_bolts_against_every_roll(raw: int, screens: Screens) -> None:
    rules = LevelRules()
    for attack in (missile_attack(raw, screens), bolt_attack(2, raw, screens), steered_attack(2, raw, rules)):
        chances = {points: chance for points, chance in enumerate(attack.points.tolist()) if chance}
        assert tried(attack) == pytest.approx(chances)


def test_salvos_against_every_roll() -> None:
    for raw, salvos in ((0, 1), (3, 1), (9, 6), (16, 2), (16, 1)):
        every: dict[int, float] = {}
        for face in range(1, 7):
            hits = salvo_attack(raw, salvos, BARE_SHIP).roll(Umpire(Recorded((face, *[1] * 6))), "x").scored
            every[hits] = every.get(hits, 0) + 1 / 6
        found = salvo_attack(raw, salvos, BARE_SHIP).hits
        assert {hits: chance for hits, chance in enumerate(found.tolist()) if chance} == pytest.approx(every)


@pytest.mark.parametrize(("screens", "wanted"), [(BARE_SHIP, 4.066), (ONE, 2.570)])
def test_damage_of_a_group_over_all_levels(screens: Screens, wanted: float) -> None:
    levels = level_chances(DefencePool(2, 3))
    found = sum(
        chance * mean(fighter_attack(STANDARD, 6, raw, screens).points) for raw, chance in enumerate(levels.tolist())
    )
    assert found == pytest.approx(wanted, abs=5e-4)


# -- best play ---------------------------------------------------------------------------------------------------------


def divisions(groups: list[str]) -> list[list[tuple[str, int]]]:
    """Return every division of groups into attackers with that many assistants each."""
    found: list[list[tuple[str, int]]] = []
    for roles in product((True, False), repeat=len(groups)):
        attackers = [key for key, attacks in zip(groups, roles) if attacks]
        spare = len(groups) - len(attackers)
        for helping in product(range(spare + 1), repeat=len(attackers)):
            if sum(helping) <= spare:
                found.append(list(zip(attackers, helping)))
    return found


@pytest.mark.parametrize("raw", [0, 1, 5, 8, 12, 17, 30])
@pytest.mark.parametrize("groups", [{"standard": 4}, {"attack": 2, "heavy": 2}, {"torpedo": 1, "standard": 3}], ids=str)
@pytest.mark.parametrize("screens", [BARE_SHIP, TWO], ids=str)
def test_best_play_is_the_best_of_every_division(raw: int, groups: dict[str, int], screens: Screens) -> None:
    def worth(key: str, helping: int) -> float:
        return mean(fighter_attack(FIGHTER_TYPES[key], 6, raw, screens, helping).points)

    each = [key for key, count in groups.items() for _ in range(count)]
    best = max(sum(worth(key, helping) for key, helping in division) for division in divisions(each))
    plan = plan_attack(groups, 6, raw, screens)
    assert sum(one.groups * worth(one.key, one.assistants) for one in plan) == pytest.approx(best)
    assert sum(one.groups * (1 + one.assistants) for one in plan) <= 4


def test_best_play_assists_above_10() -> None:
    assert plan_attack({"standard": 4}, 6, 12, BARE_SHIP) == (AttackPlan("standard", 2, 1),)
    assert plan_attack({"standard": 4}, 6, 3, BARE_SHIP) == (AttackPlan("standard", 4, 0),)
