"""Names of fighter groups: from the battle file, from their design, or from a list for their side and type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from zlib import crc32

from pydantic import RootModel

from game.core.installation import data_root
from game.core.orders import Id
from game.formats.validation import read
from game.rules.ships.ship import Ship

FILE = data_root() / "assets" / "names" / "fighter_groups.yaml"
HANGAR, STANDARD = "hangar", "standard"


class GroupNames(RootModel[list[dict[str, list[str]]]]):
    """The file of names: a table a side, and in it a list a type."""


@cache
def group_names() -> tuple[Mapping[str, Sequence[str]], ...]:
    """Return the names by side, in the order of the sides of a battle, and by type. Raises BadFile if the file is none
    of them."""
    return tuple(read(FILE, GroupNames).root)


def name_groups(ships: Mapping[Id, Ship], sides: Sequence[Id], written: Mapping[Id, Mapping[str, str]]) -> None:
    """Give each hangar of each ship the name of its group, no name twice unless the battle file has it twice.

    `written` are the names in the battle file, by ship and hangar. Where in its list a ship begins follows from its
    key, so that a name tells nothing of the other ships of its side.
    """
    taken = {ship.name for ship in ships.values()} | {name for names in written.values() for name in names.values()}
    for ship in ships.values():
        given, designed = written.get(ship.id, {}), dict(ship.design.groups)
        for mount in ship.design.of(HANGAR):
            wanted = (designed[mount.key],) if mount.key in designed else ()
            listed = chain(wanted, _listed(ship.id, sides.index(ship.side), mount.mode))
            name = given.get(mount.key) or next(one for one in listed if one not in taken)
            taken.add(name)
            ship.groups[mount.key] = name


def _listed(key: Id, seat: int, mode: str) -> Iterator[str]:
    """Yield the names of a side and type without end, from a place in the list that follows from a ship; after all of
    them numbered."""
    tables = group_names()
    table = tables[seat % len(tables)]
    names = next((found for kind, found in table.items() if mode.startswith(kind)), table[STANDARD])
    start, round_about = crc32(key.encode()), 0
    while True:
        round_about += 1
        for step in range(len(names)):
            name = names[(start + step) % len(names)]
            yield name if round_about == 1 else f"{name} {round_about}"
