"""Parts of the page on which fleets are placed: the strip of turns, and the cards of the tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pygame import Rect, Surface

from game.core.orders import Id
from game.fleets.placing import PlacedShip, Placing
from game.ui.board.minimap import SHAPES
from game.ui.fleets.placing_model import PlacingModel
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import Vec, box, mark, rot, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.parts import plate
from game.ui.toolkit.widgets import Still, Widget

PITCH, LEAST_PITCH = 30, 20  # design pixels from sign to sign
ASIDE = 34  # design pixels for the number of signs that are left out at a side
CARD, GAP = (113, 80), 6  # design pixels of a card of the tray
LOW_CARD = 44


@cached(32)
def _sign(seat: int, colour: Colour, full: bool) -> Surface:
    """Return the sign of a seat: full for a ship that stands, hollow for one still to come."""
    v = Vec(20, 20, 5, theme.scale)
    points = rot(SHAPES[seat], 0, (10.0, 10.0), 1.1)
    if full:
        v.poly(points, colour)
    else:
        v.lines(points, colour, 1.5, 255, True)
    return v.done()


def strip_signs(placing: Placing) -> tuple[tuple[int, ...], int]:
    """Return the seats in the order in which they set down ships, and how many have. In secret, a seat is listed once
    for all of its ships, because their number may be secret."""
    turns, done = placing.turns, len(placing.state.down)
    if placing.how == "in turn":
        return turns, done
    openly, due = turns[: placing.state.shown], placing.due
    rest = tuple(dict.fromkeys(turns[placing.state.shown :]))
    return (*openly, *rest), len(openly) + (len(rest) if due is None else rest.index(due))


class TurnStrip(Still):
    """The order in which sides set down ships. Full signs stand, the framed one is set down now, and hollow ones are
    still to come."""

    def __init__(self, rect: Rect, model: PlacingModel) -> None:
        placing = model.placing
        super().__init__(rect, name="strip", rule=placing.rule)
        self.turns, self.done = strip_signs(placing)
        self.words = "Placing, one each" if placing.how == "in turn" else "Placing in secret"
        self.hint = "full: it stands; framed: set down now; hollow: to come; figures: how many more at either side"

    def draw(self, dst: Surface) -> None:
        px, p, r = theme.px, theme.palette, self.rect
        plate(dst, r)
        left = r.x + px(12)
        if width(self.words, 15) < max(r.w * 0.4, r.w - px(36) - px(PITCH) * len(self.turns)):
            left = text(dst, self.words, (left, r.centery), 15, p.muted, "r", "midleft").right + px(14)
        room, count = r.right - px(8) - left, len(self.turns)
        pitch = max(px(LEAST_PITCH), min(px(PITCH), room // max(1, count)))
        if room < count * pitch:
            room -= 2 * px(ASIDE)  # room for the number of signs left out at either side
        seen = max(1, room // pitch)
        first = max(0, min(count - seen, self.done - seen // 2))
        if seen < count:
            text(dst, f"{first}" if first else "", (left + px(ASIDE - 8), r.centery), 14, p.muted, "s", "midright")
            more = count - first - seen
            text(dst, f"{more}" if more else "", (r.right - px(ASIDE), r.centery), 14, p.muted, "s", "midleft")
            left += px(ASIDE)
        x = left + pitch // 2
        for n in range(first, min(count, first + seen)):
            self._draw_sign(dst, n, (x, r.centery))
            x += pitch

    def _draw_sign(self, dst: Surface, n: int, at: tuple[float, float]) -> None:
        p, px, seat = theme.palette, theme.px, self.turns[n]
        colour = theme.seat(seat)
        if n == self.done:
            frame = Rect(0, 0, px(24), px(22))
            frame.center = round(at[0]), round(at[1])
            box(dst, frame, p.well, 4, 255, p.white, 2)
        ink = mix(colour, p.well, 0.45) if n < self.done else colour
        stamp(dst, _sign(seat, ink, n <= self.done), at)


@dataclass(eq=False)
class TrayCard(Widget):
    """A ship of the fleet that is placed, or the next of several alike, with their `count`. `state` is tray, put (it
    can still be moved) or down (it stands)."""

    pictured = True

    ship: Id
    label: str
    glyph: str
    seat: int
    _: KW_ONLY
    state: str = "tray"
    chosen: bool = False
    count: str = ""

    def draw(self, dst: Surface) -> None:
        """Draw its silhouette over its name, or beside it on a low card, with a tick if it stands."""
        px, p, r = theme.px, theme.palette, self.rect
        dim = self.state == "down"
        fill = p.active if self.chosen else p.raised if not dim or self.hover else p.panel
        box(dst, r, fill, 8, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        colour = mix(theme.seat(self.seat), p.panel, 0.55) if dim else theme.seat(self.seat)
        ink = p.white if self.chosen else p.faint if dim else p.text
        if r.h >= px(60):
            room, low = r.w - px(10), px(15) if self.count else 0
            stamp(dst, badge_sprite(self.glyph, colour, 15 if low else 19), (r.centerx, r.y + px(24 if low else 30)))
            at = r.centerx, r.bottom - px(16) - low
            fit_text(dst, self.label, at, room, (15, 14, 13), ink, "s", "center")
            if low:
                fit_text(dst, self.count, (r.centerx, r.bottom - px(13)), room, (13, 12, 11), p.muted, "r", "center")
        else:
            stamp(dst, badge_sprite(self.glyph, colour, 14), (r.x + px(20), r.centery))
            room = r.w - px(66 if self.state != "tray" else 46)
            fit_text(dst, self.label, (r.x + px(38), r.centery), room, (15, 14, 13, 12), ink, "s", "midleft")
        if self.state != "tray":
            at = r.right - px(15), r.y + px(15) if r.h >= px(60) else r.centery
            sign, tone = ("done", p.green) if dim else ("eye", p.muted)
            stamp(dst, mark(sign, tone, 16), at)


def tray_cards(model: PlacingModel, area: Rect, low: bool) -> Sequence[TrayCard]:
    """Return the cards of the fleet that is placed, or of both once all stand, in rows that fill an area. There is one
    for each ship or, if those need more than a row, one for each design."""
    px, placing = theme.px, model.placing
    ships = [one for seat in (0, 1) for one in placing.fleet(seat) if placing.due in (seat, None)]
    wide, high, gap = px(CARD[0]), px(LOW_CARD if low else CARD[1]), px(GAP)
    across = max(1, (area.w + gap) // (wide + gap))
    alike = len(ships) > across
    groups: dict[tuple[int, str], list[PlacedShip]] = {}
    for one in ships:
        groups.setdefault((one.seat, one.design.key if alike else one.key), []).append(one)
    return [
        _card(model, Rect(area.x + n % across * (wide + gap), area.y + n // across * (high + gap), wide, high), group)
        for n, group in enumerate(groups.values())
    ]


def _card(model: PlacingModel, r: Rect, group: Sequence[PlacedShip]) -> TrayCard:
    """Return the card of a ship, or of several of one design. A press takes the next of them in hand."""
    placing, first = model.placing, group[0]
    spots, down = placing.state.spots, [one for one in group if one.key in placing.state.down]
    waiting = [one for one in group if one not in down]
    held = next((one for one in group if one.key == placing.hand), None)
    ship = held or next((one for one in waiting if one.key not in spots), waiting[0] if waiting else first)
    several = len(group) > 1
    card = TrayCard(
        r,
        ship.key,
        ship.name if held or not several else f"{first.design.name} ×{len(group)}",
        model.look(first.key).glyph,
        first.seat,
        name=f"tray {first.key}",
        rule=placing.rule,
        state="tray" if any(one.key not in spots for one in group) else "put" if waiting else "down",
        chosen=held is not None,
        count=f"{len(down)} of {len(group)} stand" if several else "",
        hint=f"{ship.name}, {first.design.ship_class}",
    )
    if waiting:
        after = waiting[(waiting.index(held) + 1) % len(waiting)] if held in waiting else ship
        card.on_press = lambda key=after.key: model.take(key)
    return card
