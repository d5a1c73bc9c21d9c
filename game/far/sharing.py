"""Files that players hand each other: read from what is dropped or pasted, or from a folder that both share."""

from __future__ import annotations

import contextlib
import os
import re
import threading
import weakref
from collections.abc import Iterable
from pathlib import Path
from queue import Empty, Queue

from game.far.messages.message import MOST_OF_INVITATION, NotTaken
from game.far.store import far_folder
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.user_folders import home

SHARED = "shared"  # the file that names the shared folder
MARK = "-----DEAD RECKONING "  # stands at the head of every message
MOST = 4 * MOST_OF_INVITATION  # bytes read of a file
EVERY = 3.0  # seconds between two looks into the shared folder
_NAMED = re.compile(r"-[0-9a-f]{4}-[^-]+-\d+\.txt$")  # as files of battles are named, whatever is left in them
Stamp = tuple[str, int, int]  # name, size and time of a file


def shared_folder() -> Path | None:
    """Return the folder that this player shares with others, if one was chosen."""
    with contextlib.suppress(OSError, ValueError):
        words = (home() / "far" / SHARED).read_text(encoding="utf-8").strip()
        return Path(words) if words else None
    return None


def share(folder: Path | None) -> None:
    """Choose the folder, or none. Raises CannotSave."""
    if folder is not None and not folder.is_dir():
        raise CannotSave(f"There is no folder {folder}.")
    write_whole(far_folder() / SHARED, f"{folder.absolute()}\n".encode() if folder else b"")


def read_text(path: Path) -> str:
    """Return the text of a file. Raises NotTaken."""
    try:
        with path.open("rb") as stream:
            found = stream.read(MOST + 1)
    except (OSError, ValueError) as trouble:
        raise NotTaken(f"it cannot be read: {getattr(trouble, 'strerror', None) or trouble}") from None
    return found.decode(errors="replace")


def is_moved_seat(text: str) -> bool:
    """Return whether a text is a seat on its way to another machine."""
    return f"{MARK}SEAT-" in text


def is_far_file(path: Path) -> bool:
    """Return whether a file holds messages of a far battle."""
    try:
        return MARK in read_text(path)
    except NotTaken:
        return False


class WatchedFolder:
    """A folder into which a thread of its own looks every few seconds, since a shared one may be slow. `take` returns
    what is new in it. It ends with `stop`, or when nobody holds it any more."""

    def __init__(self, folder: Path) -> None:
        self._found: Queue[tuple[str, str]] = Queue()
        self._wake, self._again, self._ended = threading.Event(), threading.Event(), threading.Event()
        given = folder, self._found, self._wake, self._again, self._ended
        self.stop = weakref.finalize(self, _end, self._wake, self._ended)
        threading.Thread(target=_watch, args=given, name="shared folder", daemon=True).start()

    @property
    def waiting(self) -> bool:
        """Return whether `take` would return anything."""
        return not self._found.empty()

    def take(self) -> tuple[str, str] | None:
        """Return name and text of a new file. Without a text, the name is a sentence about the folder itself; empty if
        it can be read again, or after `look`."""
        try:
            return self._found.get_nowait()
        except Empty:
            return None

    def look(self) -> None:
        """Read everything in the folder again, now."""
        self._again.set()
        self._wake.set()


def _end(wake: threading.Event, ended: threading.Event) -> None:
    ended.set()
    wake.set()


def _watch(
    folder: Path, found: Queue[tuple[str, str]], wake: threading.Event, again: threading.Event, ended: threading.Event
) -> None:
    """Put every file of a folder that is new or has changed into a queue, until it is ended."""
    known, trouble = set[Stamp](), ""
    while not ended.is_set():
        before, asked = trouble, again.is_set()
        if asked:
            again.clear()
            known = set()
        try:
            stamps, trouble = set(_stamps(folder)), ""
        except OSError as why:
            stamps, trouble = known, f"The shared folder {folder} cannot be read: {why.strerror or why}."
        if asked or trouble != before:
            found.put((trouble, ""))
        for name, *_ in sorted(stamps - known):
            with contextlib.suppress(NotTaken):
                if MARK in (text := read_text(folder / name)) or _NAMED.search(name):
                    found.put((name, text))
        known = stamps
        wake.wait(EVERY)
        wake.clear()


def _stamps(folder: Path) -> Iterable[Stamp]:
    """Yield the text files of a folder. Raises OSError."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".txt") and not entry.name.startswith("."):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    yield entry.name, status.st_size, status.st_mtime_ns
