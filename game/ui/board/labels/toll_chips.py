"""Chips by destinations with an unavoidable cost: the dice rolled there; no part of the rules."""

from __future__ import annotations

import math
from dataclasses import replace

from game.core.display import Destination
from game.ui.board.label_engine.pictures import Placer, Word, chip_picture, place_chip
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, polar
from game.ui.render.theme import theme

TOGETHER = 4.0  # MU between destinations that share a chip
CHIP = 14  # design pixels of its letters
AROUND = (90, 270, 60, 300, 120, 240, 180, 0)  # degrees clockwise from up at which a chip is tried
NEAR, FAR = 16, 34  # design pixels from a destination to the nearest point of its words


def toll_chips(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Place a chip with the cost by each group of destinations at which the move ends early."""
    groups: list[list[Destination]] = []
    for one in scene.asked.destinations:
        if one.toll:
            near = next((group for group in groups if math.dist(group[0].at, one.at) <= TOGETHER), None)
            near.append(one) if near else groups.append([one])
    found: list[Word | None] = []
    for group in groups:
        label, at = f"stops here: {_tolls(group)} damage", camera.xy(group[0].at)
        wide = chip_picture(label, theme.palette.red, CHIP).get_width() / 2
        spots = [beside(at, turn, wide, theme.px(away)) for away in (NEAR, FAR, 2 * FAR) for turn in AROUND]
        word = place_chip(placer, label, theme.palette.red, spots, CHIP)
        found.append(word and _with_leader(word, at))
    return found


def _with_leader(word: Word, at: Place) -> Word:
    """Return a chip with a leader to its destination."""
    (x, y), r = at, word.rect
    end = min(max(x, r.left), r.right), min(max(y, r.top), r.bottom)
    return replace(word, leader=(at, end, theme.palette.red)) if math.dist(at, end) > theme.px(NEAR) + 2 else word


def _tolls(group: list[Destination]) -> str:
    """Return the lowest and the highest cost of a group."""
    said = sorted(
        {one.toll for one in group}, key=lambda toll: [int(part) if part.isdigit() else 0 for part in toll.split()]
    )
    return said[0] if len(said) == 1 else f"{said[0]} {'or' if len(said) == 2 else 'to'} {said[-1].rpartition(' ')[2]}"


def beside(at: Place, direction: float, wide: float, away: float) -> Place:
    """Return the centre of words of half a width `wide`, in a direction from a place, `away` from it."""
    x, y = polar(away, direction, at)
    return x + math.sin(math.radians(direction)) * wide, y
