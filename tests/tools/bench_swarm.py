"""Battles with fighters and missiles for `make bench`: three groups for every two ships, and markers on the table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from game.battle.loader import Opened, set_up_text
from game.core.display import Pose
from game.formats.yaml_writer import block
from tests.support.battles import idle

GROUPS, RACKS, SALVOS = ("HGRa", "HGRb", "HGRc"), ("SMRa", "SMRb", "SMRa-2", "SMRb-2"), ("SMLa", "SMLb", "SMLa-2", "SMLb-2")


def swarm(ships: int, rules: str = "base") -> Opened:
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
        "house": {"pd_rules": rules},
    }  # fmt: skip
    return set_up_text(block(plain | {"ships": entries, "counters": counters}), "bench.yaml")


def flying(ships: int, rules: str = "base") -> Opened:
    """The same, when the first group is asked where it flies."""
    opened = swarm(ships, rules)
    idle(opened, "Move fighters")
    return opened


def attack_odds(ships: int, rules: str = "base") -> Callable[[], object]:
    """The exact odds of one group's attack on each enemy that it could reach, the best defence of that ship reckoned with."""
    view = flying(ships, rules).battle.view(None)
    groups, foes = cycle(view.state.counters), cycle(view.state.ships)
    at = {key: ship.at for key, ship in view.state.ships.items()}

    def one() -> object:
        group, foe = next(groups), next(foes)
        return view.volley(group, foe, {group: Pose(at[foe], 3, 3, 0)})

    return one


def launch_odds(ships: int) -> Callable[[], object]:
    """The exact odds of both salvos of a ship, at enemies that go straight on; its defence is met by all other attackers too."""
    opened = swarm(ships)
    idle(opened, "Launch ordnance")
    view, place = opened.battle.view(None), cycle([(x, y) for x in (40.0, 44.0, 48.0) for y in range(6, 30, 2)])
    key = next(ship.id for ship in view.state.ships.values() if ship.design.of("sml"))

    def one() -> object:
        (x, y), (to, up) = next(place), next(place)
        order = view.read(key, f"place SMLa {x},{y} SMLb {to},{up}")
        return order.odds(view.state, {})

    return one
