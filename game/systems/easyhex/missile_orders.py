"""Orders of missiles: their flight, and which of several ships they hit (hex/3.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from game.board.boards import board_of, path_of
from game.board.geometry import Point
from game.board.protocol import too_far
from game.core.display import Bend, Destination, Meter, Odds, Pose, Risk
from game.core.orders import Field, Id, Illegal, Order, Unreadable, name_after
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import counter_of, fresh, update_counter
from game.rules.counters.fighter_attack import Strike, in_reach
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.counters.odds import Strikes, attack_odds
from game.rules.counters.orders import Launch
from game.rules.counters.point_defence import REACH
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import mark_acted
from game.systems.easyhex.attacks import STRIKES, flight_risks
from game.systems.easyhex.missiles import FLIGHT, NOVA, RULE, flight, fly, lost_on, plasma_way

_TEXT = re.compile(r"STEER\s+(\d+)\s*(?:([SP])\s*(\d+)\s*)?\Z", re.I)


_LONGER = re.compile(r"STEER\s+[\dSP\s]+\Z", re.I)


@frozen
class Steer(Order):
    """A missile's flight: `steer 8` straight ahead, or `steer 5S3` for 5 hexes, a hex side to starboard and 3 more
    (hex/3.4)."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Steer"
    after: int = FLIGHT
    turn: int = 0

    def __post_init__(self) -> None:
        """Set `after` to 0 if there is no turn."""
        if not self.turn:
            object.__setattr__(self, "after", FLIGHT)

    def __str__(self) -> str:
        return (
            f"steer {self.after}{'S' if self.turn > 0 else 'P'}{FLIGHT - self.after}"
            if self.turn
            else f"steer {FLIGHT}"
        )

    @classmethod
    def parse(cls, by: Id, text: str) -> Steer:
        found = _TEXT.match(text.strip())
        if found is None and _LONGER.match(text.strip()):
            raise Unreadable("a missile turns one hex side, once in its flight", RULE)
        if found is None:
            raise Unreadable(f"“{text}” is no flight of a missile, such as steer 8 or steer 5S3", RULE)
        before, after = int(found[1]), int(found[3] or 0)
        if before + after != FLIGHT:
            raise Unreadable(f"a missile flies {FLIGHT} hexes, not {before + after}", RULE)
        return cls(by, before, (1 if found[2].upper() == "S" else -1) if found[2] else 0)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return turns to port and starboard and straight on, after any number of hexes."""
        return {"turn": (-1, 1, 0), "after": range(FLIGHT + 1)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return Field("turn", "Turn", rule=RULE), Field("after", "After hexes", "stepper", RULE)

    def label_for(self, name: str, value: object) -> str:
        return {-1: "P", 0: "straight", 1: "S"}[self.with_value(name, value).turn] if name == "turn" else str(value)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the chances of the flight if all ships stay where they are."""
        if self.by not in state.counters:
            return ()
        counter = counter_of(state, self.by, Missile, RULE)
        return flight_risks(state, counter, state.posed({self.by: self.pose(state)}), flight(counter, self)[0])

    def meter(self, state: ThrustState) -> Meter:
        """Return a full meter: a missile always flies its whole distance."""
        age = f"age {counter_of(state, self.by, Missile, RULE).age}"
        return Meter(FLIGHT, ((FLIGHT, "flight", "solid"),), age, RULE, "flight")

    def pose(self, state: ThrustState) -> Pose:
        counter = state.counters[self.by]
        cells, facing = flight(counter, self)
        path: tuple[Point, ...] = path_of(cells)
        bends = (Bend(path[self.after], counter.facing, facing, "P" if self.turn < 0 else "S"),) if self.turn else ()
        return Pose(path[-1], facing, facing, 0, path=path, bends=bends)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every flight: straight on, and a turn to either side after any number of hexes; empty for a ship."""
        if self.by not in state.counters:
            return ()
        counter = state.counters[self.by]
        found = []
        for steer in every_flight(self.by):
            cells, facing = flight(counter, steer)
            path = path_of(cells)
            found.append(Destination(steer, path, path[-1], facing, facing, steer.after, steer.turn))
        return tuple(found)

    def check(self, state: ThrustState) -> None:
        counter_of(state, self.by, Missile, RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Fly the missile. Obstacles and the edge of the table end the flight."""
        counter = state.counters[self.by]
        mark_acted(state, counter.id)
        cells, facing = flight(counter, self)
        fly(state, umpire, counter, cells, facing, RULE, str(self))


