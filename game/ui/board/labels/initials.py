"""Names cut short for a board without room for them, no two of them alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

LETTERS = 4  # of a name of one word


def initials(names: Iterable[str]) -> dict[str, str]:
    """`Caldera` is `Cald`, `Steadfast Oak` is `SO`; of names that would read alike more of the first word is written."""
    found = {name: _cut(name, 1 if " " in name else LETTERS) for name in names}
    more = LETTERS
    while alike := [name for name, short in found.items() if short != name and Counter(found.values())[short] > 1]:
        more += 1
        found |= {name: _cut(name, more) for name in alike}
    return found


def _cut(name: str, letters: int) -> str:
    """So many letters of the first word and one of each other; the whole name where that would be all of its first word."""
    first, *rest = name.split() or [name]
    return first[:letters] + "".join(word[0] for word in rest) if letters < len(first) else name
