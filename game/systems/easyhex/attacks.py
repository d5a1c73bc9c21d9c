"""The exact effects of missiles and nova plasma: ships in range, missiles left by then, and damage (hex/3.4, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from game.board.boards import board_of
from game.board.hexes import Hex
from game.core.display import Risk
from game.rules.counters.counter import counter_of
from game.rules.counters.fighter_attack import flight_strikes, in_reach
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.counters.odds import CounterAttack, Strikes, defence_risks
from game.rules.odds.throws import Table, merge_results
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex.missiles import DAMAGE, FLIGHTS, NOVA, RULE, armed, lost_on, plasma_way, warhead


def missile_strikes(state: ThrustState, counter: Counter, ship: Ship) -> CounterAttack | None:
    """Return a missile's attack on an enemy in range, for a fixed number of points (hex/3.4). An unarmed missile must
    first survive until it is armed."""
    assert isinstance(counter, Missile)
    if ship not in in_reach(state, counter):
        return None
    return CounterAttack(f"{DAMAGE} points", lambda left: (FLAT,), RULE, next_turn=not armed(counter))


FLAT: Table = ((1.0, (("normal", DAMAGE),)),)


def plasma_strikes(state: ThrustState, counter: Counter, ship: Ship) -> CounterAttack | None:
    """Return the attack of plasma on the first ship in the path of its next flight, of either side (hex/3.5)."""
    assert isinstance(counter, Plasma)
    gone = counter.flown >= sum(FLIGHTS[: counter.age])  # it has flown this turn
    later = replace(counter, age=counter.age + 1) if gone and not counter.target else counter
    if later.age > len(FLIGHTS):
        return None
    met = state.ships.get(counter.target) or plasma_way(state, later)[1]
    if met is not ship:
        return None
    dice, sides = warhead(state.house, later)
    words = f"{dice} {'die' if dice == 1 else 'dice'}" if sides > 1 else f"{dice} points"

    def thrown(left: int) -> tuple[Table, ...]:
        return (sums(*warhead(state.house, replace(later, count=left))),)

    return CounterAttack(words, thrown, NOVA, next_turn=gone and not counter.target)


@lru_cache
def sums(dice: int, sides: int) -> Table:
    """Return every sum of some dice with its chance. Dice with one face are that many points."""
    ways = product(range(1, sides + 1), repeat=dice)
    return merge_results((sides**-dice, (("normal", sum(faces)),)) for faces in ways)


STRIKES: Strikes = {Flight.kind: flight_strikes, Missile.kind: missile_strikes, Plasma.kind: plasma_strikes}


def flight_risks(state: ThrustState, counter: Counter, there: ThrustState, cells: Sequence[Hex]) -> tuple[Risk, ...]:
    """Return the chances of a missile's flight if all ships stay where they are. `there` is the state with the missile
    at its end."""
    if reason := lost_on(state, cells)[1]:
        return (Risk("Missile", reason, 1.0, "bad", RULE),)
    after = counter_of(there, counter.id, Missile, RULE)
    if not armed(after):
        return defence_risks(there, after, True)
    found = in_reach(there, after)
    if not found:
        far = min((board_of(there.table).distance(after.at, one.at) for one in there.enemies(after.side)), default=0.0)
        return (
            Risk(
                "Missile",
                f"hits nobody: {board_of(there.table).format_distance(far)} to the nearest",
                1.0,
                "note",
                RULE,
            ),
        )
    named = " or ".join(ship.name for ship in found[:2]) + (" or others" if len(found) > 2 else "")
    return (Risk("Missile", f"hits {named}: {DAMAGE} points", 1.0, "good", RULE),)
