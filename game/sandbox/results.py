"""The results of a plan's dice: boxes, rows and systems each ship loses in a turn, beside the mean of the fire at it.

The dice are those of the plan, set by hand or left to chance; only differences of sheets are computed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.display import Icon, Sheet, Track
from game.core.orders import Id
from game.sandbox.branch_replay import BranchReplay
from game.sandbox.sandbox import Sandbox

HULL = "hull"  # the field of a ship's entry with its hull boxes
SOUND = ("ok", "spent")  # states of a system that is not lost


@dataclass(frozen=True, slots=True)
class TrackLoss:
    """A track with fewer boxes left, and the rows that ended, from 1; none if it has only one row."""

    label: str
    before: int
    after: int
    rows: tuple[int, ...] = ()
    counts: bool = True  # its boxes count in the mean of fire


@dataclass(frozen=True, slots=True)
class ShipResult:
    """A ship after a turn of a plan: its losses by track, its lost systems, and why it is out of play. `mean` is the
    sum of the exact means of the orders fired at it; None if there were none, or a range is unknown."""

    ship: Id
    tracks: tuple[TrackLoss, ...]
    systems: tuple[str, ...]
    gone: str = ""
    mean: float | None = None

    @property
    def boxes(self) -> int:
        """All lost boxes that count in the mean of fire."""
        return sum(track.before - track.after for track in self.tracks if track.counts)


def results(sandbox: Sandbox, key: str = "", turn: int = 0) -> list[ShipResult]:
    """Return every ship that lost something in a turn of a plan (by default the present ones), or that was fired at."""
    turn = turn or sandbox.turn
    course = sandbox.course(key, turn)
    before, after = course.view(turn, "opens"), course.view(turn, "ends")
    if before is None or after is None:
        return []
    means, found = expected_losses(course, turn), []
    for ship in before.state.ships:
        if not before.state.ships[ship].in_play:
            continue
        one = lost(ship, before.sheet(ship), after.sheet(ship), means.get(ship))
        if one.tracks or one.systems or one.gone or one.mean is not None:
            found.append(one)
    return found


def expected_losses(course: BranchReplay, turn: int) -> dict[Id, float]:
    """Return the mean loss of hull boxes of each target by the orders given in a turn, each in the situation at that
    time."""
    means: dict[Id, float] = {}
    battle = course.battle
    for place in range(course.opens[turn], course.ends[turn]):
        for odds in battle.view_at(place, None).odds(battle.records[place].order):
            means[odds.target] = means.get(odds.target, 0.0) + odds.mean
    return means


def lost(ship: Id, before: Sheet, after: Sheet, mean: float | None) -> ShipResult:
    """Return the difference of two sheets of a ship."""
    now, hull = {one.label: one for one in after.tracks}, hull_fields(before)
    tracks = [
        TrackLoss(one.label, one.left, now[one.label].left, _emptied_rows(one, now[one.label]), one.field in hull)
        for one in before.tracks
        if one.label in now and now[one.label].left < one.left
    ]
    icons = {one.key: one for one in after.icons}
    systems = [one.label for one in before.icons if one.state in SOUND and _failed(one, icons)]
    gone = after.state if after.state != before.state else ""
    return ShipResult(ship, tuple(tracks), tuple(systems), gone, mean)


def hull_fields(sheet: Sheet) -> frozenset[str]:
    """Return the fields of the tracks that count in the mean of fire: the hull, its rows where each has a field, or
    whatever there is."""
    fields = frozenset(one.field for one in sheet.tracks)
    return frozenset((HULL,)) if HULL in fields else fields - {""} or fields


def _failed(one: Icon, after: dict[str, Icon]) -> bool:
    return one.key in after and after[one.key].state not in SOUND


def _emptied_rows(before: Track, after: Track) -> tuple[int, ...]:
    """Return the rows of a track that had a box left, and now have none."""
    return tuple(set(_empty(after)) - set(_empty(before))) if len(before.rows) > 1 else ()


def _empty(track: Track) -> Iterator[int]:
    """Yield the numbers of the rows of a track that have no box left."""
    crossed = sum(track.rows) - track.left
    for number, boxes in enumerate(track.rows, 1):
        crossed -= boxes
        if crossed < 0:
            return
        yield number
