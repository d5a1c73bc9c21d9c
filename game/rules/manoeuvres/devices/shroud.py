"""Covering a ship with a vapour shroud, which is written in the movement order (full-thrust-base/6.13).

`Ship.screen` has the effect of the shroud.
"""

from __future__ import annotations

from game.rules.manoeuvres.devices.covered import CoverOrder
from game.rules.ships.ship import BOOK, SHROUDED

RULE = f"{BOOK}/6.13"


class Shroud(CoverOrder):
    """SHROUD: the ship has two screens this turn, and cannot fire."""

    code, title, rule = "SHROUD", "Vapour shroud", RULE
    line = "as good as two screens"
    about = "As good as two screens for the whole turn. The ship fires nothing, not even point defence."
    kind, what = "shroud", "vapour shroud"
    marks = frozenset({SHROUDED})
