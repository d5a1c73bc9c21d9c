"""Orders that are one choice among a few, made in the open between two phases or before a ship fires: a button for each,
the meter, and what it risks; no part of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.core.orders import Order
from game.ui.battle.orders.manoeuvre_fields import Edit, choice_button, flow, risk_line
from game.ui.input_modes.choose import beside
from game.ui.render.theme import theme
from game.ui.session.seat_model import SeatModel
from game.ui.ship_sheet.sheet import divide, figures, fitted, head, tracks
from game.ui.ship_sheet.tracks import MeterBar
from game.ui.toolkit.blocks import Banner
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

_KEY = re.compile(r"[\w.-]+")


@dataclass(frozen=True)
class Pass:
    """What says that none of the side's ships does anything, and the key for it."""

    press: Callable[[], object]
    cap: str


def choice_sheet(column: Column, model: SeatModel, edit: Edit, none: Pass | None = None) -> None:
    """Who is asked, what, and what it might answer, it or none of its own; then its sheet, so that it can be weighed."""
    order, found = model.order, model.sheet(model.chosen)
    head(column, model, model.chosen)
    figures(column, found)
    if order is not None:
        said = order.prompt_text(model.view.state)
        if said:
            column.add(Banner(column.row(36, 10), said, theme.palette.yellow, rule=order.fields(model.view.state)[0].rule))
        answers(column, model, order, edit)
        if none:
            rule = order.fields(model.view.state)[0].rule
            column.add(Button(column.row(34, 8), "None of mine", on_press=none.press, cap=none.cap, name="pass", rule=rule,
                              hint=f"{len(model.waiting)} of your ships are asked: none of them does anything"))  # fmt: skip
        divide(column)
    tracks(column, found)
    fitted(column, found)


def answers(column: Column, model: SeatModel, order: Order, edit: Edit) -> None:
    """Every value of its fields, the chosen one on and what is refused grey; its meter and its chances."""
    for field in order.fields(model.view.state):
        choices = model.once("answers", order, field.name, ask=partial(model.view.choices, order, field.name))
        now = order.value(field.name)
        column.heading(field.label, said(model, order.label_for(field.name, now)) if now else "", theme.accent, field.rule)
        words = [said(model, order.label_for(field.name, one.value)) for one in choices]
        for rect, one, word in zip(flow(column, words), choices, words):
            column.add(choice_button(
                rect, word, one, partial(edit, field.name, one.value), on=one.value == now, size=13 if column.low else 14,
                rule=field.rule, name=f"{field.name} {word}",
            ))  # fmt: skip
        column.space(4)
    gauge = model.once("answered", order, ask=lambda: model.view.gauge(order))
    if gauge.total:
        column.add(MeterBar(column.row(MeterBar.high(), 6), gauge))
    for risk in model.once("chances", order, ask=lambda: model.view.risks(order)):
        column.add(risk_line(column.row(20, 2), risk, risk.what))
    column.space(4)


def said(model: SeatModel, words: str) -> str:
    """A value with the names of ships, counters and systems in place of their keys: `PDSa>karst` as “PDS a at Karst”."""
    names = {**{one.key: one.label for one in model.sheet(model.chosen).icons}, **model.view.state.names}
    return _KEY.sub(lambda found: names.get(found[0], found[0]), words).replace(">", " at ")


def besides(column: Column, model: SeatModel, edit: Edit) -> None:
    """What a ship that is about to fire may do first, if there is anything: it stands above its guns."""
    if (order := beside(model)) is not None:
        answers(column, model, order, edit)
