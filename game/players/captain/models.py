"""Models of the enemy: by each of them every end of his ships has a chance, and his shown moves tell which to trust."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from game.board.mean_table import Array
from game.core.orders import Id
from game.core.state import Piece
from game.players.captain.bearings import astern, hunted, out_of_sights
from game.players.captain.lookout import Lookout
from game.players.captain.payoff import Payoff, chosen_by
from game.players.captain.solve import Equilibrium, soft

# names as players read them, and how much each is trusted before anything was shown
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
FORGET = 0.08  # share of the trust that goes back to what it was at first, each turn
NEAR = 2.0  # MU: ends so near to the place that a model means are likely
SHARP = 0.02  # share of a ship's worth by which a choice must be worse to be e times rarer
DECIDED = 0.1  # by how much worse a ship's guns must be on its target for an end to be e times rarer
FLOOR = 0.005  # chance that any model gives to an end it does not expect


class Trust:
    """How far each model is trusted, learned from the moves that were shown."""

    def __init__(self) -> None:
        self.weights = np.array(list(PRIOR.values()))
        self.manoeuvres = dict[Id, tuple[float, float]]()  # turn in degrees and change of speed that a ship made last

    @property
    def by_name(self) -> dict[str, float]:
        """The weights by the names of the models."""
        return dict(zip(PRIOR, self.weights.tolist()))

    def learn(
        self, foretold: Mapping[Id, tuple[Array, Array]], started: Mapping[Id, tuple[float, int]], lookout: Lookout
    ) -> None:
        """Compare what the models foretold, the places of each ship's ends and their chances by each model, with where
        the ships are now. `started`: the degrees that each faced before, and its speed."""
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
    """What each model expects of each enemy ship."""

    def __init__(self, lookout: Lookout, payoff: Payoff, trust: Trust) -> None:
        self.lookout, self.payoff, self.trust = lookout, payoff, trust
        # chances of the ends of our ships if all are alike, and if they hold on; where they are if they do
        self._uniform, self._held, self._ours = dict[Id, Array](), dict[Id, Array](), dict[Id, Array]()
        self._mixed = dict[Id, Array]()
        self._edges: Mapping[Id, Array] = {}

    def look(self, edges: Mapping[Id, Array]) -> Iterator[None]:
        """Work out, step by step, what is the same for all enemy ships. `edges` has the points that each end of every
        ship loses by where it is."""
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
        """The chances of the ends of an enemy ship by each model: shape (models, ends)."""
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
                soft(-self._taken(foe, self._uniform) + own, sharp),
                self._as_before(foe, places),
                np.full(len(places), 1 / len(places)),
            ]
        )

    def _gain(self, foe: Piece, ours: Mapping[Id, Array]) -> Array:
        """Points that a foe's ends win it if our ships end as these chances say."""
        dealt = np.stack([self.payoff.deals(foe.id, key) @ chances for key, chances in ours.items()])
        gained: Array = (dealt * chosen_by(dealt)).sum(axis=0) - self._taken(foe, ours)
        return gained

    def _taken(self, foe: Piece, ours: Mapping[Id, Array]) -> Array:
        taken: Array = np.sum([chances @ self.payoff.deals(key, foe.id) for key, chances in ours.items()], axis=0)
        return taken / math.sqrt(max(1, len(self.lookout.foes)))

    def _guns_on(self, foe: Piece, edge: Array) -> Array:
        """Its guns on the one of our ships that it goes for, at the range that suits, and nobody astern."""
        lookout, places = self.lookout, self.lookout.ends(foe.id).places
        stop = lookout.view.stakes(lookout.state.owner(foe.id)).stop
        target = hunted(lookout, foe, lookout.mine, stop) or lookout.mine[0]
        liked = edge / max(1.0, self.payoff.worth(foe.id)) * 9 - out_of_sights(lookout, foe, target, places)
        return soft(liked - astern(places, [place[0] for place in self._ours.values()]), DECIDED)

    def _as_before(self, foe: Piece, places: Array) -> Array:
        """The same turn and the same change of speed as the last time."""
        if foe.id not in self.trust.manoeuvres:
            return np.full(len(places), 1 / len(places))
        turned, faster = self.trust.manoeuvres[foe.id]
        facing = self.lookout.board.direction(foe.facing)
        off = np.abs((places[:, 2] - facing - turned + 180) % 360 - 180) / 30 + np.abs(
            places[:, 3] - foe.velocity - faster
        )
        return soft(-off, 0.5)


def near(places: Array, place: Array) -> Array:
    """Chances of ends by how near they are to one place."""
    off = (places[:, 2] - place[0, 2] + 180) % 360 - 180
    away = ((places[:, :2] - place[0, :2]) ** 2).sum(axis=1) + (off / 30) ** 2
    return soft(-away, NEAR**2)
