"""The order in hand as it is written: by buttons of the form, step by step, or typed; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from game.core.orders import Order
from game.ui.battle.orders.path_steps import otherwise, paced
from game.ui.input_modes.choose import beside
from game.ui.input_modes.modes import mode_of
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.text_field import TextField


class OrderEntry:
    """Changes the order in hand, and gives it where it is sealed at once.

    `field` is the line in which orders are typed. `asks_twice` says whether the main button would give an order only at a
    second press.
    """

    def __init__(self, context: BattleContext, asks_twice: Callable[[Order], bool]) -> None:
        self.context, self._asks_twice = context, asks_twice
        self.field = TextField(
            Rect(0, 0, 1, 1), "", on_change=self.typing, name="notation", placeholder="type it, drag it or press it", size=24,
            weight="b", rule="table/plotting", hint="type the order as the rules write it", on_enter=self.typed,
            on_leave=self.untyped,
        )  # fmt: skip

    def edit(self, name: str, value: object) -> None:
        """A button of the form: the order is given with that value; it stays in hand, with the reason, while it cannot be, and
        where orders are carried out at once."""
        context, model = self.context, self.context.model
        context.keep()
        order = model.order
        if order is None:
            return
        changed = order.with_value(name, value)
        if model.view.phase.secret and model.view.why_not(changed) is None:
            context.give(changed)
        else:
            model.set_draft(changed)
            context.measure()
        if model.ghost:
            context.board.camera.bring_in(model.ghost.at, 40)
        context.change()

    def pace(self, on: int, turn: int) -> None:
        """Step by step along the way of the order in hand: the next step, or the step that is reached made otherwise."""
        context, model = self.context, self.context.model
        context.keep()
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
                context.give(order.with_value(name, value))
            return
        model.set_draft(None if same else order.with_value(name, value))
        context.weigh()

    def typing(self, string: str) -> None:
        """The order as far as it is typed is in hand, and its ghost on the board, if it can be read."""
        context, model = self.context, self.context.model
        context.drop()
        context.sure = False
        if model.order is None:
            return
        model.drafts.pop(model.chosen, None)
        order = model.read(string)
        if order is not None:
            model.set_draft(order)
        context.weigh()

    def typed(self) -> None:
        """Enter: what was typed is given; where the main button would ask once more, Enter is asked for once more too."""
        context, model = self.context, self.context.model
        order = model.read(self.field.value)
        if order is not None and self._asks_twice(order) and not context.sure:
            context.sure = True
        elif order is not None and context.give(order):
            context.focus.focus(None)
        context.change()

    def untyped(self) -> None:
        """Escape: what was typed is taken back."""
        context, model = self.context, self.context.model
        model.set_draft(None)
        context.focus.focus(None)
        context.change()

    def begin(self) -> None:
        """The keyboard goes to the line in which orders are typed; what is typed takes the place of what stands there."""
        context = self.context
        if mode_of(context.model).plots and context.model.order is not None and self.field in context.focus.widgets:
            context.focus.focus(self.field, True)
            self.field.anchor, self.field.cursor = 0, len(self.field.value)
