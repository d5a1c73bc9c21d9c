"""The adviser of a sandbox: what is asked of it, its answer, and the work towards the next; no part of the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from game.battle.slowly import Slowly
from game.battle.view import View
from game.core.orders import Id, Order
from game.players.captain.adviser import Advice, Adviser, Answer
from game.players.captain.lookout import Memory
from game.ui.render.text import minus, percent
from game.ui.session import thinking

if TYPE_CHECKING:
    from game.ui.sandbox.model.context import SandboxContext

RULE = "table/adviser"
TURNS = 3  # at most, this one counted
SHOWN = 6  # ends of an enemy that are shown


class SandboxAdviser:
    """Asks for the ship in hand, again whenever something changes, and keeps the last answer until the next is there.

    `turns` are how many are looked at, `boxes` whether boxes count in place of points, `every` whether all enemies are
    weighed or the target alone. `worth` and `theirs` say what is shown on the board.
    """

    def __init__(self, context: SandboxContext) -> None:
        self.context = context
        self.open = False
        self.turns, self.boxes, self.every = 1, False, False
        self.worth = self.theirs = True
        self.advice: Advice | None = None
        self.view: View | None = None  # in which the answer holds
        self._asked: object = None  # what the answer, or the work towards it, is for
        self._adviser: Adviser | None = None
        self._steps: Slowly[Advice] | None = None
        self._memory: tuple[object, Memory] = (None, Memory())

    # -- asking --------------------------------------------------------------------------------------------------------

    @property
    def foes(self) -> tuple[Id, ...]:
        """The enemies that are weighed."""
        model = self.context.model
        if model is None:
            return ()
        every = [one.id for one in model.view.state.enemies(model.view.state.owner(self.context.chosen))]
        return tuple(every if self.every or self.context.target not in every else [self.context.target])

    @property
    def why_not(self) -> str:
        """A sentence where there is nothing to weigh; empty where there is."""
        context, model = self.context, self.context.model
        if model is None:
            said = context.no_order()
            return f"{said[:1].upper()}{said[1:]}."
        if not self.foes:
            return "There is no enemy to weigh it against."
        if len(model.destinations()) < 2:
            name, word = context.sandbox.name(context.chosen), context.sandbox.turn_word
            return f"{name} has no choice of where to end this {word}."
        return ""

    @property
    def _question(self) -> object:
        context = self.context
        return context.asked, context.chosen, self.foes, self.turns, self.boxes

    @property
    def busy(self) -> bool:
        """Is there an answer to be worked out?"""
        return self.open and not self.why_not and (self._steps is not None or self._asked != self._question)

    @property
    def done(self) -> float:
        """The share of the work that is behind it."""
        return self._adviser.done if self._adviser and self._steps else 1.0

    @property
    def fresh(self) -> bool:
        """Does the answer hold for how things stand?"""
        return self.advice is not None and not self.busy and self.advice.piece == self.context.chosen

    def work(self) -> None:
        """Work for a part of a frame."""
        if self._asked != self._question:
            self._begin()
        until = thinking.clock() + thinking.SLICE
        while self._steps is not None and thinking.clock() < until:
            try:
                next(self._steps)
            except StopIteration as found:
                self.advice, self._steps = found.value, None
        self.context.change()

    def _begin(self) -> None:
        model, start = self.context.model, self.context.sandbox.state.start
        assert model is not None
        if self._memory[0] is not start:  # ships, table or house rules are others
            self._memory = start, Memory()
        if self.advice is not None and self.advice.piece != self.context.chosen:
            self.advice = None
        self._asked, self.view = self._question, model.view
        self._adviser = Adviser(model.view, self.context.chosen, self.foes, self.turns, self.boxes, self._memory[1])
        self._steps = self._adviser.weigh()

    # -- what is answered ----------------------------------------------------------------------------------------------

    @property
    def reaches(self) -> bool:
        """Does anybody reach anybody in the turns that are looked at?"""
        return self.advice is not None and any(one.any() for one in self.advice.margins.values())

    @property
    def drawn(self) -> Advice | None:
        """The answer that is drawn on the board."""
        return self.advice if self.open and not self.why_not and self.reaches else None

    @property
    def plan(self) -> int | None:
        """The end that the plan in hand comes to."""
        advice, view, adviser = self.advice, self.view, self._adviser
        order = self.context.model.order if self.context.model else None
        if advice is None or view is None or adviser is None or order is None:
            return None
        if getattr(order, "by", "") != advice.piece or view.why_not(order) is not None:
            return None
        return advice.number_of(adviser.lookout.place(view.pose(order)))

    def likely(self, most: int = SHOWN) -> list[Answer]:
        """The likeliest ends of the enemy in hand, at most so many."""
        advice = self.advice
        if advice is None:
            return []
        foe = self.context.target if self.context.target in advice.theirs else next(iter(advice.theirs))
        return advice.likely(foe)[:most]

    def order_words(self, order: Order | None) -> str:
        """An order as it is written; of one who does not choose, that he holds on."""
        return minus(self.view.briefly(order)) if order is not None and self.view else "holds on"

    # -- doing ---------------------------------------------------------------------------------------------------------

    def turn_on(self) -> None:
        """Open the adviser, or close it."""
        self.open = not self.open
        self.context.change()

    def show(self, what: str) -> None:
        """Show the worth of ends, or the enemy's likely ends, or no longer."""
        if what == "worth":
            self.worth = not self.worth
        else:
            self.theirs = not self.theirs
        self.context.change()

    def look_ahead(self, turns: int) -> None:
        """Weigh so many turns."""
        self.turns = turns
        self.context.change()

    def count(self, boxes: bool) -> None:
        """Count boxes, or points."""
        self.boxes = boxes
        self.context.change()

    def weigh_all(self, every: bool) -> None:
        """Weigh every enemy, or the target alone."""
        self.every = every
        self.context.change()

    def _best(self, number: int) -> tuple[Id, str] | None:
        """The ship in hand and the text of one of its best orders; None, said in a sentence, where there is none."""
        if not self.open:
            self.context.tell(f"open the adviser with {self.context.keys.cap('advise')} first", RULE)
        elif why := self.why_not:
            self.context.tell(why, RULE)
        elif self.advice is None or not self.fresh:
            self.context.tell("the adviser is still weighing", RULE)
        elif number < len(self.advice.best):
            return self.advice.piece, str(self.advice.ends.orders[self.advice.best[number]]) or "0"
        return None

    def take(self, number: int) -> bool:
        """Give one of the best orders."""
        best = self._best(number)
        return best is not None and self.context.commands.give(*best)

    def roll(self) -> None:
        """Give one of the best orders by chance, each by its share."""
        if self._best(0) is None:
            return
        advice, sandbox = self.advice, self.context.sandbox
        assert advice is not None
        chance = Random(f"{sandbox.opened.file.seed}/{len(sandbox.done)}/{advice.piece}")  # none of the battle's dice
        shares = [float(advice.shares[n]) + 1e-9 for n in advice.best]
        number = chance.choices(range(len(shares)), shares)[0]
        if self.take(number):
            words = self.order_words(advice.ends.orders[advice.best[number]])
            self.context.tell(f"rolled: {words}, {percent(shares[number] / sum(shares))} of the time", RULE)

    def branch(self) -> None:
        """Begin a plan for each of the best orders."""
        if self._best(0) is None:
            return
        advice, commands, own = self.advice, self.context.commands, self.context.sandbox.branch.key
        assert advice is not None
        orders = [str(advice.ends.orders[number]) or "0" for number in advice.best]

        def plans() -> bool:
            for order in orders:
                commands.sandbox.begin_branch(own)
                commands.planned(advice.piece, order)
            return True

        if commands.tried(commands.sandbox.together, f"{len(orders)} plans for {advice.piece}", plans):
            self.context.tell(f"{len(orders)} plans begun, one for each of the best orders", RULE)
