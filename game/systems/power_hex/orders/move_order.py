"""The move of a ship: `+2 S@0`, `pivot S1 +1 pivot P1`, `+2NE hold`, `roll`, `launch gadfly` (power/4).

`S@3` declares a turn to starboard after three hexes, which takes effect later. `+2` pushes along the bow at that
moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.board.hexes import NAMES
from game.core.display import Destination, Meter, Pose
from game.core.orders import Field, Id, Illegal, Order, OrderFields, Prompt, Unreadable, in_names
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, next_piece, writing
from game.systems.power_hex.movement import hangars, reach
from game.systems.power_hex.movement.moving import declared_turns, move, roll_fault, toward
from game.systems.power_hex.movement.plan import MovePlan, burn_words, fault, most_speed
from game.systems.power_hex.ships.ship import PowerState

RULE = "power/4"
PIVOTS = ((), (1,), (-1,), (2,), (-2,), (3,), (1, -1), (-1, 1))
_WORD = re.compile(
    r"(?P<burn>[+-]\d{1,2})(?P<way>N|NE|SE|S|SW|NW)?\Z|(?P<hand>[PS])@(?P<at>\d{1,2})\Z|(?P<pivot>[PS])(?P<sides>\d)\Z",
    re.I,
)
_Turns = tuple[tuple[int, int], ...]


@frozen
class PowerMove(Order):
    """One ship's move. The fields are those of its plan; `roll` turns it over, and `launch` launches a flight."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Move"
    burn: int = 0
    towards: int | None = None
    pivots: tuple[int, ...] = ()
    first: int = 0
    turns: _Turns = ()
    hold: bool = False
    cancel: bool = False
    roll: bool = False
    launch: Id = ""

    def __str__(self) -> str:
        pivots = [f"pivot {_hand(n)}{abs(n)}" for n in self.pivots]
        way = NAMES[self.towards] if self.towards is not None else ""
        # a direction without a burn is refused, but can be written
        burn = [f"{self.burn:+d}{way}"] if self.burn or way else []
        words = [
            *pivots[: self.first],
            *burn,
            *pivots[self.first :],
            *(f"{_hand(hand)}@{at}" for at, hand in self.turns),
        ]
        words += [word for word, on in (("hold", self.hold), ("cancel", self.cancel), ("roll", self.roll)) if on]
        return " ".join([*words, *([f"launch {self.launch}"] if self.launch else [])]) or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> PowerMove:
        """Parse a move. Raise Unreadable for anything else."""
        found, words = OrderFields(), text.split()
        if words == ["0"]:
            return cls(by)
        if not words:
            raise Unreadable("a move is written as +1 S@0, or 0 to go straight on", RULE)
        while words:
            word = words.pop(0)
            low = word.lower()
            if low in ("hold", "cancel", "roll"):
                found[low] = True
            elif low == "launch" and words:
                found["launch"] = words.pop(0)
            else:
                _read(word, words, found)
        return cls(by, **found)

    @property
    def plan(self) -> MovePlan:
        return MovePlan(self.burn, self.towards, self.pivots, self.first, self.turns, self.hold, self.cancel)

    def by_plan(self, plan: MovePlan) -> PowerMove:
        return PowerMove(
            self.by,
            plan.burn,
            plan.towards,
            plan.pivots,
            plan.first,
            plan.turns,
            plan.hold,
            plan.cancel,
            self.roll,
            self.launch,
        )

    def with_value(self, name: str, value: object) -> PowerMove:
        """Return the order with another value. The burn comes after the first pivot. Without a burn its other fields
        are reset."""
        fields: OrderFields = {name: value}
        changed = replace(self, **fields)
        first = min(1, len(changed.pivots)) if changed.burn else 0
        return replace(changed, first=first, towards=changed.towards if changed.burn or name == "towards" else None)

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Return every burn the thrust could pay for, pivots, one turn more or changed, and other actions."""
        ship = state.ships[self.by]
        most = most_speed(ship, state.house)
        found: dict[str, Iterable[object]] = {
            "burn": range(-most, most + 1),
            "pivots": PIVOTS,
            "turns": self._turns(state),
        }
        if not ship.flight:
            found["roll"] = (False, True)
        if ship.design.gravitic:
            found |= {"towards": (None, *range(6)), "hold": (False, True)}
        if ship.carried[1]:
            found["cancel"] = (False, True)
        if hangars.flights_aboard(state, ship):
            found["launch"] = ("", *hangars.flights_aboard(state, ship))
        return found

    def _turns(self, state: PowerState) -> tuple[_Turns, ...]:
        """Return none, the present turns, one at each hex, and one more after the last."""
        speed = max(1, reach.speed_of(state.ships[self.by], self.plan))
        single = [((at, hand),) for at in range(speed) for hand in (-1, 1)]
        more = [
            (*self.turns, (at, hand))
            for at in range(speed)
            for hand in (-1, 1)
            if self.turns and at > self.turns[-1][0]
        ]
        return tuple(dict.fromkeys(((), self.turns, *single, *more)))

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        """Return fields for speed, direction, turns, pivots, and the rest."""
        ship = state.ships[self.by]
        found = [
            Field("burn", "Speed", "stepper", "power/4.1"),
            Field("turns", "Turn", "pick", "power/4.3"),
            Field("pivots", "Pivot", "pick", "power/4.4"),
        ]
        if not ship.flight:
            found.append(Field("roll", "Roll", "switch", "power/4.6", "Turn over: port and starboard change places"))
        if ship.design.gravitic:
            found += [
                Field("towards", "Push", "pick", "power/4.8"),
                Field("hold", "Hold the bow", "switch", "power/4.8"),
            ]
        if ship.carried[1]:
            found.append(Field("cancel", "Give up the turn", "switch", "power/4.3"))
        if hangars.flights_aboard(state, ship):
            found.append(Field("launch", "Launch", "pick", "power/10"))
        return tuple(found)

    def label_for(self, name: str, value: object) -> str:
        """Return a label, such as +2 or ±0, to port after 3 hexes, 60° to starboard, or SE."""
        after = self.with_value(name, value)
        if name == "burn":
            return f"{after.burn:+d}" if after.burn else "±0"
        if name == "turns":
            return ", ".join(_turn_words(at, hand) for at, hand in after.turns) or "none"
        if name == "pivots":
            return ", ".join(_pivot_words(n) for n in after.pivots) or "none"
        if name == "towards":
            return "bow" if after.towards is None else NAMES[after.towards]
        return Order.label_for(self, name, value)

    def in_words(self, state: PowerState, names: Mapping[Id, str]) -> str:
        """Return the move in words: `pivots 60° to starboard, speed +2, turns to port in hex 3`."""
        ship, pivots = state.ships[self.by], [f"pivots {_pivot_words(n)}" for n in self.pivots]
        words = [*pivots[: self.first], *filter(None, [burn_words(ship, self.plan)]), *pivots[self.first :]]
        words += declared_turns(ship, self.plan, state.house)
        besides = (
            (self.hold, "holds the bow"),
            (self.cancel, "gives up its turn"),
            (self.roll, "rolls"),
            (self.launch, f"launches {names.get(self.launch, self.launch)}"),
        )
        return ", ".join([*words, *(said for on, said in besides if on)]) or self.idle_words(state)

    def brief(self, state: PowerState) -> str:
        """Return the notation of the move, because in words it is too long for a row."""
        return str(in_names(self, state.names))

    # -- effects -------------------------------------------------------------------------------------------------------

    def pose(self, state: PowerState) -> Pose:
        return reach.pose(state, state.ships[self.by], self.plan)

    def destinations(self, state: PowerState) -> tuple[Destination, ...]:
        return reach.destinations(state, self)

    def meter(self, state: PowerState) -> Meter:
        return reach.meter(state, state.ships[self.by], self.plan)

    def idle_words(self, state: PowerState) -> str:
        ship = state.ships[self.by]
        hexes_on = "1 hex" if ship.velocity == 1 else f"{ship.velocity} hexes"
        return f"goes on {hexes_on}" if ship.velocity else "lies still"

    def check(self, state: PowerState) -> None:
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("ships move, one by one", RULE)
        if wrong := fault(ship, self.plan, state.house):
            raise wrong
        if not 0 <= self.first <= len(self.pivots) or (self.first and not self.burn):
            raise Illegal("a burn comes before or after a pivot", RULE)
        if self.towards is not None and not self.burn:
            raise Illegal("a push needs a change of speed", "power/4.8")
        if self.roll and (why := roll_fault(ship)):
            raise Illegal(why, "power/4.6")
        if (self.hold and not ship.design.gravitic) or (self.cancel and not ship.carried[1]):
            raise Illegal(
                "it has no turn to give up" if self.cancel else "only a gravitic drive holds the bow in a turn", RULE
            )
        if self.launch and (why := hangars.launch_fault(state, ship, self.launch)):
            raise Illegal(why, "power/10")

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Move the ship or, where moves are written, seal the order."""
        if written(state):
            state.sealed[self.by] = self
        else:
            self.fly(state, umpire)

    def fly(self, state: PowerState, umpire: Umpire) -> None:
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        move(state, umpire, ship, self.plan, self.roll)
        if self.launch:
            hangars.launch(state, umpire, ship, self.launch)


