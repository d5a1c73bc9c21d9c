"""Ballistics of one ship, declared before ships move: `launch tube_1>bastion`, or `no launch` (power/5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from game.core.display import Meter
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.turn_order import acted, next_piece
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.ballistics import launch_ballistic
from game.systems.power_hex.gunnery.bearing import refusal, target_of, title, weapon_keys, weapon_of
from game.systems.power_hex.orders.aims import TrainedWeapon, read_aims
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/5"


@frozen
class LaunchBallistics(Order):
    """What each tube of a ship launches at."""

    input_mode: ClassVar[str] = "fire"
    passes: ClassVar[str] = "launches nothing"
    shots: tuple[TrainedWeapon, ...] = ()

    def __str__(self) -> str:
        return "launch " + " ".join(map(str, self.shots)) if self.shots else "no launch"

    @classmethod
    def parse(cls, by: Id, text: str) -> LaunchBallistics:
        """Read `no launch`, or `launch` and a list such as tube_1>bastion."""
        words = text.replace(",", " ").split()
        if [word.lower() for word in words] == ["no", "launch"]:
            return cls(by)
        if len(words) < 2 or words[0].lower() != "launch":
            why = f"“{text}” is neither no launch nor launch with tubes and targets, such as launch tube_1>bastion"
            raise Unreadable(why, RULE)
        return cls(by, read_aims(words[1:], text, RULE))

    def aim(self, mount: str, target: Id, aim: str = "") -> LaunchBallistics:
        """The same order with a tube trained on a target."""
        kept = tuple(one for one in self.shots if one.mount != mount)
        return replace(self, shots=(*kept, TrainedWeapon(mount, target)))

    def without(self, mount: str) -> LaunchBallistics:
        """The same order with a tube silent."""
        return replace(self, shots=tuple(shot for shot in self.shots if shot.mount != mount))

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Nothing, each tube silent again, and each tube at each enemy ship."""
        ship = state.ships[self.by]
        values: list[tuple[TrainedWeapon, ...]] = [(), self.shots, *(self.without(shot.mount).shots for shot in self.shots)]
        for mount in tubes(ship):
            values += [self.aim(mount, foe.id).shots for foe in state.enemies(ship.side)]
        return {"shots": tuple(dict.fromkeys(values))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """One list: which tube launches at what."""
        return (Field("shots", "Tubes", "pick", RULE),)

    def label_for(self, name: str, value: object) -> str:
        """What a value changes."""
        after = self.with_value(name, value)
        new = [str(shot) for shot in after.shots if shot not in self.shots]
        gone = [f"not {shot.mount}" for shot in self.shots if shot not in after.shots]
        return " ".join(new or gone) or str(after)

    def meter(self, state: PowerState) -> Meter:
        """Rounds that this would take out of those left."""
        ship = state.ships[self.by]
        left = sum(ship.rounds_left(mount) for mount in tubes(ship))
        return Meter(left, ((len(self.shots), "launched", "solid"),) if self.shots else (), rule=RULE, unit="rounds")

    def check(self, state: PowerState) -> None:
        """Refuse what the rules forbid: a tube that is not ready, is empty or does not bear."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal(f"there is no ship “{self.by}”", RULE)
        for index, shot in enumerate(self.shots):
            if any(shot.mount == earlier.mount for earlier in self.shots[:index]):
                raise Illegal(f"{title(shot.mount)} launches once a round", RULE)
            target = target_of(state, shot.target)
            if target is None:
                raise Illegal(f"there is no ship “{shot.target}”", RULE)
            if refused := refusal(state, ship, shot.mount, target, direct=False):
                raise Illegal(refused.why, refused.rule)
            if ship.rounds_left(shot.mount) <= 0:
                raise Illegal(f"{title(shot.mount)} has no ammunition left", RULE)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Send them on their way."""
        ship = state.ships[self.by]
        acted(state, ship.id)
        for shot in self.shots:
            launch_ballistic(state, ship, shot.mount, shot.target)
            words = f"{{{ship.id}}} launches {title(shot.mount)} at {{{shot.target}}}"
            umpire.tell(Event("note", RULE, words, ship.id, shot.target, at=ship.at, mounts=(shot.mount,)))


def tubes(ship: PowerShip) -> tuple[str, ...]:
    """The ballistic weapons of a ship."""
    return tuple(key for key in weapon_keys(ship) if weapon_of(ship, key).kind == "ballistic")


def may_launch(state: PowerState, side: Id) -> tuple[Id, ...]:
    """Ships of a side that have not said and have a loaded tube that bears on an enemy."""
    found = []
    for ship in state.fleet(side):
        loaded = [key for key in tubes(ship) if ship.rounds_left(key)] if ship.id not in state.acted else []
        if any(refusal(state, ship, key, foe, direct=False) is None for key in loaded for foe in state.enemies(side)):
            found.append(ship.id)
    return tuple(found)


def next_to_launch(state: PowerState) -> tuple[Prompt, ...]:
    """Ship after ship, the lowest initiative first."""
    return next_piece(state, may_launch)


def launch_nothing(state: PowerState, prompt: Prompt) -> Order:
    """The ship that is asked does not."""
    return LaunchBallistics(prompt.waiting[0])
