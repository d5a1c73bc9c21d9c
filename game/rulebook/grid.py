"""Grids of the rule book: what a mark says where a row and a column meet (see `rulebook/book.py`); no part of the
rules.

An entry with one has

    grid:
      columns: T A R               short names, apart by blanks
      rows: |                      one line each: its name and a mark for every column
        T . y y
        A y . -
      names: {T: Turn, A: Speed}   what a short name stands for, where it needs saying
      legend:                      every mark: how it is drawn, and what it says
        - [y, "yes", they go together]

A mark is drawn as `yes` (a disc), `no` (a dash), `same` (a row meeting itself), or `sign` (the mark itself).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

DRAWN = ("yes", "no", "same", "sign")
PLAIN = {"yes": "●", "no": "–", "same": ""}  # as it stands where nothing is drawn
FIELDS = ("columns", "rows", "names", "legend")


class Sign(NamedTuple):
    """A mark of a grid: how it is drawn, and what it says."""

    mark: str
    drawn: str
    words: str


@dataclass(frozen=True)
class Grid:
    """Rows and columns by their short names, and the mark of each cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # a row's name and its marks
    names: tuple[tuple[str, str], ...]  # short name, what it stands for
    legend: tuple[Sign, ...]

    @property
    def cells(self) -> dict[tuple[str, str], str]:
        """The mark of each cell by row and column."""
        return {(name, column): mark for name, marks in self.rows for column, mark in zip(self.columns, marks)}

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        """The same as rows of words, its heading first."""
        signs = {sign.mark: PLAIN.get(sign.drawn, sign.mark) for sign in self.legend}
        body = ((f"{short} {self.name(short)}".strip(), *(signs[mark] for mark in marks)) for short, marks in self.rows)
        return (("", *self.columns), *body)

    @property
    def meanings(self) -> tuple[tuple[str, str], ...]:
        """Each mark as it stands in `table`, and what it says; the mark of a row meeting itself says nothing."""
        return tuple((PLAIN.get(sign.drawn, sign.mark), sign.words) for sign in self.legend if sign.drawn != "same")

    def name(self, short: str) -> str:
        """Return what a short name stands for; "" where nothing was said."""
        return dict(self.names).get(short, "")


def read_grid(raw: object) -> Grid:
    """Return the grid written in an entry. Raises ValueError with what is wrong with it."""
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
