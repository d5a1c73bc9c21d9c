"""The save: a battle file whose head is written once and whose script grows by one synced line per order.

A crash loses at most the line being written; such a torn last line is dropped when the save is opened again. Every line
ends in a mark that continues the one before it (`game.formats.save_digest`), so that loss and change are noticed. A
comment names the version of the program that wrote the head; when another version continues the save, it adds its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from pydantic import TypeAdapter, ValidationError

from game.core.installation import TITLE, __version__
from game.core.values import Value
from game.formats import save_digest
from game.formats.atomic_file import CannotSave, FileLock, InUse, sentence, write_new
from game.formats.battle_references import Designs, Systems, battle_in, battle_model
from game.formats.battle_schema import VERSION, BattleFile, Entry, ScriptLine
from game.formats.validation import BadFile, Document, document_of
from game.formats.yaml_source import bytes_of, decoded
from game.formats.yaml_writer import block, flow

__all__ = ["CannotSave", "InUse", "Journal", "line_of"]

WRITER = b"# written by " + TITLE.encode()
_WRITERS = re.compile(rb"^# written by Dead Reckoning (\d[\w.+]{0,30})", re.MULTILINE)
_LINE: TypeAdapter[Entry] = TypeAdapter(ScriptLine)


class Journal:
    """A battle on disk, being written. Made by `create` or `open`; holds the file's lock until `close`. `entries` is
    the whole script so far. After `open`, `notices` has a sentence for a dropped line and one for lines that were
    changed. `document` gives lines and columns for messages about entries that were read."""

    def __init__(self, path: Path, lock: FileLock, raw: bytes, battle: BattleFile, doc: Document) -> None:
        self.path, self.battle, self.document = path, battle, doc
        self.entries: list[Entry] = list(battle.script)
        self.notices: tuple[str, ...] = ()
        body = save_digest.without_end(raw)
        # the bytes written by this program
        self._lock, self._raw, self._end = lock, bytearray(body), raw[len(body) :]
        self._mark = save_digest.last_mark(raw)
        self._lead = b"" if body.endswith(b"\n") else b"\n"
        self._lead += b"" if save_digest.promised(body) else save_digest.PROMISE + b"\n"
        self._lead += b"" if _writers(body)[-1:] == [__version__] else WRITER + b"\n"
        self._size = len(raw)  # expected size of the file
        self._torn = False
        self._file: IO[bytes] | None = lock.file

    @classmethod
    def create(
        cls, path: Path | str, header: BattleFile | Mapping[str, Value], model: type[BattleFile] = BattleFile
    ) -> Self:
        """Write the head of a new save, and its script if it has one, replacing any file at the path. `model` is the
        game's battle model. Raises InUse or CannotSave, and BadFile for an invalid header."""
        path = Path(path)
        raw = _mark_lines(text_of(header))
        doc = document_of(raw.decode(), str(path))
        battle = battle_in(doc, model)
        return cls(path, write_new(path, raw), raw, battle, doc)

    @classmethod
    def open(cls, path: Path | str, systems: Systems | None = None, designs: Designs | None = None) -> Self:
        """Reopen a save. The file is not changed before the first `append`. Raises BadFile, InUse or CannotSave."""
        path = Path(path)
        bytes_of(path)  # raises its own error for a path that is not a file
        lock = FileLock(path)
        try:
            raw = bytes_of(path)
            doc, kept = sound_part(raw, str(path))
            battle = battle_in(doc, battle_model(doc, systems), systems, designs)
            if not lock.file.writable():
                raise CannotSave(f"{path.name} cannot be written in {path.parent}: it may only be read.")
            journal = cls(path, lock, raw[:kept], battle, doc)
            journal._torn, journal._size = kept < len(raw), len(raw)
            journal.notices = notices(raw, kept, path.name)
            return journal
        except BaseException:
            lock.release()
            raise

    def append(self, entry: Entry | Mapping[str, Value]) -> None:
        """Write one line of the script and sync it to disk. Raises CannotSave, and ValueError for a malformed entry."""
        if isinstance(entry, Mapping):
            try:
                entry = _LINE.validate_python(entry)
            except ValidationError as error:
                raise ValueError(f"this is no line of a script: {error.errors()[0]['msg']}") from None
        line, mark = save_digest.mark_line(line_of(entry).rstrip("\n").encode(), self._mark)
        self._write(line + b"\n", mark, sync=True)
        self.entries.append(entry)

    def note_turn(self, turn: int) -> None:
        """Write the turn number as a comment, for readers of the file and for the list of recent battles."""
        self._write(f"# Turn {turn}\n".encode(), self._mark, sync=False)

    def close(self) -> None:
        """Close the file and free its lock; a second call does nothing."""
        self._file = None
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, line: bytes, mark: bytes, sync: bool) -> None:
        """Write a line over the end mark, followed by the new end mark, in one write."""
        if self._file is None:
            raise CannotSave(f"{self.path.name} is closed.")
        kept, ending = self._lead + line, save_digest.end(mark)
        data = kept + ending
        try:
            self._check_untouched(self._file)
            if self._torn:
                self._file.truncate(len(self._raw))
            self._torn = True  # until the whole line is written
            self._file.seek(len(self._raw))
            written = 0
            while written < len(data):
                written += self._file.write(data[written:]) or 0
            if sync:
                os.fsync(self._file.fileno())
        except OSError as trouble:
            self._give_up(self._file)
            self._size = os.fstat(self._file.fileno()).st_size
            raise CannotSave(sentence(self.path, trouble)) from None
        self._raw += kept
        self._mark, self._end, self._lead, self._torn = mark, ending, b"", False
        self._size = len(self._raw) + len(ending)

    def _give_up(self, file: IO[bytes]) -> None:
        """Truncate the file after a partly written line, so that no rest of the old end mark follows."""
        with suppress(OSError):
            if self._torn:
                file.truncate(len(self._raw))
            self._end = b""

    def _check_untouched(self, file: IO[bytes]) -> None:
        """Raise CannotSave if another program (an editor, a file synchroniser) has changed or removed the file. The
        bytes themselves are compared, because a change may keep the size and the time."""
        here = os.fstat(file.fileno())
        try:
            same = os.path.samestat(here, self.path.stat())
        except FileNotFoundError:
            same = False
        if not same:
            raise CannotSave(f"{self.path.name} has been moved or removed while the battle was going on.")
        file.seek(0)
        if here.st_size != self._size or not file.read().startswith(bytes(self._raw) + self._end):
            raise CannotSave(f"{self.path.name} has been changed by another program while the battle was going on.")


