"""A board that is no space: the sea under the map, ground that no painter knows, the wind, and ships of unknown
glyphs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import ClassVar, cast

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.battle.battle import Battle
from game.board.boards import HexBoard, OpenBoard
from game.board.look import SEA, Look
from game.board.terrain import Body, Nature
from game.core.state import Table
from game.systems import SYSTEMS
from game.systems.full_sail.parts import Rig, WindMark
from game.ui.board.layers import ground, terrain
from game.ui.board.layers.ground import scale_rect
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.previews import ground as preview_ground
from game.ui.board.view import BoardView
from game.ui.games.full_sail.afloat.rigging import yards
from game.ui.games.full_sail.wind import rose_rect
from game.ui.render.hulls import UNKNOWN, hull_of, hulls, sprite
from tests.support.builders import ship, state

SIZE = (600, 400)
ISLE = Body(
    "isle",
    "island",
    "Gull Isle",
    (30.0, 20.0),
    6.0,
    nature=Nature(True, True, False),
    outline=((-6.0, -3.0), (5.0, -5.0), (6.0, 2.0), (-2.0, 5.0)),
)


@dataclass(frozen=True)
class Sea(OpenBoard):
    """Open water."""

    look: ClassVar[Look] = SEA


@dataclass(frozen=True)
class SeaOfHexes(HexBoard):
    """Water in hexes."""

    look: ClassVar[Look] = SEA


def painted(camera: Camera) -> np.ndarray:
    out = Surface(SIZE)
    ground.ground(out, camera, grid=False)
    return pygame.surfarray.array3d(out).astype(int)


@pytest.mark.parametrize("board", (Sea(), SeaOfHexes()))
def test_the_sea_is_water_in_two_tones(board: OpenBoard | HexBoard) -> None:
    inside = painted(Camera(Rect(0, 0, *SIZE), board=board))[250:350, 150:250].reshape(-1, 3)
    assert (inside[:, 2] > inside[:, 0] + 15).all(), "blue all over"
    assert inside[:, 1].max() - inside[:, 1].min() >= 10, "not one flat tone"


def test_the_water_moves_as_the_table_is_moved() -> None:
    camera = Camera(Rect(0, 0, *SIZE), board=Sea())
    before = painted(camera)
    camera.pan(-40, 0)
    camera.advance(0.0)
    camera.advance(10_000.0)
    after = painted(camera)
    assert (before[260:340, 150:250] == after[220:300, 150:250]).all()


def test_a_backdrop_without_a_painter_is_plain() -> None:
    @dataclass(frozen=True)
    class Desert(OpenBoard):
        look: ClassVar[Look] = Look("sand", (120, 100, 70), (120, 100, 70), SEA.lines, SEA.edge)

    assert (painted(Camera(Rect(0, 0, *SIZE), board=Desert()))[300, 200] == (120, 100, 70)).all()


def test_a_card_shows_the_sea_too() -> None:
    camera = Camera(Rect(0, 0, 200, 120), board=Sea())
    red, _, blue, _ = preview_ground((200, 120), camera).get_at((100, 60))
    assert blue > red + 15


def test_ground_that_no_painter_knows_is_drawn_by_its_outline() -> None:
    camera = Camera(Rect(0, 0, *SIZE), board=Sea())
    out = Surface(SIZE)
    terrain.terrain(out, camera, (replace(ISLE, kind="plateau"),))

    def lit(x: float, y: float) -> bool:
        px, py = camera.xy((ISLE.at[0] + x, ISLE.at[1] + y))
        return bool(sum(out.get_at((round(px), round(py)))[:3]))

    assert lit(0, 0) and lit(-4, -2.5) and not lit(-5, 3), "within the disc, but beyond the outline"


@pytest.mark.parametrize("blocks", (True, False))
def test_ground_that_no_painter_knows_fills_its_hexes(blocks: bool) -> None:
    camera = Camera(Rect(0, 0, *SIZE), board=SeaOfHexes())
    body = Body("shoal", "shoal", "", camera.board.place((10, 2)), 0.5, nature=Nature(blocks, False, True))
    out = Surface(SIZE)
    terrain.terrain(out, camera, (body,))
    assert sum(out.get_at([round(part) for part in camera.xy(body.at)])[:3]) > 0
    assert (out.get_at([round(part) for part in camera.xy(body.at)])[0] > 60) == blocks, (
        "what does not block shines through"
    )


def test_a_kind_of_terrain_needs_a_nature() -> None:
    with pytest.raises(ValueError, match="terrain is one of"):
        Body("isle", "island", "Gull Isle", (0.0, 0.0), 3.0)
    assert ISLE.blocks and ISLE.solid and not ISLE.hazard


def board_picture(wind: WindMark | None) -> np.ndarray:
    start = state(ship("lancet", "azure", (12.0, 12.0), 3))
    start.table = Table(72, 48, (ISLE,), Sea())
    view = Battle(replace(SYSTEMS["full-thrust"], tokens=lambda _: (wind,) if wind else ()), start, 7).view(None)
    board, out = BoardView(Rect(0, 0, *SIZE)), Surface(SIZE)
    board.draw(out, Scene.of(view), 0.0)
    board.fit(everything=True, glide=False)
    board.draw(out, Scene.of(view), 0.0)
    return pygame.surfarray.array3d(out).astype(int)


def test_the_wind_is_drawn_all_over_the_table_whoever_is_chosen() -> None:
    wind = WindMark(210.0, 0.5, "Wind 12 from course 1")
    changed = (board_picture(wind) != board_picture(None)).any(axis=2)
    rose = rose_rect(Camera(Rect(0, 0, *SIZE), board=Sea()), lying(), wind)
    inside = changed[rose.left : rose.right, rose.top : rose.bottom]
    assert inside.mean() > 0.3, "the rose is not drawn"
    changed[rose.left : rose.right, rose.top : rose.bottom] = False
    across, down = np.array_split(np.arange(SIZE[0]), 2), np.array_split(np.arange(SIZE[1]), 2)
    assert all(changed[np.ix_(x, y)].sum() > 40 for x in across for y in down), "a corner has no streamlines"


def lying(*ships: tuple[float, float]) -> Scene:
    """Return a scene with ships in those places."""
    return cast(Scene, SimpleNamespace(afloat=ships))


def test_the_rose_keeps_off_ships() -> None:
    wind, camera = WindMark(210.0, 0.5, "Wind 12 from course 1"), Camera(Rect(0, 0, *SIZE), board=Sea())
    usual = rose_rect(camera, lying(), wind)
    below = rose_rect(camera, lying(camera.mu(usual.center)), wind)
    assert below.x == usual.x and not below.colliderect(usual)
    left = rose_rect(camera, lying(camera.mu(usual.center), camera.mu(below.center)), wind)
    assert left.y == usual.y and not left.colliderect(usual)
    corners = [camera.mu(one.center) for one in (usual, below, left)]
    middle = rose_rect(camera, lying(*corners), wind)
    assert middle.y == below.y and middle.centerx == camera.rect.centerx, "ships in every corner"
    above = rose_rect(camera, lying(*corners, camera.mu(middle.center)), wind)
    assert above.y == usual.y and above.x == middle.x
    everywhere = [*corners, camera.mu(middle.center), camera.mu(above.center)]
    assert rose_rect(camera, lying(*everywhere), wind) == usual, "ships everywhere"
    assert rose_rect(camera, lying(*everywhere, everywhere[0]), wind) == below, "the fewest ships"


def test_the_rose_never_covers_the_scale_bar() -> None:
    wind = WindMark(210.0, 0.5, "Wind 12 from course 1", "holds all battle")
    for size in ((316, 236), (420, 300), SIZE):
        camera, ships = Camera(Rect(0, 0, *size), board=Sea()), list[tuple[float, float]]()
        for _ in range(5):
            rose = rose_rect(camera, lying(*ships), wind)
            assert not rose.colliderect(scale_rect(camera)), size
            ships.append(camera.mu(rose.center))


def test_a_low_board_shows_the_wind_in_one_line() -> None:
    wind = WindMark(210.0, 0.5, "Wind 12 from course 1", "holds all battle")
    bare = WindMark(210.0, 0.5, "Wind 12 from course 1")
    for high, one_line in ((272, True), (600, False)):
        camera = Camera(Rect(0, 0, 660, high), board=Sea())
        assert (rose_rect(camera, lying(), wind) == rose_rect(camera, lying(), bare)) == one_line


def test_no_ship_lies_under_the_plate_of_the_scale_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    place = scale_rect(Camera(Rect(0, 0, *SIZE))).center
    start = state(ship("lancet", "azure", Camera(Rect(0, 0, *SIZE)).mu((place[0] - 30.0, place[1] - 8.0)), 3))
    view, frames = Battle(SYSTEMS["full-thrust"], start, 7).view(None), list[Surface]()
    for plate in (ground.scale_plate, lambda *_: None):
        monkeypatch.setattr(ground, "scale_plate", plate)
        board, out = BoardView(Rect(0, 0, *SIZE)), Surface(SIZE)
        board.draw(out, Scene.of(view), 0.0)
        board.fit(everything=True, glide=False)
        board.draw(out, Scene.of(view), 0.0)
        frames.append(out)
    x, y = map(round, board.camera.xy(start.ships["lancet"].at))
    assert scale_rect(board.camera).collidepoint(x, y)
    assert frames[0].get_at((x, y)) == frames[1].get_at((x, y)), "the hull is as bright as without the plate"


def test_yards_are_braced_half_way_between_keel_and_wind() -> None:
    assert yards(180.0) == (90.0, 0.0), "before the wind they stand square, and sails belly forward"
    assert yards(90.0) == (45.0, -45.0) and yards(-90.0) == (-45.0, 45.0)
    assert yards(10.0)[0] == 38.0, "they cannot be braced farther"


def test_masts_and_canvas_are_drawn_as_they_stand() -> None:
    colour = (120, 220, 210)
    rigs = [
        Rig((0, 0, 0), 90.0),
        Rig((0, 0, 0), 180.0),
        Rig((0, 0, 0), 90.0, True),
        Rig((1, 0, 0), 90.0),
        Rig((2, 2, 2), 90.0),
    ]
    seen = [pygame.surfarray.array3d(sprite("sail-3", 0, colour, look=rig)).astype(int) for rig in rigs]
    light = [(one.min(axis=2) > 150).sum() for one in seen]
    assert all((a != b).any() for i, a in enumerate(seen) for b in seen[:i])
    assert light[0] > light[3] > light[4] and light[0] > light[2] > light[4], (
        "canvas is light: whole, crippled, furled, none"
    )


def test_an_unknown_glyph_is_a_plain_box() -> None:
    assert hull_of("galleon") is hulls()[UNKNOWN]
    assert sprite("galleon", 0, (90, 120, 160), 1.0).get_width() > 8
