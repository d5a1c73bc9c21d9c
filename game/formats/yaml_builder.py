"""Build plain data from YAML text, with the position of every value.

The text is read once as a stream of events, so that nesting, aliases and size are limited while reading. Values follow
YAML 1.2: only true, false and null are special words (`no` is text), and every key is text.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

import yaml

from game.core.names import brief
from game.core.values import Data, Value
from game.formats.problems import KEPT, Step, path_text
from game.formats.yaml_errors import sentence

MOST_VALUES = 200_000  # values in one file with aliases expanded: about 20,000 orders with their dice
MOST_FIELDS = 10_000  # fields in one mapping
DEEPEST = 40  # levels of nested lists and mappings
LONGEST_NUMBER = 19  # characters of a whole number; more must be a mistake
LONGEST_REAL = 120

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_REAL = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?\Z")
_WORDS: Data = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {word: word[0] in "tT" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}


@dataclass(slots=True)
class ValuePosition:
    """The place at which a value begins (lines and columns from 0), and the positions inside it. For a mapping, the
    positions of its keys are included."""

    line: int
    column: int
    items: list[ValuePosition] | None = None
    fields: dict[str, tuple[ValuePosition, ValuePosition]] | None = None


def scalar(text: str) -> Value:
    """Return the value of an unquoted scalar: null, a boolean, an integer, a float, or else the text itself (.nan is
    text)."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "+-.0123456789" and len(text) < LONGEST_REAL:
        if len(text) <= LONGEST_NUMBER and _WHOLE.match(text):
            return int(text)
        if _REAL.match(text) and math.isfinite(number := float(text)):
            return number
    return text


class ParseStop(Exception):
    """An error that ends reading: its position (lines and columns from 0) and a sentence."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        self.line, self.column, self.message, self.hint = line, column, message, hint


def refuse_unprintable(text: str) -> None:
    """Raise ParseStop at the first control character."""
    if bad := _UNPRINTABLE.search(text):
        before = text[: bad.start()].splitlines(keepends=True) or [""]
        whole = before[-1].endswith(("\n", "\r", "\x85", "\u2028", "\u2029"))
        line, column = (len(before), 0) if whole else (len(before) - 1, len(before[-1]))
        name = f"U+{ord(bad[0]):04X}"
        raise ParseStop(line, column, f"the character {name} does not belong in a text file", "Was the file damaged?")


@dataclass(slots=True)
class _Open:
    """A list or mapping being read; `key` is the key of the next value."""

    value: Value
    spot: ValuePosition
    anchor: str | None
    key: str | None = None
    key_spot: ValuePosition | None = None
    waiting: bool = False  # true once a key has been read, but not its value
    size: int = 1
    height: int = 1

    @property
    def fields(self) -> dict[str, tuple[ValuePosition, ValuePosition]] | None:
        """The positions of a mapping's keys and values; None for a list."""
        return self.spot.fields

    def add_value(self, value: object, spot: ValuePosition) -> None:
        """Append a value to a list, or store it under the waiting key."""
        if self.spot.items is not None:
            self.value.append(value)
            self.spot.items.append(spot)
            return
        if self.key is not None and self.spot.fields is not None and self.key_spot is not None:
            self.value[self.key], self.spot.fields[self.key] = value, (self.key_spot, spot)
        self.waiting = False


