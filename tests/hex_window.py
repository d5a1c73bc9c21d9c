"""Two players of a game on hexes at a real window: who moves ship by ship pulls her over the hexes, or turns step by step."""

from __future__ import annotations

import math

import pygame
from pygame.event import Event

from game.board import hexes
from game.board.board import board_of
from game.core.show import Landing
from game.ui.battle import BattleScreen
from tests.at_window import Keys, Mouse, Shown, seated
from tests.hand import PARKED, Hand

NEAR = 5  # hexes: where both like to end
SHARES = (0.1, 0.3, 0.6, 0.9, 1.0)  # of the way at which a hand that pulls stops


class Ashore:
    """What both do alike."""

    hand: Hand

    def expected(self) -> list[Shown]:
        """Where ships act one by one, any of those that are asked may have been chosen in the phase before."""
        found = super().expected()  # type: ignore[misc]
        for shown in list(found):
            prompt = shown.screen.desk.prompt if shown.stage == "ask" else None
            for key in prompt.waiting[1:] if prompt and not shown.screen.battle.phase.secret else ():
                other = seated(shown.screen.battle, prompt.side)
                other.commands.choose(key)
                found.append(Shown("ask", other, "main"))
        return list(found)

    def best(self, screen: BattleScreen) -> Landing:
        """The end that lies best for a shot: near the enemy, on the map and not at its edge, pointing at it."""
        desk, board = screen.desk, board_of(screen.battle.state.table)
        own = screen.battle.state.piece(desk.chosen)
        enemy = min(desk.enemies(), default=own, key=lambda one: board.span(one.at, own.at))

        def cost(one: Landing) -> float:
            away = board.span(one.at, enemy.at)
            bearing = math.degrees(math.atan2(enemy.at[0] - one.at[0], enemy.at[1] - one.at[1]))
            off = abs((bearing - one.facing * 30 + 180) % 360 - 180)
            ahead = hexes.step(hexes.hex_at(one.at), hexes.direction(one.course), 4)
            out = 100 * one.aside + 30 * (not board.holds(hexes.at(ahead)))
            return abs(away - NEAR) + off / 12 + out + abs(one.velocity - 4)

        return min(desk.landings(), key=lambda one: (cost(one), -math.dist(one.at, own.at)))


class HexMouse(Ashore, Mouse):
    """Pulls ships; everything else with the button of the mouse."""

    def begin(self, menu: Shown) -> None:
        raise AssertionError("the battle is opened by its file")

    def at_ask(self, shown: Shown) -> None:
        desk, screen = shown.screen.desk, shown.screen
        if desk.gesture != "plot" or not desk.waiting:
            if desk.gesture in ("choose", "plot") or not desk.enemies():
                self.given(shown)
            else:
                super().at_ask(shown)
            return
        landing = self.best(screen)
        start, end = desk.view.state.piece(desk.chosen).at, landing.at
        if math.dist(start, end) > 0.5:
            camera = self.looking(shown)
            a, b = camera.xy(start), camera.xy(end)
            self.hand.drag(a, b)
            mirrored(screen, a, b)
        if screen.desk.view.phase.secret:
            self.hand.wait_for(len(self.hand.orders()) + 1 if math.dist(start, end) > 0.5 else 0)
            if math.dist(start, end) > 0.5:
                return
        self.given(shown)

    def given(self, shown: Shown) -> None:
        """The main button, twice where it asks."""
        count, sure = len(self.hand.orders()), shown.screen.main.sure
        self.press(self.same(shown))
        if sure:
            shown.screen.do("press")
            self.press(self.same(shown))
        self.hand.wait_for(count + 1)


class HexKeys(Ashore, Keys):
    """Goes step by step in odd turns, writes in even ones."""

    def begin(self, menu: Shown) -> None:
        raise AssertionError("the battle is opened by its file")

    def at_ask(self, shown: Shown) -> None:
        desk, screen = shown.screen.desk, shown.screen
        if desk.gesture not in ("plot", "choose") and desk.enemies():
            super().at_ask(shown)
            return
        count, sure = len(self.hand.orders()), screen.main.sure
        if desk.gesture == "plot" and desk.waiting:
            order = self.best(screen).order
            turns, dv = getattr(order, "turns", ()), getattr(order, "dv", 0)
            if screen.battle.state.turn % 2 == 0 or not turns or not hasattr(order, "spin"):
                self.hand.key("o")
                self.hand.do("type", "--", str(order))
            else:
                at = 0
                for index, n in enumerate(turns):
                    if n:
                        self.hand.key(*["shift+Up"] * (index - at), "shift+Right" if n > 0 else "shift+Left")
                        at = index
                self.hand.key(*["Up" if dv > 0 else "Down"] * abs(dv))
            sure = False
        self.hand.key("Return")
        if sure:
            shown.screen.do("press")
            self.press(self.same(shown))
        self.hand.wait_for(count + 1)


def mirrored(screen: BattleScreen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The same pull on our own screen, so that it shows the same."""
    a = (round(start[0]), round(start[1]))
    screen.handle(Event(pygame.MOUSEMOTION, pos=a, rel=(1, 1), buttons=(0, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=a))
    for share in SHARES:
        at = round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)
        screen.handle(Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(round(end[0]), round(end[1]))))
    screen.handle(Event(pygame.MOUSEMOTION, pos=PARKED, rel=(1, 1), buttons=(0, 0, 0)))


