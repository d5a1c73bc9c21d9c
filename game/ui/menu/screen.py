"""The menu: go on with the last battle, or choose a scenario, its house rules and who plays, and begin; no rules of its own.

Three arrangements by the breadth and height of the window in design pixels: whole (as on a large screen), tight (house
rules fold into a plate) and low (everything but cards, seats and Begin folds into two rows).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.app import Answer, Leave, Push
from game.ui.backdrop import night
from game.ui.draw import box
from game.ui.menu.cards import BeginButton, LastCard, MenuButton, ScenarioCard, SeatPlate, SystemCard, alike, seats
from game.ui.menu.house import House, HousePage, rows
from game.ui.menu.plan import Plan, planned
from game.ui.page import Page, Pane
from game.ui.shelf import Offer, Save, number, offers
from game.ui.text import caps, text, width
from game.ui.theme import theme
from game.ui.widgets import Widget

if TYPE_CHECKING:
    from game.ui.start import Program

LOOKED = 6  # saves that are looked into for one to go on with
PLAYERS = ("human", "random")


class Menu(Page):
    """The first screen."""

    subject = "table/menu"

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        self.systems = list(program.systems.values())
        self.shelves = {system.key: offers(system) for system in self.systems}
        self.saves = program.saves()
        self.last: Save | None = self.saves[0] if self.saves else None
        self._unread = self.saves[:LOOKED]
        self.players: dict[str, str] = {}
        self.cards, self.column = Pane("scenarios"), Pane("house rules")
        self.panes = (self.cards, self.column)
        self.plan: Plan | None = None
        self.system = self.systems[0]
        self.offer: Offer | None = None
        self._choose_system(0)

    # -- what is chosen --------------------------------------------------------------------------------------------------

    @property
    def offers(self) -> list[Offer]:
        """The scenarios of the chosen system."""
        return self.shelves[self.system.key]

    def _choose_system(self, index: int) -> None:
        self.system = self.systems[index]
        self.house = House(self.system)
        self._choose(self.offers[0] if self.offers else None)

    def _choose(self, offer: Offer | None) -> None:
        self.offer = offer
        chosen = self.house.chosen
        self.house = House(self.system, offer.house if offer else None)
        self.house.chosen = chosen
        self.relay()

    def _press(self, offer: Offer) -> None:
        """A press chooses; Enter on the chosen card, or a double click, begins."""
        again = self.twice(offer)
        if offer is self.offer and again:
            self._begin()
        elif offer is not self.offer:
            self._choose(offer)

    def _begin(self) -> None:
        if self.offer is not None:
            players = {side.id: self.players.get(side.id, side.player) for side in self.offer.sides}
            self.answer = self.program.begin(self.offer.path, self.house.chosen, players)

    def _continue(self) -> None:
        if self.last is not None:
            self.answer = self.program.resume(self.last.recent.path)
        elif self.offers:
            self._choose(self.offers[0])
            self._begin()

    def _take(self, key: str, value: Any) -> None:
        self.house.take(key, value)
        self.relay()

    def _player(self, side: str) -> None:
        now = self.players.get(side, PLAYERS[0])
        self.players[side] = PLAYERS[(PLAYERS.index(now) + 1) % len(PLAYERS)]
        self.relay()

    def back(self) -> Answer:
        """Esc does nothing here: Q quits."""
        return None

    def heard(self, word: object) -> Answer:
        """A page above has changed something."""
        self.saves = self.program.saves()
        self.last, self._unread = (self.saves[0] if self.saves else None), self.saves[:LOOKED]
        self.relay()
        return None

    # -- looking into saves, once the first frame is drawn ---------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """While saves are looked into."""
        return bool(self._unread) and self.plan is not None

    def tick(self, seconds: float) -> Answer:
        """Look into one save: the newest that is not over is the one to go on with."""
        if self._unread:
            save = self._unread.pop(0).look()
            if not save.finished and not save.bad:
                self.last, self._unread = save, []
            elif not self._unread:
                self.last = None
            self.relay()
        return None

    # -- laying out ------------------------------------------------------------------------------------------------------

    def lay(self, area: Rect) -> Iterable[Widget]:
        """Everything that can be pressed, in reading order."""
        sides, wanted = max(1, len(self.offer.sides) if self.offer else 2), self._wanted()
        words = tuple(width(label, 16, "s") + theme.px(36) for label, *_ in wanted)
        plan = self.plan = planned(area, len(self.systems), len(self.offers), sides, words)
        made: list[Widget] = [LastCard(plan.last, self.last, self.offers[0] if self.offers else None, self._continue)]
        made += self._buttons(plan)
        made += self._system_cards(plan)
        made += self.cards.fill(plan.cards, [self._card(plan, i, one) for i, one in enumerate(self.offers)], 8)
        inner = plan.column
        made += self.column.fill(
            inner, rows(self.house, inner.x, inner.y, inner.w - theme.px(16), self._take, self.house.asked) if inner.w else [], 8
        )
        made += self._foot(plan)
        return made

    def _wanted(self) -> list[tuple[str, str, str, Callable[[], None], int]]:
        """What the buttons say, what their keys are and what they do; the last two share a row."""
        count, bad = len(self.saves), sum(bool(save.recent.broken) for save in self.saves)
        kept = f"{number(count)} saved" if count else "none yet"
        return [
            ("Open a battle", "O", kept + (f", {number(bad)} damaged" if bad else ""), self._open, pygame.K_o),
            ("Demonstrations", "D", "the rules, step by step", self._gallery, pygame.K_d),
            ("Sandbox", "S", "try plans, set the dice", self._sandbox, pygame.K_s),
            ("Shipyard", "Y", "every design, and its price", self._shipyard, pygame.K_y),
            ("Rules", "R", "what F1 opens, to read", self._rules, pygame.K_r),
            ("Settings", "T", "scale, colours, sound, keys", self._settings, pygame.K_t),
            ("Quit", "Q", "", self._quit, pygame.K_q),
        ]

    def _buttons(self, plan: Plan) -> list[Widget]:
        return [
            MenuButton(r, label, press, cap=cap, note=note, size=19 if r.w > theme.px(360) else 17, key=key)
            for r, (label, cap, note, press, key) in zip(plan.buttons, self._wanted())
        ]

    def _open(self) -> None:
        self.answer = Push(self.program.open_page())

    def _gallery(self) -> None:
        self.answer = Push(self.program.gallery(self.system))

    def _sandbox(self) -> None:
        self.answer = self.program.sandbox(system=self.system)

    def _shipyard(self) -> None:
        self.answer = Push(self.program.shipyard())

    def _rules(self) -> None:
        self.answer = Push(self.program.rule(""))

    def _settings(self) -> None:
        self.answer = Push(self.program.settings_page())

    def _quit(self) -> None:
        self.answer = Leave()

    def _system_cards(self, plan: Plan) -> list[Widget]:
        found: list[SystemCard] = []
        longest = max((width(system.about, 15) for system in self.systems), default=0)
        brief = len(self.systems) > 1 and any(r.w - theme.px(88) < longest for r in plan.systems)
        for i, (r, system) in enumerate(zip(plan.systems, self.systems)):
            count = len(self.shelves[system.key])
            brings = f"{count} scenarios · {len(system.house)} house rules" if len(self.systems) == 1 else ""
            found.append(SystemCard(r, system, i, system is self.system, partial(self._choose_system, i), brings, brief))
        return list(alike(found))

    def _card(self, plan: Plan, index: int, offer: Offer) -> Widget:
        return ScenarioCard(plan.card(index), offer, offer is self.offer, partial(self._press, offer))

    def _foot(self, plan: Plan) -> list[Widget]:
        found: list[Widget] = []
        for r, (side, glyph) in zip(plan.seats, seats(self.offer) if self.offer else []):
            player = self.players.get(side.id, side.player)
            found.append(SeatPlate(r, side, glyph, player, partial(self._player, side.id)))
        if plan.house.w:
            found.append(
                MenuButton(plan.house, "House rules", self._house, cap="H", note=self.house.summary, size=17, key=pygame.K_h,
                           rule="table/house-rules", hint=self.house.summary)
            )  # fmt: skip
        title = self.offer.title if self.offer else "Choose a scenario"
        people = [self.players.get(side.id, side.player) for side in self.offer.sides] if self.offer else []
        who = f"{number(people.count('human'))} seat{'s' if people.count('human') != 1 else ''}"
        found.append(
            BeginButton(plan.begin, "Begin", self._begin, "main", sub=f"{title}, one machine, {who}", note=title, cap="Space",
                        enabled=self.offer is not None, why_not="choose a scenario", key=pygame.K_SPACE)
        )  # fmt: skip
        return found

    def _house(self) -> None:
        self.answer = Push(HousePage(self.house))

    # -- drawing ---------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Always laid out anew where the house rules may have been changed by their own page."""
        self.relay()
        super().draw(dst)

    def handle(self, event: Event) -> Answer:
        """The card that the ring goes to is chosen."""
        answer = super().handle(event)
        at = self.focus.at
        if self.focus.visible and isinstance(at, ScenarioCard) and at.offer is not self.offer and answer is None:
            self._choose(at.offer)
        return answer

    def key(self, event: Event) -> bool:
        """The first arrow goes to the chosen card."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) and self.focus.at is None:
            return self.ring_chosen(ScenarioCard)
        return False

    def paint(self, dst: Surface) -> None:
        """Ground, title, headings."""
        plan, p = self.plan, theme.palette
        assert plan is not None
        dst.blit(night(dst.get_size(), *plan.rose), (0, 0))
        self._title(dst, plan)
        caps(dst, "Scenarios", plan.scenarios.topleft)
        if self.offer:
            place = f"{self.offers.index(self.offer) + 1} of {len(self.offers)}"
            text(dst, place, plan.scenarios.topright, 15, p.muted, "r", "topright")
        if plan.column.w:
            box(dst, plan.panel, p.panel, 10, 245, p.line)
            caps(dst, "House rules", (plan.panel.x, plan.scenarios.y))
            text(
                dst,
                self.house.summary,
                (plan.panel.right, plan.scenarios.y),
                15,
                p.yellow if self.house.changes else p.muted,
                "r",
                "topright",
            )

    def _title(self, dst: Surface, plan: Plan) -> None:
        """The name of the game, on two lines or on one."""
        p, px, (x, y) = theme.palette, theme.px, plan.title.topleft
        first, second = plan.type
        if plan.one_line:
            at = text(dst, "DEAD", (x, y), first, p.white, "k", track=first / 15)
            text(dst, "RECKONING", (at.right + px(14), y), first, p.azure, "b", track=first / 15)
            return
        text(dst, "DEAD", (x, y), first, p.white, "k", track=first / 15.3)
        text(dst, "RECKONING", (x, y + px(first * 0.87)), second, p.azure, "b", track=second / 11)
        words = "A plotting table for ships that shoot"
        size = 20 if width(words, 20) <= plan.title.w else 17
        text(dst, words, (x, y + px(first * 0.87 + second * 1.033)), size, p.text)
