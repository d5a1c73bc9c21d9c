"""Ships that move together by one marker, and the limits of a marker (hex/3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from game.core.orders import Id, Illegal
from game.core.values import House
from game.rules.movement.thrust_limits import cut_to_fit, steers
from game.rules.ships.ship import FLOTILLA, Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.movement.ratings import RULE, change, credited, sides, top

if TYPE_CHECKING:
    from game.systems.easyhex.movement.marker import Marker

MOST = 2  # hex sides that any marker turns: L, LL, R and RR
ALONE = "alone"  # stands for no flotilla


def flotilla(state: ThrustState, ship: Ship, marker: Marker | None = None) -> str:
    """Return the flotilla of a ship by a plot, by its sealed plot, or by earlier turns; empty for none."""
    laid = state.sealed.get(ship.id)
    said = [name for one in (marker, laid) if (name := getattr(one, "group", ""))]
    since = (mark.removeprefix(FLOTILLA) for mark in ship.status_flags if mark.startswith(FLOTILLA))
    name = said[0] if said else next(since, "")
    return "" if name == ALONE else name


def members(state: ThrustState, ship: Ship, marker: Marker) -> list[Ship]:
    """Return the ships that a plot is for: the ship's flotilla, itself first, or only itself."""
    name = flotilla(state, ship, marker)
    others = (other for other in state.fleet(ship.side) if other.id != ship.id)
    return [ship, *(other for other in others if name and flotilla(state, other) == name)]


def flotillas(state: ThrustState, side: Id) -> tuple[str, ...]:
    return tuple(sorted({name for ship in state.fleet(side) if (name := flotilla(state, ship))}))


def display_name(name: str) -> str:
    """Return the display name of a flotilla: `Cinders` for the cinders of a file."""
    return name.replace("_", " ").replace("-", " ").title()


def free_name(known: Iterable[str]) -> str:
    """Return a letter that names no flotilla of the side."""
    taken = set(known)
    return next(letter for letter in ascii_uppercase if letter not in taken)


def settle(state: ThrustState, ship: Ship) -> None:
    """Put a ship in the flotilla that its plot names."""
    name = flotilla(state, ship)
    kept = frozenset(mark for mark in ship.status_flags if not mark.startswith(FLOTILLA))
    ship.status_flags = kept | {FLOTILLA + name} if name else kept


def shared_fault(state: ThrustState, ship: Ship, marker: Marker) -> Illegal | None:
    """Return why a ship or another of its flotilla cannot fly a plot; or None. The worst turn rating and missing credit
    limit all of them."""
    for other in members(state, ship, marker):
        if wrong := fault(other, marker, state.house):
            why = wrong.why if other is ship else f"{wrong.why}, and shares this marker"
            return Illegal(why, wrong.rule)
    return None


def fault(ship: Ship, marker: Marker, house: House) -> Illegal | None:
    """Return why a ship cannot fly a plot, or None (hex/3.2)."""
    if ship.timer("bridge") is not None and marker.moves:
        return Illegal(f"{ship.name} is out of control and flies straight on", RULE)
    if not steers(ship) and marker.moves:
        return Illegal(f"{ship.name}'s drive is dead: it drifts straight on", RULE)
    most = sides(ship.thrust, credited(ship), house)
    if abs(marker.turn) > most:
        sort = "has straight credit and" if credited(ship) else "pivoted last turn and"
        far = "cannot pivot" if not most else f"pivots {most} hex side{'s' if most > 1 else ''} at most"
        return Illegal(f"{ship.name} {sort} {far}", RULE)
    if abs(marker.dv) > change(ship.thrust):
        return Illegal(f"{ship.name} changes speed by {change(ship.thrust)} at most", RULE)
    speed = ship.velocity + marker.dv
    if speed < 0:
        return Illegal(f"speed {ship.velocity}{marker.dv:+d}: no ship flies backwards", RULE)
    if speed > top(ship.thrust, ship.velocity):
        return Illegal(f"{ship.name} flies at {top(ship.thrust)} at most", RULE)
    return None


def flown(ship: Ship, marker: Marker, house: House) -> Marker:
    """Return the plot as it is flown. An illegal one is flown straight on or, by option, cut to fit (hex/3.2)."""
    if fault(ship, marker, house) is None:
        return marker
    straight = type(marker)(ship.id, group=marker.group)
    if not cut_to_fit(ship, house):
        return straight
    most, often = sides(ship.thrust, credited(ship), house), change(ship.thrust)
    dv = max(-min(often, ship.velocity), min(often, marker.dv, top(ship.thrust, ship.velocity) - ship.velocity))
    return replace(straight, turn=max(-most, min(most, marker.turn)), dv=dv)
