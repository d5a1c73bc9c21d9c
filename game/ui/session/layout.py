"""Where the parts of the battle screen stand at every size of window and every scale; no part of the rules.

Breadths are judged in design pixels, so a large scale folds the screen as a small window does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from game.ui.render.theme import theme

TOP, LEFT, NAMED, FOLDED, FOOT, LINE, TOOLS = 64, 288, 164, 72, 216, 36, 50
LOW = 960  # design pixels of height below which sheets are set closer
FULL, NAMES = 1440, 1180  # design pixels of breadth from which the list of ships is whole, and from which it has names


@dataclass(frozen=True, slots=True)
class BattleLayout:
    """Rects in real pixels. `folded` says the ship list is narrow, `named` that it has names even so, `line` that the foot is
    one line, `low` that sheets must be short. `tools` is the strip of buttons above the board, empty where they lie on it."""

    window: Rect
    top: Rect
    left_panel: Rect
    board: Rect
    bottom_panel: Rect
    sheet: Rect
    folded: bool
    line: bool
    low: bool = False
    named: bool = False
    tools: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    @property
    def wide(self) -> float:
        """Breadth of the window in design pixels."""
        return self.window.w / theme.scale


def arranged(size: tuple[int, int], foot_open: bool | None = None, quiet: bool = False) -> BattleLayout:
    """The parts for a window of that size in real pixels; `foot_open` overrules the folding of the foot, which is a line too
    while it is `quiet`: nothing has happened that could be read there."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    folded, low = across < FULL, down < LOW
    named = folded and across >= NAMES
    line = (across < 1280 or down < 700 or quiet) if foot_open is None else not foot_open
    left = px(NAMED if named else FOLDED if folded else LEFT)
    sheet = px(432 if across >= 1180 else 368 if across >= 1000 else 328)
    top, foot = px(TOP), px(LINE if line else FOOT)
    tools = Rect(left, top, wide - left - sheet, px(TOOLS) if folded or low else 0)
    board = Rect(left, tools.bottom, tools.w, high - tools.bottom - foot)
    return BattleLayout(
        Rect(0, 0, wide, high), Rect(0, 0, wide, top), Rect(0, top, left, high - top), board,
        Rect(left, high - foot, tools.w, foot), Rect(wide - sheet, top, sheet, high - top), folded, line, low, named, tools,
    )  # fmt: skip
