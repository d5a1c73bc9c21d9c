"""The order form, pinned below the column at the right: notation, refusals with remedies, fields; no part of
the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect, Surface

from game.core.orders import Order, Unreadable
from game.ui.battle.orders.manoeuvre_fields import uses
from game.ui.battle.orders.order_form import FormParts, form_fields, place
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, lines, text, width, wrap
from game.ui.render.theme import mix, theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.order_edits import SwitchedOn
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.seat.seat_model import rule_of
from game.ui.toolkit.blocks import Banner
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Still

EDGE = 12  # design pixels between the edge of a plate and its content


def fill(column: Column, context: SandboxContext, typed: Lines) -> None:
    """Add the form of the chosen ship for the planned turn, or why there is none."""
    sandbox, model, p = context.sandbox, context.model, theme.palette
    head = f"Order, {sandbox.turn_word} {sandbox.turn}"
    if model is None or model.order is None or model.input_mode != "plot":
        column.heading(head, "", p.text, "table/plotting")
        column.paragraph(context.no_order(), p.muted)
        add_switched_on(column, context)
        return
    order, meter = model.order, model.meter()
    meter = meter if meter and meter.total else None
    spent = f"{meter.total - meter.left} of {meter.total} {meter.unit}" if meter else ""
    column.heading(head, spent, p.text, "table/plotting")
    if said := order.prompt_text(model.view.state):
        column.add(Banner(column.row(32, 8), said, p.yellow, rule=rule_of(model.view, order)))
    field = place(typed.field, column.row(36 if column.low else 44, 6), model, order)
    field.wrong = context.refusal is not None
    column.add(field)
    add_refusal(column, context)
    add_switched_on(column, context)
    form_fields(column, model, FormParts(context.commands.edit, typed.field), meter)
    on = [one for one in order.fields(model.view.state) if one.shape == "use" and order.value(one.name)]
    uses(column, model, on, context.commands.edit)
    if sandbox.course().planned_move(sandbox.turn, context.chosen):
        column.add(
            Button(
                column.row(32, 4),
                f"Give no order this {sandbox.turn_word}",
                on_press=partial(context.commands.do, "clear"),
                cap="Back",
                size=15,
                name="clear",
                rule="table/plotting",
                kind="quiet",
            )
        )


class ColouredPlate(Still):
    """A plate with a sentence and a smaller line, below buttons."""

    def __init__(self, rect: Rect, words: str, small: str, colour: tuple[int, int, int], room: int, rule: str) -> None:
        super().__init__(rect, rule=rule, name="order plate")
        self.words, self.small, self.colour, self.room = words, small, colour, room

    def draw(self, dst: Surface) -> None:
        """Draw the sentence over the small line."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(self.colour, p.panel, 0.8), 6, 255, mix(self.colour, p.panel, 0.35))
        wide = r.w - 2 * px(EDGE)
        wrap(dst, self.words, (r.x + px(EDGE), r.y + px(9)), wide, 15, p.white, "s", lead=20)
        fit_text(dst, self.small, (r.x + px(EDGE), r.bottom - px(24)), self.room, 14, p.muted, "r", "midleft")


def add_refusal(column: Column, context: SandboxContext) -> None:
    """Add the reason for a refusal, with a button for each remedy."""
    why = context.refusal
    if why is None:
        return
    found, parts = context.remedy, context.parts
    if found is None and not parts:
        _plate(column, _sentence(why.why.why), "", [], why.why.rule)
        return
    said = why.why.why
    if found is not None:
        even_so = "; " if isinstance(found.still, Unreadable) else ", and even so: "
        said = f"{found.missing}{even_so}{found.still.why}" if found.still else found.missing
    buttons = [
        Button(
            Rect(0, 0, 0, 0),
            f"Without {words}",
            on_press=partial(_take_out, context, less),
            size=15,
            name=f"without {words}",
        )
        for words, less in parts
    ]
    if found is not None:
        it = "it" if len(found.rules) == 1 else "them"
        words, rule = f"Switch {it} on" if found.switches else f"Set {it} so", found.rules[0].rule
        whole = partial(Button, Rect(0, 0, 0, 0), words, size=15, name="switch on", rule=rule)
        if found.still:  # Enter gives the order in the same way
            buttons.append(whole(on_press=context.commands.only_switch_on))
        else:
            buttons.append(whole(on_press=context.commands.switch_on, kind="main", cap=context.keys.cap("take")))
    undo = f"{context.keys.cap('undo')} takes it off again" if found is not None and not found.still else ""
    rule = found.still.rule if found and found.still else why.why.rule
    _plate(column, _sentence(said), undo, buttons, rule)


