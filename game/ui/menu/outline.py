"""The menu's first frame, before any game is loaded: title, buttons and games; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.formats.atomic_file import files_in
from game.systems import scenario_folder
from game.ui.menu.buttons import MenuButton, SystemCard, alike
from game.ui.menu.layout import MenuLayout, plan_layout
from game.ui.render.backdrop import unlit_night
from game.ui.render.shapes import box
from game.ui.render.text import text, width
from game.ui.render.theme import theme

if TYPE_CHECKING:
    from game.systems import Titled

BY_FILE = "By file"
BUTTONS = (  # labels, keys, and a few words; from the third on, two share a row
    ("Open a battle", "O", ""),
    ("Demonstrations", "D", "the rules, step by step"),
    ("Sandbox", "S", "try plans, set the dice"),
    (BY_FILE, "B", "against a friend"),
    ("Fleets", "F", "bought by points"),
    ("Shipyard", "Y", "designs and prices"),
    ("Odds lab", "L", "exact chances"),
    ("Rules", "R", "what F1 opens"),
    ("Settings", "T", "scale, colours, sound, keys"),
    ("Quit", "Q", ""),
)
SIDES = 2  # number of sides at the foot, until the scenario is known


def scenario_count(game: Titled) -> int:
    """Return the number of a game's scenarios that come with the program, without reading any."""
    return len(files_in(scenario_folder(game)))


def menu_layout(area: Rect, games: int, offers: int, sides: int) -> MenuLayout:
    """Return the layout for a window."""
    return plan_layout(area, games, offers, sides, tuple(width(label, 16, "s") + theme.px(36) for label, *_ in BUTTONS))


def menu_button(r: Rect, label: str, cap: str, note: str, on_press: Callable[[], object], news: str = "") -> MenuButton:
    """Return a button of the menu; `news` stand in place of its words."""
    size, sign = 19 if r.w > theme.px(360) else 17, "todo" if news else ""
    key = pygame.key.key_code(cap)
    return MenuButton(r, label, on_press=on_press, cap=cap, note=news or note, key=key, size=size, sign=sign, hint=news)


def system_cards(
    rects: Sequence[Rect],
    games: Sequence[Titled],
    chosen: Titled,
    on_press: Callable[[int], Callable[[], object]],
    brings: str = "",
) -> list[SystemCard]:
    """Return a card for each game; narrow ones show only the name. `on_press` makes the action of each."""
    longest = max((width(game.about, 15) for game in games), default=0)
    brief = len(games) > 1 and any(r.w - theme.px(88) < longest for r in rects)
    made = [
        SystemCard(r, game, i, game is chosen, on_press(i), brings, brief)
        for i, (r, game) in enumerate(zip(rects, games))
    ]
    return list(alike(made))


def draw_outline(dst: Surface, games: Sequence[Titled], chosen: Titled) -> None:
    """Draw the parts of the menu that need no game, with empty places for scenarios, house rules and sides."""
    p = theme.palette
    plan = menu_layout(dst.get_rect(), len(games), scenario_count(chosen), SIDES)
    dst.blit(unlit_night(dst.get_size(), *plan.rose), (0, 0))
    draw_title(dst, plan)
    for r, (label, cap, note) in zip(plan.buttons, BUTTONS):
        menu_button(r, label, cap, note, lambda: None).draw(dst)
    for card in system_cards(plan.systems, games, chosen, lambda _: lambda: None):
        card.draw(dst)
    for r in (plan.last, *plan.seats, plan.house, plan.begin):
        box(dst, r, p.raised, 8, 255, p.line)
    if plan.column.w:
        box(dst, plan.panel, p.panel, 10, 245, p.line)
    dst.set_clip(plan.cards)
    for index in range(scenario_count(chosen)):
        box(dst, plan.card(index), p.raised, 9, 255, p.line)
    dst.set_clip(None)


def draw_title(dst: Surface, plan: MenuLayout) -> None:
    """Draw the game's name, on two lines or on one."""
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
