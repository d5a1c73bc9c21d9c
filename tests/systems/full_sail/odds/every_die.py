"""Every way in which the dice of a rule can fall, by playing the rule itself once for each."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import TypeVar

from game.core.umpire import OutOfStep, Recorded, Umpire

T = TypeVar("T", bound=Hashable)


def every_die(
    play: Callable[[Umpire], None], told: Callable[[Umpire], T | None], most: int
) -> tuple[dict[T, float], float]:
    """Return the chance of each result of a rule that rolls dice with six sides, and the chance that `most` dice were
    not enough. `play` carries the rule out on a fresh state. `told` reads the result off what it has logged so far, or
    says None while the rule has still to roll for it."""
    found: dict[T, float] = defaultdict(float)
    open_ends, waiting = 0.0, [()]  # type: tuple[float, list[tuple[int, ...]]]
    while waiting:
        faces = waiting.pop()
        umpire = Umpire(Recorded(faces))
        with contextlib.suppress(OutOfStep):
            play(umpire)
        result = told(umpire)
        if result is not None:
            found[result] += 6.0 ** -len(faces)
        elif len(faces) < most:
            waiting += [(*faces, face) for face in range(1, 7)]
        else:
            open_ends += 6.0 ** -len(faces)
    return dict(found), open_ends
