"""Files on disk that survive a kill: written whole or not at all, and by one program at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class CannotSave(Exception):
    """Something could not be written; str() is the sentence for the player."""


class InUse(CannotSave):
    """Another program is writing the same file."""


def sentence(path: Path, trouble: OSError) -> str:
    """What the operating system's refusal means for a file of ours."""
    return f"{path.name} cannot be written in {path.parent}: {trouble.strerror or trouble}."


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at any moment the old or the new one is there, complete. Raises CannotSave."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with aside.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, path)
    except OSError as trouble:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise CannotSave(sentence(path, trouble)) from None
    _settle_folder(path.parent)


def _settle_folder(folder: Path) -> None:
    """Make a rename last; only POSIX can, and some file systems will not."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Lock:
    """The right to write one file, held through a lock file beside it until `release`.

    The operating system frees the lock when its program ends, however it ends, so that a stale lock file locks nobody out.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock, or raise InUse."""
        self._file, self._beside = _locked(path), _beside(path)

    def release(self) -> None:
        """Give the lock back and clear the lock file away; a second call does nothing."""
        if self._file.closed:
            return
        if sys.platform == "win32":  # an open file cannot be removed there
            self._file.close()
        with contextlib.suppress(OSError):
            self._beside.unlink()
        self._file.close()


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _locked(path: Path) -> IO[bytes]:
    beside = _beside(path)
    while True:
        try:
            file = beside.open("a+b")
        except OSError as trouble:
            raise CannotSave(sentence(path, trouble)) from None
        if not _lock(file):
            file.close()
            raise InUse(f"{path.name} is open in another Dead Reckoning. Close it there, or save under another name.")
        if _same(file, beside):
            return file
        file.close()  # its holder removed it between our opening and our locking: try again


def _same(file: IO[bytes], path: Path) -> bool:
    """Is the open file still the one that stands under this path?"""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _lock(file: IO[bytes]) -> bool:
    """Try to lock; True also where the file system knows no locks, for then nothing better can be done."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as trouble:
        return not (sys.platform == "win32" and trouble.errno in (13, 36))
    return True
