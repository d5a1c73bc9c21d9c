"""The rungs by name, and those that take few lines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.battle.slowly import at_once
from game.board.mean_table import Array
from game.core.state import Piece
from game.players.captain.payoff import Payoff
from game.players.rungs.doctrine import Doctrine
from game.players.rungs.rung import LOOKED_AT, Rung
from game.players.rungs.tricks import Chaser, Circler, Copycat, Corner, EdgeRunner, Rammer, Turtle


class Greedy(Rung):
    """Points dealt minus points taken in this turn alone; if out of range of everything, nearer."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the mean over all destinations of the enemy's ships, each of which fires at all of ours alike."""
        lookout = payoff.lookout
        ends, foes = lookout.ends(piece.id), lookout.foes
        own = at_once(payoff.edge(piece, ends, LOOKED_AT))
        own += payoff.closing(piece, ends, {foe.id: lookout.straight_on(foe.id) for foe in foes})
        if not foes:
            return own
        deals = np.stack([payoff.deals(piece.id, foe.id).mean(axis=1) for foe in foes]).max(axis=0)
        takes = np.sum([payoff.deals(foe.id, piece.id).mean(axis=0) for foe in foes], axis=0)
        liked: Array = own + deals - takes / len(lookout.mine)
        return liked


BY_NAME: dict[str, Callable[[], Rung]] = {
    "greedy": Greedy,
    "doctrine": Doctrine,
    "circler": Circler,
    "corner": Corner,
    "turtle": Turtle,
    "edge-runner": EdgeRunner,
    "chaser": Chaser,
    "rammer": Rammer,
    "copycat": Copycat,
}


def made(name: str, _style: str) -> Rung:
    """Return a new rung; none has a style."""
    return BY_NAME[name]()
