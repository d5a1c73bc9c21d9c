"""Read a YAML file or text as a document: plain data, the position of every value, and the problems found."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import BinaryIO

from game.core.values import Entry, Value
from game.formats.problems import KEPT, BadFile, Problem, Step, Steps, Words, path_text, refusal, sentence_of
from game.formats.yaml_builder import Builder, ParseStop, ValuePosition, refuse_unprintable

__all__ = ["BadFile", "Document", "Problem", "Step", "Steps", "document", "document_of", "path_text", "refusal"]

LARGEST = 5_000_000  # bytes of a file; a battle of a hundred turns is far smaller
READS = 20  # most reads of a file that another program is writing

_DOCUMENT_END = re.compile(r"^\.\.\.(\s|\Z)", re.MULTILINE)


class Document:
    """A file as plain data, with the position of every value and the problems found so far. Checks call `complain` for
    each problem and `settle` at the end, so that all are reported at once."""

    def __init__(self, name: str, text: str, data: Value, root: ValuePosition) -> None:
        self.name, self.text, self.data, self._root = name, text, data, root
        self._lines: list[str] | None = None
        self.problems: list[Problem] = []
        self.more = 0  # problems that are only counted

    @property
    def full(self) -> bool:
        """Return whether further problems are only counted."""
        return len(self.problems) >= KEPT

    def at(self, path: Steps) -> Value:
        """Return the value at a path, or None."""
        value = self.data
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value

    def place(self, path: Steps, key: bool = False) -> tuple[int, int]:
        """Return line and column, from 1, of the value at a path, or of its key. For a missing value, return those
        of the key of its parent."""
        spot = mark = self._root
        for step in path:
            if spot.fields is not None and step in spot.fields:
                mark, spot = spot.fields[str(step)]
            elif spot.items is not None and isinstance(step, int) and step < len(spot.items):
                mark = spot = spot.items[step]
            else:
                return mark.line + 1, mark.column + 1
        spot = mark if key else spot
        return spot.line + 1, spot.column + 1

    def problem(self, path: Steps, message: str, hint: str = "", key: bool = False) -> Problem:
        """Return a problem at a path, without recording it. With `key` it points at the key instead of the value."""
        line, column = self.place(path, key)
        return self._problem(line, column, path_text(path), message, hint)

    def complain(self, path: Steps, message: Words, hint: Words = "", key: bool = False) -> None:
        """Record a problem at a path. If the document is full, only count it; message and hint are then not made."""
        if self.full:
            self.more += 1
        else:
            self.problems.append(self.problem(path, sentence_of(message), sentence_of(hint), key))

    def ends_in_list(self, key: str) -> bool:
        """Return whether the last field of the file has this key, and is empty or a list of '- ' lines, so that lines
        can be appended."""
        if not isinstance(self.data, dict) or next(reversed(self.data), None) != key or _DOCUMENT_END.search(self.text):
            return False
        head, *rest = self.text.splitlines()[self.place((key,), key=True)[0] - 1 :]
        first = next((line for line in rest if line.split("#")[0].strip()), "-")
        return bool(re.match(rf"{re.escape(key)}:\s*(#.*)?\Z", head)) and first.startswith("-")

    def settle(self) -> None:
        """Raise BadFile with all recorded problems in the order of the file, if there are any."""
        if self.problems:
            ordered = sorted(set(self.problems), key=lambda each: (each.line, each.column, each.message, each.path))
            raise BadFile(tuple(ordered), self.more)

    def _problem(self, line: int, column: int, path: str, message: str, hint: str) -> Problem:
        if self._lines is None:
            self._lines = self.text.splitlines()
        source = self._lines[line - 1] if line <= len(self._lines) else ""
        return Problem(self.name, line, column, path, message, hint, source)


def document(path: Path | str) -> Document:
    """Read a file from disk. Raises BadFile if it cannot be read or its syntax is broken."""
    return document_of(text_of(path), str(path))


def text_of(path: Path | str) -> str:
    """Return the text of a UTF-8 file. Raises BadFile; see `bytes_of`."""
    return decoded(bytes_of(path), str(path))


def bytes_of(path: Path | str) -> bytes:
    """Return the bytes of a file. Raises BadFile for a folder, a device, a pipe, or more than `LARGEST` bytes."""
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise refusal(path, "this is a folder, not a file")
        if not stat.S_ISREG(mode):
            raise refusal(path, "this is not an ordinary file")
        with Path(path).open("rb") as stream:
            raw = _at_rest(stream)
    except FileNotFoundError:
        raise refusal(path, "there is no such file") from None
    except (OSError, ValueError) as trouble:
        raise refusal(path, f"this file cannot be opened ({getattr(trouble, 'strerror', None) or trouble})") from None
    if len(raw) > LARGEST:
        raise refusal(path, f"this file is larger than {LARGEST // 1_000_000} MB, too large for any battle")
    return raw


def _at_rest(stream: BinaryIO) -> bytes:
    """Return the bytes of a file once two reads in succession agree. A read during a write by another program may mix
    the old end of a save with the new one."""
    raw = stream.read(LARGEST + 1)
    for _ in range(READS):
        stream.seek(0)
        before, raw = raw, stream.read(LARGEST + 1)
        if raw == before:
            break
    return raw


def decoded(raw: bytes, name: str) -> str:
    """Return bytes decoded as UTF-8, without a byte-order mark. Raises BadFile with the position of the first bad
    byte."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        before = raw[: trouble.start].decode("utf-8", "replace")
        line = raw[: trouble.start].count(b"\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        byte = raw[trouble.start]
        message = f"this is not UTF-8 text (byte {byte:#04x})"
        raise BadFile((Problem(name, line, column, "", message, "Save the file as UTF-8."),)) from None


def document_of(text: str, name: str) -> Document:
    """Read YAML text. Raises BadFile for broken syntax; duplicate keys and the like are recorded in `problems`."""
    text = text.removeprefix("\ufeff")
    builder = Builder()
    try:
        refuse_unprintable(text)
        builder.build(text)
        if builder.root is None:
            raise ParseStop(0, 0, "the file is empty")
    except ParseStop as stop:
        blank = Document(name, text, None, ValuePosition(0, 0))
        problem = blank._problem(stop.line + 1, stop.column + 1, "", stop.message, stop.hint)
        raise BadFile((problem,)) from None
    data, spot = builder.root
    read = Document(name, text, data, spot)
    read.problems, read.more = [read._problem(*found) for found in builder.found], builder.more
    return read


def mapping(value: object) -> Entry:
    """Return the value if it is a mapping, otherwise an empty one, so that checks can go on after an error."""
    return value if isinstance(value, dict) else {}
