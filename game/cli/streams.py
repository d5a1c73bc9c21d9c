"""Streams of the command line that can print every text: a letter the terminal lacks comes out in plain letters."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

PLAIN = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "→": "->", "←": "<-",
    "×": "x",
    "·": "-", "•": "*", "≥": ">=", "≤": "<=", "½": "1/2", "±": "+-", "°": " deg", "✓": "yes", "✗": "no", "»": ">>",
    "«": "<<",
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
}  # fmt: skip
ERRORS = "dead-reckoning.plain"  # the name by which Python's codecs know `in_plain_letters`


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Return the nearest ASCII text for what cannot be encoded, `?` where there is none, and the position to continue
    from."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def plain(letter: str) -> str:
    """Return one letter in ASCII: `é` as e, `−` as -; `?` for a letter of another script."""
    if letter in PLAIN:
        return PLAIN[letter]
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"


def let_streams_print_everything() -> None:
    """Set up standard output and error so that no text ends in a UnicodeEncodeError, whatever their encoding is."""
    codecs.register_error(ERRORS, in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a program without a terminal has no streams
            stream.reconfigure(errors=ERRORS)


def refuse(why: str) -> int:
    """Print why a command cannot be carried out, and return its exit code."""
    print(why, file=sys.stderr)
    return 2
