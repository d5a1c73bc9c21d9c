"""What an attacker may fire at a target: place, arc, range, the number to hit, and why not (power/3, 7, 8)."""

from __future__ import annotations

from game.board import hexes
from game.board.geometry import Point
from game.core.orders import Id
from game.core.state import PieceData
from game.core.values import frozen
from game.systems.power_hex.combat.sides import in_arc, rows, seen_from
from game.systems.power_hex.combat.to_hit import LEADERLESS, number_to_hit, range_modifier, sensor_penalty
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import ARCS, WEAPONS, ShipWeapon

RULE = "power/7"
USED = PieceData[frozenset[str]]("used_weapons", frozenset())  # by ship: fired, launched, trained or intercepting this round
Target = PowerShip | FighterFlight


@frozen
class WeaponRefusal:
    """Why a weapon may not be used: in words, by a rule, and its cause as the board knows it."""

    why: str
    rule: str
    cause: str


def title(key: str) -> str:
    """What a system is called: "lance 1"."""
    return key.replace("_", " ")


def weapon_of(ship: PowerShip, key: str) -> ShipWeapon:
    """The weapon of a mount."""
    return WEAPONS[ship.design.mount(key).weapon]


def weapon_keys(ship: PowerShip) -> tuple[str, ...]:
    """The mounts of a ship that are weapons, side by side."""
    return tuple(one.key for section in ship.design.sections for one in section.mounts if one.kind == "weapon")


def target_of(state: PowerState, key: Id) -> Target | None:
    """A ship or flight by its id."""
    found = state.ships.get(key) or state.counters.get(key)
    return found if isinstance(found, PowerShip | FighterFlight) else None


def distance(start: Point, end: Point) -> int:
    """Hexes between two places."""
    return hexes.distance(hexes.hex_at(start), hexes.hex_at(end))


def bears(ship: PowerShip, key: str, place: Point) -> bool:
    """Does a weapon of a ship cover a place?"""
    return in_arc(ARCS[ship.design.mount(key).arc], seen_from(ship.at, ship.facing, place), ship.rolled)


def rows_of(ship: PowerShip, start: Point) -> tuple[str, ...]:
    """The rows of the facing chart for fire at a ship from a place; its owner chooses where there are several."""
    return rows(seen_from(ship.at, ship.facing, start), ship.rolled)


def unready(state: PowerState, ship: PowerShip, key: str) -> WeaponRefusal | None:
    """Why a weapon of a ship may not be fired at anything now."""
    name = title(key)
    if key not in weapon_keys(ship):
        return WeaponRefusal(f"{ship.name} has no weapon “{key}”", RULE, "lost")
    if key in ship.out:
        return WeaponRefusal(f"{name} is out of action", "power/11", "lost")
    if ship.boxes_left(key) <= 0:
        return WeaponRefusal(f"{name} is destroyed", "power/8.5", "lost")
    if key in USED.of(state, ship.id):
        return WeaponRefusal(f"{name} has been used this round", "power/8.1", "fired")
    return uncharged(ship, key)


def uncharged(ship: PowerShip, key: str) -> WeaponRefusal | None:
    """Why power keeps a weapon silent: it is off, cools, or is not charged (power/3)."""
    name, weapon = title(key), weapon_of(ship, key)
    if key in ship.off:
        return WeaponRefusal(f"{name} is switched off", "power/3", "control")
    if ship.cooling(key):
        return WeaponRefusal(f"{name} cools after two rounds of fire", "power/3", "spent")
    if ship.charge.get(key, 0) < weapon.recharge:
        return WeaponRefusal(f"{name} has {ship.charge.get(key, 0)} of {weapon.recharge} charges", "power/3", "spent")
    return None


def refusal(state: PowerState, ship: PowerShip, key: str, target: Target, direct: bool = True) -> WeaponRefusal | None:
    """Why a weapon of a ship may not be fired at a target, or launched at it where it is not `direct` fire."""
    if why := unready(state, ship, key):
        return why
    weapon, name = weapon_of(ship, key), title(key)
    if not target.in_play or target.side == ship.side:
        return WeaponRefusal(f"{target.name} is no enemy in play", RULE, "side")
    if (weapon.kind == "ballistic") == direct:
        why_not = "is launched before ships move" if direct else "launches nothing"
        return WeaponRefusal(f"{name} {why_not}", "power/5", "control")
    if weapon.kind == "ballistic" and isinstance(target, FighterFlight):
        return WeaponRefusal("ballistics cannot be aimed at fighters", "power/12", "control")
    if not bears(ship, key, target.at):
        return WeaponRefusal(f"{name} does not bear on {target.name}", "power/1", "arc")
    if direct and range_modifier(weapon.mods, far := distance(ship.at, target.at)) is None:
        return WeaponRefusal(f"{target.name} is {far} hexes away; {name} reaches {len(weapon.mods) - 1}", RULE, "range")
    return None


def penalty_of(ship: PowerShip, direct: bool = True) -> int:
    """What the damage of a ship takes off its numbers to hit (power/6, 10)."""
    lost = sensor_penalty(ship.design.sensors, ship.sensor_rating)
    return lost + (LEADERLESS if direct and ship.leaderless else 0)


def number_at(weapon: ShipWeapon, target: Target, start: Point, penalty: int = 0) -> int | None:
    """The number to hit a target from a place; None out of range."""
    far = distance(start, target.at)
    if isinstance(target, FighterFlight):
        return number_to_hit(target.design.signature, weapon.mods, far, 0, penalty)
    return number_to_hit(target.signature, weapon.mods, far, target.jam, penalty)


def use(state: PowerState, ship: PowerShip, key: str) -> None:
    """A weapon is trained, launched or intercepts: it can do nothing else this round."""
    USED.set(state, ship.id, USED.of(state, ship.id) | {key})


def unused(state: PowerState) -> None:
    """A new round: every weapon may be used again."""
    for key in USED.all(state):
        USED.clear(state, key)
