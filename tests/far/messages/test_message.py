"""Texts as they come: harmed on their way, mangled by mail, or made by somebody who means harm."""

from __future__ import annotations

import json
import os
import string
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest

from game.battle.designs import ROOT
from game.far.messages.digests import canonical
from game.far.messages.message import (
    BEFORE_FIRST,
    MOST_BYTES,
    MOST_OF_INVITATION,
    MOST_PARTS,
    AcceptPart,
    AgreePart,
    AnyPart,
    BackPart,
    BeginPart,
    ClaimPart,
    DrawPart,
    InvitePart,
    LockPart,
    Message,
    NotTaken,
    OpenPart,
    OrdersPart,
    RevealPart,
    SayPart,
    StatePart,
    TipPart,
    checked,
    first_message,
    frames,
    signed,
)
from game.far.table import NotNow
from tests.far.messages.test_vectors import AMBER, AZURE, BATTLE
from tests.support.players.far_battles import begun, fight
from tests.support.players.far_hostile import harmed, signed_bytes

MAIL = ROOT / "tests" / "data" / "far" / "mail"
KEYS = {"azure": AZURE.verify_key, "amber": AMBER.verify_key}
HARMED = 20_000 if os.environ.get("SOAK") else 3_000
HEX = "0123456789abcdef" * 4
PLAIN = {"v": 1, "battle": BATTLE, "from": "azure", "no": 1, "prev": BEFORE_FIRST, "seen": {}, "parts": []}
LONGEST_TEXT = 4 * MOST_OF_INVITATION
BEGIN, END = "-----DEAD RECKONING 1-----", "-----END 00000000-----"


def read(text: str) -> list[Message]:
    return [checked(*frame, BATTLE, KEYS) for frame in frames(text)]


# -- on their way ------------------------------------------------------------------------------------------------------


def test_a_harmed_text_is_refused_or_read_as_what_was_sent() -> None:
    duel = begun(ROOT / "scenarios" / "openings" / "full_thrust" / "duel.yaml")
    fight(duel, turns=2)
    table = duel.tables["azure"]
    sent = {one.digest for messages in table.far.ledger.messages.values() for one in messages}
    chance, whole, texts = Random(1), 0, duel.texts[1:]
    for _ in range(HARMED):
        try:
            found = list(table.far.read(harmed(chance.choice(texts), duel.texts, chance)))
        except NotTaken as why:
            assert str(why)
            continue
        whole += 1
        assert {one.digest for one in found} <= sent
    assert HARMED // 20 < whole < HARMED


@pytest.mark.parametrize("path", sorted(MAIL.glob("*.*")), ids=lambda path: path.name)
def test_what_mail_does_to_a_text_does_not_matter(path: Path) -> None:
    (plain,) = read((MAIL / "plain.txt").read_text(encoding="utf-8"))
    found = read(path.read_bytes().decode("utf-8"))
    assert plain.digest in [one.digest for one in found]
    assert len(found) == (2 if path.name.startswith("two-") else 1)


