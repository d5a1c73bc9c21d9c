"""The column beside the board: the ship in hand with its place, course and velocity, the consequences of its place, and
the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from pygame import Rect, Surface

from game.fleets.coasting import CoastingOutlook, FleetMeeting
from game.fleets.placing import PlacedShip, ShipStart
from game.ui.fleets.placing_board import inside_words
from game.ui.fleets.placing_model import PlacingModel
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import stamp
from game.ui.render.text import caps, fit_text
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_cap
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Still

ROOMY = 860  # least height in design pixels at which more keys are listed
EARLY = 2  # turns within which a ship that leaves the table is drawn in red
LABEL = 76  # design pixels
KEYS = (
    ("Drag", "move it"), ("Right drag", "turn it"), ("Wheel", "velocity"), ("Tab", "next ship to place"),
)  # fmt: skip


class ShipHead(Still):
    """A ship's name over its class, and its silhouette at the right."""

    def __init__(self, rect: Rect, ship: PlacedShip, glyph: str, rule: str) -> None:
        super().__init__(rect, rule=rule)
        self.title, self.kind, self.glyph, self.seat = ship.name, ship.design.ship_class, glyph, ship.seat

    def draw(self, dst: Surface) -> None:
        px, p, r = theme.px, theme.palette, self.rect
        room, colour = r.w - px(56), theme.seat(self.seat)
        fit_text(dst, self.title, (r.x, r.y + px(6)), room, (28, 24, 21, 18, 16), p.white, "b")
        caps(dst, self.kind, (r.x, r.y + px(42)), colour)
        stamp(dst, badge_sprite(self.glyph, colour, 22), (r.right - px(18), r.y + px(26)))


class KeyRow(Still):
    """A key and its effect."""

    def __init__(self, rect: Rect, cap: str, words: str, tab: int) -> None:
        super().__init__(rect, rule="table/keys")
        self.cap, self.words, self.tab = cap, words, tab

    def draw(self, dst: Surface) -> None:
        r = self.rect
        key_cap(dst, r.midleft, self.cap, "midleft")
        fit_text(dst, self.words, (r.x + self.tab, r.centery), r.w - self.tab, 15, theme.palette.muted, "r", "midleft")


class PlacingCommands(Protocol):
    """The commands of the page that the column uses."""

    def cap(self, action: str) -> str: ...

    def typed_place(self) -> None: ...


