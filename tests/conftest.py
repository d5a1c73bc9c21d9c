"""The common part of every test run: no test opens a window by accident, and tests that need one say so where there is
none."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.support.ui.battle_driver import Seated

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# a worker has a core of its own: threads of numpy only wait for each other, which costs a captain a quarter more
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# no test reads the player's own files
os.environ["DEAD_RECKONING_HOME"] = tempfile.mkdtemp(prefix="dead-reckoning-tests-")
from game.battle import loader
from tests.support.window.browser import BROWSER

os.fsync = os.fstat  # type: ignore[assignment]  # it refuses what is no open file, and does not wait for the disk
# a battle without a seed rolls the same dice in every run
by_chance, loader.fresh_seed = loader.fresh_seed, lambda: 20261122
NEEDED = ("Xvfb", "xdotool")  # a screen, and a hand on its mouse and keys


def lacking() -> list[str]:
    """Return the programs that a test in a real window needs and this machine lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave what stays to the end, over a million objects, out of the garbage collector: it looked at all of them for
    half a second each time, and so seldom that screens which tests had left, of 50 MB each, filled the memory."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a window where there can be none; the summary says so."""
    if not lacking():
        return
    left_out = [item for item in items if item.get_closest_marker("window")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Play in two windows a core: half of the time each hand waits for its window, and each window for its hand."""
    return 2 * (os.cpu_count() or 1) if config.option.markexpr == "window" else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests were left out, and why."""
    if not lacking() and not BROWSER:
        terminalreporter.section("left out")
        terminalreporter.write_line("test_film_in_a_browser (films in a real browser): chromium is not installed here")
    if missing := lacking():
        terminalreporter.section("left out")
        terminalreporter.write_line(
            f"tests/window (the program in a real window, by real mouse and keys): {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not installed here"
        )


@pytest.fixture
def new_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles without a seed get one by chance, as they do in the program."""
    monkeypatch.setattr(loader, "fresh_seed", by_chance)


@pytest.fixture(autouse=True)
def settings_put_back() -> Iterator[None]:
    """Undo every change that a test makes to the player's settings."""
    module = sys.modules.get("game.ui.host.preferences")
    before = module.preferences.settings if module else None
    yield
    if module := sys.modules.get("game.ui.host.preferences"):
        module.preferences.settings = before or type(module.preferences.settings)()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nothing move unless a test wants it to, and give computer players all the time they want. Scale and settings
    are put back."""
    import pygame

    from game.formats.user_folders import Settings
    from game.seating import thinking
    from game.ui.host.preferences import STILL, preferences
    from game.ui.render.theme import theme

    monkeypatch.setattr(thinking, "clock", lambda: 0.0)
    before = preferences.settings
    preferences.settings = Settings(speed=STILL, tumbling=False)
    pygame.display.init()
    pygame.font.init()
    yield
    preferences.settings, theme.scale, theme.seated, theme.backdrop = before, 1.0, 0, ""


@pytest.fixture
def plain_theme(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield the usual scale and palette, and no key held; put back afterwards."""
    import pygame

    from game.ui.render.theme import NIGHT, theme

    pygame.init()
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    theme.scale, theme.palette, theme.seated, theme.backdrop = 1.0, NIGHT, 0, ""
    yield
    theme.scale, theme.palette, theme.seated, theme.backdrop = 1.0, NIGHT, 0, ""


@pytest.fixture
def seat(still: None, tmp_path: Path) -> Seated:
    """Return a player at the battle screen."""
    from tests.support.ui.battle_driver import Seated

    return Seated(tmp_path)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a battle going on, one that is over, and a file that cannot be used."""
    from tests.support.ui.page_driver import saves_for_tests

    return saves_for_tests(tmp_path_factory.mktemp("saves"))


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder of the test the player's own."""
    from game.formats.user_folders import HOME

    monkeypatch.setenv(HOME, str(tmp_path))


@pytest.fixture
def as_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody has chosen anything or written a demonstration, and nothing moves unless a test wants it to."""
    from game.formats.user_folders import HOME
    from tests.support.ui.page_driver import plain

    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        yield


@pytest.fixture
def window_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a test in a real window: the player's files in it are those of the program and of our own
    screens."""
    from game.formats.user_folders import HOME

    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """At a window of the usual scale, with a home of one's own."""
    import pygame

    from game.formats.user_folders import HOME
    from tests.support.ui.battle_driver import at_scale

    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    at_scale(1.0)
    yield
    at_scale(1.0)
