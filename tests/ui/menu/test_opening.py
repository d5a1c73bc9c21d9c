"""What is loaded for the menu's first frame, and for the whole menu: a game only when it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.systems import OFFERED

ROOT = Path(__file__).resolve().parents[3]
SELDOM = {"ruamel", "PIL", "game.lab", "game.export", "game.sandbox", "game.ui.film", "game.ui.battle.screen"}
LATER = {
    "shapely.lib",
    "numpy._core",
    "pymunk._chipmunk_cffi",
    "game.core.system",
    "game.rules",
    "game.battle",
    "game.ui.menu.screen",
    *SELDOM,
}
UNTIL = """
import sys
import pygame

frames = 0


def flip():
    global frames
    frames += 1
    if frames == {frame}:
        print(*sys.modules)
        raise SystemExit(0)


pygame.display.flip = flip
from game.cli.main import run

run()
"""
STILL = """
import sys
from game.ui.menu.screen import Menu

tick = Menu.tick


def ticked(menu, seconds):
    answer = tick(menu, seconds)
    if not menu.moving:
        print(*sys.modules)
        raise SystemExit(0)
    return answer


Menu.tick = ticked
from game.cli.main import run

run()
"""


def loaded(program: str, home: Path) -> set[str]:
    """Return what a fresh process has loaded when it shows a frame of the menu, or when the menu is at rest."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DEAD_RECKONING_HOME": str(home)}
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def packages(*games: str) -> set[str]:
    """Return the packages of games, by key."""
    return {f"game.systems.{game.literal.partition('.')[0]}" for game in OFFERED if game.key in games}


ALL = [game.key for game in OFFERED]


def test_the_list_of_scenarios_loads_no_game_and_no_machine(tmp_path: Path) -> None:
    assert loaded(UNTIL.format(frame=1), tmp_path) & {*LATER, *packages(*ALL)} == set()
    assert loaded(UNTIL.format(frame=2), tmp_path) & ({*LATER, *packages(*ALL)} - {"game.ui.menu.screen"}) == set()


@pytest.mark.parametrize("last", ["full-thrust", "full-sail"])
def test_the_menu_at_rest_has_loaded_the_game_it_shows(last: str, tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text(f"scenario: {last}/none\n", encoding="utf-8")
    found = loaded(STILL, tmp_path)
    assert found & packages(*ALL) == packages(last)
    assert found & SELDOM == set()
