"""A lesson in progress: which step it has reached, and what is said about the last deed.

It follows from the battle and from what the player has chosen and read, so that undo and a resumed save need nothing
else. It gives no order of the player's and forbids none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from game.battle.battle import Battle, Record
from game.battle.idling import Stuck
from game.battle.loader import Opened
from game.battle.script import agrees, found_in
from game.board.boards import board_of
from game.core.orders import Id, Order, Unreadable, parse_order
from game.core.values import Value
from game.formats.battle_schema import Deed, EndZone, Entry, Given, Undo
from game.lessons.rehearsal import Rehearsal, TaughtStep, remaining
from game.players.match import Match
from game.players.player import Unthinking


@dataclass(frozen=True, slots=True)
class Remark:
    """The lesson's words about the last deed. `kind`: praise, hint or refusal."""

    kind: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pointing:
    """The player's choices: a ship, a target; and whether the text of the step has been read."""

    ship: Id = ""
    target: Id = ""
    read: bool = False


NOTHING = Pointing()


class Lesson:
    """A lesson: its battle, its steps, and the present one. Raises BadFile if its script cannot be played."""

    def __init__(self, opened: Opened) -> None:
        self.rehearsal = Rehearsal(opened)
        self.opened, self.seat = opened, self.rehearsal.seat
        self.battle: Battle = self.rehearsal.battle()
        self.steps: list[TaughtStep] = self.rehearsal.steps
        self.remark = Remark()
        self._fulfilled: list[int] = []  # the number of orders played when each step was fulfilled
        self.battle.listeners.append(self._on_news)
        self._judge(None, NOTHING)

    # -- where it is ---------------------------------------------------------------------------------------------------

    @property
    def index(self) -> int:
        """The number of steps fulfilled."""
        return len(self._fulfilled)

    @property
    def step(self) -> TaughtStep | None:
        """The present step; None after the last."""
        return self.steps[self.index] if self.index < len(self.steps) else None

    @property
    def begun(self) -> int:
        """The number of orders played when the present step began."""
        return self._fulfilled[-1] if self._fulfilled else 0

    @property
    def missing(self) -> list[Given]:
        """The orders of the present step's solution that have not been given."""
        return list(remaining(self.step, self.battle, self.begun)) if self.step else []

    @property
    def astray(self) -> bool:
        """Return whether the present step can no longer be fulfilled, because its phase is over or its ship has
        acted."""
        step, state = self.step, self.battle.state
        if step is None:
            return False
        now = state.turn, state.phase
        if now > step.until or (state.outcome is not None and bool(step.solution)):
            return True
        missing = self.missing
        return bool(now == step.until and missing and not self.battle.phase.secret and missing[-1].by in state.acted)

    @property
    def mistaken(self) -> bool:
        """Return whether a piece that the step asks an order for has been given a different one."""
        if self.step is None:
            return False
        wanted = {(entry.by, entry.order) for entry in self.step.solution}
        asked = {by for by, _ in wanted}
        given = ((one.order.by, str(one.order)) for one in self.battle.records[self.begun :])
        return any(one[0] in asked and one not in wanted for one in given)

    def match(self) -> Match:
        """Return the players of the other sides, who give the orders of the script."""
        match = Match(self.battle, {})
        reply, battle = self.rehearsal.reply, self.battle
        for side in self.battle.state.sides:
            if side != self.seat:
                match.players[side] = Unthinking(lambda view, prompt, rng: reply(battle, prompt))
        return match

    # -- what happens --------------------------------------------------------------------------------------------------

    def look(self, ship: Id, target: Id) -> bool:
        """Judge what the player has chosen; return whether a step was fulfilled."""
        return self._judge(None, Pointing(ship, target))

    def read(self) -> bool:
        """Note that the text of the present step has been read; return whether that fulfils it."""
        return self._judge(None, Pointing(read=True))

    def refused(self, why: str) -> bool:
        """Say what a refusal teaches; return whether there is anything to say."""
        texts = self.step.entry.refusals if self.step else {}
        found = next((text for words, text in texts.items() if words.lower() in why.lower()), "")
        if found:
            self.remark = Remark("refusal", found)
        return bool(found)

    def take(self, script: Iterable[Entry]) -> None:
        """Play the orders of a save, to go on where it was left."""
        for entry in script:
            if isinstance(entry, Given):
                self.battle.play(self.battle.read(entry.by, entry.order), entry.dice or ())
            elif isinstance(entry, Undo):
                self.battle.back_to(len(self.battle.records) - entry.undo)

    def begin_again(self) -> None:
        """Take back everything."""
        if self.battle.records:
            self.battle.back_to(0)
        self._fulfilled.clear()
        self.remark = Remark()
        self._judge(None, NOTHING)

    def _on_news(self, news: Record | int) -> None:
        """Judge an order, of anybody, or forget the steps that were fulfilled by orders taken back."""
        if isinstance(news, int):
            length = len(self.battle.records)
            self._fulfilled = [when for when in self._fulfilled if when <= length]
            self.remark = Remark()
            return
        mine = self.battle.state.owner(news.order.by) == self.seat
        if self._judge(news if mine else None, NOTHING) or not mine or self.step is None:
            return
        asked = {entry.by for entry in self.step.solution}
        if self.step.entry.hint and (news.order.by in asked or self.astray):
            self.remark = Remark("hint", self.step.entry.hint)

    def _judge(self, record: Record | None, pointing: Pointing) -> bool:
        """Fulfil the present step, and all that this fulfils with it; return whether there was any. An order also
        passes over steps before it that only wait for a choice or for their text to be read."""
        found = False
        while self.step is not None:
            ahead = self._next_order_step() if record else self.index
            step = self.steps[ahead]
            if not fulfils(step.entry.done, self.battle, record, pointing):
                break
            self._fulfilled += [len(self.battle.records)] * (ahead + 1 - self.index)
            self.remark = Remark("praise", step.entry.praise)
            pointing, found = NOTHING, True
        return found

    def _next_order_step(self) -> int:
        """Return the index of the first step from the present one on that waits for an order, or the present one."""
        later = range(self.index, len(self.steps))
        return next((index for index in later if waits_for_order(self.steps[index].entry.done)), self.index)


