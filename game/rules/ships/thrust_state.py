"""The state of a battle of Full Thrust and of its games on hexes: ships, and counters that move by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from game.core.display import Pose
from game.core.orders import Id
from game.core.state import Conceals, State
from game.core.values import House
from game.rules.ships.design import Mount
from game.rules.ships.ship import KNOWN, Ship


@dataclass(frozen=True)
class Counter:
    """A piece launched by a ship: place, course and facing (1 to 12), and the distances it moved last and in all.

    `home` is the ship and `mount` the system that launched it, whose `mode` it has. `count` of `total` are left: craft,
    points of strength, or one. `age` is in turns, 1 on the turn of its launch; `wounds` are points that count later in
    the turn; `target` is the ship it will hit, once known. `removed_reason` says why it is off the table; one that is
    back aboard may be launched from turn `ready_on`. Each kind is a subclass in `game/rules/counters/kinds.py`.
    """

    id: Id
    name: str
    side: Id
    home: Id
    mount: str
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int = 0
    flown: float = 0.0
    count: int = 1
    total: int = 1
    mode: str = ""
    age: int = 1
    wounds: int = 0
    target: Id = ""
    removed_reason: str = ""
    ready_on: int = 0
    kind: ClassVar[str] = ""  # its name in files, sheets and phases
    word: ClassVar[str] = ""  # the word for a counter in its name
    shape: ClassVar[str] = "lozenge"  # its shape on the board
    unit: ClassVar[str] = "strength"  # what `count` counts
    section: ClassVar[str] = "hex/3.4"  # the section of its rules
    priced_as: ClassVar[str] = ""  # the kind of system that has its price
    lasting: ClassVar[bool] = False  # whether it may stay away for ever, because it does not run out by itself

    @classmethod
    def at_launch(cls, key: Id, name: str, ship: Ship, mount: Mount) -> Self:
        """Return a counter beside the ship that launches it, with the ship's course and facing."""
        size = cls.size(mount)
        return cls(
            key,
            name,
            ship.side,
            ship.id,
            mount.key,
            ship.at,
            ship.facing,
            ship.facing,
            count=size,
            total=size,
            mode=mount.mode,
        )

    @classmethod
    def size(cls, mount: Mount) -> int:
        """Return its `total` when a system launches it."""
        return 1

    @property
    def title(self) -> str:
        """The mode, then the kind."""
        return f"{self.mode} {self.kind}".strip()

    @property
    def intact(self) -> int:
        """The number left of it once its wounds count."""
        return max(0, self.count - self.wounds)

    @property
    def in_play(self) -> bool:
        """Return whether it is still on the table."""
        return not self.removed_reason

    def harms(self, state: ThrustState, ships: Sequence[Ship]) -> bool:
        """Return whether it could still harm one of these ships."""
        return bool(ships) and self.intact > 0

    @property
    def heading(self) -> None:
        """None: it moves along numbered courses only."""

    def after_hits(self, points: int) -> Self:
        """Return a copy with that many more wounds."""
        return replace(self, count=max(0, self.count - points))

    def copy(self) -> Self:
        """Return itself, as it never changes."""
        return self

    def posed(self, pose: Pose) -> Self:
        return replace(self, at=pose.at, course=pose.course, facing=pose.facing)


ThrustState = State[Ship, Counter]


def by_level(state: ThrustState) -> bool:
    """Return whether this battle uses the reformed rules of point defence."""
    return reformed(state.house)


def reformed(house: House) -> bool:
    """Return whether these house rules reform point defence."""
    return house["pd_rules"] == "pdl"


def unread(state: ThrustState, ship: Ship) -> bool:
    """Return whether a side does not know all of a ship, so that its systems must not decide whether it is asked
    (6.19)."""
    note = state.reserves.get(ship.id)
    if note is not None and isinstance(note, Conceals):  # isinstance is slow, and most ships have no note
        return True
    return partly_known(ship)


def partly_known(ship: Ship) -> bool:
    """Return whether this is a ship as seen by a side that does not know all of it."""
    return any(mark.startswith(KNOWN) for mark in ship.status_flags)
