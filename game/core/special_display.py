"""Values that the screen draws for some games only, such as wind and sails. They name no rule system.

Directions are degrees clockwise from up; a `band` is a step of the ramp of seven colours, 0 the worst and 6 the best,
or -1 for none. `tone` is a role as in `display`: good, bad, note, muted, or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.display import Zone

Id = str


@frozen
class Prospects:
    """The likely effect of an order on another ship.

    It has the areas from which that ship suffers most, at its present or planned place; and how many of its
    destinations have which result, as (words, how many, tone). `shares` add up to all destinations, `besides` need not.
    `apart` is how far from that ship the order's marker or missile ends, in units of the board, if the ship goes
    straight on; None if unknown. `meets` are that ship's defences in words.
    """

    weak: tuple[Zone, ...] = ()
    shares: tuple[tuple[str, int, str], ...] = ()
    besides: tuple[tuple[str, int, str], ...] = ()
    apart: float | None = None
    meets: str = ""

    @property
    def ends(self) -> int:
        """The number of destinations of the other ship's move."""
        return sum(count for _, count, _ in self.shares)


# -- shots under way ---------------------------------------------------------------------------------------------------


@frozen
class QueuedShot:
    """A shot waiting to be resolved, in order. Its `state` is done, now or later; `words` are its result, its position,
    or its chance."""

    firer: Id
    figure: str
    gun: str
    label: str
    target: Id
    state: str
    words: str = ""
    good: bool = False
    seat: int = 0
