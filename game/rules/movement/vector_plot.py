"""Vector movement: a ship keeps its motion, and thrust adds to it (full-thrust-base/3).

This module has the order and its notation; `vector_limits` has the limits of main drive and thrusters, and
`vector_flight` flies the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from game.core.display import Destination, Meter, Pose
from game.core.orders import Field, Id, Illegal, Order, OrderFields, Unreadable
from game.core.umpire import Umpire
from game.core.values import House, frozen
from game.rules.manoeuvres.archive import BY_CODE, suggest_manoeuvre
from game.rules.manoeuvres.cover.extreme import halved
from game.rules.manoeuvres.engines.emergency_thrust import record_new_order as written_again
from game.rules.manoeuvres.engines.emergency_thrust import too_much
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.framework.compatibility import code_of
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.movement import vector_flight
from game.rules.movement.notation import how_written, in_order, use_of, uses_written
from game.rules.movement.plot import RAM, ROLL, ram_fault
from game.rules.movement.thrust_limits import on_paper
from game.rules.movement.vector_limits import (
    ABOUT,
    PUSHES,
    ROLLS,
    RULE,
    SEQUENCES,
    TURNS,
    Step,
    flown_vector,
    one_pool,
    order_steps,
    pools,
    vector_fault,
    vector_manoeuvres,
)
from game.rules.ships.drive import Power
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


@frozen
class VectorPlot(MovementOrder):
    """One ship's movement for a turn, carried out item by item as written, with a ram and manoeuvres."""

    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        items = [*map(str, self.uses), *(code + (str(n) if n else "") for code, n in self.steps)]
        return ", ".join(items + [f"RAM {self.ram}"] * bool(self.ram)) or "0"

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return the order in words, for example `cloak 2, TP3, MD6, roll, ram Tinder`."""
        steps = ["roll" if code == "ROLL" else code + (str(n) if n else "") for code, n in self.steps]
        return ", ".join([*self.uses_in_words(state, names), *steps, *self.ram_in_words(names)]) or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> VectorPlot:
        """Parse `TP3, MD6, PS1`, with or without commas. A turn or push without a number is one of 1."""
        return cls(by, **_read(text))

    # -- wording -------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Clock points the bow turns, negative to port."""
        return sum(n if code == "TS" else -n for code, n in self.steps if code in TURNS)

    @property
    def burn(self) -> int:
        """Thrust points of the main drive."""
        return sum(n for code, n in self.steps if code == "MD")

    @property
    def push(self) -> Step | None:
        """The first push, or None."""
        return next((step for step in self.steps if step[0] in PUSHES), None)

    @property
    def roll(self) -> bool:
        """Return whether it rolls over."""
        return any(code == "ROLL" for code, _ in self.steps)

    @property
    def sequence(self) -> str:
        """The sequence of turn, burn and push, as far as it makes a difference."""
        places = {"D": self._place("MD"), "T": self._place(*TURNS), "P": self._place(*PUSHES)}
        early = {part: 0 <= places[part] < places["T"] for part in "DP"}
        if early["D"]:
            return "DPT" if early["P"] else "DTP"
        return "PTD" if early["P"] else "TDP"

    def _place(self, *codes: str) -> int:
        return next((index for index, (code, _) in enumerate(self.steps) if code in codes), -1)

    @property
    def moves(self) -> bool:
        """Return whether it orders anything but to drift."""
        return bool(self.steps or self.uses)

    @property
    def codes(self) -> list[str]:
        """The codes of its parts, as in the table of compatibility (manoeuvres/compatibility)."""
        turn, burn = any(code in (*TURNS, *PUSHES) for code, _ in self.steps), self.burn > 0
        return [*["T"] * turn, *["A"] * burn, *["R"] * self.roll, *map(code_of, self.uses)]

    @property
    def thrusters(self) -> int:
        """The thruster points it takes: one for a rotation, one for a roll, one for each MU of a push."""
        return sum(n if code in PUSHES else 1 for code, n in self.steps if code != "MD")

    def power_needed(self, house: House) -> Power:
        """Return the points it takes of the main drive and of the thrusters. In the second form the drive pays for
        both."""
        turned = self.thrusters + sum(use.manoeuvre.cost(use, house)[0] for use in self.uses)
        burnt = self.burn + sum(use.manoeuvre.cost(use, house)[1] for use in self.uses)
        return Power(burnt + turned if one_pool(house) else burnt, turned)

    def rated_power(self, ship: Ship, house: House) -> Power:
        """Return the points of the main drive and of the thrusters. The thrusters have half the rating, rounded down,
        or all of it for an advanced drive."""
        whole = ship.design.advanced or one_pool(house)
        return Power(ship.thrust, ship.thrust if whole else ship.thrust // 2)

    def driven(self, house: House) -> bool:
        """Return whether it uses the main drive, to burn or to jink."""
        return self.burn > 0 or any(use.manoeuvre.cost(use, house)[1] for use in self.uses)

    def trimmed(self, ship: Ship, house: House) -> VectorPlot:
        """Return as much of it, from its left, as drive and thrusters can pay for now. Manoeuvres with a price come
        last (checks)."""
        paid = [use for use in self.uses if any(use.manoeuvre.cost(use, house))]
        kept = replace(self, steps=(), uses=tuple(use for use in self.uses if use not in paid))
        for code, n in self.steps:
            longer = (replace(kept, steps=(*kept.steps, (code, m))) for m in range(n, 0 if n else -1, -1))
            kept = next((one for one in longer if vector_fault(ship, one, house) is None), kept)
        for use in paid:
            fewer = (kept.with_value(use.code, replace(use, n=m)) for m in range(use.n, 0, -1))
            kept = next((one for one in fewer if vector_fault(ship, one, house) is None), kept)
        return kept

    def halved(self, house: House) -> VectorPlot:
        steps = tuple((code, n // 2) for code, n in self.steps if n // 2)
        return replace(self, steps=steps, uses=halved(self.uses, house))

    # -- the form ------------------------------------------------------------------------------------------------------

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return every turn of the bow, burn and push, roll, rams, and the manoeuvres of vector movement."""
        ship = state.ships[self.by]
        given = pools(ship, self, state.house)
        most = 1 if one_pool(state.house) else given.turning
        return {
            "turn": range(1 - ABOUT, ABOUT + 1),
            "burn": range(given.thrust + 1),
            "push": (None, *((code, n) for code in PUSHES for n in range(1, most + 1))),
            "sequence": tuple(self._sequences()),
            "roll": (False, True),
            "ram": ("", *(other.id for other in state.enemies(ship.side))),
            **{one.code: one.offers(state, ship) for one in vector_manoeuvres(ship, state.house)},
        }

    def _sequences(self) -> list[str]:
        """Return the sequences that make a difference for this order."""
        parts = bool(self.turn), bool(self.burn), bool(self.push)
        mattering = {
            (True, True, True): SEQUENCES,
            (True, True, False): ("TDP", "DTP"),
            (True, False, True): ("TDP", "PTD"),
        }
        return list(mattering.get(parts, ("TDP",)))

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return fields for the bow, the push, the sequence if it matters, and the main drive with roll and ram."""
        first = (Field("sequence", "Sequence"),) if len(self._sequences()) > 1 else ()
        rows = (Field("turn", "Bow"), Field("push", "Push"), *first, Field("burn", "Drive", "stepper"))
        mine = vector_manoeuvres(state.ships[self.by], state.house)
        words = (one.field for one in mine)
        return (*rows, ROLL, RAM, *words)

    def value(self, name: str) -> object:
        return self.using(name) if name in BY_CODE else getattr(self, name)

    def with_value(self, name: str, value: object) -> VectorPlot:
        """Return the same order with another value of a field, its items in one of the four sequences."""
        if name == "ram":
            return replace(self, ram=str(value))
        if name in BY_CODE:
            kept = [use for use in self.uses if use.code != name] + (
                [value] if isinstance(value, ManoeuvreOrder) else []
            )
            return replace(self, uses=in_order(kept))
        held = {part: getattr(self, part) for part in ("turn", "burn", "push", "roll", "sequence")} | {name: value}
        return replace(self, steps=order_steps(**held))

    def label_for(self, name: str, value: object) -> str:
        """Return the label of a value, such as TP3, MD6, PS1 or turn first."""
        if name == "turn":
            turn = self.with_value(name, value).turn
            return f"T{'P' if turn < 0 else 'S'}{abs(turn)}" if turn else "T0"
        if name == "push":
            push = self.with_value(name, value).push
            return f"{push[0]}{push[1]}" if push else "P0"
        if name == "sequence":
            return SEQUENCES[str(value)]
        if name == "burn":
            return f"MD{value}" if value else "0"
        if name in BY_CODE:
            return value.in_words({}) if isinstance(value, ManoeuvreOrder) else "no"
        return Order.label_for(self, name, value)

    # -- effects -------------------------------------------------------------------------------------------------------

    def going(self, state: ThrustState) -> VectorPlot:
        return flown_vector(state.ships[self.by], self, state.house)

    def pose(self, state: ThrustState) -> Pose:
        return vector_flight.vector_pose(state, self)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every sensible destination of its ship, with its ram and manoeuvres."""
        return vector_flight.vector_destinations(state, self)

    def suggestion(self, state: ThrustState) -> VectorPlot | None:
        use = suggest_manoeuvre(state, state.ships[self.by])
        return VectorPlot(self.by, uses=(use,)) if use else None

    def meter(self, state: ThrustState) -> Meter:
        return vector_flight.vector_meter(state, self)

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: ThrustState) -> None:
        """Refuse an order that the ship cannot fly, unless illegal orders are allowed and checked as ships move, as on
        paper."""
        ship = state.ships[self.by]
        if beyond := too_much(state, ship, self):
            raise beyond
        if ship.heading is None and self.steps and all(code == "ROLL" for code, _ in self.steps):
            raise Illegal(ROLLS, "full-thrust-base/2.6")  # a roll has the same notation in both kinds of movement
        if ship.heading is None:
            words = f"{ship.name} does not move by vectors: turns are P and S, changes of speed + and -"
            raise Illegal(words, RULE, ("movement=vector",))
        if reason := ram_fault(state, ship, self.ram):
            raise reason
        if on_paper(state.house) == "refuse" and (wrong := vector_fault(ship, self, state.house)):
            raise wrong

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Seal the order, which is carried out when ships move."""
        state.sealed[self.by] = self
        written_again(state, state.ships[self.by])


# -- notation ----------------------------------------------------------------------------------------------------------


@cache
def _item() -> re.Pattern[str]:
    """Return the pattern of one item. It matches every manoeuvre, even those refused later."""
    return re.compile(
        rf"RAM\s+(?P<ram>[\w-]+) | {uses_written()} | (?P<roll>ROLL\b|R\b) | MD\s*(?P<burn>\d+)"
        r" | (?P<code>T[PS]|P[PSR])\s*(?P<n>\d*) | (?P<gap>[\s,]+|\+(?=\s*[A-Z]))",
        re.X | re.I,
    )


def _read(text: str) -> OrderFields:
    """Return the contents of a text: steps, ram, uses. Raise Unreadable if it is not in the notation."""
    found: OrderFields = {"steps": (), "ram": "", "uses": ()}
    place = 0 if text.strip() not in ("", "0") else len(text)
    while place < len(text):
        item = _item().match(text, place)
        if item is None:
            rest = text[place:].strip()
            told, rule = how_written(rest) or ("", RULE)
            raise Unreadable(f"cannot read “{rest}” as part of an order for vector movement{told}", rule)
        place = item.end()
        use = use_of(item)
        step = None if item["ram"] or use else _step(item)
        if (item["ram"] and found["ram"]) or (use and use.code in {one.code for one in found["uses"]}):
            raise Unreadable(f"“{text}” says the same thing twice", RULE)
        found["ram"] = item["ram"] or found["ram"]
        found["uses"] += (use,) if use else ()
        found["steps"] += (step,) if step else ()
    if text and not text.strip(" ,"):
        raise Unreadable(f"“{text}” orders nothing; to drift on is written 0", RULE)
    found["uses"] = in_order(found["uses"])
    return found


def _step(item: re.Match[str]) -> Step | None:
    """Return an item that moves the ship; None if it has no effect."""
    if item["roll"]:
        return "ROLL", 0
    code, n = ("MD", item["burn"]) if item["burn"] else ((item["code"] or "").upper(), item["n"] or "1")
    return (code, int(n)) if code and int(n) else None
