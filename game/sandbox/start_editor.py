"""The start of a sandbox as plain data: set up by the same loader as any file, edited ship by ship, body by body.

Every function returns new data and leaves the old unchanged. Whatever the loader refuses is refused here, in its own
words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from copy import deepcopy

from game.battle.battle import Battle
from game.battle.designs import designs_of
from game.battle.loader import Opened, load_start_text
from game.board.boards import Board, board_of
from game.core.game_files import AnyFiles, ShipDesign
from game.core.orders import Id, Illegal
from game.core.state import AnyState, Table
from game.core.system import RuleSystem
from game.core.values import Data, Entry
from game.formats.battle_schema import spoken
from game.formats.validation import BadFile
from game.formats.yaml_writer import block

Point = tuple[float, float]
RULE = "table/files"
NAME = "sandbox"  # the file's name in the loader's messages
UNTITLED = "Sandbox"  # the title of an untitled table
FINE = 1  # decimals of a place, MU
SEATS = ("azure", "amber")  # sides of an empty table


def open_start(data: Data) -> Opened:
    """Return the battle of a start; raises Illegal with the loader's first objection."""
    try:
        return load_start_text(block({"version": 1, **data}), NAME)
    except BadFile as bad:
        problem = bad.problems[0]
        words = f"{problem.message}. {problem.hint}".removesuffix(". ")
        raise Illegal(words, RULE) from None


def plain(opened: Opened) -> Data:
    """Return the start of a battle file as data, without plans and script."""
    header = opened.file.header()
    header.pop("branches", None)
    header["seed"] = opened.file.seed or 0
    return header


def blank(system: RuleSystem) -> Data:
    """Return two sides with a ship of middling size each, from different fleets, on an empty table."""
    fleets: dict[str, list[tuple[float, str]]] = {}
    for key, design in designs_of(system).items():
        fleets.setdefault(design.fleet, []).append((system.files.rank(design), key))
    own = [next((fleet for fleet in fleets if fleet == seat), "") for seat in SEATS]
    others = sorted((fleet for fleet in fleets if fleet not in own), key=lambda fleet: -len(fleets[fleet]))
    sides: Data = {}
    ships: Data = {}
    table = system.files.battle.model_fields["table"].get_default()
    board = board_of(Table(board=system.board(table, system.settings({}))))
    west, south, wide, high = board.extent
    for seat, fleet, share, course in zip(SEATS, own, (0.25, 0.75), (3, 9)):
        at = list(board.file_coordinates((west + share * wide, south + high / 2)))
        fleet = fleet or (others.pop(0) if others else next(iter(fleets)))
        ranked = sorted(fleets[fleet])
        built = ranked[len(ranked) // 2][1]
        sides[seat] = {"name": spoken(fleet)}
        key = free_key({*ships, *SEATS}, built)
        ships[key] = {"side": seat, "design": built, "at": at, "course": course_on(board, course), "velocity": 6}
    return {"title": UNTITLED, "system": system.key, "seed": 1, "sides": sides, "ships": ships}


def with_design(system: RuleSystem, key: str, entry: Data, design: ShipDesign) -> Data:
    """Return the same with one ship of a design that no file holds: the ship in the place of the first side's."""
    start = blank(system)
    ships = dict(start["ships"])
    first = next(iter(ships))
    ship = {**ships.pop(first), **system.files.new_ship(design), "design": key, "name": design.name}
    key = free_key({*ships, *SEATS}, key)
    return {**start, "designs": {ship["design"]: entry}, "ships": {key: ship, **ships}}


def of_state(battle: Battle, state: AnyState, data: Data) -> tuple[Data, list[str]]:
    """Return a start for the present state, and the parts of it that a start cannot hold, in words."""
    if not any(ship.in_play for ship in state.ships.values()):
        raise Illegal("no ship is left by then", RULE)
    now, missing = battle.system.files.start_of(state, data)
    return {**deepcopy(data), **now}, missing


# -- ships -------------------------------------------------------------------------------------------------------------


def to_file_place(board: Board, at: Point) -> list[float]:
    """Return a place as in the file: to a tenth of a MU, or the hex."""
    return [number if board.cells else round(float(number), FINE) for number in board.file_coordinates(at)]


def format_place(board: Board, place: Sequence[float]) -> str:
    """Return a place of a file in words: a hex by its name, or figures."""
    figures = (f"{number:z.1f}" if isinstance(number, float) else str(number) for number in place)
    return board.label(board.place((place[0], place[1]))) or ", ".join(figures)


def course_on(board: Board, course: int) -> int:
    """Return the course, or the nearest before it that the board allows."""
    return max((one for one in board.courses if one <= course), default=board.courses[-1])


def free_key(taken: Collection[str], stem: str) -> Id:
    """Return an unused key: lancet, lancet-2, lancet-3."""
    stem = re.sub(r"-\d+\Z", "", stem)
    number = next(n for n in range(1, len(taken) + 2) if (stem if n == 1 else f"{stem}-{n}") not in taken)
    return stem if number == 1 else f"{stem}-{number}"


def with_ship(data: Data, design: str, side: Id, at: list[float], **fields: object) -> tuple[Data, Id]:
    """Return data with one more ship, at a place as in the file, with some fields set; and its key."""
    found = deepcopy(data)
    key = free_key({*found["ships"], *found["sides"]}, design)
    found["ships"][key] = {"side": side, "design": design, "at": at, **fields}
    return found, key


def with_copy(data: Data, key: Id, board: Board) -> tuple[Data, Id]:
    """Return data with a copy of a ship beside it, at the first free place on the table; and its key."""
    found, ship = deepcopy(data), deepcopy(data["ships"][key])
    twin = free_key({*found["ships"], *found["sides"]}, key)
    others = [board.place(tuple(one["at"])) for one in found["ships"].values()]
    here = board.place(tuple(ship["at"]))
    steps = (1, 2, 3) if board.cells else (3, 5, 8)  # in open space ships stand clear of each other's pictures
    spots = (board.beside(here, far * dx, far * dy) for far in steps for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0)))
    clear = (spot for spot in spots if board.offset_from_corner(spot) == board.offset_from_corner(board.nearest(spot)))
    free = next((spot for spot in clear if all(math.dist(spot, other) > 0.9 for other in others)), here)
    ship["at"] = to_file_place(board, free)
    ship["name"] = spoken(twin)
    found["ships"][twin] = ship
    return found, twin


