"""The inspector of the chosen ship: its fields, its orders, and the attacks between it and its target."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.board.boards import board_of
from game.board.place_names import with_names
from game.core.display import Sheet, Track
from game.core.forms import EntryField
from game.sandbox.comparison import gun_by_gun
from game.ui.battle.orders.order_form import versus
from game.ui.render.text import minus
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import HexagonTrackField, RowTrackField
from game.ui.sandbox.panels.entry_fields import Lines, add_fields
from game.ui.seat.fire_ahead import tally
from game.ui.seat.seat_model import SeatModel
from game.ui.ship_sheet.sheet import broken, systems
from game.ui.ship_sheet.tracks import LEAD, LOW_LEAD, HexagonTrack, RowTrack
from game.ui.toolkit.blocks import WordRow, shortened
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

PACE = "velocity"  # a field of files that some games rename


def ship(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add heading, fields, hull, systems, orders, commands and odds."""
    model = context.once("start", ask=lambda: SeatModel(context.sandbox.start))
    sheet = model.sheet(context.chosen)
    about(column, context, sheet)
    fields(column, context, lines, {track.field for track in sheet.tracks})
    column.rule(12)
    tracks(column, context, sheet)
    column.rule(12)
    entry, files = context.sandbox.state.start["ships"][context.chosen], context.sandbox.files
    changing = any(next(iter(files.system_changes(entry, one.key, one.kind, one.label)), None) for one in sheet.icons)
    words, colour = ("click to lose or restore", None) if changing else broken(sheet)
    column.heading("Systems", words, None if sheet.icons else colour, "table/sheet")
    systems(column, sheet.icons, press=(lambda icon: partial(context.commands.cycle, icon)) if changing else None)
    column.rule(12)
    orders(column, context, lines)
    buttons(column, context)
    odds(column, context)


def about(column: Column, context: SandboxContext, sheet: Sheet) -> None:
    """Add class, size and points, and a note if something was set by hand."""
    by_hand = any(
        context.sandbox.by_hand(context.chosen, name) for name in context.sandbox.state.start["ships"][context.chosen]
    )
    parts = [(sheet.kind.capitalize(), theme.palette.text, "s"), (sheet.note, theme.palette.muted, "r")]
    column.add(
        WordRow(
            column.row(20, 8),
            [one for one in parts if one[0]],
            "yellow: set by hand" if by_hand else "",
            size=14,
            gap=8,
            colour=theme.palette.yellow,
            rule="table/sheet",
            hint=sheet.note,
        )
    )


def fields(column: Column, context: SandboxContext, lines: Lines, drawn: set[str]) -> None:
    """Add motion, place, and other settable fields that are not drawn as boxes."""
    key, sandbox, commands = context.chosen, context.sandbox, context.commands
    opened, state = sandbox.opened, sandbox.start.state
    pace = sandbox.start.system.speed_word.capitalize()
    settable = sandbox.files.ship_fields(state, key, opened.file.ships[key], opened.designs)
    found = [
        replace(field, label=pace) if field.name == PACE else field
        for field in settable
        if not drawn & set(field.stands_for)
    ]

    def edited(field: EntryField) -> bool:
        return any(sandbox.by_hand(key, name) for name in field.stands_for)

    add_fields(column, context, lines, found, lambda values: commands.set_fields(**values), edited, dense=True)
    column.space(3)


def tracks(column: Column, context: SandboxContext, sheet: Sheet) -> None:
    """Add rows of boxes to press. A track without a field in the file is read-only."""
    for track in sheet.tracks:
        take = partial(_cross, context, sheet, track) if track.field else None
        if track.shape == "hexagon":
            row = column.row(HexagonTrack.HIGH, 8)
            column.add(HexagonTrackField(row, track, take) if take else HexagonTrack(row, track))
            continue
        lead = LOW_LEAD if column.low else LEAD
        column.heading(track.label, "click a box to cross it" if take else "", None, track.rule)
        row = column.row(RowTrack.high(track, lead), 8)
        column.add(RowTrackField(row, track, take, lead) if take else RowTrack(row, track, lead=lead))


def _cross(context: SandboxContext, sheet: Sheet, track: Track, left: int) -> None:
    """Set the boxes left of a track. Tracks of one field, such as layers of armour, are summed. An undamaged one is
    left out."""
    alike = [one for one in sheet.tracks if one.field == track.field]
    total = max(0, left) + sum(one.left for one in alike if one is not track)
    full = sum(sum(one.rows) for one in alike)
    context.commands.set_fields(**{track.field: None if total >= full else total})


