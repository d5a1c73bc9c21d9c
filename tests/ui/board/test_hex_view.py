"""The board of hexes in the window: lines, picking, ends and the key. No window opens."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.board import hexes
from game.board.boards import HexBoard, OpenBoard
from game.board.hexes import COLUMN
from game.core.display import Pose, Token
from game.rules.ships.ship import Ship
from game.ui.board.layers import counters, envelopes, hex_envelopes, hexgrid
from game.ui.board.layers.event_marks import ruler_words
from game.ui.board.legend import samples
from game.ui.board.minimap import MiniMap
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene, Trail
from game.ui.board.previews import picture
from game.ui.board.view import BoardView
from game.ui.input_modes.scenes import with_plot
from game.ui.render.theme import theme
from tests.support.builders import ship
from tests.support.narrowing import narrow
from tests.support.ui.board_samples import taken_up
from tests.support.ui.board_samples import view as open_view
from tests.support.ui.hex_board_samples import BOARD, Rows, view

TOOLS = frozenset(("arcs", "range", "threat", "sight", "grid", "compass", "names"))


pytestmark = pytest.mark.usefixtures("plain_theme")


def bellwether() -> Scene:
    """Bellwether in hand: port in its second hex, starboard in its fourth."""
    seen = view()
    model, drag = taken_up(seen, "bellwether")
    pose = seen.pose(Rows("bellwether", "FPFSF"))
    overlays = seen.overlays("bellwether", pose)
    return with_plot(Scene.of(seen), model, drag.destinations).but(
        tools=TOOLS, ghosts={"bellwether": pose}, overlays=overlays
    )


def camera(scale: float = 52.0, centre: tuple[float, float] = (10.0, -12.0), board: HexBoard = BOARD) -> Camera:
    found = Camera(Rect(0, 0, 900, 700), board=board)
    found.scale, found.centre = scale, centre
    return found


def light(dst: Surface, at: tuple[float, float], reach: int = 1) -> int:
    """Return the brightest pixel about a place."""
    area = Rect(math.floor(at[0]) - reach, math.floor(at[1]) - reach, 2 * reach + 1, 2 * reach + 1).clip(dst.get_rect())
    return int(pygame.surfarray.array3d(dst.subsurface(area)).sum(axis=2).max())


# -- the ground --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", (15.0, 26.3, 52.0, 91.7, 160.0))
@pytest.mark.parametrize("centre", ((10.0, -12.0), (9.73, -11.41)))
def test_lines_lie_on_the_sides_of_hexes_and_nowhere_else(scale: float, centre: tuple[float, float]) -> None:
    dst, cam = Surface((900, 700)), camera(scale, centre)
    hexgrid.grid(dst, cam)
    well = cam.rect.inflate(-2 * scale - 8, -2 * scale - 8)
    inside = [one for one in hexgrid.cells_in_view(cam) if well.collidepoint(cam.xy(hexes.centre(one)))]
    for one in inside[:: max(1, len(inside) // 25)]:
        corners = cam.many(hexes.corners(one))
        assert light(dst, cam.xy(hexes.centre(one)), 2) == 0
        for (ax, ay), (bx, by) in pairwise(corners):
            assert light(dst, ((ax + bx) / 2, (ay + by) / 2)) > 30


def test_the_dark_begins_where_the_hexes_end_but_a_floating_map_has_no_edge() -> None:
    cam, space = camera(30.0, (2.0, -2.0)), sum(theme.palette.space)
    for board, dark in ((BOARD, True), (replace(BOARD, floating=True), False)):
        dst = Surface((900, 700))
        dst.fill((40, 40, 40))
        cam.board = board
        hexgrid.edge(dst, cam, (200, 200, 200))
        for q in range(-2, 5):
            for r in range(-3, 4):
                shade = sum(dst.get_at([round(one) for one in cam.xy(hexes.centre((q, r)))])[:3])
                assert (shade == space) == (dark and not BOARD.within((q, r)))


def test_small_hexes_have_no_lines_and_only_some_have_names() -> None:
    dst = Surface((900, 700))
    hexgrid.grid(dst, camera(4.0))
    assert not pygame.surfarray.array3d(dst).any()
    hexgrid.names(dst, camera(30.0))
    some = pygame.surfarray.array3d(dst).astype(int).sum()
    dst.fill((0, 0, 0))
    hexgrid.names(dst, camera(60.0))
    assert 0 < some < pygame.surfarray.array3d(dst).astype(int).sum()


def test_the_hex_under_the_pointer_is_the_one_whose_outline_is_drawn() -> None:
    board, scene, dst = BoardView(Rect(0, 0, 900, 700)), Scene.of(view()), Surface((900, 700))
    board.draw(dst, scene)
    place = hexes.at((8, 6))
    x, y = board.camera.xy(place)
    assert board.cell_at((x + 3, y - 4)) == place
    assert board.cell_at(board.camera.xy(hexes.at((-1, 3)))) is None
    board.draw(dst, scene.but(pointed=place))
    outlined = dst.copy()
    board.draw(dst, scene)
    changed = pygame.surfarray.array3d(outlined) != pygame.surfarray.array3d(dst)
    xs, ys = np.nonzero(changed.any(axis=2))
    near = (np.abs(xs - x) < board.camera.scale * 0.7) & (np.abs(ys - y) < board.camera.scale * 0.7)
    assert near.sum() > 60, "the rest is the name of the hex beside the scale"


def test_the_ruler_counts_hexes() -> None:
    seen = view()
    here, there = seen.state.ships["bellwether"].at, hexes.at((3, 1))
    assert ruler_words(Scene.of(seen, "bellwether", ruler=(here, there))).startswith("9 hexes ")
    assert ruler_words(Scene.of(seen, "bellwether", ruler=(here, (there[0] + 0.2, there[1])))).startswith("9 hexes ")


# -- the camera --------------------------------------------------------------------------------------------------------


def test_the_view_stays_on_a_table_that_does_not_begin_at_nothing() -> None:
    cam = Camera(Rect(0, 0, 600, 500), board=HexBoard(20, 16, west=-30, north=-25))
    west, south, *_ = cam.extent
    assert west < -25 and south > 8
    for _ in range(50):
        cam.pan(400, -400)
    assert cam.centre == pytest.approx((west, south))
    cam.board = replace(BOARD, floating=True)
    cam.pan(4000, 0)
    assert cam.centre[0] < west, "a floating map has no edge to stop at"


def test_a_window_that_scrolls_does_not_move_the_view() -> None:
    seen = view()
    board, dst = BoardView(Rect(0, 0, 700, 500)), Surface((700, 500))
    board.draw(dst, Scene.of(seen))
    before = board.camera.scale, board.camera.centre
    seen.state.table = replace(seen.state.table, board=replace(BOARD, west=2, north=-3))
    board.draw(dst, Scene.of(seen))
    assert (board.camera.scale, board.camera.centre) == before
    assert board.camera.board.extent[0] > BOARD.extent[0]


def test_a_window_that_scrolls_is_followed_if_a_ship_in_it_went_out_of_view() -> None:
    seen = view()
    board, dst = BoardView(Rect(0, 0, 700, 500)), Surface((700, 500))
    board.draw(dst, Scene.of(seen))
    before = board.camera.scale
    narrow(seen.state.ships["karst"], Ship).at = hexes.at((40, -20))
    seen.state.table = replace(seen.state.table, board=replace(BOARD, west=14, north=-8))
    board.draw(dst, Scene.of(seen), 16)
    assert not board.camera.still, "it glides there"
    for frame in range(60):
        board.draw(dst, Scene.of(seen), 32 + 16 * frame)
    assert board.camera.scale < before and all(board.camera.shows(one.at) for one in seen.state.ships.values())


def test_a_ship_that_was_out_of_view_anyway_moves_no_camera() -> None:
    seen = view()
    board, dst = BoardView(Rect(0, 0, 700, 500)), Surface((700, 500))
    board.draw(dst, Scene.of(seen))
    board.camera.zoom(4.0, board.camera.xy(seen.state.ships["bellwether"].at), glide=False)
    board.draw(dst, Scene.of(seen), 16)
    before = board.camera.scale, board.camera.centre
    assert not board.camera.shows(seen.state.ships["ostrava"].at)
    seen.state.table = replace(seen.state.table, board=replace(BOARD, west=2, north=-3))
    board.draw(dst, Scene.of(seen), 32)
    assert (board.camera.scale, board.camera.centre) == before and board.camera.still


def test_the_little_map_of_a_floating_table_has_every_ship() -> None:
    far = ship("far", "crimson", hexes.at((90, -60)), 8, 4)
    seen = view(far, board=replace(BOARD, floating=True))
    little, cam = MiniMap(Rect(0, 0, 180, 140)), Camera(Rect(0, 0, 900, 700), board=seen.state.table.board)
    little.draw(Surface((900, 700)), Scene.of(seen), cam)
    assert all(little.rect.collidepoint(little.camera(cam).xy(one.at)) for one in seen.state.ships.values())


# -- where a ship can go -----------------------------------------------------------------------------------------------


def test_an_end_has_the_most_thrust_that_is_left_for_each_heading() -> None:
    seen = view()
    destinations = seen.destinations(Rows("bellwether"))
    ends = hex_envelopes.ends_of(destinations)
    assert hex_envelopes.ends_of(destinations) is ends
    straight = hexes.step((3, 10), 1, 5)
    assert ends.cells[straight][2] == ends.most == 8
    assert set(ends.cells[straight].values()) == {8, 5}, "a turn in the last hex costs one"
    assert len(ends.cells) == len({one.at for one in destinations})
    aside = tuple(replace(one, facing=4) for one in destinations if one.facing == one.course == 2)
    assert aside and {4} == {way for there in hex_envelopes.ends_of(aside).cells.values() for way in there}, (
        "where it points"
    )
    shades = [hex_envelopes.shade(left, ends.most) for left in (2, 5, 8)]
    assert shades == sorted(shades) and shades[0] < shades[-1], "light means cheap"


def test_ends_bear_a_number_only_where_something_can_be_left() -> None:
    drawn = []
    for left in (0, 1):
        destinations = tuple(replace(one, left=left) for one in view().destinations(Rows("bellwether")))
        bare, plain = Surface((900, 700)), camera()
        hex_envelopes.envelope(bare, plain, destinations, theme.palette.green, True)
        drawn.append(light(bare, plain.xy(hexes.at(hexes.step((3, 10), 1, 5))), 4))
    assert drawn[0] < drawn[1]


def test_ends_are_drawn_in_their_hexes_alone() -> None:
    scene, cam = bellwether(), camera()
    dst = Surface((900, 700), pygame.SRCALPHA)
    hex_envelopes.envelope(dst, cam, scene.asked.destinations, (95, 219, 160), True)
    cells = hex_envelopes.ends_of(scene.asked.destinations).cells
    for one in hexgrid.cells_in_view(cam):
        at = [round(value) for value in cam.xy(hexes.centre(one))]
        if dst.get_rect().inflate(-90, -90).collidepoint(at):
            assert (dst.get_at(at)[3] > 0) == (one in cells)
    area = envelopes.extent(cam, scene.asked.destinations).clip(dst.get_rect())
    dst.fill((0, 0, 0, 0), area)
    assert not pygame.surfarray.array_alpha(dst).any()


def test_the_way_has_a_mark_and_a_price_wherever_the_heading_changes() -> None:
    scene = bellwether()
    pose = scene.ghosts["bellwether"]
    assert [bend.label for bend in pose.bends] == ["P · 3 TP", "S · 3 TP"]
    board, dst = BoardView(Rect(0, 0, 900, 700)), Surface((900, 700))
    board.draw(dst, scene)
    bare = Pose(pose.at, pose.course, pose.facing, pose.velocity, path=pose.path)
    more = len(board._words)
    board.draw(dst, scene.but(ghosts={"bellwether": bare}))
    assert more - len(board._words) >= 2


# -- the key -----------------------------------------------------------------------------------------------------------


def test_the_key_has_the_marks_that_are_on_the_board_and_no_others() -> None:
    scene = bellwether()
    said = [one.words for one in samples(scene)]
    assert said[:3] == ["Can stop, and face so", "Thrust left: 8, 5, 2", "Heading change"]
    assert "Nobody steers it" in said and "Velocity, heading" in said
    bare = scene.but(destinations=(), ghosts={}, overlays=())
    said = [one.words for one in samples(bare)]
    assert "Heading change" not in said and "Out of its sight" not in said and "Marker" in said
    scene.view.__dict__["tokens"] = ()
    assert not {"Marker", "Nobody steers it"} & {one.words for one in samples(scene)}
    assert samples(Scene.of(open_view())) == ()


def test_every_sample_is_drawn_within_its_place() -> None:
    for one in samples(bellwether()):
        dst, place = Surface((120, 90)), Rect(38, 32, 44, 26)
        one.draw(dst, place)
        drawn = np.asarray(pygame.surfarray.array3d(dst).any(axis=2))
        assert drawn.any()
        drawn[place.x - 3 : place.right + 3, place.y - 3 : place.bottom + 3] = False
        assert not drawn.any(), one.words


# -- all of it ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", (0.75, 1.0, 2.0, 3.0))
@pytest.mark.parametrize("size", ((1200, 800), (300, 200), (40, 30), (9, 9), (2, 2), (0, 0)))
def test_nothing_fails_at_any_scale_and_size(scale: float, size: tuple[int, int]) -> None:
    theme.scale = scale
    scene = bellwether()
    seen = scene.view
    scene = scene.but(
        threats={"karst": seen.destinations(Rows("karst"))},
        pointed=hexes.at((4, 4)),
        ruler=(hexes.at((1, 1)), hexes.at((9, 9))),
        trails=(Trail("gannet", seen.pose(Rows("gannet")).path, "coast"),),
    )
    dst, rect = Surface((1280, 860)), Rect(20, 30, *size)
    board = BoardView(rect)
    board.draw(dst, scene, 0)
    for factor in (6, 0.01, 3):
        board.camera.zoom(factor, rect.center, glide=False)
        board.draw(dst, scene, 16)
    MiniMap(Rect(0, 0, size[0] // 4, size[1] // 4)).draw(dst, scene, board.camera)
    outside = dst.copy()
    outside.fill((0, 0, 0), rect)
    assert not np.any(pygame.surfarray.array3d(outside)[:, rect.bottom + 1 :]), "nothing is drawn outside the board"


def test_a_card_of_the_menu_shows_hexes_as_the_board_does() -> None:
    seen = view(side=None)
    small = picture(seen, (260, 150))
    assert small.get_size() == (260, 150)
    seen.state.table = replace(seen.state.table, bodies=())
    assert pygame.image.tobytes(picture(seen, (260, 150)), "RGB") != pygame.image.tobytes(small, "RGB")


def test_a_flight_is_drawn_craft_by_craft() -> None:
    whole = Token("a", "azure", (0.0, 0.0), "disc", 12, 6)
    others = replace(whole, lost=2), replace(whole, shape="lozenge"), replace(whole, letter="H")
    shown = [*((one, 0.0) for one in (whole, *others)), (replace(whole, course=4), 120.0)]
    pictures = [counters.token_picture(one, (92, 200, 250), 24.0, turn) for one, turn in shown]
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in pictures}) == 5


def test_an_open_table_is_told_from_one_of_cells() -> None:
    board = BoardView(Rect(0, 0, 400, 300))
    board.draw(Surface((400, 300)), Scene.of(open_view()))
    assert board.camera.board == OpenBoard() and board.cell_at((200, 150)) is None
    assert COLUMN < 1
