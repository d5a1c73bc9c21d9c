"""What else an order may say: one button for each special manoeuvre, its amount, and what it risks; no part of the rules.

A button is on when the order has the manoeuvre; one that has an amount, or a side, then shows it between minus and plus.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pygame import Rect

from game.core.orders import Choice, Field, Order
from game.core.show import Risk
from game.ui.battle.column import Column
from game.ui.battle.desk import Desk
from game.ui.battle.pieces import Reading, Words
from game.ui.text import width
from game.ui.theme import theme
from game.ui.widgets import Button

HIGH, GAP = 30, 6  # design pixels
FEW = 0.001  # a chance below this is said to be none


def uses(column: Column, desk: Desk, fields: list[Field], edit: Callable[[str, Any], object]) -> None:
    """All of them, then the amounts of those that are ordered, then what they risk."""
    order = desk.order
    if order is None or not fields:
        return
    on = [field for field in fields if order.value(field.name)]
    column.space(2)
    column.heading("Manoeuvres", ", ".join(str(order.value(field.name)) for field in on), theme.accent, "table/plotting")
    for rect, field in flow(column, fields):
        column.add(_button(rect, order, field, desk.choices(field.name), edit))
    for field in on:
        if len(choices := [one for one in desk.choices(field.name) if one.value]) > 1:
            _amount(column, order, field, choices, edit)
    for risk in desk.risks():
        column.add(_risk(column, risk))
    column.space(4)


def flow(column: Column, fields: list[Field]) -> list[tuple[Rect, Field]]:
    """A place for each button, as broad as its words, row after row."""
    px, found, x = theme.px, [], column.x
    row = column.row(HIGH, GAP)
    for field in fields:
        wide = round(width(field.label, 14, "s")) + px(22)
        if x + wide > column.right and x > column.x:
            row, x = column.row(HIGH, GAP), column.x
        found.append((Rect(x, row.y, min(wide, column.wide), row.h), field))
        x += wide + px(GAP)
    return found


def _button(rect: Rect, order: Order, field: Field, choices: list[Choice], edit: Callable[[str, Any], object]) -> Button:
    """On or off; grey, with the reason, where no amount of it can be ordered."""
    on = bool(order.value(field.name))
    wanted = [one for one in choices if bool(one.value) != on]
    legal = next((one for one in wanted if not one.why_not), None)
    refused = next((one for one in wanted if one.why_not), None)
    why = "" if legal or on or refused is None else refused.why_not
    value = legal.value if legal else None
    return Button(
        rect, field.label, partial(edit, field.name, value), "on" if on else "plain", size=14, enabled=not why, why_not=why,
        rule=field.rule or (refused.rule if refused else ""), name=f"use {field.name}", hint=field.hint,
    )  # fmt: skip


def _amount(column: Column, order: Order, field: Field, choices: list[Choice], edit: Callable[[str, Any], object]) -> None:
    """Minus, how it is written, plus: through every value there is, those that are refused greyed with the reason."""
    row, narrow, gap = column.row(HIGH, GAP), theme.px(44), theme.px(GAP)
    now = order.value(field.name)
    values = [one.value for one in choices]
    at = values.index(now) if now in values else 0
    for step, x, sign in ((-1, row.x, "−"), (1, row.right - narrow, "+")):
        near = choices[at + step] if 0 <= at + step < len(choices) else None
        why = near.why_not if near else "there is no more"
        column.add(Button(
            Rect(x, row.y, narrow, row.h), sign, partial(edit, field.name, near.value) if near else None, enabled=not why,
            why_not=why, rule=near.rule if near and near.rule else field.rule, name=f"{field.name} {step:+d}",
        ))  # fmt: skip
    well = Rect(row.x + narrow + gap, row.y, row.w - 2 * (narrow + gap), row.h)
    column.add(Reading(well, f"{field.label}: {order.word(field.name, now)}"))


def _risk(column: Column, risk: Risk) -> Words:
    """One chance, in per cent."""
    p = theme.palette
    ink = {"good": p.green, "bad": p.red, "note": p.yellow}.get(risk.tone, p.text)
    chance = "never" if risk.chance < FEW else f"{100 * risk.chance:.0f} %" if risk.chance >= 0.01 else "under 1 %"
    return Words(
        column.row(20, 2), [(risk.what, p.white, "s"), (risk.words, ink, "r")], chance, ink if risk.chance >= FEW else p.muted,
        size=15, rule=risk.rule,
    )  # fmt: skip
