"""Power in a round: draw, charging, diverting, cooling (power/3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.core.orders import Illegal
from game.core.values import House, frozen, number
from game.systems.power_hex.ships.design import SHIELD, ShipMount
from game.systems.power_hex.ships.naming import gun_name
from game.systems.power_hex.ships.ship import HOT, PowerShip

RULE = "power/3"
SPARE = "spare"  # the reactor itself as a donor


@frozen
class PowerTransfer:
    """Extra power for one weapon, from others that are shut off for the round, or from the reactor's surplus."""

    receiver: str
    donors: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.receiver}<{'+'.join(self.donors)}"


def shield_draw(ship: PowerShip, house: House, off: Iterable[str] = ()) -> int:
    """Return the draw of the shields, which depend on every generator."""
    if any(one.key in off for one in ship.design.of_kind(SHIELD)):
        return 0
    return ship.shield(int(number(house, "row_size", 4))) * int(number(house, "shield_power", 2))


def demand(ship: PowerShip, house: House, off: Iterable[str] = ()) -> int:
    """Return the draw of working guns and shields, without those that are switched off, now or before."""
    switched = ship.off.union(off)
    guns = [one.gun.power for one in ship.design.weapons if one.key not in switched and ship.works(one.key)]
    return sum(guns) + shield_draw(ship, house, switched)


def switches(ship: PowerShip, house: House) -> dict[str, int]:
    """Return the parts that can be switched off, with their draw: working guns, and shields."""
    guns = {one.key: one.gun.power for one in ship.design.weapons if ship.works(one.key)}
    shields = shield_draw(ship, house)
    generators = (one.key for one in ship.design.of_kind(SHIELD) if shields and ship.works(one.key))
    return {key: draw for key, draw in guns.items() if draw} | dict.fromkeys(list(generators)[:1], shields)


def spare(ship: PowerShip, house: House, off: Iterable[str] = (), transfers: Iterable[PowerTransfer] = ()) -> int:
    """Return the reactor's surplus, negative if more is drawn than it gives."""
    return ship.output - demand(ship, house, off) - _from_reactor(ship, transfers)


def _from_reactor(ship: PowerShip, transfers: Iterable[PowerTransfer]) -> int:
    """Return the power that transfers take from the reactor, beyond that of guns."""
    return sum(max(0, _power(ship, one.receiver) - _power_given(ship, one)) for one in transfers if SPARE in one.donors)


def _power(ship: PowerShip, key: str) -> int:
    return ship.design.mount(key).gun.power


def cooling(ship: PowerShip, key: str) -> bool:
    """Return whether a weapon has fired in two rounds in a row, so that it may not in this one."""
    return ship.streak.get(key, 0) >= HOT


def ready(ship: PowerShip, mount: ShipMount) -> str:
    """Return why a gun may not fire this round for want of power, in words; empty if it may."""
    if ship.flight:
        return ""
    key, gun = mount.key, mount.gun
    if not ship.works(key):
        return f"it is {ship.broken_word(key)}"
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
    """Charge every gun with power. One that cools is not charged (power/3)."""
    for mount in ship.design.weapons:
        if ship.works(mount.key) and mount.key not in ship.off and not cooling(ship, mount.key):
            before = ship.charge.get(mount.key, 0)
            if before < mount.gun.recharge:
                ship.charge[mount.key] = before + 1
                ship.gained |= {mount.key}


def switch_off(ship: PowerShip, off: frozenset[str]) -> None:
    """Switch off guns, which keep their charge and gain none (power/3)."""
    for key in off & ship.gained:
        ship.charge[key] -= 1
    ship.gained -= off
    ship.off |= off


def must_go(ship: PowerShip, house: House) -> frozenset[str]:
    """Return the parts that are switched off without an order: a sufficient set with the least draw, guns before
    shields."""
    short, sums = -spare(ship, house), {0: tuple[str, ...]()}  # sums: the first set found for each draw
    for key, draw in switches(ship, house).items() if short > 0 else ():
        sums = {total + draw: (*keys, key) for total, keys in sums.items() if total < short} | sums
    return frozenset(sums[min((total for total in sums if total >= short), default=max(sums))])