def _hand(n: int) -> str:
    return "P" if n < 0 else "S"


def _turn_words(at: int, hand: int) -> str:
    """Return a turn as declared: `to port, declared at once`, or `to starboard, declared after 3 hexes`."""
    return f"{toward(hand)}, declared " + (f"after {at} hex{'es' * (at > 1)}" if at else "at once")


def _pivot_words(sides: int) -> str:
    return f"{60 * abs(sides)}° to {'port' if sides < 0 else 'starboard'}"


def _read(word: str, words: list[str], found: OrderFields) -> None:
    """Read one word of the notation into the fields. A pivot takes the word after it too."""
    pivoting = word.lower() == "pivot" and bool(words)
    item = _WORD.match(words.pop(0) if pivoting else word)
    if item is None or bool(item["pivot"]) != pivoting:
        raise Unreadable(f"cannot read “{word}” as a move such as +1 S@0, pivot S1, roll", RULE)
    sign = -1 if (item["hand"] or item["pivot"] or "S").upper() == "P" else 1
    if item["pivot"]:
        found["pivots"] = (*found.get("pivots", ()), sign * int(item["sides"]))
    elif item["hand"]:
        found["turns"] = (*found.get("turns", ()), (int(item["at"]), sign))
    elif "burn" in found:
        raise Unreadable("speed is changed once in a round", RULE)
    else:
        found["burn"] = int(item["burn"])
        found["first"] = len(found.get("pivots", ())) if found["burn"] else 0  # a burn of nothing comes after no pivot
        if item["way"]:
            found["towards"] = NAMES.index(item["way"].upper())


# -- who moves ---------------------------------------------------------------------------------------------------------


def written(state: PowerState) -> bool:
    """Return whether moves are written together in secret, by house rule (power/4.9)."""
    return bool(state.house["plotted"])


def who_moves(state: PowerState) -> tuple[Prompt, ...]:
    """Return the ships and flights one by one, the lowest initiative first (power/2.1)."""
    return () if written(state) else next_piece(state)


def who_writes(state: PowerState) -> tuple[Prompt, ...]:
    """Return the sides that write moves in secret, for all their ships and flights."""
    return writing(state, {side: tuple(ship.id for ship in state.fleet(side)) for side in state.sides})


def begin_writing(state: PowerState, umpire: Umpire) -> None:
    """Start with nothing sealed and nobody locked."""
    state.sealed.clear()
    state.ready.clear()


def together(state: PowerState, umpire: Umpire) -> None:
    """Carry out written moves, the lowest initiative first. A ship without an order goes on as it is."""
    orders = dict(state.sealed)
    state.sealed.clear()
    while written(state) and (asked := next_piece(state)):
        (key,) = asked[0].ids
        order = orders.get(key)
        (order if isinstance(order, PowerMove) else PowerMove(key)).fly(state, umpire)
