"""The page of repairs: every ship of the side that is asked, with its damaged systems, parties and exact chances.

No part of the rules: the order says which systems can be worked on, by how many parties and with what chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.core.display import Risk, percent
from game.core.orders import Id, Order, Task
from game.ui.input_modes.choose import tasks
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.ship_sheet import sheet as page
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

MOST = 5  # most parties on one task that have buttons
WIDE, HIGH, GAP, ROW = 36, 34, 4, 42  # design pixels: a button, the gap beside it, and a row


@dataclass(frozen=True)
class Tools:
    """Callbacks of the page: set a ship's parties on a task, choose a ship, or use the suggested parties."""

    assign: Callable[[Id, str, int], object]
    choose: Callable[[Id], object]
    suggest: Callable[[], object]
    cap: str = "V"  # the key for the suggestion


def repair_sheet(column: Column, model: SeatModel, tools: Tools) -> None:
    """Add a block for each ship that is asked, then the sheet of the ship in hand. For any other ship, add only its
    sheet."""
    asked = [key for key in model.waiting if tasks(model, key)]
    if model.chosen not in asked:
        page.plain_sheet(column, model, model.chosen)
        return
    count = f"{len(asked)} ship{'s' * (len(asked) > 1)} to mend"
    column.heading("Damage control", count, theme.palette.text, "table/phases")
    for key in asked:
        block(column, model, key, tools)
    best = [model.known("suggested", key, ask=partial(model.view.suggestion, key)) for key in asked]
    column.add(
        Button(
            column.row(36, 12),
            "As the crews would have it" if len(asked) > 1 else "As the crew would have it",
            on_press=tools.suggest,
            cap=tools.cap,
            name="suggest",
            hint="parties where most is missed",
            on=all(order is not None and model.drafts.get(key) == order for key, order in zip(asked, best)),
        )
    )
    page.divide(column)
    found = model.sheet(model.chosen)
    page.head(column, model, model.chosen)
    page.figures(column, found)
    page.hull(column, model, found)
    page.add_parts(column, model, found)


def block(column: Column, model: SeatModel, key: Id, tools: Tools) -> None:
    """Add one ship: its name with its free parties, and a row for each task."""
    p, order = theme.palette, model.order_of(key)
    assert order is not None
    meter = model.once("parties", order, ask=partial(model.view.meter, order))
    column.add(
        Button(
            column.row(46, 6),
            model.view.state.known_piece(key).name,
            on_press=partial(tools.choose, key),
            on=key == model.chosen,
            sub=f"{meter.left} of {meter.total} {meter.unit} free",
            name=f"mend {key}",
            rule=meter.rule,
            hint=". ".join(one.hint for one in order.fields(model.view.state) if one.hint)
            or "figures on the keyboard set parties to work on its tasks, from the top",
        )
    )
    if fault := model.fault(order):
        column.paragraph(fault.why[:1].upper() + fault.why[1:], p.red, 15, fault.rule)
    for n, task in enumerate(tasks(model, key), 1):
        row(column, model, order, task, n, tools)
    column.space(8)


def row(column: Column, model: SeatModel, order: Order, task: Task, place: int, tools: Tools) -> None:
    """Add one task: its name with the chance of success, and a button for each number of parties."""
    p, r, px = theme.palette, column.row(ROW), theme.px
    now, most = dict(order.at_work).get(task.key, 0), min(MOST, task.most)
    left = r.right - (most + 1) * px(WIDE + GAP) + px(GAP)
    room = left - r.x - px(8)
    upper, lower = Rect(r.x, r.y + px(1), room, px(20)), Rect(r.x, r.y + px(20), room, px(16))
    figure = f"{place} " if order.by == model.chosen else ""
    parts = [(figure, p.muted, "r")] * bool(figure) + [(task.label[:1].upper() + task.label[1:], p.white, "s")]
    risk = chance(model, order, task, now)
    words = f"{percent(risk.chance)}, {risk.words}" if risk else "nobody"
    column.add(WordRow(upper, parts, size=15, gap=2, hint=task.label, rule=risk.rule if risk else ""))
    column.add(WordRow(lower, [(words, p.green if now else p.muted, "r")], size=13, hint=words))
    for n in range(most + 1):
        why = model.fault(order.assign(task.key, n))
        risk = chance(model, order, task, n)
        column.add(
            Button(
                Rect(left + n * px(WIDE + GAP), r.y + px(2), px(WIDE), px(HIGH)),
                str(n),
                on_press=partial(tools.assign, order.by, task.key, n),
                on=n == now,
                enabled=why is None or n == now,
                why_not=why.why if why else "",
                rule=why.rule if why else risk.rule if risk else "",
                name=f"parties {order.by} {task.key} {n}",
                hint=f"{percent(risk.chance)}, {risk.words}" if risk else "nobody",
            )
        )


def chance(model: SeatModel, order: Order, task: Task, n: int) -> Risk | None:
    """Return the exact chance of n parties on a task; None for no parties."""
    if not n:
        return None
    alone = order
    for key, _ in order.at_work:
        alone = alone.assign(key, 0)
    risks = model.known("chance", order.by, task.key, n, ask=partial(model.view.risks, alone.assign(task.key, n)))
    return risks[-1] if risks else None
