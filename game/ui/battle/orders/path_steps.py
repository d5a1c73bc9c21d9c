"""The path of an order step by step on the form; no part of the rules.

There is a cell for each step with its cost, turned by a press.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.orders import Field, PathStep
from game.ui.render.shapes import box
from game.ui.render.text import text
from game.ui.render.theme import mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Widget

LEAST, GAP = 38, 5  # design pixels of a cell's width, and between two
Edit = Callable[[str, object], object]


class PaceCell(Widget):
    """One step: its letter, and its cost below. `here` marks the step that keys act on."""

    def __init__(
        self,
        rect: Rect,
        number: int,
        pace: PathStep,
        here: bool,
        on_press: Callable[[], object] | None,
        why_not: str,
        rule: str,
    ) -> None:
        hint = f"step {number}: press to turn in it, to port, to starboard or not at all"
        super().__init__(
            rect,
            on_press=on_press,
            rule=rule,
            name=f"pace {number}",
            enabled=not why_not,
            why_not=why_not,
            hint="" if why_not else hint,
        )
        self.pace, self.here = pace, here

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        fill = p.active if self.pace.bent else mix(p.raised, p.edge, 0.3) if self.hover and self.enabled else p.raised
        edge = p.white if self.here else theme.accent if self.pace.bent else p.edge if self.enabled else p.line
        box(dst, r, fill, 6, 255, edge, 2 if self.pace.bent or self.here else 1)
        ink = p.white if self.pace.bent else p.text if self.enabled else p.faint
        text(dst, self.pace.letter, (r.centerx, r.y + round(r.h * 0.34)), 17, ink, "b", "center")
        text(
            dst,
            self.pace.note,
            (r.centerx, r.bottom - px(10)),
            13,
            theme.accent if self.pace.bent else p.muted,
            "r",
            "center",
        )


def path_field(model: SeatModel) -> Field | None:
    """Return the field of the order in hand that is a path of steps, or None."""
    order = model.order
    fields = order.fields(model.view.state) if order else ()
    return next((one for one in fields if one.shape == "steps" and one.steps), None)


def otherwise(model: SeatModel, field: Field, at: int, by: int) -> tuple[object, str]:
    """Return the next legal value with a step turned further, or why there is none. The turn is to starboard, or with
    `by` -1 to port."""
    others, now = _around(model, field, at)
    return _legal(
        model, field, others[now + 1 :] if by > 0 else others[:now][::-1], "there is no further turn in one step"
    )


def _around(model: SeatModel, field: Field, at: int) -> tuple[tuple[object, ...], int]:
    """Return all values of a step, from port to starboard, and the index of the present one."""
    order, others = model.order, field.steps[at].others
    now = order.value(field.name) if order else None
    return others, next((index for index, value in enumerate(others) if value == now), len(others) // 2)


def _legal(model: SeatModel, field: Field, values: Sequence[object], none: str = "") -> tuple[object, str]:
    """Return the first legal one of some values, or why the first of them is not."""
    order, why = model.order, ""
    assert order is not None
    for value in values:
        changed = order.with_value(field.name, value)
        fault = model.once("pace", changed, ask=partial(model.view.why_not, changed))
        if fault is None:
            return value, ""
        why = why or fault.why
    return None, why or none


def paces(column: Column, model: SeatModel, field: Field, edit: Edit) -> None:
    """Add all steps in rows of equal length. A press turns a step to port, then to starboard, then straight, as far as
    legal."""
    for index, (rect, pace) in enumerate(column.even_grid(field.steps, LEAST, 38 if column.low else 44, GAP)):
        others, now = _around(model, field, index)
        value, why = _legal(model, field, [*others[:now][::-1], *others[now + 1 :][::-1]])
        column.add(
            PaceCell(
                rect,
                index + 1,
                pace,
                index == model.pace,
                None if why else partial(edit, field.name, value),
                why,
                field.rule,
            )
        )
