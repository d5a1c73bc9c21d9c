"""What every test of a save starts from: a place to write it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "two-ships.yaml"
