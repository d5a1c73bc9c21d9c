"""Changes to the order in hand: by the form, step by step, typed, or by targets and guns; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pygame import Rect

from game.core.orders import Choice, Id, Order
from game.ui.battle.orders.path_steps import otherwise, path_field
from game.ui.board.plotting.hand import Plan
from game.ui.input_modes.choose import answers, beside, choosing, target_field, tasks
from game.ui.input_modes.modes import by_worth, mode_of
from game.ui.seat.seat_model import next_of
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.text_field import TextField


class OrderEntry:
    """Changes the order in hand, and gives it where it is sealed at once. `field` is the line for typed orders.
    `asks_twice` returns whether the main button would give an order only at a second press."""

    def __init__(self, context: BattleContext, asks_twice: Callable[[Order], bool]) -> None:
        self.context, self._asks_twice = context, asks_twice
        self._before: Mapping[Id, Plan] = {}  # plans in hand before anything was typed
        self._written: Mapping[Id, Plan] | None = None  # plans made by typing, to tell whether others were made since
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            on_change=self.typing,
            name="notation",
            placeholder="type it, drag it or press it",
            size=24,
            weight="b",
            rule="table/plotting",
            on_enter=self.give_typed,
            on_leave=self.cancel_typed,
        )

    def edit(self, name: str, value: object) -> None:
        """Set a field by the form, and give the order. It stays in hand if it is refused, with the reason, and where
        orders are carried out at once."""
        context, model = self.context, self.context.model
        context.screen.keep()
        order = model.order
        if order is None:
            return
        changed = order.with_value(name, value)
        if model.view.phase.secret and model.view.why_not(changed) is None:
            context.screen.give(changed)
        else:
            model.set_draft(changed)
            context.screen.measure()
        if model.ghost:
            context.board.camera.bring_in(model.ghost.at, 40)
        context.change()

    def pace(self, on: int, turn: int) -> None:
        """Move along the path of the order in hand to the next step, or turn the present step."""
        context, model = self.context, self.context.model
        context.screen.keep()
        field = path_field(model)
        if field is None:
            context.tell("this order has no steps")
            return
        model.pace = max(0, min(len(field.steps) - 1, model.pace + on))
        if turn:
            value, why = otherwise(model, field, model.pace, turn)
            if why:
                context.tell(why)
            else:
                self.edit(field.name, value)

    def answer(self, name: str, value: object) -> None:
        """Choose one of a few answers; a second press cancels it. It is in hand until the main button gives it."""
        context, model = self.context, self.context.model
        order = model.order if mode_of(model).chooses else beside(model)
        if order is None:
            return
        same = order.value(name) == value
        if model.view.phase.secret:
            if not same:
                context.screen.give_alike(order.with_value(name, value))
            return
        model.set_draft(None if same else order.with_value(name, value))
        context.weigh()

    def typing(self, string: str) -> None:
        """Put the order typed so far in hand, with its ghost on the board, if it can be parsed."""
        context, model = self.context, self.context.model
        if model.hand.plans is not self._written:
            self._before = model.hand.plans
        context.screen.drop()
        context.sure = False
        if model.order is None:
            return
        model.set_draft(None)
        order = model.read(string)
        if order is not None:
            model.set_draft(order)
        self._written = model.hand.plans
        context.weigh()

    def give_typed(self) -> None:
        """Give the typed order at Enter. Where the main button would ask again, a second Enter is needed."""
        context, model = self.context, self.context.model
        order = model.read(self.field.value)
        if order is not None and self._asks_twice(order) and not context.sure:
            context.sure, context.passing = True, False
        elif order is not None and (context.screen.give_alike if model.picked else context.screen.give)(order):
            context.focus.focus(None)
            if model.view.phase.secret and model.next_waiting():
                context.screen.do("next")
        context.change()

    def cancel_typed(self) -> None:
        """Cancel the typed order at Escape, and restore what was in hand before."""
        context, model = self.context, self.context.model
        model.untype()
        if model.hand.plans is self._written:
            model.replace_hand(replace(model.hand, plans=self._before))
        context.focus.focus(None)
        context.weigh()

    def begin(self) -> None:
        """Focus the line for typed orders; typing replaces its text."""
        context = self.context
        if mode_of(context.model).plots and context.model.order is not None and self.field in context.focus.widgets:
            context.focus.focus(self.field, True)
            self.field.anchor, self.field.cursor = 0, len(self.field.value)


class Aiming:
    """Picks and unpicks guns and targets, within the order's own legality."""

    def __init__(
        self, context: BattleContext, answer: Callable[[str, Any], object], edit: Callable[[str, Any], object]
    ) -> None:
        """`answer` chooses one of a few answers, by field and value; `edit` sets a field."""
        self.context, self._answer, self._edit = context, answer, edit

    def aim_at(self, key: Id) -> None:
        """Set an enemy as the target, and aim a picked gun at it."""
        context, model = self.context, self.context.model
        gun = model.gun
        model.aim_at(key)
        if key and gun:
            self.gun(gun)
        context.weigh()

    def next_target(self, by: int) -> None:
        """Choose the next target, in the order of expected damage and then of distance. An order that names one enemy
        gets that one."""
        model = self.context.model
        field, foes = target_field(model)
        if model.order is not None and field:
            worth = by_worth(model)
            ring = sorted(foes, key=lambda key: worth.index(key) if key in worth else len(worth))
            key = next_of(ring, str(model.order.value(field)), by)
            model.picking = ""
            if model.order.value(field) != key:
                self._edit(field, key)
            if model.aimable(key):
                self.aim_at(key)
        elif ring := by_worth(model):
            self.aim_at(next_of(ring, model.target, by))

    # -- guns and parties ----------------------------------------------------------------------------------------------

    def gun(self, key: str) -> None:
        """Pick a gun for the target, or unpick it. Without a target the gun waits for one, and shows why it cannot
        fire. A gun with several parts to aim at cycles through them before it is unpicked."""
        context, model = self.context, self.context.model
        order = self._fire()
        if order is None or not mode_of(model).fires:
            return
        now = next((shot for shot in order.shots if shot.mount == key), None)
        if now and now.target == (model.target or now.target):
            again = getattr(order, "again", order.without)
            model.set_draft(again(key))
            model.aim_at(model.target)
        elif key in model.fire.bearing(model.target):
            model.set_draft(order.aim(key, model.target, self._prize(key)))
            model.aim_at(model.target)
        else:
            model.aim_at(model.target, "" if model.gun == key else key)
        context.weigh()

    def _fire(self) -> Any:
        """Return the fire order in hand; an order before fire is replaced."""
        model = self.context.model
        if choosing(model.order):
            model.set_draft(None)
        return model.order

    def _prize(self, gun: str) -> str:
        """Return the best system of the target for a gun that picks one."""
        model = self.context.model
        best: Any = model.view.volley(model.chosen, model.target)
        return next((shot.system for shot in getattr(best, "shots", ()) if shot.mount == gun), "")

    def part(self, value: str) -> None:
        """Aim every gun picked for the target at this part of it."""
        model = self.context.model
        order: Any = model.order
        for shot in getattr(order, "shots", ()):
            if shot.target == model.target:
                order = order.aim(shot.mount, shot.target, value)
        self._take(order)
        self.context.weigh()

    def needle(self, system: str) -> None:
        """Aim a gun that picks a system at this one."""
        model = self.context.model
        order: Any = model.order
        for shot in getattr(order, "shots", ()):
            if shot.target == model.target and shot.system:
                self._take(order.aim(shot.mount, shot.target, system))
        self.context.weigh()

    def all(self) -> None:
        """Pick all that bears on the target, or unpick all. For choices and repairs, do what rules of thumb suggest."""
        context, model = self.context, self.context.model
        if mode_of(model).chooses and (best := model.view.suggestion(model.chosen)):
            if model.view.phase.secret and model.view.why_not(best) is None:
                context.screen.give_alike(best)  # as a choice in the form does
                return
            model.set_draft(best if best != model.order else None)
            context.weigh()
            return
        order = self._fire()
        if order is None:
            return
        if mode_of(model).assigns:
            for key in model.waiting:
                if (best := model.view.suggestion(key)) is not None:
                    model.set_draft(best)
        elif mode_of(model).fires and (target := self._target(order)):
            self.aim_at(target)
            volley: Any = model.view.volley(model.chosen, model.target)
            wanted = order
            for shot in order.shots:
                wanted = wanted.without(shot.mount) if shot.target == model.target else wanted
            for shot in volley.shots if volley else ():
                if not any(one.mount == shot.mount for one in wanted.shots):
                    wanted = wanted.aim(shot.mount, shot.target, shot.system)
            same = set(wanted.shots) == set(order.shots)
            for shot in order.shots if same else ():
                wanted = wanted.without(shot.mount) if shot.target == model.target else wanted
            model.set_draft(wanted)
        context.weigh()

    def _target(self, order: Any) -> Id:
        """Return the target, or if there is none and no gun is picked, the one with the most expected damage. Empty if
        nothing bears."""
        model = self.context.model
        ring = () if order.shots or model.target else by_worth(model)
        return model.target or next((key for key in ring if model.view.volley(model.chosen, key)), "")

    def assign(self, key: Id, task: str, parties: int) -> None:
        """Put that many parties of a ship on a task, if legal."""
        order = self.context.model.order_of(key)
        if order is not None:
            self._take(order.assign(task, parties))
        self.context.change()

    def _take(self, order: Order) -> None:
        """Put an order in hand, or show why it is illegal."""
        if fault := self.context.model.view.why_not(order):
            self.context.tell(fault.why)
        else:
            self.context.model.set_draft(order)

    def _nth_answer(self, order: Order, n: int) -> None:
        """Choose the n-th value of the only field, or the next value of the n-th field."""
        model = self.context.model
        fields = order.fields(model.view.state)
        if len(fields) == 1:
            self._give_answer(fields[0].name, answers(model, order, fields[0])[n - 1 : n])
            return
        for field in fields[n - 1 : n]:
            values, now = [one for one in answers(model, order, field) if not one.why_not], order.value(field.name)
            at = next((at for at, one in enumerate(values, 1) if one.value == now), 0)
            self._give_answer(field.name, values[at % len(values) :][:1] if values else [])

    def _give_answer(self, field: str, choices: Sequence[Choice]) -> None:
        """Choose an answer, if there is one; show why if it is refused."""
        for choice in choices:
            if choice.why_not:
                self.context.tell(choice.why_not, choice.rule)
            else:
                self._answer(field, choice.value)

    def choose_nth(self, n: int) -> None:
        """Choose the n-th gun, add a party to the n-th lost system, or choose the n-th answer."""
        model = self.context.model
        if model.order is None:
            return
        if mode_of(model).chooses:
            self._nth_answer(model.order, n)
        if mode_of(model).fires:
            guns = model.fire.guns(model.chosen)
            if n <= len(guns):
                self.gun(guns[n - 1].key)
        elif mode_of(model).assigns:
            order, found = model.order, tasks(model, model.chosen)
            if n <= len(found):
                key = found[n - 1].key
                now = dict(order.at_work).get(key, 0)
                fits = model.view.why_not(order.assign(key, now + 1)) is None
                self.assign(model.chosen, key, now + 1 if fits else 0)
