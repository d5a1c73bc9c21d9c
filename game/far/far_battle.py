"""A battle between programs: its invitation, who has joined, every message, and the battle that follows from them.

Whoever holds the messages can follow it, without a secret: a player's program, a spectator's, or a third person's who
verifies it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from hashlib import sha256

from nacl.signing import VerifyKey

from game.battle.loader import Opened, load_start_text, save_of
from game.core.installation import PACKAGE, __version__
from game.core.names import HUMAN, join_words, sentence
from game.core.orders import Id
from game.core.system import RuleSystem
from game.far.certificate import certificate, proof
from game.far.messages.digests import digest, step_seed
from game.far.messages.ledger import Cut, Known, Ledger
from game.far.messages.message import (
    BEFORE_FIRST,
    MOST_OF_INVITATION,
    AcceptPart,
    AgreePart,
    BackPart,
    BeginPart,
    ClaimPart,
    Deciding,
    HandPart,
    InvitePart,
    Message,
    NotTaken,
    StatePart,
    battle_told,
    checked,
    first_message,
    frames,
    signed,
    signer,
)
from game.far.messages.seat_secrets import LINKS, SeatSecrets, link_before
from game.far.replica import Owed, Replica
from game.far.taking_back import BackWish, BackWishes, by_decision, by_itself, knows
from game.far.words import three_words
from game.formats.save_journal import text_of
from game.formats.validation import BadFile

# packages that decide what happens in a battle
RULES = ("core", "board", "battle", "rules", "systems")
DAYS = 7  # for an answer, unless the invitation says otherwise


@cache
def rules_digest() -> str:
    """Return the SHA-256 of all source files that decide what happens in a battle, in hexadecimal digits: two programs
    may play each other if theirs are equal."""
    whole = sha256()
    for package in RULES:
        for path in sorted((PACKAGE / package).rglob("*.py")):
            whole.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
            whole.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return whole.hexdigest()


def nonce_digest(nonce: bytes) -> str:
    """Return what fixes the inviting seat's nonce before it is told."""
    return digest("nonce", nonce.hex()).hex()


def why_not_far(opened: Opened) -> str:
    """Return why a battle cannot be played between programs yet, as a sentence; empty if it can."""
    system, state = opened.battle.system, opened.battle.state
    if len(state.sides) < 2:
        return "A far battle needs two sides."
    if state.reserves:
        return "Ships that arrive later, or that nobody can make out, cannot be played by file yet."
    if system.hides_later(state):
        return "Battles with cloaked ships cannot be played by file yet."
    return ""


def usual_by_file(system: RuleSystem, house: Mapping[str, object]) -> dict[str, object]:
    """Return the house rules of a battle file with those that are usual by file: plans, unless it says otherwise."""
    return {"plans": "plans", **house} if any(rule.key == "plans" for rule in system.house) else dict(house)


def battle_text(opened: Opened) -> str:
    """Return a battle at its start as the text of an invitation: with its designs, without a seed, all seats people's.
    Raises NotTaken."""
    if why := why_not_far(opened):
        raise NotTaken(why)
    plain = save_of(opened)
    sides = {key: {**side, "player": HUMAN} for key, side in plain["sides"].items()}
    text = text_of({**plain, "sides": sides, "seed": 0, "script": []})
    if len(text) > MOST_OF_INVITATION:
        raise NotTaken("this battle is too large for an invitation")
    return text


def invitation(battle: str, text: str, secrets: SeatSecrets, days: int = DAYS, minutes: int | None = None) -> Message:
    """Return the first message of the seat that invites."""
    part = InvitePart(
        program=__version__,
        rules=rules_digest(),
        text=text,
        key=secrets.verify_key.encode().hex(),
        tls=secrets.tls_key.verify_key.encode().hex(),
        proof=proof(secrets.tls_key).hex(),
        tip=secrets.tip().hex(),
        nonce=nonce_digest(secrets.nonce),
        days=days,
        minutes=minutes,
    )
    return signed(secrets.signing_key, battle, secrets.seat, 0, BEFORE_FIRST, {}, (part,))


def acceptance(invited: Message, secrets: SeatSecrets) -> Message:
    """Return the first message of another seat."""
    part = AcceptPart(
        program=__version__,
        rules=rules_digest(),
        key=secrets.verify_key.encode().hex(),
        tls=secrets.tls_key.verify_key.encode().hex(),
        proof=proof(secrets.tls_key).hex(),
        tip=secrets.tip().hex(),
        nonce=secrets.nonce.hex(),
        link=secrets.link(1).hex(),
    )
    seen = {invited.seat: (0, invited.digest)}
    return signed(secrets.signing_key, invited.battle, secrets.seat, 0, BEFORE_FIRST, seen, (part,))


