"""Names and words on the board: where they stand, what they keep off, and that nobody goes without. No window opens."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.core.display import Token, Zone
from game.core.events import Event
from game.ui.board.label_engine.pictures import Name, Placer, name_picture, place_chip, rewritten, sample_points
from game.ui.board.labels.board_labels import initials, word_of
from game.ui.board.layers import ships
from game.ui.board.layers.envelopes import flown
from game.ui.board.layers.fire_lines import ends_of
from game.ui.board.model.camera import Camera
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Aim, Scene, Volley
from game.ui.board.view import BoardView
from game.ui.input_modes.scenes import with_plot
from game.ui.render.theme import theme
from tests.support.battles import TWO_GROUPS, thrust_state
from tests.support.ui.battle_driver import Seated
from tests.support.ui.board_samples import taken_up, view
from tests.support.ui.label_geometry import AZURE, settled, written, wrongs

pytestmark = pytest.mark.usefixtures("plain_theme")


def test_names_do_not_overlap_where_there_is_room() -> None:
    rng = random.Random(8)
    for _ in range(12):
        area = Rect(0, 0, 1200, 800)
        spots = [(rng.uniform(120, 1080), rng.uniform(80, 720)) for _ in range(14)]
        laid, _ = settled(area, {str(n): (Name(f"Ship {n}", "v 8 · c 3", AZURE), at) for n, at in enumerate(spots)}, 17)
        rects = [one.spot.rect for one in laid.values()]
        assert {key for one in laid.values() for key in one.wanted.keys} == set(map(str, range(14))), (
            "there is room for all"
        )
        assert len(rects) > 12, "but for two in one place"
        for n, rect in enumerate(rects):
            assert rect.collidelist(rects[:n]) < 0 and area.contains(rect)
            assert rect.collidelist([Rect(round(x) - 14, round(y) - 14, 28, 28) for x, y in spots]) < 0


def test_a_name_keeps_off_lines_and_takes_a_leader_when_all_places_round_her_are_full() -> None:
    lancet = {"a": (Name("Lancet", "v 8", AZURE), (400.0, 300.0))}
    laid, _ = settled(Rect(0, 0, 800, 600), lancet, 20, sample_points([[(400.0, 300.0), (700.0, 300.0)]]))
    assert laid["a"].spot.ends is None and laid["a"].spot.rect.right < 400, "ahead of it runs a line"
    crowded = Rect(300, 250, 200, 100)
    far, _ = settled(Rect(0, 0, 800, 600), lancet, 20, None, [crowded])
    assert far["a"].spot.ends is not None and not far["a"].spot.rect.colliderect(crowded)


@pytest.mark.parametrize("owner", ["a", "other"])
def test_the_leader_of_a_name_may_lead_over_the_card_of_its_own_ship_and_of_no_other(owner: str) -> None:
    tup, card = {"a": (Name("Tup", "", AZURE), (400.0, 300.0))}, Rect(390, 310, 20, 20)
    full = [Rect(0, 0, 800, 290), Rect(0, 290, 390, 70), Rect(410, 290, 390, 70), card]
    laid, _ = settled(Rect(0, 0, 800, 600), tup, 8, None, full, [(owner, card)])
    assert [one.spot.rect.top >= 360 for one in laid.values()] == [True] * (owner == "a")


@pytest.mark.parametrize(("room", "kind"), [(120, "line"), (56, "initials"), (30, "")])
def test_without_room_a_name_loses_a_line_then_is_cut_then_is_left_out_and_never_joins_another(
    room: int, kind: str
) -> None:
    names = {
        "a": (Name("Caldera", "v 8 · c 3 · no order: goes straight on", AZURE), (100.0, 300.0)),
        "b": (Name("Lutin", "v 8", AZURE), (700.0, 300.0)),
    }
    full = [Rect(0, 0, 500, 290), Rect(0, 310, 500, 290), Rect(0, 0, 80, 600), Rect(120 + room, 0, 380 - room, 600)]
    laid, _ = settled(Rect(0, 0, 1200, 600), names, 14, None, full)
    assert {one.wanted.keys for one in laid.values()} == ({("a",), ("b",)} if kind else {("b",)})
    assert not kind or laid["a"].form.kind == kind


def test_initials_of_a_board_differ() -> None:
    names = [
        "Caldera",
        "Caldwell",
        "Tuff",
        "Steadfast Oak",
        "Silver Otter",
        "Tuff missile a",
        "Tuff missile b",
        "Lancet",
        "",
    ]
    short = initials(names)
    assert (short["Tuff"], short["Lancet"], short["Tuff missile b"]) == ("Tuff", "Lanc…", "Tmb")
    assert (short["Steadfast Oak"], short["Silver Otter"]) == ("Stead…O", "Silve…O")
    assert len(set(short.values())) == len(names)
    assert all(len(short[name]) <= len(name) for name in names)
    for name, cut in short.items():
        told = cut == name or "…" in cut or len(cut) == len(name.split())
        assert told, f"{name} is cut to {cut} without an ellipsis"


def test_a_name_that_must_stand_on_lines_has_a_dark_ground_also_when_it_is_written_anew() -> None:
    at, what = (400.0, 300.0), Name("Lancet", "v 8", AZURE)
    busy = [[(300.0, y), (500.0, y)] for y in range(240, 361, 9)]
    marks = []
    for lines in ([], busy):
        points = sample_points(lines)[::7] if lines else sample_points([])
        laid, ground = settled(Rect(0, 0, 800, 600), {"a": (what, at)}, 20, points)
        word = word_of(written(what), laid["a"], ground)
        assert word.leader is None
        for one in (word, rewritten(word, replace(what, second="v 8 · c 3"))):
            corner = one.picture.get_at((one.picture.get_width() - 2, one.picture.get_height() // 2))
            marks.append(corner[3] > 150)
    assert marks == [False, False, True, True]


def test_what_is_avoided_costs_a_place_that_covers_it() -> None:
    placer, place = Placer(Rect(0, 0, 300, 200)), Rect(100, 90, 80, 20)
    assert placer.crowd(place) == 0
    placer.avoid(sample_points([[(0.0, 100.0), (300.0, 100.0)]]))
    assert placer.crowd(place) > 5


def test_chips_take_the_first_free_place_or_none() -> None:
    placer = Placer(Rect(0, 0, 300, 200), [Rect(0, 0, 150, 200)])
    assert place_chip(placer, "12 MU", (90, 200, 250), [(60, 100)]) is None
    first = place_chip(placer, "12 MU", (90, 200, 250), [(60, 100), (230, 100)])
    assert first is not None and first.rect.center == (230, 100)
    assert place_chip(placer, "24 MU", (90, 200, 250), [(230, 100)]) is None


def test_names_on_a_real_board_stay_clear_and_do_not_move_during_a_drag() -> None:
    seen = view()
    board, dst = BoardView(Rect(0, 0, 1200, 800)), Surface((1200, 800))
    model, drag = taken_up(seen, "lancet")
    scene = Scene.of(seen, waiting=frozenset(("lancet", "sextant")))
    board.draw(dst, with_plot(scene, model, drag.destinations), 0)
    names = board._plan.names
    assert {word.key for word in names} == set(seen.state.ships)
    for n, word in enumerate(names):
        assert word.rect.collidelist([other.rect for other in names[:n]]) < 0
    drag.turn(1)
    drag.speed(1)
    board.draw(dst, with_plot(scene, model, drag.destinations), 16)
    assert board._plan.names is names


@pytest.mark.parametrize("size", ((776, 520), (1200, 800)))
def test_in_a_crowd_no_name_lies_over_another_or_over_a_ship(size: tuple[int, int]) -> None:
    seen = load_start(ROOT / "scenarios" / "full_thrust" / "long_line.yaml").battle.view("azure")
    keys = list(seen.state.ships)
    waiting = frozenset(ship.id for ship in seen.state.fleet("azure"))
    scene = Scene.of(
        seen, keys[0], targets=(keys[-1],), waiting=waiting, notes=dict.fromkeys(waiting, "no order: goes straight on")
    )
    board = BoardView(Rect(0, 0, *size))
    board.draw(Surface(size), scene, 0)
    names, hulls = board._plan.names, ships.rects_of(board.camera, scene, board.look(scene))
    assert len(hulls) >= 23
    for n, word in enumerate(names):
        assert word.rect.collidelist([other.rect for other in names[:n]]) < 0
        assert word.rect.collidelist(list(hulls.values())) < 0
    assert {keys[0], keys[-1]} <= {word.key for word in names if word.full}, (
        "the chosen and the target are always named"
    )
    assert len(names) > 20, "nobody who needs an order goes unmarked"


def test_a_ship_without_room_for_her_name_is_named_while_pointed_at() -> None:
    seen = view()
    board, size = BoardView(Rect(0, 0, 600, 400)), (600, 400)
    plain, shown = Surface(size), Surface(size)
    scene = Scene.of(seen, reserved=(Rect(0, 0, 600, 400),))
    board.draw(plain, scene, 0)
    assert not board._plan.names
    board.draw(shown, scene.but(hovered="vesper"), 16)
    x, y = board.camera.xy(seen.state.ships["vesper"].at)
    above = Rect(round(x) - 30, round(y) - 60, 60, 34)
    assert np.any(
        pygame.surfarray.array3d(plain.subsurface(above)) != pygame.surfarray.array3d(shown.subsurface(above))
    )


def test_the_whole_name_of_a_ship_pointed_at_takes_the_place_of_a_label_on_a_leader() -> None:
    seen, size = load_start(ROOT / "scenarios" / "full_thrust" / "swarm_argument.yaml").battle.view(None), (420, 300)
    fleet = thrust_state(seen.state).ships
    near = fleet["bellows"].at
    for n, key in enumerate(("billow", "squall", "plover")):
        fleet[key].at = near[0] + 0.4 * n, near[1] + 0.5
    board, scene, found = BoardView(Rect(0, 0, *size)), Scene.of(seen), 0
    board.draw(Surface(size), scene, 0)
    for label in board._plan.labels.words:
        for word in board._plan.hovered_name(
            board.camera, scene.but(hovered=label.key), board.look(scene), ships.stances(scene)
        ):
            if label.leader:
                found += 1
                assert word.rect.colliderect(label.rect)
                assert math.dist(word.rect.center, label.rect.center) < word.rect.w / 2, label.key
    assert found, "somebody has its name by a leader and no more"


def test_a_counter_without_room_for_its_name_is_named_while_pointed_at() -> None:
    seen = load_start(ROOT / "scenarios" / "easyhex" / "shearing_time.yaml").battle.view(None)
    at = next(iter(seen.state.ships.values())).at
    seen.__dict__["tokens"] = (Token("wing", "azure", at, "disc", 12, 6, 2, "S", "Flight"),)
    board, scene = BoardView(Rect(0, 0, 600, 400)), Scene.of(seen, reserved=(Rect(0, 0, 600, 400),), hovered="wing")
    board.draw(Surface((600, 400)), scene, 0)
    assert not board._plan.labels.words
    (word,) = board._plan.hovered_name(board.camera, scene, board.look(scene), ships.stances(scene))
    assert word.rect.bottom <= board.camera.xy(at)[1]
    assert not board._plan.hovered_name(board.camera, scene.but(hovered=""), board.look(scene), ships.stances(scene))


@pytest.mark.parametrize("chosen, size", (("rookery.HGRa", (1920, 1080)), ("rookery.HGRb", (1400, 900))))
def test_the_line_to_the_name_of_a_group_in_hand_runs_round_the_one_beside_it(
    tmp_path: Path, chosen: str, size: tuple[int, int]
) -> None:
    seat = Seated(tmp_path, TWO_GROUPS, size)
    seat.enter_until("Allocate attacks", chosen)
    for n in range(6):
        seat.screen.board.camera.zoom(1.1 if n else 1.0, glide=False)
        seat.rest()
        seat.click(seat.pixel("bellows"))
        seat.look()
        assert not wrongs(seat.screen.board, seat.screen.scene)


def test_names_keep_off_the_line_to_the_target_and_plates_off_names() -> None:
    seen = view()
    for firer in ("lancet", "sextant"):
        for target in ("vesper", "kiln"):
            aim = Aim(firer, target, seen.shots(firer, target))
            scene = Scene.of(seen, firer, targets=(target,), aims=(aim,), overlays=seen.overlays(firer))
            board = BoardView(Rect(0, 0, 776, 520))
            board.draw(Surface((776, 520)), scene, 0)
            names, (a, b) = board._plan.names, ends_of(scene, board.camera, firer, target)
            if any(shot.bears for shot in aim.shots):
                assert not any(word.rect.clipline(a, b) for word in names)
            for word in board._words:
                assert word.rect.collidelist([name.rect.inflate(4, 4) for name in names]) < 0


def test_the_plate_of_a_volley_stands_by_its_line_and_names_make_way() -> None:
    seen = view()
    for size in ((600, 400), (776, 520), (1200, 800)):
        for firer, target in (("lancet", "vesper"), ("sextant", "vesper"), ("lancet", "kiln")):
            volley = Volley(firer, target, seen.shots(firer, target))
            scene = Scene.of(seen, firer, targets=(target,), volleys=(volley,), overlays=seen.overlays(firer))
            board = BoardView(Rect(0, 0, *size))
            board.draw(Surface(size), scene, 0)
            plates = [word for word in board._words if word.rect.h > 55]
            assert len(plates) == 1
            a, b = ends_of(scene, board.camera, firer, target)
            assert plates[0].leader or plates[0].rect.inflate(120, 120).clipline(a, b)
            assert plates[0].rect.collidelist([name.rect for name in board._plan.names]) < 0
            assert {firer, target} <= {name.key for name in board._plan.names}


def test_the_name_of_the_ship_in_hand_says_her_order_where_it_stood_before() -> None:
    seen = view()
    (model, drag), board, dst = taken_up(seen, "lancet"), BoardView(Rect(0, 0, 1200, 800)), Surface((1200, 800))
    board.draw(dst, with_plot(Scene.of(seen), model, drag.destinations), 0)
    word = next(one for one in board._plan.names if one.key == "lancet")
    short = rewritten(word, Name("Lancet", "v 8 · c 3 · S1", (90, 200, 250)))
    assert word.rect.contains(short.rect)
    edges = {-1: "left", 0: "centerx", 1: "right"}
    assert getattr(short.rect, edges[word.side]) == pytest.approx(getattr(word.rect, edges[word.side]), abs=1)
    before = dst.copy()
    drag.speed(1)
    board.draw(dst, with_plot(Scene.of(seen), model, drag.destinations), 99)
    area = word.rect
    assert np.any(pygame.surfarray.array3d(before.subsurface(area)) != pygame.surfarray.array3d(dst.subsurface(area)))


def test_terrain_is_named_clear_of_ships_and_on_a_dark_plate_over_hatching() -> None:
    seen = view()
    planet = seen.state.table.bodies[0]
    board, dst = BoardView(Rect(0, 0, 1200, 800)), Surface((1200, 800))
    all_over = Zone(((0, 0), (72, 0), (72, 48), (0, 48)), "", "muted", True)
    scene = Scene.of(seen, overlays=(all_over,))
    board.draw(dst, scene, 0)
    rect = next(word.rect for word in board._plan.bodies if word.rect.centerx == round(board.camera.xy(planet.at)[0]))
    strip = pygame.surfarray.array3d(dst.subsurface(Rect(rect.x + 6, rect.y + 1, rect.w - 12, 3))).astype(int)
    assert strip.max() < 45, "no hatching over the name"
    for word in board._plan.bodies:
        assert word.rect.collidelist(list(ships.rects_of(board.camera, scene, board.look(scene)).values())) < 0


def test_land_and_fog_with_room_have_their_names_within_their_outlines() -> None:
    seen = load_start(ROOT / "scenarios" / "full_sail" / "cutting_out.yaml").battle.view("merrow")
    board, dst = BoardView(Rect(0, 0, 1600, 1100)), Surface((1600, 1100))
    board.draw(dst, Scene.of(seen), 0)
    roomy = [one for one in seen.state.table.bodies if board.camera.rect.collidepoint(board.camera.xy(one.at))]
    assert {one.kind for one in roomy} >= {"fog", "shoal"}
    for one in roomy:
        x, y = board.camera.xy(one.at)
        assert any(word.rect.collidepoint(x, y) for word in board._plan.bodies), one.name


def test_the_way_flown_grows_dotted_behind_ships_of_both_sides() -> None:
    seen, camera = view(), Camera(Rect(0, 0, 1200, 800))
    ways = {key: ((ship.at[0], ship.at[1] - 8.0), ship.at) for key, ship in seen.state.ships.items()}
    film = Playback([Event("move", "", "", key, path=way, facings=(12,), at=way[-1]) for key, way in ways.items()])
    dst = Surface((1200, 800))
    flown(dst, camera, Scene.of(seen, moment=film.at(film.arrives * 0.5)))
    seats = {seen.state.owner(key) for key in ways}
    assert len(seats) == 2
    for key, ((x0, y0), (x1, y1)) in ways.items():
        (x, low), (_, high) = camera.xy((x0, y0)), camera.xy((x1, y1))
        column = pygame.surfarray.array3d(dst)[round(x) - 1 : round(x) + 2, round(high) - 4 : round(low) + 4].max(
            axis=(0, 2)
        )
        ahead, behind = column[: len(column) // 2 - 8], column[len(column) // 2 + 8 : -6]
        assert not np.any(ahead), f"nothing is drawn of where {key} has not been"
        assert np.any(behind > 80) and np.any(behind == 0), "dots, not a line"


def test_while_ships_move_names_keep_off_the_way_behind_them_and_each_other() -> None:
    seen = view()
    ways = {key: ((ship.at[0] - 9.0, ship.at[1]), ship.at) for key, ship in seen.state.ships.items()}
    film = Playback([Event("move", "", "", key, path=way, facings=(3,), at=way[-1]) for key, way in ways.items()])
    board, dst = BoardView(Rect(0, 0, 1200, 800)), Surface((1200, 800))
    board.draw(dst, Scene.of(seen, moment=film.at(film.arrives)), 0)
    assert len(board._plan.names) == len(ways)
    for word in board._plan.names:
        assert not word.rect.clipline(*board.camera.many(ways[word.key]))


@pytest.mark.parametrize("side", [-1, 0, 1])
def test_the_mark_of_a_ship_that_waits_stands_beside_its_name(side: int) -> None:
    """However long the line below: the first column of pixels of the name is a few after the last of the mark."""
    what = Name("Bastion", "no order: goes on 5 hexes and a good deal farther", AZURE, waiting=True)
    head = name_picture(what.bare, side)[0]
    picture = name_picture(what, side)[0].subsurface(
        (0, 0, name_picture(what, side)[0].get_width(), head.get_height() - 8)
    )
    columns = np.flatnonzero(pygame.surfarray.array_alpha(picture).any(axis=1))
    gaps = np.diff(columns)
    assert gaps.max() <= theme.px(8), gaps.max()
