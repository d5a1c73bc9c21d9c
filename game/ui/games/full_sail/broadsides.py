"""The guns of a ship by side of the deck: all guns, lost ones, and their dice by range; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.display import Icon, Sheet, Strip
from game.systems.full_sail.parts import Deck
from game.ui.render.shapes import box
from game.ui.render.text import Piece, fit_text, run, run_width, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

HIGH, LOW = 30, 22  # design pixels of a cell, and where there is little height
NAME, FIGURE = 64, 26  # design pixels: width of the longest name, and of a figure
SIZES = (13, 12, 11)  # text sizes of the guns; the first that fits is used
NAMES = ("port", "starboard", "bow", "stern")


@dataclass(frozen=True)
class GunSide:
    """One side of a deck: its name, its guns, its dice by range."""

    name: str
    guns: tuple[Icon, ...]
    dice: Strip

    @property
    def counted(self) -> list[tuple[str, bool]]:
        """The guns of each kind, working ones first, as in `3M` and `1C`, with True for lost ones."""
        found = []
        for lost in (False, True):
            kinds = [gun.mode for gun in self.guns if (gun.state != "ok") == lost]
            found += [(f"{kinds.count(kind)}{kind}", lost) for kind in dict.fromkeys(kinds)]
        return found


def gun_sides(sheet: Sheet, deck: Deck) -> list[GunSide]:
    """Return the sides with guns, port first."""
    icons = {one.key: one for one in sheet.icons}
    held = (deck.port, deck.starboard, deck.bow, deck.stern)
    named = [(name, tuple(icons[key] for key in keys)) for name, keys in zip(NAMES, held) if keys]
    return [GunSide(name, guns, dice) for (name, guns), dice in zip(named, sheet.strips)]


class SideCell(Still):
    """One side in a line: name, guns, and a figure for each range."""

    def __init__(self, rect: Rect, side: GunSide) -> None:
        names = [gun.label.removeprefix(f"{side.name} ") + " lost" * (gun.state != "ok") for gun in side.guns]
        guns = ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))
        dice = ", ".join(
            f"to {head} MU {figure} {'die' if figure == '1' else 'dice'}" for head, figure in side.dice.cells
        )
        super().__init__(
            rect, rule=side.dice.rule, name=f"broadside {side.name}", hint=f"{side.dice.label}: {guns}\n{dice}"
        )
        self.side = side

    def draw(self, dst: Surface) -> None:
        """Draw the cell, with figures at the right and lost guns in red."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.well, 4, 255, p.line)
        count = len(self.side.dice.cells)
        for n, (_, figure) in enumerate(self.side.dice.cells):
            x = r.right - px(8) - px(FIGURE) * (count - 1 - n)
            text(dst, figure, (x, r.centery), 15, p.green if figure != "0" else p.faint, "b", "midright")
        left = r.x + px(8)
        name = fit_text(dst, self.side.name.capitalize(), (left, r.centery), px(NAME), (14, 13), p.text, "s", "midleft")
        start = max(name.right + px(6), left + px(38))
        words, size = self.guns(r.right - px(8) - px(FIGURE) * count - start)
        run(dst, (start, r.centery), words, size, 4)

    def guns(self, room: float) -> tuple[list[Piece], float]:
        """Return the guns as text for a room in real pixels, and the text size. They are listed by kind, or only the
        number of lost ones."""
        p, counted = theme.palette, self.side.counted
        lost = sum(gun.state != "ok" for gun in self.side.guns)
        kinds: list[Piece] = [(word, p.red if gone else p.muted, "r") for word, gone in counted]
        able: list[Piece] = [(word, p.muted, "r") for word, gone in counted if not gone]
        rest: list[Piece] = [(f"{lost} lost", p.red, "r")] if lost else []
        brief: list[Piece] = [(f"−{lost}", p.red, "r")] if lost else []
        for words in (kinds, [*able, *rest], [*able, *brief], rest):
            for size in SIZES:
                if run_width(words, size, 4) <= room:
                    return words, size
        return [], SIZES[-1]


def broadsides(column: Column, sides: Sequence[GunSide], words: str = "") -> None:
    """Add two sides in a row, or one where two have no room, under the ranges. `words` stand at the right of the
    heading."""
    if not sides:
        return  # the ship has no guns
    ranges = ", ".join(head for head, _ in sides[0].dice.cells)
    column.heading(f"Dice to {ranges} MU", words, theme.palette.muted, sides[0].dice.rule)
    figures = len(sides[0].dice.cells)
    across = 2 if column.wide >= 2 * theme.px(NAME + 22 + FIGURE * figures) + theme.px(8) else 1
    for rect, side in column.grid(sides, across, LOW if column.low else HIGH, 8, 3 if column.low else 4):
        column.add(SideCell(rect, side))
