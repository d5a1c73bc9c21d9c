"""Choose the moves of a side's ships: the best replies to what the models expect, this turn and the next."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

import numpy as np

from game.battle.slowly import Slowly
from game.battle.view import View
from game.board.mean_table import Array
from game.core.orders import Id, Order
from game.core.state import Piece
from game.players.captain.lookout import EndArray, Lookout, Memory, Numbers
from game.players.captain.minor import SENT, laden, sent_out
from game.players.captain.models import Models, Trust, near
from game.players.captain.outlook import FoeOutlook, PlanOutlook
from game.players.captain.payoff import FOLLOWED, LATER, LOST, Payoff, chosen_by
from game.players.captain.styles import Level, Style
from game.players.captain.withdrawal import withdrawal
from game.players.player import Reasons, Thought, Weighed, Withdrawal

REPLIES = 0.5  # weight of the reply of an enemy that moves after us; the models' expectation has the rest
ANSWERED = 0.02  # a reply worse by this share of a ship's worth is e times rarer
TINY = 1e-3  # MU or degrees within which two destinations are equal
TRIED, MOST_TRIED = 8, 32  # best destinations whose dangers are computed, and the most if none of those is safe
SHOWN = 3  # destinations that are reported as reasons
STAGES = ("ends", "answers", "next turn", "choice")
T = TypeVar("T")


@dataclass(eq=False)
class ShipMove:
    """The destinations of one ship and their worth in points. Each array has one number per destination."""

    ends: EndArray
    deals: Array
    takes: Array
    later: Array
    place: Array
    taken: float  # weight of the points taken
    # points that each enemy's fire gains at each of our other ships
    elsewhere: dict[Id, tuple[float, ...]] = field(default_factory=dict)
    laden: tuple[Order, int] | None = None  # the same move with launches, and the number of its destination

    @property
    def totals(self) -> Array:
        """The worth of each destination."""
        return self.deals - self.taken * self.takes + self.later + self.place

    def ranking(self) -> list[int]:
        """Return the numbers of the destinations, the best first."""
        return [int(n) for n in np.argsort(-self.totals, kind="stable")]

    def reason_for(self, number: int) -> Weighed:
        """Return one destination as a reason."""
        deals, takes, later, place = (float(one[number]) for one in (self.deals, self.takes, self.later, self.place))
        return Weighed(self.ends.orders[number], deals, takes, later, place, self.taken)

    def number_of(self, order: Order) -> int | None:
        """Return the number of the destination that an order leads to; None for any other order."""
        if self.laden is not None and self.laden[0] == order:
            return self.laden[1]
        return self.ends.orders.index(order) if order in self.ends.orders else None


@dataclass(eq=False)
class SidePlan:
    """The moves of a side, computed step by step."""

    view: View
    side: Id
    level: Level
    style: Style
    trust: Trust
    memory: Memory
    moves: dict[Id, ShipMove] = field(default_factory=dict)
    foretold: dict[Id, tuple[Array, Array]] = field(default_factory=dict)  # destinations, and chances by model
    expected: dict[Id, Array] = field(default_factory=dict)  # chances of destinations

    def __post_init__(self) -> None:
        self.lookout = Lookout(self.view, self.side, self.memory)
        self.payoff = Payoff(self.lookout, self.style)
        self.edges = dict[Id, Array]()
        self.withdrawal: Withdrawal | None = None
        self.gives_up: Order | None = None  # the order by which all ships leave at once
        self.ready = False  # true once every ship has a move, if not the best
        self._tried = dict[Id, set[int]]()  # destinations whose dangers are included, by ship
        # facing in degrees and speed before the move, by enemy
        self.started = {one.id: (self.lookout.board.direction(one.facing), one.velocity) for one in self.lookout.foes}

    @property
    def asked(self) -> list[Piece]:
        """Our ships that are waiting for an order."""
        return [one for one in self.lookout.mine if self.lookout.ends(one.id).orders]

    def foretell(self) -> Iterator[Thought]:
        """Compute what the models expect of the enemy."""
        yield from self._look()
        yield from self._foretell()

    def think(self, first: Id) -> Iterator[Thought]:
        """Compute the moves of all ships step by step. The ship `first` soon has a good one."""
        yield from self._withdraw()
        if self.gives_up is not None:
            self.ready = True
            return
        yield from self.foretell()
        for number in range(self.level.rounds):
            for _ in self._weigh(first=number == 0):
                yield self._thought(1, number / self.level.rounds)
        self.ready = True
        yield from self.secure(first)
        if self.level.later:
            yield from self._follow()

    def _withdraw(self) -> Iterator[Thought]:
        """Compute whether the side leaves the battle, where it may now."""
        giving_up = next((order for _, order in self.view.words() if order.gives_up), None)
        if giving_up is None:
            return
        self.withdrawal = yield from self._taking(withdrawal(self.lookout, self.style), 0, 0.0)
        if self.withdrawal is not None:
            self.gives_up = giving_up

    # -- this turn -----------------------------------------------------------------------------------------------------

    def _look(self) -> Iterator[Thought]:
        """Compute the destinations of all ships, and the points that each pair of enemies costs each other."""
        yield from self._taking(self.view.foretelling({}), 0, 0.0)  # ends of ships that keep their course
        pieces = [*self.lookout.mine, *self.lookout.foes]
        for number, piece in enumerate(pieces, 1):
            ends = self.lookout.ends(piece.id)
            yield self._thought(0, number / len(pieces))
            for _ in self.lookout.warm(piece.id, ends.places):
                yield self._thought(0, number / len(pieces))
            steps = self.payoff.edge(piece, ends, FOLLOWED)
            self.edges[piece.id] = yield from self._taking(steps, 0, number / len(pieces))
        pairs = [(one.id, foe.id) for one in self.lookout.mine for foe in self.lookout.foes]
        for number, (one, foe) in enumerate(pairs, 1):
            self.payoff.deals(one, foe)
            yield self._thought(1, number / len(pairs))
            self.payoff.deals(foe, one)
            yield self._thought(1, number / len(pairs))

    def _foretell(self) -> Iterator[Thought]:
        """Compute the chances of each enemy ship's destinations."""
        lookout = self.lookout
        if not self.level.models:
            self.expected = {
                foe.id: near(lookout.ends(foe.id).places, lookout.straight_on(foe.id)) for foe in lookout.foes
            }
            return
        models = Models(lookout, self.payoff, self.trust)
        for _ in models.look(self.edges):
            yield self._thought(1, 1.0)
        for foe in lookout.foes:
            chances = models.chances(foe)
            self.foretold[foe.id] = lookout.ends(foe.id).places, chances
            self.expected[foe.id] = self.trust.weights @ chances
            yield self._thought(1, 1.0)

    def _weigh(self, first: bool) -> Iterator[None]:
        """Compute the points that each destination of our ships deals and takes this turn, ship by ship. From the
        second round on, our other ships are expected to make their best moves so far."""
        lookout, payoff = self.lookout, self.payoff
        exposed = {one.id: self._exposure(one, first) for one in lookout.mine}
        for one in self.asked:
            ends = lookout.ends(one.id)
            if not lookout.foes:
                nothing = np.zeros(len(ends))
                self.moves[one.id] = ShipMove(ends, nothing, nothing, nothing, self.edges[one.id], self.style.taken)
                continue
            dealt = np.stack([self._expect(payoff.deals(one.id, foe.id), one.id, foe.id) for foe in lookout.foes])
            deals = (dealt * chosen_by(dealt)).sum(axis=0)
            takes, elsewhere = np.zeros(len(ends)), dict[Id, tuple[float, ...]]()
            for foe in lookout.foes:
                mine = self._expect(payoff.deals(foe.id, one.id).T, one.id, foe.id)
                others = tuple([exposed[other.id][foe.id] for other in lookout.mine if other is not one])
                elsewhere[foe.id] = others
                rivals = np.stack([mine, *[np.full(len(mine), value) for value in others]])
                takes += (rivals * chosen_by(rivals)).sum(axis=0)
            foes = {foe.id: lookout.straight_on(foe.id) for foe in lookout.foes}
            place = self.edges[one.id] + payoff.closing(one, ends, foes)
            later = np.zeros(len(ends))
            self.moves[one.id] = ShipMove(ends, deals, takes, later, place, self.style.taken, elsewhere)
            yield

    def _expect(self, points: Array, one: Id, foe: Id) -> Array:
        """Return the mean points for each destination of our ship against those expected of an enemy. If the enemy
        moves after us, its best reply to each of ours counts as well."""
        mean: Array = points @ self.expected[foe]
        if self.view.phase.secret or foe in self.lookout.state.acted or points.shape[1] < 2:
            return mean
        answered: Array = (points * self._answers(one, foe)).sum(axis=1)
        return (1 - REPLIES) * mean + REPLIES * answered

    def _answers(self, one: Id, foe: Id) -> Array:
        """Return the chances of an enemy's destinations once it has seen each of ours, with points dealt and taken
        weighed."""
        gains = self.payoff.deals(foe, one).T - self.payoff.deals(one, foe) + self.edges[foe]
        powers = np.exp((gains - gains.max(axis=1, keepdims=True)) / (ANSWERED * self.payoff.worth(foe)))
        chances: Array = powers / powers.sum(axis=1, keepdims=True)
        return chances

    def _exposure(self, one: Piece, first: bool) -> dict[Id, float]:
        """Return the points that each enemy's fire at one of our ships gains, as that ship is expected to move."""
        found = {}
        for foe in self.lookout.foes:
            points = self.payoff.deals(foe.id, one.id).T @ self.expected[foe.id]
            move = self.moves.get(one.id)
            found[foe.id] = float(points.mean() if first or move is None else points[move.ranking()[0]])
        return found

    # -- the next turn -------------------------------------------------------------------------------------------------

    def _follow(self) -> Iterator[Thought]:
        """Compute the worth of the best destinations in the next turn, as if each ship then met each enemy alone."""
        level = self.level
        theirs = {foe.id: self._likely(foe) for foe in self.lookout.foes}
        then = dict[Id, Array]()
        for foe in self.lookout.foes:
            places = self.lookout.ends(foe.id).places[theirs[foe.id]]
            for _ in self.lookout.warm(foe.id, places):
                yield self._thought(2, 0.0)
            then[foe.id] = self.lookout.next_ends(foe.id, places, level.following)
        asked = self.asked
        for count, one in enumerate(asked, 1):
            move = self.moves[one.id]
            best = np.array(move.ranking()[: level.later], dtype=np.intp)
            for _ in self.lookout.warm(one.id, move.ends.places[best]):
                yield self._thought(2, count / len(asked))
            next_places = self.lookout.next_ends(one.id, move.ends.places[best], level.following)
            yield self._thought(2, count / len(asked))
            values = []
            for foe in self.lookout.foes:
                chances = self.expected[foe.id][theirs[foe.id]]
                chances = chances / chances.sum()
                steps = self.payoff.later(one.id, foe.id, next_places, then[foe.id], len(self.lookout.mine))
                values.append((yield from self._taking(steps, 2, count / len(asked))) @ chances)
            if values:
                later = self._together(np.stack(values))
                move.later[:] = later.min()  # all other destinations count as the worst of those followed
                move.later[best] = later

    def _together(self, values: Array) -> Array:
        """Combine the next turn's points against each enemy alone, weighted by size."""
        weights = chosen_by(np.abs(values) + 1e-6)
        together: Array = LATER * (values * weights).sum(axis=0)
        return together

    def _likely(self, foe: Piece) -> Numbers:
        """Return the likeliest destinations of an enemy, which are the ones followed."""
        order = np.argsort(-self.expected[foe.id], kind="stable")
        return np.asarray(order[: self.level.answers], dtype=np.intp)

    # -- the choice ----------------------------------------------------------------------------------------------------

    def secure(self, key: Id) -> Iterator[Thought]:
        """Compute the possible losses on the way to a ship's best destinations, until the best one is known. Losses
        come from bodies on the path, the edge, and collisions; moves that the rules refuse count as losses."""
        if key not in self.moves:
            return
        move, worth = self.moves[key], self.payoff.worth(key)
        if key not in self._tried:
            self._tried[key] = set()
            yield from self._launch(key, move)
        tried = self._tried[key]
        while (number := next((n for n in move.ranking()[:SHOWN] if n not in tried), None)) is not None:
            if len(tried) >= MOST_TRIED or (len(tried) >= TRIED and move.ranking()[0] in tried):
                return
            tried.add(number)
            share = min(1.0, len(tried) / TRIED)
            lost = yield from self._taking(self._lost(move.ends, number, key), 3, share)
            move.place[number] -= worth * lost
            yield self._thought(3, share)

    def best(self, key: Id) -> Order | None:
        """Return the best order of a ship so far, if its dangers are known and the rules allow it."""
        if not self.ready or key not in self._tried:
            return None
        move = self.moves[key]
        number = move.ranking()[0]
        order = move.ends.orders[number]
        return order if number in self._tried[key] and self.view.why_not(order) is None else None

    def _launch(self, key: Id, move: ShipMove) -> Iterator[Thought]:
        """Add the worth of launches to the move straight on, because most rules let a launching ship do nothing
        else."""
        off = np.abs(move.ends.places - self.lookout.straight_on(key)).sum(axis=1)
        number = int(off.argmin())
        if off[number] < TINY:
            best = move.ends.orders[number]
            for order in laden(self.view, self.side, best):
                best = order
                yield self._thought(3, 0.0)
            move.place[number] += SENT * sent_out(self.view, self.side, best)

    def _lost(self, ends: EndArray, number: int, key: Id) -> Slowly[float]:
        """Compute the chance that an order loses the ship; far above 1 if the rules refuse it."""
        order = ends.orders[number]
        if self.view.why_not(order) is not None:
            return 10.0
        if self.payoff.has_left(key, ends.places[number]):
            return 0.0
        if not self.payoff.must_leave(key) and not self.lookout.can_go_on(key, self.view.pose(order)):
            return LOST
        forecast = yield from self.view.foretelling({key: order}, only=key)
        fate = forecast.fates.get(key)
        return fate.lost + 0.5 * fate.unlikely_tail if fate is not None else 0.0

    def _taking(self, steps: Slowly[T], stage: int, share: float) -> Generator[Thought, None, T]:
        """Run a computation as part of a stage, and return its result."""
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return cast(T, done.value)
            yield self._thought(stage, share)

    def _thought(self, stage: int, share: float) -> Thought:
        return Thought(None, STAGES[stage], share)

    # -- reasons -------------------------------------------------------------------------------------------------------

    def why(self, order: Order, models: Mapping[str, float]) -> Reasons | None:
        """Return the reasons for an order to one of our ships; None for an order outside this plan. `models` are the
        models' weights by name."""
        if order == self.gives_up and self.withdrawal is not None:
            leaves, first = Weighed(order, 0.0, self.withdrawal.leaves), self.lookout.mine[0].id
            return Reasons(first, self.view.state.turn, order, (leaves,), withdrawal=self.withdrawal)
        key = order.by
        move = self.moves.get(key)
        number = None if move is None else move.number_of(order)
        if move is None or number is None:
            return None
        shown = list(dict.fromkeys([number, *move.ranking()[:SHOWN]]))[:SHOWN]
        best = [replace(move.reason_for(n), order=order) if n == number else move.reason_for(n) for n in shown]
        outlook = self._outlook(key, number)
        ends = [end for foe in outlook.foes for end in foe.likeliest(SHOWN, outlook.board)]
        return Reasons(
            key, self.view.state.turn, order, tuple(best), tuple(ends), models, outlook, withdrawal=self.withdrawal
        )

    def _outlook(self, key: Id, number: int) -> PlanOutlook:
        """Return the expectations of every enemy against one destination of a ship of ours."""
        lookout, elsewhere = self.lookout, self.moves[key].elsewhere
        foes = [
            FoeOutlook(
                foe.id,
                lookout.ends(foe.id),
                self.expected[foe.id],
                self.payoff.deals(key, foe.id)[number].copy(),
                self.payoff.deals(foe.id, key)[:, number].copy(),
                elsewhere.get(foe.id, ()),
            )
            for foe in lookout.foes
        ]
        return PlanOutlook(tuple(foes), lookout.board)
