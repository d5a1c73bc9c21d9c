"""The results of a side's orders by the end of the turn, as far as they are known; no part of the rules."""

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
    """The forecast for one side's orders in hand."""

    def __init__(self, seat: SeatOrders) -> None:
        self.seat = seat
        self._told: tuple[View | None, Hand | None, Mapping[Id, Fate]] = None, None, {}  # fates as last asked for
        # the fate of a dragged ship, which is known first
        self._glimpse: tuple[Hand | None, Mapping[Id, Fate]] = None, {}

    @property
    def foretells(self) -> bool:
        """Return whether orders of this phase move pieces, so that the end of the turn is forecast."""
        return self.seat.input_mode == "plot" and not self.seat.view.phase.moved and self.seat.prompt is not None

    @property
    def in_hand(self) -> dict[Id, Order]:
        """The orders in hand that may be given."""
        return self.seat.once(
            "in hand", ask=lambda: {key: one for key, one in self.seat.drafts.items() if self.seat.fault(one) is None}
        )

    @property
    def forecast(self) -> Forecast:
        """The end of the turn by the orders in hand and the sealed ones, with all other pieces going straight on."""
        return self.seat.view.forecast(self.in_hand)

    @property
    def ahead(self) -> View:
        """The side's view at the time of fire, by the forecast; its present view if there is none."""
        if not self.foretells:
            return self.seat.view
        return self.seat.known("ahead", *self.in_hand.items(), ask=lambda: self.seat.view.after_forecast(self.forecast))

    @property
    def fates(self) -> Mapping[Id, Fate]:
        """The fates of this side's pieces."""
        return self.seat.once("fates", ask=self._own_fates)

    def _own_fates(self) -> Mapping[Id, Fate]:
        if not self.foretells:
            return {}
        view = self.seat.view
        hidden = view.state.ships if view.face_down else ()  # with face-down orders, a mark would reveal them
        return {key: fate for key, fate in self.forecast.fates.items() if self.seat.mine(key) and key not in hidden}

    def lost_early(self, key: Id) -> bool:
        """Return whether a piece of this side is out of play before ships fire, as far as its fate is known."""
        fate = self.known_fates.get(key)
        return fate is not None and fate.pose is None

    def foretell(self) -> None:
        """Ask for the fates, even while a ship is being dragged."""
        self._told = self.seat.view, self.seat.hand, self.fates

    def glimpsing(self) -> Iterator[None]:
        """Yield while the fate of the dragged ship is computed, then store it. Only its own dice are followed, over
        fewer branches."""
        key, orders = self.seat.lifted, self.in_hand
        if self.foretells and key in orders:
            found = yield from self.seat.view.foretelling(orders, key)
            if orders is self.in_hand:
                self._glimpse = self.seat.hand, found.fates

    def foretelling(self) -> Iterator[None]:
        """Yield while the forecast is computed, and the forecast without the side's orders for comparison."""
        if self.foretells:
            yield from self.seat.view.foretelling({})
            yield from self.seat.view.foretelling(self.in_hand)

    @property
    def ways_out(self) -> dict[Order, tuple[Order, str] | None]:
        """Remedies for dangerous orders, as far as they have been searched for."""
        return self.seat.known("ways out", ask=dict)

    def seek_way_out(self, order: Order) -> Iterator[None]:
        """Yield while a remedy for a dangerous order is searched for, then store it."""
        view = self.seat.view
        way = yield from view.safer(order)
        if view is self.seat.view:
            self.ways_out[order] = way

    @property
    def up_to_date(self) -> bool:
        """Return whether the last fates are those of the present orders in hand."""
        view, hand, _ = self._told
        return view is self.seat.view and hand is self.seat.hand

    @property
    def known_fates(self) -> Mapping[Id, Fate]:
        """The fates, without a new request while a ship is being dragged. The dragged ship has its quick estimate, and
        all others their previous fates."""
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
        """The result if the battle ends with this turn without fire; None while a ship is being dragged."""
        told = self.foretells and not self.seat.view.face_down and (self.up_to_date or not self.seat.lifted)
        return self.forecast.outcome if told else None

    @property
    def holding_on(self) -> Mapping[Id, Pose]:
        """The future poses of ships without further orders, in phases with movement."""
        return self.seat.known("holding on", ask=self.seat.view.holding_on) if self.foretells else {}

    @property
    def foreseen(self) -> Mapping[Id, Pose]:
        """The future poses of other sides' ships that go straight on, while the chosen ship has a ghost."""
        if not self.foretells or self.seat.ghost is None:
            return {}
        others = self.holding_on
        return self.seat.once(
            "foreseen", ask=lambda: {key: pose for key, pose in others.items() if key not in self.seat.poses}
        )
