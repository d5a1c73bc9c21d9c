"""Attacks on a ship whose level is known: heavy missiles, plasma bolts, fighters, salvos (point-defence-and-fighters/4,
5, 8).

Each is rolled by an umpire, and has its exact chances as points of damage. Dice that say what hits come first, then
those of damage, hit by hit.
"""

from __future__ import annotations

from functools import lru_cache

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
    chances,
    die_chances,
    mixed,
    outcomes,
    power,
    roll_columns,
    total,
)
from game.rules.ships.ship import Hit


@frozen
class RolledAttack:
    """An attack as it was rolled.

    `index` is the band. `dice` say what hits, `damage` are the dice of each hit, empty where a hit is one point. `hits`
    are what the ship suffers, in order.
    """

    index: int
    dice: tuple[RolledDie, ...]
    damage: tuple[tuple[RolledDie, ...], ...]
    hits: tuple[Hit, ...]

    @property
    def points(self) -> int:
        """Points of damage before armour."""
        return sum(points for _, points in self.hits)

    @property
    def scored(self) -> int:
        """Craft's hits, or missiles that hit."""
        return total(self.dice)


def rolled_attack(
    umpire: Umpire,
    index: int,
    columns: list[DieColumn],
    damage: tuple[DieColumn, ...],
    mode: str,
    label: str,
    face: int = 0,
) -> RolledAttack:
    """Roll what hits, read in these columns, then for each hit its dice of damage. Where one die for several attacks
    has fallen before, it shows a `face` and is not rolled again."""
    dice = tuple(RolledDie(column, (face,)) for column in columns) if face else roll_columns(umpire, columns, label)
    per_hit = tuple(roll_columns(umpire, damage, f"{label}/damage") for _ in range(total(dice))) if damage else ()
    hits = tuple((mode, points) for points in map(total, per_hit) if points)
    return RolledAttack(index, dice, per_hit, hits)


# -- heavy missiles and plasma bolts -----------------------------------------------------------------------------------


def missile_damage(index: int, screens: Screens) -> tuple[DieColumn, ...]:
    """The dice of damage of a heavy missile that hits in a band."""
    return (damage_die(screens.missile_minus),) * max(0, DAMAGE_DICE - BANDS[index].dice_lost)


def bolt_damage(index: int, strength: int, screens: Screens) -> tuple[DieColumn, ...]:
    """The dice of damage of a plasma bolt of some class that hits in a band: any screen takes its level from each."""
    return (damage_die(screens.level),) * max(0, strength - BANDS[index].dice_lost)


def roll_heavy_missiles(
    umpire: Umpire, count: int, raw: int, screens: Screens, label: str, rules: LevelRules = BY_THE_BOOK
) -> RolledAttack:
    """Roll heavy missiles: a die each, then the damage of each that hits, half of which armour stops."""
    index = missile_band(raw, rules.advanced_missiles)
    return rolled_attack(umpire, index, [missile_hits(index)] * count, missile_damage(index, screens), "SAP", label)


def roll_bolt(umpire: Umpire, strength: int, raw: int, screens: Screens, label: str, face: int = 0) -> RolledAttack:
    """Roll a plasma bolt of a class at one of the ships in its blast; a `face` if one die for all of them shows it
    already."""
    index = missile_band(raw)
    return rolled_attack(
        umpire, index, [missile_hits(index)], bolt_damage(index, strength, screens), "normal", label, face
    )


@lru_cache(maxsize=64)
def missile_chances(raw: int, screens: Screens, rules: LevelRules = BY_THE_BOOK) -> tuple[float, Vector]:
    """The chance that one heavy missile hits, and the chances of its points of damage if it does."""
    index = missile_band(raw, rules.advanced_missiles)
    dice = missile_damage(index, screens)
    return float(missile_hits(index).mean), power(die_chances(damage_die(screens.missile_minus)), len(dice))


@lru_cache(maxsize=64)
def bolt_chances(strength: int, raw: int, screens: Screens) -> Vector:
    """The chances of the points that a plasma bolt does to one ship."""
    index = missile_band(raw)
    hit = float(missile_hits(index).mean)
    damage = power(die_chances(damage_die(screens.level)), len(bolt_damage(index, strength, screens)))
    return mixed(((1 - hit, power(damage, 0)), (hit, damage)))


# -- fighters ----------------------------------------------------------------------------------------------------------


@frozen
class FighterCluster:
    """A group that attacks, and those that assist it, by type and craft left."""

    kind: FighterType
    craft: int
    assistants: tuple[tuple[FighterType, int], ...] = ()

    @property
    def dice(self) -> int:
        """Dice it rolls: as many as the smallest group of the cluster has craft."""
        return min((self.craft, *(craft for _, craft in self.assistants)))

    @property
    def refusal(self) -> str:
        """Why this cluster may not attack a ship, in a sentence; empty if it may."""
        if not self.kind.attacks_ships:
            return f"{self.kind.title.lower()} fighters do not attack ships"
        for kind, _ in self.assistants:
            if not kind.assists:
                return f"{kind.title.lower()} fighters may not assist an attack"
        return ""


def roll_fighters(
    umpire: Umpire, cluster: FighterCluster, raw: int, screens: Screens, label: str, rules: LevelRules = BY_THE_BOOK
) -> RolledAttack:
    """Roll the attack of a cluster. All its damage is ordinary: armour stops that of re-rolls too."""
    kind = cluster.kind
    assistants = len(cluster.assistants)
    index = fighter_band(kind, raw, screens, assistants, rules)
    columns = [fighter_column(kind, index, screens, rules, assistants)] * cluster.dice
    if kind.die_of_damage:
        return rolled_attack(umpire, index, columns, (damage_die(screens.missile_minus),), "normal", label)
    dice = roll_columns(umpire, columns, label)
    points = total(dice)
    return RolledAttack(index, dice, (), (("normal", points),) if points else ())


@lru_cache(maxsize=1024)
def fighter_chances(
    kind: FighterType, craft: int, raw: int, screens: Screens, assistants: int = 0, rules: LevelRules = BY_THE_BOOK
) -> Vector:
    """The chances of the points of a group that rolls so many dice."""
    column = fighter_column(kind, fighter_band(kind, raw, screens, assistants, rules), screens, rules, assistants)
    if not kind.die_of_damage:
        return chances(column, craft)
    damage = die_chances(damage_die(screens.missile_minus))
    one = mixed((chance, power(damage, hits)) for hits, chance in outcomes(die_chances(column)))
    return power(one, craft)


# -- salvo missiles ----------------------------------------------------------------------------------------------------


def roll_salvo(
    umpire: Umpire,
    raw: int,
    salvos: int,
    screens: Screens,
    label: str,
    missiles: int = 6,
    rules: LevelRules = BY_THE_BOOK,
    lock: int = 0,
) -> RolledAttack:
    """Roll one salvo of those that attack the ship: its missiles that hit, then a die of damage for each."""
    index = band(salvo_level(raw, salvos, rules))
    return rolled_attack(
        umpire, index, [salvo_column(index, missiles, lock)], (damage_die(screens.missile_minus),), "SAP", label
    )


@lru_cache(maxsize=256)
def salvo_hit_chances(
    raw: int, salvos: int, missiles: int = 6, rules: LevelRules = BY_THE_BOOK, lock: int = 0
) -> Vector:
    """The chances of the missiles of one salvo that hit when so many salvos attack the ship."""
    return die_chances(salvo_column(band(salvo_level(raw, salvos, rules)), missiles, lock))
