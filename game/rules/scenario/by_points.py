"""A fight by points (full-thrust-base/9.1): a battle file held to the agreement of both sides, by house rules.

The rules limit how a battle begins. A start taken from the middle of a battle no longer has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.board.areas import along_edge, corners, from_edge
from game.core.display import Zone
from game.core.game_files import Unsupported
from game.core.values import Data
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.ships.design import Design
from game.rules.ships.thrust_state import ThrustState
from game.rules.shipyard.cost_table import price_with_craft

FREE = "free"  # nothing was agreed
LIMITS = (500, 1000, 1500, 2000, 3000)  # points for each side
SPEEDS = (6, 8, 10, 12)  # the highest velocity (MU a turn) with which a ship may begin in its zone
ZONE = 6  # depth in MU of a zone along a side's own edge, unless the side says otherwise
NEAR = 1e-9  # MU of tolerance, for places such as 65.99999999999999
KEYS = ("points_limit", "start_zone")
SEE = "See 9.1 of the rule book."


def start_rules(limit: int | None, speed: int) -> Data:
    """Return the house rules that state the agreement of two fleets, as far as they can."""
    found: Data = {"points_limit": limit} if limit in LIMITS else {}
    return found | ({"start_zone": speed} if speed in SPEEDS else {})


def free_start(house: Mapping[str, object]) -> Data:
    """Return house rules without those on the start."""
    return {key: value for key, value in house.items() if key not in KEYS}


def start_zones(state: ThrustState) -> tuple[Zone, ...]:
    """Return the zones where the ships of each side begin, while the first turn lasts; empty if none were agreed."""
    edges, zones = state.victory.get("edges", {}), state.victory.get("zones", {})
    if state.turn > 1 or state.house.get("start_zone", FREE) == FREE:
        return ()
    table = state.table.width, state.table.height
    found = []
    for side, edge in edges.items():
        if edge is not None:
            size = table[0 if edge in ("left", "right") else 1]
            strip = along_edge(edge, zones.get(side, ZONE) / size, (0.0, 0.0, *table))
            found.append(Zone(corners(strip), tone=side, fill=0.6))
    return tuple(found)


def against_agreement(data: ThrustBattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Yield each side that costs too much, and each ship that begins outside its zone or too fast."""
    house = data.house
    limit, speed = house.get("points_limit", FREE), house.get("start_zone", FREE)
    if isinstance(limit, int) and limit in LIMITS:
        yield from _over_limit(data, library, limit)
    if isinstance(speed, int) and speed in SPEEDS:
        yield from _out_of_zone(data, speed)


def _over_limit(data: ThrustBattleFile, library: Mapping[str, Design], limit: int) -> Iterator[Unsupported]:
    for key, side in data.sides.items():
        fleet = [one for one in data.ships.values() if one.side == key and not one.dummy]
        points = sum(price_with_craft(library[one.design]) for one in fleet if one.design in library)
        if points > limit:
            words = (
                f"{side.name} costs {points:,} points with its craft, {points - limit:,} over the limit of {limit:,}"
            )
            yield ("sides", key), f"{words} (house rule Points a side)", SEE


def _out_of_zone(data: ThrustBattleFile, speed: int) -> Iterator[Unsupported]:
    for key, one in data.sides.items():
        if one.edge is None:
            yield ("sides", key), f"{one.name} has no edge to begin at (house rule Starting zones)", "Give it one."
    for key, ship in data.ships.items():
        side = data.sides.get(ship.side)
        if ship.fate or ship.arrives or side is None or side.edge is None:
            continue
        name, zone = ship.name or key, ZONE if side.zone is None else side.zone
        away = from_edge(side.edge, ship.at, (0.0, 0.0, data.table.width, data.table.height))
        if away > zone + NEAR:
            words = f"{name} begins {away:g} MU from the {side.edge} edge, outside its zone of {zone:g} MU"
            yield ("ships", key, "at"), f"{words} (house rule Starting zones)", SEE
        if ship.velocity > speed:
            words = f"{name} begins at velocity {ship.velocity:g}, faster than {speed}"
            yield ("ships", key, "velocity"), f"{words} (house rule Starting zones)", SEE
