"""Run the script of a battle file: play its orders, and check its expectations and refusals.

A script needs to give only the orders it is about. If an order belongs to a later phase, everyone idles until that
phase asks its giver. Before an `expect`, sealed orders are carried out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from game.battle.battle import Battle, fingerprint
from game.battle.idling import Stuck, idle, reach, reach_move
from game.battle.loader import Opened
from game.board.boards import board_of
from game.core.orders import Id, Illegal
from game.core.umpire import OutOfStep
from game.formats.battle_references import BATTLE
from game.formats.battle_schema import Entry, Expect, Given, Refuse, Say, Undo
from game.formats.validation import known_words, value_text

NEAR = 0.001  # MU by which a ship may be off its expected place


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation of a script that failed: the line of its file, and a sentence."""

    line: int
    text: str


class Script:
    """The script of a battle, played entry by entry. `index` is the number of entries played, `failures` the
    expectations that did not hold."""

    def __init__(self, opened: Opened) -> None:
        self.opened, self.battle = opened, opened.battle
        self.entries: list[Entry] = opened.file.script
        self.index = 0
        self.failures: list[Failure] = []
        self._given: list[int] = []  # the journal length before each order of the script
        self._told = 0  # the number of lines in the log at the last `expect`

    @property
    def done(self) -> bool:
        """Return whether every entry has been played."""
        return self.index >= len(self.entries)

    def step(self) -> Entry:
        """Play the next entry and return it. Whatever goes wrong is added to `failures`."""
        entry = self.entries[self.index]
        line = self.opened.line(self.index)
        self.index += 1
        try:
            texts = self._play(entry)
        except Stuck as why:
            texts = [str(why)]
        self.failures += (Failure(line, text) for text in texts)
        return entry

    def play(self, entries: int | None = None) -> None:
        """Play up to a number of entries, or all."""
        last = len(self.entries) if entries is None else min(entries, len(self.entries))
        while self.index < last:
            self.step()

    def _play(self, entry: Entry) -> list[str]:
        if isinstance(entry, Given):
            self._order(entry)
        elif isinstance(entry, Undo):
            self._undo(entry.undo)
        elif isinstance(entry, Refuse):
            return self._check_refusal(entry)
        elif isinstance(entry, Expect):
            self._carry_out()
            return list(self._check_values(entry))
        elif isinstance(entry, Say) and entry.advise:
            self._advisable(entry.advise.ship)
        return []

    # -- orders --------------------------------------------------------------------------------------------------------

    def _order(self, entry: Given) -> None:
        said = f"{entry.by}: “{entry.order}”"
        try:
            reach(self.battle, entry.by, entry.order)
            self._given.append(len(self.battle.records))
            self.battle.play(self.battle.read(entry.by, entry.order), entry.dice)
        except Illegal as reason:
            raise Stuck(f"{said} is refused: {reason.why} ({reason.rule})") from None
        except OutOfStep as reason:
            raise Stuck(f"{said}: {reason}") from None

    def _undo(self, count: int) -> None:
        if count > len(self._given):
            raise Stuck(f"only {len(self._given)} orders were played until here, and {count} are taken back")
        self.battle.back_to(self._given[-count])
        del self._given[-count:]

    def _check_refusal(self, entry: Refuse) -> list[str]:
        """Try an order that must be refused; check that it is, for the given reason, and that nothing changes."""
        by, text, why = entry.refuse.by, entry.refuse.order, entry.refuse.why
        reach(self.battle, by, text, wait=False)
        if why not in self._reason(by, text):
            reach(self.battle, by, text)  # perhaps it was only another side's turn
        before = fingerprint(self.battle.state)
        try:
            self.battle.play(self.battle.read(by, text))
        except Illegal as reason:
            found = [] if why in reason.why else [f"{by}: “{text}” is refused with “{reason.why}”, not with “{why}”"]
            changed = fingerprint(self.battle.state) != before
            return found + [f"{by}: “{text}” is refused, but has changed the battle"] * changed
        return [f"{by}: “{text}” is not refused"]

    def _reason(self, by: Id, text: str) -> str:
        """Return why an order would be refused now; empty if it would not."""
        try:
            reason = self.battle.why_not(self.battle.read(by, text))
        except Illegal as unreadable:
            reason = unreadable
        return reason.why if reason else ""

    def _advisable(self, key: Id) -> None:
        """Let phases pass until a ship is asked for its move, and has a choice."""
        state, purpose = self.battle.state, f"advise: {key}"
        if not state.ships[key].in_play:
            raise Stuck(f"{purpose} is out of play")
        if not state.enemies(state.owner(key)):
            raise Stuck(f"{purpose} has no enemy left")
        reach_move(self.battle, key, purpose)
        if len(self.battle.view(state.owner(key)).ends(key)) < 2:
            raise Stuck(f"{purpose} has no choice of where to end")

    def _carry_out(self) -> None:
        """Finish a phase in which orders are sealed, so that their effects can be seen."""
        here = (self.battle.state.turn, self.battle.state.phase)
        state = self.battle.state
        while self.battle.phase.secret and state.sealed and not state.outcome and here == (state.turn, state.phase):
            idle(self.battle, "what is sealed", len(self.battle.records) + 1)

    # -- expecting -----------------------------------------------------------------------------------------------------

    def _check_values(self, entry: Expect) -> Iterable[str]:
        for key, wanted in entry.expect.items():
            for name, value in wanted.items():
                found = found_in(self.battle, key, name, self._told)
                if not agrees(value, found):
                    yield f"{key}.{name} is {_value_words(found)}, not {_value_words(value)}"
        self._told = len(self.battle.log)


