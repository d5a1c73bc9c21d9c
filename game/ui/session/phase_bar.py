"""The sequence of play across the top: a cell for each printed number, and below them one line of words; no part of the
rules.

The line shows the present phase, the next two and the one in which ships fire; or the phase under the pointer; or a
notice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect, Surface

from game.battle.battle import View
from game.seating.heading import Step, steps
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.widgets import Still

HIGH, GAP, LINE = 24, 4, 20  # design pixels: a cell, the gap, the line of words
SIZES = (15, 14, 13)  # text sizes; the first that fits is used
NEXT = 2  # number of phases to come that are named

Words = list[tuple[str, Colour, str]]  # string, colour, weight


class PhaseCell(Still):
    """A phase, with its name if `named`. Past ones are ticked, the present one is filled, and absent ones are faint and
    narrow."""

    pictured = lights = True

    def __init__(self, rect: Rect, step: Step, named: bool) -> None:
        super().__init__(rect, rule=step.rule or "table/phases", name=f"phase {step.number}")
        self.step, self.named, self.seat = step, named, theme.seated

    def draw(self, dst: Surface) -> None:
        """Draw plate, number, name and tick."""
        p, r, state, px = theme.palette, self.rect, self.step.state, theme.px
        fill = {"now": theme.accent, "past": mix(theme.accent, p.panel, 0.82), "next": p.raised}.get(state, p.panel)
        box(dst, r, fill, 4, 255, theme.accent if state == "now" else p.muted if self.hover else p.line, 1)
        ink = p.ink if state == "now" else mix(p.faint, p.panel, 0.35) if state == "absent" else p.text
        number, name = str(self.step.number), self.step.name if self.named else ""
        tick = px(14) if state == "past" and r.w >= px(40) else 0
        left = r.centerx - (width(number, 14, "b") + (px(6) + width(name, 14, "s") if name else 0) + tick) / 2
        if r.w >= width(number, 14, "b"):
            at = text(dst, number, (left, r.centery), 14, ink, "b", "midleft")
            end = text(dst, name, (at.right + px(6), r.centery), 14, ink, "s", "midleft") if name else at
            if tick:
                stamp(dst, mark("done", theme.accent, 11), (end.right + px(8), r.centery))


class PhaseLine(Still):
    """The words below the cells."""

    live = True

    def __init__(self, rect: Rect, cells: tuple[PhaseCell, ...]) -> None:
        super().__init__(rect, rule="table/phases", name="phases")
        self.cells, self.notice = cells, ""
        self.steps = tuple(cell.step for cell in cells)

    @property
    def ground(self) -> Rect:
        """The rect of cells and words."""
        return self.rect.unionall([cell.rect for cell in self.cells])

    def holds(self, notice: str) -> bool:
        """Return whether a sentence fits in the line."""
        return width(notice, SIZES[-1], "s") <= self.rect.w

    @property
    def words(self) -> Words:
        """The phase under the pointer, or a notice, or the present place in the sequence."""
        p = theme.palette
        if cell := next((cell for cell in self.cells if cell.hover), None):
            state = {"past": "done", "absent": "not in this battle now", "next": "to come"}.get(
                cell.step.state, cell.step.state
            )
            return [(f"{cell.step.number} {cell.step.name}", p.white, "b"), (state, p.muted, "r")]
        if self.notice:
            return [(self.notice, p.white, "s")]
        return next((words for words in self._sequences() if self._room(words, SIZES[-1])), [])

    def _sequences(self) -> Iterator[Words]:
        """Yield the present phase and those that follow, in ever shorter versions."""
        p = theme.palette
        now = [(f"{one.number} {one.name}", theme.accent, "b") for one in self.steps if one.state == "now"]
        later = [one for one in self.steps if one.state == "next"]
        fire = next((one for one in later[NEXT:] if one.fires), None)
        if fire and any(one.fires for one in (*later[:NEXT], *(one for one in self.steps if one.state == "now"))):
            fire = None
        for named, last in ((NEXT, fire), (NEXT, None), (1, fire), (1, None), (0, fire), (0, None)):
            told = [f"{one.number} {one.name[:1].lower()}{one.name[1:]}" for one in later[:named]]
            told += [f"{last.number} {last.fires[:1].lower()}{last.fires[1:]}"] if last else []
            found: Words = [*now, *([("then", p.muted, "r")] if told else [])]
            for n, one in enumerate(told):
                found += [*([("·", p.muted, "r")] if n else []), (one, p.text, "r")]
            yield found

    def _room(self, words: Words, size: float) -> bool:
        wide = sum(width(string, size, weight) for string, _, weight in words)
        return wide + theme.px(6) * (len(words) - 1) <= self.rect.w

    def draw(self, dst: Surface) -> None:
        """Draw one line, in the largest size that fits."""
        words, x = self.words, self.rect.x
        size = next((size for size in SIZES if self._room(words, size)), SIZES[-1])
        for string, colour, weight in words:
            x = text(dst, string, (x, self.rect.centery), size, colour, weight, "midleft").right + theme.px(6)


def phase_bar(area: Rect, view: View, number: int) -> list[Still]:
    """Return the cells across an area, as many of them with names as fit, and the line at its foot."""
    told, cells, x = steps(view, number), list[PhaseCell](), float(area.x)
    for one, wide, named in zip(told, *breadths(told, area.w)):
        cells.append(PhaseCell(Rect(round(x), area.y, round(x + wide) - round(x), theme.px(HIGH)), one, named))
        x += wide + theme.px(GAP)
    line = Rect(area.x, area.bottom - theme.px(LINE), area.w, theme.px(LINE))
    return [*cells, PhaseLine(line, tuple(cells))]


def breadths(told: Sequence[Step], room: int) -> tuple[list[float], list[bool]]:
    """Return the widths of the cells in real pixels, and which have names. If not all phases of the battle can have
    names, only the present one has."""
    room, numbers = (
        room - theme.px(GAP) * (len(told) - 1),
        [width(str(one.number), 14, "b") + theme.px(14) for one in told],
    )
    names = [width(one.name, 14, "s") + theme.px(24) for one in told]
    for states in (("past", "now", "next"), ("now",)):
        named = [one.state in states for one in told]
        asked = [number + name * chosen for number, name, chosen in zip(numbers, names, named)]
        if any(named) and sum(asked) <= room:
            grown = [one.state != "absent" for one in told]
            return [wide + grow * (room - sum(asked)) / max(1, sum(grown)) for wide, grow in zip(asked, grown)], named
    return [room / len(told)] * len(told), [False] * len(told)
