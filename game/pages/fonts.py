"""The program's font for HTML pages: as files beside them, or embedded in a self-contained page. Nothing is fetched.

Fonts are compressed as WOFF 1.0 (https://www.w3.org/TR/WOFF/) without subsetting.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import font_source_sans_pro

FILES = Path(font_source_sans_pro.__file__).parent / "files"
NAME = "Source Sans Pro"
FACES = (("Regular", "100 500"), ("Semibold", "501 900"))  # font weights, and the CSS range of each
LICENCE = "LICENSE.txt"


@cache
def font_woff(weight: str) -> bytes:
    """Return a weight of the font as WOFF."""
    return woff((FILES / f"SourceSansPro-{weight}.ttf").read_bytes())


def woff(font: bytes) -> bytes:
    """Return a TrueType font as WOFF; each table is compressed if that makes it smaller."""
    flavour, count = struct.unpack_from(">4sH", font)
    tables = sorted(struct.unpack_from(">4sLLL", font, 12 + 16 * n) for n in range(count))
    at, entries, body = 44 + 20 * count, [], []
    for tag, checksum, offset, length in tables:
        plain = font[offset : offset + length]
        small = zlib.compress(plain, 9)
        data = small if len(small) < length else plain
        entries.append(struct.pack(">4sLLLL", tag, at, len(data), length, checksum))
        body.append(_padded(data))
        at += len(body[-1])
    whole = 12 + 16 * count + sum(length + -length % 4 for _, _, _, length in tables)
    head = struct.pack(">4s4sLHHLHHLLLLL", b"wOFF", flavour, at, count, 0, whole, 1, 0, 0, 0, 0, 0, 0)
    return b"".join((head, *entries, *body))


def _padded(data: bytes) -> bytes:
    """Return data padded to a multiple of four bytes."""
    return data + bytes(-len(data) % 4)


@cache
def font_css() -> str:
    """Return CSS with the font embedded."""
    return _style(_inside(weight) for weight, _ in FACES)


def embedded_faces(faces: Iterable[tuple[str, int]]) -> str:
    """Return CSS with these weights of the font embedded; `faces` are (weight, number in CSS)."""
    return "".join(
        "@font-face "
        f'{{ font-family: "{NAME}"; font-weight: {number}; src: url("{_inside(weight)}") format("woff"); }}\n'
        for weight, number in faces
    )


def _inside(weight: str) -> str:
    return f"data:font/woff;base64,{b64encode(font_woff(weight)).decode('ascii')}"


def beside(folder: Path, address: str) -> str:
    """Write the font and its licence into a folder, created if necessary. Return the CSS for pages that reach the
    folder at `address`. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for weight, _ in FACES:
        (folder / _file(weight)).write_bytes(font_woff(weight))
    (folder / LICENCE).write_bytes((FILES / LICENCE).read_bytes())
    return _style(f"{address}/{_file(weight)}" for weight, _ in FACES)


def _file(weight: str) -> str:
    return f"source-sans-pro-{weight.lower()}.woff"


def _style(sources: Iterable[str]) -> str:
    """Return a @font-face rule for each weight; `sources` are in the order of FACES."""
    rules = (
        "@font-face "
        f'{{ font-family: "{NAME}"; font-weight: {span}; font-display: swap; src: url("{source}") format("woff"); }}'
        for source, (_, span) in zip(sources, FACES)
    )
    return "\n".join(rules) + "\n"
