"""Messages of a far battle: what a seat hands over, as text that survives mail.

A message is canonical JSON with an Ed25519 signature, in base64 lines between two marks. It names the message before it
of its own seat and the last it has seen of each other seat. So all messages of a battle form one chain, which anybody
can check without a secret.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.core.orders import LONGEST, Id
from game.far.messages.digests import DOMAIN, FORM, canonical, hashed

MOST_BYTES = 64 * 1024  # of a message, before base64
MOST_OF_INVITATION = 256 * 1024
MOST_PARTS = 200
MOST_ORDERS = 500  # in one part
MOST_WORDS = 2000
ONE_LINE = (
    r"^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$"  # nothing that steers a terminal or turns the line round
)
TOO_LONG = "this is far too long for a file of a battle"
BEFORE_FIRST = "00" * 32  # stands for the message before the first of a seat
SIGNED = 64  # bytes of a signature
BEGIN = f"-----DEAD RECKONING {FORM}-----"
_BEGINS = re.compile(r"-----DEAD RECKONING (\d{1,6})-----")
_ENDS = re.compile(r"-----END [0-9a-f]{8}-----")
_ASIDE = re.compile(r"\([^()]*\)|^- ", re.MULTILINE)  # words for people, and what signed mail puts before a dash
_STRANGE = re.compile(r"=3D|[^A-Za-z0-9_-]")  # quote marks, blanks and line ends that mail adds

Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]
BattleId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Seat = Annotated[str, Field(min_length=1, max_length=64)]
Count = Annotated[int, Field(ge=0, lt=10**6)]
OrderText = tuple[Annotated[str, Field(max_length=200)], Annotated[str, Field(max_length=LONGEST)]]
Orders = Annotated[tuple[OrderText, ...], Field(max_length=MOST_ORDERS)]
Digests = Annotated[tuple[Hex32, ...], Field(max_length=MOST_ORDERS)]


class NotTaken(ValueError):
    """A text that changes nothing; str() is a sentence for the player, without signs that steer a terminal."""

    def __init__(self, why: str) -> None:
        super().__init__("".join(letter if letter.isprintable() else "?" for letter in why))


class MessagePart(BaseModel):
    """One statement of a message."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    kind: str

    @property
    def plain(self) -> dict[str, object]:
        """The part as it stands in the message; values that are left out do not stand there."""
        return self.model_dump(mode="json", exclude_none=True)


class InvitePart(MessagePart):
    """The first message of a battle: the battle itself, and what its sender has fixed by it. `rules` is the digest of
    the rules, `nonce` a digest of the sender's part of the words of the battle, `tip` that of its dice; `days` is the
    time for an answer, `minutes` that for a decision while both are connected directly. `tls` is the key of direct
    connections, with the proof that makes a certificate of it."""

    kind: Literal["invite"] = "invite"
    program: Annotated[str, Field(max_length=40)]
    rules: Hex32
    text: Annotated[str, Field(max_length=MOST_OF_INVITATION)]
    key: Hex32
    tls: Hex32
    proof: Hex64
    tip: Hex32
    nonce: Hex32
    days: Annotated[int, Field(ge=1, le=365)]
    minutes: Annotated[int, Field(ge=1, le=600)] | None = None


class AcceptPart(MessagePart):
    """The first message of each other seat. It has seen the invitation, and gives its link to the dice of step 1."""

    kind: Literal["accept"] = "accept"
    program: Annotated[str, Field(max_length=40)]
    rules: Hex32
    key: Hex32
    tls: Hex32
    proof: Hex64
    tip: Hex32
    nonce: Hex32
    link: Hex32


class BeginPart(MessagePart):
    """The inviting seat's answer to the last acceptance: its nonce, and its link to the dice of step 1."""

    kind: Literal["begin"] = "begin"
    nonce: Hex32
    link: Hex32


class LockPart(MessagePart):
    """Orders sealed by their leaves. `kept` is a copy that only this seat can read, in base64. Where others act before
    the orders are carried out, the leaves are of what must be shown at once, and `late` are those of the orders."""

    kind: Literal["lock"] = "lock"
    step: Count
    leaves: Digests
    late: Digests | None = None
    kept: Annotated[str, Field(max_length=32 * 1024)] | None = None


class OpenPart(MessagePart):
    """Orders that were locked, with the salts of their leaves; or, without salts, orders that answer the locks of all
    other seats. `late` and `kept` are as in a lock."""

    kind: Literal["open"] = "open"
    step: Count
    orders: Orders
    salts: Digests
    late: Digests | None = None
    kept: Annotated[str, Field(max_length=32 * 1024)] | None = None