class FarBattle:
    """A battle as its messages tell it. `replica` is None until all have joined and the inviting seat has begun."""

    def __init__(self, invited: Message, links: int = LINKS) -> None:
        """Open the battle of an invitation. Raises NotTaken."""
        part = invited.parts[0]
        if not isinstance(part, InvitePart):
            raise NotTaken("it is no invitation")
        try:
            self.start = load_start_text(part.text, "the invitation")
        except BadFile as bad:
            raise NotTaken(f"its battle cannot be read: {bad.problems[0].message}") from None
        if why := why_not_far(self.start):
            raise NotTaken(why)
        self.seats = tuple(self.start.battle.state.sides)
        if invited.seat not in self.seats:
            raise NotTaken(f"it comes from {invited.seat}, a side that the battle does not have")
        self.id, self.host, self.days, self.links = invited.battle, invited.seat, part.days, links
        self.minutes = part.minutes or 0  # for a decision, while both are connected directly; 0 if that is free
        self.ledger = Ledger(self.id)
        self.replica: Replica | None = None
        self.words = ""
        self._acts: dict[Id, int] = {}  # the last message of each seat by which the battle can go on
        self._claims: list[tuple[Cut, Id, int]] = []  # what each claim knows, its seat, and the step
        self._known: dict[Id, FarBattle] = {}  # as each seat knew it by its last message
        self.refused: list[tuple[Message, str]] = []  # what came early, and did not follow when its turn came
        self._agreed: dict[Id, int] = {}  # the last message of each seat by which the battle has gone back
        self.wishes = BackWishes(self.seats)
        self._join(invited, part)
        self.ledger.take(invited)
        self._bare = self.copy()

    def copy(self) -> FarBattle:
        """Return a battle that goes on apart from this one."""
        other = copy(self)
        other.ledger, other.replica = self.ledger.copy(), self.replica and self.replica.copy()
        other.refused = list(self.refused)
        other._acts, other._claims, other._agreed = dict(self._acts), list(self._claims), dict(self._agreed)
        other._known = dict(self._known)
        other.wishes = self.wishes.copy()
        return other

    @property
    def invited(self) -> Message:
        """The invitation."""
        return self.ledger.messages[self.host][0]

    @property
    def joined(self) -> tuple[Id, ...]:
        """The seats whose players are known, in the order of the file."""
        return tuple(seat for seat in self.seats if seat in self.ledger.keys)

    @property
    def title(self) -> str:
        return self.start.file.title

    @property
    def terms(self) -> str:
        """The house rules in which it differs from its edition, in words; empty if in none."""
        house, found = self.start.battle.state.house, list[str]()
        for rule in self.start.battle.system.beyond_edition(house):
            found.append(f"{rule.title}: {dict(rule.values).get(house[rule.key], house[rule.key])}")
        return "; ".join(found)

    def name(self, seat: Id) -> str:
        """Return the name of a side."""
        return self.start.battle.state.sides[seat].name

    def owed(self) -> tuple[Owed, ...]:
        """Return what the battle waits for: seats that have to accept, begin, answer a wish, decide, open or draw."""
        if self.replica is not None:
            wishes, held, step = self.wishes, self.wishes.held, self.replica.number + 1
            answers = (Owed(seat, "answer", step) for one in wishes.open for seat in wishes.unanswered(one))
            acts = (one for one in self.replica.owed() if one.what != "decide" or one.seat not in held)
            return (*answers, *acts)
        if absent := [seat for seat in self.seats if seat not in self.joined]:
            return tuple(Owed(seat, "accept", 1) for seat in absent)
        return (Owed(self.host, "begin", 1),)

    def certificates(self) -> dict[Id, bytes]:
        """Return the certificate of each seat that has joined, for direct connections."""
        heads = {seat: self.ledger.messages[seat][0].parts[0] for seat in self.joined}
        for seat, no in self.handed():
            heads[seat] = self.ledger.messages[seat][no].first(HandPart) or heads[seat]
        return {
            seat: certificate(bytes.fromhex(head.tls), bytes.fromhex(head.proof))
            for seat, head in heads.items()
            if isinstance(head, InvitePart | AcceptPart | HandPart)
        }

    # -- taking messages in --------------------------------------------------------------------------------------------

    def read(self, text: str) -> Iterator[Message]:
        """Yield the messages in a text that are of this battle; the one before is taken in first, as it may be an
        acceptance, which brings the key of the next. Raises NotTaken."""
        return (self.message(body, signature) for body, signature in frames(text))

    def message(self, body: bytes, signature: bytes) -> Message:
        """Return the message of these bytes, checked. Raises NotTaken."""
        ledger, known = self.ledger, dict(self.ledger.keys)
        keys = ((seat, holder) for seat, later in ledger.later.items() for holder in range(1, len(later) + 1))
        for seat, holder in keys:
            key = ledger.key(seat, holder)
            if key and signer(body, signature, {seat: key}):
                known[seat] = key
        try:
            message = checked(body, signature, self.id, known)
            if known[message.seat] != ledger.key(message.seat, ledger.holder(message.seat, message.no)):
                raise NotTaken(f"no. {message.no} of {message.seat} is signed by who does not hold this seat there")
            return message
        except NotTaken:
            if battle_told(body) != self.id or len(self.joined) == len(self.seats):
                raise
        return first_message(body, signature)

    def take(self, message: Message) -> list[Message]:
        """Take a message in, and return those that count now, in order. Raises NotTaken; the battle may have changed by
        then, so take it in on a copy first."""
        if message.seat not in self.ledger.keys:
            self._accept(message)
        now = self.ledger.take(message)
        self.note_hand(message)
        if not now:
            return []
        self._follow(message)
        return [message, *self.catch_up()]

    def note_hand(self, message: Message) -> None:
        """If a message hands its seat on, read those after it with the new key."""
        if isinstance(part := message.first(HandPart), HandPart):
            self.ledger.hand(message.seat, message.no, VerifyKey(bytes.fromhex(part.key)))

    def catch_up(self) -> list[Message]:
        """Go on with messages that came early and wait for no other any more; return those that count. What turns out
        not to follow is noted as refused, as when it comes in time: nobody's message stands in another's way."""
        found = []
        while early := self.ledger.next_early():
            trial = self.copy()
            try:
                trial.ledger.follow(early)
                trial._follow(early)
                self.__dict__.update(trial.__dict__)
                found.append(early)
            except NotTaken as why:
                self.refused.append((early, str(why)))
        return found

    def with_one(self, message: Message) -> FarBattle:
        """Return the battle with one more message, or with a note that it does not follow."""
        trial = self.copy()
        try:
            trial.take(message)
        except Known:
            return self
        except NotTaken as why:
            self.refused.append((message, str(why)))
            return self
        return trial

    def _accept(self, message: Message) -> None:
        part = message.parts[0]
        if message.seat not in self.seats or not isinstance(part, AcceptPart):
            raise NotTaken(f"{message.seat} has not joined this battle")
        if message.content.seen.get(self.host) != (0, self.invited.digest):
            raise NotTaken(f"{message.seat} accepts another invitation than this one")
        self._judge_rules(message.seat, part)
        self._join(message, part)

    def _join(self, message: Message, part: InvitePart | AcceptPart) -> None:
        self.ledger.join(message.seat, VerifyKey(bytes.fromhex(part.key)))

    def _judge_rules(self, seat: Id, part: InvitePart | AcceptPart) -> None:
        theirs = self.invited.parts[0]
        assert isinstance(theirs, InvitePart)
        if part.rules != theirs.rules:
            versions = f"it is {part.program}, and the invitation is from {theirs.program}"
            raise NotTaken(f"the rules of {seat}'s program differ: {versions}")

    def _follow(self, message: Message) -> None:
        """Go on with a message that follows on. It is judged by what its seat knew when it signed it, so by everybody
        alike, in whichever order messages come. Raises NotTaken."""
        if not message.no:
            return
        cut = self.ledger.cut(message)
        knows_all = cut == self.ledger.counts
        known = self if knows_all else self._known_to(message)
        claimed = known._apply(message, judges=True)
        if not knows_all:
            self._apply(message, judges=False)
        if any(isinstance(part, Deciding | BeginPart | AgreePart) for part in message.parts):
            self._acts[message.seat] = message.no
        self._claims += [(cut, message.seat, step) for step in claimed]
        self._known[message.seat] = known._snapshot()

    def _snapshot(self) -> FarBattle:
        other = self.copy()
        other._known, other._claims = {}, []
        return other

    def _known_to(self, message: Message) -> FarBattle:
        """Return the battle as the seat of a message knew it before; its ledger has followed the message."""
        known = self._known.get(message.seat, self._bare).copy()
        for one in self.ledger.between(known.ledger.counts, self.ledger.cut(message)):
            if one.seat not in known.ledger.keys:
                known.ledger.join(one.seat, self.ledger.keys[one.seat])
            known.ledger.follow(one)
            known.note_hand(one)
            if one.no and one is not message:
                known._apply(one, judges=False)
        return known

    def _apply(self, message: Message, judges: bool) -> list[int]:
        """Carry out what a message says, but what was done by itself before all have agreed to take back. Return the
        steps at which it breaks the battle off. If it `judges`, this is the battle as the message knows it: whatever
        does not fit raises NotTaken, and this battle may have changed by then."""
        head = message.parts[0] if message.parts else None
        if self.replica is None and isinstance(head, BeginPart) and message.seat == self.host:
            self.begin(head)
        if self.replica is None:
            raise NotTaken("the battle has not begun: not all seats have joined")
        if judges:
            self.wishes.judge(message, self.replica.points)
            self._judge_hand(message, self.replica.number)
        cut, claimed = self.ledger.cut(message), list[int]()
        goes_on = knows(cut, self._agreed)
        self.replica.holders = {seat: self.ledger.holder(seat, cut.get(seat, 0)) for seat in self.ledger.later}
        for part in message.parts:
            if isinstance(part, ClaimPart) and judges:
                claimed += [one.step for one in self.owed() if one.step == part.step and one.seat != message.seat][:1]
            if (goes_on or not by_itself(part)) and (judges or not isinstance(part, StatePart)):
                self.replica.follow(message.seat, part, message.digest)
        self.replica.note_message(message.seat, message.no)
        self.replica.holders = None
        if wish := self.wishes.note(message, cut):
            for seat, no in ((wish.seat, wish.no), *((seat, no) for seat, (no, _) in wish.answers.items())):
                self._agreed[seat] = max(no, self._agreed.get(seat, 0))
            self.replica.go_back(wish.seat, wish.first)
        return claimed

    def _judge_hand(self, message: Message, number: int) -> None:
        """Raise NotTaken for a message that hands its seat on in another way than is allowed."""
        parts = [part for part in message.parts if isinstance(part, HandPart)]
        if not parts:
            return
        old = {key.encode().hex() for seat in self.seats for key in self.ledger.keys_before(seat, message)}
        decides = any(map(by_decision, message.parts)) or message.first(BackPart) or message.first(AgreePart)
        if len(parts) > 1 or decides or parts[0].key in old or parts[0].chain != number // self.links:
            raise NotTaken(f"no. {message.no} of {message.seat} hands its seat on in a way that nobody can follow")

    def handed(self) -> list[tuple[Id, int]]:
        """Return which seats were handed to another person, each by which message."""
        counts = self.ledger.counts
        return [(seat, no) for seat, later in self.ledger.later.items() for no, _ in later if no < counts[seat]]

    @property
    def claimed(self) -> tuple[Id, int] | None:
        """Who has broken the battle off, and at which step; None if it is taken up again by whatever a seat has done
        that the claim does not know of."""
        standing = (one for one in self._claims if knows(one[0], self._acts))
        last = max(standing, key=lambda one: (sum(one[0].values()), one[1]), default=None)
        return last and last[1:]

    def begin(self, part: BeginPart) -> None:
        """Begin the battle, after all seats have joined. Raises NotTaken."""
        first = self.invited.parts[0]
        if not isinstance(first, InvitePart) or len(self.joined) < len(self.seats):
            raise NotTaken("the battle has not begun: not all seats have joined")
        if nonce_digest(bytes.fromhex(part.nonce)) != first.nonce:
            raise NotTaken(f"{self.host} does not begin with what its invitation has fixed")
        tips, links, nonces = {self.host: first.tip}, {self.host: part.link}, {self.host: part.nonce}
        for seat in self.seats:
            head = self.ledger.messages[seat][0].parts[0]
            if isinstance(head, AcceptPart):
                tips[seat], links[seat], nonces[seat] = head.tip, head.link, head.nonce
            if link_before(self.id, seat, bytes.fromhex(links[seat])).hex() != tips[seat]:
                raise NotTaken(f"{seat} does not begin with the link that it has fixed")
        firsts = [self.ledger.messages[seat][0].digest for seat in self.seats]
        keys = {seat: key.encode().hex() for seat, key in self.ledger.keys.items()}
        self.words = three_words(digest("words", self.id, nonces, keys))
        seed = step_seed(self.id, 1, firsts, links)
        self.replica = Replica(self.start.battle, self.id, tips, seed, self.links)


