"""The types of fighters, in one table for both point-defence rules (full-thrust-base/7.1,
point-defence-and-fighters/6).

A new type needs a line in `FIGHTER_TYPES`. Types with the traits of two, such as heavy attack, come from `combined`,
one for each of `PAIRS`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from game.core.values import frozen
from game.rules.shipyard.price_tables import FIGHTERS, PAIRS

CountingScreens = Literal["all", "advanced"]
ScreensAs = Literal["beam", "pds", ""]


@frozen
class FighterType:
    """A type of fighter. Distances are MU, prices points for six craft.

    `against_ships` and `against_fighters` are added to its dice. `six_only`: in a dogfight only a 6 kills, and kills
    one. `heavy`: a 4 misses it, and casualties are read in the heavy column. `counting_screens` are those that stop it.
    `die_of_damage`: a hit does 1D6 points instead of one. `fires_once`: after one attack it must be loaded again.
    `screens_as` is the column in which it adds dice to the level of the ship it screens; `screening_named`: the reform
    names that column. `band_shift` is the number of bands by which that level counts less.
    """

    key: str
    title: str
    letter: str
    price: int
    move: int = 24
    secondary: int = 12
    endurance: int = 6
    attacks_ships: bool = True
    against_ships: int = 0
    against_fighters: int = 0
    six_only: bool = False
    heavy: bool = False
    counting_screens: CountingScreens = "all"
    rerolls: bool = True
    die_of_damage: bool = False
    fires_once: bool = False
    assists: bool = True
    screens_as: ScreensAs = "beam"
    screening_named: bool = True
    band_shift: int = 0


_PRICES = FIGHTERS["FB"]

FIGHTER_TYPES: dict[str, FighterType] = {kind.key: kind for kind in (
    FighterType("standard", "Standard", "S", _PRICES["standard"]),
    FighterType("interceptor", "Interceptor", "I", _PRICES["interceptor"], attacks_ships=False, against_fighters=1,
                assists=False, screens_as="pds"),
    FighterType("attack", "Attack", "A", _PRICES["attack"], against_ships=1, six_only=True, screens_as="",
                band_shift=1),
    FighterType("torpedo", "Torpedo", "T", _PRICES["torpedo"], six_only=True, counting_screens="advanced",
                rerolls=False, die_of_damage=True, fires_once=True, screens_as="", band_shift=1),
    FighterType("heavy", "Heavy", "H", _PRICES["heavy"], heavy=True),
    FighterType("fast", "Fast", "F", _PRICES["fast"], move=36),
    FighterType("long range", "Long range", "L", _PRICES["long range"], endurance=9),
    FighterType("kinetic", "Kinetic", "K", _PRICES["kinetic"], counting_screens="advanced", rerolls=False,
                screening_named=False),
)}  # fmt: skip


def combined(one: FighterType, other: FighterType) -> FighterType:
    """Return a type with the traits of two, such as heavy attack. Its price is that of a standard group, plus the
    surplus of both over it."""
    plain = FIGHTER_TYPES["standard"]
    traits = {name: getattr(other, name) for name in FighterType.__dataclass_fields__}
    traits = {name: value for name, value in traits.items() if value != getattr(plain, name)}
    traits["key"], traits["title"] = f"{one.key} {other.key}", f"{one.title} {other.title.lower()}"
    traits["letter"], traits["price"] = one.letter + other.letter, one.price + other.price - plain.price
    return replace(one, **traits)


FIGHTER_TYPES |= {
    made.key: made for made in (combined(FIGHTER_TYPES[one], FIGHTER_TYPES[other]) for one, other in PAIRS)
}
