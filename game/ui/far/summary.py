"""The summary of one battle by file: its row in the list, its pieces with their orders, the file to hand over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from game.battle.view import View
from game.core.names import join_words
from game.core.orders import Id, Illegal
from game.core.state import Outcome
from game.far.far_battle import FarBattle
from game.far.messages.message import (
    AcceptPart,
    AgreePart,
    BackPart,
    BeginPart,
    ClaimPart,
    DrawPart,
    HandPart,
    InvitePart,
    LockPart,
    Message,
    MessagePart,
    OpenPart,
    OrdersPart,
    RevealPart,
    SayPart,
)
from game.far.store import StoredBattle, last_change
from game.seating.order_words import briefly
from game.text.pieces import labels
from game.ui.menu.library import flagship

DAY = 86_400  # seconds
CONTENTS: dict[type[MessagePart], str] = {
    InvitePart: "the invitation", AcceptPart: "the acceptance", BeginPart: "the beginning", OrdersPart: "orders",
    LockPart: "locked orders", RevealPart: "orders that lay face down", DrawPart: "a share of the dice",
    ClaimPart: "the end of the battle", SayPart: "words", BackPart: "the wish to take back",
    AgreePart: "the answer to a wish", HandPart: "the seat, handed to another person",
}  # fmt: skip


@dataclass(frozen=True)
class FarStand:
    """How a seat stands, in a word or two, and why if that is not clear. `tone` is due, done, waits, refused or
    over."""

    tone: str
    words: str
    why: str = ""


@dataclass(frozen=True)
class FarSummary:
    """A battle in one line. `last` is the time of its last file, `awaits` whether another seat has to answer, and
    `days` the time that it has for that."""

    title: str
    seat: int
    glyph: str
    foes: str
    turn: str
    you: FarStand
    they: FarStand
    last: float = 0.0
    awaits: bool = False
    days: int = 0

    @property
    def waited(self) -> int:
        """The whole days since the last file."""
        return max(0, int((time.time() - self.last) // DAY))


@dataclass(frozen=True)
class AskedPiece:
    """A piece of the seat that may be ordered, with its order so far."""

    name: str
    glyph: str
    order: str
    done: bool


@dataclass(frozen=True)
class OutFile:
    """A message of this seat: the next one, or the last one if none is due."""

    no: int
    name: str
    size: int
    contents: str
    due: bool


def foes_of(far: FarBattle, seat: Id) -> str:
    return join_words([far.name(one) for one in far.seats if one != seat])


def contents(message: Message) -> str:
    """Return what is in a message, in words."""
    return join_words(list(dict.fromkeys(filter(None, map(_part_words, message.parts)))))


def _part_words(part: MessagePart) -> str:
    if isinstance(part, OpenPart):
        return "the orders that were locked" if part.salts else "orders"
    return CONTENTS.get(type(part), "")


def summary_of(one: StoredBattle) -> FarSummary:
    """Return a battle as the list shows it."""
    table, far = one.table, one.table.far
    battle = table.battle if table.begun else far.start.battle
    view, last = battle.view(table.seat), last_change(one.path)
    owing = [owed for owed in far.owed() if owed.seat != table.seat]
    waits = bool(owing) and table.complete and not (table.begun and table.to_hand_over)
    return FarSummary(
        far.title,
        view.state.sides[table.seat].seat,
        flagship(view, table.seat),
        foes_of(far, table.seat),
        turn_words(view, table.begun),
        own_stand(one),
        their_stand(one),
        last,
        waits,
        far.days,
    )


def first_summary(far: FarBattle, seat: Id, you: FarStand, they: FarStand) -> FarSummary:
    """Return a battle of which only the invitation has been read."""
    view = far.start.battle.view(seat)
    mine, foes = view.state.sides[seat].seat, foes_of(far, seat)
    return FarSummary(far.title, mine, flagship(view, seat), foes, "", you, they, days=far.days)


def ships_of(count: int) -> str:
    return f"{count} ship{'s' * (count != 1)}"


def invitation_card(far: FarBattle) -> tuple[tuple[str, str], ...]:
    """Return what an invitation offers, as labels and words."""
    part, battle = far.invited.parts[0], far.start.battle
    assert isinstance(part, InvitePart)
    state, system = battle.state, battle.system
    fleets = [f"{side.name} ({ships_of(len(state.fleet(key)))})" for key, side in state.sides.items()]
    clock = f", and {part.minutes} minutes a decision while you are connected directly" if part.minutes else ""
    return (
        ("Scenario", f"{far.title}, {system.title}"),
        ("Sides", join_words(fleets)),
        ("House rules", far.terms or "as usual"),
        ("Time", f"{part.days} day{'s' * (part.days > 1)} for an answer{clock}"),
        ("Made by", f"Dead Reckoning {part.program}"),
    )


def turn_words(view: View, begun: bool) -> str:
    """Return turn and phase, as in `2, write orders`."""
    if not begun:
        return "not begun"
    return f"{view.state.turn}, {'over' if view.state.outcome else view.phase.name.lower()}"


def own_stand(one: StoredBattle) -> FarStand:
    """Return what the player of this seat has to do, or how the battle has ended."""
    table, far = one.table, one.table.far
    if ended := _end(far):
        won = ended.winner == table.seat
        return FarStand("over", "won" if won else "lost" if ended.winner else "drawn")
    if far.claimed and not (table.begun and table.to_hand_over):
        return FarStand("over", "broken off")
    if table.to_answer:
        return FarStand("due", "asked to take back")
    if not table.complete:
        return FarStand("due", "give orders")
    return FarStand("due", "hand over") if table.begun and table.to_hand_over else FarStand("done", "handed over")


def their_stand(one: StoredBattle) -> FarStand:
    """Return what the others have to do, or have done."""
    table, far = one.table, one.table.far
    if ended := _end(far):
        return FarStand("over", "lost" if ended.winner == table.seat else "won" if ended.winner else "drawn")
    if table.begun and table.complete and table.to_hand_over:
        return FarStand("waits", "waits for you")
    owing = {owed.what for owed in far.owed() if owed.seat != table.seat}
    if owing:
        return FarStand("waits", "invited" if "accept" in owing else "waited for")
    step = far.replica.step if far.replica else None
    locked = step is not None and any(seat != table.seat for seat in step.locked)
    return FarStand("done", "locked" if locked else "answered")


def _end(far: FarBattle) -> Outcome | None:
    return far.replica.battle.state.outcome if far.replica and not far.owed() else None


def asked_pieces(one: StoredBattle) -> Iterator[AskedPiece]:
    """Yield the pieces of this seat that are asked, or that have orders which others do not know yet."""
    table = one.table
    if not table.begun:
        return
    view, given = table.battle.view(table.seat), dict(table.given)
    prompt, names = view.mine(), labels(view)
    plots = dict[Id, str]()
    for key, sealed in (*view.plots.items(), *view.planned.items()) if view.phase.secret else ():
        if view.state.owner(key) == table.seat:  # later they have been carried out
            plots[key] = f"{plots[key]}, then {sealed}" if key in plots else view.order_text(sealed)
    asked = prompt.ids if prompt else ()
    waiting = prompt.waiting if prompt and table.decides else ()
    for key in dict.fromkeys([*asked, *plots, *given]):
        if key in view.state.sides or key not in names:
            continue
        ship = key in view.state.ships
        order = plots.get(key, "") or (_in_words(one, view, key, given[key]) if key in given else "")
        yield AskedPiece(names[key], view.sheet(key).glyph if ship else "", order, key in given or key not in waiting)


def _in_words(one: StoredBattle, view: View, key: Id, text: str) -> str:
    """Return an order as its player reads it: a plot in its notation, any other in words."""
    try:
        order = one.table.battle.read(key, text)
    except Illegal:  # another phase has begun by it
        return text
    return view.order_text(order) if view.phase.secret else briefly(view, order)


def out_file(one: StoredBattle) -> OutFile:
    """Return the file that is due from this seat, or else the last one."""
    table = one.table
    due = table.begun and table.to_hand_over
    message = table.preview() if due else table.far.ledger.messages[table.seat][-1]
    return OutFile(message.no, one.sent_name(message.no), len(one.about(message).encode()), contents(message), due)


def long_ago(last: float) -> str:
    """Return how long ago a time of a file was."""
    past = max(0.0, time.time() - last)
    if past < 90:
        return "just now"
    if past < 3_600:
        return f"{round(past / 60)} min ago"
    if past < DAY:
        return f"{round(past / 3_600)} h ago"
    days = int(past // DAY)
    return "yesterday" if days == 1 else f"{days} days ago"


def due_step(one: StoredBattle) -> int:
    """Return what is due: 1 to give orders, 2 to hand over, 3 to take in; 0 if the battle is over."""
    table = one.table
    if not table.complete:
        return 1
    if table.begun and table.to_hand_over:
        return 2
    return 3 if table.far.owed() else 0


def last_in(one: StoredBattle) -> str:
    """Return what is in the last file of another seat that was read, as in `no. 2 of Amber Pact: locked orders`."""
    far, seat = one.table.far, one.table.seat
    last = [messages[-1] for other, messages in far.ledger.messages.items() if other != seat and messages]
    return "; ".join(f"no. {one.no} of {far.name(one.seat)}: {contents(one)}" for one in last)


def last_said(one: StoredBattle) -> str:
    """Return the last words of another seat."""
    far = one.table.far
    heard: Iterator[str] = (
        f"{far.name(seat)}: “{words}”"
        for seat, words in reversed(far.replica.said if far.replica else [])
        if seat != one.table.seat
    )
    return next(heard, "")
