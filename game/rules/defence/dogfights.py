"""Fighters against fighters and missiles, and their morale, by the base rules (full-thrust-base/7.5, 7.6)."""

from __future__ import annotations

from game.rules.defence.fighter_types import FighterType
from game.rules.odds.die_columns import DieColumn
from game.rules.ships.beam_dice import Rerolls, score

_SIX_ONLY = DieColumn((0, 0, 0, 0, 0, 1))
_AT_SALVO = DieColumn((0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1))


def dogfight_column(
    kind: FighterType, target: FighterType, exhausted: bool = False, rerolls: Rerolls = Rerolls.MODIFIED
) -> DieColumn:
    """Return the kills of one die of a type against another. A 4 misses heavy fighters. `exhausted` means that no
    endurance is left."""
    if kind.six_only or exhausted:
        return _SIX_ONLY
    level = 1 if target.heavy else 0
    points, again = (
        tuple(score(face, level, added) for face in range(1, 7))
        for added in (kind.against_fighters, rerolls.reroll_modifier(kind.against_fighters))
    )
    return DieColumn(points, again if rerolls else ())


def anti_missile_column(kind: FighterType, heavy_missile: bool = False) -> DieColumn | None:
    """Return the kills of one fighter's die among the missiles of a salvo, or of one heavy missile. None for types that
    may not shoot at them."""
    if kind.six_only:
        return None
    return _SIX_ONLY if heavy_missile else _AT_SALVO