@pytest.mark.parametrize("path", sorted((MAIL / "refused").iterdir()), ids=lambda path: path.name)
def test_what_cannot_be_read_is_refused(path: Path) -> None:
    with pytest.raises(NotTaken):
        read(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BEGIN + "(" * (LONGEST_TEXT - 100) + END, id="brackets"),
        pytest.param(BEGIN * (LONGEST_TEXT // len(BEGIN)), id="begins"),
        pytest.param(BEGIN + "-----END " * (LONGEST_TEXT // 9 - 10), id="ends"),
        pytest.param((BEGIN + END) * (LONGEST_TEXT // 50), id="empty"),
        pytest.param(BEGIN + "A" * (LONGEST_TEXT - 100) + END, id="letters"),
        pytest.param(BEGIN + "\n- " * (LONGEST_TEXT // 3 - 50) + END, id="dashes"),
        pytest.param(BEGIN + "=3" * (LONGEST_TEXT // 2 - 50) + END, id="equals"),
        pytest.param("-" * LONGEST_TEXT, id="strokes"),
        pytest.param("x" * (LONGEST_TEXT + 1), id="too long"),
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = process_time()
    with pytest.raises(NotTaken):
        read(text)
    assert process_time() - began < 5  # with a regular expression that looks far ahead it took hours


# -- by a seat that means harm -----------------------------------------------------------------------------------------


def field(**other: object) -> bytes:
    return canonical({**PLAIN, **other})


def part(kind: object, **other: object) -> bytes:
    return field(parts=[{"kind": kind, **other}])


ODD = [
    b"", b"null", b"[]", b"1e999", b"[" * 5000 + b"]" * 5000, b'{"v":1}', b'{"v": 1}', b"\xff\xfe", b'{"v":NaN}',
    b'{"no":1,"no":2}', b"A" * 70_000, b"9" * 5000, b'"\\ud800"', b"\0" * 100, b"{" * 60_000,
    b'"' + b"\\u0000" * 9000 + b'"',
    field(no=True), field(no=1.0), field(no="1"), field(no=-1), field(no=10**6), field(no=10**30), field(no=None),
    field(v=2), field(v=True), field(v="1"), field(more=1), field(battle=BATTLE.upper()), field(battle=BATTLE + "\n"),
    field(battle=""), field(prev=BEFORE_FIRST + "\n"), field(prev="0x" + "0" * 62), field(prev=HEX.upper()),
    field(**{"from": ""}), field(**{"from": "a" * 65}), field(**{"from": ["azure"]}), field(**{"from": "amber"}),
    field(seen=[]), field(seen={"amber": [0]}), field(seen={"amber": [0, HEX, 1]}), field(seen={"amber": [True, HEX]}),
    field(seen={"": [0, HEX]}), field(seen={"amber": {"0": HEX}}), field(parts={}), field(parts=None),
    field(parts=[{}]), field(parts=[[]]), field(parts=[{"kind": "say", "text": ""}] * (MOST_PARTS + 1)),
    part("x"), part(["lock"]), part("say", text="x", more=1), part("say", text="x" * 2001), part("say", text=5),
    part("say", text="a\nb"), part("claim", step=10**6), part("draw", step=2.5, link=HEX),
    part("draw", step=2, link=HEX[:-1]), part("lock", step=2, leaves=[HEX] * 501), part("lock", step=2, leaves=HEX),
    part("lock", step=2, leaves=[], kept=None), part("orders", orders=["ab"]), part("orders", orders=[["a", "b", "c"]]),
    part("orders", orders=[["a", "b" * 4001]]), part("orders", orders=[["", ""]] * 501),
]  # fmt: skip


@pytest.mark.parametrize("body", ODD, ids=range(len(ODD)))
def test_bytes_that_are_no_message_are_refused_even_with_a_true_signature(body: bytes) -> None:
    text = signed_bytes(AZURE.signing_key, body)
    with pytest.raises(NotTaken):
        read(text)
    for one in frames(text):
        with pytest.raises(NotTaken):
            first_message(*one)


LONE = part("say", text="x").replace(b'"x"', b'"\\ud800"')
SPELLINGS: list[Callable[[bytes], bytes]] = [
    lambda body: body + b" ",
    lambda body: body.replace(b":1", b":1.0"),
    lambda body: body.replace(b'"no":1', b'"no":01'),
    lambda body: body.replace(b'"azure"', b'"\\u0061zure"'),
    lambda body: json.dumps(json.loads(body), sort_keys=True).encode(),
    lambda body: json.dumps(dict(reversed(json.loads(body).items())), separators=(",", ":")).encode(),
    lambda body: b"\xef\xbb\xbf" + body,
    lambda body: body.replace(b'"no":1', b'"no":0,"no":1'),
    lambda body: LONE,
]


@pytest.mark.parametrize("other", SPELLINGS, ids=range(len(SPELLINGS)))
def test_a_message_has_one_spelling(other: Callable[[bytes], bytes]) -> None:
    assert read(signed_bytes(AZURE.signing_key, field()))
    changed = other(field())
    assert changed != field()
    with pytest.raises(NotTaken):
        read(signed_bytes(AZURE.signing_key, changed))


def of_bytes(size: int) -> bytes:
    """Return a message of so many bytes."""
    orders = [["lancet", "x" * 4000]] * (size // 4020)
    left = size - len(part("orders", orders=[*orders, ["", ""]]))
    return part("orders", orders=[*orders, ["", "x" * left]])


BOUNDS = [
    of_bytes(MOST_BYTES), field(no=10**6 - 1), field(seen={"b" * 64: [0, HEX]}), part("say", text="x" * 2000),
    part("lock", step=2, leaves=[HEX] * 500), part("orders", orders=[["b" * 200, "x" * 4000]]),
    field(parts=[{"kind": "say", "text": ""}] * MOST_PARTS),
]  # fmt: skip


@pytest.mark.parametrize("body", BOUNDS, ids=range(len(BOUNDS)))
def test_each_bound_is_kept_to_the_byte(body: bytes) -> None:
    assert len(read(signed_bytes(AZURE.signing_key, body))) == 1


def test_one_byte_more_is_too_long() -> None:
    assert len(of_bytes(MOST_BYTES)) == MOST_BYTES
    with pytest.raises(NotTaken, match="too long"):
        read(signed_bytes(AZURE.signing_key, of_bytes(MOST_BYTES + 1)))


@pytest.mark.parametrize("words", ["a\nb", "a\x1b[2J", "\u2028", "\u202eazure", "\ud800", "x" * 2001])
def test_words_that_no_message_can_hold_are_not_handed_over(words: str) -> None:
    table = begun(ROOT / "scenarios" / "openings" / "full_thrust" / "duel.yaml").tables["azure"]
    with pytest.raises(NotNow, match="one line"):
        table.hand_over(words)
    assert table.hand_over("Good hunting – 👨‍👩‍👧").no == 1


def test_nobody_signs_what_others_would_not_read() -> None:
    with pytest.raises(NotTaken, match="too long"):
        signed(AZURE.signing_key, BATTLE, "azure", 1, BEFORE_FIRST, {}, [SayPart(text="x" * 2000)] * 40)


def test_a_refusal_never_sends_signs_to_the_terminal() -> None:
    assert str(NotTaken("amber\x1b[2J\r\n\u202esays\u2028x\x9b")) == "amber?[2J???says?x?"


# -- round trip --------------------------------------------------------------------------------------------------------

LETTERS = string.ascii_letters + string.digits + " :+-,äß–…日本🚀\"\\/'<>&"


class Values:
    """Any values a message may hold."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def text(self, most: int = 60) -> str:
        return "".join(self.chance.choices(LETTERS, k=self.chance.randrange(most)))

    def hex(self, size: int = 64) -> str:
        return "".join(self.chance.choices("0123456789abcdef", k=size))

    def count(self) -> int:
        return self.chance.choice((0, 1, 2, 5, 199, 4095, 4096, 999_999, self.chance.randrange(10**6)))

    def hexes(self) -> tuple[str, ...]:
        return tuple(self.hex() for _ in range(self.chance.randrange(5)))

    def orders(self) -> tuple[tuple[str, str], ...]:
        return tuple((self.text(20), self.text()) for _ in range(self.chance.randrange(5)))

    def part(self) -> AnyPart:
        kept = self.text() or None
        first = {name: self.hex() for name in ("rules", "key", "tip", "nonce", "tls")}
        first |= {"program": "0.4", "proof": self.hex(128)}
        makers: tuple[Callable[[], AnyPart], ...] = (
            lambda: InvitePart(**first, text=self.text(900), days=self.chance.randrange(1, 366)),  # type: ignore[arg-type]
            lambda: AcceptPart(**first, link=self.hex()),  # type: ignore[arg-type]
            lambda: BeginPart(nonce=self.hex(), link=self.hex()),
            lambda: LockPart(step=self.count(), leaves=self.hexes(), kept=kept),
            lambda: OpenPart(step=self.count(), orders=self.orders(), salts=self.hexes()),
            lambda: OpenPart(step=self.count(), orders=self.orders(), salts=(), late=self.hexes(), kept=kept),
            lambda: RevealPart(step=self.count(), orders=self.orders(), salts=self.hexes()),
            lambda: OrdersPart(orders=self.orders()),
            lambda: DrawPart(step=self.count(), link=self.hex()),
            lambda: TipPart(chain=self.count(), tip=self.hex()),
            lambda: StatePart(after=self.count(), digest=self.hex()),
            lambda: SayPart(text=self.text(2000)),
            lambda: ClaimPart(step=self.count()),
            lambda: BackPart(no=self.count()),
            lambda: AgreePart(seat=self.text(64) or "x", no=self.count(), agrees=self.count() % 2 == 0),
        )
        return self.chance.choice(makers)()


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_read(seed: int) -> None:
    values = Values(seed)
    for _ in range(40):
        parts = [values.part() for _ in range(values.chance.randrange(6))]
        seen = {values.text(9) or "b": (values.count(), values.hex()) for _ in range(values.chance.randrange(3))}
        sent = signed(AZURE.signing_key, BATTLE, "azure", values.count(), values.hex(), seen, parts)
        assert canonical(json.loads(sent.body)) == sent.body
        (found,) = read(sent.text(values.text(200)))
        assert found == sent and found.parts == tuple(parts)
