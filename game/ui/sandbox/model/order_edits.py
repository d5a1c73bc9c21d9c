"""Orders of a plan as they are given by keys, forms and the strip of manoeuvres, and the ways on from one that is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.board.boards import board_of
from game.board.place_names import without_names
from game.core.orders import Id, Illegal, Order
from game.core.system import ArchiveEntry
from game.core.values import HouseValue
from game.sandbox.branch_replay import row_of
from game.sandbox.remedies import Remedy, remedy
from game.sandbox.sandbox import Sandbox
from game.ui.battle.orders.manoeuvre_fields import least

if TYPE_CHECKING:
    from game.ui.sandbox.model.context import SandboxContext


@dataclass(frozen=True, slots=True)
class PlanRefusal:
    """An order that cannot be given, and why."""

    by: Id
    text: str
    why: Illegal
    phase: str = ""


@dataclass(frozen=True, slots=True)
class SwitchedOn:
    """House rules that came on because an order used them: their titles, their page, and the plan and turn of the order.

    `deed` is the deed it was; it is told until something else is done.
    """

    titles: str
    rule: str
    turn: int
    plan: str
    deed: tuple[int, str]


def last_deed(sandbox: Sandbox) -> tuple[int, str]:
    """How much was done, and what last."""
    done = sandbox.done
    return len(done), done[0] if done else ""


class OrderEdits:
    """Gives orders in the sandbox of a context."""

    context: SandboxContext

    def give(self, by: Id, text: str, phase: str = "") -> bool:
        """Plan an order, the ship's or its side's; False, with its reason kept, if it cannot be given."""
        context, sandbox = self.context, self.context.sandbox
        text = without_names(board_of(sandbox.start.state.table), text)
        row = row_of(sandbox.opened.battle, by, text)
        side = sandbox.start.state.owner(by) if row is not None and not row.secret else by
        refused: PlanRefusal | None = None
        for giver in dict.fromkeys((by, side)):
            try:
                sandbox.give(giver, text, phase=phase)
            except Illegal as why:
                refused = refused or PlanRefusal(giver, text, why, phase)
                continue
            context.look_anew()
            return True
        assert refused is not None
        self.refuse(refused)
        return False

    def refuse(self, refused: PlanRefusal) -> None:
        """Keep an order that cannot be given with its reason; where there is no way on, the reason is told at once."""
        self.context.refused = refused
        if self.context.remedy is None:
            self.context.tell(refused.why.why, refused.why.rule)
        self.context.change()

    def give_lifting(self, by: Id, text: str, house: Mapping[str, HouseValue] | None = None, phase: str = "") -> bool:
        """Plan an order and switch on what it wants, these house rules and whatever else is off, as one deed."""
        sandbox, wanted = self.context.sandbox, dict(house or {})
        if why := sandbox.would_refuse(by, text, wanted, phase):
            found = remedy(sandbox, by, text, why, phase)
            if found is None or found.still:
                self.refuse(PlanRefusal(by, text, why, phase))
                return False
            wanted = dict(found.house)
        if not wanted:
            return self.give(by, text, phase)
        known = {rule.key: rule for rule in sandbox.rules}
        sandbox.give_switching_on(by, text, wanted, phase)
        self.context.look_anew()
        self._tell_switched(Remedy(tuple(known[key] for key in wanted), wanted))
        return True

    def _tell_switched(self, found: Remedy) -> None:
        sandbox, rule = self.context.sandbox, found.rules[0].rule
        self.context.switched = SwitchedOn(found.titles, rule, sandbox.turn, sandbox.branch.key, last_deed(sandbox))

    def switch_on(self) -> bool:
        """Give the order that was refused, with what it wants switched on; False if there is no such way on."""
        refused, found = self.context.refusal, self.context.remedy
        if refused is None or found is None or found.still:
            return False
        self.context.focus.focus(None)
        return self.give_lifting(refused.by, refused.text, found.house, refused.phase)

    def only_switch_on(self) -> None:
        """Switch on what an order wants that was refused and cannot be given even so; it stays refused, with what is left."""
        context, refused, found = self.context, self.context.refusal, self.context.remedy
        if refused is None or found is None or found.still is None:
            return
        before = last_deed(context.sandbox)
        context.focus.focus(None)
        context.commands.tried(context.sandbox.set_part, "house", **found.house)
        if last_deed(context.sandbox) != before:
            self._tell_switched(found)
            context.refused = PlanRefusal(refused.by, refused.text, found.still, refused.phase)

    def take_out(self, less: Order) -> None:
        """Give an order that was refused without a part of it."""
        self.context.focus.focus(None)
        self.give_lifting(less.by, str(less))

    def edit(self, name: str, value: object) -> None:
        """A button of the order form: the order is given with that value, or kept in hand with the reason why it cannot be."""
        model = self.context.model
        if model is None or model.order is None:
            return
        order = model.order.with_value(name, value)
        if model.view.why_not(order) is None:
            self.give(order.by, str(order))
        else:
            model.set_draft(order)
            self.context.change()

    # -- manoeuvres of the archive ---------------------------------------------------------------------------------------

    def use(self, entry: ArchiveEntry) -> None:
        """Add a manoeuvre to the order in hand, switched on if it is off; one that stands there already is taken out."""
        context, sandbox, model = self.context, self.context.sandbox, self.context.model
        if model is None or model.order is None:
            context.tell(context.no_order(), "table/plotting")
            return
        order = model.order
        known = entry.field in order.domain(model.view.state)
        if known and order.value(entry.field):
            self.give(order.by, str(order.with_value(entry.field, None)))
            return
        house: dict[str, HouseValue] = {} if entry.played(sandbox.settings({})) else {entry.switches[0]: True}
        under = context.model_under(house)
        if under is None or entry.field not in order.domain(under.view.state):
            self._not_here(order.by, entry, house)
            return
        choice = least(under, order, entry.field)
        if choice.value is None:
            self._not_here(order.by, entry, house)
            return
        self.give_lifting(order.by, str(order.with_value(entry.field, choice.value)), house)

    def _not_here(self, by: Id, entry: ArchiveEntry, house: Mapping[str, HouseValue]) -> None:
        """Say why a ship cannot do a manoeuvre whatever its amount, in the words of the rules."""
        for text in (entry.word, f"{entry.word}1"):
            why = self.context.sandbox.would_refuse(by, text, house)
            if why is not None and why.rule != "table/plotting":
                self.context.tell(why.why, why.rule)
                return
        self.context.tell(f"{self.context.sandbox.name(by)} cannot do that now", entry.rule)

    def toggle(self, entry: ArchiveEntry) -> None:
        """Switch a manoeuvre on or off, used or not."""
        context = self.context
        if len(entry.switches) != 1:
            words = "comes with others" if entry.switches else "is part of the base rules"
            context.tell(f"{entry.title} {words} and has no switch of its own", entry.rule)
            return
        on = not entry.played(context.sandbox.settings({}))
        context.commands.tried(context.sandbox.set_part, "house", **{entry.switches[0]: on})
