"""Plates beside the ships to which something happened: dice, how they are read, and the result; no part of the rules.

Everything on a plate comes from the log, or is a text that the demonstration pins to a ship.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

import pygame
from pygame import Rect, Surface

from game.battle.battle import View
from game.core.events import Event, EventKind
from game.core.orders import Id
from game.demonstrations.steps import DemonstrationStep
from game.seating.outcomes import dice_of
from game.ui.demonstration.picture.scenes import refusals
from game.ui.render.dice_faces import Rolled, dice_row, dice_width
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, lines, minus, text, width, wrap
from game.ui.render.theme import Colour, theme
from game.ui.session.log import tone

Dice = tuple[Rolled, ...]
# kinds shown beside the piece they happen to, and kinds shown without dice
SUFFERED: tuple[EventKind, ...] = ("fire", "damage", "damage_check", "check", "lost")
TOLD: tuple[EventKind, ...] = ("damage", "lost", "contact", "hazard")
WIDE, SLIM = 330, 250  # design pixels of a plate, and where there is little room
PAD, DIE, GAP = 14, 22, 5
MOST, FULL = 6, 3  # most events on a plate, and most throws with which their reading is shown


@dataclass(frozen=True, slots=True)
class Told:
    """One event on a plate: its subject, the faces, how they are read, and the result with its tone."""

    name: str
    dice: Dice
    reason: str
    result: str
    tone: str
    # thrower and purpose of each die, if the dice are of several sorts
    sorts: tuple[tuple[str, str], ...] = ()

    @property
    def preface(self) -> str:
        """The words before the dice."""
        words = ", ".join(part for part in (self.name, self.reason) if part)
        return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class Callout:
    """A plate beside a ship, or at another place of the table (`at`). `colour` is that of its side. `pin` is text of
    the demonstration itself. `more` is the number of events left out."""

    ship: Id
    title: str
    colour: Colour
    told: tuple[Told, ...] = ()
    pin: str = ""
    more: int = 0
    at: tuple[float, float] | None = None


def callouts(step: DemonstrationStep) -> list[Callout]:
    """Return the plates of a step, in the order of events."""
    view, told = step.view, dict[Id, list[Event]]()
    for event in step.events:
        key = about(event, view)
        if key and (event.dice or (event.kind in TOLD and event.result)) and event.kind != "initiative":
            told.setdefault(key, []).append(event)
    for key in step.say.pins:
        told.setdefault(key, [])
    found = [_callout(view, key, events, step.say.pins.get(key, "")) for key, events in told.items()]
    return [*_first_dice(step), *_refusal_plates(step), *found, *_terrain(step)]


def _first_dice(step: DemonstrationStep) -> list[Callout]:
    """Return plates of each side's roll for the first turn, if the step is about that. They belong to no ship."""
    view, rolled = step.view, dict[Id, list[Event]]()
    for event in step.events if "initiative" in step.rule else ():
        if event.kind == "initiative" and event.dice:
            rolled.setdefault(event.who, []).append(event)
    found = []
    for key, events in rolled.items():
        side = view.state.sides[key]
        dice = tuple(die for event in events for die in dice_of(event))
        found.append(Callout(key, side.name, theme.seat(side.seat), (Told("", dice, "", "", ""),)))
    return found


def _refusal_plates(step: DemonstrationStep) -> list[Callout]:
    """Return plates of refused orders, except shots, which are drawn as lines."""
    view, drawn = step.view, {one.firer for one in refusals(step)}
    found = []
    for one in step.refusals:
        if view.state.piece(one.by) and one.by not in drawn:
            why = f"{one.why[:1].upper()}{one.why[1:]}"
            found.append(_plate(view, one.by, (Told(f"“{minus(one.text)}” is refused", (), "", minus(why), "bad"),)))
    return found


