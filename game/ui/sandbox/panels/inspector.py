"""The inspector of the ship in hand: everything of her that can be set, her orders, and what she and her target would do."""

from __future__ import annotations

from functools import partial
from typing import Any

from pygame import Rect

from game.board.boards import Board, board_of
from game.board.geometry import in_degrees, nearest_course
from game.core.display import Sheet
from game.core.orders import Illegal
from game.sandbox.comparison import gun_by_gun
from game.sandbox.start_editor import judged, placed, said, turned, with_value
from game.ui.battle.orders.order_form import FormParts, order_form
from game.ui.render.text import Piece, minus
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import ArmourField, HullField
from game.ui.sandbox.panels.text_entry import Lines, named_by
from game.ui.session.seat_model import SeatModel, tally
from game.ui.ship_sheet.sheet import broken, head, systems
from game.ui.ship_sheet.tracks import LEAD, LOW_LEAD, ArmourTrack, HullTrack
from game.ui.toolkit.blocks import WordRow, shortened
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button

WAYS = ("up", "up, a little right", "up and right", "right", "down and right", "down, a little right", "down",
        "down, a little left", "down and left", "left", "up and left", "up, a little left")  # fmt: skip
BROAD, CLOSE = 320, 54  # design pixels: the breadth from which two fields share a row, and their labels then
EDITED = ("velocity", "course", "heading", "facing", "at", "inverted", "drive_hits")  # fields that can be seen to be changed
STEP = 5  # degrees of the course of a ship that moves by vectors
MOST_VELOCITY = 200  # MU a turn that the stepper goes to


