"""The dice of what happened last in their tray, and how they were read; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.core.events import Event
from game.ui.battle.minutes import tone
from game.ui.battle.pieces import Still
from game.ui.effects import DiceTray
from game.ui.text import caps, caps_width, fit, text
from game.ui.theme import Colour, theme

LINES = 2  # throws that are put in words below the tray


def thrown(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events with dice; checks of a whole sheet, which show their dice there, only where nothing else was rolled."""
    rolled = tuple(event for event in events if event.dice)
    return tuple(event for event in rolled if event.kind != "threshold") or rolled


class DicePanel(Still):
    """Heading, tray, and a line a throw."""

    def __init__(self, rect: Rect, tray: DiceTray, events: Sequence[Event], labels: dict[str, str]) -> None:
        super().__init__(rect, rule="table/dice", name="dice")
        self.events, self.labels, self.tray = thrown(events), labels, tray
        self.summary, self.colour = summary(events)
        top, below = theme.px(24), theme.px(8 + 20 * min(LINES, len(self.events)))
        tray.resize(Rect(rect.x, rect.y + top, rect.w, max(theme.px(48), rect.h - top - below)))

    def words(self, event: Event) -> str:
        """One throw: what was rolled for, how it was read, what came of it."""
        name = self.labels.get(event.mounts[0], "") if len(event.mounts) == 1 else ""
        read = "; ".join(part for part in (event.reason, event.result) if part)
        return f"{name or event.kind.capitalize()}: {read}" if read else name or event.kind.capitalize()

    def draw(self, dst: Surface) -> None:
        """Words only once the dice lie."""
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, "Dice", (r.x, r.y))
        self.tray.draw(dst)
        if not self.events:
            text(dst, "no dice yet", self.tray.rect.center, 15, p.faint, "r", "center")
        if self.tray.busy:
            return
        room = r.w - caps_width("Dice") - px(16)
        text(dst, fit(self.summary, room, 16, "s"), (r.right, r.y - px(1)), 16, self.colour, "s", "topright")
        y = self.tray.rect.bottom + px(10)
        for event in self.events[:LINES]:
            text(dst, fit(self.words(event), r.w, 14), (r.x, y), 14, p.text)
            y += px(20)


def summary(events: Sequence[Event]) -> tuple[str, Colour]:
    """`7 hull and 2 armour` in red, or the last result in its tone."""
    hull, armour = sum(event.hull for event in events), sum(event.armour for event in events)
    parts = [f"{hull} hull"] * bool(hull) + [f"{armour} armour"] * bool(armour)
    if parts:
        return " and ".join(parts), theme.palette.red
    last = next((event for event in reversed(events) if event.result), None)
    return (last.result, tone(last.tone)) if last else ("", theme.palette.muted)
