"""A side's knowledge of a ship, and the ship as that side sees it (full-thrust-base/6.19).

The knowledge of others about a ship is kept in `state.reserves`, which only its own side is given; all others are given
the ship as `SensorContact.concealed` makes it. A mark on that ship gives the level of knowledge, so that rules give the
same answers for a view and for the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from game.core.events import Event, EventKind
from game.core.orders import Id
from game.core.state import PhaseData, Piece
from game.core.values import frozen
from game.rules.ships.design import Design
from game.rules.ships.ship import BOOK, KNOWN, Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{BOOK}/6.19"
BOGEY, MODEL, TYPE, SCREENS, SYSTEMS, ALL = 0, 1, 3, 4, 5, 6  # levels of knowledge, as in the table of scans
WORDS = {
    BOGEY: "a bogey",
    MODEL: "the model alone",
    TYPE: "mass and type",
    SCREENS: "drives and screens too",
    SYSTEMS: "all systems",
    ALL: "damage too",
}
# short names of the levels, for a table
SHORT = {BOGEY: "nothing", MODEL: "model", TYPE: "type", SCREENS: "drives", SYSTEMS: "systems", ALL: "all"}
GLYPH = "bogey"  # the outline of an unknown ship
OPEN_KINDS = ("drive", "screen", "advanced_screen")  # systems that a scan shows first
# kinds of lines that show what a ship is made of
SUFFERED: tuple[EventKind, ...] = ("damage", "damage_check", "system", "repair")
# the kinds from `launching_kinds`, in a battle with bogeys
LAUNCH_KINDS = PhaseData[frozenset[str]]("launch_kinds", frozenset())

ShipT = TypeVar("ShipT", bound=Piece)


@frozen
class SensorContact:
    """The knowledge of others about a ship: its number within its side, and a level for each side that knows more."""

    number: int
    levels: tuple[tuple[Id, int], ...] = ()

    def level(self, side: Id | None) -> int:
        return dict(self.levels).get(side or "", BOGEY)

    def learnt(self, side: Id, level: int) -> SensorContact:
        """Return a copy in which a side knows at least this level."""
        known = dict(self.levels)
        return replace(self, levels=tuple(sorted((known | {side: max(level, known.get(side, BOGEY))}).items())))

    def concealed(self, ship: ShipT, side: Id | None) -> ShipT:
        if (level := self.level(side)) >= ALL:
            return ship
        found = ship.copy()
        assert isinstance(found, Ship)
        _hide(found, level, self.number)
        return found


def detection_mode(state: ThrustState) -> str:
    """Return how ships are seen in this battle: open, bogeys or scan."""
    return str(state.house.get("sensors", "open"))


def known_level(state: ThrustState, side: Id, ship: Ship) -> int:
    """Return how much a side knows of a ship; everything about its own."""
    if ship.side == side:
        return ALL
    if (level := level_seen(ship)) < ALL:
        return level
    note = state.reserves.get(ship.id)
    return note.level(side) if isinstance(note, SensorContact) else ALL


def private(state: ThrustState, event: Event) -> Id:
    """Return the only side that may read a line; empty if all may. Damage, checks and repairs of a ship are for its own
    side while any other does not know all of it: lost boxes, the number of dice and their purpose would show its
    systems. Others know their own fire at it by their own dice."""
    ship = state.ships.get(event.whom or event.who) if event.kind in SUFFERED and not event.side else None
    if ship is None or not isinstance(note := state.reserves.get(ship.id), SensorContact):
        return ""
    return ship.side if any(note.level(side) < ALL for side in state.sides if side != ship.side) else ""


def aboard(state: ThrustState, kinds: frozenset[str]) -> bool:
    """Return whether any ship in this battle has systems of these kinds, or a dummy pretends to have them."""
    return not kinds.isdisjoint(LAUNCH_KINDS.of(state)) or any(
        ship.design.among(kinds) for ship in state.ships.values()
    )


def launching_kinds(designs: Iterable[Design], groups: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return those groups of kinds of systems that any design has. They decide which phases a battle has, which
    everybody may know."""
    every = tuple(designs)
    return frozenset[str]().union(*(group for group in groups if any(design.among(group) for design in every)))


def level_seen(ship: Ship) -> int:
    """Return the level of knowledge of the side to which this ship was given."""
    marks = [mark for mark in ship.status_flags if mark.startswith(KNOWN)] if ship.status_flags else ()
    return int(marks[0].removeprefix(KNOWN)) if marks else ALL


def _hide(ship: Ship, level: int, number: int) -> None:
    """Reduce a ship to what is known at a level below `ALL`: undamaged, and with only the systems that a scan has
    shown."""
    ship.design = design_seen(ship.design, level)
    design = ship.design
    if level == BOGEY:
        ship.name = f"Bogey {number}"
    ship.hull, ship.armour = design.hull, design.shell or ((design.armour,) if design.armour else ())
    ship.lost, ship.killed, ship.spent = set(), set(), set()
    ship.drive_hits = ship.drive_gone = ship.pending = ship.overkill = 0
    ship.groups = ship.groups if level >= SYSTEMS else {}
    ship.timers, ship.quality = (), "regular"
    ship.status_flags = frozenset({f"{KNOWN}{level}"})


@lru_cache(maxsize=1024)
def design_seen(design: Design, level: int) -> Design:
    """Return a design reduced to the parts known at a level below `ALL`."""
    kinds = () if level < SCREENS else OPEN_KINDS
    mounts = design.mounts if level >= SYSTEMS else tuple(mount for mount in design.mounts if mount.kind in kinds)
    found = replace(design, mounts=mounts, about="")
    if level < SYSTEMS:
        found = replace(found, points=0, merchant=False, ftl=False)
    if level < SCREENS:
        found = replace(found, thrust=0, advanced=False, manoeuvre=0)
    if level < TYPE:
        found = replace(found, ship_class="unknown type", mass=0, hull=0, armour=0, shell=(), streamlining="none")
    if level < MODEL:
        found = replace(found, key=GLYPH, name="Bogey", ship_class="bogey", fleet="", glyph=GLYPH, rows=4, profile="FB")
    return found


def as_dummy(design: Design) -> Design:
    """Return the design of a dummy, which flies like this one and has nothing else."""
    return replace(design, mounts=design.of("drive"), points=0, mass=0, about="")
