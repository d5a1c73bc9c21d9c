"""The right button on the board: what is in hand goes to where it points, or takes aim there; no part of the rules."""

from __future__ import annotations

from game.ui.battle.actions import Actions
from game.ui.battle.board_input import BattleInput
from game.ui.battle.turn_flow import TurnFlow
from game.ui.input_modes.modes import mode_of
from game.ui.session.battle_context import BattleContext


class QuickOrders:
    """One press for what takes two: a move that is carried out at once, or all that bears aimed at a ship."""

    def __init__(self, context: BattleContext, board_input: BattleInput, commands: Actions, turn_flow: TurnFlow) -> None:
        self.context, self.board_input, self.commands, self.turn_flow = context, board_input, commands, turn_flow

    def at(self, pixel: tuple[int, int]) -> None:
        """The right button was pressed there, with nothing hanging on the pointer."""
        context, hand = self.context, self.board_input
        if context.past or hand.animation.active or not hand.board.rect.collidepoint(pixel) or context.covered(pixel):
            return
        if context.flow.result:
            self.commands.go_on()
        if self.turn_flow.due or self.turn_flow.watching:
            return
        model, key = context.model, hand.hovered
        if mode_of(model).fires and key and model.askable(model.chosen) and model.aimable(key):
            self._aim(key)
        elif hand.may_plot(model.chosen) and hand.take_end(pixel):
            self._carry_out()
        context.change()

    def _aim(self, key: str) -> None:
        """All that bears on a ship, unless guns are picked already."""
        model, aiming = self.context.model, self.commands.aiming
        aiming.aim_at(key)
        if not mode_of(model).picked(model):
            aiming.all()

    def _carry_out(self) -> None:
        """In secret the next ship comes to hand; in the open the move is made, unless it wants a second thought."""
        context = self.context
        if context.model.view.phase.secret:
            if context.model.next_waiting():
                self.commands.next()
            return
        main = self.turn_flow.main
        if main.order is not None and not main.sure and not main.why_not:
            self.board_input.group.carry_out(main.order)
