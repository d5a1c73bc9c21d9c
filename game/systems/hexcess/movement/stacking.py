"""Objects that would share a hex: the roll-off, the ship that leaves, and its new hex (hex/2.5).

A piece that has moved waits in `ARRIVING` until it is set down. A ship that must leave and has a choice waits in
`LEAVING` for its owner, and everything behind it waits too.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES, Hex
from game.board.terrain import Body
from game.core.display import Destination, Pose
from game.core.events import Die, Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.hex.helm import H, base, heading, lies
from game.rules.hex.terrain import body_in, strike_by_asteroid
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{H}/2.5"
PREFERRED = (0, 1, -1, 2, -2, 3)  # ahead, bows, quarters, astern, relative to its heading
HABIT = -1  # no direction named: the first open one of these
LEAVING = PhaseData[Id]("leaving", "")  # the ship that must leave its hex, while its owner chooses
ARRIVING = PhaseData[tuple[Id, ...]]("arriving", ())  # pieces that have moved and are still to be set down


@frozen
class GiveWay(Order):
    """The new hex of a ship that must leave its own: `to NE`; `give way` takes the first free hex, beginning ahead."""

    input_mode: ClassVar[str] = "plot"
    to: int = HABIT

    def __str__(self) -> str:
        return "give way" if self.to == HABIT else f"to {NAMES[self.to]}"

    @classmethod
    def parse(cls, by: Id, text: str) -> GiveWay:
        words = text.strip().lower().split()
        if words == ["give", "way"]:
            return cls(by)
        names = [name.lower() for name in NAMES]
        if len(words) != 2 or words[0] != "to" or words[1] not in names:
            raise Unreadable(f"“{text}” is neither “give way” nor like “to NE”: N, NE, SE, S, SW or NW", RULE)
        return cls(by, names.index(words[1]))

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        return {"to": range(6)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("to", "Goes to", rule=RULE),)

    def label_for(self, name: str, value: object) -> str:
        to = self.with_value(name, value).to
        return NAMES[to] if to != HABIT else "give way"

    def idles_only(self, state: ThrustState) -> bool:
        """Return whether its ship is not required to leave its hex."""
        return not any(self.by in prompt.ids for prompt in waiting(state))

    def prompt_text(self, state: ThrustState) -> str:
        ship = state.ships[self.by]
        return f"{ship.name} must leave hex {board_of(state.table).label(ship.at)}: where to?"

    def pose(self, state: ThrustState) -> Pose:
        ship = state.ships[self.by]
        found = open_sides(state, ship)
        side = self.to if self.to != HABIT else found[0] if found else None
        there = ship.at if side is None else hexes.at(hexes.step(lies(ship), side))
        return Pose(there, ship.course, ship.facing, ship.velocity, path=(ship.at, there))

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return the hexes from which its owner may choose."""
        ship = state.ships[self.by]
        return tuple(
            Destination(
                order := GiveWay(ship.id, side),
                order.pose(state).path,
                order.pose(state).at,
                ship.course,
                ship.facing,
                ship.velocity,
                side,
            )
            for side in open_sides(state, ship)
        )

    def check(self, state: ThrustState) -> None:
        """Refuse an occupied hex if there is a free one, and places off the map or in a planetoid."""
        ship = state.ships.get(self.by)
        if ship is None or LEAVING.of(state) != ship.id:
            raise Illegal("this one has no hex to leave", RULE)
        open_to = open_sides(state, ship)
        if self.to != HABIT and self.to not in open_to:
            there = hexes.step(lies(ship), self.to)
            raise Illegal(_why_not_there(state, there), RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Move the ship; then let everything that waits go on."""
        ship = state.ships[self.by]
        LEAVING.clear(state)
        go(state, umpire, ship, open_sides(state, ship)[0] if self.to == HABIT else self.to)
        go_on(state, umpire)


def _why_not_there(state: ThrustState, there: Hex) -> str:
    """Return why a ship cannot be displaced to a hex; empty if it can."""
    if not board_of(state.table).holds(hexes.at(there)):
        return f"{_name(there, state)} is off the map"
    if body_in(state, there, "planet"):
        return f"{_name(there, state)} is a planetoid"
    other = occupant(state, there)
    assert other is not None
    return f"{other.name} is in {_name(there, state)}, and another hex is free"


def _name(one: Hex, state: ThrustState) -> str:
    return f"hex {board_of(state.table).label(hexes.at(one))}"


# -- places ------------------------------------------------------------------------------------------------------------


def occupant(state: ThrustState, one: Hex, but: Id = "") -> Ship | Body | None:
    """Return the ship or asteroid that fills a hex (hex/2.5). Pieces that are still to be set down do not count."""
    coming = ARRIVING.of(state)
    for ship in state.ships.values():
        if lies(ship) == one and ship.in_play and ship.id != but and ship.id not in coming:
            found: Ship = ship
            return found
    return body_in(state, one, "asteroid")


def open_sides(state: ThrustState, ship: Ship) -> list[int]:
    """Return the sides to which a ship can be displaced, in order of preference. They are free ones or, if there are
    none, all with a piece that it may displace in turn."""
    here, board = lies(ship), board_of(state.table)
    open_to = []
    for side in ((heading(ship) + turn) % 6 for turn in PREFERRED):
        there = hexes.step(here, side)
        if board.holds(hexes.at(there)) and body_in(state, there, "planet") is None:
            open_to.append(side)
    free = [side for side in open_to if occupant(state, hexes.step(here, side)) is None]
    return free or open_to


def waiting(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the owner of the ship that must leave, if there is one."""
    key = LEAVING.of(state)
    return (Prompt(state.ships[key].side, (key,), (key,)),) if key else ()


# -- the roll-off ------------------------------------------------------------------------------------------------------


def arrive(state: ThrustState, umpire: Umpire, key: Id) -> None:
    """Set down a piece that has moved. If the hex is occupied, dice decide who leaves (hex/2.5)."""
    ship = state.ships.get(key)
    if ship is not None and ship.in_play and (other := occupant(state, lies(ship), ship.id)):
        contest(state, umpire, ship, other)


def set_down(state: ThrustState, umpire: Umpire, keys: Iterable[Id]) -> None:
    """Set down ships that have moved together, in this order."""
    ARRIVING.set(state, tuple(keys))
    go_on(state, umpire)


def go_on(state: ThrustState, umpire: Umpire) -> None:
    """Set down the pieces that still wait, until somebody must choose."""
    while not LEAVING.of(state) and (left := ARRIVING.of(state)):
        ARRIVING.set(state, left[1:])
        arrive(state, umpire, left[0])
    if not ARRIVING.of(state):
        ARRIVING.clear(state)


def contest(state: ThrustState, umpire: Umpire, mover: Ship, other: Ship | Body) -> None:
    """Roll off with die and thrust of both, again if equal. Of two ships the higher leaves; before an asteroid or a
    base the mover does. If an asteroid wins, the mover is damaged as well (hex/2.5)."""
    steady = isinstance(other, Body) or base(other)
    key, named, thrust = (
        (other.key, other.name, 0) if isinstance(other, Body) else (other.id, f"{{{other.id}}}", other.thrust)
    )
    while True:
        a, b = umpire.die(f"hex/{mover.id}/{key}"), umpire.die(f"hex/{key}/{mover.id}")
        mine, theirs = a + mover.thrust, b + thrust
        leaves = mover if steady or mine > theirs else other
        leaving = "must give way" if isinstance(other, Body) else f"{leaves.name} leaves"
        result = "rolled again" if mine == theirs else leaving
        umpire.tell(
            Event(
                "contact",
                RULE,
                f"{{{mover.id}}} ends in the hex of {named}",
                who=mover.id,
                whom=key,
                dice=(Die(a, mine > theirs), Die(b, theirs > mine, by=key)),
                reason=f"die and thrust: {mine} to {theirs}",
                result=result,
                tone="bad" if isinstance(other, Body) and mine != theirs else "plain",
                at=mover.at,
                time=1.0,
            )
        )
        if mine != theirs:
            break
    if isinstance(other, Body) and mine < theirs:
        strike_by_asteroid(state, umpire, mover, other)
    assert isinstance(leaves, Ship)
    if leaves.in_play:
        must_leave(state, umpire, leaves)


def must_leave(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Make a ship leave its hex: immediately if there is only one way, else when its owner has chosen (hex/2.5)."""
    found = open_sides(state, ship)
    if len(found) > 1:
        LEAVING.set(state, ship.id)
    elif found:
        go(state, umpire, ship, found[0])
    else:
        umpire.tell(Event("note", RULE, f"{{{ship.id}}} has nowhere to go and stays", who=ship.id, at=ship.at))


def go(state: ThrustState, umpire: Umpire, ship: Ship, side: int) -> None:
    """Move a displaced ship to the neighbouring hex, with its course and facing. If that is occupied, there is another
    roll-off."""
    start, there = ship.at, hexes.at(hexes.step(lies(ship), side))
    ship.at = there
    label = board_of(state.table).label(there)
    umpire.tell(
        Event(
            "move",
            RULE,
            f"{{{ship.id}}} gives way to {NAMES[side]}",
            who=ship.id,
            result=f"hex {label}",
            path=(start, there),
            facings=(ship.facing,),
            at=there,
        )
    )
    arrive(state, umpire, ship.id)


# -- questions of the screen -------------------------------------------------------------------------------------------


def beats(mine: int, theirs: int) -> Fraction:
    """Return the exact chance that a ship of one thrust rolls higher than another. Ties are rolled again (hex/2.5)."""
    faces = range(1, 7)
    more = sum(a + mine > b + theirs for a in faces for b in faces)
    less = sum(a + mine < b + theirs for a in faces for b in faces)
    return Fraction(more, more + less)
