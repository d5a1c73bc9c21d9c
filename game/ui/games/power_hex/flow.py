"""A band of chance that flows from column to column, to scale; no part of the rules.

A band that ends in a node stops there. Every column fills the height, so that small chances stay readable; the figures
are shares of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from game.core.display import percent
from game.systems.power_hex.parts import ChanceFlow, FlowNode
from game.ui.render.shapes import Place, Vec, box, paste
from game.ui.render.text import fit_text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.widgets import Still

NODE, GAP, LEAST, BENDS = 5, 4, 4, 12  # design pixels: node width, gap, least height; segments of a curve
WORDS = 17  # design pixels for the words of a node; those of lower nodes move aside
NONE = percent(0.0)
LAST = 0.2  # share of the width for the words of the last column
INKS = {
    "good": "green",
    "bad": "red",
    "note": "yellow",
    "own": "azure",
    "enemy": "amber",
    "ordnance": "violet",
    "muted": "muted",
}


def node_rects(area: Rect, flow: ChanceFlow) -> list[list[Rect]]:
    """Return the nodes of each column as rects; heights are shares of the chance that enters the column."""
    px, found = theme.px, list[list[Rect]]()
    wide = area.w - round(area.w * LAST) - px(NODE)
    for n, nodes in enumerate(flow.columns):
        x = area.x + round(wide * n / max(1, len(flow.columns) - 1))
        seen = [percent(one.chance) != NONE for one in nodes]
        free = area.h - px(GAP) * max(0, sum(seen) - 1) - px(LEAST) * sum(seen)
        every, y = sum(one.chance for one in nodes) or 1.0, float(area.y)
        column = []
        for one, shown in zip(nodes, seen):
            high = shown * px(LEAST) + free * one.chance / every
            column.append(Rect(x, round(y), px(NODE), round(y + high) - round(y)))
            y += high + shown * px(GAP)
        found.append(column)
    return found


@cached(8)
def _bands(size: tuple[int, int], flow: ChanceFlow) -> Surface:
    """Return the links as curved strips in the colour of their target node."""
    v, rects = Vec(*size, 2), node_rects(Rect(0, 0, *size), flow)
    leaves, comes = dict[tuple[int, int], float](), dict[tuple[int, int], float]()
    for link in sorted(flow.links, key=lambda one: (one.column, one.start, one.end)):
        from_, to = rects[link.column][link.start], rects[link.column + 1][link.end]
        out = sum(one.chance for one in flow.links if (one.column, one.start) == (link.column, link.start))
        into = sum(one.chance for one in flow.links if (one.column, one.end) == (link.column, link.end))
        left, right = from_.h * link.chance / out, to.h * link.chance / into
        a = leaves.get((link.column, link.start), 0.0) + from_.y
        b = comes.get((link.column + 1, link.end), 0.0) + to.y
        leaves[link.column, link.start] = a + left - from_.y
        comes[link.column + 1, link.end] = b + right - to.y
        v.poly(_strip((from_.right, a), left, (to.x, b), right), ink_of(flow.columns[link.column + 1][link.end]), 90)
    return v.done()


def _strip(start: Place, high: float, end: Place, becomes: float) -> list[Place]:
    """Return the outline of a strip that bends from one place to another and changes its height."""
    upper, lower = list[Place](), list[Place]()
    for n in range(BENDS + 1):
        t = n / BENDS
        eased = t * t * (3 - 2 * t)
        x, y = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * eased
        upper.append((x, y))
        lower.append((x, y + high + (becomes - high) * eased))
    return upper + lower[::-1]


def ink_of(node: FlowNode) -> Colour:
    found: Colour = getattr(theme.palette, INKS.get(node.tone, "muted"))
    return found


class FlowBand(Still):
    """The band with the words of its nodes."""

    def __init__(self, rect: Rect, flow: ChanceFlow, rule: str) -> None:
        said = "\n".join(", ".join(f"{one.label} {percent(one.chance)}" for one in nodes) for nodes in flow.columns)
        super().__init__(rect, rule=rule, name="chance band", hint=said)
        self.flow = flow

    def draw(self, dst: Surface) -> None:
        """Draw strips, nodes, and words on small plates."""
        p, r = theme.palette, self.rect
        paste(dst, _bands(r.size, self.flow), r.topleft)
        for n, (rects, nodes) in enumerate(zip(node_rects(r, self.flow), self.flow.columns)):
            for rect, one in zip(rects, nodes):
                if one.past:
                    for y in range(rect.y, rect.bottom, theme.px(4)):
                        dst.fill(p.faint, (rect.x, y, rect.w, max(1, theme.px(1.5))))
                else:
                    box(dst, rect, ink_of(one), 1)
            for y, one, rect in self._spots(rects, nodes):
                self._words(dst, n, one, rect, y)

    def _spots(self, rects: list[Rect], nodes: tuple[FlowNode, ...]) -> Iterator[tuple[int, FlowNode, Rect]]:
        """Yield each node with the rect of its words. Rects are moved down to avoid those above, and up again at the
        foot."""
        high, r = theme.px(WORDS), self.rect
        pairs = [(rect, one) for rect, one in zip(rects, nodes) if percent(one.chance) != NONE]
        spots, low = list[int](), r.y
        for rect, _ in pairs:
            spots.append(max(rect.centery, low + high // 2))
            low = spots[-1] + high // 2
        top = r.bottom
        for n in range(len(spots) - 1, -1, -1):
            spots[n] = min(spots[n], top - high // 2)
            top = spots[n] - high // 2
        yield from ((spot, one, rect) for spot, (rect, one) in zip(spots, pairs))

    def _words(self, dst: Surface, column: int, one: FlowNode, rect: Rect, y: int) -> None:
        """Draw the words of a node and its chance beside it."""
        p, px = theme.palette, theme.px
        columns = len(self.flow.columns)
        last = column + 1 == columns
        step = round((self.rect.w * (1 - LAST)) / max(1, columns - 1))
        room = (self.rect.right if last else rect.x + step) - rect.right - px(8)
        ink = p.muted if one.tone == "muted" or one.past else p.white
        words = f"was {percent(one.chance)}" if one.past else f"{one.label} {percent(one.chance)}"
        words = f"{one.label} {words}" if one.past else words
        if not last:
            wide = min(room, round(width(words, 13, "s")) + px(8))
            box(dst, Rect(rect.right + px(3), y - px(8), wide, px(16)), mix(p.well, p.panel, 0.2), 3, 170)
        fit_text(dst, words, (rect.right + px(7), y), room - px(4), (13, 12, 11, 10), ink, "s", "midleft")
