"""The sheet while an order is a choice among a few; no part of the rules.

Such choices are made openly, between two phases or before a ship fires. The sheet has a button for each, the meter, and
the risks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect

from game.core.display import OwnPanel, Risk, SheetPart
from game.core.orders import Field, Id, Order
from game.ui.battle.orders.alternatives import alternatives
from game.ui.battle.orders.manoeuvre_fields import Edit, choice_button, flow, risk_line
from game.ui.input_modes.choose import beside, keys_of, toggle_buttons
from game.ui.input_modes.mode import breakdown_on, shot_in_hand
from game.ui.render.text import caps_width, width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel, rule_of
from game.ui.ship_sheet.painters import painted_parts, painter, pictured
from game.ui.ship_sheet.sheet import add_parts, divide, figures, head, hull, look_at
from game.ui.ship_sheet.tracks import MeterBar
from game.ui.toolkit.blocks import Banner, WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

CLOSE = 3  # number of fields in an order from which each has a single line
NOWHERE = Rect(0, 0, 0, 0)  # rect of a button without a place yet
BESIDE = 130  # design pixels for a field's name in such a line


@dataclass(frozen=True)
class ButtonAction:
    """The action of a button below the answers, and its key."""

    press: Callable[[], object]
    cap: str


def choice_sheet(
    column: Column,
    model: SeatModel,
    edit: Edit,
    none: ButtonAction | None = None,
    suggest: ButtonAction | None = None,
    shown: OwnPanel | None = None,
) -> None:
    """Add the ship that is asked, the question and its possible answers, and then the ship's sheet. `suggest` chooses
    what rules of thumb suggest, if anything. If the answers are `shown` beside the board, both sheets and the later
    risks stand here instead."""
    order, found = model.order, model.sheet(model.chosen)
    on_lines, laid = set[str](), list[SheetPart]()
    other = shown.other if shown else order.object_of_verb if order is not None and pictured(found) else model.chosen
    pair = other != model.chosen and other in model.view.state.ships
    column.low = column.low or pair  # two sheets need tight spacing
    head(column, model, model.chosen)
    figures(column, found)
    if order is not None:
        asked = order.prompt_text(model.view.state)
        if asked:
            column.add(Banner(column.row(36, 10), asked, theme.palette.yellow, rule=rule_of(model.view, order)))
        form = look_at(model, found, edit=edit)
        for part, lay_out in painted_parts(found, "form"):
            names = lay_out(column, part, form)
            on_lines |= names
            laid += [part] * any(names)
        if not shown:
            answers(column, model, order, edit, on_lines)
        if suggest and (
            best := model.known("suggested", model.chosen, ask=partial(model.view.suggestion, model.chosen))
        ):
            column.add(
                Button(
                    column.row(34, 8),
                    "As the crew would have it",
                    on_press=suggest.press,
                    cap=suggest.cap,
                    name="suggest",
                    on=order == best,
                    rule=rule_of(model.view, order),
                    hint=model.briefly(best),
                )
            )
        if none:
            rule = rule_of(model.view, order)
            column.add(
                Button(
                    column.row(34, 8),
                    "None of mine",
                    on_press=none.press,
                    cap=none.cap,
                    name="pass",
                    rule=rule,
                    hint=f"{len(model.waiting)} of your ships are asked: none of them does anything",
                )
            )
        if not shown or none:
            divide(column)
    shot = breakdown_on(model, model.chosen) if order is not None else None
    hull(column, model, found, shot=shot)
    if pair:
        beneath(column, model, other)
        if shown and order is not None:
            still_to_come(column, model, order)
        return
    steps = shot_in_hand(model)
    if steps is not None and (after := painter(steps).before):
        after(column, steps, look_at(model, found))
    add_parts(column, model, found, shot, laid=laid)


def beneath(column: Column, model: SeatModel, other: Id) -> None:
    """Add the other ship's sheet under the first, so that their rows can be compared."""
    divide(column)
    head(column, model, other)
    hull(column, model, model.sheet(other))


def still_to_come(column: Column, model: SeatModel, order: Order) -> None:
    """Add the risks of an order whose answers are elsewhere."""
    if risks := model.once("chances", order, ask=lambda: model.view.risks(order)):
        column.space(4)
        divide(column)
        column.heading("Still to come", rule=risks[0].rule)
        chances(column, risks)


def answers(column: Column, model: SeatModel, order: Order, edit: Edit, elsewhere: Collection[str] = ()) -> None:
    """Add every value of the order's fields except those `elsewhere`, with the meter, the risks, and the reason for any
    refusal. The chosen value is on, refused ones are grey."""
    fields = [one for one in order.fields(model.view.state) if one.name not in elsewhere]
    if elsewhere and (fault := model.fault(order)):
        column.paragraph(fault.why[:1].upper() + fault.why[1:], theme.palette.red, 15, fault.rule)
    for field in fields:
        (answer if len(fields) < CLOSE else answer_beside)(column, model, order, field, edit)
    if order.weighs and fields:
        column.paragraph(f"beside each choice: {order.weighs} more or less, on average", theme.palette.faint, 13)
    meter = model.once("answered", order, ask=lambda: model.view.meter(order))
    if meter.total and not elsewhere:
        column.add(MeterBar(column.row(MeterBar.high(), 6), meter))
    alternatives(column, model, edit)
    chances(column, model.once("chances", order, ask=lambda: model.view.risks(order)))
    column.space(4)


