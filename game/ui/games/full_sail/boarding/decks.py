"""Two decks enlarged, side by side, with the boarding party and the kills of each side in a round; no part of the
rules.

Crew are discs, marines discs with a star, and casualties struck-through rings.
"""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.display import percent
from game.systems.full_sail.parts import CRIPPLED, GONE, DeckCrew, TwoDecks
from game.ui.games.full_sail.afloat.hulls_afloat import ROPE
from game.ui.games.full_sail.afloat.rigging import SPAR, STUMP, draw_deck
from game.ui.render.shapes import Place, Vec, box, paste, polar
from game.ui.render.text import caps, caps_width, fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.widgets import Still

WIDE, HIGH = 600, 262  # design pixels of the picture
# a hull: its stern, half its width, and its middle (upper, lower)
STERN, BEAM, RAILS = 24, 38, (82, 180)
LONG, SPRIT = 330, 40  # lengths of a hull and its bowsprit
MASTS = (-82.0, 4.0, 88.0)  # distances of the masts from the middle, the fore mast first
MAN, LOST = 12, 9  # radii of discs and of rings
CHART, ROW, ROWS = 432, 17, 5  # top of the charts, height of a line, lines of a chart
CHARTS = (36, 160)  # tops of the lines of both charts; their headings are above
_HALF = ((0, -165), (9, -156), (20, -138), (30, -112), (36, -80), (BEAM, -40), (BEAM, 90), (34, 140), (29, 165))
OUTLINE = (*_HALF, *((-x, y) for x, y in reversed(_HALF[1:])))


def decks_high(wide: int) -> int:
    """Return the height of the picture for a width, both in real pixels."""
    return round(wide * HIGH / WIDE)


class DecksPicture(Still):
    """Both decks, the boarded one above the boarding one."""

    def __init__(
        self, rect: Rect, decks: TwoDecks, upper: tuple[str, Colour], lower: tuple[str, Colour], rule: str
    ) -> None:
        said = "; ".join(f"{name}: {one.words}" for (name, _), one in ((upper, decks.boarded), (lower, decks.boarder)))
        super().__init__(rect, rule=rule, name="decks", hint=said)
        self.decks, self.upper, self.lower = decks, upper, lower

    def draw(self, dst: Surface) -> None:
        """Draw the picture as wide as its rect."""
        k = self.rect.w / theme.scale / WIDE
        paste(dst, _panel(self.decks, self.upper, self.lower, k), self.rect.topleft)


@cached(16)
def _panel(decks: TwoDecks, upper: tuple[str, Colour], lower: tuple[str, Colour], k: float) -> Surface:
    p, unit = theme.palette, k * theme.scale
    v = Vec(WIDE, HIGH, 3, unit)
    v.rect((0.5, 0.5, WIDE - 1, HIGH - 1), theme.accent, 255, 1.5, 8)
    for y, one, colour in zip(RAILS, (decks.boarded, decks.boarder), (upper[1], lower[1])):
        _hull(v, y, one, colour)
    for x in range(STERN + 50, STERN + LONG - 40, 72):
        a, b = (x, RAILS[0] + BEAM - 5), (x, RAILS[1] - BEAM + 5)
        v.line(a, b, mix(ROPE, p.ink, 0.1), 1.8, 245)
        for end in (a, b):
            v.circ(end, 3.2, ROPE)
    for y, one, colour, way in zip(RAILS, (decks.boarded, decks.boarder), (upper[1], lower[1]), (1, -1)):
        _crew(v, y, one, colour, way)
    done = v.done()
    for y, (name, colour), one, top in zip((14, HIGH - 30), (upper, lower), (decks.boarded, decks.boarder), CHARTS):
        _words(done, (STERN - 4) * unit, y * unit, name, colour, one.words, unit)
        _chart(done, top * unit, name, colour, one.kills, unit)
    return done


