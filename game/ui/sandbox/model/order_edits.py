"""Orders of a plan from keys, forms and the strip of manoeuvres, and remedies for refused ones; no part of the
rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.board.boards import board_of
from game.board.place_names import without_names
from game.core.names import join_words
from game.core.orders import Choice, Id, Illegal, Order, Unreadable
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
    """An order that cannot be given, and the reason."""

    by: Id
    text: str
    why: Illegal
    phase: str = ""


@dataclass(frozen=True, slots=True)
class SwitchedOn:
    """House rules switched on because an order used them: titles, page, and the order's plan and turn. `also` names the
    rules that came with them, and why. `deed` is the number of the command; it is shown until the next one."""

    titles: str
    also: str
    rule: str
    turn: int
    plan: str
    deed: tuple[int, str]


def last_deed(sandbox: Sandbox) -> tuple[int, str]:
    """Return the number of commands, and the last one."""
    done = sandbox.done
    return len(done), done[0] if done else ""


class OrderEdits:
    """Gives orders in the sandbox of a context."""

    context: SandboxContext

    def give(self, by: Id, text: str, phase: str = "") -> bool:
        """Plan an order of the ship or its side. If it cannot be given, store the reason and return False."""
        text = without_names(board_of(self.context.sandbox.start.state.table), text)
        try:
            self.plan_order(by, text, phase)
        except Illegal as why:
            self.refuse(PlanRefusal(by, text, why, phase))
            return False
        self.context.look_anew()
        return True

    def plan_order(self, by: Id, text: str, phase: str = "") -> None:
        """Plan an order of a ship, or of its side if that gives it. Raises Illegal with the first reason."""
        sandbox, refused = self.context.sandbox, list[Illegal]()
        row = row_of(sandbox.opened.battle, by, text)
        side = sandbox.start.state.owner(by) if row is not None and not row.secret else by
        for giver in dict.fromkeys((by, side)):
            try:
                sandbox.give(giver, text, phase=phase)
            except Illegal as why:
                refused.append(why)
                continue
            return
        raise refused[0]

    def refuse(self, refused: PlanRefusal) -> None:
        """Store a refused order with its reason. If there is no remedy, show the reason at once."""
        self.context.refused = refused
        if self.context.remedy is None:
            self.context.tell(refused.why.why, refused.why.rule)
        self.context.change()

    def give_lifting(self, by: Id, text: str, house: Mapping[str, HouseValue] | None = None, phase: str = "") -> bool:
        """Plan an order and switch on these house rules and all others that it needs, as one command."""
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
        archive = sandbox.opened.battle.system.archive
        before = sandbox.settings({key: False for key in found.house if any(key == one.own for one in archive)})
        with_it: dict[str, list[str]] = {}
        for one in archive:
            if one.own not in found.house and one.played(sandbox.settings({})) and not one.played(before):
                with_it.setdefault(one.because, []).append(one.title)
        also = "; ".join(
            f"{join_words(titles)} {'come' if titles[1:] else 'comes'} with it: {why}"
            for why, titles in with_it.items()
        )
        self.context.switched = SwitchedOn(
            found.titles, also, rule, sandbox.turn, sandbox.branch.key, last_deed(sandbox)
        )

    def switch_on(self) -> bool:
        """Give the refused order with its house rules switched on. Return False if there is no such remedy."""
        refused, found = self.context.refusal, self.context.remedy
        if refused is None or found is None or found.still:
            return False
        self.context.focus.focus(None)
        return self.give_lifting(refused.by, refused.text, found.house, refused.phase)

    def only_switch_on(self) -> None:
        """Switch on the house rules of an order that stays refused even so, and show the remaining reason."""
        context, refused, found = self.context, self.context.refusal, self.context.remedy
        if refused is None or found is None or found.still is None:
            return
        before = last_deed(context.sandbox)
        context.focus.focus(None)
        context.commands.attempt(context.sandbox.set_part, "house", **found.house)
        if last_deed(context.sandbox) != before:
            self._tell_switched(found)
            if isinstance(found.still, Unreadable):  # a partly typed order is completed by typing
                context.screen.focus_on("notation", refused.text)
            else:
                context.refused = PlanRefusal(refused.by, refused.text, found.still, refused.phase)

    def take_out(self, less: Order) -> None:
        """Give a refused order without a part of it."""
        self.context.focus.focus(None)
        self.give_lifting(less.by, str(less))

    def edit(self, name: str, value: object) -> None:
        """Give the order with a value from the form. If it cannot be given, keep it in hand with the reason."""
        model = self.context.model
        if model is None or model.order is None:
            return
        order = model.order.with_value(name, value)
        if model.view.why_not(order) is None:
            self.give(order.by, str(order))
        else:
            model.set_draft(order)
            self.context.change()

    # -- manoeuvres of the archive -------------------------------------------------------------------------------------

    def use(self, entry: ArchiveEntry) -> None:
        """Add a manoeuvre to the order in hand, and switch it on if it is off. If the order has it already, remove
        it."""
        context, model = self.context, self.context.model
        if model is None or model.order is None:
            context.tell(context.no_order(), "table/plotting")
            return
        order = model.order
        known = entry.field in order.domain(model.view.state)
        if known and order.value(entry.field):
            self.give(order.by, str(order.with_value(entry.field, None)))
            return
        house = self._switching_on(entry)
        choice = self._least(order, entry, house)
        if choice is None:
            why = self._not_here(order.by, entry, house)
            context.tell(why.why, why.rule)
            return
        self.give_lifting(order.by, str(order.with_value(entry.field, choice.value)), house)

    def _switching_on(self, entry: ArchiveEntry) -> dict[str, HouseValue]:
        """Return the house rule to switch on for a manoeuvre, if it is off."""
        return {} if entry.played(self.context.sandbox.settings({})) else {entry.own or entry.switches[0]: True}

    def _least(self, order: Order, entry: ArchiveEntry, house: Mapping[str, HouseValue]) -> Choice | None:
        """Return the least use of a manoeuvre under these house rules. None if the ship cannot do it in any amount."""
        under = self.context.model_under(house)
        if under is None or entry.field not in order.domain(under.view.state):
            return None
        choice = least(under, order, entry.field)
        return choice if choice.value is not None else None

    def _not_here(self, by: Id, entry: ArchiveEntry, house: Mapping[str, HouseValue]) -> Illegal:
        """Return the rule's reason why a ship cannot do a manoeuvre in any amount."""
        for text in (entry.word, f"{entry.word}1"):
            why = self.context.sandbox.would_refuse(by, text, house)
            if why is not None and not isinstance(why, Unreadable):
                return why
        return Illegal(f"{self.context.sandbox.name(by)} cannot do that now", entry.rule)

    def foretold(self, entry: ArchiveEntry) -> str:
        """Return the effect of a press on a manoeuvre, or the reason it has none, as a sentence."""
        return self.context.once("foretold", entry.field, ask=lambda: self._foretold(entry))

    def _foretold(self, entry: ArchiveEntry) -> str:
        context, model = self.context, self.context.model
        if model is None or model.order is None:
            said = context.no_order()
        elif entry.field in model.order.domain(model.view.state) and model.order.value(entry.field):
            said = "it stands in the order: a click takes it out"
        else:
            house, name = self._switching_on(entry), context.sandbox.name(model.order.by)
            choice = self._least(model.order, entry, house)
            said = f"a click puts it into the order of {name}"
            if choice is None:
                said = self._not_here(model.order.by, entry, house).why
            elif choice.why_not:
                said = choice.why_not
            elif house:
                said = f"off: a click switches it on and puts it into the order of {name}"
        return f"{said[:1].upper()}{said[1:]}".rstrip(".") + "."

    def toggle(self, entry: ArchiveEntry) -> None:
        """Switch a manoeuvre on or off, whether it is used or not."""
        context = self.context
        if not entry.own:
            words = "comes with others" if entry.switches else "is part of the base rules"
            context.tell(f"{entry.title} {words} and has no switch of its own", entry.rule)
            return
        on = not entry.switched_on(context.sandbox.settings({}))
        context.commands.attempt(context.sandbox.set_part, "house", **{entry.own: on})
        known = [one for one in context.sandbox.rules if one.key == entry.own]
        if on and entry.switched_on(context.sandbox.settings({})):
            self._tell_switched(Remedy(tuple(known), {entry.own: True}))
