"""Orders that are given together, and taken back together; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.orders import Illegal, Order
from game.ui.battle.turn_flow import TurnFlow


class Batch:
    """Gives several orders one after another: in the battle and its save they are orders like any others."""

    def __init__(self, turn_flow: TurnFlow) -> None:
        self.turn_flow, self.context = turn_flow, turn_flow.context
        self.orders: tuple[Order, ...] = ()  # those that were last given together

    def give(self, orders: Sequence[Order]) -> bool:
        """Give orders, and show together what they bring about; a refusal is told. True if all were taken."""
        context, flow, refused, given = self.context, self.turn_flow, "", []
        flow.remember()
        flow.keep_plans()
        flow.looking = flow.bottom_panel.picked = False
        for order in orders:
            try:
                context.flow.give(order)
            except Illegal as reason:
                refused = f"{context.battle.state.names.get(order.by, order.by)}: {reason.why}"
                continue
            given.append(order)
            context.model.given(order.by)
        context.flow.result, context.note, context.sure = None, "", False
        self.orders = tuple(given)
        flow.take_acts()
        if refused:
            context.tell(refused)
        return not refused

    def take_back(self) -> tuple[Order, ...]:
        """Take the last order back, and with it those that were given together with it; raises Illegal."""
        flow, batch = self.context.flow, list(self.orders)
        taken, self.orders = [flow.undo()], ()
        while taken[-1] == (batch.pop() if batch else None) and batch and flow.undo_fault() is None:
            taken.append(flow.undo())
        return tuple(taken)
