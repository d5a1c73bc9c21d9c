"""The ships of both sides at the left: their health, their missing orders, their distances; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.core.display import Sheet, Token
from game.core.orders import Id
from game.core.state import Piece
from game.ui.board.label_engine.pictures import pips_picture
from game.ui.board.layers.danger import tone
from game.ui.input_modes.mode import Note
from game.ui.input_modes.modes import mode_of
from game.ui.render.shapes import bar, box, paste, stamp
from game.ui.render.text import fit, fit_text, lines, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_context import BattleLayout
from game.ui.ship_sheet.sheet import badge, token_of
from game.ui.toolkit.badges import SIZE, badge_row, badge_words
from game.ui.toolkit.blocks import ColumnHeading, WordRow, tick
from game.ui.toolkit.column import Column
from game.ui.toolkit.picture_cache import draw_cached
from game.ui.toolkit.widgets import Widget

HIGH, PITCH = 56, 62  # design pixels
TITLE = (17, 16, 15, 14)  # sizes of the name on a row
SMALL = (13, 12, 11, 10)  # sizes of the note on a narrow row, of which the first that fits is used
NOTED = (15, 14, 13, 12)  # sizes of the note on a row, of which the first that fits is used


def health_colour(share: float) -> Colour:
    """Return the colour for a health, 0 to 1: sound, damaged, nearly lost."""
    p = theme.palette
    return p.green if share > 0.6 else p.yellow if share > 0.3 else p.red


class ShipRow(Widget):
    """One ship. Folded, it is a silhouette with its mark and health, and its name and note if it is `named`."""

    def __init__(
        self,
        rect: Rect,
        key: Id,
        sheet: Sheet,
        seat: int,
        ask: Callable[[], Note],
        chosen: bool,
        folded: bool,
        on_press: Callable[[], object],
        token: Token | None = None,
        named: bool = False,
    ) -> None:
        super().__init__(rect, on_press=on_press, rule="table/sheet", name=f"ship {key}")
        self.sheet, self.seat, self._ask, self.chosen, self.folded, self.token = sheet, seat, ask, chosen, folded, token
        self.named = named
        if folded:
            gone = f", {sheet.state}" if sheet.state else ""
            told = (
                f": {said}"
                for said in (self.note.words, self.note.why, self.note.danger)
                if said and said != sheet.state
            )
            self.hint = "".join((f"{sheet.title}, {sheet.kind}{gone}", *told))

    def handle(self, event: Event) -> bool:
        """Leave Enter to the main button if the ship is chosen already."""
        again = self.chosen and event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        return not again and super().handle(event)

    @cached_property
    def note(self) -> Note:
        """Return the further words of the row. They are computed only when it is seen, because most rows of a long list
        are not."""
        return self._ask()

    @property
    def seen(self) -> object:
        """Everything its picture depends on, with its note."""
        return self.note, super().seen

    def draw(self, dst: Surface) -> None:
        sheet, note = self.sheet, self.note
        known = (
            sheet.title,
            sheet.kind,
            sheet.glyph,
            sheet.health,
            sheet.read,
            bool(sheet.state),
            self.token,
            sheet.badges,
        )
        said = note.danger, note.why, badge_words(sheet.badges)
        self.hint = "\n".join(filter(None, said)) if self.named else self.hint
        look = *known, self.seat, self.chosen, self.hover, note.mark, note.danger, note.grave, note.why
        if self.named:
            draw_cached(dst, self, (*look, note, "named"), self._narrow)
            return
        if self.folded:
            draw_cached(dst, self, (*look, note.colour), self._small)
            return
        px, right, ink = theme.px, self.rect.right - theme.px(12), note.colour or theme.palette.text
        right -= px(22) if note.mark else 0
        whole = right - self.rect.x - theme.px(52) - width(sheet.title, TITLE[-1], "s") - theme.px(8)
        most = min(self.rect.w * 0.55, whole)  # cut the name only when nothing else can be
        size = next((size for size in NOTED if width(note.words, size, "s") <= most), NOTED[-1])
        words = fit(note.words, most, size, "s")
        cut = "" if words == note.words else f"{sheet.title}: {note.words}"
        self.hint = "\n".join(filter(None, (cut, *said)))
        if note.danger:
            ink = tone(note.grave)
        room = right - round(right - width(words, size, "s")) + px(8) if words else 0
        draw_cached(dst, self, (*look, ink, room), partial(self._full, room=room))
        if words:  # the words change at every step of a drag, so they are not part of the picture
            text(dst, words, (right, self.rect.y + px(18)), size, ink, "s", "midright")

    def _plate(self, dst: Surface) -> tuple[Colour, bool]:
        """Draw the plate; return the colour of the seat, and whether the ship is out of play."""
        p, r, colour = theme.palette, self.rect, theme.seat(self.seat)
        gone = bool(self.sheet.state)
        fill = p.active if self.chosen else mix(p.raised, p.edge, 0.3) if self.hover else p.panel if gone else p.raised
        edge = colour if self.chosen else p.edge if self.hover else p.line
        if self.note.danger:
            edge = tone(self.note.grave)
            fill = fill if self.chosen else mix(edge, p.panel, 0.88)
        box(dst, r, fill, 6, 255, edge, 2 if self.chosen or self.note.danger else 1)
        return colour, gone

    def _small(self, dst: Surface) -> None:
        colour, gone = self._plate(dst)
        px, r = theme.px, self.rect
        stamp(dst, badge(self.token, self.sheet, colour, 17, gone), (r.centerx - px(4), r.y + px(24)))
        if not gone and self.sheet.read:
            bar(
                dst, r.x + px(8), r.bottom - px(9), r.w - px(16), self.sheet.health, health_colour(self.sheet.health), 4
            )
        if self.note.mark:
            ink = tone(self.note.grave) if self.note.danger else self.note.colour or theme.palette.muted
            tick(dst, self.note.mark, (r.right - px(12), r.y + px(13)), ink, 14)

    def _narrow(self, dst: Surface) -> None:
        """Draw silhouette, name and mark; below them the note, and the health along the lower edge."""
        colour, gone = self._plate(dst)
        p, px, r, note = theme.palette, theme.px, self.rect, self.note
        stamp(dst, badge(self.token, self.sheet, colour, 16, gone), (r.x + px(18), r.y + px(24)))
        left, right = r.x + px(36), r.right - px(8)
        if note.mark:
            high = 15 if note.danger else 33
            tick(
                dst,
                note.mark,
                (right - px(6), r.y + px(high)),
                tone(note.grave) if note.danger else note.colour or p.muted,
                14,
            )
        ink = p.faint if gone else p.white if self.chosen else p.text
        wide = px(15) * len(self.sheet.badges)
        above, below = (px(18 if note.mark and bool(note.danger) == upper else 0) for upper in (True, False))
        room = right - left - above
        # badges then stand beside the health
        low = bool(wide) and width(self.sheet.title, 13, "s") > room - wide - px(5)
        beside = wide + px(5) if wide and not low else 0
        fit_text(dst, self.sheet.title, (left, r.y + px(15)), room - beside, (16, 15, 14, 13, 12), ink, "s", "midleft")
        badge_row(
            dst, (right - wide + px(8) - (0 if low else above), r.y + px(46 if low else 15)), self.sheet.badges, 15
        )
        self._draw_note(dst, left, right - below, wide if low else 0)
        if not gone and self.sheet.read and not self._pips(dst, left, r.bottom - px(8)):
            long = r.w - px(16) - (wide if low else 0)
            bar(dst, r.x + px(8), r.bottom - px(8), long, self.sheet.health, health_colour(self.sheet.health), 4)

    def _draw_note(self, dst: Surface, left: int, right: int, less: int) -> None:
        """Draw the note, or the kind of ship, with the risk at the right. It takes two rows if one is too short."""
        p, px, r, note, room = theme.palette, theme.px, self.rect, self.note, right - left
        danger = note.brief if note.danger else ""
        kind = self.token.kind if self.token and self.token.kind else self.sheet.kind
        words = reason(note, room, 13) or note.words or kind
        size, rows, under = noted_rows(words, danger, room, room - less)
        heights = (33,) if len(rows) + under == 1 else (28, 41)
        for row, y in zip(rows, heights):
            text(
                dst, row, (left, r.y + px(y)), size, (note.colour or p.muted) if note.words else p.muted, "r", "midleft"
            )
        if danger:
            last = right - (less if len(heights) > 1 else 0)
            text(dst, danger, (last, r.y + px(heights[-1])), size, tone(note.grave), "s", "midright")

    def _pips(self, dst: Surface, x: float, y: float) -> bool:
        """Draw the pips of a counter instead of the health; return False if it has none."""
        if self.token is None or not self.token.pips[1]:
            return False
        row = pips_picture(*self.token.pips, theme.seat(self.seat), 10)
        paste(dst, row, (x, y - row.get_height() / 2))
        return True

    def _full(self, dst: Surface, room: int) -> None:
        """Draw silhouette, name, class and health, leaving `room` pixels for the note."""
        colour, gone = self._plate(dst)
        p, px, r, note = theme.palette, theme.px, self.rect, self.note
        stamp(dst, badge(self.token, self.sheet, colour, 20, gone), (r.x + px(26), r.centery))
        ink = tone(note.grave) if note.danger else note.colour or p.text
        right = r.right - px(12)
        if note.mark:
            tick(dst, note.mark, (right - px(6), r.y + px(18)), ink)
            right -= px(22)
        right -= room
        left = r.x + px(52)
        size = next((size for size in TITLE if width(self.sheet.title, size, "s") <= right - left), TITLE[-1])
        name = fit(self.sheet.title, right - left, size, "s")
        text(dst, name, (left, r.y + px(12)), size, p.faint if gone else p.white if self.chosen else p.text, "s")
        if gone and not self.sheet.coming:
            dst.fill(p.faint, (left, r.y + px(18), round(width(name, size, "s")), max(1, px(1.4))))
        kind = (self.token.kind if self.token and self.token.kind else self.sheet.kind).capitalize()
        across = r.right - px(12) - left
        danger = note.danger if width(note.danger, 14, "s") <= across else note.brief or note.danger
        below = reason(note, across, 14) or kind
        said, ink, weight = (danger, tone(note.grave), "s") if danger else (below, p.faint if gone else p.muted, "r")
        fit_text(dst, said, (left, r.y + px(31)), across, 14, ink, weight)
        badge_row(dst, (r.right - px(12) - px(SIZE) * len(self.sheet.badges) + px(9), r.y + px(44)), self.sheet.badges)
        if not gone and self.sheet.read and not self._pips(dst, left, r.y + px(48)):
            bar(dst, left, r.y + px(47), px(116), self.sheet.health, health_colour(self.sheet.health), 4)


def noted_rows(words: str, danger: str, room: int, last: int) -> tuple[int, list[str], bool]:
    """Return the size and the rows of a note in a narrow list, and whether the risk has a row of its own below them.
    There are at most two rows; the second is `last` pixels long."""
    for most in (1, 2):
        for size in SMALL:
            rows, right = lines(words, min(room, last) if most > 1 else room, size), width(danger, size, "s")
            whole = max(width(word, size) for word in (*words.split(), "")) <= min(room, last)
            under = bool(danger) and width(rows[-1], size) + theme.px(6) + right > (room if most == 1 else last)
            if whole and len(rows) + under <= most and right <= last:
                return size, rows, under
    size, right = SMALL[-1], width(danger, SMALL[-1], "s") + theme.px(6) if danger else 0
    return size, [fit(words, room - right, size)], False


def reason(note: Note, room: int, size: int) -> str:
    """Return the reason for a note, whole if there is room, otherwise in brief."""
    return note.why if width(note.why, size) <= room else note.brief if note.why else ""


def ship_list(
    column: Column,
    model: SeatModel,
    struck: Mapping[Id, Sheet],
    layout: BattleLayout,
    on_choose: Callable[[Id], object],
) -> None:
    """Add the own side first, then the others. Each is under its name unless the list is folded without names. `struck`
    has the sheets of ships that the film has left in another state than the model."""
    folded, named = layout.folded, layout.named
    state = model.view.state
    sides = sorted(state.sides.values(), key=lambda side: (side.id != model.side, side.seat))
    for index, side in enumerate(sides):
        ships: list[Piece] = [ship for ship in state.ships.values() if ship.side == side.id]
        ships += [one for one in state.counters.values() if one.side == side.id and one.in_play]
        if not folded:
            column.space(14 if index else 0)
            words, colour = tally(model, side.id)
            inset = theme.px(8)
            head = column.row(10, 14)
            column.add(
                ColumnHeading(Rect(head.x + inset, head.y, head.w - 2 * inset, head.h), side.name, words, colour=colour)
            )
        elif named:
            column.space(8 if index else 0)
            painted = [(side.name, theme.seat(side.seat), "s")]
            basis = measured_from(model, side.id)
            column.add(WordRow(column.row(16, 0 if basis else 6), painted, size=14, hint=tally(model, side.id)[0]))
            if basis:
                column.add(WordRow(column.row(16, 4), [(basis, theme.palette.muted, "r")], size=12))
        elif index:
            column.rule(8)
        for ship in ships:
            ask, sheet = partial(note_of, model, ship.id), struck.get(ship.id) or model.sheet(ship.id)
            row = ShipRow(
                column.row(HIGH, PITCH - HIGH),
                ship.id,
                sheet,
                side.seat,
                ask,
                ship.id == model.chosen,
                folded,
                partial(on_choose, ship.id),
                token_of(model, ship.id),
                named,
            )
            column.add(row)


def tally(model: SeatModel, side: Id) -> tuple[str, Colour | None]:
    """Return the words beside a side's name: how many have orders or have fired, or where ranges are measured from."""
    if side != model.side:
        if model.sealed_up(side):
            return "orders locked", theme.palette.text
        return measured_from(model, side) or strength(model, side), None
    return mode_of(model).count(model, side)


