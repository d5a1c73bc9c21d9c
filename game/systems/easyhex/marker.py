"""The plot of Easier HexThrust: a pivot and a change of speed, by one marker for a ship or a whole flotilla (hex/3.2).

`fault` says what a ship, or the flotilla she is in, cannot plot; `flown` is what becomes of a plot that cannot be flown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from string import ascii_uppercase
from typing import Any, ClassVar

from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.state import State
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.movement.thrust_limits import cut_to_fit, on_paper, steers
from game.rules.ships.ship import FLOTILLA, House, Ship
from game.systems.easyhex.ratings import RULE, change, credited, sides, top

MOST = 2  # hex sides that any marker turns: L, LL, R and RR
ALONE = "alone"  # in place of a flotilla: in none
_TEXT = re.compile(
    r"(?P<blank>BLANK|0)?(?P<turn>L{1,2}|R{1,2})?\s*(?P<dv>[+-]\s*\d+)?\s*(?:(?P<alone>ALONE)|IN\s+(?P<group>[\w-]+))?\Z", re.I
)


@frozen
class Marker(Order):
    """Hex sides to pivot, starboard positive, before the move, and the change of speed (hexes).

    `group` is the flotilla a ship flies in from now on: none said, as she is; `alone`, none. One marker serves a flotilla.
    """

    gesture: ClassVar[str] = "plot"
    turn: int = 0
    dv: int = 0
    group: str = ""

    def __str__(self) -> str:
        turn = ("L" if self.turn < 0 else "R") * abs(self.turn)
        speed = f"{self.dv:+d}" if self.dv else ""
        where = "ALONE" if self.group == ALONE else f"IN {self.group}" if self.group else ""
        return " ".join(part for part in (turn + speed or "blank", where) if part)

    @classmethod
    def parse(cls, by: Id, text: str) -> Marker:
        """Read `R+1`, `LL`, `-2`, `blank`, `0`, and after it `IN falcons` or `ALONE`."""
        found = _TEXT.match(text.strip())
        if found is None or not text.strip() or (found["blank"] and found["turn"]):
            raise Unreadable(f"“{text}” is no marker: write blank, L, LL, R or RR and a change of speed, such as R+1", RULE)
        turn = len(found["turn"] or "") * (-1 if (found["turn"] or "").upper().startswith("L") else 1)
        dv = int((found["dv"] or "0").replace(" ", ""))
        return cls(by, turn, dv, ALONE if found["alone"] else found["group"] or "")

    @property
    def moves(self) -> bool:
        """Does it order anything but to fly straight on?"""
        return bool(self.turn or self.dv)

    def domain(self, state: State) -> dict[str, Iterable[Any]]:
        """Every marker, every change of speed with one beyond the limit, every flotilla of the side and a new one."""
        ship: Ship = state.ships[self.by]
        most = change(ship.thrust) + 1
        known = flotillas(state, ship.side)
        apart = (ALONE,) if flotilla(state, ship, self) else ()
        return {
            "turn": range(-MOST, MOST + 1),
            "dv": range(-most, most + 1),
            "group": ("", *apart, *known, free_name(known)),
        }

    def fields(self, state: State) -> tuple[Field, ...]:
        """Pivot, speed and flotilla."""
        group = Field("group", "Flotilla", "pick", RULE, "Ships of a flotilla share one marker and one change of speed.")
        return Field("turn", "Pivot"), Field("dv", "Speed", "stepper"), group

    def word(self, name: str, value: Any) -> str:
        """LL, L, straight, R, RR; +2; a change of nothing is no speed of nothing."""
        if name == "turn":
            return ("L" if value < 0 else "R") * abs(value) or "straight"
        if name == "dv":
            return f"{value:+d}" if value else "±0"
        return str(value) or "as she is"

    def check(self, state: State) -> None:
        """Refuse what the ship, or one of her flotilla, cannot fly, unless orders are judged when ships move."""
        ship: Ship = state.ships[self.by]
        if self.group == ALONE and not flotilla(state, ship):
            raise Illegal(f"{ship.name} is in no flotilla", RULE)
        if on_paper(state.house) == "refuse" and (wrong := shared_fault(state, ship, self)):
            raise wrong

    def carry_out(self, state: State, umpire: Umpire) -> None:
        """Lay the marker down, for every ship of the flotilla alike."""
        for other in members(state, state.ships[self.by], self):
            state.sealed[other.id] = self if other.id == self.by else replace(self, by=other.id)


# -- flotillas -----------------------------------------------------------------------------------------------------------


def flotilla(state: State, ship: Ship, marker: Marker | None = None) -> str:
    """The flotilla a ship flies in by a plot, by the one she has laid down, or since before; empty for none."""
    laid = state.sealed.get(ship.id)
    said = [one.group for one in (marker, laid) if isinstance(one, Marker) and one.group]
    since = (mark.removeprefix(FLOTILLA) for mark in ship.marks if mark.startswith(FLOTILLA))
    name = said[0] if said else next(since, "")
    return "" if name == ALONE else name


def members(state: State, ship: Ship, marker: Marker) -> list[Ship]:
    """The ships a plot is for: the ship's flotilla, herself first, or herself alone."""
    name = flotilla(state, ship, marker)
    others = (other for other in state.fleet(ship.side) if other.id != ship.id)
    return [ship, *(other for other in others if name and flotilla(state, other) == name)]


