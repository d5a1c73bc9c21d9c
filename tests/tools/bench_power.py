"""Battles of reactor ships for `make bench`: two squadrons close together, destinations and odds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from game.battle.loader import Opened, load_start_text
from game.board import hexes
from game.formats.yaml_writer import block
from game.systems.power_hex.combat.odds import step_odds
from game.systems.power_hex.combat.odds.exact import (
    hit_orders,
    one_shot,
    packets,
    places,
    primary_losses,
    section_hits,
    standing_side,
)
from game.systems.power_hex.orders.fire_order import DeclareFire, GunAim, volley
from game.systems.power_hex.orders.move_order import PowerMove
from tests.support.battles import idle

KEPT = tuple(
    {  # what the odds keep; `hit_orders` knows neither ships nor shots
        found
        for module in (one_shot, packets, places, primary_losses, section_hits, standing_side, step_odds)
        for found in vars(module).values()
        if hasattr(found, "cache_clear") and found.__module__ != hit_orders.__name__
    }
)
WEAK, WEAKEST = 12, 6  # structure left of a section
HALDEN, ORETH = ("bastion", "marlin", "citadel"), ("helix", "sliver", "mandala")


def of_reactors(ships: int) -> Opened:
    """Return two squadrons abreast, eight hexes apart, for five rounds."""
    plain: dict[str, object] = {
        "title": "Bench", "system": "power-hex", "seed": 1, "table": {"hexes": [40, 30]},
        "sides": {"halden": {"name": "Halden"}, "oreth": {"name": "Oreth"}},
        "victory": {"kind": "last-side", "turns": 5},
    }  # fmt: skip
    entries: dict[str, object] = {}
    for owner, designs, q, course in (("halden", HALDEN, 8, 4), ("oreth", ORETH, 16, 10)):
        for number, name in zip(range(ships // 2), cycle(designs)):
            at = [q, 2 + 2 * number]
            entries[f"{owner}{number}"] = {"side": owner, "design": name, "at": at, "course": course, "velocity": 4}
    return load_start_text(block(plain | {"ships": entries}), "bench.yaml")


def about_to_move(ships: int) -> Opened:
    """Return those squadrons at the first ship's move."""
    opened = of_reactors(ships)
    idle(opened, "Move")
    return opened


def moving(ships: int) -> Callable[[], object]:
    """Return all destinations of a move without the cache, at speeds 1 to 8."""
    battle = of_reactors(ships).battle
    battle.prompts()
    ship, speeds = battle.state.ships["halden0"], cycle(range(1, 9))

    def one() -> object:
        ship.vector = hexes.step((0, 0), ship.towards, next(speeds))
        ship.at = hexes.at(hexes.plus(ship.hex, (0, 1)))  # so that the cache is not used
        return PowerMove(ship.id).destinations(battle.state)

    return one


def shooting(ships: int) -> Callable[[], object]:
    """Return the odds of all guns that bear on a ship, without the cache."""
    battle = of_reactors(ships).battle
    battle.prompts()
    order = volley(battle.state, "halden0", "oreth0")
    assert order is not None

    def one() -> object:
        forget()
        return order.odds(battle.state, {})

    return one


def shooting_at_a_weak_side(ships: int) -> Callable[[], object]:
    """Return the odds of a heavy volley of pulses, without the cache, at a ship whose sides and primary section are
    nearly gone."""
    battle = of_reactors(ships).battle
    battle.prompts()
    firer, target = battle.state.ships["oreth0"], battle.state.ships["halden0"]
    for section in target.design.sections:
        target.lost[section.name] = section.structure - WEAK
    gun = next(one.key for one in firer.design.weapons if one.weapon == "pulse_heavy")
    order = DeclareFire(firer.id, (GunAim(gun, target.id),))

    def one() -> object:
        forget()
        return order.odds(battle.state, {})

    return one


def all_guns_at_a_weak_ship(ships: int) -> Callable[[], object]:
    """Return the odds of all guns of a ship, without the cache, at a ship in the same hex whose sides and primary
    section are nearly gone."""
    battle = of_reactors(ships).battle
    battle.prompts()
    firer, target = battle.state.ships["oreth0"], battle.state.ships["halden0"]
    firer.at = target.at
    for section in target.design.sections:
        target.lost[section.name] = section.structure - WEAKEST
    order = volley(battle.state, firer.id, target.id)
    assert order is not None and len(order.shots) == len(firer.design.weapons)

    def one() -> object:
        forget()
        return order.odds(battle.state, {})

    return one


def forget() -> None:
    """Empty the caches of odds that depend on ships and shots."""
    for table in KEPT:
        table.cache_clear()
