"""House rules before a battle: the chosen values, the rows that choose them, and their page for small windows. It has
no rules of its own.

A rule that is on or off is a check box; one with a choice shows a dot for each value. Left and Right step through the
values, and Backspace restores a changed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import number
from game.core.values import PROFILE, Entry, HouseValue
from game.ui.render.shapes import Vec, box, rule, stamp
from game.ui.render.text import fit_text, lines, text, width, wrap
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.blocks import Capitals
from game.ui.toolkit.column import Column, ScrolledPane, side_by_side
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.widgets import Button, Widget, check_box

if TYPE_CHECKING:
    from game.core.system import HouseRule, RuleSystem

Change = Callable[[str, HouseValue], object]  # called with a rule and its new value


class House:
    """The house rules of a new battle: the scenario's, overridden by the players' choices."""

    def __init__(self, system: RuleSystem, base: Entry | None = None) -> None:
        self.system, self.base = system, dict(base or {})
        self.chosen: dict[str, HouseValue] = {}
        self._under = lru_cache(8)(self._worked_out)  # cached, because every row asks several times per frame

    def _worked_out(self, *chosen: tuple[str, HouseValue]) -> dict[str, HouseValue]:
        """Return every rule with its value, given the choices."""
        return self.system.settings({**self.base, **dict(chosen)})

    @property
    def settings(self) -> dict[str, HouseValue]:
        """Every rule with its value."""
        return dict(self._under(*self.chosen.items()))

    def of(self, key: str) -> HouseValue:
        """Return the value of one rule."""
        return self._under(*self.chosen.items())[key]

    def usual(self, key: str) -> HouseValue:
        """Return the default of a rule: the scenario's, or that of the chosen edition."""
        others = [(k, v) for k, v in self.chosen.items() if k == PROFILE != key]
        return self._under(*others)[key]

    def changed(self, key: str) -> bool:
        """Return whether a player has changed this rule."""
        return bool(self.of(key) != self.usual(key))

    @property
    def changes(self) -> int:
        """The number of rules changed by the players, without the edition."""
        return sum(self.changed(one.key) for one in self.system.house if one.key != PROFILE)

    @property
    def of_scenario(self) -> int:
        """The number of rules in which the scenario differs from the edition."""
        return len(self.system.beyond_edition({one.key: self.usual(one.key) for one in self.system.house}))

    def take(self, key: str, value: HouseValue) -> None:
        """Set a rule. Setting the edition resets all others."""
        if key == PROFILE:
            self.chosen = {}
        self.chosen.pop(key, None)
        if value != self.of(key):
            self.chosen[key] = value

    def reset(self) -> None:
        """Restore the edition's values. If only the edition was chosen, restore the scenario's."""
        self.chosen = {k: v for k, v in self.chosen.items() if k == PROFILE and self.changes}

    @property
    def asked(self) -> list[HouseRule]:
        """The rules to decide. A setting is listed only if the rule to which it belongs is in play."""
        now = self.settings
        return [one for one in self.system.house if one.asked(now)]

    def word(self, key: str) -> str:
        """Return the value of a rule in words."""
        asked = next((one for one in self.system.house if one.key == key), None)
        return next((words for value, words in asked.values if value == self.of(key)), "") if asked else ""

    @property
    def summary(self) -> str:
        """The edition, and the number of rules changed by scenario and players."""
        own, changes = self.of_scenario, self.changes
        parts = self.word(PROFILE), own and f"{number(own)} by the scenario", changes and f"{number(changes)} changed"
        return ", ".join(part for part in parts if part) or "as usual"

    @property
    def brief(self) -> str:
        """A short summary: the number of changed rules, or the edition."""
        own = self.of_scenario
        return (
            f"{number(self.changes)} changed"
            if self.changes
            else f"{number(own)} by the scenario"
            if own
            else self.summary
        )


def switches(asked: HouseRule) -> bool:
    """Return whether the rule is on or off, rather than a choice of two named values."""
    return set(asked.values) == {(False, "off"), (True, "on")}


@cached(64)
def _dots(count: int, lit: int, colour: Colour, dim: Colour) -> Surface:
    """Return a box the size of a check box with a dot for each value, the chosen one bright."""
    v = Vec(22, 22, 5, theme.scale)
    gap = 6.4 if count < 3 else 5.2
    for k in range(count):
        v.circ((11 + (k - (count - 1) / 2) * gap, 11), 2.5 if k == lit else 1.9, colour if k == lit else dim)
    return v.done()


