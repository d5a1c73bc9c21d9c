"""A computer player: what it is asked, what it says while it thinks, and why it gave an order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import field
from random import Random
from typing import Protocol

from game.battle.view import View
from game.core.display import Point, Pose
from game.core.orders import Id, Order, Prompt
from game.core.values import frozen


@frozen
class Thought:
    """How far a player has come: its best order so far, if any, the stage of its thinking, and the share of that stage
    which is done."""

    best: Order | None
    stage: str = ""
    share: float = 0.0


Thinking = Generator[Thought, None, Order]  # yields after each step, and returns the order


@frozen
class Weighed:
    """An order that a player weighed, all in points: what it expected to deal and to take this turn, the next turn, and
    what the place itself is worth (edges, rocks, what has to be reached)."""

    order: Order
    deals: float
    takes: float
    later: float = 0.0
    place: float = 0.0
    weight: float = 1.0  # of what it takes

    @property
    def total(self) -> float:
        """The worth of the order: the more the better."""
        return self.deals - self.weight * self.takes + self.later + self.place


@frozen
class Expected:
    """An end that a player expected of an enemy piece, its chance, and the order that leads there, if it is known."""

    piece: Id
    at: Point
    facing: int
    chance: float
    order: Order | None = None


@frozen
class Came:
    """What an order was worth, in points dealt and taken, against the ends that its enemies came to, each with the
    chance that it was given."""

    deals: float
    takes: float
    ends: tuple[Expected, ...]


class Expectations(Protocol):
    """Every end that a player expected of its enemies, against the end of its own order."""

    def came(self, poses: Mapping[Id, Pose]) -> Came:
        """Return the worth of the order against enemies at these poses; against the others, as was expected."""


@frozen
class Target:
    """A target that a player weighed: points that the shots cost it on average, the chance that they destroy it, and
    what that is worth to the player."""

    piece: Id
    points: float
    lost: float
    worth: float


@frozen
class Reasons:
    """Why a player gave an order. `best` are the best that it weighed, the one that it gave among them.

    `expected` are likely ends of its enemies, `models` how much it trusts each picture of them, by name. Of fire there
    are the best `targets`, and those that it was `aimed` at.
    """

    piece: Id
    turn: int
    order: Order
    best: tuple[Weighed, ...] = ()
    expected: tuple[Expected, ...] = ()
    models: Mapping[str, float] = field(default_factory=dict)
    outlook: Expectations | None = None
    targets: tuple[Target, ...] = ()
    aimed: tuple[Id, ...] = ()


class ComputerPlayer(Protocol):
    """A computer player of one side. It is given views of that side and nothing else."""

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        """Work out one order for one of the pieces that wait, or the word that nothing more is wanted.

        Whoever waits for it may stop at any step and play the best so far.
        """

    def watch(self, view: View) -> None:
        """See what everybody sees: called with the view after each order that has written something in the log."""

    def why(self, order: Order) -> Reasons | None:
        """Why it gave an order, the last that it worked out; None where there is nothing to say."""


OneOrder = Callable[[View, Prompt, Random], Order]  # a player that thinks in one step and remembers nothing


class Unthinking:
    """A player that is one function."""

    def __init__(self, give: OneOrder) -> None:
        self._give = give

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        """Give the function's order at once."""
        yield from ()
        return self._give(view, prompt, rng)

    def watch(self, view: View) -> None:
        """Remember nothing."""

    def why(self, order: Order) -> Reasons | None:
        """Say nothing."""
        return None
