"""The choice of attackers and assistants once the levels are known (point-defence-and-fighters/5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from game.core.display import Odds, Pose
from game.core.orders import Field, Id, Illegal, Prompt, Unreadable
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.combat.fire_odds import from_least_to_most
from game.rules.counters.counter import counter_of, flying
from game.rules.counters.groups import type_of
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import RULE
from game.rules.fighters.group_odds import why_not_attack
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.attackers import attackers
from game.rules.point_defence.level import Cluster, level_odds
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted, next_side

ATTACK = f"{RULE}/5"
ASSISTS = PieceData[Id]("assists", "")  # by group: the group that it assists this turn


@frozen
class Assist(AttackOrder):
    """A group's choice once its target's level is rolled: `assist none` to attack, or `assist rook.HGRa`."""

    idle_verb: ClassVar[str] = "attacks alone"
    needs: ClassVar[tuple[str, ...]] = ("pd_rules=pdl",)
    weighs: ClassVar[str] = "hull points"
    partner: Id = ""

    def __str__(self) -> str:
        return f"assist {self.partner or 'none'}"

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        words = text.split()
        if len(words) != 2 or words[0].lower() != "assist":
            raise Unreadable(
                f"“{text}” is neither assist none nor assist and a group, such as assist lancet.HGRa", ATTACK
            )
        return cls(by, "" if words[1].lower() == "none" else words[1])

    def prompt_text(self, state: ThrustState) -> str:
        """Return an explanation of assisting."""
        return "Assist: roll nothing, help another group to hit"

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return none, and the groups that attack the same ship."""
        one = state.counters[self.by]
        return {"partner": ("", *(other.id for other in _beside(state, one.target, one.side) if other.id != one.id))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("partner", "Assist", "pick", ATTACK),)

    def label_for(self, name: str, value: object) -> str:
        return str(value or "nobody: it attacks")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the losses of the ship to all its attackers at its level, with this choice and earlier ones."""
        ship = self.attacked_ship(state)
        if ship is None:
            return ()
        chosen = {**ASSISTS.all(state), self.by: self.partner}
        return from_least_to_most(
            state, lambda state: (level_odds(state, state.ships[ship.id], clusters(state, ship, chosen), None),)
        )

    def check(self, state: ThrustState) -> None:
        """Refuse assistance by interceptors, or for a group that attacks another ship or assists one itself."""
        one = counter_of(state, self.by, Flight, ATTACK)
        if not self.partner:
            return
        other = counter_of(state, self.partner, Flight, ATTACK)
        if not type_of(one).assists:
            raise Illegal(f"{one.name} has {type_of(one).title.lower()} fighters, which assist nobody", ATTACK)
        if other.side != one.side or other.id == one.id or other.target != one.target or not other.target:
            raise Illegal(f"{other.name} does not attack the same ship as {one.name}", ATTACK)
        if ASSISTS.of(state, other.id):
            raise Illegal(f"{other.name} assists another group itself", ATTACK)
        if self.by in ASSISTS.all(state).values():
            raise Illegal(f"{one.name} is assisted itself, and attacks", ATTACK)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Record the choice; all dice are rolled when every group has chosen."""
        mark_acted(state, self.by)
        if self.partner:
            ASSISTS.set(state, self.by, self.partner)


def _beside(state: ThrustState, target: Id, side: Id) -> tuple[Flight, ...]:
    """Return the groups of a side that attack a ship."""
    return tuple(one for one in flying(state, Flight, side) if one.target == target and not why_not_attack(state, one))


def clusters(state: ThrustState, ship: Ship, assists: Mapping[Id, Id]) -> list[Cluster]:
    """Return all attackers of a ship, its attacking groups with the craft of those that assist them."""
    found: list[Cluster] = []
    for one in attackers(state, ship):
        if isinstance(one, Flight) and (why_not_attack(state, one) or assists.get(one.id)):
            continue
        found.append((one, tuple(state.counters[key].count for key, partner in assists.items() if partner == one.id)))
    return found


def who_assists(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the groups that attack a ship together with others, and could assist one of them."""
    mine = [
        one
        for one in flying(state, Flight, side)
        if one.target and not why_not_attack(state, one) and type_of(one).assists
    ]
    together = [one for one in mine if len(_beside(state, one.target, side)) > 1]
    return tuple(one.id for one in together if one.id not in state.acted)


def next_to_assist(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who chooses next: sides take turns, one group each, the loser of the initiative first."""
    return next_side(state, who_assists, loser_first=True)
