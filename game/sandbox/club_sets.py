"""Sets of house rules that a club plays by, each a file with a name in the player's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.names import name_fault
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.core.values import HouseValue
from game.formats.atomic_file import files_in, made, write_whole
from game.formats.user_folders import free_path, home
from game.formats.validation import BadFile, Versioned, read
from game.formats.yaml_writer import block

FOLDER = "house rules"
RULE = "table/house-rules"


class ClubSetFile(Versioned):
    """The file of a set: for which game, and the rules that differ from what nobody chose."""

    title: str
    system: str
    house: dict[str, bool | int | str]


@dataclass(frozen=True)
class ClubSet:
    """A set that can be read."""

    title: str
    house: Mapping[str, HouseValue]
    path: Path


def club_sets(system: RuleSystem) -> list[ClubSet]:
    """The sets of a game by name. Files that cannot be read, or set what the game has not, are left out."""
    found = []
    for path in files_in(home() / FOLDER):
        try:
            file = read(path, ClubSetFile)
            if file.system == system.key:
                system.settings(file.house)
                found.append(ClubSet(file.title, file.house, path))
        except (BadFile, ValueError):
            continue
    return sorted(found, key=lambda one: one.title.casefold())


def keep_set(system: RuleSystem, title: str, house: Mapping[str, HouseValue]) -> Path:
    """Keep house rules under a name, in place of the set of that name. Raises Illegal and CannotSave."""
    title = title.strip()
    if fault := name_fault(title):
        raise Illegal(fault if title else "a set of rules needs a name", RULE)
    usual, now = system.settings({}), system.settings(house)
    data = {rule.key: now[rule.key] for rule in system.house if now[rule.key] != usual[rule.key]}
    known = {one.title.casefold(): one.path for one in club_sets(system)}
    path = known.get(title.casefold()) or free_path(made(home() / FOLDER), title)
    text = block({"version": 1, "title": title, "system": system.key, "house": data})
    write_whole(path, text.encode("utf-8"))
    return path
