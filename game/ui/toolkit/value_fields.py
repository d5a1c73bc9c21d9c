"""Widgets that hold a value: segments, steppers, sliders, tabs; no part of the rules.

While focused, each handles the arrows along its own direction and leaves the other two to `Focus`. `on_change` is
called with the new value. `label` is at the left, `label_width` design pixels wide. `edited` marks a value set by hand
(yellow). `why_not` of an enabled one is the refusal of its value, with a red edge and the reason below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, mark, rule, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.widgets import Widget

LONGEST = 6  # most figures that may be typed
CLEAR = 34  # width in design pixels of the × at the right of an optional value


@dataclass(eq=False)
class ValueField(Widget):
    """A widget with a label at its left and a frame at its right."""

    label: str = field(default="", kw_only=True)
    label_width: float = field(default=108, kw_only=True)
    edited: bool = field(default=False, kw_only=True)
    wrong: bool = field(default=False, kw_only=True)  # true if its value is refused, and the reason is shown elsewhere
    over: int = field(default=-1, init=False)  # the part under the pointer

    def __post_init__(self) -> None:
        super().__post_init__()
        self.name = self.name or self.label
        self.label_width = self.label_width if self.label else 0

    @property
    def frame(self) -> Rect:
        """The field without its label."""
        left = theme.px(self.label_width)
        return Rect(self.rect.x + left, self.rect.y, self.rect.w - left, self.rect.h)

    @property
    def edge(self) -> Colour:
        """The colour of its frame."""
        p = theme.palette
        if not self.enabled:
            return p.line
        if self.why_not or self.wrong:
            return p.red
        return p.yellow if self.edited else mix(p.edge, p.muted, 0.35) if self.hover else p.edge

    @property
    def ink(self) -> Colour:
        """The colour of its value."""
        p = theme.palette
        return p.faint if not self.enabled else p.yellow if self.edited else p.white

    def draw_unset(self, dst: Surface) -> None:
        """Draw the dashed frame of an empty field."""
        p, f = theme.palette, self.frame
        corners = [f.topleft, (f.right - 1, f.y), (f.right - 1, f.bottom - 1), (f.x, f.bottom - 1)]
        dashed_line(dst, corners, mix(p.edge, p.muted, 0.5) if self.hover else p.edge, 1.2, closed=True)

    def draw_label(self, dst: Surface) -> None:
        """Draw the label, and below the frame the reason for a refused value."""
        p, px = theme.palette, theme.px
        if self.label:
            ink = p.muted if self.enabled else p.faint
            fit_text(
                dst,
                self.label,
                (self.rect.x, self.frame.centery),
                px(self.label_width) - px(6),
                15,
                ink,
                "r",
                "midleft",
            )
        if self.why_not and self.enabled:
            fit_text(dst, self.why_not, (self.frame.x, self.frame.bottom + px(6)), self.frame.w, 14, p.red)

    def arrows(self, event: Event, less: int = pygame.K_LEFT, more: int = pygame.K_RIGHT) -> int:
        """Return -1 or 1 for an arrow along the field while it is focused, else 0."""
        if event.type != pygame.KEYDOWN or not self.focused or not self.enabled:
            return 0
        return int(event.key == more) - int(event.key == less)

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return the part of the field at a place, such as a cell or a sign."""
        return 0

    def pointed(self, event: Event) -> bool:
        """Use a movement of the pointer. Return whether it reached another part."""
        was, self.over = self.over, self.part_at(event.pos)
        return super().handle(event) or was != self.over


