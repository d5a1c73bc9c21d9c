"""Words of the wheel of courses: beside it, or where ends of a move are shown beside those that head so; decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from game.core.display import Destination
from game.core.special_display import CourseWheel, WheelSector
from game.ui.board.label_engine.pictures import Placer, Word, chip_picture, place_chip, place_plain, plain_picture
from game.ui.board.layers.ships import WHEEL, wheel_size
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.sailing.wheel import band_colour
from game.ui.render.shapes import Place, heading, polar
from game.ui.render.theme import mix, theme

TOGETHER = 4.0  # MU between ends that have one chip
CHIP = 14  # design pixels of its letters
AROUND = (90, 270, 60, 300, 120, 240, 180, 0)  # degrees, where a chip is tried
NEAR, FAR = 16, 34  # design pixels from an end, or from the wheel, to the nearest point of its words


def course_words(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """One for each kind of course; none where there is no room beside it."""
    wheel = scene.wheel
    if wheel is None:
        return []
    found: list[Word | None] = []
    for name, sectors in _kinds(wheel).items():
        first = sectors[0]
        note = first.becomes if scene.destinations else first.note
        label = f"{name}: {note}" if note else name
        wide = plain_picture(label, theme.palette.text).get_width() / 2
        by_ends = bool(scene.destinations)
        spots = list(_by_ends(camera, scene, wheel, sectors, wide) if by_ends else _by_wheel(camera, wheel, sectors, wide))
        if spots:
            colour = mix(band_colour(first.band), theme.palette.white, 0.25)
            found.append(place_plain(placer, label, colour, spots))
    return found


def toll_chips(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Place a chip with the cost by each group of ends of moves that end early."""
    groups: list[list[Destination]] = []
    for one in scene.destinations:
        if one.toll:
            near = next((group for group in groups if math.dist(group[0].at, one.at) <= TOGETHER), None)
            near.append(one) if near else groups.append([one])
    found: list[Word | None] = []
    for group in groups:
        label, at = f"stops here: {_tolls(group)} damage", camera.xy(group[0].at)
        wide = chip_picture(label, theme.palette.red, CHIP).get_width() / 2
        spots = [_beside(at, turn, wide, theme.px(away)) for away in (NEAR, FAR, 2 * FAR) for turn in AROUND]
        word = place_chip(placer, label, theme.palette.red, spots, CHIP)
        found.append(word and _tied(word, at))
    return found


def _tied(word: Word, at: Place) -> Word:
    """A chip that stands off the end it tells of, with a leader to it."""
    (x, y), r = at, word.rect
    end = min(max(x, r.left), r.right), min(max(y, r.top), r.bottom)
    return replace(word, leader=(at, end, theme.palette.red)) if math.dist(at, end) > theme.px(NEAR) + 2 else word


def _tolls(group: list[Destination]) -> str:
    """The least and the most."""
    said = sorted({one.toll for one in group}, key=lambda toll: [int(part) if part.isdigit() else 0 for part in toll.split()])
    return said[0] if len(said) == 1 else f"{said[0]} {'or' if len(said) == 2 else 'to'} {said[-1].rpartition(' ')[2]}"


def _kinds(wheel: CourseWheel) -> dict[str, list[WheelSector]]:
    """Sectors by their words, those on the right before those on the left."""
    kinds: dict[str, list[WheelSector]] = {}
    for sector in sorted(wheel.sectors, key=lambda one: one.direction):
        if sector.words:
            kinds.setdefault(sector.words, []).append(sector)
    return kinds


def _by_wheel(camera: Camera, wheel: CourseWheel, sectors: list[WheelSector], wide: float) -> Iterator[Place]:
    """Beyond the rim, as near as the breadth of the words allows."""
    rim, middle = wheel_size(camera) * theme.px(WHEEL), camera.xy(wheel.at)
    for away in (NEAR, FAR):
        for sector in sectors:
            yield _beside(polar(rim, sector.direction, middle), sector.direction, wide, theme.px(away))


def _by_ends(camera: Camera, scene: Scene, wheel: CourseWheel, sectors: list[WheelSector], wide: float) -> Iterator[Place]:
    """Beyond the farthest end of each lane that heads so, and then beside it."""
    lanes: dict[object, Destination] = {}
    for one in scene.destinations:
        best = lanes.get(one.lane)
        farther = best is None or math.dist(one.at, wheel.at) > math.dist(best.at, wheel.at)
        if one.band == sectors[0].band and farther:
            lanes[one.lane] = one
    for away in (NEAR, FAR):
        for lane in lanes.values():
            yield _beside(camera.xy(lane.at), heading(camera.xy(wheel.at), camera.xy(lane.at)), wide, theme.px(away))


def _beside(at: Place, direction: float, wide: float, away: float) -> Place:
    """The middle of words of half that breadth that lie in a direction from a place, off it."""
    x, y = polar(away, direction, at)
    return x + math.sin(math.radians(direction)) * wide, y
