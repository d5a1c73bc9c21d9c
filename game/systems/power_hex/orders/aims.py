"""Weapons and what they are trained on, as orders write them: `lance_1>helix` (power/8)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.core.orders import Id, Unreadable
from game.core.values import frozen

_AIM = re.compile(r"(\w+)>([\w.-]+)\Z")


@frozen
class TrainedWeapon:
    """A weapon and its target."""

    mount: str
    target: Id

    def __str__(self) -> str:
        return f"{self.mount}>{self.target}"


def read_aims(words: Iterable[str], text: str, rule: str) -> tuple[TrainedWeapon, ...]:
    """Weapons and targets of an order. Raises Unreadable."""
    found = []
    for word in words:
        read = _AIM.match(word)
        if read is None:
            raise Unreadable(f"cannot read “{word}” in “{text}”: write each weapon as lance_1>helix", rule)
        found.append(TrainedWeapon(read[1].lower(), read[2]))
    return tuple(found)
