"""Plotted movement: the notation of orders and what thrust allows (full-thrust-base/1.3, 2.1 to 2.7).

`allowance` and `fault` are plain functions that every plotted game calls; `Plot` is the order they serve. Flying it is
`flying`'s work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from game.board.table import span, within
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.hull import Ship

B = "full-thrust-base"
House = Mapping[str, Any]
Legs = tuple[int, ...]  # signed clock points, port negative: () straight, one turn, or two opposite turns

_ITEM = re.compile(
    r"""(?P<roll>ROLL\b|R\b) | RAM\s+(?P<ram>[\w-]+) | WITH\s+(?P<follow>[\w-]+)
    | (?P<after>[PS])\s*(?P<many>\d+) | \+?\s*(?P<few>\d+)\s*(?P<before>[PS])(?!\d) | (?P<bare>[PS])(?![\w])
    | (?P<dv>[+-]\s*\d+) | (?P<gap>[\s,]+|\+(?=\s*[PSR]))""",
    re.X | re.I,
)
_OLD = re.compile(r"^\s*(?:VEL\s*(\d+)\s*,?\s*ORDER\b|(\d+)(?=\s*[PS]\s*\d))", re.I)
_NEW = re.compile(r"(?::\s*|,?\s*VEL\s*)(\d+)\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Plot(Order):
    """One ship's movement for a turn: turns, change of velocity (MU), a roll, a ram, or a leader to keep station on.

    `was` and `becomes` are velocities a player may write down besides; they are checked and otherwise ignored.
    """

    gesture: ClassVar[str] = "plot"
    legs: Legs = ()
    dv: int = 0
    roll: bool = False
    ram: Id = ""
    follow: Id = ""
    was: int | None = field(default=None, compare=False)
    becomes: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        slip = len(self.legs) == 2
        turns = "+".join(("P" if n < 0 else "S") + ("" if slip and abs(n) == 1 else str(abs(n))) for n in self.legs)
        words = [turns + (f"{self.dv:+d}" if self.dv else "")]
        words += ["ROLL"] * self.roll + [f"RAM {self.ram}"] * bool(self.ram) + [f"WITH {self.follow}"] * bool(self.follow)
        return " ".join(word for word in words if word) or "0"

    @classmethod
    def parse(cls, by: Id, text: str) -> Plot:
        """Read any of the written styles: `P3+3`, `3P+3`, `+3 P3`, `P+S+2`, `Vel 4, order +2,S1, Vel 6`, `8P2+4: 12`."""
        was, becomes, rest = _velocities(text)
        found: dict[str, Any] = {"legs": (), "was": was, "becomes": becomes}
        if rest.strip() in ("", "0", "+0", "-0"):
            return cls(by, **found)
        place = 0
        while place < len(rest):
            item = _ITEM.match(rest, place)
            if item is None:
                raise Unreadable(f"cannot read “{rest[place:].strip()}” in “{text}”", f"{B}/1.3")
            place = item.end()
            _add(found, item, text)
        return cls(by, **found)

    @property
    def turning(self) -> int:
        """Thrust points that come out of the turn allowance (full-thrust-base/2.1, 2.6)."""
        return sum(map(abs, self.legs)) + self.roll

    @property
    def spent(self) -> int:
        """Thrust points in all."""
        return self.turning + abs(self.dv)

    @property
    def plain(self) -> Plot:
        """The order without the velocities written beside it."""
        return self if self.was is None and self.becomes is None else replace(self, was=None, becomes=None)

    def domain(self, state: State) -> dict[str, Iterable[Any]]:
        """Turns one point beyond the allowance, so that the limit is seen; every change of velocity; roll; rams; leaders."""
        ship: Ship = state.ships[self.by]
        most = allowance(ship.thrust, ship.design.advanced, state.house)
        wide = 6 if ship.velocity == 0 and state.house["stationary_spin"] else min(6, max(1, most + 1))
        slips = slip_legs(most, state.house["sideslip"])
        friends = (other.id for other in state.fleet(ship.side) if other.id != ship.id)
        return {
            "legs": [(n,) if n else () for n in range(-wide, wide + 1)] + slips,
            "dv": range(-ship.thrust, ship.thrust + 1),
            "roll": (False, True),
            "ram": ("", *(other.id for other in state.enemies(ship.side))),
            "follow": ("", *(friends if state.house["squadrons"] else ())),
        }

    def fields(self, state: State) -> tuple[Field, ...]:
        """Turn, speed and roll; ramming; and a leader where squadrons are played."""
        rows = (Field("legs", "Turn"), Field("dv", "Speed", "stepper"), Field("roll", "Roll", "switch"))
        station = (Field("follow", "Keep station on", "pick"),) if state.house["squadrons"] else ()
        return (*rows, Field("ram", "Ram", "pick"), *station)

    def word(self, name: str, value: Any) -> str:
        """P2, 0, P+S, +3."""
        if name == "legs":
            return str(Plot(self.by, legs=value))
        return f"{value:+d}" if name == "dv" and value else str(value)

    def check(self, state: State) -> None:
        """Refuse what the ship cannot fly, unless such orders are written as on paper and judged when ships move."""
        ship: Ship = state.ships[self.by]
        if ship.side in state.ready:
            raise Illegal(f"{state.sides[ship.side].name} has locked its orders", f"{B}/1.4")
        if self.was is not None and self.was != ship.velocity:
            raise Illegal(f"{ship.name} moves at {ship.velocity}, not {self.was}", f"{B}/1.3")
        if self.becomes is not None and self.becomes != ship.velocity + self.dv:
            raise Illegal(f"{ship.velocity}{self.dv:+d} makes {ship.velocity + self.dv}, not {self.becomes}", f"{B}/1.3")
        for reason in (_ram_fault(state, ship, self.ram), _station_fault(state, ship, self)):
            if reason:
                raise reason
        if state.house["illegal_order"] == "refuse" and (wrong := fault(ship, self, state.house)):
            raise wrong

    def carry_out(self, state: State, umpire: Umpire) -> None:
        """Seal the order; it is flown when the ships move."""
        state.sealed[self.by] = self.plain


def _velocities(text: str) -> tuple[int | None, int | None, str]:
    old, new = _OLD.search(text), _NEW.search(text)
    rest = text[old.end() if old else 0 : new.start() if new else len(text)]
    return int(old[1] or old[2]) if old else None, int(new[1]) if new else None, rest


def _add(found: dict[str, Any], item: re.Match[str], text: str) -> None:
    """Put one item of the notation where it belongs; refuse a second of its kind."""
    side = item["after"] or item["before"] or item["bare"]
    if side:
        points = int(item["many"] or item["few"] or 1) * (-1 if side.upper() == "P" else 1)
        if len(found["legs"]) == 2 or (found["legs"] and found["legs"][0] * points > 0):
            raise Unreadable(f"“{text}” turns twice to the same side", f"{B}/1.3")
        found["legs"] += (points,) if points else ()
        return
    name = next((key for key in ("dv", "roll", "ram", "follow") if item[key]), "")
    if not name:
        return
    if name in found:
        raise Unreadable(f"“{text}” says the same thing twice", f"{B}/1.3")
    found[name] = int(item[name].replace(" ", "")) if name == "dv" else True if name == "roll" else item[name]


# -- what the drive allows ----------------------------------------------------------------------------------------------


def allowance(thrust: int, advanced: bool, house: House) -> int:
    """Thrust points that may turn the ship: half, but 1 at least; all of an advanced drive (full-thrust-base/2.1)."""
    if thrust <= 0 or advanced:
        return max(0, thrust)
    return (thrust + 1) // 2 if house["odd_thrust_turn"] == "up" else max(thrust // 2, 1)


def slip_legs(most: int, habit: str) -> list[Legs]:
    """Every side-slip within an allowance: free, or with the first leg half of all points rounded down (2.2)."""
    pairs = [(a, b) for a in range(1, most) for b in range(1, most - a + 1)]
    if habit == "off":
        return []
    if habit == "even":
        pairs = [(a, b) for a, b in pairs if a == (a + b) // 2]
    return [(sign * a, -sign * b) for a, b in pairs for sign in (-1, 1)]


def spins(ship: Ship, plot: Plot, house: House) -> bool:
    """Does the order turn a ship at rest on the spot, free of thrust (full-thrust-base/2.3)?"""
    at_rest = ship.velocity == 0 and not plot.dv and not plot.roll
    return bool(house["stationary_spin"]) and at_rest and len(plot.legs) == 1 and ship.thrust > 0


def fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
    """Why the ship cannot fly the order, or None (full-thrust-base/2.1 to 2.6)."""
    thrust, most = ship.thrust, allowance(ship.thrust, ship.design.advanced, house)
    if ship.clock("bridge") is not None and plot.spent:
        return Illegal(f"{ship.name} is out of control and flies straight on", f"{B}/5.4")
    if any(abs(n) > 6 for n in plot.legs):
        return Illegal("six points is a half circle: no ship turns further", f"{B}/1.2")
    if len(plot.legs) == 2 and plot.legs not in slip_legs(max(most, sum(map(abs, plot.legs))), house["sideslip"]):
        return Illegal(_SLIPS[house["sideslip"]], f"{B}/2.2/side-slip")
    if spins(ship, plot, house):
        return None
    if thrust == 0 and plot.spent:
        return Illegal(f"{ship.name}'s drive is dead: she drifts straight on", f"{B}/2.4")
    if plot.turning > most:
        return Illegal(f"only {most} thrust may turn {ship.name}", f"{B}/2.1")
    if plot.spent > thrust:
        return Illegal(f"{plot.spent} thrust asked, {ship.name} has {thrust}", f"{B}/2.1")
    if ship.velocity + plot.dv < 0:
        return Illegal(f"velocity {ship.velocity}{plot.dv:+d}: no ship flies backwards", f"{B}/2.1")
    if house["slow_turn"] and ship.design.thrust == 1 and ship.turned and plot.legs:
        return Illegal(f"{ship.name} turned last turn and may not turn again", f"{B}/2.1")
    return None


_SLIPS = {
    "off": "side-slips are not played in this battle",
    "even": "the first leg of a side-slip is half of its points, rounded down",
    "free": "the two legs of a side-slip turn opposite ways",
}


def _ram_fault(state: State, ship: Ship, ram: Id) -> Illegal | None:
    if not ram:
        return None
    target = state.ships.get(ram)
    if target is None or not target.in_play:
        return Illegal(f"there is no ship “{ram}” to ram", f"{B}/6.17")
    return Illegal("only an enemy may be rammed", f"{B}/6.17") if target.side == ship.side else None


def _station_fault(state: State, ship: Ship, plot: Plot) -> Illegal | None:
    """Squadrons: same drive, course and velocity, within 6 MU, and an order the weakest drive can fly (2.7)."""
    rule = f"{B}/2.7"
    if not plot.follow:
        behind = [state.ships[k] for k, o in state.sealed.items() if isinstance(o, Plot) and o.follow == ship.id]
        return next((why for other in behind if (why := fault(other, plot, state.house))), None)
    leader = state.ships.get(plot.follow)
    if not state.house["squadrons"]:
        return Illegal("squadrons are not played in this battle", rule)
    if leader is None or leader.side != ship.side or leader.id == ship.id or not leader.in_play:
        return Illegal(f"{ship.name} cannot keep station on “{plot.follow}”", rule)
    if plot.spent:
        return Illegal("a ship that keeps station has no movement order of her own", rule)
    if not within(span(ship.at, leader.at), 6) or (ship.course, ship.velocity) != (leader.course, leader.velocity):
        return Illegal(f"{ship.name} must be within 6 MU of {leader.name} on her course and velocity", rule)
    if ship.design.advanced != leader.design.advanced:
        return Illegal("standard and advanced drives do not keep station together", rule)
    ordered = state.sealed.get(leader.id)
    if isinstance(ordered, Plot) and ordered.follow:
        return Illegal(f"{leader.name} keeps station herself", rule)
    return fault(ship, ordered, state.house) if isinstance(ordered, Plot) else None


def flown(ship: Ship, plot: Plot, house: House) -> Plot:
    """The order as it is flown: what the ship cannot do is flown straight on, or cut to fit (full-thrust-base/1.3)."""
    if fault(ship, plot, house) is None:
        return plot
    coast = Plot(plot.by, ram=plot.ram)
    if house["illegal_order"] != "clip" or ship.thrust == 0 or ship.clock("bridge") is not None:
        return coast
    dv = max(-min(ship.thrust, ship.velocity), min(ship.thrust, plot.dv))
    left = min(ship.thrust - abs(dv), allowance(ship.thrust, ship.design.advanced, house))
    roll = plot.roll and left > 0
    left -= roll
    legs = []
    for n in plot.legs:
        cut = min(abs(n), left)
        left -= cut
        legs.append(cut if n > 0 else -cut)
    cut_plot = replace(coast, legs=tuple(n for n in legs if n), dv=dv, roll=roll)
    return cut_plot if fault(ship, cut_plot, house) is None else replace(cut_plot, legs=())
