"""The end of the turn as far as it can be told now: the fate of each piece, and the state in which ships may fire."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.display import Pose, Risk
from game.core.orders import Id
from game.core.state import AnyState, Outcome
from game.core.values import frozen


@frozen
class Fate:
    """The fate of one piece by the end of this turn, if nobody fires.

    `lost` is the exact chance that it is out of play by then. `risks` are what may befall it, losses first, then harm. `pose` is
    where it stands when ships may fire, in the likeliest branch of the dice; None if it is lost there.
    `unlikely_tail` is the weight of branches that were not followed: chances are then those at least.
    """

    piece: Id
    lost: float = 0.0
    risks: tuple[Risk, ...] = ()
    pose: Pose | None = None
    unlikely_tail: float = 0.0


@frozen
class Forecast:
    """The fates of all pieces in play, and the likeliest branch of the dice: the state when ships may fire, and how the battle
    ends with this turn, if it does.
    """

    fates: Mapping[Id, Fate]
    state: AnyState
    outcome: Outcome | None = None
