"""A preview of the film, playing on the page that writes it, and its bar with both ends; no part of the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate, pairwise

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.film_look import FilmLook
from game.demonstrations.steps import StepCursor
from game.ui.film.moving_picture import FilmCamera, plan
from game.ui.film.page import drawing
from game.ui.render.shapes import box
from game.ui.render.text import text
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.widgets import Widget

KNOB = 10  # design pixels: width of a handle at an end of the bar


class FilmPreview:
    """The frames of a film by time in ms. `first` and `last` are the steps that are filmed."""

    def __init__(self, reel: StepCursor, look: FilmLook) -> None:
        self.reel = reel
        self.first, self.last = 0, len(reel.steps) - 1
        self.now, self.playing = 0.0, False
        self._take(look)

    def dress(self, look: FilmLook) -> None:
        """Apply another look; the step that is shown stays."""
        step = self.step
        self._take(look)
        self.now = self.begins(step)

    def _take(self, look: FilmLook) -> None:
        self.exposures = plan(self.reel, look)
        self._ends = list(accumulate(one.ms for one in self.exposures))
        with drawing(self.reel):
            self._camera = FilmCamera(self.reel, look)
        self._frame: tuple[int, Surface] | None = None

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def long(self) -> int:
        """The length of the whole battle, in ms."""
        return self._ends[-1]

    @property
    def index(self) -> int:
        """The number of the frame shown."""
        return min(bisect_right(self._ends, self.now), len(self._ends) - 1)

    @property
    def step(self) -> int:
        """The step shown."""
        return self.exposures[self.index].step

    def begins(self, step: int) -> float:
        """Return the time in ms at which a step begins."""
        return self._time(lambda other: other < step)

    def ends(self, step: int) -> float:
        """Return the time in ms at which a step ends."""
        return self._time(lambda other: other <= step)

    def _time(self, counts: Callable[[int], bool]) -> float:
        return float(sum(one.ms for one in self.exposures if counts(one.step)))

    @property
    def filmed(self) -> float:
        """The length of the part that is filmed, in ms."""
        return self.ends(self.last) - self.begins(self.first)

    def go(self, when: float) -> None:
        """Show another moment, in ms."""
        self.now = min(max(0.0, when), self.long - 1.0)

    def leaf(self, by: int) -> None:
        """Show the end of another step."""
        self.playing = False
        self.go(self.ends(min(max(0, self.step + by), len(self.reel.steps) - 1)) - 1.0)

    def play(self) -> None:
        """Play the part that is filmed, or stop."""
        self.playing = not self.playing
        if self.playing and not self.begins(self.first) <= self.now < self.ends(self.last) - 1.0:
            self.now = self.begins(self.first)

    def cut(self, first: int, last: int) -> None:
        """Choose the first and the last step that are filmed."""
        most = len(self.reel.steps) - 1
        self.first = min(max(0, first), self.last if first != self.first else most)
        self.last = max(min(last, most), self.first)

    def tick(self, seconds: float) -> None:
        """Play for `seconds`, at most to the end of the part that is filmed."""
        if self.playing:
            end = self.ends(self.last) - 1.0
            self.go(min(self.now + 1000 * seconds, end))
            self.playing = self.now < end

    def picture(self) -> Surface:
        """Return the frame shown, at the size of the film."""
        index = self.index
        if self._frame is None or self._frame[0] != index:
            with drawing(self.reel):
                self._frame = index, self._camera.shoot(self.exposures[index])
        return self._frame[1]

    def shots(self) -> list[tuple[float, Colour]]:
        """Return the time in ms at which each step with shots ends, and the colour of the side that fired."""
        found = []
        for step in self.reel.steps:
            fired = [event for event in step.events if event.kind == "fire" and event.line]
            if fired:
                side = step.view.state.sides.get(step.view.state.owner(fired[-1].who))
                found.append((self.ends(step.index), theme.palette.seats[min(2, side.seat) if side else 2]))
        return found

    def turns(self) -> list[tuple[float, int]]:
        """Return the time in ms at which each turn begins."""
        pairs = pairwise([None, *self.reel.steps])
        return [
            (self.begins(step.index), step.turn)
            for before, step in pairs
            if step and (before is None or before.turn != step.turn)
        ]


class FilmBar(Widget):
    """The bar of time. A press goes to a moment, the ends of the filmed part are dragged, and arrows go from step to
    step."""

    live = True

    def __init__(self, rect: Rect, preview: FilmPreview, changed: Callable[[], object]) -> None:
        super().__init__(
            rect, name="film bar", hint="drag both ends, or go there and press I or O", rule="table/replay"
        )
        self.preview, self.changed = preview, changed
        self._held = ""
        self._shots, self._turns = preview.shots(), preview.turns()

    def x_of(self, when: float) -> float:
        """Return the x of a moment, in real pixels."""
        left, right = self.rect.x + theme.px(KNOB), self.rect.right - theme.px(KNOB)
        return left + (right - left) * when / self.preview.long

    def handle(self, event: Event) -> bool:
        """Handle press, drag and release, and the arrows."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos):
            ends = {"first": self.preview.begins(self.preview.first), "last": self.preview.ends(self.preview.last)}
            near = min(ends, key=lambda name: abs(self.x_of(ends[name]) - event.pos[0]))
            self._held = near if abs(self.x_of(ends[near]) - event.pos[0]) <= theme.px(KNOB) else "line"
            self._drag(event.pos[0])
            return True
        if event.type == pygame.MOUSEMOTION and self._held:
            self._drag(event.pos[0])
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = ""
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.preview.leaf(1 if event.key == pygame.K_RIGHT else -1)
            self.changed()
            return True
        return super().handle(event)

    def _drag(self, x: int) -> None:
        left, right = self.x_of(0), self.x_of(self.preview.long)
        show = self.preview
        show.playing = False
        show.go((x - left) / max(1.0, right - left) * show.long)
        if self._held == "first":
            show.cut(show.step, show.last)
        elif self._held == "last":
            show.cut(show.first, show.step)
        self.changed()

    def draw(self, dst: Surface) -> None:
        """Draw the track, the filmed part, shots as dots, turns, the line of the present moment, and both ends."""
        p, px, show = theme.palette, theme.px, self.preview
        y = self.rect.y + px(24)
        left, right = self.x_of(0), self.x_of(show.long)
        first, last = self.x_of(show.begins(show.first)), self.x_of(show.ends(show.last))
        box(dst, (left, y - px(3), right - left, px(6)), p.line, 3)
        box(dst, (first, y - px(3), max(px(6), last - first), px(6)), theme.accent, 3)
        for when, colour in self._shots:
            x = self.x_of(when)
            pygame.draw.aacircle(dst, colour if first <= x <= last + 1 else p.faint, (x, y - px(16)), px(3))
        written = -1.0
        for when, turn in self._turns:
            x = self.x_of(when)
            dst.fill(p.faint, (round(x), y - px(8), max(1, px(1)), px(16)))
            if x >= written:
                word = self.preview.reel.steps[0].view.system.turn_word
                written = text(dst, f"{word} {turn}", (x, y + px(22)), 13, p.muted, "r", "midleft").right + px(8)
        now = self.x_of(show.now)
        dst.fill(p.yellow, (round(now), y - px(22), max(2, px(2)), px(38)))
        for x in (first, last):
            box(dst, (x - px(KNOB) / 2, y - px(13), px(KNOB), px(26)), p.white, 3)
