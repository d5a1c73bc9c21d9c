"""The mean damage of a design's guns, by arc and range, to a bare or a screened hull."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from game.battle.designs import SHIP, TARGET, laid_up
from game.board.boards import Board, board_of
from game.board.geometry import Point
from game.board.mean_table import Array
from game.core.forms import YardForm
from game.core.system import RuleSystem
from game.yard.draft import Drawn

UP = 12
Curve = tuple[tuple[float, float], ...]  # ends of ranges, in MU or hexes, and means of a volley up to there


@dataclass(frozen=True)
class Reach:
    """Mean points of a volley: a row for each band of range, with a figure for each arc. `bands` are the ends of the
    bands, in MU or hexes."""

    bands: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]


def reach(system: RuleSystem, now: Drawn, target: int) -> Reach:
    """Return the means of a volley at one of the form's targets, in the middle of each arc and band."""
    bands, (board, means) = now.form.bands, _volley(system, now, target)
    points = means(_circles(board, now.form, [(near + far) / 2 for near, far in bands])).reshape(len(bands), -1)
    words = [f"{board.to_board_units(near):g}–{board.to_board_units(far):g}" for near, far in bands]
    return Reach(tuple(words), tuple(tuple(row) for row in points.tolist()))


def profile(system: RuleSystem, now: Drawn, target: int = 0, steps: int = 12) -> Curve:
    """Return the end of each of so many steps of range, in MU or hexes, and the mean there where most guns bear: in the
    middle of the step, on hexes at its end."""
    step, (board, means) = now.form.far / steps, _volley(system, now, target)
    ends = [board.to_board_units((n + 1) * step) for n in range(steps)]
    if not board.cells:
        found = means(_circles(board, now.form, [(n + 0.5) * step for n in range(steps)])).reshape(steps, -1)
        return tuple(zip(ends, found.max(axis=1).tolist()))
    far = math.ceil(ends[-1])
    places = _rows(board, [board.place((q, r)) for q in range(-far, far + 1) for r in range(-far, far + 1)])
    away, found = board.ways(_rows(board, [board.place((0, 0))])[:, :2], places[:, :2])[2][0], means(places)
    return tuple((end, float(found[np.abs(away - end) < 0.5].max())) for end in ends)


def _circles(board: Board, form: YardForm, ranges: Sequence[float]) -> Array:
    """Return a place in the middle of each arc at each range (MU)."""
    x, y = board.place((0, 0))
    ways = [math.radians(form.first + n * form.wide) for n in range(len(form.arcs))]
    away = [board.to_board_units(one) for one in ranges]
    return _rows(board, [(x + far * math.sin(way), y + far * math.cos(way)) for far in away for way in ways])


def _rows(board: Board, places: Sequence[Point]) -> Array:
    """Return places of pieces that face up the table, as rows for a table of means."""
    return np.array([(*place, board.direction(UP)) for place in places])


def _volley(system: RuleSystem, now: Drawn, target: int) -> tuple[Board, Callable[[Array], Array]]:
    """Return the board, and a function from places of one of the form's targets to the means of a volley."""
    files = system.files
    hull = files.build_design(files.design.model_validate(now.form.targets[target][1]), TARGET, "")
    state = laid_up(system, now.design, target=hull)
    table, board = system.mean_table(state, SHIP, TARGET), board_of(state.table)
    here = _rows(board, [board.place((0, 0))])

    def means(places: Array) -> Array:
        lost, armour = table.means(here, places)
        found: Array = (lost + armour)[0]
        return found

    return board, means
