"""Plotted movement: the order, its notation, formations, and illegal orders (full-thrust-base/1.3, 2.1 to 2.7).

`thrust_limits` has the limits of thrust, `cinematic` flies the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from game.board.boards import board_of
from game.board.geometry import within
from game.core.display import Destination, Meter, Pose
from game.core.orders import Field, Id, Illegal, Order
from game.core.umpire import Umpire
from game.core.values import House, frozen
from game.rules.manoeuvres.archive import BY_CODE, open_to, suggest_manoeuvre
from game.rules.manoeuvres.cover.extreme import halved
from game.rules.manoeuvres.engines.emergency_thrust import record_new_order, too_much
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.framework.compatibility import code_of
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.manoeuvres.framework.slewed import slowest
from game.rules.movement import cinematic
from game.rules.movement.notation import in_order, read
from game.rules.movement.thrust_limits import Legs, cut_to_fit, fault, on_paper, spins, turns
from game.rules.ships.drive import Power, drive_power
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState

SQUADRON, ESCORTS = 4, 6  # ships in formation; escorts of one capital ship (2.7)
SLIP, SLIP_RULE = "a side-slip: two opposite turns, one after the other", "full-thrust-base/2.2/side-slip"
ROLL = Field("roll", "Roll", "switch", "full-thrust-base/2.6", "Turn upside down: port guns point to starboard")
RAM = Field("ram", "Ram", "pick", "full-thrust-base/6.17", "Steer into an enemy, if the crew dares")


@frozen
class Plot(MovementOrder):
    """One ship's movement for a turn: turns (clock points), change of velocity (MU), roll, ram, leader in formation,
    and manoeuvres. `was` and `becomes` are velocities that a player may write beside it; they are checked and otherwise
    ignored."""

    legs: Legs = ()
    dv: int = 0
    roll: bool = False
    follow: Id = ""
    was: int | None = field(default=None, compare=False)
    becomes: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        words = [*self._helm(), *map(str, self.uses)]
        if self.roll:
            words.append("ROLL")
        if self.ram:
            words.append(f"RAM {self.ram}")
        if self.follow:
            words.append(f"WITH {self.follow}")
        return " ".join(words) or "0"

    def _helm(self) -> list[str]:
        """Return turns and change of velocity in the notation, if there are any."""
        if not self.legs and not self.dv:
            return []
        turns = [f"P{-n}" if n < 0 else f"S{n}" for n in self.legs]
        if len(turns) == 2:
            turns = [turn[0] if turn[1:] == "1" else turn for turn in turns]
        return ["+".join(turns) + (f"{self.dv:+d}" if self.dv else "")]

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return the order in words, for example `S1+2, brake 2, roll, ram Tinder`."""
        station = [f"keep station on {names.get(self.follow, self.follow)}"] if self.follow else []
        roll = ["roll"] if self.roll else []
        return (
            ", ".join([*self._helm(), *self.uses_in_words(state, names), *roll, *self.ram_in_words(names), *station])
            or "0"
        )

    @classmethod
    def parse(cls, by: Id, text: str) -> Plot:
        """Parse any of the printed styles: `P3+3`, `3P+3`, `+3 P3`, `P+S+2`, `Vel 4, order +2,S1, Vel 6`, `8P2+4:
        12`."""
        return cls(by, **read(text))

    @property
    def turning(self) -> int:
        """The thrust points of turns and roll, out of the turn allowance (full-thrust-base/2.1, 2.6)."""
        legs = self.legs
        return (abs(legs[0]) if len(legs) == 1 else sum(map(abs, legs)) if legs else 0) + self.roll

    @property
    def moves(self) -> bool:
        """Return whether it orders anything but to fly straight on."""
        return bool(self.legs or self.dv or self.roll or self.uses)

    @property
    def codes(self) -> list[str]:
        """The codes of its parts, as in the table of compatibility (manoeuvres/compatibility)."""
        turn = ["SS" if len(self.legs) == 2 else "T"] * bool(self.legs)
        return [*turn, *["A"] * bool(self.dv), *["R"] * self.roll, *map(code_of, self.uses)]

    def power_needed(self, house: House) -> Power:
        turning, thrust = self.turning, self.turning + abs(self.dv)
        for use in self.uses:
            turned, burnt = use.manoeuvre.cost(use, house)
            turning, thrust = turning + turned, thrust + turned + burnt
        return Power(thrust, turning)

    def rated_power(self, ship: Ship, house: House) -> Power:
        """Return the drive's limits for this kind of order by its rating, before any manoeuvre
        (full-thrust-base/2.1)."""
        return drive_power(ship, ship.thrust, house)

    def trimmed(self, ship: Ship, house: House) -> Plot:
        return trimmed(ship, self, house)

    def halved(self, house: House) -> Plot:
        legs = tuple(n for n in (int(n / 2) for n in self.legs) if n)
        return replace(self, legs=legs, dv=int(self.dv / 2), roll=False, uses=halved(self.uses, house))

    def value(self, name: str) -> object:
        """Return a field of the form; for a manoeuvre its use, or None."""
        return self.using(name) if name in BY_CODE else getattr(self, name)

    def with_value(self, name: str, value: object) -> Plot:
        if name not in BY_CODE:
            return Order.with_value(self, name, value)
        kept = [use for use in self.uses if use.code != name] + ([value] if isinstance(value, ManoeuvreOrder) else [])
        return replace(self, uses=in_order(kept))

    @property
    def plain(self) -> Plot:
        """The order without the velocities written beside it."""
        return self if self.was is None and self.becomes is None else replace(self, was=None, becomes=None)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return the values of each field: turns, changes of velocity, roll, rams and leaders. Turns go one point
        beyond the allowance, so that the limit is visible."""
        ship = state.ships[self.by]
        friends = (other.id for other in state.fleet(ship.side) if other.id != ship.id)
        most = self.power(ship, state.house).thrust
        return {
            "legs": turns(ship, state.house, 1, self),
            "dv": range(-most, most + 1),
            "roll": (False, True),
            "ram": ("", *(other.id for other in state.enemies(ship.side))),
            "follow": ("", *(friends if stations(state) else ())),
            **{one.code: one.offers(state, ship) for one in open_to(ship, state.house)},
        }

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return fields for turn, speed, roll and ram, and for a leader where squadrons are played."""
        ship, house = state.ships[self.by], state.house
        free = [legs for legs in turns(ship, house) if spins(ship, replace(self, legs=legs), house)]
        spin = tuple((legs, "a ship at rest turns on the spot, free of thrust") for legs in free)
        slips = [legs for legs in turns(ship, house, 1, self) if len(legs) > 1]
        slip = tuple((legs, SLIP) for legs in slips)
        turn = Field("legs", "Turn", meanings=spin + slip, rules=tuple((legs, SLIP_RULE) for legs in slips))
        rows = (turn, Field("dv", "Speed", "stepper"), ROLL)
        station = (Field("follow", "Keep station on", "pick"),) if stations(state) else ()
        mine = (one for one in open_to(ship, house) if one.offered(ship))
        more = (one.field for one in mine)
        return (*rows, RAM, *station, *more)

    def label_for(self, name: str, value: object) -> str:
        """Return the notation of a value, such as P2, 0, P+S, +3 or ±0."""
        if name == "legs":
            return str(Plot(self.by, legs=self.with_value(name, value).legs))
        if name in BY_CODE:
            return value.in_words({}) if isinstance(value, ManoeuvreOrder) else "no"
        if name == "dv":
            return f"{value:+d}" if value else "±0"
        return Order.label_for(self, name, value)

    def going(self, state: ThrustState) -> Plot:
        """Return the order as its ship flies it: its own, or in formation its leader's (full-thrust-base/1.3, 2.7)."""
        return going(state, self)

    def pose(self, state: ThrustState) -> Pose:
        return cinematic.pose(state, self)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every legal destination of its ship, with its roll, ram and manoeuvres; empty for a ship in
        formation."""
        return cinematic.destinations(state, self)

    def suggestion(self, state: ThrustState) -> Plot | None:
        """Return the manoeuvre that rules of thumb suggest, alone; or None."""
        use = suggest_manoeuvre(state, state.ships[self.by])
        return Plot(self.by, uses=(use,)) if use else None

    def meter(self, state: ThrustState) -> Meter:
        return cinematic.meter(state, self)

    def check(self, state: ThrustState) -> None:
        """Refuse an order that the ship cannot fly, unless illegal orders are allowed and checked as ships move, as on
        paper."""
        ship = state.ships[self.by]
        if beyond := too_much(state, ship, self):
            raise beyond
        if ship.heading is not None:
            words = f"{ship.name} moves by vectors: its order is written as “TP3, MD6, PS1”"
            raise Illegal(words, f"{BOOK}/3", ("movement=cinematic",))
        if self.was is not None and self.was != ship.velocity:
            raise Illegal(f"{ship.name} moves at {ship.velocity}, not {self.was}", f"{BOOK}/1.3")
        if self.becomes is not None and self.becomes != ship.velocity + self.dv:
            raise Illegal(
                f"{ship.velocity}{self.dv:+d} makes {ship.velocity + self.dv}, not {self.becomes}", f"{BOOK}/1.3"
            )
        if wrong := ram_fault(state, ship, self.ram) or _station_fault(state, ship, self):
            raise wrong
        for use in self.uses:
            if wrong := use.manoeuvre.why_not_ordered(state, ship, use, self):
                raise wrong
        if on_paper(state.house) == "refuse" and (wrong := fault(ship, self, state.house)):
            raise wrong

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Seal the order, which is flown when ships move."""
        state.sealed[self.by] = self.plain
        record_new_order(state, state.ships[self.by])


