"""House rules in the sandbox: search, groups, changed rules, and the club's sets. It has no rules of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.system import HouseRule
from game.core.values import PROFILE, HouseValue
from game.formats.atomic_file import CannotSave
from game.sandbox.club_sets import ClubSet, club_sets, keep_set
from game.ui.render.shapes import box, mark, rule, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import mix, theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.search import matches, search_field
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget, check_box

RULE = "table/house-rules"
OTHER = "General"  # the heading of rules without a group


def house(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add search and filter, the club's sets, then every group of rules."""
    system = context.sandbox.opened.battle.system
    if not system.house:
        column.paragraph("This game has no house rules.")
        return
    now = context.sandbox.settings({})
    changed = {one.key for one in system.beyond_edition(now)}
    row, px = column.row(34, 8), theme.px
    wide = px(150)
    cap = context.keys.cap("find")
    line = Rect(row.x, row.y, row.w - wide - px(10), row.h)
    column.add(search_field(context, "house", line, "find a rule", cap=cap, rule=RULE))
    column.add(
        ChangedOnly(
            Rect(row.right - wide, row.y, wide, row.h), context.changed_only, len(changed), context.show_changed
        )
    )
    sets(column, context, lines, now)
    words = context.sought.get("house", "")
    groups: dict[str, list[HouseRule]] = {}
    for one in system.house:
        groups.setdefault(one.group or OTHER, []).append(one)
    shown = 0
    for name, rules in groups.items():
        shown += group(column, context, name, rules, now, changed, words)
    if not shown:
        said = f"Nothing about “{words}”." if words else "Nothing has been changed."
        column.paragraph(said, theme.palette.muted)


def group(
    column: Column,
    context: SandboxContext,
    name: str,
    rules: list[HouseRule],
    now: dict[str, HouseValue],
    changed: set[str],
    words: str,
) -> int:
    """Add a group and, while it is open, its rules. Return the number of rules to show."""
    asked = [one for one in rules if one.asked(now)]
    unlisted = len(rules) - len(asked)
    told = [one for one in asked if matches(words, one.title, one.sentence, *(value for _, value in one.values))]
    told = [one for one in told if one.key in changed or not context.changed_only]
    narrowed = bool(words) or context.changed_only
    if narrowed and not told:
        return 0
    title = name[:1].upper() + name[1:]
    many = len(changed & {one.key for one in asked})
    opened = narrowed or name in context.open_groups
    said = _rules(len(asked)) + (f", {unlisted} more off" if unlisted else "")
    if not asked:
        said = f"off: {unlisted} not listed"
    elif len(rules) == 1:
        (one,) = rules
        said = next((words for value, words in one.values if value == now[one.key]), said)
        said = said if one.title.casefold() == title.casefold() else f"{one.title}: {said}"
    column.add(
        GroupFold(
            column.row(32, 2), title, said, many, opened and bool(asked), partial(context.fold_group, name), bool(asked)
        )
    )
    for one in told if opened else ():
        rule_row(column, context, one, now[one.key], one.key in changed)
    if opened and unlisted and not narrowed:
        words = (
            "1 more belongs to a rule that is off" if unlisted == 1 else f"{unlisted} more belong to rules that are off"
        )
        column.add(WordRow(column.row(20, 6), [(words, theme.palette.faint, "r")], size=14))
    return max(1, len(told))


def _rules(count: int) -> str:
    return f"{count} rule{'s' * (count != 1)}"