def without_ship(data: Data, key: Id, files: AnyFiles) -> Data:
    """Return data without a ship, or any mention of it."""
    if len(data["ships"]) == 1:
        raise Illegal("one ship has to stay on the table; put another one down first", RULE)
    found = deepcopy(data)
    del found["ships"][key]
    files.without_ship(found, key)
    return found


def with_value(data: Data, key: Id, **values: object) -> Data:
    """Return data with some fields of a ship set; None leaves a field unsaid."""
    found = deepcopy(data)
    ship = found["ships"][key]
    for name, value in values.items():
        ship.pop(name, None)
        if value is not None:
            ship[name] = value
    return found


# -- everything else ---------------------------------------------------------------------------------------------------


def with_body(data: Data, body: Data) -> Data:
    """Return data with one more body of terrain."""
    found = deepcopy(data)
    found.setdefault("table", {}).setdefault("terrain", []).append(body)
    return found


def moved_cells(cells: Sequence[Sequence[int]], held: Sequence[float], to: Sequence[float]) -> list[list[int]]:
    """Return all hexes of a body after one of them, the one held, is put elsewhere."""
    right, down = round(to[0] - held[0]), round(to[1] - held[1])
    return [[q + right, r + down] for q, r in cells]


def with_body_value(data: Data, index: int, **values: object) -> Data:
    """Return data with some fields of a body set."""
    found = deepcopy(data)
    found["table"]["terrain"][index].update(values)
    return found


def without_body(data: Data, index: int) -> Data:
    """Return data without a body."""
    found = deepcopy(data)
    del found["table"]["terrain"][index]
    return found


def with_part(data: Data, part: str, **values: object) -> Data:
    """Return data with some fields of a part of the file (table, victory, house) set; None removes a field."""
    found = deepcopy(data)
    fields = found.setdefault(part, {})
    for name, value in values.items():
        fields.pop(name, None)
        if value is not None:
            fields[name] = value
    return found


def with_table(data: Entry, own: Entry) -> Opened | None:
    """Return a start with some fields of its table set; None if that is not a valid start."""
    try:
        return open_start(with_part(dict(data), "table", **own))
    except Illegal:
        return None


def with_side(data: Data, key: Id, **values: object) -> Data:
    """Return data with some fields of a side set; an unknown key makes a new side."""
    found = deepcopy(data)
    side = found["sides"].setdefault(key, {"name": spoken(key)})
    for name, value in values.items():
        side.pop(name, None)
        if value is not None:
            side[name] = value
    return found
