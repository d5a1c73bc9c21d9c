"""Dice (keyed or recorded), and the umpire: the only source of chance, passed to every rule that rolls.

A roll is named by its label, and its faces follow from the battle's seed and that label. So there is no generator to
save, undoing an order cannot fish for a better roll, and a replay, a branch and a worker process all agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from struct import Struct

from game.core.events import Event, Roll
from game.core.orders import Id
from game.core.values import frozen

Dice = Callable[[str, int, int], tuple[int, ...]]  # label, count, sides -> faces
Figures = tuple[tuple[int, ...], ...]  # one or more figures for each face of a die, from 1 up


@frozen
class FaceWorth:
    """How a roll is counted: the figures that its dice add up to.

    With `again`, the highest face earns one more die, which counts the figures in `again` and may earn another; it is
    rolled at once. Totals are `ordered` if the result of a total lies between the results of a lower and a higher one;
    with `others_equal` this holds only among totals that agree in all figures but the first.
    """

    first: Figures
    again: Figures = ()
    ordered: bool = True
    others_equal: bool = False


def counting(figures: Iterable[int], ordered: bool = True) -> FaceWorth:
    """Return the worth of dice that count one figure for each face and earn no more dice."""
    return FaceWorth(tuple((figure,) for figure in figures), ordered=ordered)


RISING = counting(range(1, 7))  # for a die whose result rises or falls with its face


@cache
def at_least(number: int, sides: int = 6) -> FaceWorth:
    """Return the worth of dice of which only those that show at least `number` count."""
    return counting(int(face >= number) for face in range(1, sides + 1))


_EIGHT = Struct(">8Q").unpack  # reads 64 bytes as eight numbers


class LineReached(Exception):
    """The log has reached the wanted number of lines."""


class OutOfStep(ValueError):
    """The record holds too few or too many dice for what the rules rolled."""


def seeded_dice(seed: int | str) -> Dice:
    """Return dice whose faces follow from the seed and the label of each roll."""
    start = blake2b(digest_size=64, key=blake2b(str(seed).encode(), digest_size=32).digest())

    def faces(label: str, count: int, sides: int) -> tuple[int, ...]:
        out: list[int] = []
        for block in range(0, count, 8):
            named = start.copy()  # copies the hash of the seed
            named.update(f"{label}#{block}".encode())
            out += [number % sides + 1 for number in _EIGHT(named.digest())[: count - block]]
        return tuple(out)

    return faces


class Recorded:
    """Dice read from a file, in the order they were rolled."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)[::-1]

    def __call__(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the next faces. Raises OutOfStep if the file holds too few, or a face that such a die does not
        have."""
        if count > len(self.left):
            raise OutOfStep(f"{len(self.left)} dice are left where «{label}» rolls {count}")
        faces = tuple(self.left.pop() for _ in range(count))
        if bad := [face for face in faces if not 1 <= face <= sides]:
            raise OutOfStep(f"a die with {sides} sides cannot show {bad[0]} («{label}»)")
        return faces

    def finish(self) -> None:
        """Raise OutOfStep if dice are left over."""
        if self.left:
            raise OutOfStep(f"{len(self.left)} dice too many: the rules did not roll them")


class Umpire:
    """Rolls the dice of one order and logs the results. With `apart`, for forecasts, dice of a roll that each decide
    something alone are asked for one by one, so that all their results are followed."""

    __slots__ = ("_apart", "_dice", "_used", "log", "phase", "private", "rolls", "turn", "worth")

    def __init__(self, dice: Dice, turn: int = 0, phase: int = 0, apart: bool = False) -> None:
        self._dice, self._apart = dice, apart
        self.private: Callable[[Event], Id] | None = None  # the only side that may read a line; empty if all may
        self._used: dict[str, int] = {}
        self.rolls: list[Roll] = []
        self.log: list[Event] = []
        self.turn, self.phase = turn, phase
        self.worth: FaceWorth | None = None  # of the roll in progress

    def roll(
        self, count: int, label: str, sides: int = 6, worth: FaceWorth | tuple[FaceWorth, ...] | None = None
    ) -> tuple[int, ...]:
        """Roll `count` dice under a label that names the roll, such as `fire/lancet/B2a>vesper`.

        The turn and phase are put in front of it, and a label used twice within one order is numbered, so that no two
        rolls of a battle share a key. A forecast follows the possible sums, or the possible totals by `worth`: one
        worth for all dice together, or one for each die where they decide different things; such dice earn no others.
        """
        if count <= 0:
            return ()
        full = f"T{self.turn}.{self.phase}/{label}"
        self._used[full] = times = self._used.get(full, 0) + 1
        if times > 1:
            full = f"{full}/{times}"
        if isinstance(worth, tuple) and self._apart:
            faces = tuple([self._one(f"{full}/die {n}", sides, one) for n, one in enumerate(worth, 1)])
        else:
            self.worth = None if isinstance(worth, tuple) else worth
            faces = self._dice(full, count, sides)
        self.rolls.append(Roll(full, faces, sides))
        return faces

    def _one(self, label: str, sides: int, worth: FaceWorth) -> int:
        self.worth = worth
        return self._dice(label, 1, sides)[0]

    def die(self, label: str, sides: int = 6, worth: FaceWorth | None = None) -> int:
        """Roll one die."""
        return self.roll(1, label, sides, worth)[0]

    def tell(self, event: Event) -> None:
        """Append a line to the log, stamped with the turn and phase. The event must be made for this call, as it is
        changed."""
        object.__setattr__(event, "turn", self.turn)  # a changed copy of twenty fields would cost more than most rules
        object.__setattr__(event, "phase", self.phase)
        if self.private is not None and (side := self.private(event)):
            object.__setattr__(event, "side", side)
        self.log.append(event)

    def going_on(self, dice: Dice) -> Umpire:
        """Return another umpire with the same rolls and log so far, which continues with other dice."""
        other = Umpire(dice, self.turn, self.phase, self._apart)
        other._used, other.rolls, other.log = dict(self._used), list(self.rolls), list(self.log)
        return other

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces rolled so far, in order, as a battle file records them."""
        return tuple([face for roll in self.rolls for face in roll.faces]) if self.rolls else ()


class UmpireUntil(Umpire):
    """An umpire that raises `LineReached` once a number of lines has been logged, so that the state stays as it was
    then."""

    __slots__ = ("_lines",)

    def __init__(self, dice: Dice, turn: int, phase: int, lines: int) -> None:
        super().__init__(dice, turn, phase)
        self._lines = lines

    def tell(self, event: Event) -> None:
        """Log a line; stop if it is the last one wanted."""
        super().tell(event)
        if len(self.log) >= self._lines:
            raise LineReached
