"""Two players at a real window, one with a mouse and one with keys. They play whatever is asked, in the mode in which
it is answered, and know no game.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from game.board.geometry import Point
from game.core.display import Destination
from game.core.orders import Choice, Field, Id, Order
from game.ui.battle.screen import BattleScreen
from game.ui.session.board_context import arranged
from game.ui.session.top_bar import button_rect
from game.ui.toolkit.widgets import Widget
from tests.support.window.goals import PLAIN
from tests.support.window.player import Player, Shown
from tests.support.window.real_input import PARKED, SHARES, soon, until


class Mouse(Player):
    """Only ever points, clicks, drags and holds the button of the mouse."""

    def press(self, widget: Widget) -> None:
        self.hand.click(widget.rect.center)

    def begin(self) -> None:
        first = self.menu()
        self.press(self.same(first, f"system {self.system}"))
        menu = self.menu(self.system)
        if isinstance(self.battle, str):
            self.press(self.same(menu, f"scenario {self.battle}"))
            menu.screen._choose(next(one for one in menu.screen.offers if one.path.stem == self.battle))
            self.press(self.same(menu, "Begin"))
        else:
            self.press(self.same(menu, "Open a battle"))
            page = self.opened()
            self.press(self.same(page, f"save {self.battle.name}"))
            self.press(self.same(page, "open"))

    def read_on(self) -> None:
        self.hand.click(button_rect(arranged(self.hand.size)).center)

    def take_back(self) -> None:
        self.hand.click(PARKED)

    def at_curtain(self, shown: Shown) -> None:
        self.hand.move(shown.widget("alone").rect.center)
        self.hand.do("mousedown", "1")
        self.opens(shown)
        self.hand.do("mouseup", "1")
        self.hand.move(PARKED)

    def at_look(self, shown: Shown) -> None:
        self.press(shown.widget("go on"))

    def take(self, shown: Shown, key: Id) -> None:
        self.press(shown.widget(f"ship {key}"))
        shown.screen.commands.choose(key)

    def plot(self, shown: Shown, destination: Destination) -> None:
        model, camera = shown.screen.model, shown.screen.board.camera
        start, end = camera.xy(model.view.state.piece(model.chosen).at), camera.xy(destination.at)
        self.hand.drag(start, end)
        if not model.view.phase.secret:
            mirrored(shown.screen, start, end)

    def plotted(self, model: Any, destination: Destination, order: Order) -> None:
        """Check the plot: of several that end in one place the pointer takes the cheapest."""
        pose = model.view.pose(order)
        assert math.dist(pose.at, destination.at) < 0.1, (order, destination)

    def looking(self, shown: Shown) -> Callable[[Point], bool]:
        """Return what of the table the window shows once every ship has been brought into view, as our own screen then
        does. The middle of a hull tells: names and counters around it stand as the frames before have left them."""
        board, model = shown.screen.board, shown.screen.model
        self.press(shown.widget("corner fit"))
        board.fit(shown.screen.scene, glide=False)
        shown.draw()
        pieces = [*model.view.state.ships.values(), *model.view.state.counters.values()]
        spots = [
            Rect(xy[0] - 10, xy[1] - 10, 20, 20) for xy in (board.camera.xy(one.at) for one in pieces if one.in_play)
        ]
        aimed = [self.aimed(shown, key) for key in ("", *(one.id for one in model.enemies()))]
        alike = [(surface, spot) for surface in aimed for spot in spots]
        until(lambda: self.hand.eye.still() and any(self.hand.eye.sees(*one) for one in alike), "ships in place")
        tools = [one.rect for one in shown.widgets if one.name.startswith(("corner ", "tool "))]
        clear = board.rect.inflate(-60, -60)
        return lambda at: (
            clear.collidepoint(xy := board.camera.xy(at)) and all(not one.collidepoint(xy) for one in tools)
        )

    def aimed(self, shown: Shown, key: Id) -> pygame.Surface:
        """Our own screen with that target, or with none: the window may still mark the one that was last fired at, and
        the mark reaches over a ship beside it."""
        shown.screen.commands.aiming.aim_at(key)
        shown.draw()
        shown.screen.commands.aiming.aim_at("")
        return shown.surface.copy()

    def choose(self, shown: Shown, field: Field, number: int, choice: Choice) -> None:
        model = shown.screen.model
        name = f"{field.name} {model.value_words(model.order, field.name, choice.value)}"
        line = f"power {field.name.split()[-1]}"  # of a gun: a press goes on to the next answer
        button = next(one for one in shown.widgets if one.name in (name, line))
        self.press(button)
        if button.on_press and not model.view.phase.secret:
            button.on_press()

    def targets(self, shown: Shown) -> list[Id]:
        """Return those whose row in the list need not be scrolled for."""
        return [one for one in super().targets(shown) if shown.widget(f"ship {one}").rect.bottom < self.hand.size[1]]

    def aim(self, shown: Shown, enemy: Id) -> None:
        shown.screen.commands.click(enemy)
        shown.draw()
        if not self.hand.sees(shown.surface, shown.widgets, "volley"):  # else it is still the target of the ship before
            self.press(shown.widget(f"ship {enemy}"))
        volley = self.same(shown, "volley")
        if volley.enabled:
            self.press(volley)
            shown.screen.do("all")

    def mend(self, shown: Shown) -> None:
        jobs = [one for one in shown.widgets if re.fullmatch(r"parties \S+ \S+ 1", one.name) and one.enabled]
        job = next((one for one in jobs if one.window is None or one.window.contains(one.rect)), None)
        if job is not None:
            self.press(job)
            shown.screen.commands.aiming.assign(*job.name.split()[1:3], 1)

    def leave(self, shown: Shown) -> None:
        self.press(shown.widget("Save and leave"))
        self.press(self.same(self.menu(), "Quit"))


class Keys(Player):
    """Never touches the mouse."""

    def press(self, widget: Widget) -> None:
        self.hand.key("Return")

    def begin(self) -> None:
        menu = self.menu(self.system)
        self.same(self.menu(), f"system {self.system}")
        self.hand.key(str(1 + menu.screen.games.index(menu.screen.game)))
        self.same(menu, f"system {self.system}")
        if isinstance(self.battle, str):
            at = [one.path.stem for one in menu.screen.offers].index(self.battle)
            self.hand.key("Right", *["Right"] * at, "space")
        else:
            self.hand.key("o")
            self.same(self.opened(), "open")
            self.hand.key("Return")

    def read_on(self) -> None:
        self.hand.key("space")

    def take_back(self) -> None:
        self.hand.key("Escape")

    def at_curtain(self, shown: Shown) -> None:
        self.hand.do("keydown", "space")
        self.opens(shown)
        self.hand.do("keyup", "space")

    def at_look(self, shown: Shown) -> None:
        self.hand.key("Return")

    def take(self, shown: Shown, key: Id) -> None:
        while shown.screen.model.chosen != key:
            self.hand.key("n")
            shown.screen.do("next")

    def looking(self, shown: Shown) -> Callable[[Point], bool]:
        """Return at once: a written order need not be in view."""
        return lambda at: True

    def plot(self, shown: Shown, destination: Destination) -> None:
        """Plot by arrows in odd turns where they suffice, in writing in even ones, and where the ship would drift
        without."""
        order: Any = destination.order
        model = shown.screen.model
        found, turns, idle = PLAIN.fullmatch(str(order)), getattr(order, "turns", ()), model.view.draft(model.chosen)
        drifts = idle is not None and model.view.pose(idle).velocity != model.view.state.piece(model.chosen).velocity
        stepped = bool(turns) and all(isinstance(n, int) for n in turns)  # a turn a step of the way
        if shown.screen.battle.state.turn % 2 == 0 or drifts or not (found or stepped):
            self.hand.key("o")
            self.hand.do("type", "--", str(order))
        elif found:
            count = int(found["points"] or len(found["sides"] or ""))
            self.hand.key(*["Left" if (found["way"] or found["sides"]) in ("P", "L", "LL") else "Right"] * count)
            self.nudged(int(found["speed"] or 0))
        else:
            at = 0
            for index in (index for index, n in enumerate(turns) if n):
                self.hand.key(*["shift+Up"] * (index - at), "shift+Right" if turns[index] > 0 else "shift+Left")
                at = index
            self.nudged(order.dv)
        if shown.screen.model.view.phase.secret:
            self.hand.key("Return")
        else:
            shown.screen.model.set_draft(order)
            shown.screen.context.change()

    def nudged(self, speed: int) -> None:
        self.hand.key(*["Up" if speed > 0 else "Down"] * abs(speed))

    def choose(self, shown: Shown, field: Field, number: int, choice: Choice) -> None:
        """Choose by the number of the answer; of an order with several fields the first key goes through the answers of
        the first."""
        model = shown.screen.model
        several = len(model.order.fields(model.view.state)) > 1
        for key in ["1"] * (number - 1) if several else [str(number)]:
            self.hand.key(key)
            if not model.view.phase.secret:
                shown.screen.do(f"gun {key}")

    def aim(self, shown: Shown, enemy: Id) -> None:
        shown.screen.commands.click(enemy)
        shown.draw()
        found = self.hand.sees(shown.surface, shown.widgets, "volley")
        for _ in shown.screen.model.enemies():  # round and round from the target of the ship before
            if found:
                break
            self.hand.key("e")
            found = soon(lambda: self.hand.sees(shown.surface, shown.widgets, "volley"))
        volley = self.same(shown, "volley")
        if volley.enabled:
            self.hand.key("v")
            shown.screen.do("all")

    def mend(self, shown: Shown) -> None:
        self.hand.key("v")
        shown.screen.do("all")

    def leave(self, shown: Shown) -> None:
        buttons = [widget.name for widget in shown.widgets if widget.focusable]
        self.hand.key(*["Tab"] * (buttons.index("Save and leave") + 1), "Return")
        self.same(self.menu(), "Quit")
        self.hand.key("q")


def mirrored(screen: BattleScreen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The same pull on our own screen, so that it shows the same."""
    places = [
        (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in (0.0, *SHARES)
    ]
    spots = [(round(x), round(y)) for x, y in places]
    screen.handle(Event(pygame.MOUSEMOTION, pos=spots[0], rel=(1, 1), buttons=(0, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=spots[0]))
    for spot in spots[1:]:
        screen.handle(Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 1), buttons=(1, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=spots[-1]))
    screen.handle(Event(pygame.MOUSEMOTION, pos=PARKED, rel=(1, 1), buttons=(0, 0, 0)))
