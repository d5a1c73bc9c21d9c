"""Values that the screen draws for some games alone, such as wind and sails; they name no rule system.

Directions are degrees clockwise from up; a `band` is a step of the ramp of seven colours, 0 the worst and 6 the best,
or -1. `tone` is a role as in `display`: good, bad, note, muted, or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.display import Zone

Id = str


@frozen
class Prospects:
    """The likely effect of an order on another ship: the areas from which that ship suffers most, where it is or would
    be; and how many of its ends have which result, as (words, how many, tone). `shares` add up to all, `besides` need
    not.

    `apart` is how far what the order sends out ends from that ship, in units of the board, if that ship goes straight
    on; None where that is unknown. `meets` are the defences of that ship, in words.
    """

    weak: tuple[Zone, ...] = ()
    shares: tuple[tuple[str, int, str], ...] = ()
    besides: tuple[tuple[str, int, str], ...] = ()
    apart: float | None = None
    meets: str = ""

    @property
    def ends(self) -> int:
        """The number of all ends of the other ship's move."""
        return sum(count for _, count, _ in self.shares)


# -- shots under way ---------------------------------------------------------------------------------------------------


@frozen
class QueuedShot:
    """A shot under way, in the order of execution. Its `state` is done, now or later; `words` are its result, its
    position, or its chance."""

    firer: Id
    figure: str
    gun: str
    label: str
    target: Id
    state: str
    words: str = ""
    good: bool = False
    seat: int = 0
