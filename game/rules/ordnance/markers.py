"""Markers: their targets, and their attacks (full-thrust-base/6.5, 6.6, 6.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import board_of
from game.board.geometry import Point, within
from game.core.display import Pose
from game.core.events import Die, Event, score_of
from game.core.names import with_capital
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.fire import prize
from game.rules.counters.counter import flying, lose, near, shot_at, update_counter
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.manoeuvres.archive import farther
from game.rules.manoeuvres.cover.eclipsing import SHARE, divide_hits
from game.rules.manoeuvres.cover.extreme import FARTHER
from game.rules.point_defence.attackers import BLASTS, boxes_of, conditions_at, screening, screens_on, struck
from game.rules.point_defence.ordnance_kinds import ORDNANCE, kind_of
from game.rules.ships.damage import threshold
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import sides_in_order

NEAR = 1e-6  # MU within which two ships are equally near


def markers(state: ThrustState, side: Id = "") -> tuple[StrikingOrdnance, ...]:
    """Return the markers on the table, of one side or of all, in the order in which they attack."""
    return tuple(one for kind in ORDNANCE for one in flying(state, kind, side))


def lock_radius(state: ThrustState, ship: Ship) -> float:
    """Return how near a marker must be to attack a ship, in units of the board. Extreme manoeuvres reduce it, MU for
    MU."""
    wild = farther(state.house, ship) / FARTHER
    return board_of(state.table).to_board_units(max(0.0, REACH - wild))


def nearest(state: ThrustState, side: Id, place: Point, poses: Mapping[Id, Pose] | None = None) -> tuple[Ship, ...]:
    """Return the enemies that a marker at a place attacks: the closest within 6 MU, or several equally near."""
    far = _distances(state, place, poses, side)
    least = min(far.values(), default=0.0)
    return tuple(ship for ship in state.enemies(side) if ship.id in far and far[ship.id] <= least + NEAR)


def caught(state: ThrustState, place: Point, poses: Mapping[Id, Pose] | None = None) -> tuple[Ship, ...]:
    there = ((ship, poses[ship.id].at if poses and ship.id in poses else ship.at) for ship in state.ships.values())
    return tuple(ship for ship, at in there if ship.in_play and near(state, place, at, REACH))


def _distances(state: ThrustState, place: Point, poses: Mapping[Id, Pose] | None, side: Id) -> dict[Id, float]:
    """Return the distance of each enemy that a marker at a place could attack."""
    board, found = board_of(state.table), dict[Id, float]()
    for ship in state.enemies(side):
        far = board.distance(place, poses[ship.id].at if poses else ship.at)
        if within(far, lock_radius(state, ship)):
            found[ship.id] = far
    return found


def take_targets(state: ThrustState, umpire: Umpire) -> None:
    """Let each marker choose the closest enemy ship, or all ships near it. A marker with none in range is wasted (6.5,
    6.9)."""
    for side in sides_in_order(state, loser_first=True):
        for one in markers(state, side):
            if kind_of(one).area:
                _catch(state, umpire, one)
            else:
                _take(state, umpire, one, nearest(state, side, one.at))


def _catch(state: ThrustState, umpire: Umpire, one: StrikingOrdnance) -> None:
    """Record that a marker will attack all ships near it."""
    found = caught(state, one.at)
    BLASTS.set(state, one.id, tuple(ship.id for ship in found))
    names = " and ".join(f"{{{ship.id}}}" for ship in found) or "no ship"
    umpire.tell(Event("note", kind_of(one).rule, f"{{{one.id}}} is going to strike {names}", one.id, at=one.at))


def _take(state: ThrustState, umpire: Umpire, one: StrikingOrdnance, found: tuple[Ship, ...]) -> None:
    """Choose one of the closest ships for a marker, by a die if there are several."""
    if not found and one.age < kind_of(one).turns:
        update_counter(state, one, age=one.age + 1)
        return
    if not found:
        lose(state, umpire, one, "wasted", kind_of(one).rule)
        return
    face = umpire.die(f"target/{one.id}", sides=len(found)) if len(found) > 1 else 1
    ship = found[face - 1]
    update_counter(state, one, target=ship.id)
    dice = (Die(face, True, sides=len(found)),) if len(found) > 1 else ()
    umpire.tell(
        Event(
            "note",
            kind_of(one).rule,
            f"{{{one.id}}} goes for {{{ship.id}}}",
            one.id,
            ship.id,
            dice,
            "two are equally far" if dice else "",
            at=one.at,
            line=(one.at, ship.at),
        )
    )


def attack(state: ThrustState, umpire: Umpire) -> None:
    """Attack with the rest of each marker after point defence, then remove it. Area effects come first."""
    for side in sides_in_order(state, loser_first=True):
        for key in [one.id for one in markers(state, side)]:
            one = state.counters[key]
            assert isinstance(one, StrikingOrdnance)
            if one.in_play:
                for ship in struck(state, one):
                    _strike(state, umpire, one, ship)
                if kind_of(one).area:
                    burn(state, umpire, one)
                if one.target or kind_of(one).area:
                    spend(state, one)


def spend(state: ThrustState, one: StrikingOrdnance) -> None:
    """Remove a marker that has attacked."""
    BLASTS.clear(state, one.id)
    if state.counters[one.id].in_play:
        state.counters[one.id] = replace(state.counters[one.id], target="", removed_reason="spent")


def burn(state: ThrustState, umpire: Umpire, one: StrikingOrdnance) -> None:
    """Damage everything near a bolt (6.9). Each group's fighters suffer a die for each point of strength. Every missile
    is destroyed, but no other bolt."""
    for other in tuple(flying(state, Counter)):
        if not near(state, one.at, other.at, REACH) or not isinstance(other, Flight | StrikingOrdnance):
            continue
        if isinstance(other, StrikingOrdnance) and kind_of(other).area:
            continue
        faces = umpire.roll(one.count, f"blast/{one.id}>{other.id}") if isinstance(other, Flight) else ()
        umpire.tell(
            Event(
                "hazard",
                kind_of(one).rule,
                f"{{{other.id}}} is caught by {{{one.id}}}",
                one.id,
                other.id,
                tuple(map(Die, faces)),
                result=f"{min(sum(faces), other.count)} lost" if faces else "",
                tone="bad",
                at=other.at,
            )
        )
        if isinstance(other, Flight):
            shot_at(state, umpire, other, sum(faces), kind_of(one).rule)
        else:
            lose(state, umpire, other, "burnt", kind_of(one).rule)


def _strike(state: ThrustState, umpire: Umpire, one: StrikingOrdnance, ship: Ship) -> None:
    before, kind = len(umpire.rolls), kind_of(one)
    meets = conditions_at(state, one, ship)
    # all points of the marker, before ships that screen the target take their shares
    alone = kind.target(one, replace(meets, covers=()))
    rolled = alone.after(one.wounds).roll(umpire, f"attack/{one.id}")
    reason, result = kind.describe(one, meets, rolled)
    points = sum(amount for _, amount in rolled.hits)
    dice = tuple(Die(face) for roll in umpire.rolls[before:] for face in roll.faces)
    umpire.tell(
        Event(
            "fire",
            kind_of(one).rule,
            f"{{{one.id}}} attacks {{{ship.id}}}",
            one.id,
            ship.id,
            dice,
            reason,
            f"{result}: {points} damage" if points else result,
            "good" if points else "plain",
            line=(one.at, ship.at),
            weapon=with_capital(one.title),
            score=score_of(points, alone.damage_after(one.wounds)),
        )
    )
    for sufferer, hits in divided_hits(state, umpire, one, ship, rolled.hits):
        inflict(state, umpire, Harm(one.id, sufferer.id, hits, f"attack/{one.id}"))
    set_off(state, umpire, one, ship)


def set_off(state: ThrustState, umpire: Umpire, one: StrikingOrdnance, ship: Ship) -> None:
    """Apply a warhead's other effects: a pulse that every system checks against, or a needle that burns one out."""
    effect, rule = kind_of(one).warhead(umpire, one, screens_on(ship)), kind_of(one).rule
    likely = kind_of(one).warhead_chance(one, screens_on(ship))
    if not effect.face or not ship.in_play:
        return
    burnt = prize(ship) if effect.needled else ""
    words = f"every system checks at {effect.pulse}" if effect.pulse else "a system burns out" if burnt else "no effect"
    dice = (Die(effect.face),)
    umpire.tell(
        Event(
            "fire",
            rule,
            f"the warhead of {{{one.id}}} goes off",
            one.id,
            ship.id,
            dice,
            one.mode,
            words,
            "good" if effect.pulse or burnt else "plain",
            line=(one.at, ship.at),
            weapon=with_capital(one.title),
            score=score_of(effect.works, (1 - likely, likely), "warheads"),
        )
    )
    if effect.pulse:
        threshold(state, umpire, ship, effect.pulse, 0, f"pulse/{one.id}", "A pulse goes through it")
    if burnt:
        inflict(state, umpire, Harm(one.id, ship.id, (), f"attack/{one.id}", (burnt,)))


