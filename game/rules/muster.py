"""From a battle file to the first state: sides, ships, terrain, house rules (full-thrust-base/9.1).

`misfits` says, with its place in the file, what a file asks for that the rules do not have; `muster` builds the state of
a file without any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from game.board.board import Board, OpenBoard
from game.board.table import nearest_course
from game.board.terrain import Body
from game.core.files import known_words
from game.core.schema import BattleFile, CounterEntry, ShipEntry, TableEntry, Terrain, spoken
from game.core.state import Side, State, Table
from game.rules.counter_orders import KINDS as LAUNCHES
from game.rules.counter_orders import facts
from game.rules.counters import FIGHTERS, WORDS, Counter, named
from game.rules.design import CORE_KINDS, Design, Mount
from game.rules.edges import INWARD
from game.rules.hull import EDGE, FLOTILLA, OUT, PORT, Ship, drive_steps
from game.rules.manoeuvres import CLOCKS as MANOEUVRES
from game.rules.manoeuvres.backfire import SHROUDED
from game.rules.manoeuvres.emergency_thrust import CLOCK as TRIES
from game.rules.manoeuvres.ftl import GONE, SILENT, hold_back
from game.rules.victory import AWAY

IN_A_HEX = 0.45  # radius of a body that fills a hex: its middle lies in it, and no other hex's
EDGES = tuple(EDGE + edge for edge in INWARD)
MARKS = (OUT, PORT, SILENT, GONE, SHROUDED, *EDGES)  # of a ship, that last beyond a turn
CLOCKS = frozenset({*CORE_KINDS, *MANOEUVRES, TRIES, AWAY})  # of a ship, that run from turn to turn
Laid = Callable[[TableEntry, Mapping[str, Any]], Board]  # a file's table and the house rules -> the board
Misfit = tuple[tuple[str | int, ...], str, str]  # path in the file, sentence, hint


def misfits(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Misfit]:
    """What the file says of its ships that their designs do not have."""
    for key, entry in data.ships.items():
        if entry.design in library:
            yield from _ship_misfits(("ships", key), entry, library[entry.design], data.turn)
            yield from _memory_misfits(("ships", key), entry)
            yield from _late_misfits(("ships", key, "arrives"), entry, library[entry.design], data.turn)
    yield from _counter_misfits(data, library)


def _ship_misfits(here: tuple[str, ...], entry: ShipEntry, design: Design, turn: int) -> Iterator[Misfit]:
    if entry.hull is not None and not (0 if entry.fate else 1) <= entry.hull <= design.hull:
        yield (*here, "hull"), f"{design.name} has {design.hull} hull boxes", f"Give a number from 1 to {design.hull}."
    if entry.armour is not None and entry.armour > design.armour:
        yield (*here, "armour"), f"{design.name} has {design.armour} armour boxes", ""
    if entry.heading is not None and nearest_course(entry.heading) != entry.course:
        nearest = nearest_course(entry.heading)
        yield (*here, "heading"), f"the course nearest to {entry.heading:g} degrees is {nearest}, not {entry.course}", ""
    if entry.heading is not None and entry.movement == "cinematic":
        yield (*here, "heading"), "only a ship that moves by vectors has a heading in degrees", "Give her movement: vector."
    steps = drive_steps(design.thrust)
    if entry.drive_hits > steps:
        yield (*here, "drive_hits"), f"the main drive of {design.name} can be hit {steps} times", f"Give at most {steps}."
    known = {mount.key for mount in design.mounts if not mount.core}
    for field, index, lost in _out_of_order(entry):
        if (mount := design.mount(lost)) and mount.core and turn == 1:
            yield (*here, field, index), f"{mount.title} works when a battle begins; only battle can damage it", ""
        elif mount is None:
            near = get_close_matches(lost, known, 1)
            hint = f"Did you mean '{near[0]}'?" if near else f"It has {', '.join(sorted(known))}."
            yield (*here, field, index), f"{design.name} has no system '{lost}'", hint
        elif field == "spent" and not mount.one_shot and mount.kind != "hangar":
            yield (*here, field, index), f"{mount.title} is never spent: it fires again and again", ""


def _memory_misfits(here: tuple[str, ...], entry: ShipEntry) -> Iterator[Misfit]:
    """Marks and clocks that no rule knows; and ways off the table of ships that are on it."""
    for index, mark in enumerate(entry.marks):
        if mark not in MARKS:
            yield (*here, "marks", index), f"no rule knows the mark '{mark}'", known_words(mark, MARKS)
    for name in entry.clocks.keys() - CLOCKS:
        yield (*here, "clocks", name), f"no rule knows the clock '{name}'", known_words(name, CLOCKS)
    if entry.away is not None and entry.fate != AWAY:
        yield (*here, "away"), "only a ship that is away comes back", "Give her fate: away."


def in_space(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Misfit]:
    """Counters, which the game in space has not yet; and ships that are away come back over the edge by which they left, which
    has to be said (full-thrust-base/9.6).
    """
    yield from strangers(data, library, ())
    yield from lost_track(data, lambda entry: bool({*entry.marks} & {*EDGES}), f"Give her a mark: {', '.join(EDGES)}.")


def lost_track(data: BattleFile, returns: Callable[[ShipEntry], bool], hint: str) -> Iterator[Misfit]:
    """Ships that are away, and of which a file does not say what a game must know to bring them back."""
    for key, entry in data.ships.items():
        if entry.fate == AWAY and not returns(entry):
            yield ("ships", key, "fate"), "nothing says how a ship that is away comes back", hint


def strangers(data: BattleFile, library: Mapping[str, Design], kinds: Collection[str]) -> Iterator[Misfit]:
    """Counters of other kinds than the game has."""
    designs = _designs(data, library)
    for key in data.counters:
        if (mount := launcher(key, designs)) and (kind := facts(mount)["kind"]) not in kinds:
            yield ("counters", key), f"in this game no {WORDS[kind]} is under way", ""


def off_rows(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Misfit]:
    """What does not go along rows, in any game that has these alone; fighters fly any way they like."""
    designs = _designs(data, library)
    for key, entry in data.ships.items():
        yield from _motion(("ships", key), entry)
    for key, counter in data.counters.items():
        mount = launcher(key, designs)
        if counter.course % 2 and mount and facts(mount)["kind"] != FIGHTERS:
            yield ("counters", key, "course"), _corner(counter.course), _ROWS
    for index, body in enumerate(data.table.terrain):
        if body.velocity and body.course % 2:
            yield ("table", "terrain", index, "course"), _corner(body.course), _ROWS


_ROWS = "Courses through the sides of hexes are 2, 4, 6, 8, 10 and 12."


def _corner(course: int) -> str:
    return f"course {course} runs through a corner of the hexes"


def _motion(here: tuple[str, ...], entry: ShipEntry) -> Iterator[Misfit]:
    """Heading and facing run through sides; nobody rolls over, moves by vectors, or comes later."""
    for field in ("course", "facing"):
        if getattr(entry, field) % 2:
            yield (*here, field), _corner(getattr(entry, field)), _ROWS
    if entry.away is not None and entry.away.course % 2:
        yield (*here, "away", "course"), _corner(entry.away.course), _ROWS
    if entry.movement == "vector" or entry.heading is not None:
        yield (*here, "movement" if entry.movement else "heading"), "ships on hexes do not move by vectors", ""
    if entry.inverted:
        yield (*here, "inverted"), "in this game ships do not roll over", ""
    if entry.arrives is not None:
        yield (*here, "arrives"), "on this map nobody arrives by FTL drive", ""


def _late_misfits(here: tuple[str, ...], entry: ShipEntry, design: Design, begins: int) -> Iterator[Misfit]:
    """A reserve comes once the battle has begun, by an FTL drive that works (full-thrust-base/6.21/arriving)."""
    if entry.arrives is None:
        return
    if entry.fate:
        yield here, "a ship that is out of play does not arrive", ""
    if entry.arrives < begins:
        yield here, f"the battle begins with turn {begins}, and this ship arrives on turn {entry.arrives}", ""
    if not design.of("ftl"):
        yield here, f"{design.name} has no FTL drive to arrive by", ""
    elif {mount.key for mount in design.of("ftl")} & {*entry.lost, *entry.killed}:
        yield here, "its FTL drive is out of order, and it cannot arrive", ""


def _out_of_order(entry: ShipEntry) -> Iterator[tuple[str, int, str]]:
    """Every system named as knocked out, destroyed or spent: the field, the place in it, and the key."""
    for field in ("lost", "killed", "spent"):
        yield from ((field, index, key) for index, key in enumerate(getattr(entry, field)))


def open_space(table: TableEntry, house: Mapping[str, Any]) -> Board:
    """The board of the game in space: its width and height in MU (full-thrust-base/1.1)."""
    return OpenBoard(table.width, table.height)


def muster(data: BattleFile, library: Mapping[str, Design], house: dict[str, Any], board: Laid = open_space) -> State:
    """The state before the first phase; `house` holds every house rule, `board` makes the board of the file's table."""
    laid = board(data.table, house)
    sides = {key: Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(data.sides.items())}
    ships = {key: _ship(key, entry, library[entry.design], house) for key, entry in data.ships.items()}
    for ship in ships.values():
        ship.at = laid.place(ship.at)
    bodies = tuple(body for number, entry in enumerate(data.table.terrain, 1) for body in _bodies(number, entry, laid))
    victory = data.victory.model_dump() | {"edges": {key: side.edge for key, side in data.sides.items()}}
    floating = {"floating_table": True} if data.table.floating else {}
    _, _, width, height = laid.extent
    table = Table(width, height, bodies, laid)
    state = State(sides, ships, table, house | floating, victory, data.turn)
    state.counters = {key: _counter(key, one, ships, laid) for key, one in data.counters.items()}
    state.marks |= {f"losses/{key}": side.losses for key, side in data.sides.items() if side.losses}
    for key, entry in data.ships.items():
        if entry.arrives:
            hold_back(state, ships[key], entry.arrives)
    return state


