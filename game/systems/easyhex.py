"""Easier HexThrust as one literal: the thirteen steps of its turn and the orders they accept (hex/3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from game.core.schema import BattleFile
from game.core.system import Phase, RuleSystem
from game.rules import flights, repair, victory
from game.rules.counter_orders import Fly, Launch
from game.rules.design import Design
from game.rules.easyhex import drifting, turn
from game.rules.easyhex.blows import STRIKES, odds, shots, volley
from game.rules.easyhex.house import GIVEN, HOUSE, board
from game.rules.easyhex.marker import Marker
from game.rules.easyhex.missiles import Hit, Steer, choosing, clocks, degrade, plasma_flies, they_hit
from game.rules.easyhex.moving import move_ships
from game.rules.easyhex.shown import drawn, gauge, landings, pose, risks, sheet_of
from game.rules.easyhex.tokens import tokens
from game.rules.easyhex.turn import flights_in_turn, missiles_in_turn
from game.rules.fighters import Strike
from game.rules.fire import Fire
from game.rules.flights import passes
from game.rules.harm import allocate
from game.rules.misfits import Misfit, lost_track, off_rows, strangers
from game.rules.muster import muster
from game.rules.point_defence import Shoot
from game.rules.repair import Repair
from game.systems.full_thrust import Lock, Withdraw, hold_fire, lock, next_to_fire, unlocked


def misfits(data: BattleFile, library: Mapping[str, Design]) -> Iterator[Misfit]:
    """What does not go along rows (hex/1); and ships that are to come back, which nobody does in this game."""
    yield from off_rows(data, library)
    yield from strangers(data, library, STRIKES)
    yield from lost_track(data, lambda entry: False, "Nobody comes back in this game: give her fate: left.")


EASYHEX = RuleSystem(
    key="easyhex",
    title="Easier HexThrust",
    about="Markers face down, one move, all fire at once.",
    phases=(
        Phase(1, "Plot", (Marker, Lock, Withdraw), unlocked, turn.open_turn, idle=lock, secret=True, rule="hex/3.2"),
        Phase(2, "Launch fighters", (Launch,), flights_in_turn(flights.who_launches), turn.fighters_launch, idle=passes(Launch),
              present=flights.fighters, rule="hex/3.1", covered=True),
        Phase(2, "Move fighters", (Fly,), flights_in_turn(flights.who_flies), turn.first_move, idle=passes(Fly),
              present=flights.fighters, rule="hex/3.1", covered=True),
        Phase(3, "Move ships", begin=move_ships, rule="hex/3.2"),
        Phase(4, "Move fighters again", (Fly,), flights_in_turn(flights.who_flies), turn.second_move, idle=passes(Fly),
              present=flights.fighters, rule="hex/3.1"),
        Phase(5, "Shoot at fighters", (Shoot,), flights_in_turn(flights.who_shoots), flights.fighters_are_prey,
              flights.shot_at, passes(Shoot), flights.fighters, rule="hex/3.3"),
        Phase(6, "Fighters attack", (Strike,), flights_in_turn(flights.who_attacks), idle=passes(Strike),
              present=flights.fighters, rule="hex/3.3"),
        Phase(7, "Shoot at missiles", (Shoot,), missiles_in_turn(flights.who_shoots), turn.ordnance_is_prey, flights.shot_at,
              passes(Shoot), turn.missiles, rule="hex/3.3"),
        Phase(7, "Ships fire", (Fire,), next_to_fire, idle=hold_fire, rule="hex/3.1"),
        Phase(8, "Plasma degrades", begin=degrade, present=turn.plasma, rule="hex/3.5"),
        Phase(9, "Launch", (Launch,), missiles_in_turn(flights.who_launches), turn.launch_begins, idle=passes(Launch),
              present=turn.missiles, rule="hex/3.4"),
        Phase(10, "Missiles move", (Steer,), missiles_in_turn(turn.who_steers), plasma_flies, idle=passes(Steer),
              present=turn.missiles, rule="hex/3.4"),
        Phase(11, "Missiles hit", (Hit,), missiles_in_turn(choosing), end=they_hit, idle=turn.hits_nearest,
              present=turn.missiles, rule="hex/3.4"),
        Phase(12, "Clocks", begin=clocks, present=turn.missiles, rule="hex/3.4"),
        Phase(13, "Damage", (Repair,), repair.next_to_repair, allocate, turn.close_turn, idle=repair.none, rule="hex/3.1"),
        Phase(13, "Asteroids drift", begin=drifting.drift, present=drifting.moving, rule="hex/2.7/asteroids"),
    ),
    setup=partial(muster, board=board),
    board=board,
    misfits=misfits,
    house=HOUSE,
    given=GIVEN,
    emblem="hex",
    designs="hexes",
    outcome=victory.judged,
    sheet=sheet_of,
    landings=landings,
    pose=pose,
    gauge=gauge,
    shots=shots,
    odds=odds,
    volley=volley,
    overlays=drawn,
    tokens=tokens,
    risks=risks,
    suggestion=repair.suggestion,
    objective=victory.objective,
)