class LogLines(list[str]):
    """Lines of the log, one of which must contain the expected words."""


def found_in(battle: Battle, key: Id, name: str, since: int = 0) -> object:
    """Return the value of a field of a ship, a counter, a side or the battle, named as in `expect`. Raises Stuck if
    there is none. `since` is the index of the first log line to search."""
    if key == BATTLE:
        return _of_battle(battle, name, since)
    return _of_side(battle, key, name) if key in battle.state.sides else _of_piece(battle, key, name)


def _of_piece(battle: Battle, key: Id, name: str) -> object:
    piece = battle.state.piece(key)
    if piece is None:
        raise Stuck(f"there is no '{key}' on the table yet")
    if name == "sealed":
        return str(battle.state.sealed.get(key, ""))
    attribute = battle.system.files.attribute(name)
    if name.startswith("_") or not hasattr(piece, attribute) or callable(getattr(piece, attribute)):
        known = [one for one in dir(piece) if not one.startswith("_") and not callable(getattr(piece, one))]
        raise Stuck(f"a ship has no field '{name}'. {known_words(name, known)}".strip())
    found = getattr(piece, attribute)
    if name == "at":
        return board_of(battle.state.table).file_coordinates(found)
    if name == "armour" and isinstance(found, tuple):
        return sum(found)
    return dict(found) if name == "clocks" else found


def _of_side(battle: Battle, key: Id, name: str) -> object:
    state = battle.state
    fields = {
        "ships": lambda: len(state.fleet(key)),
        "locked": lambda: key in state.ready,
        "asked": lambda: any(prompt.side == key for prompt in battle.prompts()),
        "waiting": lambda: [one for prompt in battle.prompts() if prompt.side == key for one in prompt.waiting],
        "score": lambda: dict(state.outcome.scores).get(key) if state.outcome else None,
    }
    return _one_of(fields, name, "a side")


def _of_battle(battle: Battle, name: str, since: int) -> object:
    state = battle.state

    def lines() -> LogLines:
        return LogLines([str(event) for event in battle.log[since:]])

    fields: dict[str, Callable[[], object]] = {
        "turn": lambda: state.turn,
        "phase": lambda: battle.phase.name,
        "initiative": lambda: state.initiative[0] if state.initiative else "",
        "over": lambda: state.outcome is not None,
        "outcome": lambda: LogLines([state.outcome.why] if state.outcome else []),
        "winner": lambda: state.outcome.winner if state.outcome else None,
        "log": lines,
        "minutes": lines,  # older files call the log "minutes"
    }
    return _one_of(fields, name, "the battle")


def run(opened: Opened) -> list[Failure]:
    """Play the whole script of a battle that is at its start; return its failures in the order of the file."""
    script = Script(opened)
    script.play()
    return script.failures


def agrees(wanted: object, found: object) -> bool:
    """Return whether a value matches the expected one. Places agree to 0.001 MU, sets in any order, lines if they
    contain the words."""
    if isinstance(found, LogLines):
        wanted = wanted if isinstance(wanted, list) else [wanted]
        return all(isinstance(words, str) and any(words in line for line in found) for words in wanted)
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, (set, frozenset)):
        wanted = wanted if isinstance(wanted, list) else [wanted]  # elements of any type: not sortable, not hashable
        return len(wanted) == len(found) and all(each in wanted for each in found)
    if isinstance(found, float) and isinstance(wanted, (int, float)):
        return math.isclose(found, wanted, rel_tol=0, abs_tol=NEAR)
    if isinstance(found, (tuple, list)) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(agrees, wanted, found))
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return found.keys() == wanted.keys() and all(agrees(wanted[key], found[key]) for key in wanted)
    return bool(wanted == found)


def _one_of(fields: Mapping[str, Callable[[], object]], name: str, whose: str) -> object:
    if name not in fields:
        raise Stuck(f"{whose} has no field '{name}'. {known_words(name, fields)}".strip())
    return fields[name]()


def _value_words(value: object) -> str:
    """Return a value in the form that failures show."""
    if isinstance(value, LogLines):
        return " / ".join(value) or "nothing"
    if isinstance(value, (set, frozenset)):
        value = sorted(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value_words, value)) + "]"
    return "empty" if value == "" else f"{value:g}" if isinstance(value, float) else value_text(value)
