"""The plot of Easier HexThrust: a pivot and a change of speed, with one marker for a ship or a whole flotilla
(hex/3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.board.boards import board_of
from game.core.display import Destination, Meter, Pose
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.hex.helm import helmless
from game.rules.movement.thrust_limits import on_paper
from game.rules.ships import drive
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.movement import path
from game.systems.easyhex.movement.flotillas import (
    ALONE,
    MOST,
    display_name,
    flotilla,
    flotillas,
    free_name,
    members,
    shared_fault,
)
from game.systems.easyhex.movement.ratings import RULE, change

_TEXT = re.compile(
    r"(?P<blank>BLANK|0)?(?P<turn>L{1,2}|R{1,2})?\s*(?P<dv>[+-]\s*\d+)?\s*"
    r"(?:(?P<alone>ALONE)|IN\s+(?P<group>[\w-]+))?\Z",
    re.I,
)


@frozen
class Marker(Order):
    """The pivot before the move in hex sides, starboard positive, and the change of speed in hexes a turn. `group` is
    the ship's new flotilla: empty for no change, `alone` for none. One marker serves a whole flotilla."""

    input_mode: ClassVar[str] = "plot"
    turn: int = 0
    dv: int = 0
    group: str = ""

    @property
    def shown_part(self) -> None:
        """Nothing: it lies face down until ships move."""

    def __str__(self) -> str:
        turn = ("L" if self.turn < 0 else "R") * abs(self.turn)
        speed = f"{self.dv:+d}" if self.dv else ""
        where = "ALONE" if self.group == ALONE else f"IN {self.group}" if self.group else ""
        return " ".join(part for part in (turn + speed or "blank", where) if part)

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return the order in words, for example `R+1, in Falcons`. A blank marker has words of its own."""
        group = "alone" if self.group == ALONE else f"in {display_name(self.group)}" if self.group else ""
        return ", ".join(filter(None, (str(replace(self, group="")) if self.moves else "straight on", group)))

    @classmethod
    def parse(cls, by: Id, text: str) -> Marker:
        """Parse `R+1`, `LL`, `-2`, `blank` or `0`, followed by `IN falcons` or `ALONE`."""
        found = _TEXT.match(text.strip())
        if found is None or not text.strip() or (found["blank"] and found["turn"]):
            raise Unreadable(
                f"“{text}” is no marker: write blank, L, LL, R or RR and a change of speed, such as R+1", RULE
            )
        turn = len(found["turn"] or "") * (-1 if (found["turn"] or "").upper().startswith("L") else 1)
        dv = int((found["dv"] or "0").replace(" ", ""))
        return cls(by, turn, dv, ALONE if found["alone"] else found["group"] or "")

    @property
    def moves(self) -> bool:
        """Return whether it orders anything but to fly straight on."""
        return bool(self.turn or self.dv)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return every marker, every change of speed with one beyond the limit, and every flotilla of the side with a
        new one."""
        ship = state.ships[self.by]
        most = change(ship.thrust) + 1
        known = flotillas(state, ship.side)
        apart = (ALONE,) if flotilla(state, ship, self) else ()
        return {
            "turn": range(-MOST, MOST + 1),
            "dv": range(-most, most + 1),
            "group": ("", *apart, *known, free_name(known)),
        }

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        group = Field(
            "group", "Flotilla", "pick", RULE, "Ships of a flotilla share one marker and one change of speed."
        )
        return Field("turn", "Pivot"), Field("dv", "Speed", "stepper"), group

    def label_for(self, name: str, value: object) -> str:
        """Return the label of a value, such as LL, L, straight, R, RR or +2. An unchanged speed has no number."""
        if name == "turn":
            turn = self.with_value(name, value).turn
            return ("L" if turn < 0 else "R") * abs(turn) or "straight"
        if name == "dv":
            return f"{value:+d}" if value else "±0"
        return display_name(str(value)) if value and value != ALONE else str(value) or "as it is"

    # -- effects -------------------------------------------------------------------------------------------------------

    def pose(self, state: ThrustState) -> Pose:
        return path.marker_pose(state, self)

    def idles_only(self, state: ThrustState) -> bool:
        return self.by in state.ships and helmless(state.ships[self.by])

    def idle_words(self, state: ThrustState) -> str:
        return drive.idle_words(state.ships[self.by], self.pose(state), board_of(state.table))

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every legal destination of the ship that its whole flotilla can reach."""
        return path.marker_destinations(state, self)

    def meter(self, state: ThrustState) -> Meter:
        """Return the change of speed in hexes, and the pivot beside it."""
        return path.marker_meter(state, self)

    def check(self, state: ThrustState) -> None:
        """Refuse a plot that the ship, or one of its flotilla, cannot fly, unless orders are checked when ships
        move."""
        ship = state.ships[self.by]
        if self.group == ALONE and not flotilla(state, ship):
            raise Illegal(f"{ship.name} is in no flotilla", RULE)
        if on_paper(state.house) == "refuse" and (wrong := shared_fault(state, ship, self)):
            raise wrong

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Seal the marker for every ship of the flotilla."""
        for other in members(state, state.ships[self.by], self):
            state.sealed[other.id] = self if other.id == self.by else replace(self, by=other.id)
