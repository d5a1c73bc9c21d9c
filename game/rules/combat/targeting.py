"""The guns that bear on a target: range, arcs, line of fire and every reason against a shot (full-thrust-base/4, 5.6).

The ruler and the arcs on the board, the check of an order and the fire itself all ask this module, so they always
agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from game.board.boards import board_of
from game.board.geometry import Point, within
from game.board.line_of_sight import Blocked
from game.core.display import Cause, Pose, Shot
from game.core.orders import Id, Illegal
from game.core.values import House
from game.rules.combat.weapon import Weapon, arc_names, bears_into
from game.rules.combat.weapons import WEAPONS, gun_works, guns
from game.rules.manoeuvres.archive import farther, modifiers, why_not_fire, why_not_fire_into
from game.rules.sensors.contact import BOGEY, known_level
from game.rules.sensors.contact import RULE as SENSORS
from game.rules.ships.beam_dice import shift
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState, by_level, unread

NOWHERE: Mapping[Id, Pose] = {}
CONTROLS = ("fcs",)
FIRED, GUIDES = "fired ", "guides "  # prefixes of marks: a gun that fired at a counter this turn, and that counter


class ShotRefusal(NamedTuple):
    """The refusal of a shot: a sentence, its rule, and the cause that the board draws."""

    why: str
    rule: str
    cause: Cause


class FireLine(NamedTuple):
    """The line from one ship to another: distance in MU, arcs, obstacles, and the refusal of every gun."""

    distance: float
    effective: float  # the distance for weapons, longer for ships that jink
    arcs: tuple[str, ...]  # one; two on a boundary; all if both ships are at one point
    blocked: Blocked | None
    refusal: ShotRefusal | None
    line: tuple[Point, Point]


def shots(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Return every gun of a ship against another, in the order of its sheet, bearing or not; empty if either is not a
    ship. `poses` puts either ship at a planned place, from which it may fire whether or not it has fired this turn."""
    if target not in state.ships or firer not in state.ships:
        return ()
    state = state.posed(poses)
    ship, other = state.ships[firer], state.ships[target]
    view = look(state, ship, other)
    return tuple(judge(state, ship, other, mount, view) for mount in guns(ship))


def _there(ship: Ship, poses: Mapping[Id, Pose]) -> Ship:
    """Return a ship as it would be at a planned place, doing what its order says."""
    if ship.id not in poses or poses[ship.id].active_manoeuvres == ship.active_manoeuvres:
        return ship
    ship = ship.copy()
    ship.active_manoeuvres = poses[ship.id].active_manoeuvres
    return ship


