"""The manoeuvres that may be combined in one order (manoeuvres/compatibility).

Legality, greyed buttons and the table in the rule book all use this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property

from game.core.orders import Illegal
from game.rulebook.book import entry
from game.rules.manoeuvres.framework.base import ManoeuvreOrder

RULE = "manoeuvres/compatibility"
# T turn, A change of speed, R roll, SS side-slip. y goes; - does not; s strains the hull; m is one turn order; v is the
# same after moving; o only with ha.after_move; e only Extreme Manoeuvres after moving
NAMES = {
    "T": "a turn", "A": "a change of speed", "R": "a roll", "CO": "a corkscrew", "DR": "a dead rotate",
    "EcA": "screening another ship", "EcB": "being screened", "ET": "emergency thrust", "ED": "emergency deceleration",
    "EM": "extreme manoeuvres", "FL": "a flip", "FTL": "the FTL drive", "GB": "a grav backfire", "HA": "a hard about",
    "PM": "a manoeuvre after moving", "RL": "redlined engines", "RT": "reverse thrust", "SRJ": "a short-range jump",
    "SS": "a side-slip", "SK": "a skid",
}  # fmt: skip


class CompatibilityTable(Mapping[tuple[str, str], str]):
    """The mark of each pair of codes, from the table on the rule page, which is read on first use."""

    @cached_property
    def _cells(self) -> dict[tuple[str, str], str]:
        grid = entry(RULE).grid
        assert grid is not None
        return grid.cells

    def __getitem__(self, pair: tuple[str, str]) -> str:
        return self._cells[pair]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)


MATRIX = CompatibilityTable()


STANDS_FOR = {  # a slewed ship recovers by turning, and brakes by a change of speed; a yellowline is half a redline
    "REC": "T", "BRK": "A", "YL": "RL",
    "FTL": "spool",  # its partners depend on the turn before: no column, it checks them itself
}  # fmt: skip


def code_of(use: ManoeuvreOrder) -> str:
    """Return the column of a use: a screening ship and a screened one have one each."""
    if use.code == "EC":
        return "EcB" if use.mark else "EcA"
    return STANDS_FOR.get(use.code, use.code)


def clash(codes: Iterable[str]) -> Illegal | None:
    """Return why some of these codes cannot be in one order; None if they can. Codes without a column are checked by
    their own manoeuvre."""
    why = _clash(tuple(codes))
    return Illegal(why, RULE) if why else None


@cache
def _clash(codes: tuple[str, ...]) -> str:
    given = [code for code in codes if code in NAMES]
    for at, one in enumerate(given):
        for other in given[at + 1 :]:
            if MATRIX[one, other] == "-":
                return f"{NAMES[one]} and {NAMES[other]} do not go together"
    return ""
