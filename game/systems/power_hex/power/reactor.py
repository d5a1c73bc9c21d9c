"""Power of a round: what draws, what charges, what is diverted, what cools (power/3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.core.orders import Illegal
from game.core.values import House, frozen, number
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.ship import HOT, PowerShip

RULE = "power/3"
SPARE = "spare"  # the donor that is the reactor itself


@frozen
class PowerTransfer:
    """Extra power for one weapon, from others that are shut off for the round, or from what the reactor has to spare."""

    receiver: str
    donors: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.receiver}<{'+'.join(self.donors)}"


def shield_draw(ship: PowerShip, house: House) -> int:
    """What the shields draw."""
    return ship.shield(int(number(house, "row_size", 4))) * int(number(house, "shield_power", 2))


def demand(ship: PowerShip, house: House, off: Iterable[str] = ()) -> int:
    """What guns that work and shields draw, without those that are switched off."""
    switched = set(off)
    guns = (one for one in ship.design.weapons if ship.works(one.key) and one.key not in switched)
    return sum(one.gun.power for one in guns) + shield_draw(ship, house)


def spare(ship: PowerShip, house: House, off: Iterable[str] = (), transfers: Iterable[PowerTransfer] = ()) -> int:
    """What the reactor has left; negative where more is drawn than it gives."""
    left = ship.output - demand(ship, house, off)
    for one in transfers:
        if SPARE in one.donors:
            left -= max(0, _power(ship, one.receiver) - sum(_power(ship, key) for key in one.donors if key != SPARE))
    return left


def _power(ship: PowerShip, key: str) -> int:
    return ship.design.mount(key).gun.power


def cooling(ship: PowerShip, key: str) -> bool:
    """Has a weapon fired in two rounds on end, so that it may not in this one?"""
    return ship.streak.get(key, 0) >= HOT


def ready(ship: PowerShip, mount: ShipMount) -> str:
    """Why a gun may not fire this round as far as power goes, in words; empty if it may."""
    if ship.flight:
        return ""
    key, gun = mount.key, mount.gun
    if not ship.works(key):
        return "it is out of action"
    if key in ship.drained:
        return "its power is diverted"
    if key in ship.off:
        return "it is switched off"
    if cooling(ship, key):
        return "it cools"
    if ship.charge.get(key, 0) < gun.recharge:
        return f"its charge is {ship.charge.get(key, 0)} of {gun.recharge}"
    if gun.ammunition and ship.ammunition.get(key, 0) == 0:
        return "its magazine is empty"
    return ""


def charge_all(ship: PowerShip) -> None:
    """Every gun that has power gains a charge; one that cools does not (power/3)."""
    for mount in ship.design.weapons:
        if ship.works(mount.key) and mount.key not in ship.off and not cooling(ship, mount.key):
            before = ship.charge.get(mount.key, 0)
            if before < mount.gun.recharge:
                ship.charge[mount.key] = before + 1
                ship.gained |= {mount.key}


def switch_off(ship: PowerShip, off: frozenset[str]) -> None:
    """Guns without power keep what they held, and gain nothing (power/3)."""
    for key in off & ship.gained:
        ship.charge[key] -= 1
    ship.off |= off


def must_go(ship: PowerShip, house: House) -> frozenset[str]:
    """The guns that are switched off where nobody says which: the cheapest set that fits, the last ones first."""
    off, guns = frozenset[str](), [one for one in ship.design.weapons if ship.works(one.key) and one.gun.power]
    while guns and spare(ship, house, off) < 0:
        short = -spare(ship, house, off)
        enough = [one for one in guns if one.gun.power >= short]
        worst = min(enough, key=lambda one: one.gun.power) if enough else max(guns, key=lambda one: one.gun.power)
        off |= {worst.key}
        guns.remove(worst)
    return off


def divert(ship: PowerShip, transfers: Iterable[PowerTransfer]) -> None:
    """One more charge for each receiver; donors are shut off and empty."""
    for one in transfers:
        gun = ship.design.mount(one.receiver).gun
        ship.charge[one.receiver] = min(gun.recharge, ship.charge.get(one.receiver, 0) + 1)
        ship.fed |= {one.receiver}
        for key in one.donors:
            if key != SPARE:
                ship.charge[key] = 0
                ship.drained |= {key}


def transfer_fault(ship: PowerShip, transfers: tuple[PowerTransfer, ...], off: frozenset[str], house: House) -> Illegal | None:
    """Why power cannot be diverted so, or None (power/3)."""
    used = [key for one in transfers for key in one.donors if key != SPARE]
    receivers = [one.receiver for one in transfers]
    guns: Mapping[str, ShipMount] = {one.key: one for one in ship.design.weapons}
    for key in (*used, *receivers, *off):
        if key not in guns:
            return Illegal(f"{ship.name} has no gun “{key}”", RULE)
        if not ship.works(key):
            return Illegal(f"{guns[key].gun.name} {key} is out of action", RULE)
    if len(set(receivers)) < len(receivers) or ship.fed & set(receivers):
        return Illegal("a gun is given extra power once a round", RULE)
    if len(set(used)) < len(used) or set(used) & set(receivers) or (set(used) | set(receivers)) & off:
        return Illegal("a gun gives its power once, and gains none then", RULE)
    for one in transfers:
        if why := _short(ship, one, house, off, transfers):
            return why
    if (short := -spare(ship, house, off)) > 0:
        return Illegal(f"guns and shields draw {short} more than the reactor gives: switch something off", RULE)
    return None


def _short(
    ship: PowerShip, one: PowerTransfer, house: House, off: frozenset[str], transfers: tuple[PowerTransfer, ...]
) -> Illegal | None:
    """Why a transfer is not enough, or is for a gun that needs none."""
    gun, given = ship.design.mount(one.receiver).gun, sum(_power(ship, key) for key in one.donors if key != SPARE)
    if cooling(ship, one.receiver) or ship.charge.get(one.receiver, 0) >= gun.recharge:
        why = "it cools" if cooling(ship, one.receiver) else "it is charged"
        return Illegal(f"{gun.name} {one.receiver} gains nothing: {why}", RULE)
    if SPARE in one.donors:
        if spare(ship, house, off, transfers) < 0:
            return Illegal(f"the reactor has {max(0, spare(ship, house, off))} to spare", RULE)
    elif given < gun.power:
        return Illegal(f"{gun.name} {one.receiver} needs {gun.power} power; {given} are given", RULE)
    return None


def close_round(ship: PowerShip) -> None:
    """What has fired loses its charge and counts on to cooling; all else of the round is forgotten (power/3)."""
    for mount in ship.design.weapons:
        used = mount.key in ship.fired | ship.kept
        ship.streak[mount.key] = ship.streak.get(mount.key, 0) + 1 if used else 0
    ship.off = ship.drained = ship.fed = ship.gained = ship.fired = ship.kept = frozenset()
    ship.snaps = 0


def spend(ship: PowerShip, key: str, kept: bool = False) -> None:
    """A gun fires, or meets a shot: its charge is gone (power/3)."""
    ship.charge[key] = 0
    if kept:
        ship.kept |= {key}
    else:
        ship.fired |= {key}
    if ship.ammunition.get(key) and not kept:
        ship.ammunition[key] -= 1