def measured_from(model: SeatModel, side: Id) -> str:
    """Return the point from which the ranges beside a side's ships are measured; empty if they are not measured."""
    if side == model.side or model.sealed_up(side) or not model.mine(model.chosen) or not model.afloat(model.chosen):
        return ""
    return "from the ghost" if model.fire.moved else f"from {model.view.state.known_piece(model.chosen).name}"


def strength(model: SeatModel, side: Id) -> str:
    """Return the number of ships a side has in play and of groups in flight, as in "2 ships, 3 groups"."""
    state = model.view.state
    ships = len(state.fleet(side))
    discs = sum(isinstance(one, Token) and one.shape == "disc" and one.side == side for one in model.view.tokens)
    groups = f", {discs} group{'s' * (discs != 1)}" if discs else ""
    return f"{ships} ship{'s' * (ships != 1)}{groups}"


def note_of(model: SeatModel, key: Id) -> Note:
    ship, p = model.view.state.known_piece(key), theme.palette
    if not ship.in_play:
        sheet = model.sheet(key)
        return Note(sheet.state, "", p.muted) if sheet.coming else Note(sheet.state, "dead", p.red)
    mode, own = mode_of(model), ship.side == model.side
    if own or not model.chosen:
        return mode.note(model, key) if own else mode.acted_note(model, key)
    # a ship shown at its present place is not measured from its destination
    moving = model.frozen and model.ghost is not None
    if moving or not model.mine(model.chosen) or not model.afloat(model.chosen):
        return mode.acted_note(model, key)
    mark = mode.acted_note(model, key).mark
    if body := model.fire.behind(key):
        return Note(f"behind {body}", mark, p.muted)
    far, seat = (
        board_of(model.view.state.table).range_words(model.fire.distance(key)),
        model.view.state.sides[ship.side].seat,
    )
    return Note(far, mark, theme.seat(seat)) if far else mode.acted_note(model, key)
