"""Returning to the table: over the edge by which a ship left, at a place of its owner's choice (full-thrust-base/9.6).

When its turns of waiting are over, a ship is put where it left, facing inwards, until its owner names its place on that
edge: in MU from the lower or left corner, or on a map of hexes the hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from game.board.boards import Board, board_of
from game.board.geometry import Point, rounded_point, within
from game.core.display import Destination, Meter, Pose
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.outcome.table_edges import ENTERS, INWARD, LEAVES
from game.rules.outcome.victory import AWAY
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

# axis across an edge, and whether the edge is at its far end
FAR = {"left": (0, False), "right": (0, True), "bottom": (1, False), "top": (1, True)}
_WORDS = re.compile(r"\s*enter(?:\s+(\d{1,6}(?:\.\d{1,3})?|[-−]?\d{1,4}/[-−]?\d{1,4}))?\s*", re.I | re.A)


@frozen
class Enter(Order):
    """A ship's return: `enter 12.5` MU from the corner, `enter 0512` by hex, or `enter` where it left."""

    input_mode: ClassVar[str] = "plot"
    needs: ClassVar[tuple[str, ...]] = ("table_edge=return",)
    to: str = ""

    def __str__(self) -> str:
        return f"enter {self.to}".strip()

    @classmethod
    def parse(cls, by: Id, text: str) -> Enter:
        found = _WORDS.fullmatch(text)
        if found is None:
            raise Unreadable(
                f"“{text}” is not like “enter 12.5”, the place along the edge, or on hexes “enter 0512”", LEAVES
            )
        to = (found[1] or "").replace("-", "−")
        return cls(by, to.rstrip("0").rstrip(".") if "." in to else to)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return every whole MU or hex of the edge, with the place where the ship left and the present value, from end
        to end."""
        ship = state.ships[self.by]
        return {"to": tuple(along_edge(state, ship, self.to))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return one place, changed step by step."""
        return (Field("to", "Enters", "stepper", LEAVES),)

    def label_for(self, name: str, value: object) -> str:
        """Return MU, a hex, or words for the place where it left."""
        return f"at {value}" if value else "where it left"

    def prompt_text(self, state: ThrustState) -> str:
        """Return the question of where the ship returns."""
        ship = state.ships[self.by]
        return f"{ship.name} comes back by the {edge_of(ship)} edge: where along it?"

    def meter(self, state: ThrustState) -> Meter:
        return Meter(0, (), rule=LEAVES)

    def pose(self, state: ThrustState) -> Pose:
        """Return the pose at the named place, or at the ship's present one."""
        ship = state.ships[self.by]
        at = (place(state, ship, self.to) if entering(ship) else None) or ship.at
        return Pose(at, ship.course, ship.facing, ship.velocity, ship.inverted, path=(at,), heading=ship.heading)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every place on the edge that a drag snaps to; keys go from one to the next."""
        ship = state.ships[self.by]
        if not entering(ship):
            return ()
        names = along_edge(state, ship, self.to)
        last, found = len(names) - 1, []
        for n, name in enumerate(names):
            pose = (one := Enter(ship.id, name)).pose(state)
            less, more = max(0, n - 1), min(last, n + 1)
            end = pose.at, pose.course, pose.facing, pose.velocity
            found.append(Destination(one, pose.path, *end, n, (less, more, less, more), heading=pose.heading))
        return tuple(found)

    def check(self, state: ThrustState) -> None:
        """Refuse a ship that is not due, and any place but on the edge by which it left."""
        ship = state.ships.get(self.by)
        if ship is None or not entering(ship):
            raise Illegal("this one does not come back onto the table now", LEAVES)
        if place(state, ship, self.to) is None:
            raise Illegal(_nowhere(state, ship, self.to), LEAVES)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        ship = state.ships[self.by]
        at, edge = place(state, ship, self.to), edge_of(ship)
        assert at is not None
        ship.at, ship.status_flags = at, ship.status_flags - {ENTERS + edge}
        state.acted.add(ship.id)
        if self.to:
            words = f"hex {self.to}" if board_of(state.table).cells else f"{self.to} MU along it"
            umpire.tell(
                Event("note", LEAVES, f"{{{ship.id}}} enters by the {edge} edge", who=ship.id, result=words, at=at)
            )


# -- pieces and places -------------------------------------------------------------------------------------------------


def edge_of(ship: Ship) -> str:
    """Return the edge over which a ship is to enter; empty if it is not due."""
    return next((edge for edge in INWARD if ENTERS + edge in ship.status_flags), "")


def entering(ship: Ship) -> bool:
    """Return whether its owner must still choose the place."""
    return ship.in_play and bool(edge_of(ship))


def due(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the prompts of each side with ships that are back and whose place must be chosen. Sides are asked in the
    order of the file, because one without a ship on the table has not rolled for initiative."""
    found = ((side, tuple(ship.id for ship in state.fleet(side) if entering(ship))) for side in state.sides)
    return tuple(Prompt(side, ids, ids) for side, ids in found if ids)


