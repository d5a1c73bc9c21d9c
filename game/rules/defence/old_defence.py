"""Point defence of the base rules: each die picks one attacker, kills are resolved first, and then the rest attacks
(full-thrust-base/6.5, 6.6, 6.11, 6.12, 7.4).

A target is an attacker at which point defence may roll dice: a group of fighters, a salvo or a heavy missile. It knows
the column in which each system is read against it, its number of possible kills, and the exact damage of what is left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence.bands import DAMAGE_DICE, Screens, damage_die
from game.rules.defence.fighter_types import FighterType
from game.rules.manoeuvres.cover.eclipsing import ScreeningShip, divide_hits
from game.rules.odds.beam_chances import BeamDice
from game.rules.odds.die_columns import (
    DieColumn,
    RolledDie,
    Vector,
    capped,
    chances,
    die_chances,
    mix_chances,
    roll_columns,
    sum_chances,
    total,
)
from game.rules.odds.one_layer import mean_points, point_chances
from game.rules.odds.throws import (
    NO_DAMAGE,
    Damage,
    LikelyHits,
    SeveralHits,
    Throw,
    Throws,
    damage_per_hit,
    lumps,
    results,
    several_hits,
    throw,
)
from game.rules.ships.beam_dice import FACES, POINT_DEFENCE, Rerolls

ThrowsByChance = tuple[tuple[float, Throws], ...]

Covers = tuple[ScreeningShip, ...]
# per cent of an attack that each ship takes which screens the target (manoeuvres/eclipsing/share)
Shares = tuple[int, ...]

PLAIN = ("pds", "beam", "kgun", "scattergun")  # in the order in which their dice are rolled; guns are class 1
# suffix to a system's name for a ship in a corkscrew, which subtracts one from each die (manoeuvres/corkscrew)
SPOILED = " spoiled"
SYSTEMS = (*PLAIN, *(system + SPOILED for system in PLAIN))
SALVO = 6  # missiles
_SCATTERGUN = DieColumn((1, 2, 3, 4, 5, 6))
_TORPEDO = DieColumn((0, 0, 0, 1, 1, 1))  # torpedo fighters hit on 4 or more


def kill_column(system: str) -> DieColumn:
    """Return the kills of one die of a system, of fighters or missiles (full-thrust-base/6.11, 6.12)."""
    if system == "scattergun":
        return _SCATTERGUN
    points, again = POINT_DEFENCE[system]
    return DieColumn(points, points if again else ())


def spoiled(column: DieColumn) -> DieColumn:
    """Return a column with one subtracted from each die. A natural 6 is still rolled again, and that die loses one
    too."""
    return DieColumn((0, *column.points[:-1]), (0, *column.again[:-1]) if column.again else ())


def once(column: DieColumn, rerolls: Rerolls) -> DieColumn:
    """Return a column in which sixes are rolled again only as far as the rules of this battle allow."""
    return column if rerolls else DieColumn(column.points)


def _heavy_column(system: str) -> DieColumn:
    """Return the column against heavy fighters: a 4 misses, and a scattergun kills half as many, rounded up."""
    plain = kill_column(system)
    if system == "scattergun":
        return DieColumn(tuple((points + 1) // 2 for points in plain.points))
    points = tuple(0 if face == 4 else kills for face, kills in enumerate(plain.points, 1))
    return DieColumn(points, points if plain.again else ())


class DefenceTarget(ABC):
    """An attacker that a ship's point defence may shoot at first."""

    covers: Covers = ()  # ships that screen its target and share the attack

    @property
    @abstractmethod
    def size(self) -> int:
        """Return the number of kills that destroy it."""

    @abstractmethod
    def plain_column(self, system: str) -> DieColumn:
        """Return the kills of one die of a system, with nothing subtracted from the die."""

    def column(self, system: str) -> DieColumn:
        found = self.plain_column(system.removesuffix(SPOILED))
        return spoiled(found) if system.endswith(SPOILED) else found

    @abstractmethod
    def after(self, kills: int) -> Throw:
        """Return the throw of the rest, at a ship that nothing screens."""

    def throws_after(self, kills: int) -> ThrowsByChance:
        """Return the throws of the rest, each case with its chance: beam dice, or hits."""
        branches = self.after(kills).branches
        if not self.covers:
            return branches
        return tuple((chance, tuple([behind(throw, self.covers) for throw in throws])) for chance, throws in branches)

    def damage_after(self, kills: int) -> Vector:
        """Return the exact chances of the points of damage of the rest, before armour."""
        return mix_chances(
            (chance, sum_chances(map(point_chances, throws))) for chance, throws in self.throws_after(kills)
        )

    def mean_after(self, kills: int) -> float:
        """Return the mean points of damage of the rest."""
        return sum(chance * mean_points(one) for chance, throws in self.throws_after(kills) for one in throws)

    def kill_chances(self, dice: tuple[int, ...]) -> Vector:
        """Return the chances of its losses to that many dice of each of `SYSTEMS`. Surplus kills are lost."""
        used = tuple((self.column(system), count) for system, count in zip(SYSTEMS, dice) if count)
        return _kill_chances(used, self.size)


