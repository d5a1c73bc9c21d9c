"""The designs of the games and of the player, read from their folders and checked, with each fault located in
its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pydantic import BaseModel

from game.core.game_files import AnyFiles, ShipDesign
from game.core.installation import data_root
from game.core.names import key_fault
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.values import Data, Entry, House, Value
from game.formats.atomic_file import files_in, is_there
from game.formats.user_folders import DESIGNS, home
from game.formats.validation import BadFile, Document, Problem, document, read_model, refuse_foreign, validate
from game.formats.yaml_source import Steps, mapping

# keys of the only side and ship in a battle made to show a design, and of the target
YARD, SHIP, TARGET = "yard", "ship", "target"
OWN = "own"  # the fleet of the player's designs
FLEETS, NAMES = "fleets.yaml", "names.yaml"  # the names of fleets and of their ships, beside their folders of designs
ROOT = data_root()  # the folder of assets and scenarios


def design_folder(system: RuleSystem) -> Path:
    """Return the folder of a rule system's designs; it has a folder for each fleet."""
    return _folder(system.files)


def _folder(files: AnyFiles) -> Path:
    return ROOT / "assets" / "designs" / files.folder


def own_folder(system: RuleSystem) -> Path:
    """Return the folder of the player's own designs for a rule system; it need not exist."""
    return home() / DESIGNS / Path(system.files.folder).name


def designs_of(system: RuleSystem) -> Mapping[str, ShipDesign]:
    """Return every design for a rule system by key: those that come with the game, and the player's own that can be
    built. Raises BadFile."""
    shipped = library(design_folder(system), system.files)
    own = {path.stem: path for path in files_in(own_folder(system)) if path.stem not in shipped}
    return {**shipped, **{key: design for key, path in own.items() if (design := _built_own(path, system.files))}}


def _built_own(path: Path, files: AnyFiles) -> ShipDesign | None:
    """Return a player's own design if a battle may use it. Reads the file again only when it has changed."""
    try:
        here = path.stat()
    except OSError:
        return None
    return _own_design(path, files, here.st_mtime_ns, here.st_size)


@lru_cache(maxsize=500)
def _own_design(path: Path, files: AnyFiles, changed: int, size: int) -> ShipDesign | None:
    if key_fault(path.stem):
        return None
    try:
        doc = document(path)
        design = buildable(doc, (), path.stem, OWN, files)
        doc.settle()
    except BadFile:
        return None  # a draft, which the yard shows with its faults
    return design


def fleet_names(system: RuleSystem) -> dict[str, str]:
    """Return the names of the fleets of a rule system by the folders of their designs; empty without a file of
    names."""
    return {**{key: str(name) for key, name in _told_beside(system.files, FLEETS).items()}, OWN: "Your own"}


def ship_names(files: AnyFiles, fleet: str) -> tuple[str, ...]:
    """Return names, in order, for further ships of a design in a fleet that buys from this folder."""
    names = _told_beside(files, NAMES).get(fleet)
    return tuple(map(str, names)) if isinstance(names, list) else ()


@cache
def _told_beside(files: AnyFiles, name: str) -> Mapping[str, Value]:
    """Return the entry for each fleet in a file beside the folders of designs; empty without the file."""
    path = _folder(files) / name
    return read_names(path) if is_there(path) else {}


def read_names(path: Path) -> Mapping[str, Value]:
    """Return the entry for each fleet in a file of names: its own, or those of its ships. Raises BadFile."""
    doc, listed = document(path), path.name == NAMES
    found = {str(key): value for key, value in mapping(doc.data).items()}
    for key, value in found.items():
        names = value if listed and isinstance(value, list) else [None] if listed else [value]
        if not all(isinstance(one, str) for one in names):
            doc.complain((key,), "this must be a list of names" if listed else "this must be the name of a fleet")
    doc.settle()
    return found


def design_data(system: RuleSystem, key: str) -> Data:
    """Return the design file of this key as plain data."""
    path = next(design_folder(system).glob(f"*/{key}.yaml"), own_folder(system) / f"{key}.yaml")
    return read_model(path, system.files.design).model_dump(mode="json", by_alias=True, exclude_defaults=True)


def own_designs(doc: Document, files: AnyFiles) -> dict[str, ShipDesign]:
    """Return the designs inside a battle file; report those that cannot be read or built."""
    given, found = doc.at(("designs",)), {}
    for key in given if isinstance(given, dict) else ():
        if design := buildable(doc, ("designs", key), key, "", files):
            found[key] = design
    return found


