"""Files that survive a crash: written whole or not at all, and by one program at a time."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from game.formats.problems import LONGEST_PATH, LONGEST_STEP, cut

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# the byte that stands for the whole file where only parts are locked (Windows): no save is this long
BEYOND = 0x7FFF_FFF0


class CannotSave(Exception):
    """A file could not be written; str() is the sentence for the player."""


class InUse(CannotSave):
    """Another program is writing the same file."""


def sentence(path: Path, trouble: OSError | ValueError) -> str:
    """Return a sentence for the player that explains an error of the operating system."""
    why = getattr(trouble, "strerror", None) or trouble
    return f"{cut(path.name, LONGEST_STEP)} cannot be written in {cut(str(path.parent), LONGEST_PATH)}: {why}."


def files_in(folder: Path, pattern: str = "*.yaml") -> list[Path]:
    """Return the files in a folder that match a pattern, sorted; none if the folder is missing or unreadable."""
    try:
        return sorted(path for path in folder.glob(pattern) if not path.name.startswith("."))
    except (OSError, ValueError):
        return []


def typed_path(words: str) -> Path:
    """Return the path a player has typed, with `~` expanded to the home folder; `~unknown-user` stays as it is."""
    return Path(os.path.expanduser(words))


def is_there(path: Path) -> bool:
    """Return whether anything exists at a path. False as well if the name is too long or a folder on the way is not
    accessible."""
    return os.path.exists(path)


def make_folder(folder: Path) -> Path:
    """Create a folder if necessary, and return it. Raises CannotSave."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as trouble:
        raise CannotSave(sentence(folder, trouble)) from None
    return folder


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file atomically: at any moment either the old or the new one is there, complete. Raises CannotSave."""
    real = _real(path)
    _write_and_place(path, real, data, lambda aside: os.replace(aside, real)).close()


def write_new(path: Path, data: bytes) -> FileLock:
    """Write a file atomically and return its lock, for appending. Raises CannotSave, and InUse while another program
    writes the file. The file is locked before it appears under its name, so of two programs that create the same file
    one is refused."""
    real = _real(path)
    held = FileLock(real) if is_there(real) else None
    try:
        if held is None:
            file = _write_and_place(path, real, data, lambda aside: _claim(aside, real))
        else:
            if sys.platform == "win32":  # Windows cannot replace an open file
                held.release()
            file = _write_and_place(path, real, data, lambda aside: os.replace(aside, real))
    except FileExistsError:
        raise _in_use(path) from None
    finally:
        if held is not None:
            held.release()
    if sys.platform != "win32":
        return FileLock(path, file)
    file.close()
    return FileLock(path)


def remove(path: Path) -> None:
    """Delete a file that nobody is writing, if it exists. Raises InUse, CannotSave."""
    if not os.path.lexists(path):
        return
    held = FileLock(path)
    try:
        if sys.platform == "win32":  # Windows cannot remove an open file
            held.release()
        path.unlink(missing_ok=True)
    except OSError as trouble:
        raise CannotSave(sentence(path, trouble)) from None
    finally:
        held.release()


def _real(path: Path) -> Path:
    """Return the path of the file itself, following links. Raises CannotSave for anything but a regular file."""
    try:
        real = Path(os.path.realpath(path))
    except ValueError as trouble:  # not a valid file name
        raise CannotSave(sentence(path, trouble)) from None
    try:
        mode = real.stat().st_mode
    except OSError:
        return real
    if not stat.S_ISREG(mode):
        kind = "a folder stands there" if stat.S_ISDIR(mode) else "what stands there is no plain file"
        raise CannotSave(f"{path.name} cannot be written in {path.parent}: {kind}.")
    return real


def _write_and_place(path: Path, real: Path, data: bytes, place: Callable[[Path], object]) -> IO[bytes]:
    """Write a temporary file beside the real one, lock it and move it into place by `place`; return it, open. Raises
    CannotSave, FileExistsError."""
    aside = real.with_name(f".{real.name}.{os.getpid()}.tmp")
    file: IO[bytes] | None = None
    try:
        with contextlib.suppress(FileNotFoundError):
            # left by a crash: it may be a hard link to the save itself, so never write into it
            aside.unlink()
        file = aside.open("x+b", buffering=0)
        written = 0
        while written < len(data):
            written += file.write(data[written:]) or 0
        os.fsync(file.fileno())
        if sys.platform == "win32":  # Windows cannot rename an open file
            file.close()
        else:
            _lock(file)
        place(aside)
    except (OSError, ValueError) as trouble:
        if file is not None:
            file.close()
        with contextlib.suppress(OSError, ValueError):
            aside.unlink()
        if isinstance(trouble, FileExistsError):
            raise
        raise CannotSave(sentence(path, trouble)) from None
    settle_folder(real.parent)
    return file


def _claim(aside: Path, real: Path) -> None:
    """Move a new file to its name. Raises FileExistsError if another file has taken it."""
    if sys.platform == "win32":
        os.rename(aside, real)
        return
    try:
        os.link(aside, real)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.replace(aside, real)
    else:
        aside.unlink()


def settle_folder(folder: Path) -> None:
    """Sync a folder so that a rename survives a power cut. Does nothing where that is not supported."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class FileLock:
    """The right to write one file, held until `release`. The lock is on the open file, so that a link cannot bypass it.
    The operating system frees it when the program ends, even by a crash."""

    def __init__(self, path: Path, file: IO[bytes] | None = None) -> None:
        """Lock an existing file, or take over one that is open and locked. Raises InUse or CannotSave."""
        self.file = file or _open_locked(path)

    def release(self) -> None:
        """Free the lock; a second call does nothing."""
        self.file.close()


def _open_locked(path: Path) -> IO[bytes]:
    _real(path)
    while True:
        try:
            file = _open_file(path)
        except (OSError, ValueError) as trouble:
            raise CannotSave(sentence(path, trouble)) from None
        if not _lock(file):
            file.close()
            raise _in_use(path)
        if _same(file, path):
            return file
        file.close()  # removed or replaced between opening and locking: try again


def _in_use(path: Path) -> InUse:
    return InUse(f"{path.name} is open in another Dead Reckoning. Close it there, or save under another name.")


def _open_file(path: Path) -> IO[bytes]:
    """Return the file open for writing, or for reading if it is read-only."""
    try:
        return path.open("r+b", buffering=0)
    except PermissionError:
        return path.open("rb", buffering=0)


def _same(file: IO[bytes], path: Path) -> bool:
    """Return whether the open file is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _lock(file: IO[bytes]) -> bool:
    """Try to lock a file. Return True as well if the file system has no locks, because nothing better can be done."""
    try:
        if sys.platform == "win32":
            file.seek(BEYOND)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as trouble:
        return not (sys.platform == "win32" and trouble.errno in (13, 36))
    return True
