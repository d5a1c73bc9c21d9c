"""The results of a seat's orders by the end of the turn, as far as they are known; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.battle.battle import View
from game.core.display import Pose
from game.core.forecast import Fate, Forecast
from game.core.orders import Id, Order
from game.core.state import Outcome
from game.ui.board.plotting.hand import Hand
from game.ui.seat.seat_orders import SeatOrders


class Foresight:
    """The forecast for the orders that one seat has in hand."""

    def __init__(self, seat: SeatOrders) -> None:
        self.seat = seat
        self._told: tuple[View | None, Hand | None, Mapping[Id, Fate]] = None, None, {}  # fates as asked for last
        # the fate of a ship on the pointer, which is known first
        self._glimpse: tuple[Hand | None, Mapping[Id, Fate]] = None, {}

    @property
    def foretells(self) -> bool:
        """Are orders written or given by which pieces move, so that the end of the turn is foretold?"""
        return self.seat.input_mode == "plot" and not self.seat.view.phase.moved and self.seat.prompt is not None

    @property
    def in_hand(self) -> dict[Id, Order]:
        """Orders that are in hand and may be given."""
        return self.seat.once(
            "in hand", ask=lambda: {key: one for key, one in self.seat.drafts.items() if self.seat.fault(one) is None}
        )

    @property
    def forecast(self) -> Forecast:
        """The end of the turn by the orders in hand and those that were sealed, while all others hold on."""
        return self.seat.view.forecast(self.in_hand)

    @property
    def ahead(self) -> View:
        """The seat's view when ships may fire, by the forecast; its present view where there is none."""
        if not self.foretells:
            return self.seat.view
        return self.seat.known("ahead", *self.in_hand.items(), ask=lambda: self.seat.view.ahead(self.forecast))

    @property
    def fates(self) -> Mapping[Id, Fate]:
        """The fates of this seat's pieces."""
        return self.seat.once("fates", ask=self._own_fates)

    def _own_fates(self) -> Mapping[Id, Fate]:
        if not self.foretells:
            return {}
        view = self.seat.view
        hidden = view.state.ships if view.face_down else ()  # a mark would tell what they were ordered
        return {key: fate for key, fate in self.forecast.fates.items() if self.seat.mine(key) and key not in hidden}

    def lost_early(self, key: Id) -> bool:
        """Is a piece of this seat out of play before ships fire, as far as its fate is known?"""
        fate = self.known_fates.get(key)
        return fate is not None and fate.pose is None

    def foretell(self) -> None:
        """Ask for them, also while a ship hangs on the pointer."""
        self._told = self.seat.view, self.seat.hand, self.fates

    def glimpsing(self) -> Iterator[None]:
        """Work out step by step the fate of the ship on the pointer, and note it; its dice alone are followed, fewer
        ways."""
        key, orders = self.seat.lifted, self.in_hand
        if self.foretells and key in orders:
            found = yield from self.seat.view.foretelling(orders, key)
            if orders is self.in_hand:
                self._glimpse = self.seat.hand, found.fates

    def foretelling(self) -> Iterator[None]:
        """Work out the forecast step by step, and where others hold on, which it is compared with."""
        if self.foretells:
            yield from self.seat.view.foretelling({})
            yield from self.seat.view.foretelling(self.in_hand)

    @property
    def ways_out(self) -> dict[Order, tuple[Order, str] | None]:
        """Ways out of the danger of orders, as far as they were looked for."""
        return self.seat.known("ways out", ask=dict)

    def seek_way_out(self, order: Order) -> Iterator[None]:
        """Look step by step for a way out of the danger of an order, and note it."""
        view = self.seat.view
        way = yield from view.safer(order)
        if view is self.seat.view:
            self.ways_out[order] = way

    @property
    def up_to_date(self) -> bool:
        """Are the fates that were asked for last those of the orders in hand?"""
        view, hand, _ = self._told
        return view is self.seat.view and hand is self.seat.hand

    @property
    def known_fates(self) -> Mapping[Id, Fate]:
        """The same, without asking anything again while a ship hangs on the pointer: of that one what has been
        glimpsed, of others as before."""
        if not self.seat.lifted:
            self.foretell()
        if self.up_to_date:
            return self.fates
        view, _, told = self._told
        others = {key: fate for key, fate in told.items() if key != self.seat.lifted} if view is self.seat.view else {}
        hand, glimpse = self._glimpse
        seen = glimpse if hand is self.seat.hand else {}
        return self.seat.once("other fates", bool(seen), ask=lambda: {**others, **seen})

    @property
    def foretold_end(self) -> Outcome | None:
        """How the battle ends with this turn, unless somebody fires; None while that is not asked for a ship on the
        pointer."""
        told = self.foretells and not self.seat.view.face_down and (self.up_to_date or not self.seat.lifted)
        return self.forecast.outcome if told else None

    @property
    def holding_on(self) -> Mapping[Id, Pose]:
        """Where ships would be that are given no more orders, where they move."""
        return self.seat.known("holding on", ask=self.seat.view.holding_on) if self.foretells else {}

    @property
    def foreseen(self) -> Mapping[Id, Pose]:
        """Where ships of others would be that hold on, while the chosen one has a ghost."""
        if not self.foretells or self.seat.ghost is None:
            return {}
        others = self.holding_on
        return self.seat.once(
            "foreseen", ask=lambda: {key: pose for key, pose in others.items() if key not in self.seat.poses}
        )
