"""Battles with fighters and missiles for `make bench`: three groups for every two ships, and markers on the table."""

from __future__ import annotations

from game.battle.loader import Opened, set_up_text
from game.formats.yaml_writer import block
from tests.support.battles import idle

GROUPS, RACKS, SALVOS = ("HGRa", "HGRb", "HGRc"), ("SMRa", "SMRb"), ("SMLa", "SMLb", "SMLa-2", "SMLb-2")


def swarm(ships: int) -> Opened:
    """Two fleets, every second ship a carrier with three groups out, the others with all their salvos on the table."""
    side, entries, counters = ships // 2, dict[str, object](), dict[str, object]()
    fleets = (("azure", ("rookery", "fletcher"), 30.0, 3, RACKS), ("amber", ("bellows", "ballista"), 54.0, 9, SALVOS))
    for owner, designs, x, course, loaded in fleets:
        for number in range(side):
            key, y = f"{owner}{number}", 4.0 + 4 * number
            at = [x + 3 * (number % 3), y]
            entries[key] = {"side": owner, "design": designs[number % 2], "at": at, "course": course, "velocity": 4}
            ahead = 1 if course == 3 else -1
            for n, mount in enumerate(loaded if number % 2 else GROUPS):
                counters[f"{key}.{mount}"] = {"at": [x + ahead * (6 + 2 * n), y], "course": course}
    plain = {
        "title": "Bench", "system": "full-thrust", "seed": 1, "table": {"width": 90, "height": max(48, 4 * side + 8)},
        "sides": {"azure": {"name": "Azure League"}, "amber": {"name": "Amber Pact"}}, "victory": {"turns": 20},
    }  # fmt: skip
    return set_up_text(block(plain | {"ships": entries, "counters": counters}), "bench.yaml")


def flying(ships: int) -> Opened:
    """The same, when the first group is asked where it flies."""
    opened = swarm(ships)
    idle(opened, "Move fighters")
    return opened