def _terrain(step: DemonstrationStep) -> list[Callout]:
    """Return the dice for terrain and no ship: a plate for each cloud or rock, at the first of its group."""
    views = (step.start, *(frame.view for frame in step.frames))
    bodies = {
        key: body for view in views for body in view.state.table.bodies for key in (body.part_of, body.key) if key
    }
    rolled = dict[str, list[Event]]()
    for event in step.events:
        if event.kind == "hazard" and event.dice and event.at and event.whom in bodies and not about(event, step.view):
            rolled.setdefault(bodies[event.whom].name, []).append(event)
    return [
        Callout(
            events[0].whom,
            name,
            theme.palette.muted,
            tuple(_describe_event(step.view, one, "") for one in events[:MOST]),
            more=len(events[MOST:]),
            at=events[0].at,
        )
        for name, events in rolled.items()
    ]


def _plate(view: View, key: Id, told: tuple[Told, ...], pin: str = "", more: int = 0) -> Callout:
    """Return the plate of a ship, or of a counter, at its place."""
    piece, at = view.state.known_piece(key), view.state.counters[key].at if key in view.state.counters else None
    side = view.state.sides.get(piece.side)
    return Callout(key, piece.name, theme.seat(side.seat if side else 2), told, pin, more, at)


def about(event: Event, view: View) -> Id:
    """Return the ship beside which an event is shown."""
    hurt = event.kind in SUFFERED or event.harm
    order = (event.whom, event.who) if hurt else (event.who, event.whom)
    return next((key for key in order if key in view.state.ships), "")


def _callout(view: View, key: Id, events: Sequence[Event], pin: str) -> Callout:
    told = list(dict.fromkeys(_describe_event(view, event, key) for event in events))
    # without repetitions
    told = [one for n, one in enumerate(told) if one.dice or n == 0 or one.result != told[n - 1].result]
    if (throws := sum(bool(one.dice) for one in told)) > FULL:
        told = [replace(one, reason="", sorts=()) for one in told]
    elif throws > 1:  # only those who threw
        told = [replace(one, sorts=tuple((by, "") for by, _ in one.sorts)) for one in told]
    return _plate(view, key, tuple(told[:MOST]), pin, len(told[MOST:]))


def _describe_event(view: View, event: Event, key: Id) -> Told:
    """Return an event as it is shown on the plate of a piece. The plate of a group names the member that is hit."""
    ship = event.who if event.who in view.state.ships else event.whom
    icons = {icon.key: icon for icon in view.sheet(ship).icons} if ship in view.state.ships else {}
    system = icons.get(event.mounts[0]) if len(event.mounts) == 1 else None
    name = system.label if system and event.dice else ""
    other = event.whom if event.who == key else event.who
    if event.dice and not name and other in view.state.counters:
        name = view.state.names[other]
    names = view.state.names
    if event.kind in ("damage_check", "check"):
        name = event.words_beside(key, names)
    reason = minus(event.reason_words(names)) if event.dice or event.kind != "damage" else ""
    return Told(name, tuple(dice_of(event)), reason, event.result_words(names), event.tone, _sorts(view, event))


def _sorts(view: View, event: Event) -> tuple[tuple[str, str], ...]:
    """Return thrower and purpose of each die of a line; empty if all dice are of one sort."""
    names, several = view.state.names, len({die.by or event.who for die in event.dice}) > 1
    found = tuple((names.get(die.by or event.who, "") if several else "", die.of) for die in event.dice)
    return found if len(set(found)) > 1 else ()


# -- the plate ---------------------------------------------------------------------------------------------------------


