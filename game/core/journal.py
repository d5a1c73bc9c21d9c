"""The save: a battle file whose head is written once and whose script grows by one line per order, synced each time.

A kill at any moment loses at most the line being written; such a torn last line is dropped when the save is opened again.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import IO, Any, Self

from pydantic import TypeAdapter, ValidationError

from game.core.crosscheck import Designs, battle_in
from game.core.disk import CannotSave, InUse, Lock, sentence, write_whole
from game.core.files import BadFile, Document, document_of
from game.core.schema import VERSION, BattleFile, Entry, ScriptLine
from game.core.source import bytes_of, decoded
from game.core.writing import block, flow

__all__ = ["CannotSave", "InUse", "Journal", "line_of"]

_LINE: TypeAdapter[Entry] = TypeAdapter(ScriptLine)


class Journal:
    """A battle on disk, being written. Made by `create` or `open`; holds the file's lock until `close`.

    `entries` is the whole script so far. `notice` says, after `open`, what was dropped, if anything. `document` gives lines
    and columns for messages about entries that were read.
    """

    def __init__(self, path: Path, lock: Lock, raw: bytes, battle: BattleFile, doc: Document) -> None:
        self.path, self.battle, self.document = path, battle, doc
        self.entries: list[Entry] = list(battle.script)
        self.notice = ""
        self._lock, self._end = lock, len(raw)
        self._lead = b"" if raw.endswith(b"\n") else b"\n"
        self._size = len(raw)  # of the file as we left it; behind `_end` it is of no use
        self._torn = False
        self._file: IO[bytes] | None = None

    @classmethod
    def create(cls, path: Path | str, header: BattleFile | Mapping[str, Any]) -> Self:
        """Write the head of a new save, and its script if it has one, in place of whatever stood under the path.

        Raises InUse or CannotSave, and BadFile for a header that is no battle.
        """
        path = Path(path)
        text = _text_of(header)
        doc = document_of(text, str(path))
        battle = battle_in(doc)
        lock = Lock(path)
        try:
            raw = text.encode()
            write_whole(path, raw)
            return cls(path, lock, raw, battle, doc)._ready()
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: Path | str, systems: Collection[str] | None = None, designs: Designs | None = None) -> Self:
        """Take up a save again. Raises BadFile, InUse or CannotSave; the file is not touched before the first `append`."""
        path = Path(path)
        bytes_of(path)  # before locking: a missing file must not leave a lock file behind
        lock = Lock(path)
        try:
            raw = bytes_of(path)
            doc, kept = sound_part(raw, str(path))
            battle = battle_in(doc, systems, designs)
            journal = cls(path, lock, raw[:kept], battle, doc)
            journal._torn, journal._size = kept < len(raw), len(raw)
            if raw[kept:].strip(b"\0\r\n\t ") and not raw[kept:].startswith(b"#"):
                journal.notice = f"The last line of {path.name} had not been written to its end and was dropped."
            return journal._ready()
        except BaseException:
            lock.release()
            raise

    def append(self, entry: Entry | Mapping[str, Any]) -> None:
        """Write one line of the script; when this returns it is on disk. Raises CannotSave, and ValueError for no entry."""
        if isinstance(entry, Mapping):
            try:
                entry = _LINE.validate_python(entry)
            except ValidationError as error:
                raise ValueError(f"this is no line of a script: {error.errors()[0]['msg']}") from None
        self._write(line_of(entry), sync=True)
        self.entries.append(entry)

    def note_turn(self, turn: int) -> None:
        """Write the number of the turn as a comment, for readers of the file and for the list of recent battles."""
        self._write(f"# Turn {turn}\n", sync=False)

    def close(self) -> None:
        """Close the file and let others write it; a second call does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ready(self) -> Self:
        try:
            self._file = self.path.open("r+b", buffering=0)
        except OSError as trouble:
            raise CannotSave(sentence(self.path, trouble)) from None
        return self

    def _write(self, line: str, sync: bool) -> None:
        if self._file is None:
            raise CannotSave(f"{self.path.name} is closed.")
        data = self._lead + line.encode()
        try:
            self._check_untouched(self._file)
            if self._torn:
                self._file.truncate(self._end)
            self._torn = True  # until the whole line is down
            self._file.seek(self._end)
            written = 0
            while written < len(data):
                written += self._file.write(data[written:]) or 0
            if sync:
                os.fsync(self._file.fileno())
        except OSError as trouble:
            self._size = os.fstat(self._file.fileno()).st_size
            raise CannotSave(sentence(self.path, trouble)) from None
        self._end += len(data)
        self._size, self._lead, self._torn = self._end, b"", False

    def _check_untouched(self, file: IO[bytes]) -> None:
        """Another program (an editor, a file synchroniser) may have changed or removed the file: never write over that."""
        here = os.fstat(file.fileno())
        try:
            same = os.path.samestat(here, self.path.stat())
        except FileNotFoundError:
            same = False
        if not same:
            raise CannotSave(f"{self.path.name} has been moved or removed while the battle was going on.")
        if here.st_size != self._size:
            raise CannotSave(f"{self.path.name} has been changed by another program while the battle was going on.")


def line_of(entry: Entry) -> str:
    """One line of a script as it stands in a save, with its line end."""
    return f"- {flow(entry.model_dump(exclude_defaults=True))}\n"


def _text_of(header: BattleFile | Mapping[str, Any]) -> str:
    plain = header.header() if isinstance(header, BattleFile) else {"version": VERSION, **header}
    script = header.script if isinstance(header, BattleFile) else plain.pop("script", None) or []
    lines = [line if isinstance(line, str) else line_of(line) for line in map(_LINE.validate_python, script)]
    return block(plain) + "script:\n" + "".join(lines)


def sound_part(raw: bytes, name: str) -> tuple[Document, int]:
    """The document without a torn last line, and how many bytes of the file it takes up; raises BadFile."""
    end = raw.rfind(b"\n") + 1
    if not raw[end:].strip():
        end = raw.rstrip().rfind(b"\n") + 1
    last = raw[end:]
    torn = not last.endswith(b"\n") and not last.rstrip().endswith(b"}")  # an entry ends with its brace
    droppable = last.startswith((b"-", b"#", b"\0"))  # part of a line of ours, or never filled in by the disk
    if torn and droppable:
        return _continuable(document_of(decoded(raw[:end], name), name)), end
    try:
        return _continuable(document_of(decoded(raw, name), name)), len(raw)
    except BadFile as whole:
        if not droppable:
            raise
        try:
            return _continuable(document_of(decoded(raw[:end], name), name)), end
        except BadFile:
            raise whole from None


def _continuable(doc: Document) -> Document:
    """Refuse a file to which no line of script can be added."""
    if doc.ends_in_list("script"):
        return doc
    message = "this is not a saved battle: it does not end in a script of '- ' lines"
    raise BadFile((doc.problem(("script",), message, "To play it, begin a battle from it.", key=True),))
