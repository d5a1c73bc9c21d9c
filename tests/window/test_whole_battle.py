"""The introduction played to its end in a real window, from the menu and back: once by mouse alone, once by keys
alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.window.late_battles import assert_replays
from tests.support.window.player import Player
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window


@pytest.mark.parametrize(("way", "settings"), [(Mouse, "speed: 8.0"), (Keys, "speed: 1.0")])
def test_the_introduction_is_played_from_the_menu_to_its_outcome(
    way: type[Player], settings: str, window_home: Path
) -> None:
    with playing(window_home, settings=f"version: 1\n{settings}\n") as hand:
        save = way(hand).play()
    assert_replays(save)
    told = save.read_text(encoding="utf-8")
    assert "First Light" in told and "fire " in told, told
