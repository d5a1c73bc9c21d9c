"""The caption bar under a demonstration: one large sentence, one small, and the buttons that play it; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.ui.board.model.playback import SPEEDS
from game.ui.playback.animation import speed_word
from game.ui.render.lines import circle, line
from game.ui.render.shapes import box
from game.ui.render.text import lines, minus, text
from game.ui.render.theme import theme
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Still, Widget

LARGE, SMALL = (27, 24, 22, 20, 18, 17), (20, 18, 17, 16, 15, 14)  # the first size that fits is used
# sizes for a projector
BIG_LARGE, BIG_SMALL = (46, 42, 38, 34, 30, 27, 24, 20, 17), (34, 31, 28, 25, 22, 20, 17, 14)


def fit_words(words: str, wide: float, sizes: Sequence[int], weight: str, most: int) -> tuple[int, list[str]]:
    """Return the largest of `sizes` at which the words take at most `most` lines, and the lines."""
    for size in sizes:
        rows = lines(words, wide, size, weight)
        if len(rows) <= most:
            break
    return size, rows


class Caption(Still):
    """The two sentences of a step. The large one keeps to one line while that is readable, else it takes two."""

    def __init__(self, rect: Rect, large: str, small: str, rule: str, low: bool, big: bool = False) -> None:
        super().__init__(rect, rule=rule, name="caption")
        self.large, self.small, self.low, self.big = minus(large), minus(small), low, big

    def sized_lines(self) -> tuple[tuple[int, list[str]], tuple[int, list[str]]]:
        """Return the size and lines of both sentences."""
        if self.big:
            return self._largest()
        wide, skip = self.rect.w - theme.px(18), 2 if self.low else 0
        large = fit_words(self.large, wide, LARGE[skip:4], "s", 1)
        if len(large[1]) > 1:
            large = fit_words(self.large, wide, LARGE[skip + 1 :], "s", 2)
        return large, fit_words(self.small, wide, SMALL[skip:], "r", 2) if self.small else (SMALL[-1], [])

    def _largest(self) -> tuple[tuple[int, list[str]], tuple[int, list[str]]]:
        """Return both sentences as large as the height allows, at most two lines each."""
        wide = self.rect.w - theme.px(18)
        for first, second in zip(BIG_LARGE, (*BIG_SMALL, BIG_SMALL[-1])):
            rows, below = lines(self.large, wide, first, "s"), lines(self.small, wide, second) if self.small else []
            high = theme.px(first * 1.3) * len(rows) + theme.px(second * 1.32) * len(below)
            if high <= self.rect.h and len(rows) < 3 and len(below) < 3:
                break
        return (first, rows), (second, below)

    @property
    def high(self) -> float:
        """The height of the lines, in real pixels."""
        (first, rows), (second, below) = self.sized_lines()
        return theme.px(first * 1.3) * len(rows) + theme.px(second * 1.32) * len(below)

    def draw(self, dst: Surface) -> None:
        """Draw a coloured bar, and the lines in the middle of the height."""
        p, px, r = theme.palette, theme.px, self.rect
        (first, rows), (second, below) = self.sized_lines()
        y = r.y + (r.h - self.high) / 2
        dst.fill(p.violet, (r.x, round(y), px(3), round(self.high)))
        for row in rows:
            y += px(first * 1.3)
            text(dst, row, (r.x + px(18), y - px(first * 0.32)), first, p.white, "s", "bottomleft")
        for row in below:
            y += px(second * 1.32)
            text(dst, row, (r.x + px(18), y - px(second * 0.3)), second, p.text, "r", "bottomleft")


class Stations(Widget):
    """A line with a disc for every step, past ones filled and the present one ringed. A press goes to the nearest."""

    focusable = False

    def __init__(self, rect: Rect, show: StepCursor, share: Callable[[], float], go: Callable[[int], object]) -> None:
        super().__init__(rect, name="stations", hint="press a step to go there; ← and → go step by step")
        self.show, self.share, self.go = show, share, go

    @property
    def hint_by(self) -> Rect:
        """The row, so that the hint lies below it and not over the caption."""
        return self.rect.inflate(0, theme.px(12))

    def x_of(self, index: float) -> float:
        """Return the x of a step on the line, in real pixels."""
        count = max(1, len(self.show.steps) - 1)
        left, right = self.rect.x + theme.px(12), self.rect.right - theme.px(12)
        return left + (right - left) * index / count

    def handle(self, event: Event) -> bool:
        """Go to the step nearest to the pointer on a press."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos):
            self.go(min(range(len(self.show.steps)), key=lambda index: abs(self.x_of(index) - event.pos[0])))
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        p, px, y, now = theme.palette, theme.px, self.rect.centery, self.show.index
        ends = self.x_of(0), self.x_of(len(self.show.steps) - 1)
        line(dst, (ends[0], y), (ends[1], y), p.line, 3)
        reached = self.x_of(now if now == 0 else now - 1 + self.share())
        line(dst, (ends[0], y), (reached, y), theme.accent, 3)
        few = (ends[1] - ends[0]) / max(1, len(self.show.steps) - 1) > px(18)
        for index in range(len(self.show.steps)) if few else (now,):
            at = (self.x_of(index), y)
            if index == now:
                pygame.draw.aacircle(dst, p.white, at, px(10))
                pygame.draw.aacircle(dst, theme.accent, at, px(8))
                pygame.draw.aacircle(dst, p.white, at, px(3))
            elif index < now:
                pygame.draw.aacircle(dst, theme.accent, at, px(6))
            else:
                pygame.draw.aacircle(dst, p.panel, at, px(6))
                circle(dst, at, px(6), p.edge, 1.6)


