"""Fights of groups against groups: the opponents and the losses (full-thrust-base/7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.board.geometry import Point
from game.core.display import Risk
from game.core.events import Event, Score, score_of
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.counters.counter import flying, shot_at, store_counter
from game.rules.counters.groups import (
    DOGFIGHTS,
    craft_words,
    endurance,
    engage,
    next_endurance_used,
    opponents,
    touching,
    type_of,
)
from game.rules.counters.kinds import Flight
from game.rules.defence.dogfights import dogfight_column
from game.rules.odds.die_columns import DieColumn, Vector, as_events, capped, chances, mean, roll_columns, total
from game.rules.ships.beam_dice import reroll_rule
from game.rules.ships.ship import BOOK
from game.rules.ships.thrust_state import ThrustState

RULE = f"{BOOK}/7.5"


def begin_dogfights(state: ThrustState) -> None:
    """Record that groups in contact after all moves fight each other."""
    DOGFIGHTS.clear(state)
    for one in flying(state, Flight):
        engage(state, one, touching(state, one))


def fight(state: ThrustState, umpire: Umpire) -> None:
    """Fight all dogfights simultaneously: every group rolls with the craft it has, then all losses are taken off. A
    group has one combat a turn: one that shoots at missiles does not shoot back."""
    fighting = [one for one in flying(state, Flight) if opponents(state, one) and not one.target]
    lost: dict[Id, int] = {}
    for one in fighting:
        for target, kills in _shoot(state, umpire, one, opponents(state, one)):
            lost[target] = lost.get(target, 0) + kills
    for one in fighting:
        store_counter(state, replace(one, endurance_used=next_endurance_used(one), target=""))
    for key, kills in lost.items():
        if kills:
            shot_at(state, umpire, state.counters[key], kills, RULE)


def _shoot(state: ThrustState, umpire: Umpire, one: Flight, others: Sequence[Flight]) -> Iterator[tuple[Id, int]]:
    """Yield the kills of one group, for each of the groups it fights."""
    spent = endurance(one) == 0
    hardest = max(others, key=lambda other: type_of(other).heavy)
    names = "+".join(other.id for other in others)
    dice = roll_columns(umpire, [column_at(state, one, hardest)] * one.count, f"dogfight/{one.id}>{names}")
    shared = split_kills({other.id: other.count for other in others}, total(dice))
    score: Score | None = score_of(total(dice), chances(column_at(state, one, hardest), one.count), "craft")
    for other in others:
        kills = shared[other.id]
        umpire.tell(
            Event(
                "fire",
                RULE,
                f"{{{one.id}}} fights {{{other.id}}}",
                one.id,
                other.id,
                as_events(dice),
                "only 6 hits: no endurance left" if spent else "",
                f"{kills} shot down",
                "good" if kills else "plain",
                line=(one.at, other.at),
                weapon=craft_words(one),
                score=score,
                downed=kills,
            )
        )
        score = None  # the dice are rolled once for all opponents
        yield other.id, kills


def column_at(state: ThrustState, one: Flight, other: Flight) -> DieColumn:
    """Return the kills of a die of one group at another; sixes are rolled again as in this battle."""
    again = reroll_rule(state.house)
    column = dogfight_column(type_of(one), type_of(other), endurance(one) == 0, again)
    return column if again else DieColumn(column.points)


def loss_chances(state: ThrustState, shooter: Flight, prey: Flight) -> Vector:
    """Return the chances that one group loses 0, 1, 2 … craft to another's fire."""
    return capped(chances(column_at(state, shooter, prey), shooter.count), prey.count)


def dogfight_risks(state: ThrustState, one: Flight, other: Flight) -> tuple[Risk, ...]:
    """Return the chances of each of two groups to lose craft in a dogfight, with the means (full-thrust-base/7.5)."""
    found = []
    for shooter, prey, tone in ((one, other, "good"), (other, one, "bad")):
        likely = loss_chances(state, shooter, prey)
        words = f"loses {mean(likely):.1f} of {prey.count} on average"
        found.append(Risk(prey.name, words, 1 - float(likely[0]), tone, RULE))
    return tuple(found)


def split_kills(sizes: Mapping[Id, int], kills: int) -> dict[Id, int]:
    """Return kills divided as evenly as possible among groups of these sizes, the first ones first. Surplus kills are
    lost."""
    found = dict.fromkeys(sizes, 0)
    while kills and (open_ := [key for key in sizes if found[key] < sizes[key]]):
        least = min(found[key] for key in open_)
        found[next(key for key in open_ if found[key] == least)] += 1
        kills -= 1
    return found


def free_shooters(state: ThrustState, one: Flight, at: Point) -> tuple[Flight, ...]:
    """Return the groups in contact that a group leaves by flying to a place, and that are no slower. Each may shoot at
    it once."""
    kept = {other.id for other in touching(state, one, at)}
    return tuple(
        other for other in touching(state, one) if other.id not in kept and type_of(other).move >= type_of(one).move
    )


def leaving_risks(state: ThrustState, one: Flight, at: Point) -> tuple[Risk, ...]:
    """Return the chances of a group to lose craft to each group that it leaves, with the means."""
    told = ((other, loss_chances(state, other, one)) for other in free_shooters(state, one, at))
    return tuple(
        Risk(f"Leaves {other.name}", f"which shoots: {mean(likely):.1f} craft lost", 1 - float(likely[0]), "bad", RULE)
        for other, likely in told
    )


def free_shots(state: ThrustState, umpire: Umpire, one: Flight, at: Point) -> Flight:
    """Let the groups that a group leaves by flying to a place shoot at it, without an answer. Return the rest of it."""
    for other in free_shooters(state, one, at):
        if not one.in_play:
            break
        column = column_at(state, other, one)
        dice = roll_columns(umpire, [column] * other.count, f"parting/{other.id}>{one.id}")
        kills = min(one.count, total(dice))
        umpire.tell(
            Event(
                "fire",
                RULE,
                f"{{{other.id}}} shoots at {{{one.id}}}, which leaves the dogfight",
                other.id,
                one.id,
                as_events(dice),
                "",
                f"{kills} shot down",
                "good" if kills else "plain",
                line=(other.at, one.at),
                weapon=craft_words(other),
                downed=kills,
                score=score_of(kills, loss_chances(state, other, one), "craft"),
            )
        )
        one = shot_at(state, umpire, one, kills, RULE) if kills else one
    return one
