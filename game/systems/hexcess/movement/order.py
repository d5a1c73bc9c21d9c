"""The move of a ship on hexes: its notation, and the limits of thrust (hex/2.3).

`f f S f f f +3`: forward, forward, one hex side to starboard, forward three times, then three faster. `turn S3 +3`: at
rest, three sides on the spot. `face +2`: the bow swings, the heading stays. `scroll N4` in front scrolls the map first
(hex/2.8).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from game.board.boards import board_of
from game.board.hexes import NAMES, Hex, step
from game.core.display import Destination, Meter, Pose, Risk
from game.core.orders import Field, Id, Illegal, Order, OrderFields, PathStep, Unreadable
from game.core.umpire import Umpire
from game.core.values import Value, frozen
from game.rules.hex import drifting_rocks
from game.rules.hex.helm import H, Step, base, heading, helmless, lies, limit, plotted, side_cost
from game.rules.ships import drive
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted
from game.systems.hexcess.movement import map_edges, reach, stacking
from game.systems.hexcess.movement.control import recovery
from game.systems.hexcess.movement.limits import Turns, fault
from game.systems.hexcess.movement.map_edges import as_scrolled, kept_scroll
from game.systems.hexcess.movement.moving import count_entered, fly
from game.systems.hexcess.movement.reach import pose

RULE = f"{H}/2.3"

_ITEM = re.compile(
    r"""SCROLL\s+(?P<side>NE|NW|SE|SW|N|S)\s*(?P<hexes>\d+) | TURN\s+(?P<hand>[PS])\s*(?P<sides>\d*)
    | FACE\s+(?P<face>[+-]?\d+) | (?P<dv>[+-]\s*\d+) | (?:(?P<many>\d+)\s*)?F(?!ACE) | (?P<turn>[PS])
    | (?P<gap>[\s,]+)""",
    re.X | re.I,
)


@frozen
class HexMove(Order):
    """One ship's move for a turn. `turns` has an entry for each hex entered, `spin` is a turn at rest, `face` one of
    the bow alone. `dv` takes effect after the last hex. `scroll` is a direction and a number of hexes."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Move"
    turns: Turns = ()
    dv: int = 0
    spin: int = 0
    face: int | None = None
    scroll: tuple[int, int] | None = None

    @property
    def shown_part(self) -> None:
        """Nothing: it lies face down until ships move."""

    def __str__(self) -> str:
        words = [f"scroll {NAMES[self.scroll[0]]}{self.scroll[1]}"] if self.scroll else []
        for n in self.turns:
            words += ["f"] + [_hand(n)] * abs(n)
        words += [f"turn {_hand(self.spin)}{abs(self.spin)}"] if self.spin else []
        words += [f"face {self.face:+d}"] if self.face is not None else []
        words += [f"{self.dv:+d}"] if self.dv else []
        return " ".join(words) or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> HexMove:
        """Parse `f f S f f f +3`, also run together or counted (`2f S 3f +3`), `turn S3 +3`, `face +2` or `0`. Raise
        Unreadable for anything else."""
        found, turns, place, early = OrderFields(), list[int](), 0, False
        if text.strip() == "0":
            return cls(by)
        while place < len(text):
            item = _ITEM.match(text, place)
            if item is None or item.end() == place:
                raise Unreadable(f"cannot read “{text[place:].strip()}” as a move such as “f f S f +1”", RULE)
            place = item.end()
            if item["turn"]:
                early = early or not turns
                turns[-1:] = [turns[-1] + (1 if item["turn"].upper() == "S" else -1)] if turns else []
                continue
            name, value = _read(item)
            if name == "f":
                turns += [0] * min(value, 100)
            elif name and name in found:
                raise Unreadable(f"“{text}” says the same thing twice", RULE)
            elif name:
                found[name] = value
        if early:
            raise Unreadable("a ship goes at least one hex forward before it turns", RULE)
        if not turns and not found:
            raise Unreadable("a move is written as “f f S f +1”, or 0 to go straight on", RULE)
        return cls(by, tuple(turns), **found)

    @property
    def moves(self) -> bool:
        return any(self.turns) or bool(self.dv or self.spin or self.face)

    def turning(self, velocity: int) -> int:
        """Return the thrust points for heading and facing (hex/2.3)."""
        return sum(map(abs, self.turns)) * side_cost(velocity) + abs(self.spin) + abs(self.face or 0)

    def cells(self, ship: Ship) -> tuple[Step, ...]:
        """Return the hexes that a ship enters by it, each with its heading after the turn there (hex/2.3)."""
        here, towards, found = lies(ship), heading(ship), []
        for n in self.turns or (0,) * ship.velocity:
            here = step(here, towards)
            towards = (towards + n) % 6
            found.append((here, towards))
        return tuple(found)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return one turn more or changed, every change of velocity, and every side; where maps scroll, every
        distance."""
        ship = state.ships[self.by]
        speeds = range(-min(ship.velocity, ship.thrust), ship.thrust + 1)
        scrolls = {"scroll": (None, *map_edges.scrolls(state, ship, self))} if map_edges.scrolling(state) else {}
        if ship.velocity == 0:
            return {"spin": range(-3, 4), "dv": speeds, **scrolls}
        return {"turns": self._bent(ship.velocity), "dv": speeds, "face": (None, -1, 1, -2, 2, -3, 3), **scrolls}

    def _bent(self, velocity: int) -> tuple[Turns, ...]:
        """Return straight on, the present turns, and every other turn after one of the hexes."""
        now = self.turns if len(self.turns) == velocity else (0,) * velocity
        other = [(*now[:i], n, *now[i + 1 :]) for i in range(velocity) for n in (-1, 1) if now[i] != n]
        return ((), *((now,) if any(now) else ()), *other)

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return fields for turns and velocity, for the bow if it can swing, and for the map if it scrolls."""
        ship = state.ships[self.by]
        speed = Field("dv", "Velocity next turn", "stepper", RULE)
        scroll = (Field("scroll", "Scroll", "pick", f"{H}/2.8"),) if map_edges.scrolling(state) else ()
        if ship.velocity == 0:
            return (Field("spin", "Turn on the spot", rule=RULE), speed, *scroll)
        turns = Field("turns", "Turns", "steps", RULE, steps=self._steps(ship))
        return (turns, speed, Field("face", "Facing", "pick", RULE), *scroll)

    def _steps(self, ship: Ship) -> tuple[PathStep, ...]:
        """Return a step for each hex entered, with the cost of its turn."""
        now, price = self.turns or (0,) * ship.velocity, f"{side_cost(ship.velocity)} TP"
        found = []
        for i, n in enumerate(now):
            others = [(*now[:i], m, *now[i + 1 :]) for m in (-1, 0, 1)]
            words = (_hand(n), price) if n else ("F", "free")
            found.append(PathStep(*words, tuple(other if any(other) else () for other in others), n != 0))
        return tuple(found)

    def label_for(self, name: str, value: object) -> str:
        """Return a label, such as S3 (a side to starboard after the third hex), P2 (two sides on the spot) or +1."""
        after = self.with_value(name, value)
        if name == "turns":
            return after._turn_words(self.turns)
        if name == "spin":
            return f"{_hand(after.spin)}{abs(after.spin)}" if after.spin else "0"
        if name == "scroll":
            return f"{NAMES[after.scroll[0]]}{after.scroll[1]}" if after.scroll else "no"
        if name == "dv" and not value:
            return "±0"
        return f"{value:+d}" if value else "0"

    def _turn_words(self, before: Turns) -> str:
        """Return words for the turns that differ from `before`, or for all of them."""
        turns = self.turns
        if not any(turns):
            return "straight"
        now = before if len(before) == len(turns) else (0,) * len(turns)
        new = [(i, n) for i, n in enumerate(turns, 1) if n != now[i - 1]] or [
            (i, n) for i, n in enumerate(turns, 1) if n
        ]
        return " ".join(f"{_hand(n)}{i}" for i, n in new)

    # -- effects -------------------------------------------------------------------------------------------------------

    def pose(self, state: ThrustState) -> Pose:
        return reach.pose(state, self)

    def idles_only(self, state: ThrustState) -> bool:
        return self.by in state.ships and helmless(state.ships[self.by])

    def idle_words(self, state: ThrustState) -> str:
        return drive.idle_words(state.ships[self.by], self.pose(state), board_of(state.table))

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every destination of its ship: hex, heading and facing, with every velocity for next turn."""
        return reach.destinations(state, self)

    def paths(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every path with at most one side turned in each hex."""
        return paths(state, self)

    def meter(self, state: ThrustState) -> Meter:
        return reach.meter(state, self)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the risks on the way and in the last hex."""
        return risks(state, self)

    def check(self, state: ThrustState) -> None:
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("ships move, one by one", f"{H}/2.2")
        if wrong := fault(ship, self) or map_edges.scroll_fault(state, ship, self):
            raise wrong

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Move the ship or, where moves are written, seal the order."""
        order = self if any(self.turns) else replace(self, turns=())  # drop a list of zeros
        if plotted(state):
            state.sealed[self.by] = order
            return
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        fly(state, umpire, ship, order)
        stacking.set_down(state, umpire, (ship.id,))


