"""The parts of a step: frames, expectations and refusals, with their words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, takewhile

from game.battle.battle import Battle, View
from game.battle.script import Script
from game.board.boards import board_of
from game.board.place_names import with_names
from game.core.events import Event, EventKind
from game.core.orders import Id, Illegal, Order, keys_named
from game.core.values import Value
from game.formats.battle_schema import Expect, Refuse, Say

TELLING: tuple[EventKind, ...] = (
    "move", "check", "contact", "fire", "damage", "damage_check", "repair", "system", "hazard", "lost",
)  # fmt: skip
FIELDS = {  # fields of `expect` whose names are no words
    "removed_reason": "off the table", "row_left": "hull rows", "masts": "failures, mast by mast",
    "losses": "loss rolls", "clocks": "counted", "pending": "rows to check", "worst_row": "lowest row hit",
    "drive_hits": "hits on the drive", "killed": "beyond repair", "lost": "out of action", "thrust_used": "has burnt",
    "commanded": "under command", "doomed": "dies after firing", "ready_on": "ready on turn",
    "carried": "turn under way", "out": "broken down", "rows_gone": "rows ended", "screening": "screens",
    "quality": "crew", "age": "turns flown",
}  # fmt: skip
STANDS = 0.01  # MU: a move shorter than this does not count


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after one order: the order (None for an undo), its events, and the view."""

    order: Order | None
    events: tuple[Event, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Held:
    """One expectation of a step: piece, field, the value before and now in words, and whether it is met."""

    key: Id
    name: str
    before: str
    now: str
    met: bool


@dataclass(frozen=True, slots=True)
class RefusedOrder:
    """An order that was refused in a step: the piece, the text with names for keys, the reason, and the rule."""

    by: Id
    text: str
    why: str
    rule: str
    order: Order | None = None


def split_at_phase(frames: list[Frame], start: View, phase: int | None) -> tuple[list[Frame], list[Frame]]:
    """Split the events of the last order after a printed phase. Return the frames up to there, with the table as before
    that order, and the remaining frames."""
    if phase is None or not frames:
        return frames, []
    *done, last = frames
    turn = last.events[0].turn if last.events else 0
    ahead = tuple(takewhile(lambda event: (event.turn, event.phase) <= (turn, phase), last.events))
    before = done[-1].view if done else start
    return [*done, Frame(last.order, ahead, before)], [Frame(None, last.events[len(ahead) :], last.view)]


def telling(events: Iterable[Event]) -> list[Event]:
    """Return the notable events: those in which something moved, was rolled or was fired."""
    return [one for one in events if one.kind in TELLING and (one.dice or one.line or flown(one))]


def flown(event: Event) -> bool:
    """Return whether something moved in this event rather than stayed in place."""
    return any(math.dist(a, b) > STANDS for a, b in pairwise(event.path))


def spoken(frames: Iterable[Frame], title: str) -> Say:
    """Return a caption for frames without one: the last notable line of the log."""
    shown = list(frames)
    found = telling(event for frame in shown for event in frame.events)
    if not found:
        return Say(say=title)
    names = shown[-1].view.state.names
    last = found[-1]
    if last.kind == "move" and len(found) > 1:
        return Say(say=_moving(found, names, shown[-1].view))
    return Say(
        say=f"{last.words(names)}.", more=" → ".join(filter(None, (last.reason_words(names), last.result_words(names))))
    )


def _moving(found: list[Event], names: Mapping[Id, str], view: View) -> str:
    """Return the names of the ships that move, or else of the first counter."""
    movers = list(dict.fromkeys(event.who for event in found))
    if len(movers) < 2 or any(key in view.state.ships for key in movers):
        return "The ships move."
    others = "another" if len(movers) == 2 else f"{len(movers) - 1} others"
    return f"{names.get(movers[0], movers[0])} and {others} move."


def refusal_of(battle: Battle, entry: Refuse) -> RefusedOrder:
    """Return the refusal of an order at this point."""
    by, text = entry.refuse.by, entry.refuse.order
    names = {key: battle.state.names[key] for key in (*battle.state.ships, *battle.state.counters)}
    words = keys_named(with_names(board_of(battle.state.table), text), names)
    try:
        order = battle.read(by, text)
    except Illegal as reason:
        return RefusedOrder(by, words, reason.why, reason.rule)
    fault = battle.why_not(order)
    return RefusedOrder(by, words, fault.why if fault else "", fault.rule if fault else "", order)


def expectations(entry: Expect, start: View, script: Script, known: int) -> list[Held]:
    """Return the expectations of an `expect` line about ships and counters, with their values at the start of the
    step."""
    now, wrong = script.battle.view(None), [failure.text for failure in script.failures[known:]]
    found = []
    for key, wanted in entry.expect.items():
        if now.state.piece(key) is None:
            continue
        for name in wanted:
            met = not any(text.startswith(f"{key}.{name} ") for text in wrong)
            words = FIELDS.get(name, name.replace("_", " "))
            found.append(Held(key, words, value_of(start, key, name), value_of(now, key, name), met))
    return found


def value_of(view: View, key: Id, name: str) -> str:
    """Return a field of a ship in words: a place by its hex or to a tenth of an MU, courses and systems by name."""
    ship = view.state.piece(key)
    if ship is None:
        return "–"
    if name == "sealed":
        return str(view.state.sealed.get(key, "")) or "nothing"
    value: Value = getattr(ship, view.system.files.attribute(name), "")
    if name == "fate":
        return str(value) or "in play"
    board = board_of(view.state.table)
    if name == "at" and (cell := board.label(value)):
        return f"hex {cell}"
    if name in ("course", "facing") and isinstance(value, int):
        return board.format_course(value)
    if name == "armour" and isinstance(value, tuple):
        return str(sum(value))
    if isinstance(value, str) and (named := view.state.names.get(value)):
        return named
    if isinstance(value, bool):
        return "yes" if value else "no"
    labels = {icon.key: icon.label for icon in view.sheet(key).icons} if key in view.state.ships else {}
    if isinstance(value, Mapping) or name == "clocks":
        value = dict(value)
        return ", ".join(f"{labels.get(one, one)}: {count}" for one, count in value.items()) or "none"
    if isinstance(value, set | frozenset | list | tuple):
        words = (
            f"{one:.1f}" if isinstance(one, float) else labels.get(str(one), str(one)) for one in _stable_order(value)
        )
        return ", ".join(words) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _stable_order(values: Iterable[object]) -> Iterator[object]:
    return iter(sorted(values, key=str)) if isinstance(values, set | frozenset) else iter(values)
