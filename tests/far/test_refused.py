"""Signed files that do not follow, and programs of another time: they are named, kept aside, and change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli.main import main
from game.far import far_battle, store
from game.far.messages.message import DrawPart, NotTaken, SayPart
from game.far.store import EVIDENCE, StoredBattle
from tests.support.players.far_hostile import forged

Homes = tuple[StoredBattle, StoredBattle]


def bad_early(azure: StoredBattle, amber: StoredBattle) -> tuple[str, str]:
    """Return amber's next file, and a bad one after it that azure takes before."""
    good = forged(amber.table.secrets, azure.table.far, [SayPart(text="first")])
    then = azure.table.far.copy()
    then.take(good)
    bad = forged(amber.table.secrets, then, [DrawPart(step=999_999, link="11" * 32)])
    return good.text(), bad.text()


def test_a_bad_file_that_came_early_is_kept_aside_and_named(two_homes: Homes) -> None:
    azure, amber = two_homes
    amber.take(azure.about(azure.hand_over("I begin")))
    good, bad = bad_early(azure, amber)
    azure.take(bad)
    early = azure.path / "in" / "amber" / "0002.txt"
    assert early.exists() and azure.refused == []
    azure.take(good)
    assert not early.exists() and list((azure.path / EVIDENCE).glob("amber-0002-*.txt"))
    assert len(azure.refused) == 1 and "draws for step 999999" in azure.refused[0]
    azure.close()
    with StoredBattle(azure.path) as again:
        assert again.refused == [] and again.counts() == azure.counts()


def test_one_that_was_taken_by_an_earlier_version_is_set_aside_when_it_is_opened(two_homes: Homes) -> None:
    azure, amber = two_homes
    amber.take(azure.about(azure.hand_over("I begin")))
    good, bad = bad_early(azure, amber)
    azure.take(good)
    (azure.path / "in" / "amber" / "0002.txt").write_text(bad, encoding="utf-8")
    azure.close()
    with StoredBattle(azure.path) as again:
        assert len(again.refused) == 1 and not (azure.path / "in" / "amber" / "0002.txt").exists()


def test_verify_names_the_bad_one_and_follows_the_rest(
    two_homes: Homes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    azure, amber = two_homes
    amber.take(azure.about(azure.hand_over("I begin")))
    good, bad = bad_early(azure, amber)
    folder = tmp_path / "all"
    folder.mkdir()
    for nth, text in enumerate((*(one.read_text("utf-8") for one in azure.messages), bad, good)):
        (folder / f"{nth}.txt").write_text(text, encoding="utf-8")
    assert main(["far", "verify", str(folder)]) == 1
    printed = capsys.readouterr()
    assert "Words of the battle" in printed.out and "2 files, each signed" in printed.out
    assert "Refused: no. 2 of amber" in printed.err


def test_after_an_update_of_the_rules_an_old_battle_says_so(two_homes: Homes, monkeypatch: pytest.MonkeyPatch) -> None:
    azure, _ = two_homes
    azure.close()
    before = {path: path.read_bytes() for path in azure.path.rglob("*") if path.is_file()}
    monkeypatch.setattr(far_battle, "rules_digest", lambda: "ab" * 32)
    monkeypatch.setattr(far_battle, "__version__", "9.9.9")
    with pytest.raises(NotTaken, match=r"rules of Dead Reckoning \d.*9\.9\.9, differ"):
        StoredBattle(azure.path)
    found = store.first_look(azure.path)
    assert found is not None and found[1] == "azure"
    assert before == {path: path.read_bytes() for path in azure.path.rglob("*") if path.is_file()}
