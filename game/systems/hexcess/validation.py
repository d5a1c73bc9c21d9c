"""What a battle file asks of ships that the game on hexes does not have (hex/1, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.formats.battle_schema import BattleFile, ShipEntry
from game.rules.scenario.validation import Unsupported, lost_track, off_rows, strangers
from game.rules.ships.design import Design
from game.systems.hexcess.fighters import STRIKES

SLOWEST_BASE, FASTEST_BASE = 1, 6
FASTEST_IN_AIR = {"none": 2, "partial": 4, "full": 6}  # near a planet, by streamlining


def misfits(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Courses through corners, ships in one hex, and what belongs to movement in open space."""
    taken: dict[tuple[float, float], str] = {}
    rocks = {cell for body in data.table.terrain if body.kind == "asteroid" for cell in body.hexes}
    yield from off_rows(data, library)
    yield from strangers(data, library, STRIKES)
    yield from lost_track(data, lambda entry: entry.away is not None, "Say on which course she left, as in away: {course: 8}.")
    for key, entry in data.ships.items():
        here = ("ships", key)
        if entry.fate:
            continue
        if entry.at in taken:
            yield (*here, "at"), f"{taken[entry.at]} is in this hex, and no two objects share one", ""
        elif entry.at in rocks:
            yield (*here, "at"), "an asteroid is in this hex, and no two objects share one", ""
        taken.setdefault(entry.at, entry.name)
        if design := library.get(entry.design):
            yield from _station(here, entry, design, near_a_planet(data), data.turn == 1)


def near_a_planet(data: BattleFile) -> bool:
    """Is the battle fought near a planet: one on the map or at its edge (hex/2.7/starbases)?"""
    return data.table.planet_edge is not None or any(body.kind == "planet" for body in data.table.terrain)


def begins(design: Design) -> dict[str, Any]:
    """What a new ship of a design begins with: a starbase has a velocity, for good (hex/2.7/starbases)."""
    return {} if design.thrust else {"velocity": SLOWEST_BASE}


def _station(here: tuple[str, ...], entry: ShipEntry, design: Design, planet: bool, first: bool) -> Iterator[Unsupported]:
    """What a starbase may do, near a planet by how she is streamlined; and what others may not (hex/2.7/starbases).

    After the first turn of a battle one may lie still: a planet has stopped her (hex/2.7/planets).
    """
    if design.thrust:
        if entry.rotates:
            yield (*here, "rotates"), "only a starbase rotates; ships turn by their drives", ""
        return
    fastest = FASTEST_IN_AIR[design.streamlining] if planet else FASTEST_BASE
    hint = f"Give a velocity from {SLOWEST_BASE} to {fastest}."
    if entry.velocity < SLOWEST_BASE and first:
        yield (*here, "velocity"), f"a starbase never lies still: she begins at velocity {SLOWEST_BASE} or more", hint
    elif entry.velocity > FASTEST_BASE:
        yield (*here, "velocity"), f"a starbase moves at {FASTEST_BASE} at most", hint
    elif entry.velocity > fastest:
        built = "not streamlined" if design.streamlining == "none" else "partly streamlined"
        yield (*here, "velocity"), f"near a planet a starbase that is {built} moves at {fastest} at most", hint
