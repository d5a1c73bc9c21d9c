"""Wrapping a ship in vapour, which is written with the movement order (full-thrust-base/6.13).

What the shroud does is known where screens are: `Ship.screen`.
"""

from __future__ import annotations

from game.rules.manoeuvres.devices.covered import CoverOrder
from game.rules.ships.ship import SHROUDED, B

RULE = f"{B}/6.13"


class Shroud(CoverOrder):
    """SHROUD: the ship has two screens this turn, and nothing of it fires."""

    code, title, rule = "SHROUD", "Vapour shroud", RULE
    line = "as good as two screens"
    about = "As good as two screens for the whole turn. The ship fires nothing, not even point defence."
    kind, what = "shroud", "vapour shroud"
    marks = frozenset({SHROUDED})