class CalloutPlate:
    """A callout laid out as rows of words and dice, drawn on a surface of its `size`, in real pixels."""

    def __init__(self, callout: Callout, wide: int) -> None:
        self.callout, self.most = callout, wide
        # kind, words, dice, colour, height (real pixels), result beside the dice
        self.rows: list[tuple[str, str, Dice, Colour, float, str]] = []
        rolled = [one for one in callout.told if one.dice]
        self.note = rolled[0].name if len(rolled) == 1 and len(rolled[0].name) < 20 else ""
        self.wide = 0.0
        self._lay()
        px = theme.px
        self.size = (
            min(wide, math.ceil(self.wide) + 2 * px(PAD)),
            round(sum(row[4] for row in self.rows)) + 2 * px(10),
        )

    def _lay(self) -> None:
        one, p = self.callout, theme.palette
        self._row("title", one.title, one.colour, 24)
        self.wide = max(
            self.wide, width(one.title, 18, "b") + (width(self.note, 15) + theme.px(16) if self.note else 0)
        )
        for told in one.told:
            words = told.preface if told.name != self.note else replace(told, name="").preface
            if sum(bool(each.dice) for each in one.told) > 1 and self._in_one_row(told, words):
                continue
            if words:
                self._words(words, p.muted, 15, "r")
            sorts = told.sorts or (("", ""),) * len(told.dice)
            for sort, group in groupby(zip(told.dice, sorts), key=itemgetter(1)):
                if any(sort):
                    self._words(", ".join(filter(None, sort)), p.muted, 14, "r")
                self._dice(tuple(die for die, _ in group))
            if told.result:
                self._words(told.result, tone(told.tone), 16, "s")
        if one.more:
            self._words(f"and {one.more} more", p.muted, 15, "r")
        if one.pin:
            self._words(one.pin, p.yellow if one.told else p.text, 16, "s")

    def _row(self, kind: str, words: str, colour: Colour, high: float, dice: Dice = (), end: str = "") -> None:
        self.rows.append((kind, words, dice, colour, theme.px(high), end))

    def _in_one_row(self, told: Told, words: str) -> bool:
        """Add one of several throws as a row, and return whether it has room there."""
        parts = width(words, 15), dice_width(told.dice, DIE, GAP), width(told.result, 16, "s")
        wide = sum(parts) + theme.px(12) * 2
        if not told.dice or told.sorts or wide > self.most - 2 * theme.px(PAD):
            return False
        self._row("dice", words, tone(told.tone), DIE + 9, told.dice, told.result)
        self.wide = max(self.wide, wide)
        return True

    def _words(self, words: str, colour: Colour, size: float, weight: str) -> None:
        for row in lines(words, self.most - 2 * theme.px(PAD), size, weight):
            self._row(f"{size:g}{weight}", row, colour, size + 6)
            self.wide = max(self.wide, width(row, size, weight))

    def _dice(self, dice: Dice) -> None:
        room, row = self.most - 2 * theme.px(PAD), list[Rolled]()
        for die in dice:
            if row and dice_width([*row, die], DIE, GAP) > room:
                self._row("dice", "", theme.palette.text, DIE + 9, tuple(row))
                row = []
            row.append(die)
        if row:
            self._row("dice", "", theme.palette.text, DIE + 9, tuple(row))
        self.wide = max(self.wide, min(room, dice_width(dice, DIE, GAP)))

    def picture(self) -> Surface:
        px, p = theme.px, theme.palette
        out = Surface(self.size, pygame.SRCALPHA)
        r = box(out, out.get_rect(), p.well, 8, 246, self.callout.colour)
        x, y = r.x + px(PAD), float(r.y + px(10))
        for kind, content, dice, colour, high, end in self.rows:
            middle = y + high / 2
            if kind == "title":
                fit_text(out, content, (x, middle), r.w - 2 * px(PAD), 18, colour, "b", "midleft")
                text(out, self.note, (r.right - px(PAD), middle), 15, p.muted, "r", "midright")
            elif kind == "dice":
                before = text(out, content, (x, middle), 15, p.muted, "r", "midleft").w + px(12) if content else 0
                dice_row(out, (x + before, middle), dice, DIE, GAP)
                text(out, end, (r.right - px(PAD), middle), 16, colour, "s", "midright")
            else:
                wrap(out, content, (x, y + px(4)), r.w, float(kind[:-1]), colour, kind[-1])
            y += high
        return out


def plate_of(callout: Callout, board: Rect, slim: bool = False) -> CalloutPlate:
    """Return the plate of a callout, narrower on a small board or if it must be `slim`."""
    return CalloutPlate(callout, theme.px(WIDE if board.w >= theme.px(840) and not slim else SLIM))
