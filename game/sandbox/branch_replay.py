"""Playing a plan: its orders are given in their turns, everybody else idles, and dice may be set by hand; no rules of
its own.

 A plan is replayed whenever it changes, on its own battle: this dry run knows every coming roll by its label, and the
 place of every ship at the end of every movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from game.battle.battle import Battle, Record, View
from game.battle.idling import readings
from game.battle.loader import Opened
from game.core.orders import Id, Illegal, Order, Unreadable, parse_order, shortened
from game.core.system import Phase, is_met
from game.core.umpire import Dice, seeded_dice
from game.rules.turn.plans import WrittenPlan, standing

Faces = tuple[int | None, ...]  # the faces set by hand; None is left to chance
MOST_TURNS = 60  # turns that are planned beyond the first
MOST_ORDERS = 20_000  # orders after which a plan is assumed never to end


class Unasked(Illegal):
    """An order that no phase of the turn asked for."""


def why_not_played(battle: Battle, by: Id, text: str) -> Illegal | None:
    """Return why no phase asks for any reading of a text: all of them belong to house rules that are not in force."""
    kinds, house = readings(battle.system, by, text), battle.state.house
    if not kinds or any(is_met(kind.needs, house) for kind in kinds):
        return None
    # nearly every text may be a plan, so another kind that it may be is likelier meant
    needs = min(kinds, key=lambda kind: kind is WrittenPlan).needs
    wanted = [one.partition("=")[::2] for one in needs]
    rule = next(rule for rule in battle.system.house if rule.key == wanted[0][0])
    said = {str(value): words for value, words in rule.values}
    named = [f"“{said[value]}”" for key, value in wanted if value and key == rule.key]
    words = f"would have to be {' or '.join(named)}" if named else "is not played in this battle"
    return Illegal(f"“{rule.title}” {words}", rule.rule, needs)


@dataclass(frozen=True, slots=True)
class BranchOrder:
    """An order of a plan: its turn, its piece or side, and its notation; `phase` only if it is not for the first that
    takes such orders."""

    turn: int
    by: Id
    order: str
    phase: str = ""


@dataclass(frozen=True)
class SandboxBranch:
    """A named plan. `dice` are faces set by hand, by the label of the roll; `table` has values of the table for it
    alone."""

    key: str
    name: str
    steps: tuple[BranchOrder, ...] = ()
    dice: Mapping[str, Faces] = field(default_factory=dict)
    hidden: bool = False
    table: Mapping[str, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The last turn it has an order for; 0 without any."""
        return max((step.turn for step in self.steps), default=0)


def free_letter(taken: Iterable[str]) -> str:
    """Return the first letter without a plan; after Z come AA, AB and so on."""
    used, alphabet = set(taken), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    found: str = next(letter for first in ("", *alphabet) for one in alphabet if (letter := first + one) not in used)
    return found


@dataclass(frozen=True, slots=True)
class ReplayedRoll:
    """One roll of a plan: its label, its faces, which were set by hand, and the order that caused it (-1: the
    beginning)."""

    label: str
    faces: tuple[int, ...]
    by_hand: tuple[bool, ...]
    sides: int
    record: int
    turn: int
    phase: int


