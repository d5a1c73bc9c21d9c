"""Write plain data as readable YAML: one line for a ship, an order, a rule. Reading it back gives equal data."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from game.core.values import Entry

QUOTED = ("order", "why", "say", "more")  # fields whose text is always quoted, for consistency

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_./-]| (?=[A-Za-z0-9]))*\Z")
_TAKEN = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}  # special words in YAML 1.1 or 1.2
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TO_ESCAPE = re.compile('["\\\\]|[^ -~\xa0-\u1fff\u2010-\u2027\u2030-\ud7ff\uf900-\ufdff\U00010000-\U0001ffff]')


def block(data: Entry) -> str:
    """Return a mapping as lines. A value that contains mappings gets a line for each; any other value is on one
    line."""
    lines: list[str] = []
    for key, value in data.items():
        name = _key(str(key))
        if isinstance(value, Mapping) and any(isinstance(each, Mapping) for each in value.values()):
            lines += [f"{name}:", *(f"  {_key(str(inner))}: {flow(each)}" for inner, each in value.items())]
        elif isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            lines += [f"{name}:", *(f"- {flow(each)}" for each in value)]
        else:
            lines.append(f"{name}: {flow(value)}")
    return "\n".join(lines) + "\n"


def flow(value: object) -> str:
    """Return a value on one line, in flow style."""
    if isinstance(value, Mapping):
        fields = (
            f"{_key(str(key))}: {quoted(each) if _must_quote(key, each) else flow(each)}" for key, each in value.items()
        )
        return "{" + ", ".join(fields) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _real(value)
    if isinstance(value, str):
        return value if _PLAIN.match(value) and value.lower() not in _TAKEN else quoted(value)
    raise TypeError(f"{type(value).__name__} cannot stand in a file")


def quoted(text: str) -> str:
    """Return text in double quotes with unprintable characters escaped; a lone surrogate becomes '?'."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return '"' + _TO_ESCAPE.sub(_escape, whole) + '"'


def _must_quote(key: object, value: object) -> bool:
    return key in QUOTED and isinstance(value, str)


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    code = ord(letter)
    return _ESCAPES.get(letter) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


def _key(key: str) -> str:
    return key if _PLAIN.match(key) and key.lower() not in _TAKEN else quoted(key)


def _real(value: float) -> str:
    """Return a float as text that reads back exactly. Whole numbers are written, and read back, as integers."""
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if not math.isfinite(value):
        raise TypeError(f"{value} cannot stand in a file")
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")
