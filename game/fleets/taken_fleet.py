"""The fleet of a file of another program, written as a fleet of the player's: designs and names of its ships."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from game.battle.designs import OWN, designs_of
from game.core.names import name_fault
from game.exchange.files import WrittenDesign
from game.exchange.taken import SYSTEM, Imported
from game.fleets.fleet import MOST, Fleet, FleetShip, fleets_folder, free_fleet_name, free_name, saved_fleets
from game.formats.atomic_file import make_folder, write_whole
from game.formats.problems import BadFile
from game.formats.user_folders import free_path
from game.formats.yaml_source import bytes_of
from game.formats.yaml_writer import block


@dataclass(frozen=True)
class WrittenFleet:
    """A fleet, its number of ships, where it was written, None without ships, and sentences about ships left out."""

    name: str
    ships: int
    path: Path | None
    told: tuple[str, ...] = ()


def write_fleet(found: Imported, written: Sequence[WrittenDesign]) -> WrittenFleet | None:
    """Write the fleet of a file whose designs stand among the player's own, never over another; None without one.
    Raises CannotSave."""
    if found.fleet is None or not found.fleet.ships:
        return None
    keys = {one: place.path.stem for one, place in zip(found.designs, written)}
    known = designs_of(SYSTEM)
    own = {one.name: key for key, one in known.items() if one.fleet == OWN}
    ships, lost = list[FleetShip](), Counter[str]()
    for design, name in found.fleet.ships:
        if isinstance(design, str):
            called, key, why = design, own.get(design, ""), "is not among your own designs"
        else:
            called, key, why = design.design.name, keys[design], "cannot be built yet"
        if key not in known:
            lost[f"{called} {why}"] += 1
        elif len(ships) == MOST:
            lost[f"A fleet has {MOST} ships at most"] += 1
        else:
            stem = called if not name or name_fault(name) else name
            ships.append(FleetShip(key, free_name(stem, (one.name for one in ships))))
    told = tuple(f"{why}: {many} of its ships left out." for why, many in lost.items())
    if not ships:
        return WrittenFleet(found.fleet.name, 0, None, told)
    fleet, folder = Fleet(found.fleet.name, OWN, tuple(ships)), make_folder(fleets_folder())
    saved, _ = saved_fleets(SYSTEM, {SYSTEM.key: SYSTEM})
    for one in saved:
        if _holds(one.path, _text(replace(fleet, name=one.fleet.name))) and _is_numbered(one.fleet.name, fleet.name):
            return WrittenFleet(one.fleet.name, len(ships), one.path, told)
    name = free_fleet_name(fleet.name, (one.fleet.name for one in saved))
    if name != fleet.name:
        told = (*told, f"There is another {fleet.name} already, so it is called {name}.")
    path = free_path(folder, name)
    write_whole(path, _text(replace(fleet, name=name)))
    return WrittenFleet(name, len(ships), path, told)


def _text(fleet: Fleet) -> bytes:
    """Return the file of a fleet, with the prices of today."""
    return block(fleet.file(SYSTEM)).encode()


def _is_numbered(name: str, first: str) -> bool:
    """Return whether a name is `first`, alone or with a number after it."""
    return bool(re.fullmatch(re.escape(first) + r"( \d+)?", name))


def _holds(path: Path, text: bytes) -> bool:
    try:
        return bytes_of(path) == text
    except BadFile:
        return False
