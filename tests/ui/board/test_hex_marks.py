"""The board of hexes mark by mark: sides, names, headings, prices, rings, and ships picked by their hexes. No window
opens."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.board import hexes
from game.core.display import Token
from game.rules.ships.ship import Ship
from game.ui.board.label_engine.pictures import Placer
from game.ui.board.label_engine.positions import LabelSurroundings
from game.ui.board.layers import counters, ground, hex_envelopes, hexgrid, ships, zones
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import polar
from game.ui.render.text import width
from game.ui.render.theme import theme
from tests.support.narrowing import narrow
from tests.support.ui.hex_board_samples import BOARD, Rows, view
from tests.support.ui.page_driver import reader
from tests.ui.board.test_hex_view import bellwether, camera, light

GREEN = (95, 219, 160)

pytestmark = pytest.mark.usefixtures("plain_theme")


def sheet() -> Surface:
    return Surface((900, 700), pygame.SRCALPHA)


def said(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, place: int) -> list[str]:
    """Return the words that something is given to write: the argument at that place of every call."""
    found: list[str] = []
    real = getattr(module, name)

    def heard(*given: Any, **more: Any) -> Any:
        found.append(given[place])
        return real(*given, **more)

    monkeypatch.setattr(module, name, heard)
    return found


# -- the ground --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", (30.0, 52.0, 91.7))
def test_a_side_runs_from_corner_to_corner(scale: float) -> None:
    """Not only through its middle: near both its ends too."""
    dst, cam = Surface((900, 700)), camera(scale)
    hexgrid.grid(dst, cam)
    corners = cam.many(hexes.corners(hexes.hex_at(cam.centre)))
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        for share in (0.1, 0.9):
            assert light(dst, (ax + (bx - ax) * share, ay + (by - ay) * share)) > 30


@pytest.mark.parametrize("scale", (44.0, 60.0))
def test_hexes_bear_the_names_of_the_board(monkeypatch: pytest.MonkeyPatch, scale: float) -> None:
    names, cam = said(monkeypatch, hexgrid, "text", 1), camera(scale)
    hexgrid.names(sheet(), cam)
    assert set(names) == {BOARD.label(hexes.at(one)) for one in hexgrid.cells_in_view(cam)} and "1013" in names


def test_the_name_of_a_small_hex_is_read_with_ease() -> None:
    """It stands out from the ground as words of a page have to, and keeps within the sides of its hex."""
    ground_light, name_light = (
        sum(share * (one / 255) ** 2.2 for share, one in zip((0.2126, 0.7152, 0.0722), colour))
        for colour in (theme.palette.space, hexgrid.NAME)
    )
    assert (name_light + 0.05) / (ground_light + 0.05) >= 4.5
    upper = 44 * hexes.CORNER + 2 * 4 / 3**0.5  # the breadth of a hex at the upper edge of its name
    assert width("0512", 13) <= upper


def test_names_are_written_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    names, cam = said(monkeypatch, hexgrid, "text", 1), camera(60.0)
    ground.ground(sheet(), cam)
    assert not names
    ground.ground(sheet(), cam, names=True)
    assert names


def test_off_the_table_no_hex_is_pointed_at() -> None:
    cam = camera(52.0, (0.0, -4.0))
    for one, drawn in (((0, 4), True), ((-1, 4), False)):
        dst = sheet()
        hexgrid.draw_hovered_hex(dst, cam, hexes.at(one))
        assert bool(pygame.surfarray.array_alpha(dst).any()) == drawn


def test_beside_the_scale_the_hex_pointed_at_is_called_a_hex_and_ends_on_the_ground_of_the_scale() -> None:
    cam, dst, at = camera(30.0), sheet(), hexes.at((3, 3))
    with reader(dst) as written:
        ground.scale_bar(dst, cam, at)
    told = next(one for one in written if one.string == f"hex {cam.board.label(at)}")
    assert ground.scale_rect(cam).inflate(0, 8).contains(told.box)


def test_the_scale_bar_is_read_over_whatever_lies_there() -> None:
    cam, dst = camera(30.0), sheet()
    dst.fill((250, 250, 250))
    ground.scale_plate(dst, cam)
    ground.scale_bar(dst, cam)
    place = ground.scale_rect(cam)
    assert max(dst.get_at((place.centerx, place.y + 4))[:3]) < 128


@pytest.mark.parametrize("wide", [420, 650, 900])
def test_the_scale_bar_takes_no_more_than_a_quarter_of_a_small_board(wide: int) -> None:
    cam = camera(9.0)
    cam.rect = Rect(0, 0, wide, 300)
    assert 1 <= ground.scale_length(cam) * cam.scale <= wide / 4


# -- where a ship can end ----------------------------------------------------------------------------------------------


def test_of_several_ways_to_an_end_the_cheapest_is_told_and_what_lies_aside_is_not_drawn() -> None:
    destinations = view().destinations(Rows("bellwether"))
    ends = hex_envelopes.ends_of(destinations)
    dear = tuple(replace(one, left=0) for one in destinations)
    assert (
        hex_envelopes.ends_of(destinations + dear).cells
        == ends.cells
        == hex_envelopes.ends_of(dear + destinations).cells
    )
    beside = tuple(replace(one, aside=one.at == destinations[0].at) for one in destinations)
    assert hex_envelopes.ends_of(beside).cells.keys() == ends.cells.keys() - {hexes.hex_at(destinations[0].at)}


def test_an_end_has_its_number_and_a_triangle_on_the_side_of_every_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    destinations, cam, dst = view().destinations(Rows("bellwether")), camera(80.0, (4.0, -9.0)), sheet()
    numbers = said(monkeypatch, hex_envelopes, "text", 1)
    hex_envelopes.envelope(dst, cam, destinations, GREEN, True)
    cells = hex_envelopes.ends_of(destinations).cells
    seen = {
        one: there
        for one, there in cells.items()
        if cam.rect.inflate(-160, -160).collidepoint(cam.xy(hexes.centre(one)))
    }
    assert len(seen) > 3 and {str(max(there.values())) for there in cells.values()} >= set(numbers) > set()
    for one, there in seen.items():
        at = cam.xy(hexes.centre(one))
        tips = {course: light(dst, polar(80.0 * 0.33, 30.0 * course, at), 0) for course in range(2, 13, 2)}
        bare = max(tips[course] for course in tips if course not in there)
        assert all(tips[course] > bare for course in there)


@pytest.mark.parametrize("scale", (26.0, 52.0, 90.0))
def test_the_name_of_a_hex_stands_beside_it_where_it_would_cover_it(scale: float) -> None:
    cam, one = camera(scale, hexes.centre((6, 4))), hexes.corners((6, 4))
    word = Rect(0, 0, 107, 25)
    own = Rect(0, 0, round(scale), round(scale))
    own.center = cam.rect.center
    for place in zones.name_places(cam, one, cam.rect, word.w):
        word.center = (round(place[0]), round(place[1]))
        assert not word.colliderect(own.inflate(-2, -2)) or scale > word.w, place
    arc = [point for cell in (hexes.corners((q, 4 - q // 2)) for q in (0, 12)) for point in cell]
    assert cam.rect.collidepoint(zones.name_places(cam, arc, cam.rect, word.w)[0])


def test_ends_of_another_ship_are_an_outline_lightly_tinted() -> None:
    destinations, cam = view().destinations(Rows("bellwether")), camera(52.0)
    solid = []
    for own in (True, False):
        dst = sheet()
        hex_envelopes.envelope(dst, cam, destinations, GREEN, own)
        shown = [cam.xy(hexes.centre(one)) for one in hex_envelopes.ends_of(destinations).cells]
        solid.append(
            [dst.get_at((round(x) - 12, round(y)))[3] for x, y in shown if dst.get_rect().collidepoint((x - 12, y))]
        )
    assert min(solid[0]) > 150 and 0 < max(solid[1]) < 40


def test_the_end_in_hand_is_outlined_in_white() -> None:
    scene, cam, dst = bellwether(), camera(), sheet()
    hex_envelopes.chosen_end(dst, cam, scene.ghosts["bellwether"])
    corners = hexgrid.hexagon(cam.xy(scene.ghosts["bellwether"].at), cam.scale * hexes.CORNER * hex_envelopes.CHOSEN)
    assert all(light(dst, ((ax + bx) / 2, (ay + by) / 2)) > 600 for (ax, ay), (bx, by) in pairwise(corners))


# -- the way -----------------------------------------------------------------------------------------------------------


def test_the_way_has_a_disc_in_every_hex_and_an_arrow_where_it_bends() -> None:
    pose, cam = bellwether().ghosts["bellwether"], camera(60.0, (5.0, -9.0))
    dst, straight = sheet(), sheet()
    hex_envelopes.draw_hex_path(dst, cam, pose, GREEN)
    hex_envelopes.draw_hex_path(straight, cam, replace(pose, bends=()), GREEN)
    bent = {bend.at for bend in pose.bends}
    for point in pose.path[1:-1]:
        x, y = cam.xy(point)
        area = Rect(round(x) - 10, round(y) - 10, 20, 20)
        bent_way, plain_way = (pygame.surfarray.array3d(one.subsurface(area)) for one in (dst, straight))
        assert np.array_equal(bent_way, plain_way) == (point not in bent)
        if point in bent:
            assert light(dst, polar(12.2, 0, (x, y)), 0) or light(dst, polar(12.2, 120, (x, y)), 0), (
                "a ring round the arrow"
            )
    (x, y), (a, b) = cam.xy(pose.path[1]), cam.xy(pose.path[0])
    turn = np.degrees(np.arctan2(x - a, b - y)) + 90
    assert light(straight, polar(3.2, turn, (x, y)), 0) > light(
        straight, polar(3.2, turn, ((x + a) / 2, (y + b) / 2)), 0
    )


def test_an_arrow_bends_to_port_as_it_does_to_starboard() -> None:
    port, starboard = (hex_envelopes.bend_picture(0.0, after, GREEN) for after in (300.0, 60.0))
    mirrored = pygame.transform.flip(port, True, False)
    off = [pygame.surfarray.array3d(one).astype(int) - pygame.surfarray.array3d(starboard) for one in (mirrored, port)]
    assert np.abs(off[0]).mean() < 6 < np.abs(off[1]).mean()


def test_prices_stand_by_the_bends_and_what_a_move_comes_to_by_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    chips, cam = said(monkeypatch, hex_envelopes, "place_chip", 1), camera()
    pose = replace(bellwether().ghosts["bellwether"], note="NE · next V 7")
    assert len(list(hex_envelopes.bend_chips(Placer(cam.rect, []), cam, pose, GREEN))) == 3
    assert chips == ["P · 3 TP", "S · 3 TP", "NE · next V 7"]


# -- what lies on the board --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", (24.0, 52.0, 160.0))
def test_a_ship_is_found_all_over_her_hex(scale: float) -> None:
    scene, cam = Scene.of(view()), camera(scale)
    seen, one = ships.looks(scene), hexes.hex_at(scene.view.state.ships["karst"].at)
    (x, y), corners = hexes.centre(one), hexes.corners(one)
    assert {
        ships.ships_at(cam, scene, seen, cam.xy((x + 0.9 * (a - x), y + 0.9 * (b - y))))[0] for a, b in corners
    } == {"karst"}
    beyond = [cam.xy((x + 1.6 * (a - x), y + 1.6 * (b - y))) for a, b in corners]
    assert not any(ships.ships_at(cam, scene, seen, place) for place in beyond)


def test_what_a_counter_and_a_card_look_like_says_what_they_are() -> None:
    plain = counters.velocity_picture(5, 60.0, GREEN, False)
    others = [
        counters.velocity_picture(6, 60.0, GREEN, False),
        counters.velocity_picture(5, None, GREEN, False),
        counters.velocity_picture(5, 60.0, GREEN, True),
    ]
    assert all(pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(one, "RGBA") for one in others)
    wing = Token("wing", "azure", (0.0, 0.0), "disc", 12, 6, 0)
    whole, hurt = (counters.token_picture(replace(wing, lost=lost), GREEN, 27.0) for lost in (0, 2))
    assert pygame.image.tobytes(whole, "RGBA") != pygame.image.tobytes(hurt, "RGBA")


def test_a_card_that_lies_face_down_is_hatched_and_an_open_one_says_what_it_holds() -> None:
    down, blank = (pygame.surfarray.array3d(counters.card_picture(GREEN, letter)) for letter in ("", "blank" * 9))
    assert down[4:-4, 4:-4, 0].std() > blank[4:-4, 4:-4, 0].std() == 0.0
    scene, cam = Scene.of(view()), camera(52.0, (13.0, -10.0))
    pictures = []
    for letter in ("", "R+1"):
        card = Token("card", "azure", scene.view.state.ships["karst"].at, "card", letter=letter, ship="karst")
        scene.view.__dict__["tokens"] = (card,)
        words = counters.beside(
            LabelSurroundings(cam.rect, (), {}), cam, scene, ships.looks(scene), {"karst": Rect(0, 0, 1, 1)}
        )
        pictures.append(pygame.image.tobytes(words[-1].picture, "RGBA"))
    assert len(words) == 2 and pictures[0] != pictures[1]


@pytest.mark.parametrize("shape", ["disc", "lozenge"])
def test_where_craft_cannot_be_told_apart_a_counter_has_its_letter_alone(shape: str) -> None:
    bare = Token("wing", "azure", (0.0, 0.0), shape, 12, letter="M")
    wing = replace(bare, count=6, lost=2)
    alike = [
        pygame.image.tobytes(counters.token_picture(wing, GREEN, r), "RGBA")
        == pygame.image.tobytes(counters.token_picture(bare, GREEN, r), "RGBA")
        for r in (12.0, 27.0)
    ]
    assert alike == [True, False]
    bright = pygame.surfarray.array3d(counters.token_picture(bare, GREEN, 12.0)).min(axis=2) > 170
    assert bright.any(axis=0).sum() >= 8, "a letter of eight pixels"


def test_of_a_flight_whose_craft_are_not_drawn_it_is_said_how_many_are_left() -> None:
    scene = Scene.of(view())
    scene.view.__dict__["tokens"] = (Token("wing", "azure", (13.0, -10.0), "disc", 12, 6, 2, "S", "Flight"),)
    told = [list(counters.counter_labels(camera(scale, (13.0, -10.0)), scene)) for scale in (30.0, 70.0)]
    words = [one.words[0] for here in told for one in here if one.called]
    assert words == ["Flight · 4 of 6", "Flight"]


def test_round_a_ship_without_a_helm_is_a_ring_and_where_she_points_apart_from_her_course() -> None:
    scene, cam = Scene.of(view()), camera(52.0, (13.0, -10.0))
    seen, ship = ships.looks(scene), narrow(scene.view.state.ships["karst"], Ship)
    x, y = cam.xy(ship.at)
    area = Rect(round(x) - 60, round(y) - 60, 120, 120)
    pictures = []
    for facing, tokens in ((ship.course, scene.view.tokens), (ship.course, ()), (ship.course % 12 + 2, ())):
        scene.view.__dict__["tokens"], ship.facing = tokens, facing
        dst = sheet()
        counters.draw_bearings(dst, cam, scene, seen)
        pictures.append(int(pygame.surfarray.array_alpha(dst.subsurface(area)).astype(bool).sum()))
    assert pictures[0] > 100 and pictures[1] == 0 and pictures[2] > 50


def test_the_counter_of_a_ship_without_a_helm_is_another() -> None:
    scene, cam = Scene.of(view()), camera(52.0, (13.0, -10.0))
    pictures = []
    for tokens in (scene.view.tokens, ()):
        scene.view.__dict__["tokens"] = tokens
        ground = LabelSurroundings(cam.rect, (), {})
        (word,) = counters.beside(ground, cam, scene, ships.looks(scene), {"karst": Rect(0, 0, 1, 1)})
        pictures.append(pygame.image.tobytes(word.picture, "RGBA"))
    assert pictures[0] != pictures[1]


def test_counters_have_their_names_and_a_ship_without_a_helm_the_place_where_she_ends() -> None:
    words, scene = list[str](), Scene.of(view())
    for centre in ((13.0, -10.0), scene.view.state.counters["wing"].at if scene.view.state.counters else (5.0, -8.0)):
        words += [one.words[0] for one in counters.counter_labels(camera(30.0, centre), scene)]
    assert any(one.startswith("ends here: ") for one in words)
    assert {one.name for one in counters.tokens_of(scene) if one.name} <= {
        part for one in words for part in one.split(" · ")
    }
