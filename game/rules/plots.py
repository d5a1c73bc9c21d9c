"""Plotted movement: the notation of orders and what thrust allows (full-thrust-base/1.3, 2.1 to 2.7).

`allowance` and `fault` are plain functions that every plotted game calls; `Plot` is the order they serve. Flying it is
`flying`'s work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from game.board.table import span, within
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.hull import Ship

B = "full-thrust-base"
House = Mapping[str, Any]
HALF_CIRCLE = 6  # clock points
SQUADRON, ESCORTS = 4, 6  # ships that keep formation; escorts of one capital ship (2.7)
Legs = tuple[int, ...]  # signed clock points, port negative: () straight, one turn, or two opposite turns

_ITEM = re.compile(
    r"""(?P<roll>ROLL\b|R\b) | RAM\s+(?P<ram>[\w-]+) | WITH\s+(?P<follow>[\w-]+)
    | (?P<after>[PS])\s*(?P<many>\d+) | \+?\s*(?P<few>\d+)\s*(?P<before>[PS])(?!\d) | (?P<bare>[PS])(?![\w])
    | (?P<dv>[+-]\s*\d+) | (?P<gap>[\s,]+|\+(?=\s*[PSR]))""",
    re.X | re.I,
)
# a number in front is the old velocity where letter and points follow it, and before `: new velocity` it always is
_OLD = re.compile(r"^\s*(?:VEL\s*(\d+)\s*,?\s*ORDER\b|(\d+)(?=\s*[PS]\d+(?!\d|\s*[PS])))", re.I)
_BOTH = re.compile(r"^\s*()(\d+)(?=\s*(?:$|[+-]|R|[PS]\s*\d))", re.I)
_NEW = re.compile(r"(?:(:)\s*|,?\s*VEL\s*)(\d+)\s*$", re.I)


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
        text = text.replace("−", "-")  # as print sets it
        was, becomes, rest = _velocities(text)
        found: dict[str, Any] = {"legs": (), "was": was, "becomes": becomes}
        if rest.strip() in ("", "0", "+0", "-0"):
            return cls(by, **found)
        place = 0
        while place < len(rest):
            item = _ITEM.match(rest, place)
            if item is None:
                what = f"“{rest[place:].strip()}” in “{text}”" if rest[place:].strip() != text.strip() else f"“{text}” as a plot"
                raise Unreadable(f"cannot read {what}", f"{B}/1.3")
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
        friends = (other.id for other in state.fleet(ship.side) if other.id != ship.id)
        return {
            "legs": turns(ship, state.house, beyond=1),
            "dv": range(-ship.thrust, ship.thrust + 1),
            "roll": (False, True),
            "ram": ("", *(other.id for other in state.enemies(ship.side))),
            "follow": ("", *(friends if stations(state) else ())),
        }

    def fields(self, state: State) -> tuple[Field, ...]:
        """Turn, speed and roll; ramming; and a leader where squadrons are played."""
        rows = (Field("legs", "Turn"), Field("dv", "Speed", "stepper"), Field("roll", "Roll", "switch"))
        station = (Field("follow", "Keep station on", "pick"),) if stations(state) else ()
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
    new = _NEW.search(text)
    rest = text[: new.start()] if new else text
    old = (_BOTH if new and new[1] else _OLD).search(rest) or _OLD.search(rest)
    return int(old[1] or old[2]) if old else None, int(new[2]) if new else None, rest[old.end() if old else 0 :]


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
    """Thrust points that may turn the ship: half, but 1 at least; all of an advanced drive (full-thrust-base/2.1).

    Half of an odd thrust is rounded down, or up by option.
    """
    if thrust <= 0 or advanced:
        return max(0, thrust)
    return (thrust + 1) // 2 if house["odd_thrust_turn"] == "up" else max(thrust // 2, 1)


@cache
def slip_legs(most: int, habit: str) -> tuple[Legs, ...]:
    """Every side-slip within an allowance: free, or with the first leg half of all points rounded down (2.2)."""
    pairs = [(a, b) for a in range(1, most) for b in range(1, most - a + 1)]
    if habit == "off":
        return ()
    if habit == "even":
        pairs = [(a, b) for a, b in pairs if a == (a + b) // 2]
    return tuple((sign * a, -sign * b) for a, b in pairs for sign in (-1, 1))


def steers(ship: Ship) -> bool:
    """Has a ship anything to order: a drive that works, and control of it (full-thrust-base/2.1, 5.4)?"""
    return ship.thrust > 0 and ship.clock("bridge") is None


def turns(ship: Ship, house: House, beyond: int = 0) -> list[Legs]:
    """Every turn and side-slip within the ship's allowance, turns also so many points beyond it; at rest all courses (2.3)."""
    most = allowance(ship.thrust, ship.design.advanced, house)
    wide = max(most + beyond, HALF_CIRCLE if may_spin(ship, house) else 0)
    single: list[Legs] = [(n,) if n else () for n in range(-wide, wide + 1)]
    return [*single, *slip_legs(most, house["sideslip"])]


