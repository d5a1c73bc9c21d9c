"""The sections of a ship on its sheet, laid out like the ship, and below them the part that each face of the die
strikes; no part of the rules.

A press on a section opens its row of faces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.display import percent
from game.systems.power_hex.parts import FaceStrip, PartChance, SectionPart, SectionPlate, SectionSheet, ShotBreakdown
from game.ui.render.shapes import Vec, bar, box, stamp
from game.ui.render.text import caps, fit, fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.ship_sheet.painters import SheetLook, YardSides
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

HEAD, LINE, FOOT = 28, 17, 32  # design pixels of a plate: its name, a system, its structure
# design pixels of a low plate without its systems, and of a line of these
LOW, LOW_LINE = 36, 14
ASIDE = 0.265  # share of the width for port and starboard
DRAWN_ASIDE = 0.33  # share of the width for port and starboard while sections are drawn
GAP = 6  # design pixels between plates
CORNER = 140  # least design pixels of what stands above starboard, or below it, while sections are drawn
STRIP, LOW_STRIP = 36, 30  # design pixels of the row of faces, and where there is little height
WITH_MEANS = 130  # design pixels of a plate with room for mean losses beside chances
LITTLE = 0.05  # mean loss in boxes below which none is shown
SMALLEST = 10  # least text size on a low plate, in design pixels
INKS = {"killed": "red", "lost": "red", "damaged": "yellow"}


@cached(32)
def shield(armour: int) -> Surface:
    """Return the armour as a figure in a shield."""
    p = theme.palette
    v = Vec(22, 26, 4, theme.scale)
    outline = [(2, 3), (11, 1), (20, 3), (20, 14), (16, 20), (11, 25), (6, 20), (2, 14)]
    v.poly(outline, mix(p.muted, p.panel, 0.45))
    v.lines(outline, p.muted, 1.4, 255, True)
    out = v.done()
    text(out, str(armour), (out.get_width() / 2, out.get_height() * 0.47), 14, p.white, "b", "center")
    return out


class PlateCell(Widget):
    """One section: its name, armour, systems and structure. `fresh` boxes were lost just now. `chances` are those of
    losing its systems and itself, with mean losses in boxes."""

    pictured = True

    def __init__(
        self,
        rect: Rect,
        plate: SectionPlate,
        on_press: Callable[[], object] | None,
        *,
        part: str = "system",
        on: bool = False,
        fresh: int = 0,
        chances: tuple[PartChance, ...] = (),
        small: bool = False,
        bare: bool = False,
    ) -> None:
        words = plate_words(plate, {one.key: one for one in chances})
        super().__init__(rect, on_press=on_press, rule=plate.rule, name=f"{part} side {plate.key}", hint=words)
        self.plate, self.on, self.fresh, self.chances, self.small = plate, on, fresh, chances, small
        self.bare = bare  # true if its systems and structure are widgets of their own
        self.place = plate.key

    @staticmethod
    def high(plate: SectionPlate, small: bool, risky: bool, wide: int) -> float:
        """Return its height in design pixels for a width in pixels. `risky`: chances stand beside its systems."""
        rows = -(-len(plate.parts) // across(plate, risky))
        lines = 1 if risky else len(listed_parts(plate, wide))
        return LOW + LOW_LINE * lines if small else HEAD + LINE * rows + FOOT

    def draw(self, dst: Surface) -> None:
        """Draw the plate from the top down."""
        p, px, r, plate = theme.palette, theme.px, self.rect, self.plate
        edge = theme.accent if self.on else p.edge if self.hover else p.line
        box(dst, r, mix(p.raised, p.red, 0.25) if not plate.left else p.raised, 6, 255, edge, 2 if self.on else 1)
        caps(dst, plate.label, (r.x + px(8), r.y + px(7 if self.small else 9)), p.white if self.on else p.muted)
        stamp(dst, shield(plate.armour), (r.right - px(14), r.y + px(15)))
        if self.bare:
            return
        if self.small:
            lines, ink = self._in_lines()
            for n, words in enumerate(lines):
                room = r.w - px(12 if n else 30)  # the first line must end before the point of the shield
                fit_text(
                    dst,
                    words,
                    (r.x + px(8), r.y + px(27 + LOW_LINE * n)),
                    room,
                    (12, 11, SMALLEST),
                    ink,
                    "r",
                    "midleft",
                )
        else:
            self._parts(dst)
        self._structure(dst)

    def _in_lines(self) -> tuple[list[str], Colour]:
        """Return its systems in lines, or the likeliest loss if something may be lost."""
        p, parts = theme.palette, self.plate.parts
        chances = {one.key: said_chance(one) for one in self.chances}
        if risky := sorted((one for one in parts if chances.get(one.key)), key=lambda one: -chances[one.key]):
            return [likeliest_words(risky[0].label, chances[risky[0].key], self.rect.w - theme.px(30))], p.red
        sound = all(one.state == "ok" for one in parts)
        return listed_parts(self.plate, self.rect.w)[: 1 if self.chances else None], p.text if sound else p.yellow

    def _parts(self, dst: Surface) -> None:
        """Draw a line for each system, in two columns on a wide plate."""
        px, r, chances = theme.px, self.rect, {one.key: one for one in self.chances}
        count = across(self.plate, bool(chances))
        wide = (r.w - px(16)) // count
        for n, one in enumerate(self.plate.parts):
            y = r.y + px(HEAD + LINE * (n // count)) + px(LINE) // 2
            place = Rect(r.x + px(8) + wide * (n % count), y, wide - px(6 if count > 1 else 0), px(LINE))
            draw_part(dst, place, one, chances.get(one.key))

    def _structure(self, dst: Surface) -> None:
        p, px, r, plate = theme.palette, theme.px, self.rect, self.plate
        share = plate.left / plate.built if plate.built else 0
        ink = p.green if share > 0.6 else p.yellow if share > 0.3 else p.red
        y, risk = r.bottom - px(11), next((one for one in self.chances if one.key == plate.key), None)
        chance = said_chance(risk)
        between = " of " if r.w > px(WITH_MEANS) or not (chance or self.fresh) else "/"
        words = f"{plate.left}{between}{plate.built}" if plate.left else "lost"
        at = (r.x + px(8), r.bottom - px(19 if self.small else 21))
        if self.small:
            words = percent(chance) if chance else f"{plate.left}/{plate.built}" if plate.left else "lost"
            room = width(words, 13, "s") + px(8)
            text(dst, words, (r.right - px(8), y + px(2)), 13, p.red if chance else p.white, "s", "midright")
            bar(dst, r.x + px(8), y, r.w - px(16) - room, share, ink, 5)
            return
        end = text(dst, words, at, 14, p.white, "s", "midleft")
        if risk and risk.mean >= LITTLE and r.w > px(WITH_MEANS):
            text(dst, mean_words(risk), (end.right + px(8), at[1]), 13, p.yellow, "s", "midleft")
        said = f"−{self.fresh}" if self.fresh else percent(chance) if chance else ""
        text(dst, said, (r.right - px(8), at[1]), 14, p.red, "b", "midright")
        bar(dst, r.x + px(8), y, r.w - px(16), share, ink, 5)


def listed_parts(plate: SectionPlate, wide: int) -> list[str]:
    """Return the systems of a plate in lines, with working ones of a kind together, as in `Lance 1 2`."""
    words = list[str]()
    for one in plate.parts:
        stem, _, last = one.label.rpartition(" ")
        before = words[-1].split(" ")[0] if words and words[-1][-1:].isdigit() else ""
        if not one.note and stem and last.isdigit() and before == stem:
            words[-1] += f" {last}"
        else:
            words.append(f"{one.label} {one.note}".strip())
    room, lines = wide - theme.px(16), list[str]()
    for n, word in enumerate(words):
        word += "," if n + 1 < len(words) else ""
        # the first line must end before the shield of the plate
        left = room - (theme.px(18) if len(lines) <= 1 else 0)
        if lines and width(f"{lines[-1]} {word}", 12) <= left:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def likeliest_words(label: str, chance: float, room: float) -> str:
    """Return a system with its chance of loss. If it does not fit `room` (pixels), the name is cut, not the figure."""
    figure = percent(chance)
    return f"{fit(label, room - width(f' {figure}', SMALLEST), SMALLEST)} {figure}"


def across(plate: SectionPlate, risky: bool) -> int:
    """Return the number of columns for the systems of a plate."""
    return 2 if plate.place == "middle" and len(plate.parts) > 3 and not risky else 1


def said_chance(risk: PartChance | None) -> float:
    """Return the chance of a loss; 0 if it is too small to show."""
    return risk.chance if risk and percent(risk.chance) != percent(0.0) else 0.0


def mean_words(risk: PartChance) -> str:
    """Return the mean loss in boxes, as in −3.1."""
    return f"−{risk.mean:.1f}"


def draw_part(dst: Surface, r: Rect, one: SectionPart, risk: PartChance | None) -> None:
    """Draw a system: its name and state, or its mean loss and chance of loss, with a bar."""
    p, chance = theme.palette, said_chance(risk)
    ink: Colour = getattr(p, INKS[one.state]) if one.state in INKS else p.text
    words = percent(chance) if chance else one.note
    tone = p.red if chance else ink
    room = r.w - (width(words, 13, "s") + theme.px(4) if words else 0)
    if risk and risk.mean >= LITTLE and r.w > theme.px(120):
        room -= theme.px(34)
        text(dst, mean_words(risk), (r.x + room + theme.px(28), r.y), 13, p.yellow, "r", "midright")
    fit_text(dst, one.label, (r.x, r.y), room, (14, 13, 12, 11), ink, "r", "midleft")
    text(dst, words, (r.right, r.y), 13, tone, "s", "midright")
    if chance:
        dst.fill(
            mix(p.red, p.raised, 0.25),
            (r.x, r.y + theme.px(7), max(1, round(r.w * min(1.0, chance))), max(1, theme.px(2))),
        )


def plate_words(plate: SectionPlate, chances: Mapping[str, PartChance]) -> str:
    """Return everything on a plate in words, a line for each system."""
    lines = [
        f"{plate.label}: {plate.left} of {plate.built} structure, armour "
        f"{plate.armour}{risk_words(chances.get(plate.key))}"
    ]
    return "\n".join([*lines, *(f"{one.label}: {one.hint}{risk_words(chances.get(one.key))}" for one in plate.parts)])


def risk_words(risk: PartChance | None) -> str:
    """Return the words for the effect of shots on a part, after its other words."""
    if risk is None:
        return ""
    lost = f"; lost with {percent(risk.chance)}" if said_chance(risk) else ""
    return f"{lost}; loses {risk.mean:.1f} on average" if risk.mean >= LITTLE else lost


def plates(
    column: Column,
    sheet: SectionSheet,
    open_side: str,
    press: Callable[[str], object],
    *,
    part: str = "system",
    fresh: Mapping[str, int] | None = None,
    chances: tuple[PartChance, ...] = (),
    drawn: YardSides | None = None,
) -> None:
    """Add the sections: fore above, aft below, port and starboard beside. `drawn`: they are being drawn."""
    at, px, small = {one.place: one for one in sheet.plates}, theme.px, column.low
    middle = [at[place] for place in ("fore", "middle", "aft") if place in at]
    wide, gap, x, y = round(column.wide * (DRAWN_ASIDE if drawn else ASIDE)), px(GAP), column.x, column.y
    inside = dict[str, list[Widget]]()
    lost = fresh or {}

    def risks(plate: SectionPlate) -> tuple[PartChance, ...]:
        return tuple(one for one in chances if one.key == plate.key or one.key in {each.key for each in plate.parts})

    def high(plate: SectionPlate, wide: int) -> int:
        if drawn:
            content = Column(Rect(px(8), px(HEAD), wide - px(16), 0))
            drawn.fill(content, plate.key)
            inside[plate.key] = content.widgets
            return content.y + px(4)
        return px(PlateCell.high(plate, small, bool(risks(plate)), wide))

    def add(r: Rect, plate: SectionPlate) -> None:
        column.add(
            PlateCell(
                r,
                plate,
                partial(press, plate.key),
                part=part,
                on=plate.key == open_side,
                fresh=lost.get(plate.track, 0),
                chances=risks(plate),
                small=small,
                bare=drawn is not None,
            )
        )
        for widget in inside.get(plate.key, ()):
            widget.rect.move_ip(r.topleft)
            column.add(widget)

    spot, tops = y, dict[str, Rect]()
    broad = column.wide - 2 * (wide + gap)
    for plate in middle:
        tops[plate.place] = Rect(x + wide + gap, spot, broad, high(plate, broad))
        spot = tops[plate.place].bottom + gap
    for place, left in (("fore", 0), ("port", x), ("middle", 0), ("starboard", column.right - wide), ("aft", 0)):
        if place in tops:
            add(tops[place], at[place])
        elif place in at:
            core, tall = tops.get("middle", Rect(x, y, 0, high(at[place], wide))), high(at[place], wide)
            tops[place] = Rect(left, core.centery - tall // 2, wide, tall)
            add(tops[place], at[place])
    if drawn and "starboard" in tops:
        side, air = tops["starboard"], px(2 * GAP)
        corner = Rect(side.x, y, wide, side.y - air - y)
        if corner.h < px(CORNER):
            low = side.bottom + air
            corner = Rect(side.x, low, wide, max(px(CORNER), spot - gap - low))
            spot = max(spot, corner.bottom + gap)
        column.add(drawn.beside(corner))
    column.y = spot + px(4)


class FaceRow(Still):
    """The part that each face of a die strikes, in cells as wide as their chances."""

    pictured = True

    def __init__(self, rect: Rect, strip: FaceStrip) -> None:
        hint = ", ".join(f"{faces(low, high)} {words}" for words, low, high, _ in strip.cells)
        super().__init__(rect, rule=strip.rule, name="faces", hint=hint)
        self.strip = strip

    def draw(self, dst: Surface) -> None:
        """Draw words over faces."""
        p, r, px = theme.palette, self.rect, theme.px
        colours = {"good": p.green, "note": p.yellow, "muted": p.faint}
        for words, low, high, tone in self.strip.cells:
            x0, x1 = (round(r.x + r.w * n / self.strip.faces) for n in (low - 1, high))
            cell, ink = Rect(x0, r.y, x1 - x0 - px(2), r.h), colours.get(tone, theme.accent)
            box(dst, cell, mix(p.panel, ink, 0.25), 4, 255, mix(p.panel, ink, 0.7))
            fit_text(
                dst, words, (cell.centerx, cell.y + r.h * 0.3), cell.w, (14, 13, 12, 11, 10, 9), p.white, "s", "center"
            )
            said = faces(low, high)
            fit_text(
                dst, said, (cell.centerx, cell.y + r.h * 0.73), cell.w - px(2), (13, 12, 11, 10), p.muted, "r", "center"
            )


class SeamRow(FaceRow):
    """A row of faces with seams that are dragged. The arrows move the seam in hand, and Space takes the next one."""

    focusable, pictured = True, False

    def __init__(self, rect: Rect, side: str, strip: FaceStrip, seams: YardSides) -> None:
        super().__init__(rect, strip)
        self.side, self.seams = side, seams

    @property
    def ends(self) -> list[int]:
        """The last face of every part but the last."""
        return [high for _, _, high, _ in self.strip.cells[:-1]]

    def press(self) -> None:
        self.seams.held = (self.seams.held + 1) % max(1, len(self.ends))

    def handle(self, event: Event) -> bool:
        """Drag the nearest seam, or move the one in hand by a face."""
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos)
        if down and self.ends:
            face = self._face(event.pos[0])
            self.seams.held = min(range(len(self.ends)), key=lambda n: abs(self.ends[n] - face))
            self.pressed = True
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed:
            self._move_seam(round(self._face(event.pos[0])))
            return True
        if event.type == pygame.MOUSEBUTTONUP and self.pressed:
            self.pressed = False
            return True
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0) if event.type == pygame.KEYDOWN else 0
        if step and self.focused and 0 <= self.seams.held < len(self.ends):
            self._move_seam(self.ends[self.seams.held] + step)
            return True
        return super().handle(event)

    def _face(self, x: int) -> float:
        return (x - self.rect.x) * self.strip.faces / max(1, self.rect.w)

    def _move_seam(self, face: int) -> None:
        if 0 <= self.seams.held < len(self.ends) and face != self.ends[self.seams.held]:
            self.seams.move(self.side, self.seams.held, face)

    def draw(self, dst: Surface) -> None:
        """Draw the row with its seams."""
        super().draw(dst)
        p, px, r = theme.palette, theme.px, self.rect
        for n, end in enumerate(self.ends):
            taken = n == self.seams.held and (self.pressed or self.focused)
            x, wide = round(r.x + r.w * end / self.strip.faces) - px(1), px(6 if taken else 4)
            box(dst, (x - wide // 2, r.y - px(4), wide, r.h + px(8)), p.white if taken else p.muted, 2)


def faces(low: int, high: int) -> str:
    """Return faces of a die, as in `3` or `4–5`."""
    return str(low) if low == high else f"{low}–{high}"


def face_strip(column: Column, sheet: SectionSheet, open_side: str, seams: YardSides | None = None) -> None:
    """Add the row of faces of the open section."""
    plate = next((one for one in sheet.plates if one.key == open_side), sheet.plates[0])
    about = "drag a seam; every face has an owner" if seams else ""
    column.heading(plate.strip.label, about, theme.palette.muted, plate.strip.rule)
    row = column.row(LOW_STRIP if column.low else STRIP, 8)
    column.add(SeamRow(row, plate.key, plate.strip, seams) if seams else FaceRow(row, plate.strip))


# -- on a sheet --------------------------------------------------------------------------------------------------------


def sides(column: Column, sheet: SectionSheet, look: SheetLook) -> None:
    """Add the sections, with the chance that a shot destroys their systems."""
    column.space(2)
    fresh = look.fresh
    new = {label: math.ceil(lost * fresh.share) for label, lost in fresh.boxes.items()}
    chances = look.shot.losses if isinstance(look.shot, ShotBreakdown) else ()
    plates(column, sheet, look.opened or likeliest(look), look.open, part=look.part, fresh=new, chances=chances)


def struck_faces(column: Column, sheet: SectionSheet, look: SheetLook) -> bool:
    """Add the parts that a hit strikes in place of systems, which the sections name. They are those of the likeliest
    section for a shot, or of an open one."""
    if look.struck:
        return False
    face_strip(column, sheet, look.opened or likeliest(look))
    return True


def sides_in_yard(column: Column, sheet: SectionSheet, look: SheetLook) -> None:
    """Add the sections of a new ship. A press on one opens its chart."""
    opened = look.opened or sheet.plates[0].key
    plates(column, sheet, opened, look.open, drawn=look.sides)
    face_strip(column, sheet, opened, look.sides)


def likeliest(look: SheetLook) -> str:
    """Return the section that a shot strikes most likely; empty without a shot."""
    shot = look.shot
    return (
        max(shot.hit.sides, key=lambda one: one.chance).key
        if isinstance(shot, ShotBreakdown) and shot.hit.sides
        else ""
    )
