"""Labels on the board, by geometry: none over another, a ship or a panel, none that names a ship elsewhere or is nearer
to a foreign one, no two leaders across each other, none left out where there is room. Every shipped scenario, turn by
turn, and boards crowded at random, in windows of three sizes by turns. No window opens. SOAK=1 plays five battles of
each in all sizes, and crowds forty times as many boards.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import combinations, groupby
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.battle.battle import Battle, View
from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.board.boards import board_of, place_along
from game.core.events import Event
from game.players.match import Match
from game.players.random_player import random_order
from game.rules.ships.ship import Ship
from game.ui.board.layers import ships
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Scene, Trail
from game.ui.board.plotting.drag import Drag
from game.ui.board.view import BoardView
from game.ui.input_modes.scenes import with_plot
from game.ui.render.shapes import between
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from tests.support.narrowing import each
from tests.support.ui.battle_driver import Seated
from tests.support.ui.label_geometry import spread, tags_of, wrongs

pytestmark = pytest.mark.usefixtures("plain_theme")

# The window, the board in it beside its panels, the scale.
SIZES = {"1280x800": ((776, 520), 1.0), "1920x1080": ((1200, 800), 1.0), "3840x2160": ((2400, 1600), 2.0)}
PANEL = Rect(20, 20, 180, 40)  # a bar of tools that lies on the board, design pixels
SCENARIOS = sorted(path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name != "lessons")
FULL = ROOT / "scenarios" / "full_thrust" / "long_line.yaml"
# one a game
QUICK = "shearing_time", "across_the_rail", "swarm_argument", "over_the_rows", "stones_in_flight", "torpedoes_away"
SOAK = bool(os.environ.get("SOAK"))
FIRST = 3  # turns that are looked at in every size
RANDOM, BATTLES = (1200, 5) if SOAK else (30, 1)


def scene_of(view: View, rng: random.Random) -> Scene:
    """Return a ship chosen, another aimed at, a few that want orders, a panel on the board."""
    keys = [key for key, ship in view.state.ships.items() if ship.in_play] or list(view.state.ships)
    chosen, target = rng.choice(keys), rng.choice(keys)
    return Scene.of(
        view, chosen, targets=(target,), waiting=frozenset(rng.sample(keys, len(keys) // 4)), trails=tuple(ahead(view))
    )


def ahead(view: View) -> Iterator[Trail]:
    """Yield where ships go that hold on, as the battle draws it."""
    for key, ship in view.state.ships.items():
        if ship.in_play and ship.velocity:
            end = place_along(board_of(view.state.table), ship.at, ship.course, ship.velocity)
            yield Trail(key, (ship.at, between(ship.at, end, 0.5), end), "idle")


def held(scene: Scene, asked: Iterable[str]) -> Scene:
    """Return the same with a ship in hand, if one that is asked can be plotted now: the ends it can reach are on the
    board."""
    model, drag = SeatModel(scene.view), Drag()
    able = (key for key in asked if key in scene.view.state.ships and drag.begin(model, key))
    return with_plot(scene, model, drag.destinations) if next(able, None) else scene


def shown(scene: Scene, size: str, everything: bool = False) -> tuple[BoardView, Scene]:
    """Return a board of that size that has drawn it, with a panel on it, and what it has drawn."""
    pixels, theme.scale = SIZES[size]
    scene = scene.but(reserved=(Rect(*(theme.px(one) for one in PANEL)),))
    board = BoardView(Rect(0, 0, *pixels))
    if everything:
        board.fit(scene, everything=True, glide=False)
        board._fitted = True
    board.draw(Surface(pixels), scene, 0)
    return board, scene


@pytest.fixture(scope="module")
def full() -> Battle:
    """Return the battle with most ships; its views share them, so that only copies of it may be changed."""
    return load_start(FULL).battle


def crowded(rng: random.Random, battle: Battle) -> View:
    """Return the ships of a battle heaped here and there, some in one place, a few out of play."""
    view = deepcopy(battle).view(None)
    ships = each(view.state.ships.values(), Ship)
    for ship, at in zip(ships, spread(rng, len(ships), view.state.table.width, view.state.table.height)):
        ship.at, ship.course = at, rng.randint(1, 12)
        ship.facing = ship.course
    rng.choice(ships).removed_reason = "destroyed"
    return view


def turns(path: Path, seed: int) -> Iterator[tuple[Battle, random.Random]]:
    """Yield a battle at random, at some moment of each of its turns."""
    opened, rng = load_start(path, seed=seed), random.Random(f"{path.stem}{seed}")
    match = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), f"{path.stem}{seed}")
    while opened.battle.state.outcome is None:
        yield opened.battle, rng
        turn, left = opened.battle.state.turn, rng.randrange(2 * len(opened.battle.state.ships))
        while opened.battle.state.outcome is None and (opened.battle.state.turn == turn or left):
            left -= opened.battle.state.turn > turn
            match.step()


def played(path: Path, seed: int, most: int = 100) -> None:
    """All is well at each turn, at one size with a ship in hand; in more turns than the first few by turns."""
    for n, (battle, rng) in enumerate(turns(path, seed)):
        if n == most:
            return
        plain, asked = scene_of(battle.view(None), rng), [key for prompt in battle.prompts() for key in prompt.ids]
        sizes, in_hand = [*SIZES], rng.choice([*SIZES])
        for size in sizes if SOAK or most <= FIRST else [in_hand if n % 2 else sizes[n // 2 % len(sizes)]]:
            board, scene = shown(held(plain, asked) if size == in_hand else plain, size)
            assert not wrongs(board, scene), f"{size}, turn {n}, in hand: {bool(scene.asked.destinations)}"


@pytest.mark.parametrize("path", [path for path in SCENARIOS if path.stem in QUICK], ids=lambda path: path.stem)
def test_in_the_first_turns_of_a_battle_all_labels_stand_where_they_should(path: Path) -> None:
    played(path, 0, FIRST)


@pytest.mark.parametrize(("stem", "seed", "most"), [("great_drove", 3, 2), ("missile_ambush", 22, 3)])
def test_beside_cards_of_sealed_orders_and_places_for_markers_all_labels_stand_where_they_should(
    stem: str, seed: int, most: int
) -> None:
    played(next(path for path in SCENARIOS if path.stem == stem), seed, most)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(BATTLES))
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_at_every_turn_of_every_scenario_all_labels_stand_where_they_should(path: Path, seed: int) -> None:
    played(path, seed)


def plotting(stem: str, size: tuple[int, int], folder: Path) -> Seated:
    """Return a player at a shipped scenario whose turn it is to plot."""
    path = next(path for path in SCENARIOS if path.stem == stem)
    seat = Seated(folder, path.read_text(encoding="utf-8"), size)
    seat.screen.context.curtain = None
    assert seat.until(lambda now: now.screen.model.input_mode == "plot")
    seat.settle()
    return seat


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("stem", ["great_drove", "stones_in_flight", "kessarine_drift", "salt_road", "torpedoes_away"])
def test_tags_of_range_and_arcs_keep_off_names_their_leaders_and_what_moves(
    stem: str, size: tuple[int, int], tmp_path: Path
) -> None:
    seat = plotting(stem, size, tmp_path)
    for key in list(seat.screen.model.waiting):
        seat.screen.commands.choose(key)
        seat.settle()
        assert tags_of(seat.screen.board)
        assert not wrongs(seat.screen.board, seat.screen.scene), key


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("stem", ["great_drove", "stones_in_flight"])
def test_while_a_battle_goes_on_before_one_player_all_labels_stand_where_they_should(stem: str, tmp_path: Path) -> None:
    """The board remembers where its labels stood, through orders, zooms and drags."""
    seat, rng = plotting(stem, (1280, 800), tmp_path), random.Random(7)
    for n in range(40):
        if not seat.until(lambda now: bool(now.screen.model.waiting), seed=n, seen=True):
            break
        board = seat.screen.board
        seat.screen.commands.choose(rng.choice(list(seat.screen.model.waiting)))
        seat.settle()
        board.camera.zoom(1.18 ** rng.choice((-3, -1, 1, 3)), board.rect.center)
        drag(seat, rng, 2)
        found = wrongs(board, seat.screen.scene)
        assert not found, f"{n}, turn {seat.battle.state.turn}"
        prompt = seat.screen.model.prompt
        assert prompt
        seat.screen.turn_flow.give(random_order(seat.screen.model.view, prompt, rng))
        if n % 4 == 3:
            board.fit(seat.screen.scene)


def drag(seat: Seated, rng: random.Random, steps: int) -> None:
    """Pull the table about, and let it go."""
    seat.screen.board._grip = (2, (0, 0))
    for _ in range(steps):
        seat.screen.board.camera.pan(rng.randint(-50, 50), rng.randint(-40, 40))
        seat.look()
    seat.screen.board._grip = None
    seat.settle()


@pytest.mark.usefixtures("still")
def test_labels_that_lost_something_in_a_drag_have_it_back_when_the_table_is_let_go(tmp_path: Path) -> None:
    seat, rng = plotting("long_line", (1280, 800), tmp_path), random.Random(4)
    board = seat.screen.board
    for _ in range(4):
        board.camera.zoom(1.18 ** rng.choice((-3, -2, 2, 3)), (rng.uniform(300, 800), rng.uniform(200, 500)))
        seat.settle()
        drag(seat, rng, 6)
        fresh = BoardView(board.rect)
        fresh.camera, fresh._fitted = board.camera, True
        fresh.draw(Surface(seat.frame.get_size()), seat.screen.scene, 0)
        assert lost(board) <= lost(fresh)


def lost(board: BoardView) -> int:
    """Return how much all labels together had to give up."""
    return sum(one.form.level for one in board._plan.labels.laid.values())


@pytest.mark.parametrize("chosen", ["steadfast_oak", "halcyon"])
def test_ships_that_lie_apart_never_share_a_label(chosen: str) -> None:
    view = load_start(ROOT / "scenarios" / "full_sail" / "across_the_rail.yaml").battle.view(None)
    board, scene = BoardView(Rect(0, 0, 684, 650)), Scene.of(view, next(iter(view.state.ships)))
    board.draw(Surface((684, 650)), scene, 0)
    assert sorted(word.keys for word in board._plan.names) == sorted((key,) for key in view.state.ships)


def test_ships_on_one_spot_share_a_label_and_of_many_it_says_how_many_more(full: Battle) -> None:
    view = deepcopy(full).view(None)
    heap, apart = [*view.state.ships.values()][:8], [*view.state.ships.values()][8:10]
    for ship in each(view.state.ships.values(), Ship):
        ship.at = (20.0, 20.0) if ship in heap else (60.0, 40.0) if ship is apart[0] else (61.0, 40.0)
    board, scene = shown(Scene.of(view), "1280x800")
    stacked = next(word for word in board._plan.names if len(word.keys) == 8)
    assert set(stacked.keys) == {ship.id for ship in heap}
    assert not wrongs(board, scene)


@pytest.mark.parametrize("how", ["pan", "zoom", "drag"])
@pytest.mark.parametrize("stem", ["long_line", "swarm_argument", "shearing_time"])
def test_labels_do_not_flicker(stem: str, how: str) -> None:
    """While the table is moved or a ship is pulled about no label comes back to what it was a few frames before."""
    path = next(path for path in SCENARIOS if path.stem == stem)
    battle, rng = next(one for n, one in enumerate(turns(path, 1)) if n == 2)
    asked = [key for prompt in battle.prompts() for key in prompt.ids]
    plain = scene_of(battle.view(None), rng)
    board, scene = shown(plain if how != "drag" else held(plain, asked), "1280x800")
    dst, seen = Surface(SIZES["1280x800"][0]), dict[str, list[str]]()
    board._grip = (1, (0, 0)) if how == "pan" else None
    for frame in range(24):
        if how == "pan":
            board.camera.pan(*((5, 3) if frame < 12 else (-5, -3)))
        elif how == "zoom" and frame in (0, 4, 8, 14):
            board.camera.zoom(1.18 if frame < 14 else 1 / 1.18)
        elif scene.asked.destinations:
            scene = scene.but(destination=rng.choice(scene.asked.destinations))
        board.draw(dst, scene, 16 * frame)
        laid = {key: one.form.kind for one in board._plan.labels.laid.values() for key in one.wanted.keys}
        for key in scene.view.state.ships:
            if board.camera.rect.inflate(-80, -80).collidepoint(board.camera.xy(scene.view.state.ships[key].at)):
                seen.setdefault(key, []).append(laid.get(key, ""))
    changes = {key: [kind for kind, _ in groupby(kinds)] for key, kinds in seen.items()}
    assert seen
    assert {key: kinds for key, kinds in changes.items() if len(set(kinds)) < len(kinds)} == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("part", [*range(4), *(pytest.param(part, marks=pytest.mark.slow) for part in range(4, 10))])
def test_on_boards_crowded_at_random_all_labels_stand_where_they_should(part: int, size: str, full: Battle) -> None:
    for seed in range(part, RANDOM, 10):
        rng = random.Random(seed)
        board, scene = shown(scene_of(crowded(rng, full), rng), size, seed % 2 == 0)
        assert not wrongs(board, scene), f"seed {seed}"
        if seed % 4 == 1:
            in_hand = held(scene, [scene.chosen])
            board.draw(Surface(SIZES[size][0]), in_hand, 0)
            assert not wrongs(board, in_hand), f"seed {seed}, in hand"


@pytest.mark.parametrize(("seed", "size"), [(185, "1280x800"), (401, "1280x800"), (472, "1920x1080")])
def test_in_a_crowd_a_label_finds_the_last_place_there_is(seed: int, size: str, full: Battle) -> None:
    rng = random.Random(seed)
    board, scene = shown(scene_of(crowded(rng, full), rng), size, seed % 2 == 0)
    if seed % 4 == 1:
        board.draw(Surface(SIZES[size][0]), scene := held(scene, [scene.chosen]), 0)
    assert not wrongs(board, scene)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "path",
    [path for path in SCENARIOS if path.stem in ("long_line", "salt_convoy", "kessarine_drift")],
    ids=lambda path: path.stem,
)
def test_while_ships_glide_none_is_without_its_name(path: Path, size: str) -> None:
    view, rng = load_start(path).battle.view(None), random.Random(path.stem)
    ways = {
        key: ((ship.at[0] + rng.uniform(-6, 6), ship.at[1] + rng.uniform(-6, 6)), ship.at)
        for key, ship in view.state.ships.items()
    }
    film = Playback([Event("move", "", "", key, path=way, facings=(3,), at=way[-1]) for key, way in ways.items()])
    board, scene = shown(Scene.of(view), size)
    for share in (0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0):
        now = scene.but(moment=film.at(film.arrives * share))
        board.draw(Surface(SIZES[size][0]), now, 0)
        names, look, places = board._plan._gliding.words, board.look(now), ships.stances(now)
        hulls = ships.moving_hulls(board.camera, now, look, places)
        seen = {key for key in hulls if board.rect.collidepoint(board.camera.xy(places[key].at))}
        assert {word.key for word in names} == seen
        over = [(a.key, b.key) for a, b in combinations(names, 2) if a.rect.colliderect(b.rect)]
        over += [(word.key, key) for word in names for key, hull in hulls.items() if word.rect.colliderect(hull)]
        assert not over, f"at {share}"
        assert all(board.rect.contains(word.rect) for word in names)
