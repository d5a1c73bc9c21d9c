"""The board in the window: where words stand, what is said, and that nothing fails at any size and scale. No window
opens."""

from __future__ import annotations

import math
import random

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from game.board.boards import OPEN, OpenBoard
from game.board.geometry import ARCS, bearing, relative
from game.board.protocol import Arc
from game.core.display import Fan, Zone
from game.core.events import Event
from game.rules.movement.plot import Plot
from game.rules.ships.ship import Ship
from game.ui.board.labels.kept_clear import furniture, in_the_way
from game.ui.board.layers import ships
from game.ui.board.layers.envelopes import shape_of
from game.ui.board.layers.event_marks import ruler_words
from game.ui.board.layers.fire_lines import aim_words, guns_of
from game.ui.board.layers.zones import merged, spans
from game.ui.board.minimap import MiniMap
from game.ui.board.model.camera import Camera
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Aim, Scene, Volley
from game.ui.board.plotting.card import card_of, card_rect, left_words
from game.ui.board.view import BoardView
from game.ui.input_modes.scenes import with_plot
from game.ui.render.theme import theme
from tests.support.narrowing import narrow
from tests.support.ui.board_samples import BODIES, full_scene, taken_up, view

pytestmark = pytest.mark.usefixtures("plain_theme")


# -- words -------------------------------------------------------------------------------------------------------------


def test_the_card_stands_on_the_board_and_never_on_the_ghost() -> None:
    camera, rng = Camera(Rect(72, 64, 848, 600)), random.Random(2)
    for _ in range(200):
        ghost = rng.uniform(72, 920), rng.uniform(64, 664)
        r = card_rect(camera, ghost, (252, 118), np.empty((0, 3)))
        assert camera.rect.contains(r)
        assert not r.collidepoint(ghost)


def test_the_card_lies_above_the_scale_bar_and_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view()
    (model, drag), board, dst = taken_up(seen, "lancet"), BoardView(Rect(0, 0, 776, 520)), Surface((776, 520))
    scene = with_plot(Scene.of(seen), model, drag.destinations).but(ruler=((0.0, 0.0), (72.0, 48.0)))
    board.draw(dst, scene, 0)
    _, place = card_of(board.camera, scene, board._plan.labels.rects)
    monkeypatch.setattr("game.ui.board.layers.ground.scale_bar", lambda dst, camera, cell: dst.fill((255, 0, 0), place))
    board.draw(dst, scene, 16)
    inside = pygame.surfarray.array3d(dst.subsurface(place.inflate(-8, -8)))
    assert not np.any((inside[:, :, 0] > 200) & (inside[:, :, 1] < 60)), "nothing red shows through"


# -- what is said ------------------------------------------------------------------------------------------------------


def test_drawn_arcs_agree_with_the_table() -> None:
    names = ("F", "FS", "AS", "A", "AP", "FP")
    for facing in range(1, 13):
        for arcs in (("F",), ("FP", "F", "FS"), ("A", "AP"), ("F", "A"), names):
            drawn = spans(OPEN, arcs, facing)
            for degrees in range(0, 360, 7):
                point = (50 + 10 * math.sin(math.radians(degrees)), 50 + 10 * math.cos(math.radians(degrees)))
                seen = relative((50, 50), facing, point)
                inside = any((seen - 60.0 * ARCS.index(arc) + 30.0) % 360 < 60 for arc in arcs)
                assert any((bearing((50, 50), point) - low) % 360 < high - low for low, high in drawn) == inside


def test_four_wide_arcs_are_drawn_wide() -> None:
    ((low, high),) = spans(OPEN, ("F",), 12, 90.0)
    assert (low % 360, high - low) == (315.0, 90.0)
    assert spans(OPEN, ("F", "S", "A", "P"), 5, 90.0) == [(0.0, 360.0)]
    ((low, high),) = spans(OPEN, ("P", "F"), 3, 90.0)
    assert (low % 360, high - low) == (315.0, 180.0)


class Broadsides(OpenBoard):
    """A board whose ships have two arcs that do not meet."""

    def arc_set(self, wide: float = 60.0) -> tuple[Arc, ...]:
        return Arc("S", 90.0, 120.0), Arc("P", 270.0, 120.0)


def test_a_board_has_its_own_arcs() -> None:
    assert spans(Broadsides(), ("P", "S"), 3) == [(120.0, 240.0), (300.0, 420.0)]
    assert spans(Broadsides(), ("P", "F"), 12) == [(210.0, 330.0)]