def _hand(n: int) -> str:
    return "P" if n < 0 else "S"


def _read(item: re.Match[str]) -> tuple[str, Value]:
    """Return one item of the notation as a field and its value. Forward is f."""
    if item["side"]:
        return "scroll", (NAMES.index(item["side"].upper()), int(item["hexes"]))
    if item["hand"]:
        return "spin", int(item["sides"] or 1) * (-1 if item["hand"].upper() == "P" else 1)
    if item["face"]:
        return "face", int(item["face"])
    if item["dv"]:
        return "dv", int(item["dv"].replace(" ", ""))
    return ("", None) if item["gap"] else ("f", int(item["many"] or 1))


# -- limits of the drive -----------------------------------------------------------------------------------------------


def straight(ship: Ship) -> HexMove:
    """Return the order to go straight on."""
    return HexMove(ship.id)


def paths(state: ThrustState, draft: HexMove) -> tuple[Destination, ...]:
    """Return every path with at most one side turned in each hex, for the draft's change of velocity. If turning leaves
    too little thrust for that, the change is as great as possible. A ship at rest, out of control or swinging its bow
    has only one path."""
    ship = state.ships[draft.by]
    if ship.velocity == 0 or helmless(ship):
        return ()
    cost = side_cost(ship.velocity)
    return tuple(_destination(state, ship, draft, turns, cost) for turns in bends(ship.velocity, limit(ship) // cost))


def bends(hexes: int, most: int) -> Iterator[Turns]:
    """Yield every sequence of turns to port (-1), none (0) and to starboard (1), with at most `most` turns."""
    if not hexes:
        yield ()
        return
    for n in (0, -1, 1) if most else (0,):
        yield from ((n, *rest) for rest in bends(hexes - 1, most - abs(n)))


def _destination(state: ThrustState, ship: Ship, draft: HexMove, turns: Turns, cost: int) -> Destination:
    left = ship.thrust - cost * sum(map(abs, turns))
    dv = max(-left, -ship.velocity, min(left, draft.dv))
    order = kept_scroll(state, type(draft)(ship.id, turns if any(turns) else (), dv, scroll=draft.scroll))
    there = pose(state, order)
    lane = (there.at, there.course, there.facing)
    end = there.at, there.course, there.facing, there.velocity
    return Destination(order, there.path, *end, lane, left=left - abs(dv), turns=turns)


def risks(state: ThrustState, order: HexMove) -> tuple[Risk, ...]:
    """Return the risks of the last hex (hex/2.4, 2.5). They are ships and bases for which the ship may have to make
    room, and whether it recovers control."""
    ship, state = state.ships[order.by], as_scrolled(state, kept_scroll(state, order))
    way = order.cells(ship)
    count, planet = count_entered(state, ship, way)
    if planet or count < len(way):
        return recovery(ship)
    end = way[-1][0] if way else lies(ship)
    return (*_roll_off_risk(state, ship, end), *_run_into(state, ship, end), *recovery(ship))


def _roll_off_risk(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """Return the exact chance of the roll-off for a hex as it is occupied now."""
    other = stacking.occupant(state, end, ship.id)
    return (_gives_way(ship, other, "Hex taken"),) if isinstance(other, Ship) else ()


def _run_into(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """Return the base that will reach the last hex when bases move at the end of the turn."""
    other = drifting_rocks.comer(state, end)
    return (_gives_way(ship, other, "End of turn"),) if isinstance(other, Ship) and other is not ship else ()


def _gives_way(ship: Ship, other: Ship, when: str) -> Risk:
    gives = Fraction(1) if base(other) else stacking.beats(ship.thrust, other.thrust)
    return Risk(when, f"gives way to {other.name}", float(gives), "plain", stacking.RULE)
