"""Drag designs to a fleet, and cards to another place in theirs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame
from pygame import Surface
from pygame.event import Event

from game.ui.fleets.buying.designs import BuyRow
from game.ui.fleets.buying.model import FleetsModel
from game.ui.fleets.buying.roster import DesignCard, RosterPanel
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import stamp
from game.ui.render.theme import theme
from game.ui.shipyard.sheet import glyph_of_design, seat_of_shape
from game.ui.toolkit.column import ScrolledPane

FAR = 8  # design pixels after which a press is a drag


class FleetDrag:
    """Follows the pointer from a row or a card to the place where it is let go."""

    def __init__(self, model: FleetsModel, listed: ScrolledPane, rosters: Sequence[RosterPanel]) -> None:
        self.model, self.listed, self.rosters = model, listed, rosters
        self.start: tuple[int, int] | None = None
        self.at = (0, 0)
        self.source = -1  # the roster it comes from; -1 for the list
        self._key = ""

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer; return whether it belongs to a drag."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._grip(event.pos)
        elif event.type == pygame.MOUSEMOTION and self.start is not None:
            self.at = event.pos
            if not self.model.held and math.dist(self.start, event.pos) > theme.px(FAR):
                self.model.held = self._key
                self._unpress()
                self.model.changed()
            return bool(self.model.held)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            held, self.start = self.model.held, None
            if held:
                self.model.held = ""
                self._drop(held, event.pos)
                self.model.changed()
                return True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.model.held:
            self.model.held, self.start = "", None
            self.model.changed()
            return True
        return False

    def _grip(self, at: tuple[int, int]) -> None:
        self.start, self._key = None, ""
        panes = [(seat, panel.pane) for seat, panel in enumerate(self.rosters)]
        for seat, pane in [*panes, (-1, self.listed)]:
            for one in pane.widgets:
                if isinstance(one, BuyRow | DesignCard) and one.hit.collidepoint(at):
                    self.start, self._key, self.source = at, one.design.key, seat
                    return

    def _unpress(self) -> None:
        for pane in (self.listed, *(panel.pane for panel in self.rosters)):
            for one in pane.widgets:
                one.pressed = False

    def _drop(self, key: str, at: tuple[int, int]) -> None:
        model, muster = self.model, self.model.muster
        seat = next((n for n, panel in enumerate(self.rosters) if panel.area.collidepoint(at)), -1)
        if seat < 0:
            if self.source >= 0:
                model.attempt(lambda: muster.add(self.source, key, -1))  # a card dragged off its fleet
            return
        if seat == self.source:
            to = self.rosters[seat].card_at(at)
            here = muster.fleet(seat).designs.index(key)
            model.attempt(lambda: muster.move(seat, key, to - (to > here)))
        else:
            model.sit(seat)
            model.add(key, 1, seat)

    def draw(self, dst: Surface) -> None:
        """Draw the silhouette that is dragged."""
        design = self.model.muster.designs.get(self.model.held)
        if design is not None:
            stamp(dst, badge_sprite(glyph_of_design(design), theme.seat(seat_of_shape(design.glyph)), 28), self.at)
