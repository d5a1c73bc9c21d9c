"""What lies on a board of hexes: counters, markers, ships without a helm, terrain and its names. No window opens."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from pygame import Rect, Surface

from game.board import hexes
from game.board.terrain import Body
from game.rules.ships.ship import Ship
from game.ui.board.label_engine.pictures import BUSY, Placer, sample_points
from game.ui.board.labels.kept_clear import standing
from game.ui.board.layers import counters, hexgrid, ships, terrain
from game.ui.board.layers.hexgrid import hexagon
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from tests.support.narrowing import narrow
from tests.support.ui.hex_board_samples import DUST, ROCKS, view
from tests.support.ui.label_geometry import terrain_rects
from tests.ui.board.test_hex_view import bellwether, camera, light

pytestmark = pytest.mark.usefixtures("plain_theme")


# -- what lies on the board --------------------------------------------------------------------------------------------


def test_every_ship_has_a_counter_of_her_own_that_covers_nobody() -> None:
    scene, cam = Scene.of(view()), camera(40.0, (11.0, -11.0))
    board = BoardView(cam.rect)
    board._fitted, board.camera = True, cam
    board.draw(Surface((900, 700)), scene)
    laid = board._plan.beside
    assert {word.key for word in laid} == set(scene.view.state.ships)
    assert len(laid) == len(scene.view.state.ships) + 2, "and two have markers"
    assert not any(a.rect.colliderect(b.rect) for a, b in combinations(laid, 2))
    middles = [cam.xy(one.at) for one in scene.view.state.ships.values()]
    assert not any(word.rect.collidepoint(at) for word in laid for at in middles)


def test_markers_look_the_same_whatever_they_hide() -> None:
    plain, open_ = counters.card_picture((92, 200, 250), ""), counters.card_picture((92, 200, 250), "LL")
    assert plain is counters.card_picture((92, 200, 250), "")
    assert plain.get_size() == open_.get_size() and pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(
        open_, "RGBA"
    )


def test_a_counter_is_found_where_it_lies_and_several_in_a_hex_apart() -> None:
    scene, cam = Scene.of(view()), camera()
    (wing,) = (one for one in counters.tokens_of(scene) if one.key == "wing")
    assert counters.counters_at(cam, scene, cam.xy(wing.at)) == ["wing"]
    assert counters.counters_at(cam, scene, cam.xy(hexes.at((5, 5)))) == []
    scene.view.__dict__["tokens"] = (wing, replace(wing, key="second"))
    places = [at for _, at in counters.places(cam, scene)]
    assert math.dist(*places) > counters.radius(cam) * 0.5
    assert counters.counters_at(cam, scene, cam.xy(wing.at)) == ["second", "wing"]


def test_a_ship_that_nobody_steers_is_marked_with_her_way() -> None:
    scene, cam = Scene.of(view()), camera(40.0, (13.0, -10.0))
    assert list(counters.forced_paths(scene)) == ["karst"]
    dst = Surface((900, 700), pygame.SRCALPHA)
    counters.draw_tracks(dst, cam, scene)
    end = counters.forced_paths(scene)["karst"].path[-1]
    ring = [light(dst, place, 2) for place in hexagon(cam.xy(end), cam.scale * 0.8 / math.sqrt(3))]
    assert min(ring) > 60, "an empty hex where it will be"


def test_a_ship_that_has_left_is_no_wreck_in_the_last_hex_she_was_in() -> None:
    seen = view()
    gannet, karst = (narrow(seen.state.ships[key], Ship) for key in ("gannet", "karst"))
    gannet.removed_reason, karst.removed_reason, karst.hull = "left", "destroyed", 0
    scene = Scene.of(seen)
    assert ships.gone(scene, "gannet") and not ships.gone(scene, "karst") and not ships.gone(scene, "ostrava")


# -- terrain -----------------------------------------------------------------------------------------------------------


def test_terrain_side_by_side_is_one_and_outlined_along_its_hexes() -> None:
    groups = terrain.groups(view().state.table.bodies)
    assert [(one.kind, len(one.cells)) for one in groups] == [("dust", len(DUST)), ("asteroid", len(ROCKS))]
    assert groups[0].cells == set(DUST)
    sides = sum(hexes.plus(one, step) not in groups[0].cells for one in DUST for step in hexes.STEPS)
    assert sum(map(len, groups[0].outlines)) == sides


@pytest.mark.parametrize(("scale", "covers"), [(30.0, False), (90.0, True)], ids=["small", "large"])
def test_the_name_of_a_cloud_stands_in_it_only_where_it_has_room(scale: float, covers: bool) -> None:
    dust = Body("dust", "dust", "The Fleece", hexes.at((10, 5)), 0.45)
    bodies = [replace(dust, key=f"dust{n}", at=hexes.at(one)) for n, one in enumerate(hexes.disc((10, 5), 1))]
    seen = view()
    seen.state.table = replace(seen.state.table, bodies=tuple(bodies))
    eye = camera(scale, hexes.at((10, 5)))
    (name,) = terrain_rects(eye, Scene.of(seen))
    (group,) = terrain.groups(seen.state.table.bodies)
    assert bool(name.colliderect(terrain.bounds(eye, group).inflate(-4, -4))) is covers


def test_the_name_of_a_rock_does_not_cover_what_lies_beside_it() -> None:
    rock, seen, eye = Body("rock", "asteroid", "Lamb", hexes.at((10, 5)), 0.45), view(), camera(40.0, hexes.at((10, 5)))
    other = replace(rock, key="other", kind="debris", name="Ewe", at=hexes.at((10, 6)))
    seen.state.table = replace(seen.state.table, bodies=(rock, other))
    ground = [terrain.bounds(eye, one) for one in terrain.groups(seen.state.table.bodies)]
    assert [name.collidelist(ground) for name in terrain_rects(eye, Scene.of(seen))] == [-1, -1]


def test_names_keep_off_the_edges_of_arcs_that_stand_or_have_a_dark_ground() -> None:
    plain = bellwether()
    arcs = plain.view.overlays("karst")
    fixed = plain.but(destinations=(), destination=None, meter=None, ghosts={}, chosen="karst", overlays=arcs)
    for scale in (26.0, 40.0, 60.0):
        board, eye = BoardView(Rect(0, 0, 900, 700)), camera(scale, (11.0, -9.0))
        lines = Placer(eye.rect, (), sample_points(standing(eye, fixed)))
        names = board._plan
        names.words(eye, fixed, board.look(fixed), ())
        assert names.names and names.beside, "counters have their places before that"
        for word in names.names:
            assert word.leader or word.backed or lines.crowd(word.rect) <= BUSY, (word.key, scale)
    assert not standing(eye, plain), "those of a ghost move with it"


def test_a_cloud_ends_with_its_hexes() -> None:
    cam, dst = camera(50.0, hexes.centre((20, -5))), Surface((900, 700), pygame.SRCALPHA)
    terrain.terrain(dst, cam, view().state.table.bodies)
    for one in hexgrid.cells_in_view(cam):
        at = [round(value) for value in cam.xy(hexes.centre(one))]
        if dst.get_rect().inflate(-40, -40).collidepoint(at) and one not in ROCKS:
            assert (dst.get_at(at)[3] > 8) == (one in DUST)
