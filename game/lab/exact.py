"""Exact results of one attack: every chance is folded, nothing is sampled (point-defence-and-fighters/11,
full-thrust-base/7.4).

Reformed: all attackers meet one level, so each level is folded separately. Old: the defender allots the dice so as to
lose the fewest points on average, and then every attacker is independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from game.lab.result import BandShare, Distribution, LabResult
from game.lab.setup import LabSetUp
from game.rules.combat.fire_odds import hull_odds
from game.rules.defence.assists import AttackPlan, plan_attack
from game.rules.defence.bands import BANDS, band, ceiling, fighter_band, missile_band, salvo_level
from game.rules.defence.casualties import casualty_chances
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.defence.level import level_chances
from game.rules.defence.level_attacks import fighter_attack, missile_attack, salvo_attack
from game.rules.defence.old_defence import DefenceTarget, GroupTarget, MissileTarget, SalvoTarget, hits_of, one_hit
from game.rules.defence.old_split import best_split
from game.rules.odds.die_columns import Vector, add_padded, capped, mean, mix_chances, outcomes, power, sum_chances
from game.rules.odds.throws import Throws
from game.rules.ships.beam_dice import Rerolls

NEVER = np.ones(1)  # the distribution of what is always 0
Case = tuple[object, ...]  # everything an attack at some level depends on


@dataclass
class Tally:
    """The weighted sum of several cases."""

    damage: Vector = field(default_factory=lambda: np.zeros(1))
    lost: Vector = field(default_factory=lambda: np.zeros(1))
    missiles: Vector = field(default_factory=lambda: np.zeros(1))
    heavy: Vector = field(default_factory=lambda: np.zeros(1))
    destroyed: float = 0.0

    def add(self, share: float, other: Tally) -> None:
        """Add a case with its chance."""
        self.damage = add_padded(self.damage, share * other.damage)
        self.lost = add_padded(self.lost, share * other.lost)
        self.missiles = add_padded(self.missiles, share * other.missiles)
        self.heavy = add_padded(self.heavy, share * other.heavy)
        self.destroyed += share * other.destroyed

    def result(self, rules: str, hull: int, bands: Iterable[BandShare] = ()) -> LabResult:
        """Return the tally as a result."""
        damage, lost, missiles, heavy = (
            Distribution.of(one) for one in (self.damage, self.lost, self.missiles, self.heavy)
        )
        return LabResult(rules, damage, lost, missiles, heavy, self.destroyed if hull else None, tuple(bands))


# -- reformed ----------------------------------------------------------------------------------------------------------


def reformed(setup: LabSetUp) -> LabResult:
    """Return the exact result of one attack under the point-defence level."""
    cases: dict[Case, Tally] = {}
    whole, by_band = Tally(), [Tally() for _ in BANDS]
    shares = [0.0] * len(BANDS)
    for raw, chance in outcomes(capped(level_chances(setup.pool), ceiling(setup.salvos))):
        plans = attack_plan(setup, raw)
        case = _case(setup, raw, plans)
        if case not in cases:
            cases[case] = _at_level(setup, raw, plans)
        whole.add(chance, cases[case])
        by_band[band(raw)].add(chance, cases[case])
        shares[band(raw)] += chance
    bands = (
        BandShare(row.title, share, mean(part.damage) / share, tuple(part.damage.tolist()))
        for row, share, part in zip(BANDS, shares, by_band)
        if share
    )
    return whole.result("reformed", setup.hull, bands)


def attack_plan(setup: LabSetUp, raw: int) -> tuple[AttackPlan, ...]:
    """Return who attacks and who assists at a level: best play, or every group on its own."""
    if setup.assist == "best":
        return plan_attack(dict(setup.groups), setup.craft, raw, setup.screens, setup.level_rules)
    return tuple(AttackPlan(key, count, 0) for key, count in setup.groups if count)


def _case(setup: LabSetUp, raw: int, plans: tuple[AttackPlan, ...]) -> Case:
    salvos = band(salvo_level(raw, setup.salvos, setup.level_rules)) if setup.salvos else 0
    bands = (
        fighter_band(FIGHTER_TYPES[plan.key], raw, setup.screens, plan.assistants, setup.level_rules) for plan in plans
    )
    fighters = tuple(zip(plans, bands))
    return raw > 0, missile_band(raw, setup.level_rules.advanced_missiles), salvos, fighters


def _at_level(setup: LabSetUp, raw: int, plans: tuple[AttackPlan, ...]) -> Tally:
    """Return one attack at a level that is known. Heavy missiles come first, then fighters, then salvos."""
    rules, screens = setup.level_rules, setup.screens
    missile, salvo = missile_attack(raw, screens, rules), salvo_attack(raw, setup.salvos, screens, rules=rules)
    fighters = sum_chances(
        power(
            fighter_attack(FIGHTER_TYPES[plan.key], setup.craft, raw, screens, plan.assistants, rules).points,
            plan.groups,
        )
        for plan in plans
    )
    found = Tally(
        damage=sum_chances((power(missile.points, setup.heavy_missiles), fighters, power(salvo.points, setup.salvos))),
        lost=sum_chances(
            casualty_chances(FIGHTER_TYPES[key], count, count * setup.craft, raw, setup.better_casualties)
            for key, count in setup.groups
        ),
        missiles=power(salvo.hits, setup.salvos),
        heavy=power(missile.hits, setup.heavy_missiles),
    )
    if setup.hull:
        most = setup.hull + sum(setup.armour)
        heavy = ((1.0, (one_hit(missile.points, missile.mode),)),)
        swarm = ((1.0, (one_hit(capped(fighters, most), "normal"),)),)
        flying = ((1.0, (hits_of(salvo.hits, salvo.of_one, salvo.mode),)),)
        found.destroyed = destruction_chance(setup, [*[heavy] * setup.heavy_missiles, swarm, *[flying] * setup.salvos])
    return found


def destruction_chance(setup: LabSetUp, attacks: Sequence[tuple[tuple[float, Throws], ...]]) -> float:
    """Return the chance that attacks, one after the other, cross off the whole hull behind its armour."""
    return float(hull_odds(setup.armour, setup.hull, ((False, branches, None) for branches in attacks))[-1])


# -- old ---------------------------------------------------------------------------------------------------------------


def old(setup: LabSetUp) -> LabResult:
    """Return the exact result of one attack under the base rules, with the dice of point defence allotted as well as
    possible."""
    groups = [(FIGHTER_TYPES[key], setup.craft) for key, count in setup.groups for _ in range(count)]
    targets, _ = old_targets(setup, groups)
    split = best_split(targets, setup.systems)
    found = Tally(damage=NEVER, lost=NEVER, missiles=NEVER, heavy=NEVER)
    attacks: list[tuple[tuple[float, Throws], ...]] = []
    for target, dice in zip(targets, split):
        kills = target.kill_chances(dice)
        after = [(chance, count) for count, chance in outcomes(kills)]
        found.damage = sum_chances(
            (found.damage, mix_chances((chance, target.damage_after(count)) for chance, count in after))
        )
        if isinstance(target, GroupTarget):
            found.lost = sum_chances((found.lost, kills))
        elif isinstance(target, SalvoTarget):
            found.missiles = sum_chances(
                (found.missiles, mix_chances((chance, target.hits_after(count)) for chance, count in after))
            )
        else:
            found.heavy = sum_chances((found.heavy, kills[::-1] if len(kills) == 2 else np.array([0.0, 1.0])))
        attacks.append(
            tuple((chance * part, throws) for chance, count in after for part, throws in target.throws_after(count))
        )
    if setup.hull:
        found.destroyed = destruction_chance(setup, attacks)
    return found.result("old", setup.hull)


def old_targets(
    setup: LabSetUp, groups: Iterable[tuple[FighterType, int]]
) -> tuple[tuple[DefenceTarget, ...], tuple[GroupTarget, ...]]:
    """Return the targets of point defence: heavy missiles, groups, salvos; and the groups that do not attack the ship.
    Each screening group is met by one of the attacking groups: those that would do the least."""
    again = Rerolls.MODIFIED if setup.rerolls else Rerolls.NONE
    fighters = [GroupTarget(kind, craft, setup.screens, again) for kind, craft in groups]
    fighters.sort(key=lambda group: group.mean_after(0), reverse=True)
    free = max(0, len(fighters) - setup.screening_groups)
    missiles, salvos = (
        [MissileTarget(setup.screens)] * setup.heavy_missiles,
        [SalvoTarget(screens=setup.screens)] * setup.salvos,
    )
    return (*missiles, *fighters[:free], *salvos), tuple(fighters[free:])
