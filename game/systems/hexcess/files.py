"""The files of the game on hexes: its map, its starbases, and the parts that its ships lack (hex/1, 2.5, 2.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from game.board.boards import Board, HexBoard
from game.core.game_files import Unsupported
from game.core.values import Data, House, HouseValue
from game.rules.hex.terrain import hex_terrain
from game.rules.scenario.battle_file import SpaceTable, StarshipEntry, ThrustBattleFile
from game.rules.scenario.setup import build_initial_state
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.scenario.validation import lost_track, off_rows, strangers
from game.rules.ships.design import Design
from game.rules.ships.ship import PRICES, crewed
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.fighters import STRIKES
from game.systems.hexcess.movement import map_edges
from game.systems.hexcess.ordnance import ORDNANCE

COLUMNS, ROWS = 30, 24  # the default size of a map (hex/5)
SLOWEST_BASE, FASTEST_BASE = 1, 6
FASTEST_IN_AIR = {"none": 2, "partial": 4, "full": 6}  # hexes a turn near a planet, by streamlining


class HexcessFiles(ThrustFiles):
    """The files of the game: ships along rows, one to a hex, and starbases."""

    folder = "hexes"
    on_hexes = True
    rolls = False
    one_to_a_cell = True
    terrain = hex_terrain(ThrustFiles.terrain)
    crews: Mapping[str, Callable[[int], int]] = {quality: partial(crewed, quality=quality) for quality in PRICES}
    crew_rule = "crew"

    def set_up(
        self, data: ThrustBattleFile, designs: Mapping[str, Design], house: dict[str, HouseValue]
    ) -> ThrustState:
        """Return the state before the first phase, with the record of how ships off the map left (hex/2.9)."""
        state = build_initial_state(data, designs, house, map_of)
        for key, entry in data.ships.items():
            if entry.away:
                map_edges.note(state, state.ships[key], entry.away.course, entry.away.turned)
        return state

    def not_in_game(self, data: ThrustBattleFile, designs: Mapping[str, Design]) -> Iterator[Unsupported]:
        """Yield courses through corners, several ships in one hex, and fields of movement in open space."""
        yield from off_rows(data, designs)
        yield from strangers(data, designs, (*STRIKES, *ORDNANCE))
        yield from lost_track(
            data, lambda entry: entry.away is not None, "Say on which course it left, as in away: {course: 8}."
        )
        taken: dict[tuple[float, float], str] = {}
        rocks = {cell for body in data.table.terrain if body.kind == "asteroid" for cell in body.hexes}
        for key, entry in data.ships.items():
            here = ("ships", key)
            if entry.fate:
                continue
            if entry.at in taken:
                yield (*here, "at"), f"{taken[entry.at]} is in this hex, and no two objects share one", ""
            elif entry.at in rocks:
                yield (*here, "at"), "an asteroid is in this hex, and no two objects share one", ""
            taken.setdefault(entry.at, entry.name)
            if design := designs.get(entry.design):
                yield from _station(here, entry, design, near_a_planet(data), data.turn == 1)

    def new_ship(self, design: Design) -> Data:
        """Return the fields of a new ship. A starbase has a constant velocity (hex/2.7/starbases)."""
        return {} if design.thrust else {"velocity": SLOWEST_BASE}


def map_of(table: SpaceTable, house: House) -> Board:
    """Return the map. A hex is 2 MU of a weapon's range, rounded up, and arcs are rows of hexes (hex/2.6, 2.7)."""
    columns, rows = table.hexes or (COLUMNS, ROWS)
    floating = table.floating or house["map"] == "floating"
    west, north = table.window or (0, 0)
    return HexBoard(
        columns,
        rows,
        west,
        north,
        mu=2,
        rounded_up=True,
        sides=True,
        floating=floating,
        only_rows=True,
        planet=table.planet_edge or "",
    )


def near_a_planet(data: ThrustBattleFile) -> bool:
    """Return whether there is a planet on the map or at its edge (hex/2.7/starbases)."""
    return data.table.planet_edge is not None or any(body.kind == "planet" for body in data.table.terrain)


def _station(
    here: tuple[str, ...], entry: StarshipEntry, design: Design, planet: bool, first: bool
) -> Iterator[Unsupported]:
    """Yield what a starbase may not do, and what other ships may not (hex/2.7/starbases). Near a planet it depends on
    streamlining. After the first turn of a battle a base may lie still: a planet has stopped it (hex/2.7/planets)."""
    if design.thrust:
        if entry.rotates:
            yield (*here, "rotates"), "only a starbase rotates; ships turn by their drives", ""
        return
    fastest = FASTEST_IN_AIR[design.streamlining] if planet else FASTEST_BASE
    hint = f"Give a velocity from {SLOWEST_BASE} to {fastest}."
    if entry.velocity < SLOWEST_BASE and first:
        yield (*here, "velocity"), f"a starbase never lies still: it begins at velocity {SLOWEST_BASE} or more", hint
    elif entry.velocity > FASTEST_BASE:
        yield (*here, "velocity"), f"a starbase moves at {FASTEST_BASE} at most", hint
    elif entry.velocity > fastest:
        built = "not streamlined" if design.streamlining == "none" else "partly streamlined"
        yield (*here, "velocity"), f"near a planet a starbase that is {built} moves at {fastest} at most", hint
