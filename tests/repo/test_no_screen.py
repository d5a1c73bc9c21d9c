"""Where there is no screen the tests of the window are left out, in several processes too, and the summary says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("processes", ("0", "2"))
def test_tests_of_the_window_are_left_out_with_a_word(processes: str) -> None:
    """5 is pytest's code for nothing to run, which `make test` takes for a machine without a screen."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", processes, "-m", "window", "tests/window"]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "PATH": ""}, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stdout + done.stderr
    assert "left out" in done.stdout and "Xvfb and xdotool are not installed here" in done.stdout, done.stdout
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "$(SUITE) -m window tests/window; code=$$?; test $$code = 0 -o $$code = 5\n" in makefile
