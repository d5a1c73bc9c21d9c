"""Keep the surviving ships of a fleet for its next battle, repaired by a share, and show its history."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from pygame import Rect, Surface

from game.battle.battle import Battle
from game.core.names import HUMAN
from game.core.names import whole_percent as percent
from game.fleets.campaign import WHOLE, Survivor, has_fought, kept_fleet, survivors
from game.fleets.fleet import Fleet, SavedFleet, save_fleet, saved_fleets
from game.formats.atomic_file import CannotSave
from game.systems import SYSTEMS
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, Still, Widget

RULE = "table/campaign"
STEP = 10  # step of the repaired share, in per cent
USUAL = 50


@dataclass(eq=False)
class SurvivorRow(Still):
    """A ship after the battle: what is left of its hull, the ships it put out of play, or how it was lost."""

    ship: Survivor
    _: KW_ONLY
    health: float
    mended: str  # the effect of repairs

    def draw(self, dst: Surface) -> None:
        p, px, r, one = theme.palette, theme.px, self.rect, self.ship
        box(dst, r, p.panel, 6, 255, p.line)
        ink = p.muted if one.lost else p.white
        fit_text(dst, one.name, (r.x + px(14), r.centery), px(190), (16, 15, 14), ink, "s", "midleft")
        x = r.x + px(214)
        if one.lost:
            text(dst, one.lost, (x, r.centery), 15, p.red, "s", "midleft")
            self._deeds(dst)
        else:
            bar = Rect(x, r.centery - px(5), px(120), px(10))
            box(dst, bar, p.well, 3, 255, p.line)
            wide = round((bar.w - 2) * self.health)
            dst.fill(p.green if self.health > 0.5 else p.yellow, (bar.x + 1, bar.y + 1, wide, bar.h - 2))
            hurt = f"{percent(self.health)} of its hull" if self.health < 1 else "hull whole, damaged elsewhere"
            words = f"{hurt}: {self.mended}" if one.left else "whole"
            x, end = bar.right + px(12), self._deeds(dst)
            fit_text(dst, words, (x, r.centery), end - x, (15, 14, 13, 12), p.text, "r", "midleft")

    def _deeds(self, dst: Surface) -> int:
        """Write the ships it put out of play at the right; return where they begin."""
        px, r = theme.px, self.rect
        if not self.ship.kills:
            return r.right - px(14)
        at, words, room = (r.right - px(14), r.centery), f"put out {', '.join(self.ship.kills)}", (r.w - px(350)) * 0.4
        return fit_text(dst, words, at, room, (15, 14, 13), theme.palette.muted, "r", "midright").x - px(14)


def repairs(ship: Survivor, share: int) -> str:
    """Return the effect of repairs in a few words, as in `hull 6 to 8, 2 of 4 lost parts repaired`."""
    after, said = ship.repaired(share), []
    for name, now in ship.left.items():
        then = after.get(name, ship.whole.get(name))
        sizes = [len(one) if isinstance(one, list | dict) else one for one in (now, then)]
        if isinstance(now, list):
            said.append(f"{sizes[0] - sizes[1]} of {sizes[0]} lost part{'s' * (sizes[0] != 1)} repaired")
        elif sizes[0] != sizes[1]:
            words = re.sub(r"(\D)(\d+)$", r"\1 \2:", name.replace("_", " "))
            said.append(f"{words} {sizes[0]} to {sizes[1]}")
    return ", ".join(said) or "nothing repaired"


class KeepPage(Page):
    """One side of a battle that is over, as a fleet for the next battle."""

    subject = RULE

    def __init__(self, battle: Battle) -> None:
        self.pane = ColumnPane("ships", self._fill)
        super().__init__(self.pane)
        self.battle, self.share = battle, USUAL
        self.sides = list(battle.at(0).sides.values())
        people = [n for n, side in enumerate(self.sides) if side.player == HUMAN]
        self.chosen = people[0] if people else 0
        self.words, self.good = "", False
        self._before: dict[str, SavedFleet | None] = {}
        self._kept: dict[str, Path] = {}  # the files of the sides that were kept

    @property
    def side(self) -> str:
        return self.sides[self.chosen].id

    def titles(self, area: Rect) -> tuple[str, str]:
        return "What is left", self.battle.title

    def before(self) -> SavedFleet | None:
        """Return the saved fleet that fought this battle, to continue its history; None if there is none."""
        side = self.sides[self.chosen]
        if side.id not in self._before:
            saved, _ = saved_fleets(self.battle.system, SYSTEMS)
            self._before[side.id] = next((one for one in saved if has_fought(self.battle, side.id, one.fleet)), None)
        return self._before[side.id]

    def fleet(self) -> Fleet:
        """Return the fleet as it would be kept."""
        before = self.before()
        return kept_fleet(self.battle, self.side, self.share, before.fleet if before else None)

    def keep(self) -> None:
        """Save the fleet under the name of its side."""
        try:
            before = self.before()
            known = self._kept.get(self.side, before.path if before else None)
            path = save_fleet(self.fleet(), self.battle.system, known)
        except CannotSave as why:
            self.words, self.good = str(why), False
        else:
            self._kept[self.side] = path
            self.words, self.good = f"Kept as {path.name} in your fleets: the page of fleets takes it.", True
        self.relay()

    def enter(self) -> bool:
        self.keep()
        return True

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the side, the share, the ships, and the button that keeps them."""
        px, m = theme.px, margin(area)
        row = Column(Rect(m, px(84), area.w - 2 * m, area.h))
        left, right = row.cells(2, 42, 16, 10)
        names = [side.name for side in self.sides]
        made: list[Widget] = [
            self.close_button(area),
            Segments(left, names, chosen=self.chosen, on_change=self._choose, name="side", rule=RULE),
            Stepper(
                right,
                self.share,
                low=0,
                high=WHOLE,
                step=STEP,
                typing=True,
                name="share",
                rule=RULE,
                show=lambda n: f"{n:g} % of the damage repaired",
                on_change=self._repair,
            ),
        ]
        foot = Rect(m, area.h - px(70), px(330), px(54))
        ships = len(self.fleet().ships)
        words = f"{ships} ship{'s' * (ships != 1)}, with their history"
        made.append(
            Button(
                foot,
                "Keep them as a fleet",
                on_press=self.keep,
                kind="main",
                cap="Enter",
                sub=words,
                name="keep",
                enabled=bool(ships),
                why_not="no ship is left",
                rule=RULE,
            )
        )
        body = Rect(m - px(16), row.y, area.w - 2 * m + px(32), foot.y - px(8) - row.y)
        return [*made, *self.pane.lay_out(body)]

    def _choose(self, index: int) -> None:
        self.chosen, self.words = index, ""
        self.relay()

    def _repair(self, share: float) -> None:
        self.share, self.words = int(share), ""
        self.relay()

    def _fill(self, column: Column) -> None:
        view = self.battle.view(None)
        keys = {ship.name: key for key, ship in self.battle.at(0).ships.items() if ship.side == self.side}
        for one in survivors(self.battle, self.side):
            health = view.sheet(keys[one.name]).health
            mended = repairs(one, self.share)
            column.add(SurvivorRow(column.row(40, 4), one, health=health, mended=mended, rule=RULE))
        column.space(8)
        column.heading("History", "", rule=RULE)
        for line in self.fleet().history:
            column.paragraph(line, theme.palette.text)

    def paint(self, dst: Surface) -> None:
        """Draw the heading, and what was saved."""
        super().paint(dst)
        if self.words:
            p, px, area = theme.palette, theme.px, dst.get_rect()
            x = margin(area) + px(350)
            ink = p.green if self.good else p.red
            fit_text(
                dst, self.words, (x, area.h - px(43)), area.w - margin(area) - x, (15, 14, 13), ink, "r", "midleft"
            )


