"""Two players at a real window, one with a mouse and one with keys, who do nothing but to what they see.

The main button, the curtain's button, a gun on the sheet are waited for until they look as they do on a screen of our own,
made of the save on disk.
"""

from __future__ import annotations

import math
import re
import time
from pathlib import Path
from typing import Any

from pygame import Rect, Surface

from game.core.folders import Settings
from game.core.orders import Id
from game.core.show import Landing
from game.ui.battle import BattleScreen
from game.ui.battle.layout import arranged
from game.ui.battle.pause import Ending
from game.ui.battle.top_bar import button_rect
from game.ui.curtain.screen import Curtain
from game.ui.preferences import chosen
from game.ui.start import Program
from game.ui.theme import NIGHT, theme
from game.ui.widgets import Widget
from tests.hand import PARKED, SIZE, Hand, until

NEAR = 9.0  # MU: where both like to end
PLAIN = re.compile(r"((?P<way>[PS])(?P<points>\d))?(?P<speed>[+-]\d+)?")  # a turn, a change of speed, or both
AGAIN = 4.0  # seconds of nothing after which a person would press once more
SLOWEST = 150.0  # seconds for one battle on a machine that does much else


class Shown:
    """A screen of our own in the state the window should be in."""

    def __init__(self, stage: str, screen: Any, mark: str) -> None:
        self.stage, self.screen, self.mark = stage, screen, mark
        self.surface = Surface(SIZE)
        self.draw()

    def draw(self) -> None:
        self.screen.draw(self.surface)

    @property
    def widgets(self) -> list[Widget]:
        return list(self.screen.focus.widgets)

    def widget(self, name: str) -> Widget:
        return next(one for one in self.widgets if one.name == name)


def drawn_aside(battle: Any, side: Id) -> Curtain:
    curtain = Curtain(battle, side)
    curtain.opened, curtain.share = True, 1.0
    return curtain


def seated(battle: Any, side: Id) -> BattleScreen:
    screen = BattleScreen(battle)
    screen.flow.sit(side)
    screen.conduct.refresh()
    return screen


