"""Battles on hexes for `make bench`: two fleets of Hexcess Thrust, and every hex that a ship can move to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from game.battle.loader import Opened, load_start_text
from game.board.hexes import at
from game.formats.yaml_writer import block
from game.systems.hexcess.movement.order import HexMove
from tests.support.battles import idle

TESSERA, KESSAR = ("crook", "wether", "tollhouse", "stockman", "hurdle"), ("karst", "shale", "esker", "moraine", "tuff")


def on_hexes(ships: int) -> Opened:
    """Return two fleets of Hexcess Thrust, twelve hexes apart, for eight turns."""
    side = ships // 2
    plain: dict[str, object] = {
        "title": "Bench", "system": "hexcess", "seed": 1, "table": {"hexes": [30, min(200, 24 + 2 * side)]},
        "sides": {"azure": {"name": "Tessera League"}, "amber": {"name": "Kessarine Levy"}}, "victory": {"turns": 8},
    }  # fmt: skip
    entries: dict[str, object] = {}
    for owner, designs, q, course in (("azure", TESSERA, 8, 2), ("amber", KESSAR, 20, 8)):
        for number, name in zip(range(side), cycle(designs)):
            at = [q + number % 2, 10 + number - q // 2]
            entries[f"{owner}{number}"] = {"side": owner, "design": name, "at": at, "course": course, "velocity": 4}
    return load_start_text(block(plain | {"ships": entries}), "bench.yaml")


def on_the_move(ships: int) -> Opened:
    """Return those fleets at the first ship's move."""
    opened = on_hexes(ships)
    idle(opened, "Move")
    return opened


def reach(ships: int) -> Callable[[], object]:
    """Return all destinations of a move on hexes without the cache: thrust 6, at velocities 4 to 6."""
    battle = on_hexes(ships).battle
    ship, places = battle.state.ships["azure0"], cycle([at((q, r)) for q in range(8, 20) for r in range(2, 12)])
    speeds = cycle((4, 5, 6))

    def one() -> object:
        ship.at, ship.velocity = next(places), next(speeds)
        return HexMove(ship.id).destinations(battle.state)

    return one
