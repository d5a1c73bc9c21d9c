"""The panel beside the board in which an order is chosen, if its game has one; no part of the rules."""

from __future__ import annotations

from typing import Protocol

from pygame import Surface

from game.core.display import OwnPanel
from game.ui.battle.orders.manoeuvre_fields import Edit
from game.ui.games import painter_of
from game.ui.input_modes.choose import choosing
from game.ui.seat.seat_model import SeatModel
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.widgets import Widget


class PanelOfGame(Protocol):
    """Lays out and draws a panel of one game. It is found by the panel's type, and made from the context and the
    function that changes a field."""

    @property
    def panes(self) -> tuple[ScrolledPane, ...]:
        """The panes that can scroll."""

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return the panel's widgets, in reading order; empty if the layout has no room `beside` the board."""

    def draw(self, dst: Surface) -> None: ...


def panel_in_hand(model: SeatModel) -> OwnPanel | None:
    """Return the panel of the order in hand beside the board; None unless it is a choice and its game has a panel."""
    held = model.order_overlays() if choosing(model.order) else ()
    return next((one for one in held if isinstance(one, OwnPanel) and painter_of(type(one), "PANELS")), None)


class BesideBoard:
    """The panel of the order in hand; `edit` changes a field of it."""

    def __init__(self, context: BattleContext, edit: Edit) -> None:
        self.context, self.edit = context, edit
        self.panel: PanelOfGame | None = None
        self._made: dict[type, PanelOfGame] = {}
        self.shown: OwnPanel | None = None  # the panel shown

    def lay_out(self, layout: BattleLayout) -> list[Widget]:
        """Return its widgets, in reading order; empty if there is no room for it."""
        self.shown = panel_in_hand(self.context.shown) if layout.beside.w else None
        kind = type(self.shown)
        if self.shown is not None and kind not in self._made:
            self._made[kind] = painter_of(kind, "PANELS")(self.context, self.edit)
        self.panel = self._made.get(kind)
        return self.panel.lay_out(layout) if self.panel else []

    def draw(self, dst: Surface) -> None:
        if self.panel:
            self.panel.draw(dst)

    @property
    def panes(self) -> tuple[ScrolledPane, ...]:
        """The panes that can scroll."""
        return self.panel.panes if self.panel else ()
