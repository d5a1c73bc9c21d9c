"""Where the parts of a demonstration stand at every size of window and every scale; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.ui.render.theme import theme

TOP = 64  # design pixels


@dataclass(frozen=True, slots=True)
class DemonstrationLayout:
    """Rects in real pixels. `small` and `low` say that the window is narrow, or not high, in design pixels."""

    window: Rect
    top: Rect
    board: Rect
    caption: Rect
    column: Rect
    small: bool
    low: bool

    @property
    def words(self) -> Rect:
        """Where the lines of the caption stand."""
        px, r = theme.px, self.caption
        return Rect(r.x + px(24), r.y + px(10), r.w - px(48), self.buttons.y - px(8) - r.y - px(10))

    @property
    def buttons(self) -> Rect:
        """The row of buttons and stations under them."""
        px, r = theme.px, self.caption
        high = px(36 if self.low else 48)
        return Rect(r.x + px(24), r.bottom - px(12 if self.low else 26) - high, r.w - px(48), high)


def arranged(size: tuple[int, int]) -> DemonstrationLayout:
    """The parts for a window of that size in real pixels."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    column = px(432 if across >= 1600 else 360 if across >= 1180 else 288 if across >= 1000 else 248)
    foot = px(204 if down >= 960 else 164 if down >= 620 else 146)
    top = px(TOP)
    return DemonstrationLayout(
        Rect(0, 0, wide, high), Rect(0, 0, wide, top), Rect(0, top, wide - column, high - top - foot),
        Rect(0, high - foot, wide - column, foot), Rect(wide - column, top, column, high - top), across < 1180, down < 960,
    )  # fmt: skip