def test_the_ruler_says_what_the_table_says() -> None:
    seen = view()
    here, there = seen.state.ships["lancet"].at, seen.state.ships["vesper"].at
    scene = Scene.of(seen, "lancet", ruler=(here, there))
    assert ruler_words(scene) == "28 MU   90°   arc F"
    assert "arc" not in ruler_words(scene.but(ruler=((0.0, 0.0), there)))
    aside = (here[0], here[1] + 5.0)
    assert ruler_words(scene.but(ruler=(here, aside))).endswith("arc FP/AP")
    wide = Fan(here, 3, ("F",), 12.0, wide=90.0)
    assert ruler_words(scene.but(ruler=(here, aside), overlays=(wide,))).endswith("arc P")


def test_guns_that_are_alike_share_a_line_and_an_aim_counts_what_bears() -> None:
    seen = view()
    shots = seen.shots("lancet", "vesper")
    bearing_shots = tuple(shot for shot in shots if shot.bears)
    assert [gun.many for gun in guns_of(Volley("lancet", "vesper", bearing_shots * 2), (1, 2, 3))] == [2] * len(
        bearing_shots
    )
    words = aim_words(Aim("lancet", "vesper", shots), OpenBoard())
    assert words.startswith("28 MU   F   ") and words.endswith(bearing_shots[0].dice)
    silent = tuple(shot for shot in shots if not shot.bears)
    assert aim_words(Aim("lancet", "vesper", silent), OpenBoard()) == silent[0].why_not


def test_overlapping_shadows_are_hatched_once() -> None:
    squares = [Zone(((x, 0), (x + 4, 0), (x + 4, 4), (x, 4)), "", "muted", True) for x in (0, 2, 10)]
    plain = Zone(((0, 0), (1, 0), (0, 1)))
    assert len(merged([*squares, plain])) == 3


def test_what_is_left_is_said() -> None:
    seen = view()
    assert left_words(seen.meter(Plot("lancet", (2,), 1)))[0] == "3 thrust left"
    assert left_words(seen.meter(Plot("lancet", (2,), 4)))[0] == "none left"


