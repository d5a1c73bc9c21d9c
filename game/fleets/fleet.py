"""Fleets bought by points, and their files in the player's own folder."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from game.battle.designs import OWN, designs_of, is_fleet
from game.core.game_files import ShipDesign, model_of, price_with_crew
from game.core.names import LONGEST_NAME, Key, Name, Said
from game.core.system import RuleSystem
from game.core.values import Data, Entry
from game.formats.atomic_file import files_in, make_folder, write_whole
from game.formats.battle_schema import Names
from game.formats.user_folders import free_path, home
from game.formats.validation import BadFile, Document, Problem, Strict, Versioned, document, known_words, validate
from game.formats.yaml_writer import block

FLEETS = "fleets"  # the folder of the player's fleets
RULE = "table/fleets"
MOST, MOST_BATTLES = 200, 500  # ships in a fleet, and battles in its history

Price = Callable[[str, str], int]  # of a design, by its key, with a crew of a quality, empty for the usual one


class FleetShipEntry(Strict):
    """A ship of a fleet: its design, its name, the quality of its crew where one was bought, and what it cost when the
    file was written. `left` are the fields of a battle file that earlier battles have changed, and `kills` the ships
    that it put out of play in them."""

    design: Key
    name: Name
    quality: Name = ""
    points: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    left: Data = Field(default={})
    kills: Names = Field(default=[])


class FleetFile(Versioned):
    """A file of one fleet: its name, its game, the folder of designs it was bought from, and a line for each battle
    that it has fought."""

    fleet: Name
    system: str
    of: Name = ""
    ships: Annotated[list[FleetShipEntry], Field(max_length=MOST)]
    history: list[Said] = Field(default=[], max_length=MOST_BATTLES)


@dataclass(frozen=True)
class FleetShip:
    """A ship that was bought; `paid` is its price when its fleet was saved, None for a new one. `left` are the fields
    of its battle file that earlier battles have changed, `kills` the ships it put out of play. `quality` is that of its
    crew, empty where nothing is said of it."""

    design: str
    name: str
    paid: int | None = None
    left: Entry = field(default_factory=dict)
    kills: tuple[str, ...] = ()
    quality: str = ""

    @property
    def entry(self) -> Entry:
        """Its fields in a battle file besides design, name and place."""
        return {**self.left, "quality": self.quality} if self.quality else self.left


@dataclass(frozen=True)
class Fleet:
    """Ships under a name; `of` is the folder of designs that it is mainly bought from, `history` a line for each battle
    that it has fought."""

    name: str
    of: str
    ships: tuple[FleetShip, ...] = ()
    history: tuple[str, ...] = ()

    def points(self, price: Price) -> int:
        """Return the sum of the prices as they are now."""
        return sum(price(ship.design, ship.quality) for ship in self.ships)

    def count(self, design: str) -> int:
        return sum(ship.design == design for ship in self.ships)

    @property
    def designs(self) -> tuple[str, ...]:
        """Each design once, in the order of the ships."""
        return tuple(dict.fromkeys(ship.design for ship in self.ships))

    def price_changes(self, price: Price) -> dict[str, tuple[int, int]]:
        """Return the old and the new price of each design that has changed since the fleet was saved."""
        changed = dict[str, tuple[int, int]]()
        for one in self.ships:
            if one.paid is not None and one.paid != (now := price(one.design, one.quality)):
                changed.setdefault(one.design, (one.paid, now))
        return changed

    def with_ships(self, design: ShipDesign, count: int, names: Sequence[str] = ()) -> Fleet:
        """Return the fleet with that many ships of a design: new ones stand behind those that it has, the last ones
        go first. The first is called as its design, others by the first free one of `names`."""
        had = [ship for ship in self.ships if ship.design == design.key]
        if count <= len(had):
            gone = set(map(id, had[count:]))
            return replace(self, ships=tuple(ship for ship in self.ships if id(ship) not in gone))
        ships, taken = list(self.ships), {ship.name for ship in self.ships}
        place = max((n for n, ship in enumerate(ships, 1) if ship.design == design.key), default=len(ships))
        for _ in range(count - len(had)):
            name = free_name(design.name, taken, names)
            taken.add(name)
            ships.insert(place, FleetShip(design.key, name))
            place += 1
        return replace(self, ships=tuple(ships))

    def renamed(self, index: int, name: str) -> Fleet:
        """Return the fleet with another name for one of its ships."""
        ships = list(self.ships)
        ships[index] = replace(ships[index], name=name)
        return replace(self, ships=tuple(ships))

    def with_crew(self, index: int, quality: str) -> Fleet:
        """Return the fleet with another crew for one of its ships, which costs what it costs now."""
        ships = list(self.ships)
        ships[index] = replace(ships[index], quality=quality, paid=None)
        return replace(self, ships=tuple(ships))

    def moved(self, design: str, to: int) -> Fleet:
        """Return the fleet with the ships of a design at another place among its designs."""
        order = [key for key in self.designs if key != design]
        order.insert(to, design)
        return replace(self, ships=tuple(ship for key in order for ship in self.ships if ship.design == key))

    def file(self, system: RuleSystem) -> Data:
        """Return its file, with today's prices."""
        ships, price = [], list_price(system)
        for one in self.ships:
            ship: Data = {"design": one.design, "name": one.name, "points": price(one.design, one.quality)}
            more = {"quality": one.quality, "left": dict(one.left), "kills": list(one.kills)}
            ships.append({**ship, **{name: value for name, value in more.items() if value}})
        fought = {"history": list(self.history)} if self.history else {}
        return {"version": 1, "fleet": self.name, "system": system.key, "of": self.of, "ships": ships, **fought}


