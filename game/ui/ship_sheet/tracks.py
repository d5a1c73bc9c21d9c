"""Rows of boxes as on a paper sheet: hull with crew dots and thresholds, armour as hexagons, meters; no part of the
rules.

Sound boxes are filled, lost ones hollow with a cross, and those lost in the last volley hot. A pointer marks the row in
danger. Pictures are cached, so a sheet costs a blit for each track.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.core.display import Meter, Track
from game.ui.render.lines import line
from game.ui.render.shapes import Place, Vec, box, paste, polar
from game.ui.render.text import caps, caps_width, fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.widgets import Still

# design pixels: row to row, the same set close, greatest distance from box to box, box height
LEAD, LOW_LEAD, PITCH, BOX = 30, 22, 34, 24
POINTER = 18  # room for the pointer before the boxes


def row_in_danger(track: Track) -> int:
    """Return the index of the first row with a box left, which is crossed off next. If there is none, it is the number
    of rows."""
    crossed = sum(track.rows) - track.left
    for index, boxes in enumerate(track.rows):
        crossed -= boxes
        if crossed < 0:
            return index
    return len(track.rows)


def _cross(v: Vec, r: tuple[float, float, float, float], colour: tuple[int, int, int]) -> None:
    x, y, w, h = r
    inset = min(6.0, w * 0.22)
    v.line((x + inset, y + inset), (x + w - inset, y + h - inset), colour, 2)
    v.line((x + w - inset, y + inset), (x + inset, y + h - inset), colour, 2)


def _box(v: Vec, r: tuple[float, float, float, float], gone: bool, hot: bool, dot: bool) -> None:
    """Draw one box: sound, lost, or lost just now. A dot is a crew factor."""
    p, (x, y, w, h) = theme.palette, r
    if gone:
        edge = p.red if hot else mix(p.red, p.panel, 0.55)
        v.rect(r, mix(p.red, p.panel, 0.72 if hot else 0.92), 255, 0, 4)
        v.rect(r, edge, 255, 1.6, 4)
        _cross(v, r, p.red if hot else mix(p.red, p.panel, 0.45))
    else:
        v.rect(r, mix(p.green, p.panel, 0.62), 255, 0, 4)
        v.rect(r, p.green, 230, 1.6, 4)
    if dot:
        v.circ((x + w / 2, y + h / 2), min(4.2, w * 0.2), mix(p.red, p.muted, 0.5) if gone else p.white)


@cached(128)
def boxes(
    rows: tuple[int, ...],
    left: int,
    fresh: int,
    dots: frozenset[int],
    pitch: float,
    lead: float = LEAD,
    pointer: bool = True,
) -> Surface:
    """Return the rows of a track. `fresh` of the lost boxes were lost just now. `pitch` and `lead` are in design
    pixels. With a `pointer`, the first row with a box left is marked."""
    high = lead * BOX / LEAD
    v = Vec(POINTER + pitch * max(rows), lead * len(rows), 4, theme.scale)
    lost, number = sum(rows) - left, 0
    gap = min(6.0, pitch * 0.18)
    for row, many in enumerate(rows):
        for k in range(many):
            number += 1
            hot = lost - fresh < number <= lost
            _box(v, (POINTER + k * pitch, row * lead, pitch - gap, high), number <= lost, hot, number in dots)
    danger = row_in_danger(Track("", rows, left))
    if pointer and danger < len(rows):
        y = danger * lead
        v.poly([(2, y + high / 4), (11, y + high / 2), (2, y + high * 3 / 4)], theme.palette.yellow)
    return v.done()


class BoxTrack(Still):
    """A track of a sheet. `fresh` of its lost boxes were lost just now."""

    def __init__(self, rect: Rect, track: Track, fresh: int = 0) -> None:
        super().__init__(rect, rule=track.rule, hint=_hint(track, f"{track.left} of {sum(track.rows)} boxes left"))
        self.track, self.fresh = track, fresh


class RowTrack(BoxTrack):
    """The rows, and beside each the effect at its end, with the row in danger in yellow."""

    pictured = True

    def __init__(self, rect: Rect, track: Track, fresh: int = 0, lead: float = LEAD) -> None:
        super().__init__(rect, track, fresh)
        self.lead = lead

    @staticmethod
    def high(track: Track, lead: float = LEAD) -> float:
        """Return its height in design pixels."""
        return lead * len(track.rows)

    def draw(self, dst: Surface) -> None:
        """Draw boxes as wide as there is room for."""
        p, px, t, r = theme.palette, theme.px, self.track, self.rect
        words = max((width(note, 14, "s") for note in t.notes), default=0) / theme.scale
        pitch = min(PITCH, (r.w / theme.scale - POINTER - words - 14) / max(t.rows))
        paste(dst, boxes(t.rows, t.left, self.fresh, t.dots, round(pitch, 1), self.lead, t.pointer), r.topleft)
        danger = row_in_danger(t)
        x = r.x + px(POINTER + pitch * max(t.rows) + 8)
        for row, note in enumerate(t.notes):
            now = t.pointer and row == danger
            at: Place = (x, r.y + px((row + BOX / LEAD / 2) * self.lead))
            text(dst, note, at, 14, p.yellow if now else p.faint, "s" if now else "r", "midleft")


def _hint(track: Track, words: str) -> str:
    return f"{words}\n{track.hint}" if track.hint else words


class InlineTrack(BoxTrack):
    """One row of boxes after its name, and its effect. Its boxes are as wide as those of all rows in `among`."""

    HIGH, LOW = 26, 20  # design pixels, and where there is little height
    pictured = True

    def __init__(self, rect: Rect, track: Track, fresh: int = 0, among: Sequence[Track] = ()) -> None:
        super().__init__(rect, track, fresh)
        self.among = tuple(among) or (track,)

    @property
    def pitch(self) -> float:
        """The distance from box to box, in design pixels, at which the longest words and the most boxes fit."""
        words = max(width(note, 14, "s") for one in self.among for note in (*one.notes[:1], ""))
        room = (self.rect.w - self._start - words) / theme.scale - POINTER - 8
        return round(min(PITCH, room / max(1, *(sum(one.rows) for one in self.among))), 1)

    @property
    def _start(self) -> float:
        return max(theme.px(76), *(caps_width(one.label) + theme.px(12) for one in self.among))

    def draw(self, dst: Surface) -> None:
        """Draw name, boxes and words, with those of the next row to be crossed off emphasised."""
        p, px, t, r = theme.palette, theme.px, self.track, self.rect
        caps(dst, t.label, (r.x, r.centery), None, "midleft")
        words, now = t.notes[0] if t.notes else "", t.pointer and t.left > 0
        ink = p.red if self.fresh else p.yellow if now else p.faint
        text(dst, words, (r.right, r.centery), 14, ink, "s" if now else "r", "midright")
        lead = round(r.h / theme.scale + 2.0, 1)
        paste(
            dst,
            boxes(t.rows, t.left, self.fresh, t.dots, self.pitch, lead, t.pointer),
            (r.x + self._start, r.y + px(2)),
        )


class TileTrack(BoxTrack):
    """A track of few boxes as one tile in a row: the boxes stacked, its name, its effect."""

    HIGH, LOW = 46, 36  # design pixels, and where there is little height
    pictured = True

    def __init__(self, rect: Rect, track: Track, fresh: int = 0) -> None:
        super().__init__(rect, track, fresh)
        words = track.notes[0] if track.notes else ""
        self.words = words or ("whole" if track.left else "gone")
        self.hint = _hint(track, f"{track.label}: {self.words}")

    def draw(self, dst: Surface) -> None:
        """Draw the tile, with a red edge once a box is lost."""
        p, px, t, r = theme.palette, theme.px, self.track, self.rect
        full = sum(t.rows)
        hurt = t.left < full
        box(dst, r, p.well, 5, 255, p.red if hurt else p.line, 2 if self.fresh else 1)
        wide, high, gap = px(17), px(11), px(3)
        y = r.centery - (high * full + gap * (full - 1)) // 2
        for n in range(full):
            gone = n < full - t.left
            at = Rect(r.x + px(9), y + n * (high + gap), wide, high)
            box(
                dst,
                at,
                mix(p.red, p.panel, 0.72) if gone else mix(p.green, p.panel, 0.62),
                3,
                255,
                p.red if gone else p.green,
            )
            if gone:
                line(dst, (at.x + 3, at.bottom - 3), (at.right - 4, at.y + 2), p.red, 1.6)
        left = r.x + wide + px(18)
        fit_text(dst, t.label, (left, r.centery - px(8)), r.right - left, (15, 14, 13), p.text, "s", "midleft")
        ink = p.red if hurt else p.muted
        fit_text(dst, self.words, (left, r.centery + px(9)), r.right - left, (13, 12), ink, "r", "midleft")


@cached(128)
def hexagons(count: int, left: int, fresh: int, pitch: float) -> Surface:
    """Return armour boxes in one row, the lost ones first."""
    p = theme.palette
    v = Vec(count * pitch + 4, 24, 5, theme.scale)
    lost = count - left
    for k in range(count):
        at = (12 + k * pitch, 12)
        hexagon = [polar(min(10.0, pitch * 0.42), 60 * i, at) for i in range(6)]
        gone, hot = k < lost, lost - fresh <= k < lost
        ink = p.red if hot else mix(p.red, p.panel, 0.55)
        v.poly(hexagon, mix(p.red, p.panel, 0.9) if gone else mix(p.text, p.panel, 0.62))
        v.lines(hexagon, ink if gone else mix(p.text, p.panel, 0.12), 1.7, 255, True)
        if gone:
            arm = min(5.0, pitch * 0.2)
            v.line((at[0] - arm, at[1] - arm), (at[0] + arm, at[1] + arm), ink, 2)
            v.line((at[0] + arm, at[1] - arm), (at[0] - arm, at[1] + arm), ink, 2)
    return v.done()


class HexagonTrack(BoxTrack):
    """One layer of armour: its name, its hexagons, and its state."""

    HIGH = 24

    def draw(self, dst: Surface) -> None:
        """Draw name, hexagons and words."""
        p, px, t, r = theme.palette, theme.px, self.track, self.rect
        caps(dst, t.label, (r.x, r.centery), None, "midleft")
        full, lost = sum(t.rows), became(t, self.fresh)
        text(dst, lost, (r.right, r.centery), 15, p.red if self.fresh else p.faint, "r", "midright")
        x = max(px(92), caps_width(t.label) + px(12))
        room = (r.w - x - width(lost, 15) - px(8)) / theme.scale
        paste(
            dst,
            hexagons(full, t.left, self.fresh, round(min(28.0, room / max(1, full)), 1)),
            (r.x + x, r.centery - px(12)),
        )


class HexagonBlock(BoxTrack):
    """A layer of armour beside the hull, where there is little height: name, rows of hexagons, state."""

    ROW = 22  # design pixels from row to row

    def draw(self, dst: Surface) -> None:
        """Draw the hexagons in at most two rows."""
        p, px, t, r = theme.palette, theme.px, self.track, self.rect
        caps(dst, t.label, (r.x, r.y))
        full, gone = sum(t.rows), sum(t.rows) - t.left
        across = max(4, -(-full // 2))
        pitch = round(min(25.0, r.w / theme.scale / across), 1)
        y = r.y + px(15)
        for start in range(0, full, across):
            many = min(across, full - start)
            lost = min(many, max(0, gone - start))
            hot = max(0, lost - max(0, gone - self.fresh - start))
            paste(dst, hexagons(many, many - lost, hot, pitch), (r.x - px(2), y))
            y += px(self.ROW)
        words = became(t, self.fresh)
        fit_text(dst, words, (r.x, y + px(10)), r.w, 14, p.red if self.fresh else p.faint, "r", "midleft")


def became(track: Track, fresh: int) -> str:
    """Return the state of a layer of armour, in words."""
    if fresh:
        return f"{fresh} just lost"
    return "gone" if not track.left else "" if track.left == sum(track.rows) else f"{track.left} left"


@cached(64)
def cells(
    wide: int, total: int, parts: tuple[tuple[int, str], ...], high: float, gap: float, colour: Colour
) -> Surface:
    """Return a meter of cells, one for each point: hatched, solid or hollow. `wide` is in real pixels, the rest in
    design pixels."""
    p, unit = theme.palette, theme.scale
    across = wide / unit
    step = (across + gap) / max(1, total)
    v = Vec(across, high, 4, unit)
    kinds = [kind for points, kind in parts for _ in range(points)][:total]
    for i in range(total):
        r = (i * step, 0, step - gap, high)
        kind = kinds[i] if i < len(kinds) else ""
        if kind == "hatch":
            v.rect(r, mix(colour, p.ink, 0.55), 255, 0, 3)
            v.hatch([(r[0], 0), (r[0] + r[2], 0), (r[0] + r[2], high), (r[0], high)], p.white, 6, 1.6, 235)
        elif kind:
            v.rect(r, colour, 255, 0, 3)
        else:
            v.rect(r, p.edge, 255, 1.4, 3)
    return v.done()


class MeterBar(Still):
    """A meter as cells, with a legend of the patterns below."""

    def __init__(self, rect: Rect, meter: Meter, legend: bool = True) -> None:
        super().__init__(rect, rule=meter.rule, hint=meter.note)
        self.meter, self.legend = meter, legend

    @staticmethod
    def high(legend: bool = True) -> float:
        """Return its height in design pixels."""
        return 40 if legend else 14

    def draw(self, dst: Surface) -> None:
        """Draw cells, then the legend as far as there is room."""
        p, px, g, r = theme.palette, theme.px, self.meter, self.rect
        if g.total:
            parts, gap = tuple((n, kind) for n, _, kind in g.parts), 6 if g.total < 20 else 2
            paste(dst, cells(r.w, g.total, parts, 14, gap, theme.accent), r.topleft)
        if not self.legend:
            return
        x, y = r.x, r.bottom - px(12)
        shown = [(f"{name} {n}", kind) for n, name, kind in g.parts]
        shown.append((f"left {max(0, g.left)}", ""))
        size, gap = legend_size([label for label, _ in shown], r.w)
        for label, kind in shown:
            paste(dst, cells(px(14), 1, ((1, kind),) if kind else (), 12, 0, theme.accent), (x, y - px(1)))
            room = r.right - x - px(18)
            at = fit_text(dst, label, (x + px(18), y + px(5)), room, size, p.muted, "r", "midleft")
            x = at.right + px(gap)


def legend_size(labels: list[str], wide: float) -> tuple[int, int]:
    """Return text size and gap of a legend in design pixels, as large as fits into one line."""
    sizes = ((15, 22), (14, 14), (13, 8), (12, 6), (11, 4))

    def taken(size: int, gap: int) -> float:
        return sum(theme.px(18) + width(label, size) for label in labels) + theme.px(gap) * (len(labels) - 1)

    return next((one for one in sizes if taken(*one) <= wide), sizes[-1])
