"""Counters: fighters, missiles and warheads under way, which move and are shot at and are no ships (hex/3, full-thrust-base/6).

A counter is a frozen value in `state.counters`; every change puts another in its place. One that is gone stays there with
why it went, so that the log can name it. Its key is that of its ship and of the system it came from: `lancet.HGRa`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NotRequired, TypedDict, Unpack

from game.board.boards import board_of
from game.board.geometry import Point, bearing, nearest_course, within
from game.core.display import Token
from game.core.events import Event
from game.core.orders import Id, Illegal
from game.core.umpire import Umpire
from game.rules.ships.design import STEMS, Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

FIGHTERS, MISSILE, PLASMA = "fighters", "missile", "plasma"
SHAPES = {FIGHTERS: "disc", MISSILE: "lozenge", PLASMA: "lozenge"}
WORDS = {FIGHTERS: "flight", MISSILE: "missile", PLASMA: "plasma"}  # what a counter of a ship is called


class CounterFacts(TypedDict):
    """The fields that a new counter has from the system that launches it."""

    kind: str
    count: NotRequired[int]
    total: NotRequired[int]


def address(state: ThrustState, usual: str) -> str:
    """Where the rule book has the rules of counters for this game: in a place of its own, or where it usually has them."""
    return str(state.house.get("counter_rules", usual))


# -- who they are --------------------------------------------------------------------------------------------------------


def flying(state: ThrustState, *kinds: str, side: Id = "") -> Iterator[Counter]:
    """The counters on the table, of these kinds (all, if none is named) and of one side (or of all)."""
    for counter in state.counters.values():
        if counter.in_play and (not kinds or counter.kind in kinds) and side in ("", counter.side):
            yield counter


def counter_of(state: ThrustState, key: Id, kind: str, rule: str) -> Counter:
    """The counter of that name and kind; raises Illegal if there is none."""
    counter = state.counters.get(key)
    if counter is None or counter.kind != kind:
        raise Illegal(f"there {'are no fighters' if kind == FIGHTERS else f'is no {WORDS[kind]}'} “{key}”", rule)
    return counter


def changed(state: ThrustState, counter: Counter, **changes: Any) -> Counter:
    """Put a changed counter in the place of one, and return it."""
    state.counters[counter.id] = after = replace(counter, **changes)
    return after


# -- launch and flight ---------------------------------------------------------------------------------------------------


def fresh(state: ThrustState, ship: Ship, mount: Mount, **facts: Unpack[CounterFacts]) -> Counter:
    """A counter as it would lie beside its ship, on its course and facing; `facts` are the fields that its kind sets."""
    key, number = f"{ship.id}.{mount.key}", 1
    while key in state.counters:
        number += 1
        key = f"{ship.id}.{mount.key}-{number}"
    return named(key, ship, mount, **facts)


def named(key: Id, ship: Ship, mount: Mount, **facts: Unpack[CounterFacts]) -> Counter:
    """The same under a key that is known: it is called by its ship, and by its letter and number, where there are several."""
    kind, number = facts["kind"], key.removeprefix(f"{ship.id}.{mount.key}").removeprefix("-")
    letter = mount.title.removeprefix(STEMS[mount.kind][1])
    name = f"{ship.name} {WORDS[kind]}{letter}" + (f" {number}" if number else "")
    return Counter(key, name, ship.side, kind, ship.id, mount.key, ship.at, ship.facing, ship.facing, mode=mount.mode,
                   count=facts.get("count", 1), total=facts.get("total", 1))  # fmt: skip


def launch(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount, rule: str, **facts: Unpack[CounterFacts]) -> Counter:
    """Put a counter beside its ship, and tell of it."""
    counter = fresh(state, ship, mount, **facts)
    state.counters[counter.id] = counter
    umpire.tell(
        Event("note", rule, f"{{{ship.id}}} launches {{{counter.id}}}", ship.id, counter.id, result=_left(counter), at=ship.at,
              mounts=(mount.key,))
    )  # fmt: skip
    return counter


def _left(counter: Counter) -> str:
    return f"{counter.count} {'craft' if counter.kind == FIGHTERS else 'points of strength'}" if counter.total > 1 else ""


def crowded(state: ThrustState, counter: Counter, place: Point) -> str:
    """Why a counter may not lie where others or ships do, in a sentence; empty if it may (hex/2.5)."""
    board = board_of(state.table)
    others: list[Counter | Ship] = [other for other in flying(state) if other.id != counter.id]
    ships = [ship for ship in state.ships.values() if ship.in_play]
    there = next((one for one in others + ships if within(board.distance(one.at, place), 0)), None)
    return f"{there.name} lies there; only at their launch do counters share a hex" if there else ""


def huddled(state: ThrustState, place: Point, kinds: Sequence[str]) -> str:
    """Why counters of these kinds may not be launched together from a place, with what has been launched there before.

    Where pieces share no hex, several missiles may at their launch, or one of them and a group of fighters (hex/2.5/launches).
    """
    board = board_of(state.table)
    there = [other.kind for other in flying(state) if within(board.distance(other.at, place), 0)]
    fighters = [*there, *kinds].count(FIGHTERS)
    if fighters > 1:
        return "two groups of fighters never share a hex"
    if fighters and len(there) + len(kinds) > 2:
        return "a group of fighters shares a hex with one missile, not with more"
    return ""


def move(
    state: ThrustState, umpire: Umpire, counter: Counter, path: tuple[Point, ...], facing: int, rule: str, said: str = ""
) -> Counter:
    """Move a counter along a path, place by place, and tell of it."""
    board = board_of(state.table)
    far = sum(board.distance(a, b) for a, b in pairwise(path))
    moved = changed(state, counter, at=path[-1], course=facing, facing=facing, velocity=round(far), flown=counter.flown + far)
    if far:
        courses = tuple(_course(a, b, facing) for a, b in pairwise(path))
        umpire.tell(
            Event("move", rule, f"{{{counter.id}}} moves {board.format_distance(far)}", who=counter.id, reason=said, path=path,
                  facings=courses, at=path[-1])
        )  # fmt: skip
    return moved


def _course(a: Point, b: Point, otherwise: int) -> int:
    """The clock point nearest to a leg of a path."""
    return nearest_course(bearing(a, b)) if a != b else otherwise


def shot_at(state: ThrustState, umpire: Umpire, counter: Counter, points: int, rule: str) -> Counter:
    """A counter loses craft, or points of strength; with the last of them it is gone."""
    after = changed(state, counter, count=max(0, counter.count - points))
    return lose(state, umpire, after, "shot down", rule) if after.count == 0 else after


def lose(state: ThrustState, umpire: Umpire, counter: Counter, reason: str, rule: str) -> Counter:
    """A counter is gone; a ship of which all craft are gone has nothing left in that hangar."""
    after = changed(state, counter, removed_reason=reason)
    home = state.ships.get(counter.home)
    if home is not None and counter.kind == FIGHTERS:
        home.spent.add(counter.mount)
    umpire.tell(Event("lost", rule, f"{{{counter.id}}} is {reason}", whom=counter.id, result=reason, tone="bad", at=counter.at))
    return after


# -- drawing -------------------------------------------------------------------------------------------------------------


def token(counter: Counter, note: str = "") -> Token:
    """A counter as the board draws it."""
    lost = counter.total - counter.count if counter.total > 1 else 0
    letter = (counter.mode or counter.kind)[0].upper()
    return Token(counter.id, counter.side, counter.at, SHAPES[counter.kind], counter.facing, counter.count, lost, letter,
                 counter.name, note)  # fmt: skip
