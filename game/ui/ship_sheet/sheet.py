"""The ship's sheet at the right: heading, figures, hull, armour, systems; no part of the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pygame import Rect, Surface

from game.core.display import Icon, Sheet, SheetPart, Token, Track
from game.core.orders import Id
from game.ui.board.layers.counters import token_picture
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import stamp
from game.ui.render.text import caps, caps_width, fit_text, text, width
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import DAMAGED, SeatModel
from game.ui.ship_sheet.bays import bays
from game.ui.ship_sheet.ladder import ladder
from game.ui.ship_sheet.painters import NOTHING_NEW, Fresh, Press, SheetLook, paint
from game.ui.ship_sheet.system_cells import DICED, HIGH, LOW, LOW_DICED, SystemCell, strips
from game.ui.ship_sheet.tracks import LEAD, LOW_LEAD, HexagonBlock, HexagonTrack, InlineTrack, RowTrack, TileTrack
from game.ui.toolkit.badges import SIZE, badge_row, badge_words, tone_of
from game.ui.toolkit.blocks import StatBlock, ThinFigure
from game.ui.toolkit.column import Column, in_rows
from game.ui.toolkit.widgets import Still


def token_of(model: SeatModel, key: Id) -> Token | None:
    """Return a counter in its look on the board, without a heading; None for a ship."""
    return model.known("tokens by key", ask=partial(_tokens, model)).get(key)


def _tokens(model: SeatModel) -> dict[Id, Token]:
    counters = model.view.state.counters
    lying = (one for one in model.view.tokens if isinstance(one, Token) and one.key in counters)
    return {one.key: replace(one, course=None) for one in lying}


def badge(token: Token | None, sheet: Sheet, colour: Colour, half: float, gone: bool) -> Surface:
    """Return the picture of a piece, twice `half` design pixels high."""
    if token:
        return token_picture(token, colour, half * theme.scale)
    return badge_sprite(sheet.glyph, colour, half, gone, sheet.look)


CELL, LOW_CELL = 66, 56  # design pixels: width of a system, and where there is little height
# design pixels: width of a layer of armour beside the hull, and least width of a sheet with room for it
BESIDE, BROAD = 112, 380


class SheetHead(Still):
    """Name, class, mass and points, and the silhouette."""

    def __init__(self, rect: Rect, sheet: Sheet, seat: int, note: str = "", token: Token | None = None) -> None:
        hint = "\n".join(filter(None, (note or sheet.note, badge_words(sheet.badges))))
        super().__init__(rect, rule=sheet.badges[0].rule if sheet.badges else "table/sheet", hint=hint)
        self.sheet, self.seat, self.note, self.token = sheet, seat, note or sheet.note, token

    def draw(self, dst: Surface) -> None:
        """Draw the head in the style of the top of a paper sheet."""
        p, px, r, colour = theme.palette, theme.px, self.rect, theme.seat(self.seat)
        gone = bool(self.sheet.state)
        stamp(
            dst, badge(self.token, self.sheet, colour, 20 if self.token else 24, gone), (r.right - px(20), r.y + px(22))
        )
        room = r.w - px(52)
        fit_text(dst, self.sheet.title, (r.x, r.y + px(4)), room, 30, p.white, "b")
        kind = caps(dst, self.sheet.kind, (r.x, r.y + px(37)), colour)
        left = r.x + caps_width(self.sheet.kind) + px(14)
        note = self.sheet.state or self.note
        up = self.sheet.badges
        room -= px(SIZE) * len(up) + px(6) * bool(up)
        if width(note, 15) > r.x + room - left:  # the last part of the note is the most important
            note = note.split(", ")[-1]
        said = fit_text(dst, note, (left, kind.y - px(1)), r.x + room - left, 15, p.red if gone else p.muted)
        badge_row(dst, (said.right + px(16), said.centery), up)
        words, left = badge_words(up[:1]).split(":")[0], said.right + px(29) + px(SIZE) * (len(up) - 1)
        if up and width(words, 13) <= r.x + r.w - px(52) - left:
            text(dst, words, (left, said.centery), 13, tone_of(up[0]), "r", "midleft")


def seat_of(model: SeatModel, key: Id) -> int:
    """Return the seat of a ship's side."""
    return seat_of_side(model, model.view.state.owner(key))


def seat_of_side(model: SeatModel, side: Id) -> int:
    return model.view.state.sides[side].seat


