"""The choice of grappled ships whether to part (sail/5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.display import Risk
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable, name_after
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, sides_in_order
from game.systems.full_sail.boarding.breakaway import (
    FREE,
    RULE,
    agreed_chances,
    break_away,
    contested_chances,
    holds_nobody,
)
from game.systems.full_sail.ships.grapples import GRAPPLES, Grapple, between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

LEAVING = PieceData[Id]("leaving_partner", "")  # the partner that a ship wants to leave


@frozen
class BreakAway(Order):
    """Part from a partner, or hold on."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Break away"
    idle_verb: ClassVar[str] = "holds on"
    target: Id = ""

    def __str__(self) -> str:
        return f"leave {self.target}" if self.target else "hold on"

    @classmethod
    def parse(cls, by: Id, text: str) -> BreakAway:
        if text.lower().split() == ["hold", "on"]:
            return cls(by)
        if target := name_after(text, "leave"):
            return cls(by, target)
        raise Unreadable(f"“{text}” is neither hold on nor leave and a ship", RULE)

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        return {"target": ("", *partners(state, self.by))}

    def fields(self, state: SailState) -> tuple[Field, ...]:
        return (Field("target", "Leave", "pick", RULE, "Cut the grapples that hold both ships, and part from it"),)

    def label_for(self, name: str, value: object) -> str:
        return str(value) or "nobody"

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        """Return the exact chances if the partner holds on, and if it wants to part too."""
        grapple = between(state, self.by, self.target) if self.target else None
        if grapple is None:
            return ()
        ship, other = state.ships[self.by], state.ships[self.target]
        alone = contested_chances(state, grapple, ship)[FREE]
        together = agreed_chances(grapple.fouled)[FREE]
        held = (
            () if holds_nobody(ship, other) else (Risk("Breakaway", "against the other's will", alone, "note", RULE),)
        )
        return (*held, Risk("Breakaway", "by agreement", together, "note", RULE))

    def check(self, state: SailState) -> None:
        """Refuse anything but a partner."""
        if self.by not in state.ships:
            raise Illegal("a ship breaks away, not a side", RULE)
        if self.target and self.target not in partners(state, self.by):
            named = state.names.get(self.target, self.target)
            raise Illegal(f"{state.ships[self.by].name} is not grappled to “{named}”", RULE)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """Record the choice. The dice are rolled when all have chosen."""
        mark_acted(state, self.by)
        if self.target:
            LEAVING.set(state, self.by, self.target)


def who_leaves(state: SailState) -> tuple[Prompt, ...]:
    """Return every side with a grappled ship that has not been asked, the one with the initiative first."""
    found = []
    for side in sides_in_order(state):
        ids = tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and _may_leave(state, ship))
        found += [Prompt(side, ids, ids)] * bool(ids)
    return tuple(found[:1])


def _may_leave(state: SailState, ship: SailingShip) -> bool:
    return (
        ship.commanded
        and not ship.struck
        and any(one.fought for one in GRAPPLES.of(state) if ship.id in (one.one, one.other))
    )


def part_all(state: SailState, umpire: Umpire) -> None:
    """Roll for every pair of which one wants to part. Each ship leaves at most one partner a turn."""
    for grapple in GRAPPLES.of(state):
        wanting = [key for key in (grapple.one, grapple.other) if LEAVING.of(state, key) == grapple.partner(key)]
        if wanting:
            leaver = state.ships[_leaver(state, grapple, wanting)]
            other = state.ships[grapple.partner(leaver.id)]
            break_away(state, umpire, grapple, leaver, len(wanting) == 2 or holds_nobody(leaver, other))
    for key in LEAVING.all(state):
        LEAVING.clear(state, key)


def _leaver(state: SailState, grapple: Grapple, wanting: list[Id]) -> Id:
    """Return the ship that rolls: the winner of the last fight, else the first by initiative."""
    order = sides_in_order(state)
    return min(wanting, key=lambda key: (state.owner(key) != grapple.winner, order.index(state.owner(key))))
