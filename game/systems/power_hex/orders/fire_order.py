"""All direct fire of one ship, declared in the order of initiative: `fire lance_1>helix bolt_p>mote-1`, or `hold` (power/8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.core.display import Odds, Pose, Shot
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.state import PhaseData
from game.core.turn_order import acted, next_piece
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.combat.to_hit import hit_chance
from game.systems.power_hex.fighters.losses import flights
from game.systems.power_hex.gunnery.bearing import (
    Target,
    distance,
    number_at,
    penalty_of,
    refusal,
    rows_of,
    target_of,
    title,
    unready,
    use,
    weapon_keys,
    weapon_of,
)
from game.systems.power_hex.gunnery.target_odds import odds_of
from game.systems.power_hex.gunnery.volley import PowerShot, begin_shots
from game.systems.power_hex.orders.aims import TrainedWeapon, read_aims
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/8"
DECLARED_FIRE = PhaseData[tuple[PowerShot, ...]]("declared_fire", ())
NOWHERE: Mapping[Id, Pose] = {}


@frozen
class FireWeapons(Order):
    """What each weapon of a ship fires at."""

    input_mode: ClassVar[str] = "fire"
    passes: ClassVar[str] = "holds fire"
    shots: tuple[TrainedWeapon, ...] = ()

    def __str__(self) -> str:
        return "fire " + " ".join(map(str, self.shots)) if self.shots else "hold"

    @classmethod
    def parse(cls, by: Id, text: str) -> FireWeapons:
        """Read `hold`, or `fire` and a list such as lance_1>helix."""
        verb, *words = text.replace(",", " ").split() or [""]
        if verb.lower() == "hold" and not words:
            return cls(by)
        if verb.lower() != "fire" or not words:
            raise Unreadable(f"“{text}” is neither hold nor fire with weapons and targets, such as fire lance_1>helix", RULE)
        return cls(by, read_aims(words, text, RULE))

    def aim(self, mount: str, target: Id, aim: str = "") -> FireWeapons:
        """The same order with a weapon trained on a target, whatever it was trained on before."""
        shot = TrainedWeapon(mount, target)
        kept = [shot if one.mount == mount else one for one in self.shots]
        return replace(self, shots=tuple(kept if shot in kept else [*kept, shot]))

    def without(self, mount: str) -> FireWeapons:
        """The same order with a weapon silent."""
        return replace(self, shots=tuple(shot for shot in self.shots if shot.mount != mount))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Holding fire, each weapon silent again, and each weapon at each enemy."""
        ship = state.ships[self.by]
        values: list[tuple[TrainedWeapon, ...]] = [(), *(self.without(shot.mount).shots for shot in self.shots)]
        foes = [one.id for one in targets(state, ship.side)]
        for mount in weapon_keys(ship):
            values += [self.aim(mount, foe).shots for foe in foes]
        return {"shots": tuple(dict.fromkeys(values))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """One list: which weapon fires at what."""
        return (Field("shots", "Weapons", "pick", RULE),)

    def label_for(self, name: str, value: object) -> str:
        """What a value changes: the weapon that it trains or silences."""
        after = self.with_value(name, value)
        trained = [str(shot) for shot in after.shots if shot not in self.shots]
        silenced = [shot.mount for shot in self.shots if shot not in after.shots]
        if not after.shots:
            return "hold"
        return " ".join(trained) or ("not " + " ".join(silenced) if silenced else str(after))

    def odds(self, state: PowerState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Exact chances of each target's losses, if nothing intercepts."""
        there = state.posed(poses)
        return odds_of(there, aimed(there, there.ships[self.by], self.shots))

    def check(self, state: PowerState) -> None:
        """Refuse what the rules forbid: a weapon named twice, not ready, or without its target in arc and range."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", RULE)
        for index, shot in enumerate(self.shots):
            if any(shot.mount == earlier.mount for earlier in self.shots[:index]):
                raise Illegal(f"{title(shot.mount)} is named twice; a weapon fires once, at one target", RULE)
            target = target_of(state, shot.target)
            if target is None:
                raise Illegal(f"there is no ship or flight “{shot.target}”", RULE)
            if refused := refusal(state, ship, shot.mount, target):
                raise Illegal(refused.why, refused.rule)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Declare it: the weapons are spent, and fire when everybody has said."""
        ship = state.ships[self.by]
        acted(state, ship.id)
        if not self.shots:
            umpire.tell(Event("fire", RULE, f"{{{ship.id}}} holds fire", who=ship.id))
            return
        DECLARED_FIRE.set(state, (*DECLARED_FIRE.of(state), *aimed(state, ship, self.shots)))
        for shot in self.shots:
            use(state, ship, shot.mount)
            ship.discharge(shot.mount)
        words = ", ".join(f"{title(shot.mount)} at {state.names[shot.target]}" for shot in self.shots)
        umpire.tell(Event("note", RULE, f"{{{ship.id}}} declares fire", ship.id, result=words, at=ship.at,
                          mounts=tuple(shot.mount for shot in self.shots)))  # fmt: skip


def targets(state: PowerState, side: Id) -> list[Target]:
    """Enemy ships and flights in play."""
    return [*state.enemies(side), *(one for one in flights(state) if one.side != side)]


def aimed(state: PowerState, ship: PowerShip, shots: Iterable[TrainedWeapon]) -> tuple[PowerShot, ...]:
    """The shots of trained weapons, with their numbers to hit as things stand."""
    found, penalty = [], penalty_of(ship)
    for shot in shots:
        weapon, target = weapon_of(ship, shot.mount), target_of(state, shot.target)
        if target is None:
            continue
        number = number_at(weapon, target, ship.at, penalty)
        found += [PowerShot(ship.id, shot.mount, weapon.key, target.id, ship.at, number)] * weapon.guns
    return tuple(found)


def resolve_fire(state: PowerState, umpire: Umpire) -> None:
    """Everybody has declared: the shots fall, also those of systems that others destroy first (4b)."""
    shots = DECLARED_FIRE.of(state)
    DECLARED_FIRE.clear(state)
    begin_shots(state, umpire, shots)


# -- what bears ----------------------------------------------------------------------------------------------------------


def shots(state: PowerState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Each weapon of a ship against a target: the number to hit, or why it cannot fire."""
    there = state.posed(poses)
    ship, other = there.ships[firer], target_of(there, target)
    return tuple(_shot(there, ship, other, key) for key in weapon_keys(ship)) if other is not None else ()


def _shot(state: PowerState, ship: PowerShip, other: Target, key: str) -> Shot:
    stop = refusal(state, ship, key, other)
    number = number_at(weapon_of(ship, key), other, ship.at, penalty_of(ship))
    naturals = bool(state.house.get("naturals"))
    words = "" if number is None else f"{number} or less, {hit_chance(number, naturals):.0%}"
    return Shot(
        key, title(key).capitalize(), other.id, float(distance(ship.at, other.at)), rows_of(ship, other.at), words,
        stop.why if stop else "", stop.rule if stop else "power/7", stop.cause if stop else "", line=(ship.at, other.at),
    )  # fmt: skip


def volley(state: PowerState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> FireWeapons | None:
    """Every weapon that bears on a target; None if none does."""
    there = state.posed(poses)
    ship, other = there.ships[firer], target_of(there, target)
    if other is None:
        return None
    able = [key for key in weapon_keys(ship) if refusal(there, ship, key, other) is None]
    return FireWeapons(firer, tuple(TrainedWeapon(key, target) for key in able)) if able else None


def may_fire(state: PowerState, side: Id) -> tuple[Id, ...]:
    """Ships of a side that have not declared and have an enemy before a weapon that is ready."""
    found = []
    foes = targets(state, side)
    for ship in state.fleet(side):
        ready = [key for key in weapon_keys(ship) if unready(state, ship, key) is None] if ship.id not in state.acted else []
        if any(refusal(state, ship, key, foe) is None for key in ready for foe in foes):
            found.append(ship.id)
    return tuple(found)


def next_to_declare(state: PowerState) -> tuple[Prompt, ...]:
    """Ship after ship, the lowest initiative first (power/2.1)."""
    return next_piece(state, may_fire)


def hold_fire(state: PowerState, prompt: Prompt) -> Order:
    """The ship that is asked does not."""
    return FireWeapons(prompt.waiting[0])
