"""The part of a map of hexes that is in view, where it can scroll (hex/2.8)."""

from __future__ import annotations

from game.board.boards import HexBoard, board_of
from game.core.state import State


def window(state: State) -> HexBoard:
    """The map."""
    board = board_of(state.table)
    assert isinstance(board, HexBoard)
    return board
