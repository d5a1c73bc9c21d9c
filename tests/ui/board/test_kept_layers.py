"""What is kept from frame to frame must be what would be redrawn: the same bytes, whatever was done before; and no
frame leaves a ring of references behind for the collector."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.seating.dangers import Doom
from game.seating.memo import Parts
from game.ui.battle.catch_up import BOARD, CatchUp
from game.ui.battle.panels import ship_list
from game.ui.battle.screen import BattleScreen
from game.ui.board import kept_layers
from game.ui.board.kept_layers import KeptLayers
from game.ui.board.label_engine.pictures import Placer
from game.ui.board.labels import layout
from game.ui.board.labels.layout import LabelLayout
from game.ui.board.layers import envelopes as board_reach
from game.ui.board.layers import hexgrid, zones
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.toolkit import picture_cache
from tests.support.battles import idle
from tests.tools.bench import drag_motions, fleets
from tests.tools.bench_hexes import on_the_move
from tests.tools.bench_power import about_to_move, of_reactors
from tests.tools.bench_sail import at_sea
from tests.tools.bench_swarm import flying

ALL = frozenset(("arcs", "range", "threat", "sight", "grid", "compass"))
SHOWN = Scene.of(fleets(2).battle.view("azure"), "azure0")


@pytest.fixture(autouse=True)
def display() -> None:
    """No window."""
    pygame.display.init()
    pygame.display.set_mode((320, 200))


def settle(screen: BattleScreen) -> None:
    """Frames go by until the words on the board and the panels speak of the place where the ghost is."""
    while screen.board_input.catch_up.behind or screen.board.late:
        screen.tick(0.0)
        screen.draw(Surface(screen.context.size))


def search(screen: BattleScreen) -> None:
    """Time goes by while nothing moves, until of every end of the ship in hand it is known whether it is safe."""
    settle(screen)
    while screen.thinking:
        screen.tick(0.0)


def bytes_of(screen: BattleScreen, size: tuple[int, int]) -> bytes:
    """Return the window as it is drawn now."""
    window = Surface(size)
    screen.draw(window)
    return pygame.image.tobytes(window, "RGB")


def anew(screen: BattleScreen, size: tuple[int, int]) -> bytes:
    """Return the same with nothing kept: every answer asked for again, every layer, row and button drawn again, in
    full."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (picture_cache, ship_list):
            patch.setattr(module, "draw_cached", lambda dst, widget, look, draw: draw(dst))
        patch.setattr(picture_cache.PictureCache, "draw", lambda self, dst, r, key, draw: draw())
        patch.setattr(kept_layers, "in_hand", lambda camera, scene: None)
        patch.setattr(board_reach, "extent", lambda camera, destinations: camera.rect)
        screen.model.known.clear()
        screen.model.once.clear()
        kept = screen.board.layers
        for layer in (kept.ground, kept.floor, kept.field, kept.envelope):
            layer.key = ()
        kept._worded = ()
        screen.context.change()
        return bytes_of(screen, size)