def orders(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add the ship's orders in the present plan, turn by turn. A click plans that turn."""
    sandbox, p = context.sandbox, theme.palette
    course, named = sandbox.course(), partial(with_names, board_of(sandbox.start.state.table))
    column.heading("Next orders", sandbox.branch.name, theme.accent, "table/plotting")
    first = max(sandbox.first, sandbox.turn - 1)
    for rect, turn in zip(column.cells(2, 42, 8, 8), range(first, first + 2)):
        given, *further = map(named, (course.planned_move(turn, context.chosen), *course.further(turn, context.chosen)))
        fault = course.fault(turn, context.chosen)
        column.add(
            Button(
                rect,
                f"{sandbox.turn_word} {turn}",
                on_press=partial(context.commands.look_at, turn),
                on=turn == sandbox.turn,
                size=15,
                note=minus(given) if given else "straight on",
                name=f"order {turn}",
                rule=fault.rule if fault else "table/plotting",
                hint=fault.why if fault else "; ".join((given, *further)).strip("; ") or "No order: straight on",
            )
        )
        if fault and turn == sandbox.turn:
            column.paragraph(f"{fault.why[:1].upper()}{fault.why[1:]}.", p.red, 14, fault.rule)
    if row := course.again.get((sandbox.turn, context.chosen)):
        column.paragraph(f"{row.name}: its first order comes to nothing. Type another.", p.yellow, 14, row.rule)
        lines.again(column.row(38, 8), row.name)
        column.add(lines.second)
    for order in course.further(sandbox.turn, context.chosen):
        column.paragraph(f"and in {sandbox.turn_word} {sandbox.turn}: {named(order)}", p.muted, 14, "table/plotting")


def buttons(column: Column, context: SandboxContext) -> None:
    """Add Copy, Swap sides and Delete."""
    for rect, (label, action) in zip(
        column.cells(3, 38, 8, 12), (("Copy", "copy"), ("Swap", "swap"), ("Delete", "delete"))
    ):
        cap = "Del" if action == "delete" else context.keys.cap(action)
        column.add(
            Button(
                rect,
                label,
                on_press=partial(context.commands.do, action),
                cap=cap,
                size=15,
                name=action,
                rule="table/sandbox",
            )
        )


def odds(column: Column, context: SandboxContext) -> None:
    """Add the attacks of the present ghost and its target on each other."""
    sandbox, p = context.sandbox, theme.palette
    state = sandbox.start.state
    if not context.target:
        column.add(
            WordRow(column.row(22, 8), [("no target: press an enemy, or E", p.faint, "r")], size=15, rule="table/odds")
        )
        return
    if context.against:
        turn, plan = context.against.turn, context.against.branch
        column.paragraph(f"{sandbox.name(context.target)} of {sandbox.turn_word} {turn}, plan {plan}", p.yellow, 14)
    for one in context.blows():
        guns = tally(list(one.shots)) if one.shots else ""
        parts = versus(state, one.firer, guns, one.target, column.wide - theme.px(56))
        right = f"{one.mean:.1f}" if one.volley else "–"
        column.add(WordRow(column.row(22, 4), parts, right, rule=one.rule or "table/odds", hint=one.why_not))
        if one.why_not:
            column.paragraph(f"{one.why_not[:1].upper()}{one.why_not[1:]}", p.muted, 14, one.rule, 4)
    board = board_of(state.table)
    for gun in context.once("guns", ask=lambda: gun_by_gun(sandbox, *context.pair)):
        shot = gun.shot
        right, why = (f"{gun.mean:.1f}", "") if gun.mean or shot.bears else ("–", shot.why_not)
        words = f"{board.format_distance(shot.distance)}, {shot.arc_words}, {shot.dice}" if shot.bears else why
        parts = [(shot.label, p.text if shot.bears else p.faint, "s"), (words, p.muted if shot.bears else p.faint, "r")]
        column.add(
            WordRow(
                column.row(19, 1),
                shortened(parts, column.wide - theme.px(46), 14),
                right,
                colour=p.text,
                size=14,
                rule=shot.rule or "table/odds",
                hint=why,
            )
        )
    column.space(6)
    cap = context.keys.cap("fire")
    column.add(
        Button(
            column.row(38, 10),
            f"Fire all that bears in {sandbox.turn_word} {sandbox.turn}",
            on_press=partial(context.commands.do, "fire"),
            cap=cap,
            size=15,
            name="fire all",
            rule="table/odds",
        )
    )
