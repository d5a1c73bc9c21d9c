"""The systems of ships that may shoot at counters: fighters, missiles and nova plasma (hex/2.2/fighters, 3.1, 3.3).

A PDAF defends its own ship, and an ADAF any friend in its range. Beams may fire at missiles and plasma. As a step
begins, `PREY` is set to the kinds that may be shot at.
"""

from __future__ import annotations

from dataclasses import replace

from game.board.boards import board_of
from game.board.geometry import within
from game.board.protocol import beyond_words
from game.core.orders import Id
from game.core.state import PhaseData
from game.rules.combat.targeting import FIRED, controls, silent
from game.rules.combat.weapon import arc_names, bears_into
from game.rules.combat.weapons import WEAPONS
from game.rules.counters.counter import flying
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

RULE = "hex/3.3"
REACH = 6.0  # MU: range of point defence, of attacks by fighters, and of an ADAF to friends
DEFENCES = ("pds", "adfc")  # PDAF, ADAF
ORDNANCE = (Missile.kind, Plasma.kind)
PREY = PhaseData[tuple[str, ...]]("prey", ())  # kinds of counters that may be shot at in this step
PAST = PhaseData[tuple[str, ...]]("past", ())  # kinds that were shot at earlier this turn


def prey(state: ThrustState, side: Id) -> list[Counter]:
    """Return the counters that a side may shoot at in this step."""
    kinds = PREY.of(state)
    return [one for one in flying(state, Counter) if one.kind in kinds and one.side != side]


def dice_at(state: ThrustState, ship: Ship, mount: Mount, counter: Counter) -> int:
    """Return a system's dice at a counter: one for point defence, and for a beam as many as at a ship at that range."""
    if mount.kind in DEFENCES:
        return 1
    board = board_of(state.table)
    return WEAPONS[mount.kind].number(
        state.house, ship, mount, board.weapon_distance(board.distance(ship.at, counter.at))
    )


def barrage(state: ThrustState, counter: Counter) -> int:
    """Return the number of dice that enemies may throw at a counter in the step for its kind, from their present
    places."""
    if counter.kind not in PREY.of(state):
        state = replace(state, kept=dict(state.kept), acted=set())
        PREY.set(state, (counter.kind,))
    return sum(
        dice_at(state, ship, mount, counter)
        for ship in state.enemies(counter.side)
        if silent(state, ship) is None
        for mount in ship.design.mounts
        if not why_not(state, ship, mount, counter)
    )


def why_not(state: ThrustState, ship: Ship, mount: Mount, counter: Counter) -> str:
    """Return why a system cannot fire at a counter, in a sentence; empty if it can."""
    if counter.side == ship.side:
        return f"{counter.name} is on the same side"
    if counter.kind not in PREY.of(state):
        return f"{counter.name} is not shot at in this step"
    if not ship.works(mount.key):
        return f"{mount.title} is out of action"
    if FIRED + mount.key in ship.status_flags:
        return f"{mount.title} has fired this turn"
    if mount.kind in DEFENCES:
        return _too_far(state, ship, mount, counter)
    if mount.kind != "beam" or isinstance(counter, Flight):
        return f"{mount.title} does not shoot at {'fighters' if isinstance(counter, Flight) else 'missiles'}"
    return _no_line(state, ship, mount, counter)


def _too_far(state: ThrustState, ship: Ship, mount: Mount, counter: Counter) -> str:
    board = board_of(state.table)
    defended, most = [ship], board.to_board_units(REACH)
    if mount.kind == "adfc":
        defended += [friend for friend in state.fleet(ship.side) if within(board.distance(ship.at, friend.at), most)]
    far = min(board.distance(one.at, counter.at) for one in defended)
    return (
        ""
        if within(far, most)
        else f"{counter.name} is {beyond_words(board, far, most)} away; {mount.title} reaches {most:g}"
    )


def _no_line(state: ThrustState, ship: Ship, mount: Mount, counter: Counter) -> str:
    """Return why a beam does not bear on a counter: range, arc, sight or fire control; empty if it does."""
    board, weapon = board_of(state.table), WEAPONS[mount.kind]
    far = board.distance(ship.at, counter.at)
    if not weapon.number(state.house, ship, mount, board.weapon_distance(far)):
        most = board.to_board_units(weapon.reach(state.house, ship, mount))
        away = beyond_words(board, far, most)
        return f"{counter.name} is {away} away; {mount.title} reaches {board.format_distance(most)}"
    arcs = board.arcs(ship.at, ship.facing, counter.at, arc_names(state.house))
    bears = bears_into(state.house, ship, mount) - {"A"}
    if not bears & set(arcs):
        return f"{counter.name} is in arc {arcs[0]}, where {mount.title} does not bear"
    if blocked := board.obstacle_between(ship.at, counter.at, state.table.bodies):
        return f"{blocked.body.name} is in the way"
    return "" if controls(ship) else f"{ship.name} has no fire control left"