def rule_row(column: Column, context: SandboxContext, one: HouseRule, value: HouseValue, changed: bool) -> None:
    """Add a rule: title and sentence, with its values at the right, or below if they are wide."""
    px = theme.px
    names = [words for _, words in one.values]
    index = next((n for n, (each, _) in enumerate(one.values) if each == value), 0)
    needed = round(sum(width(name, 15, "s") + px(22) for name in names))
    beside = needed <= column.wide * 0.46
    place = column.row(44 if beside else 80, 4)
    well = Rect(place.right - needed, place.y + px(4), needed, px(34))
    if not beside:
        well = Rect(place.x + px(20), place.y + px(42), place.w - px(20), px(34))
    text_wide = (well.x - px(10) if beside else place.right) - place.x
    column.add(RuleWords(Rect(place.x, place.y, text_wide, px(40)), one, changed))
    column.add(
        Segments(
            well,
            names,
            chosen=index,
            on_change=lambda n: _take(context, one.key, one.values[n][0]),
            name=f"house {one.key}",
            edited=changed,
            rule=one.paragraph,
            hint=one.sentence,
        )
    )


def _take(context: SandboxContext, key: str, value: HouseValue) -> None:
    sandbox, commands = context.sandbox, context.commands
    if key == PROFILE:  # an edition resets all others
        commands.attempt(sandbox.set_house, {key: value})
    else:
        commands.attempt(sandbox.set_part, "house", **{key: value})


# -- sets --------------------------------------------------------------------------------------------------------------


def sets(column: Column, context: SandboxContext, lines: Lines, now: dict[str, HouseValue]) -> None:
    """Add the sets of the club, to choose one, or to store the present rules under a name."""
    system, px = context.sandbox.opened.battle.system, theme.px
    if context.naming_set:
        row = column.row(34, 8)
        lines.set_field.rect, lines.set_field.on_enter = row, partial(_keep, context, lines, now)
        column.add(lines.set_field)
        return
    known = context.once("club sets", ask=lambda: club_sets(system))
    usual, keys = system.settings({}), {one.key for one in system.house}
    own = {key: value for key, value in now.items() if key in keys and usual[key] != value}
    held = next((one.title for one in known if dict(one.house) == own and not one.fault), "")
    broken = sum(1 for one in known if one.fault)
    row = column.row(34, 8)
    keep = px(96)
    kept = f"{len(known) - broken} saved" + (f", {broken} broken" if broken else "")
    label = held or (kept if known else "none yet")
    column.add(WordRow(Rect(row.x, row.y, px(64), row.h), [("Load set", theme.palette.muted, "r")], size=15, rule=RULE))
    column.add(
        Button(
            Rect(row.x + px(66), row.y, row.w - px(66) - keep - px(8), row.h),
            label,
            on_press=context.open_sets,
            size=15,
            rule=RULE,
            name="club sets",
            sign="up" if context.sets_open else "down",
            refused="" if known else "none is saved yet",
            hint="The saved sets of rules: press one to play by it",
        )
    )
    column.add(
        Button(
            Rect(row.right - keep, row.y, keep, row.h),
            "Save set",
            on_press=partial(_name, context, lines, held),
            size=15,
            name="keep set",
            rule=RULE,
            hint="Save the present house rules under a name",
        )
    )
    for one in known if context.sets_open else ():
        column.add(
            Button(
                column.row(32, 4),
                one.title,
                on_press=partial(_play_by, context, one),
                on=one.title == held,
                size=15,
                name=f"set {one.title}",
                note="broken" if one.fault else _rules(len(one.house)),
                rule=RULE,
                refused=one.fault,
            )
        )


def _name(context: SandboxContext, lines: Lines, held: str) -> None:
    context.naming_set = True
    lines.set_field.write(held)
    lines.set_field.anchor = 0
    context.screen.focus_on("set name")


def _keep(context: SandboxContext, lines: Lines, now: dict[str, HouseValue]) -> None:
    system = context.sandbox.opened.battle.system
    own = {key: value for key, value in now.items() if key in {one.key for one in system.house}}
    try:
        path = context.commands.attempt(keep_set, system, lines.set_field.value, own)
    except (CannotSave, OSError) as why:
        context.tell(str(why), "table/saving")
        return
    if path is not None:
        context.naming_set = False
        context.focus.focus(None)
        context.tell(f"saved as {path}", RULE)


def _play_by(context: SandboxContext, one: ClubSet) -> None:
    context.sets_open = False
    context.commands.attempt(context.sandbox.set_house, dict(one.house), f"house rules of “{one.title}”")


