"""Repair parties are set to work: the mode of assignments; no part of the rules."""

from __future__ import annotations

from typing import Any

from game.core.orders import Id
from game.ui.input_modes.main import Main, giving, idle, names_of
from game.ui.input_modes.mode import InputMode, Note
from game.ui.render.theme import theme
from game.ui.session.seat_model import DAMAGED, SeatModel


class AssignMode(InputMode):
    """Which lost systems a crew mends."""

    name = "assign"
    assigns = by_piece = True
    call = "Choose a ship whose crew shall mend something."
    acted = ("tried", "done")

    def orders(self, desk: SeatModel) -> bool:
        return desk.mine(desk.chosen)

    def note(self, desk: SeatModel, key: Id) -> Note:
        broken = sum(one.state in DAMAGED for one in desk.sheet(key).icons)
        if key in desk.waiting:
            return Note(f"{broken} to mend", "todo", theme.palette.yellow)
        acted = key in desk.view.state.acted
        return self.acted_note(desk, key) if acted else Note(f"{broken} lost" if broken else "", "", theme.palette.muted)

    def main(self, desk: SeatModel, others: tuple[Id, ...]) -> Main:
        """Roll for the parties set to work, or end repairs."""
        order: Any = desk.order
        if order is not None and order.parties:
            count = sum(n for _, n in order.parties)
            sub = f"{desk.view.state.known_piece(order.by).name}: {count} part{'y' if count == 1 else 'ies'} at work"
            return giving(desk, order, "Roll repairs", sub)
        could = [key for key in desk.waiting if any(one.state in DAMAGED for one in desk.sheet(key).icons)]
        sub = f"{names_of(desk, tuple(could))} could still mend" if could else "nothing is left to mend"
        return idle(desk, "End repairs", sub, sure=bool(could))
