"""What every test run shares: no test opens a window by accident, and those that need one say so where there is none."""

from __future__ import annotations

import os
import shutil

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
NEEDED = ("Xvfb", "xdotool")  # a screen, and a hand on its mouse and keys


def lacking() -> list[str]:
    """The programs a test in a real window needs and this machine has not."""
    return [name for name in NEEDED if shutil.which(name) is None]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a window where there can be none; the summary says so."""
    if not lacking():
        return
    left_out = [item for item in items if item.get_closest_marker("window")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests were left out, and why."""
    if missing := lacking():
        terminalreporter.section("left out")
        terminalreporter.write_line(
            f"tests/test_window.py, tests/test_whole_battle.py (battles by real mouse and keys): {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not installed here"
        )
