"""Show the last movement again at the player's request; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import Event
from game.seating.memo import Memo
from game.seating.outcomes import Act, split_into_acts
from game.seating.seat_flow import SeatFlow
from game.ui.board.plotting.hand import Hand
from game.ui.playback.animation import Animation
from game.ui.session.battle_context import BattleContext


def last_movement(flow: SeatFlow) -> int | None:
    """Return the side's moment of the last movement in this turn or the turn before; None if there is none. It is found
    in the journal, not stored, so that the side is shown only what it may know, and no orders taken back."""
    turn = flow.battle.state.turn
    for moment in reversed(range(1, len(flow.moments))):
        lines = flow.lines_before(moment)
        if lines and lines[-1].turn < turn - 1:
            return None
        if any(act.moves for act in split_into_acts(lines)):
            return moment
    return None


def shown_again(lines: Sequence[Event]) -> list[Act]:
    """Return the acts of a movement, with its hits on ships: from the first move on, within the turn."""
    acts = split_into_acts(lines)
    first = next(n for n, act in enumerate(acts) if act.moves)
    turn = acts[first].events[0].turn
    return [act for act in acts[first:] if act.events[0].turn == turn and act.kind not in ("initiative", "repair")]


class Repeat:
    """Shows the last movement again with a battle's animation, and keeps what is in hand meanwhile."""

    def __init__(self, context: BattleContext, animation: Animation) -> None:
        self.context, self.animation = context, animation
        self._found = Memo[int | None]()
        self._held: Hand | None = None

    @property
    def active(self) -> bool:
        """Return whether a movement is being shown again."""
        return self._held is not None

    @property
    def moment(self) -> int | None:
        """The moment of the last movement, cached for each order and side."""
        flow = self.context.flow
        return self._found.get((self.context.battle.version, flow.seat), lambda: last_movement(flow))

    def begin(self) -> None:
        """Show the board before it, then the movement."""
        moment, model, flow = self.moment, self.context.model, self.context.flow
        if moment is None:
            return
        self.context.screen.drop()
        self._held = model.hand
        before = flow.view_at(moment - 1)
        model.look(before)
        model.drop_accepted()
        model.frozen = True
        self.animation.show(shown_again(flow.lines_before(moment)), before, flow.view_at(moment))
        self.context.change()

    def finish(self) -> bool:
        """Restore what was in hand. Return whether a movement was shown again."""
        if self._held is None:
            return False
        model, held, self._held = self.context.model, self._held, None
        model.look(self.context.flow.view())
        model.replace_hand(held)
        return True