class PlacingColumn:
    """Fills the column from the model."""

    def __init__(self, model: PlacingModel, page: PlacingCommands) -> None:
        self.model, self.page = model, page
        self.place = TextField(
            Rect(0, 0, 1, 1), label="Place", label_width=LABEL, name="place", most=20, on_enter=page.typed_place
        )

    def build(self, column: Column) -> None:
        if self.model.ship is None:
            self._build_standing(column)
            return
        self._build_ship(column, self.model.ship)
        column.space(8)
        column.rule()
        self._build_outlook(column, self.model.outlook)
        column.space(8)
        column.rule()
        column.heading("Keys", rule="table/keys")
        for cap, words in (*KEYS, *self._own_keys(column.area.h >= theme.px(ROOMY))):
            column.add(KeyRow(column.row(22, 6), cap, words, theme.px(92)))
        if self.model.placing.how == "in secret":
            column.space(4)
            column.rule()
            column.heading("In secret", rule=self.model.placing.rule)
            column.paragraph("Both place behind the curtain; all is shown at once.", theme.palette.muted)

    def _own_keys(self, roomy: bool) -> list[tuple[str, str]]:
        """Return the keys that the player may change, with their effects. There are more of them where there is
        room."""
        cap = self.page.cap
        more = [
            (cap("ship left"), "move it, as all arrows do"),
            (cap("turn port"), f"turn it; {cap('turn starboard')} to starboard"),
            (cap("ship faster"), f"faster; {cap('ship slower')} slower"),
            (cap("type place"), "type its place"),
        ]
        rows = [(cap("lift ship"), "back to the tray"), (cap("placing help"), "all keys")]
        return [*more, *rows] if roomy else rows

    def _build_ship(self, column: Column, ship: PlacedShip) -> None:
        model, placing = self.model, self.model.placing
        spot, rule = model.spot, placing.rule
        column.add(ShipHead(column.row(62, 8), ship, model.look(ship.key).glyph, rule))
        field = self.place
        field.rect, field.rule = column.row(36, 10), rule
        if not field.focused:
            field.write(model.place_words(spot.at) if spot else "")
        field.placeholder = "in the tray"
        column.add(field)
        self._steppers(column, spot)
        limit = f"0 to {placing.muster.state.speed} at the start of this battle"
        column.paragraph(limit, theme.palette.faint, rule=rule, after=4)
        column.paragraph(*self._inside(spot), rule=rule, after=4)

    def _steppers(self, column: Column, spot: ShipStart | None) -> None:
        model, placing = self.model, self.model.placing
        shown = spot or placing.first_spot(placing.hand, (0.0, 0.0))
        courses, board = placing.board.courses, placing.board
        first = courses[0] if len(courses) == courses[-1] else 0  # courses equal to their own numbers can be typed

        def course_at(n: float) -> int:
            return courses[(int(n) - first) % len(courses)]

        def turn_to(n: float) -> None:
            if now := model.spot:
                model.change(replace(now, course=course_at(n)))

        rows = (
            ("Course", courses.index(shown.course) + first, (first - 1, first + len(courses)), turn_to),
            ("Velocity", shown.velocity, (0, max(placing.muster.state.speed, shown.velocity)), model.set_velocity),
        )
        for label, value, (low, high), change in rows:
            field = Stepper(
                column.row(36, 10), value, low=low, high=high, label=label, label_width=LABEL, on_change=change
            )
            field.name, field.rule, field.typing = label.lower(), placing.rule, label == "Velocity" or bool(first)
            field.enabled, field.why_not = spot is not None, "" if spot else "it is still in the tray"
            column.add(field)
            if label == "Course":
                field.show = lambda n: board.format_course(course_at(n))

    def _inside(self, spot: ShipStart | None) -> tuple[str, Colour]:
        p = theme.palette
        if spot is None:
            return "Drag it from the tray, or press an arrow.", p.muted
        return (self.model.why, p.red) if self.model.why else (inside_words(self.model, spot), p.green)

    def _build_outlook(self, column: Column, outlook: CoastingOutlook | None) -> None:
        p, placing = theme.palette, self.model.placing
        foe = placing.ships[outlook.foe].name if outlook and outlook.foe else ""
        nobody = "no enemy shown yet" if placing.how == "in secret" else "no enemy stands yet"
        away = f"to {foe}" if foe else nobody if outlook else "still in the tray"
        column.heading("From here", away, rule=placing.rule)
        shot = leaves = distance = "–"
        if outlook is not None:
            leaves = f"turn {outlook.leaves}" if outlook.leaves else "never" if not self._moves else "not soon"
            if foe:
                distance = placing.board.format_distance(round(outlook.distance, 1))
                shot = f"turn {outlook.shot}" if outlook.shot else "not soon" if outlook.told else "…"
        early = outlook is not None and outlook.leaves is not None and outlook.leaves <= EARLY
        rows = (
            ("Range", distance, p.white),
            ("In range, both coasting", shot, p.white),
            ("Off the table, coasting", leaves, p.red if early else p.white),
        )
        self._rows(column, rows)

    @property
    def _moves(self) -> bool:
        spot = self.model.spot
        return spot is not None and spot.velocity > 0 and not self.model.placing.board.floating

    def _build_standing(self, column: Column) -> None:
        """Add both fleets, once they stand, and the uses of the battle."""
        model, placing, p = self.model, self.model.placing, theme.palette
        muster = placing.muster
        column.heading("All ships stand", rule=placing.rule)
        for seat in (0, 1):
            count = len(placing.fleet(seat))
            words = f"{count} {'ship' if count == 1 else 'ships'}, {muster.points(seat):,} points"
            column.add(WordRow(column.row(24), [(model.side(seat), theme.seat(seat), "s")], size=17))
            column.add(WordRow(column.row(22, 10), [(words, p.muted, "r")], size=15))
        self._build_meeting(column, model.coasting.meeting())

    def _build_meeting(self, column: Column, meeting: FleetMeeting) -> None:
        """Add the distance between both fleets, and the ships that leave the table if all go straight on."""
        placing, p = self.model.placing, theme.palette
        near = " and ".join(placing.ships[key].name for key in meeting.nearest)
        rows = [(f"Nearest, {near}", placing.board.format_distance(round(meeting.distance, 1)), p.white)]
        self._rows(column, rows)
        column.space(8)
        if not meeting.leaving:
            return
        column.rule()
        column.heading("Off the table, coasting", rule=placing.rule)
        rows = []
        for key, turn in meeting.leaving:
            ink = p.red if turn <= EARLY else p.white
            rows.append((placing.ships[key].name, f"turn {turn}", ink))
        self._rows(column, rows)

    def _rows(self, column: Column, rows: Sequence[tuple[str, str, Colour]]) -> None:
        """Add lines, each a label and at the right a value in its colour."""
        for label, value, ink in rows:
            row = column.row(22, 5)
            words = [(label, theme.palette.muted, "r")]
            column.add(WordRow(row, words, value, colour=ink, size=15, rule=self.model.placing.rule))


def order_segments(model: PlacingModel, rect: Rect, do: Callable[[Callable[[], object]], object]) -> Segments:
    """Return the choice of placing in turn or in secret."""
    placing = model.placing
    ways = ("in turn", "in secret")
    why = "ships have been placed in secret already" if placing.hides else ""
    return Segments(
        rect,
        ways,
        chosen=ways.index(placing.how) if placing.how in ways else 0,
        name="order",
        rule=placing.rule,
        on_change=lambda n: do(lambda: placing.switch("in secret" if n else "in turn")),
        enabled=not why,
        why_not=why,
        hint="in secret each side places behind the curtain, and all is shown at once; what stands now stays",
    )
