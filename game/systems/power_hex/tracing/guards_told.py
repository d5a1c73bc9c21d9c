"""The guns of a ship that may meet a shot, the reasons why others may not, and the state of each afterwards (power/3,
8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.systems.power_hex.combat.interception import Guard, guards, may_intercept, value_against
from game.systems.power_hex.combat.queue import SHOTS, waiting
from game.systems.power_hex.ships.naming import gun_label
from game.systems.power_hex.ships.ship import HOT, PowerShip, PowerState
from game.systems.power_hex.ships.weapons import WEAPONS, ShipWeapon

Point = tuple[float, float]
# its word in an order, its name, its weapon, the highest face that stops
GuardGun = tuple[str, str, ShipWeapon, int]
Barred = tuple[tuple[str, str], ...]


def guard_choices(
    state: PowerState, target: PowerShip, origin: Point, shot: ShipWeapon
) -> tuple[tuple[GuardGun, ...], Barred]:
    """Return the guns that may meet a shot at a ship, and the ship's own guns that may not, each with the reason. Guns
    of escorts have the name of their ship."""
    able = tuple(
        (one.word(target.id), _guard_label(state, target, one), one.gun(state), value_against(one.gun(state), shot))
        for one in guards(state, target, origin, shot)
    )
    barred = ((one.key, may_intercept(target, one, origin, shot)) for one in target.design.weapons if one.gun.intercept)
    return able, tuple((key, why) for key, why in barred if why)


def _guard_label(state: PowerState, target: PowerShip, guard: Guard) -> str:
    label = gun_label(guard.key)
    return label if guard.ship == target.id else f"{state.names[guard.ship]} {label}"


def shots_owed(state: PowerState, target: PowerShip, chosen: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the guns of a ship that could meet shots, with the shots each has left after the chosen ones have met this
    one."""
    now = waiting(state)
    later = [one for one in SHOTS.of(state) if one is not now and one.target == target.id and one.guards is None]
    for mount in target.design.weapons:
        key = mount.key
        if not mount.gun.intercept:
            continue
        if key in chosen or key in target.kept | target.fired:
            again = target.streak.get(key, 0) + 1 >= HOT
            words = f"second round on end: cools in {state.turn + 1}" if again else "no fire this round"
            yield gun_label(key), words, "note" if again else "muted"
        elif not target.works(key):
            yield gun_label(key), target.broken_word(key), "bad"
        elif target.streak.get(key, 0) >= HOT or target.charge.get(key, 0) < mount.gun.recharge:
            yield gun_label(key), "cools" if target.streak.get(key, 0) >= HOT else "not charged", "muted"
        elif key in target.off | target.drained:
            yield gun_label(key), "off", "bad"
        else:
            met = sum(not may_intercept(target, mount, one.origin, WEAPONS[one.weapon]) for one in later)
            shots = "1 shot" if met == 1 else f"{met} shots"
            words = f"left for {shots} more" if met else "no shot to come that it could meet" if later else "left"
            yield gun_label(key), words, "good" if met or not later else "muted"