def _hull(v: Vec, y: float, one: DeckCrew, colour: Colour) -> None:
    """Draw a hull, its bow to the right, with its masts as they stand."""
    middle = (STERN + LONG / 2, y)
    draw_deck(v, OUTLINE, -LONG / 2 - SPRIT, 90, middle, 1.0, colour)
    for along, state in zip(MASTS, one.masts):
        at = middle[0] - along, y
        v.circ(at, 7, STUMP if state == GONE else SPAR)
        v.circ(at, 4, SPAR if state == GONE else mix(SPAR, ROPE, 0.3))
        if state == CRIPPLED:
            v.line((at[0] - 9, at[1] + 9), (at[0] + 9, at[1] - 9), theme.palette.red, 3)


def _crew(v: Vec, y: float, one: DeckCrew, colour: Colour, way: int) -> None:
    """Draw everybody on a deck. The boarding party stands at the rail with an arrow across. `way` is -1 if the other
    ship is above."""
    p = theme.palette
    columns = (one.lost + 1) // 2
    for n in range(one.lost):
        at: Place = STERN + 20 + 23 * (n // 2), y - 13 + 26 * (n % 2) if one.lost > 1 else y
        v.circ(at, LOST, p.red, 255, 2)
        v.line(polar(LOST - 1, 225, at), polar(LOST - 1, 45, at), p.red, 2)
    there = one.crew + one.marines
    first = STERN + 46 + 23 * columns
    step = min(36.0, (STERN + LONG - 60 - first) / max(1, there))
    going = [*(n >= one.crew - one.sent for n in range(one.crew)), *(n < one.sent_marines for n in range(one.marines))]
    for n, goes in enumerate(going):
        at = first + step * n, y + (way * 14.0 if goes else 0.0)
        if goes:
            rail = RAILS[0 if way < 0 else 1] - way * (BEAM - 16)
            v.line(at, (at[0], rail + -way * 8), colour, 3)
            v.poly([(at[0], rail), (at[0] - 7, rail - way * 11), (at[0] + 7, rail - way * 11)], colour)
        v.circ(at, MAN + 2, colour)
        v.circ(at, MAN, p.white)
        if n >= one.crew:
            v.poly([polar(8 if i % 2 == 0 else 3.4, 36 * i, at) for i in range(10)], p.well)


def _words(dst: Surface, x: float, y: float, name: str, colour: Colour, words: str, unit: float) -> None:
    """Draw the name of a ship in the colour of its side, and the crew's task."""
    room = CHART * unit - x - 22 * unit
    size = next((one for one in (14, 13, 12) if caps_width(name, one) + width(words, 11) <= room), 11)
    caps(dst, name, (x, y), colour, size=size)
    left = x + caps_width(name, size) + 14 * unit
    fit_text(
        dst, words, (left, y - theme.px(1)), x + room + 14 * unit - left, (15, 14, 13, 12, 11, 10), theme.palette.muted
    )


def _chart(dst: Surface, top: float, name: str, colour: Colour, kills: tuple[float, ...], unit: float) -> None:
    """Draw the chances of kills in a round: a bar and a figure for each number. The last line includes all higher
    numbers."""
    p, left, right = theme.palette, CHART * unit, (WIDE - 14) * unit
    if not kills:
        return
    size = 14 if unit / theme.scale > 0.85 else 12
    said = next(
        (one for one in (f"{name} kills in a round", f"{name} kills") if width(one, size, "s") <= right - left), name
    )
    fit_text(dst, said, (left, top - 22 * unit), right - left, size, colour, "s")
    folded = (*kills[: ROWS - 1], sum(kills[ROWS - 1 :])) if len(kills) > ROWS else kills
    most, start = max(folded), left + 24 * unit
    room = right - start - 44 * unit
    for n, chance in enumerate(folded):
        y = round(top + ROW * unit * n)
        said = f"{n}+" if n == ROWS - 1 and len(kills) > ROWS else str(n)
        text(dst, said, (left, y), size, p.text, "b")
        bar = Rect(round(start), round(y + 2 * unit), max(1, round(room * chance / most)), round(11 * unit))
        box(dst, bar, colour if n else mix(colour, p.panel, 0.6), 3)
        text(dst, percent(chance), (right, y), size, p.text, "r", "topright")
