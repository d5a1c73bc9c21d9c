"""The panel of a boarding: both decks, the target and size of the party, the odds of every party, and alternatives; no
part of the rules.

It stands beside the board while a boarding order is in hand, and scrolls a long table.
"""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.orders import Field, Order
from game.systems.full_sail.parts import DeckCrew, TwoDecks
from game.ui.battle.orders.alternatives import alternatives_of
from game.ui.battle.orders.choice_panel import value_buttons
from game.ui.battle.orders.manoeuvre_fields import Edit
from game.ui.battle.panels.beside_board import panel_in_hand
from game.ui.games.full_sail.boarding.decks import DecksPicture, decks_high
from game.ui.games.full_sail.boarding.dice_line import DiceLine
from game.ui.games.full_sail.boarding.outlooks import outlooks
from game.ui.games.full_sail.boarding.party_table import PartyTable
from game.ui.render.text import width
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import SeatModel, rule_of
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column, ColumnPane, ScrolledPane
from game.ui.toolkit.widgets import Widget

# design pixels of a row of the table, where there is little height
ROOMY, CLOSE, GAP = 28, 20, 3
FIELD, LOW_FIELD = 30, 26  # design pixels of a row of buttons
FEW = 6  # rows of the table below which the decks are left out
LEAST = 3  # least visible rows of the table


class BoardingPanel:
    """The panel of a boarding; empty if the layout has no place for it. `edit` changes a field of the order."""

    def __init__(self, context: BattleContext, edit: Edit) -> None:
        self.context, self.edit = context, edit
        self.pane = ColumnPane("boarding", self._fill, (16, 12))
        self.parties = PartyTable()
        self._area = Rect(0, 0, 0, 0)

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return the widgets in reading order."""
        self._area = layout.beside
        self.parties.empty()
        return self.parties.lay_out(list(self.pane.lay_out(self._area))) if self.shown else []

    @property
    def panes(self) -> tuple[ScrolledPane, ...]:
        return self.pane, self.parties

    @property
    def shown(self) -> bool:
        """Return whether there is room for the panel, so that no other part shows the same."""
        return self._area.w > 0

    def draw(self, dst: Surface) -> None:
        """Draw ground, widgets, and an edge towards the board."""
        if self.shown:
            edge, p = max(1, theme.px(1)), theme.palette
            dst.fill(p.panel, self._area)
            self.pane.draw(dst)
            self.parties.draw(dst)
            dst.fill(p.edge, (self._area.right - edge, self._area.y, edge, self._area.h))

    # -- laying out ----------------------------------------------------------------------------------------------------

    def _fill(self, column: Column) -> None:
        """Add as much as fits: tall rows, the decks, every row. If necessary, the rows are scrolled."""
        model = self.context.shown
        order, decks = model.order, panel_in_hand(model)
        if order is None or not isinstance(decks, TwoDecks):
            return
        rows, low = alternatives_of(model, order), self._area.bottom - theme.px(6)
        high = decks_high(column.wide) + theme.px(10)
        plans = [
            (ROOMY, high, len(rows)),
            *((CLOSE, high, n) for n in range(len(rows), min(FEW, len(rows)) - 1, -1)),
            *((CLOSE, 0, n) for n in range(len(rows), LEAST - 1, -1)),
        ]
        for pitch, top, count in plans:
            lower = Column(Rect(column.x, column.y + top, column.wide, column.area.h))
            lower.low = pitch == CLOSE
            self._below(lower, model, order, decks, count, pitch)
            if lower.y <= low:
                break
        rule = rule_of(model.view, order)
        if top:
            area = Rect(column.x, column.y, column.wide, decks_high(column.wide))
            column.add(
                DecksPicture(
                    area, decks, _name_and_colour(model, decks.boarded), _name_and_colour(model, decks.boarder), rule
                )
            )
        for widget in lower.widgets:
            column.add(widget)
        column.y = min(lower.y, low)

    def _below(self, column: Column, model: SeatModel, order: Order, decks: TwoDecks, count: int, pitch: int) -> None:
        """Add the buttons of every field, the killing faces, a table with `count` visible rows, and alternatives."""
        fields = order.fields(model.view.state)
        self._fields(column, model, order, fields)
        if decks.faces:
            column.add(DiceLine(column.row(22, 4), decks.faces, fields[0].rule))
        self.parties.fill_from(column, model, self.edit, decks.note, count, pitch)
        outlooks(column, decks.outlooks)

    def _fields(self, column: Column, model: SeatModel, order: Order, fields: tuple[Field, ...]) -> None:
        """Add each field with its name and buttons, as many side by side as fit."""
        px, gap = theme.px, theme.px(6)
        high, size, pad = (LOW_FIELD, 13, 14) if column.low else (FIELD, 14, 20)
        row, x = column.row(high, GAP), column.x
        for field in fields:
            buttons = value_buttons(model, order, field, self.edit, size)
            wides = [round(width(button.label, size, "s")) + px(pad) for button in buttons]
            name = round(width(field.label, size + 1, "s")) + px(8)
            if x > column.x and x + name + sum(wides) + gap * len(wides) > column.right:
                row, x = column.row(high, GAP), column.x
            ink = theme.palette.white if order.value(field.name) else theme.palette.muted
            place, said = Rect(x, row.y, name, row.h), [(field.label, ink, "s")]
            column.add(WordRow(place, said, size=size + 1, rule=field.rule, hint=field.hint))
            x += name
            for button, wide in zip(buttons, wides):
                button.rect = Rect(x, row.y, wide, row.h)
                column.add(button)
                x += wide + gap
            x += px(10)
        column.space(4)


def _name_and_colour(model: SeatModel, deck: DeckCrew) -> tuple[str, Colour]:
    """Return the name of a ship, and the colour of its side."""
    state = model.view.state
    return state.known_piece(deck.ship).name, theme.seat(state.sides[state.owner(deck.ship)].seat)
