"""Mines: laid along a move, swept, and set off by an enemy that comes near (full-thrust-base/6.18)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from game.board.boards import OPEN, Board, board_of
from game.board.geometry import Point, rounded_point, span, within
from game.board.line_of_sight import sweep
from game.board.terrain import Body
from game.core.display import Ring
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import House, number
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.scores import points_of
from game.rules.combat.weapon import screen_column
from game.rules.counters.counter import flying, fresh, lose, store_counter
from game.rules.counters.kinds import Mine
from game.rules.manoeuvres.archive import doing
from game.rules.manoeuvres.devices.lay_mine import LAYER, MINES_LAID, RULE, LayMine
from game.rules.odds.beam_chances import BeamDice, beam_chances
from game.rules.ships.beam_dice import beam_volley, reroll_rule
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

REACH = Mine.reach
GOES_OFF, CLEARED = 1, 4  # a minesweeper's die: up to the first the mine goes off, from the second it is cleared
LAID_NOW = PhaseData[tuple[Id, ...]]("mines laid this turn", ())


def dice(house: House) -> int:
    """Return the beam dice of one mine: those of a class-2 beam, or four."""
    return int(number(house, "mine_dice"))


def open_turn(state: ThrustState) -> None:
    """Arm every mine on the table, for a new turn."""
    LAID_NOW.clear(state)


# -- laying ------------------------------------------------------------------------------------------------------------


def lay_mines(state: ThrustState, umpire: Umpire) -> None:
    """Lay the mines of every ship that was ordered to and still can."""
    for ship in state.ships.values():
        for one, use in doing(ship):
            if isinstance(one, LayMine) and ship.in_play and (layers := ship.working(LAYER)):
                made = fresh(state, ship, layers[0])
                at = along(ship.path or (ship.at,), use.n, board_of(state.table))
                mine = store_counter(state, replace(made, at=at))
                ship.set_timer(MINES_LAID, (ship.timer(MINES_LAID) or 0) + 1)
                LAID_NOW.set(state, (*LAID_NOW.of(state), mine.id))
                umpire.tell(
                    Event(
                        "note",
                        RULE,
                        f"{{{ship.id}}} lays {{{mine.id}}}",
                        ship.id,
                        mine.id,
                        at=at,
                        result="live from the next turn",
                        mounts=(mine.mount,),
                    )
                )


def along(path: tuple[Point, ...], far: int, board: Board = OPEN) -> Point:
    """Return the place `far` MU, or hexes, along a path, or its end if that is nearer."""
    if board.cells:
        return path[min(far, len(path) - 1)]
    left = float(far)
    for a, b in pairwise(path):
        leg = span(a, b)
        if leg and left <= leg:
            return rounded_point((a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg))
        left -= leg
    return path[-1]


# -- passing -----------------------------------------------------------------------------------------------------------


def contact_time(state: ThrustState, mine: Mine, ship: Ship) -> float | None:
    """Return when a ship came within range of a mine, as a share of its move; None if it did not."""
    board, path = board_of(state.table), ship.path or (ship.at,)
    reach = board.to_board_units(REACH)
    if not board.cells and len(path) > 1:
        contact = sweep(path, reach, Body(mine.id, "debris", mine.name, mine.at, 0.0))
        return contact.time if contact else None
    near = [step for step, place in enumerate(path) if within(board.distance(place, mine.at), reach)]
    return near[0] / len(path) if near else None


def pass_mines(state: ThrustState, umpire: Umpire) -> None:
    """Sweep every armed mine that enemies passed, by ships that can, or let it attack the first of the others."""
    for mine in tuple(flying(state, Mine)):
        if mine.id in LAID_NOW.of(state):
            continue
        moments = [
            (time, ship) for ship in state.enemies(mine.side) if (time := contact_time(state, mine, ship)) is not None
        ]
        moments.sort(key=lambda row: (row[0], row[1].id))
        passing = [ship for _, ship in moments]
        for ship in passing:
            if ship.working("minesweeper") and state.counters[mine.id].in_play:
                _sweep(state, umpire, mine, ship)
        others = [ship for ship in passing if not ship.working("minesweeper") and ship.in_play]
        if others and state.counters[mine.id].in_play:
            _attack(state, umpire, mine, others[0])


def _sweep(state: ThrustState, umpire: Umpire, mine: Mine, ship: Ship) -> None:
    face = umpire.die(f"sweep/{ship.id}>{mine.id}")
    result = "it goes off" if face <= GOES_OFF else "it is swept" if face >= CLEARED else "it lies there still"
    umpire.tell(
        Event(
            "note",
            RULE,
            f"{{{ship.id}}} sweeps for {{{mine.id}}}",
            ship.id,
            mine.id,
            (Die(face, face >= CLEARED),),
            f"{CLEARED} or more clears it, {GOES_OFF} sets it off",
            result,
            "bad" if face <= GOES_OFF else "good" if face >= CLEARED else "plain",
            at=mine.at,
        )
    )
    if face <= GOES_OFF:
        _attack(state, umpire, mine, ship)
    elif face >= CLEARED:
        lose(state, umpire, mine, "swept", RULE)


def _attack(state: ThrustState, umpire: Umpire, mine: Mine, ship: Ship) -> None:
    """Roll a mine's beam dice against a ship's screens, and remove the mine."""
    level, words = screen_column(state, ship)
    hits, faces = beam_volley(umpire, dice(state.house), level, f"mine/{mine.id}>{ship.id}", reroll_rule(state.house))
    points = sum(amount for _, amount in hits)
    umpire.tell(
        Event(
            "fire",
            RULE,
            f"{{{mine.id}}} goes off by {{{ship.id}}}",
            mine.id,
            ship.id,
            faces,
            words,
            f"{points} damage" if points else "no damage",
            "good" if points else "plain",
            line=(mine.at, ship.at),
            weapon="Mine",
            score=points_of(points, _throw(state, ship)),
        )
    )
    lose(state, umpire, mine, "spent", RULE)
    if points:
        inflict(state, umpire, Harm(mine.id, ship.id, tuple(hits), f"mine/{mine.id}", rule=RULE))


def _throw(state: ThrustState, ship: Ship) -> BeamDice:
    """Return the beam dice of a mine against a ship's screens."""
    return BeamDice(dice(state.house), screen_column(state, ship)[0], reroll_rule(state.house))


# -- the board ---------------------------------------------------------------------------------------------------------


def mean_points(state: ThrustState, ship: Ship) -> float:
    """Return a mine's mean points at a ship, by the exact chances of its dice against the ship's screens."""
    table = beam_chances(_throw(state, ship))
    return float(sum(chance * sum(points) for points, chance in np.ndenumerate(table)))


def warnings(state: ThrustState, ship: Ship) -> tuple[Ring, ...]:
    """Return a ring round every armed enemy mine at the distance that sets it off, with its mean points."""
    reach = board_of(state.table).to_board_units(REACH)
    live = (mine for mine in flying(state, Mine) if mine.side != ship.side and mine.id not in LAID_NOW.of(state))
    rings = ((mine.at, f"mine: {dice(state.house)} dice, mean {mean_points(state, ship):.1f}") for mine in live)
    return tuple(Ring(at, reach, words, "enemy") for at, words in rings)
