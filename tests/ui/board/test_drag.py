"""The camera, and plotting by drag or keys: what is in hand is always one of the legal ends. No window opens."""

from __future__ import annotations

import math
import random

import numpy as np
import pygame
import pytest
from pygame import Rect

from game.board.geometry import ahead, relative
from game.core.display import Fan
from game.rules.movement.plot import Plot
from game.rules.ships.ship import Ship
from game.ui.board.layers.ground import table_rect
from game.ui.board.model.camera import MOST, Camera
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import Drag
from game.ui.board.plotting.snap import Snap
from game.ui.input_modes.scenes import aims_from, leading, with_plot
from tests.support.narrowing import narrow
from tests.support.ui.board_samples import taken_up, view


@pytest.fixture(autouse=True)
def keyboard() -> None:
    """The pointer asks which keys are held."""
    pygame.display.init()


def written(drag: Drag) -> str:
    """Return the order that is being plotted, as it is written."""
    assert drag.end is not None
    return str(drag.end.order)


# -- camera ------------------------------------------------------------------------------------------------------------


def test_pixels_and_mu_are_each_others_inverse() -> None:
    rng = random.Random(5)
    camera = Camera(Rect(288, 64, 1200, 800), 72, 48)
    for _ in range(200):
        camera.zoom(rng.uniform(0.5, 2), (rng.uniform(288, 1488), rng.uniform(64, 864)), glide=False)
        camera.pan(rng.uniform(-90, 90), rng.uniform(-90, 90))
        point = rng.uniform(-10, 90), rng.uniform(-10, 60)
        assert camera.mu(camera.xy(point)) == pytest.approx(point, abs=1e-9)
        assert camera.many([point])[0] == pytest.approx(camera.xy(point))
        assert tuple(camera.grid(np.array([point]))[0]) == pytest.approx(camera.xy(point))


def test_y_is_up_the_table_and_x_to_the_right() -> None:
    camera = Camera(Rect(0, 0, 800, 600))
    (x0, y0), (x1, y1) = camera.xy((10, 10)), camera.xy((11, 12))
    assert x1 > x0 and y1 < y0
    assert x1 - x0 == pytest.approx(camera.scale)


def test_zoom_keeps_what_is_under_the_cursor_even_while_it_glides() -> None:
    camera = Camera(Rect(100, 50, 900, 700))
    pixel = (333.0, 222.0)
    place = camera.mu(pixel)
    camera.zoom(1.8, pixel)
    wanted, now = camera._goal, 1000.0
    assert wanted is not None
    camera.advance(now)
    frames = 0
    while not camera.still:
        now += 16
        camera.advance(now)
        frames += 1
        assert camera.mu(pixel) == pytest.approx(place, abs=1e-6)
    assert 3 < frames < 40, "smooth, and over within half a second"
    assert camera.scale == pytest.approx(wanted[0])


def test_zoom_stops_at_its_limits() -> None:
    camera = Camera(Rect(0, 0, 900, 700))
    for _ in range(60):
        camera.zoom(1.5, glide=False)
    assert camera.scale == MOST
    for _ in range(99):
        camera.zoom(0.5, glide=False)
    assert 0 < camera.scale < 900 / 72


def test_fit_shows_the_whole_table_and_given_points() -> None:
    camera = Camera(Rect(0, 0, 900, 500), 72, 48)
    camera.zoom(3, glide=False)
    camera.fit()
    assert all(camera.shows(corner) for corner in ((0, 0), (72, 0), (0, 48), (72, 48)))
    assert Rect(0, 0, 900, 500).contains(table_rect(camera))
    camera.fit([(30, 30), (32, 31)])
    assert camera.shows((30, 30), 50) and not camera.shows((0, 0))


def test_the_table_cannot_be_dragged_out_of_sight() -> None:
    camera = Camera(Rect(0, 0, 900, 500), 72, 48)
    for _ in range(50):
        camera.pan(400, 300)
    assert camera.rect.colliderect(table_rect(camera))


