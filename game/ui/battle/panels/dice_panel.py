"""The dice of what happened last in their tray, and how they were read; no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pygame import Rect, Surface

from game.core.events import Event, harm_words
from game.ui.playback.animation import groups, thrown
from game.ui.render.dice_tray import DiceTray, layout
from game.ui.render.shapes import box
from game.ui.render.text import caps, caps_width, fit, fit_text, lines, text
from game.ui.render.theme import Colour, theme
from game.ui.session.log import tone
from game.ui.toolkit.widgets import Still

LINES, LEAD = 3, 18  # lines of words below the tray, design pixels from line to line
READ = 20  # design pixels of a die that is read with ease


class DicePanel(Still):
    """Heading, tray, and a line a throw."""

    live = True  # dice tumble

    def __init__(
        self, rect: Rect, tray: DiceTray, events: Sequence[Event], labels: Mapping[str, str], names: Mapping[str, str]
    ) -> None:  # fmt: skip
        super().__init__(rect, rule="table/dice", name="dice")
        self.events, self.labels, self.names, self.tray = thrown(events), labels, names, tray
        self.summary, self.colour = first(events, names) or summary(events)
        said = rounds(self.events, names) or [self.words(event) for event in self.events]
        thrown_now, top = groups(events, labels, names), theme.px(24)
        for most in range(LINES, -1, -1):  # words make way for dice: they can be read by pointing at the tray
            self.lines, cut = broken(said, rect.w, most)
            below = theme.px(8 + LEAD * len(self.lines) if self.lines else 0)
            place = Rect(rect.x, rect.y + top, rect.w, max(theme.px(48), rect.h - top - below))
            if layout(place.size, thrown_now).die >= READ:
                break
        self.hint = "\n".join(said) if cut else ""
        tray.resize(place)

    def words(self, event: Event) -> str:
        """One throw: what was rolled for, how it was read, what came of it."""
        one = len(event.mounts) == 1
        name = self.labels.get(event.mounts[0], "") if one else ""
        read = "; ".join(part for part in (event.reason, event.result) if part)
        return f"{name or event.words(self.names)}" + (f": {read}" if read else "")

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
        fit_text(dst, self.summary, (r.right, r.y - px(1)), room, 16, self.colour, "s", "topright")
        y = self.tray.rect.bottom + px(10)
        for line in self.lines:
            text(dst, line, (r.x, y), 14, p.text)
            y += px(LEAD)


class DicePlate(DicePanel):
    """The same on a plate over the board."""

    PAD = 14

    def __init__(
        self, rect: Rect, tray: DiceTray, events: Sequence[Event], labels: Mapping[str, str], names: Mapping[str, str]
    ) -> None:  # fmt: skip
        pad = theme.px(self.PAD)
        super().__init__(rect.inflate(-2 * pad, -2 * pad), tray, events, labels, names)

    def draw(self, dst: Surface) -> None:
        """Plate, then the panel."""
        pad = theme.px(self.PAD)
        box(dst, self.rect.inflate(2 * pad, 2 * pad), theme.palette.panel, 10, 250, theme.palette.edge)
        super().draw(dst)


def first(events: Sequence[Event], names: Mapping[str, str]) -> tuple[str, Colour] | None:
    """Who has won the initiative, where that is what was rolled for."""
    won = next((event for event in reversed(events) if event.kind == "initiative" and not event.dice), None)
    return (won.words(names), theme.palette.white) if won else None


def rounds(events: Sequence[Event], names: Mapping[str, str]) -> list[str]:
    """The rolls for initiative, a line for every round of them: `Azure 4, Amber 4: a tie, they roll again`."""
    if not events or any(event.kind != "initiative" for event in events):
        return []
    found: list[list[Event]] = [[]]
    for event in events:
        if any(event.who == one.who for one in found[-1]):
            found.append([])
        found[-1].append(event)
    lines_ = [", ".join(f"{names.get(one.who, one.who)} {one.dice[0].face}" for one in part) for part in found]
    return [f"{line}: a tie, they roll again" for line in lines_[:-1]] + lines_[-1:]


def broken(said: Sequence[str], wide: float, most: int = LINES) -> tuple[list[str], bool]:
    """Sentences broken into `most` lines, two lines to a throw and no more than there is room for, and whether any is cut."""
    found: list[str] = []
    cut = False
    for n, sentence in enumerate(said):
        free = most - len(found)
        rows = lines(sentence, wide, 14)
        room = min(2, free - min(free - 1, len(said) - n - 1)) if free else 0  # every throw has a line, as far as they go
        cut = cut or len(rows) > room
        if room:
            found += rows[: room - 1] + [fit(" ".join(rows[room - 1 :]), wide, 14)] * (len(rows) >= room)
    return found, cut


def summary(events: Sequence[Event]) -> tuple[str, Colour]:
    """What was lost (`7 hull and 2 armour`) in red, or the last result in its tone."""
    if lost := harm_words(events):
        return lost, theme.palette.red
    last = next((event for event in reversed(events) if event.result), None)
    return (last.result, tone(last.tone)) if last else ("", theme.palette.muted)
