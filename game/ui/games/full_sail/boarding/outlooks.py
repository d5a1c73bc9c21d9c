"""Further actions later in the turn; no part of the rules.

Each has a column, with a bar of exact chances and a line for each outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.systems.full_sail.parts import Outlook
from game.ui.battle.orders.alternatives import percent_words
from game.ui.battle.orders.share_bar import part_colour, share_bar, tone_colour
from game.ui.render.shapes import paste
from game.ui.render.text import fit_text, lines, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

HEAD, BAR, LINE = 40, 12, 17  # design pixels: name and note in a line, the bar, a line of a chance
NOTE, NOTE_SIZE = 14, 12  # design pixels of each further line of the note, and its letter size
GAP = 12


class OutlookColumn(Still):
    """One action: name, note, bar, chances."""

    def __init__(self, rect: Rect, one: Outlook, head: float) -> None:
        said = ", ".join(f"{part.words} {percent_words(part.chance)}" for part in one.parts)
        super().__init__(
            rect, rule=one.parts[0].rule, name=f"outlook {one.label}", hint=f"{one.label}, {one.note}: {said}"
        )
        self.one, self.head = one, head

    def draw(self, dst: Surface) -> None:
        """Draw label, note and bar, without impossible outcomes."""
        p, px, r = theme.palette, theme.px, self.rect
        fit_text(dst, self.one.label, (r.x, r.y + px(9)), r.w, (15, 14, 13), p.white, "s", "midleft")
        for n, words in enumerate(note_lines(self.one, r.w)):
            text(dst, words, (r.x, r.y + px(27 + NOTE * n)), NOTE_SIZE, p.muted, "r", "midleft")
        bar = share_bar(tuple((part.chance, part.tone) for part in self.one.parts), r.w / theme.scale, BAR)
        paste(dst, bar, (r.x, r.y + px(self.head)))
        y = r.y + px(self.head + BAR + 11)
        for part in self.one.parts:
            if part.chance >= 5e-5:
                fit_text(dst, part.words, (r.x, y), r.w - px(52), (13, 12, 11), p.muted, "r", "midleft")
                ink = part_colour(part.tone) if part.tone == "muted" else tone_colour(part.tone)
                text(dst, percent_words(part.chance), (r.right, y), 13, ink, "s", "midright")
                y += px(LINE)


def outlooks(column: Column, found: Sequence[Outlook]) -> None:
    """Add the actions side by side, if there are any."""
    if not found:
        return
    most = max(sum(part.chance >= 5e-5 for part in one.parts) for one in found)
    column.space(4)
    gap = theme.px(GAP)
    wide = (column.wide - gap * (len(found) - 1)) // len(found)
    head = HEAD + NOTE * (max(len(note_lines(one, wide)) for one in found) - 1)
    row = column.row(head + BAR + 4 + LINE * most, 8)
    for n, one in enumerate(found):
        column.add(OutlookColumn(Rect(row.x + n * (wide + gap), row.y, wide, row.h), one, head))


def note_lines(one: Outlook, wide: float) -> list[str]:
    """Return the note in lines for a column of that width in pixels."""
    return lines(one.note, wide, NOTE_SIZE)
