"""Counters: fighters, missiles and warheads in flight. They move and can be shot at, but are not ships (hex/3,
full-thrust-base/6).

A counter is a frozen value in `state.counters`, and every change replaces it. A lost counter stays there with the
reason, so that the log can name it. Its key joins the keys of its ship and of the system that launched it:
`lancet.HGRa`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from game.board.boards import board_of
from game.board.geometry import Point, bearing, nearest_course, within
from game.board.hexes import Hex, hex_at
from game.core.display import Token
from game.core.events import Event
from game.core.orders import Id, Illegal
from game.core.umpire import Umpire
from game.rules.counters.kinds import LAUNCHED, Flight
from game.rules.ships.design import SYSTEM_KINDS, Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

C = TypeVar("C", bound=Counter)


def address(state: ThrustState, usual: str) -> str:
    """Return the address of this game's page on counters, or the usual one if it has none."""
    return str(state.house.get("counter_rules", usual))


# -- who they are ------------------------------------------------------------------------------------------------------


def flying(state: ThrustState, kind: type[C], side: Id = "") -> Iterator[C]:
    """Yield the counters of a kind on the table (`Counter`: every kind), of one side or of all."""
    for counter in state.counters.values():
        if counter.in_play and isinstance(counter, kind) and side in ("", counter.side):
            yield counter


def counter_of(state: ThrustState, key: Id, kind: type[C], rule: str) -> C:
    """Return the counter with this key and kind. Raises Illegal if there is none."""
    counter = state.counters.get(key)
    if not isinstance(counter, kind):
        raise Illegal(f"there {'are no fighters' if kind is Flight else f'is no {kind.word}'} “{key}”", rule)
    return counter


def near(state: ThrustState, a: Point, b: Point, mu: float) -> bool:
    """Return whether two places are within that many MU of each other."""
    board = board_of(state.table)
    return within(board.distance(a, b), board.to_board_units(mu))


def update_counter(state: ThrustState, counter: C, **changes: object) -> C:
    """Replace a counter by one with changed fields, and return it."""
    return store_counter(state, replace(counter, **changes))  # type: ignore[arg-type]


def store_counter(state: ThrustState, counter: C) -> C:
    """Put a counter in place of the one with its key, and return it."""
    state.counters[counter.id] = counter
    return counter


# -- launch and flight -------------------------------------------------------------------------------------------------


def fresh(state: ThrustState, ship: Ship, mount: Mount) -> Counter:
    """Return the counter that a system launches, beside its ship."""
    key, number = f"{ship.id}.{mount.key}", 1
    while key in state.counters:
        number += 1
        key = f"{ship.id}.{mount.key}-{number}"
    return make_counter(key, ship, mount)


def make_counter(key: Id, ship: Ship, mount: Mount) -> Counter:
    """Return a counter with its name: a group's own name, else its ship's, with letter and number if there are
    several."""
    kind, number = LAUNCHED[mount.kind], key.removeprefix(f"{ship.id}.{mount.key}").removeprefix("-")
    letter = mount.title.removeprefix(SYSTEM_KINDS[mount.kind].title)
    name = ship.groups.get(mount.key) if kind is Flight else None
    return kind.at_launch(
        key, (name or f"{ship.name} {kind.word}{letter}") + (f" {number}" if number else ""), ship, mount
    )


def launch(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount, rule: str) -> Counter:
    """Put a new counter beside its ship, and log it."""
    counter = store_counter(state, fresh(state, ship, mount))
    umpire.tell(
        Event(
            "note",
            rule,
            f"{{{ship.id}}} launches {{{counter.id}}}",
            ship.id,
            counter.id,
            result=_count_left(counter),
            at=ship.at,
            mounts=(mount.key,),
        )
    )
    return counter


def _count_left(counter: Counter) -> str:
    return (
        f"{counter.count} {'craft' if isinstance(counter, Flight) else 'points of strength'}"
        if counter.total > 1
        else ""
    )


