"""The side whose view of an opened battle file is shown. Every command and screen decides it here."""

from __future__ import annotations

from game.battle.battle import NOBODY, Battle
from game.battle.loader import Opened
from game.battle.view import View
from game.core.orders import Id
from game.formats.validation import did_you_mean


class NoSeat(LookupError):
    """There is no such side, or one must be named; str() is a sentence for the player."""


def under_way(opened: Opened) -> bool:
    """Return whether a saved battle is not over, so that sealed orders are secret. Plans of a sandbox are open."""
    return opened.saved and not opened.file.branches and opened.battle.state.outcome is None


def eyes(battle: Battle, side: Id | None) -> Id | None:
    """Return the side whose view is shown. Once the battle is over it is None, for a view of everything."""
    return None if battle.state.outcome else side


def seat(opened: Opened, side: Id | None, passer_by: bool = False) -> Id | None:
    """Return the side whose view of a file is shown: the named side, or None for a view of everything. If no side is
    named, a battle under way is shown to a spectator if `passer_by`, else raises NoSeat."""
    sides = opened.battle.state.sides
    if side is not None and side not in sides:
        hint = did_you_mean(side, sides) or f"There is {', '.join(sides)}."
        raise NoSeat(f"There is no side '{side}'. {hint}")
    if side is None and under_way(opened) and not passer_by:
        raise NoSeat(f"This battle is under way. Say whose view it is to be: --side {' or --side '.join(sides)}.")
    return eyes(opened.battle, (side or NOBODY) if passer_by or under_way(opened) else side)


def seen_by(opened: Opened, side: Id | None) -> View:
    """Return a battle as a side, or a spectator, may know it; everything once it is over. Raises NoSeat."""
    return opened.battle.view(seat(opened, side, passer_by=True))
