"""How the list of what was done in a sandbox speaks: fields and values in words, house rules by their titles; no rules."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.boards import OPEN, Board
from game.core.system import HouseRule
from game.core.values import Entry, Value

WAYS = ("course", "facing")  # fields that hold a course


def of_value(value: object) -> str:
    """A value of a field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, set)):
        return ", ".join(map(of_value, value)) or "none"
    return "as built" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def describe_fields(values: Entry, board: Board = OPEN) -> str:
    """Fields of a ship, a side, a body or a table that were set: `velocity 8, course 3`, or NE where courses have names."""
    return ", ".join(f"{name.replace('_', ' ')} {_describe_field(name, value, board)}" for name, value in values.items())


def _describe_field(name: str, value: Value, board: Board) -> str:
    if name in WAYS and isinstance(value, int):
        return board.format_course(value)
    return ", ".join(board.label(board.place(cell)) for cell in value) if name == "hexes" and value else of_value(value)


def describe_house(rules: Sequence[HouseRule], chosen: Entry) -> str:
    """House rules as they were set, as players say it: `Grav Backfire: on`; None is the value nobody chose."""
    known = {rule.key: rule for rule in rules}
    return ", ".join(f"{known[key].title}: {_house_word(known[key], value)}" for key, value in chosen.items() if key in known)


def _house_word(rule: HouseRule, value: object) -> str:
    return next((words for one, words in rule.values if one == value), "as usual")
