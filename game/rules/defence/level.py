"""The point-defence level of a ship: its pool of dice, the roll, and its exact chances (point-defence-and-fighters/2,
9)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.defence.old_defence import spoiled
from game.rules.odds.die_columns import DieColumn, RolledDie, Vector, chances, roll_columns, sum_chances, total
from game.rules.ships.beam_dice import POINT_DEFENCE

SCATTERGUN_DICE = 4  # dice of one scattergun


def level_column(kind: str) -> DieColumn:
    """Return the points that one die adds to the level: `beam` (class 1), `pds`, or `scattergun`, which rolls like
    PDS."""
    points, again = POINT_DEFENCE["pds" if kind == "scattergun" else kind]
    return DieColumn(points, points if again else ())


@frozen
class LevelDice:
    """Dice of one source in the pool, with words and the column in which they are read."""

    source: str
    column: DieColumn
    dice: int
    screening: bool = False  # of craft that screen the ship


@frozen
class DefencePool:
    """A ship's point defence in one turn. `beams` are the class-1 beams it commits, `pds` its own, `lent` those of
    area-defence ships. Scatterguns exclude all of these from the pool, so lent dice are then wasted. `screening` are
    craft that add their dice, by the key of their type. A `spoiled` ship subtracts one from each of its own dice."""

    beams: int = 0
    pds: int = 0
    lent: int = 0
    scatterguns: int = 0
    screening: tuple[tuple[str, int], ...] = ()
    spoiled: bool = False

    @property
    def parts(self) -> tuple[LevelDice, ...]:
        """The dice in the order in which they are rolled: scatterguns, class-1 beams, PDS, each with its
        screening craft."""
        if self.scatterguns:
            own = {"scattergun": [("scatterguns", self.scatterguns * SCATTERGUN_DICE)]}
        else:
            own = {"beam": [("class-1 beams", self.beams)], "pds": [("PDS", self.pds), ("lent PDS", self.lent)]}
        found: list[LevelDice] = []
        for kind in ("scattergun", "beam", "pds"):
            craft = [
                (f"{FIGHTER_TYPES[key].title.lower()} fighters", count)
                for key, count in self.screening
                if FIGHTER_TYPES[key].screens_as == kind
            ]
            plain = level_column(kind)
            aimed = spoiled(plain) if self.spoiled else plain
            columns = {"lent PDS": plain}
            found += [LevelDice(source, columns.get(source, aimed), dice) for source, dice in own.get(kind, ()) if dice]
            found += [LevelDice(source, plain, dice, True) for source, dice in craft if dice]
        return tuple(found)

    @property
    def mean(self) -> Fraction:
        """The exact mean of the level."""
        return sum((part.column.mean * part.dice for part in self.parts), Fraction(0))


@frozen
class LevelRoll:
    """A rolled level: its points, and every die of each part of the pool."""

    raw: int
    parts: tuple[tuple[LevelDice, tuple[RolledDie, ...]], ...] = ()

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        return tuple(die for _, dice in self.parts for die in dice)


def screening_refusal(kind: FighterType) -> str:
    """Return why a group of this type cannot add dice to the ship it screens, in a sentence; empty if it can."""
    return "" if kind.screens_as else f"{kind.title.lower()} fighters may not screen a ship"


def roll_level(umpire: Umpire, pool: DefencePool, label: str) -> LevelRoll:
    """Roll a ship's level once for the turn. A ship without dice has level 0 and rolls nothing."""
    dice = iter(roll_columns(umpire, [part.column for part in pool.parts for _ in range(part.dice)], label))
    parts = tuple((part, tuple(next(dice) for _ in range(part.dice))) for part in pool.parts)
    return LevelRoll(sum(total(rolled) for _, rolled in parts), parts)


@lru_cache(maxsize=1024)
def level_chances(pool: DefencePool) -> Vector:
    """Return the exact chances of each level."""
    return sum_chances(chances(part.column, part.dice) for part in pool.parts)
