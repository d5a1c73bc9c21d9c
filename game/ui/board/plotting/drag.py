"""Plotting by dragging or by keys: the order in hand is always one of the piece's legal destinations (see `snap`).

On a board of cells with step-by-step moves the pointer walks the path (see `hex_walk`). Lanes that only swing the bow
are reached by the keys that swing.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import pygame

from game.battle.view import View
from game.board.boards import board_of
from game.core.display import Destination, Meter
from game.core.orders import Id, Order
from game.ui.board.model.camera import Camera
from game.ui.board.plotting.hand import Grasp, OrderInHand
from game.ui.board.plotting.hex_walk import Walk
from game.ui.board.plotting.snap import Point, Snap
from game.ui.render.theme import theme

SLOP = 5  # design pixels of movement at which a press becomes a drag


class Drag:
    """Moves a piece from destination to destination, by the pointer or by keys. The `OrderInHand` that it is given
    keeps the order."""

    def __init__(self) -> None:
        self.moved = False  # true once the pointer has left the place of the press, or a key has changed the order
        self._hand: OrderInHand | None = None
        self._snap = Snap((), (0.0, 0.0))
        self._walk: Walk | None = None
        self._pressed: Point | None = None
        self._pace: int | None = None  # the speed already chosen, which turns by keys keep as far as they can

    @property
    def active(self) -> bool:
        return self._grasp is not None

    @property
    def by_keys(self) -> bool:
        return self._grasp is not None and self._grasp.by_keys

    @property
    def _grasp(self) -> Grasp | None:
        return self._hand.hand.grasp if self._hand else None

    @property
    def destinations(self) -> tuple[Destination, ...]:
        """Every legal destination of the piece in hand."""
        return self._snap.destinations

    @property
    def end(self) -> Destination | None:
        return self._hand.end if self._hand else None

    def begin(self, hand: OrderInHand, ship: Id, pressed: Point | None = None, order: Order | None = None) -> bool:
        """Take a piece's order in hand, by a press or by keys (no pixel). Return False if it has no destination."""
        view = hand.view
        order = order or view.draft(ship)
        destinations = view.destinations(order)
        if not destinations:
            return False
        self._hand, self._pressed, self._pace, self.moved = hand, pressed, None, False
        piece, board = view.state.known_piece(ship), board_of(view.state.table)
        begun = board.direction(piece.course)
        self._snap = Snap(
            destinations, piece.at, begun, lambda one: _amount_spent(view.meter(one)), board.cells, board.direction
        )
        paths = view.paths(order) if board.cells else ()
        self._walk = Walk(paths, board, piece.at) if paths else None
        found = next((one for one in (*destinations, *paths) if one.order == order), None)
        at = view.pose(order).at
        if end := found or self._anywhere(view, order, at) or self._snap.nearest(at):
            hand.take_up(order, end, by_keys=pressed is None)
            self._pace = end.velocity if end.order != view.draft(ship) else None
        return self.active

    # -- changing the order --------------------------------------------------------------------------------------------

    def move(self, point: Point, keep_turn: bool = False) -> bool:
        """Move the pointer to a place (MU). Return whether the order changed. With `keep_turn`, only the speed
        follows."""
        self._pace = None
        if self._walk and not keep_turn:
            self._walk.follow(point)
            return self._take(self._walk.chosen(point))
        if self._hand is None or self._grasp is None:
            return False
        lane = self._grasp.end.lane if keep_turn else None
        return self._take(self._anywhere(self._hand.view, self._grasp.begun, point) or self._snap.nearest(point, lane))

    def _anywhere(self, view: View, order: Order, point: Point) -> Destination | None:
        """Return the destination at the pointer for a piece that may end anywhere. Keys go on from the listed
        destination nearest to it."""
        found = view.toward(order, point)
        beside = self._snap.nearest(found.at) if found else None
        return replace(found, near=beside.near) if found and beside else found

    def turn(self, by: int) -> bool:
        """Go one lane to starboard, or with `by` -1 to port. Plain turns come first, and beyond the last of them those
        that turn back."""
        return self._take(self._snap.beside(self.end, by, self._pace)) if self.end else False

    @property
    def slowed(self) -> str:
        """The change that a turn made in the speed already chosen, in words; empty if there was none."""
        if self._pace is None or self.end is None or self.end.velocity == self._pace:
            return ""
        return f"At speed {self._pace} it cannot turn like that: its speed is {self.end.velocity} now"

    def swing(self, by: int) -> bool:
        """Turn the final facing by one point to starboard, or with `by` -1 to port."""
        return self._take(self._snap.swung(self.end, by)) if self.end else False

    def speed(self, by: int) -> bool:
        """Go one faster, or with `by` -1 slower, in the same lane and on the same path."""
        if self._hand is None or self.end is None:
            return False
        found = self._snap.faster(self.end, by)
        if self._walk and found is not self.end:
            again = Walk(self._hand.view.paths(found.order), self._walk.board, self._snap.start)
            again.trail, self._walk = self._walk.trail, again
            found = again.along(replace(found, path=self.end.path)) or found
        self._pace = found.velocity
        return self._take(found)

    def _take(self, end: Destination | None) -> bool:
        changed = end is not None and end != self.end
        if self._hand and end is not None and changed:
            self._hand.pull(end)
            self.moved = True
        return changed

    def accept(self) -> Order | None:
        """Let go of the piece, and return its order; None if nothing was plotted."""
        end, hand = self.end, self._hand
        if hand is not None and end is not None:
            hand.keep()
        self._hand = None
        return end.order if end else None

    def cancel(self) -> None:
        if self._hand is not None:
            self._hand.lay_down()
        self._hand = None

    # -- input ---------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, camera: Camera) -> Literal["", "pulled", "let go"]:
        """Handle pointer and wheel while a piece is plotted. Return 'pulled' for an event that was used, 'let go' once
        the piece was let go, and otherwise ''."""
        if not self.active:
            return ""
        if event.type == pygame.MOUSEWHEEL:
            sideways = pygame.key.get_mods() & pygame.KMOD_SHIFT
            step = 1 if (event.y or getattr(event, "x", 0)) > 0 else -1
            (self.speed if not sideways else self.swing if self._snap.apart else self.turn)(step)
            return "pulled"
        if self.by_keys:
            return ""
        elsewhere = event.type == pygame.MOUSEMOTION and not event.buttons[0]  # as after a page that lay over the board
        if event.type == pygame.MOUSEMOTION and not elsewhere:
            if self.moved or not self._pressed or math.dist(event.pos, self._pressed) >= theme.px(SLOP):
                self.moved = True
                self.move(camera.mu(event.pos), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            return "pulled"
        released = elsewhere or (event.type == pygame.MOUSEBUTTONUP and event.button == 1)
        if released and self.moved:
            return "let go"
        if released or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            self.cancel()
            return "pulled"
        return ""


def _amount_spent(meter: Meter) -> int:
    return meter.total - meter.left
