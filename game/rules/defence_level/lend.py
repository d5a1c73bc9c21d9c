"""Area defence, lent for the whole table before any ship commits its own systems (point-defence-and-fighters/1, 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, Self

from game.core.display import Odds, Pose
from game.core.orders import Field, Grammar, Id, Illegal, PairList, Prompt
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.defence_level.commit import LENDING, Commit, asked_anyway, why_not_in_pool
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.attackers import attackers, own_first
from game.rules.point_defence.best_defence import best_pool, help_in_words
from game.rules.point_defence.level import COMMITTED, Part, level_odds
from game.rules.point_defence.pool import ready
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import next_side


@frozen
class Lend(AttackOrder, PairList[Part]):
    """The PDS that a ship with area defence lends: `lend PDSa>lancet PDSb>lancet`, or `lend none`."""

    verb: ClassVar[str] = "Lend from"
    needs: ClassVar[tuple[str, ...]] = ("pd_rules=pdl",)
    idle_verb: ClassVar[str] = "lends nothing"
    weighs: ClassVar[str] = "hull points"
    kept: ClassVar[str] = "kept"
    grammar: ClassVar[Grammar[Part]] = Grammar(
        "lend",
        "lend none",
        r"([\w.-]+)\s*>\s*([\w-]+)",
        lambda key, into: (key, into),
        LENDING,
        "“{text}” does not begin with lend, as in lend PDSa>lancet",
        "cannot read “{rest}” in “{text}”: write PDSa>lancet",
        "lend what? Write PDSa>lancet PDSb>lancet, or lend none",
        sign=">",
        commas=True,
    )
    parts: tuple[Part, ...] = ()

    def prompt_text(self, state: ThrustState) -> str:
        return "Lend: point defence for a friend under attack"

    # -- the form ------------------------------------------------------------------------------------------------------

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return for each system that may be lent: none, and each attacked friend in range."""
        ship = state.ships[self.by]
        friends = [other for other in state.fleet(ship.side) if other is not ship]
        found: dict[str, Iterable[object]] = {}
        for one in ready(state, ship):
            if ids := [other.id for other in friends if not why_not_in_pool(state, ship, one.key, other)]:
                found[one.key] = ("", *ids)
        return found

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        titles = {mount.key: mount.title for mount in state.ships[self.by].design.mounts}
        return tuple(Field(key, titles[key], "pick", LENDING) for key in self.domain(state))

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return all PDS lent to the friend for which they save most, or none if the ship itself is attacked."""
        ship = state.ships.get(self.by)
        if ship is None or attackers(state, ship):
            return None
        found = self.domain(state)
        friends = dict.fromkeys(str(into) for pools in found.values() for into in pools if into)
        orders = [
            type(self)(self.by, tuple((key, other) for key, pools in found.items() if other in pools))
            for other in friends
        ]
        return min(orders, key=lambda order: sum(one.mean for one in order.odds(state, {})), default=None)

    # -- effects -------------------------------------------------------------------------------------------------------

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the odds of the boxes that each attacked ship of its side loses, its own first. They count the dice
        lent as ordered, all own dice committed, and all groups that may join."""
        if self.by not in state.ships:
            return ()
        there = replace(state, kept=dict(state.kept), ships={key: ship.copy() for key, ship in state.ships.items()})
        mine = there.ships[self.by]
        give(there, mine, self.parts)
        attacked = [(ship, them) for ship in own_first(there, mine) if (them := attackers(there, ship))]
        return tuple(
            level_odds(
                there,
                ship,
                [(one, ()) for one in them],
                best_pool(there, ship, False),
                help_in_words(there, ship, False),
            )
            for ship, them in attacked
        )

    def attacked_ship(self, state: ThrustState) -> Ship | None:
        """Return the friend to which it lends, or else the first to which it could."""
        into = [key for _, key in self.parts] + [
            str(key) for pools in self.domain(state).values() for key in pools if key
        ]
        return state.ships.get(next(iter(into), ""))

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: ThrustState) -> None:
        """Refuse to lend to the ship itself, and systems that it may not commit to others."""
        Commit(self.by, self.parts).check(state)
        if any(into == self.by for _, into in self.parts):
            raise Illegal("what a ship keeps it commits in the next step", LENDING)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Record the loan. Lent systems are not available to the ship itself this turn."""
        Commit(self.by, self.parts).carry_out(state, umpire)


def give(state: ThrustState, ship: Ship, parts: tuple[Part, ...]) -> None:
    """Record a ship's lent systems in a state that is a copy for odds."""
    COMMITTED.set(state, ship.id, parts)
    ship.spent |= {key for key, _ in parts}


# -- who is asked ------------------------------------------------------------------------------------------------------


def who_lends(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that could lend something."""
    fleet = [ship for ship in state.fleet(side) if ship.id not in state.acted]
    able = (
        ship for ship in fleet if asked_anyway(state, ship) or (ship.working("adfc") and Lend(ship.id).domain(state))
    )
    return tuple(ship.id for ship in able)


def next_to_lend(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who lends next: sides take turns, one ship each, the loser of the initiative first."""
    return next_side(state, who_lends, loser_first=True)