def may_spin(ship: Ship, house: House) -> bool:
    """May the ship, at rest with a drive that works, turn on the spot (full-thrust-base/2.3)?"""
    return bool(house["stationary_spin"]) and ship.velocity == 0 and ship.thrust > 0


def spins(ship: Ship, plot: Plot, house: House) -> bool:
    """Does the order turn a ship at rest on the spot, free of thrust (full-thrust-base/2.3)?"""
    return len(plot.legs) == 1 and not plot.dv and not plot.roll and may_spin(ship, house)


def fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
    """Why the ship cannot fly the order, or None (full-thrust-base/2.1 to 2.6)."""
    thrust, most = ship.thrust, allowance(ship.thrust, ship.design.advanced, house)
    if ship.clock("bridge") is not None and plot.spent:
        return Illegal(f"{ship.name} is out of control and flies straight on", f"{B}/5.4/bridge")
    if len(plot.legs) == 2 and plot.legs not in slip_legs(max(most, sum(map(abs, plot.legs))), house["sideslip"]):
        return Illegal(_SLIPS[house["sideslip"]], f"{B}/2.2/side-slip")
    if spins(ship, plot, house):
        far = abs(plot.legs[0]) > HALF_CIRCLE
        return Illegal("six points to either side reach every course", f"{B}/2.3") if far else None
    if thrust == 0 and plot.spent:
        return Illegal(f"{ship.name}'s drive is dead: she drifts straight on", f"{B}/2.4")
    if plot.turning > most:
        return Illegal(f"only {most} thrust may turn {ship.name}", f"{B}/2.1")
    if plot.spent > thrust:
        return Illegal(f"{plot.spent} thrust asked, {ship.name} has {thrust}", f"{B}/2.1")
    if ship.velocity + plot.dv < 0:
        return Illegal(f"velocity {ship.velocity}{plot.dv:+d}: no ship flies backwards", f"{B}/2.1")
    if house["slow_turn"] and thrust == 1 and ship.turned and plot.legs:
        return Illegal(f"{ship.name} turned last turn and may not turn again", f"{B}/2.1")
    return None


def habits(house: House) -> tuple[Any, ...]:
    """The house rules that `fault` looks at."""
    return house["odd_thrust_turn"], house["sideslip"], house["stationary_spin"], house["slow_turn"]


_SLIPS = {
    "off": "side-slips are not played in this battle",
    "even": "the first leg of a side-slip is half of its points, rounded down",
    "free": "the two legs of a side-slip turn opposite ways",
}


def _ram_fault(state: State, ship: Ship, ram: Id) -> Illegal | None:
    """A ram needs a living enemy, a crew in control and a drive that works (full-thrust-base/6.17, 2.4)."""
    if not ram:
        return None
    if ship.clock("bridge") is not None:
        return Illegal(f"{ship.name} is out of control and rams nobody", f"{B}/5.4/bridge")
    if ship.thrust == 0:
        return Illegal(f"{ship.name}'s drive is dead: she drifts and rams nobody", f"{B}/2.4")
    target = state.ships.get(ram)
    if target is None or not target.in_play:
        return Illegal(f"there is no ship “{ram}” to ram", f"{B}/6.17")
    return Illegal("only an enemy may be rammed", f"{B}/6.17") if target.side == ship.side else None