def waits_for_order(deed: Deed) -> bool:
    return bool(deed.by or deed.order or deed.ends)


def fulfils(deed: Deed, battle: Battle, record: Record | None, pointing: Pointing) -> bool:
    """Return whether the last action fulfils a deed. `record` is the player's order, if it was one."""
    state = battle.state
    if waits_for_order(deed) and (record is None or not _ordered(deed, battle, record)):
        return False
    if (deed.read and not pointing.read) or (deed.ship and deed.ship != pointing.ship):
        return False
    if deed.target and deed.target != pointing.target:
        return False
    if (deed.turn and deed.turn != state.turn) or (deed.phase and deed.phase != battle.phase.name):
        return False
    return all(_holds(battle, key, name, value) for key, all_ in deed.expect.items() for name, value in all_.items())


def _holds(battle: Battle, key: Id, name: str, wanted: Value) -> bool:
    """Return whether a field has the wanted value. Return False for a field that does not exist yet."""
    try:
        return agrees(wanted, found_in(battle, key, name))
    except Stuck:
        return False


def _ordered(deed: Deed, battle: Battle, record: Record) -> bool:
    order = record.order
    if deed.by and order.by != deed.by:
        return False
    if deed.order and not any(alike(wanted, order) for wanted in deed.order):
        return False
    return deed.ends is None or _ends(deed.ends, battle, order, record.sealed)


def alike(wanted: str, order: Order) -> bool:
    """Return whether an order is the wanted one. `*` stands for any text; without it, parts may come in any order."""
    if "*" in wanted:
        return fnmatchcase(str(order).lower(), wanted.lower())
    try:
        return sorted(str(parse_order(type(order), order.by, wanted)).split()) == sorted(str(order).split())
    except Unreadable:
        return False


def _ends(zone: EndZone, battle: Battle, order: Order, sealed: bool) -> bool:
    """Return whether an order ends in a zone. A sealed order has not moved its piece yet."""
    state, board = battle.state, board_of(battle.state.table)
    piece = state.known_piece(order.by)
    end = order.pose(state) if sealed else piece
    near = board.distance(end.at, board.place(zone.at)) <= zone.within
    speed = zone.velocity is None or zone.velocity == end.velocity
    return near and speed and zone.course in (None, end.course)
