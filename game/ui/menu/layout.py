"""The layout of the menu at every window size and scale; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from game.ui.render.theme import theme

ALONE = 80  # design pixels by which cards of a single row may be higher
NOTHING = Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class MenuLayout:
    """Rects in real pixels. `type` is the text size of the title's two words; `rose` the middle of the compass behind
    it."""

    title: Rect
    type: tuple[float, float]
    one_line: bool
    rose: tuple[int, int]
    last: Rect
    buttons: tuple[Rect, ...]
    systems: tuple[Rect, ...]
    scenarios: Rect  # the line of the heading
    cards: Rect  # the visible part of the cards
    card_size: tuple[int, int]
    across: int
    gap: int
    panel: Rect  # the column of house rules, and its visible rows
    column: Rect
    seats: tuple[Rect, ...]
    house: Rect
    begin: Rect
    folded: bool = field(default=False)

    def card(self, index: int) -> Rect:
        """Return the rect of a card before scrolling."""
        wide, high = self.card_size
        x = self.cards.x + index % self.across * (wide + self.gap)
        return Rect(x, self.cards.y + index // self.across * (high + self.gap), wide, high)


def plan_layout(area: Rect, systems: int, offers: int, sides: int, words: tuple[float, ...]) -> MenuLayout:
    """Return the layout for a window. `words` are the widths of the buttons' texts, in real pixels."""
    wide, high = area.w / theme.scale, area.h / theme.scale
    if wide >= 1760 and high >= 900:
        return _whole(area, systems, offers, sides, len(words))
    if wide >= 1080 and high >= 640:
        return _tight(area, systems, offers, sides, len(words))
    return _low(area, systems, offers, sides, words)


def split_by_weight(r: Rect, weights: tuple[float, ...], gap: int) -> tuple[Rect, ...]:
    """Return a strip cut into parts of these weights."""
    room, x, found = r.w - gap * (len(weights) - 1), float(r.x), []
    for weight in weights:
        wide = room * weight / sum(weights)
        found.append(Rect(round(x), r.y, round(x + wide) - round(x), r.h))
        x += wide + gap
    return tuple(found)


