"""A ship from above on its sheet: a gun at each port, and items stowed on deck; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.core.display import Icon, Sheet
from game.systems.full_sail.parts import Deck
from game.ui.games.full_sail.broadsides import broadsides, gun_sides
from game.ui.render.hulls import badge_sprite
from game.ui.render.icons import icon
from game.ui.render.lines import line
from game.ui.render.shapes import box, stamp
from game.ui.render.text import caps, text
from game.ui.render.theme import theme
from game.ui.ship_sheet.painters import SheetLook
from game.ui.ship_sheet.sheet import broken, tracks
from game.ui.toolkit.blocks import RuledHeading
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

HIGH, LOW = 236, 172  # design pixels: height of the deck, and height where there is little room
GUN, STEP, MUZZLE = (30, 24), 30, 12  # design pixels of a gun's plate, between plates, of its muzzle
ASIDE = 90  # design pixels from the keel to the guns of a side


class GunPort(Still):
    """One gun: its letter on a plate with the muzzle outboard, struck through when lost. `muzzle` is -1 to port, 1 to
    starboard."""

    pictured = True

    def __init__(self, rect: Rect, gun: Icon, muzzle: int) -> None:
        hint = gun.label if gun.state == "ok" else f"{gun.label}, lost"
        super().__init__(rect, rule=gun.rule, name=f"system {gun.key}", hint=hint)
        self.gun, self.muzzle = gun, muzzle

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        lost = self.gun.state != "ok"
        edge = p.red if lost else p.text
        if self.muzzle:
            end = px(MUZZLE)
            x = r.left if self.muzzle < 0 else r.right - end
            dst.fill(p.red if lost else p.muted, (x, r.centery - px(4), end, px(8)))
            r = Rect(r.x + (end if self.muzzle < 0 else 0), r.y, r.w - end, r.h)
        box(dst, r, p.raised, 5, 255, edge, 1.6)
        text(dst, self.gun.mode or self.gun.label[:1].upper(), r.center, 14, p.red if lost else p.white, "b", "center")
        if lost:
            stroke = r.inflate(-px(4), -px(4))
            line(dst, stroke.bottomleft, stroke.topright, p.red, 2.0)


class DeckPicture(Still):
    """The hull, bow up, with its masts as they stand."""

    def __init__(self, rect: Rect, sheet: Sheet, seat: int) -> None:
        super().__init__(rect, rule="table/sheet", name="deck", hint=f"{sheet.title}: masts, guns, anchor")
        self.sheet, self.seat = sheet, seat

    def draw(self, dst: Surface) -> None:
        """Draw a plate with the hull in its middle, and the names of its sides."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.well, 8, 255, p.line)
        half = r.h / theme.scale / 2 - 12
        stamp(
            dst,
            badge_sprite(self.sheet.glyph, theme.seat(self.seat), half, bool(self.sheet.state), self.sheet.look),
            r.center,
        )
        caps(dst, "port", (r.x + px(14), r.y + px(12)), p.muted)
        text(dst, "STARBOARD", (r.right - px(14), r.y + px(12)), 13, p.muted, "b", "topright")


class Stowed(Still):
    """An item stowed on deck, and its state."""

    def __init__(self, rect: Rect, system: Icon, words: str) -> None:
        super().__init__(rect, rule=system.rule, name=f"system {system.key}", hint=f"{system.label}: {words}")
        self.system, self.words = system, words

    def draw(self, dst: Surface) -> None:
        """Draw its symbol and the words."""
        p, px, r = theme.palette, theme.px, self.rect
        picture = icon(self.system.kind, state=self.system.state, size=r.h / theme.scale)
        stamp(dst, picture, (r.x + r.h // 2, r.centery))
        text(
            dst,
            self.words,
            (r.x + r.h + px(6), r.centery),
            14,
            p.red if self.words == "lost" else p.muted,
            "r",
            "midleft",
        )


def on_deck(column: Column, plan: Deck, look: SheetLook) -> bool:
    """Add the deck with every gun at its port and the dice of each side. Return False, without adding it, while systems
    must be pressed or checked."""
    if look.fresh.faces or look.press:
        return False
    if not look.brief:
        column.heading(plan.title, *broken(look.sheet))
        deck(column, plan, look)
    if sides := gun_sides(look.sheet, plan):
        broadsides(column, sides, f"anchor {plan.words}" if look.brief and plan.stowed else "")
    return True


def deck_in_yard(column: Column, plan: Deck, look: SheetLook) -> None:
    """Add the deck as on a ship's sheet in battle, its rows and masts in lines."""
    rule = look.sheet.tracks[0].rule
    column.add(RuledHeading(column.take(theme.px(34), 4), "Hull", "a dot for each of the crew", rule=rule))
    tracks(column, look.sheet)
    column.add(RuledHeading(column.take(theme.px(34), 8), plan.title, rule=plan.rule))
    deck(column, plan, look)
    broadsides(column, gun_sides(look.sheet, plan))


def deck(column: Column, plan: Deck, look: SheetLook) -> None:
    """Add the hull with its guns, each in the place that the plan gives."""
    icons, px = {one.key: one for one in look.sheet.icons}, theme.px
    r = column.row(LOW if look.low or column.low else HIGH, 10)
    column.add(DeckPicture(r, look.sheet, look.seat))
    for keys, muzzle in ((plan.port, -1), (plan.starboard, 1)):
        for rect, key in zip(_beside(r, len(keys), muzzle), keys):
            column.add(GunPort(rect, icons[key], muzzle))
    for keys, y in ((plan.bow, r.y + px(20)), (plan.stern, r.bottom - px(20))):
        for n, key in enumerate(keys):
            place = Rect(0, 0, px(GUN[0]), px(GUN[1]))
            place.center = r.centerx + px(34 + 34 * n), y
            column.add(GunPort(place, icons[key], 0))
    _stow(column, r, plan, icons)


def _beside(r: Rect, count: int, muzzle: int) -> Sequence[Rect]:
    """Return the plates of a side from bow to stern, closer together if there are many."""
    px = theme.px
    step = min(px(STEP), (r.h - px(52)) // max(1, count))
    top = r.centery - step * (count - 1) / 2
    found = []
    for n in range(count):
        place = Rect(0, 0, px(GUN[0] + MUZZLE), min(px(GUN[1]), step - px(2)))
        place.center = r.centerx + muzzle * px(ASIDE), round(top + step * n)
        found.append(place)
    return found


def _stow(column: Column, r: Rect, plan: Deck, icons: dict[str, Icon]) -> None:
    if plan.stowed in icons:
        px = theme.px
        column.add(Stowed(Rect(r.x + px(12), r.bottom - px(38), px(110), px(28)), icons[plan.stowed], plan.words))
