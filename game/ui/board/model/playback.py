"""A film of events: all ships move together along their real paths, then guns fire.

A `Playback` is made from events alone and is a function of time: `at(seconds)` gives everything drawn. It decides
nothing and ends exactly where the rules left the ships. A `Player` adds a clock that can be paused, sped up and set.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from game.board.boards import OPEN, Board
from game.board.line_of_sight import place
from game.core.events import Event, EventKind
from game.ui.board.model.effects import BrokenParts, ShownEffects, dies
from game.ui.board.model.scene import DrawnPose

Id = str
Point = tuple[float, float]

DRIFT = 0.5  # seconds during which asteroids and clouds move, before the ships
MOVE = 1.2  # seconds during which all ships move
TURN = 0.14  # the share of a leg in which a ship turns onto it
GROW, NEXT = 0.12, 0.15  # seconds during which a line of fire grows, and until the next gun
LINGER = 0.35  # seconds for which lines and marks stay at the end
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
MARKED: tuple[EventKind, ...] = ("contact", "hazard", "note", "lost")


@dataclass(frozen=True, slots=True)
class Mark:
    """An event on the way: its place, and the seconds since it happened."""

    event: Event
    at: Point
    age: float


@dataclass(frozen=True, slots=True)
class BeamShot:
    """A shot being fired, and the share of its line that has grown, 0 to 1."""

    event: Event
    start: Point
    end: Point
    grown: float


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """One moment of the film: ships and bodies that are not where the state has them, marks, shots."""

    time: float
    places: Mapping[Id, DrawnPose]
    bodies: Mapping[str, Point]
    marks: tuple[Mark, ...]
    beams: tuple[BeamShot, ...]
    alive: frozenset[Id]  # ships that will be lost but are not yet
    # every move of the film; the same mapping at every moment
    flights: Mapping[Id, MovingShip] = field(default_factory=dict)
    share: float = 0.0  # share of the movement that is done, 0 to 1
    dead: frozenset[Id] = frozenset()  # ships whose loss has been shown, though the table still has them
    broken: tuple[BrokenParts, ...] = ()  # systems whose failure has been shown, though the table still has them
    effects: ShownEffects | None = None  # None if effects are switched off


@dataclass(frozen=True, slots=True)
class MovingShip:
    """One move: its path, the headings of its legs in degrees after its first heading, and the point at which it is cut
    short."""

    path: tuple[Point, ...]
    headings: tuple[float, ...]
    until: float  # the share of the move at which it ends
    end: Point

    def at(self, share: float) -> DrawnPose:
        """Return its pose at a share, 0 to 1, of the move. Its speed is constant on each leg, and it turns at the leg's
        beginning."""
        legs = max(1, len(self.path) - 1)
        gone = min(share, self.until)
        leg = min(int(gone * legs), legs - 1)
        before, after = self.headings[leg], self.headings[leg + 1]
        turned = min(1.0, (gone * legs - leg) / TURN) if gone > 0 else 0.0
        spot = self.end if share >= self.until else place(self.path, gone)
        return DrawnPose(spot, (before + _short(before, after) * _smoothstep(turned)) % 360.0)

    def flown(self, share: float) -> tuple[Point, ...]:
        """Return the path behind it at a share, 0 to 1, of the move: its start, its bends, its present place."""
        passed = int(min(share, self.until) * max(1, len(self.path) - 1))
        return (*self.path[: passed + 1], self.at(share).at)


def _short(a: float, b: float) -> float:
    """Return the shorter turn from heading a to heading b, clockwise for a half circle."""
    turn = (b - a) % 360.0
    return turn if turn <= 180.0 else turn - 360.0


def _smoothstep(share: float) -> float:
    return share * share * (3 - 2 * share)


def share_at(path: Sequence[Point], point: Point) -> float | None:
    """Return the share of a move after which it passes a point, or None if it does not."""
    legs = len(path) - 1
    for leg, (a, b) in enumerate(pairwise(path)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
        along = min(1.0, max(0.0, along))
        if math.dist(point, (a[0] + along * dx, a[1] + along * dy)) < 0.01:
            return (leg + along) / legs
    return None


class Playback:
    """The events of one order or phase as a short film. `before` gives the facings (courses) with which ships began.
    `bodies` are the keys of terrain, which moves first. `board` knows the directions of courses."""

    def __init__(
        self,
        events: Iterable[Event],
        before: Mapping[Id, int] | None = None,
        bodies: Container[str] = (),
        board: Board = OPEN,
    ) -> None:
        lines = tuple(events)
        flown = [event for event in lines if event.kind == "move" and len(event.path) > 1]
        self.events = lines
        self._rocks = {event.who: _flight(event, lines, {}, board) for event in flown if event.who in bodies}
        self._ships = {
            event.who: _flight(event, lines, before or {}, board) for event in flown if event.who not in bodies
        }
        self.sets_off = DRIFT if self._rocks else 0.0
        self.arrives = self.sets_off + (MOVE if self._ships else 0.0)
        marked = [event for event in lines if event.kind in MARKED and event.at and self._on_the_way(event)]
        self._marks = [(self._when(event), event) for event in marked]
        self._shots: list[tuple[float, Event]] = []
        self._lost: dict[Id, float] = {}
        self._dying = frozenset(event.whom for event in lines if dies(event))
        self.duration = self._schedule(lines)
        self.halts = self._halts_of(lines)  # seconds at which the film waits for dice, with the rolls and losses there

    def _on_the_way(self, event: Event) -> bool:
        return bool(self._ships) and (event.time > 0 or event.kind == "contact")

    def _when(self, event: Event) -> float:
        """Return the time in seconds of an event on the way."""
        if event.kind == "lost" and event.at and event.whom in self._ships:
            return self.sets_off + MOVE * self._ships[event.whom].until
        if not event.time and event.at and event.who in self._ships:
            share = share_at(self._ships[event.who].path, event.at)
            return self.sets_off + MOVE * (share or 0.0)
        return self.sets_off + MOVE * event.time

    def _halts_of(self, lines: tuple[Event, ...]) -> list[tuple[float, tuple[Event, ...]]]:
        """Return the rolls and losses on the way, by second. Events without a time come at the end."""
        found = dict[float, list[Event]]()
        now = self.arrives
        for event in lines if self._ships or self._rocks else ():
            if event.dice:
                on_way = event.time > 0 or (event.at is not None and event.who in self._ships)
                now = round(min(self._when(event), self.arrives), 3) if on_way else self.arrives
            if event.dice or event.harm or event.broken or event.kind == "lost":
                found.setdefault(now, []).append(event)
        return [(when, tuple(events)) for when, events in sorted(found.items())]

    def _schedule(self, lines: tuple[Event, ...]) -> float:
        """Set the time of every shot and loss; return the length of the film."""
        clock, end = self.arrives, self.arrives
        for event in lines:
            if event.kind == "fire" and len(event.line) > 1:
                self._shots.append((clock, event))
                end = clock + GROW
                clock += NEXT
            elif event.kind == "lost" and event.whom:
                flight = self._ships.get(event.whom)
                on_way = flight is not None and flight.until < 1.0
                self._lost[event.whom] = self.sets_off + MOVE * flight.until if flight and on_way else end
        return end + (LINGER if self._shots or self._marks else 0.0)

    def at(self, seconds: float) -> AnimationFrame:
        """Return everything at a time from 0 to `duration`; later, the end."""
        now = min(max(0.0, seconds), self.duration)
        share = _share(now - self.sets_off, MOVE)
        marks = tuple(
            Mark(event, event.at, now - when) for when, event in self._marks if event.at and when <= now + 1e-9
        )
        beams = tuple(_beam(event, now - start) for start, event in self._shots if start <= now)
        return AnimationFrame(
            now,
            {key: flight.at(share) for key, flight in self._ships.items()},
            {key: flight.at(_share(now, DRIFT)).at for key, flight in self._rocks.items()},
            marks,
            beams,
            frozenset(key for key, when in self._lost.items() if now < when or now == when < self.duration),
            self._ships,
            share,
            frozenset(key for key, when in self._lost.items() if self._ships and key in self._dying and when < now),
        )

    @property
    def ships(self) -> Mapping[Id, MovingShip]:
        return self._ships

    @property
    def bodies(self) -> Mapping[Id, MovingShip]:
        """The moves of terrain, by body. They begin at once and take `DRIFT` seconds."""
        return self._rocks

    @property
    def shots(self) -> tuple[tuple[float, Event], ...]:
        """Every shot, with the second at which it is fired."""
        return tuple(self._shots)

    @property
    def marks(self) -> tuple[tuple[float, Event], ...]:
        """The events on the way, with their seconds."""
        return tuple(self._marks)

    @property
    def stations(self) -> tuple[float, ...]:
        """Shares of the whole at which something happens, for notches on a scrub bar."""
        if not self.duration:
            return ()
        moments = {when for when, _ in self._marks} | {when for when, _ in self._shots}
        return tuple(sorted(round(when / self.duration, 4) for when in moments))


def _share(passed: float, whole: float) -> float:
    return min(1.0, max(0.0, passed / whole))


def _flight(event: Event, lines: tuple[Event, ...], before: Mapping[Id, int], board: Board) -> MovingShip:
    """Return a move, cut short if the ship was lost on the way."""
    legs = len(event.path) - 1
    turned = [board.direction(facing) for facing in event.facings] or [0.0]
    headings = [turned[min(leg, len(turned) - 1)] for leg in range(legs)]
    start = board.direction(before[event.who]) if event.who in before else headings[0]
    until, end = 1.0, event.path[-1]
    for other in lines:
        cut = other.kind == "contact" and other.who == event.who and len(other.path) > 1
        left = other.kind == "lost" and other.whom == event.who and other.time > 0 and other.at is not None
        if cut:
            until, end = other.time, other.path[-1]
        elif left and other.at is not None:
            shared = share_at(event.path, other.at)
            until, end = (shared, other.at) if shared is not None else (until, other.at)
    return MovingShip(event.path, (start, *headings), max(until, 1e-6), end)


def _beam(event: Event, age: float) -> BeamShot:
    return BeamShot(event, event.line[0], event.line[-1], _share(age, GROW))


class PlayClock:
    """The time of a film, from 0 to `duration` seconds: it can be paused, sped up, skipped and set."""

    def __init__(self, duration: float, speed: float = 1.0) -> None:
        self.duration, self.speed, self.paused, self.seconds = duration, speed, False, 0.0

    @property
    def done(self) -> bool:
        return self.seconds >= self.duration

    @property
    def share(self) -> float:
        return self.seconds / self.duration if self.duration else 1.0

    def tick(self, seconds: float) -> bool:
        """Let seconds pass. Return whether anything has changed."""
        if self.paused or self.done:
            return False
        self.seconds = min(self.duration, self.seconds + max(0.0, seconds) * self.speed)
        return True

    def skip(self) -> None:
        self.seconds = self.duration

    def seek(self, share: float) -> None:
        """Go to a share of the whole, and pause there."""
        self.seconds, self.paused = self.duration * min(1.0, max(0.0, share)), True

    def pause(self) -> None:
        """Pause or go on; from the end, start again."""
        if self.done:
            self.seconds, self.paused = 0.0, False
        else:
            self.paused = not self.paused

    def faster(self, by: int = 1) -> None:
        """Change to the next higher speed, or with `by` -1 to the next lower one."""
        now = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, now + by))]


class Player(PlayClock):
    """A playback with its clock."""

    def __init__(self, playback: Playback, speed: float = 1.0) -> None:
        super().__init__(playback.duration, speed)
        self.playback = playback

    @property
    def moment(self) -> AnimationFrame:
        """The frame drawn now."""
        return self.playback.at(self.seconds)