def split_evenly(r: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """Return a strip cut into equal parts."""
    wide = (r.w + gap) / max(1, count)
    return tuple(
        Rect(round(r.x + i * wide), r.y, round(r.x + (i + 1) * wide) - gap - round(r.x + i * wide), r.h)
        for i in range(count)
    )


def _cards(cards: Rect, across: int, offers: int, gap: int, least: int, most: int) -> tuple[int, int]:
    """Return the size of a card. Two rows fill the height; if there are more, part of the third shows. A single row has
    higher cards."""
    rows = -(-offers // across) if offers else 1
    peek, shown = theme.px(36) + gap if rows > 2 else 0, min(2, rows)
    most += ALONE if rows == 1 else 0
    high = min(theme.px(most), max(theme.px(least), (cards.h - gap * (shown - 1) - peek) // shown))
    strip = theme.px(14) if rows * (high + gap) - gap > cards.h else 0
    return (cards.w - strip - gap * (across - 1)) // across, high


def _left_column(
    area: Rect, m: int, wide: int, top: int, big: float, button: int, pitch: int, count: int
) -> tuple[Rect, Rect, tuple[Rect, ...]]:
    """Return title, card of the last battle, and buttons in one column that ends with the window. From the third on,
    two buttons share a row."""
    px = theme.px
    foot = area.h - m
    title = Rect(m, top, wide, px(big * 2))
    lines = 2 + (count - 2) // 2
    first = foot - lines * pitch + (pitch - button)
    rows, gap = [Rect(m, first + i * pitch, wide, button) for i in range(lines)], pitch - button
    pairs = [one for row in rows[2:-1] for one in split_by_weight(row, (1.0, 1.0), gap)]
    buttons = (*rows[:2], *pairs, *split_by_weight(rows[-1], (1.6, 1.0), gap))
    head = top + px(big * 0.87 + big * 0.65 * 1.033 + 16 + 40)
    last = Rect(m, head, wide, first - px(24) - head)
    return title, last, buttons


def _whole(area: Rect, systems: int, offers: int, sides: int, count: int) -> MenuLayout:
    """Return the layout of a large window."""
    px, m = theme.px, theme.px(64)
    title, last, buttons = _left_column(area, m, px(432), px(80), 92, px(56), px(64), count)
    x0, x1 = px(560), area.w - m
    column = px(min(480, max(376, 0.268 * (x1 - x0) / theme.scale)))
    foot = Rect(x0, area.h - m - px(68), x1 - x0, px(68))
    cards = Rect(x0, px(212), x1 - x0 - column - px(36), foot.y - px(44) - px(212))
    panel = Rect(x1 - column, cards.y, column, cards.h)
    inner = panel.inflate(-px(32), -px(16))
    return MenuLayout(
        title,
        (92, 60),
        False,
        (px(280), px(380)),
        last,
        buttons,
        split_evenly(Rect(x0, px(64), x1 - x0, px(84)), systems, px(12)),
        Rect(x0, px(184), cards.w, px(10)),
        cards,
        _cards(cards, 3, offers, px(20), 220, 360),
        3,
        px(20),
        panel,
        Rect(inner.x, inner.y, inner.w + px(10), inner.h),
        split_evenly(Rect(x0, foot.y, cards.w, foot.h), sides, px(20)),
        NOTHING,
        Rect(panel.x, foot.y, panel.w, foot.h),
    )


def _tight(area: Rect, systems: int, offers: int, sides: int, count: int) -> MenuLayout:
    """Return the layout of a medium window, with house rules folded into a plate at the foot."""
    px, wide = theme.px, area.w / theme.scale
    m, low = px(40 if wide >= 1200 else 28), area.h < theme.px(760)
    left = px(360 if wide >= 1500 else 312 if wide >= 1200 else 280)
    title, last, buttons = _left_column(
        area, m, left, m + px(4), 64, px(40 if low else 46), px(46 if low else 54), count
    )
    x0, x1 = m + left + px(32), area.w - m
    foot = Rect(x0, area.h - m - px(64), x1 - x0, px(64))
    cards = Rect(x0, m + px(64 + 48), x1 - x0, foot.y - px(20) - m - px(112))
    across = 4 if x1 - x0 >= px(1180) else 3
    places = split_evenly(foot, sides + 2, px(14))
    return MenuLayout(
        title,
        (64, 41.6),
        False,
        (px(220), px(300)),
        last,
        buttons,
        split_evenly(Rect(x0, m, x1 - x0, px(64)), systems, px(12)),
        Rect(x0, m + px(64 + 20), x1 - x0, px(10)),
        cards,
        _cards(cards, across, offers, px(16), 206, 340),
        across,
        px(16),
        NOTHING,
        NOTHING,
        places[:sides],
        places[sides],
        places[-1],
        True,
    )


def _low(area: Rect, systems: int, offers: int, sides: int, words: tuple[float, ...]) -> MenuLayout:
    """Return the layout of a small window or a large scale, with the left column folded into the heading."""
    px, m = theme.px, theme.px(24)
    wide = area.w - 2 * m
    last = Rect(m + px(360), px(18), wide - px(360), px(84))
    row = Rect(m, px(114), wide, px(36))
    y = row.bottom + px(14)
    shelves: tuple[Rect, ...] = ()
    if systems > 1:
        shelves = split_evenly(Rect(m, y, wide, px(60)), systems, px(10))
        y += px(72)
    foot = Rect(m, area.h - px(16) - px(60), wide, px(60))
    cards = Rect(m, y + px(26), wide, foot.y - px(14) - y - px(26))
    across = max(2, min(4, wide // px(230)))
    size = ((cards.w - px(14) - px(12) * (across - 1)) // across, max(px(196), min(px(240), cards.h - px(30))))
    places = split_evenly(foot, sides + 2, px(10))
    return MenuLayout(
        Rect(m, px(40), px(340), px(40)),
        (38, 38),
        True,
        (px(200), px(200)),
        last,
        split_by_weight(row, words, px(8)),
        shelves,
        Rect(m, y + px(2), wide, px(10)),
        cards,
        size,
        across,
        px(12),
        NOTHING,
        NOTHING,
        places[:sides],
        places[sides],
        places[-1],
        True,
    )
