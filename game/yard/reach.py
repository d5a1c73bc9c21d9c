"""What a design's guns deal on average, by arc and range, to a bare or a screened hull."""

from __future__ import annotations

import math

import numpy as np

from game.board.boards import board_of
from game.core.system import RuleSystem
from game.yard.draft import Drawn

FIRER, TARGET = "firer", "target"
MIDDLE = (1000.0, 1000.0)  # MU: far from every edge
UP = 12


def reach(system: RuleSystem, now: Drawn, target: int) -> tuple[tuple[float, ...], ...]:
    """Return the mean points of a volley at one of the form's targets: a row for each band of the form, with a figure
    for each arc."""
    form, files = now.form, system.files
    entry = form.targets[target][1]
    hull = files.built(files.design.model_validate(entry), TARGET, "")
    known = {rule.key for rule in system.house}
    rules = {key: value for key, value in files.yard_rules(now.design).items() if key in known}
    ships = {
        key: {"side": key, "design": key, "name": key, "at": (at, 10.0), "course": UP}
        for key, at in ((FIRER, 10.0), (TARGET, 20.0))
    }
    sides = {key: {"name": key} for key in (FIRER, TARGET)}
    data = {"title": now.design.name, "system": system.key, "sides": sides, "ships": ships}
    state = files.set_up(files.battle.model_validate(data), {FIRER: now.design, TARGET: hull}, system.settings(rules))
    table = system.mean_table(state, FIRER, TARGET)
    board = board_of(state.table)
    ways = [n * form.wide for n in range(len(form.arcs))]
    firers = np.array([[*MIDDLE, board.direction(UP)]])
    found = []
    for _, far in form.bands:
        places = [
            (MIDDLE[0] + far * math.sin(math.radians(way)), MIDDLE[1] + far * math.cos(math.radians(way)))
            for way in ways
        ]
        targets = np.array([[x, y, board.direction(UP)] for x, y in places])
        lost, armour = table.means(firers, targets)
        found.append(tuple(float(n) for n in (lost + armour)[0]))
    return tuple(found)
