"""The order in hand as it is written: by buttons of the form, step by step, or typed; no part of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.ui.battle.orders.choice_panel import beside
from game.ui.battle.orders.path_steps import otherwise, paced

if TYPE_CHECKING:
    from game.ui.battle.screen import BattleScreen


class Writing:
    """Changes the order in hand, and gives it where it is sealed at once."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen

    def edit(self, name: str, value: Any) -> None:
        """A button of the form: the order is given with that value; it stays in hand, with the reason, while it cannot be, and
        where orders are carried out at once."""
        screen, desk = self.screen, self.screen.desk
        screen.hand.keep()
        order = desk.order
        if order is None:
            return
        changed = order.changed(name, value)
        if desk.view.phase.secret and desk.view.why_not(changed) is None:
            screen.conduct.give(changed)
        else:
            desk.hold(changed)
            screen.conduct.measure()
        if (ghost := desk.ghost) and not screen.board.camera.shows(ghost.at, 40):
            screen.board.camera.look_at(ghost.at)
        screen.change()

    def pace(self, on: int, turn: int) -> None:
        """Step by step along the way of the order in hand: the next step, or the step that is reached made otherwise."""
        screen, desk = self.screen, self.screen.desk
        screen.hand.keep()
        field = paced(desk)
        if field is None:
            screen.tell("this order has no steps")
            return
        desk.pace = max(0, min(len(field.steps) - 1, desk.pace + on))
        if turn:
            value, why = otherwise(desk, field, desk.pace, turn)
            if why:
                screen.tell(why)
            else:
                self.edit(field.name, value)

    def answer(self, name: str, value: Any) -> None:
        """One of a few choices: in hand until the main button gives it; pressed again it is laid down."""
        screen, desk = self.screen, self.screen.desk
        order = desk.order if desk.gesture == "choose" else beside(desk)
        if order is None:
            return
        same = order.value(name) == value
        if desk.view.phase.secret:
            if not same:
                screen.conduct.give(order.changed(name, value))
            return
        desk.hold(None if same else order.changed(name, value))
        screen.conduct.measure()
        screen.change()

    def typing(self, string: str) -> None:
        """The order as far as it is typed is in hand, and its ghost on the board, if it can be read."""
        screen, desk = self.screen, self.screen.desk
        screen.hand.drop()
        screen.sure = False
        if desk.order is None:
            return
        desk.hands.pop(desk.chosen, None)
        order = desk.read(string)
        if order is not None:
            desk.hold(order)
        screen.conduct.measure()
        screen.change()

    def typed(self) -> None:
        """Enter: what was typed is given; where the main button would ask once more, Enter is asked for once more too."""
        screen, desk = self.screen, self.screen.desk
        order = desk.read(screen.field.value)
        if order is not None and screen.main.order == order and screen.main.sure and not screen.sure:
            screen.sure = True
        elif order is not None and screen.conduct.give(order):
            screen.focus.focus(None)
        screen.change()

    def untyped(self) -> None:
        """Escape: what was typed is taken back."""
        screen, desk = self.screen, self.screen.desk
        desk.hold(None)
        screen.focus.focus(None)
        screen.change()

    def begin(self) -> None:
        """The keyboard goes to the line in which orders are typed; what is typed takes the place of what stands there."""
        screen = self.screen
        if screen.desk.gesture == "plot" and screen.desk.order is not None and screen.field in screen.focus.widgets:
            screen.focus.focus(screen.field, True)
            screen.field.anchor, screen.field.cursor = 0, len(screen.field.value)
