"""Results by dice, for set-ups that cannot be summed: several attacks by the same groups.

Battles are played in blocks until the mean is known well enough. Each has its own dice, so the result is the same on
any machine and in any process.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from game.core.umpire import Dice, Umpire
from game.lab.exact import old_targets
from game.lab.result import Distribution, LabResult
from game.lab.setup import LabSetUp
from game.rules.defence.casualties import roll_casualties
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.defence.level import roll_level
from game.rules.defence.level_attacks import fighter_attack, missile_attack, salvo_attack
from game.rules.defence.old_defence import DefenceTarget, GroupTarget, MissileTarget, SalvoTarget, locked_on, roll_kills
from game.rules.defence.old_split import best_split
from game.rules.ships.damage import soak_all
from game.rules.ships.ship import Hit

BLOCK = 500  # battles after which the mean is judged
MOST = 20_000  # battles, however wide the interval still is
SURE = 1.96  # standard errors to either side that hold the mean 95 times in 100


@dataclass
class PlayedBattle:
    """One battle of the lab: the groups and boxes that are left, and the losses so far."""

    setup: LabSetUp
    groups: list[tuple[FighterType, int]]
    armour: tuple[int, ...]
    hull: int
    damage: int = 0
    lost: int = 0
    missiles: int = 0
    heavy: int = 0

    def suffer(self, hits: Iterable[Hit]) -> None:
        """Cross off the boxes of one attack."""
        self.armour, through = soak_all(self.armour, found := tuple(hits))
        self.hull -= through
        self.damage += sum(points for _, points in found)

    @property
    def destroyed(self) -> bool:
        """Return whether the whole hull is gone. Return False where its size is not known."""
        return self.setup.hull > 0 and self.hull <= 0


def shaken(seed: str) -> Dice:
    """Return dice in the order they are rolled, the same for the same seed."""
    source = Random(seed)
    return lambda label, count, sides: tuple(source.randrange(sides) + 1 for _ in range(count))


def play_battles(setup: LabSetUp, rules: str) -> LabResult:
    """Play battles until half of the 95 per cent interval of the mean is within the precision asked for, or there are
    enough."""
    counts: tuple[Counter[int], ...] = (Counter(), Counter(), Counter(), Counter())
    killed, trials, margin = 0, 0, math.inf
    while trials < MOST and (trials == 0 or margin > setup.precision * _mean(counts[0], trials)):
        for number in range(trials, trials + BLOCK):
            battle = _fought(setup, rules, Umpire(shaken(f"{rules}/{number}")))
            for count, value in zip(counts, (battle.damage, battle.lost, battle.missiles, battle.heavy)):
                count[value] += 1
            killed += battle.destroyed
        trials += BLOCK
        middle = _mean(counts[0], trials)
        squares = math.fsum(many * (value - middle) ** 2 for value, many in sorted(counts[0].items()))
        margin = SURE * math.sqrt(squares / (trials - 1) / trials)
    damage, lost, missiles, heavy = (
        Distribution(tuple(count[value] / trials for value in range(max(count) + 1))) for count in counts
    )
    return LabResult(
        rules, damage, lost, missiles, heavy, killed / trials if setup.hull else None, trials=trials, margin=margin
    )


def _mean(counts: Counter[int], trials: int) -> float:
    return sum(value * many for value, many in counts.items()) / trials


def _fought(setup: LabSetUp, rules: str, umpire: Umpire) -> PlayedBattle:
    """Return all attacks of one battle. Scatterguns, missiles and torpedoes are spent in the first."""
    groups = [(FIGHTER_TYPES[key], setup.craft) for key, count in setup.groups for _ in range(count)]
    battle = PlayedBattle(setup, groups, setup.armour, setup.hull)
    for attack in range(setup.attacks):
        (_reformed if rules == "reformed" else _old)(battle, umpire)
        if battle.destroyed:
            break
        if attack == 0:
            battle.setup = replace(setup, salvos=0, heavy_missiles=0, scatterguns=0)
            battle.groups = [one for one in battle.groups if not one[0].fires_once]
        battle.groups = [one for one in battle.groups if one[1]]
    return battle


def _reformed(battle: PlayedBattle, umpire: Umpire) -> None:
    """Play one attack under the level. Losses of a type are spread evenly over its groups."""
    setup = battle.setup
    raw = roll_level(umpire, setup.pool, "level").raw
    rules, screens = setup.level_rules, setup.screens
    missiles = missile_attack(raw, screens, rules, setup.heavy_missiles).roll(umpire, "missiles")
    battle.heavy += missiles.scored
    battle.suffer(missiles.hits)
    for kind, craft in battle.groups:
        battle.suffer(fighter_attack(kind, craft, raw, screens, rules=rules).roll(umpire, "attack").hits)
    for one in roll_casualties(umpire, battle.groups, raw, setup.better_casualties, "casualties"):
        battle.lost += one.lost
        for _ in range(one.lost):
            place = max(
                range(len(battle.groups)), key=lambda at: (battle.groups[at][0] == one.kind, battle.groups[at][1])
            )
            battle.groups[place] = (one.kind, battle.groups[place][1] - 1)
    for _ in range(setup.salvos):
        salvo = salvo_attack(raw, setup.salvos, screens, rules=rules).roll(umpire, "salvo")
        battle.missiles += salvo.scored
        battle.suffer(salvo.hits)


def _old(battle: PlayedBattle, umpire: Umpire) -> None:
    """Play one attack under the base rules, with the dice divided again among the attackers."""
    setup = battle.setup
    targets, held = old_targets(setup, battle.groups)
    left = [(group.kind, group.craft) for group in held]
    for target, dice in zip(targets, _split(targets, tuple(setup.systems.items()))):
        kills, _ = roll_kills(umpire, target, dice, "defence")
        if isinstance(target, GroupTarget):
            battle.lost += kills
            left.append((target.kind, target.craft - kills))
            battle.suffer(target.after(kills).roll(umpire, "attack").hits)
        elif isinstance(target, SalvoTarget):
            salvo = target.after(kills).roll(umpire, "salvo")
            battle.missiles += max(0, locked_on(salvo.dice[0].face) - kills)
            battle.suffer(salvo.hits)
        elif isinstance(target, MissileTarget) and not kills:
            battle.heavy += 1
            battle.suffer(target.after(0).roll(umpire, "missile").hits)
    battle.groups = left


@lru_cache(maxsize=4096)
def _split(targets: tuple[DefenceTarget, ...], systems: tuple[tuple[str, int], ...]) -> tuple[tuple[int, ...], ...]:
    return best_split(targets, dict(systems))
