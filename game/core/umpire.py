"""The umpire: the only source of chance, handed in wherever a rule rolls, and the keeper of the log."""

from __future__ import annotations

from game.core.dice import Dice
from game.core.events import Event, Roll


class Umpire:
    """Rolls the dice of one order and writes down what came of it."""

    __slots__ = ("_dice", "_used", "log", "phase", "rolls", "turn")

    def __init__(self, dice: Dice, turn: int = 0, phase: int = 0) -> None:
        self._dice = dice
        self._used: dict[str, int] = {}
        self.rolls: list[Roll] = []
        self.log: list[Event] = []
        self.turn, self.phase = turn, phase

    def roll(self, count: int, label: str, sides: int = 6) -> tuple[int, ...]:
        """Roll `count` dice under a label that names the roll, such as `fire/lancet/B2a>vesper`.

        The turn and phase go in front of it, and a label used twice within one order is numbered, so that no two
        rolls of a battle share a key.
        """
        if count <= 0:
            return ()
        full = f"T{self.turn}.{self.phase}/{label}"
        self._used[full] = times = self._used.get(full, 0) + 1
        if times > 1:
            full = f"{full}/{times}"
        faces = self._dice(full, count, sides)
        self.rolls.append(Roll(full, faces, sides))
        return faces

    def die(self, label: str, sides: int = 6) -> int:
        """Roll one die."""
        return self.roll(1, label, sides)[0]

    def tell(self, event: Event) -> None:
        """Write a line, just made for this, into the log, and note in it when it was told."""
        object.__setattr__(event, "turn", self.turn)  # a changed copy of twenty fields would cost more than most rules
        object.__setattr__(event, "phase", self.phase)
        self.log.append(event)

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces rolled so far, in order, as a battle file records them."""
        return tuple(face for roll in self.rolls for face in roll.faces)
