"""Two fleets dealt, placed and begun in a real window, from the menu to the table: by mouse and by keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.fleets.fleet import Fleet, read_fleet
from game.fleets.muster import Muster
from game.fleets.placing import Placing
from game.systems import SYSTEMS
from game.ui.fleets.buying.page import FleetsPage
from game.ui.fleets.placing import PlacingScreen
from tests.support.window.real_input import playing, until
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window
SMALL, LARGE = (1280, 800), (1920, 1080)


@pytest.mark.parametrize(
    ("system", "keys"), [("full-thrust", False), ("hexcess", True), ("full-sail", True), ("power-hex", False)]
)
def test_two_fleets_are_dealt_placed_and_begun(system: str, keys: bool, window_home: Path) -> None:
    with playing(window_home, size=LARGE if keys else SMALL) as hand:
        player = (Keys if keys else Mouse)(hand, system)
        first, menu = player.menu(), player.menu(system)
        if keys:
            player.same(first, f"system {system}")
            hand.key(str(1 + menu.screen.games.index(menu.screen.game)))
            player.same(menu, f"system {system}")
            hand.key("f")
        else:
            player.press(player.same(first, f"system {system}"))
            player.press(player.same(menu, "Fleets"))
        muster = Muster(SYSTEMS[system])
        fleets = player.shown("fleets", FleetsPage(muster, lambda opened: None))
        for seat in (0, 1):
            button = player.same(fleets, f"deal {seat}")
            if keys:
                hand.key(*["o"][:seat], "r", "ctrl+s")
            else:
                player.press(button)
                until(lambda: not hand.sees(fleets.surface, fleets.widgets, f"save {seat}"), "what can be saved")  # noqa: B023
                player.press(fleets.widget(f"save {seat}"))
            saved = until(partial(_saved, window_home / "home" / "fleets", muster.fleet(seat).of), "a saved fleet")
            muster.take(seat, saved)
            fleets.screen.model.sit(seat)
        button = player.same(fleets, "place")
        hand.key("ctrl+Return") if keys else player.press(button)
        placing = Placing(muster)
        table = player.shown("placing", PlacingScreen(placing, lambda opened: None))
        while placing.due is not None:
            if any(one.key not in placing.state.spots for one in placing.waiting):
                button = player.same(table, "The rest")
                hand.key("r") if keys else player.press(button)
                table.screen.rest()
            button = player.same(table, "main")
            hand.key("Return") if keys else player.press(button)
            table.screen.model.do(placing.set_down)
        button = player.same(table, "main")
        hand.key("Return") if keys else player.press(button)
        begun = open_battle(hand.path())
        ships = {ship.name for ship in begun.battle.state.ships.values()}
        assert ships == {ship.name for ship in placing.ships.values()}


def _saved(folder: Path, of: str) -> Fleet | None:
    """Return the fleet that the window dealt and saved; nobody else knows which one it drew."""
    found = [read_fleet(path, SYSTEMS).fleet for path in folder.glob("*.yaml")]
    return next((fleet for fleet in found if fleet.of == of), None)
