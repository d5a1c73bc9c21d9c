"""Taking back by agreement.

A seat wishes to take back everything from one of its files on. Every other seat agrees or refuses. A seat that decides
something instead of answering refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from game.core.orders import Id
from game.far.messages.ledger import Cut
from game.far.messages.message import (
    AgreePart,
    BackPart,
    DrawPart,
    LockPart,
    Message,
    MessagePart,
    NotTaken,
    OpenPart,
    OrdersPart,
    RevealPart,
)


def by_itself(part: MessagePart) -> bool:
    """Return whether a part needs no decision of its seat."""
    return isinstance(part, DrawPart | RevealPart) or (isinstance(part, OpenPart) and bool(part.salts))


def by_decision(part: MessagePart) -> bool:
    """Return whether a part holds a decision of its seat."""
    return isinstance(part, LockPart | OrdersPart) or (isinstance(part, OpenPart) and not part.salts)


def knows(cut: Cut, numbers: Mapping[Id, int]) -> bool:
    """Return whether a message with such a cut knows the messages of these numbers."""
    return all(cut.get(seat, 0) > no for seat, no in numbers.items())


@dataclass
class BackWish:
    """The wish of a seat, sent in its message `no`, to take back everything from its message `first` on. `answers`
    holds, for each other seat, the message of its answer and whether it agrees."""

    seat: Id
    no: int
    first: int
    answers: dict[Id, tuple[int, bool]] = field(default_factory=dict)

    @property
    def agreed(self) -> tuple[Id, ...]:
        """The seats that have agreed."""
        return tuple(seat for seat, (_, agrees) in self.answers.items() if agrees)

    @property
    def refused(self) -> bool:
        return len(self.agreed) < len(self.answers)

    def granted(self, seats: Iterable[Id]) -> bool:
        """Return whether all other seats have agreed."""
        return set(self.agreed) == set(seats) - {self.seat}


class BackWishes:
    """The wishes of the seats of a battle to take back, and the answers to them."""

    def __init__(self, seats: tuple[Id, ...]) -> None:
        self.seats = seats
        self.all: list[BackWish] = []

    def copy(self) -> BackWishes:
        other = copy(self)
        other.all = [replace(one, answers=dict(one.answers)) for one in self.all]
        return other

    @property
    def granted(self) -> list[BackWish]:
        """The wishes to which all have agreed."""
        return [one for one in self._in_order() if one.granted(self.seats)]

    @property
    def open(self) -> list[BackWish]:
        """The wishes that no seat has refused and some have not answered."""
        return [one for one in self._in_order() if not one.refused and not one.granted(self.seats)]

    def _in_order(self) -> list[BackWish]:
        """Return all wishes in an order that does not depend on when they arrived."""
        return sorted(self.all, key=lambda one: (one.no, one.seat))

    def unanswered(self, wish: BackWish) -> tuple[Id, ...]:
        """Return the seats that still have to answer."""
        return tuple(seat for seat in self.seats if seat != wish.seat and seat not in wish.answers)

    @property
    def held(self) -> set[Id]:
        """The seats that may decide nothing before a wish is answered: the one that wishes, and those that have
        agreed."""
        return {seat for one in self.open for seat in (one.seat, *one.agreed)}

    def judge(self, message: Message, counts: Iterable[tuple[Id, int]]) -> None:
        """Raise NotTaken for a message that goes on before a wish is answered, wishes what cannot be taken back, or
        answers what nobody asks it. It must know all wishes and answers that are here. `counts` are the messages by
        which seats have decided what still counts."""
        seat, asks = message.seat, [part for part in message.parts if isinstance(part, BackPart)]
        answers = [part for part in message.parts if isinstance(part, AgreePart)]
        decides = any(map(by_decision, message.parts))
        if decides or asks:
            if len(asks) + bool(answers) + decides > 1:
                raise NotTaken(f"no. {message.no} of {seat} decides and takes back at once")
            if seat in self.held:
                raise NotTaken(f"{seat} goes on before it is known whether all agree to take back")
        for ask in asks:
            if (seat, ask.no) not in counts:
                raise NotTaken(f"{seat} wishes to take back its no. {ask.no}, which decides nothing that counts")
        for answer in answers:
            wish = next((one for one in self.all if (one.seat, one.no) == (answer.seat, answer.no)), None)
            if wish is None or seat in (wish.seat, *wish.answers):
                raise NotTaken(f"{seat} answers no. {answer.no} of {answer.seat}, which asks it for nothing")
            if len(answers) > 1:
                raise NotTaken(f"no. {message.no} of {seat} answers several wishes at once")

    def note(self, message: Message, cut: Cut) -> BackWish | None:
        """Note the wish or answer of a message with such a cut. Return the wish that all have agreed to by it."""
        seat, no = message.seat, message.no
        for part in message.parts:
            if isinstance(part, BackPart):
                self.all.append(BackWish(seat, no, part.no))
            elif isinstance(part, AgreePart):
                wish = next(one for one in self.all if (one.seat, one.no) == (part.seat, part.no))
                wish.answers[seat] = no, part.agrees
                if wish.granted(self.seats):
                    return wish
        if any(map(by_decision, message.parts)):
            for one in self.all:
                if seat != one.seat and seat not in one.answers and knows(cut, {one.seat: one.no}):
                    one.answers[seat] = no, False
        return None