@lru_cache(maxsize=65536)
def _kill_chances(dice: tuple[tuple[DieColumn, int], ...], size: int) -> Vector:
    return capped(sum_chances(chances(column, count) for column, count in dice), size)


@frozen
class GroupTarget(DefenceTarget):
    """A group of fighters that attacks a ship with these screens."""

    kind: FighterType
    craft: int
    screens: Screens = Screens()
    rerolls: Rerolls = Rerolls.MODIFIED

    @property
    def size(self) -> int:
        return self.craft

    def plain_column(self, system: str) -> DieColumn:
        return _heavy_column(system) if self.kind.heavy else kill_column(system)

    def after(self, kills: int) -> Throw:
        """Return one die for each craft left."""
        return group_attack(self.kind, max(0, self.craft - kills), self.screens, self.rerolls)

    def mean_after(self, kills: int) -> float:
        """Return the mean of one craft times the craft left."""
        return max(0, self.craft - kills) * _mean_of_craft(self.kind, self.screens, self.rerolls)


@lru_cache(maxsize=64)
def _mean_of_craft(kind: FighterType, screens: Screens, rerolls: Rerolls) -> float:
    return DefenceTarget.mean_after(GroupTarget(kind, 1, screens, rerolls), 0)


@frozen
class SalvoTarget(DefenceTarget):
    """A salvo of missiles. Its die gives the number that lock on, from which kills are subtracted. `lock` is added to
    that die. `shares` are the shares, in per cent, taken by ships that screen the target."""

    missiles: int = SALVO
    screens: Screens = Screens()
    lock: int = 0
    shares: Shares = ()

    @property
    def size(self) -> int:
        return self.missiles

    def plain_column(self, system: str) -> DieColumn:
        return kill_column(system)

    def after(self, kills: int) -> Throw:
        """Return a damage die for each missile left of those that lock on."""
        return salvo_attack(self.missiles, kills, self.lock, self.shares, self.screens.missile_minus)

    def hits_after(self, kills: int) -> Vector:
        """Return the chances of each number of missiles that hit."""
        return die_chances(salvo_column(self.missiles, kills, self.lock, self.shares))


@frozen
class MissileTarget(DefenceTarget):
    """A heavy missile. A PDS kills it on 5 or more, a class-1 gun on 6 and a scattergun always. `covers` screen its
    target."""

    screens: Screens = Screens()
    covers: Covers = ()

    @property
    def size(self) -> int:
        """Return 1, because one kill destroys it."""
        return 1

    def plain_column(self, system: str) -> DieColumn:
        """Return 1 for the faces that kill it."""
        least = {"pds": 5, "beam": 6, "kgun": 6, "scattergun": 1}[system]
        return DieColumn(tuple(int(face >= least) for face in range(1, 7)))

    def after(self, kills: int) -> Throw:
        """Return three damage dice as one hit, or nothing."""
        return warhead(self.screens.missile_minus, 0 if kills else DAMAGE_DICE, "SAP")


