"""The files of a ladder besides its battles: tables as CSV, and a self-contained HTML page with the ratings drawn; and
its messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from game.core.values import Data
from game.formats.atomic_file import write_whole
from game.ladder.run import LadderRun
from game.ladder.tables import LadderTable, explanations, ladder_tables
from game.pages.document import document, table
from game.pages.fonts import font_css
from game.pages.scale import nice

WIDE, NAME, ROW, FOOT = 900, 180, 34, 28  # of the chart, in its own units
PAGE = "ladder.html"
STYLE = """<style>
body { max-width: 84rem; } .wide { overflow-x: auto; } td, th { padding: .3rem .6rem; font-size: .95rem; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--text); font: inherit; font-size: 15px; }
svg .grid { stroke: var(--line); } svg .whisker { stroke: var(--accent); stroke-width: 3; }
svg .rating { fill: var(--white); }
</style>"""


def ladder_page(title: str, summary: str, tables: Sequence[LadderTable]) -> str:
    """Return the whole page as HTML."""
    body = [STYLE, f"<header><h1>{escape(title)}</h1>", f'<p class="muted">{escape(summary)}</p></header>', "<main>"]
    for one in tables:
        body.append(f"<h2>{escape(one.title)}</h2>")
        if one.stem == "players" and len(one.rows) > 1:
            body += _ratings(one.rows)
        body.append(f'<div class="wide">{table(one.cells())}</div>')
    body += [f'<p class="muted">{escape(words)}</p>' for words in explanations()]
    return document(f"{title} – Dead Reckoning", [*body, "</main>"], font_css())


def _ratings(rows: Sequence[Data]) -> Iterator[str]:
    """Yield a mark for each player at its rating, with a line as long as its interval."""
    low, high = float(min(row["elo_low"] for row in rows)), float(max(row["elo_high"] for row in rows))
    step = nice((high - low) or 1, 8)
    scale = (WIDE - NAME - 40) / ((high - low) or 1)
    deep = ROW * len(rows) + FOOT

    def x(elo: float) -> float:
        return NAME + 20 + (elo - low) * scale

    yield f'<figure><svg viewBox="0 0 {WIDE} {deep}" role="img" aria-label="Elo ratings with their intervals">'
    mark = -(-low // step) * step
    while mark <= high:
        yield f'<line class="grid" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="0" y2="{deep - FOOT}"/>'
        yield f'<text x="{x(mark):.1f}" y="{deep - 8}" text-anchor="middle">{mark:g}</text>'
        mark += step
    for number, row in enumerate(rows):
        y = (number + 0.5) * ROW
        yield f'<text x="0" y="{y + 5}">{escape(row["player"])}</text>'
        ends = f'x1="{x(row["elo_low"]):.1f}" x2="{x(row["elo_high"]):.1f}"'
        yield f'<line class="whisker" {ends} y1="{y}" y2="{y}"/>'
        yield f'<circle class="rating" cx="{x(row["elo"]):.1f}" cy="{y}" r="6"/>'
    yield "</svg></figure>"


def write_tables(run: LadderRun) -> Sequence[LadderTable]:
    """Write the tables as CSV and as a page into the ladder's folder, and return them. Raises CannotSave."""
    folder, tables = run.path.parent, ladder_tables(run)
    for one in tables:
        write_whole(folder / f"{one.stem}.csv", one.as_csv().encode())
    write_whole(folder / PAGE, ladder_page("Ladder of computer players", run.summary, tables).encode())
    return tables


def other_versions(others: int, path: Path) -> str:
    """Return a sentence about battles of another version of the program; empty if there are none."""
    return f"{others} battles in {path} are of another version of the program: left out." if others else ""


def failures(run: LadderRun) -> list[str]:
    """Return a sentence for each kind of failure of a player."""
    found = []
    faults = Counter((row["players"][row["failed"]], row["fault"]) for row in run.rows if "fault" in row)
    for (name, fault), count in faults.items():
        row = next(row for row in run.rows if row.get("fault") == fault and name == row["players"][row["failed"]])
        seats = " against ".join(row["players"])
        found.append(f"{name} failed in {count}: {fault} ({row['file']}, dice {row['key']}, {seats})")
    return found
