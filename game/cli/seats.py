"""Through whose eyes the verbs `replay` and `account` see a battle, and the side that `--seat` names."""

from __future__ import annotations

from game.battle.battle import NOBODY
from game.battle.loader import Opened
from game.battle.view import View
from game.core.orders import Id
from game.formats.validation import did_you_mean


def seen_by(opened: Opened, seat: Id | None) -> View:
    """A battle that is over has no secrets; of one under way the side `seat` sees its own, and nobody what everybody knows.

    Raises LookupError, with a sentence for the terminal, where there is no such side.
    """
    sides = opened.battle.state.sides
    if seat is not None and seat not in sides:
        hint = did_you_mean(seat, sides) or f"There is {', '.join(sides)}."
        raise LookupError(f"There is no side '{seat}'. {hint}")
    return opened.battle.view(None if opened.battle.state.outcome else seat or NOBODY)