class HouseRow(Widget):
    """One house rule. `on_change` gets the new value."""

    def __init__(self, rect: Rect, asked: HouseRule, house: House, on_change: Change, line: bool = True) -> None:
        super().__init__(rect, rule=asked.paragraph, name=f"house {asked.key}")
        self.asked, self.house, self.on_change, self.line = asked, house, on_change, line

    @staticmethod
    def high(asked: HouseRule, wide: int) -> int:
        """Return the height of a row of that width, in real pixels."""
        rows = len(lines(asked.sentence, wide - theme.px(38), 15))
        return theme.px(45) + rows * theme.px(20)

    @property
    def index(self) -> int:
        """The index of the value among those of the rule."""
        now = self.house.of(self.asked.key)
        return next((i for i, (value, _) in enumerate(self.asked.values) if value == now), 0)

    def press(self) -> None:
        """Take the next value."""
        self._walk(1)

    def _walk(self, by: int) -> None:
        values = self.asked.values
        self.on_change(self.asked.key, values[(self.index + by) % len(values)][0])

    def handle(self, event: Event) -> bool:
        """Step with Left and Right, and restore with Backspace, besides all that a widget does."""
        if event.type == pygame.KEYDOWN and self.focused:
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and not switches(self.asked):
                self._walk(1 if event.key == pygame.K_RIGHT else -1)
                return True
            if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self.house.changed(self.asked.key):
                self.on_change(self.asked.key, self.house.usual(self.asked.key))
                return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw box, name, value and sentence."""
        px, p, r = theme.px, theme.palette, self.rect
        changed = self.house.changed(self.asked.key)
        on = self.index > 0 or not switches(self.asked)
        if switches(self.asked):
            b = check_box(dst, (r.x, r.y + px(8)), self.index > 0, self.hover)
        else:
            edge = mix(p.edge, p.muted, 0.4) if self.hover else p.edge
            b = box(dst, (r.x, r.y + px(8), px(22), px(22)), p.well, 5, 255, edge, 2)
            stamp(dst, _dots(len(self.asked.values), self.index, theme.accent, mix(p.edge, p.muted, 0.3)), b.center)
        left = b.right + px(16)
        value = "" if switches(self.asked) else self.asked.values[self.index][1]
        value = value or ("changed" if changed else "")
        room = r.right - left - (width(value, 15, "s") + px(12) if value else 0)
        fit_text(
            dst, self.asked.title, (left, b.centery), room, 17, p.white if on or self.hover else p.text, "s", "midleft"
        )
        text(dst, value, (r.right, b.centery), 15, p.yellow if changed else theme.accent, "s", "midright")
        wrap(dst, self.asked.sentence, (left, b.bottom + px(6)), r.right - left, 15, p.muted, lead=20)
        if self.line:
            rule(dst, r.x, r.right, r.bottom - px(5))


def rows(column: Column, house: House, on_change: Change, asked: Sequence[HouseRule]) -> list[Widget]:
    """Return rows one below another, related ones under a heading."""
    group = ""
    for one in asked:
        if one.group != group:
            group = one.group
            place = column.row(34)
            column.add(
                Capitals(place, group, anchor="topleft", lower=12, rule="table/house-rules", name=f"group {group}")
            )
        column.add(
            HouseRow(column.take(HouseRow.high(one, column.wide), 4), one, house, on_change, one is not asked[-1])
        )
    return column.widgets


def _weight(asked: HouseRule) -> float:
    """Return the height of a rule in a column, relative to a rule that depends on no other. It is half that if the rule
    depends on another, and little if it needs a certain value of the other."""
    return 0.1 if any("=" in one for one in asked.needs) else 0.5 if asked.needs else 1.0


class HousePage(Page):
    """All house rules on a page of their own, in as many columns as fit."""

    subject = "table/house-rules"

    def __init__(self, house: House) -> None:
        self.pane = ScrolledPane("house")
        super().__init__(self.pane)
        self.house = house

    def _take(self, key: str, value: HouseValue) -> None:
        self.house.take(key, value)
        self.relay()

    def _reset(self) -> None:
        self.house.reset()
        self.relay()

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return Back, Restore, and the rules."""
        px, m = theme.px, margin(area)
        done = self.close_button(area, "Done", wide=150, kind="main")
        again = Button(
            Rect(done.rect.x - px(170), px(24), px(158), px(44)),
            "Put back",
            on_press=self._reset,
            enabled=bool(self.house.chosen),
            why_not="nothing changed",
            hint="Every rule as the edition has it." if self.house.changes else "The edition of the scenario.",
            name="put back",
        )
        inner = Rect(m, px(96), area.w - 2 * m, area.h - px(120))
        columns = side_by_side(inner.move(0, px(4)), 360, 40, 16)
        parts = zip(columns, self._columns(len(columns)))
        made = [widget for column, asked in parts for widget in rows(column, self.house, self._take, asked)]
        return [again, done, *self.pane.fill(inner, made, 16)]

    def _columns(self, count: int) -> list[list[HouseRule]]:
        """Return the rules in `count` columns. A dependent setting stays below its rule, so that no other rule changes
        column."""
        every = self.house.system.house
        each = sum(_weight(one) for one in every) / count
        place, column, weight = dict[str, int](), 0, 0.0
        for one in every:
            if not one.needs:
                column = min(count - 1, int(weight / each))
            place[one.key] = column
            weight += _weight(one)
        return [[one for one in self.house.asked if place[one.key] == k] for k in range(count)]

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and the choices if there is room."""
        return "House rules", self.house.summary if area.w > theme.px(900) else ""
