"""A player's own program keeps its secrets: none is in a report, a sentence, or a folder that others read."""

from __future__ import annotations

import base64
import os
import stat
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game.battle.designs import ROOT
from game.battle.loader import entry_of
from game.core.orders import Id
from game.far import store
from game.far.messages.message import LockPart, Message, NotTaken, OpenPart, OrdersPart, RevealPart
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle
from game.formats.save_journal import text_of
from game.seating.fault_report import report
from tests.support.players.far_battles import decide, on_disk
from tests.support.players.far_hostile import layers, pair

FILES = 400 if os.environ.get("SOAK") else 30
WRITES = ("full_thrust", "full_sail", "easyhex", "hex12")  # games in which orders are written in secret
GAMES = [path for game in WRITES for path in sorted((ROOT / "scenarios" / "openings" / game).glob("*.yaml"))]
GAMES += [ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml"]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")


def forms(keeps: SeatSecrets) -> set[str]:
    """Return how the secrets of a seat may be spelled."""
    raw = [keeps.seed, keeps.signing_key.encode(), keeps._box.encode(), keeps.link(9), bytes.fromhex(keeps.salt(9, 0))]
    return {form for one in raw for form in (one.hex(), base64.b64encode(one).decode(), repr(one), str(list(one)))}


def assert_no_secret(keeps: SeatSecrets, text: str) -> None:
    assert not [form for form in forms(keeps) if form.strip("b'\"") in text]


def test_no_repr_and_no_report_of_a_fault_shows_a_secret(
    two_homes: tuple[StoredBattle, StoredBattle], tmp_path: Path
) -> None:
    azure, _ = two_homes
    table = azure.table
    decide(table, Random(1), 1)
    for thing in (table.secrets, table, azure, table.far, vars(table), table.far.replica, table.secrets.signing_key):
        assert_no_secret(table.secrets, repr(thing))
    try:
        raise RuntimeError(f"{table.secrets} {table}") from ValueError(repr(table.secrets))
    except RuntimeError as fault:
        assert_no_secret(table.secrets, report(fault, None, tmp_path).read_text(encoding="utf-8"))


def test_no_sentence_of_a_refusal_shows_a_secret(two_homes: tuple[StoredBattle, StoredBattle]) -> None:
    azure, amber = two_homes
    keeps = azure.table.secrets
    azure.close()
    plain = (azure.path / "seat").read_text(encoding="utf-8")
    for harm in ("", plain[:-9], plain.replace('"', "'"), plain.replace(keeps.seed.hex(), keeps.seed.hex()[:-1] + "x"),
                 plain.replace('"azure"', '"amber"'), plain.replace('"links": 4096', '"links": "x"')):  # fmt: skip
        (azure.path / "seat").write_text(harm, encoding="utf-8")
        with pytest.raises(NotTaken) as why:
            StoredBattle(azure.path)
        assert_no_secret(keeps, repr(why.value) + repr(why.value.__cause__))
    assert amber.table.begun is False


def test_only_the_seat_holds_the_seed(two_homes: tuple[StoredBattle, StoredBattle]) -> None:
    azure, amber = two_homes
    decide(azure.table, Random(1), 1)
    orders = [pair(*one) for one in azure.table.given if one[0] != "azure"]
    azure.note_draft()
    amber.take(azure.hand_over().text())
    keeps = azure.table.secrets
    for folder in (azure.path, amber.path):
        for path in (one for one in folder.rglob("*") if one.is_file() and one != azure.path / "seat"):
            held = layers(path.read_text(encoding="utf-8"))
            assert_no_secret(keeps, held)
            assert keeps.seed.decode("latin-1") not in held
            assert folder == azure.path or not [one for one in orders if one in held]


@POSIX
def test_nobody_else_on_the_machine_reads_seat_or_draft(two_homes: tuple[StoredBattle, StoredBattle]) -> None:
    azure, _ = two_homes
    decide(azure.table, Random(1), 1)
    azure.note_draft()
    for name in ("seat", "draft.txt"):
        assert stat.S_IMODE((azure.path / name).stat().st_mode) == 0o600, name


@POSIX
def test_the_folder_of_far_battles_is_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path))
    assert stat.S_IMODE(store.far_folder().stat().st_mode) == 0o700
    os.chmod(tmp_path / "far", 0o755)
    assert stat.S_IMODE(store.far_folder().stat().st_mode) == 0o700


def spellings(by: Id, text: str) -> tuple[str, ...]:
    """Return how an order may stand in a file: in a message, a draft or a save."""
    return pair(by, text), f"{by}: {text}\n", f"{{{by}: {text}}}", f"{{{by}: '{text}'}}", repr((by, text))


class SealedOrders:
    """The orders of all seats that nobody else may know yet, by seat and step, and those that all know."""

    def __init__(self) -> None:
        self.sealed: dict[tuple[Id, int], set[tuple[Id, str]]] = {}
        self.known: set[tuple[Id, str]] = set()

    def follow(self, one: StoredBattle, message: Message) -> None:
        """Note what a seat has sealed or shown by its message."""
        seat = message.seat
        for part in message.parts:
            if isinstance(part, LockPart | OpenPart | RevealPart):
                at = seat, part.step
                if isinstance(part, LockPart) or (isinstance(part, OpenPart) and part.late):
                    self.sealed[at] = set(one.table._locked_orders(part.step))
                if isinstance(part, OpenPart) and at in self.sealed and not self.face_down(one, part.step):
                    self.sealed.pop(at)
                if isinstance(part, RevealPart):
                    self.sealed.pop(at, None)
            if isinstance(part, OpenPart | RevealPart | OrdersPart):
                self.known |= set(part.orders)

    def face_down(self, one: StoredBattle, step: int) -> bool:
        """Return whether this seat's orders of a step lie face down after they have been opened."""
        messages = one.table.far.ledger.messages[one.table.seat]
        parts = (part for message in messages for part in message.parts)
        return any(isinstance(part, LockPart | OpenPart) and part.step == step and part.late for part in parts)

    def of(self, seat: Id) -> set[tuple[Id, str]]:
        found = {order for (one, _), orders in self.sealed.items() if one == seat for order in orders}
        return {order for order in found - self.known if order[0] != seat}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_byte_of_one_folder_holds_an_unopened_order_of_the_other_at_any_file(path: Path, tmp_path: Path) -> None:
    """Each file as it is on the disk, what is packed in it, an exported save, and the memory of the replica."""
    spelled, chance, searched, sealed = cache(layers), Random(1), 0, SealedOrders()
    with on_disk(path, tmp_path) as both:
        for number in range(FILES):
            one, other = both if number % 2 == 0 else both[::-1]
            decide(one.table, chance, 99)
            one.note_draft()
            if not one.table.to_hand_over:
                continue
            message = one.hand_over("x")
            other.take(message.text())
            sealed.follow(one, message)
            for mine, theirs in (both, both[::-1]):
                orders = sealed.of(mine.table.seat)
                replica = theirs.table.far.replica
                assert replica is not None
                held = [spelled(file.read_text("utf-8")) for file in theirs.path.rglob("*") if file.is_file()]
                held += [text_of({"script": [entry_of(record) for record in replica.battle.records]})]
                held += [repr(replica.step), repr(replica.face_down), repr(replica.battle.state.sealed)]
                found = [form for by, text in orders for form in spellings(by, text) for text in held if form in text]
                assert not found, f"no. {message.no} of {message.seat}"
                searched += len(orders)
    assert searched > 3
