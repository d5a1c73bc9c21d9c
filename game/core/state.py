"""The state of a battle as plain data: the pieces and their places, the phase, the sealed orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, Self, TypeVar, runtime_checkable

from game.core.display import Pose
from game.core.names import HUMAN
from game.core.orders import Id, Order
from game.core.values import Data, HouseValue


class Piece(Protocol):
    """A ship or counter of any game. Position (MU), course, facing and velocity are independent. Courses are numbers
    that its board knows."""

    @property
    def id(self) -> Id: ...

    @property
    def name(self) -> str: ...

    @property
    def side(self) -> Id:
        """The side that owns it."""

    @property
    def at(self) -> tuple[float, float]:
        """Its position (MU)."""

    @property
    def course(self) -> int:
        """The course it moves along."""

    @property
    def facing(self) -> int:
        """The course it points along."""

    @property
    def velocity(self) -> int:
        """The distance it moves in a turn, in units of the board."""

    @property
    def heading(self) -> float | None:
        """The degrees of its course, on boards where it need not be one of the numbered ones, else None."""

    @property
    def in_play(self) -> bool:
        """Return whether the piece is on the table, so that it can be ordered or shot at."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""

    def posed(self, pose: Pose) -> Self:
        """Return a copy at a pose, to try a plan."""


P = TypeVar("P", bound=Piece)


@runtime_checkable
class Conceals(Protocol):
    """A note on a ship that only its own side may see, and that defines how others see that ship."""

    def concealed(self, ship: P, side: Id | None) -> P:
        """Return the ship as another side sees it; a spectator (None) counts as a side of its own."""


@runtime_checkable
class Decoy(Protocol):
    """A ship that may turn out to be a sensor echo, which the account of a battle does not count."""

    @property
    def dummy(self) -> bool:
        """Return whether the ship is known to be an echo."""


@runtime_checkable
class Launched(Protocol):
    """A piece launched by a ship. Its hits and kills count as that ship's."""

    @property
    def home(self) -> Id:
        """The ship."""