def head(column: Column, model: SeatModel, key: Id, note: str = "", sheet: Sheet | None = None) -> None:
    """Add name and class, and the state of systems that are up, down or charged. A `sheet` of another moment may be
    given."""
    sheet = sheet or model.sheet(key)
    column.add(SheetHead(column.row(58 if column.low else 64), sheet, seat_of(model, key), note, token_of(model, key)))


def figures(column: Column, sheet: Sheet) -> None:
    """Add the row of figures: velocity, course, thrust, crew or whatever the game has. There are more rows if they do
    not fit uncut. All have the same width if that fits; else each is as wide as it needs, and the rest is shared."""
    thin = column.low and column.wide >= theme.px(BROAD)
    gap, kind = theme.px(6 if thin else 8), ThinFigure if thin else StatBlock
    cells = [
        kind(Rect(0, 0, 0, 0), stat.label, stat.value, stat.becomes, rule=stat.rule, hint=stat.hint)
        for stat in sheet.stats
    ]
    rows = in_rows(cells, lambda one: one.least, column.wide, gap)
    for row in rows:
        last = row is rows[-1]
        where = column.row(28, 10 if last else 6) if thin else column.row(58, 20 if last else 8)
        _spread(column, row, where, gap, alike=not thin)


def _spread(column: Column, cells: Sequence[StatBlock], row: Rect, gap: int, alike: bool) -> None:
    """Add figures side by side in a row, with equal widths if `alike`."""
    needs = [cell.least for cell in cells]
    room = row.w - gap * (len(cells) - 1)
    if alike and max(needs) * len(cells) <= room:
        needs = [0.0] * len(cells)
    rest, x = (room - sum(needs)) / len(cells), float(row.x)
    for cell, need in zip(cells, needs):
        cell.rect = Rect(round(x), row.y, round(need + rest), row.h)
        column.add(cell)
        x += need + rest + gap


def look_at(model: SeatModel, sheet: Sheet, **more: Any) -> SheetLook:
    """Return the look that painters of a sheet get. `more` are other fields of a `SheetLook`."""
    return SheetLook(sheet, seat_of_side(model, sheet.side), model.open_side, model.open_faces, model=model, **more)


def hull(
    column: Column,
    model: SeatModel,
    sheet: Sheet,
    fresh: Fresh = NOTHING_NEW,
    part: str = "system",
    shot: SheetPart | None = None,
) -> None:
    """Add the tracks, or the game's own parts in their place. With a `shot`, show what it may hit."""
    if not paint(column, look_at(model, sheet, fresh=fresh, part=part, shot=shot), "hull"):
        tracks(column, sheet, fresh)


def tracks(column: Column, sheet: Sheet, fresh: Fresh = NOTHING_NEW) -> None:
    """Add hull rows under a heading, then every layer of armour."""
    p, aside = theme.palette, beside(column, sheet)
    for track in sheet.tracks:
        new, hidden = fresh.boxes.get(track.label, 0), fresh.hidden(track.label)
        if track is aside or track.shape == "tile":
            continue
        drawn = replace(track, left=track.left + hidden) if hidden else track
        if track.shape == "hexagon":
            column.add(HexagonTrack(column.row(HexagonTrack.HIGH, 6), drawn, new - hidden))
            continue
        if track.inline:
            row = column.row(InlineTrack.LOW, 2) if column.low else column.row(InlineTrack.HIGH, 4)
            column.add(InlineTrack(row, drawn, new - hidden, [one for one in sheet.tracks if one.inline]))
            continue
        full = sum(track.rows)
        words = f"{track.left} of {full} left"
        if new:
            words = f"{new} just lost, {words}"
        column.heading(
            track.label, words, p.red if new else p.green if track.left > full * 0.3 else p.yellow, track.rule
        )
        lead = LOW_LEAD if column.low else LEAD
        row = column.row(RowTrack.high(track, lead), 8)
        if aside:
            wide = theme.px(BESIDE)
            block = Rect(row.right - wide, row.y, wide, row.h)
            later = fresh.hidden(aside.label)
            column.add(
                HexagonBlock(block, replace(aside, left=aside.left + later), fresh.boxes.get(aside.label, 0) - later)
            )
            row.w -= wide + theme.px(12)
        column.add(RowTrack(row, drawn, new - hidden, lead))
    tiles(column, sheet, fresh)
    column.space(2 if column.low else 8)


def tiles(column: Column, sheet: Sheet, fresh: Fresh = NOTHING_NEW) -> None:
    """Add the tracks that are tiles, such as masts, in one row."""
    shown = [track for track in sheet.tracks if track.shape == "tile"]
    column.space(0 if column.low or not shown else 4)
    for rect, track in (
        column.grid(shown, len(shown), TileTrack.LOW if column.low else TileTrack.HIGH, 8, 4) if shown else ()
    ):
        new, hidden = fresh.boxes.get(track.label, 0), fresh.hidden(track.label)
        column.add(TileTrack(rect, replace(track, left=track.left + hidden), new - hidden))