def expected(state: ThrustState) -> bool:
    """Return whether a ship returns this turn, or at its beginning."""
    return any(
        (ship.removed_reason == AWAY and (ship.timer(AWAY) or 1) == 1) or entering(ship)
        for ship in state.ships.values()
    )


def place(state: ThrustState, ship: Ship, to: str) -> Point | None:
    """Return the place (MU) that a text names on a ship's edge; None if it names none. An empty text names the place
    where the ship left."""
    board, edge = board_of(state.table), edge_of(ship)
    if not to:
        return ship.at
    across, far = FAR[edge]
    limit = board.size[across] if far else 0.0
    if board.cells:
        at = board.place_named(to)
        return at if at is not None and board.holds(at) and board.offset_from_corner(at)[across] == limit else None
    length = board.size[1 - across]
    if "/" in to or not within(float(to), length):
        return None
    far_along = min(float(to), length)
    return rounded_point((limit, far_along) if across == 0 else (far_along, limit))


def along_edge(state: ThrustState, ship: Ship, held: str = "") -> list[str]:
    """Return the names of places along the edge, from its lower or left end. They include the present one and the place
    where the ship left."""
    board = board_of(state.table)
    across, far = FAR[edge_of(ship)]
    most = int(board.size[1 - across])
    if board.cells:
        names = [board.label(_hex(board, ship.at, across, far, n)) for n in range(most + 1)]
    else:
        names = [str(n) for n in range(most + 1)]
    named = dict.fromkeys((*names, *([held] if held and place(state, ship, held) else [])))
    lies = {name: at for name in named if (at := place(state, ship, name))}
    every = {**{name: at for name, at in lies.items() if at != ship.at or name == held}, "": ship.at}
    return sorted(every, key=lambda name: (board.offset_from_corner(every[name])[1 - across], name))


def _hex(board: Board, at: Point, across: int, far: bool, n: int) -> Point:
    """Return the nth hex along an edge, counted from the hex of a place."""
    here, limit = board.offset_from_corner(at), board.size[across] if far else 0.0
    goal = (limit, n) if across == 0 else (n, limit)
    return board.beside(at, round(goal[0] - here[0]), round(goal[1] - here[1]))


def _nowhere(state: ThrustState, ship: Ship, to: str) -> str:
    """Return why a text names no place on the edge."""
    board, names = board_of(state.table), [name for name in along_edge(state, ship) if name]
    if board.cells:
        return (
            f"{ship.name} enters by a hex of the {edge_of(ship)} edge, {names[0]} to {names[-1]}, and “{to}” is "
            "none of them"
        )
    length = board.size[1 - FAR[edge_of(ship)][0]]
    return f"{ship.name} enters 0 to {length:g} MU along the {edge_of(ship)} edge, not “{to}”"
