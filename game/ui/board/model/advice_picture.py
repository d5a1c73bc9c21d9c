"""The adviser's answer as a board shows it; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from game.battle.view import View
from game.core.display import Pose
from game.core.orders import Id, Order
from game.players.captain.adviser import Advice, Answer
from game.seating.memo import Memo
from game.ui.render.text import minus

SHOWN = 6  # most ends of an enemy that are shown


@dataclass(frozen=True, eq=False)
class Chip:
    """Words on a plate, with a thread to the place that they are about."""

    rect: Rect
    words: str
    at: tuple[float, float]


@dataclass(frozen=True, eq=False)
class AdvicePicture:
    """An answer in the view in which it holds, and the parts of it that are shown. `likely` are the likeliest ends of
    one enemy, `ways` the poses that the best orders lead to. An answer that is not `fresh` will be replaced."""

    advice: Advice
    view: View
    likely: tuple[tuple[Answer, Pose], ...]
    ways: tuple[Pose, ...]
    boxes: bool = False
    worth: bool = True
    theirs: bool = True
    fresh: bool = True
    chips: Memo[list[Chip]] = field(default_factory=Memo)

    @classmethod
    def of(
        cls,
        advice: Advice,
        view: View,
        target: Id = "",
        boxes: bool = False,
        worth: bool = True,
        theirs: bool = True,
        fresh: bool = True,
    ) -> AdvicePicture:
        """Return the picture of an answer, with the likely ends of its target."""
        orders = advice.ends.orders
        return cls(
            advice,
            view,
            tuple([(one, pose) for one in likely(advice, target) if (pose := _pose(view, one)) is not None]),
            tuple([view.pose(orders[number]) for number in advice.best]) if orders else (),
            boxes,
            worth,
            theirs,
            fresh,
        )

    def order_words(self, order: Order | None) -> str:
        """Return an order in its notation."""
        return order_notation(self.view, order)


def order_notation(view: View, order: Order | None) -> str:
    """Return an order in its notation; for a piece without a choice, words for keeping course."""
    return minus(view.briefly(order)) if order is not None else "holds on"


def likely(advice: Advice, target: Id) -> list[Answer]:
    """Return the likeliest ends of an enemy: the target if it was weighed, or else the first that was."""
    foe = target if target in advice.theirs else next(iter(advice.theirs))
    return advice.likely(foe)[:SHOWN]


def _pose(view: View, answer: Answer) -> Pose | None:
    return view.pose(answer.order) if answer.order is not None else view.holding_on().get(answer.foe)