def _station_fault(state: State, ship: Ship, plot: Plot) -> Illegal | None:
    """Squadrons: same drive, course and velocity, within 6 MU, and an order the weakest drive can fly (2.7)."""
    rule = f"{B}/2.7"
    if not plot.follow and not stations(state):
        return None
    behind = followers(state, ship)
    if not plot.follow:
        return next((why for other in behind if (why := fault(other, plot, state.house))), None)
    leader = state.ships.get(plot.follow)
    if not stations(state):
        return Illegal("squadrons are not played in this battle", rule)
    if leader is None or leader.side != ship.side or leader.id == ship.id or not leader.in_play:
        return Illegal(f"{ship.name} cannot keep station on “{plot.follow}”", rule)
    if behind:
        return Illegal(f"{behind[0].name} keeps station on {ship.name}, who leads and cannot follow", rule)
    if plot.spent:
        return Illegal("a ship that keeps station has no movement order of her own", rule)
    if crowd := _too_many(leader, [ship, *(other for other in followers(state, leader) if other is not ship)]):
        return Illegal(crowd, rule)
    if not within(span(ship.at, leader.at), 6) or (ship.course, ship.velocity) != (leader.course, leader.velocity):
        return Illegal(f"{ship.name} must be within 6 MU of {leader.name} on her course and velocity", rule)
    if ship.design.advanced != leader.design.advanced:
        return Illegal("standard and advanced drives do not keep station together", rule)
    ordered = state.sealed.get(leader.id)
    if isinstance(ordered, Plot) and ordered.follow:
        return Illegal(f"{leader.name} keeps station herself", rule)
    return fault(ship, ordered, state.house) if isinstance(ordered, Plot) else None


def stations(state: State) -> bool:
    """Are squadrons played in this battle (full-thrust-base/2.7)?"""
    return bool(state.house["squadrons"])


def followers(state: State, leader: Ship) -> list[Ship]:
    """The ships that have sealed an order to keep station on another (full-thrust-base/2.7)."""
    return [state.ships[key] for key, one in state.sealed.items() if isinstance(one, Plot) and one.follow == leader.id]


def _too_many(leader: Ship, behind: list[Ship]) -> str:
    """A squadron is four ships at most, or one capital ship and six escorts (full-thrust-base/2.7)."""
    if len(behind) < SQUADRON:
        return ""
    if leader.design.size != "capital" or any(other.design.size != "escort" for other in behind):
        return f"{leader.name}'s squadron is full: {SQUADRON} ships fly together, or a capital ship with {ESCORTS} escorts"
    return f"{leader.name} leads {ESCORTS} escorts already" if len(behind) > ESCORTS else ""


# -- what is flown -------------------------------------------------------------------------------------------------------


def going(state: State, plot: Plot) -> Plot:
    """What a ship does on an order: her own, or, keeping station, what her leader flies (full-thrust-base/1.3, 2.7)."""
    if plot.follow:
        leader, led = state.ships.get(plot.follow), state.sealed.get(plot.follow)
        flying = flown(leader, led, state.house) if leader and isinstance(led, Plot) else Plot(plot.follow)
        plot = Plot(plot.by, flying.legs, flying.dv, flying.roll, plot.ram)
    return flown(state.ships[plot.by], plot, state.house)


def flown(ship: Ship, plot: Plot, house: House) -> Plot:
    """The order as it is flown: what the ship cannot do is flown straight on, or cut to fit (full-thrust-base/1.3)."""
    if fault(ship, plot, house) is None:
        return plot
    coast = Plot(plot.by, ram=plot.ram)
    if house["illegal_order"] != "clip" or not steers(ship):
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
