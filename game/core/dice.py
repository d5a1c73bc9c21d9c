"""Where faces come from: keyed dice, recorded dice, forced dice.

A roll is named by its label, and its faces follow from the battle's seed and that label. There is no generator to save,
undoing an order cannot fish for a better roll, and a replay, a branch and a worker process all agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b

Dice = Callable[[str, int, int], tuple[int, ...]]  # label, count, sides -> faces


class OutOfStep(ValueError):
    """The record holds too few or too many dice for what the rules rolled."""


def keyed(seed: int | str) -> Dice:
    """Dice whose faces follow from the seed and the label of each roll."""
    start = blake2b(str(seed).encode(), digest_size=32).digest()

    def faces(label: str, count: int, sides: int) -> tuple[int, ...]:
        out: list[int] = []
        for block in range(0, count, 8):
            named = blake2b(f"{label}#{block}".encode(), digest_size=64, key=start).digest()
            out += (int.from_bytes(named[8 * k : 8 * k + 8]) % sides + 1 for k in range(min(8, count - block)))
        return tuple(out)

    return faces


class Recorded:
    """Dice read back from a file in the order they were rolled."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)[::-1]

    def __call__(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """The next faces; raises OutOfStep when the file holds too few, or a face such a die has not."""
        if count > len(self.left):
            raise OutOfStep(f"{len(self.left)} dice are left where «{label}» rolls {count}")
        faces = tuple(self.left.pop() for _ in range(count))
        if bad := [face for face in faces if not 1 <= face <= sides]:
            raise OutOfStep(f"a die with {sides} sides cannot show {bad[0]} («{label}»)")
        return faces

    def finish(self) -> None:
        """Raise OutOfStep if dice are left over."""
        if self.left:
            raise OutOfStep(f"{len(self.left)} dice too many: the rules did not roll them")
