"""Several counters in hand at once: a box on the board picks them, and one drag plans for all of them; no part of the rules.

What is planned so is carried out one by one: each keeps its plan until its turn comes, when it is checked again.
"""

from __future__ import annotations

import math

from pygame import Rect

from game.core.orders import Id, Order
from game.ui.board.layers import counters
from game.ui.board.plotting.drag import SLOP, Snap
from game.ui.input_modes.modes import mode_of
from game.ui.render.theme import theme
from game.ui.session.battle_context import BattleContext

Place = tuple[int, int]
Point = tuple[float, float]


class GroupSelection:
    """The box that is being drawn, the counters that it has picked, and their plans while one of them is dragged."""

    def __init__(self, context: BattleContext) -> None:
        self.context = context
        self.keys: tuple[Id, ...] = ()
        self._corner: Place | None = None
        self._end: Place | None = None
        self._before: dict[Id, Order | None] | None = None  # the plans of all but the one that is dragged, before the drag

    @property
    def box(self) -> Rect | None:
        """The box that is being drawn, in pixels; None while it is hardly larger than a point."""
        if self._corner is None or self._end is None or math.dist(self._corner, self._end) < theme.px(SLOP):
            return None
        (x, y), (a, b) = self._corner, self._end
        return Rect(min(x, a), min(y, b), abs(x - a), abs(y - b))

    @property
    def possible(self) -> bool:
        """Are several counters asked for orders that are plotted in the open?"""
        model = self.context.model
        return mode_of(model).plots and not model.view.phase.secret and len(self._asked()) > 1

    def _asked(self) -> tuple[Id, ...]:
        model = self.context.model
        return tuple(key for key in model.waiting if key in model.view.state.counters)

    # -- the box -----------------------------------------------------------------------------------------------------------

    def begin(self, pixel: Place) -> None:
        """A corner of the box; what was picked is laid down."""
        self.clear()
        self._corner = self._end = pixel

    @property
    def drawing(self) -> bool:
        """Is a box being drawn?"""
        return self._corner is not None

    def stretch(self, pixel: Place) -> None:
        """The other corner."""
        self._end = pixel

    def close(self) -> None:
        """Pick what lies in the box; one of them comes to hand."""
        context, box = self.context, self.box
        self._corner = self._end = None
        if box is None:
            return
        asked, lying = self._asked(), counters.places(context.board.camera, context.scene)
        found = [one.key for one, at in lying if one.key in asked and box.collidepoint(at)]
        self.keys = tuple(found) if len(found) > 1 else ()
        if found and context.model.chosen not in found:
            context.choose(found[0])
        context.change()

    def clear(self) -> None:
        """Pick nothing."""
        self.keys, self._corner, self._end = (), None, None

    # -- the drag ----------------------------------------------------------------------------------------------------------

    def follow(self, lead: Id, at: Point) -> None:
        """One of them is dragged to a place: all others go as far the same way, or as near to that as they may."""
        model = self.context.model
        others = [key for key in self.keys if key != lead and model.askable(key)] if lead in self.keys else []
        if self._before is None:
            self._before = {key: model.drafts.get(key) for key in others}
        (x, y), state = model.view.state.known_piece(lead).at, model.view.state
        for key in others:
            here = state.known_piece(key).at
            if order := self._toward(key, (here[0] + at[0] - x, here[1] + at[1] - y)):
                model.drafts[key] = order

    def _toward(self, key: Id, place: Point) -> Order | None:
        """The order that brings a counter as near as can be to a place."""
        model = self.context.model
        draft = model.view.draft(key)
        end = model.view.toward(draft, place)
        if end is None:
            end = Snap(model.known("ends", key, ask=lambda: model.view.landings(draft)), place).nearest(place)
        return end.order if end else None

    def end(self, kept: bool) -> None:
        """The drag is over: its plans are kept, or those of before come back."""
        model, before = self.context.model, self._before or {}
        self._before = None
        for key, order in before.items() if not kept else ():
            if order is None:
                model.drafts.pop(key, None)
            else:
                model.drafts[key] = order
