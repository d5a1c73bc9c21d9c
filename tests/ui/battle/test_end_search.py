"""Which ends are red: those that add to what a ship risks wherever it goes."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.battle.danger import UNSEARCHED
from game.battle.view import View
from game.core.display import Risk
from game.core.orders import Order
from game.ui.board.layers.danger import UNKNOWN
from game.ui.board.plotting.end_search import EndSearch


class Told:
    """A view that knows the chance to be lost at each of some ends."""

    state = SimpleNamespace(turn=1, phase=1, ships=dict.fromkeys(range(480)), counters={})  # a step a frame

    def __init__(self, chances: tuple[float, ...]) -> None:
        self.chances = chances

    def dangers(self, draft: Order) -> Iterator[tuple[int, Risk | None] | None]:
        for n, chance in enumerate(self.chances):
            yield None
            yield n, Risk("", "is lost", chance) if chance else None


@pytest.mark.parametrize(("chances", "red"), [
    ((0.0, 0.5, 1.0), (0.0, 0.5, 1.0)),
    ((0.25, 0.25, 0.25), ()),
    ((0.25, 1.0, 0.25), (0.0, 0.75, 0.0)),
    ((0.0, 0.0), ()),
    ((1.0, 1.0), (1.0, 1.0)),
])  # fmt: skip
def test_ends_are_red_for_what_they_add(chances: tuple[float, ...], red: tuple[float, ...]) -> None:
    search, draft = EndSearch(), cast(Order, SimpleNamespace(by="lancet"))
    search.begin(cast(View, Told(chances)), draft, cast(Any, tuple(object() for _ in chances)))
    while search.behind:
        search.step()
    assert search.hazards() == pytest.approx(red)


def test_an_end_near_something_is_not_shown_as_safe_before_it_is_looked_at() -> None:
    class Near(Told):
        def dangers(self, draft: Order) -> Iterator[tuple[int, Risk | None] | None]:
            yield 0, UNSEARCHED
            yield 2, UNSEARCHED
            yield from super().dangers(draft)

    search, draft = EndSearch(), cast(Order, SimpleNamespace(by="lancet"))
    ends = tuple(object() for _ in range(3))

    def looked_at(chances: tuple[float, ...]) -> list[tuple[float, ...]]:
        search.begin(cast(View, Near(chances)), draft, cast(Any, ends))
        shown = []
        while search.behind:
            shown.append(search.hazards())
            search.step()
        return shown

    first = looked_at((0.0, 0.0, 0.5))
    assert search.risk(cast(Any, ends[2])) and (UNKNOWN, 0.0, UNKNOWN) in first
    assert search.hazards() == (0.0, 0.0, 0.5)
    told = looked_at((0.0, 0.0, 0.25))
    assert not any(UNKNOWN in one for one in told), "what was found before stays until it is known anew"
    assert search.hazards() == (0.0, 0.0, 0.25)
