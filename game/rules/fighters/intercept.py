"""Fighters that shoot at missiles and plasma bolts (full-thrust-base/7.5/missiles)."""

from __future__ import annotations

from game.core.display import Risk
from game.core.events import Die, Event, score_of
from game.core.umpire import Umpire, at_least
from game.rules.counters.counter import flying, shot_at, update_counter
from game.rules.counters.groups import RULE as FIGHTERS
from game.rules.counters.groups import SHOT_AT_MISSILES, craft_words, next_endurance_used, type_of
from game.rules.counters.kinds import Bolt, Flight, Salvo, StrikingOrdnance
from game.rules.defence.dogfights import anti_missile_column
from game.rules.defence.old_defence import once
from game.rules.odds.die_columns import DieColumn, Vector, as_events, capped, chances, mean, roll_columns, total
from game.rules.ships.beam_dice import reroll_rule
from game.rules.ships.thrust_state import ThrustState, by_level

RULE = f"{FIGHTERS}.5/missiles"


def quarry(state: ThrustState, one: Flight) -> StrikingOrdnance | None:
    """Return the marker or missile that a group shoots at this turn, or None."""
    found = state.counters.get(one.target)
    return found if isinstance(found, StrikingOrdnance) and found.in_play else None


def cannot_shoot(state: ThrustState, one: Flight, other: StrikingOrdnance) -> str:
    """Return why a group may not shoot at a marker or missile, in a sentence; empty if it may."""
    if anti_missile_column(type_of(one)) is None:
        return f"{type_of(one).title} fighters do not shoot at missiles"
    if isinstance(other, Bolt) and by_level(state):
        return "under the level nobody shoots at plasma bolts"
    return ""


def column(state: ThrustState, one: Flight, other: StrikingOrdnance) -> DieColumn:
    """Return the effect of a die of a group on a marker or missile."""
    found = anti_missile_column(type_of(one), not isinstance(other, Salvo))
    return once(found, reroll_rule(state.house)) if found else DieColumn((0,) * 6)


def strength_left(other: StrikingOrdnance) -> int:
    """Return the missiles or points of strength that can still be shot down."""
    return max(0, other.count - other.wounds)


def _chances(state: ThrustState, one: Flight, other: StrikingOrdnance) -> Vector:
    """Return the chances of a group's effect on a marker or missile."""
    return capped(chances(column(state, one, other), one.count), strength_left(other))


def intercept_risks(state: ThrustState, one: Flight, other: StrikingOrdnance) -> tuple[Risk, ...]:
    """Return the exact losses of a group's target."""
    kills = _chances(state, one, other)
    some = f"loses {other.unit}, {mean(kills):.1f} of {strength_left(other)} on average"
    found = [Risk(other.name, some, float(1 - kills[0]), "good", RULE)] if strength_left(other) > 1 else []
    return (*found, Risk(other.name, "shot down" if other.count == 1 else "loses all", float(kills[-1]), "good", RULE))


def intercept(state: ThrustState, umpire: Umpire) -> None:
    """Resolve every group's fire at its marker. A missile shot down may destroy a fighter with it."""
    SHOT_AT_MISSILES.clear(state)
    for one in tuple(flying(state, Flight)):
        other = quarry(state, one)
        if not one.target or one.target in state.ships:
            continue
        one = update_counter(
            state, one, target="", endurance_used=next_endurance_used(one) if other is not None else one.endurance_used
        )
        if other is not None:
            SHOT_AT_MISSILES.set(state, (*SHOT_AT_MISSILES.of(state), one.id))
            _shoot(state, umpire, one, other)


def _shoot(state: ThrustState, umpire: Umpire, one: Flight, other: StrikingOrdnance) -> None:
    dice = roll_columns(umpire, [column(state, one, other)] * one.count, f"intercept/{one.id}>{other.id}")
    kills = min(strength_left(other), total(dice))
    umpire.tell(
        Event(
            "fire",
            RULE,
            f"{{{one.id}}} shoots at {{{other.id}}}",
            one.id,
            other.id,
            as_events(dice),
            f"{one.count} {type_of(one).title.lower()} craft",
            f"{kills} shot down",
            "good" if kills else "plain",
            line=(one.at, other.at),
            weapon=craft_words(one),
            downed=kills,
            score=score_of(kills, _chances(state, one, other), "craft"),
        )
    )
    if not kills:
        return
    shot_at(state, umpire, other, kills, RULE)
    if isinstance(other, Bolt):
        return
    faces = umpire.roll(kills, f"debris/{one.id}", worth=at_least(6))
    lost = min(one.count, faces.count(6))
    umpire.tell(
        Event(
            "check",
            RULE,
            f"{{{one.id}}} flies through what is left",
            one.id,
            one.id,
            tuple(Die(face, face == 6) for face in faces),
            "a 6 takes a fighter",
            f"{lost} lost" if lost else "none lost",
            "bad" if lost else "plain",
            at=one.at,
            figure=lost > 0,
        )
    )
    if lost:
        shot_at(state, umpire, one, lost, RULE)
