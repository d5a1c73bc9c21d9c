"""A computer player: its prompts, its thinking, and its reasons for orders."""

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
    """The progress of a player: its best order so far, if any, the stage of its thinking, and the share of that stage
    done."""

    best: Order | None
    stage: str = ""
    share: float = 0.0


Thinking = Generator[Thought, None, Order]  # yields after each step, and returns the order


@frozen
class Weighed:
    """An order that a player weighed, in points. Counted are expected damage dealt and taken this turn, the next turn,
    and the worth of the place itself (edges, rocks, objectives)."""

    order: Order
    deals: float
    takes: float
    later: float = 0.0
    place: float = 0.0
    weight: float = 1.0  # weight of damage taken

    @property
    def total(self) -> float:
        """The worth of the order: higher is better."""
        return self.deals - self.weight * self.takes + self.later + self.place


@frozen
class Expected:
    """A destination that a player expected of an enemy piece, its chance, and the order that leads there, if known."""

    piece: Id
    at: Point
    facing: int
    chance: float
    order: Order | None = None


@frozen
class Came:
    """The worth of an order, in points dealt and taken, against the enemies' actual destinations and their expected
    chances."""

    deals: float
    takes: float
    ends: tuple[Expected, ...]


class Expectations(Protocol):
    """Every destination that a player expected of its enemies, weighed against that of its own order."""

    def came(self, poses: Mapping[Id, Pose]) -> Came:
        """Return the worth of the order against enemies at these poses, and against the others as expected."""


@frozen
class Target:
    """A target that a player weighed: mean cost of the shots in points, the chance of destroying it, and the worth of
    that to the player."""

    piece: Id
    points: float
    lost: float
    worth: float


@frozen
class Withdrawal:
    """The reasons for a side to leave the battle. They are its strength beside the enemy's, and the points that it
    expects to lose, less those that the enemy loses, if it stays and if it leaves."""

    strength: float
    stays: float
    leaves: float


@frozen
class Reasons:
    """The reasons for an order. `best` are the best orders weighed, including the one given. `expected` are likely
    destinations of its enemies, `models` the trust in each model of them, by name. For fire there are the best
    `targets`, and those it `aimed` at. `withdrawal` says why its side leaves."""

    piece: Id
    turn: int
    order: Order
    best: tuple[Weighed, ...] = ()
    expected: tuple[Expected, ...] = ()
    models: Mapping[str, float] = field(default_factory=dict)
    outlook: Expectations | None = None
    targets: tuple[Target, ...] = ()
    aimed: tuple[Id, ...] = ()
    withdrawal: Withdrawal | None = None


class ComputerPlayer(Protocol):
    """A computer player of one side. It gets views of that side and nothing else."""

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        """Compute an order for one of the waiting pieces, or the one that ends the side's part. The caller may stop at
        any step and play the best so far."""

    def watch(self, view: View) -> None:
        """Learn from the log. Called with the view after each order that wrote something into it."""

    def why(self, order: Order) -> Reasons | None:
        """Return its reasons for the last order it computed; None if it gives none."""


OneOrder = Callable[[View, Prompt, Random], Order]  # a player that thinks in one step and remembers nothing


class Unthinking:
    """A player that is one function."""

    def __init__(self, give: OneOrder) -> None:
        self._give = give

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        yield from ()
        return self._give(view, prompt, rng)

    def watch(self, view: View) -> None: ...

    def why(self, order: Order) -> Reasons | None:
        return None
