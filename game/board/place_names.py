"""Orders as text, with places as in files and as named on the map: `fly 17,0` and `fly 1809` (hex/1)."""

from __future__ import annotations

import re

from game.board.boards import Board

_PAIR = re.compile(r"(?<![\w.,/-])(-?\d+), ?(-?\d+)(?![\w.,/])")
_NAME = re.compile(r"(?<![\w.,/−-])(?:\d{4}|[-−]?\d+/[-−]?\d+)(?![\w.,/])")


def with_names(board: Board, text: str) -> str:
    """Return a text with its pairs of axial coordinates replaced by the printed names of hexes; unchanged if places
    have no names."""
    if not board.cells:
        return text
    return _PAIR.sub(lambda pair: board.label(board.place((int(pair[1]), int(pair[2])))), text)


def without_names(board: Board, text: str) -> str:
    """Return a text with printed names of hexes replaced by pairs of axial coordinates: the reverse of `with_names`."""
    return _NAME.sub(lambda name: _pair(board, name[0]), text) if board.cells else text


def _pair(board: Board, name: str) -> str:
    at = board.place_named(name)
    return name if at is None else ",".join(f"{axis:g}" for axis in board.file_coordinates(at))