# -- plotting ----------------------------------------------------------------------------------------------------------


def test_a_drag_snaps_to_the_nearest_legal_end() -> None:
    seen, rng = view(), random.Random(3)
    _, drag = taken_up(seen, "lancet", (0.0, 0.0))
    for _ in range(300):
        point = rng.uniform(4, 40), rng.uniform(-6, 30)
        drag.move(point)
        assert drag.end is not None
        least = min(math.dist(one.at, point) for one in drag.destinations)
        assert math.dist(drag.end.at, point) <= least + 0.021
        assert seen.why_not(drag.end.order) is None


def test_where_ends_coincide_the_pull_of_the_pointer_chooses_the_heading() -> None:
    seen = view(velocity=0)
    _, drag = taken_up(seen, "lancet", (0.0, 0.0))
    here = seen.state.ships["lancet"].at
    for course in range(1, 13):
        drag.move(ahead(here, course, 0.2))
        assert drag.end is not None and drag.end.velocity == 0
        assert drag.end.facing == course


def test_keys_reach_every_speed_of_a_lane_and_every_lane() -> None:
    seen = view()
    _, drag = taken_up(seen, "lancet")
    for _ in range(40):
        drag.turn(-1)
    lanes, speeds = [], set()
    while True:
        assert drag.end is not None
        lanes.append(drag.end.lane)
        for step in [-1] * 20 + [1] * 20:
            speeds.add((drag.end.lane, drag.end.velocity))
            drag.speed(step)
            speeds.add((drag.end.lane, drag.end.velocity))
        if not drag.turn(1):
            break
    assert set(lanes) == {one.lane for one in drag.destinations}
    assert speeds == {(one.lane, one.velocity) for one in drag.destinations}
    bearings = [next(one for one in drag.destinations if one.lane == lane) for lane in lanes]
    assert bearings[0].course != bearings[-1].course, "from port to starboard"


def test_lanes_lie_from_port_to_starboard() -> None:
    seen = view()
    destinations = seen.destinations(Plot("lancet"))
    lancet = seen.state.ships["lancet"]
    snap = Snap(destinations, lancet.at, 30.0 * lancet.course)
    straight = next(one for one in destinations if one.order == Plot("lancet"))
    right = snap.beside(snap.beside(straight, 1), 1)
    left = snap.beside(snap.beside(straight, -1), -1)
    start = seen.state.ships["lancet"].at
    assert relative(start, 3, right.at) < 180 < relative(start, 3, left.at)


@pytest.mark.parametrize("course", range(1, 13))
def test_keys_walk_the_plain_turns_first_and_slips_lie_beyond(course: int) -> None:
    seen = view()
    lancet = narrow(seen.state.ships["lancet"], Ship)
    lancet.course = lancet.facing = course
    for by, turns in ((1, ["S1", "S2", "S3", "P+S2", "S+P", "S2+P"]), (-1, ["P1", "P2", "P3", "S+P2", "P+S", "P2+S"])):
        _, drag = taken_up(seen, "lancet")
        walked = []
        while drag.turn(by):
            walked.append(written(drag))
        assert walked[:3] == turns[:3] and sorted(walked[3:]) == sorted(turns[3:])
        while drag.turn(-by) and written(drag) != "0":
            pass
        assert written(drag) == "0", "and the same way back"


def test_a_turn_by_keys_says_what_speed_it_costs_and_gives_it_back() -> None:
    _, drag = taken_up(view(), "lancet")
    for _ in range(6):
        drag.speed(1)
    assert written(drag) == "+6"
    drag.turn(1)
    assert written(drag) == "S1+5"
    assert drag.slowed == "At speed 14 it cannot turn like that: its speed is 13 now"
    drag.turn(-1)
    assert written(drag) == "+6" and not drag.slowed


