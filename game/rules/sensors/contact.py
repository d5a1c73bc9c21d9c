"""How much a side knows of a ship, and the ship as that side sees it (full-thrust-base/6.19).

What the others know of a ship is noted in `state.reserves`, which only its own side is given; all others are given the
ship as `SensorContact.concealed` leaves it. A mark on that ship says how much is known: rules judge alike by a view and
by the state.
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
from game.rules.ships.ship import KNOWN, B, Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{B}/6.19"
BOGEY, MODEL, TYPE, SCREENS, SYSTEMS, ALL = 0, 1, 3, 4, 5, 6  # levels of knowledge, as the table of scans counts them
WORDS = {
    BOGEY: "a bogey",
    MODEL: "the model alone",
    TYPE: "mass and type",
    SCREENS: "drives and screens too",
    SYSTEMS: "all systems",
    ALL: "damage too",
}
# for a table
SHORT = {BOGEY: "nothing", MODEL: "model", TYPE: "type", SCREENS: "drives", SYSTEMS: "systems", ALL: "all"}
GLYPH = "bogey"  # the outline drawn for a ship of which nothing is known
OPEN_KINDS = ("drive", "screen", "advanced_screen")  # systems that a scan shows before all others
# Lines that tell what a ship is made of.
SUFFERED: tuple[EventKind, ...] = ("damage", "damage_check", "system", "repair")
# of a battle with bogeys: the kinds of `launching_kinds`
LAUNCH_KINDS = PhaseData[frozenset[str]]("launch_kinds", frozenset())

ShipT = TypeVar("ShipT", bound=Piece)


@frozen
class SensorContact:
    """Knowledge of others about a ship: its number among those of its side, and a level for each side that knows
    more."""

    number: int
    levels: tuple[tuple[Id, int], ...] = ()

    def level(self, side: Id | None) -> int:
        """Return how much a side knows of it."""
        return dict(self.levels).get(side or "", BOGEY)

    def learnt(self, side: Id, level: int) -> SensorContact:
        """Return a copy in which a side knows so much, or what it knew if that was more."""
        known = dict(self.levels)
        return replace(self, levels=tuple(sorted((known | {side: max(level, known.get(side, BOGEY))}).items())))

    def concealed(self, ship: ShipT, side: Id | None) -> ShipT:
        """Return the ship as that side sees it."""
        if (level := self.level(side)) >= ALL:
            return ship
        found = ship.copy()
        assert isinstance(found, Ship)
        _hide(found, level, self.number)
        return found


def played(state: ThrustState) -> str:
    """Return how ships are seen in this battle: open, bogeys or scan."""
    return str(state.house.get("sensors", "open"))


def known(state: ThrustState, side: Id, ship: Ship) -> int:
    """Return how much a side knows of a ship; everything of its own."""
    if ship.side == side:
        return ALL
    if (level := level_seen(ship)) < ALL:
        return level
    note = state.reserves.get(ship.id)
    return note.level(side) if isinstance(note, SensorContact) else ALL


def private(state: ThrustState, event: Event) -> Id:
    """Return the side that alone may read a line; empty if all may.

    What a ship suffers, checks and mends is for its own side while any other does not know all of it: how many boxes
    are gone, how many dice are thrown and what they are for tell its systems. What others have fired at it they know by
    their own dice.
    """
    ship = state.ships.get(event.whom or event.who) if event.kind in SUFFERED and not event.side else None
    if ship is None or not isinstance(note := state.reserves.get(ship.id), SensorContact):
        return ""
    return ship.side if any(note.level(side) < ALL for side in state.sides if side != ship.side) else ""


def aboard(state: ThrustState, kinds: frozenset[str]) -> bool:
    """Has any ship in this battle systems of these kinds, or does a dummy pretend to?"""
    return not kinds.isdisjoint(LAUNCH_KINDS.of(state)) or any(
        ship.design.among(kinds) for ship in state.ships.values()
    )


def launching_kinds(designs: Iterable[Design], groups: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return those groups of kinds of systems of which any design has one: they say which phases a battle has, which
    all may know."""
    every = tuple(designs)
    return frozenset[str]().union(*(group for group in groups if any(design.among(group) for design in every)))


def level_seen(ship: Ship) -> int:
    """Return how much whoever was given this ship knows of it."""
    marks = [mark for mark in ship.status_flags if mark.startswith(KNOWN)] if ship.status_flags else ()
    return int(marks[0].removeprefix(KNOWN)) if marks else ALL


def _hide(ship: Ship, level: int, number: int) -> None:
    """Leave of a ship what is known at a level below `ALL`: undamaged, and with no more systems than a scan has
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
    """Return a design with what is known of it at a level below `ALL`."""
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
    """Return the design of a bogey that is no ship: it flies as this one does, and has nothing else."""
    return replace(design, mounts=design.of("drive"), points=0, mass=0, about="")
