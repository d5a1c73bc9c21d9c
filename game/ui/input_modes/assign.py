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

    def orders(self, model: SeatModel) -> bool:
        return model.mine(model.chosen)

    def note(self, model: SeatModel, key: Id) -> Note:
        broken = sum(one.state in DAMAGED for one in model.sheet(key).icons)
        if key in model.waiting:
            return Note(f"{broken} to mend", "todo", theme.palette.yellow)
        acted = key in model.view.state.acted
        return self.acted_note(model, key) if acted else Note(f"{broken} lost" if broken else "", "", theme.palette.muted)

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        """Roll for the parties set to work, or end repairs."""
        order: Any = model.order
        if order is not None and order.parties:
            count = sum(n for _, n in order.parties)
            sub = f"{model.view.state.known_piece(order.by).name}: {count} part{'y' if count == 1 else 'ies'} at work"
            return giving(model, order, "Roll repairs", sub)
        could = [key for key in model.waiting if any(one.state in DAMAGED for one in model.sheet(key).icons)]
        sub = f"{names_of(model, tuple(could))} could still mend" if could else "nothing is left to mend"
        return idle(model, "End repairs", sub, sure=bool(could))
