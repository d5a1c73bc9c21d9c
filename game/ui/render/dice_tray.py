"""Dice that tumble in a tray and come to rest on the faces the umpire rolled; for the eye only, it decides nothing.

pymunk throws the dice, a spring draws each to its place, and the throw is worked out once, before it is shown. The chance
in it is cosmetic and its own. A throw can be skipped, takes 500 to 900 ms, and always ends exactly on the given faces.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pygame
import pymunk
from pygame import Rect, Surface

from game.core.events import Die
from game.ui.render.dice_faces import die
from game.ui.render.shapes import Place, Vec, box, paste, stamp
from game.ui.render.text import fit, text, width
from game.ui.render.theme import cached, mix, theme

STEP = 1 / 240  # seconds of pymunk's time
SHOWN = 4  # steps to a picture that is kept
SHORTEST, LONGEST = 0.5, 0.9  # seconds a throw takes
SETTLES = 0.62  # share of a throw after which a die shows its face and is drawn to its place
TRAIL = 3
LARGE, SMALL, LEAST = 40, 14, 4  # design pixels of a die: at most, at least with captions, and at least
CAPTION, CLOSE = 24, 18  # design pixels of height of a caption, and under dice that are small
NARROW, WIDE = 58, 150  # design pixels of width of a caption, where room is short and at most


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice thrown for one reason: a gun, or those rolled again."""

    caption: str
    dice: tuple[Die, ...]


@dataclass(slots=True)
class Thrown:
    """One die: where it rests (pixels from the tray's corner), and its way there as (x, y, tilt) a picture."""

    face: int
    kind: str
    sides: int
    rest: Place
    tilt: float
    way: list[tuple[float, float, float]] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)


def groups_of(caption: str, dice: Iterable[Die]) -> tuple[DiceGroup, ...]:
    """Dice of one gun as groups: those first rolled under its name, those rolled again under “again”."""
    first: list[Die] = []
    again: list[Die] = []
    for one in dice:
        (again if one.again else first).append(one)
    found = [DiceGroup(caption, tuple(first))] if first else []
    return tuple(found + ([DiceGroup("again", tuple(again))] if again else []))


def kind_of(one: Die) -> str:
    """How a die is shown: scored bright, missed grey, rolled again yellow."""
    return "again" if one.again else "scored" if one.scored else "missed"


@dataclass(frozen=True, slots=True)
class TrayLayout:
    """Die size (design pixels), the places of all dice by group, those of the captions and the most room that one takes (real
    pixels)."""

    die: float = LARGE
    dice: Sequence[list[Place]] = ()
    captions: Sequence[Place] = ()
    widest: float = 0.0


def layout(size: tuple[int, int], groups: Sequence[DiceGroup]) -> TrayLayout:
    """Dice as large as the tray allows, and as much room for each caption as then is left."""
    if not groups:
        return TrayLayout()
    for large in range(LARGE, SMALL - 1, -2):
        for widest in (WIDE, NARROW):
            if fitted := _rows(size, groups, large, theme.px(widest)):
                return TrayLayout(large, *fitted, theme.px(widest))
    return _heap(size, groups)


def _wide(group: DiceGroup, large: float, widest: float) -> float:
    """Real pixels that a group takes: those of its dice, or of its caption up to `widest`."""
    words = min(widest, width(group.caption, 14, "s") + theme.px(4))
    return max(len(group.dice) * theme.px(large * 1.42), theme.px(NARROW), words)