@dataclass(slots=True)
class Builder:
    """Builds data and positions from the events of one text."""

    root: tuple[Value, ValuePosition] | None = None
    found: list[tuple[int, int, str, str, str]] = field(default_factory=list)
    more: int = 0  # problems that are only counted
    _stack: list[_Open] = field(default_factory=list)
    _anchors: dict[str, tuple[Value, ValuePosition, int, int]] = field(default_factory=dict)
    _values: int = 0
    _documents: int = 0

    def build(self, text: str) -> None:
        """Read the whole text. Raises ParseStop."""
        loader = _LOADER(text)
        try:
            while (event := loader.get_event()) is not None:
                self._take(event)
        except yaml.YAMLError as trouble:
            raise _stop_of(trouble, text) from None
        finally:
            loader.dispose()

    def _take(self, event: yaml.Event) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._scalar(event)
        elif kind is yaml.SequenceStartEvent or kind is yaml.MappingStartEvent:
            self._open(event, kind is yaml.MappingStartEvent)
        elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
            done = self._stack.pop()
            self._store_value(done.value, done.spot, done.anchor, done.size, done.height)
        elif kind is yaml.AliasEvent:
            self._alias(event)
        elif kind is yaml.DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                mark = event.start_mark
                raise ParseStop(mark.line, mark.column, "a second document begins here; a file holds only one")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        """Store a scalar. `_store_value` is inlined here for speed, because most values are scalars."""
        mark, text = event.start_mark, event.value
        if event.tag is not None:
            self._no_tag(event)
        top = self._stack[-1] if self._stack else None
        is_key = top is not None and top.fields is not None and not top.waiting
        value = text if is_key or event.style else scalar(text)
        if value is text and len(text) > LONGEST_NUMBER and not (is_key or event.style) and _WHOLE.match(text):
            self._note(mark.line, mark.column, "this number is too long")
        spot = ValuePosition(mark.line, mark.column)
        if top is None or event.anchor is not None:
            self._store_value(value, spot, event.anchor, 1, 0)
            return
        self._count(spot)
        top.size += 1
        if is_key:
            self._key(top, text, spot)
        else:
            top.add_value(value, spot)

    def _count(self, spot: ValuePosition) -> None:
        self._values += 1
        if self._values > MOST_VALUES:
            raise ParseStop(
                spot.line, spot.column, f"the file holds more than {MOST_VALUES} values once aliases are written out"
            )

    def _open(self, event: yaml.CollectionStartEvent, mapping: bool) -> None:
        mark = event.start_mark
        self._no_tag(event)
        if len(self._stack) >= DEEPEST:
            raise ParseStop(mark.line, mark.column, f"lists and mappings lie more than {DEEPEST} deep here")
        spot = ValuePosition(mark.line, mark.column, None if mapping else [], {} if mapping else None)
        self._stack.append(_Open({} if mapping else [], spot, event.anchor))

    def _alias(self, event: yaml.AliasEvent) -> None:
        mark = event.start_mark
        if event.anchor not in self._anchors:
            raise ParseStop(
                mark.line, mark.column, f"*{event.anchor} stands for nothing: no &{event.anchor} ends above it"
            )
        value, spot, size, height = self._anchors[event.anchor]
        if len(self._stack) + height > DEEPEST:
            raise ParseStop(
                mark.line, mark.column, f"with *{event.anchor} lists and mappings lie more than {DEEPEST} deep"
            )
        self._values += size
        here = ValuePosition(mark.line, mark.column, spot.items, spot.fields)
        self._store_value(value, here, None, size, height)

    def _store_value(self, value: object, spot: ValuePosition, anchor: str | None, size: int, height: int) -> None:
        """Store a finished value in the list or mapping around it."""
        self._count(spot)
        if anchor is not None:
            self._anchors[anchor] = value, spot, size, height
        if not self._stack:
            self.root = value, spot
            return
        top = self._stack[-1]
        top.size, top.height = top.size + size, max(top.height, height + 1)
        if top.fields is not None and not top.waiting:
            self._key(top, value, spot)
        else:
            top.add_value(value, spot)

    def _key(self, top: _Open, value: object, spot: ValuePosition) -> None:
        top.waiting, top.key, top.key_spot = True, None, spot
        if not isinstance(value, str):
            self._note(spot.line, spot.column, "the name of a field must be plain text")
        elif value in top.value:
            first = top.spot.fields[value][0].line + 1 if top.spot.fields else 1
            self._note(spot.line, spot.column, f"{brief(value)} is written twice; the first is on line {first}")
        elif len(top.value) >= MOST_FIELDS:
            raise ParseStop(spot.line, spot.column, f"more than {MOST_FIELDS} fields lie side by side here")
        else:
            top.key = value

    def _no_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None:
            mark, hint = event.start_mark, "Quote text that begins so."
            self._note(mark.line, mark.column, "tags, which begin with '!', are not used in these files", hint)

    def _note(self, line: int, column: int, message: str, hint: str = "") -> None:
        if len(self.found) >= KEPT:
            self.more += 1
            return
        steps: list[Step] = []
        for around in self._stack:
            if around.spot.items is not None:
                steps.append(len(around.spot.items))
            elif around.waiting and around.key is not None:
                steps.append(around.key)
        self.found.append((line + 1, column + 1, path_text(tuple(steps)), message, hint))


def _stop_of(trouble: yaml.YAMLError, text: str) -> ParseStop:
    """Return a ParseStop for a syntax error."""
    if not isinstance(trouble, yaml.MarkedYAMLError):
        return ParseStop(0, 0, f"this cannot be read as YAML: {str(trouble).splitlines()[0]}")
    mark, began = trouble.problem_mark or trouble.context_mark, trouble.context_mark
    at_end = mark is not None and (mark.line > text.rstrip().count("\n") or "end of stream" in str(trouble.problem))
    if at_end and began is not None:
        mark = began  # at the end of the file, point at the unclosed bracket or quote instead
    line, column = (mark.line, mark.column) if mark else (0, 0)
    return ParseStop(line, column, *sentence(trouble, text))
