"""Points that a side deals and takes for each pair of destinations, its own and the enemy's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.battle.slowly import Slowly
from game.board.mean_table import Array
from game.core.orders import Id
from game.core.state import Piece
from game.players.captain.lookout import EndArray, Lookout, places_after_drift
from game.players.captain.styles import Style

HULL_SHARE = 0.6  # share of a ship's worth that is lost box by box; the rest is lost with the last box
LOST = 0.9  # share of its worth that a ship loses beyond the edge of the table
CRAMPED = 0.06  # share that it loses if hardly any move keeps it on the table
VITAL = 1.5  # factor on the worth of a ship that must leave the table, or survive, for its side to win
AWAY = 0.5  # share of its worth that such a ship gains by leaving
LATER = 0.8  # weight of each turn relative to the one before
PAIRS = 20_000  # pairs of destinations evaluated in one step
DEEPER = 3  # destinations of each ship that are followed beyond the next turn
FOLLOWED = 8  # destinations of each ship that are evaluated in the next turn
ASIDE, PER_DEGREE = 40.0, 0.05  # degrees off the bow that cost nothing, and MU that each further degree counts as
FOCUS = 0.25  # a target worse than the best by this share is fired at e times less often


class Payoff:
    """Points by destination. Arrays that compare two ships have a row for each destination of ours and a column for
    each of theirs. With `boxes`, every box of hull or armour counts as one point."""

    def __init__(self, lookout: Lookout, style: Style, boxes: bool = False) -> None:
        self.lookout, self.style, self._boxes = lookout, style, boxes
        sides = lookout.state.sides
        self._stakes = {side: lookout.view.stakes(side) for side in sides}
        self._vital = {key for one in self._stakes.values() for key in (*one.leave, *one.keep)}
        self._per_box = {one.id: self._price(one.id) for one in (*lookout.mine, *lookout.foes)}
        self._fire = dict[tuple[Id, Id], Array]()

    def _price(self, key: Id) -> tuple[float, float, float]:
        """Return a ship's present worth, its worth per box, and the boxes it has left."""
        worth = self.lookout.view.worth(key)
        left = max(1.0, worth.boxes + worth.armour)
        if self._boxes:
            return left, 1.0, left
        now = worth.points * (1 - HULL_SHARE + HULL_SHARE * min(1.0, worth.boxes / max(worth.of, 1.0)))
        now *= VITAL if key in self._vital else 1.0
        return now, now / left, left

    @property
    def prices(self) -> dict[Id, tuple[float, float]]:
        """The present worth of each ship in points: in total, and per box."""
        return {key: (now, by_box) for key, (now, by_box, _) in self._per_box.items()}

    def worth(self, key: Id) -> float:
        """Return a ship's present worth in points."""
        return self._per_box[key][0]

    def points(self, target: Id, boxes: Array) -> Array:
        """Return the points that this many boxes of a ship are worth."""
        _, by_box, left = self._per_box[target]
        found: Array = np.minimum(boxes, left) * by_box
        return found

    def deals(self, firer: Id, target: Id) -> Array:
        """Return the points that one ship's fire costs another this turn. Shape: (destinations of the firer, of the
        target)."""
        pair = firer, target
        if pair not in self._fire:
            lookout = self.lookout
            places, others = lookout.ends(firer).places, lookout.ends(target).places
            self._fire[pair] = self.dealt(firer, target, places, others)
        return self._fire[pair]

    def dealt(self, firer: Id, target: Id, places: Array, others: Array) -> Array:
        """Return the points that one ship's fire from these n places costs another at those m: shape (n, m)."""
        found = self.points(target, self.lookout.boxes(firer, target, places, others))
        if self.lookout.off_table(others).any():
            found = found * ~self.lookout.off_table(others)
        if self.lookout.off_table(places).any():
            found = found * ~self.lookout.off_table(places)[:, None]
        if (hidden := self.lookout.hidden(places, others)).any():
            found = found * ~hidden
        return found

    def later(self, one: Id, foe: Id, ours: Array, theirs: Array, shared: int = 1, deeper: int = 0) -> Slowly[Array]:
        """Compute the worth of the next turn between two ships, from each of n destinations of one and m of the other:
        shape (n, m). `ours` and `theirs` are the destinations of that turn: shapes (n, k, 5) and (m, j, 5). The enemy
        divides its fire among `shared` ships. `deeper` is the number of further turns to evaluate."""
        n, k, _ = ours.shape
        m, j, _ = theirs.shape
        value, others = np.empty((n, m)), theirs.reshape(m * j, 5)
        at_once = max(1, PAIRS // (k * m * j))
        for first in range(0, n, at_once):
            some = ours[first : first + at_once]
            mine = some.reshape(-1, 5)
            game = self.dealt(one, foe, mine, others)
            yield
            game = game - self.style.taken * self.dealt(foe, one, others, mine).T / shared
            yield
            if deeper:
                yield from self.lookout.warm(one, mine)
                yield from self.lookout.warm(foe, others)
                then, after = self.lookout.next_ends(one, mine, DEEPER), self.lookout.next_ends(foe, others, DEEPER)
                game += LATER * (yield from self.later(one, foe, then, after, shared, deeper - 1))
            game = game.reshape(len(some), k, m, j)
            surest, answered = game.min(axis=3).max(axis=1), game.max(axis=1).min(axis=2)
            value[first : first + at_once] = 0.5 * (surest + answered)
        return value

    # -- places by themselves ------------------------------------------------------------------------------------------

    def edge(self, piece: Piece, ends: EndArray, following: int) -> Slowly[Array]:
        """Compute the points that each destination of a ship loses to the table edge and to solid bodies, in this turn
        or the next two. A ship that must leave the table loses points for the distance it still has to go."""
        lost = np.where(self.lookout.off_table(ends.places), LOST, 0.0)
        chosen = np.nonzero(self.lookout.near_danger(ends.places) & (lost == 0))[0]
        if len(chosen):
            places = ends.places[chosen]
            yield from self.lookout.warm(piece.id, places)
            then = self.lookout.next_ends(piece.id, places, following)
            gone = self.lookout.off_table(then) | self.lookout.strikes(places, then)
            flat = then.reshape(-1, 5)
            yield from self.lookout.warm(piece.id, flat)
            after = self.lookout.next_ends(piece.id, flat, following)
            doomed = self.lookout.off_table(after) | self.lookout.strikes(flat, after)
            ways_out = ~gone & ~doomed.all(axis=1).reshape(gone.shape)
            lost[chosen] = np.where(ways_out.any(axis=1), CRAMPED * (1 - ways_out.mean(axis=1)) ** 2, LOST)
        if edges := self.must_leave(piece.id):
            beyond = self._to_edges(ends.places, edges)
            _, _, wide, high = self.lookout.board.extent
            lost = np.where(beyond <= 0, -AWAY, lost * (lost >= LOST) + beyond / max(wide, high))
        points: Array = -lost * self.worth(piece.id)
        return points

    def must_leave(self, key: Id) -> frozenset[str]:
        """Return the edges by which a ship must leave the table for its side to win; empty for most ships."""
        return self._stakes[self.lookout.state.owner(key)].leave.get(key, frozenset())

    def has_left(self, key: Id, place: Array) -> bool:
        """Return whether a place is beyond an edge by which the ship must leave."""
        edges = self.must_leave(key)
        return bool(edges) and bool(self._to_edges(place[None], edges)[0] <= 0)

    def _to_edges(self, places: Array, edges: frozenset[str]) -> Array:
        """Return the distance of each place from the nearest of some edges, on the plane; 0 or less beyond it."""
        west, south, wide, high = self.lookout.board.extent
        x, y = places[..., 0], places[..., 1]
        far = {"left": x - west, "right": west + wide - x, "bottom": y - south, "top": south + high - y}
        nearest: Array = np.minimum.reduce([far[edge] for edge in sorted(edges)])
        return nearest

    def closing(self, piece: Piece, ends: EndArray, foes: Mapping[Id, Array]) -> Array:
        """Return the points that each destination of a ship loses for poor shooting in the next turn. Distance in MU
        beyond the preferred range of its guns and degrees off its bow count. `foes` are the expected places of enemies,
        one row each."""
        if not foes or self.must_leave(piece.id):
            return np.zeros(len(ends))
        then = self.lookout.next_ends(piece.id, ends.places, FOLLOWED)
        short = np.full(then.shape[:2], np.inf)
        for key, place in foes.items():
            _, good = self.lookout.ranges(piece.id, key)
            way = places_after_drift(place)[0] - then[..., :2]
            away = np.hypot(way[..., 0], way[..., 1])
            off = np.abs((np.degrees(np.arctan2(way[..., 0], way[..., 1])) - then[..., 2] + 180) % 360 - 180)
            short = np.minimum(
                short, np.maximum(0.0, away - max(good, 3.0)) + np.maximum(0.0, off - ASIDE) * PER_DEGREE
            )
        points: Array = -self.style.closing * self.worth(piece.id) * short.min(axis=1)
        return points


def chosen_by(points: Array) -> Array:
    """Return how often each target is fired at by a player who maximises points: chances along the first axis."""
    best = points.max(axis=0, keepdims=True)
    powers = np.exp((points - best) / np.maximum(FOCUS * best, 1e-9))
    chances: Array = powers / powers.sum(axis=0, keepdims=True)
    return chances
