"""Salvos and missiles on hexes: launched after ships have moved, and resolved before ships fire (hex/2.2/ordnance).

Point defence meets them. Their effects are as in open space, at half the range in MU.
"""

from __future__ import annotations

from game.core.display import Overlay
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.counters.kinds import Bolt, HeavyMissile, Missile, Salvo, StrikingOrdnance
from game.rules.counters.phases import in_turn
from game.rules.fighters import phases as flights
from game.rules.fighters.group_overlays import marker_reach
from game.rules.hex.helm import base
from game.rules.ordnance import markers
from game.rules.ordnance.launchers import ordnance
from game.rules.ordnance.missile_reach import missile_reach
from game.rules.ordnance.place_markers import who_launches
from game.rules.point_defence.defend import forget_defence
from game.rules.point_defence.roll_defence import roll_defence
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.order import straight

ORDNANCE = (Salvo.kind, HeavyMissile.kind, Bolt.kind, Missile.kind)
next_to_launch = in_turn(ordnance, who_launches, loser_first=True)
next_to_defend = in_turn(ordnance, flights.who_defends, loser_first=True)


def take_targets(state: ThrustState, umpire: Umpire) -> None:
    """Let every marker take the closest enemy, and clear last turn's point-defence choices."""
    forget_defence(state)
    markers.take_targets(state, umpire)


def strike(state: ThrustState, umpire: Umpire) -> None:
    """Roll point defence, and attack with the rest."""
    roll_defence(state, umpire)
    forget_defence(state)
    markers.attack(state, umpire)


def launches(state: ThrustState, key: Id) -> tuple[Overlay, ...]:
    """Return the area in which a ship could hit this turn. It launches from every destination of its move or, once it
    has moved, from its place."""
    ship = state.ships.get(key)
    waits = ship is not None and ship.in_play and not ship.path and not base(ship)
    return missile_reach(state, key, straight(ship).destinations(state) if ship and waits else ())


def reach(state: ThrustState, key: Id) -> tuple[Overlay, ...]:
    """Return the area where a marker or a missile attacks; empty for anything else."""
    one = state.counters.get(key)
    return marker_reach(state, one) if isinstance(one, StrikingOrdnance) else ()
