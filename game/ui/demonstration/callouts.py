"""Plates beside the ships to which something happened: what was rolled, how it was read, and what came of it; no rules.

Everything on a plate is what the minutes say, or the words the demonstration pins to a ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame
from pygame import Rect, Surface

from game.battle import View
from game.core.events import Event
from game.core.orders import Id
from game.demonstration import Step
from game.ui.battle.cells import gun_name
from game.ui.battle.minutes import dice_of, tone
from game.ui.dice_faces import dice_row, dice_width
from game.ui.draw import box
from game.ui.text import fit, lines, text, width, wrap
from game.ui.theme import Colour, theme

Dice = tuple[tuple[int, str], ...]  # faces and how they are read
SUFFERED = ("fire", "damage", "threshold", "lost")  # kinds that are told beside whoever they happen to
WIDE, SLIM = 330, 250  # design pixels of a plate, and where there is little room
PAD, DIE, GAP = 14, 22, 5
MOST = 4  # throws on one plate; what is more is counted


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw on a plate: what for, the faces, how they are read, and the result with its tone."""

    name: str
    dice: Dice
    reason: str
    result: str
    tone: str


@dataclass(frozen=True, slots=True)
class Callout:
    """A plate beside a ship. `colour` is her side's; `pin` the words of the demonstration itself."""

    ship: Id
    title: str
    colour: Colour
    throws: tuple[Throw, ...] = ()
    results: tuple[tuple[str, str], ...] = ()  # words and tone
    pin: str = ""
    more: int = field(default=0)  # throws that are left out


def callouts(step: Step) -> list[Callout]:
    """The plates of a step, in the order in which things happened."""
    view, told = step.view, dict[Id, list[Event]]()
    for event in step.events:
        key = about(event, view)
        if key and (event.dice or event.kind in ("damage", "lost")) and event.kind != "initiative":
            told.setdefault(key, []).append(event)
    for key in step.say.pins:
        told.setdefault(key, [])
    return [_callout(view, key, events, step.say.pins.get(key, "")) for key, events in told.items()]


def about(event: Event, view: View) -> Id:
    """The ship beside which an event is told."""
    order = (event.whom, event.who) if event.kind in SUFFERED else (event.who, event.whom)
    return next((key for key in order if key in view.state.ships), "")


def _callout(view: View, key: Id, events: Sequence[Event], pin: str) -> Callout:
    ship = view.state.ships[key]
    side = view.state.sides.get(ship.side)
    throws = [_throw(view, event) for event in events if event.dice]
    results = [(event.result, event.tone) for event in events if not event.dice and event.result]
    several = len(throws) > 2
    kept = [Throw(one.name, one.dice, "" if several else one.reason, one.result, one.tone) for one in throws[:MOST]]
    colour = theme.seat(side.seat if side else 2)
    return Callout(key, ship.name, colour, tuple(kept), tuple(dict.fromkeys(results)), pin, len(throws) - len(kept))


def _throw(view: View, event: Event) -> Throw:
    ship = event.who if event.who in view.state.ships else event.whom
    icons = {icon.key: icon for icon in view.sheet(ship).icons} if ship in view.state.ships else {}
    system = icons.get(event.mounts[0]) if len(event.mounts) == 1 else None
    name = gun_name(system) if system else {"threshold": "every system", "contact": "", "hazard": ""}.get(event.kind, "")
    return Throw(name, tuple(dice_of(event)), event.reason, event.result, event.tone)


# -- the plate -----------------------------------------------------------------------------------------------------------


class Plate:
    """A callout laid out: rows of words and dice under one another. Draw it on a surface of its `size`, real pixels."""

    def __init__(self, callout: Callout, wide: int) -> None:
        self.callout, self.most = callout, wide
        self.rows: list[tuple[str, str, Dice, Colour, float]] = []  # kind, words, dice, colour, height in real pixels
        self.note = callout.throws[0].name if len(callout.throws) == 1 else ""
        self.wide = 0.0
        self._lay()
        px = theme.px
        self.size = (min(wide, round(self.wide) + 2 * px(PAD)), round(sum(row[4] for row in self.rows)) + 2 * px(10))

    def _lay(self) -> None:
        one, p = self.callout, theme.palette
        self._row("title", one.title, one.colour, 24)
        self.wide = max(self.wide, width(one.title, 18, "b") + (width(self.note, 15) + theme.px(16) if self.note else 0))
        for throw in one.throws:
            if len(one.throws) > 1 and throw.name:
                self._words(throw.name, p.muted, 15, "r")
            if throw.reason:
                self._words(throw.reason, p.muted, 15, "r")
            self._dice(throw.dice)
            if throw.result:
                self._words(throw.result, tone(throw.tone), 16, "s")
        if one.more:
            self._words(f"and {one.more} more throws", p.muted, 15, "r")
        for words, mood in one.results:
            self._words(words, tone(mood), 16, "s")
        if one.pin:
            self._words(one.pin, p.yellow if one.throws or one.results else p.text, 16, "s")

    def _row(self, kind: str, words: str, colour: Colour, high: float, dice: Dice = ()) -> None:
        self.rows.append((kind, words, dice, colour, theme.px(high)))

    def _words(self, words: str, colour: Colour, size: float, weight: str) -> None:
        for row in lines(words, self.most - 2 * theme.px(PAD), size, weight):
            self._row(f"{size:g}{weight}", row, colour, size + 6)
            self.wide = max(self.wide, width(row, size, weight))

    def _dice(self, dice: Dice) -> None:
        room, row = self.most - 2 * theme.px(PAD), list[tuple[int, str]]()
        for die in dice:
            if row and dice_width([*row, die], DIE, GAP) > room:
                self._row("dice", "", theme.palette.text, DIE + 9, tuple(row))
                row = []
            row.append(die)
        if row:
            self._row("dice", "", theme.palette.text, DIE + 9, tuple(row))
        self.wide = max(self.wide, min(room, dice_width(dice, DIE, GAP)))

    def picture(self) -> Surface:
        """The plate."""
        px, p = theme.px, theme.palette
        out = Surface(self.size, pygame.SRCALPHA)
        r = box(out, out.get_rect(), p.well, 8, 246, self.callout.colour)
        x, y = r.x + px(PAD), float(r.y + px(10))
        for kind, content, dice, colour, high in self.rows:
            middle = y + high / 2
            if kind == "title":
                text(out, fit(content, r.w - 2 * px(PAD), 18, "b"), (x, middle), 18, colour, "b", "midleft")
                text(out, self.note, (r.right - px(PAD), middle), 15, p.muted, "r", "midright")
            elif kind == "dice":
                dice_row(out, (x, middle), dice, DIE, GAP)
            else:
                wrap(out, content, (x, y + px(4)), r.w, float(kind[:-1]), colour, kind[-1])
            y += high
        return out


def plate_of(callout: Callout, board: Rect) -> Plate:
    """The plate of a callout, narrower on a small board."""
    return Plate(callout, theme.px(WIDE if board.w >= theme.px(840) else SLIM))
