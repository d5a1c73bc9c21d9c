"""The exact effects of counters on ships, after all point defence that bears on them (hex/2.2/fighters, 3.3, 3.4, 3.5).

A game defines in `Strikes` how each kind of counter attacks. Places are the present or planned ones of a counter or a
ship. Point defence is computed as if everything that bears on a counter were fired at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from game.board.boards import board_of
from game.core.display import Odds, Pose, Risk, Shot
from game.core.orders import Id, Order
from game.rules.combat import fire, targeting
from game.rules.combat import fire_odds as guns
from game.rules.combat.targeting import NOWHERE, ready_again
from game.rules.counters.counter import address, fresh
from game.rules.counters.point_defence import PAST, barrage, dice_at
from game.rules.odds.beam_chances import BeamDice, beam_chances
from game.rules.odds.layered_odds import Branches
from game.rules.odds.throws import Throws
from game.rules.ships.beam_dice import Rerolls, reroll_rule
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class CounterAttack:
    """A counter's possible attack on a ship: its dice in words, and its throw. The throw depends on how much of the
    counter is left: craft, points of strength, or 1. With `next_turn` it attacks after the point defence of the next
    turn at the earliest."""

    words: str
    throws: Callable[[int], Throws]
    rule: str
    next_turn: bool = False


# the attack on a ship, by kind of counter
Strikes = Mapping[str, Callable[[ThrustState, Counter, Ship], CounterAttack | None]]


# -- questions of the screen -------------------------------------------------------------------------------------------


def shots(
    strikes: Strikes, state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE
) -> tuple[Shot, ...]:
    """Return every gun of a ship against another ship; for a counter its one attack, if it would attack."""
    if firer not in state.counters or target not in state.ships:
        return targeting.shots(state, firer, target, poses)
    there = state.posed(poses)
    counter, ship = there.counters[firer], there.ships[target]
    blow = _blow(strikes, there, counter, ship)
    if blow is None:
        return ()
    far = board_of(there.table).distance(counter.at, ship.at)
    return (Shot(counter.mount, counter.word, target, far, (), blow.words, rule=blow.rule, line=(counter.at, ship.at)),)


def volley(
    attacks: Mapping[str, Callable[[Id, Id], Order]],
    state: ThrustState,
    firer: Id,
    target: Id,
    poses: Mapping[Id, Pose] = NOWHERE,
) -> Order | None:
    """Return the order to fire all guns of a ship that bear on another ship, or None. For a counter it is its attack
    order, in range or not."""
    if firer not in state.counters or target not in state.ships:
        return fire.volley(state, firer, target, poses)
    kind = attacks.get(state.counters[firer].kind)
    return kind(firer, target) if kind else None


def attack_odds(
    strikes: Strikes, state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose]
) -> tuple[Odds, ...]:
    """Return the exact chances of a counter's attack on a ship."""
    there = state.posed(poses)
    counter, ship = there.counters.get(firer), there.ships.get(target)
    if counter is None or ship is None:
        return ()
    blow = _blow(strikes, there, counter, ship)
    return (_blow_odds(there, counter, ship, blow),) if blow else ()


def shooting_risks(state: ThrustState, ship: Ship, shots: Iterable[tuple[str, Id]]) -> tuple[Risk, ...]:
    """Return the effect of a ship's fire on counters. `shots` are pairs of a system and a counter."""
    found: list[Risk] = []
    pairs = [(mount, target) for mount, target in shots if target in state.counters]
    for key in dict.fromkeys(target for _, target in pairs):
        counter = state.counters[key]
        mounts = [ship.design.mount(mount) for mount, target in pairs if target == key]
        dice = sum(dice_at(state, ship, mount, counter) for mount in mounts if mount)
        found += _lost(state, counter, hits(dice, reroll_rule(state.house)), "good", counter.name)
    return tuple(found)


def defence_risks(state: ThrustState, counter: Counter, next_turn: bool) -> tuple[Risk, ...]:
    """Return the effect on a counter of all point defence that bears on it before it attacks."""
    return tuple(_lost(state, counter, before(state, counter, next_turn), "bad", "Point defence"))


