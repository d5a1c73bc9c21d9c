"""Mean damage between all destinations of two ships, for `make bench`: a table is made and read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.battle.loader import Opened
from game.rules.odds import one_layer
from tests.support.battles import idle
from tests.tools import bench_power

HERE, THERE = 113, 43  # places of the firer, and of its target
OWN = [one for one in vars(one_layer).values() if hasattr(one, "cache_clear") and one.__module__ == one_layer.__name__]


def sweep(begin: Callable[[int], Opened], moves: str, known: bool = False) -> Callable[[], object]:
    """Return the means of all pairs of destinations of two ships that face each other; `known` keeps the cache for the
    target."""
    opened = begin(4)
    idle(opened, moves)
    view = opened.battle.view(None)
    sides = [view.state.fleet(side)[0].id for side in view.state.sides]
    places = [np.resize(view.ends_array(view.draft(key)), (many, 4)) for key, many in zip(sides, (HERE, THERE))]

    def one() -> tuple[np.ndarray, ...]:
        if not known:
            for kept in (*OWN, *bench_power.KEPT):
                kept.cache_clear()
        return view.mean_table(*sides).means(*places)

    assert one()[0].any()
    return one
