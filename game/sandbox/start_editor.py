"""The start of a sandbox as plain data: set up by the same loader as any file, edited ship by ship, body by body.

Every function returns new data and leaves the old as it was. What the loader refuses is refused here, in its own words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from game.battle.battle import Battle
from game.battle.loader import Opened, designs_of, set_up_text
from game.board.boards import Board, HexBoard, board_of
from game.board.hexes import course_of
from game.board.terrain import Body
from game.core.orders import Id, Illegal
from game.core.state import State, Table
from game.core.system import RuleSystem
from game.formats.battle_schema import ShipEntry, TableEntry, spoken
from game.formats.validation import BadFile
from game.formats.yaml_writer import block
from game.rules.outcome.victory import AWAY
from game.rules.scenario.validation import MARKS
from game.rules.ships.ship import FLOTILLA

Data = dict[str, Any]
Point = tuple[float, float]
RULE = "table/files"
NAME = "sandbox"  # stands for the file in what the loader says
UNTITLED = "Sandbox"  # the title of a table nobody has given one
FINE = 1  # decimals of a place, MU
ROTATES = ("clockwise", "anticlockwise")  # marks of starbases that turn
CARRIED = ("side", "design", "name", "movement", "rotates")  # of a ship's entry that battle does not change
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

    Ships that are out of play stay so; the score knows them still.
    """
    if not any(ship.in_play for ship in state.ships.values()):
        raise Illegal("no ship is left by then", RULE)
    found, board = deepcopy(data), board_of(state.table)
    found["turn"], found["ships"] = state.turn, {}
    for key, ship in state.ships.items():
        before = data["ships"][key]
        found["ships"][key] = deepcopy(before) if key in state.noted else entry_of(ship, before, state)
    found["counters"] = {key: counter_of(one, board) for key, one in state.counters.items() if one.in_play}
    for key, side in found.get("sides", {}).items():
        side["losses"] = state.marks.get(f"losses/{key}", 0)
    table = found.setdefault("table", {})
    table["terrain"] = terrain_of(state, table.get("terrain", []))
    table |= window_of(board)
    return found, [body.name for body in state.table.bodies if not _number(body)]


def window_of(board: Board) -> Data:
    """Where a map of hexes has scrolled to, and whether it has no end; nothing where it lies as it was printed."""
    if not isinstance(board, HexBoard):
        return {}
    moved = {"window": [board.west, board.north]} if (board.west, board.north) != (0, 0) else {}
    return moved | ({"floating": True} if board.floating else {})


def terrain_of(state: State, entries: Sequence[Mapping[str, Any]] = ()) -> list[Data]:
    """Every body as it lies now; those that were one in the file are one again, as far as they move alike."""
    board, found = board_of(state.table), dict[tuple[Any, ...], Data]()
    for body in state.table.bodies:
        if not (number := _number(body)):
            continue  # a wreck that flies on for a turn
        said = entries[number - 1] if number <= len(entries) else {"kind": body.kind, "name": body.name}
        entry = found.setdefault((number, body.course, body.velocity, body.port), _moving(body, said))
        if board.cells:
            entry.setdefault("hexes", []).append(list(board.written(body.at)))
        else:
            entry |= {"at": list(board.written(body.at)), "radius": body.radius}
    return list(found.values())


def _number(body: Body) -> int:
    """The place from 1 in the file's list of the entry that a body came from; 0 for a wreck, which came from none."""
    digits = body.key.partition("-")[0].removeprefix(body.kind)
    return int(digits) if digits.isdecimal() else 0


def _moving(body: Body, said: Mapping[str, Any]) -> Data:
    """What an entry says of a body, without its place, and how it moves."""
    kept = {name: value for name, value in said.items() if name not in ("hexes", "at", "course", "velocity", "port")}
    moves = {"course": body.course, "velocity": body.velocity} if body.velocity or "course" in said else {}
    return {**kept, **moves, **({"port": True} if body.port else {})}


def counter_of(counter: Any, board: Board) -> Data:
    """A counter as a battle file has it."""
    plain = ("course", "velocity", "count", "age", "flown", "wounds")
    found = {"at": list(board.written(counter.at)), **{name: getattr(counter, name) for name in plain}}
    return found | ({"target": counter.target} if counter.target else {})


