"""The order form: typed notation, a button for every value of every field, the meter, and the results.

No part of the rules: fields, values and reasons come from the order itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import takewhile

from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Meter
from game.core.names import with_capital
from game.core.orders import Choice, Field, Id, Order
from game.core.state import AnyState
from game.seating.dangers import chance_words, is_grave, row_words
from game.ui.battle.orders.choice_panel import answer
from game.ui.battle.orders.ends_bar import EndsBar
from game.ui.battle.orders.manoeuvre_fields import choice_button, uses
from game.ui.battle.orders.path_steps import paces
from game.ui.board.layers.danger import tone
from game.ui.render.shapes import box
from game.ui.render.text import Piece, fit, fit_text, lines, run_width, width, wrap
from game.ui.render.theme import Colour, mix, theme
from game.ui.seat.seat_model import SeatModel, rule_of
from game.ui.ship_sheet.tracks import MeterBar
from game.ui.toolkit.blocks import SMALLEST, Banner, StepperValue, WordRow
from game.ui.toolkit.column import Column, in_rows
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Still, shades

LEAST, THIN = 38, 31  # design pixels of a button in a row, and of one with a word under it where there is little height
LEAD, BELOW = 15, 4  # design pixels between lines of a reason, and from the field's ring to the first
NOTHING = ("", (0, 0, 0))  # beside a safe order, which has no risk
HOLDING_ON = "What both could do to each other: you as ordered, an enemy without an order you know straight on."
UNREAD = "No scan has read these guns, so the figures leave them out."
BARRED = "A gun would bear, but its line of fire is blocked."
MEAN = "The average over all rolls, of all guns that bear."
MOST = 12  # values of a kind that have a button each; more are cycled through


@dataclass(frozen=True)
class FormParts:
    """The function that changes a field of the order in hand, and the field for typed notation."""

    edit: Callable[[str, object], object]
    field: TextField


def order_form(column: Column, model: SeatModel, form: FormParts) -> None:
    order = model.order
    if order is None:
        return
    p, meter = theme.palette, model.meter()
    meter = meter if meter and meter.total else None  # an order that costs nothing has no meter
    spent = f"{meter.total - meter.left} of {meter.total} {meter.unit}" if meter else ""
    if said := order.prompt_text(model.view.state):
        column.add(Banner(column.row(36, 10), said, p.yellow, rule=rule_of(model.view, order)))
    column.heading("Order", spent, p.text, "table/plotting")
    fate = model.foresight.known_fates.get(order.by)
    danger = (row_words(fate)[0], tone(is_grave(fate))) if fate else NOTHING
    field = column.add(place(form.field, column.row(40 if column.low else 48, 4), model, order))
    beside = field.holds_beside(danger[0])
    field.aside = danger if beside else NOTHING
    wrong = model.hand.wrong or model.fault()
    if wrong:
        words, rule, ink = wrong.why, wrong.rule, p.red
    elif danger[0] and not beside:
        words, rule, ink = danger[0], "table/plotting", danger[1]
    else:
        bound = bound_by(model, order)
        words, rule, ink = bound.why_not, bound.rule, p.muted
    column.add(Reason(column.take(Reason.high(words, column), 2 if column.low else 4), words, rule, ink))
    form_fields(column, model, form, meter)
    uses(column, model, [field for field in order.fields(model.view.state) if field.shape == "use"], form.edit)


def bound_by(model: SeatModel, order: Order) -> Choice:
    """Return the refusal of every other course, if the order allows only one; else no refusal."""
    rows = [field.name for field in order.fields(model.view.state) if field.shape == "row"]
    others = [one for name in rows for one in model.choices(name) if one.value != order.value(name)]
    free = Choice(None, "", "table/plotting")
    return next(iter(others), free) if all(one.why_not for one in others) else free


def form_fields(column: Column, model: SeatModel, form: FormParts, meter: Meter | None) -> None:
    """Add the fields of an order except its manoeuvres, and the meter."""
    order = model.order
    assert order is not None
    fields = order.fields(model.view.state)
    for index, field in enumerate(fields):
        if field.shape == "row":
            row_field(column, model, field, form)
        elif field.shape == "steps":
            paces(column, model, field, form.edit)
        elif field.shape == "stepper":
            later = takewhile(lambda one: one.shape != "stepper", fields[index + 1 :])
            stepper_field(column, model, field, [one for one in later if one.shape in ("switch", "pick")], form)
    if not any(field.shape == "stepper" for field in fields):
        for field in fields:
            if field.shape in ("switch", "pick"):
                answer(column, model, order, field, form.edit)
    if meter:
        column.add(MeterBar(column.row(MeterBar.high() - (4 if column.low else 0), 4 if column.low else 8), meter))


class Reason(Still):
    """The reason an order cannot be given, or a danger that has no room beside it. It is a line that keeps its place
    when empty, or as many lines as needed."""

    def __init__(self, rect: Rect, words: str, rule: str = "table/plotting", ink: Colour | None = None) -> None:
        super().__init__(rect, rule=rule, name="order reason")
        self.ink = ink or theme.palette.red
        self.words = with_capital(words)

    @staticmethod
    def high(words: str, column: Column) -> int:
        """Return the height of the reason in real pixels."""
        if width(with_capital(words), SMALLEST) <= column.wide:
            return theme.px(14 if column.low else 16)
        return theme.px(BELOW + len(lines(with_capital(words), column.wide, 13)) * LEAD)

    def draw(self, dst: Surface) -> None:
        """Draw the reason as large as one line allows, or in several lines."""
        r, sizes = self.rect, (15, 14, 13, SMALLEST)
        if width(self.words, SMALLEST) <= r.w:
            fit_text(dst, self.words, r.midleft, r.w, sizes, self.ink, "r", "midleft")
        else:
            wrap(dst, self.words, (r.x, r.y + theme.px(BELOW)), r.w, 13, self.ink, "r", LEAD)


def place(field: TextField, rect: Rect, model: SeatModel, order: Order) -> TextField:
    """Return the field with the order in its notation, pieces by name. Text being typed stays."""
    words = model.view.order_text(order)
    field.rect, field.instead, field.idle = rect, model.notation(order), model.view.order_text(type(order)(order.by))
    if not field.focused and field.value != words:
        field.value = words
        field.cursor = field.anchor = len(field.value)
    return field


def row_field(column: Column, model: SeatModel, field: Field, form: FormParts) -> None:
    """Add one button for each value, in as many rows as needed: plain values first, then those with names of two parts.
    If the latter are many, they are cycled through instead."""
    order = model.order
    assert order is not None
    for group in grouped(model, order, field, model.choices(field.name)):
        if len(group) > MOST and "+" in model.value_words(order, field.name, group[0].value):
            in_turn(column, model, field, group, form)
            continue
        widest = max(width(model.value_words(order, field.name, one.value), 14, "s") for one in group) / theme.scale
        high = button_high(column) if not field.bands else LOW if column.low else HIGH
        least, gap = (THIN, 4) if field.bands and column.low else (max(LEAST, widest + 10), 6)
        for rect, choice in column.even_grid(group, least, high, gap):
            column.add(value_button(rect, model, field, choice, form))


def in_turn(column: Column, model: SeatModel, field: Field, group: list[Choice], form: FormParts) -> None:
    """Add buttons that step back and on through the legal values, with the present one's position. This is for fields
    without room for all values."""
    order = model.order
    assert order is not None
    row, narrow, gap = column.row(button_high(column), 6), theme.px(52), theme.px(6)
    legal = [one.value for one in group if not one.why_not]
    now = order.value(field.name)
    at = legal.index(now) if now in legal else -1
    kind = model.value_words(order, field.name, group[0].value)
    for by, x, sign in ((-1, row.x, "−"), (1, row.right - narrow, "+")):
        near = legal[(at + by) % len(legal) if at >= 0 else 0 if by > 0 else -1] if legal else None
        why = "" if legal else group[0].why_not
        column.add(
            Button(
                Rect(x, row.y, narrow, row.h),
                sign,
                on_press=partial(form.edit, field.name, near),
                refused=why,
                rule=group[0].rule or "table/plotting",
                name=f"{field.name} like {kind} {by:+d}",
                hint="" if why else model.value_words(order, field.name, near),
            )
        )
    words = (
        f"{model.value_words(order, field.name, now)}: {at + 1} of {len(legal)}"
        if at >= 0
        else f"{len(legal)} like {kind}"
    )
    column.add(StepperValue(Rect(row.x + narrow + gap, row.y, row.w - 2 * (narrow + gap), row.h), words))


def grouped(model: SeatModel, order: Order, field: Field, values: list[Choice]) -> list[list[Choice]]:
    """Return values grouped by the number of parts of their names, as `P2` apart from `P+S`."""
    groups: dict[int, list[Choice]] = {}
    for one in values:
        groups.setdefault(model.value_words(order, field.name, one.value).count("+"), []).append(one)
    return [groups[n] for n in sorted(groups)]


def value_button(rect: Rect, model: SeatModel, field: Field, choice: Choice, form: FormParts) -> Button:
    """Return the button of one value: on if the order has it, grey with the reason if it is forbidden."""
    order = model.order
    assert order is not None
    word = model.value_words(order, field.name, choice.value)
    on = order.value(field.name) == choice.value
    size = 16 if width(word, 16, "s") <= rect.w - theme.px(8) else 14
    hint = next((said for value, said in field.meanings if value == choice.value), field.hint)
    if banded := next(((said, step) for value, said, step in field.bands if value == choice.value), None):
        return BandButton(
            rect,
            word,
            on_press=partial(form.edit, field.name, choice.value),
            on=on,
            refused="" if on else choice.why_not,
            rule=choice.rule or field.rule,
            name=f"{field.name} {word}",
            size=15,
            hint=hint,
            word=banded[0],
            band=banded[1],
        )
    return choice_button(
        rect,
        word,
        choice,
        partial(form.edit, field.name, choice.value),
        on=on,
        size=size,
        hint=hint,
        rule=next((rule for value, rule in field.rules if value == choice.value), field.rule) or "table/plotting",
        name=f"{field.name} {word}",
    )


def button_high(column: Column) -> float:
    """Return the height of a row of buttons in design pixels."""
    return 32 if column.low else 36


def stepper_field(column: Column, model: SeatModel, field: Field, beside: list[Field], form: FormParts) -> None:
    """Add minus, the value and plus, and beside them the fields with a single button: switches, and values to cycle
    through. If the value would not have room for its name, those fields fill rows of their own."""
    order = model.order
    assert order is not None
    row, gap = column.row(button_high(column), 10), theme.px(6)
    narrow = theme.px(52)
    choices = model.choices(field.name)
    values = [one.value for one in choices]
    widest = max(width(reading(model, field, value), 16, "s") for value in values) + theme.px(10)
    wides = [max(theme.px(60), round(width(other.label, 16, "s")) + theme.px(24)) for other in beside]
    together = widest + 2 * (narrow + gap) + sum(wides) + gap * len(wides) <= row.w
    right, sized = row.right, list(zip(beside, wides))
    for some in [sized] if together else in_rows(sized, lambda one: one[1], row.w, gap):
        edge, aside = row.right, row if together else column.row(button_high(column), 10)
        more = 0 if together else (row.w - sum(wide for _, wide in some) - gap * (len(some) - 1)) / len(some)
        for other, wide in some:
            place = Rect(edge - round(wide + more), aside.y, round(wide + more), aside.h)
            (switch_button if other.shape == "switch" else pick_button)(column, model, other, place, form)
            edge = place.x - gap
        right = edge if together else row.right
    now = order.value(field.name)
    at = values.index(now) if now in values else 0
    for step, x in ((-1, row.x), (1, right - narrow)):
        near = choices[at + step] if 0 <= at + step < len(choices) else None
        press = partial(form.edit, field.name, near.value) if near else None
        sign = f"{step:+d}".replace("-", "−")
        column.add(
            choice_button(
                Rect(x, row.y, narrow, row.h), sign, near, press, rule="table/plotting", name=f"{field.name} {step:+d}"
            )
        )
    well = Rect(row.x + narrow + gap, row.y, right - row.x - 2 * (narrow + gap), row.h)
    hint = f"{field.label}: {field.note}" if field.note else ""
    column.add(StepperValue(well, reading(model, field, now), field.note, hint=hint))


def reading(model: SeatModel, field: Field, value: object) -> str:
    """Return the value shown between minus and plus, after the name of its field."""
    assert model.order is not None
    return f"{field.label.lower()} {model.value_words(model.order, field.name, value)}".replace("-", "−")


def switch_button(column: Column, model: SeatModel, field: Field, rect: Rect, form: FormParts) -> None:
    """Add the button of a value that is on or off."""
    order = model.order
    assert order is not None
    on = bool(order.value(field.name))
    other = next((one for one in model.choices(field.name) if bool(one.value) != on), None)
    why = other.why_not if other else ""
    column.add(
        Button(
            rect,
            field.label,
            on_press=lambda: other and form.edit(field.name, other.value),
            on=on,
            refused=why,
            rule=(other.rule if other else "") or field.rule or "table/plotting",
            name=f"switch {field.name}",
            hint=field.hint,
        )
    )


def nearest_first(model: SeatModel, values: Sequence[object]) -> list[object]:
    """Return the values of a field with pieces sorted by distance. They stay unsorted where the rules forbid measuring
    ranges first."""
    state = model.view.state
    if not board_of(state.table).range_words(0.0):
        return list(values)
    far = model.fire.distance
    return sorted(values, key=lambda one: far(one) if isinstance(one, str) and state.piece(one) else -1.0)


def pick_button(column: Column, model: SeatModel, field: Field, rect: Rect, form: FormParts) -> None:
    """Add the button of a list, which cycles through none and every legal value."""
    order = model.order
    assert order is not None
    choices = model.choices(field.name)
    legal = nearest_first(model, [one.value for one in choices if not one.why_not])
    refused = next((one for one in choices if one.why_not), None)
    why = "" if len(legal) > 1 else refused.why_not if refused else "there is nothing to pick"
    now = order.value(field.name)
    after = legal[(legal.index(now) + 1) % len(legal)] if now in legal else legal[0] if legal else now
    shown, then = (model.value_words(order, field.name, one) for one in (now, after))
    column.add(
        Button(
            rect,
            field.label,
            on_press=lambda: form.edit(field.name, after),
            on=bool(now),
            enabled=not why or bool(now),
            why_not=why,
            rule=(refused.rule if why and refused else "") or field.rule or "table/plotting",
            name=f"pick {field.name}",
            hint=(f"{field.hint}\n" if field.hint else "")
            + f"{field.label}: {shown}"
            + (f". Press for the next: {then}" if after != now else ""),
        )
    )


def exchanges(column: Column, model: SeatModel, most: int = 4) -> None:
    """Add the mean damage between the ghosts and their targets, both ways. There is room for `most` lines, used or
    not."""
    p, state = theme.palette, model.view.state
    most = min(most, len(model.fire.pairs()))
    found = model.fire.exchanges(most)
    column.rule(10 if column.low else 16)
    unread = [state.known_piece(key).name for key in model.fire.guns_unread]
    bears = "" if unread else "nobody in reach" if model.flies else "nobody bears"
    none = bears if board_of(state.table).range_words(0.0) else "measured with the shot"
    told = model.fire.prospects(model.fire.aim) if model.fire.aim else None
    if told and told.ends:
        most = max(2, most - 2)
        found = found[:most]
    cut = f", {len(found)} of {len(model.fire.weighed)}" if len(model.fire.weighed) > len(found) else ""
    said, ink = (f"mean damage{cut}", p.muted) if found else (none, p.faint)
    column.heading(standing_words(model), said, ink, "table/odds", HOLDING_ON)
    rows = [column.row(20, 4) if column.low else column.row(22, 6) for _ in range(most)]
    if unread:
        whose = f"guns of {unread[0]}" if len(unread) == 1 else f"guns of {len(unread)} ships"
        row = rows.pop(min(len(found), most - 1))
        column.add(WordRow(row, [(whose, p.muted, "r")], "not known", rule="table/odds", colour=p.muted, hint=UNREAD))
    if rows and not found and not unread and (lost := lost_first(model, rows[0])):
        column.add(lost)
        rows.pop(0)
    barred = (
        model.fire.barred_shot(model.chosen) if rows and not model.fire.weighed and model.afloat(model.chosen) else None
    )
    if barred:
        parts = versus(
            state, model.chosen, "", barred.target, column.wide - width(barred.why_not, 17, "s") - theme.px(12)
        )
        column.add(
            WordRow(rows.pop(0), parts, barred.why_not, rule=barred.rule or "table/odds", colour=p.muted, hint=BARRED)
        )
    for row, one in zip(rows, found):
        figures = max(theme.px(44), width(one.figure, 17, "s")) + theme.px(12)
        parts = versus(state, one.firer, one.words, one.target, column.wide - figures)
        column.add(WordRow(row, parts, one.figure, rule="table/odds", hint=MEAN))
    if told and told.ends:
        column.add(EndsBar(column.row(40 if column.low else 44, 2), state.names[model.fire.aim], told))


def lost_first(model: SeatModel, rect: Rect) -> WordRow | None:
    """Return the firer or target that is lost before ships fire; None if neither is."""
    lost = None if model.flies else model.fire.lost_first
    if lost is None:
        return None
    key, fate = lost
    whose, chance = model.view.state.owner(key), chance_words(fate)
    name = (model.view.state.known_piece(key).name, theme.seat(model.view.state.sides[whose].seat), "s")
    said = ("lost first" if chance else "is lost first", theme.palette.muted, "r")
    return WordRow(rect, [name, said], chance, rule="table/odds", hint="The chance that it is gone before ships fire.")


def standing_words(model: SeatModel) -> str:
    """Return words for the places between which fire is weighed: present, plotted, or straight ahead."""
    known = {**model.view.plots, **model.drafts}
    ships = model.chosen, *(ship.id for ship in model.enemies())
    moving = [key for key in ships if key in model.foresight.holding_on]
    unknown = [key for key in moving if key not in known]
    if not unknown:
        return "From here, both as plotted" if moving else "From here"
    # a ship without an order is shown at its present place
    whence = "From here" if model.fire.moved else "From their ends"
    return f"{whence}, if {'it holds' if unknown == [model.chosen] else 'they hold'} on"


def versus(state: AnyState, firer: Id, guns: str, target: Id, room: float) -> list[Piece]:
    """Return firer, guns and target, ships in the colours of their sides. Where `room` in real pixels is too small even
    for small letters, the guns are cut short, not the target."""
    one, other = (
        (state.known_piece(key).name, theme.seat(state.sides[state.owner(key)].seat), "s") for key in (firer, target)
    )
    left = room - run_width([one, (" at", theme.palette.muted, "r"), other], SMALLEST)
    middle = f"{fit(guns, left, SMALLEST)} at" if guns else "at"
    return [one, (middle, theme.palette.muted, "r"), other]


HIGH, LOW = 48, 44  # design pixels of such a button, and of one where there is little height
BAR = 3  # design pixels of its bar


@dataclass(eq=False)
class BandButton(Button):
    """A label over a word, both centred, with a bar in the colour of a `band` at the bottom."""

    _: KW_ONLY
    word: str = ""
    band: int = 0

    def draw(self, dst: Surface) -> None:
        """Draw the button, dimmed as a whole if it cannot be pressed."""
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, ink = shades(self.kind, self.enabled, self.hover, self.pressed)
        box(dst, r, fill, self.rad, 255, edge)
        colour = p.ramp[self.band] if self.enabled else mix(p.ramp[self.band], p.panel, 0.7)
        fit_text(dst, self.label, (r.centerx, r.y + px(14)), r.w - px(4), self.size, ink, "s", "center")
        ink = p.muted if self.enabled else p.faint
        fit_text(dst, self.word, (r.centerx, r.y + px(30)), r.w - px(2), (13, 12, 11), ink, "r", "center")
        dst.fill(colour, (r.x + px(5), r.bottom - px(BAR + 3), r.w - px(10), px(BAR)))
