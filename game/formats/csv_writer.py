"""CSV as spreadsheets may open it: no cell of text is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell of text that begins so would be worked out by a spreadsheet


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A head of columns and a line for each row; an apostrophe stands before text that would be a formula."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: as_text(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def as_text(value: object) -> object:
    """A cell that a spreadsheet shows as it is; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
