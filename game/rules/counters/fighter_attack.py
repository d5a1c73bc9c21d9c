"""Attacks of fighters on ships in range: one die for each craft, read in the column of the target's screens (hex/2.2,
3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from game.board.boards import board_of
from game.board.geometry import within
from game.board.protocol import too_far
from game.core.display import Odds, Pose
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Unreadable, name_after
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.scores import points_of
from game.rules.combat.weapon import cloud, damage, screen_column
from game.rules.counters.counter import address, counter_of
from game.rules.counters.kinds import Flight
from game.rules.counters.odds import CounterAttack, attack_odds
from game.rules.counters.point_defence import REACH, RULE
from game.rules.odds.beam_chances import BeamDice
from game.rules.ships.beam_dice import PRINTED, Rerolls, beam_volley, reroll_rule
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import mark_acted


@frozen
class Strike(Order):
    """The ship that a group of fighters attacks: `attack vesper`, or `attack none`."""

    input_mode: ClassVar[str] = "choose"
    target: Id = ""

    def __str__(self) -> str:
        return f"attack {self.target or 'none'}"

    @classmethod
    def parse(cls, by: Id, text: str) -> Strike:
        if target := name_after(text, "attack"):
            return cls(by, "" if target.lower() == "none" else target)
        raise Unreadable(f"“{text}” is neither “attack none” nor attack and a ship, such as attack vesper", RULE)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        return {"target": (*(ship.id for ship in in_reach(state, state.counters[self.by])), "")}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("target", "Attack", rule=address(state, RULE)),)

    def label_for(self, name: str, value: object) -> str:
        return str(value or "nobody")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the exact losses of the target after point defence; empty if it names none in range."""
        return attack_odds({Flight.kind: flight_strikes}, state, self.by, self.target, poses)

    def check(self, state: ThrustState) -> None:
        """Refuse a target that is not an enemy ship in range."""
        counter = counter_of(state, self.by, Flight, RULE)
        if not self.target:
            return
        ship = state.ships.get(self.target)
        if ship is None or not ship.in_play or ship.side == counter.side:
            raise Illegal(f"there is no enemy ship “{self.target}”", RULE)
        board = board_of(state.table)
        if not within(far := board.distance(counter.at, ship.at), most := board.to_board_units(REACH)):
            raise Illegal(f"{ship.name} is {too_far(board, far, most)}", address(state, RULE))

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Roll for every craft. The damage takes effect when the game allocates it."""
        counter = state.counters[self.by]
        mark_acted(state, counter.id)
        if self.target:
            _attack(state, umpire, counter, state.ships[self.target])


def in_reach(state: ThrustState, counter: Counter) -> list[Ship]:
    """Return the enemy ships in range of a counter, nearest first."""
    board = board_of(state.table)
    far = board.to_board_units(REACH)
    found = [ship for ship in state.enemies(counter.side) if within(board.distance(counter.at, ship.at), far)]
    return sorted(found, key=lambda ship: board.distance(counter.at, ship.at))


def column_of(state: ThrustState, ship: Ship) -> tuple[int, str, Rerolls]:
    """Return how dice of fighters are read against a ship: the column, words for it, and the rule for re-rolling
    sixes."""
    column, read = screen_column(state, ship, cloud(state, ship))
    return column, read, Rerolls.NONE if column == PRINTED else reroll_rule(state.house)


def _attack(state: ThrustState, umpire: Umpire, counter: Counter, ship: Ship) -> None:
    column, read, again = column_of(state, ship)
    hits, dice = beam_volley(umpire, counter.count, column, f"attack/{counter.id}>{ship.id}", again)
    craft = "1 craft" if counter.count == 1 else f"{counter.count} craft"
    umpire.tell(
        Event(
            "fire",
            address(state, RULE),
            f"{{{counter.id}}} attacks {{{ship.id}}}",
            counter.id,
            ship.id,
            dice,
            "; ".join(part for part in (craft, read) if part),
            damage(tuple(hits)),
            "good" if hits else "plain",
            line=(counter.at, ship.at),
            weapon="Fighters",
            score=points_of(sum(points for _, points in hits), BeamDice(counter.count, column, again)),
        )
    )
    if hits:
        inflict(state, umpire, Harm(counter.id, ship.id, tuple(hits), f"attack/{counter.id}"))


def flight_strikes(state: ThrustState, counter: Counter, ship: Ship) -> CounterAttack | None:
    """Return the attack of fighters on an enemy in range, a die for each craft (hex/2.2/fighters, 3.3)."""
    board = board_of(state.table)
    if ship.side == counter.side or not within(board.distance(counter.at, ship.at), board.to_board_units(REACH)):
        return None
    column, _, again = column_of(state, ship)
    words = "1 die" if counter.count == 1 else f"{counter.count} dice"
    return CounterAttack(words, lambda left: (BeamDice(left, column, again),), address(state, "hex/3.3"))
