"""Terrain and victory: the table on which both fleets meet, the zones in which they are placed, and what ends the
battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from game.battle.loader import fresh_seed
from game.core.forms import EntryField
from game.core.orders import Illegal
from game.core.values import Data, Entry
from game.fleets.muster import EDGES, ORDERS, Muster, board_for, places_of, scatter_bodies, tables
from game.formats.user_folders import stem_of
from game.sandbox.start_editor import blank
from game.ui.fleets.buying.balance import TablePlan
from game.ui.fleets.buying.designs import RULE
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.entry_fields import entry_widget
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, Widget

WORDS = 120  # design pixels: width of the labels
SMALLEST, WIDEST = 12, 200  # least and greatest side of a table, in units of its board
FASTEST = 40


class TermsPage(Page):
    """The list of tables at the left, and the properties of the chosen one at the right. Every choice acts at once."""

    subject = RULE

    def __init__(self, muster: Muster) -> None:
        self.list, self.form = ColumnPane("tables", self._fill_tables), ColumnPane("terms", self._fill_terms)
        super().__init__(self.list, self.form)
        self.muster, self.tables = muster, tables(muster.system)
        self.words = ""

    def titles(self, area: Rect) -> tuple[str, str]:
        return "Terrain and victory", self.muster.system.title

    def key(self, event: Event) -> bool:
        """Handle undo and redo; V leaves the page with the terms as they were when it opened."""
        deeds: dict[int, Callable[[], object]] = {
            pygame.K_z: lambda: self.attempt(self.muster.undo), pygame.K_y: lambda: self.attempt(self.muster.redo),
            pygame.K_v: self.close,
        }  # fmt: skip
        if event.key in deeds:
            deeds[event.key]()
        return event.key in deeds

    def enter(self) -> bool:
        self.close()
        return True

    def attempt(self, deed: Callable[[], object]) -> None:
        """Try an action that may be refused, and show the reason."""
        self.words = ""
        try:
            deed()
        except Illegal as why:
            self.words = str(why)
        self.relay()

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the list of tables with a plan of the chosen one, and the form."""
        px, m = theme.px, margin(area)
        body = Rect(m, px(84), area.w - 2 * m, area.h - px(100))
        left = min(px(440), body.w * 2 // 5)
        high = min(px(280), body.h // 2)
        plan = Rect(body.x, body.y, left, high)
        made: list[Widget] = [
            self.close_button(area, "Done", kind="main"),
            TablePlan(plan, self.muster.state.table, muster=self.muster, name="plan", rule=RULE),
        ]
        made += self.list.lay_out(Rect(body.x, plan.bottom + px(8), left, body.bottom - plan.bottom - px(8)))
        right = Rect(body.x + left + px(28), body.y, body.w - left - px(28), body.h)
        return [*made, *self.form.lay_out(right)]

    def _fill_tables(self, column: Column) -> None:
        state = self.muster.state
        column.heading("Tables", "of the game's scenarios", rule=RULE)
        for name, table in self.tables.items():
            press = partial(self.attempt, partial(self.muster.set_table, name, table))
            bodies = len(table.get("terrain", ()))
            row = column.row(34, 4)
            column.add(
                Button(
                    row,
                    name,
                    on_press=press,
                    on=name == state.table_name,
                    size=15,
                    name=f"table {stem_of(name)}",
                    note=f"{bodies} bod{'ies' if bodies != 1 else 'y'}" if bodies else "empty",
                    rule=RULE,
                )
            )
        if self.muster.system.files.terrain:
            column.add(
                Button(
                    column.row(34, 4),
                    "Scatter some terrain",
                    on_press=lambda: self.attempt(self._scatter),
                    size=15,
                    name="scatter",
                    hint="Another lie of the land at each press; undo brings the last one back",
                    rule=RULE,
                )
            )

    def _scatter(self) -> None:
        table = scatter_bodies(self.muster, fresh_seed())
        self.muster.set_fields("terrain scattered", table=table, table_name="Scattered terrain")

    def _fill_terms(self, column: Column) -> None:
        muster, state = self.muster, self.muster.state
        board = muster.board
        column.heading("Placing", "", rule=muster.system.files.fleets_rule)
        self._choice(column, "Order", ORDERS, state.order, "order")
        self._choice(column, "Edges", EDGES, state.edges, "edges")
        deepest = max(1, int(board.size[0 if state.edges == EDGES[0] else 1] // 2))
        self._number(
            column,
            "Zones",
            state.depth,
            (1, deepest),
            lambda n: f"{board.format_distance(n)} deep",
            lambda n: self._set_terms(f"zones {n:g} deep", depth=int(n)),
        )
        self._number(
            column,
            "Speed",
            state.speed,
            (0, FASTEST),
            lambda n: f"0 to {n:g} at the start",
            lambda n: self._set_terms(f"at most {n:g}", speed=int(n)),
        )
        column.space(6)
        column.heading("Table", "", rule=RULE)
        for label, axis in (("Width", 0), ("Height", 1)):
            now = board.size[axis] + (1 if board.cells else 0)
            sizes = (SMALLEST, WIDEST)
            self._number(column, label, now, sizes, board.format_distance, partial(self._resize, axis))
        for field in self._table_fields():
            self._field(column, field, partial(self._change, "table"))
        column.space(6)
        column.heading("End", "what wins, and when", rule=RULE)
        for field in self._victory_fields():
            self._field(column, field, partial(self._change, "victory"))
        if self.words:
            column.space(4)
            column.paragraph(f"{self.words[:1].upper()}{self.words[1:]}.", theme.palette.red)

    def _choice(self, column: Column, label: str, names: Sequence[str], now: str, field: str) -> None:
        row, chosen = column.row(38, 8), names.index(now)

        def choose(index: int) -> None:
            self._set_terms(names[index], **{field: names[index]})

        column.add(
            Segments(row, names, chosen=chosen, label=label, name=field, rule=RULE, on_change=choose, label_width=WORDS)
        )

    def _number(
        self,
        column: Column,
        label: str,
        now: float,
        limits: tuple[float, float],
        show: Callable[[float], str],
        write: Callable[[float], object],
    ) -> None:
        row, (low, high) = column.row(38, 8), limits
        field = Stepper(row, now, low=low, high=high, typing=True, show=show, on_change=write)
        field.label, field.label_width, field.name, field.rule = label, WORDS, label.lower(), RULE
        column.add(field)

    def _set_terms(self, words: str, **values: object) -> None:
        self.attempt(lambda: self.muster.set_fields(words, **values))

    def _resize(self, axis: int, value: float) -> None:
        state, files = self.muster.state, self.muster.system.files
        table = dict(state.table)
        if files.on_hexes:
            sizes = [round(n) + 1 for n in self.muster.board.size]
            sizes[axis] = int(value)
            table["hexes"] = sizes
        else:
            table["height" if axis else "width"] = int(value)
        board = board_for(self.muster.system, table, self.muster.state.house)
        lying = [body for body in table.get("terrain", ()) if all(map(board.holds, places_of(board, body)))]
        table |= {"terrain": lying} if "terrain" in table else {}
        self._set_terms(f"{'height' if axis else 'width'} {value:g}", table=table)

    def _change(self, part: str, values: Entry) -> None:
        before: Entry = self.muster.state.table if part == "table" else self.muster.state.victory
        after = {name: value for name, value in {**before, **values}.items() if value is not None}
        self._set_terms(part, **{part: after})

    def _field(self, column: Column, field: EntryField, change: Callable[[Entry], object]) -> None:
        options: Data = {"name": f"field {field.name}", "rule": field.rule, "hint": field.hint, "label_width": WORDS}
        row = column.row(38, 8)

        def write(value: Any) -> None:
            change(field.writes(value))

        column.add(entry_widget(row, field, write, field.label, options, typing=True))

    def _table_fields(self) -> Iterable[EntryField]:
        usual = self.muster.system.files.battle.model_fields["table"].get_default()
        table = type(usual).model_validate(dict(self.muster.state.table))
        return [one for one in self.muster.system.files.table_fields(table) if one.kind in ("number", "choice")]

    def _victory_fields(self) -> Iterable[EntryField]:
        """Return the fields about the end of the battle, without the kinds that name ships."""
        files = self.muster.system.files
        start = blank(self.muster.system)
        data = files.battle.model_validate({**start, "victory": dict(self.muster.state.victory)})
        for field in files.victory_fields(data):
            if field.kind == "choice":
                yield nameless(field)
            elif field.kind == "number":
                yield field


def nameless(field: EntryField) -> EntryField:
    """Return a choice without the values that name ships or sides, as a convoy does. Those of this battle have no keys
    yet."""
    written = [field.writes(n) for n in range(len(field.choices))]
    kept = [n for n, one in enumerate(written) if not {"ships", "side"} & one.keys() and "convoy" not in one.values()]
    if len(kept) == len(field.choices):
        return field
    value = kept.index(int(field.value)) if int(field.value) in kept else 0
    return replace(
        field, choices=tuple(field.choices[n] for n in kept), value=value, writes=lambda n: field.writes(kept[int(n)])
    )
