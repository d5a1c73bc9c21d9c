"""The sheet while ships fire.

It shows the guns of the firing ship, why some do not fire, and the target with the effect of a volley. No part of the
rules: the order says which guns may be picked, and why others may not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from game.core.display import Icon, Sheet, Shot
from game.core.events import points
from game.core.names import join_words
from game.core.orders import Id
from game.drawing.symbols import short_name
from game.seating.outcomes import Result
from game.ui.battle.orders.choice_panel import ButtonAction, add_orders_before_fire
from game.ui.input_modes.mode import breakdown_on
from game.ui.render.text import minus, width
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.ship_sheet import sheet as page
from game.ui.ship_sheet.painters import Fresh, paint, painted_parts
from game.ui.ship_sheet.system_cells import HIGH, LOW, SystemCell
from game.ui.toolkit.blocks import Banner, column_offset
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

GUN = 76  # design pixels of width for a gun


@dataclass(frozen=True)
class Triggers:
    """The actions of the panel: pick or unpick a gun, pick all that bears, aim a gun at one system of the target."""

    gun: Callable[[Icon], object]
    all: Callable[[], object]
    system: Callable[[Icon], object]
    cap: str = "V"  # the key for all that bears
    answer: Callable[[str, object], object] | None = None  # answers a question that the ship is asked before it fires
    none: ButtonAction | None = None  # the button by which the other ships hold their fire
    part: Callable[[str], object] | None = None  # aims all shots at a part of the target


def shot_of(model: SeatModel, gun: Icon) -> Shot | None:
    """Return the gun's shot at the target, or None."""
    if not model.target:
        return None
    return next((shot for shot in model.fire.shots(model.chosen, model.target) if shot.mount == gun.key), None)


class PickedShot(Protocol):
    """A single shot of a fire order."""

    @property
    def target(self) -> Id: ...


def shot_of_gun(order: object, mount: str) -> PickedShot | None:
    """Return the shot of an order that a gun fires, or None."""
    return next((shot for shot in getattr(order, "shots", ()) if shot.mount == mount), None)


def gun_state(model: SeatModel, gun: Icon) -> str:
    """Return a gun's state: picked, elsewhere (picked for another target), refused, idle or ready."""
    picked = shot_of_gun(model.order, gun.key)
    if picked:
        return "picked" if picked.target == (model.target or picked.target) else "elsewhere"
    if gun.state != "ok":
        return ""
    shot = shot_of(model, gun)
    if shot is None:
        return "picked" if gun.key == model.gun else ""
    return "refused" if shot.why_not else "idle"


