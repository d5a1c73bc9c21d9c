"""The base of all rungs of the ladder: opponents to measure a better player against.

A rung gives every destination of a ship a number and takes the best that stays on the table and out of harm. It fires
everything that bears where the mean is highest. All else follows the rules' advice, or is random.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

import numpy as np

from game.battle.slowly import at_once
from game.battle.view import View
from game.board.mean_table import Array
from game.core.orders import Id, Order, Prompt
from game.core.state import Piece
from game.players.captain.lookout import Lookout, moment
from game.players.captain.payoff import LOST, Payoff
from game.players.captain.styles import STYLES
from game.players.player import ComputerPlayer, Reasons, Thinking
from game.players.random_player import random_order

LOOKED_AT = 8  # next-turn destinations examined to see whether a ship can stay on the table
TRIED = 12  # best destinations whose dangers are computed exactly
DARED = 0.05  # chance of a loss that a ship accepts


class Rung(ComputerPlayer, ABC):
    """A player that is one preference among destinations."""

    def __init__(self) -> None:
        self._seen: tuple[object, Payoff] | None = None

    @abstractmethod
    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Return a number for each destination of a ship: higher is better."""

    def flown(self, view: View, payoff: Payoff, order: Order) -> Order:
        """Return the order given for a chosen destination; a subclass may add to it."""
        return order

    # -- the player ----------------------------------------------------------------------------------------------------

    def why(self, order: Order) -> Reasons | None:
        return None

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        yield from ()
        if prompt.waiting and view.phase.accepts:
            key = prompt.waiting[0]
            mode = getattr(view.draft(key), "input_mode", "")
            if mode == "plot" and key in view.state.ships:
                order = self._move(view, key)
            elif mode == "fire":
                return _fire(view, prompt)
            else:
                order = _advice(view, prompt)
            if order is not None:
                return order
        return random_order(view, prompt, rng)

    def _move(self, view: View, key: Id) -> Order | None:
        """Return the best permitted destination of a ship with little risk of loss; if there is none, the safest of the
        best."""
        payoff = self._payoff(view)
        ends = payoff.lookout.ends(key)
        if not ends.orders:
            return None
        piece = view.state.known_piece(key)
        doomed = self._doomed_ends(payoff, piece)
        ranked = np.lexsort((-self.likes(payoff, piece), doomed))
        safest, least, tried = None, np.inf, 0
        for number in ranked:
            order = ends.orders[number]
            if view.why_not(order) is not None:
                continue
            fate = view.forecast({key: order}, only=key).fates.get(key)
            lost = fate.lost if fate is not None else 0.0
            if lost < least:
                safest, least = order, lost
            tried += 1
            if least <= DARED or tried == TRIED:
                break
        return None if safest is None else self.flown(view, payoff, safest)

    def _doomed_ends(self, payoff: Payoff, piece: Piece) -> Array:
        """Return 1 for each destination that surely costs the ship, at the edge or a body, now or in the next two
        turns; else 0."""
        ends, worth = payoff.lookout.ends(piece.id), max(payoff.worth(piece.id), 1e-9)
        found: Array = np.floor(-at_once(payoff.edge(piece, ends, LOOKED_AT)) / (LOST * worth) + 1e-6)
        return found

    def _payoff(self, view: View) -> Payoff:
        """Return the payoff that weighs moves, computed once for all ships that move at the same time."""
        now = moment(view)
        if self._seen is None or self._seen[0] != now:
            side = view.side or next(iter(view.state.sides))
            self._seen = now, Payoff(Lookout(view, side), STYLES["even"])
        return self._seen[1]


def _fire(view: View, prompt: Prompt) -> Order:
    """Return fire from everything that bears from one ship on one target, where the mean is highest in points."""
    prices = Payoff(Lookout(view, prompt.side), STYLES["even"]).prices
    best, most = view.phase.accepts[0](prompt.waiting[0]), 0.0
    for key in prompt.waiting:
        for foe in view.state.enemies(prompt.side):
            order = view.volley(key, foe.id)
            if order is None or view.why_not(order) is not None:
                continue
            dealt = sum(
                one.mean
                * prices.get(one.target, (0.0, 0.0))[1]
                * (1 - 2 * (view.state.owner(one.target) == prompt.side))
                for one in view.odds(order)
            )
            if dealt > most:
                best, most = order, dealt
    return best


def _advice(view: View, prompt: Prompt) -> Order | None:
    """Return the rules' own advice for the first piece that has any."""
    for key in prompt.waiting:
        order = view.suggestion(key)
        if order is not None and view.why_not(order) is None:
            return order
    return None
