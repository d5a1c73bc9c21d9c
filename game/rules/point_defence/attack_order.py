"""Orders about an attack on one ship, for which the board zooms in (full-thrust-base/6.12,
point-defence-and-fighters/1)."""

from __future__ import annotations

from typing import ClassVar

from game.board.boards import board_of
from game.core.display import Overlay
from game.core.orders import Id, Order
from game.core.values import frozen
from game.rules.counters.point_defence import REACH
from game.rules.point_defence.attackers import attackers
from game.rules.point_defence.level import COMMITTED
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


@frozen
class AttackOrder(Order):
    """A side's decision while groups and markers attack a ship."""

    input_mode: ClassVar[str] = "choose"

    def attacked_ship(self, state: ThrustState) -> Ship | None:
        """Return the attacked ship: the one that has the order, or the target of the group."""
        one = state.counters.get(self.by)
        return state.ships.get(one.target if one else self.by)

    def zoom_pieces(self, state: ThrustState) -> tuple[Id, ...]:
        """Return the ship, its attackers, and ships that lend to it or may; empty if nobody attacks it."""
        ship = self.attacked_ship(state)
        there = attackers(state, ship) if ship else ()
        if ship is None or not there:
            return ()
        lend = [key for key, parts in COMMITTED.all(state).items() if any(into == ship.id for _, into in parts)]
        return tuple(
            dict.fromkeys((ship.id, *(one.id for one in there), *lend, *((self.by,) if self.by in state.ships else ())))
        )

    def overlays(self, state: ThrustState) -> tuple[Overlay, ...]:
        """Return the greatest distance of the attackers from the ship, as overlays."""
        ship = self.attacked_ship(state)
        if ship is None or not attackers(state, ship):
            return ()
        board = board_of(state.table)
        far = board.to_board_units(REACH)
        return ring(board, ship.at, far, board.format_distance(far))
