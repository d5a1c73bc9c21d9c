"""The faces on which a die kills, for each kind of unit, as a row of six dice with those faces bright; no part of the
rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.ui.render.dice_faces import Rolled, dice_row, dice_width
from game.ui.render.text import text, width
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Still

SIX = 6
LABELS = ("Each die kills on", "Kills on", "Kills")  # labels, of which the first that fits is used
SIZES = (18, 15, 11)  # design pixels of a die; the first that fits is used

Faces = tuple[tuple[str, tuple[int, ...]], ...]


class DiceLine(Still):
    """Each kind of unit with its dice, and its number of killing faces."""

    def __init__(self, rect: Rect, faces: Faces, rule: str) -> None:
        said = "; ".join(f"{who} {' '.join(map(str, some))}" for who, some in faces)
        super().__init__(rect, rule=rule, name="kills on", hint=f"Each die kills on: {said}")
        self.faces = faces

    def draw(self, dst: Surface) -> None:
        """Draw the label if there is room, then a row of dice for each kind."""
        p, r, gap = theme.palette, self.rect, theme.px(7)
        size = next((n for n in SIZES if self._wide(n) <= r.w), SIZES[-1])
        x, spare = float(r.x), r.w - self._wide(size)
        if label := next((one for one in LABELS if width(one, 14) + 1.5 * gap <= spare), ""):
            x = text(dst, label, (x, r.centery), 14, p.muted, "r", "midleft").right + 1.5 * gap
        for who, some in self.faces:
            x = text(dst, who, (x, r.centery), 14, p.text, "r", "midleft").right + gap
            x = dice_row(dst, (x, r.centery), _marked_faces(some), size, 3)
            x = text(dst, _share(some), (x + gap / 2, r.centery), 14, p.white, "s", "midleft").right + 2 * gap

    def _wide(self, size: float) -> float:
        """Return the width of the whole line for dice of a size."""
        gap = theme.px(7)
        each = (
            width(who, 14) + dice_width(_marked_faces(some), size, 3) + width(_share(some), 14, "s")
            for who, some in self.faces
        )
        return sum(each) + 3.5 * gap * len(self.faces)


def _marked_faces(some: tuple[int, ...]) -> list[Rolled]:
    return [(face, "scored" if face in some else "missed", SIX) for face in range(1, SIX + 1)]


def _share(some: tuple[int, ...]) -> str:
    return f"{len(some)} in {SIX}"
