"""An author's YAML file as plain data that remembers where every value stands; no rules are read here.

The text is walked once as a stream of events, so that nesting, aliases and size are limited while it is read. Values
follow YAML 1.2: only true, false and null are words of their own (`no` is text), and every key is text.
"""

from __future__ import annotations

import math
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from game.core.syntax import sentence

Step = str | int
Steps = tuple[Step, ...]

LARGEST = 8_000_000  # bytes of one file; a battle of a hundred turns is far below it
MOST_VALUES = 600_000  # values in one file once aliases are written out
DEEPEST = 40  # lists and mappings within each other
LONGEST_NUMBER = 19  # characters of a whole number; more cannot be meant
WIDEST = 120  # characters of a source line printed under a problem
SHOWN = 40  # problems printed of one file; the rest are counted

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DOCUMENT_END = re.compile(r"^\.\.\.(\s|\Z)", re.MULTILINE)
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_REAL = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?\Z")
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {word: word[0] in "tT" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a file: where (lines and columns from 1, line 0 for the file itself), what, and a way out."""

    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""
    source: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        end = "" if self.message.endswith((".", "?")) else "."
        first = ": ".join(part for part in (place, self.path, f"{self.message}{end} {self.hint}".rstrip()) if part)
        if not self.source.strip():
            return first
        start = max(0, self.column - 1 - WIDEST // 2) if len(self.source) > WIDEST else 0
        shown = self.source[start : start + WIDEST]
        under = "".join("\t" if letter == "\t" else " " for letter in shown[: self.column - 1 - start])
        return f"{first}\n    {shown}\n    {under}^"


class BadFile(Exception):
    """A file that cannot be used, with every problem found in it; str() is what the author reads."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"… and {len(self.problems) - SHOWN} more.")
        return "\n".join(lines)


def written(path: Steps) -> str:
    """A path as the author reads it: ships.lancet.at, script.3 (lists are counted from 1)."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value begins (lines and columns from 0) and the spots within it; a mapping keeps its keys' spots too."""

    line: int
    column: int
    items: list[Spot] | None = None
    fields: dict[str, tuple[Spot, Spot]] | None = None


class Document:
    """One file read: its plain data, the place of everything in it, and the problems found so far.

    Readers call `complain` as often as they like and `settle` at the end, so that all errors come at once.
    """

    def __init__(self, name: str, text: str, data: Any, root: Spot) -> None:
        self.name, self.data, self._text, self._root = name, data, text, root
        self._lines: list[str] | None = None
        self.problems: list[Problem] = []

    def at(self, path: Steps) -> Any:
        """The plain value at a path, or None."""
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
        """Line and column, from 1, of the value at a path, or of its key; if it is absent, of the key of what should hold it."""
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
        """A problem at a path of this file (at the key rather than the value if `key`), not yet recorded."""
        line, column = self.place(path, key)
        return self._problem(line, column, written(path), message, hint)

    def complain(self, path: Steps, message: str, hint: str = "", key: bool = False) -> None:
        """Record a problem at a path of this file."""
        self.problems.append(self.problem(path, message, hint, key))

    def ends_in_list(self, key: str) -> bool:
        """Is the last field of the file this one, holding '- ' lines or nothing yet, so that lines can be added?"""
        if not isinstance(self.data, dict) or next(reversed(self.data), None) != key or _DOCUMENT_END.search(self._text):
            return False
        head, *rest = self._text.splitlines()[self.place((key,), key=True)[0] - 1 :]
        first = next((line for line in rest if line.split("#")[0].strip()), "-")
        return bool(re.match(rf"{re.escape(key)}:\s*(#.*)?\Z", head)) and first.startswith("-")

    def settle(self) -> None:
        """Raise BadFile with everything recorded, in the order of the file, if there is anything."""
        if self.problems:
            raise BadFile(tuple(sorted(set(self.problems), key=lambda each: (each.line, each.column, each.message))))

    def _problem(self, line: int, column: int, path: str, message: str, hint: str) -> Problem:
        if self._lines is None:
            self._lines = self._text.splitlines()
        source = self._lines[line - 1] if line <= len(self._lines) else ""
        return Problem(self.name, line, column, path, message, hint, source)


def document(path: Path | str) -> Document:
    """Read a file from disk; whatever is wrong with the file itself is raised as BadFile."""
    return document_of(text_of(path), str(path))


def text_of(path: Path | str) -> str:
    """The text of an ordinary UTF-8 file of reasonable size, or BadFile."""
    return decoded(bytes_of(path), str(path))


def bytes_of(path: Path | str) -> bytes:
    """The bytes of an ordinary file of reasonable size, or BadFile: never a folder, a device or a pipe."""
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise refusal(path, "this is a folder, not a file")
        if not stat.S_ISREG(mode):
            raise refusal(path, "this is not an ordinary file")
        with Path(path).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise refusal(path, "there is no such file") from None
    except (OSError, ValueError) as trouble:
        raise refusal(path, f"this file cannot be opened ({getattr(trouble, 'strerror', None) or trouble})") from None
    if len(raw) > LARGEST:
        raise refusal(path, f"this file is larger than {LARGEST // 1_000_000} MB, too large for any battle")
    return raw


def decoded(raw: bytes, name: str) -> str:
    """Bytes as UTF-8 text, a byte-order mark dropped, or BadFile with the place of the first bad byte."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        before = raw[: trouble.start].decode("utf-8", "replace")
        line = raw[: trouble.start].count(b"\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        byte = raw[trouble.start]
        message = f"this is not UTF-8 text (byte {byte:#04x})"
        raise BadFile((Problem(name, line, column, "", message, "Save the file as UTF-8."),)) from None


def refusal(path: Path | str, message: str, hint: str = "") -> BadFile:
    """A BadFile about the file as a whole."""
    return BadFile((Problem(str(path), 0, 0, "", message, hint),))


def document_of(text: str, name: str) -> Document:
    """Read YAML text. Broken syntax raises BadFile at once; doubled keys and the like wait in `problems`."""
    text = text.removeprefix("\ufeff")
    builder = _Builder()
    try:
        _refuse_unprintable(text)
        builder.build(text)
        if builder.root is None:
            raise _Stop(0, 0, "the file is empty")
    except _Stop as stop:
        blank = Document(name, text, None, Spot(0, 0))
        problem = blank._problem(stop.line + 1, stop.column + 1, "", stop.message, stop.hint)
        raise BadFile((problem,)) from None
    data, spot = builder.root
    read = Document(name, text, data, spot)
    read.problems = [read._problem(*found) for found in builder.found]
    return read


def scalar(text: str) -> Any:
    """The value of an unquoted scalar: null, a boolean, a whole or decimal number, or else the text itself (.nan is text)."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "+-.0123456789" and len(text) < WIDEST:
        if len(text) <= LONGEST_NUMBER and _WHOLE.match(text):
            return int(text)
        if _REAL.match(text) and math.isfinite(number := float(text)):
            return number
    return text


class _Stop(Exception):
    """Reading cannot go on: a place (lines and columns from 0) and a sentence."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        self.line, self.column, self.message, self.hint = line, column, message, hint


def _refuse_unprintable(text: str) -> None:
    if bad := _UNPRINTABLE.search(text):
        before = text[: bad.start()].splitlines(keepends=True) or [""]
        whole = before[-1].endswith(("\n", "\r", "\x85", "\u2028", "\u2029"))
        line, column = (len(before), 0) if whole else (len(before) - 1, len(before[-1]))
        name = f"U+{ord(bad[0]):04X}"
        raise _Stop(line, column, f"the character {name} does not belong in a text file", "Was the file damaged?")


@dataclass(slots=True)
class _Open:
    """A list or mapping being read; `key` is the key whose value comes next."""

    value: Any
    spot: Spot
    anchor: str | None
    key: str | None = None
    key_spot: Spot | None = None
    waiting: bool = False  # a key has been read, its value not yet
    size: int = 1
    height: int = 1


@dataclass(slots=True)
class _Builder:
    """Turns the events of one text into data and spots."""

    root: tuple[Any, Spot] | None = None
    found: list[tuple[int, int, str, str, str]] = field(default_factory=list)
    _stack: list[_Open] = field(default_factory=list)
    _anchors: dict[str, tuple[Any, Spot, int, int]] = field(default_factory=dict)
    _values: int = 0
    _documents: int = 0

    def build(self, text: str) -> None:
        for event in _events(text):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.SequenceStartEvent or kind is yaml.MappingStartEvent:
                self._open(event, kind is yaml.MappingStartEvent)
            elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
                done = self._stack.pop()
                self._put(done.value, done.spot, done.anchor, done.size, done.height)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    mark = event.start_mark
                    raise _Stop(mark.line, mark.column, "a second document begins here; a file holds only one")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        mark, text = event.start_mark, event.value
        self._no_tag(event)
        top = self._stack[-1] if self._stack else None
        is_key = top is not None and top.spot.fields is not None and not top.waiting
        value = text if is_key or event.style else scalar(text)
        if not (is_key or event.style) and value is text and len(text) > LONGEST_NUMBER and _WHOLE.match(text):
            self._note(mark.line, mark.column, "this number is too long")
        self._put(value, Spot(mark.line, mark.column), event.anchor, 1, 0)

    def _open(self, event: yaml.CollectionStartEvent, mapping: bool) -> None:
        mark = event.start_mark
        self._no_tag(event)
        if len(self._stack) >= DEEPEST:
            raise _Stop(mark.line, mark.column, f"lists and mappings lie more than {DEEPEST} deep here")
        spot = Spot(mark.line, mark.column, None if mapping else [], {} if mapping else None)
        self._stack.append(_Open({} if mapping else [], spot, event.anchor))

    def _alias(self, event: yaml.AliasEvent) -> None:
        mark = event.start_mark
        if event.anchor not in self._anchors:
            raise _Stop(mark.line, mark.column, f"*{event.anchor} stands for nothing: no &{event.anchor} ends above it")
        value, spot, size, height = self._anchors[event.anchor]
        if len(self._stack) + height > DEEPEST:
            raise _Stop(mark.line, mark.column, f"with *{event.anchor} lists and mappings lie more than {DEEPEST} deep")
        self._values += size
        here = Spot(mark.line, mark.column, spot.items, spot.fields)
        self._put(value, here, None, size, height)

    def _put(self, value: Any, spot: Spot, anchor: str | None, size: int, height: int) -> None:
        """Place a finished value in the list or mapping around it."""
        self._values += 1
        if self._values > MOST_VALUES:
            raise _Stop(spot.line, spot.column, f"the file holds more than {MOST_VALUES} values once aliases are written out")
        if anchor is not None:
            self._anchors[anchor] = value, spot, size, height
        if not self._stack:
            self.root = value, spot
            return
        top = self._stack[-1]
        top.size, top.height = top.size + size, max(top.height, height + 1)
        if top.spot.items is not None:
            top.value.append(value)
            top.spot.items.append(spot)
        elif not top.waiting:
            self._key(top, value, spot)
        else:
            if top.key is not None and top.spot.fields is not None and top.key_spot is not None:
                top.value[top.key], top.spot.fields[top.key] = value, (top.key_spot, spot)
            top.waiting = False

    def _key(self, top: _Open, value: Any, spot: Spot) -> None:
        top.waiting, top.key, top.key_spot = True, None, spot
        if not isinstance(value, str):
            self._note(spot.line, spot.column, "the name of a field must be plain text")
        elif top.spot.fields is not None and value in top.spot.fields:
            first = top.spot.fields[value][0].line + 1
            self._note(spot.line, spot.column, f"'{value}' is written twice; the first is on line {first}")
        else:
            top.key = value

    def _no_tag(self, event: Any) -> None:
        if event.tag is not None:
            mark, hint = event.start_mark, "Quote text that begins so."
            self._note(mark.line, mark.column, "tags, which begin with '!', are not used in these files", hint)

    def _note(self, line: int, column: int, message: str, hint: str = "") -> None:
        steps: list[Step] = []
        for around in self._stack:
            if around.spot.items is not None:
                steps.append(len(around.spot.items))
            elif around.waiting and around.key is not None:
                steps.append(around.key)
        self.found.append((line + 1, column + 1, written(tuple(steps)), message, hint))


def _events(text: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as trouble:
        mark, began = trouble.problem_mark or trouble.context_mark, trouble.context_mark
        at_end = mark is not None and (mark.line > text.rstrip().count("\n") or "end of stream" in str(trouble.problem))
        if at_end and began is not None:
            mark = began  # nothing stands at the end of the file: point at what was never closed
        line, column = (mark.line, mark.column) if mark else (0, 0)
        message, hint = sentence(trouble, text)
        raise _Stop(line, column, message, hint) from None
    except yaml.YAMLError as trouble:
        raise _Stop(0, 0, f"this cannot be read as YAML: {str(trouble).splitlines()[0]}") from None


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is a mapping, otherwise an empty one: for checks that look past earlier errors."""
    return value if isinstance(value, dict) else {}
