"""Read JSON as a document: plain data, the position of every value, and the fields that are there twice.

YAML's reader takes most of JSON, but neither tabs nor pairs of surrogates, and it would take much that is no JSON.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from itertools import accumulate
from json import JSONDecodeError, JSONDecoder

from game.core.names import brief, visible
from game.core.values import Data, Value
from game.formats.problems import BadFile, Problem, Step, path_text
from game.formats.yaml_builder import DEEPEST, LONGEST_NUMBER, LONGEST_REAL, MOST_VALUES, ParseStop, ValuePosition
from game.formats.yaml_source import Document

_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![0-9A-Za-z.])")
_WORDS: Data = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[A-Za-z]+")
_TEXTS = JSONDecoder()
_Read = tuple[Value, ValuePosition]


def json_document(text: str, name: str) -> Document:
    """Read JSON text. Raises BadFile for broken syntax; fields that are there twice are recorded in `problems`."""
    text = text.removeprefix("\ufeff")
    reader = _Reader(text)
    try:
        data, spot = reader.whole()
    except ParseStop as stop:
        lines = text.splitlines()
        source = lines[stop.line] if stop.line < len(lines) else ""
        problem = Problem(name, stop.line + 1, stop.column + 1, "", stop.message, stop.hint, source)
        raise BadFile((problem,)) from None
    doc = Document(name, text, data, spot)
    for path in reader.twice:
        doc.complain(path, "this field is there twice; the last one counts")
    return doc


class _Reader:
    """Reads one text from its start to its end. `twice` are the paths of fields that occur twice in their object."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
        self.path: list[Step] = []
        self.twice: list[tuple[Step, ...]] = []
        self.values = 0

    def whole(self) -> _Read:
        """Read the value that is all of the text. Raises ParseStop."""
        self._blank()
        if self.at == len(self.text):
            raise self._stop("the file is empty")
        read = self._value()
        self._blank()
        if self.at < len(self.text):
            raise self._stop("the JSON ends before here: a file holds one value")
        return read

    def _value(self) -> _Read:
        spot, first = self._spot(self.at), self.text[self.at : self.at + 1]
        self.values += 1
        if self.values > MOST_VALUES:
            raise self._stop(f"the file has more than {MOST_VALUES:,} values, too many for any fleet")
        if first == '"':
            return self._string(), spot
        if first in ("{", "["):
            if len(self.path) >= DEEPEST:
                raise self._stop(f"values are nested more than {DEEPEST} deep here")
            return (self._object if first == "{" else self._array)(spot)
        if number := _NUMBER.match(self.text, self.at):
            return self._number(number), spot
        word = _WORD.match(self.text, self.at)
        if word and word[0] in _WORDS:
            self.at = word.end()
            return _WORDS[word[0]], spot
        if not first:
            raise self._stop("the file is cut: a value is missing at its end", "Was it downloaded whole?")
        found = brief(self.text[self.at : self.at + 20].split("\n")[0])
        raise self._stop(f"this is not JSON: no value begins with {found}")

    def _number(self, found: re.Match[str]) -> Value:
        if len(found[0]) > (LONGEST_REAL if found[1] or found[2] else LONGEST_NUMBER):
            raise self._stop("this number is too long")
        self.at = found.end()
        if not (found[1] or found[2]):
            return int(found[0])
        number = float(found[0])
        if not math.isfinite(number):
            self.at = found.start()
            raise self._stop("this number is too large")
        return int(number) if number.is_integer() and abs(number) < 10**LONGEST_NUMBER else number

    def _string(self) -> str:
        try:
            text, self.at = _TEXTS.raw_decode(self.text, self.at)
        except JSONDecodeError as trouble:
            cut = trouble.msg.startswith("Unterminated")
            self.at = self.at if cut else trouble.pos
            raise self._stop("this text has no closing quote" if cut else "this is no text as JSON writes it") from None
        return visible(str(text))

    def _array(self, spot: ValuePosition) -> _Read:
        made, spot.items = list[Value](), []
        self.at += 1
        while self._goes_on("]", not made):
            self.path.append(len(made))
            value, inner = self._value()
            self.path.pop()
            made.append(value)
            spot.items.append(inner)
        return made, spot

    def _object(self, spot: ValuePosition) -> _Read:
        made, spot.fields = Data(), {}
        self.at += 1
        while self._goes_on("}", not made):
            if self.text[self.at : self.at + 1] != '"':
                raise self._stop("the name of a field belongs here, in double quotes")
            key_spot, key = self._spot(self.at), self._string()
            self._blank()
            if self.text[self.at : self.at + 1] != ":":
                raise self._stop(f"a ':' is missing after {brief(key)}")
            self.at += 1
            self._blank()
            self.path.append(key)
            if key in made:
                self.twice.append(tuple(self.path))
            made[key], value_spot = self._value()
            self.path.pop()
            spot.fields[key] = key_spot, value_spot
        return made, spot

    def _goes_on(self, end: str, first: bool) -> bool:
        """Step over the comma before the next value, or over the closing bracket, and say which it was."""
        self._blank()
        found = self.text[self.at : self.at + 1]
        if not found:
            raise self._stop(f"the file is cut: a '{end}' is missing at its end", "Was it downloaded whole?")
        if found == end:
            self.at += 1
            return False
        if first:
            return True
        if found != ",":
            where = f" after {path_text(tuple(self.path))}" if self.path else ""
            raise self._stop(f"a ',' or a '{end}' belongs here{where}")
        self.at += 1
        self._blank()
        if self.text[self.at : self.at + 1] == end:
            raise self._stop(f"no ',' may stand before a '{end}'")
        return True

    def _blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _spot(self, at: int) -> ValuePosition:
        line = min(bisect_right(self.lines, at), max(1, len(self.lines) - 1)) - 1
        return ValuePosition(line, at - self.lines[line])

    def _stop(self, message: str, hint: str = "") -> ParseStop:
        spot = self._spot(self.at)
        return ParseStop(spot.line, spot.column, message, hint)
