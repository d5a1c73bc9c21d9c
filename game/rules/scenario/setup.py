"""The first state of a battle, made from its file: sides, ships, terrain, counters and house rules
(full-thrust-base/9.1).

Before that, `unsupported_fields` has reported everything that the rules do not support.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from game.board.boards import Board, OpenBoard
from game.board.terrain import IN_A_HEX, Body
from game.core.state import Side, Table
from game.core.values import Entry, House, HouseValue
from game.formats.battle_schema import spoken
from game.rules.counters.counter import make_counter
from game.rules.counters.group_names import name_groups
from game.rules.counters.kinds import Flight
from game.rules.counters.launchers import launcher
from game.rules.counters.phases import HANGARS
from game.rules.manoeuvres.carriers.launch_fighters import ABOARD
from game.rules.manoeuvres.jumps.ftl import hold_back
from game.rules.ordnance.launchers import PLACING
from game.rules.outcome.victory import LOSSES
from game.rules.scenario.battle_file import OrdnanceEntry, SpaceTable, StarshipEntry, Terrain, ThrustBattleFile
from game.rules.sensors.contact import LAUNCH_KINDS, as_dummy, detection_mode, launching_kinds
from game.rules.sensors.detection import conceal
from game.rules.ships.design import Design
from game.rules.ships.ship import FLOTILLA, Ship, drive_steps
from game.rules.ships.thrust_state import Counter, ThrustState

MakeBoard = Callable[[SpaceTable, Entry], Board]  # makes a board from a file's table and the house rules


def open_space(table: SpaceTable, house: House) -> Board:
    """Return the board of the space game: its width and height in MU (full-thrust-base/1.1)."""
    return OpenBoard(table.width, table.height)


def build_initial_state(
    data: ThrustBattleFile, library: Mapping[str, Design], house: dict[str, HouseValue], board: MakeBoard = open_space
) -> ThrustState:
    """Return the state before the first phase; `house` holds a value for every house rule, `board` makes the board."""
    laid = board(data.table, house)
    sides = {key: Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(data.sides.items())}
    ships = {key: _ship(key, entry, library[entry.design], house) for key, entry in data.ships.items()}
    name_groups(ships, tuple(sides), {key: entry.groups for key, entry in data.ships.items()})
    for ship in ships.values():
        ship.at = laid.place(ship.at)
    bodies = tuple(body for number, entry in enumerate(data.table.terrain, 1) for body in _bodies(number, entry, laid))
    victory = data.victory.model_dump() | {"edges": {key: side.edge for key, side in data.sides.items()}}
    if zones := {key: side.zone for key, side in data.sides.items() if side.zone is not None}:
        victory["zones"] = zones
    floating = {"floating_table": True} if data.table.floating else {}
    _, _, width, height = laid.extent
    table = Table(width, height, bodies, laid)
    state = ThrustState(sides, ships, table, house | floating, victory, data.turn)
    state.counters = {key: _counter(key, one, ships, laid) for key, one in data.counters.items()}
    for key, side in data.sides.items():
        if side.losses:
            LOSSES.set(state, key, side.losses)
    for key, entry in data.ships.items():
        if entry.arrives:
            hold_back(state, ships[key], entry.arrives)
    if detection_mode(state) != "open":
        # dummies count by the kinds of systems they pretend to have
        designs = (library[entry.design] for entry in data.ships.values())
        LAUNCH_KINDS.set(state, launching_kinds(designs, (HANGARS, PLACING)))
        conceal(
            state,
            {key for key, entry in data.ships.items() if entry.dummy},
            {key: entry.known for key, entry in data.ships.items()},
        )
    return state


def _bodies(number: int, entry: Terrain, board: Board) -> Iterator[Body]:
    """Yield one disc, or one body for each hex of an entry."""
    name = entry.name or spoken(entry.kind)
    if not board.cells:
        assert entry.at is not None and entry.radius is not None
        yield Body(f"{entry.kind}{number}", entry.kind, name, entry.at, entry.radius, entry.course, entry.velocity)
    whole = f"{entry.kind}{number}"
    for index, cell in enumerate(entry.hexes, 1):
        key, part_of = (f"{whole}-{index}", whole) if len(entry.hexes) > 1 else (whole, "")
        # an asteroid field is many bodies, a planet or a cloud is one
        part_of = "" if entry.kind == "asteroid" else part_of
        yield Body(
            key,
            entry.kind,
            name,
            board.place(cell),
            IN_A_HEX,
            entry.course,
            entry.velocity,
            part_of=part_of,
            port=entry.port,
        )


def _armour(layers: tuple[int, ...], left: int | None) -> tuple[int, ...]:
    """Return layers of armour, the innermost first, with `left` boxes in all. The outer layers were lost first
    (full-thrust-base/5.2)."""
    if left is None:
        return layers
    inside = [sum(layers[:index]) for index in range(len(layers))]
    return tuple(min(full, max(0, left - within)) for full, within in zip(layers, inside))


def _ship(key: str, entry: StarshipEntry, design: Design, house: House) -> Ship:
    """Return a ship by its entry, with earlier damage crossed off."""
    design = as_dummy(design) if entry.dummy else design
    layers = _armour(design.shell or ((design.armour,) if design.armour else ()), entry.armour)
    hull = design.hull if entry.hull is None else entry.hull
    facing = entry.facing or entry.course
    ship = Ship(key, entry.name, entry.side, design, entry.at, entry.course, facing, entry.velocity, hull, layers)
    ship.lost, ship.drive_hits, ship.inverted = set(entry.lost), entry.drive_hits, entry.inverted
    ship.killed, ship.spent = set(entry.killed), set(entry.spent)
    ship.quality = entry.quality or str(house.get("crew", "regular"))
    ship.status_flags |= {FLOTILLA + entry.flotilla} if entry.flotilla else set()
    ship.status_flags |= {entry.rotates} if entry.rotates else set()
    ship.status_flags |= set(entry.marks)
    ship.turned, ship.drive_gone, ship.removed_reason = entry.turned, entry.drive_gone, entry.fate or ""
    ship.timers = tuple(entry.clocks.items())
    if (entry.movement or ("vector" if entry.heading is not None else house["movement"])) == "vector":
        ship.heading = 30.0 * (entry.course % 12) if entry.heading is None else entry.heading
    for mount in design.of("drive"):
        if mount.key in ship.lost | ship.killed:
            ship.drive_hits = drive_steps(design.thrust)
            ship.drive_gone = ship.drive_hits if mount.key in ship.killed else entry.drive_gone
        elif not ship.thrust:
            ship.lost.add(mount.key)
    return ship


def _counter(key: str, entry: OrdnanceEntry, ships: Mapping[str, Ship], board: Board) -> Counter:
    ship, mount = ships[key.partition(".")[0]], launcher(key, {one: ship.design for one, ship in ships.items()})
    assert mount is not None
    made = make_counter(key, ship, mount)
    found = replace(
        made,
        at=board.place(entry.at),
        course=entry.course,
        facing=entry.course,
        velocity=entry.velocity,
        count=made.total if entry.count is None else entry.count,
        age=entry.age,
        flown=entry.flown,
        wounds=entry.wounds,
        target=entry.target or "",
    )
    if not isinstance(found, Flight):
        return found
    return replace(
        found,
        endurance_used=entry.endurance_used,
        screening=entry.screening or "",
        fired=entry.fired,
        removed_reason=ABOARD if entry.aboard else "",
        ready_on=entry.ready_on,
    )