def flotillas(state: State, side: Id) -> tuple[str, ...]:
    """The flotillas of a side."""
    return tuple(sorted({name for ship in state.fleet(side) if (name := flotilla(state, ship))}))


def free_name(known: Iterable[str]) -> str:
    """A letter that no flotilla of the side has."""
    taken = set(known)
    return next(letter for letter in ascii_uppercase if letter not in taken)


def settle(state: State, ship: Ship) -> None:
    """What the plots have said of a ship's flotilla holds from now on."""
    name = flotilla(state, ship)
    kept = frozenset(mark for mark in ship.marks if not mark.startswith(FLOTILLA))
    ship.marks = kept | {FLOTILLA + name} if name else kept


# -- what can be flown ---------------------------------------------------------------------------------------------------


def shared_fault(state: State, ship: Ship, marker: Marker) -> Illegal | None:
    """Why the ship or one of her flotilla cannot fly it: the worst turn rating and a lack of credit bind all of them."""
    for other in members(state, ship, marker):
        if wrong := fault(other, marker, state.house):
            why = wrong.why if other is ship else f"{wrong.why}, and shares this marker"
            return Illegal(why, wrong.rule)
    return None


def fault(ship: Ship, marker: Marker, house: House) -> Illegal | None:
    """Why a ship cannot fly a plot, or None (hex/3.2)."""
    if ship.clock("bridge") is not None and marker.moves:
        return Illegal(f"{ship.name} is out of control and flies straight on", RULE)
    if not steers(ship) and marker.moves:
        return Illegal(f"{ship.name}'s drive is dead: she drifts straight on", RULE)
    most = sides(ship.thrust, credited(ship), house)
    if abs(marker.turn) > most:
        sort = "has straight credit and" if credited(ship) else "pivoted last turn and"
        far = "cannot pivot" if not most else f"pivots {most} hex side{'s' if most > 1 else ''} at most"
        return Illegal(f"{ship.name} {sort} {far}", RULE)
    if abs(marker.dv) > change(ship.thrust):
        return Illegal(f"{ship.name} changes speed by {change(ship.thrust)} at most", RULE)
    speed = ship.velocity + marker.dv
    if speed < 0:
        return Illegal(f"speed {ship.velocity}{marker.dv:+d}: no ship flies backwards", RULE)
    if speed > top(ship.thrust, ship.velocity):
        return Illegal(f"{ship.name} flies at {top(ship.thrust)} at most", RULE)
    return None


def flown(ship: Ship, marker: Marker, house: House) -> Marker:
    """The plot as it is flown: one that cannot be is flown straight on, or by option cut to fit (hex/3.2)."""
    if fault(ship, marker, house) is None:
        return marker
    straight = Marker(ship.id, group=marker.group)
    if not cut_to_fit(ship, house):
        return straight
    most, often = sides(ship.thrust, credited(ship), house), change(ship.thrust)
    dv = max(-min(often, ship.velocity), min(often, marker.dv, top(ship.thrust, ship.velocity) - ship.velocity))
    return replace(straight, turn=max(-most, min(most, marker.turn)), dv=dv)
