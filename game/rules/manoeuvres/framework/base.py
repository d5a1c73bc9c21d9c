"""The base class of manoeuvres: an extra word in an order, and hooks for moments of a turn (manoeuvres/1).

A manoeuvre is one small class that overrides only the hooks it needs. Callers know no manoeuvre by name; all are listed
in `manoeuvres/archive.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, cast

from game.board.geometry import Point, clock
from game.core.display import Overlay, Pose, Risk
from game.core.orders import Field, Id, Illegal
from game.core.system import HouseRule
from game.core.umpire import Umpire
from game.core.values import House, HouseValue
from game.rules.ships.drive import Power
from game.rules.ships.ship import PORT, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder
    from game.rules.ships.beam_dice import Modifier
    from game.rules.ships.design import Mount

SHORTHAND = {"manoeuvres": "man."}  # a battle file may list the manoeuvres it plays: `manoeuvres: [CO, ET]`
SWITCH = ((False, "off"), (True, "on"))


def manoeuvre_rule(code: str, title: str, sentence: str, rule: str) -> HouseRule:
    """Return the house rule for a manoeuvre, off by default (manoeuvres/21)."""
    return HouseRule(f"man.{code}", title, sentence, default=False, rule=rule, group="Manoeuvres")


def switched_on(code: str, house: House) -> bool:
    """Return whether the manoeuvre with this code is played in this battle."""
    return bool(house.get(f"man.{code}"))


def setting(
    key: str,
    title: str,
    sentence: str,
    values: tuple[tuple[HouseValue, str], ...],
    default: HouseValue,
    rule: str,
    *needs: str,
) -> HouseRule:
    """Return a house rule for a detail, shown only if a manoeuvre with one of the codes `needs` is played."""
    return HouseRule(key, title, sentence, values, default, rule, "Manoeuvres", tuple(f"man.{code}" for code in needs))


@dataclass(frozen=True, slots=True)
class ManoeuvreOrder:
    """One manoeuvre as ordered. `n` is points, thrust points or MU, negative to port if it has a direction. `whom` is a
    partner; `mark` means that the ship is the screened one (manoeuvres/eclipsing). `mounts` are the systems it names,
    `n` of them, if it is written with systems."""

    manoeuvre: Manoeuvre
    n: int = 0
    whom: Id = ""
    mark: bool = False
    mounts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.manoeuvre.word(self)

    def in_words(self, names: Mapping[Id, str]) -> str:
        """Return the manoeuvre in words, with these names of pieces and systems. For example: corkscrew; brake 2;
        eclipsing 1, screens Vesper; launch Hobby, Swallow."""
        title = " ".join(word if word.isupper() else word.lower() for word in self.manoeuvre.title.split())
        if self.mounts:
            return f"{title.split()[0]} {', '.join(names.get(key, key) for key in self.mounts)}"
        part = f", {self.manoeuvre.ways[self.mark]}" if self.manoeuvre.ways else ""
        partner = f" {'by ' if self.mark else ''}{names.get(self.whom, self.whom)}" if self.whom else ""
        return f"{title} {self.amount}".rstrip() + part + partner

    @property
    def amount(self) -> str:
        """The amount: 2, or P1 if it has a direction; empty if it is just on or off."""
        if self.manoeuvre.shape == "hand":
            return f"{'P' if self.n < 0 else 'S'}{abs(self.n)}"
        return str(self.n) if self.manoeuvre.shape == "number" else ""

    @property
    def code(self) -> str:
        return self.manoeuvre.code

    @property
    def status_flags(self) -> frozenset[str]:
        """The marks of the ship while the manoeuvre lasts."""
        return self.manoeuvre.marks


@dataclass(slots=True)
class PlannedMove:
    """A move before it is flown: velocity (MU), and course and facing of both halves (clock points, 1 to 12). `end` is
    the facing at the end. `jump` is the distance along its course that it goes without meeting anything; `half` means
    that it flies only the first half of the move; `grain` is that of the board."""

    at: Point
    velocity: int
    courses: tuple[int, int]
    facings: tuple[int, int]
    end: int
    inverted: bool
    grain: int = 1
    jump: int | None = None
    half: bool = False

    def drift(self, ship: Ship) -> None:
        """Go straight on along the present course, with the present velocity and facing."""
        self.velocity, self.end = ship.velocity, ship.facing
        self.courses, self.facings = (ship.course, ship.course), (ship.facing, ship.facing)

    def turn(self, first: int, second: int) -> None:
        """Turn bow and course by that many points before the move and at its middle; negative to port."""
        (a, b), (f, g) = self.courses, self.facings
        first, second = rounded_turn(first, self.grain), rounded_turn(second, self.grain)
        self.courses = clock(a + first), clock(b + first + second)
        self.facings = clock(f + first), clock(g + first + second)
        self.end = self.facings[1]

    def swing(self, points: int) -> None:
        """Turn only the bow after the move; negative to port."""
        self.end = clock(self.end + rounded_turn(points, self.grain))


def rounded_turn(points: int, grain: int) -> int:
    """Return the clock points of a turn where courses are `grain` apart. The rest is lost (hex/4/rows)."""
    return int(points / grain) * grain


def under_way(ship: Ship) -> tuple[ManoeuvreOrder, ...]:
    """Return the manoeuvres that a ship is carrying out, once orders are shown."""
    return ship.active_manoeuvres


def zigzag(marks: frozenset[str], port: bool) -> frozenset[str]:
    """Return a ship's marks, with one if its next step along a spine goes to port (hex/4/spines)."""
    return marks | {PORT} if port else marks - {PORT}


