"""Areas of a board in use, in pixels: cards and sentences keep off them; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from pygame import Rect

from game.ui.board.layers import fire_lines as fire
from game.ui.board.layers import ground
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, between
from game.ui.render.theme import theme

SHIP, AIMED, END, LINE = 44, 56, 14, 16  # design pixels of the square about a ship, one that aims or is aimed at, an end, a line


def around(place: Place, side: int) -> Rect:
    """A square of so many pixels about a place."""
    return Rect(round(place[0] - side / 2), round(place[1] - side / 2), side, side)


def fired(camera: Camera, scene: Scene) -> list[tuple[Place, Place]]:
    """The lines of fire and of aim that a scene shows."""
    pairs = [(one.firer, one.target) for one in scene.volleys]
    pairs += [(one.firer, one.target) for one in scene.aims if any(shot.bears for shot in one.shots)]
    pairs += [(one.firer, one.shot.target) for one in scene.refusals]
    return [fire.ends_of(scene, camera, firer, target) for firer, target in pairs]


def aimed(camera: Camera, scene: Scene) -> list[Rect]:
    """The ground of whoever fires or aims in a scene, of the ship in hand, and of what is aimed at."""
    places = [place for line in fired(camera, scene) for place in line]
    if ship := scene.view.state.ships.get(scene.chosen):
        places.append(camera.xy((scene.ghosts.get(scene.chosen) or ship).at))
    return [around(place, theme.px(AIMED)) for place in places]


def in_use(camera: Camera, scene: Scene, written: Iterable[Rect]) -> list[Rect]:
    """Ships, ghosts, ends to choose from, lines of fire, the scale bar, and what is `written` on the board."""
    state, far = scene.view.state, theme.px(SHIP)
    pieces = [one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    found = [around(camera.xy(at), far) for at in (*pieces, *(pose.at for pose in scene.ghosts.values()))]
    wide = round(camera.scale) if camera.board.cells else theme.px(END)
    found += [around(camera.xy(at), wide) for at in {landing.at for landing in scene.landings}]
    for a, b in fired(camera, scene):
        found += [around(between(a, b, n / 16), theme.px(LINE)) for n in range(17)]
    return [*found, *written, ground.scale_rect(camera)]