# -- further needs of an order -----------------------------------------------------------------------------------------


def ram_fault(state: ThrustState, ship: Ship, ram: Id) -> Illegal | None:
    """Return why the ship may not ram: it needs an enemy in play, control and a working drive (full-thrust-base/6.17,
    2.4); or None."""
    if not ram:
        return None
    if ship.timer("bridge") is not None:
        return Illegal(f"{ship.name} is out of control and rams nobody", f"{BOOK}/5.4/bridge")
    if ship.thrust == 0:
        return Illegal(f"{ship.name}'s drive is dead: it drifts and rams nobody", f"{BOOK}/2.4")
    target = state.ships.get(ram)
    if target is None or not target.in_play:
        return Illegal(f"there is no ship “{ram}” to ram", f"{BOOK}/6.17")
    return Illegal("only an enemy may be rammed", f"{BOOK}/6.17") if target.side == ship.side else None


def _station_fault(state: ThrustState, ship: Ship, plot: Plot) -> Illegal | None:
    """Return why a ship cannot be in formation (2.7), or None. It needs the drive, course and velocity of its leader, a
    place within 6 MU, and an order that the weakest drive can fly."""
    rule = f"{BOOK}/2.7"
    if not plot.follow and not stations(state):
        return None
    behind = followers(state, ship)
    if not plot.follow:
        if behind and plot.uses:
            return Illegal(f"{behind[0].name} keeps station on {ship.name}, and a squadron flies no manoeuvres", rule)
        return next((why for other in behind if (why := fault(other, plot, state.house))), None)
    if not stations(state):
        return Illegal("squadrons are not played in this battle", rule)
    leader = state.ships.get(plot.follow)
    if leader is None or leader.side != ship.side or leader.id == ship.id or not leader.in_play:
        return Illegal(f"{ship.name} cannot keep station on “{state.names.get(plot.follow, plot.follow)}”", rule)
    if leader.heading is not None:
        return Illegal(f"{leader.name} moves by vectors, and nobody keeps station on it", rule)
    if behind:
        return Illegal(f"{behind[0].name} keeps station on {ship.name}, who leads and cannot follow", rule)
    if plot.moves:
        return Illegal("a ship that keeps station has no movement order of its own", rule)
    if crowd := _too_many(leader, [ship, *(other for other in followers(state, leader) if other is not ship)]):
        return Illegal(crowd, rule)
    return _formation_fault(state, ship, leader)


