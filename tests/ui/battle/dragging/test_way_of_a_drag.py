"""The way of a drag to the battle stays short: whoever reads the code follows it in a few files."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from game.battle.battle import Battle, Record
from game.core.orders import Order
from tests.support.ui.battle_driver import Seated

FRAMES = 6


def test_a_drag_reaches_the_battle_in_six_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, stacks, play = Seated(tmp_path), list[list[str]](), Battle.play

    def noting(battle: Battle, order: Order) -> Record:
        frames = [one.filename for one in traceback.extract_stack() if "/game/" in one.filename.replace("\\", "/")]
        stacks.append([*frames, __file__])  # this stands where `Battle.play` does
        return play(battle, order)

    monkeypatch.setattr(Battle, "play", noting)
    seat.lift("lancet", (24.0, 12.0))
    assert not stacks
    seat.drop((24.0, 12.0))
    assert len(stacks) == 1 and "lancet" in seat.screen.model.view.state.sealed
    assert len(stacks[0]) <= FRAMES, [Path(name).name for name in stacks[0]]
