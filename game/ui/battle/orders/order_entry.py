"""The order in hand as it is changed: by the form, step by step, typed, or by targets and guns; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pygame import Rect

from game.core.orders import Choice, Id, Order
from game.ui.battle.orders.path_steps import otherwise, paced
from game.ui.board.plotting.hand import Plan
from game.ui.input_modes.choose import answers, beside, choosing, target_field, tasks
from game.ui.input_modes.modes import by_worth, mode_of
from game.ui.seat.seat_model import next_of
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.text_field import TextField


class OrderEntry:
    """Changes the order in hand, and gives it where it is sealed at once.

    `field` is the line in which orders are typed. `asks_twice` says whether the main button would give an order only at
    a second press.
    """

    def __init__(self, context: BattleContext, asks_twice: Callable[[Order], bool]) -> None:
        self.context, self._asks_twice = context, asks_twice
        self._before: Mapping[Id, Plan] = {}  # the plans that were in hand before anything was typed
        self._written: Mapping[Id, Plan] | None = None  # those of what has been typed; any others were made otherwise
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            on_change=self.typing,
            name="notation",
            placeholder="type it, drag it or press it",
            size=24,
            weight="b",
            rule="table/plotting",
            on_enter=self.typed,
            on_leave=self.untyped,
        )

    def edit(self, name: str, value: object) -> None:
        """A button of the form: the order is given with that value; it stays in hand, with the reason, while it cannot
        be, and where orders are carried out at once."""
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
        """Step by step along the way of the order in hand: the next step, or the step that is reached made
        otherwise."""
        context, model = self.context, self.context.model
        context.screen.keep()
        field = paced(model)
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
        """One of a few choices: in hand until the main button gives it; pressed again it is laid down."""
        context, model = self.context, self.context.model
        order = model.order if mode_of(model).chooses else beside(model)
        if order is None:
            return
        same = order.value(name) == value
        if model.view.phase.secret:
            if not same:
                context.screen.give(order.with_value(name, value))
            return
        model.set_draft(None if same else order.with_value(name, value))
        context.weigh()

    def typing(self, string: str) -> None:
        """The order as far as it is typed is in hand, and its ghost on the board, if it can be read."""
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

    def typed(self) -> None:
        """Enter: what was typed is given; where the main button would ask once more, Enter is asked for once more
        too."""
        context, model = self.context, self.context.model
        order = model.read(self.field.value)
        if order is not None and self._asks_twice(order) and not context.sure:
            context.sure, context.passing = True, False
        elif order is not None and (context.screen.give_alike if model.picked else context.screen.give)(order):
            context.focus.focus(None)
            if model.view.phase.secret and model.next_waiting():
                context.screen.do("next")
        context.change()

    def untyped(self) -> None:
        """Escape: what was typed is taken back, and what was in hand before is in hand again."""
        context, model = self.context, self.context.model
        model.untype()
        if model.hand.plans is self._written:
            model.put(replace(model.hand, plans=self._before))
        context.focus.focus(None)
        context.weigh()

    def begin(self) -> None:
        """The keyboard goes to the line in which orders are typed; what is typed takes the place of what stands
        there."""
        context = self.context
        if mode_of(context.model).plots and context.model.order is not None and self.field in context.focus.widgets:
            context.focus.focus(self.field, True)
            self.field.anchor, self.field.cursor = 0, len(self.field.value)


class Aiming:
    """Picks and lays down, always by way of the order's own legality."""

    def __init__(
        self, context: BattleContext, answer: Callable[[str, Any], object], edit: Callable[[str, Any], object]
    ) -> None:
        """`answer` makes one of a few choices, by the name of its field and its value; `edit` puts that value there
        for good."""
        self.context, self._answer, self._edit = context, answer, edit

    def aim_at(self, key: Id) -> None:
        """An enemy as target; a gun that was picked up is aimed at it."""
        context, model = self.context, self.context.model
        gun = model.gun
        model.aim_at(key)
        if key and gun:
            self.gun(gun)
        context.weigh()

    def next_target(self, by: int) -> None:
        """The next target, what it would hurt most first and then the nearest, round and round; an order that names
        one enemy names that one."""
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
        """Pick a gun for the target, or lay it down; without a target it waits for one, and what it cannot do is shown.

        One that can be aimed at several parts of its target goes from one to the next before it is laid down.
        """
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
        """Return the order in hand; what the ship might have done before it fires is laid down for it."""
        model = self.context.model
        if choosing(model.order):
            model.set_draft(None)
        return model.order

    def _prize(self, gun: str) -> str:
        """Return the system a gun that picks one would do best to pick."""
        model = self.context.model
        best: Any = model.view.volley(model.chosen, model.target)
        return next((shot.system for shot in getattr(best, "shots", ()) if shot.mount == gun), "")

    def part(self, value: str) -> None:
        """Every gun picked for the target is aimed at this part of it."""
        model = self.context.model
        order: Any = model.order
        for shot in getattr(order, "shots", ()):
            if shot.target == model.target:
                order = order.aim(shot.mount, shot.target, value)
        self._take(order)
        self.context.weigh()

    def needle(self, system: str) -> None:
        """A gun that picks a system picks this one."""
        model = self.context.model
        order: Any = model.order
        for shot in getattr(order, "shots", ()):
            if shot.target == model.target and shot.system:
                self._take(order.aim(shot.mount, shot.target, system))
        self.context.weigh()

    def all(self) -> None:
        """All that bears on the target, or nothing again; of what is chosen or mended, what rules of thumb name."""
        context, model = self.context, self.context.model
        if mode_of(model).chooses and (best := model.view.suggested(model.chosen)):
            model.set_draft(best if best != model.order else None)
            context.weigh()
            return
        order = self._fire()
        if order is None:
            return
        if mode_of(model).assigns:
            for key in model.waiting:
                if (best := model.view.suggested(key)) is not None:
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
        """Return the target; without one, and with no gun picked, what the ship would hurt most. Empty if nothing
        bears."""
        model = self.context.model
        ring = () if order.shots or model.target else by_worth(model)
        return model.target or next((key for key in ring if model.view.volley(model.chosen, key)), "")

    def assign(self, key: Id, task: str, parties: int) -> None:
        """That many parties of a ship at a task, if the rules allow it."""
        order = self.context.model.order_of(key)
        if order is not None:
            self._take(order.assign(task, parties))
        self.context.change()

    def _take(self, order: Order) -> None:
        """Keep an order in hand, or tell why it may not be given."""
        if fault := self.context.model.view.why_not(order):
            self.context.tell(fault.why)
        else:
            self.context.model.set_draft(order)

    def _nth_answer(self, order: Order, n: int) -> None:
        """The n-th value of the only field, or the next value of the n-th field."""
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
        """Answer with a choice, if there is one; a refused one tells why."""
        for choice in choices:
            if choice.why_not:
                self.context.tell(choice.why_not, choice.rule)
            else:
                self._answer(field, choice.value)

    def numbered(self, n: int) -> None:
        """The n-th gun, or one party more on the n-th lost system, or the n-th of a few choices."""
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
