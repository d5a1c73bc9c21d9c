"""Players with one trick each, which a good player must be able to counter. Distances are in units of the board."""

from __future__ import annotations

import math

import numpy as np

from game.battle.view import View
from game.board.boards import board_of
from game.board.mean_table import Array
from game.core.orders import Id, Order
from game.core.state import Piece
from game.players.captain.bearings import angle_between, away, bearing, inside_edges, nearest, off_best, turn_angles
from game.players.captain.lookout import places_after_drift
from game.players.captain.payoff import Payoff
from game.players.rungs.rung import Rung

TURN = 60.0  # degrees that a circling ship wants to turn
MARGIN = 4.0  # distance from the edge of a ship that runs along it
BEHIND = 6.0  # distance astern of an enemy that its chaser wants


class Circler(Rung):
    """Always turns to starboard, and keeps its initial speed."""

    def __init__(self) -> None:
        super().__init__()
        self._speeds = dict[Id, int]()

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer a turn to starboard, then the speed."""
        speed = self._speeds.setdefault(piece.id, piece.velocity)
        places = payoff.lookout.ends(piece.id).places
        liked: Array = (
            -np.abs(turn_angles(places, piece, payoff.lookout) - TURN) / 30 - np.abs(places[:, 3] - speed) / 4
        )
        return liked


class Corner(Rung):
    """Goes to the nearest corner of the table, stops, and turns its bow to the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._corners = dict[Id, Array]()

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer the corner and low speed there, then the facing."""
        west, south, wide, high = payoff.lookout.board.extent
        middle = np.array([west + wide / 2, south + high / 2])
        if piece.id not in self._corners:
            out = np.sign(np.array(piece.at) - middle + 1e-6)
            self._corners[piece.id] = middle + out * (np.array([wide, high]) / 2 - MARGIN)
        corner, places = self._corners[piece.id], payoff.lookout.ends(piece.id).places
        far = np.minimum(away(places, corner), 60.0)
        liked: Array = (
            -far - away(places_after_drift(places), corner) - angle_between(bearing(places, middle), 0.0) / 30
        )
        return liked


class Turtle(Rung):
    """Goes as slowly as it can, and turns its guns to the nearest enemy."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer low speed, then the bearing."""
        places = payoff.lookout.ends(piece.id).places
        foe = nearest(payoff.lookout, piece)
        liked: Array = -places[:, 3] - (off_best(payoff.lookout, piece, foe, places) / 45 if foe else 0.0)
        return liked


class EdgeRunner(Rung):
    """Runs along the edge of the table."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer speed, and places as near to the edge as is safe now and in the next turn."""
        lookout = payoff.lookout
        places = lookout.ends(piece.id).places
        now, then = (
            np.min(list(inside_edges(lookout, one).values()), axis=0) for one in (places, places_after_drift(places))
        )
        liked: Array = -np.abs(now - MARGIN) - np.abs(then - MARGIN) - np.abs(places[:, 3] - piece.velocity)
        return liked


class Chaser(Rung):
    """Goes for the stern of the nearest enemy."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer a place astern of the enemy, with the bow towards it."""
        places, foe = payoff.lookout.ends(piece.id).places, nearest(payoff.lookout, piece)
        if foe is None:
            return np.zeros(len(places))
        there = payoff.lookout.straight_on(foe.id)[0]
        way = math.radians(there[2])
        astern = there[:2] - BEHIND * np.array([math.sin(way), math.cos(way)])
        liked: Array = -away(places, astern) - angle_between(bearing(places, there), 0.0) / 15
        return liked


class Rammer(Rung):
    """Tries to ram the nearest enemy."""

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer the place that the enemy reaches if it goes straight on."""
        places, foe = payoff.lookout.ends(piece.id).places, nearest(payoff.lookout, piece)
        return -away(places, payoff.lookout.straight_on(foe.id)[0]) if foe else np.zeros(len(places))

    def flown(self, view: View, payoff: Payoff, order: Order) -> Order:
        """Add the order to ram it, if the rules have one."""
        foe = nearest(payoff.lookout, view.state.known_piece(order.by))
        if foe is not None and "ram" in order.domain(view.state):
            ramming: Order = order.with_value("ram", foe.id)
            if view.why_not(ramming) is None:
                return ramming
        return order


class Copycat(Rung):
    """Turns, and changes speed, as the nearest enemy did last turn."""

    def __init__(self) -> None:
        super().__init__()
        self._began = dict[tuple[int, Id], tuple[float, int]]()  # direction of motion, and speed, by turn and ship

    def watch(self, view: View) -> None:
        """Record every ship's motion as a turn begins."""
        for piece in view.state.ships.values():
            way = board_of(view.state.table).direction(piece.course, piece.heading)
            self._began.setdefault((view.state.turn, piece.id), (way, piece.velocity))

    def likes(self, payoff: Payoff, piece: Piece) -> Array:
        """Prefer the same turn and change of speed; straight on in the first turn."""
        lookout = payoff.lookout
        self.watch(lookout.view)
        places, foe, turn = lookout.ends(piece.id).places, nearest(lookout, piece), lookout.state.turn
        before, now = (self._began.get((one, foe.id)) if foe else None for one in (turn - 1, turn))
        by, faster = (now[0] - before[0], now[1] - before[1]) if before and now else (0.0, 0)
        liked: Array = -angle_between(turn_angles(places, piece, lookout), by) / 30 - np.abs(
            places[:, 3] - piece.velocity - faster
        )
        return liked
