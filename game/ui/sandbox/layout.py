"""Where the parts of the sandbox stand at every size of window and every scale; no part of the rules.

The same grid as the battle's, but the column at the left is not folded as soon: plans are what one works with here.
"""

from __future__ import annotations

from pygame import Rect

from game.ui.render.theme import theme
from game.ui.session.board_context import FOOT, LINE, LOW, TOP, BattleLayout

LEFT, NARROW, FOLDED = 288, 236, 84  # design pixels of the column of plans


def arranged(size: tuple[int, int], foot_open: bool | None = None) -> BattleLayout:
    """The parts for a window of that size in real pixels; `foot_open` overrules the folding of the foot."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    folded = across < 1120
    line = (across < 1120 or down < 680) if foot_open is None else not foot_open
    left = px(FOLDED if folded else LEFT if across >= 1440 else NARROW)
    sheet = px(432 if across >= 1600 else 376 if across >= 1180 else 340 if across >= 1000 else 312)
    top, foot = px(TOP), px(LINE if line else FOOT if down >= 900 else 176)
    middle = Rect(left, top, wide - left - sheet, high - top)
    return BattleLayout(
        Rect(0, 0, wide, high), Rect(0, 0, wide, top), Rect(0, top, left, high - top),
        Rect(middle.x, middle.y, middle.w, middle.h - foot), Rect(middle.x, high - foot, middle.w, foot),
        Rect(wide - sheet, top, sheet, high - top), folded, line, down < LOW,
    )  # fmt: skip
