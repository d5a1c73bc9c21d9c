"""The layout of the odds lab at every window size and scale."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.render.backdrop import quiet
from game.ui.render.shapes import rule
from game.ui.render.text import text
from game.ui.render.theme import theme

HEAD, STRIP, LINE = 64, 34, 46  # design pixels: heading, strip over the studies, a study
NOTHING = Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class LabLayout:
    """Rects in real pixels. `right` is empty if the scaling is under a tab, and `tools` if jobs and exports share a
    line."""

    head: Rect
    beginnings: Rect
    left: Rect
    middle: Rect
    right: Rect
    foot: Rect
    lines: Rect  # the studies
    tools: Rect

    @property
    def folded(self) -> bool:
        """Return whether the scaling is under a tab."""
        return not self.right.w


def lab_layout(area: Rect) -> LabLayout:
    """Return the layout for a window of the given size in real pixels."""
    px = theme.px
    wide, high = area.w / theme.scale, area.h / theme.scale
    two_rows = wide < 1240
    head = Rect(0, 0, area.w, px(HEAD + 44 if two_rows else HEAD))
    beginnings = (
        Rect(px(16), px(58), area.w - px(32), px(40)) if two_rows else Rect(px(126), px(12), area.w - px(700), px(40))
    )
    left = px(408 if wide >= 1700 else 372 if wide >= 1200 else 312)
    full = high >= 900 and wide >= 1500
    foot_high = px(STRIP + 4 * LINE + 12) if full else px(STRIP + LINE + 8)
    across = wide < 1100  # the foot spans the window
    foot = Rect(0 if across else left, area.h - foot_high, area.w if across else area.w - left, foot_high)
    bottom = foot.y if across else area.h
    right = px(min(560, round(0.285 * wide))) if wide >= 1500 else 0
    middle = Rect(left, head.bottom, area.w - left - right, foot.y - head.bottom)
    tools = px(300) if full else 0
    lines = Rect(foot.x + px(12), foot.y + px(STRIP), foot.w - px(24) - tools, foot_high - px(STRIP + 6))
    return LabLayout(
        head,
        beginnings,
        Rect(0, head.bottom, left, bottom - head.bottom),
        middle,
        Rect(middle.right, head.bottom, right, middle.h) if right else NOTHING,
        foot,
        lines,
        Rect(lines.right + px(16), foot.y, tools - px(16), foot_high) if full else NOTHING,
    )


def draw_ground(dst: Surface, plan: LabLayout, title: str) -> None:
    """Draw backdrop, title, and the lines between the parts of a page."""
    px, p, area = theme.px, theme.palette, dst.get_rect()
    dst.blit(quiet(area.size), (0, 0))
    text(dst, title, (px(18), px(32)), 24, p.white, "b", "midleft")
    rule(dst, 0, area.w, plan.head.bottom)
    thin = max(1, px(1))
    for r in (plan.middle, plan.right):
        dst.fill(p.line, (r.x, plan.head.bottom, thin, plan.foot.y - plan.head.bottom if r.w else 0))
    if plan.foot.x:
        dst.fill(p.line, (plan.foot.x, plan.foot.y, thin, plan.foot.h))
    rule(dst, plan.foot.x, area.w, plan.foot.y)