def _formation_fault(state: ThrustState, ship: Ship, leader: Ship) -> Illegal | None:
    """Return why a ship cannot fly with this leader of its side, from their places or by the leader's order (2.7); or
    None."""
    rule = f"{BOOK}/2.7"
    board = board_of(state.table)
    if not within(board.distance(ship.at, leader.at), 6) or (ship.course, ship.velocity) != (
        leader.course,
        leader.velocity,
    ):
        return Illegal(
            f"{ship.name} must be within {board.format_distance(6)} of {leader.name} on its course and velocity", rule
        )
    if ship.design.advanced != leader.design.advanced:
        return Illegal("standard and advanced drives do not keep station together", rule)
    ordered = state.sealed.get(leader.id)
    if isinstance(ordered, Plot) and ordered.uses:
        return Illegal(f"{leader.name} flies a manoeuvre, and a squadron does not", rule)
    if isinstance(ordered, Plot) and ordered.follow:
        return Illegal(f"{leader.name} keeps station itself", rule)
    return fault(ship, ordered, state.house) if isinstance(ordered, Plot) else None


def stations(state: ThrustState) -> bool:
    """Return whether squadrons are played in this battle (full-thrust-base/2.7)."""
    return bool(state.house["squadrons"])


def followers(state: ThrustState, leader: Ship) -> list[Ship]:
    """Return the ships that have sealed an order to follow another (full-thrust-base/2.7)."""
    return [state.ships[key] for key, one in state.sealed.items() if isinstance(one, Plot) and one.follow == leader.id]


