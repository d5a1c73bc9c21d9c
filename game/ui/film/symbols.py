"""The symbols of a film: each silhouette and each counter once, however often it is seen; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.display import Token
from game.core.special_display import Rig
from game.ui.board.layers.ships import ShipLook
from game.ui.board.sailing.hulls_afloat import ANCHOR, CABLE_DASH, ROPE, cable_ends, draw_puffs
from game.ui.film.vector import VectorSheet, number
from game.ui.render.hulls import SET, draw_hull, hull_of
from game.ui.render.icons import SIGNS
from game.ui.render.shapes import Place, draw_sign, polar
from game.ui.render.theme import Colour, mix, theme

BRACE = 15  # degrees between two kept settings of the yards
RADIUS = 13.0  # design pixels of a counter
CARD = (18.0, 24.0)  # design pixels of a marker that lies face down


@dataclass(frozen=True)
class ShipSymbol:
    """All by which silhouettes are told apart."""

    glyph: str
    colour: Colour
    wreck: bool
    burns: bool
    rig: Rig


@dataclass(frozen=True)
class CounterSymbol:
    """All by which counters are told apart, their letters and numbers aside."""

    shape: str
    colour: Colour
    points: bool


class Symbols:
    """Gives every look a number, and writes each of them once."""

    def __init__(self) -> None:
        self._known: dict[ShipSymbol | CounterSymbol, int] = {}

    def _number(self, look: ShipSymbol | CounterSymbol) -> int:
        return self._known.setdefault(look, len(self._known))

    def ship(self, look: ShipLook, colour: Colour, heading: float, alive: bool) -> int:
        """The number of a ship's silhouette; sails stand to the wind as it comes over a bow that points to `heading`."""
        rig = look.rig or SET
        if rig.toward is not None:
            rig = replace(rig, toward=float(round((rig.toward - heading) / BRACE) * BRACE % 360))
        return self._number(ShipSymbol(look.glyph, colour, not alive, look.burns and alive, rig))

    def counter(self, one: Token, colour: Colour) -> int:
        """The number of a counter's plate."""
        return self._number(CounterSymbol(one.shape, colour, one.course is not None))

    @property
    def svg(self) -> str:
        """Every symbol, bow up about its middle, in design pixels; and smoke that drifts up, if any of them burns."""
        found = "".join(f'<g id="s{number}">{_drawn(look)}</g>' for look, number in self._known.items())
        return found + (f'<g id="smoke">{_smoke()}</g>' if self.burning else "")

    @property
    def burning(self) -> list[int]:
        """The numbers of those that burn."""
        return [number for look, number in self._known.items() if isinstance(look, ShipSymbol) and look.burns]

    @property
    def reaches(self) -> list[float]:
        """How far each of them reaches from its middle, by number."""
        return [hull_of(one.glyph).reach if isinstance(one, ShipSymbol) else RADIUS for one in self._known]


def _smoke() -> str:
    v = VectorSheet()
    draw_puffs(v, (0, 0), 0, 1.0)
    return v.svg


def _drawn(look: ShipSymbol | CounterSymbol) -> str:
    v = VectorSheet()
    if isinstance(look, CounterSymbol):
        _counter(v, look)
        return v.svg
    if look.burns:
        for r, colour in ((17.0, (226, 70, 30)), (11.0, (255, 138, 48)), (6.0, (255, 222, 130))):
            v.circ((0, 0), r, colour, 90)
    draw_hull(v, (0, 0), look.glyph, 0, look.colour, wreck=look.wreck, rig=look.rig)
    return v.svg + (_mooring() if look.rig.anchored and not look.wreck else "")


def _mooring() -> str:
    """The cable and anchor of a ship with its bow up."""
    cable, sign = VectorSheet(), VectorSheet()
    bow, end = cable_ends((0.0, 0.0), 0, 1.0)
    cable.dash((bow, end), ROPE, *CABLE_DASH)
    draw_sign(sign, SIGNS["anchor"], {"line": theme.palette.text, "lit": theme.palette.azure, "unlit": theme.palette.edge})
    k, (x, y) = ANCHOR / 44, end
    place = f"translate({number(x - ANCHOR / 2)} {number(y - ANCHOR / 2)}) scale({number(k, 3)})"
    return f'{cable.svg}<g class="anchor" transform="{place}">{sign.svg}</g>'


def _counter(v: VectorSheet, look: CounterSymbol) -> None:
    """A disc, a lozenge or a card, with a nib where it points."""
    fill, r, zero = mix(theme.palette.well, look.colour, 0.25), RADIUS, (0.0, 0.0)
    if look.shape == "card":
        wide, high = CARD
        v.rect((-wide / 2, -high / 2, wide, high), fill, 255, 0, 3)
        v.rect((-wide / 2, -high / 2, wide, high), look.colour, 255, 1.4, 3)
        return
    if look.points:
        v.poly([polar(r + 6, 0, zero), polar(r - 1, 20, zero), polar(r - 1, -20, zero)], look.colour)
    if look.shape == "disc":
        v.circ(zero, r, fill)
        v.circ(zero, r, look.colour, 255, 1.6)
    else:
        corners: list[Place] = [polar(r + 1, way, zero) for way in (0, 90, 180, 270)]
        v.poly(corners, fill)
        v.lines(corners, look.colour, 1.6, 255, True)
