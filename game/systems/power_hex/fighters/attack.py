"""How flights attack: what they may shoot at, their shots, and dogfights, whose shots all count (power/12)."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.orders import Id
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.systems.power_hex.combat.sides import in_arc, seen_from
from game.systems.power_hex.combat.to_hit import range_modifier
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.gunnery.bearing import Target, WeaponRefusal, distance, number_at, target_of
from game.systems.power_hex.gunnery.volley import PowerShot, begin_shots, hit_flight, roll_to_hit
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import ARCS, WEAPONS

RULE = "power/12"
Shares = tuple[tuple[Id, int], ...]  # targets, and how many fighters shoot at each
DOGFIGHTS = PhaseData[tuple[PowerShot, ...]]("fighter_shots", ())
STRIKES = PhaseData[tuple[PowerShot, ...]]("strike_shots", ())


def flight_refusal(flight: FighterFlight, target: Target) -> WeaponRefusal | None:
    """Why fighters of a flight may not shoot at a target."""
    weapon = WEAPONS[flight.design.weapon]
    if not target.in_play or target.side == flight.side:
        return WeaponRefusal(f"{target.name} is no enemy in play", RULE, "side")
    if not in_arc(ARCS[flight.design.arc], seen_from(flight.at, flight.facing, target.at)):
        return WeaponRefusal(f"{target.name} does not lie before {flight.name}", "power/1", "arc")
    if range_modifier(weapon.mods, far := distance(flight.at, target.at)) is None:
        return WeaponRefusal(f"{target.name} is {far} hexes away; its fighters reach {len(weapon.mods) - 1}", RULE, "range")
    return None


def flight_shots(state: PowerState, flight: FighterFlight, shares: Shares) -> tuple[PowerShot, ...]:
    """The shots of a flight: of its fighters that are ready, the most damaged first, so many at each target."""
    weapon, ready, found = WEAPONS[flight.design.weapon], list(flight.ready), []
    for key, count in shares:
        target = target_of(state, key)
        number = number_at(weapon, target, flight.at) if target is not None else None
        for n in ready[:count]:
            found += [PowerShot(flight.id, f"fighter_{n + 1}", weapon.key, key, flight.at, number)] * weapon.guns
        del ready[:count]
    return tuple(found)


def shooting(flight: FighterFlight, shares: Shares) -> frozenset[int]:
    """The fighters that shoot, by their number from 0."""
    return frozenset(flight.ready[: sum(count for _, count in shares)])


def resolve_dogfights(state: PowerState, umpire: Umpire) -> None:
    """Fighters shoot at fighters, all at once: every shot counts, also those of fighters that are shot down (5a)."""
    shots = DOGFIGHTS.of(state)
    DOGFIGHTS.clear(state)
    there = {key: state.counters[key].alive for key in dict.fromkeys(shot.target for shot in shots)}
    hits = [hit for shot in shots if (hit := roll_to_hit(state, umpire, shot)) is not None]
    for hit in hits:
        hit_flight(state, umpire, hit, there[hit.shot.target])


def resolve_strikes(state: PowerState, umpire: Umpire) -> None:
    """Fighters that are left shoot at ships, through the five steps (5c)."""
    shots = STRIKES.of(state)
    STRIKES.clear(state)
    begin_shots(state, umpire, shots)


def in_reach(flight: FighterFlight, targets: Iterable[Target]) -> tuple[Id, ...]:
    """Targets that a flight may shoot at."""
    return tuple(one.id for one in targets if flight_refusal(flight, one) is None)