def enough(ship: PowerShip, one: PowerTransfer) -> bool:
    """Return whether the given power is as much as the gun draws. The reactor adds the power that guns lack."""
    return SPARE in one.donors or _power_given(ship, one) >= _power(ship, one.receiver)


def _power_given(ship: PowerShip, one: PowerTransfer) -> int:
    """Return the power that guns give."""
    return sum(_power(ship, key) for key in one.donors if key != SPARE)


def divert(ship: PowerShip, transfers: Iterable[PowerTransfer]) -> None:
    """Give each receiver one more charge. Donors are shut off and empty."""
    for one in transfers:
        gun = ship.design.mount(one.receiver).gun
        ship.charge[one.receiver] = min(gun.recharge, ship.charge.get(one.receiver, 0) + 1)
        ship.fed |= {one.receiver}
        for key in one.donors:
            if key != SPARE:
                ship.charge[key] = 0
                ship.drained |= {key}


def transfer_fault(
    ship: PowerShip, transfers: tuple[PowerTransfer, ...], off: frozenset[str], house: House
) -> Illegal | None:
    """Return why power cannot be diverted like this, or None (power/3)."""
    used = [key for one in transfers for key in one.donors if key != SPARE]
    receivers = [one.receiver for one in transfers]
    guns: Mapping[str, ShipMount] = {one.key: one for one in ship.design.weapons}
    for key in (*used, *receivers, *off):
        if key not in guns and not (key in off and key in switches(ship, house)):
            return Illegal(f"{ship.name} has no gun “{key}”", RULE)
        if not ship.works(key):
            return Illegal(f"{gun_name(ship, key)} is {ship.broken_word(key)}", RULE)
    if any(one.donors.count(SPARE) > 1 for one in transfers):
        return Illegal("the reactor is named once for each gun that it gives to", RULE)
    if len(set(receivers)) < len(receivers) or ship.fed & set(receivers):
        return Illegal("a gun is given extra power once a round", RULE)
    if len(set(used)) < len(used) or set(used) & set(receivers) or (set(used) | set(receivers)) & off:
        return Illegal("a gun gives its power once, and gains none then", RULE)
    for one in transfers:
        if why := _short(ship, one):
            return why
    if (asked := _from_reactor(ship, transfers)) > (has := max(0, spare(ship, house))):
        return Illegal(
            f"the reactor has {has} to spare, not {asked}; a gun that is to give its power loses its charge", RULE
        )
    if (short := -spare(ship, house, off)) > 0:
        return Illegal(f"guns and shields draw {short} more than the reactor gives: switch something off", RULE)
    return None


def gains_not(ship: PowerShip, key: str) -> str:
    """Return why a gun cannot use more power, in words; empty if it can."""
    if not ship.works(key):
        return f"it is {ship.broken_word(key)}"
    if cooling(ship, key):
        return "it cools"
    return "it is charged" if ship.charge.get(key, 0) >= ship.design.mount(key).gun.recharge else ""


def _short(ship: PowerShip, one: PowerTransfer) -> Illegal | None:
    """Return why a transfer is not enough, or is for a gun that needs none; or None."""
    if why := gains_not(ship, one.receiver):
        return Illegal(f"{gun_name(ship, one.receiver)} gains nothing: {why}", RULE)
    if not enough(ship, one):
        needs, given = _power(ship, one.receiver), _power_given(ship, one)
        return Illegal(
            f"{gun_name(ship, one.receiver)} needs {needs} power; {given} {'is' if given == 1 else 'are'} given", RULE
        )
    return None


def close_round(ship: PowerShip) -> None:
    """Remove the charge of guns that have fired, and count their cooling (power/3). Everything else about the round is
    cleared."""
    for mount in ship.design.weapons:
        used = mount.key in ship.fired | ship.kept
        ship.streak[mount.key] = ship.streak.get(mount.key, 0) + 1 if used else 0
    ship.off = ship.drained = ship.fed = ship.gained = ship.fired = ship.kept = frozenset()
    ship.snaps, ship.has_rolled = 0, False


def spend(ship: PowerShip, key: str, kept: bool = False) -> None:
    """Use up a gun's charge, to fire or to meet a shot (power/3)."""
    ship.charge[key] = 0
    if kept:
        ship.kept |= {key}
    else:
        ship.fired |= {key}
    if ship.ammunition.get(key) and not kept:
        ship.ammunition[key] -= 1
