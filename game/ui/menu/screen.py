"""The menu: continue the last battle, or choose a scenario, its house rules and players, and begin; no rules of its
own.

 There are three layouts by the window's width and height in design pixels: whole (a large screen), tight (house rules
 fold into a plate) and low (everything but cards, sides and Begin folds into two rows).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.core.names import HUMAN, number, player_words
from game.core.state import Side
from game.core.values import House as HouseValues
from game.core.values import HouseValue
from game.lessons.catalogue import has_lesson, lesson_file
from game.systems import is_loaded, titles
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Leave, Push
from game.ui.menu.buttons import MenuButton
from game.ui.menu.cards import BeginButton, LastCard, ScenarioCard, SeatPlate, TableCard, seats
from game.ui.menu.house_rules_page import House, HousePage, rows
from game.ui.menu.layout import MenuLayout
from game.ui.menu.library import Offer, Save, against_computer, lesson_offer, offers, own_offers
from game.ui.menu.outline import (
    BUTTONS,
    BY_FILE,
    SIDES,
    draw_title,
    menu_button,
    menu_layout,
    scenario_count,
    system_cards,
)
from game.ui.menu.player_panel import PlayerPanel
from game.ui.menu.tabs import ScenarioTabs
from game.ui.render.backdrop import night, unlit_night
from game.ui.render.shapes import box
from game.ui.render.text import caps, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.focus import ARROWS
from game.ui.toolkit.page import Page
from game.ui.toolkit.widgets import Widget

if TYPE_CHECKING:
    from game.core.system import RuleSystem
    from game.far.news import FarNews
    from game.ui.menu.host import Host

SLICE = 0.08  # seconds per frame for loading the game and making previews
LOOKED = 6  # most saves read to find the one to continue
OWN = "own/"  # prefix of the player's own scenarios in the settings


class Menu(Page):
    """The first screen."""

    subject = "table/menu"
    rows = ScenarioCard
    row_keys = tuple(ARROWS)

    def __init__(self, program: Host) -> None:
        self.cards, self.column = ScrolledPane("scenarios"), ScrolledPane("house rules")
        super().__init__(self.cards, self.column)
        self.program = program
        self.games = titles(program.systems)
        self.counts = {game.key: scenario_count(game) for game in self.games}
        # the program's scenarios, by the key of a system chosen before
        self._shipped: dict[str, list[Offer]] = {}
        self.heading = ScenarioTabs(self._choose_tab, self._look_again, self._learn)
        self.own: list[Offer] = []  # the player's scenarios of the chosen system
        self.picked = False  # true once the player has chosen a scenario, so that Enter begins it
        self.news: FarNews | None = None  # of battles by file
        self._looked = False  # has it been asked for?
        self._look_into_saves()
        known = player_words()  # leave out players of a later version
        self.players = {side: player for side, player in preferences.settings.players.items() if player in known}
        self.plan: MenuLayout | None = None
        self._unmade: list[TableCard] = []  # cards whose previews are made after the first frame
        self._lit = False  # is the lamp lit? It needs numpy, as previews do
        self.offer: Offer | None = None
        self._house: House | None = None
        self._ruled: dict[str, HouseValue] = {}  # the house rules chosen for it
        self._recall()

    # -- choices -------------------------------------------------------------------------------------------------------

    @property
    def offers(self) -> list[Offer]:
        """The scenarios of the chosen system: the program's, or the player's."""
        if self.heading.own:
            return self.own
        if self.game.key not in self._shipped:
            self._shipped[self.game.key] = offers(self.game)
        return self._shipped[self.game.key]

    @property
    def system(self) -> RuleSystem:
        """The chosen game, which is loaded when it is first asked for."""
        return self.program.systems[self.game.key]

    @property
    def house(self) -> House:
        """The house rules of the next battle, which load its game."""
        if self._house is None:
            base = self.offer.house if self.offer and self.offer.opened else None
            self._house = House(self.system, base)
            self._house.chosen = self._ruled
        return self._house

    @property
    def stands(self) -> bool:
        """Return whether the game is loaded and the chosen scenario set up, so that its house rules can be shown."""
        return is_loaded(self.program.systems, self.game.key) and (self.offer is None or self.offer.is_set_up)

    def _recall(self) -> None:
        """Choose the scenario that was chosen last, if it still exists."""
        key, _, name = preferences.settings.scenario.partition("/")
        index = next((i for i, game in enumerate(self.games) if game.key == key), None)
        self._show_system(index or 0)
        if index is not None:
            for self.heading.own in (name.startswith(OWN), False):
                if same := next(
                    (one for one in self.offers if self._place(one) == preferences.settings.scenario), None
                ):
                    self._choose(same)
                    return

    def _place(self, offer: Offer) -> str:
        """Return the name of a scenario in the settings."""
        return f"{self.game.key}/{OWN if self.heading.own else ''}{offer.path.stem}"

    def on_row_focus(self, row: ScenarioCard) -> None:
        """Choose the focused card, unless another game has been chosen since it was laid out."""
        if row.offer in self.offers and not (row.offer is self.offer and self.picked):
            self._pick(row.offer)

    def _pick(self, offer: Offer | None) -> None:
        """Choose a scenario for the player. Enter begins it from now on, and the next run starts with it."""
        self._choose(offer)
        self.picked = offer is not None
        if offer is not None:
            preferences.note(scenario=self._place(offer))

    def _choose_system(self, index: int) -> None:
        self._show_system(index)
        self._pick(self.offer)

    def _show_system(self, index: int) -> None:
        self.game = self.games[index]
        self._steps: Iterator[object] | None = self.program.load_game(self.game)
        self._house, self._ruled = None, {}
        self.own = own_offers(self.game, self.program.systems)
        self.heading.lay_down()
        self._choose(self.offers[0] if self.offers else None)

    def _choose_tab(self, own: bool) -> None:
        """Show the program's scenarios or the player's."""
        self._pick(self.offers[0] if self.offers else None)

    def _look_again(self) -> None:
        """Read the player's scenarios again. The chosen one stays chosen if its file still exists."""
        self.own = own_offers(self.game, self.program.systems)
        chosen = self.offer.path if self.offer else None
        same = next((one for one in self.offers if one.path == chosen), None)
        self._choose(same or (self.offers[0] if self.offers else None))
        if self.heading.renaming:
            self.fresh()
            self.focus.focus(self.heading.field)

    def _look_into_saves(self) -> None:
        """List the saves again. The newest ones are read after the next frame."""
        self.saves = self.program.saves()
        self.last: Save | None = self.saves[0] if self.saves else None
        self._unread = self.saves[:LOOKED]
        self.wish = False  # true if the player wants to continue as soon as the battle is known

    def _choose(self, offer: Offer | None) -> None:
        self.offer = offer
        self._ruled = self._house.chosen if self._house else self._ruled
        self._house = None
        self.relay()

    def _press(self, offer: Offer) -> None:
        """Choose a card on a press. Enter on the chosen card, or a double click, begins it."""
        again = self.twice(offer)
        if offer is self.offer and again:
            self._begin()
        else:
            self.heading.lay_down()
            self._pick(offer)

    @property
    def lesson_note(self) -> str:
        """The progress in the lesson of the game; empty if it has none."""
        if not has_lesson(self.game):
            return ""
        return preferences.settings.lessons.get(self.game.key, "ten minutes")

    @property
    def first_time(self) -> bool:
        """Return whether nothing is saved, no scenario chosen and no lesson done, so that the lesson of the game is
        offered first."""
        return not (self.saves or self.picked or "done" in preferences.settings.lessons.values()) and bool(
            self.lesson_note
        )

    def _learn(self) -> None:
        """Open the lesson of the game."""
        self.answer = self.program.lesson(lesson_file(self.game))

    @property
    def enter_goes_on(self) -> bool:
        """Return whether Enter presses the card of the last battle. It does until a scenario is chosen, if there is a
        battle to continue."""
        return not (self.picked and (self._unread or self.last))

    def _begin(self) -> None:
        if self.offer is not None and not self.wish:
            players = {side.id: self.player_of(side) for side in self.offer.sides}
            self.answer = self.program.begin(self.offer.path, self.house.chosen, players)

    def _continue(self) -> None:
        """Continue the last battle, as soon as it is found. If there is none, open the first lesson, or begin a
        battle."""
        if self.first_time:
            self._learn()
        elif self._unread:
            self.wish = True
            self.relay()
        elif self.last is not None:
            self.answer = self.program.resume(self.last.recent.path)
        else:
            self._begin()

    def _take(self, key: str, value: HouseValue) -> None:
        self.house.take(key, value)
        self.relay()

    @property
    def house_in_force(self) -> HouseValues:
        """The house rules of the next battle."""
        return self.house.settings

    def set_house(self, key: str, value: HouseValue) -> HouseValues:
        """Set a house rule of the next battle, as the rule book does; return all of them."""
        self._take(key, value)
        return self.house.settings

    def player_of(self, side: Side) -> str:
        """Return the player of a side, as in battle files."""
        usual = against_computer(self.offer.sides) if self.offer else {}
        return self.players.get(side.id) or usual.get(side.id, side.player)

    def seat_player(self, side: Side, player: str) -> None:
        """Set the player of a side, also for the next run."""
        self.players[side.id] = player
        preferences.note(players=dict(self.players))
        self.relay()

    def _ask_player(self, side: Side) -> None:
        self.answer = Push(PlayerPanel(self, side))

    def back(self) -> Answer:
        """Cancel renaming or deleting a scenario on Esc. It does nothing else, because Q quits."""
        if self.heading.lay_down():
            self.relay()
        return None

    def uncovered(self) -> None:
        """Refresh after a page over the menu has closed, because saves and scenarios may have changed."""
        self._look_into_saves()
        self._look_again()
        self._looked = False
        if self.news:
            self.news.look_again()

    # -- looking into saves and making previews, once the first frame is drawn -----------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether saves are being read, previews made, or news of battles by file looked for."""
        news = not self._looked or bool(self.news and self.news.waiting)
        return bool(self._unread or self._unmade or news or self._steps or not self.stands) and self.plan is not None

    def tick(self, seconds: float) -> Answer:
        """Load the game and set the scenario up, make a few previews, and read one save. The save last played that is
        not over is the one to continue."""
        end = time.perf_counter() + SLICE
        while self._steps and time.perf_counter() < end:
            self._steps = self._steps if next(self._steps, None) else None
        if self.offer and is_loaded(self.program.systems, self.game.key):
            _ = self.offer.opened
        self._lit = not self._steps
        while self._lit and self._unmade and time.perf_counter() < end:
            self._unmade.pop(0).make()
            self.own.sort(key=attrgetter("weight"))  # some may have turned out to have mistakes
        if not (self._unread or self._unmade) and (not self._looked or (self.news and self.news.tick())):
            self._looked, self.news = True, self.program.far_news()
            self.relay()
        if self._unread:
            save = self._unread.pop(0).look()
            if not save.finished and not save.bad:
                self.last, self._unread = save, []
            elif not self._unread:
                self.last = None
            self.relay()
        if self.wish and not self._unread:
            self.wish = False
            return self.program.resume(self.last.recent.path) if self.last else None
        return None

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return all widgets in reading order."""
        sides = max(1, len(self.offer.sides) if self.offer else SIDES)
        plan = self.plan = menu_layout(area, len(self.games), len(self.offers), sides)
        first = lesson_offer(self.game) if self.first_time else None
        last = self.last, first or self.offer, self._continue, self.enter_goes_on, self.wish
        made: list[Widget] = [LastCard(plan.last, *last, self.lesson_note if first else "")]
        made += self._buttons(plan)
        made += self._system_cards(plan)
        made += self.heading.widgets(
            plan.cards, self.counts[self.game.key], len(self.own), self.offer, self.lesson_note
        )
        made += self.cards.fill(plan.cards, [self._card(plan, i, one) for i, one in enumerate(self.offers)], 8)
        shown = plan.column.w and self.stands
        rules = rows(Column(plan.column, 16), self.house, self._take, self.house.asked) if shown else []
        made += self.column.fill(plan.column, rules, 8)
        made += self._foot(plan)
        self._unmade = [one for one in made if isinstance(one, TableCard) and not one.is_made]
        return made

    def _rule_book(self) -> Answer:
        """Open the rule book at the chosen game."""
        system = self.system
        return Push(self.program.rule(next(iter(system.pages), ""), system, self.house_in_force, self.set_house))

    def _by_file(self) -> Answer:
        """Open the battles by file, where a new one begins with what is chosen here."""
        return self.program.by_file(self.system, self.offer.path if self.offer else None, self.house.chosen)

    def _button_specs(self) -> list[tuple[str, str, str, Callable[[], Answer]]]:
        """Return label, key, words and action of the buttons."""
        program = self.program
        count, bad = len(self.saves), sum(bool(save.recent.broken) for save in self.saves)
        kept = f"{number(count)} saved" if count else "none yet"
        leads: tuple[Callable[[], Answer], ...] = (
            lambda: Push(program.open_page()), lambda: Push(program.gallery(self.system)),
            lambda: program.sandbox(system=self.system), self._by_file, lambda: program.fleets(self.system),
            lambda: Push(program.shipyard(self.system)),
            lambda: Push(program.lab()), self._rule_book,
            lambda: Push(program.settings_page()), Leave,
        )  # fmt: skip
        saved = kept + (f", {number(bad)} damaged" if bad else "")
        return [
            (label, cap, note or saved if cap == "O" else note, then)
            for (label, cap, note), then in zip(BUTTONS, leads)
        ]

    def _buttons(self, plan: MenuLayout) -> list[Widget]:
        told = self.news.words if self.news else ""
        return [
            menu_button(r, label, cap, note, partial(self._lead, leads), told if label == BY_FILE else "")
            for r, (label, cap, note, leads) in zip(plan.buttons, self._button_specs())
        ]

    def _lead(self, leads: Callable[[], Answer]) -> None:
        self.answer = leads()

    def _system_cards(self, plan: MenuLayout) -> list[Widget]:
        alone = len(self.games) == 1
        brings = f"{self.counts[self.game.key]} scenarios · {len(self.system.house)} house rules" if alone else ""
        return [*system_cards(plan.systems, self.games, self.game, lambda i: partial(self._choose_system, i), brings)]

    def _card(self, plan: MenuLayout, index: int, offer: Offer) -> Widget:
        return ScenarioCard(plan.card(index), offer, offer is self.offer, partial(self._press, offer))

    def seat_plates(self, on_press: Callable[[Side], object], asked: Side | None = None) -> list[SeatPlate]:
        """Return a card for each side; `asked` is the side whose panel is open."""
        places = self.plan.seats if self.plan else ()
        return [
            SeatPlate(r, side, glyph, self.player_of(side), partial(on_press, side), side is asked)
            for r, (side, glyph) in zip(places, seats(self.offer) if self.offer else [])
        ]

    @property
    def panel_span(self) -> tuple[int, int]:
        """The left and right limits of the panel that asks who plays, from the first side's card to the end of
        Begin."""
        begin = next(one.rect for one in self.focus.widgets if one.name == "Begin")
        return self.seat_plates(self._ask_player)[0].rect.x, begin.right

    def _foot(self, plan: MenuLayout) -> list[Widget]:
        found: list[Widget] = [*self.seat_plates(self._ask_player)]
        if plan.house.w:
            found.append(
                MenuButton(
                    plan.house,
                    "House rules",
                    on_press=partial(self._lead, lambda: Push(HousePage(self.house))),
                    cap="H",
                    size=17,
                    note=self.house.brief if self.stands else "",
                    hint=self.house.summary if self.stands else "",
                    rule="table/house-rules",
                    key=pygame.K_h,
                )
            )
        title = self.offer.title if self.offer else "Choose a scenario"
        players = [self.player_of(side) for side in self.offer.sides] if self.offer else []
        people, watch = players.count(HUMAN), bool(players) and HUMAN not in players
        seats = f"one machine, {number(people)} seats" if people > 1 else "against the computer"
        who = "computers alone" if watch else seats
        found.append(
            BeginButton(
                plan.begin,
                "Watch" if watch else "Begin",
                name="Begin",
                on_press=self._begin,
                kind="main",
                sub=f"{title}, {who}",
                note=title,
                cap="Space" if self.enter_goes_on else "Enter",
                enabled=self.offer is not None,
                why_not="choose a scenario",
                key=pygame.K_SPACE,
            )
        )
        return found

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the menu, laid out again because the page of house rules may have changed them."""
        self.relay()
        super().draw(dst)

    def paint(self, dst: Surface) -> None:
        """Draw ground, title and headings."""
        plan, p = self.plan, theme.palette
        assert plan is not None
        dst.blit((night if self._lit else unlit_night)(dst.get_size(), *plan.rose), (0, 0))
        draw_title(dst, plan)
        self._beside_tabs(dst, plan)
        if plan.column.w:
            box(dst, plan.panel, p.panel, 10, 245, p.line)
            caps(dst, "House rules", (plan.panel.x, plan.scenarios.y))
        if plan.column.w and self.stands:
            text(
                dst,
                self.house.summary,
                (plan.panel.right, plan.scenarios.y),
                15,
                p.yellow if self.house.changes else p.muted,
                "r",
                "topright",
            )

    def _beside_tabs(self, dst: Surface, plan: MenuLayout) -> None:
        """Draw the number of the chosen scenario, or if the player has none how to make one."""
        p, px, cards = theme.palette, theme.px, plan.cards
        self.heading.draw_beside(dst, cards, none=not self.own)
        if self.offer and not self.heading.own:
            place = f"{self.offers.index(self.offer) + 1} of {len(self.offers)}"
            text(dst, place, (cards.right, cards.y - px(18)), 15, p.muted, "r", "midright")
