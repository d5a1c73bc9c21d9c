"""The start of a sandbox as plain data: set up by the same loader as any file, edited ship by ship, body by body.

Every function returns new data and leaves the old as it was. What the loader refuses is refused here, in its own words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from game.battle import Battle
from game.board.board import Board, HexBoard, board_of
from game.board.terrain import Body
from game.core.files import BadFile
from game.core.orders import Id, Illegal
from game.core.schema import ShipEntry, TableEntry, spoken
from game.core.state import State, Table
from game.core.system import RuleSystem
from game.core.writing import block
from game.rules.hexcess.drive import OUT
from game.rules.hull import FLOTILLA, PORT
from game.store import Opened, designs_of, set_up_text

Data = dict[str, Any]
Point = tuple[float, float]
RULE = "table/files"
NAME = "sandbox"  # stands for the file in what the loader says
UNTITLED = "Sandbox"  # the title of a table nobody has given one
FINE = 1  # decimals of a place, MU
ROTATES = ("clockwise", "anticlockwise")  # marks of starbases that turn
CARRIED = ("side", "design", "name", "movement", "rotates", "flotilla")  # of a ship's entry that battle does not change
UNSAID = {PORT: "zig-zag to port", OUT: "loss of control"}  # marks that no entry of a ship can hold
SEATS = ("azure", "amber")  # sides of an empty table


def judged(data: Data) -> Opened:
    """The battle of a start; raises Illegal with the loader's first objection."""
    try:
        return set_up_text(block({"version": 1, **data}), NAME)
    except BadFile as bad:
        problem = bad.problems[0]
        words = f"{problem.message}. {problem.hint}".removesuffix(". ")
        raise Illegal(words, RULE) from None


def plain(opened: Opened) -> Data:
    """The start of a battle file as data, without plans and script."""
    header = opened.file.header()
    header.pop("branches", None)
    header["seed"] = opened.file.seed or 0
    return header