def _too_many(leader: Ship, behind: list[Ship]) -> str:
    """Return why the ship may not join (full-thrust-base/2.7). A squadron is at most four ships, or one capital ship
    and six escorts."""
    if len(behind) < SQUADRON:
        return ""
    if leader.design.size != "capital" or any(other.design.size != "escort" for other in behind):
        return (
            f"{leader.name}'s squadron is full: {SQUADRON} ships fly together, or a capital ship with {ESCORTS} escorts"
        )
    return f"{leader.name} leads {ESCORTS} escorts already" if len(behind) > ESCORTS else ""


# -- flights -----------------------------------------------------------------------------------------------------------


def going(state: ThrustState, plot: Plot) -> Plot:
    """Return the order as a ship flies it: its own, or in formation its leader's (full-thrust-base/1.3, 2.7)."""
    if plot.follow:
        leader, led = state.ships.get(plot.follow), state.sealed.get(plot.follow)
        flying = flown(leader, led, state.house) if leader and isinstance(led, Plot) else Plot(plot.follow)
        plot = Plot(plot.by, flying.legs, flying.dv, flying.roll, ram=plot.ram)
    return flown(state.ships[plot.by], plot, state.house)


def flown(ship: Ship, plot: Plot, house: House) -> Plot:
    """Return the order as it is flown: illegal parts are flown straight on, or cut to fit (full-thrust-base/1.3)."""
    if fault(ship, plot, house) is None:
        return plot
    coast = Plot(plot.by, ram=plot.ram)
    if not cut_to_fit(ship, house):
        return coast
    dv = max(-ship.thrust, slowest(ship, coast, house), min(ship.thrust, plot.dv))
    left = min(ship.thrust - abs(dv), coast.rated_power(ship, house).turning)
    roll = plot.roll and left > 0
    left -= roll
    legs = []
    for n in plot.legs:
        cut = min(abs(n), left)
        left -= cut
        legs.append(cut if n > 0 else -cut)
    cut_plot = replace(coast, legs=tuple(n for n in legs if n), dv=dv, roll=roll)
    able = (one for one in (cut_plot, replace(cut_plot, legs=())) if fault(ship, one, house) is None)
    return next(able, coast)


def trimmed(ship: Ship, plot: Plot, house: House) -> Plot:
    """Return the order, from its left, as far as the present thrust allows (full-thrust-base/2.1). The limit of half
    for turns does not apply (13, 15), and no ship slows to less than a stop. The parts come as turns, hard about, roll,
    corkscrew, change of speed, and the rest in their order."""
    purse = _Purse(plot.power(ship, house).thrust)
    legs = tuple(n for n in (purse.pay_for(n) for n in plot.legs) if n)
    first = [purse.use(use, house) for use in plot.uses if use.code == "HA"]
    roll = bool(purse.pay_for(int(plot.roll)))
    first += [purse.use(use, house) for use in plot.uses if use.code == "CO"]
    dv = purse.pay_for(max(plot.dv, slowest(ship, plot, house)))
    rest = [purse.use(use, house) for use in plot.uses if use.code not in ("HA", "CO")]
    kept = {use.code: use for use in (*first, *rest) if use}
    uses = tuple(kept[use.code] for use in plot.uses if use.code in kept)
    return replace(plot, legs=legs, roll=roll, dv=dv, uses=uses)


class _Purse:
    """Thrust points to spend along an order. Once something is cut short, nothing is left for what follows."""

    def __init__(self, thrust: int) -> None:
        self.left = thrust

    def pay_for(self, points: int, price: int = 1) -> int:
        """Return as many of these signed points, at a price each, as can be paid for."""
        most = min(abs(points), self.left // price)
        self.left = self.left - most * price if most == abs(points) else 0
        return most if points > 0 else -most

    def use(self, use: ManoeuvreOrder, house: House) -> ManoeuvreOrder | None:
        """Return a manoeuvre, or as much of it as can be paid for. Free ones stay."""
        price = sum(use.manoeuvre.cost(use, house))
        if price == 0:
            return use
        if use.manoeuvre.shape == "switch":
            return use if self.pay_for(1, price) else None
        points = self.pay_for(use.n, price // abs(use.n))
        return replace(use, n=points) if points else None
