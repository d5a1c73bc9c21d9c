"""A battle: where it began, and every order since, with the faces that were rolled.

State is never edited from outside: orders go in by `play`, and `undo`, `at` and `verify` replay them. What a seat may
know is `view(side)`, and a renderer or computer player is given nothing else.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from game.core.dice import Dice, OutOfStep, Recorded, keyed
from game.core.events import Event
from game.core.orders import Choice, Id, Illegal, Order, Prompt
from game.core.show import Forced, Gauge, Landing, Odds, Overlay, Pose, Risk, Sheet, Shot, Token
from game.core.state import State
from game.core.system import Phase, RuleSystem, check, choices, prompts, read_order, settle, why_not
from game.core.umpire import Umpire
from game.core.values import frozen


@frozen
class Record:
    """One order as it was played: its dice, what came of it, and whether it laid open what had been sealed."""

    order: Order
    faces: tuple[int, ...]
    minutes: tuple[Event, ...]
    revealed: bool = False


class Battle:
    """A start and a journal of orders; the present state follows from them."""

    def __init__(
        self, system: RuleSystem, start: State, seed: int | str = 0, title: str = "", dice: Dice | None = None
    ) -> None:
        self.system, self.seed, self.title = system, seed, title
        self.dice: Dice = dice or keyed(seed)  # other dice than the seed's: some of their faces are set by hand
        self.records: list[Record] = []
        self.version = 0  # grows with every change, so that a screen knows when to draw anew
        self.listeners: list[Callable[[Record | int], None]] = []  # told of each order played, or how many were taken back
        self._start = start.copy()
        self.state = start.copy()
        self.opening, self._asked = self._run(None, self.state, self.dice)
        self._lines = list(self.opening.minutes)
        self._ends: list[int] = [len(self._lines)]  # how many lines there were after each order
        self._marks: list[int] = [0]  # journal lengths at which a snapshot was kept
        self._kept: list[State] = [self.state.copy()]
        self._glass: tuple[State | None, dict[Id, Any]] = (None, {})  # a snapshot, and its ships as views share them

    # -- asking ----------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The row of the table of phases the battle is in."""
        return self.system.phase(self.state)

    def prompts(self) -> tuple[Prompt, ...]:
        """Who may decide now."""
        return self._asked

    def why_not(self, order: Order) -> Illegal | None:
        """The reason an order would be refused, or None."""
        return why_not(self.system, self.state, order, self._asked)

    def read(self, by: Id, text: str) -> Order:
        """The order a text stands for now; raises Unreadable."""
        return read_order(self.system, self.state, by, text)

    @property
    def minutes(self) -> list[Event]:
        """Every line since the start."""
        return list(self._lines)

    def told(self, length: int) -> list[Event]:
        """The lines after the first `length` orders."""
        return self._lines[: self._ends[length]]

    def so_far(self, length: int) -> tuple[list[Event], int]:
        """The same as a list to look at, which only ever grows, and how much of it counts: copied for nobody."""
        return self._lines, self._ends[length]

    def view(self, side: Id | None) -> View:
        """What one seat may know; None sees everything, for a sandbox, a demonstration or a battle that is over."""
        return View(self, self.state, side, len(self.records))

    def glance(self, side: Id) -> View:
        """What a seat may know that is asked for an order, until that order is given: the ships are not copied for it."""
        return View(self, self.state, side, len(self.records), passing=True)

    def unmoved(self, state: State) -> dict[Id, Any] | None:
        """The ships to look at while orders are sealed and nothing else happens: copied once a phase, for all views alike."""
        kept = self._kept[-1]
        if state is not self.state or (kept.turn, kept.phase) != (state.turn, state.phase):
            return None
        if self._glass[0] is not kept:
            self._glass = kept, {key: ship.copy() for key, ship in kept.ships.items()}
        return self._glass[1]

    def view_at(self, length: int, side: Id | None) -> View:
        """The view as it was after the first `length` orders."""
        return View(self, self.at(length), side, length)

    # -- doing -----------------------------------------------------------------------------------------------------------

    def play(self, order: Order, dice: Iterable[int] | None = None) -> Record:
        """Carry out an order and go on to the next decision.

        Raises Illegal, leaving everything as it was. `dice` are faces to use instead of the battle's own; OutOfStep if
        they are too few or too many, and the order is then not played.
        """
        check(self.system, self.state, order, self._asked)
        recorded = Recorded(dice) if dice is not None else None
        before = (self.state.turn, self.state.phase)
        secret = self.phase.secret
        try:
            umpire, asked = self._run(order, self.state, recorded or self.dice)
            if recorded:
                recorded.finish()
        except OutOfStep:
            self.state = self.at(len(self.records))
            raise
        self._asked = asked
        moved = before != (self.state.turn, self.state.phase) or self.state.outcome is not None
        record = Record(order, umpire.faces, tuple(umpire.minutes), secret and moved)
        self.records.append(record)
        self._lines += record.minutes
        self._ends.append(len(self._lines))
        if moved:
            self._marks.append(len(self.records))
            self._kept.append(self.state.copy())
        self._tell(record)
        return record

    def _tell(self, news: Record | int) -> None:
        self.version += 1
        for listener in self.listeners:
            listener(news)

    def _run(self, order: Order | None, state: State, dice: Dice) -> tuple[Umpire, tuple[Prompt, ...]]:
        umpire = Umpire(dice, state.turn, self.system.phase(state).number)
        if order is not None:
            order.carry_out(state, umpire)
        return umpire, settle(self.system, state, umpire)

    def undo_fault(self, side: Id | None = None) -> Illegal | None:
        """Why the last order cannot be taken back by a side, or None. Dice and shown orders stand."""
        if not self.records:
            return Illegal("nothing has been ordered yet", "table/undo")
        last = self.records[-1]
        if side is not None and self.state.owner(last.order.by) != side:
            return Illegal("the last order was the other side's", "table/undo")
        if last.faces:
            return Illegal("dice have been rolled", "table/undo")
        return Illegal("orders have been shown", "table/undo") if last.revealed else None

    def undo(self, side: Id | None = None) -> Order:
        """Take the last order back; raises Illegal once dice were rolled or orders shown."""
        if reason := self.undo_fault(side):
            raise reason
        return self.back_to(len(self.records) - 1)

    def back_to(self, length: int) -> Order:
        """Drop every order after the first `length`, dice or not; returns the first one dropped."""
        self.state = self.at(length)
        self._asked = prompts(self.system, self.state)
        dropped = self.records[length:]
        self._lines = self._lines[: self._ends[length]]  # a new list: views that were given the old one keep it
        del self.records[length:], self._ends[length + 1 :]
        keep = bisect.bisect_right(self._marks, length)
        del self._marks[keep:], self._kept[keep:]
        self._tell(len(dropped))
        return dropped[0].order

    # -- time ------------------------------------------------------------------------------------------------------------

    def at(self, length: int) -> State:
        """The state after the first `length` orders, from the nearest snapshot on."""
        index = bisect.bisect_right(self._marks, length) - 1
        state = self._kept[index].copy()
        for record in self.records[self._marks[index] : length]:
            self._run(record.order, state, Recorded(record.faces))
        return state

    def verify(self) -> list[str]:
        """Play the battle again from its recorded faces and again from its seed; say where either goes astray."""
        found = []
        for name, give in (("recorded faces", "give"), ("seed", "gives")):
            again = Battle(self.system, self._start, self.seed)
            for number, record in enumerate(self.records, 1):
                try:
                    played = again.play(record.order, record.faces if name == "recorded faces" else None)
                except (Illegal, OutOfStep) as wrong:
                    found.append(f"order {number}, “{record.order.by}: {record.order}”, from the {name}: {wrong}")
                    break
                if played.faces != record.faces:
                    found.append(f"order {number}, “{record.order.by}: {record.order}”: the {name} {give} other dice")
                    break
            else:
                if fingerprint(again.state) != fingerprint(self.state):
                    found.append(f"from the {name} the battle ends otherwise")
        return found


