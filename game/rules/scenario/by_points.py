"""A fight by points (full-thrust-base/9.1): a battle file held to what both sides agreed on, by house rules.

They look at how a battle begins. A start that is taken from the middle of a battle has them no longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.game_files import Unsupported
from game.core.values import Data
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.ships.design import Design
from game.rules.shipyard.cost_table import price_with_craft

FREE = "free"  # nothing was agreed
LIMITS = (500, 1000, 1500, 2000, 3000)  # points a side
SPEEDS = (6, 8, 10, 12)  # the most that a ship may move with as it begins in its zone
ZONE = 6  # MU from a side's own edge
NEAR = 1e-9  # MU, for places such as 65.99999999999999
KEYS = ("points_limit", "start_zone")
SEE = "See 9.1 of the rule book."


def start_rules(limit: int | None, depth: float, speed: int) -> Data:
    """Return the house rules that say what two fleets agreed on, as far as they can: `depth` is that of the zones in
    MU."""
    found: Data = {"points_limit": limit} if limit in LIMITS else {}
    return found | ({"start_zone": speed} if depth <= ZONE and speed in SPEEDS else {})


def free_start(house: Mapping[str, object]) -> Data:
    """Return house rules without those on the start."""
    return {key: value for key, value in house.items() if key not in KEYS}


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
    for key, side in data.sides.items():
        if side.edge is None:
            yield ("sides", key), f"{side.name} has no edge to begin at (house rule Starting zones)", "Give it one."
    for key, ship in data.ships.items():
        edge = data.sides[ship.side].edge if ship.side in data.sides else None
        if ship.fate or ship.arrives or edge is None:
            continue
        (x, y), table, name = ship.at, data.table, ship.name or key
        away = {"left": x, "right": table.width - x, "bottom": y, "top": table.height - y}[edge]
        if away > ZONE + NEAR:
            words = f"{name} begins {away:g} MU from the {edge} edge, outside its zone of {ZONE} MU"
            yield ("ships", key, "at"), f"{words} (house rule Starting zones)", SEE
        if ship.velocity > speed:
            words = f"{name} begins at velocity {ship.velocity:g}, faster than {speed}"
            yield ("ships", key, "velocity"), f"{words} (house rule Starting zones)", SEE
