"""The reading of dice: beam dice with their re-rolls, and point defence (full-thrust-base/5.8, 6.12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from game.core.events import Die
from game.core.umpire import FaceWorth, Umpire
from game.core.values import House
from game.rules.ships.ship import Hit

#           die  1  2  3  4  5  6
COLUMNS = {
    0:          (0, 0, 0, 1, 1, 2),
    1:          (0, 0, 0, 0, 1, 2),
    2:          (0, 0, 0, 0, 1, 1),
    3:          (0, 0, 0, 0, 0, 1),  # second edition only
    4:          (0, 0, 0, 0, 0, 1),  # two levels as Easier HexThrust prints them, without re-rolls (hex/3.3)
}  # fmt: skip
PRINTED = 4  # the column above for levels as printed
FACES = range(1, 7)
#           die  1  2  3  4  5  6   rolls a 6 again
POINT_DEFENCE = {
    "pds":     ((0, 0, 0, 1, 1, 2), True),
    "beam":    ((0, 0, 0, 0, 1, 1), True),
    "kgun":    ((0, 0, 0, 0, 1, 1), False),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number added to each die, with the reason."""

    amount: int
    why: str


def shift(modifiers: tuple[Modifier, ...]) -> int:
    return sum([modifier.amount for modifier in modifiers]) if modifiers else 0


class Rerolls(IntEnum):
    """The rule for natural sixes: none rolled again, or rolled with or without the modifier of the first dice
    (5.8/re-rolls)."""

    NONE = 0
    PLAIN = 1
    MODIFIED = 2

    def reroll_modifier(self, amount: int) -> int:
        """Return the modifier of a die that is rolled again, given that of the first die."""
        return amount if self is Rerolls.MODIFIED else 0


def reroll_rule(house: House) -> Rerolls:
    """Return how natural sixes are rolled again in this battle (full-thrust-base/5.8/re-rolls)."""
    if not house["rerolls"]:
        return Rerolls.NONE
    return Rerolls.MODIFIED if house.get("reroll_modifiers", True) else Rerolls.PLAIN


def column(level: int, house: House) -> int:
    """Return the column for a level of screens. By option two levels have one of their own (hex/3.3)."""
    return PRINTED if level == 2 and house.get("screens") == "printed" else level


def score(face: int, level: int, added: int = 0) -> int:
    """Return the points of one beam die against a screen level, 0 to 3 (full-thrust-base/5.8)."""
    return COLUMNS[level][min(max(face + added, 1), 6) - 1]


@cache
def _worth(level: int, added: int, again: int, rerolls: bool) -> FaceWorth:
    """Return the worth of beam dice: points, and separately the points of dice rolled again."""
    first = tuple((score(face, level, added), 0) for face in FACES)
    return FaceWorth(first, tuple((0, score(face, 0, again)) for face in FACES) if rerolls else ())


def beam_volley(
    umpire: Umpire, count: int, level: int, label: str, rerolls: Rerolls, added: int = 0
) -> tuple[list[Hit], tuple[Die, ...]]:
    """Roll beam dice; return the points of the first dice, then those of the re-rolls, and every die
    (full-thrust-base/5.8).

    A natural 6 earns one more die, whatever is `added` to it. That die ignores screens and armour, has the same
    modifier or by option none, and may earn another. Hits of no points are left out, except those of first dice before
    re-rolls that scored.
    """
    again = rerolls.reroll_modifier(added)
    faces = umpire.roll(count, label, worth=_worth(level, added, again, bool(rerolls)))
    points = [score(face, level, added) for face in faces]
    dice = [Die(face, scored > 0) for face, scored in zip(faces, points)]
    normal, through = sum(points), 0
    while rerolls and 6 in faces:
        faces = umpire.roll(faces.count(6), f"{label}/again")
        points = [score(face, 0, again) for face in faces]
        dice += [Die(face, scored > 0, again=True) for face, scored in zip(faces, points)]
        through += sum(points)
    hits: list[Hit] = [("normal", normal)] * bool(normal or through) + [("P", through)] * bool(through)
    return hits, tuple(dice)


def point_defence(
    umpire: Umpire, count: int, label: str, by: str = "pds", modifiers: tuple[Modifier, ...] = (), rerolls: bool = True
) -> tuple[int, tuple[Die, ...]]:
    """Roll point-defence dice of PDS, class-1 beams or class-1 K-guns; return the kills and the dice
    (full-thrust-base/6.12). Re-rolls, if `rerolls` says that there are any, are earned by the natural face and have the
    modifiers too."""
    column, again = POINT_DEFENCE[by]
    added = shift(modifiers)

    def kills(face: int) -> int:
        return column[min(max(face + added, 1), 6) - 1]

    figures = tuple((kills(face),) for face in FACES)
    faces = umpire.roll(count, label, worth=FaceWorth(figures, figures if again and rerolls else ()))
    dice = [Die(face, kills(face) > 0) for face in faces]
    while again and rerolls and 6 in faces:
        faces = umpire.roll(faces.count(6), f"{label}/again")
        dice += [Die(face, kills(face) > 0, again=True) for face in faces]
    return sum(kills(die.face) for die in dice), tuple(dice)
