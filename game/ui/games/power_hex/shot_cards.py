"""A shot in five cards, one for each step, and below them the band of its chance; no part of the rules.

The card of the present step is framed, and done ones are ticked. A press assigns guns that may meet the shot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.display import percent
from game.systems.power_hex.parts import GuardRow, PartChance, ShotSteps
from game.ui.games.power_hex.flow import FlowBand
from game.ui.games.power_hex.hit_card import needs, part_of
from game.ui.render.shapes import Vec, bar, box, mark, polar, stamp
from game.ui.render.text import fit_text, lines, text, width, wrap
from game.ui.render.theme import cached, mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.ship_sheet.painters import Edit
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

CARDS, GAP, HEAD, ROW = 148, 6, 26, 18  # design pixels: card height, gap, heading, a line
NAMES = (("To hit", "d20"), ("Interception", "d10 each"), ("Side", "d10"), ("Location", "d20"), ("Damage", ""))
RING, THICK = 30, 13  # design pixels: the ring of sides, and its thickness for a certain side
REASON, LEAD = 11, 14  # design pixels: size and line height of a wrapped reason
RANGE = 11  # design pixels of a column of the table of ranges
BROAD = 150  # design pixels of a card with two columns of terms
TURNS = {"fore": 0.0, "starboard": 90.0, "aft": 180.0, "port": 270.0}


class StepCard(Still):
    """One step: its number, its name, its die, and the result."""

    def __init__(self, rect: Rect, shot: ShotSteps, step: int) -> None:
        super().__init__(rect, rule=shot.rule, name=f"step {step}", hint=card_words(shot, step))
        self.shot, self.step = shot, step

    def draw(self, dst: Surface) -> None:
        """Draw ground and heading, then the step's own part."""
        p, px, r = theme.palette, theme.px, self.rect
        now, done = self.step == self.shot.step, self.step < self.shot.step
        box(dst, r, p.raised, 6, 255, theme.accent if now else p.line, 2 if now else 1)
        name, die = NAMES[self.step - 1]
        die = die or self.shot.damage.dice
        at = (r.x + px(15), r.y + px(14))
        if done:
            stamp(dst, mark("done", p.green, 14), at)
        else:
            box(dst, Rect(at[0] - px(9), at[1] - px(9), px(18), px(18)), theme.accent if now else p.active, 9)
            text(dst, str(self.step), at, 13, p.ink if now else p.text, "b", "center")
        room = r.w - px(34)
        label = fit_text(dst, name, (r.x + px(28), at[1]), room, (15, 14, 13, 12), p.white, "b", "midleft")
        if r.right - px(16) - label.right > width(die, 12):
            text(dst, die, (r.right - px(8), at[1]), 12, p.muted, "r", "midright")
        inner = Rect(r.x + px(8), r.y + px(HEAD + 2), r.w - px(16), r.h - px(HEAD + 6))
        (self._hit, self._guards, self._sides, self._places, self._damage)[self.step - 1](dst, inner)

    def _hit(self, dst: Surface, r: Rect) -> None:
        """Draw terms in two columns, twenty steps, the number needed, the die rolled."""
        p, px, card = theme.palette, theme.px, self.shot.hit
        broad = r.w >= px(BROAD)
        for n, (words, figure) in enumerate(card.terms[:4]):
            cell = part_of(Rect(r.x, r.y + px(23) * (n // 2), r.w, px(20)), n % 2, 2, px(4))
            if not broad:
                cell = Rect(r.x, r.y + px(12) * n, r.w, px(13))
            else:
                box(dst, cell, p.well, 4, 255, p.line)
            end = text(dst, figure.replace("-", "−"), (cell.right - px(5), cell.centery), 13, p.white, "b", "midright")
            fit_text(
                dst,
                words,
                (cell.x + px(5), cell.centery),
                end.x - cell.x - px(7),
                (12, 11, 10, 9),
                p.muted,
                "r",
                "midleft",
            )
        steps = Rect(r.x, r.y + px(52), r.w, px(10))
        lit = round(card.chance * card.faces)
        for n in range(card.faces):
            box(
                dst,
                part_of(steps, n, card.faces, 1),
                p.yellow if n < lit else p.well,
                1,
                255,
                None if n < lit else p.line,
            )
        y = r.y + px(76)
        end = text(dst, percent(card.chance), (r.right, y), 15, p.yellow, "b", "midright")
        words = needs(card).removeprefix("hits on ")
        fit_text(dst, words, (r.x, y), end.x - r.x - px(4), (14, 13, 12, 11), p.white, "s", "midleft")
        if self.shot.face:
            stamp(dst, _hexagon(self.shot.face), (r.x + px(12), r.y + px(100)))
            text(dst, f"{self.shot.face}: it hits", (r.x + px(30), r.y + px(100)), 14, p.green, "s", "midleft")
        elif r.w >= px(RANGE) * len(card.ranges):
            self._ranges(dst, Rect(r.x, r.y + px(88), r.w, px(26)))

    def _ranges(self, dst: Surface, r: Rect) -> None:
        """Draw the bonus of the gun at each range, with a frame round the present one."""
        p, px, card = theme.palette, theme.px, self.shot.hit
        for n, figure in enumerate(card.ranges):
            cell, on = part_of(r, n, len(card.ranges), 1), n == card.lit
            box(dst, cell, mix(p.panel, p.yellow, 0.3) if on else p.well, 2, 255, p.yellow if on else p.line)
            fit_text(dst, str(n), (cell.centerx, cell.y + px(7)), cell.w, (10, 9), p.faint, "r", "center")
            said = f"{figure:+d}".replace("-", "−")
            fit_text(
                dst,
                said,
                (cell.centerx, cell.y + px(18)),
                cell.w,
                (11, 10, 9),
                p.white if on else p.muted,
                "s",
                "center",
            )

    def _guards(self, dst: Surface, r: Rect) -> None:
        """Draw the reason if no gun may meet the shot; otherwise each gun has a widget of its own."""
        if not self.shot.guards:
            fit_text(
                dst,
                "no gun stops it",
                (r.x, r.y + theme.px(10)),
                r.w,
                (13, 12, 11),
                theme.palette.muted,
                "r",
                "midleft",
            )

    def _sides(self, dst: Surface, r: Rect) -> None:
        """Draw a ring of arcs, each as thick as its chance, oriented as the ship is, and names with their faces."""
        p, px = theme.palette, theme.px
        chances = {one.key: one for one in self.shot.sides}
        centre = (r.centerx, r.y + px(55))
        stamp(dst, _ring(tuple((key, chances[key].chance if key in chances else 0.0) for key in TURNS)), centre)
        for key, turn in TURNS.items():
            if (one := chances.get(key)) is None:
                continue
            short = {"starboard": "stbd"}.get(key, key)
            ink, weight = (p.white, "s") if key == self.shot.side else (p.muted, "r")
            x, y = polar(px(RING + 6), turn, centre)
            if turn in (0.0, 180.0):
                words = f"{short} {one.faces}"
                text(dst, words, (x, y + (-px(5) if not turn else px(5))), 12, ink, weight, "center")
            else:
                anchor, room = ("midleft", r.right - x) if turn == 90.0 else ("midright", x - r.x)
                fit_text(dst, short, (x, y - px(7)), room, (12, 11, 10), ink, weight, anchor)
                fit_text(dst, one.faces, (x, y + px(7)), room, (12, 11, 10), ink, weight, anchor)

    def _places(self, dst: Surface, r: Rect) -> None:
        """Draw a line for each place of the likeliest side: faces, name, a bar of its chance, and the chance of its
        loss if struck."""
        p, px = theme.palette, theme.px
        chart = self.shot.chart or f"if {self.shot.side}"
        fit_text(dst, chart, (r.x, r.y + px(6)), r.w * 0.55, (12, 11), p.muted, "r", "midleft")
        text(dst, "lost if hit", (r.right, r.y + px(6)), 11, p.muted, "r", "midright")
        high = min(px(ROW + 2), (r.h - px(14)) // max(1, len(self.shot.places)))
        for n, one in enumerate(self.shot.places):
            y = r.y + px(14) + n * high + high // 2
            faces = text(dst, one.faces, (r.x, y - px(1)), 11, p.muted, "r", "midleft")
            words = one.tone or percent(one.mean)
            ink = p.muted if one.tone or not one.mean else p.red
            end = text(dst, words, (r.right, y - px(1)), 12, ink, "s", "midright")
            left = max(faces.right + px(4), r.x + px(32))
            fit_text(dst, one.label, (left, y - px(1)), end.x - left - px(3), (13, 12, 11, 10), p.text, "r", "midleft")
            bar(dst, r.x, y + high // 2 - px(3), r.w, one.chance, p.green if one.key == "structure" else p.azure, 2)

    def _damage(self, dst: Surface, r: Rect) -> None:
        """Draw a column for each number of points, hatched from the number that destroys the side, then armour in
        words."""
        p, px, one = theme.palette, theme.px, self.shot.damage
        area = Rect(r.x, r.y + px(4), r.w, px(52))
        most, count = max(one.chances, default=1.0) or 1.0, max(1, len(one.chances))
        for n, chance in enumerate(one.chances):
            x0, x1 = area.x + area.w * n // count, area.x + area.w * (n + 1) // count
            high = round(area.h * chance / most)
            beyond = bool(one.ends_at) and one.first + n >= one.ends_at
            dst.fill(p.yellow if beyond else p.faint, (x0, area.bottom - high, max(1, x1 - x0 - 1), high))
        dst.fill(p.edge, (area.x, area.bottom, area.w, 1))
        text(dst, str(one.first), (area.x, area.bottom + px(9)), 11, p.muted, "r", "midleft")
        ends = area.x + area.w * (one.ends_at - one.first) // count if one.ends_at else area.x
        if ends < area.right - px(30):
            text(dst, str(one.first + count - 1), (area.right, area.bottom + px(9)), 11, p.muted, "r", "midright")
        if one.ends_at:
            for y in range(area.y, area.bottom, px(5)):
                dst.fill(p.white, (ends, y, 1, px(3)))
            text(dst, str(one.ends_at), (ends, area.bottom + px(9)), 12, p.yellow, "b", "center")
        ends_so = [(one.end_words, p.yellow)] if one.end_words else []
        for n, (words, ink) in enumerate([*ends_so, *((each, p.muted) for each in one.words)]):
            fit_text(dst, words, (r.x, area.bottom + px(25 + 15 * n)), r.w, (12, 11, 10), ink, "r", "midleft")


@cached(24)
def _hexagon(face: int) -> Surface:
    """Return a d20 with a face."""
    v = Vec(24, 24, 4, theme.scale)
    v.poly([polar(11, turn, (12, 12)) for turn in range(0, 360, 60)], theme.palette.white)
    out = v.done()
    text(out, str(face), (out.get_width() / 2, out.get_height() / 2), 13, theme.palette.ink, "b", "center")
    return out


@cached(24)
def _ring(chances: tuple[tuple[str, float], ...]) -> Surface:
    """Return four arcs, the thickest in the accent."""
    side = 2 * (RING + 2)
    v, c, most = Vec(side, side, 4, theme.scale), (side / 2, side / 2), max(chance for _, chance in chances)
    for key, chance in chances:
        inner = RING - 3 - THICK * chance
        ink = theme.accent if chance == most else mix(theme.accent, theme.palette.panel, 0.55)
        v.arc(c, inner, RING, TURNS[key] - 42, TURNS[key] + 42, ink if chance else theme.palette.line)
    return v.done()


class GuardLine(Widget):
    """A gun that may meet the shot, with a tick box and the result, or one that may not, with the reason."""

    def __init__(
        self, rect: Rect, row: GuardRow, press: Callable[[], object] | None, rule: str, asked: bool = False
    ) -> None:
        able = f"stops it on {row.needs}; {percent(row.through)} comes through"
        verb = "" if press is None else "; press to leave it out" if row.chosen else "; press to allot it"
        words = f"{row.label}: {row.why_not or able}{verb}"
        super().__init__(rect, on_press=press, rule=rule, name=f"guard {row.word or row.label}", hint=words)
        self.row, self.focusable = row, asked  # one that may not is focusable too, for its reason

    def draw(self, dst: Surface) -> None:
        """Draw box, name, die, and the rest of the shot."""
        p, px, r, row = theme.palette, theme.px, self.rect, self.row
        if row.why_not and r.h > px(ROW + 1):
            wrap(dst, refusal_words(row), (r.x + px(4), r.y), r.w - px(6), REASON, p.muted, lead=LEAD)
            return
        if row.why_not:
            name = fit_text(dst, row.label, (r.x + px(4), r.centery), r.w * 0.5, (12, 11, 10), p.muted, "r", "midleft")
            room = r.right - name.right - px(8)
            fit_text(dst, row.why_not, (r.right - px(2), r.centery), room, (12, 11, 10, 9), p.faint, "r", "midright")
            return
        edge = theme.accent if row.chosen else p.edge if self.hover else p.line
        box(dst, r, mix(theme.accent, p.panel, 0.8) if row.chosen else p.well, 4, 255, edge)
        tick = Rect(r.x + px(4), r.centery - px(6), px(12), px(12))
        box(dst, tick, theme.accent if row.chosen else p.panel, 2, 255, p.edge)
        if row.chosen:
            stamp(dst, mark("done", p.ink, 10), tick.center)
        ink = p.green if row.chosen else p.muted
        end = text(dst, f"→ {percent(row.through)}", (r.right - px(5), r.centery), 12, ink, "s", "midright")
        left = tick.right + px(5)
        label = fit_text(
            dst, row.label, (left, r.centery), end.x - left - px(4), (13, 12, 11, 10), p.white, "s", "midleft"
        )
        if label.right + px(8) + width(row.needs, 11) < end.x:
            text(dst, row.needs, (label.right + px(6), r.centery), 11, p.muted, "r", "midleft")


def refusal_words(row: GuardRow) -> str:
    """Return a gun that may not meet the shot, with the reason."""
    return f"{row.label}: {row.why_not}"


def guard_lines(card: Rect, rows: Sequence[GuardRow]) -> list[tuple[GuardRow, Rect]]:
    """Return the guns with their rects on the card, in pixels. A long reason is wrapped if the card has room below."""
    px = theme.px
    x, y, wide = card.x + px(6), card.y + px(HEAD + 2), card.w - px(12)
    shown = rows[: (card.bottom - y) // px(ROW + 4)]
    room, found = card.bottom - px(3) - y - len(shown) * px(ROW + 4), []
    for row in shown:
        high, broken = px(ROW + 1), len(lines(refusal_words(row), wide - px(6), REASON))
        needed = width(row.label, 12) + width(row.why_not, REASON) + px(14)
        more = broken * px(LEAD) + px(2) - high
        if row.why_not and needed > wide and 0 < more <= room:
            high, room = high + more, room - more
        found.append((row, Rect(x, y, wide, high)))
        y += high + px(3)
    return found


def card_words(shot: ShotSteps, step: int) -> str:
    """Return a card in words."""
    if step == 1:
        terms = ", ".join(f"{words} {figure}" for words, figure in shot.hit.terms)
        rolled = f"; rolled {shot.face}" if shot.face else ""
        return f"{shot.title}: {terms}; {needs(shot.hit)}, {percent(shot.hit.chance)}{rolled}"
    if step == 2:
        return "which guns meet the shot; all are allotted before any of their dice"
    if step == 3:
        return "side by d10: " + ", ".join(_side_words(one) for one in shot.sides)
    if step == 4:
        return f"location by d20 on the {shot.side} side: " + ", ".join(
            f"{one.label} {one.faces}" for one in shot.places
        )
    return "; ".join([f"damage {shot.damage.dice}", *filter(None, (shot.damage.end_words, *shot.damage.words))])


def _side_words(one: PartChance) -> str:
    return f"{one.label} {one.faces} ({percent(one.chance)})"


def allot(model: SeatModel, edit: Edit, field: str, word: str) -> None:
    """Add a gun to those that meet the shot of the order in hand, or remove it."""
    if order := model.order:
        now = {str(one) for one in order.value(field)}  # type: ignore[attr-defined]
        edit(field, tuple(sorted(now ^ {word})))


def shot_panel(column: Column, shot: ShotSteps, area: Rect, model: SeatModel, edit: Edit) -> None:
    """Add five cards side by side, the guards on the second, and the band below."""
    px = theme.px
    toggle, r = partial(allot, model, edit, shot.field) if shot.field else None, area.inflate(px(24), px(8))
    row = Rect(r.x, r.y, r.w, min(px(CARDS), r.h // 2 + px(10)))
    for step in range(1, 6):
        card = part_of(row, step - 1, 5, px(GAP))
        column.add(StepCard(card, shot, step))
        if step == 2:
            for one, line in guard_lines(card, shot.guards):
                press = partial(toggle, one.word) if toggle and one.word else None
                column.add(GuardLine(line, one, press, shot.rule, bool(toggle)))
    band = Rect(r.x, row.bottom + px(8), r.w, r.bottom - row.bottom - px(8))
    if band.h > px(40):
        column.add(FlowBand(band, shot.flow, shot.rule))
