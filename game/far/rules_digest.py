"""A digest of the rules of this program: two programs may play each other if theirs are equal."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from game.core.installation import PACKAGE

RULES = ("core", "board", "battle", "rules", "systems")  # packages that decide what happens in a battle


@cache
def rules_digest() -> str:
    """Return the SHA-256 of all source files that decide what happens in a battle, in hexadecimal digits."""
    whole = sha256()
    for package in RULES:
        for path in sorted((PACKAGE / package).rglob("*.py")):
            whole.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
            whole.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return whole.hexdigest()
