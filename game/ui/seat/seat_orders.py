"""The prompts to one side, and its orders in hand; no part of the rules.

Nothing here draws. All questions to the rules go through the side's view, and every answer is cached until the view or
the order in hand changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.battle.battle import View
from game.core.display import Destination, Meter, Overlay, Pose, Risk, Sheet
from game.core.orders import Choice, Id, Illegal, Order, Prompt
from game.core.state import Piece
from game.ui.board.model.memo import Answers
from game.ui.board.plotting.hand import OrderInHand


class SeatOrders(OrderInHand):
    """A side's view, prompts and orders in hand."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.over: Id = ""  # the piece under the pointer
        self.frozen = False  # true if read-only, because a film or the past is shown
        self.known = Answers()  # answers that depend only on view and key
        self.look(view)

    # -- known facts ---------------------------------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Take a new view and drop references to removed pieces."""
        other, self.view = view.side != self.view.side, view
        self.known.clear()
        self.replace_hand(self.hand.valid_in(view, other))

    @property
    def prompt(self) -> Prompt | None:
        """The present prompt to this side, if any."""
        return None if self.frozen else self.known("prompt", ask=self.view.mine)

    @property
    def input_mode(self) -> str:
        """The way in which orders of this phase are given: plot, fire, choose, assign or word; empty if nobody gives
        any."""
        return self.known("input mode", self.chosen, ask=self._input_mode)

    def _input_mode(self) -> str:
        """Return the input mode of the order asked of the chosen piece, or else of the first asked one."""
        if not self.view.phase.accepts or self.view.state.outcome:
            return ""
        asked = self.view.mine()
        ids = asked.ids if asked else ()
        kind = self.view.system.kind(
            self.view.state, self.view.phase, self.chosen if self.chosen in ids else next(iter(ids), "")
        )
        return str(getattr(kind, "input_mode", "word"))

    @property
    def locked(self) -> bool:
        """Return whether this side has locked its secret orders."""
        return self.sealed_up(self.view.side or "")

    def sealed_up(self, side: Id) -> bool:
        """Return whether a side has locked its orders of this phase."""
        return self.view.phase.secret and side in self.view.state.ready

    def mine(self, key: Id) -> bool:
        """Return whether the ship belongs to this side, or with open books to any side."""
        return self.view.side in (None, self.view.state.owner(key))

    @property
    def flies(self) -> bool:
        """Return whether the chosen piece is a counter, which attacks by itself."""
        return self.chosen in self.view.state.counters

    def afloat(self, key: Id) -> bool:
        """Return whether a piece is a ship in play at which guns can fire."""
        ship = self.view.state.ships.get(key)
        return ship is not None and ship.in_play

    def askable(self, key: Id) -> bool:
        """Return whether this side may order a ship now."""
        return bool(self.prompt and key in self.prompt.ids and not self.locked)

    @property
    def waiting(self) -> tuple[Id, ...]:
        """This side's ships that still need an order, in the order of the list."""
        return self.prompt.waiting if self.prompt and not self.locked else ()

    def idles(self, key: Id) -> bool:
        """Return whether a ship can do nothing now."""
        return self.known("idles", key, ask=lambda: self._idles(key))

    def _idles(self, key: Id) -> bool:
        if self.view.idles_only(key):
            return True
        # such a ship is asked only so that others do not learn its load
        order = self.view.draft(key) if key in self.waiting else None
        return bool(order and order.stays and not order.fields(self.view.state))

    @property
    def first(self) -> Id:
        """The piece that is chosen by default: the first waiting one that can act, or else the first asked."""
        asked = self.waiting or (self.prompt.ids if self.prompt else ())
        return next((key for key in asked if not self.idles(key)), next(iter(asked), ""))

    @property
    def side(self) -> Id:
        """The viewing side: this side, or with open books that of the chosen ship, or else the first."""
        state = self.view.state
        return self.view.side or (state.owner(self.chosen) if self.chosen else "") or next(iter(state.sides), "")

    def enemies(self) -> list[Piece]:
        """Return ships in play against the viewing side."""
        return self.view.state.enemies(self.side)

    @property
    def order(self) -> Order | None:
        """The chosen ship's order: in hand, sealed, or new. None if it may not get any."""
        return self.order_of(self.chosen)

    def order_of(self, key: Id) -> Order | None:
        """Return the order of a ship in the form in which it would be given now."""
        if key in self.drafts:
            return self.drafts[key]
        return self.known("draft", key, ask=lambda: self.view.draft(key)) if self.askable(key) else None

    def fault(self, order: Order | None = None) -> Illegal | None:
        """Return why the order would be refused, or None."""
        order = order or self.order
        return self.once("fault", order, ask=lambda: self.view.why_not(order)) if order else None

    def choices(self, name: str) -> list[Choice]:
        """Return every value of a field of the order in hand, with the reason if it is forbidden."""
        order = self.order
        return self.once("choices", name, ask=lambda: self.view.choices(order, name)) if order else []

    def meter(self) -> Meter | None:
        """Return the meter of the order in hand."""
        order = self.order
        return self.once("meter", ask=lambda: self.view.meter(order)) if order else None

    def risks(self) -> tuple[Risk, ...]:
        """Return the risks of the order in hand."""
        order = self.order
        return self.once("risks", ask=lambda: self.view.risks(order)) if order and self.fault() is None else ()

    def destinations(self) -> tuple[Destination, ...]:
        """Return every legal destination of the chosen ship."""
        order = self.order
        return self.once("destinations", ask=lambda: self.view.destinations(order)) if order else ()

    def order_overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays of the order in hand on the board."""
        order = self.order
        return self.once("overlays", ask=lambda: self.view.order_overlays(order)) if order else ()

    def pose_of(self, key: Id) -> Pose | None:
        """Return the planned pose of a ship with an order, sealed or in hand."""
        order = self.drafts.get(key) or self.view.plots.get(key)
        if self.input_mode != "plot" or order is None or not self.view.state.known_piece(key).in_play:
            return None
        return self.known("pose", order, ask=lambda: self.view.pose(order))

    @property
    def pulled(self) -> Pose | None:
        """The pose that results from the order being plotted."""
        end = self.end
        return self.known("pose", end.order, ask=lambda: self.view.pose(end.order)) if end else None

    @property
    def ghost(self) -> Pose | None:
        """The planned pose of the chosen ship."""
        return self.once("ghost", ask=lambda: self.pose_of(self.chosen)) if self.chosen else None

    @property
    def poses(self) -> Mapping[Id, Pose]:
        """All ghosts this side knows."""
        state = self.view.state
        known = {key: order for key, order in {**self.view.plots, **self.drafts}.items() if state.piece(key)}
        return self.once("poses", ask=lambda: {key: pose for key in known if (pose := self.pose_of(key)) is not None})

    def left_alone(self, key: Id) -> Pose:
        """Return the future pose of a ship without an order."""
        return self.known("left alone", key, ask=lambda: self.view.pose(self.view.draft(key)))

    def sheet(self, key: Id) -> Sheet:
        """Return a ship's sheet, with the changes that the order in hand would make."""
        order = self.order_of(key) if self.mine(key) else None
        return self.known("sheet", key, order, ask=lambda: self.view.sheet(key, order))
