"""Where the parts of the battle screen stand at every size of window and every scale; no part of the rules.

Breadths are judged in design pixels, so a large scale folds the screen as a small window does.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.ui.theme import theme

TOP, LEFT, FOLDED, FOOT, LINE = 64, 288, 72, 216, 36
LOW = 960  # design pixels of height below which sheets are set closer


@dataclass(frozen=True, slots=True)
class Layout:
    """Rects in real pixels. `folded` says the ship list shows silhouettes only, `line` that the foot is one line, `low` that
    sheets must be short."""

    window: Rect
    top: Rect
    left: Rect
    board: Rect
    foot: Rect
    sheet: Rect
    folded: bool
    line: bool
    low: bool = False

    @property
    def wide(self) -> float:
        """Breadth of the window in design pixels."""
        return self.window.w / theme.scale


def arranged(size: tuple[int, int], foot_open: bool | None = None) -> Layout:
    """The parts for a window of that size in real pixels; `foot_open` overrules the folding of the foot."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    folded = across < 1440
    line = (across < 1280 or down < 700) if foot_open is None else not foot_open
    left = px(FOLDED if folded else LEFT)
    sheet = px(432 if across >= 1180 else 368 if across >= 1000 else 328)
    top, foot = px(TOP), px(LINE if line else FOOT)
    middle = Rect(left, top, wide - left - sheet, high - top)
    return Layout(
        Rect(0, 0, wide, high), Rect(0, 0, wide, top), Rect(0, top, left, high - top),
        Rect(middle.x, middle.y, middle.w, middle.h - foot), Rect(middle.x, high - foot, middle.w, foot),
        Rect(wide - sheet, top, sheet, high - top), folded, line, down < LOW,
    )  # fmt: skip
