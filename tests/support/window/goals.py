"""The goals of players at a window for a ship: where to end a move, and what to choose of a few, in any game."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from game.board import hexes
from game.board.boards import Board, board_of
from game.board.geometry import Point
from game.core.display import Destination
from game.core.orders import Choice, Field
from game.ui.battle.screen import BattleScreen
from game.ui.input_modes.choose import answers

NEAR, CLOSE = 9.0, 5.0  # units of an open table, and hexes: where both like to end a ship's move; counters go for it
# a turn, a change of speed
PLAIN = re.compile(r"(((?P<way>[PS])(?P<points>\d))|(?P<sides>L{1,2}|R{1,2}))?(?P<speed>[+-]\d+)?")


def wanted(screen: BattleScreen, seen: Callable[[Point], bool]) -> Destination | None:
    """Return the end that lies best for a shot: near the enemy, on the table, pointing at it; None to leave the ship as
    it goes. Never on the spot, where a drag is a click, nor where it is not `seen`; and on an open table what a turn
    and a change of speed lead to."""
    model, board = screen.model, board_of(screen.battle.state.table)
    own, idle = screen.battle.state.known_piece(model.chosen), model.view.draft(model.chosen)
    foe = min(model.enemies(), default=own, key=lambda one: board.distance(one.at, own.at))
    markers = not board.cells and not model.view.phase.secret  # what is plotted openly there goes for the enemy
    flies = own.id in screen.battle.state.counters or markers
    best_attack: Any = model.view.suggestion(own.id) if flies else None
    if best_attack is not None and (struck := screen.battle.state.piece(getattr(best_attack, "target", ""))):
        return Destination(best_attack, (own.at, struck.at), struck.at, own.course, own.facing, 0, "attack")
    near = CLOSE if board.cells != flies else 0.0 if flies else NEAR
    ends = [one for one in model.destinations() if board.cells or flies or PLAIN.fullmatch(str(one.order))]
    moves = [one for one in ends if math.dist(one.at, own.at) > 0.5 and seen(one.at) and (flies or one.order != idle)]
    best = min(moves, key=lambda one: _cost(board, one, foe.at, near), default=None)
    return best if best is not None and best.order != idle else None


def _cost(board: Board, one: Destination, foe: Point, near: float) -> float:
    if not near:
        return board.distance(one.at, foe)
    bearing = math.degrees(math.atan2(foe[0] - one.at[0], foe[1] - one.at[1]))
    off = abs((bearing - one.facing * 30 + 180) % 360 - 180)
    ahead = hexes.step(hexes.hex_at(one.at), hexes.direction(one.course + one.course % 2), 4)
    edge, gentle = (hexes.at(ahead), abs(one.velocity - 4)) if board.cells else (one.at, 0)
    return abs(board.distance(one.at, foe) - near) + off / 20 + 100 * one.aside + 100 * (not board.holds(edge)) + gentle


def answer(screen: BattleScreen) -> tuple[Field, int, Choice] | None:
    """Return the first answer that does something and is allowed, with its number."""
    model = screen.model
    order: Any = model.order
    for field in order.fields(model.view.state)[:1] if order is not None else ():
        idle = type(order)(order.by).value(field.name)
        numbered = enumerate(answers(model, order, field), 1)
        return next(((field, n, one) for n, one in numbered if one.value != idle and not one.why_not), None)
    return None
