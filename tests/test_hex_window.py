"""A turn of a game on hexes in a real window: one side with a mouse, the other with keys, ship by ship."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.at_window import Shown
from tests.hand import playing
from tests.hex_window import HexKeys, HexMouse

pytestmark = pytest.mark.window
BATTLE = """\
version: 1
title: A turn on hexes
system: hexcess
seed: 5
table: {hexes: [24, 18]}
sides:
  azure: {name: Tessera League}
  amber: {name: Kessarine Levy}
ships:
  wether: {side: azure, design: wether, at: [5, 11], course: 12, velocity: 4}
  shale: {side: amber, design: shale, at: [16, -2], course: 8, velocity: 4}
"""


def side_of(shown: Shown) -> str:
    return str(shown.screen.side if shown.stage != "ask" else shown.screen.desk.side)


def test_a_whole_turn_on_hexes_by_real_mouse_and_keys(tmp_path: Path) -> None:
    pygame.display.init()  # our own screen follows the pull, and asks which keys are held
    path = tmp_path / "turn.yaml"
    path.write_text(BATTLE, encoding="utf-8")
    with playing(tmp_path, "play", str(path)) as hand:
        players = {"azure": HexMouse(hand), "amber": HexKeys(hand)}
        while hand.saved().battle.state.turn == 1:
            shown = players["azure"].now()
            players[side_of(shown)].act(shown)
        battle, orders = hand.saved().battle, hand.orders()
    assert orders[:2] == ["azure: lock", "amber: lock"], "nobody declares Excess Thrust"
    moves = dict(line.split(": ") for line in orders[2:4])
    assert moves.keys() == {"wether", "shale"} and "S" in moves["wether"], orders
    assert battle.state.turn == 2 and battle.verify() == []
