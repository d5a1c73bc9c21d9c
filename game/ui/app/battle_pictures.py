"""Moments of battles for the pictures of the rule book: set up from the scenarios, and played by keys and pointer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.battle.idling import idle
from game.battle.loader import Opened, load_start, open_battle, play_saved
from game.core.installation import data_root
from game.core.orders import Id
from game.systems import SYSTEMS, scenario_folder
from game.ui.battle.screen import BattleScreen
from game.ui.host.pictures import at_rest
from game.ui.host.preferences import preferences
from game.ui.host.screen import Screen

SHOWN = data_root() / "assets" / "screens"  # folder of files that the screens show
SEED = 3
FIRST, SECOND = 6, 14  # number of orders in the first turn of the battle shown, and in its first two turns
PULL = 0.45  # distance beyond an end, in units of the board, at which the pointer also sets the facing
IDLES = 40  # most orders given to ships that do nothing
DICE, ODDS = 1, 2  # indexes of tabs in the foot


def open_scenario(name: str) -> Opened:
    """Return a scenario by the name of its file, to be played by people."""
    places = (scenario_folder(system) / f"{name}.yaml" for system in SYSTEMS.values())
    return open_battle(next(path for path in places if path.exists()), seed=SEED)


def fought(last: int | None = None, players: Mapping[str, str] | None = None) -> Battle:
    """Return a battle fought to its end, or only its first `last` orders."""
    found = load_start(SHOWN / "fought.yaml", players=players)
    play_saved(found, last)
    return found.battle


class BattleHand:
    """Plays a battle by keys and pointer alone."""

    def __init__(self, battle: Battle) -> None:
        self.screen = BattleScreen(battle)
        self.rest()

    def rest(self) -> Surface:
        """Advance frames until all animation has ended, and return the picture."""
        return at_rest(self.screen)

    def choose(self, ship: Id, target: Id = "") -> BattleHand:
        """Take a ship in hand, and step through the enemies until this one is the target."""
        self.screen.commands.choose(ship)
        for _ in self.screen.model.enemies():
            if target and self.screen.model.target != target:
                self.key(pygame.K_e)
        return self

    def key(self, *codes: int, mod: int = 0) -> BattleHand:
        """Press keys one after another."""
        for code in codes:
            self.screen.handle(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
            self.screen.handle(Event(pygame.KEYUP, key=code, mod=mod))
            self.rest()
        return self

    def drag(self, ship: Id, text: str) -> BattleHand:
        """Drag the ghost of a ship to the end of an order; the button stays down."""
        view, camera = self.screen.model.view, self.screen.board.camera
        pose = view.pose(view.read(ship, text))
        x, y = camera.xy(pose.at)
        angle, far = math.radians(30 * pose.facing), PULL * camera.scale
        start, end = camera.xy(view.state.known_piece(ship).at), (x + far * math.sin(angle), y - far * math.cos(angle))
        self._point(pygame.MOUSEMOTION, start, buttons=(0, 0, 0), rel=(0, 0))
        self._point(pygame.MOUSEBUTTONDOWN, start, button=1)
        for share in (0.2, 0.5, 0.8, 1.0):
            at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self._point(pygame.MOUSEMOTION, at, buttons=(1, 0, 0), rel=(1, 1))
        return self

    def _point(self, kind: int, at: tuple[float, float], **more: Any) -> None:
        self.screen.handle(Event(kind, pos=(round(at[0]), round(at[1])), **more))
        self.screen.draw(Surface(preferences.window))


def orders() -> Screen:
    """Return the battle with Lancet's ghost at S2+3 and Vesper as its target."""
    hand = BattleHand(open_scenario("tavira_passage").battle).choose("lancet", "vesper")
    return hand.drag("lancet", "S2+3").screen


def group() -> Screen:
    """Return the battle with three ships in hand, their ghosts in formation."""
    hand = BattleHand(open_scenario("long_line").battle).choose("sextant")
    for other in ("halberd", "voulge"):
        hand.screen.board_input.group.toggle(other)
    return hand.drag("sextant", "S1+1").screen


def firing(battle: Battle) -> Battle:
    """Bring Lancet to where it fires at Vesper."""
    for ship, text in (("lancet", "S2+3"), ("vesper", "S1+1"), ("kiln", "P1+2")):
        battle.play(battle.read(ship, text))
    while battle.phase.secret or not any("lancet" in one.waiting for one in battle.prompts()):
        idle(battle, "a picture", IDLES)
    return battle


def odds() -> Screen:
    """Return the battle with Lancet's beam and torpedo aimed at Vesper, and their odds."""
    hand = (
        BattleHand(firing(open_scenario("tavira_passage").battle))
        .choose("lancet", "vesper")
        .key(pygame.K_1, pygame.K_5)
    )
    hand.screen.bottom_panel.open_tab(ODDS)
    return hand.screen


def dice() -> Screen:
    """Return the battle with the dice of that fire."""
    hand = BattleHand(firing(open_scenario("tavira_passage").battle)).choose("lancet", "vesper")
    hand.key(pygame.K_1, pygame.K_5, pygame.K_RETURN)
    hand.screen.bottom_panel.open_tab(DICE)
    return hand.screen


def undo_demonstrated() -> Screen:
    """Return the battle with a gun picked, which undo would take back."""
    return BattleHand(firing(open_scenario("tavira_passage").battle)).choose("lancet", "vesper").key(pygame.K_1).screen


def log() -> Screen:
    """Return the battle with the log after a turn with fire."""
    hand = BattleHand(fought(SECOND))
    hand.screen.bottom_panel.open_tab(0)
    return hand.screen


def hexes() -> Screen:
    """Return a battle on hexes, with the key of the board's marks."""
    return BattleHand(open_scenario("first_furrow").battle).key(pygame.K_F3).screen


def reasons() -> Screen:
    """Return the battle with a computer player's reasons for its orders."""
    return BattleHand(fought(FIRST, {"amber": "cadet"})).key(pygame.K_F9).screen


def phases() -> Screen:
    """Return a battle with a turn of many phases."""
    return BattleHand(open_scenario("open_pasture").battle).screen


def curtain() -> Screen:
    """Return the open curtain, with the events since."""
    from game.ui.handover.screen import HandoverScreen

    screen = HandoverScreen(fought(SECOND), "azure", 0)
    at_rest(screen)
    screen.open_curtain()
    return screen


TABLES: dict[str, Callable[[], Screen]] = {
    "battle-orders": orders, "battle-group": group, "battle-odds": odds, "battle-dice": dice,
    "battle-undo": undo_demonstrated, "battle-log": log, "battle-hexes": hexes,
    "battle-why": reasons, "battle-phases": phases,
    "curtain": curtain,
}  # fmt: skip
