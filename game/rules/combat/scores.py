"""The total of a shot's dice, with the chances of all totals, for a line of the log."""

from __future__ import annotations

from game.core.events import Score, score_of
from game.rules.odds.one_layer import point_chances
from game.rules.odds.throws import LikelyHits
from game.rules.ships.design import SYSTEM_KINDS, Mount


def points_of(rolled: int, throw: LikelyHits) -> Score:
    """Return the points of damage before armour that a throw did, with the exact chances of every number of points."""
    return score_of(rolled, point_chances(throw))


def kind_of_gun(mount: Mount) -> str:
    """Return the kind of a gun in words, with its class, such as "Beam 2" or "Pulse torpedo"."""
    return SYSTEM_KINDS[mount.kind].title + (f" {mount.level}" if SYSTEM_KINDS[mount.kind].classed else "")