def _heap(size: tuple[int, int], groups: Sequence[DiceGroup]) -> TrayLayout:
    """The same without captions, close together: so small that every die is seen whole."""
    count = sum(len(group.dice) for group in groups)
    for large in range(LARGE, LEAST - 1, -2):
        pitch = max(1, theme.px(large * 1.42))
        across = max(1, min(count, (size[0] - theme.px(8)) // pitch))
        down = -(-count // across)
        if down * pitch <= size[1] - theme.px(8):
            break
    left, top = (size[0] - across * pitch) / 2 + pitch / 2, (size[1] - down * pitch) / 2 + pitch / 2
    spots = iter([(left + n % across * pitch, top + n // across * pitch) for n in range(count)])
    return TrayLayout(large, [[next(spots) for _ in group.dice] for group in groups])


def _rows(
    size: tuple[int, int], groups: Sequence[DiceGroup], large: float, widest_caption: float
) -> tuple[list[list[Place]], list[Place]] | None:  # fmt: skip
    """Places of dice and captions: groups in rows with a caption under each, spread over the tray; None if they do not fit."""
    pitch, margin, caption = theme.px(large * 1.42), theme.px(12), CAPTION if large >= 20 else CLOSE
    high, room = theme.px(large * 1.5 + caption), size[0] - 2 * margin
    rows: list[list[tuple[DiceGroup, float]]] = [[]]
    for group in groups:
        wide = _wide(group, large, widest_caption)
        if rows[-1] and sum(taken + margin for _, taken in rows[-1]) + wide > room:
            rows.append([])
        rows[-1].append((group, wide))
    widest = max(sum(wide for _, wide in row) + margin * (len(row) - 1) for row in rows)
    if widest > room or len(rows) * high > size[1]:
        return None
    dice: list[list[Place]] = []
    captions: list[Place] = []
    y: float = (size[1] - len(rows) * high) / 2 + theme.px(large * 0.85)
    for row in rows:
        free = room - sum(wide for _, wide in row)
        gap: float = min(theme.px(64), max(float(margin), free / (len(row) + 1)))
        x = margin + min(gap * 0.5, max(0.0, free - gap * (len(row) - 1)))
        for group, taken in row:
            start = x + (taken - len(group.dice) * pitch) / 2 + pitch / 2
            dice.append([(start + i * pitch, y) for i in range(len(group.dice))])
            captions.append((x + taken / 2, y + theme.px(large * 0.72 + caption / 2)))
            x += taken + gap
        y += high
    return dice, captions


@cached(8)
def _felt(wide: int, high: int) -> Surface:
    """The bottom of the tray."""
    out = Surface((wide, high), pygame.SRCALPHA)
    box(out, out.get_rect(), theme.palette.well, 8, 255, theme.palette.edge)
    v = Vec(wide, high, 2, stroke=theme.scale)
    v.hatch([(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)], theme.palette.azure, 14, 0.8, 16)
    paste(out, v.done(), (0, 0))
    return out


class DiceTray:
    """A tray in a rect of real pixels; `throw` begins, `tick` goes on, `skip` ends, `draw` shows what is in it."""

    def __init__(self, rect: Rect, seed: int | None = None) -> None:
        self.rect = Rect(rect)
        self.seconds, self.length = 0.0, 0.0
        self.groups: tuple[DiceGroup, ...] = ()
        self.dice: list[Thrown] = []
        self._placed = TrayLayout()
        self._dice = random.Random(seed)

    @property
    def busy(self) -> bool:
        """Whether dice are still tumbling."""
        return self.seconds < self.length

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces the dice lie on, in the order they were given."""
        return tuple(one.face for one in self.dice)

    def clear(self) -> None:
        """Take all dice out."""
        self.groups, self.dice, self._placed, self.length = (), [], TrayLayout(), 0.0

    def throw(self, groups: Sequence[DiceGroup], still: bool = False) -> None:
        """Throw dice; with `still` they lie there at once."""
        self.clear()
        self.groups = tuple(groups)
        self._placed = layout(self.rect.size, groups)
        for group, spots in zip(groups, self._placed.dice):
            for one, spot in zip(group.dice, spots):
                jitter = self._placed.die * 0.12 * theme.scale
                rest = spot[0] + self._dice.uniform(-jitter, jitter) * 0.5, spot[1] + self._dice.uniform(-jitter, jitter)
                self.dice.append(Thrown(one.face, kind_of(one), one.sides, rest, self._dice.uniform(-24, 24)))
        self.seconds = 0.0
        if not still and self.dice:
            self.length = self._dice.uniform(SHORTEST + 0.15, LONGEST)
            self._tumble()

    def tick(self, seconds: float) -> bool:
        """Let time pass; says whether anything moved."""
        if not self.busy:
            return False
        self.seconds = min(self.length, self.seconds + max(0.0, seconds))
        return True

    def skip(self) -> None:
        """Let the dice lie at once."""
        self.seconds = self.length

    def resize(self, rect: Rect) -> None:
        """The tray has another place or size; its dice lie still in it."""
        if Rect(rect) != self.rect:
            self.rect = Rect(rect)
            if self.groups:
                self.throw(self.groups, still=True)

    # -- the throw -------------------------------------------------------------------------------------------------------

    def _tumble(self) -> None:
        """Let pymunk throw the dice from the right-hand side; springs draw them to their places."""
        space = pymunk.Space()
        space.damping = 0.22
        self._walls(space)
        bodies = [self._die_body(space, one, i) for i, one in enumerate(self.dice)]
        steps = math.ceil(self.length / STEP)
        for step in range(steps + 1):
            if step % SHOWN == 0:
                for one, body in zip(self.dice, bodies):
                    self._note(one, body, step / steps)
            space.step(STEP)

    def _walls(self, space: pymunk.Space) -> None:
        w, h = self.rect.size
        edge = self._placed.die * 0.55 * theme.scale
        for a, b in (((0, 0), (w, 0)), ((0, h), (w, h)), ((0, 0), (0, h))):
            wall = pymunk.Segment(space.static_body, a, b, edge * 0.4)
            wall.elasticity = 0.6
            space.add(wall)

    def _die_body(self, space: pymunk.Space, one: Thrown, nth: int) -> pymunk.Body:
        side = self._placed.die * theme.scale
        body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (side, side)))
        w, h = self.rect.size
        body.position = w + side * (0.8 + 0.5 * (nth % 4)), h * self._dice.uniform(0.25, 0.75)
        far = one.rest[0] - body.position.x
        body.velocity = far * self._dice.uniform(3.4, 4.6), self._dice.uniform(-1.6, 1.6) * h
        body.angular_velocity = self._dice.uniform(8, 22) * self._dice.choice((-1, 1))
        shape = pymunk.Poly.create_box(body, (side, side), 2)
        shape.elasticity, shape.friction = 0.55, 0.4
        spring = pymunk.DampedSpring(space.static_body, body, one.rest, (0, 0), 0, 26, 3.2)
        space.add(body, shape, spring)
        return body

    def _note(self, one: Thrown, body: pymunk.Body, share: float) -> None:
        """Keep where a die is; towards the end it is drawn to its rest, which it reaches exactly."""
        drawn = min(1.0, max(0.0, (share - SETTLES) / (1 - SETTLES)))
        drawn = drawn * drawn * (3 - 2 * drawn)
        tilt = math.degrees(body.angle)
        even = 90 if one.sides == 6 else 360  # a square die lies the same at every quarter turn
        goal = one.tilt + round((tilt - one.tilt) / even) * even
        x, y = body.position
        one.way.append((x + (one.rest[0] - x) * drawn, y + (one.rest[1] - y) * drawn, tilt + (goal - tilt) * drawn))
        shown = one.faces[-1] if one.faces and len(one.way) % 4 else self._dice.randint(1, one.sides)
        one.faces.append(one.face if share >= SETTLES else shown)

    # -- drawing ---------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """The tray and what is in it."""
        if self.rect.w < 16 or self.rect.h < 16:
            return
        paste(dst, _felt(*self.rect.size), self.rect.topleft)
        clip = dst.get_clip()
        dst.set_clip(self.rect.inflate(-theme.px(3), -theme.px(3)).clip(clip))
        for group, place in zip(self.groups, self._placed.captions):
            words = fit(group.caption, _wide(group, self._placed.die, self._placed.widest), 14, "s")
            colour = theme.palette.yellow if group.caption == "again" else theme.palette.muted
            at = self.rect.x + place[0], self.rect.y + place[1]
            text(dst, words, at, 14, mix(colour, theme.palette.muted, 0.5), "s", "center")
        for one in self.dice:
            self._draw_die(dst, one)
        dst.set_clip(clip)

    def _draw_die(self, dst: Surface, one: Thrown) -> None:
        """One die with the trail of its last three places while it tumbles."""
        x0, y0 = self.rect.topleft
        if not self.busy or not one.way:
            self._stamp(dst, one.face, one.kind, one.sides, (x0 + one.rest[0], y0 + one.rest[1]), one.tilt)
            return
        at = min(len(one.way) - 1, int(self.seconds / (STEP * SHOWN)))
        x, y, tilt = one.way[at]
        for back in range(TRAIL, 0, -1):
            if at - 2 * back >= 0:
                bx, by, turned = one.way[at - 2 * back]
                if math.dist((bx, by), (x, y)) > 6 * theme.scale:
                    faint = _faint(one.faces[at], self._placed.die, _stepped(turned, one.sides), one.sides, 70 - 18 * back)
                    stamp(dst, faint, (x0 + bx, y0 + by))
        settled = at * STEP * SHOWN / self.length >= SETTLES + 0.2
        self._stamp(dst, one.faces[at], one.kind if settled else "scored", one.sides, (x0 + x, y0 + y), tilt)

    def _stamp(self, dst: Surface, face: int, kind: str, sides: int, at: Place, tilt: float) -> None:
        turned = _stepped(tilt, sides)
        stamp(dst, _shade(self._placed.die, turned, sides), (at[0] + 3 * theme.scale, at[1] + 5 * theme.scale))
        stamp(dst, die(face, self._placed.die, turned, kind, sides), at)


def _stepped(tilt: float, sides: int) -> int:
    """A tilt in steps of six degrees, a square die within a quarter turn, so that few pictures are made."""
    return round(tilt / 6) * 6 % (90 if sides == 6 else 360)


@cached(512)
def _faint(face: int, size: float, tilt: int, sides: int, alpha: int) -> Surface:
    out = die(face, size, tilt, "scored", sides).copy()
    out.fill((alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return out


@cached(128)
def _shade(size: float, tilt: int, sides: int) -> Surface:
    """The shadow under a die."""
    out = die(1, size, tilt, "scored", sides).copy()
    out.fill((0, 0, 0, 150), special_flags=pygame.BLEND_RGBA_MULT)
    return out
