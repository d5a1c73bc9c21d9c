"""What fighters suffer: hits on one of a flight, fighters that leave, and flights of which nobody is left (power/12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.events import Die, Event
from game.core.orders import Id
from game.core.umpire import Umpire
from game.systems.power_hex.combat.damage import through
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.ships.ship import PowerState

RULE = "power/12"
STAY = 6  # sides of the die that a damaged fighter stays by


def flights(state: PowerState, side: Id = "") -> list[FighterFlight]:
    """The flights in play, of one side or of all."""
    found = [one for one in state.counters.values() if isinstance(one, FighterFlight) and one.in_play]
    return [one for one in found if side in ("", one.side)]


def hit_fighter(
    state: PowerState, umpire: Umpire, flight: FighterFlight, among: Sequence[int], points: int, kind: str, by: Id, label: str
) -> FighterFlight:
    """One hit of a shot on a flight: a random one of some fighters takes it, behind its armour."""
    pick = umpire.die(f"fighter/{label}", len(among)) if len(among) > 1 else 1
    struck = among[pick - 1]
    left = through(points, flight.design.armour, kind)
    after = flight.hit(struck, left)
    state.counters[flight.id] = after
    killed = flight.structure_left(struck) > 0 and after.structure_left(struck) == 0
    dice = (Die(pick, sides=len(among)),) if len(among) > 1 else ()
    words = "it is shot down" if killed else f"{left} through armour" if left else "armour holds"
    umpire.tell(
        Event("damage", RULE, f"a fighter of {{{flight.id}}} is hit", by, flight.id, dice, f"{points} points", words,
              "bad" if left else "good", at=flight.at, harm=(("fighters", 1),) if killed else ())
    )  # fmt: skip
    return close_flight(state, umpire, after)


def close_flight(state: PowerState, umpire: Umpire, flight: FighterFlight) -> FighterFlight:
    """A flight without fighters is gone."""
    if flight.count or not flight.in_play:
        return flight
    reason = "gone" if flight.left else "shot down"
    after = replace(flight, removed_reason=reason)
    state.counters[flight.id] = after
    umpire.tell(Event("lost", RULE, f"{{{flight.id}}} is {reason}", whom=flight.id, result=reason, tone="bad", at=flight.at))
    return after


def drop_out(state: PowerState, umpire: Umpire) -> None:
    """Every fighter that was damaged this round and lives stays by a d6 up to its structure, or leaves the battle (5b)."""
    for flight in flights(state):
        rolling = [n for n in flight.alive if n in flight.hurt]
        if not rolling:
            continue
        faces = umpire.roll(len(rolling), f"stay/{flight.id}", STAY)
        stays = [face <= flight.structure_left(n) for n, face in zip(rolling, faces)]
        after = replace(flight, left=flight.left | {n for n, stay in zip(rolling, stays) if not stay})
        state.counters[flight.id] = after
        lost = stays.count(False)
        umpire.tell(
            Event("check", RULE, f"damaged fighters of {{{flight.id}}} stay or leave", whom=flight.id,
                  dice=tuple(Die(face, stay) for face, stay in zip(faces, stays)),
                  result=f"{lost} {'leaves' if lost == 1 else 'leave'}" if lost else "all stay", tone="bad" if lost else "good",
                  at=flight.at, harm=(("fighters", lost),) if lost else ())
        )  # fmt: skip
        close_flight(state, umpire, after)


def refresh_flights(state: PowerState) -> None:
    """A new round: nobody has shot or was damaged."""
    for flight in flights(state):
        state.counters[flight.id] = flight.new_round()
