"""The folder that players share: what is new in it is read, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.far import sharing
from game.far.messages.message import NotTaken
from game.far.sharing import MARK, WatchedFolder
from game.formats.atomic_file import CannotSave

LONGEST = 60.0  # seconds until a thread must have found something


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a shared folder that is looked into very often."""
    monkeypatch.setattr(sharing, "EVERY", 0.002)
    found = tmp_path / "shared"
    found.mkdir()
    return found


@pytest.fixture
def watched(folder: Path) -> Iterator[WatchedFolder]:
    one = WatchedFolder(folder)
    yield one
    one.stop()


def found(one: WatchedFolder) -> tuple[str, str]:
    """Return what the folder has next."""
    end = time.monotonic() + LONGEST
    while not one.waiting:
        assert time.monotonic() < end, "nothing was found"
        time.sleep(0.001)
    came = one.take()
    assert came is not None
    return came


def test_a_file_is_read_once_and_again_if_it_changes(folder: Path, watched: WatchedFolder) -> None:
    (folder / "notes.txt").write_text("Good morning")
    (folder / ".half.txt").write_text(f"{MARK}1")
    (folder / "picture.png").write_text(f"{MARK}1")
    (folder / "a.txt").write_text(f"{MARK}1, the first half")
    assert found(watched) == ("a.txt", f"{MARK}1, the first half")
    (folder / "a.txt").write_text(f"{MARK}1, the first half and the second")
    assert found(watched)[1].endswith("second")
    watched.look()
    assert found(watched) == ("", ""), "it was looked into"
    assert found(watched)[0] == "a.txt"
    assert watched.take() is None


def test_a_folder_that_is_gone_is_told_about_once(folder: Path, watched: WatchedFolder) -> None:
    folder.rmdir()
    words, text = found(watched)
    assert words.startswith(f"The shared folder {folder} cannot be read: ") and not text
    folder.mkdir()
    assert found(watched) == ("", ""), "it can be read again"
    (folder / "a.txt").write_text(f"{MARK}1")
    assert found(watched) == ("a.txt", f"{MARK}1")


@pytest.mark.usefixtures("own_home")
def test_the_folder_is_kept(folder: Path) -> None:
    assert sharing.shared_folder() is None
    sharing.share(folder)
    assert sharing.shared_folder() == folder
    with pytest.raises(CannotSave, match="There is no folder"):
        sharing.share(folder / "nowhere")
    sharing.share(None)
    assert sharing.shared_folder() is None


def test_only_so_much_of_a_file_is_read(folder: Path) -> None:
    large = folder / "large.txt"
    large.write_bytes(b"x" * (sharing.MOST + 100))
    assert len(sharing.read_text(large)) == sharing.MOST + 1
    assert not sharing.is_far_file(large)
    with pytest.raises(NotTaken, match="cannot be read"):
        sharing.read_text(folder)
