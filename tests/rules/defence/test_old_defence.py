"""Point defence, attacks and dogfights of the base rules (full-thrust-base/6.5, 6.6, 6.9, 6.11, 6.12, 6.14, 7.4 to
7.6)."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.umpire import Recorded, Umpire
from game.rules.defence import old_split
from game.rules.defence.bands import BARE_SHIP, Screens, damage_die
from game.rules.defence.bolts_and_missiles import BoltTarget
from game.rules.defence.dogfights import anti_missile_column, dogfight_column
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.old_defence import (
    DefenceTarget,
    GroupTarget,
    MissileTarget,
    SalvoTarget,
    kill_column,
    roll_kills,
)
from game.rules.defence.old_split import as_dice, best_split
from game.rules.manoeuvres.cover.eclipsing import ScreeningShip, divide_hits
from game.rules.odds.beam_chances import BeamDice
from game.rules.odds.die_columns import DieColumn, chances, mean, roll_columns, total
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.ship import Hit

STANDARD, ATTACK, HEAVY, TORPEDO, KINETIC, INTERCEPTOR = (
    FIGHTER_TYPES[key] for key in ("standard", "attack", "heavy", "torpedo", "kinetic", "interceptor")
)
ONE, TWO, A2 = Screens(1), Screens(2), Screens(2, advanced=True)


def umpire(*faces: int) -> Umpire:
    return Umpire(Recorded(faces))


def kills(target: DefenceTarget, dice: dict[str, int], *faces: int) -> int:
    return roll_kills(umpire(*faces), target, as_dice(dice), "pd/x")[0]


def test_kills_of_point_defence() -> None:
    six = GroupTarget(STANDARD, 6)
    assert kills(six, {"pds": 1}, 6, 6, 3) == 4 and kills(six, {"beam": 1}, 6, 5) == 2  # T-pd1, T-pd2
    assert kills(GroupTarget(STANDARD, 2), {"pds": 2}, 6, 5, 5) == 2, "kills above its size are lost"
    assert kills(six, {"scattergun": 1}, 6) == 6 and kills(six, {"kgun": 1}, 6) == 1
    assert [float(kill_column(system).mean) for system in ("pds", "beam", "kgun", "scattergun")] == [
        0.8,
        0.4,
        1 / 3,
        3.5,
    ]


def test_heavy_fighters_are_harder_to_hit() -> None:
    six = GroupTarget(HEAVY, 6)
    assert kills(six, {"pds": 3}, 4, 5, 6, 4) == 3 and kills(six, {"beam": 2}, 4, 5) == 1
    assert kills(six, {"scattergun": 1}, 3) == 2


def test_salvos() -> None:
    # T-sm1
    assert kills(SalvoTarget(), {"pds": 1}, 6, 1) == 2 and SalvoTarget().after(2).roll(umpire(2), "x").hits == ()
    assert kills(SalvoTarget(), {"beam": 2}, 4, 6, 2) == 1  # T-sm2
    hits = SalvoTarget().after(1).roll(umpire(5, 3, 1, 3, 6), "x").hits
    assert hits == (("SAP", 3), ("SAP", 1), ("SAP", 3), ("SAP", 6))


def test_heavy_missiles() -> None:
    assert kills(MissileTarget(), {"pds": 1}, 5) == 1 and kills(MissileTarget(), {"beam": 1}, 5) == 0  # T-hm1
    assert kills(MissileTarget(), {"beam": 1}, 6) == 1 and kills(MissileTarget(), {"pds": 2}, 6, 6) == 1


def test_plasma_bolts() -> None:
    lost = kills(BoltTarget(3, ONE), {"pds": 2}, 6, 4)
    assert lost == 1 and BoltTarget(3, ONE).after(lost).roll(umpire(5, 1), "x").hits == (("normal", 4),)  # T-pb1
    assert kills(BoltTarget(5), {"pds": 1, "scattergun": 2}, 6, 5, 6) == 4
    assert kills(BoltTarget(5), {"beam": 2, "kgun": 1}, 6, 6, 6) == 0


def test_advanced_screens_on_damage_dice() -> None:
    assert [damage_die(A2.missile_minus).points[face - 1] for face in (1, 2, 6)] == [0, 0, 4]  # T-as1


def test_attacks_on_ships() -> None:
    # T-fa1
    assert GroupTarget(STANDARD, 4, ONE).after(0).roll(umpire(4, 5, 6, 2, 5), "x").hits == (("normal", 3), ("P", 1))
    assert GroupTarget(ATTACK, 4).after(0).roll(umpire(3, 4, 5, 6, 1), "x").hits == (("normal", 6),)  # T-fa2
    assert GroupTarget(ATTACK, 4, TWO).after(2).roll(umpire(4, 4), "x").hits == (("normal", 2),)
    assert GroupTarget(TORPEDO, 3, A2).after(0).roll(umpire(3, 4, 6, 5, 2), "x").hits == (("normal", 3),)
    assert GroupTarget(KINETIC, 2, TWO).after(0).roll(umpire(6, 4), "x").hits == (("normal", 3),)


def test_interceptors_never_attack_ships() -> None:
    assert GroupTarget(INTERCEPTOR, 6).after(0).roll(umpire(), "x").hits == ()


def shot_down(column: DieColumn, craft: int, *faces: int) -> int:
    return total(roll_columns(umpire(*faces), [column] * craft, "x"))


def test_dogfights() -> None:
    plain = dogfight_column(STANDARD, STANDARD)
    assert shot_down(plain, 5, 2, 2, 6, 4, 1, 3) == 3 and shot_down(plain, 4, 3, 1, 5, 5) == 2  # T-df1
    assert shot_down(dogfight_column(INTERCEPTOR, STANDARD), 2, 3, 6, 1) == 3
    assert shot_down(dogfight_column(STANDARD, HEAVY), 2, 4, 5) == 1
    assert shot_down(dogfight_column(TORPEDO, STANDARD), 2, 5, 6) == 1
    assert shot_down(dogfight_column(STANDARD, STANDARD, exhausted=True), 2, 5, 6) == 1
    assert mean(chances(plain, 5)) == pytest.approx(4.0)


def test_fighters_at_missiles() -> None:
    assert anti_missile_column(ATTACK) is None and anti_missile_column(TORPEDO, True) is None
    column, heavy = anti_missile_column(STANDARD), anti_missile_column(STANDARD, True)
    assert column and heavy and [column.points[4], heavy.points[4], heavy.points[5]] == [1, 0, 1]


# -- exact -------------------------------------------------------------------------------------------------------------


def mean_damage(target: DefenceTarget, dice: tuple[int, ...]) -> float:
    """Return the mean points of damage of a target after that many dice of each of `SYSTEMS`."""
    return sum(float(chance) * target.mean_after(kills) for kills, chance in enumerate(target.kill_chances(dice)))


def damage(k: int, screens: Screens) -> float:
    """Return mean damage of each of k standard groups on 2 class-1 beams and 3 PDS."""
    groups = [GroupTarget(STANDARD, 6, screens)] * k
    split = best_split(groups, {"pds": 3, "beam": 2})
    return sum(mean_damage(one, dice) for one, dice in zip(groups, split)) / k


@pytest.mark.parametrize(("k", "bare", "screened"), [
    (1, 2.360, 1.869), (2, 3.533, 2.797), (3, 3.951, 3.128), (4, 4.162, 3.295), (6, 4.375, 3.463), (8, 4.481, 3.548),
    (12, 4.587, 3.632),
])  # fmt: skip
def test_damage_per_group_by_the_number_of_groups(k: int, bare: float, screened: float) -> None:
    assert damage(k, BARE_SHIP) == pytest.approx(bare, abs=5e-4) and damage(k, ONE) == pytest.approx(screened, abs=5e-4)


def test_comparison_of_the_rules() -> None:
    groups = [GroupTarget(STANDARD, 6, ONE)] * 4
    assert float(3 * kill_column("pds").mean + 2 * kill_column("beam").mean) == pytest.approx(3.2)  # T-cmp
    assert sum(
        mean_damage(one, dice) for one, dice in zip(groups, best_split(groups, {"pds": 3, "beam": 2}))
    ) == pytest.approx(13.2, abs=0.05)


@pytest.mark.parametrize(("k", "wanted"), [(1, 1.23), (12, 3.26)])
def test_missiles_of_a_salvo_that_hit(k: int, wanted: float) -> None:
    salvos = [SalvoTarget()] * k
    split = best_split(salvos, {"pds": 3, "beam": 2})
    assert sum(mean_damage(one, dice) for one, dice in zip(salvos, split)) / 3.5 / k == pytest.approx(wanted, abs=5e-3)


MIXED = (
    [GroupTarget(STANDARD, 6, ONE), GroupTarget(HEAVY, 4, ONE), SalvoTarget(6, ONE)],
    [MissileTarget(), GroupTarget(TORPEDO, 3), SalvoTarget(2)],
)


@pytest.mark.parametrize("targets", MIXED)
def test_the_best_division_is_the_best_of_all(targets: list[DefenceTarget]) -> None:
    systems = {"pds": 2, "beam": 2, "kgun": 1, "scattergun": 1}
    pool = as_dice(systems)
    shares = [[split for split in product(range(count + 1), repeat=3) if sum(split) <= count] for count in pool]
    least = min(
        sum(mean_damage(target, tuple(share[place] for share in split)) for place, target in enumerate(targets))
        for split in product(*shares)
    )
    found = best_split(targets, systems)
    assert sum(mean_damage(one, dice) for one, dice in zip(targets, found)) == pytest.approx(least)
    assert all(sum(column) <= count for column, count in zip(zip(*found), pool))


@pytest.mark.parametrize("targets", MIXED)
def test_shares_that_are_weighed_a_few_at_a_time_divide_the_dice_as_all_at_once(
    targets: list[DefenceTarget], monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = {"pds": 3, "beam": 2, "scattergun": 2}
    together = best_split(targets, systems)
    for pairs in (1, 100, 1000):
        monkeypatch.setattr(old_split, "BLOCK", pairs)
        old_split._divide_pool.cache_clear()
        assert best_split(targets, systems) == together
    old_split._divide_pool.cache_clear()


def test_exact_attacks_of_the_base_rules() -> None:
    means = {kind.key: GroupTarget(kind, 1).mean_after(0) for kind in FIGHTER_TYPES.values()}
    single = {
        "standard": 0.8,
        "interceptor": 0,
        "attack": 1.2,
        "torpedo": 1.75,
        "heavy": 0.8,
        "fast": 0.8,
        "long range": 0.8,
        "kinetic": 4 / 6,
    }
    assert {key: means[key] for key in single} == pytest.approx(single)
    assert means["heavy attack"] == pytest.approx(1.2) and means["fast torpedo"] == pytest.approx(1.75)
    assert GroupTarget(STANDARD, 6, TWO).mean_after(0) == pytest.approx(2.8)
    assert GroupTarget(STANDARD, 6, TWO, Rerolls.NONE).mean_after(0) == pytest.approx(2.0)
    assert mean(SalvoTarget().hits_after(0)) == pytest.approx(3.5) and mean(
        SalvoTarget(2).hits_after(1)
    ) == pytest.approx(5 / 6)


@pytest.mark.parametrize(("target", "lost", "dice"), [
    (GroupTarget(TORPEDO, 3, A2), 1, 4), (SalvoTarget(3, ONE, -1), 1, 3), (BoltTarget(3, TWO), 1, 2),
    (MissileTarget(A2), 0, 3),
])  # fmt: skip
def test_what_is_left_is_counted_as_it_is_rolled(target: DefenceTarget, lost: int, dice: int) -> None:
    every: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=dice):
        points = sum(points for _, points in target.after(lost).roll(umpire(*faces), "attack/x").hits)
        every[points] = every.get(points, 0.0) + 6.0**-dice
    found = target.damage_after(lost).tolist()
    assert found == pytest.approx([every.get(points, 0.0) for points in range(len(found))]) and max(every) < len(found)
    assert target.mean_after(lost) == pytest.approx(sum(points * chance for points, chance in every.items()))


def test_the_die_of_a_salvo_that_says_how_many_lock_on_has_a_label_of_its_own() -> None:
    one = umpire(3, 5, 6)
    SalvoTarget().after(1).roll(one, "attack/x")
    assert [roll.label for roll in one.rolls] == ["T0.0/lock/x", "T0.0/attack/x"]


def test_exact_kills_against_every_roll() -> None:
    target = GroupTarget(HEAVY, 2)
    found = target.kill_chances(as_dice({"kgun": 1, "scattergun": 1}))
    every = [0.0, 0.0, 0.0]
    for faces in product(range(1, 7), repeat=2):
        every[kills(target, {"kgun": 1, "scattergun": 1}, *faces)] += 1 / 36
    assert found.tolist() == pytest.approx(every)


@pytest.mark.parametrize(("hull", "armour"), [(2, ()), (2, (3,)), (60, ())])
def test_what_a_screening_ship_cannot_take_stands_in_the_odds_as_in_the_battle(
    hull: int, armour: tuple[int, ...]
) -> None:
    """Every throw of a heavy missile's three dice, divided as the battle divides it (manoeuvres/eclipsing/share)."""
    cover = ScreeningShip(armour, hull, 60)
    likely: dict[tuple[Hit, ...], float] = {}
    for faces in product(range(1, 7), repeat=3):
        left = divide_hits((cover,), False, (("SAP", sum(faces)),))[1]
        likely[left] = likely.get(left, 0.0) + 1 / 216
    ((_, (table,)),) = MissileTarget(covers=(cover,)).throws_after(0)
    told: dict[tuple[Hit, ...], float] = {}
    assert isinstance(table, tuple) and not isinstance(table, BeamDice)
    for chance, hits in table:
        told[hits] = told.get(hits, 0.0) + chance
    assert told == pytest.approx(likely)
    assert any(mode == "normal" for hits in told for mode, _ in hits) is (hull == 2)
    points = sum(chance * sum(count for _, count in hits) for hits, chance in likely.items())
    assert MissileTarget(covers=(cover,)).mean_after(0) == pytest.approx(points)