class View:
    """What a screen or a computer player may know of a battle, and everything it may ask."""

    def __init__(self, battle: Battle, state: State, side: Id | None, length: int, passing: bool = False) -> None:
        self.system, self.side, self.length, self.title = battle.system, side, length, battle.title
        secret = battle.system.phase(state).secret and not state.outcome
        shared = state.ships if passing else battle.unmoved(state) if secret else None
        self.state = state.seen_by(side if secret else None, shared)
        if side is not None and battle.system.phase(state).covered and not state.outcome:
            self.state.sealed = {}
        if side is not None and not state.outcome:
            self.state.noted = {key: note for key, note in state.noted.items() if state.owner(key) == side}
        self._lines, self._end = battle.so_far(length)
        if state is battle.state and not secret:
            self._asked = battle.prompts()  # nothing is hidden: what the battle knows already need not be asked again
        elif passing:
            self._asked = tuple(prompt for prompt in battle.prompts() if prompt.side == side)  # nor do a side's own prompts

    @property
    def phase(self) -> Phase:
        """The row of the table of phases."""
        return self.system.phase(self.state)

    @property
    def phases(self) -> tuple[tuple[Phase, bool], ...]:
        """Every row, and whether this battle has it."""
        return tuple((row, row.present(self.state)) for row in self.system.phases)

    @cached_property
    def minutes(self) -> tuple[Event, ...]:
        """Every line this side may read."""
        told = self._lines[: self._end]
        return tuple(line for line in told if self.side is None or line.side in ("", self.side))

    @cached_property
    def _asked(self) -> tuple[Prompt, ...]:
        return prompts(self.system, self.state)

    def prompts(self) -> tuple[Prompt, ...]:
        """Who may decide now."""
        return self._asked

    def then(self) -> Id:
        """The side that is asked once the ship or counter that is asked now has acted, by the row of the phase; empty if none."""
        if not self._asked or not self._asked[0].waiting:
            return ""
        later, key = self.state.copy(self.state.ships), self._asked[0].waiting[0]
        later.done.add(key)
        later.floor = later.owner(key)
        asked = self.phase.who(later)
        return asked[0].side if asked else ""

    def mine(self) -> Prompt | None:
        """What this side is asked, if anything."""
        return next((prompt for prompt in self.prompts() if self.side in (None, prompt.side)), None)

    def why_not(self, order: Order) -> Illegal | None:
        """The reason an order would be refused, or None."""
        return why_not(self.system, self.state, order, self._asked)

    def read(self, by: Id, text: str) -> Order:
        """The order a text stands for; raises Unreadable."""
        return read_order(self.system, self.state, by, text)

    def draft(self, key: Id) -> Order:
        """A fresh order of the kind this phase wants from a ship, or what she has sealed already."""
        kind = self.system.kind(self.state, self.phase, key)
        return sealed if isinstance(sealed := self.state.sealed.get(key), kind) else kind(key)

    def words(self) -> tuple[tuple[str, Order], ...]:
        """What this side may say in one word besides, such as that it withdraws: the words for the button, and the order."""
        said = [(getattr(kind, "title", ""), kind(self.side or "")) for kind in self.phase.accepts]
        return tuple((title, order) for title, order in said if title and self.why_not(order) is None)

    def choices(self, draft: Order, name: str) -> list[Choice]:
        """Every value of one field of an order, with the reason where it is forbidden."""
        return choices(self.system, self.state, draft, name, self._asked)

    def sheet(self, key: Id, draft: Order | None = None) -> Sheet:
        """The sheet of a ship."""
        assert self.system.sheet is not None
        return self.system.sheet(self.state, key, draft)

    def landings(self, draft: Order) -> tuple[Landing, ...]:
        """Every legal end of the draft's ship."""
        return self.system.landings(self.state, draft)

    def ways(self, draft: Order) -> tuple[Landing, ...]:
        """Every way the draft's ship can go, step by step; none where there is but one to each end."""
        return self.system.ways(self.state, draft)

    def pose(self, order: Order) -> Pose:
        """Where an order would put its ship."""
        assert self.system.pose is not None
        return self.system.pose(self.state, order)

    def gauge(self, order: Order) -> Gauge:
        """The meter of an order."""
        assert self.system.gauge is not None
        return self.system.gauge(self.state, order)

    def shots(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> tuple[Shot, ...]:
        """Every gun of one ship against another, or the blow of a counter, from where they are or would be."""
        if target not in self.state.ships or self.state.piece(firer) is None:
            return ()  # guns are aimed at ships
        return self.system.shots(self.state, firer, target, poses or {})

    @cached_property
    def tokens(self) -> tuple[Token | Forced, ...]:
        """What lies on the board besides ships and terrain, and ships that nobody steers."""
        return self.system.tokens(self.state)

    def risks(self, order: Order) -> tuple[Risk, ...]:
        """Exact chances of what an order may lead to."""
        return self.system.risks(self.state, order)

    def odds(self, order: Order, poses: dict[Id, Pose] | None = None) -> tuple[Odds, ...]:
        """Exact chances of a ship's fire or of a counter's blow, one entry a target."""
        return self.system.odds(self.state, order, poses or {})

    def volley(self, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Order | None:
        """All that bears from one ship, or from a counter, on another ship, as an order, or None."""
        return self.system.volley(self.state, firer, target, poses or {})

    def overlays(self, key: Id, pose: Pose | None = None) -> tuple[Overlay, ...]:
        """Arcs, bands, rings and zones of a ship, from where she is or would be."""
        if key in self.state.counters:
            return ()  # a counter has no arcs
        return self.system.overlays(self.state, key, pose)


def fingerprint(thing: Any) -> Any:
    """A state as plain comparable values: sets sorted, designs by key; equal states give equal fingerprints."""
    if is_dataclass(thing) and not isinstance(thing, type):
        if type(thing).__name__ == "Design":
            return thing.key  # type: ignore[attr-defined]
        return {one.name: fingerprint(getattr(thing, one.name)) for one in fields(thing)}
    if isinstance(thing, dict):
        return {str(key): fingerprint(value) for key, value in thing.items()}
    if isinstance(thing, (set, frozenset)):
        return sorted(thing)
    if isinstance(thing, (list, tuple)):
        return [fingerprint(one) for one in thing]
    return thing
