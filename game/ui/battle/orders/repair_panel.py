"""The sheet while crews mend: lost systems, the parties on each, and what they need to roll; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from game.core.display import Icon
from game.core.orders import Order
from game.ui.render.theme import theme
from game.ui.session.seat_model import DAMAGED, SeatModel
from game.ui.ship_sheet import sheet as page
from game.ui.ship_sheet.system_cells import DICED, SystemCell
from game.ui.ship_sheet.tracks import MeterBar
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

MOST = 9  # parties on one system that are offered; the order refuses what its rules do not allow


@dataclass(frozen=True)
class Tools:
    """What the panel may do: so many parties on a system, or as the rules would have it."""

    assign: Callable[[Icon, int], object]
    suggest: Callable[[], object]
    cap: str = "V"  # the key for what the crew would do


def parties(order: Order | None, key: str) -> int:
    """Parties an order has on a system."""
    return int(dict(getattr(order, "parties", ())).get(key, 0))


def repair_sheet(column: Column, model: SeatModel, tools: Tools) -> None:
    """Head and hull, then the broken systems with a row of numbers each, then the rest."""
    p, order = theme.palette, model.order
    found = model.sheet(model.chosen)
    page.head(column, model, model.chosen)
    page.figures(column, found)
    page.tracks(column, found)
    column.rule()
    broken = [one for one in found.icons if one.state in DAMAGED]
    if order is None:
        column.heading("Systems", *page.broken(found))
        page.systems(column, found.icons)
        return
    gauge = model.gauge()
    words = f"{gauge.left} of {gauge.total} parties free" if gauge else ""
    column.heading("Damage control", words, p.text, "table/phases")
    for one in broken:
        job(column, model, one, tools)
    if gauge:
        column.add(MeterBar(column.row(MeterBar.high(False), 12), gauge, False))
    column.add(Button(
        column.row(36, 12), "As the crew would have it", on_press=tools.suggest, cap=tools.cap, name="suggest",
        hint="parties where most is missed",
    ))  # fmt: skip
    if fault := model.fault():
        column.paragraph(fault.why[:1].upper() + fault.why[1:], p.red, 15, fault.rule)
    sound = tuple(one for one in found.icons if one.state not in DAMAGED)
    column.heading("In order", f"{len(sound)} systems", p.green)
    page.systems(column, sound)


def job(column: Column, model: SeatModel, system: Icon, tools: Tools) -> None:
    """One broken system: its symbol, the numbers of parties, and what they need."""
    p, order = theme.palette, model.order
    assert order is not None
    row = column.row(DICED - 18, 8)
    now = parties(order, system.key)
    cell = Rect(row.x, row.y, theme.px(64), row.h)
    column.add(SystemCell(cell, system, lambda: tools.assign(system, step(model, system, now)), pick="work" if now else ""))
    left = cell.right + theme.px(12)
    name = Rect(left, row.y + theme.px(4), row.right - left, theme.px(20))
    needs = chance(model, system, now) if now else system.hint
    said = [(system.label, p.white, "s"), (needs.split("; ")[0], p.green if now else p.muted, "r")]
    column.add(WordRow(name, said, size=15, gap=10, hint=needs))
    most = most_parties(model, system)
    gap = theme.px(6)
    wide = min(theme.px(52), (row.right - left + gap) // (most + 1) - gap)
    for n in range(most + 1):
        draft = order.assign(system.key, n)  # type: ignore[attr-defined]
        why = model.fault(draft)
        column.add(Button(
            Rect(left + n * (wide + gap), row.y + theme.px(34), wide, theme.px(36)), str(n),
            on_press=partial(tools.assign, system, n), on=n == now, enabled=why is None or n == now,
            why_not=why.why if why else "", rule=why.rule if why else system.rule, name=f"parties {system.key} {n}",
            hint=chance(model, system, n) if n else "nobody",
        ))  # fmt: skip


def most_parties(model: SeatModel, system: Icon) -> int:
    """How many parties are worth a button: as many as the order's own values name."""
    order = model.order
    assert order is not None
    name = order.fields(model.view.state)[0].name
    named = [parties(order.with_value(name, choice.value), system.key) for choice in model.choices(name)]
    return min(MOST, max(named, default=0))


def step(model: SeatModel, system: Icon, now: int) -> int:
    """One party more, or none again when no more may work there."""
    order = model.order
    assert order is not None
    more = order.assign(system.key, now + 1)  # type: ignore[attr-defined]
    return now + 1 if model.fault(more) is None else 0


def chance(model: SeatModel, system: Icon, n: int) -> str:
    """What n parties need, in the order's own words."""
    order = model.order
    assert order is not None
    without = order.assign(system.key, 0)  # type: ignore[attr-defined]
    field = order.fields(model.view.state)[0].name
    words = without.label_for(field, getattr(without.assign(system.key, n), field))
    return str(words.split(", ", 1)[-1])