@dataclass(eq=False)
class Segments(ValueField):
    """One of a few choices, all side by side, with the chosen one on a plate."""

    names: Sequence[str]
    _: KW_ONLY
    chosen: int = 0
    on_change: Callable[[int], object] | None = None

    @property
    def fits(self) -> bool:
        """Return whether all names fit uncut."""
        return all(width(name, 15, "s") <= cell.w - theme.px(10) for name, cell in zip(self.names, self.cells))

    def choose(self, index: int) -> None:
        """Choose one of the values, unless it is chosen already."""
        if self.enabled and 0 <= index < len(self.names) and index != self.chosen:
            self.chosen = index
            if self.on_change:
                self.on_change(index)

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the choice at a place, or -1."""
        f = self.frame
        if not f.inflate(0, max(0, theme.px(36) - f.h)).collidepoint(pos):
            return -1
        return next((i for i, cell in enumerate(self.cells) if pos[0] < cell.right), len(self.names) - 1)

    @property
    def cells(self) -> list[Rect]:
        """The rect of each choice, in real pixels. All have the same width if every name fits, else each is as wide as
        its name needs."""
        f, count = self.frame, len(self.names)
        wides = [width(name, 15, "s") + theme.px(12) for name in self.names]
        if max(wides) <= f.w / count:
            wides = [f.w / count] * count
        else:
            spare = f.w - sum(wides)
            wides = [wide + spare / count if spare > 0 else wide * f.w / sum(wides) for wide in wides]
        ends = [f.x, *(f.x + sum(wides[: i + 1]) for i in range(count))]
        return [Rect(round(a), f.y, round(b) - round(a), f.h) for a, b in pairwise(ends)]

    def handle(self, event: Event) -> bool:
        """Choose the clicked one, or the next by arrows; Space cycles."""
        step = self.arrows(event)
        if step:
            self.choose(max(0, min(len(self.names) - 1, self.chosen + step)))
            return True
        if event.type == pygame.MOUSEMOTION:
            return self.pointed(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            self.choose(self.part_at(event.pos))
            return True
        return super().handle(event)

    def press(self) -> None:
        """Choose the next one, cyclically."""
        self.choose((self.chosen + 1) % len(self.names))

    def draw(self, dst: Surface) -> None:
        """Draw frame, plate and names."""
        p, px, f = theme.palette, theme.px, self.frame
        self.draw_label(dst)
        box(dst, f, p.well if self.enabled else p.panel, 6, 255, self.edge)
        for i, (name, whole) in enumerate(zip(self.names, self.cells)):
            cell = whole.inflate(-px(6), -px(6))
            if i == self.chosen:
                edge = p.line if not self.enabled else p.yellow if self.edited else theme.accent
                box(dst, cell, p.active if self.enabled else p.raised, 4, 255, edge)
            elif i == self.over and self.enabled:
                box(dst, cell, p.raised, 4)
            ink = p.faint if not self.enabled else p.white if i == self.chosen else p.muted
            fit_text(dst, name, cell.center, cell.w - px(4), 15, ink, "s", "center")


@dataclass(eq=False)
class Stepper(ValueField):
    """A number with − and + at its sides; wheel, arrows and Page keys step it. In a pane that scrolls, the wheel steps
    it only while it is focused, so that scrolling past it changes nothing. With `typing`, figures may be typed while it
    is focused. They are taken on Enter, and when the focus leaves."""

    value: float
    _: KW_ONLY
    low: float
    high: float
    on_change: Callable[[float], object] | None = None
    step: float = 1
    show: Callable[[float], str] = "{:g}".format
    typing: bool = False
    typed: str = field(default="", init=False)
    over: int = field(default=0, init=False)

    def set(self, value: float) -> None:
        """Set the value within the limits."""
        value = min(self.high, max(self.low, value))
        if self.enabled and value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(value)

    def on_blur(self) -> None:
        """Take the figures that were typed."""
        typed, self.typed = self.typed, ""
        if typed:
            self.set(int(typed))

    def _type(self, event: Event) -> bool:
        figure = getattr(event, "unicode", "")
        if figure.isascii() and figure.isdigit() and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.typed = (self.typed + figure)[:LONGEST]
        elif not self.typed:
            return False
        elif event.key == pygame.K_BACKSPACE:
            self.typed = self.typed[:-1]
        elif event.key == pygame.K_ESCAPE:
            self.typed = ""
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.on_blur()
        else:
            return False
        return True

    @property
    def shown(self) -> str:
        """The value in words, or the figures typed so far with a cursor."""
        return f"{self.typed}|" if self.typed else self.show(self.value)

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return -1 over the minus, 1 over the plus, 0 elsewhere."""
        f, wide = self.frame, theme.px(42)
        if not f.inflate(0, max(0, theme.px(36) - f.h)).collidepoint(pos):
            return 0
        return -1 if pos[0] < f.x + wide else 1 if pos[0] > f.right - wide else 0

    def handle(self, event: Event) -> bool:
        """Step by one on arrows and wheel, by ten on Page keys, to the limits on Home and End."""
        if event.type == pygame.KEYDOWN and self.focused and self.typing and self.enabled and self._type(event):
            return True
        by = self.arrows(event)
        if event.type == pygame.KEYDOWN and self.focused:
            by = {pygame.K_PAGEUP: 10, pygame.K_PAGEDOWN: -10}.get(event.key, by)
            ends = {pygame.K_HOME: self.low, pygame.K_END: self.high}
            if event.key in ends:
                self.set(ends[event.key])
                return True
        if event.type == pygame.MOUSEWHEEL and self.hover and (self.focused or not self.scrolled):
            by = 1 if event.y > 0 else -1
        if by:
            before = self.value
            self.set(self.value + by * self.step)
            # at a limit, the wheel scrolls the column instead
            return event.type != pygame.MOUSEWHEEL or self.value != before
        if event.type == pygame.MOUSEMOTION:
            return self.pointed(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            self.set(self.value + self.part_at(event.pos) * self.step)
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw frame, both signs (dim at the limits) and the value."""
        p, px, f = theme.palette, theme.px, self.frame
        self.draw_label(dst)
        box(dst, f, p.well if self.enabled else p.panel, 6, 255, self.edge)
        for side, sign in ((-1, "minus"), (1, "plus")):
            cell = Rect(0, f.y + px(3), px(36), f.h - px(6))
            cell.x = f.x + px(3) if side < 0 else f.right - px(39)
            stuck = not self.enabled or self.value == (self.low if side < 0 else self.high)
            box(dst, cell, p.panel if stuck else p.active if self.over == side else p.raised, 4)
            stamp(dst, mark(sign, p.faint if stuck else p.text, 16), cell.center)
        fit_text(dst, self.shown, f.center, f.w - px(84), 17, self.ink, "s", "center")


@dataclass(eq=False)
class OptionalStepper(Stepper):
    """An optional number. Without a value it is dashed, with a note in words about the default. + sets it to `value`; ×
    or Delete removes it."""

    said: bool = field(default=True, kw_only=True)
    words: str = field(default="none", kw_only=True)
    note: str = field(default="", kw_only=True)
    on_clear: Callable[[], object] | None = field(default=None, kw_only=True)

    @property
    def frame(self) -> Rect:
        """The figure with its two signs, without the × at its right."""
        whole = super().frame
        return Rect(whole.x, whole.y, whole.w - theme.px(CLEAR), whole.h) if self.said else whole

    @property
    def cross(self) -> Rect:
        """The rect of the × that removes the value."""
        return Rect(self.frame.right, self.rect.y, self.rect.right - self.frame.right, self.rect.h)

    def clear(self) -> None:
        if self.said and self.enabled and self.on_clear:
            self.on_clear()

    def begin(self) -> None:
        """Set it to its first value."""
        if self.enabled and self.on_change:
            self.on_change(self.value)

    def press(self) -> None:
        """Set it, if it has no value."""
        if not self.said:
            self.begin()

    def handle(self, event: Event) -> bool:
        """Set the value on a press, an arrow or the wheel, if there is none. Otherwise remove it on × or Delete, and
        step it."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.clear()
            return True
        if self.said:
            if (
                event.type == pygame.MOUSEBUTTONUP
                and event.button == 1
                and self.pressed
                and self.cross.collidepoint(event.pos)
            ):
                self.pressed = False
                self.clear()
                return True
            return super().handle(event)
        if self.arrows(event):
            self.begin()
            return True
        return Widget.handle(self, event)

    def draw(self, dst: Surface) -> None:
        """Draw a stepper with a ×, or without a value a dashed frame round words, and a +."""
        p, px, f = theme.palette, theme.px, self.frame
        if self.said:
            super().draw(dst)
            stamp(dst, mark("close", p.white if self.hover else p.muted, 14), self.cross.center)
            return
        self.draw_label(dst)
        self.draw_unset(dst)
        sign = f.right - px(20)
        end = sign - px(16)
        if self.note:
            end = fit_text(dst, self.note, (end, f.centery), f.w * 0.55, 14, p.muted, "r", "midright").x - px(8)
        fit_text(dst, self.words, (f.x + px(12), f.centery), end - f.x - px(12), 16, p.text, "r", "midleft")
        stamp(dst, mark("plus", p.white if self.hover else p.text, 15), (sign, f.centery))


@cached(16)
def _knob(colour: Colour, ring: Colour) -> Surface:
    v = Vec(22, 22, 5, theme.scale)
    v.circ((11, 11), 9, ring)
    v.circ((11, 11), 7.2, colour)
    return v.done()


class Slider(Stepper):
    """A value on a line, with its figure at the right, dragged or stepped like a stepper."""

    figure = 64  # design pixels for the figure

    @property
    def groove(self) -> Rect:
        """The line along which the knob moves."""
        f, inset = self.frame, theme.px(11)
        return Rect(f.x + inset, f.centery - theme.px(2), f.w - 2 * inset - theme.px(self.figure), theme.px(4))

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return 0, because a slider has no signs."""
        return 0

    def slide(self, x: float) -> None:
        """Set the value at a place, to the nearest step."""
        g = self.groove
        share = min(1.0, max(0.0, (x - g.x) / max(1, g.w)))
        self.set(self.low + round(share * (self.high - self.low) / self.step) * self.step)

    def handle(self, event: Event) -> bool:
        """Drag the knob, besides all that a stepper does."""
        if event.type == pygame.MOUSEMOTION and self.pressed:
            self.slide(event.pos[0])
            return True
        if (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and self.hit.collidepoint(event.pos)
            and self.enabled
        ):
            self.pressed = True
            self.slide(event.pos[0])
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw groove, filled part, knob and figure."""
        p, g = theme.palette, self.groove
        self.draw_label(dst)
        share = (self.value - self.low) / ((self.high - self.low) or 1)
        x = g.x + round(share * g.w)
        colour = theme.accent if self.enabled else p.faint
        box(dst, g, p.line, 2)
        if x > g.x + 2:
            box(dst, (g.x, g.y, x - g.x, g.h), mix(colour, p.panel, 0.25), 2)
        stamp(dst, _knob(p.white if self.hover or self.pressed else mix(colour, p.white, 0.25), p.ink), (x, g.centery))
        text(dst, self.shown, (self.rect.right, g.centery), 16, self.ink, "s", "midright")


class Tabs(Segments):
    """Headings, of which the open one is underlined."""

    def places(self) -> list[Rect]:
        """Return the rect of every heading."""
        x, out = float(self.rect.x + theme.px(24)), []
        for name in self.names:
            wide = width(name, 17, "s")
            out.append(Rect(round(x), self.rect.y, round(wide), self.rect.h))
            x += wide + theme.px(32)
        return out

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the heading at a place, or -1."""
        grown = (r.inflate(theme.px(24), 0) for r in self.places())
        return next((i for i, r in enumerate(grown) if r.collidepoint(pos)), -1)

    def handle(self, event: Event) -> bool:
        """Open the clicked one, or the next by arrows."""
        step = self.arrows(event)
        if step:
            self.choose((self.chosen + step) % len(self.names))
            return True
        if event.type == pygame.MOUSEMOTION:
            return self.pointed(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = self.part_at(event.pos)
            self.choose(found)
            return found >= 0
        return False

    def draw(self, dst: Surface) -> None:
        """Draw headings over a separator, the open one underlined."""
        p, px, r = theme.palette, theme.px, self.rect
        rule(dst, r.x, r.right, r.bottom - max(1, px(1)))
        for i, (name, at) in enumerate(zip(self.names, self.places())):
            ink = p.white if i == self.chosen else p.text if i == self.over else p.muted
            text(dst, name, at.center, 17, ink, "s", "center")
            if i == self.chosen:
                box(dst, (at.x, r.bottom - px(4), at.w, px(3)), theme.accent, 1)
