"""The three parts of the account, each added to a column: by ship, by turn, by weapon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.account.account import Account, ShipAccount
from game.account.tables import AccountTable, explanations, fate, ship_table, tables, turn_table, weapon_table
from game.ui.account.charts import DealtChart, LuckChart, SpreadChart
from game.ui.account.figures_table import HEAD, ROW, RowBars, TableColumn, add_table, bar
from game.ui.render.shapes import mark, stamp
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

NARROW = 900  # design pixels: width below which there are no bars beside figures
CHART, SPREAD, LEAST_CHART = 260, 200, 520  # design pixels: heights of charts, the least width of one of two in a row
# design pixels: the greatest height of a chart, and the height of the sentences at the end
MOST_CHART, SENTENCES = 460, 112
SPREAD_HINT = (
    "What all shots of the side together come to, each sum by its exact chance; the mark is what they came to."
)
BARS = TableColumn(-1, 2.6, False)


@dataclass(eq=False)
class SideLegend(Still):
    """The sides with their bars."""

    account: Account

    def draw(self, dst: Surface) -> None:
        px, p, r = theme.px, theme.palette, self.rect
        x = float(r.x)
        for side in self.account.sides:
            bar(dst, Rect(round(x), r.centery - px(6), px(28), px(12)), side.seat)
            x = text(dst, side.name, (x + px(36), r.centery), 15, theme.seat(side.seat), "s", "midleft").right + px(28)
        if any(side.lost for side in self.account.sides):
            stamp(dst, mark("dead", p.red, 12), (x + px(6), r.centery))
            x = text(dst, "ship lost", (x + px(18), r.centery), 15, p.muted, "r", "midleft").right + px(28)
        if self.account.accidents:
            words = f"Terrain and accidents took {self.account.accidents} more."
            text(dst, words, (x, r.centery), 15, p.muted, "r", "midleft")


def wide_enough(column: Column) -> bool:
    return column.wide / theme.scale >= NARROW


def free(column: Column, table: float) -> float:
    """Return the height in design pixels left on one screen for charts, without a table still to come and the
    sentences."""
    return (column.area.bottom - column.y) / theme.scale - table - SENTENCES


def columns_of(shown: AccountTable, shares: Sequence[float], bars_at: int = 0) -> list[TableColumn]:
    """Return the columns of a table with these shares of the width. Bars come before the column `bars_at`, or
    nowhere."""
    last = len(shown.headings) - shown.words
    found = [TableColumn(n, share, shown.named <= n < last) for n, share in enumerate(shares)]
    return [*found[:bars_at], BARS, *found[bars_at:]] if bars_at else found


def by_ship(column: Column, account: Account) -> None:
    """Add every ship under its side, with damage dealt over damage taken, and its luck."""
    shown = ship_table(account)
    craft = len(shown.headings) == 10
    shares = [2.0, 0.8, 0.8, 0.8, 0.9, 1.1, 1.4, *([1.3] * craft), 1.0, 3.4]
    if not wide_enough(column):
        shares = [1.8, 0.8, 0.8, 0.8, 0.9, 1.1, 1.7, *([1.4] * craft), 1.0, 2.0]
    most = max([1, *(max(ship.dealt, ship.taken) for ship in account.ships)])
    ships = iter(account.ships)
    bars, hints = list[RowBars | None](), list[str]()
    for row in shown.rows:
        ship = None if row.total or not row.side else next(ships)
        bars.append(RowBars(ship.dealt, most, ship.taken) if ship else None)
        hints.append(_hint(account, ship) if ship else "")
    beside = 1 if wide_enough(column) else 0
    add_table(
        column, account, shown, columns_of(shown, shares, beside), bars if beside else (), "dealt over taken", hints
    )
    thrown = [side for side in account.sides if len(side.chances) > 1]
    column.space(22)
    across = 2 if column.wide / theme.scale >= 2 * LEAST_CHART else 1
    rest = free(column, 0) / max(1, -(-len(thrown) // across)) - 16
    for place, side in column.grid(thrown, across, min(2 * SPREAD, max(SPREAD, rest)), 40, 16):
        column.add(SpreadChart(place, account, side, name=f"spread {side.id}", hint=SPREAD_HINT))


def _hint(account: Account, ship: ShipAccount) -> str:
    """Return the fate of a ship, and its losses."""
    lost = f"Systems lost: {', '.join(ship.systems)}." if ship.systems else ""
    end = fate(account, ship)
    return " ".join(part for part in (f"{end[:1].upper()}{end[1:]}." if end else "", lost) if part)


def by_turn(column: Column, account: Account) -> None:
    """Add two charts, side by side if there is room, and the figures."""
    column.add(SideLegend(column.row(24, 12), account))
    rest = free(column, HEAD + 2 + len(account.turns) * (ROW + 2)) - 16
    if column.wide / theme.scale >= 2 * LEAST_CHART:
        one, other = column.cells(2, min(MOST_CHART, max(CHART, rest)), 40, 16)
    else:
        one, other = column.row(CHART, 16), column.row(CHART, 16)
    column.add(DealtChart(one, account, name="dealt"))
    column.add(
        LuckChart(other, account, name="luck", hint=f"Rolled less expected, of all {account.turn_word}s so far.")
    )
    shown = turn_table(account)
    add_table(column, account, shown, columns_of(shown, [0.6, *[1.0] * (len(shown.headings) - 1)]))


def by_weapon(column: Column, account: Account) -> None:
    """Add every kind of weapon of each side: the total of its dice as a bar, with a tick at the mean."""
    shown = weapon_table(account)
    most: dict[str, float] = {}
    for one in account.weapons:
        most[one.luck.unit] = max(most.get(one.luck.unit, 1.0), one.luck.rolled, one.luck.expected)
    bars = [RowBars(one.luck.rolled, most[one.luck.unit], tick=one.luck.expected) for one in account.weapons]
    beside = 2 if wide_enough(column) else 0
    shares = [2.0, 1.6, 0.7, 1.1, 0.7, 1.0, 1.1, 1.4]
    add_table(
        column, account, shown, columns_of(shown, shares, beside), bars if beside else (), "rolled, tick: expected"
    )


PARTS: tuple[Callable[[Column, Account], None], ...] = (by_ship, by_turn, by_weapon)


def part_titles(account: Account) -> list[str]:
    """Return the titles of the parts, in the game's words."""
    return [one.title for one in tables(account)]


def add_part(column: Column, account: Account, part: int) -> None:
    """Add one of the parts, and after it the explanation of its figures."""
    PARTS[part](column, account)
    column.space(12)
    for words in explanations(account):
        column.paragraph(words, theme.palette.muted, 15)
