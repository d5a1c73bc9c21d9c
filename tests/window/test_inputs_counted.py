"""How many inputs a turn takes: The Long Line in a real window by keys, and the largest battles of other games at their
screens.

Before ships were passed over, and before there were keys for the rest of a side and for all that bears at the best
target, a turn of The Long Line (seed 7, every ship going on as it was) took 32, 32, 70, 105, 86 and 84 inputs; with
every ship pulled to a place of its own 54, 125, 132, 132, 116 and 103.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.battle.designs import ROOT
from game.formats.user_folders import Settings
from game.ui.handover.screen import HandoverScreen
from game.ui.host.preferences import preferences
from game.ui.render.theme import NIGHT, theme
from tests.support.window.counted_play import CountedPlay
from tests.support.window.real_input import SIZE, Hand, playing, until

pytestmark = pytest.mark.window
SCENARIOS = ROOT / "scenarios"
# inputs of that many first turns with seed 7, before; and whether ships that are asked together follow one of them now
BEFORE = {
    "hexcess/kessarine_drift": (148, 4, False),
    "hexcess/wayhouse_round": (69, 2, True),
    "full_sail/salt_road": (111, 4, True),
}
BESIDE, FIGURE = 110, 32  # pixels: how far left of the main button the number of the turn stands, and its breadth


def seeded(folder: Path, name: str) -> Path:
    """Return a scenario that always falls out the same."""
    path = folder / f"{Path(name).name}.yaml"
    path.write_text("seed: 7\n" + (SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def led(hand: Hand, name: str, play: CountedPlay) -> None:
    """The window is given an input that our own screens were given, and shows what they show. The main button of a turn
    may look as it did in the turn before: the orders on disk and the turn beside the button tell that the input has
    been taken."""
    if name == "hold":
        hand.do("keydown", "space")
    else:
        hand.key(name)
    mark = ("go on" if play.top.opened else "alone") if isinstance(play.top, HandoverScreen) else "main"
    widgets = list(play.top.focus.widgets)
    if name != "hold":
        hand.wait_for(len(play.battle.records))
    if main := next((one for one in widgets if one.name == mark), None):
        turn = Rect(main.rect.x - BESIDE, main.rect.y, FIGURE, main.rect.h) if mark == "main" else main.rect
        until(
            lambda: hand.sees(play.frame, widgets, mark) and hand.eye.sees(play.frame, turn) and hand.eye.still(),
            f"“{mark}” as after {name}",
        )
    if name == "hold":
        hand.do("keyup", "space")


def test_a_turn_of_the_long_line_takes_sixty_inputs_and_with_nobody_in_range_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    preferences.settings = Settings()  # as the window has them, whatever other tests have left
    theme.palette, theme.scale = NIGHT, 1.0
    pygame.display.init()
    path = seeded(tmp_path, "full_thrust/long_line")
    (tmp_path / "own").mkdir()
    with playing(tmp_path, "play", str(path), settings="version: 1\nspeed: 8.0\nscale: 1.0\n") as hand:
        play = CountedPlay(tmp_path / "own", path, SIZE, echo=lambda name, play: led(hand, name, play))
        until(lambda: hand.sees(play.frame, list(play.top.focus.widgets), "main") and hand.eye.still(), "the battle")
        counts = [play.turn() for _ in range(4)]
        ours = [f"{record.order.by}: {record.order}" for record in play.battle.records]
        assert hand.wait_for(len(ours)) == ours, "the window has played the very same battle"
    assert max(counts[:2]) <= 4, counts
    assert counts[2] > 4 and max(counts) <= 60, counts
    fired = sum(" fire " in f" {one.partition(': ')[2]} " for one in ours)
    assert fired >= 20, "most of the fleets have fired"


@pytest.fixture
def frames() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


@pytest.mark.usefixtures("frames", "still")
def test_a_turn_in_which_every_ship_is_pulled_to_a_place_of_its_own_takes_sixty_too(tmp_path: Path) -> None:
    play = CountedPlay(tmp_path, seeded(tmp_path, "full_thrust/long_line"), steers=True)
    counts = [play.turn() for _ in range(4)]
    assert max(counts) <= 60, counts


@pytest.mark.usefixtures("frames", "still")
@pytest.mark.parametrize("name", BEFORE)
def test_the_largest_battles_of_other_games_take_half(name: str, tmp_path: Path) -> None:
    before, turns, together = BEFORE[name]
    play = CountedPlay(tmp_path, seeded(tmp_path, name), steers=True, together=together)
    counts = [play.turn() for _ in range(turns)]
    assert 2 * sum(counts) <= before, (counts, before)