class RevealPart(MessagePart):
    """Orders whose `late` leaves were locked, once they are carried out."""

    kind: Literal["reveal"] = "reveal"
    step: Count
    orders: Orders
    salts: Digests


class OrdersPart(MessagePart):
    """Orders in the clear. The last one may need dice, which wait for the links of its step."""

    kind: Literal["orders"] = "orders"
    orders: Orders


class DrawPart(MessagePart):
    """A seat's link to the dice of a step."""

    kind: Literal["draw"] = "draw"
    step: Count
    link: Hex32


class TipPart(MessagePart):
    """The tip of a seat's next chain, sent before the present one ends."""

    kind: Literal["tip"] = "tip"
    chain: Count
    tip: Hex32


class StatePart(MessagePart):
    """A digest of everything that everybody may see after so many orders. Programs that diverge report it at once."""

    kind: Literal["state"] = "state"
    after: Count
    digest: Hex32


class SayPart(MessagePart):
    """Words to the other seats."""

    kind: Literal["say"] = "say"
    text: Annotated[str, Field(max_length=MOST_WORDS, pattern=ONE_LINE)]


class ClaimPart(MessagePart):
    """The battle is broken off, as another seat owes its part of a step for too long."""

    kind: Literal["claim"] = "claim"
    step: Count


class BackPart(MessagePart):
    """The wish to take back everything from one of this seat's messages on."""

    kind: Literal["back"] = "back"
    no: Count


class AgreePart(MessagePart):
    """The answer to another seat's wish to take back, which is in its message `no`. `agrees` says whether this seat
    agrees."""

    kind: Literal["agree"] = "agree"
    seat: Seat
    no: Count
    agrees: bool


class HandPart(MessagePart):
    """The seat is handed to another person: whatever follows is signed with another key. `tip` is that of the chain of
    this number, from which this seat's links come as soon as all who decide a step know of it."""

    kind: Literal["hand"] = "hand"
    key: Hex32
    tls: Hex32
    proof: Hex64
    chain: Count
    tip: Hex32


Deciding = LockPart | OpenPart | RevealPart | OrdersPart | DrawPart
Kinds = (
    InvitePart
    | AcceptPart
    | BeginPart
    | Deciding
    | TipPart
    | StatePart
    | SayPart
    | ClaimPart
    | BackPart
    | AgreePart
    | HandPart
)
AnyPart = Annotated[Kinds, Field(discriminator="kind")]


class Content(BaseModel):
    """The fields of a message. `seat` is written as `from`; `seen` holds the number and digest of the last message of
    each other seat."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    v: Literal[1]
    battle: BattleId
    seat: Annotated[Seat, Field(alias="from")]
    no: Count
    prev: Hex32
    seen: dict[Seat, tuple[Count, Hex32]]
    parts: Annotated[tuple[AnyPart, ...], Field(max_length=MOST_PARTS)]


@dataclass(frozen=True)
class Message:
    """A message as its seat has signed it: the bytes, what they say, and the signature."""

    body: bytes
    content: Content
    signature: bytes

    @property
    def battle(self) -> str:
        return self.content.battle

    @property
    def seat(self) -> Id:
        return self.content.seat

    @property
    def no(self) -> int:
        return self.content.no

    @property
    def parts(self) -> tuple[MessagePart, ...]:
        return self.content.parts

    @cached_property
    def digest(self) -> str:
        return hashed("message", self.body).hex()

    def first(self, kind: type[MessagePart]) -> MessagePart | None:
        """Return its first part of a kind."""
        return next((part for part in self.parts if isinstance(part, kind)), None)

    def text(self, about: str = "") -> str:
        """Return the text to hand over; `about` is for people, nothing reads it."""
        packed = base64.urlsafe_b64encode(self.body + self.signature).decode()
        lines = [packed[at : at + 64] for at in range(0, len(packed), 64)]
        aside = re.sub(r"[()\s-]+", " ", about)
        return "\n".join((BEGIN, f"({aside})", *lines, f"-----END {self.digest[:8]}-----", ""))


def signed(
    key: SigningKey,
    battle: str,
    seat: Id,
    no: int,
    prev: str,
    seen: Mapping[Id, tuple[int, str]],
    parts: Sequence[MessagePart],
) -> Message:
    """Return a message of a seat. Raises NotTaken if it is longer than others read."""
    body = canonical(
        {
            "v": FORM, "battle": battle, "from": seat, "no": no, "prev": prev,
            "seen": {one: list(at) for one, at in seen.items()}, "parts": [part.plain for part in parts],
        }
    )  # fmt: skip
    if len(body) > (MOST_BYTES if no else MOST_OF_INVITATION):
        raise NotTaken(TOO_LONG)
    return Message(body, Content.model_validate_json(body), key.sign(DOMAIN + b"message\0" + body).signature)


# -- reading -----------------------------------------------------------------------------------------------------------

CHANGED = "it was changed, or cut, on its way"


def frames(text: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield bytes and signature of every message in a text, whatever mail has put around it. Raises NotTaken."""
    if len(text) > 4 * MOST_OF_INVITATION:
        raise NotTaken(TOO_LONG)
    begins = list(_BEGINS.finditer(text))
    bounds = [*(one.start() for one in begins[1:]), len(text)]
    found = [(one, end) for one, most in zip(begins, bounds) if (end := _ENDS.search(text, one.end(), most))]
    if not found:
        begun = "DEAD RECKONING" in text
        raise NotTaken("it is cut off: its last line is missing" if begun else "this is no file of a far battle")
    for one, end in found:
        if int(one[1]) != FORM:
            raise NotTaken(f"it was made by another version of the program (form {one[1]}; this one reads form {FORM})")
        packed = _STRANGE.sub("", _ASIDE.sub("", text[one.end() : end.start()]))
        try:
            raw = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        except ValueError:
            raise NotTaken(CHANGED) from None
        yield raw[:-SIGNED], raw[-SIGNED:]


