"""Short effects of a throw: strikes, screens that hold, systems that break, ships that die; no part of the rules.

They are made from events alone, begin when the dice are still, and are a function of the seconds since then.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from game.battle.view import View
from game.board.boards import board_of
from game.core.events import Event, total_harm
from game.core.orders import Id
from game.ui.board.model.shards import Shards, throw_shards

Point = tuple[float, float]
BrokenParts = tuple[Id, tuple[str, ...]]  # a ship, and the keys of systems that failed one check
EffectKind = Literal["strike", "splash", "screen", "break", "burst", "sinking"]

LASTS: dict[EffectKind, float] = {  # seconds
    "strike": 0.45, "splash": 0.6, "screen": 0.5, "break": 0.8, "burst": 1.4, "sinking": 1.7,
}  # fmt: skip
NEXT, SPREAD = 0.07, 0.4  # seconds between the effects of two shots, and at most for all of them
THEN = 0.15  # seconds from the shots to what they cause
HEAVY = 6  # points of damage from which a strike looks no larger
BURSTS = frozenset({"destroyed", "exploded"})  # fates of ships
SINKS = frozenset({"sunk", "foundered", "scuttled"})
SHOT_DOWN = 0.35  # the size of the burst of a counter, as a share of a ship's
# sounds of acts as they begin, and of effects
IN_SPACE = {
    "move": "engine", "fire": "beam", "strike": "hit", "screen": "screen", "break": "spark", "burst": "explosion",
}  # fmt: skip
AT_SEA = {
    "move": "bow wave", "fire": "cannon", "strike": "hit", "splash": "splash", "break": "crack", "burst": "explosion",
    "sinking": "sinking",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class PieceEffect:
    """One effect on a piece, or on a place of the table (MU). `start` is in seconds after the first effect of the
    throw. `heading` is from the piece to the origin of the shot, in degrees clockwise from up. `size` is 0 to 1.
    `parts` are the systems that break. `shards` are those of a ship that dies."""

    kind: EffectKind
    piece: Id
    at: Point
    start: float
    seed: int
    sound: str
    heading: float = 0.0
    size: float = 1.0
    parts: tuple[str, ...] = ()
    shards: Shards | None = None

    @property
    def end(self) -> float:
        return self.start + LASTS[self.kind]


@dataclass(frozen=True, slots=True)
class ShownEffects:
    """The effects of a throw, and the seconds since its dice were still."""

    effects: tuple[PieceEffect, ...] = ()
    seconds: float = 0.0

    @property
    def current(self) -> Iterator[tuple[PieceEffect, float]]:
        """Yield each effect that is seen, with its age in seconds."""
        for one in self.effects:
            if one.start <= self.seconds < one.end:
                yield one, self.seconds - one.start


def at_sea(view: View) -> bool:
    """Return whether the table is water."""
    return board_of(view.state.table).look.backdrop == "sea"


def effects_of(events: Iterable[Event], view: View) -> tuple[PieceEffect, ...]:
    """Return the effects of some events, in order: shots, then the systems they break, then losses. `view` is the table
    as it is drawn."""
    lines, made = tuple(events), _Effects(view)
    shots = [one for one in lines if one.kind == "fire" and len(one.line) > 1 and one.whom]
    step = min(NEXT, SPREAD / max(1, len(shots)))
    for number, shot in enumerate(shots):
        made.shot(shot, number * step)
    then, struck = len(shots) * step, {one.whom for one in shots}
    for one in lines:
        made.harm(one, then, (one.whom or one.who) not in struck)
    then += 2 * THEN * any(one.broken for one in lines)
    for one in lines:
        if one.kind == "lost" and one.whom and one.tone == "bad":
            made.loss(one, then)
    return tuple(made.found)


class _Effects:
    """Effects while they are collected."""

    def __init__(self, view: View) -> None:
        self.view, self.sea, self.found = view, at_sea(view), list[PieceEffect]()
        self._screened: dict[Id, bool] = {}  # ships with protection that meets shots

    def shot(self, event: Event, start: float) -> None:
        """Add a strike in the target, or a splash beside it, and the screen that meets the shot."""
        heading = _from(event.line[-1], event.line[0])
        rolled = event.score.rolled if event.score else int(event.tone == "good")
        if event.whom not in self._screened:
            ship = event.whom in self.view.state.ships
            badges = self.view.sheet(event.whom).badges if ship else ()
            self._screened[event.whom] = any(badge.tone == "good" for badge in badges)
        if self._screened[event.whom]:
            self._add("screen", event, start, heading)
        if rolled:
            self._add("strike", event, start, heading, min(1.0, rolled / HEAVY))
        elif self.sea:
            self._add("splash", event, start, heading)

    def harm(self, event: Event, start: float, unseen: bool) -> None:
        """Add boxes lost, if no shot was seen, and systems that break."""
        boxes = sum(total_harm([event]).values())
        if boxes and unseen:
            piece = event.whom or event.who
            self._add("strike", event, start, float(zlib.crc32(piece.encode()) % 360), min(1.0, boxes / HEAVY))
        if event.broken:
            self._add("break", event, start + THEN, size=min(1.0, len(event.broken) / 3), parts=_failed(event))

    def loss(self, event: Event, start: float) -> None:
        """Add the end of a ship that does more than leave, or of a counter."""
        if event.whom not in self.view.state.ships:
            self._add("burst", event, start, size=SHOT_DOWN)
        elif event.fate in BURSTS:
            self._add("burst", event, start, shards=throw_shards(event.whom, event.turn))
        elif event.fate in SINKS:
            self._add("sinking", event, start, shards=throw_shards(event.whom, event.turn, under_sail=True))

    def _add(
        self,
        kind: EffectKind,
        event: Event,
        start: float,
        heading: float = 0.0,
        size: float = 1.0,
        parts: tuple[str, ...] = (),
        shards: Shards | None = None,
    ) -> None:
        key = event.whom or event.who
        piece = self.view.state.piece(key)
        at = piece.at if piece else event.at or (event.line[-1] if event.line else None)
        if at is not None:
            seed = zlib.crc32(f"{event.turn}/{key}/{len(self.found)}".encode())
            sound = (AT_SEA if self.sea else IN_SPACE).get(kind, "")
            self.found.append(PieceEffect(kind, key, at, start, seed, sound, heading, size, parts, shards))


def dies(event: Event) -> bool:
    """Return whether a piece bursts or sinks, as opposed to leaving, or changing hands."""
    return event.kind == "lost" and event.fate in BURSTS | SINKS


def dead_in(events: Iterable[Event], after: View) -> frozenset[Id]:
    """Return the ships that die in some events, and do not act after them."""
    ships = after.state.ships
    gone = (one.whom for one in events if dies(one) and one.whom in ships)
    return frozenset(key for key in gone if not ships[key].in_play)


def broken_in(events: Iterable[Event]) -> tuple[BrokenParts, ...]:
    """Return the ships with systems that break in some events, and those systems."""
    return tuple((one.whom or one.who, _failed(one)) for one in events if one.broken)


def _failed(event: Event) -> tuple[str, ...]:
    return tuple(key for key, die in zip(event.mounts, event.dice) if die.scored)


def _from(target: Point, firer: Point) -> float:
    return math.degrees(math.atan2(firer[0] - target[0], firer[1] - target[1])) % 360.0