def fresh(screen: BattleScreen, size: tuple[int, int]) -> bytes:
    """Return the window with every panel drawn again, and no other answer asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_cache.PictureCache, "draw", lambda self, dst, r, key, draw: draw())
        return bytes_of(screen, size)


def board(screen: BattleScreen, frame: bytes, size: tuple[int, int]) -> bytes:
    """Return the part of a frame that is the board, without the strips in which buttons stand on it."""
    inside = screen.board.rect.inflate(0, -2 * 60)
    return pygame.image.tobytes(pygame.image.frombytes(frame, size, "RGB").subsurface(inside), "RGB")


def move(screen: BattleScreen, at: tuple[int, int]) -> None:
    """The pointer without a button."""
    screen.handle(Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))


@pytest.mark.parametrize(
    ("size", "ships", "tools"),
    [
        ((1920, 1080), 60, ALL),
        ((1281, 801), 12, frozenset(("arcs", "grid"))),
        ((1003, 700), 24, frozenset(("threat", "sight"))),
    ],
)
def test_a_drag_draws_what_a_fresh_screen_would(size: tuple[int, int], ships: int, tools: frozenset[str]) -> None:
    screen = BattleScreen(fleets(ships).battle)
    screen.context.tools = tools
    bytes_of(screen, size)
    frames, followed = set(), 0
    for number, motion in enumerate(islice(drag_motions(screen), 24)):
        screen.handle(motion)
        frames.add(bytes_of(screen, size))
        if not number:
            search(screen)  # or red ends would be found between the frames that are compared
        if number % 4 == 3:
            frame = [bytes_of(screen, size) for _ in range(BOARD)][-1]
            hand = screen.scene.hand
            settle(screen)
            rested = bytes_of(screen, size)
            assert rested == anew(screen, size), f"motion {number}"
            if screen.scene.hand == hand:  # of a ship of which it is learned that it is lost no aims are drawn
                followed += 1
                assert board(screen, frame, size) == board(screen, rested, size), "the board has followed by now"
    assert len(frames) > 12 and followed > 2
    screen.handle(Event(pygame.MOUSEBUTTONUP, pos=screen.board_input.pointer, button=1))
    assert bytes_of(screen, size) == anew(screen, size)


@pytest.mark.parametrize("begin", [flying, on_the_move, at_sea, of_reactors])
def test_a_drag_in_any_game_draws_what_a_fresh_screen_would(begin: Callable[[int], Opened]) -> None:
    size = (1280, 800)
    screen = BattleScreen(begin(10).battle)
    screen.context.tools = ALL
    frames = {bytes_of(screen, size)}
    for number, motion in enumerate(islice(drag_motions(screen), 10)):
        screen.handle(motion)
        frames.add(bytes_of(screen, size))
        if number % 3 == 2:
            settle(screen)
            assert bytes_of(screen, size) == anew(screen, size), f"motion {number}"
    assert len(frames) > 4


@pytest.mark.parametrize("begin", [fleets, flying, on_the_move, at_sea, of_reactors])
def test_pointing_at_every_part_of_a_panel_leaves_no_old_picture(begin: Callable[[int], Opened]) -> None:
    """Rows, buttons, fields and tabs light up under the pointer and stay lit no longer."""
    size = (1920, 1080)
    screen = BattleScreen(begin(10).battle)
    frames = {bytes_of(screen, size)}
    for widget in [one for one in screen.focus.widgets if one.hit.w and one.hit.h]:
        move(screen, widget.hit.center)
        frames.add(frame := bytes_of(screen, size))
        assert frame == fresh(screen, size), widget.name
    assert len(frames) > 10


def test_pointing_and_scrolling_leave_no_old_picture() -> None:
    size = (1280, 800)
    screen = BattleScreen(fleets(24).battle)
    frames = {bytes_of(screen, size)}
    for y in range(90, 700, 67):
        move(screen, (40, y))
        frames.add(frame := bytes_of(screen, size))
        assert frame == anew(screen, size), f"at {y}"
    assert len(frames) > 4
    screen.handle(Event(pygame.MOUSEWHEEL, x=0, y=-2))
    assert bytes_of(screen, size) == anew(screen, size)
    for action in ("arcs", "next", "threat", "grid"):
        screen.do(action)
        assert bytes_of(screen, size) == anew(screen, size), action


def test_firing_draws_what_a_fresh_screen_would() -> None:
    size = (1600, 900)
    opened = fleets(12, gap=20.0)
    idle(opened, "Ships fire")
    screen = BattleScreen(opened.battle)
    bytes_of(screen, size)
    own = [ship.id for ship in screen.model.view.state.fleet(screen.model.side)]
    foes = [ship.id for ship in screen.model.enemies()]
    for ship, foe in zip(own[:3], foes[:3]):
        for key in (ship, foe):
            screen.commands.click(key)
            assert bytes_of(screen, size) == anew(screen, size), key
        screen.do("all")
        assert bytes_of(screen, size) == anew(screen, size)


def test_no_frame_of_a_drag_lays_the_form_out_and_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it carry out an update while the board still follows the one before."""
    done, size = list[str](), (1600, 900)
    screen = BattleScreen(fleets(12).battle)
    bytes_of(screen, size)

    def noted(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def heard(*given: Any) -> object:
            done.append(name)
            return real(*given)

        monkeypatch.setattr(owner, name, heard)

    for owner, name in (
        (CatchUp, "_form"),
        (picture_cache, "draw_kept"),
        (CatchUp, "_foretell"),
        (LabelLayout, "words"),
    ):
        noted(owner, name)
    frames = list[list[str]]()
    for motion in islice(drag_motions(screen), 6):
        screen.handle(motion)
        while screen.board_input.catch_up.behind or screen.board.late:
            done.clear()
            screen.tick(1 / 60)
            bytes_of(screen, size)
            frames.append([*done])
        assert bytes_of(screen, size) == fresh(screen, size)
    assert any("_form" in one for one in frames) and any("words" in one for one in frames)
    assert not [one for one in frames if {"_form", "draw_kept"} <= {*one} or {"_foretell", "words"} <= {*one}]


def test_a_drag_leaves_nothing_for_the_collector() -> None:
    """A refusal kept with its traceback holds every frame up to the screen, and collecting those costs a frame or
    two."""
    screen = BattleScreen(fleets(12).battle)
    size = (1280, 800)
    motions = drag_motions(screen)
    for motion in islice(motions, 20):
        screen.handle(motion)
        bytes_of(screen, size)
    gc.collect()
    gc.disable()
    try:
        for motion in islice(motions, 20):
            screen.handle(motion)
            bytes_of(screen, size)
        assert gc.collect() < 200
    finally:
        gc.enable()


def test_a_side_pulled_in_formation_draws_what_a_fresh_screen_would_and_no_name_jumps() -> None:
    size = (1600, 900)
    screen = BattleScreen(fleets(12).battle)
    screen.context.tools = ALL
    bytes_of(screen, size)
    screen.board_input.group.pick_all()
    boards, places, motions = set(), set(), list(islice(drag_motions(screen), 8))
    for motion in motions:
        screen.handle(motion)
        settle(screen)
        boards.add(board(screen, bytes_of(screen, size), size))
        assert len(screen.scene.hand.pulled) == 5
        assert bytes_of(screen, size) == anew(screen, size)
        places.add(tuple((word.key, word.corner) for word in screen.board._plan.names))
    assert len(boards) == len(motions), "every ghost follows"
    assert len(places) == 1
    screen.handle(Event(pygame.MOUSEBUTTONUP, pos=screen.board_input.pointer, button=1))
    settle(screen)
    assert not screen.scene.hand.pulled and bytes_of(screen, size) == anew(screen, size)


@pytest.mark.parametrize("begin", [fleets, flying, on_the_move, at_sea, of_reactors])
def test_a_board_at_rest_is_laid_as_one_picture_until_something_on_it_changes(
    begin: Callable[[int], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    size, drawn, whole = (1280, 800), list[int](), BoardView._draw
    screen = BattleScreen(begin(10).battle)
    screen.context.tools = ALL

    def noted(*given: Any) -> object:
        drawn.append(1)
        return whole(*given)

    monkeypatch.setattr(BoardView, "_draw", noted)
    for motion in islice(drag_motions(screen), 3):
        screen.handle(motion)
    search(screen)
    for _ in range(20):  # the ghost has come to rest
        screen.tick(1 / 60)
        bytes_of(screen, size)
    drawn.clear()
    rested = bytes_of(screen, size)
    assert not drawn
    assert rested == anew(screen, size) and drawn
    drawn.clear()
    screen.do("range")
    assert bytes_of(screen, size) != rested and drawn
    screen.do("range")
    assert [bytes_of(screen, size) for _ in range(4)] == [rested] * 4


@pytest.mark.parametrize("begin", [on_the_move, about_to_move])
def test_what_has_the_same_shape_from_every_cell_is_drawn_once(
    begin: Callable[[int], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arcs, the ends of their bands, and the edge of the table."""
    size, drawn, places = (1280, 800), list[str](), set[object]()
    screen = BattleScreen(begin(10).battle)
    screen.context.tools = ALL
    bytes_of(screen, size)
    motions = list(islice(drag_motions(screen), 10))

    def drag() -> None:
        for motion in motions:
            screen.handle(motion)
            settle(screen)
            bytes_of(screen, size)
            places.add(screen.scene.hand.destination)

    def noted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def heard(*given: Any) -> object:
            drawn.extend([name] * bool(given[2]))
            return real(*given)

        monkeypatch.setattr(module, name, heard)

    drag()
    noted(zones, "paint")
    noted(hexgrid, "_outside")
    drag()
    assert len(places) > 3 and not drawn


LAYERS = {"others": ("floor", "field", "names"), "asked": ("field", "names"), "hand": ("field",), "over": ()}
FIELDS = [(part, one.name) for part in LAYERS for one in fields(type(getattr(SHOWN, part)))]


@pytest.mark.parametrize(("part", "name"), FIELDS, ids=".".join)
def test_every_field_of_a_scene_draws_anew_the_layers_that_are_given_it_and_no_other(
    part: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else is in the scene that a layer is drawn from, so that it cannot show what it was not asked to."""
    drawn, other = dict[str, Scene](), object()
    monkeypatch.setattr(kept_layers, "draw_ground", lambda dst, camera, ground: drawn.update(ground=ground))
    monkeypatch.setattr(kept_layers, "draw_floor", lambda dst, camera, scene, look: drawn.update(floor=scene))
    monkeypatch.setattr(KeptLayers, "_draw_field", lambda self, dst, camera, scene, look: drawn.update(field=scene))
    camera, layers, plan = Camera(Rect(0, 0, 320, 200)), KeptLayers(), LabelLayout()
    monkeypatch.setattr(
        LabelLayout, "_place_all", lambda self, *given: (drawn.update(names=given[1]), Placer(camera.rect))[1]
    )
    monkeypatch.setattr(layout, "chips", lambda *given: [])

    def draw(scene: Scene) -> None:
        layers.draw_field(camera, scene, {}, (320, 200), False, partial(plan.words, camera, scene, {}))

    draw(SHOWN)
    assert set(drawn) == {"ground", "floor", "field", "names"}
    assert drawn["floor"] == Scene(SHOWN.ground, SHOWN.others)
    assert drawn["field"] == Scene(SHOWN.ground, SHOWN.others, SHOWN.asked, SHOWN.hand)
    drawn.clear()
    draw(replace(SHOWN, **{part: replace(getattr(SHOWN, part))}))
    assert not drawn, "what is equal is not drawn again"
    draw(replace(SHOWN, **{part: replace(getattr(SHOWN, part), **{name: other})}))
    assert set(drawn) == ({"names"} if name == "reserved" else set(LAYERS[part]))


def test_what_the_order_in_hand_may_cost_leaves_the_floor_and_the_names_as_they_are() -> None:
    size = (1280, 800)
    screen = BattleScreen(fleets(12).battle)
    for motion in islice(drag_motions(screen), 3):
        screen.handle(motion)
    settle(screen)
    bytes_of(screen, size)
    layers, camera, scene = screen.board.layers, screen.board.camera, screen.scene
    own, other = (
        Doom((ship.at, (ship.at[0], ship.at[1] + 4)), "lost") for ship in (*scene.view.state.ships.values(),)[:2]
    )
    look, found = screen.board.look(scene), []
    for dooms in ({scene.chosen: own}, {scene.chosen: own, "azure1": other}):
        words = list[Parts]()
        layers.paced = False
        layers.draw_field(camera, scene.but(dooms=dooms), look, size, False, words.append)
        found.append((layers.floor.key, *words))
        assert words == [layers.floor.key], "names are planned by what the floor was made from"
    layers.draw_field(camera, scene, look, size, False, words.append)
    assert found[0][0] == layers.floor.key != found[1][0]