def test_an_envelope_is_worked_out_once() -> None:
    destinations = view().destinations(Plot("lancet"))
    shape = shape_of(destinations)
    assert shape_of(destinations) is shape
    assert sum(map(len, shape.lanes.values())) == len(destinations) == len(shape.ends)
    assert shape_of(destinations[:-1]) is not shape


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", (0.75, 1.0, 1.5, 2.0, 3.0))
@pytest.mark.parametrize("size", ((1200, 800), (848, 600), (300, 200), (40, 30), (9, 9), (2, 2), (0, 0)))
def test_nothing_fails_at_any_scale_and_size(scale: float, size: tuple[int, int]) -> None:
    theme.scale = scale
    seen = view()
    dst, rect = Surface((1280, 860)), Rect(20, 30, *size)
    board, scene = BoardView(rect), full_scene(seen)
    board.draw(dst, scene, 0)
    board.camera.zoom(6, rect.center, glide=False)
    board.draw(dst, scene, 16)
    board.camera.zoom(0.01, rect.center, glide=False)
    board.draw(dst, scene.but(tools=frozenset()), 32)
    MiniMap(Rect(0, 0, size[0] // 4, size[1] // 4)).draw(dst, scene, board.camera)
    outside = dst.copy()
    outside.fill((0, 0, 0), rect)
    assert not np.any(pygame.surfarray.array3d(outside)[:, rect.bottom + 1 :]), "nothing is drawn outside the board"
    assert dst.get_clip() == dst.get_rect()


def test_open_books_and_lost_ships_are_drawn() -> None:
    seen = view(side=None)
    lost, left = (narrow(seen.state.ships[key], Ship) for key in ("sextant", "kiln"))
    lost.removed_reason, left.removed_reason, left.at = "destroyed", "left", (72.0, 40.0)
    scene, dst = Scene.of(seen, "vesper"), Surface((900, 700))
    board = BoardView(Rect(0, 0, 900, 700))
    board.draw(dst, scene, 0)
    board.fit(everything=True, glide=False)
    board.draw(dst, scene, 16)
    assert ships.gone(scene, "kiln") and not ships.gone(scene, "sextant")
    assert scene.friendly("vesper") and not scene.friendly("lancet")
    assert {word.key for word in board._plan.names} == {"lancet", "sextant", "vesper"}


def test_layers_are_kept_while_their_parts_stay() -> None:
    seen = view()
    board, dst = BoardView(Rect(0, 0, 600, 400)), Surface((600, 400))
    scene = full_scene(seen)
    board.draw(dst, scene, 0)
    made = board.layers.field.key, board.layers.floor.key, board.layers.ground.key
    board.draw(dst, scene.but(ruler=None), 16)
    assert board.layers.field.key is made[0]
    board.draw(dst, scene.but(targets=()), 32)
    assert board.layers.field.key is not made[0] and board.layers.floor.key is made[1]
    board.camera.pan(5, 0)
    board.draw(dst, scene, 48)
    assert board.layers.ground.key is not made[2]


def test_a_press_finds_the_ship_and_not_the_space_beside_her() -> None:
    seen = view()
    board, scene = BoardView(Rect(0, 0, 1200, 800)), Scene.of(seen)
    board.draw(Surface((1200, 800)), scene, 0)
    x, y = board.camera.xy(seen.state.ships["vesper"].at)
    assert board.ship_at((x + 4, y - 3), scene) == "vesper"
    assert board.ship_at((x + 90, y - 90), scene) == ""


def test_space_is_dragged_and_ships_are_left_to_the_screen() -> None:
    seen = view()
    board, scene = BoardView(Rect(0, 0, 1200, 800)), Scene.of(seen)
    board.draw(Surface((1200, 800)), scene, 0)
    at = board.camera.xy(seen.state.ships["vesper"].at)
    before = board.camera.centre
    for kind, pos in ((pygame.MOUSEBUTTONDOWN, at), (pygame.MOUSEMOTION, (at[0] + 50, at[1]))):
        board.handle(pygame.event.Event(kind, pos=pos, button=1, rel=(50, 0), buttons=(1, 0, 0)), scene)
    assert board.camera.centre == before
    for kind, pos in (
        (pygame.MOUSEBUTTONDOWN, (600, 60)),
        (pygame.MOUSEMOTION, (650, 60)),
        (pygame.MOUSEBUTTONUP, (650, 60)),
    ):
        board.handle(pygame.event.Event(kind, pos=pos, button=1, rel=(50, 0), buttons=(1, 0, 0)), scene)
    assert board.camera.centre[0] == pytest.approx(before[0] - 50 / board.camera.scale)


def test_the_mini_map_and_the_board_agree() -> None:
    seen = view()
    camera, small = Camera(Rect(0, 0, 900, 700), 72, 48), MiniMap(Rect(10, 20, 280, 184))
    for point in ((0.0, 0.0), (72.0, 48.0), (12.5, 40.0)):
        assert small.rect.collidepoint(small.camera(camera).xy(point))
    pixel = small.camera(camera).xy((50.0, 10.0))
    small.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1), camera)
    small.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(1, 0, 0)), camera)
    assert camera.centre == pytest.approx((50.0, 10.0), abs=0.3)
    small.draw(Surface((300, 220)), Scene.of(seen, "lancet"), camera)


# -- moving bodies and the plan of words -------------------------------------------------------------------------------


def test_a_playback_is_drawn_from_its_events_alone() -> None:
    seen = view()
    events = [
        Event("move", "", "", "lancet", path=((2.0, 12.0), (7.0, 12.0), (12.0, 12.0)), facings=(3, 3), at=(12.0, 12.0)),
        Event("move", "", "", "asteroid", path=((15.0, 25.0), (21.0, 25.0)), facings=(3,), at=(21.0, 25.0)),
        Event("contact", "", "", "lancet", "asteroid", result="avoids it", tone="good", at=(7.0, 12.0), time=0.5),
        Event("fire", "", "", "vesper", "lancet", line=((40.0, 12.0), (12.0, 12.0)), tone="good"),
    ]
    film = Playback(events, bodies={"asteroid"})
    board, dst = BoardView(Rect(0, 0, 900, 700)), Surface((900, 700))
    for n in range(21):
        board.draw(dst, Scene.of(seen, moment=film.at(film.duration * n / 20)), n * 50)


def test_words_keep_off_terrain_and_lines() -> None:
    seen = view()
    scene, camera = full_scene(seen), Camera(Rect(0, 0, 1200, 800))
    assert len(furniture(camera, scene)) > len(BODIES)
    points = in_the_way(camera, scene)
    ends = camera.grid(np.array([one.at for one in scene.asked.destinations if one.velocity]))
    for end in ends:
        assert np.min(np.hypot(*(points - end).T)) < 1e-6