# -- rolled ------------------------------------------------------------------------------------------------------------


def roll_kills(
    umpire: Umpire, target: DefenceTarget, dice: tuple[int, ...], label: str
) -> tuple[int, tuple[RolledDie, ...]]:
    """Roll that many dice of each of `SYSTEMS` at a target; return the kills, at most its size, and the dice."""
    columns = [target.column(system) for system, count in zip(SYSTEMS, dice) for _ in range(count)]
    rolled = roll_columns(umpire, columns, label)
    return min(target.size, total(rolled)), rolled


# -- attacks by the rest -----------------------------------------------------------------------------------------------


@throw
def group_attack(kind: FighterType, craft: int, screens: Screens, rerolls: Rerolls) -> Damage:
    """Throw a beam die or a torpedo for each craft of a group; nothing for interceptors (full-thrust-base/7.4)."""
    if not craft or not kind.attacks_ships:
        return NO_DAMAGE
    if not kind.die_of_damage:
        again = rerolls if kind.rerolls else Rerolls.NONE
        return (BeamDice(craft, screen_level(kind, screens), again, kind.against_ships),)
    return damage_per_hit(_TORPEDO, craft, damage_die(screens.missile_minus), "normal")


@throw
def salvo_attack(missiles: int, kills: int, lock: int, shares: Shares, minus: int) -> Damage:
    """Throw a damage die for each missile that locks on, less those shot down (full-thrust-base/6.5)."""
    return damage_per_hit(
        salvo_column(missiles, kills, lock, shares), 1, damage_die(minus), "SAP", label="lock", damage=""
    )


@lru_cache(maxsize=256)
def salvo_column(missiles: int, kills: int, lock: int, shares: Shares) -> DieColumn:
    """Return the missiles of a salvo that hit after that many kills, by the face of the die for how many lock on."""
    left = (max(0, locked_on(face, missiles, lock) - kills) for face in FACES)
    return DieColumn(tuple(rest(hits, shares) for hits in left))


@throw
def warhead(minus: int, dice: int, mode: str) -> Damage:
    """Throw the damage dice of a missile or bolt as one hit, with `minus` subtracted from each (full-thrust-base/6.6,
    6.9)."""
    return lumps(damage_die(minus), mode, dice=dice)


# -- exact -------------------------------------------------------------------------------------------------------------


def hits_of(counts: Vector, points: Vector, mode: str) -> SeveralHits:
    """Return hits in the number that one vector of chances gives, each of the points that the other gives."""
    return several_hits(tuple(counts.tolist()), tuple(points.tolist()), mode)


def one_hit(points: Vector, mode: str) -> SeveralHits:
    """Return chances of points as those of one hit in a mode of damage."""
    return several_hits((0.0, 1.0), tuple(points.tolist()), mode)


def screen_level(kind: FighterType, screens: Screens) -> int:
    """Return the column in which the beam dice of a type are read."""
    return screens.level if screens.advanced or kind.counting_screens == "all" else 0


def locked_on(face: int, missiles: int = SALVO, lock: int = 0) -> int:
    """Return the missiles that lock on, at most `missiles`, by the face of the die and what is added to it."""
    return max(0, min(face + lock, missiles))


def rest(points: int, shares: Shares) -> int:
    """Return the missiles or points left for a ship after the ships that screen it have taken their shares, one by
    one."""
    for share in shares:
        points -= points * share // 100
    return points


def left_over(points: Vector, mode: str, covers: Covers) -> LikelyHits:
    """Return chances of points as one hit. Points beyond the boxes of a screening ship go on as ordinary points."""
    whole = one_hit(points, mode)
    return behind(whole, covers) if covers else whole


def behind(throw: LikelyHits, covers: Covers) -> LikelyHits:
    """Return the rest of a throw behind ships that screen its target. They take no more than their boxes
    (manoeuvres/eclipsing/share)."""
    return tuple((chance, divide_hits(covers, False, hits)[1]) for chance, hits in results(throw))