def divided_hits(
    state: ThrustState, umpire: Umpire, one: StrikingOrdnance, ship: Ship, hits: tuple[Hit, ...]
) -> list[tuple[Ship, tuple[Hit, ...]]]:
    """Return the hits of a marker that each ship takes. The target takes all of them, unless ships that screen it take
    their shares (manoeuvres/eclipsing)."""
    covers, kind = screening(state, one, ship), kind_of(one)
    if not covers or not hits:
        return [(ship, hits)] if hits else []
    parts = kind.divide(hits, tuple(cover.share for cover in covers))
    if parts is None:
        taken, left = divide_hits(boxes_of(covers), False, hits)
        parts = (*taken, left)
    found = [*zip((cover.ship for cover in covers), parts), (ship, parts[-1])]
    for cover, part in zip(covers, parts):
        umpire.tell(
            Event(
                "note",
                SHARE,
                f"{{{cover.ship.id}}} screens {{{ship.id}}}",
                cover.ship.id,
                ship.id,
                reason=f"{cover.share} per cent",
                result=f"{sum(points for _, points in part)} points",
                at=cover.ship.at,
            )
        )
    return [(sufferer, part) for sufferer, part in found if part and not (kind.area and sufferer is not ship)]


# -- chances -----------------------------------------------------------------------------------------------------------
