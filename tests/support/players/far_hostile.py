"""A hostile peer: it has the true key of a seat, and signs whatever it likes with it."""

from __future__ import annotations

import base64
import contextlib
import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from nacl.signing import SigningKey

from game.battle.battle import fingerprint
from game.core.orders import Id
from game.far.far_battle import FarBattle
from game.far.messages.digests import DOMAIN, canonical
from game.far.messages.message import Content, Message, MessagePart, NotTaken, frames, signed
from game.far.messages.seat_secrets import SeatSecrets

HARMS = 8  # kinds of harm that `harmed` does


def forged(
    secrets: SeatSecrets,
    far: FarBattle,
    parts: Sequence[MessagePart],
    *,
    no: int | None = None,
    prev: str | None = None,
    seen: Mapping[Id, tuple[int, str]] | None = None,
) -> Message:
    """Return a message of a seat with a true signature. What is not given follows on the battle."""
    last, head = far.ledger.head(secrets.seat)
    at = far.ledger.seen_by(secrets.seat) if seen is None else seen
    number = last + 1 if no is None else no
    return signed(secrets.signing_key, far.id, secrets.seat, number, head if prev is None else prev, at, parts)


def signed_bytes(key: SigningKey, body: bytes) -> str:
    """Return the text of any bytes with a true signature, whether they are a message or not."""
    return Message(body, cast(Content, None), key.sign(DOMAIN + b"message\0" + body).signature).text()


def harmed(text: str, others: Sequence[str], chance: Random) -> str:
    """Return a text as a bad line, a bad program or a bad person leaves it."""
    at, other = chance.randrange(len(text)), chance.choice(others)
    match chance.randrange(HARMS):
        case 0:
            return text[:at]
        case 1:
            return text[at:]
        case 2:
            return text[:at] + chr(chance.choice((0, 10, 40, 41, 45, 46, 61, 65, 0x202E, 0x1F600))) + text[at + 1 :]
        case 3:
            return text[:at] + other[chance.randrange(len(other)) :]
        case 4:
            return text.replace("\n", chance.choice(("\r\n", "\n> ", " ", "\u00a0\n", "\n- ", "=\n", "")))
        case 5:
            return text[:at] + text[at + chance.randrange(1, 40) :]
        case 6:
            return text[:at] + text + text[at:]
        case _:
            return text.swapcase()


def position(far: FarBattle) -> object:
    """Return all that a battle between programs consists of, to compare."""
    heads = {seat: far.ledger.head(seat) for seat in far.ledger.keys}
    if (replica := far.replica) is None:
        return heads
    records = [(str(record.order), record.faces) for record in replica.battle.records]
    plain = fingerprint(replica.battle.state)
    return heads, replica.number, repr(replica.step), far.claimed, list(replica.said), records, plain


def layers(text: str) -> str:
    """Return a text, the messages in it, and what their words are in base64 or hexadecimal digits."""
    found = [text.encode()]
    with contextlib.suppress(NotTaken):
        found += [body for body, _ in frames(text)]
    for word in {word for data in found for word in re.findall(rb"[A-Za-z0-9+/=_-]{12,}", data)}:
        for digits in (word, word.translate(bytes.maketrans(b"-_", b"+/"))):
            with contextlib.suppress(ValueError):
                found.append(base64.b64decode(digits + b"=" * (-len(digits) % 4)))
        with contextlib.suppress(ValueError):
            found.append(bytes.fromhex(word.decode()))
    return b"\n".join(found).decode("latin-1")


def pair(by: Id, text: str) -> str:
    """Return an order as it stands in messages."""
    return canonical([by, text]).decode()
