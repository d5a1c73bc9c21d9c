"""A player at a real window that acts only on what is seen, in any game.

It waits until the main button, the curtain's button or a gun on the sheet looks as it does on a screen of our own, made
of the save on disk. The hand, a mouse or keys, is in `two_players`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface

from game.board.geometry import Point
from game.core.display import Destination
from game.core.names import HUMAN
from game.core.orders import Choice, Field, Id, Order
from game.formats.user_folders import Settings
from game.seating.outcomes import result_of, split_into_acts
from game.seating.seat_flow import ORDERED
from game.ui.app.program import Program
from game.ui.battle.pause_menu import Ending
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.preferences import preferences
from game.ui.playback.lanes import one_shot
from game.ui.render.theme import NIGHT, theme
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.widgets import Widget
from tests.support.window.goals import answer, wanted
from tests.support.window.real_input import SIZE, Hand, until

AGAIN = 15.0  # seconds of nothing after which a person would press once more
SLOWEST = 1800.0  # seconds for one battle on a machine that does much else


class Shown:
    """A screen of our own in the state the window should be in. The window is in that state if everything in `marks`
    looks the same."""

    def __init__(self, stage: str, screen: Any, *marks: str, size: tuple[int, int] = SIZE) -> None:
        self.stage, self.screen, self.marks = stage, screen, marks
        self.surface = Surface(size)
        self.draw()

    def draw(self) -> None:
        self.screen.draw(self.surface)

    @property
    def widgets(self) -> list[Widget]:
        return list(self.screen.focus.widgets)

    def widget(self, name: str) -> Widget:
        return next(one for one in self.widgets if one.name == name)

    def is_on(self, hand: Hand) -> bool:
        """Return whether the window shows it."""
        names = {one.name for one in self.widgets}
        return all(hand.sees(self.surface, self.widgets, mark) for mark in self.marks if mark in names)

    def leaves(self, hand: Hand, what: str) -> None:
        """Wait until the window no longer shows it."""
        until(lambda: not self.is_on(hand), what)


def drawn_aside(battle: Any, side: Id) -> HandoverScreen:
    curtain = HandoverScreen(battle, side)
    curtain.opened, curtain.share = True, 1.0
    return curtain


def humans(battle: Any) -> list[Id]:
    return [key for key, side in battle.state.sides.items() if side.player == HUMAN]


def seated(battle: Any, side: Id, key: Id = "") -> BattleScreen:
    screen = BattleScreen(battle)
    screen.sit(side)
    screen.turn_flow.refresh()
    if key and key != screen.model.chosen:
        screen.commands.choose(key)
    return screen


def pressed(screen: BattleScreen) -> BattleScreen:
    """Return a screen whose main button was pressed once and asks for another press."""
    screen.do("press")
    return screen


class Told:
    """The main button while dice of a piece, or a loss that nobody ordered, wait to be read before the battle goes on.
    Nothing else of that screen is drawn."""

    def __init__(self, battle: Any, last: int, acts_alone: bool = False) -> None:
        order, log = battle.records[last].order, battle.records[last].log
        log = [event for act in split_into_acts(log) for event in act.events] if acts_alone else log
        side = battle.state.owner(order.by)
        side = side if side in (people := humans(battle)) else people[0]  # who looks on while a computer acts
        self.screen, self.focus = BattleScreen(battle), Focus()
        self.screen.flow.sit(side)
        self.screen.flow.result = result_of(order.by, (one for one in log if one.side in ("", side)), last)
        self.screen.model.look(battle.view_at(last + 1, side))
        self.screen.model.frozen = True

    @classmethod
    def shots(cls, battle: Any) -> Iterator[Told]:
        """Yield the button for each shot fired last, while it waits to be read. The first shot comes first."""
        last = len(battle.records) - 1
        acts = (
            [act for act in split_into_acts(battle.records[last].log) if one_shot(act.events)] if battle.records else []
        )
        for n in range(len(acts)):
            told = cls(battle, last)
            view = told.screen.model.view
            animation = told.screen.turn_flow.animation
            animation.act, animation.queue = acts[n], [(act, view, view) for act in acts[n + 1 :]]
            yield told

    def draw(self, dst: Surface) -> None:
        """Draw the button on the colour of the bar."""
        self.screen.context.size = dst.get_size()
        preferences.hold(dst.get_size())
        theme.seated = self.screen.model.view.state.sides[self.screen.model.side].seat
        main = next(one for one in self.screen.panels._top(self.screen.layout) if one.name == "main")
        dst.fill(theme.palette.panel)
        main.draw(dst)
        self.focus.replace((main,))

    @classmethod
    def of(cls, battle: Any) -> Iterator[Told]:
        """Yield the buttons of a battle as it stands: for the last roll of a piece, and for the last loss that nobody
        ordered."""
        rolled, struck = list[int](), list[int]()
        for n, one in enumerate(battle.records):
            if battle.state.piece(one.order.by) and any(line.dice for line in one.log):
                rolled.append(n)
            if any(act.harms and act.kind not in ORDERED for act in split_into_acts(one.log)):
                struck.append(n)
        for n in dict.fromkeys((*struck[-1:], *rolled[-1:])):
            yield cls(battle, n)
        for n in struck[-1:]:
            yield cls(battle, n, acts_alone=True)


class Player(ABC):
    """Plays both sides. Each hand acts differently; both read the state of the battle alike."""

    def __init__(self, hand: Hand, system: str = "full-thrust", battle: str | Path = "first_light") -> None:
        self.hand, self.system, self.battle = hand, system, battle  # a scenario on the menu, or a file among the saves
        preferences.settings = Settings()  # as the window has them, whatever other tests have left
        theme.palette, theme.scale = NIGHT, 1.0
        pygame.display.init()  # our own screen follows a pull, and asks which keys are held
        self.since = time.monotonic()  # when that was: what was lost on a busy machine is done again
        self.read = -1  # how many orders there were when something was last read on
        self.acted: Any = None  # the picture when something was last done: until it changes nothing else is
        self.asked: set[tuple[Id, int, int]] = set()  # sides that have said once what was asked in a phase of a turn

    # -- seeing --------------------------------------------------------------------------------------------------------

    def shown(self, stage: str, screen: Any, *marks: str) -> Shown:
        return Shown(stage, screen, *marks, size=self.hand.size)

    def menu(self, system: str = "") -> Shown:
        """Return the menu with the scenarios of a game, once it has looked into the saves and made previews."""
        menu: Any = Program().menu()
        shown = self.shown("menu", menu)
        if system:
            menu._choose_system([one.key for one in menu.games].index(system))
            shown.draw()
        while menu.moving:
            menu.tick(0.1)
            shown.draw()
        return shown

    def opened(self) -> Shown:
        """Return the page with the saves, once it has looked into them."""
        page = Program().open_page()
        shown = self.shown("open", page)
        while page.moving:
            page.tick(0.1)
        shown.draw()
        return shown

    def expected(self) -> Iterator[Shown]:
        """Return everything the window may show once it has come to rest after the last order on disk, the likeliest
        first."""
        saved = self.hand.saved()
        battle = saved.battle
        for told in Told.of(battle):
            yield self.shown("told", told, "main")
        for told in Told.shots(battle):
            yield self.shown("shot", told, "main")
        if battle.state.outcome:
            ended: Any = Program()._table(saved)  # with every button that the program gives to the end of a battle
            yield self.shown("over", Ending(ended.context), "Save and leave")
            return
        people = humans(battle)
        asked = [prompt for prompt in battle.prompts() if prompt.side in people]
        prompts = sorted(asked, key=lambda prompt: prompt.side in battle.state.ready)
        for prompt in prompts:
            first = prompt.waiting or prompt.ids
            for key in (*first[:1], *(key for key in prompt.ids if key not in first[:1])) or ("",):
                screen = seated(battle, prompt.side, key)
                if screen.flow.due().kind == "computer":  # it goes first, and nobody else is asked meanwhile
                    return
                yield self.shown("ask", screen, "main", f"ship {screen.model.chosen}")
                if screen.turn_flow.main.sure:
                    yield self.shown("sure", pressed(seated(battle, prompt.side, key)), "main")
                if battle.phase.secret and len(people) > 1 and key in ("", *first[:1]):
                    yield self.shown("curtain", HandoverScreen(battle, prompt.side), "alone")
                    yield self.shown("look", drawn_aside(battle, prompt.side), "go on")

    def now(self) -> Shown:
        """Return what the window shows, as soon as it is known. Results that only wait to be read are passed."""
        at, known = -1, list[Shown]()
        more: Iterator[Shown] = iter(())

        def look() -> Shown | None:
            nonlocal at, known, more
            count = len(self.hand.orders())
            if at != count:
                at, known, more = count, [], self.expected()
            if not self.hand.eye.still():
                return None
            found = next((one for one in known if one.is_on(self.hand)), None)
            while found is None and (one := next(more, None)) is not None:
                known.append(one)
                found = one if one.is_on(self.hand) else None
            if found is not None and found.stage in ("told", "shot"):
                waited = time.monotonic() - self.since > AGAIN
                unread = found.stage == "shot" or self.read != count
                if waited or (unread and self.changed()):  # a second press would be one on what comes next
                    self.acting()
                    self.read = count if found.stage == "told" else self.read
                    self.read_on()
                return None
            return found

        shown = until(look, "anything known")
        assert shown is not None
        return shown

    def acting(self) -> None:
        self.acted, self.since = self.hand.eye.picture(), time.monotonic()

    def changed(self) -> bool:
        return self.acted is None or self.acted != self.hand.eye.picture()

    def same(self, shown: Shown, name: str = "main") -> Widget:
        """Return whether the window shows a button as our own screen does, and nothing moves."""
        shown.draw()
        found = until(
            lambda: self.hand.sees(shown.surface, shown.widgets, name) and self.hand.eye.still(), f"“{name}” alike"
        )
        assert found
        return shown.widget(name)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self) -> Path:
        """Play from the menu to the end of the battle and back."""
        self.begin()
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
        """Do what the moment asks for. A curtain that has been read must be gone, or it would be passed twice."""
        self.acting()
        getattr(self, "at_" + shown.stage)(shown)
        if shown.stage == "look":
            shown.leaves(self.hand, "the curtain gone")

    def at_sure(self, shown: Shown) -> None:
        """Take back a press that came too late and fell on the next button."""
        self.take_back()
        shown.leaves(self.hand, "the question taken back")

    def at_ask(self, shown: Shown) -> None:
        """Answer in the way that is asked for."""
        model = shown.screen.model
        if model.input_mode == "plot" and model.waiting:
            self.move(shown)
        elif model.input_mode == "choose":
            self.answer(shown)
        else:
            if model.input_mode == "fire" and (enemies := self.targets(shown)):
                self.aim(shown, min(enemies, key=model.fire.distance))
            elif model.input_mode == "assign":
                self.mend(shown)
            self.give(shown)

    def targets(self, shown: Shown) -> list[Id]:
        """Return the enemies that can be named."""
        return [one.id for one in shown.screen.model.enemies()]

    def give(self, shown: Shown) -> None:
        """Press the main button, once more where it asks."""
        main = shown.screen.turn_flow.main
        count, sure, given = len(self.hand.orders()), main.sure, max(1, len(main.orders))
        self.press(self.same(shown))
        if sure:
            shown.screen.do("press")
            self.press(self.same(shown))
        self.hand.wait_for(count + given)

    def move(self, shown: Shown) -> None:
        """Plot the next ship. In secret this seals the plot; in the open it waits for confirmation."""
        model, count = shown.screen.model, len(self.hand.orders())
        if model.chosen not in model.waiting:
            self.take(shown, model.waiting[0])
        destination = self.end_for(shown)
        if destination is not None:
            self.plot(shown, destination)
        if not model.view.phase.secret:
            self.give(shown)
        elif destination is None:
            self.asked.add(self.moment(model))
            self.give(shown)
        else:
            last = self.hand.wait_for(count + 1)[-1]
            self.plotted(model, destination, self.hand.saved().battle.records[-1].order)
            assert last.startswith(f"{model.chosen}: "), (last, destination)

    def end_for(self, shown: Shown) -> Destination | None:
        """Return where the ship in hand is to go; None to leave it as it goes."""
        return wanted(shown.screen, self.looking(shown))

    def plotted(self, model: Any, destination: Destination, order: Order) -> None:
        """Check that the sealed order is the wanted one."""
        assert str(order) == str(destination.order), (order, destination)

    def answer(self, shown: Shown) -> None:
        """Answer a question with a few choices: with something the first time a side is asked, later with the
        default."""
        model, count = shown.screen.model, len(self.hand.orders())
        if model.view.phase.secret and (not model.waiting or self.moment(model) in self.asked):
            self.give(shown)
            return
        found = answer(shown.screen) if self.moment(model) not in self.asked else None
        self.asked.add(self.moment(model))
        if found is not None:
            self.choose(shown, *found)
            if model.view.phase.secret:
                self.hand.wait_for(count + 1)
                return
        self.give(shown)

    def moment(self, model: Any) -> tuple[Id, int, int]:
        return model.side, model.view.state.turn, model.view.state.phase

    def opens(self, shown: Shown) -> None:
        """Hold the button or the key until the other side of the curtain is seen, or the battle where the curtain has
        nothing to read."""
        if shown.screen.quiet:
            until(lambda: self.hand.eye.still() and not shown.is_on(self.hand), "the curtain gone")
            return
        open_ = self.shown("look", drawn_aside(shown.screen._battle, shown.screen.context.side))
        until(lambda: self.hand.sees(open_.surface, open_.widgets, "go on"), "the curtain drawn aside")

    # -- what a hand does; one with a mouse and one with keys differ in it ---------------------------------------------

    @abstractmethod
    def begin(self) -> None:
        """Begin the battle from the menu."""

    @abstractmethod
    def read_on(self) -> None:
        """Go on from what is read."""

    @abstractmethod
    def press(self, widget: Widget) -> None:
        """Press a button."""

    @abstractmethod
    def take_back(self) -> None:
        """Say no to what the main button asks."""

    @abstractmethod
    def take(self, shown: Shown, key: Id) -> None:
        """Take a ship in hand."""

    @abstractmethod
    def looking(self, shown: Shown) -> Callable[[Point], bool]:
        """Return which places can be pointed at in the picture as it is."""

    @abstractmethod
    def plot(self, shown: Shown, destination: Destination) -> None:
        """Plot the way to an end."""

    @abstractmethod
    def choose(self, shown: Shown, field: Field, number: int, choice: Choice) -> None:
        """Take one value of a field."""

    @abstractmethod
    def aim(self, shown: Shown, enemy: Id) -> None:
        """Aim all that bears at an enemy."""

    @abstractmethod
    def mend(self, shown: Shown) -> None:
        """Put repair parties to work."""

    @abstractmethod
    def leave(self, shown: Shown) -> None:
        """Leave the program from the outcome."""
