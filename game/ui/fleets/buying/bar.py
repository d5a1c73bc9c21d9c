"""The bar of the fleets page: the limit and its terms, the pages that open from it, and the way to the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect, Surface

from game.fleets.muster import LARGEST, LEAST, TERMS
from game.ui.fleets.buying.designs import RULE
from game.ui.fleets.buying.model import FleetsModel
from game.ui.render.shapes import box, rule
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, Widget

TOP = 64  # design pixels of the bar
STEP = 50  # points by which the limit changes
TERM_WORDS, SHORT_TERMS = ("equal", "attacker +25 %", "free"), ("equal", "+25 %", "free")
Deed = Callable[[], object]


@dataclass(frozen=True)
class BarDeeds:
    """The actions of the buttons of the bar."""

    place: Deed
    close: Deed
    undo: Deed
    terms: Deed
    house: Deed
    compare: Deed
    other: Deed


class FleetsBar:
    """The bar over the lists."""

    def __init__(self, model: FleetsModel, deeds: BarDeeds) -> None:
        self.model, self.muster, self.deeds = model, model.muster, deeds

    def lay_out(self, area: Rect, low: bool, tiny: bool, compared: bool) -> list[Widget]:
        """Return its widgets for a window. They are short where it is `low`, and in two rows where it is `tiny`."""
        px = theme.px
        y, high = px(12), px(40)
        back = Rect(area.right - px(84 if low else 124), y, px(76 if low else 112), high)
        made = self._terms_row(area, low, tiny, compared)
        x = px(190) if tiny else made[-1].rect.right + px(8)
        faults = self.muster.faults()
        go = Rect(max(x, back.x - px(308)), px(8), 0, px(48))
        go.w = back.x - px(8) - go.x
        made.append(
            Button(
                go,
                "Place the ships",
                on_press=self.deeds.place,
                kind="main",
                cap="" if low else self.model.cap("place fleets"),
                sub=self._unspent(),
                enabled=not faults,
                why_not=faults[0] if faults else "",
                name="place",
                rule=RULE,
            )
        )
        made.append(Button(back, "Back", on_press=self.deeds.close, cap="" if low else "Esc"))
        return made

    def _terms_row(self, area: Rect, low: bool, tiny: bool, compared: bool) -> list[Widget]:
        """Return limit, terms, undo and the pages that open from here. In a small window they have a row of their
        own."""
        px, state, deeds = theme.px, self.muster.state, self.deeds
        roomy, price_rule = area.w / theme.scale >= 1500, self.muster.system.files.fleets_rule
        x = px(16) if tiny else px(330 if roomy else 150)
        y, high = px(TOP if tiny else 12), px(40)
        limit = Stepper(
            Rect(x, y, px(150 if roomy else 134), high),
            state.limit,
            low=LEAST,
            high=LARGEST,
            step=STEP,
            typing=True,
            name="limit",
            show="{:,.0f}".format,
            rule=price_rule,
            hint="Points a side",
            on_change=lambda n: self.model.attempt(lambda: self.muster.set_limit(int(n))),
        )
        x = limit.rect.right + px(8)
        terms = Segments(
            Rect(x, y, px(300 if roomy else 170 if low else 226), high),
            SHORT_TERMS if low else TERM_WORDS,
            chosen=TERMS.index(state.terms),
            name="terms",
            rule=price_rule,
            on_change=lambda n: self.model.attempt(lambda: self.muster.set_terms(TERMS[n])),
            hint=f"{self.muster.side_names[state.attacker]} attacks" if state.terms == "attacker" else "",
        )
        x = terms.rect.right + px(8)
        made: list[Widget] = [limit, terms]
        done = self.muster.done
        buttons: list[tuple[str, str, float, Callable[[], object], str]] = [
            ("Undo", "undo buying", 92, deeds.undo, done[0] if done else ""),
            (
                "Terrain and victory" if roomy else "Table",
                "fleets terms",
                224 if roomy else 94,
                deeds.terms,
                "Terrain and victory",
            ),
            (
                "House rules" if roomy else "House",
                "fleets house",
                150 if roomy else 94,
                deeds.house,
                "House rules of the battle",
            ),
        ]
        if low:
            buttons.append(
                ("Designs" if compared else "Balance", "compare fleets", 104, deeds.compare, "What stands at the left")
            )
        if tiny:
            other = self.muster.side_names[1 - self.model.seat]
            buttons.append(("Other", "other fleet", 88, deeds.other, f"The fleet of {other}"))
        for label, action, size, deed, hint in buttons:
            place = Rect(x, y, px(size - (26 if low else 0)), high)
            enabled = label != "Undo" or bool(done)
            button = Button(
                place,
                label,
                on_press=deed,
                cap="" if low else self.model.cap(action),
                hint=hint,
                size=15,
                name=label,
                rule=RULE,
            )
            button.enabled, button.why_not = enabled, "" if enabled else "nothing has been done yet"
            made.append(button)
            x = place.right + px(6)
        return made

    def _unspent(self) -> str:
        """Return what the seats have not spent, in words."""
        if self.muster.state.terms == "free":
            return "no limit"
        left = [self.muster.points_left(seat) or 0 for seat in range(len(self.muster.state.rosters))]
        return f"{' and '.join(map(str, left))} points are not spent" if any(n > 0 for n in left) else "both are full"

    def paint(self, dst: Surface, bottom: int) -> None:
        """Draw the title of the page, and the line below the bar."""
        p, px, area = theme.palette, theme.px, dst.get_rect()
        rule(dst, 0, area.right, bottom)
        text(dst, "Fleets", (px(16), px(24)), 21, p.white, "b", "midleft")
        fit_text(dst, self.muster.system.title, (px(16), px(46)), px(126), (14, 13, 12, 11), p.muted, "r", "midleft")
        if area.w / theme.scale >= 1500:
            text(dst, "Points a side", (px(318), px(32)), 15, p.muted, "r", "midright")

    def paint_foot(self, dst: Surface, foot: Rect) -> None:
        """Write the last message at the foot of the page, or else what can be done."""
        p, px, model = theme.palette, theme.px, self.model
        box(dst, foot, p.well)
        said = [("other fleet", "the other side"), ("fleet player", "who plays it"), ("fleets help", "all keys")]
        keys = [
            "Drag designs to a fleet, or press + or Enter",
            *(f"{model.cap(action)} {words}" for action, words in said),
            "F1 the rules",
        ]
        words = model.words or "   ·   ".join(keys)
        ink = (p.green if model.good else p.red) if model.words else p.muted
        fit_text(dst, words, (px(16), foot.centery), foot.w - px(32), (14, 13, 12), ink, "r", "midleft")
