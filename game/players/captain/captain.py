"""The captain: a computer player of every game, which predicts its enemies and weighs its destinations against
theirs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from random import Random

from game.battle.view import View
from game.core.orders import Id, Order, Prompt
from game.players.captain.fire import fire, written
from game.players.captain.lookout import Lookout, Memory, moment
from game.players.captain.minor import laden, minor
from game.players.captain.models import Trust
from game.players.captain.payoff import Payoff
from game.players.captain.plan import SHOWN, STAGES, SidePlan
from game.players.captain.styles import LEVELS, STYLES
from game.players.player import Reasons, Target, Thinking, Thought
from game.players.random_player import random_order
from game.rules.turn.plans import WrittenPlan

CLOSE = 0.002  # share of a ship's worth within which two destinations are equally good


class Captain:
    """One side's captain. It remembers how the enemy has moved."""

    def __init__(self, level: str, style: str = "") -> None:
        self.level, self.style = LEVELS[level], STYLES[style or "even"]
        self.trust = Trust()
        self._memory = Memory()
        self._turns = dict[int, View]()  # views at the start of turns whose moves have not been judged yet
        self._plan: tuple[object, SidePlan] | None = None
        self._written_at, self._plans = (0, 0), dict[Id, WrittenPlan]()
        self._foretold = dict[int, SidePlan]()
        # returns the reasons of the order being computed
        self._why: Callable[[Order], Reasons | None] | None = None

    # -- the player ----------------------------------------------------------------------------------------------------

    def watch(self, view: View) -> None:
        """Record the situation when ships are about to move."""
        if self.level.models and self._moves_asked(view):
            self._turns.setdefault(view.state.turn, view)

    def why(self, order: Order) -> Reasons | None:
        """Return the reasons of its last computed order."""
        return None if self._why is None else self._why(order)

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        self._why = None
        if not prompt.waiting or not view.phase.accepts:
            return random_order(view, prompt, rng)
        mode = getattr(view.draft(prompt.waiting[0]), "input_mode", "")
        if mode == "plot" and prompt.waiting[0] in view.state.ships:
            return (yield from self._move(view, prompt, rng))
        if mode == "fire":
            return (yield from self._fire(view, prompt))
        payoff = Payoff(Lookout(view, prompt.side), self.style)
        if isinstance(view.draft(prompt.waiting[0]), WrittenPlan):
            return (yield from self._written(view, prompt, payoff.prices))
        return (yield from minor(view, prompt, rng, payoff.prices))

    @staticmethod
    def _moves_asked(view: View) -> bool:
        """Return whether ships are about to move."""
        return view.phase.asks_for("plot") and any(
            key in view.state.ships for prompt in view.prompts() for key in prompt.waiting[:1]
        )

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _move(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        """Compute the best move of one ship."""
        yield from self._learn(view, prompt.side)
        plan = yield from self._plan_moment(view, prompt)
        if plan.gives_up is not None:
            return plan.gives_up
        for key in prompt.waiting:
            move = plan.moves.get(key)
            if move is None:
                continue
            for thought in plan.secure(key):
                yield replace(thought, best=plan.best(key))
            ranked, totals = move.ranking(), move.totals
            close = totals[ranked[0]] - CLOSE * plan.payoff.worth(key)
            good = [n for n in ranked[:SHOWN] if totals[n] >= close]
            first = good[int(rng.random() * len(good))] if self.level.models else ranked[0]
            for number in (first, *ranked):
                order = move.ends.orders[number]
                if view.why_not(order) is None:
                    for better in laden(view, prompt.side, order):
                        order = better
                        move.laden = order, number
                        yield Thought(order, STAGES[-1], 1.0)
                    return order
        return random_order(view, prompt, rng)

    def _plan_moment(self, view: View, prompt: Prompt) -> Generator[Thought, None, SidePlan]:
        """Return the plan of this moment, as far as it has been computed. A player stopped early moves all ships by
        it."""
        now, turn = moment(view), view.state.turn
        if self._plan is None or self._plan[0] != now or not self._plan[1].ready:
            plan = SidePlan(view, prompt.side, self.level, self.style, self.trust, self._memory)
            self._plan = now, plan
            if self.level.models:
                self._foretold.setdefault(turn, plan)
            self._explain(plan)
            key = prompt.waiting[0]
            for thought in plan.think(key):
                yield replace(thought, best=plan.best(key))
        self._explain(self._plan[1])
        return self._plan[1]

    def _explain(self, plan: SidePlan) -> None:
        """Note that the next order follows this plan."""
        trust = self.trust.by_name if self.level.models else {}
        self._why = lambda order: plan.why(order, trust)

    def _learn(self, view: View, side: Id) -> Iterator[Thought]:
        """Judge the models by the moves of past turns."""
        now = view.state.turn
        for turn in sorted(one for one in {*self._turns, *self._foretold} if one < now):
            before, plan = self._turns.pop(turn, None), self._foretold.pop(turn, None)
            if (plan is None or not plan.foretold) and before is not None:
                plan = SidePlan(before, side, self.level, self.style, self.trust, self._memory)
                yield from plan.foretell()
            if plan is not None:
                self.trust.learn(plan.foretold, plan.started, Lookout(self._turns.get(turn + 1, view), side))

    # -- plans ---------------------------------------------------------------------------------------------------------

    def _written(self, view: View, prompt: Prompt, prices: Mapping[Id, tuple[float, float]]) -> Thinking:
        """Write the plan of one piece; those of the whole side are worked out together."""
        now, key = (view.state.turn, view.state.phase), prompt.waiting[0]
        if self._written_at != now or key not in self._plans:
            self._written_at = now
            for plans in written(view, prompt, prices):
                self._plans = plans
                yield Thought(plans.get(key), "plans", 0.5)
        return self._plans[key]

    # -- fire ----------------------------------------------------------------------------------------------------------

    def _fire(self, view: View, prompt: Prompt) -> Thinking:
        payoff, weighed = Payoff(Lookout(view, prompt.side), self.style), dict[Id, list[Target]]()
        best: Order | None = None
        # orders that were the best for a while, with their targets: thinking may stop at any of them
        aims = dict[Order, tuple[Id, ...]]()

        def why(order: Order) -> Reasons | None:
            aimed = aims.get(order, ())
            targets = sorted(weighed.get(order.by, ()), key=lambda one: (one.piece not in aimed, -one.worth))[:SHOWN]
            targets.sort(key=lambda one: -one.worth)
            return Reasons(order.by, turn, order, targets=tuple(targets), aimed=aimed) if aimed else None

        turn, self._why = view.state.turn, why
        for order in fire(view, prompt, payoff.prices, weighed):
            if order is not None and order != best:
                best, aims[order] = order, tuple(dict.fromkeys(one.target for one in view.odds(order)))
            yield Thought(best, "fire", 0.5)
        return best if best is not None else view.phase.accepts[0](prompt.waiting[0])