def _lost(state: ThrustState, counter: Counter, taken: Vector, tone: str, what: str) -> list[Risk]:
    """Return the chances that a counter loses anything, and that it loses everything."""
    if len(taken) < 2:
        return []
    count = counter.intact
    rule, some, every = address(state, "hex/3.3"), float(1 - taken[0]), float(taken[count:].sum())
    if counter.total == 1:
        return [Risk(what, "shot down", every, tone, rule)]
    unit = counter.unit
    return [
        Risk(
            what,
            f"{unit} lost, {_mean(count, taken):.1f} of {count} on average",
            some,
            tone,
            rule,
            brief=f"{unit} lost",
        ),
        Risk(what, f"all {count} {unit} lost", every, tone, rule),
    ]


def _mean(count: int, taken: Vector) -> float:
    """Return the mean loss of a counter."""
    return sum(min(points, count) * float(chance) for points, chance in enumerate(taken))


# -- computing ---------------------------------------------------------------------------------------------------------


def _blow(strikes: Strikes, state: ThrustState, counter: Counter, ship: Ship) -> CounterAttack | None:
    if not counter.in_play or not ship.in_play or counter.kind not in strikes:
        return None
    return strikes[counter.kind](state, counter, ship)


def _blow_odds(state: ThrustState, counter: Counter, target: Ship, blow: CounterAttack) -> Odds:
    taken = before(state, counter, blow.next_turn)
    gone = _shot_down(counter, taken)
    notes = ("it strikes next turn at the earliest",) * blow.next_turn
    if gone:
        average = ", on average" if counter.total > 1 else ""
        notes += (f"{gone} shot down first{average}, if all point defence in reach is fired at it",)
    given = (_branches(remaining(counter.intact, taken), blow),)
    return guns.attack_odds(target, given, notes, "" if blow.next_turn else gone)


def _branches(left: Iterable[tuple[int, float]], blow: CounterAttack) -> Branches:
    return False, tuple((chance, blow.throws(much) if much else ()) for much, chance in left), None


def launched_odds(strikes: Strikes, state: ThrustState, by: Id, mounts: Sequence[str]) -> tuple[Odds, ...]:
    """Return the effect of counters launched this turn (hex/3.1, 3.5). Plasma counts before anybody shoots at it,
    fighters after."""
    ship = state.ships.get(by)
    if ship is None:
        return ()
    on: dict[Id, list[Branches]] = {}
    for mount in (mount for mount in ship.design.mounts if mount.key in mounts):
        counter = fresh(state, ship, mount)
        for target in state.ships.values():
            blow = _blow(strikes, state, counter, target)
            if blow and not blow.next_turn:
                left = remaining(counter.intact, before(state, counter, False))
                on.setdefault(target.id, []).append(_branches(left, blow))
    return tuple(guns.attack_odds(state.ships[key], tuple(given)) for key, given in on.items())


def _shot_down(counter: Counter, taken: Vector) -> str:
    """Return in words how much of a counter is lost before it attacks; empty if nothing can be."""
    if len(taken) < 2:
        return ""
    count = counter.intact
    mean = _mean(count, taken)
    return f"{mean:.1f} of {count}" if counter.total > 1 else f"{mean:.0%} to be"


def remaining(count: int, taken: Vector) -> tuple[tuple[int, float], ...]:
    """Return how much of a counter may be left, each amount with its chance."""
    left = [0.0] * (count + 1)
    for points, chance in enumerate(taken.tolist()):
        left[max(0, count - points)] += chance
    return tuple((much, chance) for much, chance in enumerate(left) if chance)


def before(state: ThrustState, counter: Counter, next_turn: bool) -> Vector:
    """Return the chances of the points a counter takes before it attacks. Everything that bears on it counts, if that
    step is still to come."""
    over = counter.kind in PAST.of(state)
    if over and not next_turn:
        return hits(0, Rerolls.NONE)
    if over:  # its next attack is next turn, when everything may fire again
        ships = {key: ship.copy() for key, ship in state.ships.items()}
        for ship in ships.values():
            ready_again(ship)
        state = replace(state, ships=ships)
    return hits(barrage(state, counter), reroll_rule(state.house))


@lru_cache(maxsize=256)
def hits(dice: int, again: Rerolls) -> Vector:
    """Return the chances of the points of that many dice in the unscreened column, as against counters (hex/3.3)."""
    found: Vector = beam_chances(BeamDice(dice, 0, again, through=False))[:, 0]
    return found
