"""A ship launches a flight: `scramble mote`, or `keep aboard` (power/10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable, named
from game.core.turn_order import acted, next_piece
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.fighters.launching import RULE, launch_flight, launch_refusal, launchable
from game.systems.power_hex.ships.ship import PowerState


@frozen
class ScrambleFlight(Order):
    """The flight that leaves its hangar; none if it has no name."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Launch"
    passes: ClassVar[str] = "keeps its fighters aboard"
    flight: Id = ""

    def __str__(self) -> str:
        return f"scramble {self.flight}" if self.flight else "keep aboard"

    @classmethod
    def parse(cls, by: Id, text: str) -> ScrambleFlight:
        """Read `keep aboard` or `scramble` and a flight."""
        if text.lower().split() == ["keep", "aboard"]:
            return cls(by)
        if flight := named(text, "scramble"):
            return cls(by, flight)
        raise Unreadable(f"“{text}” is neither keep aboard nor scramble and a flight", RULE)

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """None, or a flight aboard."""
        return {"flight": ("", *(one.id for one in launchable(state, state.ships[self.by])))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """A list."""
        return (Field("flight", "Launch", "pick", RULE),)

    def label_for(self, name: str, value: object) -> str:
        """Words for none."""
        return str(value) or "none"

    def check(self, state: PowerState) -> None:
        """Only a flight aboard, of a ship that can."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("a ship launches fighters, not a side", RULE)
        if not self.flight:
            return
        if why := launch_refusal(state, ship):
            raise why
        if self.flight not in {one.id for one in launchable(state, ship)}:
            raise Illegal(f"there is no flight “{self.flight}” that {ship.name} can launch", RULE)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Put it on the map."""
        ship = state.ships[self.by]
        acted(state, ship.id)
        if self.flight:
            flight = launch_flight(state, ship, state.counters[self.flight])
            umpire.tell(Event("note", RULE, f"{{{ship.id}}} launches {{{flight.id}}}", ship.id, flight.id,
                              result=f"{flight.count} fighters", at=ship.at))  # fmt: skip


def next_to_scramble(state: PowerState) -> tuple[Prompt, ...]:
    """Ship after ship that has a flight to launch, the lowest initiative first."""

    def able(state: PowerState, side: Id) -> tuple[Id, ...]:
        ships = (one for one in state.fleet(side) if one.id not in state.acted)
        return tuple(one.id for one in ships if launch_refusal(state, one) is None)

    return next_piece(state, able)


def keep_aboard(state: PowerState, prompt: Prompt) -> Order:
    """The ship that is asked launches nothing."""
    return ScrambleFlight(prompt.waiting[0])
