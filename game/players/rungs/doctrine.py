"""The player by doctrine: rules of thumb as in a manual, against an enemy that goes straight on."""

from __future__ import annotations

import math

import numpy as np

from game.battle.slowly import at_once
from game.board.mean_table import Array
from game.core.stakes import Stakes
from game.core.state import Piece
from game.players.captain.lookout import Lookout, drifted
from game.players.captain.payoff import Payoff
from game.players.rungs.bearings import apart, away, bearing, inside_edges, off_best
from game.players.rungs.rung import LOOKED_AT, Rung

ASIDE = 15.0  # degrees off its bow at which a target is ahead
REAR = 45.0  # degrees off its stern at which an enemy is behind
HUNTED = 0.5  # the factor on the distance of an enemy that must be stopped
LIMIT = 2.0  # turns from the edge below which it keeps clear of it


class Doctrine(Rung):
    """A chosen target ahead at the guns' preferred range, no enemy astern, clear of the edge."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the sum of the rules of thumb; for a ship that must leave, its closeness to its edge."""
        lookout = payoff.lookout
        places, stakes = lookout.ends(piece.id).places, lookout.view.stakes(lookout.side)
        if piece.id in stakes.leave:
            return -_to_go(lookout, drifted(places), stakes.leave[piece.id])
        liked = -_near_edge(lookout, places)
        liked += 9 * at_once(payoff.edge(piece, lookout.ends(piece.id), LOOKED_AT)) / max(1.0, payoff.worth(piece.id))
        target = chosen(payoff, piece, stakes)
        if target is None:
            return liked
        _, good = lookout.ranges(piece.id, target.id)
        there = {foe.id: lookout.straight_on(foe.id)[0] for foe in lookout.foes}
        liked -= np.maximum(0.0, away(places, there[target.id]) - max(good, 3.0)) / 6
        liked -= np.maximum(0.0, off_best(lookout, piece, target, places) - ASIDE) / 30
        behind = [apart(bearing(places, place), 180.0) < REAR for place in there.values()]
        liked -= np.sum(behind, axis=0) / len(behind)
        return liked

    def _doomed(self, payoff: Payoff, piece: Piece) -> Array:
        """Return the same as for any ship, but a ship that must leave is lost only beyond a wrong edge."""
        lookout = payoff.lookout
        stakes = lookout.view.stakes(lookout.side)
        if piece.id not in stakes.leave:
            return super()._doomed(payoff, piece)
        places = lookout.ends(piece.id).places
        found: Array = (lookout.off_table(places) & (_to_go(lookout, places, stakes.leave[piece.id]) > 0)).astype(float)
        return found


def chosen(payoff: Payoff, piece: Piece, stakes: Stakes) -> Piece | None:
    """Return the enemy to attack: the nearest, where damaged ones count as nearer, and ones that must be stopped as
    much nearer."""
    lookout, at = payoff.lookout, payoff.lookout.straight_on(piece.id)[0, :2]

    def seems(foe: Piece) -> float:
        worth = lookout.view.worth(foe.id)
        share = (1 + min(1.0, worth.boxes / max(1.0, worth.of))) / 2
        return math.dist(at, lookout.straight_on(foe.id)[0, :2]) * share * (HUNTED if foe.id in stakes.stop else 1.0)

    return min(lookout.foes, key=seems, default=None)


def _to_go(lookout: Lookout, places: Array, edges: frozenset[str]) -> Array:
    """Return the distance to the nearest of these edges, 0 beyond it."""
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
