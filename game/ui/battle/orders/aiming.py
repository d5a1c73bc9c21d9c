"""Targets, guns and repair parties: what is picked for the order in hand; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.orders import Id, Order
from game.ui.input_modes.choose import choosing
from game.ui.input_modes.modes import mode_of
from game.ui.session.battle_context import BattleContext
from game.ui.session.seat_model import DAMAGED, next_of


class Aiming:
    """Picks and lays down, always by way of the order's own legality."""

    def __init__(self, context: BattleContext, answer: Callable[[str, Any], object]) -> None:
        """`answer` makes one of a few choices, by the name of its field and its value."""
        self.context, self._answer = context, answer

    def aim_at(self, key: Id) -> None:
        """An enemy as target; a gun that was picked up is aimed at it."""
        context, model = self.context, self.context.model
        gun, model.target, model.gun = model.gun, key, ""
        model.forget()
        if key and gun:
            self.gun(gun)
        context.weigh()

    def next_target(self, by: int) -> None:
        """The next target by distance, round and round."""
        model = self.context.model
        ring = sorted((piece.id for piece in model.targets()), key=model.distance) if model.chosen else []
        if ring:
            self.aim_at(next_of(ring, model.target, by))

    # -- guns and parties --------------------------------------------------------------------------------------------------

    def gun(self, key: str) -> None:
        """Pick a gun for the target, or lay it down; without a target it waits for one, and what it cannot do is shown."""
        context, model = self.context, self.context.model
        order = self._fire()
        if order is None or not mode_of(model).fires:
            return
        now = next((shot for shot in order.shots if shot.mount == key), None)
        if now and now.target == (model.target or now.target):
            model.set_draft(order.without(key))
            model.gun = ""
        elif not model.target:
            model.gun = "" if model.gun == key else key
            model.forget()
        else:
            if any(shot.mount == key and shot.bears for shot in model.shots(model.chosen, model.target)):
                model.set_draft(order.aim(key, model.target, self._prize(key)))
                model.gun = ""
            else:
                model.gun = "" if model.gun == key else key
                model.forget()
        context.weigh()

    def _fire(self) -> Any:
        """The order in hand; what the ship might have done before it fires is laid down for it."""
        model = self.context.model
        if choosing(model.order):
            model.set_draft(None)
        return model.order

    def _prize(self, gun: str) -> str:
        """The system a gun that picks one would do best to pick."""
        model = self.context.model
        best: Any = model.view.volley(model.chosen, model.target)
        return next((shot.system for shot in getattr(best, "shots", ()) if shot.mount == gun), "")

    def needle(self, system: str) -> None:
        """A gun that picks a system picks this one."""
        model = self.context.model
        order: Any = model.order
        for shot in getattr(order, "shots", ()):
            if shot.target == model.target and shot.system:
                self._take(order.aim(shot.mount, shot.target, system))
        self.context.weigh()

    def all(self) -> None:
        """All that bears on the target, or nothing again; parties as the crew would have it."""
        context, model = self.context, self.context.model
        order = self._fire()
        if order is None:
            return
        if mode_of(model).assigns:
            best = model.view.suggested(model.chosen)
            if best is not None:
                model.set_draft(best)
        elif mode_of(model).fires and model.target:
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

    def assign(self, system: str, parties: int) -> None:
        """So many parties on a system, if the rules allow it."""
        order: Any = self.context.model.order
        self._take(order.assign(system, parties))
        self.context.change()

    def _take(self, order: Order) -> None:
        """Keep an order in hand, or tell why it may not be given."""
        if fault := self.context.model.view.why_not(order):
            self.context.tell(fault.why)
        else:
            self.context.model.set_draft(order)

    def numbered(self, n: int) -> None:
        """The n-th gun, or one party more on the n-th lost system, or the n-th of a few choices."""
        model = self.context.model
        if model.order is None:
            return
        if mode_of(model).chooses:
            field = model.order.fields(model.view.state)[0].name
            values = [one.value for one in model.choices(field) if not one.why_not]
            if n <= len(values):
                self._answer(field, values[n - 1])
        if mode_of(model).fires:
            guns = model.guns(model.chosen)
            if n <= len(guns):
                self.gun(guns[n - 1].key)
        elif mode_of(model).assigns:
            broken = [one for one in model.sheet(model.chosen).icons if one.state in DAMAGED]
            if n <= len(broken):
                order: Any = model.order
                key = broken[n - 1].key
                now = dict(order.parties).get(key, 0)
                fits = model.view.why_not(order.assign(key, now + 1)) is None
                self.assign(key, now + 1 if fits else 0)
