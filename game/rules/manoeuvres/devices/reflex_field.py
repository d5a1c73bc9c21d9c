"""Raising a reflex field, which is written in the movement order (full-thrust-base/6.16/reflex).

`game/rules/combat/reflection.py` has the effect of the field on beams.
"""

from __future__ import annotations

from game.rules.manoeuvres.devices.covered import CoverOrder
from game.rules.ships.ship import BOOK, REFLECTING

RULE = f"{BOOK}/6.16/reflex"


class ReflexField(CoverOrder):
    """REFLEX: beams are weakened or reflected, and the ship cannot fire."""

    code, title, rule = "REFLEX", "Raise the reflex field", RULE
    line = "beams are thrown back"
    about = "Beams that hit are weakened or thrown back, by a die each. The ship fires nothing, not even point defence."
    kind, what = "reflex", "reflex field"
    marks = frozenset({REFLECTING})