def whole(text: str) -> bool:
    """Return whether every message in a text matches the digits of its last line. That needs no key. Raises
    NotTaken."""
    marks = [end[0][-13:-5] for end in _ENDS.finditer(text)]
    return all(hashed("message", body).hex()[:8] in marks for body, _ in frames(text))


def signer(body: bytes, signature: bytes, keys: Mapping[Id, VerifyKey]) -> Id | None:
    """Return the seat that has signed these bytes, if any."""
    return next((seat for seat, key in keys.items() if _fits(key, body, signature)), None)


def _fits(key: VerifyKey, body: bytes, signature: bytes) -> bool:
    try:
        key.verify(DOMAIN + b"message\0" + body, signature)
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


def checked(body: bytes, signature: bytes, battle: str, keys: Mapping[Id, VerifyKey]) -> Message:
    """Return the message of these bytes. The signature is checked before anything is parsed. Raises NotTaken."""
    seat = signer(body, signature, keys)
    if seat is None:
        told = battle_told(body)
        other = told and told != battle
        raise NotTaken("it is of another battle" if other else "it was changed, or is not from this battle's players")
    message = Message(body, _content(body, MOST_BYTES), signature)
    if message.seat != seat or message.battle != battle:
        raise NotTaken("it was changed, or somebody else made it")
    return message


def first_message(body: bytes, signature: bytes) -> Message:
    """Return an invitation or an acceptance, which bring the key they are signed with. Raises NotTaken."""
    message = Message(body, _content(body, MOST_OF_INVITATION), signature)
    head = message.parts[0] if message.parts else None
    answers = isinstance(head, AcceptPart)  # an acceptance has seen the invitation, and nothing else
    alone = not message.no and message.content.prev == BEFORE_FIRST and len(message.content.seen) == answers
    if not alone or len(message.parts) != 1 or not isinstance(head, InvitePart | AcceptPart):
        raise NotTaken("it is neither an invitation nor an acceptance")
    if not _fits(VerifyKey(bytes.fromhex(head.key)), body, signature):
        raise NotTaken(CHANGED)
    return message


def battle_told(body: bytes) -> str:
    """Return the battle that bytes claim to be of, unchecked; empty if they claim none."""
    found = re.match(rb'\{"battle":"([0-9a-f]{16})",', body[:40])
    return found[1].decode() if found else ""


def _content(body: bytes, most: int) -> Content:
    """Return the fields of a message, if the bytes are their one spelling. Raises NotTaken."""
    if len(body) > most:
        raise NotTaken(TOO_LONG)
    try:
        content = Content.model_validate_json(body)
    except ValidationError:
        raise NotTaken(CHANGED) from None
    if canonical(content.model_dump(mode="json", by_alias=True, exclude_none=True)) != body:
        raise NotTaken(CHANGED)
    return content
