"""The division of casualties of a type among the groups of its owner (point-defence-and-fighters/7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.core.orders import Field, Grammar, Id, Illegal, PairList, Prompt
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import shot_at
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import RULE
from game.rules.defence.casualties import loss_refusal
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted, next_side

CASUALTIES = f"{RULE}/7"


@frozen
class LossPool:
    """Craft of one type that a ship's fire took from groups that attacked together; `given` once they are divided."""

    groups: tuple[Id, ...]
    lost: int
    given: tuple[tuple[Id, int], ...] = ()


LOSSES = PhaseData[tuple[LossPool, ...]]("craft lost in actions", ())  # in the actions of this turn


@frozen
class SpreadLosses(AttackOrder, PairList[tuple[Id, int]]):
    """Losses of the groups of a type: `lose rook.HGRa 2 rook.HGRb 0`, or `lose evenly`. Groups not named share the rest
    evenly. The order is given under the key of the first group."""

    verb: ClassVar[str] = "Spread losses of"
    needs: ClassVar[tuple[str, ...]] = ("pd_rules=pdl",)
    idle_verb: ClassVar[str] = "shares losses evenly"
    nothing: ClassVar[str | None] = None
    grammar: ClassVar[Grammar[tuple[Id, int]]] = Grammar(
        "lose",
        "lose evenly",
        r"([\w.-]+)\s+(\d+)",
        lambda key, count: (key, int(count)),
        CASUALTIES,
        "“{text}” is neither lose evenly nor lose and groups, such as lose rook.HGRa 2",
        "cannot read “{rest}” in “{text}”: write each as rook.HGRa 2",
        after=r"\s*,?",
        sign=" ",
    )
    losses: tuple[tuple[Id, int], ...] = ()

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return for each group an even share, and every number that it could lose."""
        pool = _pool(state, self.by)
        if pool is None:
            return {state.counters[self.by].id: (None,)}
        return {key: (None, *range(min(size, pool.lost) + 1)) for key, size in _sizes(state, pool).items()}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        pool = _pool(state, self.by)
        return tuple(Field(key, state.names[key], "pick", CASUALTIES) for key in (pool.groups if pool else ()))

    def label_for(self, name: str, value: object) -> str:
        return "its share" if value is None else str(value)

    def prompt_text(self, state: ThrustState) -> str:
        """Return words for the number of losses to divide."""
        pool = _pool(state, self.by)
        return f"{pool.lost} craft are lost: which groups lose them?" if pool else ""

    def check(self, state: ThrustState) -> None:
        """Refuse a group that loses more craft than it has, and losses that do not add up."""
        pool = _pool(state, self.by)
        if pool is None:
            raise Illegal(f"“{self.by}” has no losses to spread", CASUALTIES)
        for index, (key, _) in enumerate(self.losses):
            if key not in pool.groups or any(key == other for other, _ in self.losses[:index]):
                named = state.names.get(key, key)
                raise Illegal(
                    f"“{named}” is not one of the groups that share these losses, or it is named twice", CASUALTIES
                )
        sizes = _sizes(state, pool)
        losses = spread(sizes, pool.lost, dict(self.losses))
        if why := loss_refusal([(lost, sizes[key]) for key, lost in losses.items()], pool.lost):
            raise Illegal(why, CASUALTIES)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Record the losses. Craft are taken off when all sides have chosen."""
        mark_acted(state, self.by)
        pools = LOSSES.of(state)
        LOSSES.set(
            state, tuple(_with_losses(state, pool, self) if pool.groups[0] == self.by else pool for pool in pools)
        )


def _with_losses(state: ThrustState, pool: LossPool, order: SpreadLosses) -> LossPool:
    losses = spread(_sizes(state, pool), pool.lost, dict(order.losses))
    return LossPool(pool.groups, pool.lost, tuple(losses.items()))


def _pool(state: ThrustState, key: Id) -> LossPool | None:
    """Return the losses under the key of a group, or None."""
    return next((pool for pool in LOSSES.of(state) if pool.groups[0] == key), None)


def _sizes(state: ThrustState, pool: LossPool) -> dict[Id, int]:
    return {key: state.counters[key].count for key in pool.groups}


def spread(sizes: dict[Id, int], lost: int, named: dict[Id, int]) -> dict[Id, int]:
    """Return the losses of each group: the named ones as given, and the rest as evenly as possible among the others.
    The largest groups come first."""
    found = {key: named.get(key, 0) for key in sizes}
    for _ in range(lost - sum(named.values())):
        able = [key for key in sizes if key not in named and found[key] < sizes[key]]
        if not able:
            break
        found[max(able, key=lambda key: sizes[key] - found[key])] += 1
    return found


# -- the phase ---------------------------------------------------------------------------------------------------------


def lose_craft(state: ThrustState, groups: Iterable[Flight], lost: int) -> None:
    """Record that a type lost craft in an action; its groups divide them once all actions are over."""
    if lost:
        LOSSES.set(state, (*LOSSES.of(state), LossPool(tuple(one.id for one in groups), lost)))


def who_spreads(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the first groups of a side's pools that leave a choice."""
    open_ = [
        pool for pool in LOSSES.of(state) if len(pool.groups) > 1 and pool.lost < sum(_sizes(state, pool).values())
    ]
    mine = (pool.groups[0] for pool in open_ if state.counters[pool.groups[0]].side == side)
    return tuple(key for key in mine if key not in state.acted)


def next_to_spread(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who divides losses next: sides take turns, one type each, the loser of the initiative first."""
    return next_side(state, who_spreads, loser_first=True)


def take_off(state: ThrustState, umpire: Umpire) -> None:
    """Take off all lost craft."""
    for pool in LOSSES.of(state):
        given = dict(pool.given) or spread(_sizes(state, pool), pool.lost, {})
        for key, lost in given.items():
            if lost:
                shot_at(state, umpire, state.counters[key], lost, CASUALTIES)
    LOSSES.clear(state)