ShipT = TypeVar("ShipT", bound=Piece)
CounterT = TypeVar("CounterT", bound=Piece)
ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle. `seat` is 0 for the first in the file; `player` is human or the name of a computer
    player."""

    id: Id
    name: str
    seat: int
    player: str = HUMAN


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the winner's side id (empty for a draw), the reason, and each side's score."""

    winner: Id
    why: str
    rule: str
    scores: tuple[tuple[Id, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The playing area in MU and the bodies on it; `board` says how it is measured (None: open space)."""

    width: float = 72.0
    height: float = 48.0
    bodies: tuple[Any, ...] = ()
    board: Any = None


@dataclass(slots=True)
class State(Generic[ShipT, CounterT]):
    """Everything the rules read and write. Mutable, copied as a whole, and never shown to a side unmasked. A game names
    the types of its ships and counters. Code that knows no game takes a `PieceState`, or an `AnyState` for the parts
    that each game fills in."""

    sides: dict[Id, Side]
    ships: dict[Id, ShipT]
    table: Table
    house: dict[str, HouseValue]
    victory: Data
    turn: int = 1
    phase: int = -1  # index into the system's phases; -1 before the first
    sealed: dict[Id, Order] = field(default_factory=dict)
    ready: set[Id] = field(default_factory=set)  # sides that have locked their secret orders
    acted: set[Id] = field(default_factory=set)  # pieces that have acted in this phase
    initiative: tuple[Id, ...] = ()  # sides, or ships and counters that act one by one; the first has the initiative
    last_side: Id = ""  # the side that acted last in a phase where sides take turns
    kept: dict[str, Any] = field(default_factory=dict)  # values of rules: only PhaseData and PieceData use it
    outcome: Outcome | None = None
    # secret notes of a side from before the battle, by ship
    reserves: dict[Id, object] = field(default_factory=dict)
    counters: dict[Id, CounterT] = field(default_factory=dict)  # things that move and are not ships: frozen values
    plans: dict[Id, Order] = field(default_factory=dict)  # being written in secret, by piece or side

    def copy(self, ships: dict[Id, ShipT] | None = None) -> Self:
        """Return an independent copy. It shares frozen values, and `ships` if given, which nobody may change."""
        if ships is None:
            ships = {key: ship.copy() for key, ship in self.ships.items()}
        return type(self)(
            self.sides,
            ships,
            self.table,
            self.house,
            self.victory,
            self.turn,
            self.phase,
            dict(self.sealed),
            set(self.ready),
            set(self.acted),
            self.initiative,
            self.last_side,
            dict(self.kept),
            self.outcome,
            dict(self.reserves),
            dict(self.counters),
            dict(self.plans),
        )

    def posed(self, poses: Mapping[Id, Pose]) -> Self:
        """Return the state with some ships and counters at other poses, to try a plan; if ships are moved, nobody has
        acted in this phase."""
        if not poses:
            return self
        ships = {key: ship.posed(poses[key]) if key in poses else ship for key, ship in self.ships.items()}
        counters = {key: one.posed(poses[key]) if key in poses else one for key, one in self.counters.items()}
        done = self.acted if poses.keys().isdisjoint(self.ships) else set[Id]()
        return replace(self, ships=ships, counters=counters, acted=done)

    def seen_by(self, side: Id | None, ships: dict[Id, ShipT] | None = None) -> Self:
        """Return a copy without the other sides' sealed orders and plans. None sees everything (sandbox, replay of a
        finished battle)."""
        seen = self.copy(ships)
        if side is not None and (self.sealed or self.plans):
            seen.sealed = {key: order for key, order in self.sealed.items() if self.owner(key) == side}
            seen.plans = {key: order for key, order in self.plans.items() if self.owner(key) == side}
        return seen

    def owner(self, key: Id) -> Id:
        """Return the side of a ship or counter, or the side itself; empty for any other id."""
        if key in self.sides:
            return key
        piece = self.ships.get(key) or self.counters.get(key)
        return piece.side if piece else ""

    def fleet(self, side: Id) -> list[ShipT]:
        """Return a side's ships in play, in the order of the file."""
        return [ship for ship in self.ships.values() if ship.side == side and ship.in_play]

    def enemies(self, side: Id) -> list[ShipT]:
        """Return the ships in play of all other sides."""
        return [ship for ship in self.ships.values() if ship.side != side and ship.in_play]

    def piece(self, key: Id) -> ShipT | CounterT | None:
        """Return a ship or counter by its id; None if there is none."""
        return self.ships.get(key) or self.counters.get(key)

    def known_piece(self, key: Id) -> ShipT | CounterT:
        """Return an existing ship or counter. Raises KeyError."""
        return self.ships[key] if key in self.ships else self.counters[key]

    @property
    def names(self) -> dict[Id, str]:
        """The names of sides, ships and counters by id."""
        found = {key: side.name for key, side in self.sides.items()}
        found |= {key: ship.name for key, ship in self.ships.items()}
        return found | {key: counter.name for key, counter in self.counters.items()}


AnyState = State[Any, Any]  # of any game, for the parts that each game fills in: orders, phases, files
PieceState = State[Piece, Piece]  # of any game, for code that reads only what all ships and counters have


def pose_of(state: AnyState, key: Id) -> Pose | None:
    """Return the pose of a piece in play; None for any other."""
    one = state.piece(key)
    if one is None or not one.in_play:
        return None
    return Pose(
        one.at,
        one.course,
        one.facing,
        one.velocity,
        inverted=getattr(one, "inverted", False),
        coasted=not getattr(one, "thrust_used", False),
        path=tuple(getattr(one, "path", ())) or (one.at,),
        heading=one.heading,
        active_manoeuvres=tuple(getattr(one, "active_manoeuvres", ())),
    )


# -- values that rules keep
# ---------------------------------------------------------------------------------------------------


class PhaseData(Generic[ValueT]):
    """A value that a rule keeps from one phase to another; `default` where it is not set.

    Declare it once, in the rule that owns it. Its value must be immutable: copies of a state share it.

        PREY = PhaseData[tuple[str, ...]]("prey", ())
        PREY.set(state, ("missile",))
    """

    __slots__ = ("default", "name")

    def __init__(self, name: str, default: ValueT) -> None:
        self.name, self.default = name, default

    def of(self, state: AnyState) -> ValueT:
        found: ValueT = state.kept.get(self.name, self.default)
        return found

    def set(self, state: AnyState, value: ValueT) -> None:
        state.kept[self.name] = value

    def clear(self, state: AnyState) -> None:
        """Reset it to the default."""
        state.kept.pop(self.name, None)

    def to(self, value: ValueT) -> Callable[[AnyState], None]:
        """Return a function that sets this value."""
        return lambda state: self.set(state, value)


class PieceData(Generic[ValueT]):
    """A `PhaseData` for each of several ids of a battle (sides, ships); `default` for those without a value."""

    __slots__ = ("default", "prefix")

    def __init__(self, name: str, default: ValueT) -> None:
        self.prefix, self.default = f"{name}/", default

    def of(self, state: AnyState, key: Id) -> ValueT:
        found: ValueT = state.kept.get(self.prefix + key, self.default)
        return found

    def set(self, state: AnyState, key: Id, value: ValueT) -> None:
        state.kept[self.prefix + key] = value

    def clear(self, state: AnyState, key: Id) -> None:
        """Reset the value of one to the default."""
        state.kept.pop(self.prefix + key, None)

    def all(self, state: AnyState) -> dict[Id, ValueT]:
        """Return every value kept, by id."""
        return {
            name.removeprefix(self.prefix): value for name, value in state.kept.items() if name.startswith(self.prefix)
        }
