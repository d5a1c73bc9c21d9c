"""The ships of battles, whole or as they are now, and designs, as ships to print."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.battle.designs import (
    FLEETS,
    NAMES,
    SHIP,
    design_folder,
    designs_of,
    fleet_names,
    is_fleet,
    laid_up,
    read_design,
)
from game.battle.loader import open_battle
from game.battle.seats import seen_by
from game.battle.view import View
from game.core.game_files import ShipDesign
from game.core.orders import Id
from game.core.paper import unmarked
from game.core.system import RuleSystem
from game.fleets.fleet import Fleet, read_fleet
from game.formats.atomic_file import files_in
from game.formats.validation import document
from game.paper.layout import PrintedShip

BATTLES = ("ships", "sides", "script")  # fields that only battle files have


def design_to_print(
    system: RuleSystem, design: ShipDesign, fleet: str = "", name: str = "", quality: str = ""
) -> PrintedShip:
    """Return a design as a ship to print; by default it has the name of the design and the usual crew."""
    state = laid_up(system, design, name, quality=quality)
    return PrintedShip(system.sheet(state, SHIP, None), unmarked(system.paper_sheet(state, SHIP)), fleet, system, state)


def battle_to_print(view: View, title: str, as_now: bool = False) -> list[PrintedShip]:
    """Return the ships of a battle whose sheets a seat may read: whole, or as they are now. A ship that was not known
    to be there is left out."""
    system = view.system
    state: Any = view.state  # every game's ships have a design
    found = []
    for key, ship in state.ships.items():
        sheet = system.sheet(state, key, None)
        if not (sheet.read and sheet.guns_read):
            continue
        built = laid_up(system, state.ships[key].design, ship.name, state.house)
        paper = system.paper_sheet(state, key) if as_now else unmarked(system.paper_sheet(built, SHIP))
        side = state.sides[ship.side].name if ship.side in state.sides else ""
        found.append(PrintedShip(system.sheet(built, SHIP, None), paper, side, system, state, title))
    return found


def fleet_to_print(system: RuleSystem, designs: Mapping[str, ShipDesign], fleet: Fleet) -> list[PrintedShip]:
    """Return the ships of a fleet, as they were built."""
    return [design_to_print(system, designs[one.design], fleet.name, one.name, one.quality) for one in fleet.ships]


@dataclass(frozen=True)
class Printing:
    """Ships to print, and the title of their pages."""

    title: str
    ships: list[PrintedShip]


def files_to_print(
    paths: Sequence[Path], systems: Iterable[RuleSystem], side: Id | None = None, as_now: bool = False
) -> Printing:
    """Return the ships of battle, fleet and design files, and of folders of these. Of a battle under way they are those
    that the side, or everybody, may know. Raises BadFile, and NoSeat for a side that there is not."""
    games, found, titles = [*systems], list[PrintedShip](), list[str]()
    for path in paths:
        if not os.path.isdir(path):
            titles.append(_file(path, games, side, as_now, found))
            continue
        for one in files_in(path, "**/*.yaml"):
            if one.name not in (FLEETS, NAMES):
                _file(one, games, side, as_now, found)
        titles.append(fleet_of(path / FLEETS, games) or path.name or "Ships")
    return Printing(titles[0] if len(titles) == 1 else "Ships", found)


def _file(path: Path, games: Sequence[RuleSystem], side: Id | None, as_now: bool, found: list[PrintedShip]) -> str:
    """Add the ships of a file; return the title of the battle, or the name of the fleet or design."""
    data = document(path).data
    if is_fleet(data):
        saved = read_fleet(path, {one.key: one for one in games})
        found += fleet_to_print(saved.system, designs_of(saved.system), saved.fleet)
        return saved.fleet.name
    if isinstance(data, dict) and not data.keys().isdisjoint(BATTLES):
        opened = open_battle(path)
        found += battle_to_print(seen_by(opened, side), opened.file.title, as_now)
        return opened.file.title
    mine = [system for system in games if path.resolve().parent.parent == design_folder(system).resolve()]
    read = read_design(path, mine or games)
    found.append(design_to_print(read.system, read.design, fleet_of(path, games)))
    return read.design.name


def fleet_of(path: Path, games: Iterable[RuleSystem]) -> str:
    """Return the name of the fleet in whose folder a design that comes with the games lies; empty for others."""
    for system in games:
        if path.resolve().parent.parent == design_folder(system).resolve():
            return fleet_names(system).get(path.parent.name, "")
    return ""