def _bodies(number: int, entry: Terrain, board: Board) -> Iterator[Body]:
    """One disc, or one body for each hex that an entry fills."""
    name = entry.name or spoken(entry.kind)
    if not board.cells:
        assert entry.at is not None and entry.radius is not None
        yield Body(f"{entry.kind}{number}", entry.kind, name, entry.at, entry.radius, entry.course, entry.velocity)
    whole = f"{entry.kind}{number}"
    for index, cell in enumerate(entry.hexes, 1):
        key, part_of = (f"{whole}-{index}", whole) if len(entry.hexes) > 1 else (whole, "")
        part_of = "" if entry.kind == "asteroid" else part_of  # a field of them is many rocks, a planet or a cloud is one
        yield Body(key, entry.kind, name, board.place(cell), IN_A_HEX, entry.course, entry.velocity, part_of=part_of,
                   port=entry.port)  # fmt: skip


def _armour(layers: tuple[int, ...], left: int | None) -> tuple[int, ...]:
    """Layers, inner first, of which so many boxes are left: the outer ones went first (full-thrust-base/5.2)."""
    if left is None:
        return layers
    inside = [sum(layers[:index]) for index in range(len(layers))]
    return tuple(min(full, max(0, left - within)) for full, within in zip(layers, inside))


def _ship(key: str, entry: ShipEntry, design: Design, house: Mapping[str, Any]) -> Ship:
    """A ship as her entry has her; damage from before the battle is crossed off."""
    layers = _armour(design.shell or ((design.armour,) if design.armour else ()), entry.armour)
    hull = design.hull if entry.hull is None else entry.hull
    facing = entry.facing or entry.course
    ship = Ship(key, entry.name, entry.side, design, entry.at, entry.course, facing, entry.velocity, hull, layers)
    ship.lost, ship.drive_hits, ship.inverted = set(entry.lost), entry.drive_hits, entry.inverted
    ship.killed, ship.spent = set(entry.killed), set(entry.spent)
    ship.quality = entry.quality or str(house.get("crew", "regular"))
    ship.marks |= {FLOTILLA + entry.flotilla} if entry.flotilla else set()
    ship.marks |= {entry.rotates} if entry.rotates else set()
    ship.marks |= set(entry.marks)
    ship.turned, ship.drive_gone, ship.fate = entry.turned, entry.drive_gone, entry.fate or ""
    ship.clocks = tuple(entry.clocks.items())
    if (entry.movement or ("vector" if entry.heading is not None else house["movement"])) == "vector":
        ship.heading = 30.0 * (entry.course % 12) if entry.heading is None else entry.heading
    for mount in design.of("drive"):
        if mount.key in ship.lost | ship.killed:
            ship.drive_hits = drive_steps(design.thrust)
            ship.drive_gone = ship.drive_hits if mount.key in ship.killed else entry.drive_gone
        elif not ship.thrust:
            ship.lost.add(mount.key)
    return ship


