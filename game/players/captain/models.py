"""Models of the enemy.

Each gives every destination of an enemy ship a chance; past moves decide how far each model is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from game.board.mean_table import Array
from game.core.orders import Id
from game.core.state import Piece
from game.players.captain.bearings import astern, enemy_to_pursue, out_of_sights
from game.players.captain.lookout import Lookout
from game.players.captain.payoff import Payoff, chosen_by
from game.players.captain.solve import Equilibrium, soft

# names as players read them, and the trust in each before the first move
PRIOR = {
    "goes straight on": 0.15,
    "takes the best shot": 0.2,
    "expects no turns": 0.15,
    "keeps its guns on it": 0.2,
    "plays a perfect mix": 0.1,
    "stays out of fire": 0.08,
    "does as before": 0.06,
    "does anything": 0.06,
}
FORGET = 0.08  # share of the trust that returns to its initial value each turn
NEAR = 2.0  # MU from the place that a model predicts within which destinations are likely
SHARP = 0.02  # a choice worse by this share of a ship's worth is e times rarer
DECIDED = 0.1  # a destination from which guns bear worse by this is e times rarer (unit: `out_of_sights`)
FLOOR = 0.005  # chance of a destination that a model does not expect


class Trust:
    """The trust in each model, learned from the moves that were revealed."""

    def __init__(self) -> None:
        self.weights = np.array(list(PRIOR.values()))
        self.manoeuvres = dict[Id, tuple[float, float]]()  # last turn in degrees and change of speed, by ship

    @property
    def by_name(self) -> dict[str, float]:
        """The weight of each model by its name."""
        return dict(zip(PRIOR, self.weights.tolist()))

    def learn(
        self, foretold: Mapping[Id, tuple[Array, Array]], started: Mapping[Id, tuple[float, int]], lookout: Lookout
    ) -> None:
        """Judge the models by the present places of the ships. `foretold` has the destinations of each ship and their
        chances by model; `started` has its earlier facing in degrees, and its speed."""
        log = np.log(self.weights)
        seen = 0
        for key, (places, chances) in foretold.items():
            ship = lookout.state.ships.get(key)
            if ship is None or not ship.in_play:
                continue
            direction = lookout.board.direction
            facing = direction(ship.facing)
            off = (places[:, 2] - facing + 180) % 360 - 180
            away = ((places[:, :2] - np.array(ship.at)) ** 2).sum(axis=1) + 0.1 * (off / 30) ** 2
            log = log + np.log(chances[:, int(away.argmin())] + FLOOR)
            seen += 1
            faced, speed = started[key]
            self.manoeuvres[key] = (facing - faced + 180) % 360 - 180, float(ship.velocity - speed)
        if seen:
            log = (log - np.log(self.weights)) / math.sqrt(seen) + np.log(self.weights)
            fresh = np.exp(log - log.max())
            self.weights = (1 - FORGET) * fresh / fresh.sum() + FORGET * np.array(list(PRIOR.values()))


class Models:
    """The expectations of each model for each enemy ship."""

    def __init__(self, lookout: Lookout, payoff: Payoff, trust: Trust) -> None:
        self.lookout, self.payoff, self.trust = lookout, payoff, trust
        # by our ship: chances if all destinations are equally likely; chances if it keeps its course; its end if it
        # does
        self._uniform, self._held, self._ours = dict[Id, Array](), dict[Id, Array](), dict[Id, Array]()
        self._mixed = dict[Id, Array]()
        self._edges: Mapping[Id, Array] = {}

    def look(self, edges: Mapping[Id, Array]) -> Iterator[None]:
        """Compute, step by step, everything that is the same for all enemy ships. `edges` has the points that each
        destination of every ship loses by its place (see `Payoff.edge`)."""
        lookout = self.lookout
        self._edges = edges
        for one in lookout.mine:
            places = lookout.ends(one.id).places
            self._uniform[one.id] = np.full(len(places), 1 / len(places))
            self._held[one.id] = near(places, lookout.straight_on(one.id))
            self._ours[one.id] = lookout.straight_on(one.id)
        yield
        pays = {}
        ours, theirs = max(1, len(lookout.mine)), max(1, len(lookout.foes))
        for one in lookout.mine:
            for foe in lookout.foes:
                deals, takes = self.payoff.deals(one.id, foe.id), self.payoff.deals(foe.id, one.id).T
                pays[one.id, foe.id] = deals / theirs - takes / ours
        own, others = ({one.id: edges[one.id] for one in fleet} for fleet in (lookout.mine, lookout.foes))
        solving = Equilibrium(pays, own, others)
        for _ in solving.rounds():
            yield
        self._mixed = solving.mixes

    def chances(self, foe: Piece) -> Array:
        """Return the chances of an enemy ship's destinations by each model: shape (models, destinations)."""
        lookout = self.lookout
        places = lookout.ends(foe.id).places
        if len(places) == 1:
            return np.ones((len(PRIOR), 1))
        sharp = SHARP * self.payoff.worth(foe.id)
        own = self._edges[foe.id] + self.payoff.closing(foe, lookout.ends(foe.id), self._ours)
        return np.stack(
            [
                near(places, lookout.straight_on(foe.id)),
                soft(self._gain(foe, self._uniform) + own, sharp),
                soft(self._gain(foe, self._held) + own, sharp),
                self._guns_on(foe, self._edges[foe.id]),
                self._mixed[foe.id],
                soft(-self._losses_of(foe, self._uniform) + own, sharp),
                self._as_before(foe, places),
                np.full(len(places), 1 / len(places)),
            ]
        )

    def _gain(self, foe: Piece, ours: Mapping[Id, Array]) -> Array:
        """Return the points that each destination gains an enemy ship, if our ships move by these chances."""
        dealt = np.stack([self.payoff.deals(foe.id, key) @ chances for key, chances in ours.items()])
        gained: Array = (dealt * chosen_by(dealt)).sum(axis=0) - self._losses_of(foe, ours)
        return gained

    def _losses_of(self, foe: Piece, ours: Mapping[Id, Array]) -> Array:
        taken: Array = np.sum([chances @ self.payoff.deals(key, foe.id) for key, chances in ours.items()], axis=0)
        return taken / math.sqrt(max(1, len(self.lookout.foes)))

    def _guns_on(self, foe: Piece, edge: Array) -> Array:
        """Return the chances for an enemy that keeps its guns on its target at their preferred range, with no ship
        astern."""
        lookout, places = self.lookout, self.lookout.ends(foe.id).places
        stop = lookout.view.stakes(lookout.state.owner(foe.id)).stop
        target = enemy_to_pursue(lookout, foe, lookout.mine, stop) or lookout.mine[0]
        liked = edge / max(1.0, self.payoff.worth(foe.id)) * 9 - out_of_sights(lookout, foe, target, places)
        return soft(liked - astern(places, [place[0] for place in self._ours.values()]), DECIDED)

    def _as_before(self, foe: Piece, places: Array) -> Array:
        """Return chances for an enemy that repeats its last turn and change of speed."""
        if foe.id not in self.trust.manoeuvres:
            return np.full(len(places), 1 / len(places))
        turned, faster = self.trust.manoeuvres[foe.id]
        facing = self.lookout.board.direction(foe.facing)
        off = np.abs((places[:, 2] - facing - turned + 180) % 360 - 180) / 30 + np.abs(
            places[:, 3] - foe.velocity - faster
        )
        return soft(-off, 0.5)


def near(places: Array, place: Array) -> Array:
    """Return chances of destinations by their distance from one place."""
    off = (places[:, 2] - place[0, 2] + 180) % 360 - 180
    away = ((places[:, :2] - place[0, :2]) ** 2).sum(axis=1) + (off / 30) ** 2
    return soft(-away, NEAR**2)
