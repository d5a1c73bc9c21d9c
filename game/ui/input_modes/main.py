"""What the main button says and does, for whoever is asked; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.display import Risk
from game.core.orders import Order, Unreadable
from game.ui.session.seat_model import SeatModel


@dataclass(frozen=True, slots=True)
class Main:
    """Label, second line, and what a press does: give an order, or a command of the screen.

    `sure` wants a second press; `brief` is the second line where there is little room.
    """

    label: str
    sub: str = ""
    order: Order | None = None
    command: str = ""
    why_not: str = ""
    rule: str = "table/phases"
    sure: bool = False
    brief: str = ""


def names_of(model: SeatModel, keys: tuple[str, ...], most: int = 2) -> str:
    """`Plover`, `Plover and Halyard`, `5 ships`."""
    if len(keys) > most:
        return f"{len(keys)} ships"
    names = model.view.state.names
    return " and ".join(names.get(key, key) for key in keys)


def percent(risk: Risk) -> str:
    """`out of control 28 %`."""
    return f"{risk.words} {100 * risk.chance:.0f} %"


def word(model: SeatModel, text: str) -> Order | None:
    """An order of the whole side, if the phase takes such a word."""
    try:
        order = model.view.read(model.side, text)
    except Unreadable:
        return None
    return order if model.view.why_not(order) is None else None


def idle_order(model: SeatModel) -> Order | None:
    """The order that means: nothing more from me."""
    prompt, rest = model.prompt, model.view.phase.idle
    return rest(model.view.state, prompt) if prompt and rest else None


def giving(
    model: SeatModel, order: Order | None, label: str, sub: str = "", *,
    rule: str = "table/phases", sure: bool = False, brief: str = "",
) -> Main:  # fmt: skip
    """The button that gives an order; while the order would be refused it is dimmed, with the reason and its rule."""
    fault = model.fault(order) if order else None
    why, rule = (fault.why, fault.rule) if fault else ("", rule)
    return Main(label, sub, order, why_not=why, rule=rule, sure=sure, brief=brief)


def idle(model: SeatModel, label: str, sub: str = "", sure: bool = False) -> Main:
    """Nothing more from this side."""
    return giving(model, idle_order(model), label, sub, sure=sure)
