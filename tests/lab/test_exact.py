"""The exact results of the lab: figures known beforehand, plain sums by another way, and battles played by dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from game.lab import exact
from game.lab.calculate import calculate
from game.lab.played import play_battles
from game.lab.result import Distribution, LabResult
from game.lab.setup import LabSetUp
from game.rules.defence.bands import LevelRules, Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.level import level_chances

WEAK = LabSetUp(pds=3, beams=2)
SWARM = replace(WEAK, groups=(("standard", 12),), hull=46, armour=(8,))


def both(setup: LabSetUp) -> tuple[LabResult, LabResult]:
    return exact.reformed(setup), exact.old(setup)


@pytest.mark.parametrize(("groups", "old", "screened"), [(1, 2.360, 1.869), (4, 4.162, 3.295), (12, 4.587, 3.632)])
def test_the_scaling(groups: int, old: float, screened: float) -> None:
    for screens, new, before in ((0, 4.066, old), (1, 2.570, screened)):
        found = both(replace(WEAK, groups=(("standard", groups),), screens=Screens(screens)))
        assert [one.damage.mean / groups for one in found] == pytest.approx([new, before], abs=5e-4)


def test_twelve_groups() -> None:
    new, old = both(SWARM)
    assert [round(one.damage.spread, 1) for one in (new, old)] == [16.7, 9.2]
    assert [one.damage.nine_in_ten for one in (new, old)] == [(25, 80), (41, 71)]
    assert [round(one.destroyed or 0, 2) for one in (new, old)] == [0.35, 0.55]
    assert [round(one.lost.mean, 1) for one in (new, old)] == [6.8, 3.2]
    assert [round(one.points_a_loss or 0, 1) for one in (new, old)] == [7.2, 17.3]
    assert [(one.title, round(one.chance, 2)) for one in new.bands[:5]] == [
        ("0", 0.06),
        ("1", 0.16),
        ("2–3", 0.41),
        ("4–6", 0.31),
        ("7–10", 0.07),
    ]


def test_salvos() -> None:
    found = [both(replace(WEAK, salvos=count)) for count in (1, 12)]
    new, old = [[pair[rules].missiles.mean / count for pair, count in zip(found, (1, 12))] for rules in (0, 1)]
    assert new == pytest.approx([1.61, 3.50], abs=5e-3) and old == pytest.approx([1.23, 3.26], abs=5e-3)
    plain = [exact.reformed(replace(WEAK, salvos=count, level_rules=LevelRules(salvo_pdl="none"))) for count in (1, 12)]
    assert plain[1].missiles.mean == pytest.approx(12 * plain[0].missiles.mean)


@pytest.mark.parametrize("setup", [
    SWARM, replace(WEAK, groups=(("torpedo", 2), ("heavy", 1)), salvos=3, heavy_missiles=2, screens=Screens(1, True),
                   hull=20),
    replace(WEAK, groups=(("standard", 5),), assist="best", screening=(("standard", 6), ("interceptor", 4)),
            scatterguns=2),
    LabSetUp(), LabSetUp(salvos=1, heavy_missiles=1),
], ids=LabSetUp.words)  # fmt: skip
def test_chances_add_up(setup: LabSetUp) -> None:
    for one in both(setup):
        for spread in (one.damage, one.lost, one.missiles, one.heavy):
            assert sum(spread.chances) == pytest.approx(1) and min(spread.chances) >= 0
    new = exact.reformed(setup)
    assert sum(band.chance for band in new.bands) == pytest.approx(1)
    for value, chance in enumerate(new.damage.chances):
        shares = sum(band.share[value] for band in new.bands if value < len(band.share))
        assert shares == pytest.approx(chance, abs=1e-12)


def test_destruction_without_penetration_is_a_sum_of_the_damage() -> None:
    new = exact.reformed(SWARM)
    assert new.destroyed == pytest.approx(sum(new.damage.chances[54:]))
    assert exact.reformed(replace(SWARM, hull=0)).destroyed is None


def test_one_salvo_on_a_small_hull_by_hand() -> None:
    setup = LabSetUp(salvos=1, hull=5, armour=(2,))
    gone = 0.0
    for number in range(1, 7):
        for dice in product(range(1, 7), repeat=number):
            armour, hull = 2, 5
            for points in dice:
                taken = min(armour, (points + 1) // 2)
                armour, hull = armour - taken, hull - points + taken
            gone += (hull <= 0) / 6 / 6**number
    assert [one.destroyed for one in both(setup)] == pytest.approx([gone, gone])


def test_screening_craft() -> None:
    screened = replace(WEAK, groups=(("standard", 2), ("attack", 1)), screening=(("standard", 6),))
    targets, held = exact.old_targets(
        screened, [(kind, 6) for kind in (FIGHTER_TYPES[key] for key in ("standard", "attack"))]
    )
    assert [one.kind.key for one in held] == ["standard"] and len(targets) == 1
    assert len(level_chances(screened.pool)) > len(level_chances(WEAK.pool))


def test_scatterguns_are_fired_where_they_are_more() -> None:
    assert replace(WEAK, scatterguns=1).pool.scatterguns == 0, "3.2 on average either way"
    guns = replace(WEAK, scatterguns=2)
    assert guns.pool.scatterguns == 2 and guns.better_casualties


def test_best_play_never_does_less() -> None:
    strong = LabSetUp(groups=(("standard", 12),), beams=6, pds=6)
    for screens, gain in ((0, 1.009), (2, 1.06)):
        setup = replace(strong, screens=Screens(screens))
        plain, best = exact.reformed(setup).damage.mean, exact.reformed(replace(setup, assist="best")).damage.mean
        assert best / plain == pytest.approx(gain, abs=1e-3)


def test_quantiles() -> None:
    spread = Distribution((0.05, 0.9, 0.05))
    assert spread.nine_in_ten == (0, 1) and spread.mean == pytest.approx(1) and spread.spread == pytest.approx(0.1**0.5)


# -- played ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["reformed", "old"])
def test_played_battles_agree_with_the_sums(rules: str) -> None:
    setup = replace(
        WEAK, groups=(("standard", 2), ("torpedo", 1)), salvos=1, heavy_missiles=1, hull=20, armour=(4,), precision=0.04
    )
    sampled, summed = play_battles(setup, rules), exact.reformed(setup) if rules == "reformed" else exact.old(setup)
    assert sampled.trials and abs(sampled.damage.mean - summed.damage.mean) < 2 * sampled.margin
    assert sampled.margin <= 0.04 * sampled.damage.mean
    assert sampled.destroyed == pytest.approx(summed.destroyed, abs=0.06)


def test_several_attacks_are_played() -> None:
    setup = replace(WEAK, groups=(("standard", 2),), attacks=3, precision=0.05)
    new, old = calculate(setup)
    assert new.trials and new.damage.mean / 2 == pytest.approx(11.06, abs=2 * new.margin)
    assert (new, old) == calculate(setup), "the same dice in every process"


def test_what_is_spent_attacks_once() -> None:
    setup = LabSetUp(groups=(("torpedo", 1),), salvos=1, attacks=3, precision=0.5)
    for one in calculate(setup):
        assert max(value for value, chance in enumerate(one.missiles.chances) if chance) <= 6
