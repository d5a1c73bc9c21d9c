"""The closed curtain: the side whose turn it is, the sides that have sealed, and the button to hold; no part of the
rules.

It shows none of either side's orders.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import BLEND_RGB_ADD, Rect, Surface

from game.seating.heading import doing, when_words
from game.ui.handover.context import HandoverContext
from game.ui.menu.library import flagship
from game.ui.render.arcs import glow
from game.ui.render.backdrop import cloth
from game.ui.render.hulls import badge_sprite, seal
from game.ui.render.shapes import Vec, box, mark, polar, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.parts import key_line
from game.ui.toolkit.widgets import HoldButton, Widget

SHUT: tuple[Colour, Colour] = (7, 8, 12), (17, 19, 27)


class Alone(HoldButton):
    """The one button of the closed curtain."""

    def draw(self, dst: Surface) -> None:
        """Draw words at the left, and the key to hold at the right, filling while it is held."""
        px, p, r = theme.px, theme.palette, self.rect
        box(dst, r, mix(theme.accent, p.ink, 0.62 if self.hover or self.holding else 0.68), 8, 255, theme.accent, 2)
        if self.held:
            share = min(1.0, self.held / self.seconds)
            inner = r.inflate(-px(8), -px(8))
            box(dst, (inner.x, inner.y, max(px(8), round(inner.w * share)), inner.h), mix(theme.accent, p.ink, 0.45), 5)
        words = "hold Space"
        cap = Rect(0, 0, round(width(words, 17, "s")) + px(36), px(36))
        cap.midright = (r.right - px(18), r.centery)
        box(dst, cap, p.ink, 6, 255, theme.accent)
        text(dst, words, cap.center, 17, p.white, "s", "center")
        size = 24 if width(self.label, 24, "b") <= cap.x - r.x - px(40) else 19
        text(dst, self.label, (r.x + px(24), r.centery), size, p.white, "b", "midleft")


@cached(4)
def compass_sign(r: int, colour: Colour) -> Surface:
    """Return a dark disc in a ring of sixty ticks and a wider thin one, for a radius in real pixels."""
    side = 2 * round(r * 1.3) + 4
    v, at, k = Vec(side, side, 3, stroke=theme.scale), (side / 2, side / 2), r / 168
    v.circ(at, r, theme.palette.well)
    v.circ(at, r, colour, 255, 2)
    v.circ(at, 214 * k, colour, 70, 1.2)
    for n in range(60):
        long = n % 5 == 0
        v.line(polar(r, 6 * n, at), polar(r + (16 if long else 8) * k, 6 * n, at), colour, 1.6, 200 if long else 90)
    return v.done()


class Closed:
    """The closed curtain: name and sign of the side, the sides that are done, the button. Nothing here depends on
    sealed orders."""

    def __init__(self, context: HandoverContext, area: Rect, held: Callable[[], object]) -> None:
        self.context, self.area, self.view = context, area, context.view
        px = theme.px
        self.roomy = area.h >= px(860)
        wide = min(px(480), area.w - px(48))
        base = area.h - px(216 if self.roomy else 122)
        self.button = Rect((area.w - wide) // 2, base, wide, px(72 if self.roomy else 56))
        self.widgets: list[Widget] = [
            Alone(self.button, "I am alone at the screen", on_press=held, key=pygame.K_SPACE, name="alone")
        ]
        self.foot = (area.w // 2, area.h - px(64 if self.roomy else 28))

    def paint(self, dst: Surface) -> None:
        """Draw cloth, sign, name, sides and keys."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        side = self.view.state.sides[self.context.sitting]
        colour = theme.seat(side.seat)
        dst.blit(cloth(area.size, px(96), *SHUT, 0.62), (0, 0))
        seats = Rect(0, self.button.y - px(120 if self.roomy else 84), area.w, px(72 if self.roomy else 60))
        name_size = 76 if area.w >= px(1100) and self.roomy else 52 if self.roomy or area.h > px(640) else 40
        name_y = seats.y - px(148 if self.roomy else 34 + name_size * 0.75 + 22)
        head = px(96 if self.roomy else 28)
        middle = (area.w // 2, (head + px(20) + name_y - px(18)) // 2)
        room = (name_y - px(18) - head - px(20)) / 2
        self._sign(dst, middle, min(px(168), round(room / 1.3)), colour)
        text(dst, when_words(self.view), (area.w / 2, head), 20 if self.roomy else 17, p.muted, "s", "midtop")
        fit_text(dst, side.name, (area.w / 2, name_y), area.w - px(48), name_size, p.white, "b", "midtop")
        words = (
            "takes its orders back" if self.context.returning and side.id in self.view.state.ready else "sits down now"
        )
        size = 26 if self.roomy else 18
        text(dst, words, (area.w / 2, name_y + px(name_size * 0.66 + size)), size, colour, "s", "midtop")
        self._seats(dst, seats)
        self._keys(dst)

    def _sign(self, dst: Surface, at: tuple[int, int], r: int, colour: Colour) -> None:
        """Draw the side's flagship in a compass."""
        if r < theme.px(24):
            return
        share = r / theme.px(168)
        reach = round(520 * share * theme.scale)
        small = min(reach, 420)
        light = glow(small, colour, 26, 1.5)
        if small < reach:
            light = pygame.transform.smoothscale(light, (2 * reach, 2 * reach))
        stamp(dst, light, at, BLEND_RGB_ADD)
        stamp(dst, compass_sign(r, colour), at)
        stamp(dst, seal(flagship(self.view, self.context.sitting), colour, 224 * share), at)

    def _seats(self, dst: Surface, r: Rect) -> None:
        """Draw all sides on the machine, in order, with those that have sealed and the next one marked."""
        px, p, state = theme.px, theme.palette, self.view.state
        sides = list(state.sides.values())
        gap = px(32)
        wide = min(px(360), (r.w - px(48) - gap * (len(sides) - 1)) // len(sides))
        x = (r.w - wide * len(sides) - gap * (len(sides) - 1)) // 2
        for i, side in enumerate(sides):
            now = side.id == self.context.sitting
            colour = theme.seat(side.seat)
            plate = Rect(x, r.y, wide, r.h)
            box(
                dst,
                plate,
                mix(colour, p.panel, 0.86) if now else p.panel,
                8,
                255,
                colour if now else p.line,
                2 if now else 1,
            )
            ink = colour if now else mix(colour, p.panel, 0.45)
            stamp(dst, badge_sprite(flagship(self.view, side.id), ink, 20), (plate.x + px(38), plate.centery))
            left, room = plate.x + px(72), plate.w - px(84)
            sealed = self.view.phase.secret and side.id in state.ready
            room -= px(36) if sealed else 0
            fit_text(
                dst, side.name, (left, plate.centery - px(12)), room, 18, p.white if now else p.muted, "s", "midleft"
            )
            fit_text(
                dst,
                doing(self.view, side.id, self.context.sitting, self.context.side),
                (left, plate.centery + px(13)),
                room,
                15,
                p.muted,
                "r",
                "midleft",
            )
            if sealed:
                stamp(dst, mark("lock", p.muted, 20), (plate.right - px(32), plate.centery))
            x = plate.right + gap
            if i + 1 < len(sides):
                stamp(dst, mark("right", p.muted, 22), (plate.right + gap // 2, plate.centery))

    def _keys(self, dst: Surface) -> None:
        names = self.view.state.names
        parts = [("F10", "save and leave")]
        if self.context.before:
            other = self.context.side if self.context.returning else self.context.before
            sealed = self.view.phase.secret and self.context.before in self.view.state.ready
            words = (
                f"back to {names[other]}" if sealed or self.context.returning else f"let {names[other]} sit down first"
            )
            parts.insert(
                0, ("Esc", words + (", to change its orders" if sealed and not self.context.returning else ""))
            )
        key_line(dst, self.foot, parts)
