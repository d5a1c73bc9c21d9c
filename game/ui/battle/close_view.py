"""The board comes close to the pieces that an order in hand is about, and is looked at as before once there is none."""

from __future__ import annotations

from collections.abc import Callable

from game.core.orders import Id, Order
from game.ui.board.model.camera import CameraView
from game.ui.session.battle_context import BattleContext

ROOM = 5.0  # units of the board about the pieces


class CloseView:
    """Follows the order in hand; `busy` says whether something is shown meanwhile."""

    def __init__(self, context: BattleContext, busy: Callable[[], bool]) -> None:
        self.context, self.busy = context, busy
        self._order: Order | None = None  # the one that was followed last
        self._about: frozenset[Id] = frozenset()
        self._before: CameraView | None = None  # how the board was looked at before

    def follow(self) -> None:
        """Bring the board to the pieces of the order in hand, or back. It stays while something is shown or the past is looked
        at: dice are seen to fall where the order was given."""
        context, model = self.context, self.context.model
        order = model.order
        if order is self._order or context.past or self.busy():
            return
        about = frozenset(model.view.close_up(order)) if order else frozenset()
        self._order, known, self._about = order, self._about, about
        if about == known:
            return
        if about:
            self._before = self._before or context.board.camera.view
            context.board.camera.fit([model.view.state.known_piece(key).at for key in sorted(about)], True, ROOM)
        else:
            self._return()

    def leave(self) -> None:
        """Look at the board as before."""
        self._order, self._about = None, frozenset()
        self._return()

    def _return(self) -> None:
        if self._before:
            self.context.board.camera.return_to(self._before)
            self._before = None
