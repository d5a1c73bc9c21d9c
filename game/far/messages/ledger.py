"""All messages of a battle that one program holds: they may come late, twice, or in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nacl.signing import VerifyKey

from game.core.orders import Id
from game.far.messages.message import BEFORE_FIRST, Message, NotTaken

EARLY = 50  # messages of a seat that are kept until those before them have come
Cut = Mapping[Id, int]  # so many messages of each seat


class Known(NotTaken):
    """The very message has been read already."""


class Twice(NotTaken):
    """A seat has signed two different messages of one number; `first` and `second` prove it."""

    def __init__(self, first: Message, second: Message) -> None:
        super().__init__(f"{first.seat} has signed two different files no. {first.no}: the first one stands")
        self.first, self.second = first, second


class Ledger:
    """The messages of each seat in their order, without gaps, and those that came too early. `keys` grows with each
    seat that joins, `later` with each that is handed to another person: the number of the message that does it, and the
    key of those after it."""

    def __init__(self, battle: str) -> None:
        self.battle = battle
        self.later: dict[Id, tuple[tuple[int, VerifyKey], ...]] = {}
        self.keys: dict[Id, VerifyKey] = {}
        self.messages: dict[Id, list[Message]] = {}
        self._cuts: dict[Id, list[Cut]] = {}  # of these messages
        self._early: dict[tuple[Id, int], Message] = {}

    def join(self, seat: Id, key: VerifyKey) -> None:
        """Add a seat, before its first message is taken."""
        self.keys[seat], self.messages[seat], self._cuts[seat] = key, [], []

    def copy(self) -> Ledger:
        """Return a copy that can be changed apart from this one."""
        other = Ledger(self.battle)
        other.keys, other.later, other._early = dict(self.keys), dict(self.later), dict(self._early)
        other.messages = {seat: list(messages) for seat, messages in self.messages.items()}
        other._cuts = {seat: list(cuts) for seat, cuts in self._cuts.items()}
        return other

    def hand(self, seat: Id, no: int, key: VerifyKey) -> None:
        """Note the key of a seat for the messages after one."""
        others = (one for one in self.later.get(seat, ()) if one[0] != no)
        self.later[seat] = tuple(sorted((*others, (no, key)), key=lambda one: one[0]))

    def holder(self, seat: Id, no: int) -> int:
        """Return how often a seat had been handed on before a message."""
        return sum(at < no for at, _ in self.later.get(seat, ()))

    def key(self, seat: Id, holder: int = -1) -> VerifyKey | None:
        """Return the key of a seat's holder, or of the last one."""
        found = [key for key in (self.keys.get(seat), *(key for _, key in self.later.get(seat, ()))) if key]
        return found[holder] if found else None

    def keys_before(self, seat: Id, message: Message) -> list[VerifyKey]:
        """Return all keys of a seat but that which a message brings."""
        later = self.later.get(seat, ())
        return [self.keys[seat], *(key for no, key in later if (seat, no) != (message.seat, message.no))]

    def head(self, seat: Id) -> tuple[int, str]:
        """Return the number and digest of the last message of a seat; number −1 before its first."""
        messages = self.messages[seat]
        return (messages[-1].no, messages[-1].digest) if messages else (-1, BEFORE_FIRST)

    def seen_by(self, seat: Id) -> dict[Id, tuple[int, str]]:
        """Return the heads of all other seats, as the next message of a seat names them."""
        return {other: self.head(other) for other in self.messages if other != seat and self.messages[other]}

    def take(self, message: Message) -> bool:
        """Take a message in. Return whether it can be acted on now; it is kept if earlier ones are missing. Raises
        NotTaken; the ledger is unchanged then."""
        self._judge(message)
        if not self._ready(message):
            self._early[message.seat, message.no] = message
            return False
        self.follow(message)
        return True

    def next_early(self) -> Message | None:
        """Return a message that came early and waits for no other any more, and keep it no longer."""
        ready = next((at for at, message in self._early.items() if self._ready(message)), None)
        return self._early.pop(ready) if ready else None

    def _judge(self, message: Message) -> None:
        """Raise NotTaken for a message that is known, contradicts one that is, or is too far ahead."""
        no, messages = message.no, self.messages[message.seat]
        there = messages[no] if no < len(messages) else self._early.get((message.seat, no))
        if there is not None and there.digest != message.digest:
            raise Twice(there, message)
        if there is not None:
            raise Known(f"no. {no} of {message.seat} has been read already")
        if no > len(messages) + EARLY:
            raise NotTaken(f"files {len(messages)} to {no - 1} of {message.seat} are missing")

    def _ready(self, message: Message) -> bool:
        """Return whether all messages that a message follows on have come."""
        return message.no == len(self.messages[message.seat]) and all(
            other in self.messages and at[0] < len(self.messages[other]) for other, at in message.content.seen.items()
        )

    def follow(self, message: Message) -> None:
        """Append a message that waits for no other. Raises NotTaken if it does not follow on what is there."""
        seat, no = message.seat, message.no
        if message.content.prev != self.head(seat)[1]:
            raise NotTaken(
                f"no. {no} of {seat} does not follow on its no. {no - 1}: a backup may have been brought back"
            )
        for other, (seen, digest) in message.content.seen.items():
            if other == seat or self.messages[other][seen].digest != digest:
                raise NotTaken(f"no. {no} of {seat} answers another no. {seen} of {other} than ours")
        self._cuts[seat].append(self._cut_of(message))
        self.messages[seat].append(message)

    def cut(self, message: Message) -> Cut:
        """Return how many messages of each seat one knows that has been followed, itself among them: what it names, and
        all that these and the one before it know."""
        return self._cuts[message.seat][message.no]

    def _cut_of(self, message: Message) -> Cut:
        known = [self._cuts[seat][no] for seat, (no, _) in message.content.seen.items()]
        found = dict(self._cuts[message.seat][-1]) if message.no else {}
        for seat, count in (at for cut in known for at in cut.items()):
            found[seat] = max(count, found.get(seat, 0))
        return found | {message.seat: message.no + 1}

    def between(self, counts: Cut, cut: Cut) -> list[Message]:
        """Return the messages of a cut without the first so many of each seat, each after all that it follows on."""
        found = [one for seat, end in cut.items() for one in self.messages[seat][counts.get(seat, 0) : end]]
        return sorted(found, key=lambda one: (sum(self.cut(one).values()), one.seat))

    @property
    def counts(self) -> Cut:
        """The number of messages of each seat."""
        return {seat: len(messages) for seat, messages in self.messages.items() if messages}

    @property
    def all(self) -> list[Message]:
        """All messages, those that came early last."""
        return [*(one for messages in self.messages.values() for one in messages), *self._early.values()]

    def waits(self, seat: Id) -> bool:
        """Return whether any messages of a seat came early."""
        return any(one == seat for one, _ in self._early)

    def gaps(self, seat: Id) -> list[int]:
        """Return the numbers of a seat's messages that have to come before those that came early."""
        early = self._early.values()
        named = [at[0] for message in early for one, at in message.content.seen.items() if one == seat]
        last = max((*(no - 1 for one, no in self._early if one == seat), *named), default=-1)
        have = len(self.messages[seat])
        return [no for no in range(have, min(last, have + EARLY) + 1) if (seat, no) not in self._early]

    def missing(self) -> Iterator[str]:
        """Yield in words the messages that have to come before those that came early."""
        for seat in self.messages:
            if gaps := self.gaps(seat):
                many = len(gaps) > 1
                yield f"file{'s' if many else ''} {_listed(gaps)} of {seat} {'are' if many else 'is'} missing"


def _listed(numbers: list[int]) -> str:
    *first, last = map(str, numbers[:4])
    more = "…" if len(numbers) > 4 else ""
    return f"{', '.join(first)} and {last}{more}" if first else last
