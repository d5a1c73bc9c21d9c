"""What an order about power makes possible: the chances of the shots that guns gain and lose by it, as all stand (power/3, 7)."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.display import Risk
from game.systems.power_hex.combat.to_hit import bears, hexes_between, terms
from game.systems.power_hex.power.reactor import RULE, SPARE, PowerTransfer, divert, enough, ready
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.naming import gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState


def best_shot(state: PowerState, ship: PowerShip, mount: ShipMount) -> tuple[str, float]:
    """The enemy a gun would hit most likely from where all stand, and the chance; no name where none is in its arc and reach."""
    found = ("", 0.0)
    for other in state.enemies(ship.side):
        if not bears(ship, mount.arc, other.at):
            continue
        by = terms(ship, other, mount.gun, hexes_between(ship.hex, other.hex), state.house)
        if by is not None and (chance := by.chance(bool(state.house["naturals"]))) > found[1]:
            found = other.name, chance
    return found


def shots_gained(
    state: PowerState, ship: PowerShip, transfers: tuple[PowerTransfer, ...], off: Iterable[str]
) -> tuple[Risk, ...]:
    """A line for each gun that the order makes ready, and for each that it keeps from firing."""
    after = ship.copy()
    divert(after, [one for one in transfers if enough(ship, one)])
    after.drained |= {key for one in transfers for key in one.donors if key != SPARE}
    after.off |= frozenset(off)
    touched = [one.receiver for one in transfers]
    touched += [key for one in transfers for key in one.donors if key != SPARE]
    guns = {one.key: one for one in ship.design.weapons}
    found = []
    for key in dict.fromkeys([*touched, *off]):
        if key not in guns:
            continue
        mount, name = guns[key], gun_name(ship, key)
        could, can = not ready(ship, mount), not ready(after, mount)
        target, chance = best_shot(state, ship, mount)
        if can and not could:
            words = f"ready; hits {target} from here" if target else "ready; nobody in its arc and reach"
            found.append(Risk(name, words, chance, "good", RULE))
        elif could and not can:
            words = f"does not fire; would have hit {target}" if target else "does not fire; nobody in its arc and reach"
            found.append(Risk(name, words, chance, "bad", RULE))
    return tuple(found)
