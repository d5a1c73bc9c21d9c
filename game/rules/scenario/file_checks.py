"""Cross-checks of a Full Thrust battle file: planets and ships, targets, terrain and victory conditions.

The checks read plain data and skip malformed parts, so they work even where the model has failed.
"""

from __future__ import annotations

import math
from itertools import islice

from game.core.forms import Steps
from game.core.game_files import FileReport, number_of, pair_of
from game.core.names import brief
from game.core.values import Entry
from game.formats.battle_references import as_list, check_name
from game.formats.battle_schema import MOST
from game.formats.yaml_source import mapping

# planets as discs, and the hexes they fill
Ground = tuple[list[tuple[tuple[float, float], float]], set[tuple[float, float]]]


def _planets(data: Entry) -> Ground:
    """Return the places where no ship can be. Only as many bodies as a file may have are read."""
    table = mapping(data.get("table"))
    discs: list[tuple[tuple[float, float], float]] = []
    cells: set[tuple[float, float]] = set()
    for body in as_list(table.get("terrain"))[:MOST]:
        body = mapping(body)
        middle, radius = pair_of(body.get("at")), number_of(body.get("radius"))
        if body.get("kind") == "planet":
            if middle and radius and not _hexes(table):
                discs.append((middle, radius))
            cells.update(cell for each in as_list(body.get("hexes")) if (cell := pair_of(each)))
    return discs, cells


def check_parts(doc: FileReport) -> None:
    """Report parts of the file that contradict each other."""
    data = mapping(doc.data)
    ground, ships = _planets(data), mapping(data.get("ships"))
    for key, ship in islice(ships.items(), MOST):
        _check_ground(doc, data, key, mapping(ship), ground)
    for key, counter in mapping(data.get("counters")).items():
        if mapping(counter).get("target"):
            check_name(doc, ("counters", str(key), "target"), mapping(counter).get("target"), ships, "ship")
    _check_terrain(doc, data)
    _check_victory(doc, data)


def _check_ground(doc: FileReport, data: Entry, key: str, ship: Entry, ground: Ground) -> None:
    """Report a ship in play inside a planet."""
    at = pair_of(ship.get("at"))
    if at is None or mapping(data.get("table", {})).get("floating") is True or ship.get("fate"):
        return
    if at in ground[1] or any(math.dist(at, middle) < radius for middle, radius in ground[0]):
        doc.complain(("ships", key, "at"), "this place is inside a planet")


def _check_terrain(doc: FileReport, data: Entry) -> None:
    table = mapping(data.get("table"))
    for index, body in enumerate(as_list(table.get("terrain"))):
        body = mapping(body)
        here: Steps = ("table", "terrain", index)
        moves = number_of(body.get("velocity"))
        if moves and body.get("kind") != "asteroid":
            doc.complain((*here, "velocity"), "only an asteroid moves")
        if moves and "course" not in body:
            doc.complain((*here, "velocity"), "what moves needs a course too")
        wanted, other = (("hexes",), ("at", "radius")) if _hexes(table) else (("at", "radius"), ("hexes",))
        where = "on hexes" if _hexes(table) else "on an open table"
        for name in wanted:
            if body.get(name) in (None, []):
                doc.complain(here, f"terrain needs '{name}' {where}")
        for name in other:
            if body.get(name) not in (None, []):
                doc.complain((*here, name), f"terrain has no '{name}' {where}", key=True)


def _check_victory(doc: FileReport, data: Entry) -> None:
    victory = mapping(data.get("victory"))
    ships, sides = mapping(data.get("ships")), mapping(data.get("sides"))
    for index, ship in enumerate(as_list(victory.get("ships"))):
        check_name(doc, ("victory", "ships", index), ship, ships, "ship")
    check_name(doc, ("victory", "side"), victory.get("side"), sides, "side")
    wants = {"convoy": ("ships", "edge"), "survive": ("turns",), "points": ("turns",)}
    for field in wants.get(str(victory.get("kind")), ()):
        instead = victory.get("limit") if victory.get("kind") == "points" else None
        if victory.get(field) in (None, []) and not instead:
            doc.complain(("victory", field), f"a victory of the kind {brief(victory['kind'])} needs this", key=True)
    last, now = number_of(victory.get("turns")), number_of(data.get("turn"))
    if last is not None and now is not None and now > last:
        doc.complain(("turn",), f"the battle ends with turn {last:g}, and would begin with turn {now:g}")
    if victory.get("kind") == "survive" and not victory.get("ships") and not victory.get("side"):
        doc.complain(("victory",), "name the ships or the side that must survive", key=True)


def _hexes(table: Entry) -> tuple[float, float] | None:
    """Return columns and rows of a table of hexes, else None."""
    return pair_of(table.get("hexes"))
