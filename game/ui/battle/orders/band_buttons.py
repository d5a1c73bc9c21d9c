"""Values of a field that are good or bad in degrees: a button each, with a short word and its step of the ramp; no rules."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from pygame import Surface

from game.ui.render.shapes import box
from game.ui.render.text import fit_text
from game.ui.render.theme import mix, theme
from game.ui.toolkit.widgets import Button, shades

HIGH, LOW = 48, 44  # design pixels of such a button, and where there is little height
BAR = 3  # design pixels of its bar


@dataclass(eq=False)
class BandButton(Button):
    """A label over a word, both centred, and at the foot a bar in the colour of a `band`."""

    _: KW_ONLY
    word: str = ""
    band: int = 0

    def draw(self, dst: Surface) -> None:
        """Dimmed as a whole where it cannot be pressed."""
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, ink = shades(self.kind, self.enabled, self.hover, self.pressed)
        box(dst, r, fill, self.rad, 255, edge)
        colour = p.ramp[self.band] if self.enabled else mix(p.ramp[self.band], p.panel, 0.7)
        fit_text(dst, self.label, (r.centerx, r.y + px(14)), r.w - px(4), self.size, ink, "s", "center")
        ink = p.muted if self.enabled else p.faint
        fit_text(dst, self.word, (r.centerx, r.y + px(30)), r.w - px(2), (13, 12, 11), ink, "r", "center")
        dst.fill(colour, (r.x + px(5), r.bottom - px(BAR + 3), r.w - px(10), px(BAR)))
