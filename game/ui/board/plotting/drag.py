"""Plotting by drag or by keys: press on a ship; the order in hand is always one of its legal ends (see `snap`).

On a board of cells where a move is walked step by step, the pointer walks it (see `hex_walk`), and lanes in which the
bow alone is swung are gone to by swinging.
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

SLOP = 5  # design pixels the pointer may tremble before a press becomes a drag


class Drag:
    """Pulls a piece from end to end, by the pointer or by keys; the hand that it is given keeps the order."""

    def __init__(self) -> None:
        self.moved = False  # the pointer has left the place where it was pressed, or a key has changed the order
        self._hand: OrderInHand | None = None
        self._snap = Snap((), (0.0, 0.0))
        self._walk: Walk | None = None
        self._pressed: Point | None = None

    @property
    def active(self) -> bool:
        """Whether a piece is being plotted."""
        return self._grasp is not None

    @property
    def by_keys(self) -> bool:
        """Whether keys pull it."""
        return self._grasp is not None and self._grasp.by_keys

    @property
    def _grasp(self) -> Grasp | None:
        return self._hand.hand.grasp if self._hand else None

    @property
    def destinations(self) -> tuple[Destination, ...]:
        """Every legal end of the piece that was taken up last."""
        return self._snap.destinations

    @property
    def end(self) -> Destination | None:
        """The end it is at."""
        return self._hand.end if self._hand else None

    def begin(self, hand: OrderInHand, ship: Id, pressed: Point | None = None, order: Order | None = None) -> bool:
        """Take up a piece at its order, from a press of the pointer or by keys (no pixel). False if it has nowhere to
        go."""
        view = hand.view
        order = order or view.draft(ship)
        destinations = view.destinations(order)
        if not destinations:
            return False
        self._hand, self._pressed, self.moved = hand, pressed, False
        piece, board = view.state.known_piece(ship), board_of(view.state.table)
        begun = board.direction(piece.course)
        self._snap = Snap(
            destinations, piece.at, begun, lambda one: _spent(view.meter(one)), board.cells, board.direction
        )
        paths = view.paths(order) if board.cells else ()
        self._walk = Walk(paths, board, piece.at) if paths else None
        found = next((one for one in (*destinations, *paths) if one.order == order), None)
        at = view.pose(order).at
        if end := found or self._anywhere(view, order, at) or self._snap.nearest(at):
            hand.take_up(order, end, by_keys=pressed is None)
        return self.active

    # -- changing the order --------------------------------------------------------------------------------------------

    def move(self, point: Point, keep_turn: bool = False) -> bool:
        """Bring the pointer to a place (MU); with `keep_turn` only the speed follows it. Return whether the order
        changed."""
        if self._walk and not keep_turn:
            self._walk.follow(point)
            return self._take(self._walk.chosen(point))
        if self._hand is None or self._grasp is None:
            return False
        lane = self._grasp.end.lane if keep_turn else None
        return self._take(self._anywhere(self._hand.view, self._grasp.begun, point) or self._snap.nearest(point, lane))

    def _anywhere(self, view: View, order: Order, point: Point) -> Destination | None:
        """Return the end that the pointer means of a piece that may end anywhere; keys go on from the listed end next
        to it."""
        found = view.toward(order, point)
        beside = self._snap.nearest(found.at) if found else None
        return replace(found, near=beside.near) if found and beside else found

    def turn(self, by: int) -> bool:
        """Return one lane to starboard (or port): plain turns, then beyond the last of them what turns back."""
        return self._take(self._snap.beside(self.end, by)) if self.end else False

    def swing(self, by: int) -> bool:
        """Return where it ends, pointing one further to starboard (or port)."""
        return self._take(self._snap.swung(self.end, by)) if self.end else False

    def speed(self, by: int) -> bool:
        """Return one more (or less) in the same lane, and by the same way."""
        if self._hand is None or self.end is None:
            return False
        found = self._snap.faster(self.end, by)
        if self._walk and found is not self.end:
            again = Walk(self._hand.view.paths(found.order), self._walk.board, self._snap.start)
            again.trail, self._walk = self._walk.trail, again
            found = again.along(replace(found, path=self.end.path)) or found
        return self._take(found)

    def _take(self, end: Destination | None) -> bool:
        changed = end is not None and end != self.end
        if self._hand and end is not None and changed:
            self._hand.pull(end)
            self.moved = True
        return changed

    def accept(self) -> Order | None:
        """Let go of it where it is, and say its order; None if nothing was plotted."""
        end, hand = self.end, self._hand
        if hand is not None and end is not None:
            hand.keep()
        self._hand = None
        return end.order if end else None

    def cancel(self) -> None:
        """Take it back."""
        if self._hand is not None:
            self._hand.lay_down()
        self._hand = None

    # -- input ---------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, camera: Camera) -> Literal["", "pulled", "let go"]:
        """Pointer and wheel while a piece is plotted: whether the event was taken, and whether the piece is let go at
        an end."""
        if not self.active:
            return ""
        if event.type == pygame.MOUSEWHEEL:
            sideways = pygame.key.get_mods() & pygame.KMOD_SHIFT
            step = 1 if (event.y or getattr(event, "x", 0)) > 0 else -1
            (self.speed if not sideways else self.swing if self._snap.apart else self.turn)(step)
            return "pulled"
        if self.by_keys:
            return ""
        elsewhere = event.type == pygame.MOUSEMOTION and not event.buttons[0]  # as over a page that lay on the board
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


def _spent(meter: Meter) -> int:
    return meter.total - meter.left
