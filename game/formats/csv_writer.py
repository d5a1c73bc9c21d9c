"""CSV that is safe to open in a spreadsheet: no text cell is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would evaluate a text cell that begins with one of these


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Return a header line and a line for each row. A text that would be a formula is prefixed with an apostrophe."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: as_text(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def as_text(value: object) -> object:
    """Return a cell value that a spreadsheet shows literally; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
