"""The marks at the ends of a save's lines: each is a digest of its line and of the mark before it.

A line that was changed, lost, doubled or put between others no longer fits, and the place is told. Comments and blank lines
stand outside the chain. Lines above the first mark (an old save, one begun by hand) count as one with the first marked line.
"""

from __future__ import annotations

import re
from hashlib import blake2b

TOLD = 3  # places named of one file; the rest are counted
_DIGITS = 5  # bytes of a mark
_BOM = b"\xef\xbb\xbf"
_MARK = re.compile(rb" # =([0-9a-f]{10})\s*\Z")
_ANY = re.compile(rb" # =[0-9a-f]{10}\s*$", re.MULTILINE)


def marked(line: bytes, before: bytes) -> tuple[bytes, bytes]:
    """A line (without its end) with its mark, and the mark alone, which the next one builds on."""
    mark = _mark(line, before)
    return line + b" # =" + mark, mark


def whole(line: bytes) -> bool:
    """Does a line end in a mark?"""
    return bool(_MARK.search(line))


def carries(raw: bytes) -> bool:
    """Has any line of a file a mark?"""
    return b" # =" in raw and bool(_ANY.search(raw))


def last_mark(raw: bytes) -> bytes:
    """The digest that the mark of the next line continues: the last mark, or one of the whole text if no line has a mark."""
    return _walk(raw)[0]


def doubts(raw: bytes, name: str) -> tuple[str, ...]:
    """One sentence that names the lines that do not fit the chain, or nothing where all fit or none has a mark."""
    if not carries(raw) or not (found := _walk(raw)[1]):
        return ()
    more = f"; and {len(found) - TOLD} more lines do not fit" if len(found) > TOLD else ""
    return (f"{name} is not as it was written: {'; '.join(found[:TOLD])}{more}.",)


def _walk(raw: bytes) -> tuple[bytes, list[str]]:
    """The last mark, and a few words for each line that does not fit."""
    before, begun, above, found = b"", False, b"", list[str]()
    for number, end in enumerate(raw.removeprefix(_BOM).split(b"\n"), 1):
        line = end.rstrip(b"\r")
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        mark = _MARK.search(line)
        if mark is None:
            if begun:
                found.append(f"line {number} was put in by another hand")
            else:
                before = _mark(line, before)
            continue
        if mark[1] != _mark(line[: mark.start()], before):
            twice = line == above
            found.append(
                f"line {number} stands there twice" if twice else f"line {number} was changed, or one before it is missing"
            )
        before, begun, above = mark[1], True, line
    return before, found


def _mark(line: bytes, before: bytes) -> bytes:
    return blake2b(before + b"\n" + line, digest_size=_DIGITS).hexdigest().encode()
