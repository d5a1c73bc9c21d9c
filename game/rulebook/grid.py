"""Grids of marks in the rule book, such as which manoeuvres may be combined (see `rulebook/book.py`). A grid is
documentation; the rules do not use it.

The field of an entry:

    grid:
      columns: T A R               short names, separated by blanks
      rows: |                      one row per line: its short name, and a mark for each column
        T . y y
        A y . -
      names: {T: Turn, A: Speed}   full names, where needed
      legend:                      every mark: how it is drawn, and its meaning
        - [y, "yes", they go together]

A mark is drawn as `yes` (a disc), `no` (a dash), `same` (a row meeting itself), or `sign` (the mark itself).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

DRAWN = ("yes", "no", "same", "sign")
PLAIN = {"yes": "•", "no": "–", "same": ""}  # text in place of the drawing
FIELDS = ("columns", "rows", "names", "legend")


class Sign(NamedTuple):
    """A mark of a grid: how it is drawn, and its meaning."""

    mark: str
    drawn: str
    words: str


@dataclass(frozen=True)
class Grid:
    """Rows and columns by short name, with a mark in each cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # short name and marks of each row
    names: tuple[tuple[str, str], ...]  # short name and full name
    legend: tuple[Sign, ...]

    @property
    def cells(self) -> dict[tuple[str, str], str]:
        """The mark of each cell by (row, column)."""
        return {(name, column): mark for name, marks in self.rows for column, mark in zip(self.columns, marks)}

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        """The grid as rows of text; the first row is the heading."""
        signs = {sign.mark: PLAIN.get(sign.drawn, sign.mark) for sign in self.legend}
        body = ((f"{short} {self.name(short)}".strip(), *(signs[mark] for mark in marks)) for short, marks in self.rows)
        return (("", *self.columns), *body)

    @property
    def meanings(self) -> tuple[tuple[str, str], ...]:
        """Each mark as text in `table`, and its meaning; the mark of a row meeting itself is left out."""
        return tuple((PLAIN.get(sign.drawn, sign.mark), sign.words) for sign in self.legend if sign.drawn != "same")

    def name(self, short: str) -> str:
        """Return the full name for a short name, or ""."""
        return dict(self.names).get(short, "")


def read_grid(raw: object) -> Grid:
    """Return the grid of an entry from its `grid` field. Raises ValueError with the fault."""
    if not isinstance(raw, Mapping) or set(raw) - set(FIELDS) or not {"columns", "rows", "legend"} <= set(raw):
        raise ValueError(f"a grid has {', '.join(FIELDS)}")
    columns = tuple(str(raw["columns"]).split())
    lines = [line.split() for line in str(raw["rows"]).strip().splitlines()]
    if not columns or any(len(line) != len(columns) + 1 for line in lines):
        raise ValueError("each row of a grid is a name and a mark for every column")
    legend = tuple(_sign(one) for one in raw["legend"])
    rows = tuple((name, tuple(marks)) for name, *marks in lines)
    if strange := {mark for _, marks in rows for mark in marks} - {sign.mark for sign in legend}:
        raise ValueError(f"the legend does not say what {', '.join(sorted(strange))} means")
    names = raw.get("names", {})
    if not isinstance(names, Mapping) or set(names) - set(columns) - {name for name, _ in rows}:
        raise ValueError("names belong to rows and columns")
    return Grid(columns, rows, tuple((str(short), str(words)) for short, words in names.items()), legend)


def _sign(raw: object) -> Sign:
    if not (isinstance(raw, list) and len(raw) == 3 and raw[1] in DRAWN):
        raise ValueError(f"a line of a legend is a mark, one of {', '.join(DRAWN)}, and its meaning, not {raw!r}")
    return Sign(*map(str, raw))
