"""Damaged files of the lab: read, or refused with the place of what is wrong; never a traceback."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.formats.validation import BadFile
from game.formats.yaml_writer import flow
from game.lab.files import read_lab
from tests.support.files.damaged import STRANGE, places, replaced, wrecked

WHOLE = yaml.safe_load("""
title: Whole
attackers: {groups: {standard: 1}, craft: 6, assist: none, salvos: 1, heavy_missiles: 1, attacks: 1}
defender: {design: polestar, screens: 1, advanced: true, pds: 3, escorts: 1, lend: 2,
  screening: {interceptor: 6}, hull: 9}
rules: both
house: {reroll_unscreened: band1, kinetic_reroll: true}
precision: 0.1
axes: {groups: 1 to 3, type: [standard, heavy], assist: [none, best], screens: [0, 1], rules: [old, reformed]}
""")


def read_or_refused(data: Any, path: Path) -> bool:
    """Read a file with these data, or see it refused with a place; True if it was read."""
    path.write_text(flow(data), encoding="utf-8", errors="replace")
    try:
        read_lab(path)
    except BadFile as bad:
        assert bad.problems and all(one.message and one.line >= 1 for one in bad.problems)
        return False
    return True


def test_every_value_replaced_by_every_strange_one(tmp_path: Path) -> None:
    assert read_or_refused(WHOLE, tmp_path / "lab.yaml")
    for place in places(WHOLE):
        for strange in random.Random(str(place)).sample(STRANGE, 12):
            read_or_refused(replaced(WHOLE, place, strange), tmp_path / "lab.yaml")


@pytest.mark.parametrize("seed", range(4))
def test_wrecked_files(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    for _ in range(60):
        read_or_refused(wrecked(WHOLE, dice), tmp_path / "lab.yaml")
