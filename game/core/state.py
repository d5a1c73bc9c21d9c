"""The state of a battle as plain data: what stands where, whose turn it is, what has been sealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from game.core.display import Pose
from game.core.orders import Id, Order


class Piece(Protocol):
    """What every ship of every system has: position (MU), course, facing and velocity are apart.

    Courses are numbers that its board knows; `heading` is the course in degrees of what need not keep to one, else None.
    """

    id: Id
    name: str
    side: Id
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int

    @property
    def in_play(self) -> bool:
        """Is it still on the table and able to be ordered or shot at?"""

    @property
    def heading(self) -> float | None:
        """Degrees of its course, where that need not be one that the board numbers."""

    def copy(self) -> Any:
        """A copy that shares nothing that can change."""

    def posed(self, pose: Pose) -> Any:
        """A copy that stands as a pose says, for what a plan would come to."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat at the table. `seat` is 0 for the first in the file; `player` is human or the name of a computer player."""

    id: Id
    name: str
    seat: int
    player: str = "human"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the winner's side id (empty for a draw), why, and each side's score."""

    winner: Id
    why: str
    rule: str
    scores: tuple[tuple[Id, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The playing area in MU and what lies on it; `board` says how it is measured (None: open space)."""

    width: float = 72.0
    height: float = 48.0
    bodies: tuple[Any, ...] = ()
    board: Any = None


@dataclass(slots=True)
class State:
    """Everything the rules read and write. Mutable, copied as a whole, and never shown to a side unmasked."""

    sides: dict[Id, Side]
    ships: dict[Id, Any]
    table: Table
    house: dict[str, Any]
    victory: dict[str, Any]
    turn: int = 1
    phase: int = -1  # index into the system's phases; -1 before the first
    sealed: dict[Id, Order] = field(default_factory=dict)
    ready: set[Id] = field(default_factory=set)  # sides that have locked their secret orders
    acted: set[Id] = field(default_factory=set)  # who has acted in this phase
    initiative: tuple[Id, ...] = ()  # sides, or ships and counters that act one by one; first the one that has it
    last_side: Id = ""  # the side whose slot it is in a phase of alternation
    marks: dict[str, Any] = field(default_factory=dict)  # what a system keeps besides; immutable values only
    outcome: Outcome | None = None
    reserves: dict[Id, Any] = field(default_factory=dict)  # what a side wrote down in secret before the battle, by ship
    counters: dict[Id, Any] = field(default_factory=dict)  # fighters, missiles and what else moves and is no ship: frozen values

    def copy(self, ships: dict[Id, Any] | None = None) -> State:
        """An independent copy; frozen values are shared, and so are `ships` if given: the same ones, which nobody changes."""
        if ships is None:
            ships = {key: ship.copy() for key, ship in self.ships.items()}
        return State(
            self.sides, ships, self.table, self.house, self.victory,
            self.turn, self.phase, dict(self.sealed), set(self.ready), set(self.acted), self.initiative, self.last_side,
            dict(self.marks), self.outcome, dict(self.reserves), dict(self.counters),
        )  # fmt: skip

    def posed(self, poses: Mapping[Id, Pose]) -> State:
        """The state with some ships and counters standing as a plan has them; if ships do, nobody has acted in this phase."""
        if not poses:
            return self
        ships = {key: ship.posed(poses[key]) if key in poses else ship for key, ship in self.ships.items()}
        counters = {key: one.posed(poses[key]) if key in poses else one for key, one in self.counters.items()}
        done = self.acted if poses.keys().isdisjoint(self.ships) else set[Id]()
        return replace(self, ships=ships, counters=counters, acted=done)

    def seen_by(self, side: Id | None, ships: dict[Id, Any] | None = None) -> State:
        """A copy without what the others have sealed. None sees everything (sandbox, replay of a finished battle)."""
        seen = self.copy(ships)
        if side is not None:
            seen.sealed = {key: order for key, order in self.sealed.items() if self.owner(key) == side}
        return seen

    def owner(self, key: Id) -> Id:
        """The side a ship or side id belongs to; empty for an id that is neither."""
        if key in self.sides:
            return key
        piece = self.piece(key)
        return piece.side if piece else ""

    def fleet(self, side: Id) -> list[Any]:
        """The ships of a side that are still in play, in the order of the file."""
        return [ship for ship in self.ships.values() if ship.side == side and ship.in_play]

    def enemies(self, side: Id) -> list[Any]:
        """The ships in play of all other sides."""
        return [ship for ship in self.ships.values() if ship.side != side and ship.in_play]

    def piece(self, key: Id) -> Any:
        """A ship or counter by its id; None if there is no such thing."""
        return self.ships.get(key) or self.counters.get(key)

    @property
    def names(self) -> dict[Id, str]:
        """Names of sides, ships and counters by id."""
        return {key: thing.name for group in (self.sides, self.ships, self.counters) for key, thing in group.items()}


