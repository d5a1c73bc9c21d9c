"""The strip of a lesson, between the board and the foot; no part of the rules.

It has instructions, a remark on the last deed, and three buttons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.lessons.lesson import Lesson
from game.ui.keys.bindings import Keys
from game.ui.render.shapes import bar, mark, stamp
from game.ui.render.text import caps, caps_width, lines, minus, text, width
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Still, Widget

HIGH, LOW_HIGH, NARROW_HIGH = 150, 142, 174  # design pixels of the strip, in a low window, and if it is NARROW
NARROW = 520  # design pixels of width
ROW, PAD = 30, 12  # design pixels: height of its upper row, and distance from its edges
INDENT = 20  # of a remark, beside its sign
LARGE, SMALL = (21, 20, 19, 18, 17, 16), (16, 15, 14, 13)  # the first size that fits is used
DONE = "That was the lesson."
TAKE_BACK = "Give another order, or press Try again."
FIRST = "First read what was rolled. Then press {}, or the button at the upper right."
THEN = "You know enough for a first battle: {}. The computer plays the other side, as a cadet."


@dataclass(frozen=True, slots=True)
class StripWords:
    """The words of the strip. `remark` is about the last deed, and `tone` its kind."""

    number: int
    of: int
    large: str
    small: str
    remark: str = ""
    tone: str = ""


def words_of(lesson: Lesson, first: str = "", then: str = "") -> StripWords:
    """Return the present words of the strip. `first` tells what must be done before the step, `then` is the title of
    the battle that follows the lesson."""
    remark, of = lesson.remark, len(lesson.steps)
    if lesson.step is None:
        return StripWords(of, of, DONE, THEN.format(then), remark.text, remark.kind)
    entry = lesson.step.entry
    if lesson.astray or lesson.mistaken:
        told = remark.text if remark.kind in ("hint", "refusal") else entry.hint or "That was not it."
        then = "Try this step again." if lesson.astray else TAKE_BACK
        kind = remark.kind if remark.kind == "refusal" else "hint"
        return StripWords(lesson.index + 1, of, entry.lesson, entry.more, f"{told} {then}", kind)
    return StripWords(lesson.index + 1, of, entry.lesson, first or entry.more, remark.text, remark.kind)


class LessonStrip(Still):
    """The words: the number of the step, the instruction in large and in small letters, and the remark."""

    def __init__(self, rect: Rect, words: StripWords, rule: str) -> None:
        super().__init__(rect, rule=rule or "table/lessons", name="lesson")
        self.words = words
        self.free = rect.right  # where its buttons begin

    @property
    def colour(self) -> Colour:
        """The colour of the remark."""
        p = theme.palette
        return {"praise": p.green, "refusal": p.red}.get(self.words.tone, p.yellow)

    def draw(self, dst: Surface) -> None:
        """Draw the ground, and the words from the top."""
        p, px, r, words = theme.palette, theme.px, self.rect, self.words
        dst.fill(p.panel, r)
        dst.fill(p.edge, (r.x, r.y, r.w, max(1, px(1))))
        dst.fill(p.yellow, (r.x, r.y, px(3), r.h))
        x, wide, y = r.x + px(PAD + 4), r.w - px(2 * PAD + 4), float(r.y + px(8))
        room, share = self.free - px(8) - x, (words.number - (words.large != DONE)) / max(1, words.of)
        told = f"{words.number} of {words.of}"
        headings = (f"Lesson: step {told}", f"step {told}", told)
        heading = next((one for one in headings if caps_width(one) <= room), told)
        at = caps(dst, heading, (x, y + px(ROW / 2 - 5)))
        bar(dst, x, at.bottom + px(4), min(room, px(120)), share, p.yellow, 3)
        y += px(ROW)
        size, rows = _fit_words(words.large, wide, LARGE, "s", 1)
        for row in rows[:2]:
            text(dst, minus(row), (x, y + px(size * 0.72)), size, p.white, "s", "midleft")
            y += px(size * 1.35)
        parts = [(words.remark, self.colour, words.tone), (words.small, p.text, "")]
        for small in SMALL:
            rows_of = [lines(one, wide - (px(INDENT) if sign else 0), small) if one else [] for one, _, sign in parts]
            if sum(map(len, rows_of)) * px(small * 1.3) <= r.bottom - px(6) - y:
                break
        for (_, colour, sign), rows in zip(parts, rows_of):
            if sign and rows:
                kind = "done" if sign == "praise" else "warn"
                stamp(dst, mark(kind, colour, 14), (x + px(7), y + px(small * 0.68)))
            for row in rows:
                left = x + (px(INDENT) if sign else 0)
                text(dst, minus(row), (left, y + px(small * 0.68)), small, colour, "r", "midleft")
                y += px(small * 1.3)


def _fit_words(words: str, wide: float, sizes: tuple[int, ...], weight: str, most: int) -> tuple[int, list[str]]:
    """Return the largest size at which the words take at most `most` lines, else the smallest, and the lines."""
    for size in sizes:
        rows = lines(words, wide, size, weight)
        if len(rows) <= most:
            break
    return size, rows


def strip_height(low: bool, wide: int) -> int:
    """Return the height of a strip in real pixels, in a low window or not."""
    return theme.px(NARROW_HIGH if wide < theme.px(NARROW) else LOW_HIGH if low else HIGH)


def strip(
    rect: Rect, lesson: Lesson, keys: Keys, do: Callable[[str], object], unread: bool = False, then: str = ""
) -> list[Widget]:
    """Return the strip in a rect with its buttons at the upper right. If a result is `unread`, it says to read it.
    `then` is the title of the battle that follows."""
    px, step = theme.px, lesson.step
    if step is None:
        labels = ("First battle", "Once more", "Leave")
    else:
        first = "Try again" if lesson.astray or lesson.mistaken else "Go on" if step.entry.done.read else "Show me"
        labels = (first, "Skip", "Leave")
    told = LessonStrip(
        rect, words_of(lesson, FIRST.format(keys.cap("press")) if unread else "", then), step.entry.rule if step else ""
    )
    made: list[Widget] = [told]
    x = rect.right - px(PAD)
    for label, action in reversed(tuple(zip(labels, ("on", "skip", "leave")))):
        cap = keys.cap(f"lesson {action}")
        wide = px(124 if action == "on" else 112 if label == "Once more" else 88) + round(key_width(cap)) - px(18)
        if rect.w < px(NARROW):
            wide = round(width(label, 15, "s")) + key_width(cap) + px(26)
        x -= wide
        main = action == "on" and label != "Show me"
        made.insert(
            1,
            Button(
                Rect(x, rect.y + px(8), wide, px(ROW)),
                label,
                on_press=partial(do, action),
                cap=cap,
                size=15,
                kind="on" if main else "plain",
                name=f"lesson {action}",
                rule="table/lessons",
            ),
        )
        told.free = x
        x -= px(6)
    return made
