"""The program's own font for a page: packed as WOFF and written into the page, so that nothing is fetched."""

from __future__ import annotations

import base64
import struct
import zlib
from functools import cache

from game.ui.render.text import FILES

WEIGHTS = {400: "Regular", 600: "Semibold"}  # of CSS, and as its files are called


def woff(font: bytes) -> bytes:
    """A TrueType font with each of its tables compressed, as WOFF 1.0 has it."""
    flavour, count = struct.unpack(">IH", font[:6])
    entries = [struct.unpack(">4sIII", font[12 + 16 * n : 28 + 16 * n]) for n in range(count)]
    place, directory, content = 44 + 20 * count, b"", b""
    for tag, checksum, start, length in sorted(entries):
        raw = font[start : start + length]
        packed = min(zlib.compress(raw, 9), raw, key=len)
        directory += struct.pack(">4sIIII", tag, place + len(content), len(packed), length, checksum)
        content += packed + bytes(-len(packed) % 4)
    whole = 12 + 16 * count + sum(length + -length % 4 for _, _, _, length in entries)
    head = struct.pack(">4sIIHHIHHIIIII", b"wOFF", flavour, place + len(content), count, 0, whole, 1, 0, 0, 0, 0, 0, 0)
    return head + directory + content


@cache
def faces() -> str:
    """The rules of CSS that bring the font."""
    rules = []
    for weight, name in WEIGHTS.items():
        packed = base64.b64encode(woff((FILES / f"SourceSansPro-{name}.ttf").read_bytes())).decode()
        rules.append(f'@font-face{{font-family:"Source Sans";font-weight:{weight};src:url(data:font/woff;base64,{packed})'
                     ' format("woff")}')  # fmt: skip
    return "".join(rules)
