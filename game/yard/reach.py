"""What a design's guns deal on average, by arc and range, to a bare or a screened hull."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.battle.designs import SHIP, TARGET, laid_up
from game.board.boards import Board, board_of
from game.core.system import RuleSystem
from game.yard.draft import Drawn

UP = 12


@dataclass(frozen=True)
class Reach:
    """Mean points of a volley: a row for each band of range, with a figure for each arc. `bands` are the ends of the
    bands, in MU or hexes."""

    bands: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]


def reach(system: RuleSystem, now: Drawn, target: int) -> Reach:
    """Return the means of a volley at one of the form's targets, in the middle of each arc and band."""
    bands = now.form.bands
    points, board = _means(system, now, target, [(near + far) / 2 for near, far in bands])
    words = [f"{board.to_board_units(near):g}–{board.to_board_units(far):g}" for near, far in bands]
    return Reach(tuple(words), points)


def profile(system: RuleSystem, now: Drawn, target: int = 0, steps: int = 12) -> tuple[tuple[float, float], ...]:
    """Return the end of each of so many steps of range, in MU or hexes, and the mean there in the arc that deals
    most."""
    step = now.form.far / steps
    points, board = _means(system, now, target, [(n + 0.5) * step for n in range(steps)])
    return tuple((board.to_board_units((n + 1) * step), max(row)) for n, row in enumerate(points))


def _means(
    system: RuleSystem, now: Drawn, target: int, ranges: Sequence[float]
) -> tuple[tuple[tuple[float, ...], ...], Board]:
    """Return the mean of a volley at each range (MU), in the middle of each arc."""
    form, files = now.form, system.files
    hull = files.build_design(files.design.model_validate(form.targets[target][1]), TARGET, "")
    state = laid_up(system, now.design, target=hull)
    table, board = system.mean_table(state, SHIP, TARGET), board_of(state.table)
    x, y = board.place((0, 0))
    up = board.direction(UP)
    ways = [math.radians(form.first + n * form.wide) for n in range(len(form.arcs))]
    away = [board.to_board_units(one) for one in ranges]
    places = [(x + far * math.sin(way), y + far * math.cos(way), up) for far in away for way in ways]
    lost, armour = table.means(np.array([[x, y, up]]), np.array(places))
    rows = (lost + armour)[0].reshape(len(ranges), len(ways))
    return tuple(tuple(float(n) for n in row) for row in rows), board