def beside(column: Column, sheet: Sheet) -> Track | None:
    """Return the layer of armour to put beside the hull where there is little height. It is the only layer, beside a
    hull of three rows."""
    layers = [track for track in sheet.tracks if track.shape == "hexagon"]
    hulls = [track for track in sheet.tracks if track.shape != "hexagon"]
    fits = len(layers) == len(hulls) == 1 and len(hulls[0].rows) >= 3 and sum(layers[0].rows) <= 20
    return layers[0] if column.low and fits and column.wide >= theme.px(BROAD) else None


def broken(sheet: Sheet) -> tuple[str, Colour | None]:
    """Return the number of systems out of action, in words."""
    lost = sum(one.state in DAMAGED for one in sheet.icons)
    return (f"{lost} lost", theme.palette.red) if lost else ("all work", theme.palette.green)


def systems(
    column: Column,
    icons: tuple[Icon, ...],
    picked: frozenset[str] = frozenset(),
    press: Press | None = None,
    fresh: Fresh = NOTHING_NEW,
    part: str = "system",
) -> None:
    """Add symbols in rows of as many as fit, with room below for a die after a check. `part` is the prefix of the
    cells' names, because two sheets may stand one below the other."""
    low = column.low
    across = max(1, min(6, int((column.wide / theme.scale + 8) // (LOW_CELL if low else CELL))))
    if low and -(-len(icons) // 7) < -(-len(icons) // across) and column.wide + theme.px(4) >= theme.px(LOW_CELL) * 7:
        across = 7  # seven side by side, to save a row
    high = (LOW_DICED if low else DICED) if fresh.faces else LOW if low else HIGH
    for rect, one in column.grid(icons, across, high, 4, 2 if low else 6):
        pick = "hot" if one.key in fresh.failed else "picked" if one.key in picked else ""
        face = fresh.faces.get(one.key, 0)
        column.add(SystemCell(rect, one, press(one) if press else None, pick=pick, face=face, part=part, small=low))


def add_systems(
    column: Column,
    model: SeatModel,
    sheet: Sheet,
    picked: frozenset[str] = frozenset(),
    press: Press | None = None,
    fresh: Fresh = NOTHING_NEW,
    part: str = "system",
    shot: SheetPart | None = None,
) -> None:
    """Add the systems under their heading, or the game's own parts in their place."""
    look = look_at(model, sheet, fresh=fresh, part=part, shot=shot, brief=column.low, low=True, press=press)
    if not paint(column, look, "systems"):
        under_heading(column, sheet, picked, press, fresh, part)


def under_heading(
    column: Column,
    sheet: Sheet,
    picked: frozenset[str] = frozenset(),
    press: Press | None = None,
    fresh: Fresh = NOTHING_NEW,
    part: str = "system",
) -> None:
    """Add the systems, if there are any, under a heading that counts those out of action."""
    if sheet.icons:
        column.heading("Systems", *broken(sheet))
        systems(column, sheet.icons, picked, press, fresh, part)


def add_parts(
    column: Column,
    model: SeatModel,
    sheet: Sheet,
    shot: SheetPart | None = None,
    brief: bool = False,
    laid: Collection[SheetPart] = (),
) -> None:
    """Add tables of the last rolls, the systems, and the game's parts before and after them. `brief`: there is no room
    for pictures. Parts in `laid` have been laid out elsewhere."""
    ladder(column, model, sheet)
    look = look_at(
        model, replace(sheet, parts=tuple(one for one in sheet.parts if one not in laid)), shot=shot, brief=brief
    )
    paint(column, look, "before")
    if not (own := paint(column, replace(look, sheet=sheet), "systems")):
        under_heading(column, sheet)
    paint(column, look, "after")
    if not own:
        strips(column, sheet)


def plain_sheet(column: Column, model: SeatModel, key: Id) -> None:
    """Add the complete sheet of a ship, without an order in hand."""
    sheet = model.sheet(key)
    head(column, model, key)
    figures(column, sheet)
    hull(column, model, sheet)
    divide(column)
    if sheet.bays:
        bays(column, sheet, seat_of(model, key))
        divide(column)
    add_parts(column, model, sheet)


def divide(column: Column) -> None:
    """Add a separator, with less space round it where there is little height."""
    column.rule(10 if column.low else 16)