def buildable(doc: Document, at: Steps, key: str, fleet: str, files: AnyFiles) -> ShipDesign | None:
    """Return the design at a path of a document; if it cannot be read or built, record why in the document and return
    None."""
    model = validate(doc, files.design, at)
    if model is None:
        return None
    design: ShipDesign = files.build_design(model, key, fleet)
    for fault in files.faults(design):
        here = (*at, *files.field_of(model, fault.at))
        doc.complain(here, fault.why, key=isinstance(doc.at(here), dict | list))
    return design


def is_fleet(data: Value) -> bool:
    """Return whether a file describes a fleet, with a field missing or not, and no sides of a battle."""
    if not isinstance(data, dict) or {"sides", "title"} & data.keys():
        return False
    listed = "system" in data and isinstance(data.get("ships"), list)
    return len({"fleet", "system", "of"} & data.keys()) + listed >= 2


@dataclass(frozen=True)
class DesignOnFile:
    """A player's own design: the model and the document of its file, and its game."""

    design: ShipDesign
    model: BaseModel
    document: Document
    system: RuleSystem

    @property
    def entry(self) -> Entry:
        """The contents of its file."""
        return mapping(self.document.data)


def read_design(path: Path, systems: Iterable[RuleSystem], fleet: str = "") -> DesignOnFile:
    """Read a design file, buildable or not, for the first game that can read it. Raises BadFile with the errors of the
    game it comes nearest to."""
    failed: list[BadFile] = []
    for system in {one.files.design: one for one in reversed([*systems])}.values():
        doc = document(path)
        if is_fleet(doc.data):
            raise BadFile((doc.problem((), "this is a fleet, not a design"),))
        try:
            model = validate(doc, system.files.design)
            doc.settle()
        except BadFile as bad:
            failed.insert(0, bad)
            continue
        if model is not None:
            return DesignOnFile(system.files.build_design(model, path.stem, fleet), model, doc, system)
    refuse_foreign(document(path))
    raise min(failed, key=lambda bad: len(bad.problems))


@cache
def library(folder: Path, files: AnyFiles) -> dict[str, ShipDesign]:
    """Return every design under a folder by key: fleets are its folders, keys the names of their files. Raises BadFile
    with all problems of all files: a design that cannot be built, a key used by two fleets, a key that no battle file
    could name."""
    found: dict[str, ShipDesign] = {}
    problems: list[Problem] = []
    for path in files_in(folder, "*/*.yaml"):
        key, fleet = path.stem, path.parent.name
        if fault := key_fault(key):
            problems.append(Problem(str(path), 0, 0, "", f"as the name of a design, {fault}", "Rename the file."))
        elif key in found:
            problems.append(Problem(str(path), 0, 0, "", f"the fleet {found[key].fleet} has a design {key} too"))
        else:
            try:
                doc = document(path)
                design = buildable(doc, (), key, fleet, files)
                doc.settle()
                found |= {key: design} if design else {}
            except BadFile as bad:
                problems += bad.problems
    if problems:
        raise BadFile(tuple(problems))
    return found


def laid_up(
    system: RuleSystem,
    design: ShipDesign,
    name: str = "",
    house: House | None = None,
    target: ShipDesign | None = None,
    quality: str = "",
) -> AnyState:
    """Return a battle of one undamaged ship of a design, with a crew of this quality, and a target on another side. It
    is played under these house rules, or else those of the shipyard."""
    ship = {"side": YARD, "design": design.key, "name": name or design.name, "at": (36.0, 24.0), "course": 12}
    ship |= {"quality": quality} if quality else {}
    sides, ships, designs = {YARD: {"name": "Yard"}}, {SHIP: ship}, {design.key: design}
    if target is not None:
        sides[TARGET] = {"name": "Target"}
        ships[TARGET] = {**ship, "side": TARGET, "design": TARGET, "name": target.name, "at": (36.0, 34.0)}
        designs[TARGET] = target
    file = system.files.battle.model_validate(
        {"title": design.name, "system": system.key, "sides": sides, "ships": ships}
    )
    if house is None:
        known = {rule.key for rule in system.house}
        wanted = system.files.yard_rules(design)
        house = system.settings({key: value for key, value in wanted.items() if key in known})
    return system.files.set_up(file, designs, dict(house))