def half_way(velocity: int, house: House) -> float:
    """Return the first half of a velocity: exact or, by option, the shorter half in whole MU (full-thrust-base/2.2)."""
    return int(velocity / 2) if house["half_velocity"] == "floor" else velocity / 2


class Manoeuvre:
    """A kind of manoeuvre, with one instance. It is stateless: all data come from its use, the ship and the house
    rules."""

    code: ClassVar[str]  # the letters of its notation
    title: ClassVar[str]
    rule: ClassVar[str]
    shape: ClassVar[str] = "switch"  # its form: switch, number, hand (points to port or starboard) or systems
    systems: ClassVar[str] = ""  # the kind of system that it names, if it is written with systems
    written: ClassVar[str] = ""  # the word in its notation, if not its code
    aliases: ClassVar[tuple[str, ...]] = ()
    line: ClassVar[str] = ""  # its effect in a few words, for lists
    because: ClassVar[str] = ""  # why switching on others brings it in
    about: ClassVar[str] = ""  # a sentence for the tooltip of its button
    settings: ClassVar[tuple[HouseRule, ...]] = ()
    ways: ClassVar[tuple[str, ...]] = ()  # words for a use without and with its mark, if a player may set that
    paired: ClassVar[bool] = False  # its effect depends on the final places of friends
    alone: ClassVar[bool] = False  # it replaces every other movement order
    standard: ClassVar[bool] = False  # part of the base rules: in every battle, for ships it is offered to
    # why it is closed to ships that move by vectors; empty if it is not (base/3)
    by_vectors: ClassVar[str] = ""
    glides: ClassVar[bool] = False  # a slewed ship keeps its course with it, as its drive does not bite
    paces: ClassVar[bool] = False  # its amount is a change of velocity, which a drag sets
    turn: ClassVar[int] = 0  # -1 moves before all other ships, 1 after them
    # marks of the ship while it lasts, from the reveal of orders to the end of the turn
    marks: ClassVar[frozenset[str]] = frozenset()
    timers: ClassVar[tuple[str, ...]] = ()  # timers of a ship that count turns down for it

    _made: ClassVar[dict[type[Manoeuvre], Manoeuvre]] = {}

    def __new__(cls) -> Self:
        """Return the one instance of the class. Lists of manoeuvres are compared and hashed for every order that is
        checked."""
        return cast(Self, cls._made.setdefault(cls, super().__new__(cls)))

    # -- the order -----------------------------------------------------------------------------------------------------

    def word(self, use: ManoeuvreOrder) -> str:
        """Return the notation of a use: CO, EM2, HA1P; with a partner and the mark where allowed: EC1:vesper*."""
        if self.shape == "switch":
            return self.written or self.code
        if self.shape == "systems":
            return " ".join((self.code, *use.mounts))
        if self.shape == "hand":
            return f"{self.code}{abs(use.n)}{'P' if use.n < 0 else 'S'}"
        return f"{self.code}{use.n}" + (f":{use.whom}" if use.whom else "") + "*" * use.mark

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every use that the form could offer, legal or not."""
        return (ManoeuvreOrder(self),)

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return the same as `values` with possible partners."""
        return self.values(ship, state.house)

    def offers(self, state: ThrustState, ship: Ship) -> Iterator[ManoeuvreOrder | None]:
        """Yield None, then each of `choices`."""
        yield None
        yield from self.choices(state, ship)

    def suggestion(self, state: ThrustState, ship: Ship) -> ManoeuvreOrder | None:
        """Return the use that rules of thumb suggest to a ship, or None."""
        return None

    def why_not_for(self, ship: Ship) -> Illegal | None:
        """Return why ships with this kind of movement cannot do it, or None."""
        if ship.heading is None or not self.by_vectors:
            return None
        return Illegal(f"{self.title} is closed to ships that move by vectors: {self.by_vectors}", self.rule)

    def offered(self, ship: Ship) -> bool:
        """Return whether the form of that ship shows the manoeuvre, even if it may be refused."""
        return True

    @property
    def switched_by(self) -> tuple[str, ...]:
        """The codes of manoeuvres any of which brings this one into a battle; empty if it is always played."""
        return () if self.standard else (self.code,)

    @property
    def field(self) -> Field:
        """The field of an order's form for it."""
        group = "Systems" if self.standard else "Manoeuvres"
        return Field(self.code, self.title, "use", self.rule, self.about, self.ways, group=group)

    def enabled(self, house: House) -> bool:
        """Return whether the manoeuvre is played in this battle."""
        return self.standard or any(switched_on(code, house) for code in self.switched_by)

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return the drive's limits this turn."""
        return power

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return its thrust points out of the turn allowance (and so of the rating), and those out of the rating
        alone."""
        return 0, 0

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Return why the ship cannot do it, by its own data and the order; None if it can. Thrust totals are checked
        elsewhere."""
        return None

    def why_not_ordered(
        self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> Illegal | None:
        """Return why it cannot be ordered because of another piece, or None."""
        return None

    def lingers(self, ship: Ship, plot: MovementOrder) -> Illegal | None:
        """Return why a ship's action on an earlier turn forbids an order, or None. Called while one of the manoeuvre's
        timers runs."""
        return None

    def ongoing(self, ship: Ship, house: House) -> ManoeuvreOrder | None:
        """Return the use that a ship continues from the turn before unless it is ordered otherwise, or None."""
        return None

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return exact chances of failures and damage."""
        return ()

    # -- the turn, moment by moment ------------------------------------------------------------------------------------

    def on_reveal(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Act at the end of phase 1, when orders are final and shown."""

    def on_launch(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Act in phase 4, when ordnance is launched and nobody has moved."""

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Return the order the ship will fly, as it is about to move in phase 5."""
        return plot

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Change the planned move."""

    def on_all_moved(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Act in phase 5, when all ships have moved and before collisions are settled."""

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Act at the end of phase 5, when all moves are settled."""

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Act at the end of phase 10, after damage control."""

    # -- fire, while it lasts ------------------------------------------------------------------------------------------

    def modifiers(self, use: ManoeuvreOrder, house: House) -> tuple[Modifier, ...]:
        """Return the modifiers of each die the ship throws."""
        return ()

    def between(self, use: ManoeuvreOrder, ship: Ship, other: Ship, house: House) -> tuple[Modifier, ...]:
        """Return the modifiers of each die that the ship and another throw at each other."""
        return ()

    def rerolls(self, use: ManoeuvreOrder, house: House) -> bool:
        """Return whether a natural 6 of the ship's dice is still rolled again, where sixes are."""
        return True

    def farther(self, use: ManoeuvreOrder, house: House) -> float:
        """Return the MU added to the effective range of fire at and by the ship."""
        return 0.0

    def bearing_arcs(self, use: ManoeuvreOrder, arcs: frozenset[str], house: House) -> frozenset[str]:
        """Return the arcs that a gun built for `arcs` bears into."""
        return arcs

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Return why a gun may not fire at all, or None."""
        return None

    def why_not_fire_into(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, arc: str) -> Illegal | None:
        """Return why no gun may fire into an arc, or None."""
        return None

    # -- the board -----------------------------------------------------------------------------------------------------

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return its overlays: exactly the areas that the rule tests. `pose` is the pose after the order."""
        return ()
