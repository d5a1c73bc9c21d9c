"""The log: one line for each event, with dice, reason and rule; no part of the rules.

A press on a line shows the board at that moment. Lines are filtered by ship, by kind and by a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.battle.battle import View
from game.core.events import Event, EventKind, pieces
from game.core.names import short_rule
from game.core.orders import Id
from game.seating.outcomes import dice_of
from game.ui.render.dice_faces import dice_row, dice_width
from game.ui.render.shapes import box
from game.ui.render.text import Piece, fit_text, minus, run, run_width, text, width
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.blocks import shortened
from game.ui.toolkit.widgets import Widget

HIGH, LOWER = 32, 27  # design pixels of a line, and from its first row to its second
KINDS: tuple[tuple[str, tuple[EventKind, ...]], ...] = (  # entries of the filter, and their kinds of event
    ("all", ()),
    ("fire", ("fire", "damage", "damage_check", "system", "lost")),
    ("moves", ("move", "contact", "hazard")),
    ("repairs", ("repair",)),
)


@dataclass(frozen=True, slots=True)
class Filter:
    """The filter of the log: one ship or all, one group of kinds, lines with a word in them."""

    ship: Id = ""
    kind: int = 0
    word: str = ""

    def passes(self, event: Event, names: Mapping[Id, str]) -> bool:
        """Return whether an event passes the filter."""
        kinds = KINDS[self.kind][1]
        if kinds and event.kind not in kinds:
            return False
        if self.ship and not event.concerns(self.ship):
            return False
        return not self.word or self.word.casefold() in line_words(event, names).casefold()


def line_words(event: Event, names: Mapping[Id, str]) -> str:
    """Return the whole line as text, for the search."""
    parts = (event.words(names), event.reason_words(names), event.result_words(names))
    return " ".join((f"{event.turn}.{event.phase}", *parts, short_rule(event.rule)))


def visible_lines(view: View, wanted: Filter, visible_log: Sequence[Event] | None = None) -> list[tuple[int, Event]]:
    """Return the lines that pass, each with its index in the log. They are those of the view, or of `visible_log`."""
    names = view.state.names
    lines = view.log if visible_log is None else visible_log
    return [(index, event) for index, event in enumerate(lines) if wanted.passes(event, names)]


def coloured_pieces(view: View, event: Event) -> list[Piece]:
    """Return subject, verb and object, with ships and sides in the colours of their sides."""
    p, state, names = theme.palette, view.state, view.state.names
    found: list[Piece] = []
    for piece, is_id in pieces(event.text):
        if not is_id:
            found.append((piece.strip(), p.text, "r"))
            continue
        side = state.sides.get(state.owner(piece))
        found.append((names.get(piece, piece), theme.seat(side.seat) if side else p.text, "s"))
    return joined(found)


def joined(parts: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with a genitive or a comma joined to the name before it."""
    found: list[Piece] = []
    for string, colour, weight in parts:
        if (found and string[:2] in ("'s", "’s")) or (found and string[:1] in (",", ":", ".")):
            cut = 2 if string[:1] in "'’" else 1
            before = found[-1]
            found[-1] = (before[0] + string[:cut], before[1], before[2])
            string = string[cut:].strip()
        if string:
            found.append((string, colour, weight))
    return found


def tone(name: str) -> Colour:
    p = theme.palette
    return {"good": p.green, "bad": p.red}.get(name, p.text)


class LogLine(Widget):
    """One line: phase, subject, verb and object, dice, reason, result, rule."""

    def __init__(
        self, rect: Rect, view: View, index: int, event: Event, on_press: Callable[[], object], *, odd: bool, now: bool
    ) -> None:
        super().__init__(rect, on_press=on_press, rule=event.rule, name=f"log line {index}")
        self.event, self.odd, self.now = event, odd, now
        self.parts, names = coloured_pieces(view, event), view.state.names
        self.reason, self.result = event.reason_words(names), event.result_beside(names)
        self.hint = ""
        if self.needs() > rect.w:
            self.hint = event.log_line(names)

    def needs(self) -> float:
        """Return the width of the whole line, in real pixels."""
        px, rolled = theme.px, dice_of(self.event)
        middle = (dice_width(rolled) + px(18) if rolled else 0) + (
            width(self.reason, 15) + px(10) if self.reason else 0
        )
        return px(56 + 16) + run_width(self.parts, 16) + middle + width(self.result, 16, "s") + px(96)

    def draw(self, dst: Surface) -> None:
        """Draw the line in one row if it fits, with the reason cut first. In two rows, dice and reason stand below the
        sentence."""
        p, px, r, e = theme.palette, theme.px, self.rect, self.event
        if self.odd or self.hover or self.now:
            box(dst, r, p.active if self.now or self.hover else p.raised, 5, 255, theme.accent if self.now else None)
        tall = r.h > px(HIGH)
        mid = r.y + px(HIGH / 2) if tall else r.centery
        text(dst, f"{e.turn}.{e.phase}", (r.x + px(16), mid), 14, p.muted if self.hover else p.faint, "r", "midleft")
        text(dst, short_rule(e.rule), (r.right - px(16), mid), 14, p.muted if self.hover else p.faint, "r", "midright")
        whole = right = r.right - px(72)
        left = r.x + px(56)
        if self.result:
            most = max(r.w * 0.4, right - left - run_width(self.parts, 16) - px(12)) if tall else r.w * 0.4
            right = fit_text(
                dst, self.result, (right, mid), most, (16, 15, 14), tone(e.tone), "s", "midright"
            ).left - px(12)
        rolled = dice_of(e)
        if tall:
            run(dst, (left, mid), shortened(self.parts, right - left), 16)
            mid, right, x = mid + px(LOWER), whole, float(left)
        else:
            rolled = rolled[: max(0, int((right - r.x - px(60)) * 0.6 / px(25)))]
            room = right - left - (dice_width(rolled) + px(10) if rolled else 0)
            x = run(dst, (left, mid), shortened(self.parts, room), 16) + px(4)
        if rolled:
            x = dice_row(dst, (x, mid), rolled) + px(4)
        if self.reason and right - x > px(48):
            fit_text(
                dst, minus(self.reason), (x + px(4), mid), right - x - px(4), (15, 14, 13), p.muted, "r", "midleft"
            )
