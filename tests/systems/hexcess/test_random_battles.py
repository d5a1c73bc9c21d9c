"""Random battles of Hexcess Thrust among everything there is on a map: clouds, stones that drift, a planet, a base."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.battle.battle import fingerprint
from game.battle.loader import new_save, open_battle
from tests.property.test_random_battles import drawn, fight

BELT = """\
version: 1
title: Dust and stones
system: hexcess
table:
  hexes: [24, 18]
  planet_edge: bottom
  terrain:
  - {kind: dust, hexes: [[8, 2], [8, 3], [9, 2], [9, 3], [10, 1]]}
  - {kind: debris, hexes: [[14, 0], [14, 1], [15, 0]]}
  - {kind: asteroid, name: Grindstone, hexes: [[11, 3]], velocity: 2, course: 4}
  - {kind: asteroid, name: Whetstones, hexes: [[12, -2], [13, -3], [11, 5]]}
  - {kind: planet, name: Hearth, hexes: [[16, 3], [17, 2], [17, 3]]}
sides:
  azure: {name: Tessera League, edge: left}
  amber: {name: Kessarine Levy, edge: right}
ships:
  wether: {side: azure, design: wether, at: [5, 7], course: 2, velocity: 6}
  stockman: {side: azure, design: stockman, at: [3, 9], course: 2, velocity: 5}
  drover: {side: azure, design: drover, at: [3, 5], course: 4, velocity: 7}
  wayhouse: {side: azure, design: wayhouse, at: [10, 5], course: 2, velocity: 3, rotates: clockwise}
  shale: {side: amber, design: shale, at: [20, -7], course: 8, velocity: 6}
  karst: {side: amber, design: karst, at: [18, -3], course: 8, velocity: 6}
  esker: {side: amber, design: esker, at: [21, 0], course: 10, velocity: 4}
victory: {kind: last-side, turns: 10}
"""


@pytest.fixture
def belt(tmp_path: Path) -> Path:
    """Return the file of that battle."""
    path = tmp_path / "belt.yaml"
    path.write_text(BELT, encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", range(14))
def test_a_random_battle_among_terrain_keeps_every_promise(belt: Path, seed: int, tmp_path: Path) -> None:
    opened = drawn(belt, seed)
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)


def test_everything_on_the_map_has_its_part_in_them(belt: Path) -> None:
    told: Counter[str] = Counter()
    for seed in range(0, 12, 2):
        opened = drawn(belt, seed)
        fight(opened, seed)
        told.update(line.rule.removeprefix("hex/2.7/") for line in opened.battle.log)
    assert {"asteroids", "clouds", "debris", "planets", "starbases"} <= told.keys() and told[
        "full-thrust-base/6.20/dust"
    ]