def list_price(system: RuleSystem, designs: Mapping[str, ShipDesign] | None = None) -> Price:
    """Return the prices of a game without house rules, by default of the designs that there are now."""
    known = designs_of(system) if designs is None else designs
    return lambda design, crew: price_with_crew(system.files, known[design], crew)


def free_name(stem: str, taken: Iterable[str], names: Iterable[str] = ()) -> str:
    """Return an unused name for a ship: Curlew, the first free one of `names`, then Curlew 2, Curlew 3."""
    used = set(taken)
    numbered = (f"{stem} {n}" for n in range(2, len(used) + 2))
    return next(name for name in chain((stem,), names, numbered) if name not in used)


def free_fleet_name(name: str, saved: Iterable[str]) -> str:
    """Return a name for a fleet that no saved one has: Home squadron, or Home squadron 2."""
    taken = {one.casefold() for one in saved}
    base = re.sub(r" \d+\Z", "", name)[: LONGEST_NAME - len(" 9999")]
    numbered = (f"{base} {n}" for n in itertools.count(2))
    return next(one for one in chain((name,), numbered) if one.casefold() not in taken)


# -- files -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SavedFleet:
    """A fleet and its file."""

    path: Path
    fleet: Fleet
    system: RuleSystem
    document: Document = field(repr=False, compare=False)

    def price(self, design: str, crew: str = "") -> int:
        """Return the price of a design as it is now."""
        return list_price(self.system)(design, crew)

    def changes(self) -> list[Problem]:
        """Return a remark on each design that has changed since the fleet was saved, with both prices."""
        designs, found = designs_of(self.system), []
        keys = [ship.design for ship in self.fleet.ships]
        for key, (old, now) in self.fleet.price_changes(self.price).items():
            words = f"{designs[key].name} cost {old} points when this fleet was saved, and costs {now} now"
            found.append(self.document.problem(("ships", keys.index(key), "points"), words))
        return found


def fleets_folder() -> Path:
    """Return the folder of the player's fleets; it need not exist."""
    return home() / FLEETS


