"""A battle: its start, and every order since, with the dice that were rolled.

Nothing outside changes its state: orders go in by `play`, and `undo`, `at` and `verify` replay them. A renderer or a
computer player is given only `view(side)`, which holds what that side may know.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import fields, is_dataclass
from functools import cache, partial
from operator import itemgetter
from typing import Any

from game.battle.view import NOBODY as NOBODY
from game.battle.view import Glance, masked, without_notes
from game.battle.view import View as View
from game.core.events import Event
from game.core.orders import Id, Illegal, Order, Prompt
from game.core.state import AnyState, Piece
from game.core.system import Phase, RuleSystem, check, prompts, read_order, settle, unwritable, why_not
from game.core.umpire import Dice, LineReached, OutOfStep, Recorded, Umpire, UmpireUntil, seeded_dice
from game.core.values import frozen

APART = 24  # orders between two snapshots: looking back replays at most this many, plus one phase
PLAIN = frozenset({str, int, float, bool, type(None)})  # types of value that a fingerprint keeps unchanged


@frozen
class Record:
    """One order as it was played, with its dice and its result. `sealed`: the order was written in secret. Nothing else
    happened, and only its own side knows of it. `revealed`: it revealed sealed orders."""

    order: Order
    faces: tuple[int, ...]
    log: tuple[Event, ...]
    revealed: bool = False
    sealed: bool = False


@frozen
class Happening:
    """An order that was played, the lines it logged that a side may read, and the view after it. `order` is None for
    the opening. `length` is the number of orders played by then."""

    order: Order | None
    events: tuple[Event, ...]
    view: View
    length: int


class Battle:
    """A start and a journal of orders, from which the present state follows."""

    def __init__(
        self, system: RuleSystem, start: AnyState, seed: int | str = 0, title: str = "", dice: Dice | None = None
    ) -> None:
        self.system, self.seed, self.title = system, seed, title
        self.dice: Dice = dice or seeded_dice(seed)  # not the seed's dice if some faces are set by hand
        self.records: list[Record] = []
        self.version = 0  # grows with every change, so that a screen knows when to redraw
        # called with each order played, or with the number of orders taken back
        self.listeners: list[Callable[[Record | int], None]] = []
        self._start = start.copy()
        self.state = start.copy()
        self.opening, self._asked = self._run(None, self.state, self.dice)
        self._lines = list(self.opening.log)
        self._ends: list[int] = [len(self._lines)]  # the number of lines after each order
        self._open: list[int] = [0]  # journal lengths at which something visible to everybody had happened
        # journal lengths at which phases began: their turns and rows
        self._begun = [(0, self.state.turn, self.state.phase)]
        self._marks: list[int] = [0]  # journal lengths at which a snapshot was kept
        self._kept: list[AnyState] = [self.state.copy()]
        # a snapshot, and its ships as views share them
        self._glass: tuple[AnyState | None, dict[Id, Piece]] = (None, {})
        self._known: dict[Id, AnyState] = {}  # the state that each side knows while it writes; cleared on any change
        self._glance: Glance | None = None  # the last glance returned; cleared on any change

    @property
    def elsewhere(self) -> bool:
        """Return whether the battle first goes on at another machine, so that nobody can decide at this one."""
        return False

    # -- asking --------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The present row of the table of phases."""
        return self.system.phase(self.state)

    def prompts(self) -> tuple[Prompt, ...]:
        """Return who may decide now."""
        return self._asked

    def why_not(self, order: Order) -> Illegal | None:
        """Return the reason an order would be refused, or None."""
        return why_not(self.system, self._state_to_check(order), order, self._asked)

    def _state_to_check(self, order: Order) -> AnyState:
        """Return the state an order is checked against: for a secret order only what its own side knows, so that no
        refusal reveals other sides' orders."""
        return self._known_to(self.state.owner(order.by)) if self.phase.secret else self.state

    def _known_to(self, side: Id) -> AnyState:
        """Return the state with a side's own sealed orders. It shares the ships, and is cached until anything
        changes."""
        if side not in self._known:
            self._known[side] = self.state.seen_by(side, self.state.ships)
        return self._known[side]

    def read(self, by: Id, text: str) -> Order:
        """Return the order that a text stands for now. Raises Unreadable."""
        return read_order(self.system, self.state, by, text)

    @property
    def log(self) -> list[Event]:
        """Every line since the start."""
        return list(self._lines)

    def log_until(self, length: int) -> list[Event]:
        """Return the lines after the first `length` orders."""
        return self._lines[: self._ends[length]]

    def moments(self, side: Id | None) -> Sequence[int]:
        """Return the journal lengths that a side can tell apart, from the start to the present. Sealing an order adds
        none, so nobody can count sealed orders or see how often they were changed."""
        return range(len(self.records) + 1) if side is None else tuple(self._open)

    @property
    def shown(self) -> int:
        """The number of orders, from the first, that everybody may know: those before the first that is sealed or face
        down."""
        begun = [(length, self.system.phases[max(phase, 0)]) for length, _, phase in reversed(self._begun)]
        row = begun[0][1]
        if self.state.outcome or not (row.secret or row.unshown or row.covered):
            return len(self.records)
        writes = (length for length, one in begun if one.secret and (row.moved or not one.plans))
        return next(writes, begun[0][0] if row.secret else len(self.records))

    def phase_span(self, length: int) -> tuple[int, int | None]:
        """Return the journal lengths at which the phase of the `length`-th order began and ended; None if it goes
        on."""
        at = bisect.bisect_left(self._begun, length, key=itemgetter(0))
        return self._begun[at - 1][0], self._begun[at][0] if at < len(self._begun) else None

    def turn_of(self, length: int) -> int:
        """Return the turn in which the `length`-th order was given."""
        return self._begun[bisect.bisect_left(self._begun, length, key=itemgetter(0)) - 1][1]

    def before_move(self, key: Id, turn: int, until: int) -> int | None:
        """Return the number of orders played before a ship was asked for its move in a turn; None if it was not asked.
        This is the point before its last move order among the first `until` orders, or else before its first one. If
        the ship gave none, it is the start of that secret phase."""
        found, begun = list[int](), list[int]()
        for n, (start, when, phase) in enumerate(self._begun):
            row = self.system.phases[max(phase, 0)]
            if when != turn or not row.asks_for("plot"):
                continue
            end = self._begun[n + 1][0] if n + 1 < len(self._begun) else len(self.records)
            orders = (self.records[length].order for length in range(start, end))
            found += [
                start + at
                for at, order in enumerate(orders)
                if order.by == key and getattr(order, "input_mode", "") == "plot"
            ]
            begun += [start] if row.secret else []
        given = [length for length in found if length < until]
        return given[-1] if given else next(iter((*found, *begun)), None)

    def moment(self, length: int, side: Id | None) -> int:
        """Return the number of moments that a side has seen in the first `length` orders."""
        return length if side is None else bisect.bisect_right(self._open, length) - 1

    def view(self, side: Id | None) -> View:
        """Return the view of one side; None sees everything, for a sandbox, a demonstration or a finished battle."""
        return self._view_of(self.state, side, len(self.records), len(self._lines))

    def glance(self, side: Id) -> Glance:
        """Return the view of a side that is asked for an order, valid until one is given. It shares whatever is not
        secret with the battle."""
        row, seen, asked = self.phase, self.state, self._asked
        if not seen.outcome:
            if row.secret or row.unshown:
                seen = self._known_to(side)
            if row.secret:
                asked = tuple([prompt for prompt in asked if prompt.side == side])
            seen = without_notes(row, seen, side)
        length = len(self.records)
        lines = (self._lines, self._ends[length])
        self._glance = Glance(self.system, self.title, seen, side, self.moment(length, side), lines, asked)
        return self._glance

    def _view_of(self, state: AnyState, side: Id | None, length: int, end: int) -> View:
        """Return the view that a side has of a state of this battle, with the first `end` lines of the log."""
        secret = self.system.phase(state).secret and not state.outcome
        shared = self._shared_ships(state) if secret else None
        # if no orders are secret, the prompts are known already
        asked = self._asked if state is self.state and not secret else None
        seen = masked(self.system, state, side, shared)
        return View(self.system, self.title, seen, side, self.moment(length, side), (self._lines, end), asked)

    def _shared_ships(self, state: AnyState) -> dict[Id, Piece] | None:
        """Return the ships for views while orders are sealed and nothing else happens: one copy a phase, shared by all
        views."""
        kept = self._kept[-1]
        if state is not self.state or self._marks[-1] != self._open[-1]:
            return None
        if self._glass[0] is not kept:
            self._glass = kept, {key: ship.copy() for key, ship in kept.ships.items()}
        return self._glass[1]

    def view_at(self, length: int, side: Id | None) -> View:
        """Return a side's view after the first `length` orders."""
        return self._view_of(self.at(length), side, length, self._ends[length])

    def view_of_result(self, length: int, side: Id | None) -> View:
        """Return a side's view after the `length`-th order. If that order ended its turn, the view is from before the
        next turn began."""
        state, record = self.at(length - 1), self.records[length - 1]
        umpire, _ = self._run(record.order, state, Recorded(record.faces), within_turn=True)
        return self._view_of(state, side, length, self._ends[length - 1] + len(umpire.log))

    def wrote(self, event: Event) -> bool:
        """Return whether a line is an original of the log, not a copy for a side that may read less."""
        return any(one is event for record in reversed(self.records) for one in record.log)

    def view_of_line(self, event: Event, side: Id | None) -> View:
        """Return a side's view just after a line of the log was written, in the middle of its order."""
        length = next(n for n in reversed(range(len(self.records))) if any(one is event for one in self.records[n].log))
        state, record = self.at(length), self.records[length]
        lines = next(n for n, one in enumerate(record.log, 1) if one is event)
        umpire = UmpireUntil(Recorded(record.faces), state.turn, self.system.phase(state).number, lines)
        with suppress(LineReached):
            record.order.carry_out(state, umpire)
            settle(self.system, state, umpire)
        return self._view_of(state, side, length + 1, self._ends[length] + lines)

    def ordered_last_turn(self, side: Id | None) -> dict[Id, Order]:
        """Return the last order that each piece of a side was given in this phase of the previous turn. None stands for
        all sides."""
        wanted = self.state.turn - 1, self.state.phase
        found: dict[Id, Order] = {}
        for n, (start, *when) in enumerate(self._begun):
            if tuple(when) == wanted:
                end = self._begun[n + 1][0] if n + 1 < len(self._begun) else len(self.records)
                for record in self.records[start:end]:
                    if self.state.piece(record.order.by) and side in (None, self.state.owner(record.order.by)):
                        found[record.order.by] = record.order
        return found

    # -- actions -------------------------------------------------------------------------------------------------------

    def play(self, order: Order, dice: Iterable[int] | None = None) -> Record:
        """Carry out an order and go on to the next decision. `dice` are faces to use instead of the battle's own.
        Raises Illegal, or OutOfStep if there are too few or too many `dice`; in both cases nothing changes."""
        judged = self._state_to_check(order)
        if not self._found_legal(order, judged):
            check(self.system, judged, order, self._asked)
        if unwritten := unwritable(self.system, self.state, order):
            raise unwritten
        recorded = Recorded(dice) if dice is not None else None
        before = (self.state.turn, self.state.phase)
        secret = self.phase.secret
        self._forget()
        try:
            umpire, asked = self._run(order, self.state, recorded or self.dice)
            if recorded:
                recorded.finish()
        except OutOfStep:
            self.state = self.at(len(self.records))
            raise
        self._asked = asked
        moved = before != (self.state.turn, self.state.phase) or self.state.outcome is not None
        sealed = secret and not moved and not umpire.log
        record = Record(order, umpire.faces, tuple(umpire.log), secret and moved, sealed)
        self.records.append(record)
        self._lines += record.log
        self._ends.append(len(self._lines))
        if not sealed:
            self._open.append(len(self.records))
        if moved:
            self._keep()
        self._tell(record)
        return record

    def _found_legal(self, order: Order, judged: AnyState) -> bool:
        """Return whether the side that is asked has already found this order legal in the same state."""
        glance = self._glance
        return glance is not None and glance.state is judged and id(order) in map(id, glance.found_legal)

    def _forget(self) -> None:
        """Clear cached answers after a change of state."""
        self._known, self._glance = {}, None

    def _keep(self) -> None:
        """Prepare for a new phase: share the ships among views if its orders are sealed, else keep a snapshot
        at times."""
        length = len(self.records)
        self._begun.append((length, self.state.turn, self.state.phase))
        if self.phase.secret or length >= self._marks[-1] + APART:
            self._marks.append(length)
            self._kept.append(self.state.copy())

    def _tell(self, news: Record | int) -> None:
        self.version += 1
        for listener in self.listeners:
            listener(news)

    def _run(
        self, order: Order | None, state: AnyState, dice: Dice, within_turn: bool = False
    ) -> tuple[Umpire, tuple[Prompt, ...]]:
        umpire = Umpire(dice, state.turn, self.system.phase(state).number)
        umpire.private = partial(self.system.private, state) if self.system.private else None
        if order is not None:
            order.carry_out(state, umpire)
        return umpire, settle(self.system, state, umpire, within_turn)

    def _last(self, side: Id | None) -> int:
        """Return the journal index of the last order a side knows of, its own or a public one; -1 for none."""
        known = (n for n in reversed(range(len(self.records))) if self._knows(self.records[n], side))
        return next(known, -1)

    def _knows(self, record: Record, side: Id | None) -> bool:
        return side is None or not record.sealed or self.state.owner(record.order.by) == side

    def undo_fault(self, side: Id | None = None) -> Illegal | None:
        """Return why a side cannot take back the last order, or None. Dice and revealed orders stand. For a side, this
        is the last order it knows of, even if others have sealed orders since."""
        at = self._last(side)
        if at < 0:
            return Illegal("nothing has been ordered yet", "table/undo")
        last = self.records[at]
        if side is not None and self.state.owner(last.order.by) != side:
            return Illegal("the last order was the other side's", "table/undo")
        if last.faces:
            return Illegal("dice have been rolled", "table/undo")
        if last.revealed:
            return Illegal("orders have been shown", "table/undo")
        if side is not None and self.phase.secret and not last.sealed:
            return Illegal("orders are being written in secret since", "table/undo")
        return None

    def undo(self, side: Id | None = None) -> Order:
        """Take back the last order. Raises Illegal once dice were rolled or orders shown. Orders that others have
        sealed since stay sealed: they are played again after it."""
        if reason := self.undo_fault(side):
            raise reason
        at = self._last(side)
        later = [record.order for record in self.records[at + 1 :]]
        dropped = self.back_to(at)
        for order in later:
            self.play(order)
        return dropped

    def back_to(self, length: int) -> Order:
        """Drop every order after the first `length`, with or without dice; return the first one dropped."""
        self._forget()
        self.state = self.at(length)
        self._asked = prompts(self.system, self.state)
        dropped = self.records[length:]
        self._lines = self._lines[: self._ends[length]]  # a new list: older views keep theirs
        del self.records[length:], self._ends[length + 1 :]
        del self._open[bisect.bisect_right(self._open, length) :]
        keep = bisect.bisect_right(self._marks, length)
        del self._marks[keep:], self._kept[keep:]
        del self._begun[bisect.bisect_right(self._begun, length, key=itemgetter(0)) :]
        self._tell(len(dropped))
        return dropped[0].order

    # -- time ----------------------------------------------------------------------------------------------------------

    def at(self, length: int) -> AnyState:
        """Return the state after the first `length` orders, replayed from the nearest snapshot."""
        index = bisect.bisect_right(self._marks, length) - 1
        state = self._kept[index].copy()
        for record in self.records[self._marks[index] : length]:
            self._run(record.order, state, Recorded(record.faces))
        return state

    @property
    def start(self) -> AnyState:
        """A copy of the state before anything happened."""
        return self._start.copy()

    def afresh(self, seed: int | str | None = None) -> Battle:
        """Return a battle with the same start and no orders; with the same dice, or those of another seed."""
        if seed is None:
            return Battle(self.system, self._start, self.seed, self.title, self.dice)
        return Battle(self.system, self._start, seed, self.title)

    def copy(self) -> Battle:
        """Return a battle in the same position, which goes on apart from this one. Nobody listens to it yet."""
        other = copy(self)
        other.records, other._lines, other._ends = list(self.records), list(self._lines), list(self._ends)
        other._open, other._begun = list(self._open), list(self._begun)
        other._marks, other._kept = list(self._marks), list(self._kept)
        other.state, other.listeners, other._glass = self.state.copy(), [], (None, {})
        other._forget()
        return other

    def happenings(self, side: Id | None) -> Iterator[Happening]:
        """Yield every order that has logged something, as a side may read it, with the side's view after it; the
        opening first. Each order is carried out once more on one state, with its recorded dice, so the time is linear
        in the orders. Sealed orders log nothing and are not among them."""
        state = self._kept[0].copy()
        yield Happening(None, self._read_by(side, self.opening.log), self._view_of(state, side, 0, self._ends[0]), 0)
        for length, record in enumerate(self.records, 1):
            self._run(record.order, state, Recorded(record.faces))
            if lines := self._read_by(side, record.log):
                yield Happening(record.order, lines, self._view_of(state, side, length, self._ends[length]), length)

    def _read_by(self, side: Id | None, lines: Iterable[Event]) -> tuple[Event, ...]:
        return tuple(event for event in lines if side is None or event.side in ("", side))

    def verify(self) -> list[str]:
        """Replay the battle from its recorded faces and again from its seed; return where either diverges."""
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


def fingerprint(thing: Any) -> Any:
    """Return a state as plain comparable values: sets sorted, designs by key. Equal states give equal fingerprints."""
    kind: type = type(thing)
    if kind in PLAIN:
        return thing
    if kind is dict:
        return {str(key): fingerprint(value) for key, value in thing.items()}
    if kind is list or kind is tuple:
        return [fingerprint(one) for one in thing]
    if kind is set or kind is frozenset:
        return sorted(thing)
    if kind.__name__.endswith("Design"):  # a design of any game
        return thing.key
    return {name: fingerprint(getattr(thing, name)) for name in _field_names(kind)} or thing


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass; none for any other kind."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()
