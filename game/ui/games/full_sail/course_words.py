"""Words of the wheel of courses, placed beside it or beside the destinations with that course; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator

from game.core.display import Destination
from game.systems.full_sail.parts import CourseWheel, WheelSector
from game.ui.board.label_engine.pictures import Placer, Word, place_plain, plain_picture
from game.ui.board.labels.toll_chips import FAR, NEAR, beside
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.games.full_sail.wheel import RIM, band_colour, wheel_size
from game.ui.render.shapes import Place, heading, polar
from game.ui.render.theme import mix, theme


def wheel_words(placer: Placer, camera: Camera, scene: Scene, wheel: CourseWheel) -> list[Word | None]:
    """Return a word for each kind of course; None if there is no room for it."""
    found: list[Word | None] = []
    for name, sectors in _kinds(wheel).items():
        first = sectors[0]
        note = first.becomes if scene.asked.destinations else first.note
        label = f"{name}: {note}" if note else name
        wide = plain_picture(label, theme.palette.text).get_width() / 2
        by_ends = bool(scene.asked.destinations)
        spots = list(
            _by_ends(camera, scene, wheel, sectors, wide) if by_ends else _by_wheel(camera, wheel, sectors, wide)
        )
        if spots:
            colour = mix(band_colour(first.band), theme.palette.white, 0.25)
            found.append(place_plain(placer, label, colour, spots))
    return found


def _kinds(wheel: CourseWheel) -> dict[str, list[WheelSector]]:
    """Return sectors by their words, right before left."""
    kinds: dict[str, list[WheelSector]] = {}
    for sector in sorted(wheel.sectors, key=lambda one: one.direction):
        if sector.words:
            kinds.setdefault(sector.words, []).append(sector)
    return kinds


def _by_wheel(camera: Camera, wheel: CourseWheel, sectors: list[WheelSector], wide: float) -> Iterator[Place]:
    """Yield places beyond the rim, as near as the width of the words allows."""
    rim, middle = wheel_size(camera) * theme.px(RIM), camera.xy(wheel.at)
    for away in (NEAR, FAR):
        for sector in sectors:
            yield beside(polar(rim, sector.direction, middle), sector.direction, wide, theme.px(away))


def _by_ends(
    camera: Camera, scene: Scene, wheel: CourseWheel, sectors: list[WheelSector], wide: float
) -> Iterator[Place]:
    """Yield places beyond the farthest destination of each lane with that course, then beside it."""
    lanes: dict[object, Destination] = {}
    for one in scene.asked.destinations:
        best = lanes.get(one.lane)
        farther = best is None or math.dist(one.at, wheel.at) > math.dist(best.at, wheel.at)
        if one.band == sectors[0].band and farther:
            lanes[one.lane] = one
    for away in (NEAR, FAR):
        for lane in lanes.values():
            yield beside(camera.xy(lane.at), heading(camera.xy(wheel.at), camera.xy(lane.at)), wide, theme.px(away))