def read_fleet(path: Path | str, systems: Mapping[str, RuleSystem]) -> SavedFleet:
    """Read the file of a fleet. Raises BadFile with all of its faults."""
    doc = document(path)
    data = doc.at(())
    if not isinstance(data, dict) or "fleet" not in data:
        why = "this fleet has no name" if is_fleet(data) else "this is not a fleet"
        raise BadFile((doc.problem((), why, "A fleet has a line such as 'fleet: Home squadron'."),))
    file = validate(doc, FleetFile)
    system = _system(doc, systems)
    if system is not None:
        _check_designs(doc, system)
    doc.settle()
    if file is None or system is None:
        raise BadFile((doc.problem((), "this is not a fleet"),))
    fleet = Fleet(file.fleet, file.of, tuple(map(_ship, file.ships)), tuple(file.history))
    return SavedFleet(Path(path), fleet, system, doc)


def _ship(entry: FleetShipEntry) -> FleetShip:
    """Return a ship by its entry. Older files have the quality of its crew among what battles have left."""
    left = dict(entry.left)
    quality = str(left.pop("quality", ""))
    return FleetShip(entry.design, entry.name, entry.points, left, tuple(entry.kills), entry.quality or quality)


def _system(doc: Document, systems: Mapping[str, RuleSystem]) -> RuleSystem | None:
    key = doc.at(("system",))
    if isinstance(key, str) and key not in systems:
        doc.complain(("system",), f"there is no game '{key}'", known_words(key, systems))
    return systems.get(key) if isinstance(key, str) else None


def _check_designs(doc: Document, system: RuleSystem) -> None:
    known, ships, of = designs_of(system), doc.at(("ships",)), doc.at(("of",))
    folders = {OWN, *(one.fleet for one in known.values())}
    if of and isinstance(of, str) and of not in folders:
        doc.complain(("of",), f"{system.title} has no fleet '{of}'", known_words(of, folders))
    for index, ship in enumerate(ships if isinstance(ships, list) else ()):
        design = ship.get("design") if isinstance(ship, dict) else None
        if isinstance(design, str) and design not in known:
            words = f"there is no design '{design}' that a battle of this game could use"
            doc.complain(("ships", index, "design"), words, known_words(design, known))
        crew, crews = ship.get("quality") if isinstance(ship, dict) else None, system.files.crews
        if isinstance(crew, str) and crew not in crews:
            words = f"there is no {crew} crew" if crews else f"{system.title} has no crews of several qualities"
            doc.complain(("ships", index, "quality"), words, known_words(crew, crews) if crews else "")
        if isinstance(ship, dict) and isinstance(ship.get("left"), dict):
            _check_left(doc, index, ship["left"], system)


def _check_left(doc: Document, index: int, left: Entry, system: RuleSystem) -> None:
    """Report what a battle cannot have left of a ship."""
    entry = {"side": "own", "design": "any", "at": [0, 0], "course": 12}
    for name, value in left.items():
        at = ("ships", index, "left", name)
        if name not in system.files.kept:
            doc.complain(at, f"a battle leaves no '{name}'", known_words(str(name), system.files.kept), key=True)
            continue
        try:
            model_of(system.files.battle, "ships").model_validate({**entry, name: value})
        except ValidationError as error:
            doc.complain(at, f"'{name}' cannot be that: {error.errors()[0]['msg']}")


def saved_fleets(system: RuleSystem, systems: Mapping[str, RuleSystem]) -> tuple[list[SavedFleet], list[BadFile]]:
    """Return the player's fleets of a game by name, and what is wrong with the files that cannot be read."""
    found, bad = list[SavedFleet](), list[BadFile]()
    for path in files_in(fleets_folder()):
        try:
            saved = read_fleet(path, systems)
        except BadFile as faults:
            bad.append(faults)
            continue
        if saved.system is system:
            found.append(saved)
    return sorted(found, key=lambda one: one.fleet.name.casefold()), bad


def save_fleet(fleet: Fleet, system: RuleSystem, path: Path | None = None) -> Path:
    """Write a fleet into its file, by default a new one named after it; return the path. Raises CannotSave."""
    path = path or free_path(make_folder(fleets_folder()), fleet.name)
    write_whole(path, block(fleet.file(system)).encode())
    return path
