"""The curtain before a side places its fleet in secret, which shows none of the ships that stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame
from pygame import BLEND_RGB_ADD, Rect, Surface

from game.ui.fleets.placing_model import PlacingModel
from game.ui.handover.closed import SHUT, Alone, compass_sign
from game.ui.host.screen import Answer
from game.ui.render.arcs import glow
from game.ui.render.backdrop import cloth
from game.ui.render.hulls import seal
from game.ui.render.shapes import stamp
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page
from game.ui.toolkit.parts import key_line
from game.ui.toolkit.widgets import Widget


class PlacingCurtain(Page):
    """Names the side whose turn it is. `opened` is called once its player has held the button."""

    def __init__(self, model: PlacingModel, seat: int, opened: Callable[[], object]) -> None:
        super().__init__()
        self.seat, self.opened = seat, opened
        self.subject = model.placing.rule
        self.name = model.side(seat)
        # the flagship is no secret, because the roster shows it
        self.glyph = model.look(model.placing.fleet(seat)[0].key).glyph
        self.button = Alone(
            Rect(0, 0, 1, 1), "I am alone at the screen", on_press=opened, key=pygame.K_SPACE, name="alone"
        )

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        wide, high = min(theme.px(480), area.w - theme.px(48)), theme.px(64)
        self.button.rect = Rect((area.w - wide) // 2, area.h - theme.px(150), wide, high)
        return [self.button]

    @property
    def moving(self) -> bool:
        return self.button.holding

    def tick(self, seconds: float) -> Answer:
        self.button.tick(seconds)
        return None

    def paint(self, dst: Surface) -> None:
        """Draw the cloth, the side's sign in a compass, its name, and the keys."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        colour = theme.seat(self.seat)
        dst.blit(cloth(area.size, px(96), *SHUT, 0.62), (0, 0))
        foot = self.button.rect.y - px(120)
        r = min(px(150), round((foot - px(70)) / 2.6))
        if r > px(24):
            at = area.centerx, px(40) + round(1.3 * r)
            stamp(dst, glow(min(3 * r, 420), colour, 26, 1.5), at, BLEND_RGB_ADD)
            stamp(dst, compass_sign(r, colour), at)
            stamp(dst, seal(self.glyph, colour, 1.3 * r / theme.scale), at)
        room = area.w - px(48)
        fit_text(dst, self.name, (area.centerx, foot + px(4)), room, (52, 40, 30, 24), p.white, "b", "midtop")
        words = "places its fleet now; the other side looks away"
        fit_text(dst, words, (area.centerx, foot + px(72)), room, (20, 17, 15), colour, "s", "midtop")
        key_line(dst, (area.centerx, area.h - px(36)), [("Esc", "back to the fleets")])
