"""What goes with what in one order (manoeuvres/compatibility). Legality, greyed buttons and the table in the game read this."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from game.core.orders import Illegal
from game.rules.manoeuvre import Use

RULE = "manoeuvres/compatibility"
CODES = ("T", "A", "R", "CO", "DR", "EcA", "EcB", "ET", "ED", "EM", "FL", "FTL", "GB", "HA", "PM", "RL", "RT", "SRJ", "SS", "SK")
# T turn, A change of speed, R roll, SS side-slip. y goes; - does not; s strains the hull; m is one turn order; v is the same
# thing after moving; o only with ha.after_move; e only Extreme Manoeuvres after moving
_ROWS = """
T    . y y s - y y y - y - - - y y y y - m y
A    y . y y - y y y - y - - - y y y - - y y
R    y y . - - y y y - y - - - y y y y - y y
CO   s y - . - y - y - y - - - s e y - - s -
DR   - - - - . - y - - - - - - - - - - - - -
EcA  y y y y - . - y - y - - - y e y y - y y
EcB  y y y - y - . y - - - y y - - y y - y -
ET   y y y y - y y . - y - - - - - - y - y y
ED   - - - - - - - - . - - - - - - - - - - -
EM   y y y y - y - y - . - - - y v y y - y y
FL   - - - - - - - - - - . - - - - - - - - -
FTL  - - - - - - y - - - - . - - - - - - - -
GB   - - - - - - y - - - - - . - - - - - - -
HA   y y y s - y - - - y - - - . o y - - y y
PM   y y y e - e - - - v - - - o . y e - y v
RL   y y y y - y y - - y - - - y y . y - y y
RT   y - y - - y y y - y - - - - e y . - - -
SRJ  - - - - - - - - - - - - - - - - - . - -
SS   m y y s - y y y - y - - - y y y - - . y
SK   y y y - - y - y - y - - - y v y - - y .
"""
MATRIX: dict[tuple[str, str], str] = {
    (row.split()[0], column): cell for row in _ROWS.strip().splitlines() for column, cell in zip(CODES, row.split()[1:])
}
NAMES = {
    "T": "a turn", "A": "a change of speed", "R": "a roll", "SS": "a side-slip", "CO": "a corkscrew", "DR": "a dead rotate",
    "EcA": "screening another ship", "EcB": "being screened", "ET": "emergency thrust", "ED": "emergency deceleration",
    "EM": "extreme manoeuvres", "FL": "a flip", "FTL": "the FTL drive", "GB": "a grav backfire", "HA": "a hard about",
    "PM": "a manoeuvre after moving", "RL": "redlined engines", "RT": "reverse thrust", "SRJ": "a short-range jump",
    "SK": "a skid",
}  # fmt: skip


STANDS_FOR = {  # a slewed ship recovers by turning, and brakes by a change of speed
    "REC": "T", "BRK": "A", "FTL": "spool",  # what goes with FTL depends on the turn before: no column, she judges it herself
}  # fmt: skip


def code_of(use: Use) -> str:
    """The column a use stands in: a screening ship and a screened one have one each."""
    if use.code == "EC":
        return "EcB" if use.mark else "EcA"
    return STANDS_FOR.get(use.code, use.code)


def clash(codes: Iterable[str]) -> Illegal | None:
    """Why some of these cannot be in one order; None if they can. What has no column is judged by itself."""
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
