"""The throwing of ordered grapples, which their targets may accept (sail/5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.display import Risk
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, sides_in_order
from game.systems.full_sail.boarding.grappling import RULE, accepts, throw_chances, throw_grapples, why_not_grapple
from game.systems.full_sail.gunnery.broadside import ATTEMPTS
from game.systems.full_sail.ships.ship import SailingShip, SailState

ACCEPTED = PhaseData[frozenset[Id]]("accepted_grapples", frozenset())  # ships that accept grapples without a roll


@frozen
class AnswerGrapples(Order):
    """A ship accepts the grapples that are thrown at it, or resists them."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Grapples"
    idle_verb: ClassVar[str] = "resists"
    accept: bool = False

    def __str__(self) -> str:
        return "accept" if self.accept else "resist"

    @classmethod
    def parse(cls, by: Id, text: str) -> AnswerGrapples:
        if text.strip().lower() not in ("accept", "resist"):
            raise Unreadable(f"“{text}” is neither accept nor resist", RULE)
        return cls(by, text.strip().lower() == "accept")

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        return {"accept": (False, True)}

    def fields(self, state: SailState) -> tuple[Field, ...]:
        return (
            Field("accept", "Grapples", "switch", RULE, "Hooks on lines that pull two ships alongside and hold them"),
        )

    def label_for(self, name: str, value: object) -> str:
        return "accepts" if value else "resists"

    def prompt_text(self, state: SailState) -> str:
        """Return words for the ships that throw the grapples."""
        throwers = " and ".join(one.name for one, target in attempts(state) if target.id == self.by)
        return f"{throwers} throws grapples at {state.ships[self.by].name}"

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        """Return the exact chances of each throw if it is resisted."""
        found = []
        for one, target in attempts(state):
            if target.id == self.by and not self.accept:
                odds = throw_chances(state, one, target)
                found += [
                    Risk(one.name, "grappled", odds.clean, "bad", RULE),
                    Risk(one.name, "collision", odds.collision, "bad", RULE),
                ]
        return tuple(found)

    def check(self, state: SailState) -> None:
        """Refuse it to ships at which no grapples are thrown."""
        if self.by not in state.ships:
            raise Illegal("a ship answers, not a side", RULE)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        if self.accept:
            ACCEPTED.set(state, ACCEPTED.of(state) | {self.by})
        mark_acted(state, self.by)


def attempts(state: SailState) -> list[tuple[SailingShip, SailingShip]]:
    """Return (thrower, target) pairs of ordered grapples that can be thrown, by the throwers' initiative."""
    found = [(state.ships[one], state.ships[other]) for one, other in ATTEMPTS.of(state)]
    order = sides_in_order(state)
    able = [pair for pair in found if why_not_grapple(state, *pair, named=True) is None]
    return sorted(able, key=lambda pair: order.index(pair[0].side))


def _mutual(state: SailState, pairs: list[tuple[SailingShip, SailingShip]]) -> set[tuple[Id, Id]]:
    """Return the pairs that throw at each other, where that needs no roll."""
    thrown = {(one.id, other.id) for one, other in pairs}
    return {pair for pair in thrown if pair[::-1] in thrown} if state.house["mutual_grapple"] == "automatic" else set()


def who_answers(state: SailState) -> tuple[Prompt, ...]:
    """Return the ships at which grapples are thrown, if they could resist and have not ordered the same themselves."""
    pairs = attempts(state)
    mutual = _mutual(state, pairs)
    asked = dict.fromkeys(
        target.id
        for one, target in pairs
        if target.id not in state.acted and not accepts(target) and (one.id, target.id) not in mutual
    )
    sides = ((side, tuple(key for key in asked if state.owner(key) == side)) for side in sides_in_order(state))
    return tuple(Prompt(side, ids, ids) for side, ids in sides if ids)


def throw_all(state: SailState, umpire: Umpire) -> None:
    """Throw all grapples in the order of initiative, and log why others cannot be thrown. Two ships that throw at each
    other are grappled without a roll."""
    for key, aim in ATTEMPTS.of(state):
        if why := why_not_grapple(state, state.ships[key], state.ships[aim], named=True):
            umpire.tell(Event("note", why.rule, f"{{{key}}} cannot grapple {{{aim}}}", key, aim, result=why.why))
    willing = ACCEPTED.of(state)
    pairs = attempts(state)
    mutual = _mutual(state, pairs)
    for one, other in pairs:
        if why_not_grapple(state, one, other, named=True) is None:
            throw_grapples(state, umpire, one, other, other.id in willing or (one.id, other.id) in mutual)
    ACCEPTED.clear(state)