def read_invitation(text: str) -> Message:
    """Return the invitation in a text. Raises NotTaken."""
    for message in map(_first_or_none, frames(text)):
        if message and isinstance(message.parts[0], InvitePart):
            return message
    raise NotTaken("there is no invitation in it")


def gather(texts: Iterable[str], links: int = LINKS) -> FarBattle:
    """Return the battle that follows from texts in any order, which hold the invitation and messages of all seats, as a
    third person gets them. Signed messages that do not follow are noted as refused. Raises NotTaken."""
    raw = dict.fromkeys(frame for text in texts for frame in frames(text))
    firsts = [one for one in map(_first_or_none, raw) if one]
    invited = [one for one in firsts if isinstance(one.parts[0], InvitePart)]
    if len(invited) != 1:
        raise NotTaken("there are several invitations among them" if invited else "there is no invitation among them")
    battle = FarBattle(invited[0], links)
    for message in firsts:
        if message is not invited[0]:
            battle.take(message)
    judge_own_rules(battle)
    known = {(one.body, one.signature) for one in firsts}
    for message in in_order(_read_all(battle, [frame for frame in raw if frame not in known])):
        battle = battle.with_one(message)
    return battle


def _read_all(battle: FarBattle, waiting: Sequence[tuple[bytes, bytes]]) -> list[Message]:
    """Return the messages of these bytes. Those of a player who took a seat over need the one that hands it on. Raises
    NotTaken."""
    found = list[Message]()
    while waiting:
        rest, why = list[tuple[bytes, bytes]](), NotTaken("")
        for frame in waiting:
            try:
                message = battle.message(*frame)
            except NotTaken as fault:
                rest.append(frame)
                why = fault
                continue
            battle.note_hand(message)
            found.append(message)
        if len(rest) == len(waiting):
            raise why
        waiting = rest
    return found


