"""Colours and scale of everything drawn; no part of the rules.

One convention holds for the whole toolkit. **Where** a thing is and how far it reaches (positions, rects, radii on the
board) is given in real pixels of the target surface. **How large it is drawn** (type, strokes, dashes, corner radii,
icons, dice, silhouettes) is given in design pixels, which are those of 1920x1080 at 100 %, and multiplied by
`theme.scale` inside. `theme.px(8)` turns design pixels into real ones for laying out rects. A change of the scale or
the palette empties every cache made with `cached`, so neither has to be part of a key.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from game.board.look import Look
from game.drawing.signs import Colour as Colour
from game.drawing.signs import mix as mix

F = TypeVar("F", bound=Callable[..., object])

LEAST, MOST = 0.75, 3.0  # the scales a player may choose


@dataclass(frozen=True)
class Palette:
    """The roles of colours, with the colours of the night. A second instance changes every picture."""

    name: str
    title: str
    space: Colour = (4, 7, 13)
    well: Colour = (7, 12, 20)
    panel: Colour = (11, 18, 28)
    raised: Colour = (17, 28, 42)
    active: Colour = (26, 44, 64)
    line: Colour = (28, 43, 62)
    edge: Colour = (46, 69, 96)
    text: Colour = (223, 233, 244)
    white: Colour = (245, 250, 255)
    muted: Colour = (147, 167, 190)
    faint: Colour = (109, 131, 158)
    ink: Colour = (6, 18, 28)
    azure: Colour = (92, 200, 250)
    amber: Colour = (255, 157, 74)
    neutral: Colour = (183, 180, 210)
    green: Colour = (95, 219, 160)
    red: Colour = (255, 100, 104)
    yellow: Colour = (255, 226, 122)
    violet: Colour = (185, 154, 255)
    die: Colour = (226, 236, 247)
    missed: Colour = (104, 121, 142)
    ramp: tuple[Colour, ...] = (  # colours from worst to best, in seven steps
        (255, 95, 98), (255, 138, 87), (255, 179, 80), (230, 211, 106), (143, 217, 138), (99, 223, 194), (92, 200, 250),
    )  # fmt: skip
    lead: Colour | None = None  # colour of buttons, chosen rows and the phase, if not the side's
    ground: Look | None = None  # look of every table, if not its own

    @property
    def seats(self) -> tuple[Colour, ...]:
        """Colours by side: the two players, then everybody else."""
        return self.azure, self.amber, self.neutral


NIGHT = Palette("night", "Night")
BLUE_ORANGE = replace(
    NIGHT,
    name="blue-orange",
    title="Blue, orange, white",
    azure=(61, 155, 255),
    amber=(255, 179, 71),
    neutral=(178, 182, 190),
    green=(191, 228, 255),
    red=(242, 102, 31),
    yellow=(255, 244, 196),
    violet=(152, 108, 184),
    ramp=(
        (242, 102, 31),
        (246, 139, 64),
        (250, 178, 108),
        (244, 222, 190),
        (191, 216, 240),
        (126, 186, 250),
        (61, 155, 255),
    ),
)
PAPER = Palette(
    "paper", "Paper", space=(255, 255, 255), well=(255, 255, 255), panel=(255, 255, 255), raised=(244, 246, 249),
    active=(222, 230, 238), line=(176, 186, 198), edge=(120, 132, 146), text=(24, 30, 38), white=(0, 0, 0),
    muted=(78, 88, 100), faint=(120, 128, 138), ink=(12, 18, 26), azure=(0, 104, 176), amber=(192, 84, 0),
    neutral=(98, 92, 130), green=(0, 122, 72), red=(192, 24, 32), yellow=(150, 112, 0), violet=(98, 58, 178),
    die=(205, 213, 223), missed=(232, 236, 241),
    ground=Look(
        "", (255, 255, 255), (255, 255, 255), ((236, 239, 243), (226, 231, 236), (206, 213, 221)), (130, 142, 156)
    ),
)  # fmt: skip
PALETTES = {p.name: p for p in (NIGHT, BLUE_ORANGE)}


def at_sea(palette: Palette) -> Palette:
    """Return a palette for games on water: deep green panels, brass accents, and sea colours for sides."""
    if palette.ground:
        return palette
    night = palette.name == NIGHT.name
    return replace(
        palette,
        name=f"{palette.name}-sea",
        space=(3, 12, 15),
        well=(6, 18, 21),
        panel=(10, 22, 24),
        raised=(15, 32, 35),
        active=(22, 48, 47),
        line=(24, 52, 53),
        edge=(43, 85, 82),
        azure=(127, 227, 212) if night else palette.azure,
        amber=(255, 157, 110) if night else palette.amber,
        lead=(236, 200, 115),
    )


BACKDROPS: dict[str, Callable[[Palette], Palette]] = {"sea": at_sea}  # functions that adapt a palette, by backdrop


class Theme:
    """The look in use: the palette, the scale and the side whose colour is the accent."""

    def __init__(self) -> None:
        self._chosen = self._palette = NIGHT
        self._scale, self._backdrop = 1.0, ""
        self.seated = 0
        self._clear: list[Callable[[], None]] = []

    @property
    def palette(self) -> Palette:
        """The palette in use, adapted to the backdrop. Setting another empties the caches."""
        return self._palette

    @palette.setter
    def palette(self, palette: Palette) -> None:
        self._chosen = palette
        self._mix()

    @property
    def backdrop(self) -> str:
        """The backdrop of the board on the screen. Another one may change the palette."""
        return self._backdrop

    @backdrop.setter
    def backdrop(self, backdrop: str) -> None:
        self._backdrop = backdrop
        self._mix()

    def _mix(self) -> None:
        palette = BACKDROPS[self._backdrop](self._chosen) if self._backdrop in BACKDROPS else self._chosen
        if palette != self._palette:
            self._palette = palette
            self.clear()

    @property
    def scale(self) -> float:
        """Real pixels per design pixel, 0.75 to 3. Setting another value empties the caches."""
        return self._scale

    @scale.setter
    def scale(self, scale: float) -> None:
        scale = min(MOST, max(LEAST, float(scale)))
        if scale != self._scale:
            self._scale = scale
            self.clear()

    @property
    def accent(self) -> Colour:
        """The colour of main buttons, chosen rows and the present phase. It is that of the side at the table
        (`seated`), or one for all sides on some backdrops."""
        return self._palette.lead or self.seat(self.seated)

    def seat(self, index: int) -> Colour:
        """Return the colour of a side, 0 and 1 for the players. Every further side is neutral."""
        seats = self._palette.seats
        return seats[min(max(index, 0), len(seats) - 1)]

    def px(self, n: float) -> int:
        """Return design pixels as whole real pixels."""
        return round(n * self._scale)

    def forget_with(self, clear: Callable[[], None]) -> None:
        """Call `clear` whenever the palette or the scale changes."""
        self._clear.append(clear)

    def clear(self) -> None:
        for forget in self._clear:
            forget()


theme = Theme()


def cached(size: int) -> Callable[[F], F]:
    """Return an `lru_cache` of a size, which the theme empties when the palette or the scale changes."""

    def wrap(function: F) -> F:
        kept = functools.lru_cache(size)(function)
        theme.forget_with(kept.cache_clear)
        return cast(F, functools.update_wrapper(kept, function))

    return wrap
