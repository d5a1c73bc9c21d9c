"""Full Thrust on hexes: its orders, turns, guns and manoeuvres are unchanged, and its courses run along rows and spines
(hex/4).

Ships step from hex to hex, along rows on even courses and along spines on odd ones; an odd velocity is halved into
whole hexes. Velocities, and all distances but weapon ranges, are in hexes. Vector movement is not offered, as it pushes
ships by one MU in twelve directions, to places between hexes. Neither are four wide arcs, whose edges lie on no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.board.boards import Board, HexBoard
from game.board.geometry import clock
from game.core.game_files import Unsupported
from game.core.system import HouseRule
from game.core.values import House, HouseValue, number
from game.rules.counters.kinds import Bolt, Flight, HeavyMissile, Mine, Missile, Salvo
from game.rules.scenario.battle_file import SpaceTable, StarshipEntry, ThrustBattleFile
from game.rules.scenario.by_points import FREE
from game.rules.scenario.setup import build_initial_state
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.scenario.validation import strangers
from game.rules.ships.design import Design
from game.rules.ships.thrust_state import ThrustState
from game.systems.full_thrust.system import FULL_THRUST

RULE = "hex/4"
COLUMNS, ROWS = 30, 24  # the default size of a map (hex/5)

OWN = (
    HouseRule("range", "Range", "Counted in hexes, or measured straight from middle to middle.",
              (("hex", "hexes"), (True, "straight line")), "hex", f"{RULE}/range"),
    HouseRule("mu_per_hex", "Scale", "MU of a weapon's range that a hex stands for; velocities are hexes.",
              ((1, "1 MU"), (2, "2 MU"), (3, "3 MU")), 1, f"{RULE}/range"),
    HouseRule("spine_correction", "Longer moves along spines",
              "On odd courses ships go as many more hexes as the zig-zag costs them.",
              default=False, rule=f"{RULE}/spines"),
    HouseRule("hex12_rows", "Rows only", "Six courses through the sides of hexes, two points of turn for each side.",
              default=False, rule=f"{RULE}/rows"),
)  # fmt: skip
SETTLED: House = {
    "half_velocity": "floor", "arcs": 6, "boundary": "both", "movement": "cinematic", "vector_form": "fb1",
    "vector_rounding": "half", "start_zone": FREE,
}  # fmt: skip
KEPT = tuple(rule for rule in FULL_THRUST.house if rule.key not in SETTLED)
PROFILES = {
    name: {key: value for key, value in chosen.items() if key not in SETTLED}
    for name, chosen in FULL_THRUST.profiles.items()
}


def map_of(table: SpaceTable, house: House) -> Board:
    """Return the map of a file by the house rules. A floating map is a window that follows the fleets
    (full-thrust-base/9.5)."""
    columns, rows = table.hexes or (COLUMNS, ROWS)
    straight, alone, longer = (house[key] is True for key in ("range", "hex12_rows", "spine_correction"))
    west, north = table.window or (0, 0)
    scale = int(number(house, "mu_per_hex"))
    return HexBoard(columns, rows, west, north, mu=scale, true=straight, only_rows=alone, corrected=longer)


def set_out(data: ThrustBattleFile, library: Mapping[str, Design], house: dict[str, HouseValue]) -> ThrustState:
    """Return the state before the first phase. If there are only rows, ships on a spine are turned one point
    clockwise."""
    if house["hex12_rows"]:
        ships = {key: entry.model_copy(update=_along_a_row(entry)) for key, entry in data.ships.items()}
        data = data.model_copy(update={"ships": ships})
    return build_initial_state(data, library, house, map_of)


def _along_a_row(entry: StarshipEntry) -> dict[str, int | None]:
    """Return a ship's course and facing, each moved to a row, clockwise."""
    return {
        name: course and clock(course + course % 2)
        for name, course in (("course", entry.course), ("facing", entry.facing))
    }


class SpineFiles(ThrustFiles):
    """The files of the game, which has no vector movement."""

    folder = "hexes"
    on_hexes = True

    def set_up(
        self, data: ThrustBattleFile, designs: Mapping[str, Design], house: dict[str, HouseValue]
    ) -> ThrustState:
        return set_out(data, designs, house)

    def not_in_game(self, data: ThrustBattleFile, designs: Mapping[str, Design]) -> Iterator[Unsupported]:
        """Yield ships with vector movement, and everything that the space game lacks."""
        yield from super().not_in_game(data, designs)
        yield from strangers(
            data, designs, (Flight.kind, Mine.kind, Salvo.kind, HeavyMissile.kind, Bolt.kind, Missile.kind)
        )
        for key, entry in data.ships.items():
            if entry.movement == "vector" or entry.heading is not None:
                yield (
                    ("ships", key, "movement" if entry.movement else "heading"),
                    "ships on hexes do not move by vectors",
                    "",
                )


SPACE_ONLY = ("NOVA", "CHARGE", "WAVE")  # manoeuvres not played on hexes

HEX12 = FULL_THRUST.amended(
    "hex12",
    "Full Thrust on Hexes",
    about="Full Thrust on hexes, rows and spines.",
    files=SpineFiles(),
    board=map_of,
    house=(*OWN, *KEPT),
    fixed_options=SETTLED,
    emblem="hex",
    profiles=PROFILES,
    archive=tuple(one for one in FULL_THRUST.archive if one.field not in SPACE_ONLY),
)
