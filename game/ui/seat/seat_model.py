"""A side's model: the orders in hand, their forecast, and the open parts of its screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.battle.battle import View
from game.core.orders import Id, Illegal, Order, Unreadable
from game.core.state import Piece
from game.seating.order_words import spell_out_keys, words_for_keys
from game.ui.seat.fire_ahead import FireAhead
from game.ui.seat.foresight import Foresight
from game.ui.seat.seat_orders import SeatOrders

DAMAGED = ("lost", "killed", "damaged")


class SeatModel(SeatOrders):
    """The model of one side."""

    def __init__(self, view: View) -> None:
        self.pace = 0  # index of the path's step that the keys edit
        self.picking = ""  # the form's field that waits for a click on a ship
        self.unfolded = False  # true if the form also shows orders that are impossible now
        self.open_side = ""  # the side of a ship whose row of faces is open
        super().__init__(view)
        self.foresight = Foresight(self)
        self.fire = FireAhead(self, self.foresight)

    def look(self, view: View) -> None:
        """Take a new view and drop references to removed pieces."""
        super().look(view)
        self.picking = ""

    def targets(self) -> list[Piece]:
        """Return pieces in play at which the chosen one may aim: all enemy ships, and counters that a gun could try to
        hit."""
        return [*self.enemies(), *(one for key, one in self.view.state.counters.items() if self.aimable(key))]

    def aimable(self, key: Id) -> bool:
        """Return whether a piece may become the target: an enemy ship in play, or a counter that a gun could try to
        hit."""
        piece = self.view.state.known_piece(key)
        hostile = piece.in_play and piece.side != self.side
        return hostile and (key in self.view.state.ships or bool(self.chosen and self.fire.shots(self.chosen, key)))

    def choose(self, key: Id) -> None:
        """Choose a ship, or none."""
        if key != self.chosen:
            self.picking, self.pace = "", 0
            self.replace_hand(replace(self.hand, chosen=key, gun="", typed="", wrong=None))

    def fold(self) -> None:
        """Show orders that are impossible now on the form, or hide them."""
        self.unfolded = not self.unfolded

    def open_faces(self, side: str) -> None:
        """Show the parts that each face of the die strikes on a side of a ship."""
        self.open_side = side

    def pick(self, name: str) -> None:
        """Fill a field with the next ship clicked; a second call cancels."""
        self.picking = "" if self.picking == name else name

    def next_waiting(self, by: int = 1) -> Id:
        """Return the next ship without an order after the chosen one, cyclically; empty if every ship has one. Ships
        that can do nothing are skipped while there are others. With `by` -1, go backwards."""
        waiting = {key for key in self.waiting if not self.idles(key)} or set(self.waiting)
        ring = [
            key for key in (*self.view.state.ships, *self.view.state.counters) if key in waiting or key == self.chosen
        ]
        after = next_of(ring, self.chosen, by) if ring else ""
        return after if after in waiting else ""

    def read(self, text: str) -> Order | None:
        """Return the order with a text. If it cannot be read or given, return None and store the reason in `wrong`."""
        try:
            order = self.view.read(self.chosen, text)
        except Unreadable as reason:
            wrong: Illegal | None = reason.with_traceback(None)
        else:
            wrong = self.view.why_not(order)
        self.replace_hand(replace(self.hand, typed=text if wrong else "", wrong=wrong))
        return None if wrong else order

    def value_words(self, order: Order, name: str, value: object) -> str:
        """Return a value of an order's field in the words of its button."""
        return self._with_names(order, self.view.with_place_names(order.value_words(self.view.state, name, value)))

    def notation(self, order: Order) -> str:
        """Return an order in the form that its field has while nobody types."""
        return self._with_names(order, self.view.order_text(order))

    def briefly(self, order: Order) -> str:
        """Return an order for a row of the list or for the board."""
        return self._with_names(order, self.view.briefly(order))

    def in_words(self, order: Order) -> str:
        """Return an order in words, for a button with room for them."""
        state = self.view.state
        return self._with_names(order, self.view.with_place_names(order.in_words(state, state.names)))

    def _with_names(self, order: Order, words: str) -> str:
        """Return words about an order with names for keys."""
        return spell_out_keys(
            self.view, order, words, self.known("words for keys", order.by, ask=lambda: self._keys(order.by))
        )

    def _keys(self, key: Id) -> dict[str, str]:
        return words_for_keys(self.view, key)


def next_of(ring: Sequence[str], now: str, by: int) -> str:
    """Return the next key in a cycle, or with `by` -1 the previous one. If `now` is not in it, return the first or
    last."""
    at = ring.index(now) if now in ring else -1 if by > 0 else 0
    return ring[(at + by) % len(ring)]


def rule_of(view: View, order: Order) -> str:
    """Return the rule about the question asked. It is that of the order's first field or, if it has none to fill in, of
    the phase."""
    return next((one.rule for one in order.fields(view.state)), view.phase.rule)
