"""Weigh every destination of a ship against enemies that play perfectly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from game.battle.slowly import Slowly
from game.battle.view import View
from game.board.mean_table import Array
from game.core.display import Pose
from game.core.orders import Id, Order
from game.core.state import pose_of
from game.players.captain.lookout import EndArray, Lookout, Memory, pick_spread
from game.players.captain.payoff import FOLLOWED, LATER, Payoff, chosen_by
from game.players.captain.solve import Equilibrium
from game.players.captain.styles import STYLES

ROUNDS = 400  # rounds of the search for the equilibrium
MOST_PAIRS = 60_000  # pairs of destinations; above that, a well-spread part of the enemy's is weighed
FOLLOWED_PAIRS = 250_000  # pairs of destinations in the next turn; above that, fewer are followed
BEST = 3
LIKELY, FIRED_AT = 0.02, 6  # least chance at which kills are computed against an enemy's end, and the most such ends
DEADLY = 0.1  # mean share of a ship's boxes below which a volley is taken not to destroy it
SOLVED = 4  # most searches for the equilibrium, repeated while a best destination may lose the ship on the way


@dataclass(frozen=True, eq=False)
class Answer:
    """One destination of an enemy ship: its order, and its number among that ship's destinations."""

    foe: Id
    number: int
    order: Order | None
    chance: float


@dataclass(frozen=True, eq=False)
class Advice:
    """The worth of every destination of one ship against some enemy ships, in points or in boxes.

    Arrays by enemy ship have a row for each of our n destinations and a column for each of its m. `margins` are damage
    dealt minus damage taken, this turn and in the later turns looked at. `place` is the worth of a destination itself
    (table edge, rocks, the chance of a loss on the way).
    """

    piece: Id
    ends: EndArray
    theirs: Mapping[Id, EndArray]
    deals: Mapping[Id, Array]
    takes: Mapping[Id, Array]
    margins: Mapping[Id, Array]
    place: Array  # (n,)
    shares: Array  # (n,): how often a perfect player chooses each destination
    answers: Mapping[Id, Array]  # (m,): how often a perfect enemy chooses each of its destinations
    lost: Mapping[int, float] = field(default_factory=dict)  # chance of a loss on the way, by end, as far as computed
    # chances to destroy an enemy, and to be destroyed, by fire of this turn, by best destination
    kills: Mapping[int, tuple[float, float]] = field(default_factory=dict)

    @property
    def worth(self) -> Array:
        """The worth of each destination against the perfect enemy."""
        return self.place + self._mean_points(self.margins)

    @property
    def value(self) -> float:
        """The worth of the turn if neither side errs."""
        return float(self.shares @ self.worth)

    @property
    def best(self) -> list[int]:
        """The destinations that a perfect player chooses most often."""
        order = np.lexsort((-self.worth, -np.round(self.shares, 3)))
        return [int(n) for n in order[:BEST]]

    @property
    def weighed(self) -> int:
        """The number of pairs of destinations weighed."""
        return sum(one.size for one in self.margins.values())

    def dealt(self, number: int) -> float:
        """Return the mean loss that a destination deals this turn."""
        return float(self._mean_points(self.deals)[number])

    def mean_loss(self, number: int) -> float:
        """Return the mean loss that a destination takes this turn."""
        return float(self._mean_points(self.takes)[number])

    def worst(self, number: int) -> tuple[float, list[Answer]]:
        """Return the worth of a destination if each enemy gives its best answer, and these answers."""
        found, total = [], float(self.place[number])
        for foe, margins in self.margins.items():
            answer = int(margins[number].argmin())
            total += float(margins[number, answer])
            found.append(self.answer(foe, answer))
        return total, found

    def gives_away(self, number: int) -> float:
        """Return how much less a destination is worth than the best one, in points or boxes."""
        return max(0.0, float(self.worth.max() - self.worth[number]))

    def answer(self, foe: Id, number: int) -> Answer:
        """Return one destination of an enemy ship."""
        ends = self.theirs[foe]
        return Answer(foe, number, ends.orders[number] if ends.orders else None, float(self.answers[foe][number]))

    def likely(self, foe: Id, least: float = 0.01) -> list[Answer]:
        """Return the destinations that a perfect enemy chooses, the likeliest first."""
        order = np.argsort(-self.answers[foe], kind="stable")
        return [self.answer(foe, int(n)) for n in order if self.answers[foe][n] >= least]

    def number_of(self, place: Array) -> int:
        """Return the destination nearest to a place, one row of x, y, facing and speed."""
        off = (self.ends.places[:, 2] - place[0, 2] + 180) % 360 - 180
        away = ((self.ends.places[:, :2] - place[0, :2]) ** 2).sum(axis=1) + (off / 30) ** 2
        return int((away + 0.01 * (self.ends.places[:, 3] - place[0, 3]) ** 2).argmin())

    def _mean_points(self, points: Mapping[Id, Array]) -> Array:
        found: Array = np.sum([points[foe] @ chances for foe, chances in self.answers.items()], axis=0)
        return found


