"""The cards under the figure of a page: its worked example, the settings that change it, and further reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.system import HouseRule
from game.core.values import House, HouseValue
from game.demonstrations.catalogue import CatalogueEntry
from game.demonstrations.demonstration import Demonstration
from game.rulebook.book import RuleEntry, blocks_of, number_of, rulebook
from game.ui.demonstration.column import step_result
from game.ui.playback.lanes import lanes_of
from game.ui.render.dice_tray import DiceLane, DiceTray, height_of
from game.ui.render.shapes import box
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Still, Widget

PAD = 16  # design pixels between the edge of a card and its content
DIE = 20  # design pixels: edge of a die
MOST = 6  # most lanes of dice on a card
SCREEN = "The screen of the program"
Fill = Callable[[Column], None]


class CardGround(Still):
    """The plate of a card."""

    def draw(self, dst: Surface) -> None:
        box(dst, self.rect, theme.palette.panel, 8, 255, theme.palette.line)


class Dice(Still):
    """Lanes of dice at rest."""

    def __init__(self, rect: Rect, lanes: Sequence[DiceLane]) -> None:
        super().__init__(rect, name="dice of the example")
        self._tray = DiceTray(Rect(0, 0, *rect.size), 0)
        self._tray.throw(lanes, still=True)

    def draw(self, dst: Surface) -> None:
        self._tray.rect = Rect(self.rect)
        self._tray.draw(dst)


def card(place: Rect, fill: Fill) -> list[Widget]:
    """Return a card as wide as a place and as high as the widgets that `fill` adds. Without widgets there is no
    card."""
    column = Column(Rect(place.inflate(-2 * theme.px(PAD), 0)))
    column.space(PAD)
    fill(column)
    if not column.widgets:
        return []
    high = max(w.rect.bottom for w in column.widgets) + theme.px(PAD) - place.y
    return [CardGround(Rect(place.x, place.y, place.w, high)), *column.widgets]


def dealt(area: Rect, fills: Sequence[Fill]) -> list[Widget]:
    """Return cards side by side in as many columns as fit, each under the column that is shortest so far."""
    px, found = theme.px, list[Widget]()
    count = max(1, min(len(fills), 3 if area.w >= px(960) else 2 if area.w >= px(560) else 1))
    gap = px(16)
    first = (area.w - gap * (count - 1)) * (42 if count == 3 else 56 if count == 2 else 100) // 100
    rest = (area.w - first - gap * (count - 1)) // max(1, count - 1)
    columns = [Rect(area.x, area.y, first, 0)]
    columns += [Rect(area.x + first + gap + n * (rest + gap), area.y, rest, 0) for n in range(count - 1)]
    for fill in fills:
        column = min(columns, key=lambda one: one.y)
        made = card(column, fill)
        if made:
            found += made
            column.y = made[0].rect.bottom + gap
    return found


def example(column: Column, show: Demonstration) -> None:
    """Add the dice of the present step of a demonstration, or of the last one before it that has any, and their
    result."""
    thrown = (
        lanes_of(step.start, [one for one in step.events if one.kind != "initiative"], step.view)
        for step in show.steps[show.index :: -1]
    )
    shown = next(filter(None, thrown), ())[-MOST:]
    top, before = column.y, len(column.widgets)
    column.heading("Worked example", "its dice" if shown else "", rule=show.rule)
    headed = len(column.widgets)
    if shown:
        high = height_of(column.wide, shown, DIE)
        column.add(Dice(column.take(high, 10), shown))
    step_result(column, show.step, "What it comes to" if shown else "")
    if len(column.widgets) == headed:
        del column.widgets[before:]
        column.y = top


# what the switches of a page are for, and what a press on one does
NEXT = "next battle", "House rules that change this one. A switch sets the next battle."
YOURS = "your battle", "House rules as your battle has them. A switch changes only what this page shows."
HERE = "this page only", "A switch changes only what this page shows. To play so, choose the game in the menu first."


def settings(
    column: Column,
    rules: Sequence[HouseRule],
    house: House,
    take: Callable[[str, HouseValue], object],
    scope: tuple[str, str],
) -> None:
    """Add a switch for every house rule of a page, under what they are set for."""
    shown = [rule for rule in rules if rule.asked(house)]
    if not shown:
        return
    column.heading("Settings", scope[0], rule="table/house-rules", hint=scope[1])
    for rule in shown:
        names = [words for _, words in rule.values]
        now = next((n for n, (value, _) in enumerate(rule.values) if value == house[rule.key]), 0)
        title = round(width(rule.title, 15)) + theme.px(16)
        need = sum(round(width(name, 15, "s")) + theme.px(20) for name in names)
        beside = title + need <= column.wide
        if not beside:
            column.paragraph(rule.title, theme.palette.text, 15, rule.rule, 2)
        if need > column.wide:
            place, take_next = column.row(36, 10), rule.values[(now + 1) % len(names)][0]
            label = names[now]
            press = partial(take, rule.key, take_next)
            column.add(Button(place, label, on_press=press, note="next", name=f"set {rule.key}", hint=rule.sentence))
            continue
        place = column.row(34, 10)
        made = Segments(
            Rect(place.right - need, place.y, need, place.h) if not beside else place,
            names,
            chosen=now,
            label=rule.title if beside else "",
            label_width=(place.w - need) / theme.scale,
            on_change=lambda n, rule=rule: take(rule.key, rule.values[n][0]),  # type: ignore[misc]
            name=f"set {rule.key}",
            hint=rule.sentence,
            rule=rule.rule,
        )
        column.add(made)


def more(
    column: Column,
    page: RuleEntry,
    shown: Sequence[CatalogueEntry],
    now: int,
    open_: Callable[[str], object],
    choose: Callable[[int], object],
    screen: bool = False,
) -> None:
    """Add related pages, and the other demonstrations of the page. `now` is the number of the demonstration shown, or
    -1 for the `screen` that the page is about."""
    known = [place for place in page.see if place in rulebook()]
    listed = shown if screen or len(shown) > 1 else ()
    if not known and not listed:
        return
    column.heading("Read on")
    labels = {place: f"{number_of(place)}  {rulebook()[place].title}".strip() for place in known}
    sized = ((place, round(width(label, 15, "s")) + theme.px(28)) for place, label in labels.items())
    for r, place in column.flow(sized, 36, 8, 8):
        column.add(Button(r, labels[place], on_press=partial(open_, place), name=f"see {place}", size=15, rule=place))
    if listed:
        column.space(10)
        column.heading("Demonstrations", "N for the next")
    if listed and screen:
        kind = "on" if now < 0 else "quiet"
        column.add(Button(column.row(36, 4), SCREEN, on_press=partial(choose, -1), kind=kind, size=15, name="screen"))
    for number, one in enumerate(listed):
        row = column.row(36, 4)
        room = row.w - theme.px(74) - width("variant", 15)
        variant = one.changes > shown[0].changes and width(one.title, 15, "s") <= room
        column.add(
            Button(
                row,
                one.title,
                on_press=partial(choose, number),
                kind="on" if number == now else "quiet",
                note="variant" if variant else "",
                sign="play",
                size=15,
                name=f"demonstration {one.name}",
                hint=one.about,
            )
        )


def trouble(column: Column, show: Callable[[], object]) -> None:
    """Add a note that the demonstration cannot be read."""
    column.heading("Figure")
    column.paragraph("The demonstration of this page has mistakes.", theme.palette.red, 15)
    column.add(Button(column.row(36), "Show the mistakes", on_press=show, name="show mistakes"))


def reading(column: Column, words: str, open_: bool, turn: Callable[[], object]) -> None:
    """Add the readings of points that the rules leave open, folded or not."""
    label = "What the rules leave open"
    column.add(
        Button(
            column.row(34, 8),
            label,
            on_press=turn,
            kind="quiet",
            sign="down" if open_ else "right",
            size=15,
            name="readings",
            hint="How the program reads what the text of the game does not say.",
        )
    )
    for _, line in blocks_of(words) if open_ else ():
        column.paragraph(line.replace("**", ""), theme.palette.text, 15, after=8)
