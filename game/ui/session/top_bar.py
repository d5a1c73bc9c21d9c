"""The bar across the top: what battle this is, its phases, the turn, and the button that carries it on; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.battle.battle import View
from game.core.system import Phase
from game.ui.render.shapes import Vec, gradient, mark, paste, rule, stamp
from game.ui.render.text import caps, text, width
from game.ui.render.text import number as in_words
from game.ui.render.theme import cached, mix, theme
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.blocks import TitleLines
from game.ui.toolkit.widgets import Still

HIGH, NOTCH = 36, 10  # design pixels of the phase bar: height, depth of an arrow
SIZES = (15, 14, 13, 12)  # of the line under the title, the first that fits
SMALL, LEAST = 30, 24  # breadth of an absent phase, and the least it can do with
ROOM = 76  # breadth that any short name has room in
SHORT = {
    "Write orders": "Orders", "Initiative": "Init.", "Move fighters": "Fighters", "Launch ordnance": "Ordnance",
    "Move ships": "Move", "Point defence": "Defence", "Commit defence": "Defence",
    "Area defence": "Defence", "Ships fire": "Fire", "Turn end": "End",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One phase as the bar shows it. `state`: past, now, next or absent; `x` and `wide` in design pixels."""

    number: int
    name: str
    state: str
    x: float
    wide: float
    rule: str


def steps(view: View, wide: float, number: int = 0) -> list[Step]:
    """The phases laid out in a bar so many design pixels wide: alike, else each by its name, else with short names beside the
    current one.

    `number` is the printed number of the phase that is being shown, where that is not the one the battle is in.
    """
    rows, at = numbered(view, number)
    over = view.state.outcome is not None
    states = [
        "absent" if not present else "past" if over or i < at else "now" if i == at else "next"
        for i, (_, present) in enumerate(rows)
    ]
    full = sum(state != "absent" for state in states)
    small = min(SMALL, (wide - NOTCH) / (len(rows) + 4))
    each = (wide - NOTCH - small * (len(rows) - full)) / max(1, full)
    asked = [needed(row.number, row.name) for row, present in rows if present]
    left = (each * full - sum(asked)) / max(1, full)
    if max(asked) <= each:
        words = [(row.name if present else "", each if present else small) for row, present in rows]
    elif left >= 0:
        words = [(row.name, needed(row.number, row.name) + left) if present else ("", small) for row, present in rows]
    elif "now" in states:
        words = cramped(rows, states, wide - NOTCH, small)
    else:
        short = [SHORT.get(row.name, row.name.split(" ")[0]) if present and each > ROOM else "" for row, present in rows]
        words = [(name, each if present else small) for name, (_, present) in zip(short, rows)]
    found, x = [], 0.0
    for (row, _), state, (name, w) in zip(rows, states, words):
        found.append(Step(row.number, name, state, x, w, row.rule))
        x += w
    return found


def numbered(view: View, number: int = 0) -> tuple[list[tuple[Phase, bool]], int]:
    """A row for each printed number, and which of them is now; of several rows that share one, the row the battle is in, or
    else the first that takes place in it, under the name of the whole.
    """
    now, found = max(0, view.state.phase), list[tuple[Phase, bool]]()
    at = 0
    for i, (row, present) in enumerate(view.phases):
        if not found or found[-1][0].number != row.number:
            found.append((row, present))
        elif i == now or (present and not found[-1][1]):
            found[-1] = row, True
        if i == now:
            at = len(found) - 1
    shown = next((i for i, (row, _) in enumerate(found) if row.number == number), at)
    for i, (row, present) in enumerate(found):
        if not i == at == shown:  # of what is shown elsewhere the number is known, not the row
            found[i] = replace(row, name=view.system.printed.get(row.number, row.name)), present
    return found, shown


def cramped(rows: Sequence[tuple[Phase, bool]], states: Sequence[str], wide: float, small: float) -> list[tuple[str, float]]:
    """Names and breadths where not all names fit: short ones, or none but the current phase's, which has what is left."""
    least = min(small, LEAST)
    named = [row.name if state in ("past", "next") else "" for (row, _), state in zip(rows, states)]
    short = [SHORT.get(name, name.split(" ")[0]) for name in named]
    each = [
        (width(name, 14, "s") + width(str(row.number), 13, "b")) / theme.scale + 6 + 2 * NOTCH + 4 if name else least
        for name, (row, _) in zip(short, rows)
    ]
    at = list(states).index("now")
    left = wide - sum(each) + each[at]
    if left < needed(rows[at][0].number, rows[at][0].name) - 20:  # no room for a tick is needed while it is the current one
        short, each = [""] * len(rows), [small] * len(rows)
        left = wide - small * (len(rows) - 1)
    return [(rows[i][0].name, left) if i == at else (short[i], each[i]) for i in range(len(rows))]


def needed(number: int, name: str) -> float:
    """Breadth in design pixels a phase needs for its number, its name and a tick."""
    return (width(name, 16, "b") + width(str(number), 14, "b")) / theme.scale + 58


@cached(16)
def _bar(shape: tuple[tuple[str, float, float], ...], wide: float, seat: int) -> Surface:
    p, accent = theme.palette, theme.seat(seat)
    v = Vec(wide, HIGH, 4, theme.scale)
    for i, (state, a, w) in enumerate(shape):
        b = a + w - 4
        points = [(a, 0), (b, 0), (b + NOTCH, HIGH / 2), (b, HIGH), (a, HIGH)] + ([(a + NOTCH, HIGH / 2)] if i else [])
        fill = {"now": accent, "past": mix(accent, p.panel, 0.82), "next": p.raised}.get(state, p.panel)
        v.poly(points, fill)
        if state != "now":
            v.lines(points, p.line if state == "absent" else p.edge, 1.1, 255, True)
    return v.done()


