"""Casualties of the groups that attacked or assisted under the level (point-defence-and-fighters/7)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence.fighter_types import FighterType
from game.rules.odds.die_columns import DieColumn, RolledDie, Vector, capped, chances, roll_columns, total

# points of each face, by (heavy fighters, better column); a 6 is always rolled again in the same column
_COLUMNS = {
    (False, True):  (0, 0, 0, 1, 1, 2),
    (False, False): (0, 0, 0, 0, 1, 2),
    (True, True):   (0, 0, 0, 0, 1, 2),
    (True, False):  (0, 0, 0, 0, 1, 1),
}  # fmt: skip


@frozen
class CasualtyRoll:
    """The casualties of all groups of one type: the dice, the points scored, and the craft lost."""

    kind: FighterType
    dice: tuple[RolledDie, ...]
    scored: int
    lost: int


def casualty_column(kind: FighterType, better: bool) -> DieColumn:
    """Return the column of a type. It is the `better` one if the ship itself has a working area-defence control, or its
    pool was scatterguns."""
    points = _COLUMNS[kind.heavy, better]
    return DieColumn(points, points)


def roll_casualties(
    umpire: Umpire, groups: Iterable[tuple[FighterType, int]], raw: int, better: bool, label: str
) -> tuple[CasualtyRoll, ...]:
    """Roll a die for each group, given by type and craft, in the order of the groups' types. Nothing is rolled if the
    ship's own roll was 0, whatever its screens add. No type loses more craft than it has."""
    if raw <= 0:
        return ()
    found: list[CasualtyRoll] = []
    given = list(groups)
    kinds = list(dict.fromkeys(kind for kind, _ in given))
    for kind, pool in groupby(sorted(given, key=lambda one: kinds.index(one[0])), key=lambda one: one[0]):
        craft = [count for _, count in pool]
        dice = roll_columns(
            umpire, [casualty_column(kind, better)] * len(craft), f"{label}/{kind.key.replace(' ', '-')}"
        )
        found.append(CasualtyRoll(kind, dice, scored := total(dice), min(scored, sum(craft))))
    return tuple(found)


def casualty_chances(kind: FighterType, groups: int, craft: int, raw: int, better: bool) -> Vector:
    """Return the chances of the number of craft that a type loses, with `craft` craft in that many groups."""
    return capped(chances(casualty_column(kind, better), groups if raw > 0 else 0), craft)


def loss_refusal(losses: Iterable[tuple[int, int]], lost: int) -> str:
    """Return why the owner may not divide a type's losses like this, in a sentence; empty if it may. `losses` are pairs
    of loss and craft."""
    spread = list(losses)
    if sum(loss for loss, _ in spread) != lost:
        return f"{lost} craft of this type are lost, not {sum(loss for loss, _ in spread)}"
    if any(not 0 <= loss <= craft for loss, craft in spread):
        return "a group cannot lose more craft than it has"
    return ""
