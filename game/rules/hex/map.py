"""The visible part of a map of hexes, its scrolling, and ships beyond its edges (hex/2.8, 2.9)."""

from __future__ import annotations

from game.board.boards import HexBoard, board_of
from game.board.hexes import Hex
from game.core.state import PieceData
from game.core.values import frozen
from game.rules.ships.thrust_state import ThrustState


@frozen
class Away:
    """A ship off the map: the last hex it was in, the direction in which it left, and the hex sides it has turned
    since."""

    exit: Hex
    heading: int
    turned: int = 0


OFF_MAP = PieceData[Away | None]("away", None)


def window(state: ThrustState) -> HexBoard:
    board = board_of(state.table)
    assert isinstance(board, HexBoard)
    return board