def judge_own_rules(battle: FarBattle) -> None:
    """Raise NotTaken if this program has other rules than that which began a battle: it would follow it otherwise."""
    part = battle.invited.parts[0]
    assert isinstance(part, InvitePart)
    if part.rules != rules_digest():
        raise NotTaken(
            f"{battle.title} was begun with the rules of Dead Reckoning {part.program}, and those of this program, "
            f"{__version__}, differ: go on with the one that began it"
        )


def in_order(messages: Iterable[Message]) -> list[Message]:
    """Return messages so that each comes after all that it follows on; those for which one is missing come last."""
    waiting, found, counts = sorted(messages, key=lambda one: one.no), list[Message](), dict[Id, int]()
    while waiting:
        rest = []
        for one in waiting:
            seen = one.content.seen.items()
            if one.no > counts.get(one.seat, 0) + 1 or any(at > counts.get(other, 0) for other, (at, _) in seen):
                rest.append(one)
            else:
                found.append(one)
                counts[one.seat] = max(one.no, counts.get(one.seat, 0))
        if len(rest) == len(waiting):
            return found + rest
        waiting = rest
    return found


def _first_or_none(frame: tuple[bytes, bytes]) -> Message | None:
    try:
        return first_message(*frame)
    except NotTaken:
        return None


