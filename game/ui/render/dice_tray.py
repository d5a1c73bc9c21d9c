"""Dice that tumble in lanes and come to rest on the faces that the umpire rolled; for display only, no part of the
rules.

A lane is one piece's throw at another, with both names, its dice by gun, and the result. pymunk throws the dice of a
lane, a spring draws each to its place, and the throw is computed once, before it is shown. Its random numbers are
cosmetic, and separate from the umpire's. Every lane can be skipped, takes 500 to 900 ms, and always ends exactly on the
given faces.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import pygame
import pymunk
from pygame import Rect, Surface

from game.core.events import Die, Event
from game.ui.render.dice_faces import die
from game.ui.render.shapes import Place, box, stamp
from game.ui.render.text import fit, fit_text, lines, text, width
from game.ui.render.theme import cached, mix, theme

STEP = 1 / 240  # seconds of pymunk's time
SHOWN = 4  # steps of pymunk per stored picture
SHORTEST, LONGEST = 0.5, 0.9  # least and greatest number of seconds that a throw takes
APART, ALL = 0.5, 3.0  # seconds from one lane to the next, and at most from the first to the last
SETTLES = 0.62  # share of a throw after which a die shows its face and is drawn to its place
TRAIL = 3
# design pixels of a die: most, least, and most if a gun has more than eight
LARGE, SMALL, READ = 40, 14, 24
MANY = 8
# design pixels: least height of a lane, height of the names of guns under their dice, a gap
LANE, CAPTION, GAP = 36, 16, 4
WORDS = 3  # most lines of words, and of a result
LEAD, RESULT = 15, 17  # line heights of words, and of a result, in design pixels
AIR = 3  # design pixels more around further lines of words
MORE = 14  # design pixels of the line that counts lanes out of sight
PACES = ("one by one", "by ship", "all")


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice thrown for one reason: a gun, or those rolled again."""

    caption: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class DiceLane:
    """The dice of one piece: its name in the colour of its side, `words`, dice, and the result in its tone. `owner` is
    the key of the thrower, `told` the full text of the log, and `event` the first of its log lines. `late` words reveal
    the result, so they wait for the dice. A lane that is `due` is thrown only once those before it have a result."""

    name: str
    groups: tuple[DiceGroup, ...]
    words: str = ""
    result: str = ""
    tone: str = "plain"
    seat: int = -1
    owner: str = ""
    told: str = ""
    event: Event | None = None
    late: bool = False
    due: bool = False


@dataclass(slots=True)
class Thrown:
    """One die: its resting place (pixels from the tray's corner), and its path to it as (x, y, tilt) per picture."""

    face: int
    kind: str
    sides: int
    rest: Place
    tilt: float
    way: list[tuple[float, float, float]] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)


def groups_of(caption: str, dice: Iterable[Die]) -> tuple[DiceGroup, ...]:
    """Return dice of one gun as groups, the first roll under its name and rerolls under “again”."""
    first: list[Die] = []
    again: list[Die] = []
    for one in dice:
        (again if one.again else first).append(one)
    found = [DiceGroup(caption, tuple(first))] if first else []
    return tuple(found + ([DiceGroup("again", tuple(again))] if again else []))


def kind_of(one: Die) -> str:
    """Return the picture of a die: scored bright, missed grey, rolled again yellow."""
    return "again" if one.again else "scored" if one.scored else "missed"


@dataclass(frozen=True, slots=True)
class LanePlace:
    """A lane in its place: its dice in the order of its groups, and its captions as words, middle, and room."""

    rect: Rect
    dice: tuple[Place, ...]
    captions: tuple[tuple[str, Place, float], ...]


@dataclass(frozen=True, slots=True)
class TrayLayout:
    """Die size (design pixels), the lanes, width of names and results, and total height (real pixels)."""

    die: float = LARGE
    lanes: tuple[LanePlace, ...] = ()
    named: int = 0
    told: int = 0
    high: int = 0


def layout(size: tuple[int, int], lanes: Sequence[DiceLane]) -> TrayLayout:
    """Return the layout with dice as large as the tray allows. If even small ones are too high, it scrolls."""
    placed = TrayLayout()
    many = any(len(group.dice) > MANY for lane in lanes for group in lane.groups)
    for large in range(READ if many else LARGE, SMALL - 1, -2):
        placed = _place_lanes(size[0], lanes, large)
        if placed.high <= size[1]:
            free = (size[1] - placed.high) // 2
            return _lowered(placed, free) if lanes else placed
    return placed