def entry_of(ship: Any, before: Mapping[str, Any], state: State) -> Data:
    """A ship as a battle file has her, from what became of her: the fields that the file and the ship both have."""
    entry = {name: before[name] for name in CARRIED if name in before} | flotilla_of(ship)
    for name in ShipEntry.model_fields:
        if name in entry or not hasattr(ship, name) or name in ("side", "design", "name"):
            continue
        value = getattr(ship, name)
        if value is None or value == "":
            continue
        if name == "armour":
            value = sum(value)
        elif name == "marks":
            value = sorted(mark for mark in value if mark in MARKS)
        elif name == "clocks":
            value = dict(value)
        elif name == "at":
            value = list(board_of(state.table).written(value))
        elif isinstance(value, (set, frozenset)):
            value = sorted(value)
        elif isinstance(value, tuple):
            value = list(value)
        entry[name] = value
    if noted := state.marks.get(f"away/{ship.id}"):
        entry["away"] = {"course": course_of(noted.heading), "turned": noted.turned}
    if AWAY in entry.get("clocks", {}):
        entry["clocks"][AWAY] += 1  # as a turn begins there is one less to wait
    return entry


def papers_of(ship: Any) -> Data:
    """Of a ship without a file what battle does not change: whose, which, how she moves, and with whom."""
    found = {"side": ship.side, "design": ship.design.key, "name": ship.name}
    found["movement"] = "cinematic" if getattr(ship, "heading", None) is None else "vector"
    for mark in getattr(ship, "marks", ()):
        if mark in ROTATES:
            found["rotates"] = mark
    return found


def flotilla_of(ship: Any) -> Data:
    """The flotilla a ship flies in now, if she flies in one."""
    names = [mark.removeprefix(FLOTILLA) for mark in getattr(ship, "marks", ()) if mark.startswith(FLOTILLA)]
    return {"flotilla": names[0]} if names else {}


def table_of(state: State) -> Data:
    """The table as it stands: its size, and every body; bodies that were one in the file are one again."""
    board, floating = board_of(state.table), bool(state.house.get("floating_table"))
    columns, rows = board.size
    size: Data = {"hexes": [round(columns) + 1, round(rows) + 1]} if board.cells else {"width": columns, "height": rows}
    planet = {"planet_edge": board.planet} if isinstance(board, HexBoard) and board.planet else {}
    return {**size, "floating": floating, "terrain": terrain_of(state), **window_of(board), **planet}


# -- ships ---------------------------------------------------------------------------------------------------------------


def placed(board: Board, at: Point) -> list[float]:
    """A place as the file has it: to a tenth of a MU, or the hex."""
    return [number if board.cells else round(float(number), FINE) for number in board.written(at)]


def said(board: Board, place: Sequence[float]) -> str:
    """A place of a file in words: a hex by its name, or figures."""
    figures = (f"{number:.1f}" if isinstance(number, float) else str(number) for number in place)
    return board.label(board.place((place[0], place[1]))) or ", ".join(figures)


def course_on(board: Board, course: int) -> int:
    """The course, or the one before it that a ship may hold on the board."""
    return turned(course, -(course % board.grain))


def free_key(taken: Any, stem: str) -> Id:
    """A key that nothing has yet: lancet, lancet-2, lancet-3."""
    stem = re.sub(r"-\d+\Z", "", stem)
    number = next(n for n in range(1, len(taken) + 2) if (stem if n == 1 else f"{stem}-{n}") not in taken)
    return stem if number == 1 else f"{stem}-{number}"


def with_ship(data: Data, design: str, side: Id, at: list[float], **fields: Any) -> tuple[Data, Id]:
    """One more ship, at a place as the file has it, with some fields set."""
    found = deepcopy(data)
    key = free_key({*found["ships"], *found["sides"]}, design)
    found["ships"][key] = {"side": side, "design": design, "at": at, **fields}
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
    counters = found.get("counters", {})
    found["counters"] = {one: value for one, value in counters.items() if one.partition(".")[0] != key}
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
