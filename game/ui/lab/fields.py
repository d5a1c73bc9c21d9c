"""The widgets for a set-up of the odds lab: cells of attackers, rows of symbols, the design attacked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.lab.choices import AttackerKind
from game.ui.charts.hatching import hatch
from game.ui.lab.charts.inks import STEEL, counter, pip
from game.ui.render.hulls import badge_sprite, hulls
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text, width, wrap
from game.ui.render.theme import mix, theme
from game.ui.toolkit.widgets import Widget

TYPING = 1200  # ms within which a second digit is appended to the first
FIGURES = {getattr(pygame, f"K_{stem}{n}"): n for stem in ("", "KP") for n in range(10)}


@dataclass(eq=False)
class CountField(Widget):
    """A number from 0 to `most`, changed by digits, wheel, plus and minus. `on_change` gets the new one."""

    number: int
    most: int
    on_change: Callable[[int], object]
    # the field last typed in, the time, and the number; kept by the class, because fields are remade
    last: ClassVar[tuple[str, int, int]] = ("", 0, 0)

    def set_number(self, number: int) -> None:
        """Set the number within its limits."""
        number = max(0, min(self.most, number))
        if self.enabled and number != self.number:
            self.number = number
            self.on_change(number)

    def take_digit(self, figure: int) -> None:
        """Take a digit; typed soon after another it is appended."""
        now, (name, before, number) = pygame.time.get_ticks(), CountField.last
        joined = number * 10 + figure if name == self.name and now - before < TYPING else figure
        made = joined if joined <= self.most else figure
        CountField.last = self.name, now, made
        self.set_number(made)

    def handle(self, event: Event) -> bool:
        """Handle digits, plus and minus with the focus, and the wheel under the pointer."""
        if not self.enabled:
            return super().handle(event)
        if event.type == pygame.MOUSEWHEEL and self.hover:
            before = self.number
            self.set_number(self.number + (1 if event.y > 0 else -1))
            return self.number != before
        if event.type == pygame.KEYDOWN and self.focused and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            if event.key in FIGURES:
                self.take_digit(FIGURES[event.key])
                return True
            by = {pygame.K_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_KP_PLUS: 1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1}
            if event.key in by:
                self.set_number(self.number + by[event.key])
                return True
        return super().handle(event)

    def _click_place(self, event: Event) -> tuple[int, int] | None:
        """Return the place of a click on the field, else None."""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed and self.enabled:
            self.pressed = False
            return (event.pos[0], event.pos[1]) if self.hit.collidepoint(event.pos) else None
        return None


class KindCell(CountField):
    """One kind of attacker: its name, counter and number, with + and − at the right."""

    def __init__(
        self, rect: Rect, kind: AttackerKind, number: int, most: int, on_change: Callable[[int], object]
    ) -> None:
        words = f"{kind.title} {kind.why_not}" if kind.why_not else f"{kind.title}: 0 to 9, + and −, or the wheel"
        super().__init__(
            rect,
            number,
            most,
            on_change,
            name=f"attack {kind.key}",
            rule=kind.rule,
            hint=words,
            enabled=not kind.why_not,
        )
        self.kind = kind

    @property
    def signs(self) -> tuple[Rect, Rect]:
        """The rects of − and +."""
        px, r = theme.px, self.rect
        side = min(px(26 if r.w > px(110) else 24), (r.h - px(34)) // 2)
        x, y = r.right - side - px(5), r.bottom - 2 * side - px(9)
        return Rect(x, y, side, side), Rect(x, y + side + px(3), side, side)

    def handle(self, event: Event) -> bool:
        """Step the number on a click on a sign."""
        at = self._click_place(event)
        if at is None:
            return super().handle(event)
        plus, minus = self.signs
        self.set_number(self.number + plus.inflate(8, 2).collidepoint(at) - minus.inflate(8, 2).collidepoint(at))
        return True

    def draw(self, dst: Surface) -> None:
        """Draw the cell, highlighted if some of its kind attack, hatched if none ever may."""
        px, p, r, on = theme.px, theme.palette, self.rect, self.number > 0
        fill = p.active if on else p.raised if self.hover and self.enabled else p.panel
        box(dst, r, fill, 6, 255, theme.accent if on else p.line, 2 if on else 1)
        if not self.enabled:
            inner = r.inflate(-4, -4)
            hatch(dst, (inner.topleft, inner.topright, inner.bottomright, inner.bottomleft), inner, p.line, 8, 160)
        words = p.white if on else p.muted
        fit_text(dst, self.kind.title, (r.x + px(9), r.y + px(9)), r.w - px(14), (15, 14, 13), words)
        colour = STEEL if on else mix(STEEL, p.panel, 0.45)
        middle = r.y + px(26) + (r.h - px(26)) // 2
        roomy = r.w > px(100)
        if roomy:
            at = (r.x + px(25), middle)
            stamp(dst, counter(self.kind.key, self.kind.letter, colour, p.ink), at)
            text(dst, self.kind.letter, at, 13, p.white if on else p.muted, "b", "center")
        start = r.x + px(46 if roomy else 4)
        if not self.enabled:
            left = start + px(4)
            wrap(dst, self.kind.why_not, (left, middle - px(12)), r.right - left - px(2), 13, p.muted, lead=17)
            return
        plus, minus = self.signs
        text(dst, str(self.number), ((start + plus.x) / 2, middle), 22, p.white if on else p.muted, "b", "center")
        for cell, sign, stuck in ((plus, "plus", self.number >= self.most), (minus, "minus", not on)):
            box(dst, cell, p.well, 4, 255, p.line)
            stamp(dst, mark(sign, p.faint if stuck else p.white, 12), cell.center)


class PairCell(KindCell):
    """Craft with two traits, chosen by arrows at the right of the name, or by Left and Right. `others` is the number of
    attacking groups with other pairs of traits."""

    def __init__(
        self,
        rect: Rect,
        kind: AttackerKind,
        number: int,
        most: int,
        on_change: Callable[[int], object],
        on_step: Callable[[int], object],
        others: int,
    ) -> None:
        super().__init__(rect, kind, number, most, on_change)
        self.on_step, self.others, self.enabled, self.name = on_step, others, True, "attack pair"
        self.hint = f"{kind.title} {kind.why_not}".strip() + "; Left and Right: another pair of traits"

    def set_number(self, number: int) -> None:
        """Set the number, unless the kind can never attack."""
        if not self.kind.why_not:
            super().set_number(number)

    @property
    def arrows(self) -> tuple[Rect, Rect]:
        """The rects of the two arrows."""
        px, r = theme.px, self.rect
        side = px(24)
        right = Rect(r.right - side - px(5), r.y + px(4), side, px(22))
        return right.move(-side - px(3), 0), right

    def handle(self, event: Event) -> bool:
        """Choose another pair with the arrows or Left and Right. Handle other events as any cell does."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.on_step(1 if event.key == pygame.K_RIGHT else -1)
            return True
        over = (
            [arrow.collidepoint(event.pos) for arrow in self.arrows] if event.type == pygame.MOUSEBUTTONUP else [False]
        )
        if any(over) and self._click_place(event):
            self.on_step(1 if over[1] else -1)
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw the cell with its arrows, and the number of other pairs."""
        px, p, r = theme.px, theme.palette, self.rect
        self.enabled = not self.kind.why_not
        super().draw(dst)
        self.enabled = True
        for cell, sign in zip(self.arrows, ("left", "right")):
            box(dst, cell, p.well, 4, 255, p.line)
            stamp(dst, mark(sign, p.white, 11), cell.center)
        words = f"{self.others} other" if self.others else "" if self.kind.why_not else "two traits"
        left, number = r.x + px(52), (r.x + px(46) + self.signs[0].x) / 2 - px(18)
        if left + width(words, 13) < number:
            text(dst, words, (left, r.bottom - px(28)), 13, p.muted, "r", "midleft")


class PipRow(CountField):
    """A number as a row of symbols highlighted up to it, or with − and + if it has no symbol. A click on the third sets
    three. `edited` marks a number that differs from the design: it is yellow, with a dot before it."""

    def __init__(
        self,
        rect: Rect,
        words: str,
        number: int,
        most: int,
        on_change: Callable[[int], object],
        *,
        pips: int = 0,
        symbol: str = "",
        edited: bool = False,
        name: str = "",
        least: int = 0,
    ) -> None:
        super().__init__(rect, number, most, on_change, name=name, rule="table/odds-lab")
        self.words, self.pips, self.symbol, self.edited, self.least = words, pips, symbol, edited, least

    def set_number(self, number: int) -> None:
        """Set the number, not below the least."""
        super().set_number(max(self.least, number))

    @property
    def places(self) -> list[Rect]:
        """The rects of the symbols, or of − and +."""
        px, r = theme.px, self.rect
        count = self.pips or 2
        right = r.right - px(42)
        left = r.x + px(136)
        step = min(px(30), (right - left) // count)
        return [Rect(left + i * step, r.y, step, r.h) for i in range(count)]

    def handle(self, event: Event) -> bool:
        """Highlight symbols up to a clicked one. A click on the last highlighted one turns that off."""
        at = self._click_place(event)
        if at is None:
            return super().handle(event)
        place = next((i for i, one in enumerate(self.places) if one.collidepoint(at)), -1)
        if place >= 0 and self.pips:
            self.set_number(place if place + 1 == self.number else place + 1)
        elif place >= 0:
            self.set_number(self.number + (1 if place else -1))
        return True

    def draw(self, dst: Surface) -> None:
        """Draw words, symbols and number."""
        px, p, r = theme.px, theme.palette, self.rect
        on = self.number > 0
        if self.hover:
            box(dst, r.inflate(px(8), 0), p.raised, 5)
        fit_text(dst, self.words, (r.x, r.centery), px(132), 15, p.text if on else p.muted, "r", "midleft")
        bright = p.azure if self.symbol in ("screen", "beam") else p.white if self.symbol == "pds" else STEEL
        for i, place in enumerate(self.places):
            if self.pips:
                stamp(dst, pip(self.symbol, i < self.number, bright, p.edge), place.center)
            else:
                cell = box(dst, place.inflate(-px(4), px(26) - place.h), p.well, 4, 255, p.line)
                stuck = self.number == (self.most if i else self.least)
                stamp(dst, mark("plus" if i else "minus", p.faint if stuck else p.white, 12), cell.center)
        colour = p.yellow if self.edited else p.white if on else p.muted
        text(
            dst,
            f"*{self.number}" if self.edited else str(self.number),
            (r.right, r.centery),
            18,
            colour,
            "s",
            "midright",
        )


class DesignField(Widget):
    """The design attacked, with arrows to the previous and next; Left and Right step it."""

    def __init__(self, rect: Rect, words: tuple[str, str, str], on_step: Callable[[int], object], cap: str) -> None:
        super().__init__(rect, name="design", rule="table/odds-lab", hint="Another design of the library")
        self.words, self.on_step, self.cap = words, on_step, cap

    def handle(self, event: Event) -> bool:
        """Step with arrows, wheel and clicks at the ends."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.on_step(1 if event.key == pygame.K_RIGHT else -1)
            return True
        if event.type == pygame.MOUSEWHEEL and self.hover:
            self.on_step(-1 if event.y > 0 else 1)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            if self.hit.collidepoint(event.pos):
                self.on_step(-1 if event.pos[0] < self.rect.x + theme.px(40) else 1)
            return True
        return super().handle(event)

    def press(self) -> None:
        """Take the next design."""
        self.on_step(1)

    def draw(self, dst: Surface) -> None:
        """Draw arrows at the ends, silhouette, name and description."""
        px, p, r = theme.px, theme.palette, self.rect
        box(dst, r, p.raised, 6, 255, p.edge)
        for x, sign in ((r.x + px(3), "left"), (r.right - px(35), "right")):
            cell = box(dst, (x, r.y + px(3), px(32), r.h - px(6)), p.well, 4, 255, p.line)
            stamp(dst, mark(sign, p.white, 13), cell.center)
        name, about, glyph = self.words
        if glyph in hulls():
            stamp(dst, badge_sprite(glyph, STEEL, 17), (r.x + px(64), r.centery))
        left = r.x + px(90)
        room = r.right - px(42) - left
        fit_text(dst, name, (left, r.centery - px(9)), room - width(self.cap, 13), 17, p.white, "s", "midleft")
        fit_text(dst, about, (left, r.centery + px(12)), room, (14, 13), p.muted, "r", "midleft")
