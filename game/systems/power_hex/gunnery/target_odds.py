"""Exact chances of what the shots of a ship or flight take from each target (power/8, 12)."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.display import Odds, percent
from game.core.orders import Id
from game.core.values import House, number
from game.systems.power_hex.combat.damage import PACKET, through
from game.systems.power_hex.combat.odds import Chances, ShotProfile, TrialHull, mixed, packet_law, volley_toll
from game.systems.power_hex.combat.to_hit import hit_chance
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.gunnery.bearing import rows_of, target_of
from game.systems.power_hex.gunnery.volley import PowerShot
from game.systems.power_hex.ships.ship import PowerShip, PowerState

FREE = "interception is left out"
APART = "each shot is reckoned against the ship as it is before the first"
EDGE = "the owner of the target chooses the row; this is the first"
Craft = tuple[int, ...]  # structure left of each fighter that lives, least first


def profile(shot: PowerShot, house: House, shield: int = 0, values: tuple[int, ...] = ()) -> ShotProfile | None:
    """A shot as it is reckoned, against a shield and weapons that intercept; None beyond range."""
    if shot.number is None:
        return None
    weapon = shot.built
    return ShotProfile(
        weapon.kind, weapon.mode, shot.number, (weapon.damage.count, weapon.damage.sides, weapon.damage.plus),
        (weapon.pulse_damage, weapon.pulse_die, weapon.pulse_max), values, shield,
        int(number(house, "raking_packet", PACKET)), bool(house.get("raking_armour_once", True)), bool(house.get("naturals")),
    )  # fmt: skip


def odds_of(state: PowerState, shots: Iterable[PowerShot]) -> tuple[Odds, ...]:
    """One entry a target, in the order in which the targets are named."""
    by_target: dict[Id, list[PowerShot]] = {}
    for shot in shots:
        by_target.setdefault(shot.target, []).append(shot)
    found = []
    for key, group in by_target.items():
        target = target_of(state, key)
        if isinstance(target, PowerShip):
            found.append(ship_odds(state, target, group))
        elif target is not None:
            found.append(flight_odds(state, target, group))
    return tuple(found)


def ship_odds(state: PowerState, ship: PowerShip, shots: list[PowerShot]) -> Odds:
    """Points that get through to a ship, and the chances that it loses the side that is struck or is destroyed."""
    profiles = tuple(one for shot in shots if (one := profile(shot, state.house, ship.shield)) is not None)
    if not profiles:
        return Odds(ship.id, (1.0,), 0.0, "points", notes=("out of range",))
    rows = rows_of(ship, shots[0].start)
    toll = volley_toll(TrialHull(ship.design, ship.damage), rows[0], profiles)
    chances = tuple(toll.points.get(points, 0.0) for points in range(max(toll.points) + 1))
    readings = [(("hit", percent(_any_hit(profiles)), "note"))]
    for words, chance in (("side lost", toll.side_lost), ("destroyed", toll.destroyed)):
        if chance > 0:
            readings.append((words, percent(chance), "note"))
    notes = [FREE] * any(one.kind not in ("laser", "particle") for one in profiles)
    notes += [APART] * (len(profiles) > 1) + [EDGE] * (len(rows) > 1)
    return Odds(ship.id, chances, toll.mean, "points", readings=tuple(readings), notes=tuple(notes))


def _any_hit(profiles: Iterable[ShotProfile]) -> float:
    missing = 1.0
    for one in profiles:
        missing *= 1 - hit_chance(one.number, one.naturals)
    return 1 - missing


def flight_odds(state: PowerState, flight: FighterFlight, shots: list[PowerShot]) -> Odds:
    """Fighters of a flight that are shot down: each hit strikes a random one of those left."""
    before: Craft = tuple(sorted(flight.structure_left(n) for n in flight.alive))
    fates: dict[Craft, float] = {before: 1.0}
    for shot in shots:
        one = profile(shot, state.house)
        if one is not None:
            fates = after_shot(fates, one, flight.design.armour)
    lost: Chances = {}
    for craft, chance in fates.items():
        mixed(lost, {len(before) - len(craft): 1.0}, chance)
    chances = tuple(lost.get(n, 0.0) for n in range(len(before) + 1))
    return Odds(flight.id, chances, sum(n * chance for n, chance in lost.items()), "fighters", "fighters")


def after_shot(fates: dict[Craft, float], shot: ShotProfile, armour: int) -> dict[Craft, float]:
    """The chances of what is left of some fighters after one shot at them more."""
    found: dict[Craft, float] = {}
    for packets, chance in packet_law(shot).items():
        hits = packets if shot.mode == "pulse" else (sum(packets),) * bool(packets)
        reached = fates
        for points in hits:
            reached = _after_hit(reached, through(points, armour, shot.kind))
        for craft, share in reached.items():
            found[craft] = found.get(craft, 0.0) + share * chance
    return found


def _after_hit(fates: dict[Craft, float], points: int) -> dict[Craft, float]:
    found: dict[Craft, float] = {}
    for craft, chance in fates.items():
        for n, left in enumerate(craft):
            rest = craft[:n] + craft[n + 1 :] if left <= points else tuple(sorted((*craft[:n], left - points, *craft[n + 1 :])))
            found[rest] = found.get(rest, 0.0) + chance / len(craft)
        if not craft:
            found[craft] = found.get(craft, 0.0) + chance
    return found
