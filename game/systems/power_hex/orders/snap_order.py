"""Snap manoeuvres of agile ships: `snap S`, `snap roll`, `none` (power/4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.board.hexes import course_of
from game.core.display import Pose
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen, number
from game.rules.turn_order import mark_acted, next_piece
from game.systems.power_hex.movement.moving import roll_fault
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/4.7"
ROLL = "roll"
SIXTY = "60° "
KINDS = {"": "none", "S": f"{SIXTY}to starboard", "P": f"{SIXTY}to port", ROLL: "roll"}
TURNS = {"S": 1, "P": -1}  # sides of a hex by which it pivots


@frozen
class SnapManoeuvre(Order):
    """A pivot of 60 degrees or a roll, immediate and free."""

    input_mode: ClassVar[str] = "choose"
    idle_verb: ClassVar[str] = "does not snap"
    kind: str = ""

    def __str__(self) -> str:
        return f"snap {self.kind}" if self.kind else "none"

    @classmethod
    def parse(cls, by: Id, text: str) -> SnapManoeuvre:
        words = text.split()
        kinds = {key.lower(): key for key in KINDS if key}
        if [word.lower() for word in words] == ["none"]:
            return cls(by)
        if len(words) != 2 or words[0].lower() != "snap" or words[1].lower() not in kinds:
            raise Unreadable(f"“{text}” is neither none nor snap S, snap P or snap roll", RULE)
        return cls(by, kinds[words[1].lower()])

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Return all four snaps. Fighters do not roll."""
        return {"kind": tuple(kind for kind in KINDS if kind != ROLL or not state.ships[self.by].flight)}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        return (Field("kind", "Snap", "row", RULE),)

    def label_for(self, name: str, value: object) -> str:
        return KINDS[str(value)]

    def in_words(self, state: PowerState, names: Mapping[Id, str]) -> str:
        return f"snap {KINDS[self.kind].removeprefix(SIXTY)}" if self.kind in KINDS else str(self)

    def prompt_text(self, state: PowerState) -> str:
        """Return an explanation of snaps."""
        return "Snap: a free turn of 60° or a roll"

    def pose(self, state: PowerState) -> Pose:
        """Return the pose after a pivot. The ship stays in its hex."""
        return replace(Order.pose(self, state), facing=course_after_snap(state.ships[self.by], self.kind))

    def check(self, state: PowerState) -> None:
        """Refuse it for ships that are not agile."""
        ship = state.ships.get(self.by)
        if ship is None or not ship.agile:
            raise Illegal(f"{ship.name if ship else 'it'} is not agile", RULE)
        if self.kind not in KINDS:
            raise Illegal(f"there is no snap “{self.kind}”", RULE)
        if self.kind == ROLL and (why := roll_fault(ship)):
            raise Illegal(why, "power/4.6")
        if self.kind and ship.snaps >= number(state.house, "snaps", 2):
            raise Illegal(f"{ship.name} has snapped as often as it may in this round", RULE)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        if not self.kind:
            return
        ship.snaps += 1
        if self.kind == ROLL:
            ship.rolled, ship.has_rolled = not ship.rolled, True
        else:
            ship.facing = course_after_snap(ship, self.kind)
        umpire.tell(Event("note", RULE, f"{{{ship.id}}} snaps", ship.id, result=KINDS[self.kind], at=ship.at))


def course_after_snap(ship: PowerShip, kind: str) -> int:
    """Return the course, 1 to 12, to which a ship points after a snap of that kind."""
    return course_of(ship.towards + TURNS[kind]) if kind in TURNS else ship.facing


def who_snaps(state: PowerState) -> tuple[Prompt, ...]:
    """Return agile ships and flights in the order of initiative, as often as the house rule allows."""
    return next_piece(state, lambda ship: ship.agile and ship.snaps < number(state.house, "snaps", 2))
