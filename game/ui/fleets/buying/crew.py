"""The choice of the crew of a ship that was bought, with the price of the ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pygame import Rect, Surface

from game.ui.fleets.buying.model import FleetsModel
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.value_fields import Segments

SIGN = 20  # design pixels of the arrows at its sides


@dataclass(eq=False)
class CrewChoice(Segments):
    """One of a few crews, of which the chosen one is shown with the price of its ship; the arrows at its sides and
    those of the keyboard take the one before or after it. A `usual` one is dim."""

    prices: Sequence[int]
    _: KW_ONLY
    usual: bool = False

    def part_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the crew that a press at a place takes."""
        f = self.frame
        if not f.inflate(0, max(0, theme.px(36) - f.h)).collidepoint(pos):
            return -1
        return max(0, min(len(self.names) - 1, self.chosen + (1 if pos[0] >= f.centerx else -1)))

    def draw(self, dst: Surface) -> None:
        """Draw the crew and the price between two arrows."""
        p, px, f = theme.palette, theme.px, self.frame
        box(dst, f, p.well, 6, 255, self.edge)
        for kind, x, end in (("left", f.x, 0), ("right", f.right - px(SIGN), len(self.names) - 1)):
            ink = p.faint if self.chosen == end else p.text
            stamp(dst, mark(kind, ink, 12), (x + px(SIGN) // 2, f.centery))
        right = f.right - px(SIGN + 2)
        price = text(dst, f"{self.prices[self.chosen]:,}", (right, f.centery), 14, p.white, "s", "midright")
        left, ink = f.x + px(SIGN), p.muted if self.usual else p.white
        room = price.x - px(4) - left
        fit_text(dst, self.names[self.chosen], (left, f.centery), room, (14, 13, 12), ink, "r", "midleft")


def crew_choice(r: Rect, model: FleetsModel, seat: int, index: int) -> CrewChoice:
    """Return the choice of the crew of a ship of a seat."""
    muster, files = model.muster, model.system.files
    ship = muster.fleet(seat).ships[index]
    crews, usual = [*files.crews], muster.usual_crew
    return CrewChoice(
        r,
        crews,
        [muster.price(ship.design, crew) for crew in crews],
        chosen=crews.index(ship.quality or usual),
        usual=not ship.quality,
        on_change=lambda n: model.attempt(lambda: muster.set_crew(seat, index, crews[n])),
        name=f"crew {seat} {index}",
        rule=next(rule.rule for rule in model.system.house if rule.key == files.crew_rule),
        hint=f"The crew of {ship.name}, and what it costs with it; ← and → take another",
    )