TAB = 220  # design pixels: width of the names of ships


class HistoryPage(Page):
    """The history of a fleet: battles first, then ships."""

    subject = RULE

    def __init__(self, fleet: Fleet) -> None:
        self.pane = ColumnPane("history", self._fill)
        super().__init__(self.pane)
        self.fleet = fleet

    def titles(self, area: Rect) -> tuple[str, str]:
        count = len(self.fleet.history)
        return self.fleet.name, f"{count} battle{'s' * (count != 1)}"

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        m = margin(area) - theme.px(16)
        body = Rect(m, theme.px(84), area.w - 2 * m, area.h - theme.px(100))
        return [self.close_button(area), *self.pane.lay_out(body)]

    def _fill(self, column: Column) -> None:
        p = theme.palette
        column.heading("Battles", "", rule=RULE)
        for number, line in enumerate(self.fleet.history, 1):
            column.pair((f"{number}", p.muted, "s"), (line, p.text, "r"), theme.px(40))
        column.space(12)
        column.heading("Ships", "", rule=RULE)
        for ship in self.fleet.ships:
            deeds = [f"put out {', '.join(ship.kills)}"] * bool(ship.kills)
            words = "; ".join((*deeds, "still damaged" if ship.left else "undamaged"))
            column.pair((ship.name, p.white, "s"), (words, p.text, "r"), theme.px(TAB))
