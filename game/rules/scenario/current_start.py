"""The present state of a battle of Full Thrust as parts of a battle file."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from game.board.boards import Board, HexBoard, board_of
from game.board.hexes import course_of
from game.board.terrain import Body, entry_number
from game.core.values import Data, Entry
from game.rules.counters.kinds import Flight
from game.rules.hex.map import OFF_MAP
from game.rules.manoeuvres.carriers.launch_fighters import ABOARD
from game.rules.manoeuvres.jumps.ftl import Arrival
from game.rules.outcome.victory import AWAY, LOSSES
from game.rules.scenario.battle_file import ATTRIBUTES, StarshipEntry
from game.rules.scenario.by_points import free_start
from game.rules.scenario.validation import MARKS
from game.rules.sensors.contact import ALL, SensorContact, detection_mode
from game.rules.ships.ship import FLOTILLA, Ship
from game.rules.ships.thrust_state import Counter, ThrustState

FLIGHT = ("endurance_used", "screening", "fired", "ready_on")  # fields of fighters, if not as at launch
CARRIED = ("side", "design", "name", "movement", "rotates", "groups")  # fields of a ship that a battle does not change


def start_of(state: ThrustState, data: Entry) -> tuple[Data, list[str]]:
    """Return turn, ships, counters, sides and table of a battle that began with this data, and the wrecks that no file
    can hold. Ships out of play stay out of play, for the score."""
    board = board_of(state.table)
    waiting = {key for key, note in state.reserves.items() if isinstance(note, Arrival)}
    ships = {
        key: deepcopy(data["ships"][key]) if key in waiting else entry_of(ship, data["ships"][key], state)
        for key, ship in state.ships.items()
    }
    counters = {
        key: counter_of(one, board)
        for key, one in state.counters.items()
        if one.in_play or one.removed_reason == ABOARD
    }
    sides = {key: {**side, "losses": LOSSES.of(state, key)} for key, side in data.get("sides", {}).items()}
    table = deepcopy(data.get("table", {}))
    table["terrain"] = terrain_of(state, table.get("terrain", []))
    table |= window_of(board)
    found = {"turn": state.turn, "ships": ships, "counters": counters, "sides": sides, "table": table}
    found |= {"house": free_start(data["house"])} if "house" in data else {}
    return found, [body.name for body in state.table.bodies if not entry_number(body)]


def window_of(board: Board) -> Data:
    """Return the distance that a map of hexes has scrolled, and whether it has no edges; empty for an unscrolled
    map."""
    if not isinstance(board, HexBoard):
        return {}
    moved = {"window": [board.west, board.north]} if (board.west, board.north) != (0, 0) else {}
    return moved | ({"floating": True} if board.floating else {})


def terrain_of(state: ThrustState, entries: Sequence[Entry] = ()) -> list[Data]:
    """Return every body at its present place. The bodies of one entry in the file become one again if they move
    alike."""
    board, found = board_of(state.table), dict[tuple[object, ...], Data]()
    for body in state.table.bodies:
        if not (number := entry_number(body)):
            continue  # a wreck that drifts for a turn
        said = entries[number - 1] if number <= len(entries) else {"kind": body.kind, "name": body.name}
        entry = found.setdefault((number, body.course, body.velocity, body.port), _moving(body, said))
        if board.cells:
            entry.setdefault("hexes", []).append(list(board.file_coordinates(body.at)))
        else:
            entry |= {"at": list(board.file_coordinates(body.at)), "radius": body.radius}
    return list(found.values())


def _moving(body: Body, said: Entry) -> Data:
    """Return the contents of a body's entry besides its place, and its movement."""
    kept = {name: value for name, value in said.items() if name not in ("hexes", "at", "course", "velocity", "port")}
    moves = {"course": body.course, "velocity": body.velocity} if body.velocity or "course" in said else {}
    return {**kept, **moves, **({"port": True} if body.port else {})}


def counter_of(counter: Counter, board: Board) -> Data:
    """Return a counter's entry of a battle file."""
    plain = ("course", "velocity", "count", "age", "flown", "wounds")
    found = {"at": list(board.file_coordinates(counter.at)), **{name: getattr(counter, name) for name in plain}}
    if counter.target:
        found["target"] = counter.target
    if isinstance(counter, Flight):
        found |= {name: value for name in FLIGHT if (value := getattr(counter, name))}
        found |= {"aboard": True} if counter.removed_reason == ABOARD else {}
    return found


def entry_of(ship: Ship, before: Entry, state: ThrustState) -> Data:
    """Return a ship's entry of a battle file with its damage: the fields that the file and the ship share."""
    entry = {name: before[name] for name in CARRIED if name in before} | flotilla_of(ship)
    for name in StarshipEntry.model_fields:
        attribute = ATTRIBUTES.get(name, name)
        if name in entry or not hasattr(ship, attribute) or name in ("side", "design", "name"):
            continue
        value = getattr(ship, attribute)
        if value is None or value == "":
            continue
        if name == "armour":
            value = sum(value)
        elif name == "marks":
            value = sorted(mark for mark in value if mark in MARKS)
        elif name == "clocks":
            value = dict(value)
        elif name == "at":
            value = list(board_of(state.table).file_coordinates(value))
        elif isinstance(value, (set, frozenset)):
            value = sorted(value)
        elif isinstance(value, tuple):
            value = list(value)
        entry[name] = value
    if noted := OFF_MAP.of(state, ship.id):
        entry["away"] = {"course": course_of(noted.heading), "turned": noted.turned}
    entry |= known_of(ship, state)
    if AWAY in entry.get("clocks", {}):
        entry["clocks"][AWAY] += 1  # one more, because it is reduced as the turn begins
    return entry


def known_of(ship: Ship, state: ThrustState) -> Data:
    """Return each other side's knowledge of a ship, in a battle with bogeys, and whether it is a dummy (6.19)."""
    if detection_mode(state) == "open":
        return {}
    note = state.reserves.get(ship.id)
    levels = (
        dict(note.levels)
        if isinstance(note, SensorContact)
        else {side: ALL for side in state.sides if side != ship.side}
    )
    return {"known": levels, **({"dummy": True} if ship.dummy else {})}


def flotilla_of(ship: Ship) -> Data:
    """Return the ship's present flotilla, empty without one."""
    names = [mark.removeprefix(FLOTILLA) for mark in ship.status_flags if mark.startswith(FLOTILLA)]
    return {"flotilla": names[0]} if names else {}