class Player:
    """Plays both sides. What a hand does differs; where the battle stands is seen by both alike."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        chosen.settings = Settings()  # as the window has them, whatever other tests have left
        theme.palette, theme.scale = NIGHT, 1.0
        self.since = time.monotonic()  # when that was: what was lost on a busy machine is done again
        self.acted: Any = None  # the picture when something was last done: until it changes nothing else is

    # -- seeing ----------------------------------------------------------------------------------------------------------

    def expected(self) -> list[Shown]:
        """Everything the window may show once it has come to rest after the last order on disk."""
        battle = self.hand.saved().battle
        if battle.state.outcome:
            return [Shown("over", Ending(BattleScreen(battle, leave=lambda: None)), "Save and leave")]
        found = []
        for side in [prompt.side for prompt in battle.prompts()]:
            found.append(Shown("ask", seated(battle, side), "main"))
            if battle.phase.secret:
                found += [Shown("curtain", Curtain(battle, side), "alone"), Shown("look", drawn_aside(battle, side), "go on")]
        return found

    def now(self) -> Shown:
        """What the window shows, as soon as it is known; what only waits to be read is read on."""
        known: tuple[int, list[Shown]] = -1, []

        def look() -> Shown | None:
            nonlocal known
            count = len(self.hand.orders())
            if known[0] != count:
                known = count, self.expected()
            if not self.hand.eye.still():
                return None
            found = next((one for one in known[1] if self.hand.sees(one.surface, one.widgets, one.mark)), None)
            if found is None and (self.changed() or time.monotonic() - self.since > AGAIN):
                self.acting()
                self.read_on()
            return found

        shown = until(look, "anything known")
        assert shown is not None
        return shown

    def acting(self) -> None:
        self.acted, self.since = self.hand.eye.pixels(), time.monotonic()

    def changed(self) -> bool:
        return self.acted is None or bool((self.acted != self.hand.eye.pixels()).any())

    def same(self, shown: Shown, name: str = "main") -> Widget:
        """The window shows a button as our own screen does, and nothing moves."""
        shown.draw()
        found = until(lambda: self.hand.sees(shown.surface, shown.widgets, name) and self.hand.eye.still(), f"“{name}” alike")
        assert found
        return shown.widget(name)

    # -- playing ---------------------------------------------------------------------------------------------------------

    def play(self) -> Path:
        """From the menu to the end of the battle and back."""
        menu = Shown("menu", Program().menu(), "Begin")
        self.same(menu, "Begin")
        self.begin(menu)
        end = time.monotonic() + SLOWEST
        while (shown := self.now()).stage != "over":
            assert time.monotonic() < end, self.hand.orders()
            self.act(shown)
        path = self.hand.path()
        self.leave(shown)
        until(lambda: self.hand.ended is not None, "the end of the program")
        assert self.hand.ended == 0
        return path

    def act(self, shown: Shown) -> None:
        """Do what the moment asks for."""
        self.acting()
        getattr(self, "at_" + shown.stage)(shown)

    def at_ask(self, shown: Shown) -> None:
        desk, count = shown.screen.desk, len(self.hand.orders())
        if desk.gesture == "plot" and desk.waiting:
            order = self.wanted(shown.screen)
            self.plot(shown, order)
            assert self.hand.wait_for(count + 1)[-1] == f"{desk.chosen}: {order.order}"
            shown, count = Shown("ask", seated(self.hand.saved().battle, desk.side), "main"), count + 1
            lock = self.same(shown)
        elif desk.gesture == "plot":
            lock = self.same(shown)
        elif desk.gesture == "fire":
            lock = self.aim(shown, desk.enemies()[0].id)
        else:
            lock = self.mend(shown)
        self.press(lock)
        if shown.screen.main.sure:
            shown.screen.do("press")
            self.press(self.same(shown))
        self.hand.wait_for(count + 1)

    def wanted(self, screen: BattleScreen) -> Landing:
        """The end that lies best for a shot: near the enemy, on the table, pointing at it; never on the spot, where a drag
        is a click."""
        enemy, table = screen.desk.enemies()[0], screen.battle.state.table
        start = screen.battle.state.ships[screen.desk.chosen].at

        def cost(one: Landing) -> float:
            away = math.dist(one.at, enemy.at)
            bearing = math.degrees(math.atan2(enemy.at[0] - one.at[0], enemy.at[1] - one.at[1]))
            off = abs((bearing - one.facing * 30 + 180) % 360 - 180)
            out = 100 * (not (3 < one.at[0] < table.width - 3 and 3 < one.at[1] < table.height - 3))
            return abs(away - NEAR) + off / 20 + out

        ends = [one for one in screen.desk.landings() if PLAIN.fullmatch(str(one.order))]
        return min([one for one in ends if math.dist(one.at, start) > 0.5], key=cost)

    def begin(self, menu: Shown) -> None:
        raise AssertionError

    read_on = plot = aim = mend = press = leave = begin  # type: ignore[assignment]


class Mouse(Player):
    """Only ever points, clicks, drags and holds the button of the mouse."""

    def press(self, widget: Widget) -> None:
        self.hand.click(widget.rect.center)

    def begin(self, menu: Shown) -> None:
        self.press(menu.widget("scenario first_light"))
        self.press(menu.widget("Begin"))

    def read_on(self) -> None:
        self.hand.click(button_rect(arranged(SIZE)).center)

    def at_curtain(self, shown: Shown) -> None:
        self.hand.move(shown.widget("alone").rect.center)
        self.hand.do("mousedown", "1")
        self.opens(shown)
        self.hand.do("mouseup", "1")
        self.hand.move(PARKED)

    def opens(self, shown: Shown) -> None:
        """While the button is held: until the other side of the curtain is seen."""
        open_ = Shown("look", drawn_aside(shown.screen._battle, shown.screen.side), "go on")
        until(lambda: self.hand.sees(open_.surface, open_.widgets, "go on"), "the curtain drawn aside")

    def at_look(self, shown: Shown) -> None:
        self.press(shown.widget("go on"))

    def plot(self, shown: Shown, landing: Landing) -> None:
        desk = shown.screen.desk
        camera = self.looking(shown)
        self.hand.drag(camera.xy(desk.view.state.ships[desk.chosen].at), camera.xy(landing.at))

    def looking(self, shown: Shown) -> Any:
        """How the window looks at the table once every ship has been brought into view, as our own screen then does."""
        board, desk = shown.screen.board, shown.screen.desk
        self.press(shown.widget("corner fit"))
        board.fit(shown.screen.scene, glide=False)
        shown.draw()
        ship = Rect(0, 0, 48, 48)
        ship.center = board.camera.xy(desk.view.state.ships[desk.chosen].at)
        until(lambda: self.hand.eye.sees(shown.surface, ship) and self.hand.eye.still(), f"{desk.chosen} in its place")
        return board.camera

    def aim(self, shown: Shown, enemy: Id) -> Widget:
        self.press(shown.widget(f"ship {enemy}"))
        shown.screen.commands.click(enemy)
        volley = self.same(shown, "volley")
        if volley.enabled:
            self.press(volley)
            shown.screen.do("all")
        return self.same(shown)

    def mend(self, shown: Shown) -> Widget:
        jobs = [one for one in shown.widgets if re.fullmatch(r"parties \S+ 1", one.name) and one.enabled]
        job = next((one for one in jobs if one.window is None or one.window.contains(one.rect)), None)
        if job is not None:
            self.press(job)
            shown.screen.commands.aiming.assign(job.name.split()[1], 1)
        return self.same(shown)

    def leave(self, shown: Shown) -> None:
        self.press(shown.widget("Save and leave"))
        menu = Shown("menu", Program().menu(), "Begin")
        self.press(self.same(menu, "Quit"))


class Keys(Player):
    """Never touches the mouse."""

    def press(self, widget: Widget) -> None:
        self.hand.key("Return")

    def begin(self, menu: Shown) -> None:
        self.hand.key("Right", "space")

    def read_on(self) -> None:
        self.hand.key("space")

    def at_curtain(self, shown: Shown) -> None:
        open_ = Shown("look", drawn_aside(shown.screen._battle, shown.screen.side), "go on")
        self.hand.do("keydown", "space")
        until(lambda: self.hand.sees(open_.surface, open_.widgets, "go on"), "the curtain drawn aside")
        self.hand.do("keyup", "space")

    def at_look(self, shown: Shown) -> None:
        self.hand.key("Return")

    def plot(self, shown: Shown, landing: Landing) -> None:
        """By arrows in odd turns, in writing in even ones."""
        found = PLAIN.fullmatch(str(landing.order))
        assert found
        if shown.screen.battle.state.turn % 2 == 0:
            self.hand.key("o")
            self.hand.do("type", "--", str(landing.order))
        else:
            self.hand.key(*["Left" if found["way"] == "P" else "Right"] * int(found["points"] or 0))
            speed = int(found["speed"] or 0)
            self.hand.key(*["Up" if speed > 0 else "Down"] * abs(speed))
        self.hand.key("Return")

    def aim(self, shown: Shown, enemy: Id) -> Widget:
        self.hand.key("e", "v")
        shown.screen.do("target")
        shown.screen.do("all")
        return self.same(shown)

    def mend(self, shown: Shown) -> Widget:
        self.hand.key("v")
        shown.screen.do("all")
        return self.same(shown)

    def leave(self, shown: Shown) -> None:
        self.hand.key("Tab", "Tab", "Return")
        self.same(Shown("menu", Program().menu(), "Begin"), "Quit")
        self.hand.key("q")
