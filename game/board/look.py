"""The picture under the map, named by the board; the screen can paint each kind of backdrop."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]


class Look(NamedTuple):
    """The ground of a table. `backdrop` is sky (stars and faint clouds) or sea (water in two tones, and waves). A
    backdrop unknown to the screen is plain, from `upper` down to `lower`."""

    backdrop: str
    upper: Colour
    lower: Colour
    lines: tuple[Colour, Colour, Colour]  # of the grid: closest, wider, widest
    edge: Colour  # the line round the table


NIGHT_SKY = Look("sky", (7, 12, 21), (4, 7, 13), ((10, 17, 28), (14, 24, 38), (24, 39, 59)), (46, 72, 102))
SEA = Look("sea", (10, 52, 60), (6, 34, 44), ((13, 55, 63), (16, 60, 68), (24, 76, 84)), (64, 118, 122))
