"""The rungs by name, and those that take few lines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.battle.slowly import at_once
from game.board.mean_table import Array
from game.core.state import Piece
from game.players.captain.bearings import astern, enemy_to_pursue, inside_edges, out_of_sights
from game.players.captain.lookout import Lookout, places_after_drift
from game.players.captain.payoff import Payoff
from game.players.rungs.rung import LOOKED_AT, Rung
from game.players.rungs.tricks import Chaser, Circler, Copycat, Corner, EdgeRunner, Rammer, Turtle

LIMIT = 2.0  # turns from the edge below which doctrine keeps clear of it


class Greedy(Rung):
    """Maximise points dealt minus points taken in this turn alone; out of range of everything, go nearer."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the mean over all destinations of the enemy's ships, each of which fires equally at all of ours."""
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


class Doctrine(Rung):
    """Rules of thumb as in a manual, against an enemy that goes straight on. They ask for a chosen target ahead at the
    guns' preferred range, no enemy astern, and distance from the edge."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the sum of the rules of thumb; for a ship that must leave, its closeness to its edge."""
        lookout = payoff.lookout
        places, stakes = lookout.ends(piece.id).places, lookout.view.stakes(lookout.side)
        if piece.id in stakes.leave:
            return -_to_go(lookout, places_after_drift(places), stakes.leave[piece.id])
        liked = -_near_edge(lookout, places)
        liked += 9 * at_once(payoff.edge(piece, lookout.ends(piece.id), LOOKED_AT)) / max(1.0, payoff.worth(piece.id))
        target = enemy_to_pursue(lookout, piece, lookout.foes, stakes.stop)
        if target is None:
            return liked
        liked -= out_of_sights(lookout, piece, target, places)
        liked -= astern(places, [lookout.straight_on(foe.id)[0] for foe in lookout.foes])
        return liked

    def _doomed_ends(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the same as for any ship, except that a ship that must leave is lost only beyond a wrong edge."""
        lookout = payoff.lookout
        stakes = lookout.view.stakes(lookout.side)
        if piece.id not in stakes.leave:
            return super()._doomed_ends(payoff, piece)
        places = lookout.ends(piece.id).places
        found: Array = (lookout.off_table(places) & (_to_go(lookout, places, stakes.leave[piece.id]) > 0)).astype(float)
        return found


def _to_go(lookout: Lookout, places: Array, edges: frozenset[str]) -> Array:
    """Return the distance in units to the nearest of these edges; 0 beyond it."""
    inside = inside_edges(lookout, places)
    found: Array = np.maximum(0.0, np.min([inside[edge] for edge in sorted(edges)], axis=0))
    return found


def _near_edge(lookout: Lookout, places: Array) -> Array:
    """Return 0 for places well inside the table, up to 1 at its edge, depending on a ship's speed."""
    if lookout.board.floating:
        return np.zeros(len(places))
    least = np.min(list(inside_edges(lookout, places).values()), axis=0)
    found: Array = np.clip(1 - least / (LIMIT * places[:, 3] + 3.0), 0.0, 1.0)
    return found


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
    """Return a new rung; the style is ignored, because rungs have none."""
    return BY_NAME[name]()
