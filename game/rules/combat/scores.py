"""The total of a shot's dice beside all totals possible, for a line of the log."""

from __future__ import annotations

from game.core.events import Score, scored
from game.rules.odds.one_layer import point_chances
from game.rules.odds.throws import LikelyHits
from game.rules.ships.design import SYSTEM_KINDS, Mount


def points_of(rolled: int, throw: LikelyHits) -> Score:
    """Return points of damage before armour that a throw came to, and the exact chances of every number of them."""
    return scored(rolled, point_chances(throw))


def kind_of_gun(mount: Mount) -> str:
    """Return the sort of a system in words, with its class: Beam 2, K-gun 3, Pulse torpedo."""
    return SYSTEM_KINDS[mount.kind].title + (f" {mount.level}" if SYSTEM_KINDS[mount.kind].classed else "")
