"""The adviser of a sandbox; no part of the rules.

Its best orders can be given, chosen by chance, or begun as plans.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from game.core.names import whole_percent as percent
from game.core.orders import Id, Order
from game.ui.advice.model import RULE, LiveAdviser, Subject

if TYPE_CHECKING:
    from game.ui.sandbox.model.context import SandboxContext


class SandboxAdviser(LiveAdviser):
    """Weighs the ship in hand in the turn that is planned."""

    takes = True

    def __init__(self, context: SandboxContext) -> None:
        super().__init__()
        self.context = context

    def subject(self) -> Subject | str:
        """Return the ship in hand before its orders are carried out, or a sentence why there is none."""
        context, model = self.context, self.context.model
        if model is None:
            said = context.no_order()
            return f"{said[:1].upper()}{said[1:]}."
        return Subject(model.view, context.chosen, context.target, context.asked)

    def redraw(self) -> None:
        """Lay everything out again."""
        self.context.change()

    @property
    def order(self) -> Order | None:
        """The order of the ship in the present plan."""
        return self.context.model.order if self.context.model else None

    @property
    def plan_title(self) -> tuple[str, str, str]:
        """The letter and the name of the plan, and words beside them."""
        branch = self.context.sandbox.branch
        return branch.key, f"Your plan {branch.key}", branch.name

    @property
    def remembers(self) -> object:
        """The start with its ships, its table and its house rules."""
        return self.context.sandbox.state.start

    def cap(self, rank: int) -> str:
        """Return the key that gives one of the best orders."""
        return self.context.keys.cap(f"advised {rank + 1}")

    def _best(self, number: int) -> tuple[Id, str] | None:
        """Return the ship in hand and the text of one of its best orders. If there is none, show a sentence and return
        None."""
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
        """Give one of the best orders. Return whether it was given."""
        best = self._best(number)
        return best is not None and self.context.commands.give(*best)

    def roll(self) -> None:
        """Give one of the best orders by chance, each by its share."""
        if self._best(0) is None:
            return
        advice, sandbox = self.advice, self.context.sandbox
        assert advice is not None
        chance = Random(f"{sandbox.opened.file.seed}/{len(sandbox.done)}/{advice.piece}")  # not the battle's own dice
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
                commands.plan_order(advice.piece, order)
            return True

        if commands.attempt(commands.sandbox.together, f"{len(orders)} plans for {advice.piece}", plans):
            self.context.tell(f"{len(orders)} plans begun, one for each of the best orders", RULE)