def _take_out(context: SandboxContext, less: Order) -> None:
    context.commands.take_out(less)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _plate(column: Column, words: str, small: str, buttons: list[Button], rule: str) -> None:
    """Add a red plate as high as its sentence. Its buttons are at the right of its last line, in as many rows as
    needed."""
    px, inner = theme.px, column.wide - 2 * theme.px(EDGE)
    rows: list[list[tuple[Button, int]]] = [[]]
    for button in buttons:
        wide = round(width(button.label, 15, "s")) + px(28) + (key_width(button.cap) + px(10) if button.cap else 0)
        if rows[-1] and sum(each + px(8) for _, each in rows[-1]) + wide > inner:
            rows.append([])
        rows[-1].append((button, min(wide, inner)))
    count = len(lines(words, inner, 15, "s"))
    foot = len(rows) * px(40) if buttons else 0
    place = column.take(px(18) + count * px(20) + foot, 8)
    taken = sum(each + px(8) for _, each in rows[-1])
    column.add(ColouredPlate(place, words, small, theme.palette.red, inner - taken, rule))
    y = place.bottom - foot - px(2)
    for row in rows if buttons else ():
        x = place.right - px(EDGE) + px(8) - sum(each + px(8) for _, each in row)
        for button, wide in row:
            button.rect = Rect(x, y, wide, px(34))
            column.add(button)
            x += wide + px(8)
        y += px(40)


class ToldPlate(Still):
    """The house rules switched on by use, their page, and the rules that came with them. Lines are 20 design pixels
    apart."""

    def __init__(self, rect: Rect, told: SwitchedOn, title: list[str], words: list[str], also: list[str]) -> None:
        super().__init__(rect, rule=told.rule, name="switched on")
        self.told, self.title, self.words, self.also = told, title, words, also

    @property
    def further(self) -> Rect:
        """The rect of the rules that came with them."""
        px, r = theme.px, self.rect
        top = px(14 + 20 * len([*self.title, *self.words]))
        return Rect(r.x + px(EDGE), r.y + top, r.w - px(2 * EDGE), r.h - top - px(22))

    def draw(self, dst: Surface) -> None:
        """Draw line under line, and the page."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, mix(theme.accent, p.panel, 0.86), 6, 255, mix(theme.accent, p.panel, 0.6))
        rows = [(one, p.white, "s") for one in self.title] + [(one, p.muted, "r") for one in self.words]
        for n, (words, ink, weight) in enumerate([*rows, *((one, p.text, "r") for one in self.also)]):
            text(dst, words, (r.x + px(EDGE), r.y + px(17 + 20 * n)), 14, ink, weight, "midleft")
        text(dst, f"F1 {self.told.titles}", (r.x + px(EDGE), r.bottom - px(13)), 14, theme.accent, "r", "midleft")


def add_switched_on(column: Column, context: SandboxContext) -> None:
    """Add the house rules that an order switched on, with their place in the list, and a way to undo it."""
    said = context.just_switched
    if said is None:
        return
    px, cap = theme.px, context.keys.cap("undo")
    wide = px(64) + key_width(cap)
    room = column.wide - wide - 3 * px(EDGE)
    many = "” and “" in said.titles
    title = lines(f"{said.titles} {'are' if many else 'is'} switched on", room, 14, "s")
    words = lines(f"{context.sandbox.turn_word} {said.turn}, plan {said.plan}: a house rule now", room, 14)
    also = lines(said.also, column.wide - px(2 * EDGE), 14) if said.also else []
    place = column.row(30 + 20 * len([*title, *words, *also]), 8)
    column.add(ToldPlate(place, said, title, words, also))
    column.add(
        Button(
            Rect(place.right - px(EDGE) - wide, place.y + px(16), wide, px(36)),
            "Undo",
            cap=cap,
            size=15,
            name="undo switching",
            on_press=partial(context.commands.do, "undo"),
            rule="table/undo",
        )
    )