class Speed(Still):
    """The plate that shows the speed."""

    def __init__(self, rect: Rect, speed: float, slim: bool) -> None:
        super().__init__(rect, name="speed", hint="how fast it is shown: + and −")
        self.speed, self.slim = speed, slim

    def draw(self, dst: Surface) -> None:
        """Draw the word and the figure; the two buttons lie over the plate."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.raised, 6, 255, p.edge)
        if not self.slim:
            text(dst, "Speed", (r.x + px(14), r.centery), 16, p.muted, "r", "midleft")
        text(dst, speed_word(self.speed), (r.right - px(84), r.centery), 17, p.white, "s", "midright")


def buttons(
    r: Rect,
    show: StepCursor,
    playing: bool,
    speed: float,
    do: Callable[[str], object],
    small: bool,
    track: Callable[[Rect], Widget],
    aside: Callable[[Rect], Widget] | None = None,
) -> list[Widget]:
    """Return the row under the lines, from left to right. `track` makes the widget for the steps in the rect between
    them."""
    px = theme.px
    back = _sign(Rect(r.x, r.y, 0, r.h), "back", "back", "←", do, small, "the step before (←)")
    play = _sign(
        Rect(back.rect.right + px(8), r.y, 0, r.h),
        "play",
        "pause" if playing else "play",
        "Space",
        do,
        small,
        "stop here (Space)" if playing else "play from here (Space)",
    )
    play.kind = "main" if playing else "on"
    fore = _sign(Rect(play.rect.right + px(8), r.y, 0, r.h), "next", "next", "→", do, small, "the next step (→)")
    _unless(back, show.index == 0, "this is the first step")
    _unless(fore, show.last, "this is the last step")
    plate = Rect(0, r.y, px(130 if small else 212), r.h)
    plate.right = r.right
    side = px(28)

    def pace(x: int, sign: str, name: str) -> Button:
        rect = Rect(x, r.centery - side // 2, side, side)
        return Button(rect, sign, on_press=partial(do, name), name=name, hint=f"{name} ({sign})", size=15)

    faster = pace(plate.right - px(8) - side, "+", "faster")
    slower = pace(faster.rect.x - px(38), "−", "slower")
    _unless(faster, speed >= SPEEDS[-1], "it goes no faster")
    _unless(slower, speed <= SPEEDS[0], "it goes no slower")
    right = plate.x - px(20)
    asides = [aside(Rect(plate.x - px(12 + 48), r.y, px(48), r.h))] if aside else []
    if asides:
        right = asides[0].rect.x - px(20)
    between = Rect(fore.rect.right + px(20), r.y, right - fore.rect.right - px(20), r.h)
    return [back, play, fore, track(between), *asides, Speed(plate, speed, small), slower, faster]


def letters(r: Rect, big: bool, do: Callable[[str], object]) -> Button:
    """Return the button that switches between large captions and usual ones."""
    hint = "captions of the usual size (L)" if big else "large captions for a projector (L)"
    return Button(
        r,
        "A",
        on_press=partial(do, "letters"),
        kind="on" if big else "plain",
        name="letters",
        hint=hint,
        size=22,
        rad=8,
        rule="table/demonstrations",
    )


def _unless(button: Button, cannot: bool, why: str) -> None:
    """Dim a button and put the reason into its hint, because the button has no room for it."""
    if cannot:
        button.enabled, button.hint = False, why


def _sign(r: Rect, name: str, sign: str, cap: str, do: Callable[[str], object], small: bool, hint: str) -> Button:
    """Return a button with a sign, and with its key where there is room."""
    r.w = theme.px(48) if small else theme.px(50) + key_width(cap)
    return Button(r, "", on_press=partial(do, name), sign=sign, cap="" if small else cap, name=name, rad=8, hint=hint)


def standing(step: DemonstrationStep) -> float:
    """Return the number of seconds that a step stays when it plays by itself, long enough to read its caption."""
    return 1.8 + 0.05 * (len(step.large) + len(step.small))