def every_flight(key: Id) -> list[Steer]:
    """Return the flight straight on, and a turn to either side after any number of hexes."""
    return [Steer(key), *(Steer(key, after, turn) for turn in (-1, 1) for after in range(FLIGHT, -1, -1))]


@frozen
class Hit(Order):
    """The choice among ships in range that a missile hits: `hit vesper`."""

    input_mode: ClassVar[str] = "choose"
    target: Id = ""

    def __str__(self) -> str:
        return f"hit {self.target}"

    @classmethod
    def parse(cls, by: Id, text: str) -> Hit:
        if target := name_after(text, "hit"):
            return cls(by, target)
        raise Unreadable(f"“{text}” does not name a ship to hit, such as hit vesper", RULE)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        return {"target": tuple(ship.id for ship in in_reach(state, state.counters[self.by]))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("target", "Hit", rule=RULE),)

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the exact losses of the ship it names; empty if that ship cannot be hit."""
        return attack_odds(STRIKES, state, self.by, self.target, poses)

    def check(self, state: ThrustState) -> None:
        """Refuse a target that is not an enemy ship within 2 hexes, and nova plasma, which hits whatever is in its
        path."""
        plasma = isinstance(state.counters.get(self.by), Plasma)
        counter: Counter = counter_of(state, self.by, Plasma if plasma else Missile, RULE)
        ship = state.ships.get(self.target)
        if ship is None or not ship.in_play or (ship.side == counter.side and not plasma):
            raise Illegal(f"there is no enemy ship “{self.target}” to hit", RULE)
        if STRIKES[counter.kind](state, counter, ship):
            return
        if plasma:
            raise Illegal(f"{ship.name} is not in the way of {counter.name}", NOVA)
        board = board_of(state.table)
        far = too_far(board, board.distance(counter.at, ship.at), board.to_board_units(REACH))
        raise Illegal(f"{ship.name} is {far}", RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        mark_acted(state, self.by)
        update_counter(state, state.counters[self.by], target=self.target)


@frozen
class LaunchOrdnance(Launch):
    """Everything that one ship launches in a phase, including missiles and nova plasma."""

    strikes: ClassVar[Strikes] = STRIKES

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the launched missiles and warheads that are certain to be lost this turn."""
        lost = self._lost(state)
        count = "all" if len(lost) == len(self.mounts) > 1 else str(len(lost)) if len(self.mounts) > 1 else "it"
        be = "is" if count in ("it", "1") else "are"
        return (Risk("Launch", f"{count} {be} {lost[0]}, however flown", 1.0, "bad", RULE),) if lost else ()

    def confirms(self, state: ThrustState) -> bool:
        """Return whether something launched is certain to be lost."""
        return bool(self._lost(state))

    def _lost(self, state: ThrustState) -> list[str]:
        """Return a reason for each of its missiles and warheads that is certain to be lost on its next flight."""
        ship = state.ships.get(self.by)
        sent = [fresh(state, ship, mount) for mount in ship.design.mounts if mount.key in self.mounts] if ship else []
        return [reason for counter in sent if (reason := _sure_loss(state, counter))]


def _sure_loss(state: ThrustState, counter: Counter) -> str:
    """Return why a missile or nova plasma is lost on any next flight; empty if it need not be."""
    if isinstance(counter, Missile):
        reasons = [lost_on(state, flight(counter, steer)[0])[1] for steer in every_flight(counter.id)]
        return reasons[0] if all(reasons) else ""
    if isinstance(counter, Plasma):
        cells, met = plasma_way(state, counter)
        return "" if met else lost_on(state, cells)[1]
    return ""


# the order for an attack by each kind of counter
ATTACKS: dict[str, Callable[[Id, Id], Order]] = {Flight.kind: Strike, Missile.kind: Hit, Plasma.kind: Hit}
