"""What the parts of a battle file say about each other: known sides and designs, ships on the table, names in the script.

The checks read plain data and pass over what is malformed, so that they run, and report, even where the model has failed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from game.core.names import brief
from game.formats.battle_schema import MOST, BattleFile
from game.formats.validation import BadFile, Document, did_you_mean, document, document_of, known_words, validated
from game.formats.yaml_source import Steps, mapping
from game.rulebook.book import rulebook

Designs = Callable[[str], Collection[str]]  # the key of a rule system -> names of the designs it has
BATTLE = "battle"  # `expect: {battle: {turn: 3}}` speaks of the battle as a whole
RESERVED = {BATTLE: "A script means the battle as a whole by it: rename this.", "none": "Orders mean nobody by it: rename this."}


def read_battle(path: Path | str, systems: Collection[str] | None = None, designs: Designs | None = None) -> BattleFile:
    """Read a battle file and check its parts against each other; raises BadFile with all its problems."""
    return battle_in(document(path), systems, designs)


def parse_battle(text: str, name: str, systems: Collection[str] | None = None, designs: Designs | None = None) -> BattleFile:
    """The same for a text; `name` stands for the file."""
    return battle_in(document_of(text, name), systems, designs)


def battle_in(doc: Document, systems: Collection[str] | None = None, designs: Designs | None = None) -> BattleFile:
    """The battle of a document that has been read; raises BadFile with all its problems, earlier ones included."""
    battle = validated(doc, BattleFile)
    check_battle(doc, systems, designs)
    doc.settle()
    if battle is None:
        raise BadFile((doc.problem((), "this is not a battle file"),))
    return battle


def check_battle(doc: Document, systems: Collection[str] | None = None, designs: Designs | None = None) -> None:
    """Complain to the document about every part that does not fit another; None leaves systems or designs unchecked."""
    data = mapping(doc.data)
    if doc.full:  # so much is wrong that more is not looked for
        return
    system = data.get("system")
    if systems is not None and isinstance(system, str) and system not in systems:
        doc.complain(("system",), f"there is no rule system {brief(system)}", known_words(system, systems))
        designs = None
    own = set(mapping(data.get("designs")))
    known = own | set(designs(system)) if designs is not None and isinstance(system, str) else None
    ground = _planets(data)
    for key, ship in islice(mapping(data.get("ships")).items(), MOST):
        if key in mapping(data.get("sides")):
            hint = "Orders could mean either: rename one."
            doc.complain(("ships", key), f"{brief(key)} is the key of a side too", hint, key=True)
        _check_ship(doc, data, key, mapping(ship), known, ground)
    for part in ("ships", "sides"):
        for word, hint in RESERVED.items():
            if word in mapping(data.get(part)):
                doc.complain((part, word), f"'{word}' cannot be the key of one of the {part}", hint, key=True)
    for key, counter in mapping(data.get("counters")).items():
        _check_counter(doc, data, str(key), mapping(counter))
    _check_terrain(doc, data)
    _check_victory(doc, data)
    _check_script(doc, data)
    _check_branches(doc, data)


Ground = tuple[list[tuple[tuple[float, float], float]], set[tuple[float, float]]]  # planets as discs, and hexes they fill


def _planets(data: Mapping[str, Any]) -> Ground:
    """Where no ship can be; only so many bodies as a file may have are looked at."""
    table = mapping(data.get("table"))
    discs: list[tuple[tuple[float, float], float]] = []
    cells: set[tuple[float, float]] = set()
    for body in _list(table.get("terrain"))[:MOST]:
        body = mapping(body)
        middle, radius = _point(body.get("at")), _number(body.get("radius"))
        if body.get("kind") == "planet":
            if middle and radius and not _hexes(table):
                discs.append((middle, radius))
            cells.update(cell for each in _list(body.get("hexes")) if (cell := _point(each)))
    return discs, cells


def _check_ship(
    doc: Document, data: Mapping[str, Any], key: str, ship: Mapping[str, Any], designs: Collection[str] | None, ground: Ground
) -> None:
    here: Steps = ("ships", key)
    _check_name(doc, (*here, "side"), ship.get("side"), mapping(data.get("sides")), "side")
    if designs is not None:
        _check_name(doc, (*here, "design"), ship.get("design"), designs, "design")
    table, at = mapping(data.get("table", {})), _point(ship.get("at"))
    if at is None or table.get("floating") is True or ship.get("fate"):
        return
    if fault := _off_table(table, at):
        doc.complain((*here, "at"), fault)
    if at in ground[1] or any(math.dist(at, middle) < radius for middle, radius in ground[0]):
        doc.complain((*here, "at"), "this place is inside a planet")


def _check_counter(doc: Document, data: Mapping[str, Any], key: str, counter: Mapping[str, Any]) -> None:
    here: Steps = ("counters", key)
    if key.partition(".")[0] not in mapping(data.get("ships")):
        doc.complain(here, f"there is no ship {brief(key.partition('.')[0])} that it could come from", key=True)
    if counter.get("target"):
        _check_name(doc, (*here, "target"), counter.get("target"), mapping(data.get("ships")), "ship")
    table, at = mapping(data.get("table", {})), _point(counter.get("at"))
    if at is not None and table.get("floating") is not True and (fault := _off_table(table, at)):
        doc.complain((*here, "at"), fault)


def _hexes(table: Mapping[str, Any]) -> tuple[float, float] | None:
    """Columns and rows, where the table is one of hexes."""
    return _point(table.get("hexes"))


def _off_table(table: Mapping[str, Any], at: tuple[float, float]) -> str:
    """Why a place is not on the table; empty if it is. On hexes column and row follow from q and r (hex/1)."""
    if cells := _hexes(table):
        if at[0] % 1 or at[1] % 1:
            return "a place on hexes is two whole numbers, q and r"
        west, north = _point(table.get("window")) or (0, 0)
        column, row = at[0] - west, at[1] + at[0] // 2 - north
        on = 0 <= column < cells[0] and 0 <= row < cells[1]
        return "" if on else f"this hex is off the table, which has {cells[0]:g} columns and {cells[1]:g} rows"
    width, height = _number(table.get("width", 72)), _number(table.get("height", 48))
    if width is None or height is None or (0 <= at[0] <= width and 0 <= at[1] <= height):
        return ""
    return f"this place is off the table, which is {width:g} wide and {height:g} high"


def _check_terrain(doc: Document, data: Mapping[str, Any]) -> None:
    table = mapping(data.get("table"))
    for index, body in enumerate(_list(table.get("terrain"))):
        body = mapping(body)
        here: Steps = ("table", "terrain", index)
        moves = _number(body.get("velocity"))
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


def _check_victory(doc: Document, data: Mapping[str, Any]) -> None:
    victory = mapping(data.get("victory"))
    ships, sides = mapping(data.get("ships")), mapping(data.get("sides"))
    for index, ship in enumerate(_list(victory.get("ships"))):
        _check_name(doc, ("victory", "ships", index), ship, ships, "ship")
    _check_name(doc, ("victory", "side"), victory.get("side"), sides, "side")
    wants = {"convoy": ("ships", "edge"), "survive": ("turns",), "points": ("turns",)}
    for field in wants.get(str(victory.get("kind")), ()):
        instead = victory.get("limit") if victory.get("kind") == "points" else None
        if victory.get(field) in (None, []) and not instead:
            doc.complain(("victory", field), f"a victory of the kind {brief(victory['kind'])} needs this", key=True)
    last, now = _number(victory.get("turns")), _number(data.get("turn"))
    if last is not None and now is not None and now > last:
        doc.complain(("turn",), f"the battle ends with turn {last:g}, and would begin with turn {now:g}")
    if victory.get("kind") == "survive" and not victory.get("ships") and not victory.get("side"):
        doc.complain(("victory",), "name the ships or the side that must survive", key=True)


def _check_script(doc: Document, data: Mapping[str, Any]) -> None:
    """Every name in the script is known, and no more orders are taken back than were given."""
    names = _actors(data)
    _check_rule(doc, ("rule",), data.get("rule"))
    given = 0
    for index, line in enumerate(_list(data.get("script"))):
        line = mapping(line)
        here: Steps = ("script", index)
        for path, name in _named(here, line):
            _check_name(doc, path, _ship_of(name), names, "ship or side")
        _check_caption(doc, here, line, mapping(data.get("ships")))
        _check_name(doc, (*here, "seat"), line.get("seat"), mapping(data.get("sides")), "side")
        if line.get("seat") and line.get("phase") is not None:
            doc.complain((*here, "seat"), "a caption that stops at a phase shows everything", key=True)
        for key in mapping(line.get("expect")):
            if key != BATTLE and _ship_of(key) not in names:
                hint = partial(known_words, key, [*names, BATTLE])
                doc.complain((*here, "expect", key), f"there is no ship or side {brief(key)}", hint, key=True)
        given += "order" in line
        back = line.get("undo")
        if isinstance(back, int) and not isinstance(back, bool) and back > 0:
            if back > given:
                doc.complain((*here, "undo"), f"only {given} orders were given until here, and {back} are taken back")
            given = max(0, given - back)


def _check_caption(doc: Document, here: Steps, line: Mapping[str, Any], ships: Mapping[str, Any]) -> None:
    """Every ship that a caption or the camera speaks of is there, and the rule is in the book."""
    for field in ("ship", "target"):
        _check_name(doc, (*here, field), line.get(field), ships, "ship")
    for key in mapping(line.get("pins")):
        if key not in ships:
            doc.complain((*here, "pins", key), f"there is no ship {brief(key)}", partial(known_words, key, ships), key=True)
    for index, name in enumerate(_list(mapping(line.get("camera")).get("ships"))):
        _check_name(doc, (*here, "camera", "ships", index), name, ships, "ship")
    _check_rule(doc, (*here, "rule"), line.get("rule"))


def _check_rule(doc: Document, path: Steps, address: Any) -> None:
    if isinstance(address, str) and address and address not in rulebook():
        doc.complain(path, f"the rule book has nothing at {brief(address)}", partial(did_you_mean, address, rulebook()))


def _named(here: Steps, line: Mapping[str, Any]) -> Iterator[tuple[Steps, Any]]:
    yield (*here, "by"), line.get("by")
    yield (*here, "refuse", "by"), mapping(line.get("refuse")).get("by")


def _ship_of(key: Any) -> Any:
    """The ship that a counter belongs to, by its key `lancet.MTa`; every other key as it is."""
    return key.partition(".")[0] if isinstance(key, str) else key


def _actors(data: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of everybody who may be spoken of: ships, then sides."""
    return {**mapping(data.get("ships")), **mapping(data.get("sides"))}


def _check_branches(doc: Document, data: Mapping[str, Any]) -> None:
    """Every name in the plans is known."""
    names = _actors(data)
    for key, branch in mapping(data.get("branches")).items():
        for index, order in enumerate(_list(mapping(branch).get("orders"))):
            giver = _ship_of(mapping(order).get("by"))
            _check_name(doc, ("branches", key, "orders", index, "by"), giver, names, "ship or side")


def _check_name(doc: Document, path: Steps, name: Any, known: Collection[str], what: str) -> None:
    if isinstance(name, str) and name not in known:
        doc.complain(path, f"there is no {what} {brief(name)}", partial(known_words, name, known))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _point(value: Any) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = _number(value[0]), _number(value[1])
    return None if x is None or y is None else (x, y)