def height_of(wide: int, lanes: Sequence[DiceLane], large: float = 20) -> int:
    """Return the height of lanes with readable dice in a tray of a width, in real pixels."""
    return _place_lanes(wide, lanes, large).high


def stops(placed: TrayLayout, room: int) -> tuple[int, ...]:
    """Return the scroll offsets, in pixels, of each lane, and of each row of dice in a lane higher than the room."""
    found = list[int]()
    half = theme.px(placed.die * 1.3) / 2
    for one in placed.lanes:
        rows = sorted({round(y - half) for _, y in one.dice}) if one.rect.h > room else []
        found += [one.rect.y, *rows[1:]]
    if placed.high <= room or not found:
        return (0,)
    last = next((n for n, y in enumerate(found) if placed.high - y <= room), len(found) - 1)
    return tuple(found[: last + 1])


def _place_lanes(wide: int, lanes: Sequence[DiceLane], large: float) -> TrayLayout:
    px = theme.px
    names = (max(width(one.name, 15, "s"), width(one.words, 13)) for one in lanes)
    told = min(px(6) + round(max((width(one.result, 15, "s") for one in lanes), default=0)), wide * 28 // 100)
    free = wide - told - px(44) - max((_breadth(one.groups, large) for one in lanes), default=0)
    named = min(px(8) + round(max(names, default=0)), max(wide * 36 // 100, min(free, wide * 60 // 100)))
    left, right = px(12) + named + px(10), wide - px(12) - told - px(10)
    y, places = 0, list[LanePlace]()
    for one in lanes:
        dice, captions, high = _flow(one.groups, left, max(px(large * 1.5), right - left), large)
        rows = len(_rows(one.words, named, 13, "r")), len(_rows(one.result, told, 15, "s"))
        high = max(high, px(LANE), px(LANE + (LEAD + AIR) * (rows[0] - 1)), px(RESULT * rows[1]))
        middle = (high - _height(dice, captions, large)) / 2
        places.append(
            LanePlace(
                Rect(0, y, wide, high),
                tuple((x, y + middle + dy) for x, dy in dice),
                tuple((words, (x, y + middle + dy), room) for words, (x, dy), room in captions),
            )
        )
        y += high + px(GAP)
    return TrayLayout(large, tuple(places), named, told, max(0, y - px(GAP)))


def _rows(words: str, wide: float, size: float, weight: str) -> list[str]:
    """Return words in as many lines as a lane has for them."""
    rows = lines(words, wide, size, weight)
    return rows if len(rows) <= WORDS else [*rows[: WORDS - 1], fit(" ".join(rows[WORDS - 1 :]), wide, size, weight)]


def _breadth(groups: Sequence[DiceGroup], large: float) -> int:
    """Return the width of dice side by side in one row, in real pixels."""
    px = theme.px
    return sum(max(len(one.dice) * px(large * 1.3), round(width(one.caption, 13, "s"))) + px(12) for one in groups)


def _height(dice: Sequence[Place], captions: Sequence[tuple[str, Place, float]], large: float) -> float:
    low = max((y for _, y in dice), default=0.0) + theme.px(large * 0.7)
    return max([low, *(at[1] + theme.px(CAPTION / 2) for _, at, _ in captions)])


def _flow(
    groups: Sequence[DiceGroup], left: int, room: int, large: float
) -> tuple[list[Place], list[tuple[str, Place, float]], int]:
    """Return places of dice and captions of a lane, and its height. Groups are side by side in rows, a long one over
    several."""
    px = theme.px
    pitch, captioned = px(large * 1.3), any(group.caption for group in groups)
    deep = pitch + (px(CAPTION) if captioned else 0)
    dice, captions, x, top = list[Place](), list[tuple[str, Place, float]](), 0.0, 0
    across = max(1, room // pitch)
    for group in groups:
        count = len(group.dice)
        wide = max(
            min(count, across) * pitch, min(round(width(group.caption, 13, "s")) + px(8) if group.caption else 0, room)
        )
        if x and x + wide > room:
            x, top = 0.0, top + deep
        rows = -(-count // across)
        start = left + x + (wide - min(count, across) * pitch) / 2 + pitch / 2
        dice += [(start + n % across * pitch, top + n // across * pitch + pitch / 2) for n in range(count)]
        top += (rows - 1) * pitch
        if group.caption:
            captions.append((group.caption, (left + x + wide / 2, top + pitch + px(CAPTION) / 2 - px(2)), wide))
        x += wide + px(12)
    return dice, captions, top + deep + px(4)


def _lowered(placed: TrayLayout, by: int) -> TrayLayout:
    lanes = tuple(
        LanePlace(
            one.rect.move(0, by),
            tuple((x, y + by) for x, y in one.dice),
            tuple((words, (x, y + by), room) for words, (x, y), room in one.captions),
        )
        for one in placed.lanes
    )
    return TrayLayout(placed.die, lanes, placed.named, placed.told, placed.high)


class DiceTray:
    """A tray in a rect of real pixels; `throw` begins, `tick` goes on, `skip` ends, `draw` shows its content."""

    def __init__(self, rect: Rect, seed: int | None = None) -> None:
        self.rect = Rect(rect)
        self.seconds, self.length = 0.0, 0.0
        self.lanes: tuple[DiceLane, ...] = ()
        self.thrown: list[list[Thrown]] = []  # the dice of each lane
        self.starts: list[float] = []  # the second in which each lane is thrown
        self.pace = PACES[0]
        # the room for the tray, from the lower edge up; empty if its rect is given
        self.room = Rect(0, 0, 0, 0)
        self.top = 0  # the index in `_stops` to which it is scrolled
        self.pointed = -1  # the lane under the pointer
        self._one = 0.0  # seconds that the dice of a lane tumble
        self._placed = TrayLayout()
        self._stops: tuple[int, ...] = (0,)
        self._dice = random.Random(seed)

    @property
    def busy(self) -> bool:
        """Return whether dice are still tumbling."""
        return self.seconds < self.length

    @property
    def dice(self) -> list[Thrown]:
        """All dice, lane by lane."""
        return [one for lane in self.thrown for one in lane]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the dice, in the order they were given."""
        return tuple(one.face for one in self.dice)

    @property
    def lying(self) -> int:
        """The number of lanes at rest."""
        return sum(self.seconds >= start + self._one for start in self.starts) if self.busy else len(self.lanes)

    def clear(self) -> None:
        self.lanes, self.thrown, self.starts, self._placed, self.length = (), [], [], TrayLayout(), 0.0
        self.top, self._stops, self.pointed = 0, (0,), -1

    def throw(self, lanes: Sequence[DiceLane], still: bool = False) -> None:
        """Throw dice lane after lane. With `still`, they are at rest at once."""
        self.clear()
        self.lanes = tuple(lanes)
        self._grow()
        self._placed = layout(self.rect.size, lanes)
        self._stops = stops(self._placed, self._window.h)
        self.thrown = [list(self._resting(lane, place)) for lane, place in zip(self.lanes, self._placed.lanes)]
        self.seconds = 0.0
        if not still and self.dice:
            self._one = self._dice.uniform(SHORTEST + 0.15, LONGEST)
            self.starts = list(self._begins())
            self.length = self.starts[-1] + self._one
            for lane, place in zip(self.thrown, self._placed.lanes):
                self._tumble(lane, place.rect)

    def _resting(self, lane: DiceLane, place: LanePlace) -> Iterator[Thrown]:
        jitter = self._placed.die * 0.06 * theme.scale
        for one, (x, y) in zip((one for group in lane.groups for one in group.dice), place.dice):
            rest = x + self._dice.uniform(-jitter, jitter), y + self._dice.uniform(-jitter, jitter)
            yield Thrown(one.face, kind_of(one), one.sides, rest, self._dice.uniform(-14, 14))

    def _begins(self) -> Iterator[float]:
        """Yield the second in which each lane is thrown, by the pace."""
        pauses = [n > 0 and self._pauses(self.lanes[n - 1], lane) for n, lane in enumerate(self.lanes)]
        apart, at = min(APART, ALL / max(1, sum(pauses))), 0.0
        for lane, pause in zip(self.lanes, pauses):
            # time to see the previous face first
            at += (max(apart, self._one * SETTLES) if lane.due else apart) * pause
            yield at

    def _pauses(self, before: DiceLane, lane: DiceLane) -> bool:
        return self.pace == PACES[0] or (self.pace == PACES[1] and before.owner != lane.owner)

    def tick(self, seconds: float) -> bool:
        """Advance by `seconds`. Return whether anything moved."""
        if not self.busy:
            return False
        self.seconds = min(self.length, self.seconds + max(0.0, seconds))
        self._follow()
        return True

    def skip(self) -> None:
        """Bring all dice to rest at once."""
        self.seconds = self.length
        self._follow()

    def skip_lane(self, same_owner: bool = False) -> None:
        """Bring tumbling dice to rest and go on with the next lane. With `same_owner`, go on past all lanes of that
        owner."""
        now = max((n for n, start in enumerate(self.starts) if start <= self.seconds), default=0)
        owner = self.lanes[now].owner if self.lanes else ""
        later = (
            start
            for start, lane in zip(self.starts[now + 1 :], self.lanes[now + 1 :])
            if start > self.seconds and not (same_owner and lane.owner == owner)
        )
        self.seconds = next(later, self.length)
        self._follow()

    def resize(self, rect: Rect) -> None:
        """Set another place or size. The dice are then at rest."""
        if Rect(rect) != self.rect:
            self.rect = Rect(rect)
            if self.lanes:
                ended = 0 < self.top == len(self._stops) - 1
                first = next(n for n, place in enumerate(self._placed.lanes) if place.rect.bottom > self.offset)
                self.throw(self.lanes, still=True)
                y = self._placed.lanes[-1 if ended else first].rect.y
                self.top = max(n for n, stop in enumerate(self._stops) if stop <= y)

    def allow(self, room: Rect) -> None:
        """Use the lower edge of a room, as high as the lanes need."""
        if room != self.room:
            self.room = Rect(room)
            self._grow()
            self.throw(self.lanes, still=True)

    def _grow(self) -> None:
        if self.room.h:
            high = min(max(height_of(self.room.w, self.lanes), theme.px(LANE)), self.room.h)
            self.rect = Rect(self.room.x, self.room.bottom - high, self.room.w, high)

    @property
    def offset(self) -> int:
        """The scroll offset in real pixels."""
        return self._stops[self.top]

    @property
    def _window(self) -> Rect:
        """The visible rect of lanes: all of the tray, or the part above the line that counts lanes out of sight."""
        more = theme.px(MORE) if self._placed.high > self.rect.h >= theme.px(LANE + MORE) else 0
        return Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h - more)

    def scroll(self, by: int) -> bool:
        """Scroll by a number of lanes, or of rows of dice in a lane higher than the tray. Return whether it moved."""
        was = self.top
        self.top = min(max(0, self.top - by), len(self._stops) - 1)
        return self.top != was

    def visible_rect(self, n: int) -> Rect:
        """Return the rect of a lane in the window. It is empty if the lane is not fully visible, but cut if it is
        higher than the tray."""
        rect, window = self._placed.lanes[n].rect.move(self.rect.x, self.rect.y - self.offset), self._window
        cut = rect.h > window.h and rect.y <= window.y
        return rect.clip(window) if cut or window.contains(rect) else Rect(rect.topleft, (0, 0))

    def lane_at(self, pos: tuple[int, int]) -> int:
        """Return the lane at a place in the window, or -1."""
        return next((n for n in range(len(self._placed.lanes)) if self.visible_rect(n).collidepoint(pos)), -1)

    def _follow(self) -> None:
        """Scroll to the lane that tumbles."""
        thrown = sum(start <= self.seconds for start in self.starts)
        if thrown:
            self._show(thrown - 1)

    def _show(self, n: int) -> None:
        """Scroll so that a lane is the last visible one, or the first if it is higher than the tray."""
        rect = self._placed.lanes[n].rect
        low = min(rect.y, rect.bottom - self._window.h)
        self.top = next((i for i, stop in enumerate(self._stops) if stop >= low), len(self._stops) - 1)

    # -- the throw -----------------------------------------------------------------------------------------------------

    def _tumble(self, lane: Sequence[Thrown], rect: Rect) -> None:
        """Make pymunk throw the dice of a lane from the right-hand side; springs draw them to their places."""
        space = pymunk.Space()
        space.damping = 0.22
        self._walls(space, rect)
        bodies = [self._die_body(space, one, i, rect) for i, one in enumerate(lane)]
        steps = math.ceil(self._one / STEP)
        for step in range(steps + 1):
            if step % SHOWN == 0:
                for one, body in zip(lane, bodies):
                    self._note(one, body, step / steps)
            space.step(STEP)

    def _walls(self, space: pymunk.Space, rect: Rect) -> None:
        size = self._placed.die * theme.scale
        edge, right = size * 0.2, rect.right + size * 4  # dice start outside the lane
        above, below = (rect.topleft, (right, rect.top)), (rect.bottomleft, (right, rect.bottom))
        for a, b in (above, below, (rect.topleft, rect.bottomleft)):
            wall = pymunk.Segment(space.static_body, a, b, edge)
            wall.elasticity = 0.6
            space.add(wall)

    def _die_body(self, space: pymunk.Space, one: Thrown, nth: int, rect: Rect) -> pymunk.Body:
        side = self._placed.die * theme.scale
        body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (side, side)))
        body.position = rect.right + side * (0.8 + 0.5 * (nth % 4)), rect.y + rect.h * self._dice.uniform(0.3, 0.7)
        far = one.rest[0] - body.position.x
        body.velocity = far * self._dice.uniform(3.4, 4.6), self._dice.uniform(-1.6, 1.6) * rect.h
        body.angular_velocity = self._dice.uniform(8, 22) * self._dice.choice((-1, 1))
        shape = pymunk.Poly.create_box(body, (side, side), 2)
        shape.elasticity, shape.friction = 0.55, 0.4
        spring = pymunk.DampedSpring(space.static_body, body, one.rest, (0, 0), 0, 26, 3.2)
        space.add(body, shape, spring)
        return body

    def _note(self, one: Thrown, body: pymunk.Body, share: float) -> None:
        """Record the place of a die. Towards the end, it is drawn to its exact resting place."""
        drawn = min(1.0, max(0.0, (share - SETTLES) / (1 - SETTLES)))
        drawn = drawn * drawn * (3 - 2 * drawn)
        tilt = math.degrees(body.angle)
        even = 90 if one.sides == 6 else 360  # a square die looks the same at every quarter turn
        goal = one.tilt + round((tilt - one.tilt) / even) * even
        x, y = body.position
        one.way.append((x + (one.rest[0] - x) * drawn, y + (one.rest[1] - y) * drawn, tilt + (goal - tilt) * drawn))
        shown = one.faces[-1] if one.faces and len(one.way) % 4 else self._dice.randint(1, one.sides)
        one.faces.append(one.face if share >= SETTLES else shown)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the lanes and their dice; those to come are dim."""
        if self.rect.w < 16 or self.rect.h < 16:
            return
        clip = dst.get_clip()
        dst.set_clip(self.rect.clip(clip))
        if not self.lanes:
            box(dst, self.rect, theme.palette.well, 8, 255, theme.palette.edge)
        dst.set_clip(self._window.clip(clip))
        for n, (lane, place) in enumerate(zip(self.lanes, self._placed.lanes)):
            if rect := self.visible_rect(n):
                self._draw_lane(dst, n, lane, place, rect)
        dst.set_clip(self.rect.clip(clip))
        if self._placed.high > self.rect.h:
            self._draw_bar(dst)
        if self._window.h < self.rect.h:
            self._draw_more(dst)
        dst.set_clip(clip)

    def _draw_lane(self, dst: Surface, n: int, lane: DiceLane, place: LanePlace, rect: Rect) -> None:
        p, px = theme.palette, theme.px
        age = self.seconds - self.starts[n] if self.busy else self._one
        if lane.due and age < 0:
            return
        colour = theme.seat(lane.seat) if lane.seat >= 0 else p.text
        box(dst, rect, p.raised, 6, 255, colour if n == self.pointed else p.edge)
        box(dst, (rect.x, rect.y + px(3), px(3), rect.h - px(6)), colour, 1)
        colour, quiet = (colour, p.muted) if age >= 0 else (mix(colour, p.raised, 0.5), mix(p.muted, p.raised, 0.5))
        rows = _rows(lane.words, self._placed.named, 13, "r") if lane.words else []
        x, y = rect.x + px(12), rect.centery - (px(9 + LEAD * (len(rows) - 1) / 2) if rows else 0)
        fit_text(dst, lane.name, (x, y), self._placed.named, 15, colour, "s", "midleft")
        for nth, row in enumerate(rows if age >= self._one or not lane.late else ()):
            text(dst, row, (x, y + px(18 + LEAD * nth)), 13, quiet, "r", "midleft")
        if age < 0:
            return
        dx, dy = self.rect.x, self.rect.y - self.offset
        high = self._placed.die / 2 * theme.scale
        for words, at, room in place.captions:
            if not rect.top < at[1] + dy < rect.bottom - px(CAPTION / 2):
                continue
            ink = mix(p.yellow, p.muted, 0.5) if words == "again" else p.muted
            text(dst, fit(words, room, 13, "s"), (at[0] + dx, at[1] + dy), 13, ink, "s", "center")
        if age >= self._one:
            ink = {"good": p.green, "bad": p.red}.get(lane.tone, p.white)
            rows = _rows(lane.result, self._placed.told, 15, "s")
            y = rect.centery - px(RESULT * (len(rows) - 1) / 2)
            for nth, row in enumerate(rows):
                text(dst, row, (rect.right - px(12), y + px(RESULT * nth)), 15, ink, "s", "midright")
        for one in self.thrown[n]:
            if rect.top <= one.rest[1] + dy - high and one.rest[1] + dy + high <= rect.bottom:
                self._draw_die(dst, one, age, (dx, dy))

    def _draw_more(self, dst: Surface) -> None:
        """Draw the number of lanes out of sight above and below."""
        whole, y, low = self._placed.lanes, self.offset, self.offset + self._window.h
        counts = sum(one.rect.y < y for one in whole), sum(one.rect.bottom > low for one in whole)
        words = " · ".join(f"{count} more {where}" for count, where in zip(counts, ("above", "below")) if count)
        at = self.rect.centerx, self.rect.bottom - theme.px(MORE / 2)
        fit_text(dst, words, at, self.rect.w, 13, theme.palette.muted, "s", "center")

    def _draw_bar(self, dst: Surface) -> None:
        r, whole = self._window, self._placed.high
        high = max(theme.px(20), r.h * r.h // whole)
        y = r.y + round((r.h - high) * self.offset / max(1, self._stops[-1]))
        box(dst, (r.right - theme.px(4), y, theme.px(3), high), theme.palette.muted, 1)

    def _draw_die(self, dst: Surface, one: Thrown, age: float, corner: Place) -> None:
        """Draw a die with the trail of its last three places while it tumbles."""
        x0, y0 = corner
        if age >= self._one or not one.way:
            self._stamp(dst, one.face, one.kind, one.sides, (x0 + one.rest[0], y0 + one.rest[1]), one.tilt)
            return
        at = min(len(one.way) - 1, int(age / (STEP * SHOWN)))
        x, y, tilt = one.way[at]
        for back in range(TRAIL, 0, -1):
            if at - 2 * back >= 0:
                bx, by, turned = one.way[at - 2 * back]
                if math.dist((bx, by), (x, y)) > 6 * theme.scale:
                    faint = _faint(
                        one.faces[at], self._placed.die, _round_tilt(turned, one.sides), one.sides, 70 - 18 * back
                    )
                    stamp(dst, faint, (x0 + bx, y0 + by))
        settled = at * STEP * SHOWN / self._one >= SETTLES + 0.2
        self._stamp(dst, one.faces[at], one.kind if settled else "scored", one.sides, (x0 + x, y0 + y), tilt)

    def _stamp(self, dst: Surface, face: int, kind: str, sides: int, at: Place, tilt: float) -> None:
        turned = _round_tilt(tilt, sides)
        stamp(dst, _shade(self._placed.die, turned, sides), (at[0] + 2 * theme.scale, at[1] + 3 * theme.scale))
        stamp(dst, die(face, self._placed.die, turned, kind, sides), at)


def _round_tilt(tilt: float, sides: int) -> int:
    """Return a tilt in steps of six degrees, to limit the number of pictures. For a square die it is within a quarter
    turn."""
    return round(tilt / 6) * 6 % (90 if sides == 6 else 360)


@cached(512)
def _faint(face: int, size: float, tilt: int, sides: int, alpha: int) -> Surface:
    out = die(face, size, tilt, "scored", sides).copy()
    out.fill((alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return out


@cached(128)
def _shade(size: float, tilt: int, sides: int) -> Surface:
    """Return the shadow under a die."""
    out = die(1, size, tilt, "scored", sides).copy()
    out.fill((0, 0, 0, 150), special_flags=pygame.BLEND_RGBA_MULT)
    return out
