"""Power diverted between guns, and guns switched off: `lance_1<railgun_p+railgun_s lance_2<spare off bolt_p`
(power/3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from game.core.display import Meter, Risk
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, next_piece
from game.systems.power_hex.combat.to_hit import bears, hexes_between, terms
from game.systems.power_hex.power.reactor import (
    RULE,
    SPARE,
    PowerTransfer,
    demand,
    divert,
    enough,
    gains_not,
    must_go,
    ready,
    shield_draw,
    spare,
    switch_off,
    switches,
    transfer_fault,
)
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.naming import gun_label, gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState

_FEED = re.compile(r"([\w.-]+)<([\w.+-]+)\Z")
MOST = 8  # sets of donors offered for a gun
FEED = "feed "  # prefix of a field's name, for each gun that could gain a charge


@frozen
class DivertPower(Order):
    """The power that guns gain from others, and the guns switched off."""

    input_mode: ClassVar[str] = "choose"
    idle_verb: ClassVar[str] = "changes no power"
    verb: ClassVar[str] = "Set power of"
    transfers: tuple[PowerTransfer, ...] = ()
    off: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [*map(str, self.transfers), *(f"off {key}" for key in self.off)]
        return " ".join(words) or "as it is"

    @classmethod
    def parse(cls, by: Id, text: str) -> DivertPower:
        """Parse `as it is`, or a list such as lance_1<railgun_p+railgun_s off bolt_p."""
        if text.strip().lower() == "as it is":
            return cls(by)
        feeds, off, words = list[PowerTransfer](), list[str](), text.split()
        while words:
            word = words.pop(0)
            found = _FEED.match(word)
            if found:
                feeds.append(PowerTransfer(found[1], tuple(found[2].split("+"))))
            elif word.lower() == "off" and words:
                off.append(words.pop(0))
            else:
                raise Unreadable(
                    f"cannot read “{word}”: write lance_1<railgun_p+railgun_s, off bolt_p, or as it is", RULE
                )
        if not feeds and not off:
            raise Unreadable("write who gives power to whom, such as lance_1<spare, or as it is", RULE)
        return cls(by, tuple(feeds), tuple(off))

    def value(self, name: str) -> object:
        """Return the donors of a gun, for its field."""
        if name.startswith(FEED):
            return next((one.donors for one in self.transfers if one.receiver == name.removeprefix(FEED)), ())
        return Order.value(self, name)

    def with_value(self, name: str, value: object) -> DivertPower:
        """Return the order with other donors for a gun. Each gun gives only to one other."""
        if not name.startswith(FEED):
            return Order.with_value(self, name, value)
        receiver, donors = name.removeprefix(FEED), tuple(str(one) for one in value) if isinstance(value, tuple) else ()
        kept = tuple(one for one in self.transfers if one.receiver != receiver)
        given = (PowerTransfer(receiver, donors),) if donors else ()
        return replace(self, transfers=tuple(sorted((*kept, *given), key=lambda one: one.receiver)))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Return, for each gun that could gain, every set of donors that is just enough; and sets of guns switched
        off."""
        ship = state.ships[self.by]
        given = donors(state, ship, hungry(ship))
        found: dict[str, Iterable[object]] = {FEED + key: ((), *given[key]) for key in given}
        toggled = [tuple(sorted(set(self.off) ^ {key})) for key in switches(ship, state.house)]
        return found | {"off": ((), *(one for one in (self.off, *toggled) if one))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """Return a field for each gun that could gain a charge, and one for the guns that are switched off."""
        ship = state.ships[self.by]
        feeds = tuple(Field(FEED + key, gun_name(ship, key), "row", RULE) for key in hungry(ship))
        return (*feeds, Field("off", "Switched off", "pick", RULE))

    def label_for(self, name: str, value: object) -> str:
        """Return the donors, or the guns that are off."""
        keys = tuple(str(one) for one in value) if isinstance(value, tuple) else ()
        if name.startswith(FEED):
            return " + ".join(map(gun_label, keys)) or "nothing"
        return ", ".join(map(gun_label, keys)) or "none"

    def prompt_text(self, state: PowerState) -> str:
        """Return the rest of the reactor's output."""
        ship = state.ships[self.by]
        left = spare(ship, state.house, self.off, self.transfers)
        return (
            f"{ship.output} power, {left} to spare" if left >= 0 else f"{-left} power too little: switch something off"
        )

    def meter(self, state: PowerState) -> Meter:
        """Return the power drawn by guns and shields, the power diverted, and the rest."""
        ship = state.ships[self.by]
        shields = shield_draw(ship, state.house, self.off)
        guns = demand(ship, state.house, self.off) - shields
        extra = spare(ship, state.house, self.off) - spare(ship, state.house, self.off, self.transfers)
        parts = ((guns, "guns", "solid"), (shields, "shields", "hatch"), (extra, "diverted", "hatch"))
        return Meter(ship.output, tuple(one for one in parts if one[0]), rule=RULE, unit="power")

    def risks(self, state: PowerState) -> tuple[Risk, ...]:
        """Return the shots that guns gain and lose by it, at the present places."""
        return shots_gained(state, state.ships[self.by], self.transfers, self.off)

    def confirms(self, state: PowerState) -> bool:
        """Return whether it changes nothing although a gun lacks a charge that the ship has the power for."""
        if self != DivertPower(self.by):
            return False
        ship = state.ships[self.by]
        return any((SPARE,) in given for given in donors(state, ship, hungry(ship)).values())

    def check(self, state: PowerState) -> None:
        ship = state.ships.get(self.by)
        if ship is None or ship.flight:
            raise Illegal("ships divert power", RULE)
        if self == DivertPower(self.by):
            return
        if fault := transfer_fault(ship, self.transfers, frozenset(self.off), state.house):
            raise fault

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Switch off and divert power, and log it. Without an order, if too much is drawn, the cheapest guns are
        switched off."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        off = frozenset(self.off) or must_go(ship, state.house)
        switch_off(ship, off)
        divert(ship, self.transfers)
        for one in self.transfers:
            charge = f"charge {ship.charge[one.receiver]} of {ship.design.mount(one.receiver).gun.recharge}"
            given = " + ".join("spare power" if key == SPARE else gun_name(ship, key) for key in one.donors)
            umpire.tell(
                Event(
                    "system",
                    RULE,
                    f"{{{ship.id}}} diverts power to {gun_name(ship, one.receiver)}",
                    ship.id,
                    reason=given,
                    result=charge,
                    mounts=(one.receiver, *one.donors),
                )
            )
        if off:
            names = ", ".join(gun_name(ship, key) for key in sorted(off))
            umpire.tell(
                Event("system", RULE, f"{{{ship.id}}} switches off {names}", ship.id, mounts=tuple(sorted(off)))
            )


def hungry(ship: PowerShip) -> tuple[str, ...]:
    """Return the guns that could gain a charge."""
    return tuple(one.key for one in ship.design.weapons if not gains_not(ship, one.key))


def donors(state: PowerState, ship: PowerShip, keys: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return sets of donors that are just enough for each of some guns. The reactor alone comes first, then few guns
    before many, with the reactor's surplus if they alone are too little."""
    givers = [(one.key, power) for one in ship.design.weapons if ship.works(one.key) and (power := one.gun.power)]
    left, found = spare(ship, state.house), dict[str, tuple[tuple[str, ...], ...]]()
    for key in keys:
        need = ship.design.mount(key).gun.power
        found[key] = _enough(need, max(0, min(left, need)), tuple([one for one in givers if one[0] != key]))
    return found


@lru_cache(maxsize=4096)
def _enough(need: int, spared: int, givers: tuple[tuple[str, int], ...]) -> tuple[tuple[str, ...], ...]:
    """Return sets of donors by the power that a gun needs, the power of other guns and the reactor's surplus. Cached,
    because it is needed for every ship after every order."""
    found: list[tuple[str, ...]] = [(SPARE,)] if 0 < need <= spared else []
    for count in (1, 2, 3):
        for some in combinations(givers, count):
            given, keys = sum(power for _, power in some), tuple(key for key, _ in some)
            alone = given >= need
            has = given if alone else given + spared
            if has >= need and all(has - power < need for _, power in some):
                found.append(keys if alone else (*keys, SPARE))
                if len(found) == MOST:
                    return tuple(found)
    return tuple(found)


def who_diverts(state: PowerState) -> tuple[Prompt, ...]:
    """Return the ships, in the order of initiative, that could divert power, or must switch something off."""

    def may(ship: PowerShip) -> bool:
        return not ship.flight and (spare(ship, state.house) < 0 or any(donors(state, ship, hungry(ship)).values()))

    return next_piece(state, may)


def best_shot(state: PowerState, ship: PowerShip, mount: ShipMount) -> tuple[str, float]:
    """Return the enemy that a gun is most likely to hit at the present places, and the chance. The name is empty if
    there is none in its arc and range."""
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
    """Return a line for each gun that the order makes ready, and for each that it keeps from firing."""
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
            words = (
                f"does not fire; would have hit {target}" if target else "does not fire; nobody in its arc and reach"
            )
            found.append(Risk(name, words, chance, "bad", RULE))
    return tuple(found)