def gun_row(column: Column, model: SeatModel, triggers: Triggers | None, fired: frozenset[str] = frozenset()) -> None:
    """Add the guns in cells. Where there is little height, there are six or seven side by side."""
    guns, low = model.fire.guns(model.chosen), column.low
    across = max(1, min(5, int((column.wide / theme.scale + 4) // GUN)))
    if low or len(guns) == 6:
        across = max(across, min(7 if low else 6, len(guns), int((column.wide / theme.scale + 4) // page.LOW_CELL)))
    for rect, gun in column.grid(guns, across, LOW if low else HIGH, 4, 6):
        pick = ("picked" if gun.key in fired else "idle") if fired else gun_state(model, gun)
        press = partial(triggers.gun, gun) if triggers else None
        column.add(SystemCell(rect, gun, press, pick=pick, part="gun", small=low))
    column.space(2 if low else 4)


def reasons(column: Column, model: SeatModel) -> None:
    """Add each gun's shot at the target, or the reason it has none. Each has a line, so that nothing moves while guns
    are picked."""
    p = theme.palette
    if not model.target:
        column.paragraph(
            "Click a target on the board or in the list, then pick guns." if not model.gun else "Now click a target.",
            p.muted,
        )
        return
    lines: list[tuple[str, str, Colour, Colour, str]] = []
    for gun in model.fire.guns(model.chosen):
        if shot := shot_of(model, gun):
            words, refused, picked = does(model, shot, shot_of_gun(model.order, gun.key))
            head, said = (p.red, p.text) if refused else (theme.accent, p.text) if picked else (p.muted, p.muted)
            lines.append((short_name(gun), words, head, said, shot.rule))
    tab = column_offset([line[0] for line in lines], "r")
    for label, words, head, said, rule in lines:
        column.pair((label, head, "r"), (words, said, "r"), tab, rule)


def does(model: SeatModel, shot: Shot, picked: PickedShot | None) -> tuple[str, bool, bool]:
    """Return a gun's shot at the target in words, whether it has no effect, and whether it is picked."""
    state = model.view.state
    if picked:
        name, part = state.names.get(picked.target, ""), getattr(picked, "part", "")
        name = f"{part} of {name}" if part else name
        words = f"{shot.dice} at {name}" if picked.target == model.target and shot.dice else f"fires at {name}"
        return "; ".join(filter(None, (words, shot.afterwards))), False, True
    if shot.why_not:
        return sentence(shot), True, False
    return f"not picked: {shot.dice}" if shot.dice else "not picked", False, False


def sentence(shot: Shot) -> str:
    """Return the reason without the gun's name, because the line starts with it."""
    words = shot.why_not.replace(f"; {shot.label} ", "; it ")
    for lead in (f"{shot.label} is ", f"{shot.label} "):
        words = words.removeprefix(lead)
    return words


def fire_sheet(column: Column, model: SeatModel, triggers: Triggers) -> None:
    """Add the guns above, the target below."""
    p = theme.palette
    page.head(column, model, model.chosen)
    order = model.order
    if order is None and not model.frozen:
        page.figures(column, model.sheet(model.chosen))
    picked = len(getattr(order, "shots", ()))
    words = f"{picked} picked" if picked else "none picked yet" if order else "" if model.frozen else "not its turn"
    if order is not None and (spare := model.sheet(model.chosen).spare):
        words += f", {spare}"
    column.heading("Guns", words, theme.accent if picked else p.muted, "table/firing")
    gun_row(column, model, triggers if order else None)
    if order is not None:
        reasons(column, model)
        if fault := model.fault():
            column.paragraph(fault.why[:1].upper() + fault.why[1:], p.red, 15, fault.rule)
        if model.target and triggers.part and order.aims:
            parts(column, model, triggers.part)
        if model.target:
            column.space(2 if column.low else 6)
            column.add(all_button(column, model, triggers))
        if triggers.none:
            column.add(
                Button(
                    column.row(30 if column.low else 34, 4),
                    "The rest hold fire",
                    on_press=triggers.none.press,
                    cap=triggers.none.cap,
                    name="pass",
                    rule="table/firing",
                    hint=f"{len(model.waiting)} of your ships have still to fire: none of them does",
                )
            )
    if model.frozen and model.target:  # keep the space of what was shown before the roll, so that nothing moves up
        column.space(24 * len(model.fire.guns(model.chosen)) + (38 if column.low else 46))
    if triggers.answer:
        add_orders_before_fire(column, model, triggers.answer)
    column.space(2 if column.low else 8)
    page.divide(column)
    if model.target:
        target_sheet(column, model, model.target, triggers)
    else:
        own = model.sheet(model.chosen)
        page.hull(column, model, own)
        page.add_systems(column, model, own)


def parts(column: Column, model: SeatModel, take: Callable[[str], object]) -> None:
    """Add a button for each aim (hull, rigging) of the shots at the target, if there are any."""
    order: Any = model.order
    now = {shot.aim for shot in order.shots if shot.target == model.target}
    why = "" if now else "no gun is picked for it"
    for (value, word), rect in zip(order.aims, column.cells(len(order.aims), 28 if column.low else 32, 8, 4)):
        column.add(
            Button(
                rect,
                word,
                on_press=partial(take, value),
                on=now == {value},
                refused=why,
                rule="table/firing",
                name=f"aim {word}",
                hint=why or f"every gun that is picked fires at the {word.lower()}",
            )
        )


def all_button(column: Column, model: SeatModel, triggers: Triggers) -> Button:
    """Return the button that picks every gun that bears."""
    volley = model.once("volley", ask=lambda: model.view.volley(model.chosen, model.target))
    name = model.view.state.known_piece(model.target).name
    why = "" if volley else f"nothing bears on {name}"
    row = column.row(32 if column.low else 36, 4)
    return Button(
        row,
        f"All that bears on {name}",
        on_press=triggers.all,
        cap=triggers.cap,
        refused=why,
        rule="table/firing",
        name="volley",
    )


def target_sheet(column: Column, model: SeatModel, key: Id, triggers: Triggers | None = None) -> None:
    """Add the target; its systems can be pressed if a gun picks one."""
    found = model.sheet(key)
    page.head(column, model, key)
    shot = breakdown_on(model, key)
    page.hull(column, model, found, part=key, shot=shot)
    picks = frozenset(shot.system for shot in getattr(model.order, "shots", ()) if shot.target == key and shot.system)
    press = (lambda one: partial(triggers.system, one)) if triggers and picks else None
    page.add_systems(column, model, found, picks, press, part=key, shot=shot)


# -- after the roll ----------------------------------------------------------------------------------------------------


def fresh_of(result: Result, target: Id, before: Sheet, after: Sheet) -> Fresh:
    """Return the changes that a volley made on a sheet."""
    tracks = {one.label: one.left for one in after.tracks}
    boxes = {one.label: one.left - tracks.get(one.label, one.left) for one in before.tracks}
    was = {one.key: one.state for one in before.icons}
    lost = frozenset(
        one.key for one in after.icons if one.state in ("lost", "killed") and one.state != was.get(one.key)
    )
    return Fresh(boxes, result.faces(target), lost, failed=lost | result.failed_systems(target))


def result_sheet(
    column: Column, model: SeatModel, result: Result, befores: dict[Id, Sheet], share: float = 1.0
) -> None:
    """Add the firing ship, then every target with `share` of its new damage, its checks, and their effects. `share` is
    0 to 1."""
    fired = frozenset(
        key for event in result.events if event.kind == "fire" and event.who == result.by for key in event.mounts
    )
    headed = bool(result.by) and bool(fired or result.by not in result.targets)  # nobody stands there twice for nothing
    if headed:
        page.head(column, model, result.by)
    if result.by in befores and result.by not in result.targets:  # a fight on a deck costs both ships
        changes(column, befores[result.by], model.sheet(result.by), Fresh({}, {}, frozenset()), True)
    if fired and model.chosen == result.by:
        column.heading("Guns", f"{len(fired)} fired", theme.palette.muted, "table/firing")
        gun_row(column, model, None, fired)
    for n, target in enumerate(result.targets):
        if n or headed:
            page.divide(column)
        hit_sheet(column, model, result, target, befores.get(target) or model.sheet(target), share)
    if not result.targets and result.by:
        column.rule()
        sheet = model.sheet(result.by)
        if any(painted_parts(sheet, "hull")):
            page.hull(column, model, sheet)
        page.add_systems(column, model, sheet)


def struck_sheet(column: Column, model: SeatModel, result: Result, befores: Mapping[Id, Sheet], share: float) -> None:
    """Add ships that others fire at. They are undamaged while the dice tumble, then have `share` (0 to 1) of their new
    damage. `model` shows the result."""
    for index, target in enumerate(result.targets):
        if index:
            page.divide(column)
        if share > 0:
            hit_sheet(column, model, result, target, befores[target], share)
            continue
        was = befores[target]
        page.head(column, model, target, "under fire" if result.by else "in danger", was)
        page.hull(column, model, was, part=target)
        page.add_systems(column, model, was, part=target)


def hit_sheet(column: Column, model: SeatModel, result: Result, target: Id, before: Sheet, share: float) -> None:
    """Add one target after the volley."""
    p, after = theme.palette, model.sheet(target)
    fresh = replace(fresh_of(result, target, before, after), share=share)
    hit = any(fresh.boxes.values()) or fresh.lost or any(result.harm(target).values())
    hit = hit or any(was.value != now.value and not now.flown for was, now in zip(before.stats, after.stats))
    owed = points(result.events).get(target)  # damage still to be taken once all have fired
    unhurt = "no new damage" if worn(after) else "not hurt"
    page.head(column, model, target, "just hit" if hit else "hit, takes it when all have fired" if owed else unhurt)
    page.hull(column, model, after, fresh, part=target)
    check = result.check(target)
    if check and check.headings:
        row = column.row(30, 6) if column.low else column.row(36, 12)
        fitting = (words for words in check.headings if width(words, 14, "s") <= column.wide - theme.px(56))
        column.add(Banner(row, next(fitting, check.headings[-1]), p.yellow, rule=check.rule))
    struck = page.look_at(model, after, fresh=fresh, part=target, brief=column.low, low=True, struck=True)
    if not paint(column, struck, "systems"):
        page.systems(column, after.icons, fresh=fresh, part=target)
    names = [
        short_name(one) if one.key in fresh.lost else f"a step of {short_name(one)}"
        for one in after.icons
        if one.key in fresh.failed
    ]
    names = [f"{n} {name}" if n > 1 else name for name, n in Counter(names).items()]
    if names:  # tracks without an icon, such as masts, show it themselves
        words = f"Lost: {join_words(names)}"
        column.space(6)
        column.paragraph(
            words, p.red, next((size for size in (17, 16) if width(words, size) <= column.wide), 15), after=4
        )
    flew = any(len(event.path) > 1 and event.who == target for event in result.events)
    changes(column, before, after, fresh, flew)


def worn(sheet: Sheet) -> bool:
    """Return whether a sheet shows any loss, by this shot or an earlier one."""
    return any(one.left < sum(one.rows) for one in sheet.tracks) or any(
        one.state in ("lost", "killed", "damaged") for one in sheet.icons
    )


def changes(column: Column, before: Sheet, after: Sheet, fresh: Fresh, flew: bool) -> None:
    """Add what the ship can no longer do. For a ship that `flew` meanwhile, leave out the changes made by its own
    order."""
    p = theme.palette
    lines: list[tuple[str, str, Colour, str]] = []
    did = {one.key: one.hint for one in before.icons}
    for one in after.icons:
        if one.key in fresh.lost:
            said = re.split(r", |; ", one.hint)[0]  # the state of a system, or its effect if the hint has not changed
            words = f"no longer {said}" if one.hint == did.get(one.key) else said
            lines.append((short_name(one), words, p.red, one.rule))
    for was, now in zip(before.stats, after.stats):
        if was.value != now.value and not (flew and now.flown):
            lines.append((now.label, minus(f"{was.value}, now {now.value}"), p.yellow, now.rule))
    if not lines:
        return
    column.space(2 if column.low else 8)
    page.divide(column)
    column.heading("What it changes", f"for {after.title}")
    tab = column_offset([line[0] for line in lines])
    for name, words, ink, rule in dict.fromkeys(lines):
        column.pair((name, ink, "s"), (words, p.muted, "r"), tab, rule)
