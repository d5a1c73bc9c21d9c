"""A side's orders in hand, as a frozen value.

Putting an earlier value back restores them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.battle.view import View
from game.core.display import Destination
from game.core.orders import Id, Illegal, Order
from game.ui.board.model.memo import Answers
from game.ui.board.model.scene import Stray


@dataclass(frozen=True, slots=True)
class Plan:
    """An order that is not given yet. `stray` is the place in a formation that it does not keep."""

    order: Order
    stray: Stray | None = None


@dataclass(frozen=True, slots=True)
class Grasp:
    """A piece being plotted. It has the piece's first order, its present destination, whether keys move it, and the
    earlier plans, to restore them."""

    begun: Order
    end: Destination
    by_keys: bool
    before: Mapping[Id, Plan]

    @property
    def piece(self) -> Id:
        return self.begun.by


@dataclass(frozen=True, slots=True)
class Hand:
    """The chosen piece, and the orders that are not given yet. `made` are the turn and phase in which it was made.
    `picked` are pieces that are plotted together, `gun` is one picked before any target. `typed` is the text of the
    order field while it is refused, and `wrong` the reason."""

    made: tuple[int, int] = (0, 0)
    chosen: Id = ""
    picked: tuple[Id, ...] = ()
    target: Id = ""
    gun: str = ""
    plans: Mapping[Id, Plan] = field(default_factory=dict)
    grasp: Grasp | None = None
    typed: str = ""
    wrong: Illegal | None = None

    def with_plans(self, *plans: Plan) -> Hand:
        """Return the hand with these plans, in place of those of their pieces."""
        return replace(self, plans={**self.plans, **{one.order.by: one for one in plans}}, typed="", wrong=None)

    def without(self, *keys: Id) -> Hand:
        """Return the hand without the plans of these pieces."""
        return replace(
            self, plans={key: one for key, one in self.plans.items() if key not in keys}, typed="", wrong=None
        )

    def valid_in(self, view: View, other: bool) -> Hand:
        """Return the part of the hand that is still valid in a new view. With `other`, another side looks."""
        now, state = (view.state.turn, view.state.phase), view.state
        chosen = "" if other or state.piece(self.chosen) is None else self.chosen
        target = "" if other or not ((piece := state.piece(self.target)) and piece.in_play) else self.target
        if other or now != self.made:
            return Hand(now, chosen, target=target)
        return replace(self, chosen=chosen, target=target, typed="", wrong=None)

    def with_plans_of(self, kept: Hand, view: View) -> Hand:
        """Return the hand with plans made earlier in the same phase, of pieces that have not acted since."""
        if kept.made != self.made:
            return self
        state = view.state
        waits = [key for key in kept.plans if key not in state.acted and (piece := state.piece(key)) and piece.in_play]
        return replace(self, plans={**{key: kept.plans[key] for key in waits}, **self.plans})


class OrderInHand:
    """Holds the hand of one side."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = Hand()
        self.once = Answers()  # answers about the orders in hand

    def replace_hand(self, hand: Hand) -> None:
        """Replace the hand, and drop answers about the old one. It is replaced nowhere else."""
        self.hand = hand
        self.once.clear()

    @property
    def chosen(self) -> Id:
        return self.hand.chosen

    @property
    def target(self) -> Id:
        return self.hand.target

    @property
    def gun(self) -> str:
        """A gun picked before any target."""
        return self.hand.gun

    @property
    def picked(self) -> tuple[Id, ...]:
        return self.hand.picked

    @property
    def lifted(self) -> Id:
        """The piece being plotted, for which the board shows its overlays."""
        return self.hand.grasp.piece if self.hand.grasp else ""

    @property
    def end(self) -> Destination | None:
        return self.hand.grasp.end if self.hand.grasp else None

    @property
    def pulling(self) -> bool:
        """Return whether the piece is dragged by the pointer."""
        return self.hand.grasp is not None and not self.hand.grasp.by_keys

    @property
    def drafts(self) -> Mapping[Id, Order]:
        """The orders that are not given yet."""
        return self.once("drafts", ask=lambda: {key: plan.order for key, plan in self.hand.plans.items()})

    @property
    def strays(self) -> Mapping[Id, Stray]:
        """The places in a formation that plans do not keep."""
        return self.once("strays", ask=lambda: {key: one.stray for key, one in self.hand.plans.items() if one.stray})

    # -- changing it ---------------------------------------------------------------------------------------------------

    def aim_at(self, target: Id, gun: str = "") -> None:
        """Set a target, or a gun that waits for one."""
        self.replace_hand(replace(self.hand, target=target, gun=gun, typed="", wrong=None))

    def pick_pieces(self, keys: tuple[Id, ...]) -> None:
        """Take several pieces in hand together; a single one is only chosen."""
        self.replace_hand(replace(self.hand, picked=keys if len(keys) > 1 else ()))

    def set_draft(self, order: Order | None) -> None:
        """Keep an order in hand. None cancels that of the chosen ship."""
        self.replace_hand(self.hand.without(self.chosen) if order is None else self.hand.with_plans(Plan(order)))

    def plan(self, *plans: Plan) -> None:
        """Keep orders in hand, in place of those of their pieces."""
        self.replace_hand(self.hand.with_plans(*plans))

    def drop_accepted(self, *keys: Id) -> None:
        """Drop the accepted orders of these pieces, or all."""
        self.replace_hand(self.hand.without(*(keys or self.hand.plans)))

    def take_up(self, begun: Order, end: Destination, by_keys: bool) -> None:
        """Start plotting a piece at the destination of an order."""
        self.replace_hand(
            replace(self.hand.with_plans(Plan(end.order)), grasp=Grasp(begun, end, by_keys, self.hand.plans))
        )

    def pull(self, end: Destination) -> None:
        """Set the destination of the piece being plotted."""
        if grasp := self.hand.grasp:
            self.replace_hand(replace(self.hand.with_plans(Plan(end.order)), grasp=replace(grasp, end=end)))

    def lay_down(self) -> None:
        """Cancel the plot, and restore the earlier plans."""
        if grasp := self.hand.grasp:
            self.replace_hand(replace(self.hand, plans=grasp.before, grasp=None, typed="", wrong=None))

    def keep(self) -> None:
        """End the plot; its plan waits to be given."""
        self.replace_hand(replace(self.hand, grasp=None))

    def untype(self) -> None:
        """Clear the refused text."""
        self.replace_hand(replace(self.hand, typed="", wrong=None))