def chances(column: Column, risks: Sequence[Risk]) -> None:
    """Add the risks, a line each."""
    for risk in risks:
        column.add(risk_line(column.row(20, 2), risk, risk.what))


def answer(column: Column, model: SeatModel, order: Order, field: Field, edit: Edit) -> None:
    """Add a button for each value of a field, below its present value. Without room for a heading, the button shows
    that too."""
    now = order.value(field.name)
    words, ink = (model.value_words(order, field.name, now), theme.accent) if now else (field.note, theme.palette.muted)
    fits = caps_width(field.label) + width(words, 15) + theme.px(12) <= column.wide
    column.heading(field.label, words if fits else "", ink, field.rule)
    values(column, model, order, field, edit)
    column.space(4)


def answer_beside(column: Column, model: SeatModel, order: Order, field: Field, edit: Edit) -> None:
    """Add the answers in a small space: the field's name at the left, the buttons at its right."""
    name = Rect(column.x, column.y, theme.px(BESIDE), theme.px(26 if column.low else 30))
    ink = theme.palette.white if order.value(field.name) else theme.palette.muted
    column.add(WordRow(name, [(field.label, ink, "s")], rule=field.rule, hint=field.hint))
    right = Column(Rect(name.right, column.y, column.wide - name.w, column.area.h))
    right.low = column.low
    values(right, model, order, field, edit)
    for widget in right.widgets:
        column.add(widget)
    column.y = right.y


def values(column: Column, model: SeatModel, order: Order, field: Field, edit: Edit) -> None:
    """Add a button for each value of a field, in as many rows as needed."""
    buttons = value_buttons(model, order, field, edit, 13 if column.low else 14)
    for rect, button in zip(flow(column, [one.label for one in buttons]), buttons):
        button.rect = rect
        column.add(button)


def value_buttons(model: SeatModel, order: Order, field: Field, edit: Edit, size: float) -> list[Button]:
    """Return the buttons for the values of a field, without places."""
    if field.shape == "toggles":
        return _toggles(model, order, field, edit, size)
    choices = model.once("answers", order, field.name, ask=partial(model.view.choices, order, field.name))
    names = [model.value_words(order, field.name, one.value) for one in choices]
    words = shortened(names)
    if order.weighs and not model.fault(order):
        changes = model.once("changes", order, field.name, ask=partial(model.view.changes, order, field.name))
        idle_there = order.with_value(field.name, choices[0].value)
        bars = [_no_effect_words(model, order.with_value(field.name, one.value), idle_there) for one in choices]
        words = [
            f"{word}, {bar}" if bar else f"{word} {change_words(changes[one.value])}" if one.value in changes else word
            for one, word, bar in zip(choices, words, bars)
        ]
    now, first = order.value(field.name), order.fields(model.view.state)[0]
    others = (one.value for one in choices if field != first and one.value != now)
    idle = {value for value in others if order.with_value(field.name, value) == order}
    choices = [replace(one, why_not=f"answer “{first.label}” first") if one.value in idle else one for one in choices]
    return [
        choice_button(
            NOWHERE,
            word,
            one,
            partial(edit, field.name, one.value),
            on=one.value == now,
            size=size,
            rule=field.rule,
            name=f"{field.name} {name}",
            hint=field.hint,
        )
        for one, word, name in zip(choices, words, names)
    ]


def _no_effect_words(model: SeatModel, order: Order, without: Order) -> str:
    """Return why a legal choice has no effect at present, compared with the order without it; empty if it has an
    effect."""
    before, risks = (model.once("barred", one, ask=partial(model.view.risks, one)) for one in (without, order))
    found = (risk for risk in risks if risk.tone == "cannot" and risk not in before)
    return next((f"{risk.words} if it holds on" for risk in found), "")


def change_words(change: float) -> str:
    """Return the change of a mean in words: −1.3, +0.4, ±0."""
    return f"{change:+.1f}".replace("-", "−") if abs(change) >= 0.05 else "±0"


def shortened(names: Sequence[str]) -> list[str]:
    """Return names cut to their last two words if those still differ, as for flights without their owner. Names that
    begin with a small letter are sentences, and stay unchanged."""
    short = [name if "," in name or name[:1].islower() else " ".join(name.split()[-2:]) for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)


def add_orders_before_fire(column: Column, model: SeatModel, edit: Edit) -> None:
    """Add the orders a ship may give before it fires, if any, above its guns."""
    if (order := beside(model)) is not None:
        answers(column, model, order, edit)


def _toggles(model: SeatModel, order: Order, field: Field, edit: Edit, size: float) -> list[Button]:
    """Return a button for all keys that the field may have, one for none, and one for each key, which adds or removes
    it."""
    found, now = toggle_buttons(model, order, field), keys_of(order.value(field.name))
    named = {keys: model.value_words(order, field.name, keys) for keys, _ in found}
    buttons = list[Button]()
    for keys, choice in found:
        word = "everything" if len(keys) > 1 else named[keys]
        on = keys[0] in now if len(keys) == 1 else now == keys
        press, name = partial(edit, field.name, choice.value), f"{field.name} {named[keys]}"
        buttons.append(choice_button(NOWHERE, word, choice, press, rule=field.rule, name=name, on=on, size=size))
    return buttons
