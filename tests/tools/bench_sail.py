"""Battles under sail for `make bench`: two fleets side by side, destinations, and prospects against an enemy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from game.battle.loader import Opened, load_start_text
from game.formats.yaml_writer import block
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.sea.sail_plan import legal_moves_of

MERROW, AUVRAC = ("halcyon", "steadfast_oak", "sanderling"), ("aiglette", "vaillance", "martinet")
LAND = [[-5, -2], [-2, -4], [3, -3], [5, 1], [1, 4], [-4, 2]]  # corners of the island between them, in MU


def at_sea(ships: int) -> Opened:
    """Return two fleets abreast, 18 MU apart, with an island at one end of the table; ranges and odds are shown, for
    eight turns."""
    side = ships // 2
    height = max(48, 4 * side + 24)
    terrain = [{"kind": "island", "at": [39, height - 8], "outline": LAND}]
    plain: dict[str, object] = {
        "title": "Bench", "system": "full-sail", "seed": 1, "house": {"premeasure": True},
        "table": {"width": 90, "height": height, "wind_speed": 16, "wind_from": 6, "terrain": terrain},
        "sides": {"merrow": {"name": "Merrow"}, "auvrac": {"name": "Auvrac"}}, "victory": {"turns": 8},
    }  # fmt: skip
    entries: dict[str, object] = {}
    for owner, designs, x, course in (("merrow", MERROW, 30.0, 1), ("auvrac", AUVRAC, 48.0, 11)):
        for number, name in zip(range(side), cycle(designs)):
            at = [x + number % 2, 4.0 + 4 * number]
            entries[f"{owner}{number}"] = {"side": owner, "design": name, "at": at, "course": course, "velocity": 6}
    return load_start_text(block(plain | {"ships": entries}), "bench.yaml")


def sailing(ships: int, by_land: bool = False) -> Callable[[], object]:
    """Return all destinations of a move under sail without the cache, on each course, at speeds 4 to 12; with `by_land`
    an island is within reach."""
    battle = at_sea(ships).battle
    battle.prompts()
    ship, courses, speeds = battle.state.ships["merrow0"], cycle(range(1, 13)), cycle((4, 6, 8, 10, 12))
    if by_land:
        ((x, y),) = (body.at for body in battle.state.table.bodies)
        ship.at = (x - 8.0, y + 1.0)

    def one() -> object:
        legal_moves_of.cache_clear()
        ship.course = ship.facing = next(courses)
        ship.velocity = next(speeds)
        return SailOrder(ship.id).destinations(battle.state)

    return one


def prospects(ships: int) -> Callable[[], object]:
    """Return the result of a plot against all destinations of an enemy, at one speed after another."""
    battle = at_sea(ships).battle
    battle.prompts()
    ends = SailOrder("auvrac0").destinations(battle.state)
    poses, speeds = {"auvrac0": SailOrder("auvrac0").pose(battle.state)}, cycle((-2, 0, 2))

    def one() -> object:
        order = SailOrder("merrow0", 0, 0, next(speeds))
        return order.prospects(battle.state, "auvrac0", {**poses, "merrow0": order.pose(battle.state)}, ends)

    return one
