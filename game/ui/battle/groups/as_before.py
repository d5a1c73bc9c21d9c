"""Repeat last turn's orders, each as it was written, for the pieces that may be given it; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.orders import Id, Order, Unreadable
from game.ui.board.plotting.hand import Plan
from game.ui.input_modes.mode import names_of, reason_of
from game.ui.input_modes.modes import mode_of
from game.ui.session.battle_context import BattleContext


def as_last_turn(context: BattleContext, keys: Sequence[Id]) -> None:
    """Repeat last turn's orders of pieces; messages say why others are left unchanged. Secret orders are sealed at
    once. Where pieces move one after another, they stay in hand until they are given."""
    model = context.model
    if not keys or not mode_of(model).plots:
        context.tell("no ship that is plotted now is in hand")
        return
    before = context.battle.ordered_last_turn(model.view.side)
    able, reasons, waited = list[Order](), dict[Id, str](), model.waiting
    for key in keys:
        order = _again(context, key, before.get(key))
        if isinstance(order, str):
            reasons[key] = order
        else:
            able.append(order)
    if able and model.view.phase.secret:
        context.screen.give(*able)
    else:
        model.plan(*map(Plan, able))
        context.weigh()
    if model.view.phase.secret:  # a leader's order may have ordered its flotilla too
        reasons = {key: why for key, why in reasons.items() if key in model.waiting or key not in waited}
    if reasons:
        first, why = next(iter(reasons.items()))
        others = len(reasons) - 1
        more = f"; {others} more {'is left as it was' if others == 1 else 'are left as they were'}" if others else ""
        context.tell(f"{reason_of(names_of(model, (first,)), why)}{more}")


def _again(context: BattleContext, key: Id, order: Order | None) -> Order | str:
    """Return an order in the form in which it can be given now, or why it cannot."""
    if order is None:
        return "it was given no order last turn"
    view = context.model.view
    try:
        again = view.read(key, str(order))
    except Unreadable as reason:
        return reason.why
    fault = view.why_not(again)
    return fault.why if fault else again