def _counter(key: str, entry: CounterEntry, ships: Mapping[str, Ship], board: Board) -> Counter:
    """A counter under way, as its launcher made it and as its entry has it."""
    ship, mount = ships[key.partition(".")[0]], launcher(key, {one: ship.design for one, ship in ships.items()})
    assert mount is not None
    made = named(key, ship, mount, **facts(mount))
    return replace(
        made, at=board.place(entry.at), course=entry.course, facing=entry.course, velocity=entry.velocity,
        count=made.total if entry.count is None else entry.count, age=entry.age, flown=entry.flown, wounds=entry.wounds,
        target=entry.target or "",
    )  # fmt: skip


def launcher(key: str, designs: Mapping[str, Design]) -> Mount | None:
    """The system that a counter of that key came from; None if it is no launcher."""
    ship, _, name = key.partition(".")
    design = designs.get(ship)
    mount = design.mount(name) or design.mount(re.sub(r"-\d+\Z", "", name)) if design else None
    return mount if mount and mount.kind in LAUNCHES else None


def _counter_misfits(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Misfit]:
    """Counters that no system of their ship launches, or of which more is left than there was."""
    designs = _designs(data, library)
    for key, entry in data.counters.items():
        mount = launcher(key, designs)
        if key.partition(".")[0] not in designs:
            continue
        if mount is None:
            yield ("counters", key), f"{designs[key.partition('.')[0]].name} launches nothing from '{key.partition('.')[2]}'", ""
        elif entry.count is not None and entry.count > (most := facts(mount)["total"]):
            yield ("counters", key, "count"), f"there were only {most} of it when it was launched", ""


def _designs(data: BattleFile, library: Mapping[str, Design]) -> dict[str, Design]:
    """What the ships of a file are built as, as far as it is known."""
    return {key: library[entry.design] for key, entry in data.ships.items() if entry.design in library}
