"""The three columns of the odds lab: the set-up, the damage of one attack, and its scaling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect, Surface

from game.lab.choices import (
    DEFENCES,
    KINDS,
    MOST,
    AttackerKind,
    count,
    defence,
    design_words,
    differs,
    next_paired,
    other_pairs,
    paired_kind,
    with_count,
    with_defence,
)
from game.lab.setup import BOTH, LabSetUp, Rules
from game.ui.lab.charts.damage_chart import DamageChart, FiguresCard
from game.ui.lab.charts.inks import curve, plate, point
from game.ui.lab.charts.losses import LossChart
from game.ui.lab.charts.scaling_chart import ScalingChart, in_words
from game.ui.lab.fields import DesignField, KindCell, PairCell, PipRow
from game.ui.lab.model import LabModel
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import ColumnHeading, Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Still, Widget

RULE = "table/odds-lab"
RULES: tuple[tuple[Rules, ...], ...] = (("old",), ("reformed",), BOTH)
RULES_TITLES = ("old", "reformed", "both")
ASSISTS = ("none", "best")
Change = Callable[[LabSetUp], object]
ABOUT = {"reformed": "one roll holds for all", "old": "each die picks one attacker"}


def set_up_column(
    area: Rect,
    setup: LabSetUp,
    change: Change,
    step_design: Callable[[int], object],
    pair: str = "",
    show_pair: Callable[[str], object] = str,
) -> list[Widget]:
    """Return attackers, defender, rules, and the legend. `pair` has the traits of the two-trait craft shown."""
    px, column = theme.px, Column(area)
    craft = setup.group_count * setup.craft
    words = f"{setup.group_count} group{'' if setup.group_count == 1 else 's'}, {craft} craft" if craft else ""
    column.add(ColumnHeading(column.row(24), "Attackers", words, rule=RULE))
    for first in range(0, len(KINDS), 3):
        cells = column.cells(3, 82, 7, 7)
        for cell, kind in zip(cells, KINDS[first : first + 3]):
            take = partial(_take, change, partial(with_count, setup, kind.key))
            column.add(KindCell(cell, kind, count(setup, kind.key), MOST, take))
    column.add(_pair_cell(cells[1].union(cells[2]), setup, change, paired_kind(setup, pair), show_pair))

    def crew(number: int) -> None:
        change(_with(setup, craft=number))

    column.add(
        PipRow(column.row(32), "Craft in a group", setup.craft, 6, crew, pips=6, symbol="craft", name="craft", least=1)
    )
    column.space(4)
    column.add(
        Segments(
            column.row(36, 14),
            ("none", "best play"),
            chosen=ASSISTS.index(setup.assist),
            label="Assist",
            rule=RULE,
            on_change=lambda index: change(_with(setup, assist=ASSISTS[index])),
            hint="Groups that give up their own attack to help another, by the reformed rules",
        )
    )
    edited = any(differs(setup, one.key) for one in DEFENCES)
    column.add(
        ColumnHeading(
            column.row(24),
            "Defender",
            "* set by hand" if edited else "as built",
            colour=theme.palette.yellow if edited else None,
            rule=RULE,
        )
    )
    if setup.design:
        column.add(DesignField(column.row(54, 6), design_words(setup.design), step_design, "D"))
    for one in DEFENCES:
        take = partial(_take, change, partial(with_defence, setup, one.key))
        column.add(
            PipRow(
                column.row(31),
                one.title,
                defence(setup, one.key),
                one.most,
                take,
                pips=one.pips,
                symbol=one.symbol,
                edited=differs(setup, one.key),
                name=one.key,
            )
        )
    column.space(8)
    column.add(
        Segments(
            column.row(36, 14),
            RULES_TITLES,
            chosen=RULES.index(setup.rules),
            label="Rules",
            rule=RULE,
            on_change=lambda index: change(_with(setup, rules=RULES[index])),
        )
    )
    column.add(ColumnHeading(column.row(24), "On this page", rule=RULE))
    column.add(Legend(column.row(4 * 27), rule=RULE))
    column.y += px(4)
    return column.widgets


def _pair_cell(
    rect: Rect, setup: LabSetUp, change: Change, kind: AttackerKind, show: Callable[[str], object]
) -> PairCell:
    """Return the cell of craft with two traits, beside that of the last kind with one trait."""
    take = partial(_take, change, partial(with_count, setup, kind.key))
    return PairCell(
        rect,
        kind,
        count(setup, kind.key),
        MOST,
        take,
        lambda by: show(next_paired(kind.key, by)),
        other_pairs(setup, kind.key),
    )


def _take(change: Change, make: Callable[[int], LabSetUp], number: int) -> None:
    change(make(number))


def _with(setup: LabSetUp, **values: object) -> LabSetUp:
    return replace(setup, **values)  # type: ignore[arg-type]


@dataclass(eq=False)
class Legend(Still):
    """The legend of the charts, drawn with their own code."""

    def draw(self, dst: Surface) -> None:
        px, p, r = theme.px, theme.palette, self.rect
        y, left = r.y + px(12), r.x + px(70)
        for x, rules in ((r.x, "reformed"), (r.x + px(30), "old")):
            plate(dst, Rect(x, y - px(8), px(22), px(16)), rules)
        text(dst, "reformed filled, old hatched", (left, y), 15, p.muted, "r", "midleft")
        y += px(27)
        dst.fill(p.azure, (r.x, y - 1, px(56), max(2, px(2))))
        plate(dst, Rect(r.x + px(12), y - px(7), px(32), px(14)), "reformed")
        dst.fill(p.white, (r.x + px(27), y - px(9), max(2, px(3)), px(18)))
        text(dst, "nine in ten, spread, mean", (left, y), 15, p.muted, "r", "midleft")
        y += px(27)
        for rules, dy in (("reformed", -px(5)), ("old", px(6))):
            curve(dst, [(r.x, y + dy), (r.x + px(56), y + dy)], rules)
            point(dst, (r.x + px(28), y + dy), rules)
        text(dst, "reformed round, old square", (left, y), 15, p.muted, "r", "midleft")
        y += px(27)
        curve(dst, [(r.x, y), (r.x + px(56), y)], "reformed")
        point(dst, (r.x + px(28), y), "reformed", True)
        text(dst, "hollow: behind one screen", (left, y), 15, p.muted, "r", "midleft")


def damage_column(column: Column, model: LabModel, high: int) -> None:
    """Add figures, distributions and losses, within `high` real pixels if possible."""
    px, setup, results = theme.px, model.known or model.setup, model.results
    if not results:
        column.add(Paragraph(column.row(60), "computing…", size=17))
        return
    top = column.y
    across = 2 if column.wide >= px(640) or len(results) == 1 else 1
    for first in range(0, len(results), across):
        shown = results[first : first + across]
        cells = column.cells(2 if across == 2 else 1, 98, 14, 8)
        for cell, one in zip(cells, shown):
            column.add(FiguresCard(cell, one, ABOUT[one.rules], model.waiting, rule=RULE, name=f"figures {one.rules}"))
    losses = 156
    rest = high - (column.y - top) - px(losses + 34)
    chart = max(px(264), rest)
    column.add(DamageChart(column.take(chart, 8), results, setup.hull, sum(setup.armour), rule=RULE))
    missiles = setup.salvos > 0 and not setup.group_count
    most = f"of {6 * setup.salvos}" if missiles else f"of {setup.group_count * setup.craft} craft"
    column.add(ColumnHeading(column.row(24), "Missiles that hit" if missiles else "Fighters lost", most, rule=RULE))
    column.add(LossChart(column.row(losses), results, missiles, rule=RULE))


def scaling_column(column: Column, model: LabModel, high: int) -> None:
    """Add both scaling charts, within `high` real pixels if possible."""
    px, setup = theme.px, model.setup
    chart = max(px(190), (high - px(2 * 30 + 52 + 28 + 36)) // 2)
    column.add(ColumnHeading(column.row(30), "Damage per group", "1 to 12 groups", rule=RULE))
    lit = setup.group_count
    hint = "hollow: behind one screen"
    column.add(
        ScalingChart(
            column.take(chart, 8), model.curves, "groups", lit, setup.rules, rule=RULE, name="groups", hint=hint
        )
    )
    words = in_words(model.curves) if model.curves and setup.rules == BOTH else ""
    column.add(Paragraph(column.row(46, 6), words, colour=theme.palette.text))
    column.add(ColumnHeading(column.row(30), "Missiles per salvo", "1 to 12 salvos", rule=RULE))
    column.add(
        ScalingChart(column.take(chart, 8), model.curves, "salvos", setup.salvos, setup.rules, rule=RULE, name="salvos")
    )
    words = "Reformed: each salvo more lowers the level for all." if "reformed" in setup.rules else ""
    column.add(Paragraph(column.row(24), words, colour=theme.palette.text))
