"""Fighters in the sequence of play: the start and end of phases 3, 6, 7 and 8, and the sides asked in them (1.4, 7)."""

from __future__ import annotations

from game.core.events import Die, Event, score_of
from game.core.orders import Id, Prompt
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.targeting import ready_again
from game.rules.counters.counter import flying, update_counter
from game.rules.counters.groups import (
    DOGFIGHTS,
    LAUNCHED_NOW,
    craft_words,
    endurance,
    next_endurance_used,
    opponents,
    type_of,
)
from game.rules.counters.kinds import Flight
from game.rules.fighters.assign_attack import ATTACKS, called_off, resume_attacks
from game.rules.fighters.dogfights import begin_dogfights, fight
from game.rules.fighters.group_odds import why_not_attack
from game.rules.fighters.intercept import intercept
from game.rules.fighters.launching import end_flight_operations
from game.rules.fighters.move_fighters import SCREENING
from game.rules.point_defence.attackers import AttackingGroup, attackers_of_side, target_of
from game.rules.point_defence.defend import able, forget_defence
from game.rules.point_defence.roll_defence import roll_defence
from game.rules.ships.ship import BOOK
from game.rules.ships.thrust_state import ThrustState, by_level, unread
from game.rules.turn_order import next_side, sides_in_order

MORALE = f"{BOOK}/7.6"


def open_turn(state: ThrustState) -> None:
    """Clear launches and dogfights, and ready every gun, for a new turn."""
    end_flight_operations(state)
    DOGFIGHTS.clear(state)
    for ship in state.ships.values():
        ready_again(ship)


# -- phase 3 -----------------------------------------------------------------------------------------------------------


def who_flies(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return groups of a side that have not moved, those launched this turn first."""
    waiting = tuple(one.id for one in flying(state, Flight, side) if one.id not in state.acted)
    new = tuple(key for key in waiting if key in LAUNCHED_NOW.of(state))
    return new or waiting


def next_to_fly(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who flies next: sides alternate, one group each, the loser of the initiative first."""
    return next_side(state, who_flies, loser_first=True)


# -- phase 5 and 6 -----------------------------------------------------------------------------------------------------


def move_screens(state: ThrustState, umpire: Umpire) -> None:
    """Move groups with the ships they screen, then lock groups in contact in dogfights (full-thrust-base/7.5)."""
    for one in tuple(flying(state, Flight)):
        ship = state.ships.get(one.screening)
        if ship is None:
            continue
        if not ship.in_play:
            update_counter(state, one, screening="")
        elif one.at != ship.at:
            path = (one.at, ship.at)
            moved = update_counter(state, one, at=ship.at, course=ship.course, facing=ship.facing)
            umpire.tell(
                Event(
                    "move",
                    SCREENING,
                    f"{{{one.id}}} keeps with {{{ship.id}}}",
                    who=one.id,
                    path=path,
                    facings=(moved.facing,),
                    at=ship.at,
                )
            )
    begin_dogfights(state)


def who_attacks(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the groups of a side that may still move or be given a target: with endurance left, and in no dogfight."""
    groups = (one for one in flying(state, Flight, side) if one.id not in state.acted)
    return tuple(one.id for one in groups if endurance(one) and not opponents(state, one))


def next_to_attack(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who attacks next: sides alternate, one group each, the loser of the initiative first."""
    return next_side(state, who_attacks, loser_first=True)


# -- phase 7 -----------------------------------------------------------------------------------------------------------


def begin_defence(state: ThrustState, umpire: Umpire) -> None:
    """Fight dogfights first, because groups in one attack no ship; then let groups shoot at missiles."""
    forget_defence(state)
    meant = called_off(state)
    fight(state, umpire)
    if by_level(state) and state.house["attack_after_dogfight"]:
        resume_attacks(state, umpire, meant)
    intercept(state, umpire)


def who_defends(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return ships of a side that can shoot at attackers."""
    there = attackers_of_side(state, side)
    fleet = (ship for ship in state.fleet(side) if ship.id not in state.acted) if there.all else ()
    return tuple(ship.id for ship in fleet if unread(state, ship) or able(state, ship, there))


def defenceless(state: ThrustState, key: Id) -> bool:
    """Return whether a ship has nothing to shoot with (6.19). Older versions did not ask it then, so their saves hold
    no order for it."""
    ship = state.ships[key]
    return not able(state, ship, attackers_of_side(state, ship.side))


def next_to_defend(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who defends next: sides alternate, one ship each, the loser of the initiative first."""
    return next_side(state, who_defends, loser_first=True)


def end_defence(state: ThrustState, umpire: Umpire) -> None:
    """Roll all point defence. By option groups that lost craft may lose morale (full-thrust-base/7.6)."""
    lost = roll_defence(state, umpire)
    forget_defence(state)
    for key, craft in lost.items():
        one = state.counters[key]
        if not (craft and one.in_play and isinstance(one, Flight) and state.house["fighter_morale"]):
            continue
        face = umpire.die(f"morale/{key}")
        holds = face <= one.count
        umpire.tell(
            Event(
                "note",
                MORALE,
                f"{{{key}}} has lost craft",
                key,
                dice=(Die(face, holds),),
                result="attacks all the same" if holds else "does not attack",
                at=one.at,
            )
        )
        if not holds:
            update_counter(state, one, target="")


# -- phase 8 -----------------------------------------------------------------------------------------------------------


def attack_ships(state: ThrustState, umpire: Umpire) -> None:
    """Roll for the rest of each group, the loser of the initiative first. Damage takes effect immediately (7.4)."""
    for side in sides_in_order(state, loser_first=True):
        for one in tuple(flying(state, Flight, side)):
            ship = state.ships.get(one.target)
            one = update_counter(state, one, target="") if one.target else one
            if ship is not None and ship.in_play and not why_not_attack(state, one):
                _attack(state, umpire, one, ship.id)


def _attack(state: ThrustState, umpire: Umpire, one: Flight, target: Id) -> None:
    ship, kind, before = state.ships[target], type_of(one), len(umpire.rolls)
    one = update_counter(state, one, endurance_used=next_endurance_used(one), fired=one.fired or kind.fires_once)
    attacking = target_of(state, one, ship)
    assert isinstance(attacking, AttackingGroup)
    hits = attacking.after(0).roll(umpire, f"attack/{one.id}>{target}").hits
    dice = tuple(
        Die(face, again=roll.label.endswith("/again")) for roll in umpire.rolls[before:] for face in roll.faces
    )
    points = sum(amount for _, amount in hits)
    umpire.tell(
        Event(
            "fire",
            ATTACKS,
            f"{{{one.id}}} attacks {{{target}}}",
            one.id,
            target,
            dice,
            f"{one.count} {kind.title.lower()} craft",
            f"{points} damage" if points else "no damage",
            "good" if points else "plain",
            line=(one.at, ship.at),
            weapon=craft_words(one),
            score=score_of(points, attacking.damage_after(0)),
        )
    )
    if points:
        inflict(state, umpire, Harm(one.id, target, hits, f"attack/{one.id}"))
