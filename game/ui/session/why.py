"""Why computer players gave their orders, as far as the seat may know it; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from game.core.orders import Id
from game.players.player import Came, Reasons
from game.ui.board.model.memo import Memo
from game.ui.session.battle_context import BattleContext

RULE = "table/computer"
NOBODY_PLAYS = "No computer player fights in this battle."
HOT_SEAT = "Where two share the machine, the computer says why when the battle is over."
AT_RANDOM = "The computer plays at random here, and has no reasons."
NOTHING_YET = "The computer says why once its orders have been shown. None have been yet."
BEING_SHOWN = "The computer says why when this has been shown."


class Explanations:
    """What is told of the last turn that can be told, or of the one that is looked back at. `playing` says whether
    something is shown move by move."""

    def __init__(self, context: BattleContext, playing: Callable[[], bool]) -> None:
        self.context, self._playing = context, playing
        self._picked: tuple[int, Id] = 0, ""  # the number of an order, and the piece that was chosen then
        self._kept = Memo[dict[int, Reasons]]()
        self._came = Memo[Came | None]()

    @property
    def silence(self) -> str:
        """The sentence why nothing is told; empty where something is."""
        flow = self.context.flow
        over = self.context.battle.state.outcome is not None
        for so, words in (
            (not flow.match.players, NOBODY_PLAYS),
            (len(flow.humans) > 1 and not over, HOT_SEAT),
            (not flow.match.explains, AT_RANDOM),
            (self._playing(), BEING_SHOWN),
            (not self._told(), NOTHING_YET),
        ):
            if so:
                return words
        return ""

    @property
    def spoken(self) -> bool:
        """May anything ever be told here?"""
        return self.context.flow.match.explains

    @property
    def _side(self) -> Id | None:
        return self.context.model.view.side

    def _told(self) -> dict[int, Reasons]:
        """The reasons of one turn, by the numbers of their orders."""
        flow, past = self.context.flow, self.context.past
        most = flow.moments[past.moment] if past else len(self.context.battle.records)

        def found() -> dict[int, Reasons]:
            told = {n: one for n, one in flow.match.reasons.told(self._side).items() if n <= most}
            last = max((one.turn for one in told.values()), default=0)
            return {n: one for n, one in told.items() if one.turn == last}

        return self._kept.get((self.context.battle.version, self._side, most), found)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the orders of which something is told, in their order; none while it is silent."""
        return [] if self.silence else sorted(self._told())

    @property
    def number(self) -> int:
        """The number of the order that is looked at: the one picked, or the last of the chosen piece, or the first of
        the last phase; 0 where there is none."""
        numbers, chosen = self.numbers, self.context.shown.chosen
        if not numbers:
            return 0
        if self._picked[0] in numbers and self._picked[1] == chosen:
            return self._picked[0]
        told, start = self._told(), self.context.battle.phase_span(numbers[-1])[0]
        own = [n for n in numbers if told[n].piece == chosen]
        return own[-1] if own else next(n for n in numbers if n > start)

    @property
    def reasons(self) -> Reasons | None:
        """Why the order was given that is looked at."""
        return self._told()[self.number] if self.number else None

    @property
    def came(self) -> Came | None:
        """What it was worth against what came."""
        key = self.context.battle.version, self._side, self.number
        return self._came.get(key, lambda: self.context.flow.match.reasons.came(self.number, self._side))

    def step(self, by: int) -> None:
        """Look at the next order, or the one before."""
        numbers = self.numbers
        at = numbers.index(self.number) + by
        self._picked = numbers[at % len(numbers)], self.context.shown.chosen
        self.context.change()
