"""What one seat has in hand: a frozen value, so that laying it aside and taking it up again is to put a value back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.battle.view import View
from game.core.display import Destination
from game.core.orders import Id, Illegal, Order
from game.ui.board.model.scene import Stray


@dataclass(frozen=True, slots=True)
class Plan:
    """An order that is not given yet; `stray` is the place in a formation that it does not keep."""

    order: Order
    stray: Stray | None = None


@dataclass(frozen=True, slots=True)
class Grasp:
    """A piece that is being plotted, the end it is at, and the plans of before, to come back to."""

    piece: Id
    end: Destination
    before: Mapping[Id, Plan]


@dataclass(frozen=True, slots=True)
class Hand:
    """What is chosen, and the orders that are not given yet.

    `made` are the turn and phase it was made in. `picked` are pieces that are plotted together, `gun` is one that was picked up
    before any target was. `typed` stands in the order field while it cannot be taken, and `wrong` says why not.
    """

    made: tuple[int, int] = (0, 0)
    chosen: Id = ""
    picked: tuple[Id, ...] = ()
    target: Id = ""
    gun: str = ""
    plans: Mapping[Id, Plan] = field(default_factory=dict)
    grasp: Grasp | None = None
    typed: str = ""
    wrong: Illegal | None = None

    def planned(self, *plans: Plan) -> Hand:
        """With these plans in place of those of their pieces."""
        return replace(self, plans={**self.plans, **{one.order.by: one for one in plans}}, typed="", wrong=None)

    def without(self, *keys: Id) -> Hand:
        """Without the plans of these pieces."""
        return replace(self, plans={key: one for key, one in self.plans.items() if key not in keys}, typed="", wrong=None)

    def seen(self, view: View, other: bool) -> Hand:
        """What stands of it in a new view; `other` says that another seat looks."""
        now, state = (view.state.turn, view.state.phase), view.state
        chosen = "" if other or state.piece(self.chosen) is None else self.chosen
        target = "" if other or not ((piece := state.piece(self.target)) and piece.in_play) else self.target
        if other or now != self.made:
            return Hand(now, chosen, target=target)
        return replace(self, chosen=chosen, target=target, typed="", wrong=None)

    def with_plans_of(self, kept: Hand, view: View) -> Hand:
        """With plans that were made earlier in the same phase, of pieces that have not acted since."""
        if kept.made != self.made:
            return self
        state = view.state
        waits = [key for key in kept.plans if key not in state.acted and (piece := state.piece(key)) and piece.in_play]
        return replace(self, plans={**{key: kept.plans[key] for key in waits}, **self.plans})
