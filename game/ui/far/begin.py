"""The page on which a battle by file begins: a scenario, the player's side, and the time for an answer; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.battle.loader import Opened, open_battle
from game.core.names import sentence
from game.core.orders import Id
from game.core.system import RuleSystem
from game.core.values import HouseValue
from game.far.far_battle import DAYS, usual_by_file, why_not_far
from game.far.messages.message import NotTaken
from game.formats.atomic_file import CannotSave
from game.formats.validation import BadFile
from game.systems import titles
from game.ui.far.parts import RULE
from game.ui.host.screen import Answer, Pop, Push
from game.ui.menu.buttons import MenuButton
from game.ui.menu.cards import ScenarioCard, TableCard
from game.ui.menu.house_rules_page import House, HousePage
from game.ui.menu.library import Offer, offers, own_offers
from game.ui.menu.outline import system_cards
from game.ui.render.text import fit_text, width
from game.ui.render.theme import theme
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.focus import ARROWS
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, Widget

CARD = 280  # design pixels: the least width of a scenario's card
MOST_DAYS = 60
CLOCKS = (0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60)  # minutes for a decision; none with 0
Begin = Callable[[Opened, Id, int, int], object]


@dataclass(frozen=True)
class FarStart:
    """The menu's choices: the game, the scenario and its house rules."""

    systems: Mapping[str, RuleSystem]
    system: RuleSystem
    path: Path | None = None
    house: Mapping[str, HouseValue] = field(default_factory=dict)


