"""What a flight shoots at: `fight mote:4 mote-2:2` at fighters, then `strike helix:3` at ships, or nobody (power/12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Self

from game.core.display import Odds, Pose
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.turn_order import acted, next_piece
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.fighters.attack import (
    DOGFIGHTS,
    RULE,
    STRIKES,
    Shares,
    flight_refusal,
    flight_shots,
    in_reach,
    shooting,
)
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.fighters.losses import flights
from game.systems.power_hex.gunnery.bearing import Target, target_of
from game.systems.power_hex.gunnery.target_odds import odds_of
from game.systems.power_hex.gunnery.volley import PowerShot
from game.systems.power_hex.ships.ship import PowerState

_SHARE = re.compile(r"([\w.-]+):(\d)\Z")
NOBODY = "nobody"


@frozen
class FlightAttack(Order):
    """Fighters of a flight allotted to targets."""

    input_mode: ClassVar[str] = "choose"
    word: ClassVar[str] = ""
    shares: Shares = ()

    def __str__(self) -> str:
        return f"{self.word} " + (" ".join(f"{key}:{count}" for key, count in self.shares) or NOBODY)

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        """Read the word with nobody, or with targets and numbers of fighters."""
        verb, *words = text.replace(",", " ").split() or [""]
        if verb.lower() != cls.word or not words:
            raise Unreadable(f"“{text}” is not {cls.word} with {NOBODY} or with targets, such as {cls.word} mote:4", RULE)
        if [word.lower() for word in words] == [NOBODY]:
            return cls(by)
        found = []
        for word in words:
            read = _SHARE.match(word)
            if read is None:
                raise Unreadable(f"cannot read “{word}” in “{text}”: write each target as mote:4", RULE)
            found.append((read[1], int(read[2])))
        return cls(by, tuple(found))

    @classmethod
    def prey(cls, state: PowerState, side: Id) -> list[Target]:
        """What is aimed at by this order: enemies of one kind."""
        return []

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Nobody, and every number of fighters at every target in reach."""
        flight = state.counters[self.by]
        values: list[Shares] = [(), self.shares]
        for key in in_reach(flight, self.prey(state, flight.side)):
            kept = tuple(one for one in self.shares if one[0] != key)
            free = len(flight.ready) - sum(count for _, count in kept)
            values += [kept, *((*kept, (key, count)) for count in range(free, 0, -1))]
        return {"shares": tuple(dict.fromkeys(values))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """One list."""
        return (Field("shares", "Fighters", "pick", RULE),)

    def label_for(self, name: str, value: object) -> str:
        """How many at whom."""
        after = self.with_value(name, value)
        return ", ".join(f"{count} at {key}" for key, count in after.shares) or NOBODY

    def odds(self, state: PowerState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Exact chances of each target's losses, if nothing intercepts."""
        there = state.posed(poses)
        return odds_of(there, flight_shots(there, there.counters[self.by], self.shares))

    def suggested(self, state: PowerState) -> Self | None:
        """Everybody at the nearest target."""
        flight = state.counters[self.by]
        near = in_reach(flight, self.prey(state, flight.side))
        return replace(self, shares=((near[0], len(flight.ready)),)) if near and flight.ready else None

    def check(self, state: PowerState) -> None:
        """Refuse targets of the wrong kind, out of arc or range, and more fighters than are ready."""
        flight = state.counters.get(self.by)
        if not isinstance(flight, FighterFlight):
            raise Illegal(f"there are no fighters “{self.by}”", RULE)
        prey = {one.id for one in self.prey(state, flight.side)}
        for index, (key, count) in enumerate(self.shares):
            target = target_of(state, key)
            if target is None or key not in prey:
                raise Illegal(f"“{key}” is nothing that is aimed at now", RULE)
            if not count or any(key == other for other, _ in self.shares[:index]):
                raise Illegal(f"{target.name} is named once, with one fighter or more", RULE)
            if why := flight_refusal(flight, target):
                raise Illegal(why.why, why.rule)
        if (most := len(flight.ready)) < sum(count for _, count in self.shares):
            raise Illegal(f"{flight.name} has {most} fighters that have not shot this round", RULE)

    def declare(self, state: PowerState, shots: tuple[PowerShot, ...]) -> None:
        """Keep the shots until everybody has said."""

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Declare it."""
        flight = state.counters[self.by]
        acted(state, flight.id)
        if not self.shares:
            return
        self.declare(state, flight_shots(state, flight, self.shares))
        state.counters[flight.id] = replace(flight, fired=flight.fired | shooting(flight, self.shares))
        words = ", ".join(f"{count} at {state.names[key]}" for key, count in self.shares)
        umpire.tell(Event("note", RULE, f"{{{flight.id}}} aims", flight.id, result=words, at=flight.at))


@frozen
class FightFighters(FlightAttack):
    """Fighters that shoot at fighters (5a)."""

    verb: ClassVar[str] = "Fight"
    passes: ClassVar[str] = "fights no fighters"
    word: ClassVar[str] = "fight"

    @classmethod
    def prey(cls, state: PowerState, side: Id) -> list[Target]:
        """Enemy flights."""
        return [one for one in flights(state) if one.side != side]

    def declare(self, state: PowerState, shots: tuple[PowerShot, ...]) -> None:
        """With all other dogfights."""
        DOGFIGHTS.set(state, (*DOGFIGHTS.of(state), *shots))


@frozen
class StrikeShips(FlightAttack):
    """Fighters that shoot at ships, if they have not shot at fighters (5c)."""

    verb: ClassVar[str] = "Strike"
    passes: ClassVar[str] = "attacks no ship"
    word: ClassVar[str] = "strike"

    @classmethod
    def prey(cls, state: PowerState, side: Id) -> list[Target]:
        """Enemy ships."""
        return list(state.enemies(side))

    def declare(self, state: PowerState, shots: tuple[PowerShot, ...]) -> None:
        """With all other attacks on ships."""
        STRIKES.set(state, (*STRIKES.of(state), *shots))


def _waiting(state: PowerState, side: Id, kind: type[FlightAttack]) -> tuple[Id, ...]:
    prey = kind.prey(state, side)
    able = [one for one in flights(state, side) if one.id not in state.acted and one.ready]
    return tuple(one.id for one in able if in_reach(one, prey))


def next_to_fight(state: PowerState) -> tuple[Prompt, ...]:
    """Flight after flight, the lowest initiative first, while an enemy flight is in reach."""
    return next_piece(state, lambda state, side: _waiting(state, side, FightFighters))


def next_to_strike(state: PowerState) -> tuple[Prompt, ...]:
    """Flight after flight, while an enemy ship is in reach."""
    return next_piece(state, lambda state, side: _waiting(state, side, StrikeShips))


def fight_nobody(state: PowerState, prompt: Prompt) -> Order:
    """The flight that is asked shoots at no fighters."""
    return FightFighters(prompt.waiting[0])


def strike_nobody(state: PowerState, prompt: Prompt) -> Order:
    """The flight that is asked shoots at no ship."""
    return StrikeShips(prompt.waiting[0])