def awaited(battle: FarBattle) -> str:
    """Return in words what the battle waits for."""
    owed = battle.owed()
    if not owed:
        assert battle.replica is not None
        outcome = battle.replica.battle.state.outcome
        return f"the battle is over: {outcome.why}" if outcome else "nobody can decide anything any more"
    does = {"accept": "accept the invitation", "begin": "begin", "decide": "decide", "open": "open its orders",
            "reveal": "reveal its orders", "draw": "draw its dice", "answer": "answer the wish"}  # fmt: skip
    by_kind: dict[str, list[str]] = {}
    for one in owed:
        by_kind.setdefault(one.what, []).append(battle.name(one.seat))
    parts = [f"{join_words(names)} to {does[what]}" for what, names in by_kind.items()]
    return f"waiting for {join_words(parts)}"


def wish_words(battle: FarBattle, wish: BackWish) -> str:
    """Return in words what a seat wishes to take back."""
    return f"{battle.name(wish.seat)} wishes to take back its file no. {wish.first}, and all since"


def handed_words(battle: FarBattle) -> list[str]:
    """Return in sentences which seats were handed to another person."""
    return [f"{battle.name(seat)} was handed to another person by its no. {no}." for seat, no in battle.handed()]


def awaited_words(battle: FarBattle) -> str:
    """Return in a sentence what the battle waits for."""
    return sentence(awaited(battle))
