"""The last dice in their lanes, and how their results were read; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import pygame
from pygame import Rect, Surface

from game.battle.view import View
from game.core.events import Event
from game.ui.playback.lanes import summarise
from game.ui.render.dice_tray import DiceLane, DiceTray, layout
from game.ui.render.shapes import box
from game.ui.render.text import caps, caps_width, fit, fit_text, lines, text
from game.ui.render.theme import theme
from game.ui.session.log import tone
from game.ui.toolkit.widgets import Still

LINES, LEAD = 3, 18  # most lines of words below the tray, and design pixels from line to line
READ = 24  # design pixels of a die that is easy to read
MOST = 12  # most lines of the hint


class Lanes(Still):
    """A tray of dice without words. `whole` describes all its lanes; dice still tumbling are not described."""

    live = True  # dice tumble

    def __init__(self, rect: Rect, tray: DiceTray, whole: str = "") -> None:
        self.tray, self._whole = tray, whole
        super().__init__(rect, rule="table/dice", name="dice")

    @property
    def hint(self) -> str:
        """The log's words for the lane pointed at, or for all."""
        told = [lane.told for lane in self.tray.lanes][: self.tray.lying]
        if 0 <= self.tray.pointed < len(told):
            return told[self.tray.pointed]
        return "" if self.tray.busy else self._whole

    @hint.setter
    def hint(self, _words: str) -> None:
        """Ignore other hints."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Scroll by one lane with the wheel; the board highlights the lane pointed at."""
        if event.type == pygame.MOUSEWHEEL:
            return self.hover and self.tray.scroll(event.y)
        if event.type == pygame.MOUSEMOTION:
            self.tray.pointed, before = self.tray.lane_at(event.pos), self.tray.pointed
            return super().handle(event) or self.tray.pointed != before
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        self.tray.draw(dst)


class DicePanel(Lanes):
    """A heading with the total of all dice, the lanes, and as many lines on how they were read as fit."""

    def __init__(
        self,
        rect: Rect,
        tray: DiceTray,
        events: Sequence[Event],
        lanes: Sequence[DiceLane],
        view: View | None,
        log: Sequence[Event] = (),
    ) -> None:
        super().__init__(rect, tray)
        self.none = none_words(log)
        self.events = tuple(event for event in events if event.dice)
        words, mood = summarise(view, events) if view else ("", "plain")
        self.summary, self.colour = words, tone(mood)
        names = view.state.names if view else {}
        reasoned = [event for event in self.events if event.reason and event.kind != "damage_check"]
        said = [f"{event.words(names)}: {event.reason_words(names)}" for event in reasoned]
        top = theme.px(26)
        for most in range(LINES, -1, -1):  # dice have priority over words, which a hint shows
            self.lines, cut = broken(said, rect.w, most)
            below = theme.px(8 + LEAD * len(self.lines) if self.lines else 0)
            place = Rect(rect.x, rect.y + top, rect.w, max(theme.px(36), rect.h - top - below))
            placed = layout(place.size, lanes)
            if placed.die >= READ and placed.high <= place.h:
                break
        self._whole = (
            "\n".join([event.log_line(names) for event in self.events][:MOST]) if cut or len(self.events) > 1 else ""
        )
        tray.resize(place)

    def draw(self, dst: Surface) -> None:
        """Draw words only once the dice are still."""
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, "Dice", (r.x, r.y))
        self.tray.draw(dst)
        if not self.events:
            # the words of the throw, or of losses without one
            words, ink = (self.summary, p.text) if self.summary else (self.none, p.faint)
            fit_text(dst, words, self.tray.rect.center, r.w, 15, ink, "r", "center")
        if self.tray.busy or not self.events:
            return
        room = r.w - caps_width("Dice") - px(16)
        fit_text(dst, self.summary, (r.right, r.y - px(1)), room, 16, self.colour, "s", "topright")
        y = self.tray.rect.bottom + px(10)
        for line in self.lines:
            text(dst, line, (r.x, y), 14, p.text)
            y += px(LEAD)


def none_words(log: Sequence[Event]) -> str:
    """Return the words of an empty tray: none has been rolled this turn, or they are in the log."""
    of_turn = takewhile(lambda event: event.turn == log[-1].turn, reversed(log))
    return "this turn's dice are in the log" if any(event.dice for event in of_turn) else "no dice yet"


class DicePlate(DicePanel):
    """A dice panel on a plate over the board."""

    PAD = 14

    def __init__(
        self, rect: Rect, tray: DiceTray, events: Sequence[Event], lanes: Sequence[DiceLane], view: View | None
    ) -> None:
        pad = theme.px(self.PAD)
        super().__init__(rect.inflate(-2 * pad, -2 * pad), tray, events, lanes, view)

    def draw(self, dst: Surface) -> None:
        pad = theme.px(self.PAD)
        box(dst, self.rect.inflate(2 * pad, 2 * pad), theme.palette.panel, 10, 250, theme.palette.edge)
        super().draw(dst)


def broken(said: Sequence[str], wide: float, most: int = LINES) -> tuple[list[str], bool]:
    """Return sentences broken into `most` lines, at most two for a throw. Also return whether any is cut."""
    found: list[str] = []
    cut = False
    for n, sentence in enumerate(said):
        free = most - len(found)
        rows = lines(sentence, wide, 14)
        # while lines last, every throw has one
        room = min(2, free - min(free - 1, len(said) - n - 1)) if free else 0
        cut = cut or len(rows) > room
        if room:
            found += rows[: room - 1] + [fit(" ".join(rows[room - 1 :]), wide, 14)] * (len(rows) >= room)
    return found, cut
