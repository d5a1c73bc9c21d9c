"""Attacks on a ship with a known level: heavy missiles, plasma bolts, fighters, salvos (point-defence-and-fighters/4,
5, 8).

Each kind of attack is described once: the dice that decide the hits, and the damage dice of each hit. An umpire rolls
it, and its exact chances are counted from the same dice.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence.bands import (
    BANDS,
    BY_THE_BOOK,
    DAMAGE_DICE,
    LevelRules,
    Screens,
    band,
    damage_die,
    fighter_band,
    fighter_column,
    missile_band,
    missile_hits,
    salvo_column,
    salvo_level,
)
from game.rules.defence.fighter_types import FighterType
from game.rules.odds.die_columns import (
    DieColumn,
    RolledDie,
    Vector,
    certain,
    chances,
    die_chances,
    mix_chances,
    outcomes,
    power,
    roll_columns,
    sum_chances,
    total,
)
from game.rules.ships.ship import Hit


@frozen
class RolledAttack:
    """A rolled attack. `index` is the band. `dice` decide the hits; `damage` holds the dice of each hit, empty if a hit
    is one point. `hits` are what the ship suffers, in order."""

    index: int
    dice: tuple[RolledDie, ...]
    damage: tuple[tuple[RolledDie, ...], ...]
    hits: tuple[Hit, ...]

    @property
    def points(self) -> int:
        """The points of damage before armour."""
        return sum(points for _, points in self.hits)

    @property
    def scored(self) -> int:
        """The number of craft that hit, or of missiles."""
        return total(self.dice)


class LevelAttack:
    """An attack at a level: the column `hitting` gives the hits of each of the `dice`. Each hit does the points of its
    `damage` dice in a mode of damage; None: each hit is one point, and armour meets all of them together. `index` is
    the band. The functions below make these, and return the same object for equal values."""

    def __init__(
        self, index: int, dice: int, hitting: DieColumn, damage: tuple[DieColumn, ...] | None, mode: str = "normal"
    ) -> None:
        self.index, self.dice, self.hitting, self.damage, self.mode = index, dice, hitting, damage, mode

    def roll(self, umpire: Umpire, label: str, face: int = 0) -> RolledAttack:
        """Roll the hits, then the damage hit by hit. If one die counts for several attacks and was rolled before,
        `face` is its result."""
        columns = [self.hitting] * self.dice
        dice = tuple(RolledDie(column, (face,)) for column in columns) if face else roll_columns(umpire, columns, label)
        count = total(dice)
        if self.damage is None:
            return RolledAttack(self.index, dice, (), ((self.mode, count),) if count else ())
        fallen = (roll_columns(umpire, self.damage, f"{label}/damage") for _ in range(count if self.damage else 0))
        per_hit = tuple(fallen)
        hits = tuple((self.mode, points) for points in map(total, per_hit) if points)
        return RolledAttack(self.index, dice, per_hit, hits)

    @cached_property
    def hits(self) -> Vector:
        """The chances of each number of hits."""
        return chances(self.hitting, self.dice)

    @cached_property
    def of_one(self) -> Vector:
        """The chances of the points of one hit."""
        return certain(1) if self.damage is None else sum_chances(map(die_chances, self.damage))

    @cached_property
    def points(self) -> Vector:
        """The chances of the points of all hits together."""
        if self.damage is None:
            return self.hits
        one_die = mix_chances(
            (chance, power(self.of_one, hits)) for hits, chance in outcomes(die_chances(self.hitting))
        )
        return power(one_die, self.dice)


@lru_cache(maxsize=256)
def missile_attack(raw: int, screens: Screens, rules: LevelRules = BY_THE_BOOK, count: int = 1) -> LevelAttack:
    """Return heavy missiles: a die each, then three of damage, fewer in high bands; armour stops half."""
    index = missile_band(raw, rules.advanced_missiles)
    damage = (damage_die(screens.missile_minus),) * max(0, DAMAGE_DICE - BANDS[index].dice_lost)
    return LevelAttack(index, count, missile_hits(index), damage, "SAP")


@lru_cache(maxsize=256)
def steered_attack(dice: int, raw: int, rules: LevelRules) -> LevelAttack:
    """Return a steered missile: it hits, and loses dice of its warhead, like a heavy missile; screens have no
    effect."""
    index = missile_band(raw, rules.advanced_missiles)
    return LevelAttack(index, 1, missile_hits(index), (damage_die(0),) * max(0, dice - BANDS[index].dice_lost))


@lru_cache(maxsize=256)
def bolt_attack(strength: int, raw: int, screens: Screens) -> LevelAttack:
    """Return a plasma bolt of a class at one of the ships in its blast: any screen subtracts its level from each damage
    die."""
    index = missile_band(raw)
    damage = (damage_die(screens.level),) * max(0, strength - BANDS[index].dice_lost)
    return LevelAttack(index, 1, missile_hits(index), damage)


@lru_cache(maxsize=1024)
def fighter_attack(
    kind: FighterType, dice: int, raw: int, screens: Screens, assistants: int = 0, rules: LevelRules = BY_THE_BOOK
) -> LevelAttack:
    """Return a group that rolls as many dice as the smallest group of its cluster has craft. All damage is ordinary:
    armour also stops that of re-rolls."""
    index = fighter_band(kind, raw, screens, assistants, rules)
    damage = (damage_die(screens.missile_minus),) if kind.die_of_damage else None
    return LevelAttack(index, dice, fighter_column(kind, index, screens, rules, assistants), damage)


@lru_cache(maxsize=256)
def salvo_attack(
    raw: int, salvos: int, screens: Screens, missiles: int = 6, rules: LevelRules = BY_THE_BOOK, lock: int = 0
) -> LevelAttack:
    """Return one of the salvos at the ship: a die gives the number of missiles that hit, each of which does a die of
    damage."""
    index = band(salvo_level(raw, salvos, rules))
    return LevelAttack(index, 1, salvo_column(index, missiles, lock), (damage_die(screens.missile_minus),), "SAP")