def line_of(entry: Entry) -> str:
    """Return a script entry as a line of a save, with its newline."""
    return f"- {flow(entry.model_dump(exclude_defaults=True))}\n"


def text_of(header: BattleFile | Mapping[str, Value]) -> str:
    """Return a battle, and its script if it has one, as the text of a save without marks."""
    plain = header.header() if isinstance(header, BattleFile) else {"version": VERSION, **header}
    script = header.script if isinstance(header, BattleFile) else plain.pop("script", None) or []
    lines = [line if isinstance(line, str) else line_of(line) for line in map(_LINE.validate_python, script)]
    return block(plain) + "script:\n" + "".join(lines)


def _mark_lines(text: str) -> bytes:
    """Return a text with a mark on each line, and the end mark."""
    lines, mark = [save_digest.PROMISE + b"\n", WRITER + b"\n"], b""
    for plain in text.encode().splitlines():
        line, mark = save_digest.mark_line(plain, mark)
        lines.append(line + b"\n")
    return b"".join(lines) + save_digest.end(mark)


def notices(raw: bytes, kept: int, name: str) -> tuple[str, ...]:
    """Return sentences for a dropped last line, a missing end and lines that fail their digest. `kept` is the number of
    bytes that are kept."""
    dropped = raw[kept:]
    reported = bool(dropped.strip(b"\0\r\n\t ")) and not dropped.startswith(b"#")
    torn = (f"The last line of {name} had not been written to its end and was dropped.",) if reported else ()
    short = not reported and save_digest.cut_off(raw[:kept], dropped)
    cut = (f"{name} has been cut off: the mark of its end is missing, and orders may be.",) if short else ()
    later = filter(None, (by_newer(raw[:kept], name),))
    return (*torn, *cut, *save_digest.doubts(raw[:kept], name), *later)


def by_newer(raw: bytes, name: str) -> str:
    """Return a sentence if a newer version of the program wrote or continued a save; empty if none did."""
    newest = max(_writers(raw), key=_numbers, default="")
    if _numbers(newest) <= _numbers(__version__):
        return ""
    return f"{name} was written by Dead Reckoning {newest}. This is {__version__}, which may not know everything in it."


def _writers(raw: bytes) -> list[str]:
    """Return the versions of the program that wrote a save, in order. A save written by hand or by an early version has
    none."""
    return [found.decode(errors="replace") for found in _WRITERS.findall(raw)]


def _numbers(version: str) -> list[int]:
    """Return a version as comparable numbers, without what marks a development version."""
    leading = re.match(r"[0-9.]*", version)
    return [int(number) for number in (leading[0] if leading else "").split(".") if number]


def whole_lines(raw: bytes) -> int:
    """Return the number of bytes of a save in whole lines, without a partial last line left by a crash."""
    end = raw.rfind(b"\n") + 1
    if not raw[end:].strip():
        end = raw.rstrip().rfind(b"\n") + 1
    last = raw[end:]
    # without digests, an entry is whole if it ends with its brace
    done = save_digest.whole(last) if save_digest.carries(raw[:end]) else last.rstrip().endswith(b"}")
    torn = not last.endswith(b"\n") and not done
    return end if torn and _droppable(last) else len(raw)


def sound_part(raw: bytes, name: str) -> tuple[Document, int]:
    """Return the document without a torn last line, and its length in bytes of the file. Raises BadFile."""
    end = whole_lines(raw)
    if end < len(raw):
        return _continuable(document_of(decoded(raw[:end], name), name)), end
    try:
        return _continuable(document_of(decoded(raw, name), name)), end
    except BadFile as whole:
        end = raw.rstrip().rfind(b"\n") + 1
        if not _droppable(raw[end:]):
            raise
        try:
            return _continuable(document_of(decoded(raw[:end], name), name)), end
        except BadFile:
            raise whole from None


def _droppable(last: bytes) -> bool:
    """Return whether the last line is the beginning of an entry, or zero bytes that the disk never filled in."""
    return last.startswith((b"-", b"#", b"\0"))


def _continuable(doc: Document) -> Document:
    """Return the document. Raises BadFile if no script line can be added to its file."""
    if doc.ends_in_list("script"):
        return doc
    message = "this is not a saved battle: it does not end in a script of '- ' lines"
    raise BadFile((doc.problem(("script",), message, "To play it, begin a battle from it.", key=True),))
