"""Special manoeuvres of an order; no part of the rules.

There is a button for each, and for each one ordered a row with its amount, its partner, and its risks. If there are
many, those that neither an empty order nor the one in hand could have are folded behind one button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from pygame import Rect

from game.core.display import Bay, Risk, percents
from game.core.orders import Choice, Field, Id, Order
from game.seating.dangers import NONE
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.blocks import StepperValue, WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

Edit = Callable[[str, object], object]
MANY = 8  # buttons beyond which those that cannot be ordered now are folded away
LONG, LEAP = 20, 10  # values beyond which there are buttons for steps of ten
NARROW, GAP = 34, 6  # design pixels of a button for one step, and of the gap beside it
STEPS = 0.5  # share of the width for an amount with chances beside it


def choice_button(
    rect: Rect,
    word: str,
    choice: Choice | None,
    press: Callable[[], object] | None,
    *,
    rule: str,
    name: str,
    on: bool = False,
    size: float = 16,
    hint: str = "",
) -> Button:
    """Return a button for one value of a field. It is on if the order has the value, and grey with the reason if it is
    refused or missing."""
    why = "" if on else choice.why_not if choice else "there is no more"
    return Button(
        rect,
        word,
        on_press=press,
        on=on,
        size=size,
        refused=why,
        rule=choice.rule if choice and choice.rule else rule,
        name=name,
        hint=hint,
    )


def uses(column: Column, model: SeatModel, fields: list[Field], edit: Edit) -> None:
    """Add the buttons, then each manoeuvre ordered with its amount and its chances, then other chances. For an order
    without manoeuvres only the chances are added."""
    order = model.order
    if order is None:
        return
    if not fields:
        for risk in model.risks():
            column.add(risk_line(column.row(20, 2), risk, risk.what))
        return
    on = [field for field in fields if order.value(field.name)]
    folds = len(fields) > MANY and not model.unfolded
    shown = [one for one in fields if one in on or _usable(model, order, one)] if folds else fields
    column.space(8)
    groups = list(dict.fromkeys(field.group for field in shown))
    written = [model.value_words(order, field.name, order.value(field.name)) for field in on]
    column.heading(" and ".join(groups).capitalize(), ", ".join(written), theme.accent, "table/plotting")
    _buttons(column, model, order, shown, len(fields) - len(shown), edit)
    risks = list(model.risks())
    for field in on:
        own = [risk for risk in risks if risk.what == field.label]
        risks = [risk for risk in risks if risk not in own]
        _add_manoeuvre(column, model, order, field, own, edit)
    for risk in risks:
        column.add(risk_line(column.row(20, 2), risk, risk.what))
    column.space(4)


def _usable(model: SeatModel, order: Order, field: Field) -> bool:
    """Return whether the order in hand, or an empty one, could have a manoeuvre. One that an empty order could have
    keeps its place while others are added."""
    return not least(model, type(order)(order.by), field.name).why_not or not least(model, order, field.name).why_not


def least(model: SeatModel, order: Order, name: str) -> Choice:
    """Return the least legal value of a field, without a partner; if all are refused, the first refused one."""
    return model.known("least", order, name, ask=partial(_least, model, order, name))


def _least(model: SeatModel, order: Order, name: str) -> Choice:
    values = [one for one in order.domain(model.view.state)[name] if one and not getattr(one, "whom", "")]
    refused: Choice | None = None
    for value in sorted(values, key=lambda one: abs(getattr(one, "n", 0))):
        reason = model.view.why_not(order.with_value(name, value))
        if reason is None:
            return Choice(value)
        refused = refused or Choice(value, reason.why, reason.rule)
    return refused or Choice(None, "there is nothing to order")


def value_with_partner(model: SeatModel, key: Id) -> object:
    """Return the value of the field that waits for a click, with that ship as its partner; None if none is legal."""
    now = model.order.value(model.picking) if model.order and model.picking else None
    wanted = [one for one in model.choices(model.picking) if getattr(one.value, "whom", "") == key and not one.why_not]

    def unlike(one: Choice) -> tuple[bool, int]:
        mark, n = (getattr(one.value, name, 0) - getattr(now, name, 0) for name in ("mark", "n"))
        return mark != 0, abs(n)

    return min(wanted, key=unlike).value if now and wanted else None


def _buttons(column: Column, model: SeatModel, order: Order, shown: list[Field], folded: int, edit: Edit) -> None:
    """Add a button for each, and one that unfolds the others or folds them again."""
    more = f"{folded} more, not now" if folded else "fold" if len(shown) > MANY and model.unfolded else ""
    places = flow(column, [*(field.label for field in shown), *[more] * bool(more)])
    for rect, field in zip(places, shown):
        column.add(_button(rect, column.low, order, field, model, edit))
    if more:
        hint = "Show those that this ship cannot do now, and why" if folded else "Show only what this ship could do now"
        column.add(
            Button(
                places[-1],
                more,
                on_press=model.fold,
                kind="quiet",
                size=13,
                name="use more",
                hint=hint,
                rule="table/plotting",
            )
        )


def flow(column: Column, labels: list[str]) -> list[Rect]:
    """Return a rect for each button, as wide as its words, row after row."""
    high, gap, pad, size = (26, 5, 16, 13) if column.low else (30, 6, 22, 14)
    sized = ((label, round(width(label, size, "s")) + theme.px(pad)) for label in labels)
    return [place for place, _ in column.flow(sized, high, gap, gap)]


def _button(rect: Rect, low: bool, order: Order, field: Field, model: SeatModel, edit: Edit) -> Button:
    """Return the button of a manoeuvre: on or off, and grey if no amount of it can be ordered."""
    on = bool(order.value(field.name))
    first = Choice(None) if on else least(model, order, field.name)
    return choice_button(
        rect,
        field.label,
        first,
        partial(edit, field.name, first.value),
        on=on,
        size=13 if low else 14,
        rule=field.rule,
        name=f"use {field.name}",
        hint=field.hint,
    )


# -- one that is ordered -----------------------------------------------------------------------------------------------


def _add_manoeuvre(column: Column, model: SeatModel, order: Order, field: Field, risks: list[Risk], edit: Edit) -> None:
    """Add the amount of a manoeuvre with the chances beside it, then its partner and its part in the pair."""
    now = order.value(field.name)
    choices = [one for one in model.choices(field.name) if one.value]
    alike = [one for one in choices if _partner_and_mark(one.value) == _partner_and_mark(now)]
    if getattr(now, "mounts", ()):
        _systems(column, model, field, choices, now, edit)
        return
    if len(alike) > 1 or risks:
        lines = max(1, len(risks))
        beside = bool(risks) and _breadth(field, alike) <= round(column.wide * STEPS)
        row = column.row(max(28, 18 * lines) if beside else 28, 6)
        left = Rect(row.x, row.y, round(row.w * STEPS) if beside else row.w, theme.px(28))
        _amount(column, left, model, field, alike, edit)
        if not beside:
            for risk in risks:
                column.add(risk_line(column.row(18, 2), risk))
        for n, risk in enumerate(risks if beside else ()):
            x = left.right + theme.px(12)
            room = Rect(x, row.y, row.right - x, theme.px(28 if lines == 1 else 18)).move(0, theme.px(18 * n))
            column.add(risk_line(room, risk))
    if len({_partner_and_mark(one.value) for one in choices}) > 1:
        _partners(column, model, field, choices, now, edit)


def _systems(column: Column, model: SeatModel, field: Field, choices: list[Choice], now: Any, edit: Edit) -> None:
    """Add a button for each system that a manoeuvre may name, on or off. Without any system it is not ordered."""
    sheet = model.sheet(model.chosen)
    icons = {one.key: f"{one.label} {one.mode}".strip() for one in sheet.icons}
    icons |= {bay.key: f"{bay.group.name}, {bay.group.kind}" for bay in sheet.bays}
    named: list[Any] = [now, *(one.value for one in choices)]
    every = list(dict.fromkeys(key for one in named for key in one.mounts))
    every.sort(key=lambda key: list(icons).index(key) if key in icons else len(icons))
    for rect, key in zip(flow(column, [icons.get(key, key) for key in every]), every):
        left = tuple(one for one in every if (one in now.mounts) != (one == key))
        after = replace(now, n=len(left), mounts=left) if left else None
        column.add(
            Button(
                rect,
                icons.get(key, key),
                on_press=partial(edit, field.name, after),
                on=key in now.mounts,
                size=13 if column.low else 14,
                rule=field.rule,
                name=f"{field.name} {key}",
            )
        )


def launching(model: SeatModel, edit: Edit, bay: Bay) -> Callable[[], object] | None:
    """Return the action of a click on a bay, which adds or removes its group's launch in the order in hand; None if it
    cannot."""
    order = model.order
    fields = order.fields(model.view.state) if order and not bay.away else ()
    for field in (one for one in fields if one.shape == "use"):
        now: Any = order.value(field.name) if order else None
        first: Any = now or (least(model, order, field.name).value if order else None)
        if not any(bay.key in getattr(one.value, "mounts", ()) for one in model.choices(field.name) if one.value):
            continue
        chosen = getattr(now, "mounts", ())
        every = [one.key for one in model.sheet(model.chosen).icons]
        left = tuple(key for key in every if (key in chosen) != (key == bay.key))
        return partial(edit, field.name, replace(first, n=len(left), mounts=left) if left else None) if first else None
    return None


def _partner_and_mark(value: object) -> tuple[str, bool]:
    """Return the partner and mark of a use, which stay when the amount changes."""
    return getattr(value, "whom", ""), getattr(value, "mark", False)


def _breadth(field: Field, choices: list[Choice]) -> float:
    """Return the width in real pixels of an amount with its buttons, enough for every value."""
    words = max(width(_how_much(field, one.value), 16, "s") for one in choices)
    buttons = 0 if len(choices) < 2 else 4 if len(choices) > LONG else 2
    return words + theme.px(16) + buttons * theme.px(NARROW + GAP)


def _how_much(field: Field, value: object) -> str:
    """Return a use by its code and amount, as in `ED 9`, for lack of room; the title if it has no amount."""
    amount = getattr(value, "amount", "")
    return f"{field.name} {amount}" if amount else field.label


def _amount(column: Column, row: Rect, model: SeatModel, field: Field, choices: list[Choice], edit: Edit) -> None:
    """Add minus, the amount, and plus, which step through every value. Refused values are grey with the reason."""
    order = model.order
    assert order is not None
    narrow, gap = theme.px(NARROW), theme.px(GAP)
    steps = (-LEAP, -1, 1, LEAP) if len(choices) > LONG else (-1, 1)
    now = order.value(field.name)
    word = _how_much(field, now)
    if len(choices) < 2:
        column.add(StepperValue(row, word))
        return
    values = [one.value for one in choices]
    at = values.index(now) if now in values else 0
    for n, step in enumerate(steps):
        x = row.x + n * (narrow + gap) if step < 0 else row.right - narrow - (len(steps) - 1 - n) * (narrow + gap)
        near = choices[at + step] if 0 <= at + step < len(choices) else None
        sign = ("−" if step < 0 else "+") + (str(LEAP) if abs(step) > 1 else "")
        press = partial(edit, field.name, near.value) if near else None
        column.add(
            choice_button(
                Rect(x, row.y, narrow, row.h), sign, near, press, rule=field.rule, name=f"{field.name} {step:+d}"
            )
        )
    taken = len(steps) // 2 * (narrow + gap)
    well = Rect(row.x + taken, row.y, row.w - 2 * taken, row.h)
    words = f"{field.label}: {getattr(now, 'amount', word)}"
    column.add(StepperValue(well, words if width(words, 16, "s") <= well.w - theme.px(8) else word))


def _partners(column: Column, model: SeatModel, field: Field, choices: list[Choice], now: Any, edit: Edit) -> None:
    """Add the two parts of a pair and the friends that may be named, or else the next ship clicked on the board."""
    names, (whom, mark) = model.view.state.names, _partner_and_mark(now)
    rows = [(word, replace(now, mark=bool(n)), bool(n) == mark) for n, word in enumerate(field.ways)]
    others = list(dict.fromkeys(_partner_and_mark(one.value)[0] for one in choices))
    rows += [(names.get(key, key) if key else "the nearest", replace(now, whom=key), key == whom) for key in others]
    picks = model.picking == field.name
    board = "click a friend" if picks else "on the board"
    places = flow(column, [*(word for word, _, _ in rows), board])
    known = {one.value: one for one in choices}
    for rect, (word, value, on) in zip(places, rows):
        column.add(
            choice_button(
                rect,
                word,
                known.get(value) or Choice(value),
                partial(edit, field.name, value),
                on=on,
                size=13 if column.low else 14,
                rule=field.rule,
                name=f"{field.name} {word}",
            )
        )
    column.add(
        Button(
            places[-1],
            board,
            on_press=partial(model.pick, field.name),
            kind="on" if picks else "quiet",
            size=13,
            name=f"{field.name} pick",
            hint="Name it by clicking it on the board",
            rule=field.rule,
        )
    )


def risk_line(rect: Rect, risk: Risk, what: str = "") -> WordRow:
    """Return one chance in per cent, with its subject unless the subject stands beside it."""
    p = theme.palette
    ink = {"good": p.green, "bad": p.red, "note": p.yellow}.get(risk.tone, p.text)
    if risk.tone == "cannot":
        said = [(what, p.white, "s"), (risk.words, p.yellow, "r")] if what else [(risk.words, p.yellow, "r")]
        return WordRow(rect, said, size=14, rule=risk.rule, hint=f"{risk.what}: {risk.words}")
    chance = percents(risk.chance, risk.most)
    said = [(risk.words, ink, "r")]
    return WordRow(
        rect,
        [(what, p.white, "s"), *said] if what else said,
        chance,
        colour=p.muted if chance == NONE else ink,
        size=14,
        rule=risk.rule,
        hint=f"{risk.what}: {risk.words}, {chance}",
    )
