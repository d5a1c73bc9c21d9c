"""The symbols of a film: each silhouette and each counter once; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.display import OwnLook, Token
from game.ui.board.layers.ships import ShipLook
from game.ui.film.vector import VectorSheet
from game.ui.render.hulls import HullPainter, draw_hull, hull_of
from game.ui.render.shapes import Place, polar
from game.ui.render.theme import Colour, mix, theme

RADIUS = 13.0  # design pixels of a counter
CARD = (18.0, 24.0)  # design pixels of a card that lies face down


@dataclass(frozen=True)
class ShipSymbol:
    """Everything by which silhouettes differ."""

    glyph: str
    colour: Colour
    wreck: bool
    own: OwnLook | None


@dataclass(frozen=True)
class CounterSymbol:
    """Everything by which counters differ, apart from letters and numbers."""

    shape: str
    colour: Colour
    points: bool


class Symbols:
    """The numbers of all looks; each look is written once."""

    def __init__(self) -> None:
        self._known: dict[ShipSymbol | CounterSymbol, int] = {}

    def _number(self, look: ShipSymbol | CounterSymbol) -> int:
        return self._known.setdefault(look, len(self._known))

    def ship(self, look: ShipLook, colour: Colour, heading: float, alive: bool) -> int:
        """Return the number of a ship's silhouette, for a bow that points to `heading`."""
        painter, own = hull_of(look.glyph).painter, look.own
        own = painter.turned_look(own, heading, alive) if painter and own else None
        return self._number(ShipSymbol(look.glyph, colour, not alive, own))

    def counter(self, one: Token, colour: Colour) -> int:
        """Return the number of a counter's plate."""
        return self._number(CounterSymbol(one.shape, colour, one.course is not None))

    @property
    def svg(self) -> str:
        """Every symbol, bow up about its middle, in design pixels. Rising smoke is added if any of them burns."""
        found = "".join(f'<g id="s{number}">{_symbol_svg(look)}</g>' for look, number in self._known.items())
        smoke = next((painter.svg_smoke() for _, painter in self._smoking), "")
        return found + (f'<g id="smoke">{smoke}</g>' if smoke else "")

    @property
    def _smoking(self) -> Iterator[tuple[int, HullPainter]]:
        for look, number in self._known.items():
            painter = hull_of(look.glyph).painter if isinstance(look, ShipSymbol) and look.own else None
            if painter and isinstance(look, ShipSymbol) and look.own and painter.smokes(look.own):
                yield number, painter

    @property
    def burning(self) -> list[int]:
        """The numbers of the symbols that smoke."""
        return [number for number, _ in self._smoking]

    @property
    def reaches(self) -> list[float]:
        """The distance each symbol reaches from its middle, by number."""
        return [hull_of(one.glyph).reach if isinstance(one, ShipSymbol) else RADIUS for one in self._known]


def _symbol_svg(look: ShipSymbol | CounterSymbol) -> str:
    v = VectorSheet()
    if isinstance(look, CounterSymbol):
        _counter(v, look)
        return v.svg
    draw_hull(v, (0, 0), look.glyph, 0, look.colour, wreck=look.wreck, look=look.own)
    painter = hull_of(look.glyph).painter if look.own and not look.wreck else None
    return painter.svg_below(look.own) + v.svg + painter.svg_above(look.own) if painter and look.own else v.svg


def _counter(v: VectorSheet, look: CounterSymbol) -> None:
    """Draw a disc, a lozenge or a card, with a nib that shows its heading."""
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