def test_an_order_taken_up_again_keeps_its_speed_while_it_turns() -> None:
    _, drag = taken_up(view(), "lancet", order=Plot("lancet", (), 5))
    drag.turn(1)
    drag.turn(1)
    assert written(drag) == "S2+4" and drag.slowed
    drag.turn(-1)
    assert written(drag) == "S1+5" and not drag.slowed


@pytest.mark.parametrize("velocity", (3, 8, 12))
def test_a_drag_straight_to_a_point_takes_the_cheapest_order_that_ends_there(velocity: int) -> None:
    seen = view(velocity=velocity)
    _, drag = taken_up(seen, "lancet", (0.0, 0.0))
    shared = 0
    for one in drag.destinations:
        alike = [other for other in drag.destinations if math.dist(one.at, other.at) < 0.02]
        shared += len(alike) > 1
        for dx, dy in ((0.0, 0.0), (0.06, -0.05), (-0.07, 0.03)):
            drag.move((one.at[0] + dx, one.at[1] + dy))
            assert drag.end is not None
            if drag.end in alike:
                assert seen.meter(drag.end.order).left == max(seen.meter(other.order).left for other in alike)
    assert shared > 20
    drag.move(next(one.at for one in drag.destinations if str(one.order) == "S1"))
    assert written(drag) == "S1"


def test_beyond_the_end_point_the_pull_of_the_pointer_chooses_the_dearer_order_too() -> None:
    seen = view()
    _, drag = taken_up(seen, "lancet", (0.0, 0.0))
    for words in ("S2+3", "S2+P+3"):
        wanted = next(one for one in drag.destinations if str(one.order) == words)
        drag.move(ahead(wanted.at, wanted.facing, 0.35))
        assert written(drag) == words


def test_the_end_that_is_found_is_the_nearest_of_all() -> None:
    seen, rng = view(), random.Random(1)
    destinations = seen.destinations(Plot("lancet"))
    snap = Snap(destinations, seen.state.ships["lancet"].at, spent=lambda order: 6 - seen.meter(order).left)
    for _ in range(400):
        point = rng.uniform(8, 30), rng.uniform(2, 22)
        found = snap.nearest(point)
        assert found and math.dist(found.at, point) <= min(math.dist(one.at, point) for one in destinations) + 0.35


def test_while_a_ship_is_in_hand_her_order_stands_by_her_name() -> None:
    seen = view()
    notes = {"lancet": "no order: goes straight on", "sextant": "no order: goes straight on"}
    scene = Scene.of(seen, "lancet", waiting=frozenset(("lancet", "sextant")), notes=notes)
    model, drag = taken_up(seen, "lancet", order=Plot("lancet", (-2,), -1))
    shown = with_plot(scene, model, drag.destinations)
    assert shown.notes["lancet"] == "v 8 · c 3 · P2−1" and shown.notes["sextant"] == "no order: goes straight on"
    assert shown.waiting == {"sextant"}
    drag.cancel()
    assert with_plot(scene, model, ()) is scene and not model.drafts


def test_keep_turn_follows_the_pointer_in_speed_only() -> None:
    seen = view()
    _, drag = taken_up(seen, "lancet", (0.0, 0.0))
    drag.move((18.0, 14.0))
    assert drag.end is not None
    lane = drag.end.lane
    drag.move((40.0, -20.0), keep_turn=True)
    assert drag.end is not None and drag.end.lane == lane


def test_pointer_drag_plots_and_a_click_does_not() -> None:
    seen, camera = view(), Camera(Rect(0, 0, 900, 700))
    at = camera.xy(seen.state.ships["lancet"].at)
    model, drag = taken_up(seen, "lancet", at)
    drag.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(at[0] + 2, at[1]), rel=(2, 0), buttons=(1, 0, 0)), camera)
    assert drag.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1), camera) == "pulled"
    assert not model.drafts and not drag.active
    drag.begin(model, "lancet", at)
    goal = camera.xy((24.0, 12.0))
    drag.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=goal, rel=(90, 0), buttons=(1, 0, 0)), camera)
    assert drag.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=goal, button=1), camera) == "let go"
    assert drag.accept() == Plot("lancet", (), 4) and not drag.active
    assert model.drafts == {"lancet": Plot("lancet", (), 4)}, "its plan waits for the word"


