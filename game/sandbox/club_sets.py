"""A club's sets of house rules, each a named file in the player's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.battle.loader import judge_house
from game.core.names import name_fault
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.core.values import HouseValue
from game.formats.atomic_file import files_in, make_folder, write_whole
from game.formats.user_folders import free_path, home
from game.formats.validation import BadFile, Versioned, validate
from game.formats.yaml_source import document
from game.formats.yaml_writer import block

FOLDER = "house rules"
RULE = "table/house-rules"


class ClubSetFile(Versioned):
    """The file of a set: its game, and the rules that differ from the defaults."""

    title: str
    system: str
    house: dict[str, bool | int | str]


@dataclass(frozen=True)
class ClubSet:
    """A set of house rules; `fault` says why it cannot be used, with the position in its file, or is empty."""

    title: str
    house: Mapping[str, HouseValue]
    path: Path
    fault: str = ""


def club_sets(system: RuleSystem) -> list[ClubSet]:
    """Return the sets of a game by name, and after them files that cannot be read, or set a rule the game does not
    have."""
    found = []
    for path in files_in(home() / FOLDER):
        try:
            doc = document(path)
            file = validate(doc, ClubSetFile)
            if file is not None and file.system == system.key:
                judge_house(doc, system)
            doc.settle()
            if file is not None and file.system == system.key:
                found.append(ClubSet(file.title, file.house, path))
        except BadFile as why:
            found.append(ClubSet(path.name, {}, path, str(why)))
    return sorted(found, key=lambda one: (bool(one.fault), one.title.casefold()))


def keep_set(system: RuleSystem, title: str, house: Mapping[str, HouseValue]) -> Path:
    """Save house rules under a name, replacing the set of that name. Raises Illegal and CannotSave."""
    title = title.strip()
    if fault := name_fault(title):
        raise Illegal(fault if title else "a set of rules needs a name", RULE)
    usual, now = system.settings({}), system.settings(house)
    data = {rule.key: now[rule.key] for rule in system.house if now[rule.key] != usual[rule.key]}
    known = {one.title.casefold(): one.path for one in club_sets(system) if not one.fault}
    path = known.get(title.casefold()) or free_path(make_folder(home() / FOLDER), title)
    text = block({"version": 1, "title": title, "system": system.key, "house": data})
    write_whole(path, text.encode("utf-8"))
    return path
