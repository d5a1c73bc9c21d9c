"""One writer for each save: two programs, two names for one file, and what is no plain file."""

from __future__ import annotations

import os
from functools import partial
from io import FileIO
from pathlib import Path

import pytest

from game.formats.atomic_file import CannotSave, FileLock, InUse, remove, write_whole
from game.formats.save_journal import Journal
from game.formats.yaml_source import bytes_of
from tests.support.files.whole import read_battle
from tests.unit.formats.test_save_journal import HEAD, ORDERS, saved


def test_two_programs_cannot_write_the_same_save(path: Path) -> None:
    with Journal.create(path, HEAD) as journal:
        for again in (partial(Journal.open, path), partial(Journal.create, path, HEAD)):
            with pytest.raises(InUse, match=r"two-ships\.yaml is open in another Dead Reckoning"):
                again()
        journal.append(ORDERS[0])
    with Journal.open(path) as journal:
        assert journal.entries == [ORDERS[0]]
    Path(path.parent, f".{path.name}.lock").write_bytes(b"left behind by a crash")
    Journal.open(path).close()
    first = FileLock(path)
    first.release()
    first.release()
    FileLock(path).release()


def test_a_save_is_read_whole_while_it_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One read of a file is several for the system: the end of a save may move on between them."""
    opened = Path.open
    with Journal.create(path, HEAD) as journal:

        class Slow(FileIO):
            def read(self, size: int | None = -1, /) -> bytes:
                raw = super().read(path.stat().st_size)
                if len(journal.entries) < len(ORDERS):
                    journal.append(ORDERS[len(journal.entries)])
                return raw + super().read(size)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", lambda self, mode: Slow(self) if self == path else opened(self, mode))
            raw = bytes_of(path)
        assert raw == path.read_bytes()
        assert read_battle(path).script == journal.entries == ORDERS


def test_a_save_has_one_writer_under_whatever_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second name on the disk, a link to it, the way to it, another folder: it is the file that is locked, not its
    name."""
    before = saved(path)
    folder = path.parent / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    os.link(path, folder / "second.yaml")
    (folder / "linked.yaml").symlink_to(path)
    names = [
        folder / "second.yaml",
        folder / "linked.yaml",
        Path("..", path.name),
        Path("second.yaml"),
        path.parent / "elsewhere" / ".." / path.name,
    ]
    with Journal.open(path) as journal:
        for name in names:
            for again in (Journal.open, lambda each: Journal.create(each, HEAD), FileLock, remove):
                with pytest.raises(InUse, match="open in another Dead Reckoning"):
                    again(name)
        assert path.read_bytes() == before
        journal.append(ORDERS[0])
        assert (folder / "second.yaml").read_bytes() == path.read_bytes()
    with Journal.open(folder / "second.yaml"), pytest.raises(InUse):
        Journal.open(path)
    assert sorted(os.listdir(path.parent)) == ["elsewhere", path.name], "no lock file lies about"


def test_what_is_put_in_the_place_of_a_save_has_one_writer_too(path: Path) -> None:
    saved(path)
    link = path.with_name("link.yaml")
    link.symlink_to(path)
    with Journal.create(link, HEAD) as journal:
        with pytest.raises(InUse):
            Journal.open(path)
        journal.append(ORDERS[1])
    assert link.is_symlink() and read_battle(path).script == [ORDERS[1]], "the file that the link leads to"


def test_of_two_programs_that_begin_the_same_save_one_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, taken, first = os.fsync, list[int](), list[Journal]()

    def meanwhile(handle: int) -> None:
        """Another is quicker, while ours is being written."""
        real(handle)
        if not taken:
            taken.append(handle)
            monkeypatch.setattr(os, "getpid", lambda: 1)
            first.append(Journal.create(path, HEAD))

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(InUse):
        Journal.create(path, {**HEAD, "title": "Too late"})
    first[0].append(ORDERS[0])
    first[0].close()
    assert read_battle(path).title == HEAD["title"] and os.listdir(path.parent) == [path.name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_nothing_is_written_to_what_is_no_plain_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(os.devnull)
    for name, why in (("pipe", "no plain file"), ("folder", "a folder stands there"), ("link", "no plain file")):
        for write in (lambda path: Journal.create(path, HEAD), lambda path: write_whole(path, b"x")):
            with pytest.raises(CannotSave, match=why):
                write(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["folder", "link", "pipe"] and not Path(os.devnull).is_file()
