"""Easier HexThrust as one literal: the thirteen steps of its turn and the orders they accept (hex/3)."""

from __future__ import annotations

from functools import partial

from game.core.state import State
from game.core.system import Phase, RuleSystem
from game.core.umpire import Umpire
from game.rules import repair, victory
from game.rules.bearing import shots
from game.rules.charts import overlays
from game.rules.easyhex.house import GIVEN, HOUSE, board
from game.rules.easyhex.marker import Marker
from game.rules.easyhex.moving import gauge, landings, move_ships, pose
from game.rules.fire import Fire, volley
from game.rules.muster import muster
from game.rules.odds import odds
from game.rules.sheet import sheet
from game.systems.full_thrust import Lock, Withdraw, hold_fire, lock, next_to_fire, unlocked


def open_turn(state: State, umpire: Umpire) -> None:
    """A new turn: nothing sealed, nobody locked; the sides begin each step in turn."""
    state.sealed.clear()
    state.ready.clear()
    seats = list(state.sides)
    first = (state.turn - 1) % len(seats)
    state.initiative = tuple(seats[first:] + seats[:first])
    repair.start_of_turn(state, umpire)


def later(state: State) -> bool:
    """No counters lie on the table."""
    return bool(state.counters)


EASYHEX = RuleSystem(
    key="easyhex",
    title="Easier HexThrust",
    about="Markers face down, one move, all fire at once.",
    phases=(
        Phase(1, "Plot", (Marker, Lock, Withdraw), unlocked, open_turn, idle=lock, secret=True, rule="hex/3.2"),
        Phase(2, "Move fighters", present=later, rule="hex/3.1"),
        Phase(3, "Move ships", begin=move_ships, rule="hex/3.2"),
        Phase(4, "Move fighters again", present=later, rule="hex/3.1"),
        Phase(5, "Shoot at fighters", present=later, rule="hex/3.3"),
        Phase(6, "Fighters attack", present=later, rule="hex/3.3"),
        Phase(7, "Ships fire", (Fire,), next_to_fire, idle=hold_fire, rule="hex/3.1"),
        Phase(8, "Torpedoes degrade", present=later, rule="hex/3.5"),
        Phase(9, "Launch", present=later, rule="hex/3.4"),
        Phase(10, "Torpedoes and missiles move", present=later, rule="hex/3.4"),
        Phase(11, "They hit", present=later, rule="hex/3.4"),
        Phase(12, "Clocks", present=later, rule="hex/3.4"),
        Phase(13, "Damage", rule="hex/3.1"),
    ),
    setup=partial(muster, board=board),
    house=HOUSE,
    given=GIVEN,
    designs="hexes",
    outcome=victory.outcome,
    sheet=sheet,
    landings=landings,
    pose=pose,
    gauge=gauge,
    shots=shots,
    odds=odds,
    volley=volley,
    overlays=overlays,
    objective=victory.objective,
)
