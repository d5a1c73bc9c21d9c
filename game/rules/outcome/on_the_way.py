"""What is on its way when a side has no ship left that can fight, and can still harm the last fleet (full-thrust-base/9.2)."""

from __future__ import annotations

from game.board.boards import board_of
from game.board.geometry import within
from game.core.orders import Id
from game.core.state import AnyState, PhaseData
from game.rules.counters.counter import flying
from game.rules.counters.groups import attacks_ships, endurance
from game.rules.counters.kinds import Flight, Mine, StrikingOrdnance
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

TURNS = 3  # for which a battle waits for fighters and mines; ordnance is spent by itself
SINCE = PhaseData[int]("on the way since", 0)  # the turn in which a battle first went on for what was on its way


def threatened(state: ThrustState, side: Id) -> bool:
    """Can anything that is on its way still harm the ships of a side? Asked when no other side can fight on."""
    if not goes_on(state):
        return False
    ships = [ship for ship in state.ships.values() if ship.side == side and ship.in_play]
    found = [one for one in flying(state, Counter) if one.side != side and _harms(state, one, ships)]
    return any(not isinstance(one, Flight | Mine) for one in found) or (bool(found) and waits(state))


def goes_on(state: AnyState) -> bool:
    """Does a battle go on for what is on its way?"""
    return bool(state.house["in_flight"] == "waits")


def waits(state: AnyState) -> bool:
    """Does a battle still wait for what may keep away for ever: for so many turns and no longer?"""
    SINCE.set(state, SINCE.of(state) or state.turn)
    return state.turn < SINCE.of(state) + TURNS


def _harms(state: ThrustState, one: Counter, ships: list[Ship]) -> bool:
    """Could a counter harm one of these ships: a group that attacks ships, a mine that one may come near, ordnance in flight?"""
    if isinstance(one, Flight):
        return one.intact > 0 and endurance(one) > 0 and attacks_ships(state, one)
    if isinstance(one, Mine):
        return any(_may_come_near(state, ship, one) for ship in ships)
    return bool(ships) and (one.intact > 0 or isinstance(one, StrikingOrdnance))


def _may_come_near(state: ThrustState, ship: Ship, mine: Mine) -> bool:
    """Could the next move of a ship set a mine off?"""
    board = board_of(state.table)
    far = ship.velocity + ship.thrust + board.to_board_units(mine.reach)
    return within(board.distance(ship.at, mine.at), far)