class BeginFarPage(Page):
    """Scenarios of all games as cards. `begin` makes the invitation; it may raise NotTaken or CannotSave."""

    subject = RULE
    rows = ScenarioCard
    row_keys = tuple(ARROWS)

    def __init__(self, start: FarStart, begin: Begin) -> None:
        self.cards = ScrolledPane("scenarios")
        super().__init__(self.cards)
        self.start, self._begin = start, begin
        self.games = titles(start.systems)
        self.side, self.days, self.clock, self.trouble = 0, DAYS, 0, ""
        self._unmade: list[TableCard] = []  # cards whose previews are made after the first frame
        self.offer: Offer | None = None
        self._show_system(next(i for i, one in enumerate(self.games) if one.key == start.system.key))
        if same := next((one for one in self.offers if one.path == start.path), None):
            self._choose(same)
        self.house.chosen = dict(start.house)

    # -- choices -------------------------------------------------------------------------------------------------------

    def _show_system(self, index: int) -> None:
        self.game = self.games[index]
        self.system = self.start.systems[self.game.key]
        own = own_offers(self.system, self.start.systems)
        self.offers = [one for one in (*offers(self.system), *own) if one.opened]
        self.house = House(self.system)
        self._choose(self.offers[0] if self.offers else None)

    def _choose(self, offer: Offer | None) -> None:
        chosen = self.house.chosen
        self.offer, self.side, self.trouble = offer, 0, ""
        self.house = House(self.system, usual_by_file(self.system, offer.house) if offer else None)
        self.house.chosen = chosen
        self.relay()

    def _press(self, offer: Offer) -> None:
        if self.twice(offer) and offer is self.offer:
            self._invite()
        else:
            self._choose(offer)

    def on_row_focus(self, row: ScenarioCard) -> None:
        if row.offer is not self.offer and row.offer in self.offers:
            self._choose(row.offer)

    def _take_side(self, index: int) -> None:
        self.side = index

    def _take_days(self, days: float) -> None:
        self.days = int(days)

    def _take_clock(self, index: float) -> None:
        self.clock = int(index)

    @property
    def refused(self) -> str:
        """Why the chosen scenario cannot be played by file; empty if it can."""
        if self.offer is None or self.offer.opened is None:
            return "There is no scenario."
        return why_not_far(self.offer.opened)

    def _invite(self) -> None:
        """Begin the battle, and close."""
        if self.refused or self.offer is None:
            return
        try:
            house = {**usual_by_file(self.system, self.offer.house), **self.house.chosen}
            opened = open_battle(self.offer.path, house=house, systems=self.start.systems)
            self._begin(opened, self.offer.sides[self.side].id, self.days, CLOCKS[self.clock])
        except BadFile as bad:
            self.trouble = sentence(bad.problems[0].message)
        except (NotTaken, CannotSave) as why:
            self.trouble = sentence(str(why))
        else:
            self.answer = Pop()
            return
        self.relay()

    def enter(self) -> bool:
        self._invite()
        return True

    def uncovered(self) -> None:
        """Take the house rules set on their page."""
        self.relay()

    # -- previews, once the first frame is drawn -----------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return bool(self._unmade) and bool(self._laid)

    def tick(self, seconds: float) -> Answer:
        """Make a preview."""
        if self._unmade:
            self._unmade.pop(0).make()
        return None

    # -- laying out ----------------------------------------------------------------------------------------------------

    def titles(self, area: Rect) -> tuple[str, str]:
        wide = area.w / theme.scale >= 1080
        return "Begin a battle by file", "choose a scenario, and your side" if wide else ""

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the games, their scenarios, and below these the side, the time, the house rules and the invitation."""
        px, m = theme.px, margin(area)
        wide = area.w - 2 * m
        count = len(self.games)
        gap, high = px(10), px(60)
        each = (wide + gap) // count
        places = [Rect(m + n * each, px(88), each - gap, high) for n in range(count)]
        made: list[Widget] = [self.close_button(area)]
        made += system_cards(places, self.games, self.game, lambda i: partial(self._show_system, i))
        foot = self._foot(area)
        top = px(88) + high + px(16)
        cards = Rect(m, top, wide, min(one.rect.y for one in foot) - px(36) - top)
        made += self.cards.fill(cards, list(self._cards(cards)), 8)
        made += foot
        self._unmade = [one for one in made if isinstance(one, TableCard) and not one.is_made]
        return made

    def _cards(self, r: Rect) -> Iterable[Widget]:
        px, gap = theme.px, theme.px(14)
        across = max(2, r.w // px(CARD))
        rows = -(-len(self.offers) // across)
        high = max(px(206), min(px(340), (r.h - gap * (min(rows, 2) - 1)) // max(1, min(rows, 2))))
        strip = px(14) if rows * (high + gap) - gap > r.h else 0
        wide = (r.w - strip - gap * (across - 1)) // across
        for n, offer in enumerate(self.offers):
            place = Rect(r.x + n % across * (wide + gap), r.y + n // across * (high + gap), wide, high)
            yield ScenarioCard(place, offer, offer is self.offer, partial(self._press, offer))

    def _foot(self, area: Rect) -> list[Widget]:
        """Return the two rows at the foot."""
        px, m, gap = theme.px, margin(area), theme.px(12)
        high, y = px(44), area.h - px(24) - px(56)
        names = [one.name for one in self.offer.sides] if self.offer else ["none"]
        house = Rect(area.right - m - px(190), y - px(56), px(190), high)
        sides = Rect(m, house.y, house.x - gap - m, high)
        days = Rect(m, y + px(6), px(220), high)
        clock = Rect(days.right + gap, days.y, px(230), high)
        wide = min(px(300), area.right - m - gap - clock.right)
        go = Rect(area.right - m - wide, y, wide, px(56))
        side = Segments(
            sides,
            names,
            chosen=self.side,
            on_change=self._take_side,
            label="You play",
            label_width=76,
            name="side",
            rule=RULE,
        )
        if not side.fits:
            side = Segments(sides, names, chosen=self.side, on_change=self._take_side, name="side", rule=RULE)
        note = (
            self.house.brief if width("House rules", 17, "s") + width(self.house.brief, 15) + px(90) <= house.w else ""
        )
        return [
            side,
            Stepper(
                days,
                self.days,
                low=1,
                high=MOST_DAYS,
                on_change=self._take_days,
                label="Answer in",
                label_width=76,
                show=lambda n: f"{n:g} day{'s' * (n > 1)}",
                name="days",
                rule=RULE,
                hint="The time that each of you has for an answer",
            ),
            Stepper(
                clock,
                self.clock,
                low=0,
                high=len(CLOCKS) - 1,
                on_change=self._take_clock,
                label="Clock",
                label_width=52,
                show=lambda n: f"{CLOCKS[int(n)]} min" if n else "none",
                name="clock",
                rule=RULE,
                hint="The time for a decision while you are connected directly",
            ),
            MenuButton(
                house,
                "House rules",
                on_press=self._house_rules,
                cap="H",
                key=pygame.K_h,
                size=16,
                note=note,
                hint=self.house.summary,
                rule="table/house-rules",
            ),
            Button(
                go,
                "Write the invitation",
                on_press=self._invite,
                kind="main",
                cap="Enter",
                refused="it cannot be played by file" if self.refused else "",
                name="invite",
                rule=RULE,
            ),
        ]

    def _house_rules(self) -> None:
        self.answer = Push(HousePage(self.house))

    def paint(self, dst: Surface) -> None:
        super().paint(dst)
        px, p, area = theme.px, theme.palette, dst.get_rect()
        words = self.trouble or self.refused
        if words:
            at, wide = (margin(area), self.cards.rect.bottom + px(18)), area.w - 2 * margin(area)
            fit_text(dst, words, at, wide, (16, 15, 14, 13, 12), p.red, "r", "midleft")
