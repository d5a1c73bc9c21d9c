"""The effects of jumps and backfires on groups and markers nearby (manoeuvres/ftl-revision,
manoeuvres/grav-backfire)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.counters.counter import flying, lose, move, near, shot_at, update_counter
from game.rules.counters.groups import endurance, next_endurance_used
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.manoeuvres.jumps import backfire, ftl
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState


def near_jumps(state: ThrustState, umpire: Umpire) -> None:
    """Make groups within 6 MU of a jump spend endurance to escape, or lose them (manoeuvres/ftl-revision)."""
    for jump in ftl.BURSTS.of(state):
        for one in tuple(flying(state, Counter)):
            if near(state, jump.at, one.at, ftl.DANGER):
                _flee(state, umpire, one, jump)
    ftl.BURSTS.clear(state)


def _flee(state: ThrustState, umpire: Umpire, one: Counter, jump: ftl.JumpBurst) -> None:
    left = ftl.endurance_after_escape(endurance(one), jump.may_escape) if isinstance(one, Flight) else None
    if left is None or not isinstance(one, Flight):
        lose(state, umpire, one, "torn apart", jump.rule)
        return
    board = board_of(state.table)
    clear = ftl.clear_of(jump.at, one.at) if not board.cells else one.at
    one = update_counter(state, one, endurance_used=next_endurance_used(one), screening="")
    if board.holds(clear):
        move(state, umpire, one, (one.at, clear), one.facing, jump.rule, "clear of the jump")


def in_backfire(state: ThrustState, umpire: Umpire) -> None:
    """Make groups in a backfire's zone spend a point of endurance, or lose them (manoeuvres/grav-backfire/zones)."""
    for ship, shock in _shocks(state):
        for one in tuple(flying(state, Flight)):
            if backfire.zone_at(ship.at, ship.facing, shock.k, one.at, board_of(state.table)):
                _brave(state, umpire, one, backfire.ZONES)


def in_wakes(state: ThrustState, umpire: Umpire) -> None:
    """Make groups in the wake of a backfire spend endurance, and shoot at markers there
    (manoeuvres/grav-backfire/wake)."""
    for ship, shock in _shocks(state):
        for one in tuple(flying(state, Counter)) if backfire.wake_dice(shock.k, state.house) else ():
            if not backfire.in_wake(ship.path, (one.at,), board_of(state.table)):
                continue
            if isinstance(one, Flight):
                _brave(state, umpire, one, backfire.WAKE)
            elif isinstance(one, StrikingOrdnance):
                kills, dice = backfire.roll_against_marker(umpire, shock.k, one.id)
                umpire.tell(
                    Event(
                        "hazard",
                        backfire.WAKE,
                        f"{{{one.id}}} lies in the wake of {{{ship.id}}}",
                        ship.id,
                        one.id,
                        dice,
                        result=f"{kills} shot down",
                        tone="bad" if kills else "plain",
                        at=one.at,
                    )
                )
                if kills:
                    shot_at(state, umpire, one, kills, backfire.WAKE)


def cross_wakes(state: ThrustState, umpire: Umpire, one: Flight, path: tuple[Point, ...]) -> Flight:
    """Make a group that crosses wakes in a secondary move spend endurance for each; return the rest of the group."""
    for ship, shock in _shocks(state):
        if (
            one.in_play
            and backfire.wake_dice(shock.k, state.house)
            and backfire.in_wake(ship.path, path, board_of(state.table))
        ):
            one = _brave(state, umpire, one, backfire.WAKE)
    return one


def _shocks(state: ThrustState) -> Iterator[tuple[Ship, backfire.Shock]]:
    """Yield the backfires of this turn."""
    for key, shock in backfire.SHOCK.all(state).items():
        if shock is not None:
            yield state.ships[key], shock


def _brave(state: ThrustState, umpire: Umpire, one: Flight, rule: str) -> Flight:
    """Spend a point of a group's endurance, or remove the group."""
    left = backfire.endurance_after_shock(endurance(one))
    if left is None:
        return lose(state, umpire, one, "burnt", rule)
    umpire.tell(
        Event("hazard", rule, f"{{{one.id}}} braves a backfire", one.id, one.id, result=f"endurance {left}", at=one.at)
    )
    return update_counter(state, one, endurance_used=next_endurance_used(one))
