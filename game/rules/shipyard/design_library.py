"""Designs judged as they are read, each where it stands in its file, and the folders of designs that come with the games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.core.names import key_fault
from game.formats.atomic_file import files_in
from game.formats.validation import BadFile, Document, Problem, document, validated
from game.formats.yaml_source import Steps
from game.rules.ships.design import Design
from game.rules.shipyard.build_rules import refusals
from game.rules.shipyard.design_schema import DesignFile, field_of
from game.rules.shipyard.pricing import design_of


def buildable(doc: Document, at: Steps, key: str, fleet: str) -> Design | None:
    """The design at a path of a document; None if it cannot be read. The document keeps why it cannot be read or built."""
    model = validated(doc, DesignFile, at)
    if model is None:
        return None
    design = design_of(model, key, fleet)
    for why in refusals(design):
        here = (*at, *field_of(model, why.at))
        doc.complain(here, str(why), key=isinstance(doc.at(here), dict | list))
    return design


@cache
def library(folder: Path) -> dict[str, Design]:
    """Every design under a folder by key: fleets are its folders, keys the names of their files.

    Raises BadFile with all problems of all files: a design that cannot be built is one, and a key that two fleets use, or
    that no battle file could name.
    """
    found: dict[str, Design] = {}
    problems: list[Problem] = []
    for path in files_in(folder, "*/*.yaml"):
        key, fleet = path.stem, path.parent.name
        if fault := key_fault(key):
            problems.append(Problem(str(path), 0, 0, "", f"as the name of a design, {fault}", "Rename the file."))
        elif key in found:
            problems.append(Problem(str(path), 0, 0, "", f"the fleet {found[key].fleet} has a design {key} too"))
        else:
            try:
                if design := _settled(path, key, fleet):
                    found[key] = design
            except BadFile as bad:
                problems += bad.problems
    if problems:
        raise BadFile(tuple(problems))
    return found


def _settled(path: Path, key: str, fleet: str) -> Design | None:
    """The design of one file. Raises BadFile with all that is wrong with it."""
    doc = document(path)
    design = buildable(doc, (), key, fleet)
    doc.settle()
    return design
