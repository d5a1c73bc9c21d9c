"""Drive the battle screen of a game on hexes in tests."""

from __future__ import annotations

from pathlib import Path

from game.board import hexes
from tests.support.ui.battle_driver import Seated

DRIFT = """\
title: The drift
system: hexcess
seed: 7
table:
  hexes: [30, 24]
  terrain:
  - {kind: dust, hexes: [[18, -5], [18, -4], [19, -5], [19, -4], [19, -6]]}
  - {kind: asteroid, hexes: [[11, 4], [11, 5], [12, 4]]}
sides:
  azure: {name: Tessera League}
  amber: {name: Kessarine Levy}
ships:
  bellwether: {side: azure, design: shearling, at: [4, 10], course: 2, velocity: 5}
  gannet: {side: azure, design: crook, at: [2, 12], course: 2, velocity: 4}
  ostrava: {side: amber, design: shale, at: [15, -2], course: 8, velocity: 4}
  karst: {side: amber, design: karst, at: [14, 3], course: 8, velocity: 3}
"""


def seated(folder: Path, text: str = DRIFT, size: tuple[int, int] = (1280, 800)) -> Seated:
    """Return a player at the screen of a battle on hexes, in its first phase."""
    return Seated(folder, text, size)


def moving(folder: Path, text: str = DRIFT, size: tuple[int, int] = (1280, 800)) -> Seated:
    """Return the same in the movement phase, without Excess Thrust."""
    seat = seated(folder, text, size)
    while seat.battle.phase.name == "Declare Excess Thrust":
        seat.battle.play(seat.battle.read(seat.battle.prompts()[0].side, "no excess"))
    seat.screen.turn_flow.settle()
    seat.settle()
    assert seat.battle.phase.name == "Move"
    return seat


def place(q: int, r: int) -> tuple[float, float]:
    """Return the centre of a hex on the plane."""
    return hexes.at((q, r))
