"""The digests (marks) at the ends of a save's lines. Each covers its line and the mark before it, as a hash chain.

A line that was changed, lost, duplicated or inserted breaks the chain, and its position is reported. Comments and blank
lines are not covered. Lines above the first mark (in an old save, or one begun by hand) are covered together with the
first marked line. A comment announces that the save ends in an end mark, which moves down with each added line, so that
a missing end is noticed.
"""

from __future__ import annotations

import re
from hashlib import blake2b

LISTED = 3  # positions reported for one file; the rest are counted
_DIGITS = 5  # bytes of a mark
PROMISE = b"# the last line of this save is the mark of its end"
_END = re.compile(rb"# end =([0-9a-f]{10})\s*\Z")
_BOM = b"\xef\xbb\xbf"
_MARK = re.compile(rb" # =([0-9a-f]{10})\s*\Z")
_ANY = re.compile(rb" # =[0-9a-f]{10}\s*$", re.MULTILINE)


def mark_line(line: bytes, before: bytes) -> tuple[bytes, bytes]:
    """Return a line (without its newline) with its mark, and the mark alone, which the next one continues."""
    mark = _mark(line, before)
    return line + b" # =" + mark, mark


def whole(line: bytes) -> bool:
    """Return whether a line ends in a mark."""
    return bool(_MARK.search(line))


def carries(raw: bytes) -> bool:
    """Return whether any line of a save has a mark."""
    return b" # =" in raw and bool(_ANY.search(raw))


def end(mark: bytes) -> bytes:
    """Return the end mark of a save whose last mark is this one."""
    return b"# end =" + _mark(b"end", mark) + b"\n"


def without_end(raw: bytes) -> bytes:
    """Return a save without its end mark, if it has one."""
    at = raw.rstrip().rfind(b"\n") + 1
    return raw[:at] if _END.match(raw[at:]) else raw


def promised(raw: bytes) -> bool:
    """Return whether a save announces an end mark. Saves of older versions do not."""
    return PROMISE in raw


def cut_off(raw: bytes, torn: bytes = b"") -> bool:
    """Return whether the announced end mark is missing. `torn` is a partly written line after it."""
    ended = any(_END.match(line.strip()) for line in raw.split(b"\n") if line.startswith(b"# end"))
    whole_end = bool(torn.strip()) and end(last_mark(raw)).startswith(torn.strip())
    return promised(raw) and not ended and not whole_end


def last_mark(raw: bytes) -> bytes:
    """Return the digest that the next line's mark continues. It is that of the last mark, or one of the whole text if
    no line has a mark."""
    return _walk(raw)[0]


def doubts(raw: bytes, name: str) -> tuple[str, ...]:
    """Return one sentence that names the lines that break the chain; empty if all fit or none has a mark."""
    if not carries(raw) or not (found := _walk(raw)[1]):
        return ()
    more = f"; and {len(found) - LISTED} more lines do not fit" if len(found) > LISTED else ""
    return (f"{name} is not as it was written: {'; '.join(found[:LISTED])}{more}.",)


def _walk(raw: bytes) -> tuple[bytes, list[str]]:
    """Return the last mark, and a few words for each line that breaks the chain."""
    before, begun, above, found, moved = b"", False, b"", list[str](), False
    for number, whole_line in enumerate(raw.removeprefix(_BOM).split(b"\n"), 1):
        line = whole_line.rstrip(b"\r")
        if ending := _END.match(line):
            moved = ending[1] != _mark(b"end", before)
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
                f"line {number} stands there twice"
                if twice
                else f"line {number} was changed, or one before it is missing"
            )
        before, begun, above, moved = mark[1], True, line, False
    return before, [*found, *(["lines before its end are missing"] if moved else [])]


def _mark(line: bytes, before: bytes) -> bytes:
    return blake2b(before + b"\n" + line, digest_size=_DIGITS).hexdigest().encode()