def out_of_reach(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> bool:
    """Return whether a target is beyond the range of every gun of a ship (full-thrust-base/4.3). This settles most
    pairs of a large battle quickly."""
    ship, other = state.ships[firer], state.ships[target]
    here = poses[firer].at if firer in poses else ship.at
    there = poses[target].at if target in poses else other.at
    board = board_of(state.table)
    distance = board.weapon_distance(board.distance(here, there))
    if poses:
        ship, other = (_there(one, poses) for one in (ship, other))
    distance += farther(state.house, ship, other)
    return not any(within(distance, WEAPONS[mount.kind].reach(state.house, ship, mount)) for mount in guns(ship))


def look(state: ThrustState, ship: Ship, other: Ship) -> FireLine:
    """Return everything that is the same for all guns of one ship at another."""
    board = board_of(state.table)
    distance = board.distance(ship.at, other.at)
    return FireLine(
        distance,
        board.weapon_distance(distance) + farther(state.house, ship, other),
        seen_in(state, ship, other),
        board.obstacle_between(ship.at, other.at, state.table.bodies),
        _forbidden(state, ship, other),
        (ship.at, other.at),
    )


def seen_in(state: ThrustState, ship: Ship, other: Ship) -> tuple[str, ...]:
    """Return the arc of `ship` that `other` is in. On an exact boundary it is the clockwise one or, by option, both
    until a die decides. Two ships at the same point see each other in every arc (full-thrust-base/4.1)."""
    return counted_arcs(state.house, board_of(state.table).arcs(ship.at, ship.facing, other.at, arc_names(state.house)))


def counted_arcs(house: House, arcs: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the arcs of a place in which it counts under the option."""
    return arcs[:1] if len(arcs) == 2 and on_the_line(house) == "clockwise" else arcs


def on_the_line(house: House) -> str:
    """Return how a target on a boundary counts: in the `clockwise` arc, in one by dice, or in both (4.1,
    hex/4/arcs)."""
    return str(house["boundary"])


def rakes(state: ThrustState, ship: Ship, other: Ship) -> bool:
    """Return whether fire from inside the target's aft arc ignores its armour, as one option has it
    (full-thrust-base/4.4)."""
    if not raking(state.house):
        return False
    return astern(state.house, board_of(state.table).arcs(other.at, other.facing, ship.at, arc_names(state.house)))


def raking(house: House) -> bool:
    """Return whether fire from inside the aft arc ignores armour in this battle (full-thrust-base/4.4)."""
    return bool(house["aft_armour"])


def astern(house: House, arcs: tuple[str, ...]) -> bool:
    """Return whether a place in these arcs of a ship is inside its aft arc."""
    return len(arcs) <= 2 and "A" in (arcs if on_the_line(house) == "both" else arcs[:1])


def judge(state: ThrustState, ship: Ship, other: Ship, mount: Mount, view: FireLine) -> Shot:
    """Return one gun's shot at one target: its dice, or why it cannot fire."""
    weapon = WEAPONS[mount.kind]
    number = weapon.number(state.house, ship, mount, view.effective)
    refusal = shot_refusal(state, ship, other, mount, view)
    why, rule, cause = refusal or ShotRefusal("", weapon.rule, "")
    stop = view.blocked if cause == "sight" else None
    words = weapon.words(number, shift(modifiers(ship, state.house, other))) if number else ""
    return Shot(
        mount.key,
        mount.title,
        other.id,
        view.distance,
        view.arcs,
        words,
        why,
        rule,
        cause,
        stop.at if stop else None,
        view.line,
        view.effective,
    )


def shot_refusal(state: ThrustState, ship: Ship, other: Ship, mount: Mount, view: FireLine) -> ShotRefusal | None:
    """Return why one gun cannot fire at one target, or None. It is the refusal that `judge` gives, found faster."""
    weapon = WEAPONS[mount.kind]
    refusal = _broken(state, ship, mount) or view.refusal
    if refusal is None and ship.active_manoeuvres:
        refusal = _order_refusal(state, ship, mount)
    refusal = refusal or _off(state, ship, other, mount, view, weapon)
    if refusal is None and not weapon.number(state.house, ship, mount, view.effective):
        refusal = _too_far(state, other, mount, view, weapon.reach(state.house, ship, mount))
    if refusal is None and view.blocked:
        refusal = ShotRefusal(f"{view.blocked.body.name} is in the way", f"{BOOK}/4.5", "sight")
    return refusal


def _too_far(state: ThrustState, other: Ship, mount: Mount, view: FireLine, mu: float) -> ShotRefusal:
    """Return the refusal of a target out of range, in units of the board (full-thrust-base/4.3)."""
    board = board_of(state.table)
    jinks = view.effective > board.weapon_distance(view.distance)
    far, reach = board.format_distance(view.effective if jinks else view.distance), board.to_board_units(mu)
    far = f"just over {far}" if far == board.format_distance(reach) else far
    jinking = " as it counts while ships jink" if jinks else ""
    return ShotRefusal(f"{other.name} is {far} away{jinking}; {mount.title} reaches {reach:g}", f"{BOOK}/4.3", "range")


def _order_refusal(state: ThrustState, ship: Ship, mount: Mount) -> ShotRefusal | None:
    """Return why the ship's order of this turn forbids the gun to fire, or None."""
    why = why_not_fire(state, ship, mount)
    return ShotRefusal(why.why, why.rule, "order") if why else None


def _broken(state: ThrustState, ship: Ship, mount: Mount) -> ShotRefusal | None:
    """Return why the gun itself cannot fire, or None."""
    if mount.key in ship.spent:
        return ShotRefusal(f"{mount.title} has been fired; it shoots once a battle", WEAPONS[mount.kind].rule, "spent")
    if mount.key in ship.killed:
        return ShotRefusal(f"{mount.title} is out of action for good", f"{BOOK}/5.5", "lost")
    if mount.key in ship.lost:
        return ShotRefusal(f"{mount.title} is knocked out", f"{BOOK}/5.3", "lost")
    if ship.status_flags and FIRED + mount.key in ship.status_flags:
        done = "was given to the point defence level" if by_level(state) else "has fired at a counter"
        return ShotRefusal(f"{mount.title} {done} this turn", f"{BOOK}/1.4/firing", "fired")
    return None


def controls(ship: Ship) -> int:
    """Return the number of working fire controls that guide no fire at counters this turn (full-thrust-base/5.6)."""
    working = len(ship.working_among(CONTROLS))
    return working - sum([mark.startswith(GUIDES) for mark in ship.status_flags]) if ship.status_flags else working


def _forbidden(state: ThrustState, ship: Ship, other: Ship) -> ShotRefusal | None:
    """Return why no gun of one ship may fire at another, or None."""
    if refusal := silent(state, ship):
        return refusal
    if other.side == ship.side:
        own = "a ship does not fire at itself" if other is ship else f"{other.name} is on the same side"
        return ShotRefusal(own, f"{BOOK}/1.4/firing", "side")
    if other.dies_after_phase or not other.in_play:
        return ShotRefusal(f"{other.name} is out of the battle", f"{BOOK}/1.4/firing", "side")
    if not ship.has_working(CONTROLS):
        return ShotRefusal(f"{ship.name} has no working fire control", f"{BOOK}/5.6", "control")
    if known_level(state, ship.side, other) == BOGEY:
        return ShotRefusal(f"{other.name} is not aimed at before it is revealed", SENSORS, "side")
    return None


def silent(state: ThrustState, ship: Ship) -> ShotRefusal | None:
    """Return why a ship may not fire at all, or None."""
    if not ship.in_play:
        return ShotRefusal(f"{ship.name} is out of the battle", f"{BOOK}/1.4/firing", "lost")
    if ship.timer("bridge"):
        return ShotRefusal(f"{ship.name} is out of control: its bridge is lost", f"{BOOK}/5.4/bridge", "control")
    if ship.id in state.acted:
        return ShotRefusal(f"{ship.name} has already fired this turn", f"{BOOK}/1.4/firing", "fired")
    return None


def in_action(state: ThrustState, key: Id, firing: bool, rule: str) -> Ship:
    """Return the ship that gives an order with its systems. Raise Illegal if there is none, or if the order is `firing`
    and the ship may not fire."""
    ship = state.ships.get(key)
    if ship is None:
        raise Illegal(f"there is no ship “{key}”", rule)
    if firing and (refusal := silent(state, ship)):
        raise Illegal(refusal.why, refusal.rule)
    return ship


def ready_again(ship: Ship) -> None:
    """Clear the marks of guns and fire controls used against counters, for a new turn."""
    ship.status_flags = frozenset(mark for mark in ship.status_flags if not mark.startswith((FIRED, GUIDES)))


def armed(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship has the working gun, fire control and bridge that it needs to fire (1.4/firing, 5.6). A
    ship not wholly known to all is always asked, so that nobody learns that it lacks one of them (6.19)."""
    if ship.id in state.acted or not ship.in_play:
        return False
    return unread(state, ship) or (silent(state, ship) is None and ship.has_working(CONTROLS) and gun_works(ship))


def could_bear(state: ThrustState, ship: Ship, other: Ship) -> bool:
    """Return whether a ship could fire at another by what all sides see. The other must be a legal target with nothing
    in the way (6.19)."""
    blocked = board_of(state.table).obstacle_between(ship.at, other.at, state.table.bodies)
    return known_level(state, ship.side, other) > BOGEY and blocked is None


def _off(
    state: ThrustState, ship: Ship, other: Ship, mount: Mount, view: FireLine, weapon: Weapon
) -> ShotRefusal | None:
    """Return the refusal of a target that is in no arc of the gun, or None."""
    reason = None
    for arc in view.arcs:
        reason = arc_refusal(state, ship, other, mount, arc, weapon)
        if reason is None:
            return None
    return reason


def open_arcs(state: ThrustState, ship: Ship, mount: Mount) -> tuple[str, ...]:
    """Return the arcs, clockwise, into which a gun may fire given its ship's facing, order and use of the drive (4.2,
    4.4)."""
    if why_not_fire(state, ship, mount):
        return ()
    weapon = WEAPONS[mount.kind]
    return tuple(arc for arc in arc_names(state.house) if arc_refusal(state, ship, ship, mount, arc, weapon) is None)


@cache
def _list_arcs(arcs: frozenset[str], names: tuple[str, ...]) -> str:
    """Return the names of some arcs, clockwise."""
    return ", ".join(name for name in names if name in arcs) or "no arc"


def arc_refusal(
    state: ThrustState, ship: Ship, other: Ship, mount: Mount, arc: str, weapon: Weapon
) -> ShotRefusal | None:
    """Return why a gun cannot fire into an arc: it does not bear there, or the drive's wash forbids it; else None (4.2,
    4.4)."""
    arcs = bears_into(state.house, ship, mount)
    if arc not in arcs:
        named = _list_arcs(arcs, arc_names(state.house))
        return ShotRefusal(f"{other.name} is in arc {arc}; {mount.title} bears into {named}", f"{BOOK}/4.2", "arc")
    if why := why_not_fire_into(state, ship, arc):
        return ShotRefusal(why.why, why.rule, "order")
    if arc != "A":
        return None
    if weapon.forward:
        return ShotRefusal(f"{mount.title} never fires aft", weapon.rule, "arc")
    if state.house["aft_fire"] == "never":
        return ShotRefusal(f"{other.name} is astern, and no gun fires there", f"{BOOK}/4.4", "drive")
    if ship.thrust_used:
        words = f"{other.name} is astern, and {ship.name} has used its drive this turn"
        return ShotRefusal(words, f"{BOOK}/4.4", "drive")
    return None
