"""What reaches the disk: every order synced before anybody goes on, whole files swapped in and never half written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.battle.loader import new_save
from game.formats.atomic_file import CannotSave, write_whole
from tests.support.battles import laid, order, unmarked


def test_every_order_is_synced_when_the_battle_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = laid(tmp_path)
    recorder = new_save(opened, tmp_path)
    path, synced, real = recorder.journal.path, list[str](), os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        if os.path.samestat(os.fstat(handle), path.stat()):
            synced.append(path.read_text(encoding="utf-8"))

    monkeypatch.setattr(os, "fsync", fsync)
    for number, (by, text) in enumerate((("lancet", "P1"), ("azure", "lock"), ("amber", "lock")), 1):
        order(opened, by, text)
        assert len(synced) == number and f'by: {by}, order: "{text}"' in synced[-1], "synced with the whole line in it"
    opened.battle.back_to(2)
    assert len(synced) == 4 and unmarked(synced[-1]).endswith("- {undo: 1}\n")
    recorder.close()


@pytest.mark.parametrize("trouble", ["write", "fsync", "replace"])
def test_a_file_is_the_old_one_until_it_is_the_new_one(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.yaml"
    write_whole(path, b"old")

    def fails(*given: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    if trouble == "write":
        monkeypatch.setattr(Path, "open", fails)
    else:
        monkeypatch.setattr(os, trouble, fails)
    with pytest.raises(CannotSave, match="No space left"):
        write_whole(path, b"new and longer")
    monkeypatch.undo()
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path], "and nothing lies about"
    write_whole(path, b"new and longer")
    assert path.read_bytes() == b"new and longer" and list(tmp_path.iterdir()) == [path]
