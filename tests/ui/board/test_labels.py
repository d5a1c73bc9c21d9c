"""Labels on the board, by geometry: none over another, a ship or a panel, none missing, none nearer to a foreign ship, no two
leaders across each other. Every shipped scenario, at its start and later, and boards crowded at random. No window opens.
SOAK=1 crowds twenty times as many boards.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from pygame import Rect, Surface

from game.battle.battle import Battle, View
from game.battle.designs import ROOT
from game.battle.loader import set_up
from game.core.events import Event
from game.players.match import Match
from game.ui.board.layers import ships
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import Drag
from game.ui.board.view import BoardView
from game.ui.render.theme import theme
from tests.support.ui.label_geometry import spread, wrongs

pytestmark = pytest.mark.usefixtures("plain_theme")

# The window, the board in it beside its panels, the scale.
SIZES = {"1280x800": ((776, 520), 1.0), "1920x1080": ((1200, 800), 1.0), "3840x2160": ((2400, 1600), 2.0)}
PANEL = Rect(20, 20, 180, 40)  # a bar of tools that lies on the board, design pixels
SCENARIOS = sorted(path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name != "demonstrations")
FULL = ROOT / "scenarios" / "full_thrust" / "long_line.yaml"
RANDOM, MOMENTS = 60 * (20 if os.environ.get("SOAK") else 1), 3


def scene_of(view: View, rng: random.Random) -> Scene:
    """A ship chosen, another aimed at, a few that want orders, a panel on the board."""
    keys = [key for key, ship in view.state.ships.items() if ship.in_play] or list(view.state.ships)
    chosen, target = rng.choice(keys), rng.choice(keys)
    return Scene(view, chosen, (target,), waiting=frozenset(rng.sample(keys, len(keys) // 4)))


def held(scene: Scene, asked: Iterable[str]) -> Scene:
    """The same with a ship in hand, if one that is asked can be plotted now: the ends it can reach are on the board."""
    drag = Drag()
    plotted = (key for key in asked if key in scene.view.state.ships and drag.begin(scene.view, key))
    return drag.shown(scene) if next(plotted, None) else scene


def shown(scene: Scene, size: str, everything: bool = False) -> tuple[BoardView, Scene]:
    """A board of that size that has drawn it, with a panel on it, and what it has drawn."""
    pixels, theme.scale = SIZES[size]
    scene = replace(scene, reserved=(Rect(*(theme.px(one) for one in PANEL)),))
    board = BoardView(Rect(0, 0, *pixels))
    if everything:
        board.fit(scene, everything=True, glide=False)
        board._fitted = True
    board.draw(Surface(pixels), scene, 0)
    return board, scene


@pytest.fixture(scope="module")
def full() -> Battle:
    """The battle with most ships, of which every view is a copy."""
    return set_up(FULL).battle


def crowded(rng: random.Random, battle: Battle) -> View:
    """The ships of a battle heaped here and there, some in one place, a few out of play."""
    view = battle.view(None)
    ships = list(view.state.ships.values())
    for ship, at in zip(ships, spread(rng, len(ships), view.state.table.width, view.state.table.height)):
        ship.at, ship.course = at, rng.randint(1, 12)
        ship.facing = ship.course
    rng.choice(ships).removed_reason = "destroyed"
    return view


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12 if os.environ.get("SOAK") else 1))
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_of_every_scenario_all_labels_stand_where_they_should(path: Path, seed: int) -> None:
    opened, rng = set_up(path, seed=seed), random.Random(f"{path.stem}{seed}")
    battle = opened.battle
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), f"{path.stem}{seed}")
    for moment in range(MOMENTS):
        plain, asked = scene_of(battle.view(None), rng), [key for prompt in battle.prompts() for key in prompt.ids]
        for size in SIZES:
            for scene in (plain, held(plain, asked)):
                board, scene = shown(scene, size)
                assert not wrongs(board, scene), f"{size}, moment {moment}, in hand: {bool(scene.landings)}"
        for _ in range(8 * len(battle.state.ships)):
            if battle.state.outcome is None:
                match.step()


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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", [path for path in SCENARIOS if path.stem in ("long_line", "salt_convoy", "kessarine_drift")],
                         ids=lambda path: path.stem)  # fmt: skip
def test_while_ships_glide_none_is_without_its_name(path: Path, size: str) -> None:
    view, rng = set_up(path).battle.view(None), random.Random(path.stem)
    ways = {key: ((ship.at[0] + rng.uniform(-6, 6), ship.at[1] + rng.uniform(-6, 6)), ship.at)
            for key, ship in view.state.ships.items()}  # fmt: skip
    film = Playback([Event("move", "", "", key, path=way, facings=(3,), at=way[-1]) for key, way in ways.items()])
    board, scene = shown(Scene(view), size)
    for share in (0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0):
        now = replace(scene, moment=film.at(film.arrives * share))
        board.draw(Surface(SIZES[size][0]), now, 0)
        names, look, places = board._plan._gliding.words, board.look(now), ships.stances(now)
        hulls = ships.moving_hulls(board.camera, now, look, places)
        seen = {key for key in hulls if board.rect.collidepoint(board.camera.xy(places[key].at))}
        assert {word.key for word in names} == seen
        over = [(a.key, b.key) for a, b in combinations(names, 2) if a.rect.colliderect(b.rect)]
        over += [(word.key, key) for word in names for key, hull in hulls.items() if word.rect.colliderect(hull)]
        assert not over, f"at {share}"
        assert all(board.rect.contains(word.rect) for word in names)
