"""An account as a self-contained HTML page with its charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from game.account.account import Account, ShipAccount, SideAccount, main_luck
from game.account.luck import Luck, likely_ends
from game.account.tables import COUNTED, AccountTable, explanations, summary, tables
from game.core.orders import Id
from game.pages.document import document
from game.pages.fonts import font_css
from game.pages.scale import nice

WIDE, HIGH, LEFT, FOOT = 960, 300, 46, 34  # of the chart by turn, in its own units
SPREAD = 190  # height of the chart of a side's total
BAR, NAME = 22, 190  # height of a bar of the chart by ship, and the width of its names
STYLE = """<style>
body { max-width: 76rem; } td.figure { white-space: nowrap; }
figure svg { display: block; width: 100%; height: auto; }
figure svg text { fill: var(--text); font: inherit; font-size: 15px; }
figure svg .faint { fill: var(--muted); font-size: 13px; } figure svg .grid { stroke: var(--line); }
figure svg .rolled { stroke: var(--white); stroke-width: 3; }
.seat0 { fill: #5cc8fa; stroke: #5cc8fa; } .seat1 { fill: url(#hatch1); stroke: #ff9d4a; }
.seat2 { fill: #b7b4d2; stroke: #b7b4d2; }
.taken { fill: none; stroke-dasharray: 4 3; } .accident { fill: none; stroke: var(--muted); }
td.side0 { border-left: 4px solid #5cc8fa; } td.side1 { border-left: 4px double #ff9d4a; }
td.side2 { border-left: 4px dotted #b7b4d2; }
tr.total td { font-weight: 600; color: var(--white); } td.figure, th.figure { text-align: right; }
table { width: 100%; font-size: .95rem; } th, td { padding: .3rem .6rem; }
</style>"""
HATCH = (
    '<defs><pattern id="hatch1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#5b3a20"/><rect width="3" height="6" fill="#ff9d4a"/></pattern></defs>'
)


def page(account: Account) -> str:
    """Return the whole page."""
    state = (
        "The battle is over." if account.over else "The battle is going on; this is what has been seen of it so far."
    )
    body = [
        STYLE,
        "<header>",
        f"<h1>{escape(account.title or 'Battle')}</h1>",
        f'<p class="muted">{escape(summary(account))} {state}</p>',
        "</header>",
        "<main>",
    ]
    ships, turns, weapons = tables(account)
    body += [f"<h2>{ships.title}</h2>", *_ships(account), table(account, ships), *_spreads(account)]
    body += [f"<h2>{turns.title}</h2>", *_turns(account), table(account, turns)]
    body += [f"<h2>{weapons.title}</h2>", table(account, weapons)]
    body += [f'<p class="muted">{escape(words)}</p>' for words in explanations(account)]
    return document(f"{account.title or 'Battle'} – Dead Reckoning", [*body, "</main>"], font_css())


def table(account: Account, shown: AccountTable) -> str:
    """Return a table of the account: the colour of its side beside each row, figures at the right of their cells."""
    last = len(shown.headings) - shown.words
    figure = [' class="figure"' if shown.named <= n < last else "" for n in range(len(shown.headings))]
    lines = [
        "<table>",
        "<tr>" + "".join(f"<th{mark}>{escape(one)}</th>" for one, mark in zip(shown.headings, figure)) + "</tr>",
    ]
    for row in shown.rows:
        seat = f' class="side{_seat(account, row.side)}"' if row.side else ""
        marks = [seat, *figure[1:]]
        cells = "".join(f"<td{mark}>{escape(cell)}</td>" for cell, mark in zip(row.cells, marks))
        total = ' class="total"' if row.total else ""
        lines.append(f"<tr{total}>{cells}</tr>")
    return "\n".join([*lines, "</table>"])


def _seat(account: Account, side: Id) -> int:
    return min(2, next(one.seat for one in account.sides if one.id == side))


# -- charts ------------------------------------------------------------------------------------------------------------


def _figure_html(high: float, words: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield a chart, with a description for screen readers."""
    yield f'<figure><svg viewBox="0 0 {WIDE} {high:g}" role="img" aria-label="{escape(words)}">{HATCH}'
    yield from parts
    yield f"</svg><figcaption>{escape(words)}</figcaption></figure>"


def _turns(account: Account) -> Iterator[str]:
    """Yield boxes that each side dealt, a bar per turn, with a cross where it lost a ship."""
    words = (
        f"Boxes that each side took from the others in every {account.turn_word}; a cross for each ship that it lost."
    )
    yield from _figure_html(HIGH, words, _turn_bars(account))


def _turn_bars(account: Account) -> Iterator[str]:
    most = max([1, *(one.dealt for turn in account.turns for _, one in turn.sides)])
    step = max(1, round(nice(most, 5)))
    top = -(-most // step) * step
    plot, wide = HIGH - FOOT - 24, (WIDE - LEFT) / len(account.turns)
    for value in range(0, top + 1, step):
        y = HIGH - FOOT - value / top * plot
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDE}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="faint" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
    bar = min(34.0, wide * 0.8 / len(account.sides))
    for number, turn in enumerate(account.turns):
        middle = LEFT + (number + 0.5) * wide
        yield f'<text x="{middle:.1f}" y="{HIGH - 10}" text-anchor="middle">{turn.turn}</text>'
        for place, (side, one) in enumerate(turn.sides):
            x = middle + (place - len(turn.sides) / 2) * bar
            high = one.dealt / top * plot
            y = HIGH - FOOT - high
            if one.dealt:
                yield _bar(f"seat{_seat(account, side)}", x + 1, y, bar - 2, high)
            if one.lost:
                marks = "✕" * min(3, one.lost) + ("+" if one.lost > 3 else "")
                yield f'<text x="{x + bar / 2:.1f}" y="{y - 5:.1f}" text-anchor="middle">{marks}</text>'


def _bar(kind: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'


def _ships(account: Account) -> Iterator[str]:
    """Draw a full bar for the boxes each ship dealt, over an open one for those it took."""
    words = f"Boxes that each ship dealt (full) and took (open). Luck is counted in {COUNTED[account.unit]}."
    yield from _figure_html(len(account.ships) * (BAR + 8) + 8, words, _ship_bars(account))


def _ship_bars(account: Account) -> Iterator[str]:
    most = max([1, *(max(ship.dealt, ship.taken) for ship in account.ships)])
    for number, ship in enumerate(account.ships):
        y = number * (BAR + 8) + 4
        yield f'<text x="0" y="{y + 16}">{escape(_ship_label(ship))}</text>'
        for share, (boxes, kind) in enumerate(((ship.dealt, ""), (ship.taken, " taken"))):
            wide, high = boxes / most * (WIDE - NAME - 60), BAR / 2 - 1
            top = y + share * BAR / 2
            if boxes:
                seat = f"seat{_seat(account, ship.side)}{kind}"
                yield _bar(seat, NAME, top, wide, high)
                yield f'<text class="faint" x="{NAME + wide + 6:.1f}" y="{top + high:.1f}">{boxes}</text>'


def _spreads(account: Account) -> Iterator[str]:
    """Draw the distribution of the possible totals of each side's shots, with a line at the total rolled."""
    for side in account.sides:
        luck = main_luck(side.luck, account.unit)
        if luck is not None and len(side.chances) > 1:
            words = (
                f"{side.name}: all that its shots could have come to, and {luck.rolled}, which they came to: "
                f"{luck.words}."
            )
            yield from _figure_html(SPREAD, words, _columns(account, side, luck))


def _columns(account: Account, side: SideAccount, luck: Luck) -> Iterator[str]:
    """Yield a column for each sum; sums as good as the one rolled, or as bad, are filled."""
    first, last = likely_ends(side.chances, luck.rolled)
    wide, plot, most = WIDE / (last - first + 1), SPREAD - FOOT - 14, max(side.chances)
    step = max(1, round(nice(last - first + 1, 12)))
    for n in range(first, last + 1):
        x, high = (n - first) * wide, (side.chances[n] if n < len(side.chances) else 0.0) / most * plot
        full = n >= luck.rolled if luck.lucky else n <= luck.rolled
        kind = f"sum seat{_seat(account, side.id)}" + ("" if full else " taken")
        yield _bar(kind, x + 1, SPREAD - FOOT - high, max(1.0, wide - 2), high)
        if n % step == 0:
            yield f'<text x="{x + wide / 2:.1f}" y="{SPREAD - 10}" text-anchor="middle">{n}</text>'
    x = (luck.rolled - first + 0.5) * wide
    yield f'<line class="rolled" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{SPREAD - FOOT}"/>'


def _ship_label(ship: ShipAccount) -> str:
    return f"{ship.name} ✕" if ship.end else ship.name
