"""The designs that come with the games, read from their folders and checked, with each fault placed in its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel

from game.core.game_files import AnyFiles, ShipDesign
from game.core.installation import data_root
from game.core.names import key_fault
from game.core.system import RuleSystem
from game.core.values import Data
from game.formats.atomic_file import files_in, is_there
from game.formats.validation import BadFile, Document, Problem, document, read, refuse_foreign, validated
from game.formats.yaml_source import Steps, mapping

ROOT = data_root()  # the folder of assets and scenarios


def design_folder(system: RuleSystem) -> Path:
    """Return where the designs of a rule system are kept, a folder for each fleet."""
    return ROOT / "assets" / "designs" / system.files.folder


def designs_of(system: RuleSystem) -> Mapping[str, ShipDesign]:
    """Return every design that comes with the game for a rule system, by key. Raises BadFile."""
    return library(design_folder(system), system.files)


def fleet_names(system: RuleSystem) -> dict[str, str]:
    """Return the names of the fleets of a rule system by the folders of their designs; empty without a file of
    names."""
    path = design_folder(system) / "fleets.yaml"
    named = mapping(document(path).data) if is_there(path) else {}
    return {str(key): str(name) for key, name in named.items()}


def design_data(system: RuleSystem, key: str) -> Data:
    """Return the design file of this key as plain data."""
    path = next(design_folder(system).glob(f"*/{key}.yaml"))
    return read(path, system.files.design).model_dump(mode="json", by_alias=True, exclude_defaults=True)


def own_designs(doc: Document, files: AnyFiles) -> dict[str, ShipDesign]:
    """Return the designs inside a battle file; report those that cannot be read or built."""
    given, found = doc.at(("designs",)), {}
    for key in given if isinstance(given, dict) else ():
        if design := buildable(doc, ("designs", key), key, "", files):
            found[key] = design
    return found


def buildable(doc: Document, at: Steps, key: str, fleet: str, files: AnyFiles) -> ShipDesign | None:
    """Return the design at a path of a document, or None if it cannot be read. The document records why it cannot be
    read or built."""
    model = validated(doc, files.design, at)
    if model is None:
        return None
    design: ShipDesign = files.built(model, key, fleet)
    for fault in files.faults(design):
        here = (*at, *files.field_of(model, fault.at))
        doc.complain(here, fault.why, key=isinstance(doc.at(here), dict | list))
    return design


@dataclass(frozen=True)
class DesignOnFile:
    """A player's own design: the model and the document of its file, and its game."""

    design: ShipDesign
    model: BaseModel
    document: Document
    system: RuleSystem


def read_design(path: Path, systems: Iterable[RuleSystem], fleet: str = "") -> DesignOnFile:
    """Read a design file, buildable or not, as that of the first game that can read it.

    Raises BadFile with the errors of the game it comes nearest to.
    """
    failed: list[BadFile] = []
    for system in {one.files.design: one for one in reversed([*systems])}.values():
        doc = document(path)
        refuse_foreign(doc)
        try:
            model = validated(doc, system.files.design)
            doc.settle()
        except BadFile as bad:
            failed.insert(0, bad)
            continue
        if model is not None:
            return DesignOnFile(system.files.built(model, path.stem, fleet), model, doc, system)
    raise min(failed, key=lambda bad: len(bad.problems))


@cache
def library(folder: Path, files: AnyFiles) -> dict[str, ShipDesign]:
    """Return every design under a folder by key: fleets are its folders, keys the names of their files.

    Raises BadFile with all problems of all files: a design that cannot be built, a key used by two fleets, a key that
    no battle file could name.
    """
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