class Adviser:
    """Weighs a ship against enemy ships, step by step. `done` is the share of the work done, 0 to 1. The worth is in
    points, as ships are priced, or in boxes of hull and armour. `turns` is 1 to 3, including this one."""

    def __init__(
        self,
        view: View,
        piece: Id,
        foes: Sequence[Id],
        turns: int = 1,
        boxes: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.piece, self.foes, self.turns, self.done = piece, tuple(foes), turns, 0.0
        self.lookout = Lookout(view, view.state.owner(piece), memory)
        self.payoff = Payoff(self.lookout, STYLES["even"], boxes)
        self._theirs = dict[Id, EndArray]()
        self._shares = dict[Id, float]()  # shares of the ship's fire, by enemy

    @property
    def pair(self) -> tuple[int, int]:
        """The numbers of destinations of the ship and of the enemy."""
        return len(self.lookout.ends(self.piece)), sum(map(len, self._theirs.values()))

    def weigh(self) -> Slowly[Advice]:
        """Compute the worth of every destination."""
        lookout, piece = self.lookout, self.piece
        ends = lookout.ends(piece)
        yield
        for foe in self.foes:
            theirs = lookout.ends(foe)
            most = max(1, MOST_PAIRS // max(1, len(ends) * len(self.foes)))
            self._theirs[foe] = theirs.among(pick_spread(theirs.places, most)) if len(theirs) > most else theirs
            yield
        self.done = 0.1
        place = yield from self.payoff.edge(lookout.state.ships[piece], ends, FOLLOWED)
        edges = {}
        for foe in self.foes:
            edges[foe] = yield from self.payoff.edge(lookout.state.ships[foe], self._theirs[foe], FOLLOWED)
        self.done = 0.2
        deals, takes, margins = {}, {}, {}
        for number, foe in enumerate(self.foes):
            theirs = self._theirs[foe]
            deals[foe] = self.payoff.dealt(piece, foe, ends.places, theirs.places)
            yield
            takes[foe] = self.payoff.dealt(foe, piece, theirs.places, ends.places).T
            yield
            margins[foe] = -takes[foe]
            if self.turns > 1:
                margins[foe] = margins[foe] + LATER * (yield from self._later(foe))
            self.done = 0.2 + 0.6 * (number + 1) / len(self.foes)
        fire = self._shares = self._fire(deals)
        deals = {foe: points * fire[foe] for foe, points in deals.items()}
        margins = {foe: points + deals[foe] for foe, points in margins.items()}
        advice = Advice(piece, ends, self._theirs, deals, takes, margins, place, np.zeros(len(ends)), {})
        return (yield from self._solve(advice, edges))

    def _fire(self, deals: Mapping[Id, Array]) -> dict[Id, float]:
        """Return the share of the ship's fire for each enemy."""
        if len(deals) < 2:
            return dict.fromkeys(deals, 1.0)
        means = np.array([points.mean() for points in deals.values()])
        return dict(zip(deals, chosen_by(means).tolist()))

    def _later(self, foe: Id) -> Slowly[Array]:
        """Compute the worth of later turns for each pair of destinations."""
        lookout, ours, theirs = self.lookout, self.lookout.ends(self.piece).places, self._theirs[foe].places
        each = int((FOLLOWED_PAIRS / (len(ours) * len(theirs))) ** 0.5)
        count = min(FOLLOWED, max(2, each))
        yield from lookout.warm(self.piece, ours)
        yield from lookout.warm(foe, theirs)
        then = lookout.next_ends(self.piece, ours, count), lookout.next_ends(foe, theirs, count)
        return (yield from self.payoff.later(self.piece, foe, *then, deeper=self.turns - 2))

    def _solve(self, advice: Advice, edges: Mapping[Id, Array]) -> Slowly[Advice]:
        """Find both perfect mixes. Search again if the forecast says that a best destination may lose the ship on the
        way."""
        place, lost = advice.place.copy(), dict[int, float]()
        worth = self.payoff.worth(self.piece)
        for _ in range(SOLVED):
            solving = Equilibrium(
                {(self.piece, foe): margins for foe, margins in advice.margins.items()}, {self.piece: place}, edges
            )
            yield from solving.rounds(ROUNDS)
            mixes = solving.mixes
            answers = {foe: mixes[foe] for foe in self.foes}
            advice = replace(advice, place=place, shares=mixes[self.piece], answers=answers, lost=lost)
            fresh = [n for n in advice.best if n not in lost]
            for number in fresh if advice.ends.orders else ():
                lost[number] = yield from self._lost(advice.ends.orders[number])
            if not any(lost.get(n) for n in fresh):
                break
            place = place.copy()
            place[fresh] -= [worth * lost[n] for n in fresh]
        advice = replace(advice, kills=(yield from self._kills(advice)))
        self.done = 1.0
        return advice

    def _kills(self, advice: Advice) -> Slowly[dict[int, tuple[float, float]]]:
        """Compute the chances that fire destroys an enemy, and the ship, at each best destination against the likely
        ends of every enemy. Volleys whose mean is far too low count as harmless."""
        view, piece, found = self.lookout.view, self.piece, dict[int, tuple[float, float]]()
        for number in advice.best if advice.ends.orders else ():
            here, destroys, spared = view.pose(advice.ends.orders[number]), 0.0, 1.0
            for foe in self.foes:
                likely = advice.likely(foe, LIKELY)[:FIRED_AT]
                falls = dies = 0.0
                for one in likely:
                    there = self._pose(foe, one.order)
                    if there is None:
                        continue
                    poses = {piece: here, foe: there}
                    if advice.deals[foe][number, one.number] >= DEADLY * self._whole(foe) * self._shares[foe]:
                        falls += one.chance * self._destroys(piece, foe, poses)
                        yield
                    if advice.takes[foe][number, one.number] >= DEADLY * self._whole(piece):
                        dies += one.chance * self._destroys(foe, piece, poses)
                        yield
                weighed = max(1e-9, sum(one.chance for one in likely))
                destroys += falls / weighed * self._shares[foe]
                spared *= 1 - dies / weighed
            found[number] = destroys, 1 - spared
        return found

    def _pose(self, foe: Id, order: Order | None) -> Pose | None:
        """Return the pose to which an enemy's order leads; without an order, its expected or present pose."""
        view = self.lookout.view
        if order is not None:
            return view.pose(order)
        return view.holding_on().get(foe) or pose_of(view.state, foe)

    def _whole(self, key: Id) -> float:
        """Return the points that all remaining boxes of a ship are worth."""
        return float(self.payoff.points(key, np.array([np.inf]))[0])

    def _destroys(self, firer: Id, target: Id, poses: dict[Id, Pose]) -> float:
        """Return the chance that one ship's fire destroys another."""
        order = self.lookout.view.volley(firer, target, poses)
        if order is None:
            return 0.0
        chances = (one.chances[-1] for one in self.lookout.view.odds(order, poses) if one.target == target)
        return max(chances, default=0.0)

    def _lost(self, order: Order) -> Slowly[float]:
        """Compute the chance that an order loses the ship before anybody fires."""
        forecast = yield from self.lookout.view.foretelling({self.piece: order}, only=self.piece)
        fate = forecast.fates.get(self.piece)
        return fate.lost if fate is not None else 0.0