class PhaseBar(Still):
    """The whole turn: past phases ticked, the current one filled, absent ones shrunk to their number."""

    pictured = True

    def __init__(self, rect: Rect, view: View, number: int = 0) -> None:
        listed = ", ".join(f"{row.number} {row.name}" for row, present in view.phases if present)
        super().__init__(rect, rule="table/phases", name="phases", hint=listed)
        self.steps = tuple(steps(view, rect.w / theme.scale, number))

    def draw(self, dst: Surface) -> None:
        """Arrows, then words."""
        r, shape = self.rect, tuple((s.state, s.x, s.wide) for s in self.steps)
        paste(dst, _bar(shape, r.w / theme.scale, theme.seated), r.topleft)
        for i, step in enumerate(self.steps):
            middle = step.x + (step.wide - 4) / 2 + (NOTCH if i else NOTCH / 2)
            self._words(dst, step, (r.x + theme.px(middle), r.y + theme.px(HIGH / 2)))

    def _words(self, dst: Surface, step: Step, at: tuple[float, float]) -> None:
        p, px, now = theme.palette, theme.px, step.state == "now"
        if not step.name:
            ink = mix(p.faint, p.panel, 0.35) if step.state == "absent" else p.muted
            text(dst, str(step.number), at, 13 if step.state == "absent" else 14, ink, "s", "center")
            return
        ink = p.ink if now else p.muted
        ground = theme.accent if now else p.panel
        full = step.wide >= needed(step.number, step.name) or now
        size, weight, gap = (16 if full else 14), ("b" if now else "s"), px(8 if full else 5)
        total = width(step.name, size, weight) + width(str(step.number), size - 2 if full else 13, "b") + gap
        ticked = full and step.state == "past"
        left = at[0] - total / 2 - (px(8) if ticked else 0)
        text(dst, str(step.number), (left, at[1]), size - 2 if full else 13, mix(ink, ground, 0.35), "b", "midleft")
        text(dst, step.name, (left + total, at[1]), size, ink, weight, "midright")
        if ticked:
            stamp(dst, mark("done", theme.accent, 13), (left + total + px(14), at[1]))


class Turn(Still):
    """Which turn it is, and of how many."""

    pictured = True

    def __init__(self, rect: Rect, word: str, turn: int, last: int) -> None:
        super().__init__(rect, rule="table/phases", hint=f"{word} {turn}" + (f" of {last}, then the battle ends" if last else ""))
        self.word, self.turn, self.last = word.capitalize(), turn, last

    def draw(self, dst: Surface) -> None:
        """Label over figures."""
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, self.word, (r.x, r.y + px(17)))
        at = text(dst, str(self.turn), (r.x, r.y + px(48)), 24, p.white, "b", "bottomleft")
        if self.last:
            text(dst, f"of {self.last}", (at.right + px(6), r.y + px(48)), 15, p.muted, "r", "bottomleft")


def ground(dst: Surface, r: Rect) -> None:
    """The bar itself."""
    p = theme.palette
    paste(dst, gradient(r.w, r.h, mix(p.raised, p.active, 0.2), p.panel), r.topleft)
    rule(dst, r.x, r.right, r.bottom - max(1, theme.px(1)), p.edge)  # inside it, for its picture is kept


def subtitle(view: View) -> str:
    """The game and its edition, in words."""
    edition = view.state.house.get("profile")
    words = [word for rule_ in view.system.house if rule_.key == "profile" for value, word in rule_.values if value == edition]
    return ", ".join([view.system.title, *words])


def agreed(view: View) -> list[str]:
    """House rules that are not as the edition has them, each with its value in words."""
    house, asked = view.state.house, {one.key for one in view.system.house}
    usual = view.system.settings({key: house[key] for key in asked & {"profile"} if key in house})
    changed = [one for one in view.system.house if one.key in house and house[one.key] != usual[one.key] and one.key != "profile"]
    return [f"{one.title}: {dict(one.values).get(house[one.key], 'as agreed')}" for one in changed]


def pieces(view: View, layout: BattleLayout, number: int = 0, turn: int = 0) -> list[Still]:
    """Title, phases and turn (those that are shown, if any), as far as there is room; the main button is the screen's."""
    px, top, sheet = theme.px, layout.top, layout.sheet
    title = 0 if layout.wide < 1180 else layout.left_panel.w - px(28) if not layout.folded else px(208)
    found: list[Still] = []
    if title:
        game, others = subtitle(view), agreed(view)
        longer = f"{game}, {in_words(len(others))} changed"
        under = longer if others and width(longer, SIZES[-1]) <= title else game
        hint = "\n".join((f"{view.title}: {game}", *others))
        place, sizes = Rect(px(16), 0, title, top.h), ((22, 20, 18), SIZES)
        found.append(TitleLines(place, view.title, under, sizes=sizes, rule="table/house-rules", hint=hint))
    left = max(layout.bottom_panel.x, px(16) + title) + px(16) if title else px(16)
    bar = Rect(left, px(14), sheet.x - px(16) - left, px(HIGH))
    found.append(PhaseBar(bar, view, number))
    turns = view.state.victory.get("turns") or 0
    found.append(Turn(Rect(sheet.x + px(16), 0, px(88), top.h), view.system.turn_word, turn or view.state.turn, turns))
    return found


def button_rect(layout: BattleLayout) -> Rect:
    """Where the main button stands."""
    px, sheet = theme.px, layout.sheet
    wide = min(px(296), sheet.w - px(120))
    return Rect(sheet.right - px(16) - wide, px(8), wide, px(48))
