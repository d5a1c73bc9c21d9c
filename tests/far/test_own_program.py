"""What a player's own program keeps to itself: no secret in a report, a sentence, a folder that others read."""

from __future__ import annotations

import base64
import os
import stat
import sys
from pathlib import Path
from random import Random

import pytest

from game.far import store
from game.far.messages.message import NotTaken
from game.far.messages.seat_secrets import SeatSecrets
from game.far.store import StoredBattle
from game.seating.fault_report import report
from tests.support.players.far_battles import decide
from tests.support.players.far_hostile import layers, pair

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
