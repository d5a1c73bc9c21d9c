"""The sandbox speaks of turns and speed in the words of its game, and writes every choice whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.ui.toolkit.value_fields import Segments, Stepper
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import read
from tests.support.ui.sandbox_driver import Sat

NOT_SAID = re.compile(r"\b(turns? \d+|this turn|velocity)\b|^turn$", re.I)  # where the game says round and speed
STARTS = [ROOT / "scenarios" / one for one in ("power_hex/slow_answer.yaml", "power_hex/karun_light.yaml")]
SEA = ROOT / "scenarios/full_sail/cutting_out.yaml"
SIZES = [(1280, 800), (1920, 1080)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("start", STARTS, ids=lambda path: path.stem)
def test_words_of_the_game(start: Path, size: tuple[int, int], tmp_path: Path) -> None:
    seat = Sat(tmp_path, start.read_text(encoding="utf-8"), size)
    seat.screen.context.choose("bastion")
    seat.settle()
    words = [one.string for one in read(seat.screen, size)]
    assert {"Speed", "ROUND"} <= set(words), words
    assert any("round 1" in one for one in words)
    assert not [one for one in words if NOT_SAID.search(one)]
    hints = [widget.hint for widget in seat.screen.focus.widgets]
    assert not [one for one in hints if "turn being planned" in one or one.startswith("Plan turn")]


@pytest.mark.parametrize("size", [(1024, 600), *SIZES])
@pytest.mark.parametrize(("start", "ship"), [(STARTS[0], "bastion"), (SEA, "vaillance")], ids=["power", "sail"])
def test_every_fate_is_written_whole(start: Path, ship: str, size: tuple[int, int], tmp_path: Path) -> None:
    seat = Sat(tmp_path, start.read_text(encoding="utf-8"), size)
    seat.screen.context.choose(ship)
    seat.settle()
    fields = [one for one in seat.screen.focus.widgets if isinstance(one, Segments | Stepper) and one.label == "Fate"]
    said = [one.names[0] if isinstance(one, Segments) and one.fits else narrow(one, Stepper).show(0) for one in fields]
    assert said == ["in play"]