def blank(system: RuleSystem) -> Data:
    """Two sides with a ship of middling size each, from different fleets, on an empty table."""
    fleets: dict[str, list[tuple[int, str]]] = {}
    for key, design in designs_of(system).items():
        fleets.setdefault(design.fleet, []).append((design.mass, key))
    own = [next((fleet for fleet in fleets if fleet == seat), "") for seat in SEATS]
    others = sorted((fleet for fleet in fleets if fleet not in own), key=lambda fleet: -len(fleets[fleet]))
    sides: Data = {}
    ships: Data = {}
    board = board_of(Table(board=system.board(TableEntry(), system.settings({}))))
    west, south, wide, high = board.extent
    for seat, fleet, share, course in zip(SEATS, own, (0.25, 0.75), (3, 9)):
        at = list(board.written((west + share * wide, south + high / 2)))
        fleet = fleet or (others.pop(0) if others else next(iter(fleets)))
        ranked = sorted(fleets[fleet])
        built = ranked[len(ranked) // 2][1]
        sides[seat] = {"name": spoken(fleet)}
        key = free_key({*ships, *SEATS}, built)
        ships[key] = {"side": seat, "design": built, "at": at, "course": course_on(board, course), "velocity": 6}
    return {"title": UNTITLED, "system": system.key, "seed": 1, "sides": sides, "ships": ships}


def of_state(battle: Battle, state: State, data: Data) -> tuple[Data, list[str]]:
    """A start that is how things stand now, and what of it a start cannot hold, in words.

    Ships that are out of play are left out, reserves that are still to come are not.
    """
    found = deepcopy(data)
    found["turn"], found["ships"], missing = state.turn, {}, []
    board = board_of(state.table)
    for key, ship in state.ships.items():
        if ship.in_play:
            found["ships"][key] = entry_of(ship, data["ships"][key], board)
            clocks = getattr(ship, "clocks", ())
            missing += [f"{ship.name}'s clocks"] if clocks else []
            missing += [f"{ship.name}'s {words}" for mark, words in UNSAID.items() if mark in getattr(ship, "marks", ())]
        elif key in state.noted:
            found["ships"][key] = deepcopy(data["ships"][key])
        else:
            missing.append(ship.name)
    missing += [counter.name for counter in state.counters.values() if counter.in_play]
    missing += ["the map's window"] if isinstance(board, HexBoard) and (board.west, board.north) != (0, 0) else []
    terrain = found.get("table", {}).get("terrain", [])
    for number, entry in enumerate(terrain, 1):
        whole = f"{entry['kind']}{number}"
        places = [board.written(body.at) for body in state.table.bodies if body.key == whole or body.key.startswith(f"{whole}-")]
        if board.cells:
            entry["hexes"] = [list(place) for place in places]
        elif places:
            entry["at"] = list(places[0])
    terrain[:] = [entry for entry in terrain if "at" in entry or entry["hexes"]]  # clouds on hexes may be gone
    victory = found.get("victory", {})
    if victory.get("ships"):
        victory["ships"] = [key for key in victory["ships"] if key in found["ships"]]
    if not found["ships"]:
        raise Illegal("no ship is left by then", RULE)
    return found, missing


def entry_of(ship: Any, before: Mapping[str, Any], board: Board) -> Data:
    """A ship as a battle file has her, from what became of her: the fields that the file and the ship both have."""
    entry = {name: before[name] for name in CARRIED if name in before}
    for name in ShipEntry.model_fields:
        if name in entry or not hasattr(ship, name) or name in ("side", "design", "name"):
            continue
        value = getattr(ship, name)
        if value is None:
            continue
        if name == "armour":
            value = sum(value)
        elif name == "at":
            value = list(board.written(value))
        elif isinstance(value, (set, frozenset)):
            value = sorted(value)
        elif isinstance(value, tuple):
            value = list(value)
        entry[name] = value
    return entry


def papers_of(ship: Any) -> Data:
    """Of a ship without a file what battle does not change: whose, which, how she moves, and with whom."""
    found = {"side": ship.side, "design": ship.design.key, "name": ship.name}
    found["movement"] = "cinematic" if getattr(ship, "heading", None) is None else "vector"
    for mark in getattr(ship, "marks", ()):
        if mark.startswith(FLOTILLA):
            found["flotilla"] = mark.removeprefix(FLOTILLA)
        elif mark in ROTATES:
            found["rotates"] = mark
    return found


def table_of(state: State) -> Data:
    """The table as it stands: its size, and every body; bodies that were one in the file are one again."""
    board, floating = board_of(state.table), bool(state.house.get("floating_table"))
    columns, rows = board.size
    size: Data = {"hexes": [round(columns) + 1, round(rows) + 1]} if board.cells else {"width": columns, "height": rows}
    terrain: dict[str, Data] = {}
    for body in state.table.bodies:
        entry = terrain.setdefault(
            body.key.partition("-")[0], {"kind": body.kind, "name": body.name, "course": body.course, "velocity": body.velocity}
        )
        if board.cells:
            entry.setdefault("hexes", []).append(list(board.written(body.at)))
        else:
            entry |= {"at": list(body.at), "radius": body.radius}
    return {**size, "floating": floating, "terrain": list(terrain.values())}


# -- ships ---------------------------------------------------------------------------------------------------------------


def placed(board: Board, at: Point) -> list[float]:
    """A place as the file has it: to a tenth of a MU, or the hex."""
    return [number if board.cells else round(float(number), FINE) for number in board.written(at)]


def said(place: Sequence[float]) -> str:
    """A place of a file in words."""
    return ", ".join(f"{number:.1f}" if isinstance(number, float) else str(number) for number in place)


def course_on(board: Board, course: int) -> int:
    """The course, or the one before it that a ship may hold on the board."""
    return turned(course, -(course % board.grain))


def free_key(taken: Any, stem: str) -> Id:
    """A key that nothing has yet: lancet, lancet-2, lancet-3."""
    stem = re.sub(r"-\d+\Z", "", stem)
    number = next(n for n in range(1, len(taken) + 2) if (stem if n == 1 else f"{stem}-{n}") not in taken)
    return stem if number == 1 else f"{stem}-{number}"


def with_ship(data: Data, design: str, side: Id, at: list[float], course: int = 12, velocity: int = 0) -> tuple[Data, Id]:
    """One more ship, at a place as the file has it."""
    found = deepcopy(data)
    key = free_key({*found["ships"], *found["sides"]}, design)
    found["ships"][key] = {"side": side, "design": design, "at": at, "course": course, "velocity": velocity}
    return found, key


def with_copy(data: Data, key: Id, board: Board) -> tuple[Data, Id]:
    """A ship as another, beside her: at the first free place round her that is on the table."""
    found, ship = deepcopy(data), deepcopy(data["ships"][key])
    twin = free_key({*found["ships"], *found["sides"]}, key)
    others = [board.place(tuple(one["at"])) for one in found["ships"].values()]
    here = board.place(tuple(ship["at"]))
    steps = (1, 2, 3) if board.cells else (3, 5, 8)  # in open space ships stand clear of each other's pictures
    spots = (board.beside(here, far * dx, far * dy) for far in steps for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0)))
    clear = (spot for spot in spots if board.counted(spot) == board.counted(board.nearest(spot)))
    ship["at"] = placed(board, next((spot for spot in clear if all(math.dist(spot, other) > 0.9 for other in others)), here))
    ship["name"] = spoken(twin)
    found["ships"][twin] = ship
    return found, twin


