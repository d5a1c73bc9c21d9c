"""A battle as steps, for replays and films: one per phase of each order in which something happened. Counters that move
one after another share a step.

Each seat has its own reel, made of the log lines it may read and its views at the time. Sealed orders of others are not
in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from game.battle.battle import Battle, Happening
from game.battle.seats import eyes
from game.battle.view import View
from game.core.events import Event, harm_words, points
from game.core.orders import Id
from game.demonstrations.frames import Frame, flown, spoken, telling
from game.demonstrations.steps import DemonstrationStep, Excerpt, StepCursor
from game.formats.battle_schema import CameraView, Say

ENDINGS = ("lost", "outcome")  # kinds of event that are shown even without a move or a die roll


class Reel(StepCursor):
    """The steps of a battle as seen by a seat; None sees everything, for a battle that is over. The first step is the
    table at the start."""

    def __init__(self, battle: Battle, side: Id | None) -> None:
        super().__init__()
        self.battle = battle
        self._title, self._side = battle.title or battle.system.title, side
        happenings = battle.happenings(side)
        first = next(happenings)
        self.steps = [_step(0, first.view, (), first.view, first, self.title), *self._visible_steps(first, happenings)]

    def _visible_steps(self, first: Happening, happenings: Iterator[Happening]) -> Iterator[DemonstrationStep]:
        """Yield a step for each phase of each happening with something to show. Counters that move one after another in
        a phase share one step."""
        held: _Part | None = None
        number = 1
        for part in _parts(first, happenings):
            if held and (joined := held.joined(part)):
                held = joined
                continue
            if held:
                yield held.step(number)
                number += 1
            held = part
        if held:
            yield held.step(number)

    @property
    def title(self) -> str:
        """The title of the battle, or of its game."""
        return self._title

    @property
    def side(self) -> Id | None:
        """The side whose view is shown; None for everything."""
        return self._side

    @property
    def turns(self) -> dict[int, int]:
        """The first step of each turn, by number."""
        return {turn: next(steps).index for turn, steps in groupby(self.steps[1:], lambda step: step.turn)} or {1: 0}


def turns_of(reel: Reel, first: int, last: int) -> Excerpt | None:
    """Return the steps of some turns, the first with the table at the start; None if there are none."""
    within = [step.index for step in reel.steps[1:] if first <= step.turn <= last]
    if not within:
        return None
    return Excerpt(reel, 0 if within[0] == 1 else within[0], within[-1])


def reel_of(battle: Battle, side: Id | None) -> Reel:
    """Return the reel of a battle for a seat. Once the battle is over it shows everything."""
    return Reel(battle, eyes(battle, side))


@dataclass(frozen=True, slots=True)
class _Part:
    """Part of a turn that becomes a step: the table before and after it, its events, and the order that caused it."""

    before: View
    events: tuple[Event, ...]
    after: View
    happening: Happening

    def step(self, number: int) -> DemonstrationStep:
        """Return it as a step with this number."""
        return _step(number, self.before, self.events, self.after, self.happening)

    @property
    def movers(self) -> frozenset[Id]:
        """The counters that move, if nothing else happens; otherwise none."""
        plain = all(event.kind in ("move", "note") and not event.dice and not event.line for event in self.events)
        moved = frozenset(event.who for event in telling(self.events))
        return moved if plain and moved <= self.after.state.counters.keys() else frozenset()

    def joined(self, other: _Part) -> _Part | None:
        """Return both parts as one if different counters move in them in the same phase, otherwise None."""
        phases = {(event.turn, event.phase) for event in (*self.events, *other.events)}
        if len(phases) > 1 or not self.movers or not other.movers or self.movers & other.movers:
            return None
        return _Part(self.before, self.events + other.events, other.after, other.happening)


def _parts(first: Happening, happenings: Iterator[Happening]) -> Iterator[_Part]:
    """Yield a part for each phase of each happening with something to show."""
    before = first.view
    for happening in (first, *happenings):
        for _, lines in groupby(happening.events, lambda event: (event.turn, event.phase)):
            events = tuple(lines)
            after = happening.view if any(map(flown, events)) or events[-1] is happening.events[-1] else before
            if telling(events) or any(event.kind in ENDINGS for event in events):
                yield _Part(before, events, after, happening)
            before = after
        before = happening.view


def _step(
    number: int, before: View, events: tuple[Event, ...], after: View, happening: Happening, title: str = ""
) -> DemonstrationStep:
    frames = (Frame(happening.order, events, after),) if events else ()
    rule = next((event.rule for event in reversed(events) if event.rule), "")
    say = Say(say=title) if title else _caption(frames, events)
    return DemonstrationStep(number, say, rule, CameraView(), before, frames, 0, happening.length, 0)


def _caption(frames: tuple[Frame, ...], events: tuple[Event, ...]) -> Say:
    """Return the caption: the outcome, or who fired at whom with the damage, or the last notable line."""
    names = frames[-1].view.state.names
    ending = next((event for event in events if event.kind == "outcome"), None)
    fired = [event for event in events if event.kind == "fire" and event.line]
    if ending is None and fired:
        one = fired[-1]
        harm = harm_words(event for event in events if event.kind == "damage" and event.whom == one.whom)
        if not harm and len(fired) > 1 and one.whom in (came := points(fired)):
            harm = f"{came[one.whom] or 'no'} damage"
        words = (
            one.words(names)
            if len(fired) == 1
            else f"{names.get(one.who, one.who)} fires at {names.get(one.whom, one.whom)}"
        )
        return Say(say=f"{words}.", more=harm or one.result_words(names))
    if ending is None and telling(events):
        return spoken(frames, "")
    last = ending or events[-1]
    return Say(say=f"{last.words(names)}.", more=last.result_words(names))
