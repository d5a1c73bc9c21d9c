"""What a design's guns deal on average, by arc and range, to a bare or a screened hull."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.battle.designs import SHIP, TARGET, laid_up
from game.board.boards import board_of
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
    form, files = now.form, system.files
    hull = files.built(files.design.model_validate(form.targets[target][1]), TARGET, "")
    state = laid_up(system, now.design, target=hull)
    table, board = system.mean_table(state, SHIP, TARGET), board_of(state.table)
    x, y = board.place((0, 0))
    ways = [math.radians(n * form.wide) for n in range(len(form.arcs))]
    firers, words, points = np.array([[x, y, board.direction(UP)]]), [], []
    for near, far in form.bands:
        away = board.to_board_units((near + far) / 2)
        places = [(x + away * math.sin(way), y + away * math.cos(way), board.direction(UP)) for way in ways]
        lost, armour = table.means(firers, np.array(places))
        words.append(f"{board.to_board_units(near):g}–{board.to_board_units(far):g}")
        points.append(tuple(float(n) for n in (lost + armour)[0]))
    return Reach(tuple(words), tuple(points))
