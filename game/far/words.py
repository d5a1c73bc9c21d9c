"""Three words to say aloud, by which two players know that nobody stands between them."""

from __future__ import annotations

from functools import cache

from game.core.installation import data_root

BITS = 11  # of a word: there are 2,048


@cache
def _words() -> tuple[str, ...]:
    return tuple((data_root() / "assets" / "words" / "words.txt").read_text(encoding="utf-8").split())


def three_words(digest: bytes) -> str:
    """Return three words for the first 33 bits of a digest."""
    bits = int.from_bytes(digest[:5], "big") >> 7
    found = [_words()[bits >> BITS * place & 2**BITS - 1] for place in (2, 1, 0)]
    return " ".join(found)