def lying(state: ThrustState, counter: Counter) -> dict[Hex, Counter | Ship]:
    """Return the hexes of all pieces except one counter, each with its first counter, else its first ship."""
    found: dict[Hex, Counter | Ship] = {}
    for other in flying(state, Counter):
        if other.id != counter.id:
            found.setdefault(hex_at(other.at), other)
    for ship in state.ships.values():
        if ship.in_play:
            found.setdefault(hex_at(ship.at), ship)
    return found


def why_not_share_hex(
    state: ThrustState, counter: Counter, place: Point, taken: Mapping[Hex, Counter | Ship] | None = None
) -> str:
    """Return why a counter may not share its hex with the piece there, in a sentence; empty if it may (hex/2.5).
    `taken` is from `lying`."""
    there = (lying(state, counter) if taken is None else taken).get(hex_at(place))
    return f"{there.name} lies there; only at their launch do counters share a hex" if there else ""


def why_not_join_launch(state: ThrustState, place: Point, kinds: Sequence[type[Counter]]) -> str:
    """Return why counters of these kinds may not join those launched earlier from a place; empty if they may. Where
    pieces share no hex, several missiles may at their launch, or one missile and a group of fighters
    (hex/2.5/launches)."""
    board = board_of(state.table)
    there = [type(other) for other in flying(state, Counter) if within(board.distance(other.at, place), 0)]
    fighters = [*there, *kinds].count(Flight)
    if fighters > 1:
        return "two groups of fighters never share a hex"
    if fighters and len(there) + len(kinds) > 2:
        return "a group of fighters shares a hex with one missile, not with more"
    return ""


def move(
    state: ThrustState, umpire: Umpire, counter: C, path: tuple[Point, ...], facing: int, rule: str, said: str = ""
) -> C:
    """Move a counter along a path, place by place, and log it."""
    board = board_of(state.table)
    far = sum(board.distance(a, b) for a, b in pairwise(path))
    moved = update_counter(
        state, counter, at=path[-1], course=facing, facing=facing, velocity=round(far), flown=counter.flown + far
    )
    if far:
        courses = tuple(_course(a, b, facing) for a, b in pairwise(path))
        umpire.tell(
            Event(
                "move",
                rule,
                f"{{{counter.id}}} moves {board.format_distance(far)}",
                who=counter.id,
                reason=said,
                path=path,
                facings=courses,
                at=path[-1],
            )
        )
    return moved


def _course(a: Point, b: Point, otherwise: int) -> int:
    """Return the course (clock point) nearest to one leg of a path."""
    return nearest_course(bearing(a, b)) if a != b else otherwise


def shot_at(state: ThrustState, umpire: Umpire, counter: C, points: int, rule: str) -> C:
    """Take points off a counter, and remove it if nothing is left."""
    after = store_counter(state, counter.after_hits(points))
    return lose(state, umpire, after, "shot down", rule) if after.count == 0 else after


def lose(state: ThrustState, umpire: Umpire, counter: C, reason: str, rule: str) -> C:
    """Remove a counter. If its craft are all lost, its hangar is empty from now on."""
    after = update_counter(state, counter, removed_reason=reason)
    home = state.ships.get(counter.home)
    if home is not None and isinstance(counter, Flight):
        home.spent.add(counter.mount)
    umpire.tell(
        Event(
            "lost",
            rule,
            f"{{{counter.id}}} is {reason}",
            whom=counter.id,
            result=reason,
            tone="bad",
            at=counter.at,
            fate=reason,
        )
    )
    return after


# -- drawing -----------------------------------------------------------------------------------------------------------


def token(counter: Counter, note: str = "") -> Token:
    """Return a counter as the board draws it."""
    lost = counter.total - counter.count if counter.total > 1 else 0
    letter = counter.title[0].upper()
    craft = counter.count + lost
    return Token(
        counter.id, counter.side, counter.at, counter.shape, counter.facing, craft, lost, letter, counter.name, note
    )