def test_a_button_that_was_let_go_over_another_page_lets_the_ship_go() -> None:
    """The pause menu lay on the board as the button went up."""
    seen, camera = view(), Camera(Rect(0, 0, 900, 700))
    _, drag = taken_up(seen, "lancet", camera.xy(seen.state.ships["lancet"].at))
    goal = camera.xy((24.0, 12.0))
    drag.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=goal, rel=(90, 0), buttons=(1, 0, 0)), camera)
    away = pygame.event.Event(pygame.MOUSEMOTION, pos=(800, 20), rel=(9, 9), buttons=(0, 0, 0))
    assert drag.handle(away, camera) == "let go" and drag.accept() == Plot("lancet", (), 4)


def test_what_is_thought_better_of_leaves_the_plan_of_before() -> None:
    model, drag = taken_up(view(), "lancet")
    drag.speed(1)
    drag.cancel()
    assert not drag.active and not model.drafts
    drag.begin(model, "lancet")
    for by in (1, 1, -1):
        drag.speed(by)
    assert drag.accept() == Plot("lancet", (), 1)
    drag.begin(model, "lancet", order=model.order_of("lancet"))
    drag.turn(1)
    drag.cancel()
    assert model.drafts == {"lancet": Plot("lancet", (), 1)}


def test_a_drag_begins_from_the_order_in_hand() -> None:
    seen = view()
    model, drag = taken_up(seen, "lancet", order=Plot("lancet", (2,), -3))
    meter = with_plot(Scene.of(seen), model, drag.destinations).hand.meter
    assert drag.end is not None and drag.end.order == Plot("lancet", (2,), -3)
    assert meter is not None and (meter.total, meter.left) == (6, 1)


def test_the_ghost_shows_what_the_rules_say_of_it() -> None:
    seen = view()
    model, drag = taken_up(seen, "lancet")
    drag.turn(1)
    shown = with_plot(Scene.of(seen), model, drag.destinations)
    assert shown.hand.destination is drag.end and shown.chosen == "lancet"
    assert drag.end is not None and shown.ghosts["lancet"] == seen.pose(drag.end.order)
    assert {aim.target for aim in shown.aims} == {"vesper", "kiln"}
    first, held = shown.aims[0], seen.holding_on()
    assert first.target in held, "it is reckoned with where it goes without an order"
    assert first.shots == seen.shots("lancet", first.target, {**held, "lancet": shown.ghosts["lancet"]})
    assert sum(isinstance(one, Fan) for one in shown.hand.overlays) == 1


def test_leading_keeps_the_longest_fan() -> None:
    seen = view()
    overlays = seen.overlays("lancet")
    assert [one.reach for one in leading(overlays) if isinstance(one, Fan)] == [36.0]
    assert {aim.target for aim in aims_from(seen, "lancet")} == {"vesper", "kiln"}
    assert Snap((), (0, 0)).nearest((1, 1)) is None


def test_a_drag_away_and_back_stops_a_slow_ship_where_she_lies() -> None:
    seen = view("lancet", velocity=1)
    start = seen.state.ships["lancet"].at
    camera = Camera(Rect(0, 0, 900, 700), 72, 48)
    press = camera.xy(start)
    _, drag = taken_up(seen, "lancet", press)
    for away in (40, 0):
        pos = (round(press[0] + away), round(press[1]))
        drag.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(1, 0, 0)), camera)
    order = drag.accept()
    assert isinstance(order, Plot) and (order.legs, order.dv) == ((), -1)