class ForcedDice:
    """Dice with some faces set by hand, by the label of the roll; the others follow from the seed. Keeps every roll."""

    def __init__(self, chance: Dice, forced: Mapping[str, Faces]) -> None:
        self.chance, self.forced = chance, forced
        self.throws: list[ReplayedRoll] = []
        self.record = -1

    def __call__(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces of a roll; a set face that such a die does not have is left to chance."""
        faces, wanted = list(self.chance(label, count, sides)), self.forced.get(label, ())
        by_hand = [False] * count
        for index, face in enumerate(wanted[:count]):
            if face is not None and 1 <= face <= sides:
                faces[index], by_hand[index] = face, True
        turn, _, phase = label.partition("/")[0].removeprefix("T").partition(".")
        self.throws.append(ReplayedRoll(label, tuple(faces), tuple(by_hand), sides, self.record, int(turn), int(phase)))
        return tuple(faces)


def begin_battle(opened: Opened, dice: Dice) -> Battle:
    """Return the battle of a file at its start, with the given dice."""
    system, file = opened.battle.system, opened.file
    state = system.files.set_up(file, opened.designs, system.settings(file.house))
    if over(opened):  # a plan is possible even for a single fleet
        system = replace(system, outcome=lambda state, turn_over: None)
    return Battle(system, state, file.seed or 0, file.title, dice)


def over(opened: Opened) -> bool:
    """Return whether the battle is over before it begins, as it is with one side on the table."""
    return opened.battle.at(0).outcome is not None


def row_of(battle: Battle, by: Id, text: str, phase: str = "") -> Phase | None:
    """Return the phase an order is for, by its notation (and by its name, if given); None if no phase takes it. Phases
    with nothing to do in the present battle come last."""
    kinds = readings(battle.system, by, text)
    rows = sorted(battle.system.phases, key=lambda row: (not row.present(battle.state), bool(row.plans)))
    plans = standing(battle.state)
    taken = {row.name: [kind for kind in row.accepts if row.plans or plans or not kind.aside] for row in rows}
    found = (row for row in rows if any(kind in taken[row.name] for kind in kinds))
    return next((row for row in found if not phase or row.name == phase), None)


def flown_in(battle: Battle) -> tuple[Phase, ...]:
    """Return the phases in which ships get their moves: the secret ones, or the open ones if nothing is secret."""
    rows = [row for row in battle.system.phases if row.asks_for("plot") and row.present(battle.state)]
    return tuple([row for row in rows if row.secret] or rows)


def unreadable(battle: Battle, by: Id, text: str, phase: str = "") -> Illegal:
    """Return why no phase takes a text, with the notation of the named phase, or else of the movement phases."""
    rows = [row for row in battle.system.phases if row.name == phase] or flown_in(battle)
    for row in rows:
        try:
            parse_order(battle.system.kind(battle.state, row, by), by, text)
        except Illegal as reason:
            return reason
    return Unreadable(f"“{shortened(text)}” is no order that can be planned here", "table/plotting")


class BranchReplay:
    """A plan as it turns out, played to the end of turn `through` or of the battle.

    `opens`, `written`, `asked`, `after` and `ends` are lengths of the journal by turn: at its start, with all orders
    of its secret phase given, when a ship is first asked for its move, after movement and before fire, and at its end.
    `faults` has the reason why an order could not be given, by the index of the step.
    """

    def __init__(self, opened: Opened, branch: SandboxBranch, through: int = 0) -> None:
        self.branch = branch
        self.loaded = ForcedDice(seeded_dice(opened.file.seed or 0), branch.dice)
        self.battle = begin_battle(opened, self.loaded)
        self.first = self.battle.state.turn
        self.through = min(max(through, branch.last, self.first), self.first + MOST_TURNS)
        self.opens: dict[int, int] = {}
        self.written: dict[int, int] = {}
        self.asked: dict[tuple[int, Id], int] = {}
        self.after: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.faults: dict[int, Illegal] = {}
        self.given: dict[int, int] = {}  # index of a step -> its place in the journal
        self._views: dict[int, View] = {}  # nothing more is played, so the view of a moment stays valid
        self.again: dict[tuple[int, Id], Phase] = {}  # turn and ship -> the phase in which it is asked for another plot
        self.flown = flown_in(self.battle)
        self._rows = {step: row_of(self.battle, step.by, step.order, step.phase) for step in branch.steps}
        self._play()

    # -- playing -------------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        """Play turn by turn: every planned order that may be given now, then idle orders."""
        state, battle = self.battle.state, self.battle
        while state.turn <= self.through and not state.outcome and len(battle.records) < MOST_ORDERS:
            self.opens.setdefault(state.turn, len(battle.records))
            self._note_asked()
            if not self._next_step():
                self._note_written()
                if not self._idle():
                    break
            self._note_passed()
            state = battle.state
        if state.outcome:
            for marks in (self.after, self.ends):
                marks.setdefault(state.turn, len(battle.records))
        for index, step in enumerate(self.branch.steps):
            if index not in self.given and index not in self.faults:
                self.faults[index] = self._never(step)

    def _next_step(self) -> bool:
        """Give the first order planned for this phase that may be given now; a refused one is skipped for good."""
        battle, row = self.battle, self.battle.phase
        for index, step in enumerate(self.branch.steps):
            if (
                index in self.given
                or index in self.faults
                or step.turn != battle.state.turn
                or self._rows[step] is not row
            ):
                continue
            if not any(step.by in prompt.ids or step.by == prompt.side for prompt in battle.prompts()):
                continue  # it may be asked later in this phase
            try:
                order = battle.read(step.by, step.order)
                self._give(order)
            except Illegal as why:
                self.faults[index] = why.with_traceback(None)
                continue
            self.given[index] = len(battle.records) - 1
            return True
        return False

    def _give(self, order: Order) -> Record:
        self.loaded.record = len(self.battle.records)
        return self.battle.play(order)

    def _idle(self) -> bool:
        """Give the order that ends a piece's part, from the first that may give it; return whether there is one."""
        battle = self.battle
        if battle.phase.idle is None:
            return False
        orders = (battle.phase.idle(battle.state, prompt) for prompt in battle.prompts())
        order = next((order for order in orders if battle.why_not(order) is None), None)
        if order is not None:
            self._give(order)
        return order is not None

    def _note_written(self) -> None:
        if self.battle.phase.secret:
            self.written.setdefault(self.battle.state.turn, len(self.battle.records))

    def _note_asked(self) -> None:
        """Note the pieces asked for a move, and those asked for another plot because the first failed."""
        row, turn = self.battle.phase, self.battle.state.turn
        if not row.asks_for("plot"):
            return
        for key in (key for prompt in self.battle.prompts() for key in prompt.ids):
            if row in self.flown:
                self.asked.setdefault((turn, key), len(self.battle.records))
            else:
                self.again[turn, key] = row

    def _note_passed(self) -> None:
        """Note, after an order, whether all ships have moved, or the turn is over."""
        state, length = self.battle.state, len(self.battle.records)
        for turn in self.opens:
            if turn not in self.after and (state.turn > turn or self.battle.phase.asks_for("fire")):
                self.after[turn] = length
            if turn not in self.ends and state.turn > turn:
                self.ends[turn] = length

    def _never(self, step: BranchOrder) -> Illegal:
        """Return why an order was never asked for."""
        row, ship = self._rows[step], self.battle.state.ships.get(step.by)
        if row is None:
            return Illegal("no phase takes such an order", "table/plotting")
        if why := why_not_played(self.battle, step.by, step.order):
            return why
        if ship is not None and not ship.in_play:
            return Illegal(f"{ship.name} is out of the battle", row.rule)
        if self.battle.state.outcome and step.turn > self.battle.state.turn:
            return Illegal("the battle is over by then", self.battle.state.outcome.rule)
        return Unasked(f"nobody asks for it in {self.battle.system.turn_word} {step.turn}", row.rule)

    # -- asking --------------------------------------------------------------------------------------------------------

    def view(self, turn: int, when: str = "after") -> View | None:
        """Return the view of a turn: as it `opens`, when its orders are `written`, `after` the movement, or as it
        `ends`; None for a turn that is not reached."""
        marks: dict[int, int] = getattr(self, when)
        if turn not in marks:
            return None
        length = marks[turn]
        if length not in self._views:
            self._views[length] = self.battle.view_at(length, None)
        return self._views[length]

    def plotting(self, turn: int, by: Id) -> int | None:
        """Return the length of the journal when a ship gets its move: all other orders have been sealed, or it may
        move."""
        sealed = any(row.secret for row in self.flown)
        return self.written.get(turn, self.opens.get(turn)) if sealed else self.asked.get((turn, by))

    @property
    def turns(self) -> list[int]:
        """The turns whose movement has been carried out."""
        return list(self.after)

    def planned_move(self, turn: int, by: Id) -> str:
        """Return a ship's planned move in a turn."""
        found = (step for step in self.branch.steps if (step.turn, step.by) == (turn, by))
        return next((step.order for step in found if self._rows[step] in self.flown), "")

    def further(self, turn: int, by: Id) -> list[str]:
        """Return a ship's other planned orders in that turn."""
        found = [step for step in self.branch.steps if (step.turn, step.by) == (turn, by)]
        return [step.order for step in found if self._rows[step] not in self.flown]

    def fault(self, turn: int, by: Id) -> Illegal | None:
        """Return why an order of that turn could not be given, or None."""
        steps = self.branch.steps
        return next(
            (why for index, why in self.faults.items() if (steps[index].turn, steps[index].by) == (turn, by)), None
        )

    def throws(self, turn: int | None = None) -> list[ReplayedRoll]:
        """Return every roll of the plan, or of one turn, in order."""
        return [one for one in self.loaded.throws if turn in (None, one.turn)]

    @property
    def length(self) -> int:
        """The number of orders until everything planned has been carried out, and all dice set by hand have been
        rolled."""
        set_by_hand = (throw.record for throw in self.loaded.throws if any(throw.by_hand))
        last = max((*self.given.values(), *set_by_hand), default=-1) + 1
        carried = [self.after[turn] for turn in self.after if turn <= self.branch.last]
        return max([last, *carried])
