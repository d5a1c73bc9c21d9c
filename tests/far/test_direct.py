"""Direct connections on this machine's own loopback: two seats play, strangers and faulty programs are turned away."""

from __future__ import annotations

import contextlib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from nacl.signing import SigningKey

from game.battle.designs import ROOT
from game.far.certificate import certificate, proof, tls_context
from game.far.direct import DirectLine
from game.far.frames import MOST, Have, packed
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle
from tests.support.players.far_battles import decide, on_disk

HERE = "127.0.0.1"
LIGHT = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"
Pair = tuple[StoredBattle, StoredBattle]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with on_disk(LIGHT, tmp_path) as both:
        yield both


@pytest.fixture
def lines(pair: Pair) -> Iterator[tuple[DirectLine, DirectLine]]:
    """Yield the direct connection of both: azure listens, amber calls."""
    azure, amber = pair
    listening = azure.line(HERE, 0, listens=True)
    listening.start()
    calling = amber.line(HERE, listening.port, listens=False)
    calling.start()
    yield listening, calling
    calling.close()
    listening.close()


def until(reached: Callable[[], bool], *working: DirectLine) -> None:
    """Work until a state is reached."""
    for _ in range(6000):
        for line in working:
            line.work()
        if reached():
            return
        time.sleep(0.005)
    raise AssertionError([line.told for line in working])


def level(pair: Pair) -> bool:
    return pair[0].counts() == pair[1].counts()


def test_a_battle_is_played_to_its_end(pair: Pair, lines: tuple[DirectLine, DirectLine]) -> None:
    chance = Random(1)
    until(lambda: all(line.connected for line in lines), *lines)
    while not all(one.table.begun and one.table.battle.state.outcome for one in pair):
        for one in pair:
            if one.table.begun:
                decide(one.table, chance, turns=99)
                if one.table.to_hand_over:
                    one.hand_over()
        until(lambda: level(pair), *lines)
    assert pair[0].table.far.words == pair[1].table.far.words
    assert pair[0].table.far.owed() == () == pair[1].table.far.owed()


def test_files_that_went_another_way_meanwhile_are_made_good(pair: Pair, lines: tuple[DirectLine, DirectLine]) -> None:
    azure, amber = pair
    azure.hand_over()
    azure.hand_over("Are you there?")
    until(lambda: level(pair), *lines)
    listening, calling = lines
    calling.close()
    azure.hand_over("Still there?")
    again = amber.line(HERE, listening.port, listens=False)
    again.start()
    until(lambda: level(pair), listening, again)
    again.close()
    assert amber.table.far.replica is not None
    assert [words for _, words in amber.table.far.replica.said] == ["Are you there?", "Still there?"]


def connection(port: int, tls: ssl.SSLContext | None) -> socket.socket:
    """Return a connection of a program that does as it likes."""
    plain = socket.create_connection((HERE, port), timeout=10)
    return tls.wrap_socket(plain) if tls else plain


def send(sent: bytes, port: int, tls: ssl.SSLContext | None) -> None:
    """Send bytes, and wait until the other end closes the connection."""
    with contextlib.suppress(OSError), connection(port, tls) as line:
        line.sendall(sent)
        while line.recv(1 << 16):
            pass


@pytest.fixture
def listening(pair: Pair) -> Iterator[DirectLine]:
    line = pair[0].line(HERE, 0, listens=True)
    line.start()
    yield line
    line.close()


def stranger(azure: StoredBattle) -> ssl.SSLContext:
    own = azure.table.far.certificates()["azure"]
    return tls_context(False, SigningKey(bytes([7]) * 32), [own])


def true_key(pair: Pair) -> ssl.SSLContext:
    azure, amber = pair
    return tls_context(False, amber.table.secrets.tls_key, [azure.table.far.certificates()["azure"]])


def test_strangers_are_turned_away(pair: Pair, listening: DirectLine) -> None:
    hello = packed(Have(counts={}))
    send(hello, listening.port, stranger(pair[0]))
    send(b"GET / HTTP/1.0\r\n\r\n", listening.port, None)
    listening.work()
    assert not listening.connected


def test_a_caller_trusts_only_the_key_of_the_invitation(pair: Pair, listening: DirectLine) -> None:
    azure, amber = pair
    other = SeatSecrets("0" * 16, "azure", bytes(32)).tls_key
    wrong = tls_context(False, amber.table.secrets.tls_key, [certificate(other.verify_key.encode(), proof(other))])
    with pytest.raises(ssl.SSLError), connection(listening.port, wrong):
        pass
    assert azure.counts() == {"azure": 1, "amber": 1}


@pytest.mark.parametrize(
    "sent",
    [
        (MOST + 1).to_bytes(4, "big"),
        (2**32 - 1).to_bytes(4, "big"),
        len(b"[1]").to_bytes(4, "big") + b"[1]",
        packed(Have(counts={}))[:-1] + b"{",
        packed(Have(counts={})) * 500,
        (9).to_bytes(4, "big") + b"\xff" * 9,
    ],
    ids=["too long", "4 GiB", "no frame", "no JSON", "too many", "no text"],
)
def test_a_faulty_program_with_a_true_key_harms_nothing(pair: Pair, listening: DirectLine, sent: bytes) -> None:
    before = pair[0].counts()
    assert closed_after_work(sent, listening, true_key(pair))
    assert pair[0].counts() == before
    again = pair[1].line(HERE, listening.port, listens=False)  # the next connection is as good as any
    again.start()
    pair[0].hand_over()
    until(lambda: level(pair), listening, again)
    again.close()


def closed_after_work(sent: bytes, listening: DirectLine, tls: ssl.SSLContext) -> bool:
    """Return whether the listening end closes a connection after these bytes, while it works."""
    with connection(listening.port, tls) as line:
        line.sendall(sent)
        line.settimeout(0.02)
        for _ in range(3000):
            listening.work()
            try:
                if not line.recv(1 << 16):
                    return True
            except TimeoutError:
                continue
            except OSError:
                return True
    return False