def ship(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Head, fields, hull, systems, orders, deeds, odds."""
    desk = context.once("start", ask=lambda: SeatModel(context.sandbox.start))
    sheet = desk.sheet(context.chosen)
    head(column, desk, context.chosen)
    fields(column, context, lines)
    column.rule(12)
    tracks(column, context, sheet)
    column.rule(12)
    column.heading("Systems", "click to lose or restore", None if sheet.icons else broken(sheet)[1], "table/sheet")
    systems(column, sheet.icons, press=lambda icon: partial(context.deeds.cycle, icon))
    column.rule(12)
    orders(column, context, lines)
    buttons(column, context)
    odds(column, context)
    form(column, context, lines)


def field_name(column: Column) -> dict[str, Any]:
    """How the fields are labelled."""
    return {"label_width": 84 if column.wide < theme.px(360) else 100, "rule": "table/sandbox"}


def fields(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Velocity, course, facing, place, attitude in games that have rolls, drive."""
    key, sandbox = context.chosen, context.sandbox
    entry, deeds = sandbox.opened.file.ships[key], context.deeds
    named, high, gap = field_name(column), 32 if column.low else 36, 5 if column.low else 7
    edited = {name for name in EDITED if sandbox.by_hand(key, name)}
    if edited:
        column.add(WordRow(column.row(16, 4), [("yellow: set by hand", theme.palette.yellow, "r")], size=14))
    column.add(Stepper(
        column.row(high, gap), entry.velocity, 0, MOST_VELOCITY, lambda n: deeds.set(velocity=int(n)), "Velocity",
        name="velocity", edited="velocity" in edited, **named,
    ))  # fmt: skip

    low = column.low and column.wide >= theme.px(BROAD)
    named = {**named, "label_width": CLOSE} if low else named
    one, two = halves(column, high, gap) if low else (column.row(high, gap), column.row(high, gap))
    course(column, context, one, bool({"course", "heading"} & edited), low, named)
    grain = sandbox.board.grain
    column.add(Stepper(
        two, entry.facing, 1 - grain, 12 + grain, lambda n: deeds.set(facing=turned(int(n), 0)), "Facing", step=grain,
        show=partial(plain_way if low else way, sandbox.board), name="facing", edited="facing" in edited, **named,
    ))  # fmt: skip
    place(column, context, lines, entry.at, "at" in edited, high, gap)
    if not sandbox.opened.battle.system.rolls:
        last = column.row(high, 10)
    else:
        one, last = halves(column, high, 10) if low else (column.row(high, gap), column.row(high, 10))
        column.add(Segments(
            one, ("upright", "inverted"), int(entry.inverted), lambda i: deeds.set(inverted=bool(i) or None),
            "" if low else "Attitude", name="attitude", edited="inverted" in edited, **named,
        ))  # fmt: skip
    drive(column, context, "drive_hits" in edited, last, named)


def course(column: Column, context: SandboxContext, rect: Rect, edited: bool, low: bool, named: dict[str, Any]) -> None:
    """Her course in clock points, her facing with it; in degrees if she moves by vectors, and her facing stays."""
    sandbox, deeds = context.sandbox, context.deeds
    entry, grain = sandbox.opened.file.ships[context.chosen], sandbox.board.grain
    heading = getattr(sandbox.start.state.ships[context.chosen], "heading", None)

    def turn(n: float) -> None:
        to = turned(int(n), 0)
        deeds.set(course=to, facing=turned(entry.facing, to - entry.course))

    def steer(n: float) -> None:
        deeds.set(course=nearest_course(n % 360), heading=n % 360, facing=entry.facing)

    if heading is None:
        column.add(Stepper(
            rect, entry.course, 1 - grain, 12 + grain, turn, "Course", step=grain,
            show=partial(plain_way if low else way, sandbox.board),
            name="course", edited=edited, **named,
        ))  # fmt: skip
    else:
        column.add(Stepper(
            rect, heading, -STEP, 360, steer, "Course", step=STEP, show=lambda n: in_degrees(n % 360), name="course",
            edited=edited, **named,
        ))  # fmt: skip


def halves(column: Column, high: float, gap: float) -> tuple[Rect, Rect]:
    """A row for two fields, where there is little height."""
    row, between = column.row(high, gap), theme.px(10)
    first = row.w // 2 - between // 2
    return Rect(row.x, row.y, first, row.h), Rect(row.x + first + between, row.y, row.w - first - between, row.h)


def plain_way(board: Board, n: float) -> str:
    """A course as its figure, or its name where the board has names for them."""
    return board.headed(turned(int(n), 0))


def way(board: Board, n: float) -> str:
    """The same, and which way that is on the context."""
    return f"{plain_way(board, n)}, {WAYS[turned(int(n), 0) % 12]}"


def place(
    column: Column, context: SandboxContext, lines: Lines, at: tuple[float, float], edited: bool, high: float, gap: float
) -> None:
    """Where she lies, which can be typed: x and y, or the name of her hex."""
    field, board = lines.place_field, context.sandbox.board
    field.hint = f"{named_by(board)}; Enter takes it"
    field.rect, field.edited, field.label_width = column.row(high, gap), edited, field_name(column)["label_width"]
    if not field.focused:
        field.write(said(board, placed(board, board.place(at))))
    column.add(field)


def drive(column: Column, context: SandboxContext, edited: bool, rect: Rect, named: dict[str, Any]) -> None:
    """Sound, damaged, dead: as many steps as her drive takes."""
    key, hit = context.chosen, "damaged" if not column.low and column.wide >= theme.px(370) else "hit"
    hits = context.sandbox.opened.file.ships[key].drive_hits
    ratings = context.once("drive", ask=lambda: _ratings(dict(context.sandbox.papers.start), key))
    names = [str(thrust) if not step else f"{thrust}, {hit}" if thrust else "dead" for step, thrust in enumerate(ratings)]
    if not names:
        return
    label = "" if named["label_width"] == CLOSE else "Drive"
    column.add(Segments(
        rect, names, min(hits, len(names) - 1), lambda i: context.deeds.set(drive_hits=i or None), label,
        name="drive", edited=edited, hint="The main drive", **named,
    ))  # fmt: skip


def _ratings(data: dict[str, Any], key: str) -> list[int]:
    """The thrust her drive gives whole, hit once and hit twice, as far as it can be hit."""
    found: list[int] = []
    for hits in range(3):
        try:
            found.append(getattr(judged(with_value(data, key, drive_hits=hits)).battle.state.ships[key], "thrust", 0))
        except Illegal:
            break
    return found


def tracks(column: Column, context: SandboxContext, sheet: Sheet) -> None:
    """Hull and armour with boxes to press."""
    hexagons = [one for one in sheet.tracks if one.shape == "hexagon"]
    for track in sheet.tracks:
        if track.shape != "hexagon":
            lead = LOW_LEAD if column.low else LEAD
            column.heading(track.label, "click a box to cross it", None, track.rule)
            column.add(HullField(column.row(HullTrack.high(track, lead), 8), track, partial(_hull, context), lead))
            continue
        others = sum(one.left for one in hexagons if one is not track)
        full = sum(sum(one.rows) for one in hexagons)

        def layer(left: int, others: int = others, full: int = full) -> None:
            total = max(0, left) + others
            context.deeds.set(armour=None if total >= full else total)

        column.add(ArmourField(column.row(ArmourTrack.HIGH, 8), track, layer))


def _hull(context: SandboxContext, left: int) -> None:
    track = SeatModel(context.sandbox.start).sheet(context.chosen).tracks[0]
    context.deeds.set(hull=None if left >= sum(track.rows) else left)


def orders(column: Column, context: SandboxContext, lines: Lines) -> None:
    """What the plan in hand has her do, turn by turn; a press plans that turn."""
    sandbox, p = context.sandbox, theme.palette
    course = sandbox.course()
    column.heading("Next orders", f"branch {sandbox.branch.key}", theme.accent, "table/plotting")
    first = max(sandbox.first, sandbox.turn - 1)
    for rect, turn in zip(column.cells(2, 42, 8, 8), range(first, first + 2)):
        given, further = course.planned(turn, context.chosen), course.further(turn, context.chosen)
        fault = course.fault(turn, context.chosen)
        column.add(Button(
            rect, f"turn {turn}", partial(context.deeds.look_at, turn), "on" if turn == sandbox.turn else "plain", size=15,
            note=minus(given) if given else "drifts on", name=f"order {turn}", rule=fault.rule if fault else "table/plotting",
            hint=fault.why if fault else "; ".join((given, *further)).strip("; ") or "No order: she drifts on",
        ))  # fmt: skip
        if fault and turn == sandbox.turn:
            column.paragraph(f"{fault.why[:1].upper()}{fault.why[1:]}.", p.red, 14, fault.rule)
    if row := course.again.get((sandbox.turn, context.chosen)):
        column.paragraph(f"{row.name}: her first order comes to nothing. Type another.", p.yellow, 14, row.rule)
        lines.again(column.row(38, 8), row.name)
        column.add(lines.second)
    for order in course.further(sandbox.turn, context.chosen):
        column.paragraph(f"and in turn {sandbox.turn}: {order}", p.muted, 14, "table/plotting")


def buttons(column: Column, context: SandboxContext) -> None:
    """Copy, swap sides, delete."""
    for rect, (label, action) in zip(column.cells(3, 38, 8, 12), (("Copy", "copy"), ("Swap", "swap"), ("Delete", "delete"))):
        cap = "Del" if action == "delete" else context.keys.cap(action)
        column.add(Button(
            rect, label, partial(context.deeds.do, action), cap=cap, size=15, name=action, rule="table/sandbox",
        ))  # fmt: skip


def odds(column: Column, context: SandboxContext) -> None:
    """What the ghost in hand and her target's would do to each other."""
    sandbox, p = context.sandbox, theme.palette
    state = sandbox.start.state
    if not context.target:
        column.add(WordRow(column.row(22, 8), [("no target: press an enemy, or E", p.faint, "r")], size=15, rule="table/odds"))
        return
    if context.against:
        turn, plan = context.against.turn, context.against.branch
        column.paragraph(f"{sandbox.name(context.target)} of turn {turn}, plan {plan}", p.yellow, 14)
    for one in context.blows():
        parts: list[Piece] = []
        guns = tally(list(one.shots)) if one.shots else ""
        for words, key in ((sandbox.name(one.firer), one.firer), (f"{guns} at" if guns else "at", ""),
                           (sandbox.name(one.target), one.target)):  # fmt: skip
            colour = theme.seat(state.sides[state.ships[key].side].seat) if key else p.muted
            parts.append((words, colour, "s" if key else "r"))
        room = column.wide - theme.px(56)
        right = f"{one.mean:.1f}" if one.volley else "–"
        column.add(WordRow(column.row(22, 4), shortened(parts, room), right, rule=one.rule or "table/odds", hint=one.why_not))
        if one.why_not:
            column.paragraph(f"{one.why_not[:1].upper()}{one.why_not[1:]}", p.muted, 14, one.rule, 4)
    board = board_of(state.table)
    for gun in context.once("guns", ask=lambda: gun_by_gun(sandbox, *context.pair)):
        shot = gun.shot
        right, why = (f"{gun.mean:.1f}", "") if gun.mean or shot.bears else ("–", shot.why_not)
        words = f"{board.measured(shot.distance)}, arc {'/'.join(shot.arcs)}, {shot.dice}" if shot.bears else why
        parts = [(shot.label, p.text if shot.bears else p.faint, "s"), (words, p.muted if shot.bears else p.faint, "r")]
        column.add(WordRow(column.row(19, 1), shortened(parts, column.wide - theme.px(46), 14), right, p.text, 14,
                         rule=shot.rule or "table/odds", hint=why))  # fmt: skip
    column.space(6)
    cap = context.keys.cap("fire")
    column.add(Button(
        column.row(38, 10), f"Fire all that bears in turn {sandbox.turn}", partial(context.deeds.do, "fire"), cap=cap, size=15,
        name="fire all", rule="table/odds",
    ))  # fmt: skip


def form(column: Column, context: SandboxContext, lines: Lines) -> None:
    """The order form of the turn being planned, or why there is none."""
    column.rule(12)
    if context.desk is None or context.desk.order is None or context.desk.input_mode != "plot":
        column.paragraph(context.no_order(), theme.palette.muted)
        return
    order_form(column, context.desk, FormParts(context.deeds.edit, lines.field))
    column.add(Button(
        column.row(36, 8), "No order this turn", partial(context.deeds.do, "clear"), cap="Back", size=15, name="clear",
        rule="table/plotting",
    ))  # fmt: skip