def without_ship(data: Data, key: Id) -> Data:
    """One ship less, and no word of her in what wins the battle."""
    if len(data["ships"]) == 1:
        raise Illegal("one ship has to stay on the table; put another one down first", RULE)
    found = deepcopy(data)
    del found["ships"][key]
    victory = found.get("victory", {})
    if key in victory.get("ships", ()):
        victory["ships"] = [one for one in victory["ships"] if one != key]
    return found


def with_value(data: Data, key: Id, **values: Any) -> Data:
    """A ship with some fields set; None takes a field back to what it is unsaid."""
    found = deepcopy(data)
    ship = found["ships"][key]
    if "course" in values:
        ship.pop("heading", None)  # the same in degrees
    for name, value in values.items():
        ship.pop(name, None)
        if value is not None:
            ship[name] = value
    return found


def turned(course: int, by: int) -> int:
    """A course so many points further to starboard."""
    return (course - 1 + by) % 12 + 1


# -- everything else -----------------------------------------------------------------------------------------------------


def with_body(data: Data, kind: str, **where: Any) -> Data:
    """One more body of terrain: `at` with a `radius`, or `hexes`."""
    found = deepcopy(data)
    found.setdefault("table", {}).setdefault("terrain", []).append({"kind": kind, **where})
    return found


def entry_number(body: Body) -> int:
    """The place in the file's list of the entry that a body was made of."""
    return int(body.key.removeprefix(body.kind).partition("-")[0]) - 1


def moved_cells(cells: Sequence[Sequence[int]], held: Sequence[float], to: Sequence[float]) -> list[list[int]]:
    """All hexes of a body as they lie when one of them, that is held, is put elsewhere."""
    right, down = round(to[0] - held[0]), round(to[1] - held[1])
    return [[q + right, r + down] for q, r in cells]


def with_body_value(data: Data, index: int, **values: Any) -> Data:
    """A body with some fields set."""
    found = deepcopy(data)
    found["table"]["terrain"][index].update(values)
    return found


def without_body(data: Data, index: int) -> Data:
    """One body less."""
    found = deepcopy(data)
    del found["table"]["terrain"][index]
    return found


def with_part(data: Data, part: str, **values: Any) -> Data:
    """A part of the file (table, victory, house) with some fields set; None takes a field away."""
    found = deepcopy(data)
    fields = found.setdefault(part, {})
    for name, value in values.items():
        fields.pop(name, None)
        if value is not None:
            fields[name] = value
    return found


def with_side(data: Data, key: Id, **values: Any) -> Data:
    """A side with some fields set; a new one if there is none of that key."""
    found = deepcopy(data)
    side = found["sides"].setdefault(key, {"name": spoken(key)})
    for name, value in values.items():
        side.pop(name, None)
        if value is not None:
            side[name] = value
    return found
