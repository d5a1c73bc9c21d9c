"""Names of fighter groups: from the battle file, the design, or a list for the group's side and type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from zlib import crc32

from pydantic import RootModel

from game.core.installation import data_root
from game.core.orders import Id
from game.formats.validation import read_model
from game.rules.ships.ship import Ship

FILE = data_root() / "assets" / "names" / "fighter_groups.yaml"
HANGAR, STANDARD = "hangar", "standard"


class GroupNames(RootModel[list[dict[str, list[str]]]]):
    """The file of names: a table for each side, with a list for each type."""


@cache
def group_names() -> tuple[Mapping[str, Sequence[str]], ...]:
    """Return the names by type, for each side in the order of a battle's sides. Raise BadFile for a file in any other
    form."""
    return tuple(read_model(FILE, GroupNames).root)


def name_groups(ships: Mapping[Id, Ship], sides: Sequence[Id], written: Mapping[Id, Mapping[str, str]]) -> None:
    """Name the group in each hangar of each ship. No name is used twice unless the battle file does so. `written` are
    the names in the battle file, by ship and hangar. A ship's first index in its list is derived from its key, so that
    a name reveals nothing about the other ships of its side."""
    taken = {ship.name for ship in ships.values()} | {name for names in written.values() for name in names.values()}
    for ship in ships.values():
        given, designed = written.get(ship.id, {}), dict(ship.design.groups)
        for mount in ship.design.of(HANGAR):
            wanted = (designed[mount.key],) if mount.key in designed else ()
            listed = chain(wanted, _endless_names(ship.id, sides.index(ship.side), mount.mode))
            name = given.get(mount.key) or next(one for one in listed if one not in taken)
            taken.add(name)
            ship.groups[mount.key] = name


def _endless_names(key: Id, seat: int, mode: str) -> Iterator[str]:
    """Yield the names of a side and type endlessly, from a place in the list derived from a ship's key. After the last
    name, they are numbered."""
    tables = group_names()
    table = tables[seat % len(tables)]
    names = next((found for kind, found in table.items() if mode.startswith(kind)), table[STANDARD])
    start, round_about = crc32(key.encode()), 0
    while True:
        round_about += 1
        for step in range(len(names)):
            name = names[(start + step) % len(names)]
            yield name if round_about == 1 else f"{name} {round_about}"
