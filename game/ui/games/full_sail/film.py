"""The parts of a film of a battle at sea besides pieces and shots: the wind, and ropes between ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.battle.view import View
from game.systems.full_sail.parts import Lashing, WindMark

Plain = Any


def film_step(view: View, numbers: Mapping[str, int], written: dict[str, Plain]) -> dict[str, Plain]:
    """Return the changes in a step: pairs of lashed ships by number, and the direction and name of the wind. `written`
    holds the last values, and is updated."""
    made: dict[str, Plain] = {}
    ropes = [[numbers[key] for key in one.ships] for one in view.tokens if isinstance(one, Lashing)]
    if ropes != written.get("ropes", []):
        made["ropes"] = written["ropes"] = ropes
    for one in view.tokens:
        if isinstance(one, WindMark):
            made["wind"] = [round(one.toward), one.label]
    return made