# -- widgets -----------------------------------------------------------------------------------------------------------


class ChangedOnly(Widget):
    """A check box, and the number of changed rules."""

    pictured = True

    def __init__(self, rect: Rect, on: bool, many: int, on_press: Callable[[], object]) -> None:
        words = f"{_rules(many)} {'is' if many == 1 else 'are'} not as the edition has {'it' if many == 1 else 'them'}"
        super().__init__(rect, on_press=on_press, rule=RULE, name="changed only", hint=words)
        self.on, self.many = on, many

    def draw(self, dst: Surface) -> None:
        """Draw box, words and figure."""
        p, px, r = theme.palette, theme.px, self.rect
        side = check_box(dst, (r.x, r.centery - px(11)), self.on, self.hover)
        fit_text(dst, "changed only", (side.right + px(8), r.centery), r.w - px(56), 15, p.text, "r", "midleft")
        _chip(dst, r.right, r.centery, str(self.many), bool(self.many))


def _chip(dst: Surface, right: int, y: int, words: str, lit: bool) -> Rect:
    """Draw a figure in a yellow frame, or a grey one for zero. Return its rect."""
    p, px = theme.palette, theme.px
    r = Rect(0, 0, round(width(words, 14, "s")) + px(14), px(22))
    r.midright = right, y
    ink = p.yellow if lit else p.faint
    box(dst, r, mix(ink, p.panel, 0.86), 4, 255, mix(ink, p.panel, 0.45))
    text(dst, words, r.center, 14, ink, "s", "center")
    return r


class GroupFold(Widget):
    """The heading of a group. A press, or the arrows, opens and closes it."""

    pictured = True

    def __init__(
        self,
        rect: Rect,
        title: str,
        said: str,
        changed: int,
        opened: bool,
        on_press: Callable[[], object],
        enabled: bool,
    ) -> None:
        super().__init__(rect, on_press=on_press, rule=RULE, name=f"fold {title}", enabled=enabled)
        self.title, self.said, self.changed, self.opened = title, said, changed, opened
        self.why_not = "" if enabled else "what these rules belong to is not played"

    def handle(self, event: Event) -> bool:
        """Close on Left, open on Right."""
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if self.opened != (event.key == pygame.K_RIGHT):
                self.press()
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw sign, name, number of rules, and number of changed ones."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.opened or self.hover:
            box(dst, r, p.raised, 5)
        ink = p.white if self.enabled else p.faint
        stamp(
            dst,
            mark("down" if self.opened else "right", p.muted if self.enabled else p.faint, 13),
            (r.x + px(9), r.centery),
        )
        right = r.right - px(6)
        if self.changed:
            right = _chip(dst, right, r.centery, f"{self.changed} changed", True).x - px(8)
        named = fit_text(dst, self.title, (r.x + px(22), r.centery), right - r.x - px(22), 16, ink, "s", "midleft")
        fit_text(dst, self.said, (right, r.centery), right - named.right - px(10), (14, 13), p.muted, "r", "midright")


class RuleWords(Widget):
    """The title of a rule over its sentence, yellow if it was changed."""

    focusable = lights = False

    def __init__(self, rect: Rect, one: HouseRule, changed: bool) -> None:
        super().__init__(rect, rule=one.paragraph, hint=one.sentence, name=f"words {one.key}")
        self.one, self.changed = one, changed

    @property
    def hit(self) -> Rect:
        """The rect that is drawn."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw two lines, under a thin one."""
        p, px, r = theme.palette, theme.px, self.rect
        rule(dst, r.x + px(20), r.right, r.y - px(1))
        ink = p.yellow if self.changed else p.white
        fit_text(dst, self.one.title, (r.x + px(20), r.y + px(12)), r.w - px(20), (15, 14), ink, "s", "midleft")
        fit_text(dst, self.one.sentence, (r.x + px(20), r.y + px(31)), r.w - px(20), (14, 13), p.muted, "r", "midleft")
