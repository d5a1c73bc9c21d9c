"""The base of manoeuvres: an extra word in an order, and hooks for moments of a turn (manoeuvres/1).

A manoeuvre is one small class that overrides only those moments. Whoever calls them knows no manoeuvre by name; the
list of them all is in `manoeuvres/archive.py`.
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

SHORTHAND = {"manoeuvres": "man."}  # a battle file may list the manoeuvres played: `manoeuvres: [CO, ET]`
SWITCH = ((False, "off"), (True, "on"))


def played(code: str, title: str, sentence: str, rule: str) -> HouseRule:
    """Return the house rule that brings a manoeuvre into a battle; off until a scenario or the players want it
    (manoeuvres/21)."""
    return HouseRule(f"man.{code}", title, sentence, default=False, rule=rule, group="Manoeuvres")


def switched_on(code: str, house: House) -> bool:
    """Is the manoeuvre of a code played in this battle?"""
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
    """Return one of its settings, shown only where one of the manoeuvres of these codes is played."""
    return HouseRule(key, title, sentence, values, default, rule, "Manoeuvres", tuple(f"man.{code}" for code in needs))


@dataclass(frozen=True, slots=True)
class ManoeuvreOrder:
    """One manoeuvre as it is ordered. `n` is points, thrust or MU, negative to port where it has a hand.

    `whom` is a partner; `mark` says that the ship is the one that is screened (manoeuvres/eclipsing). `mounts` are the
    systems that it names, `n` of them, where it is written with systems.
    """

    manoeuvre: Manoeuvre
    n: int = 0
    whom: Id = ""
    mark: bool = False
    mounts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.manoeuvre.word(self)

    def in_words(self, names: Mapping[Id, str]) -> str:
        """It in words, with these names of pieces and systems: corkscrew, brake 2, eclipsing 1, screens Vesper; launch
        Hobby, Swallow."""
        title = " ".join(word if word.isupper() else word.lower() for word in self.manoeuvre.title.split())
        if self.mounts:
            return f"{title.split()[0]} {', '.join(names.get(key, key) for key in self.mounts)}"
        part = f", {self.manoeuvre.ways[self.mark]}" if self.manoeuvre.ways else ""
        partner = f" {'by ' if self.mark else ''}{names.get(self.whom, self.whom)}" if self.whom else ""
        return f"{title} {self.amount}".rstrip() + part + partner

    @property
    def amount(self) -> str:
        """How much of it: 2; P1, where it has a hand; nothing where it is on or off."""
        if self.manoeuvre.shape == "hand":
            return f"{'P' if self.n < 0 else 'S'}{abs(self.n)}"
        return str(self.n) if self.manoeuvre.shape == "number" else ""

    @property
    def code(self) -> str:
        """The code of its manoeuvre."""
        return self.manoeuvre.code

    @property
    def status_flags(self) -> frozenset[str]:
        """The marks that its ship bears meanwhile."""
        return self.manoeuvre.marks


@dataclass(slots=True)
class PlannedMove:
    """A move as it is put together, before it is flown: velocity (MU), and course and facing of both halves (1 to 12).

    `end` is the facing in which it comes to rest. `jump` is how far along its course it goes without crossing what lies
    between; `half` says that it flies only the first half of the move; `grain` is that of the board.
    """

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
        """Straight on along its course, at its velocity, bow where it is."""
        self.velocity, self.end = ship.velocity, ship.facing
        self.courses, self.facings = (ship.course, ship.course), (ship.facing, ship.facing)

    def turn(self, first: int, second: int) -> None:
        """Turn bow and course by that many points before the move and at its middle; negative to port."""
        (a, b), (f, g) = self.courses, self.facings
        first, second = turned(first, self.grain), turned(second, self.grain)
        self.courses = clock(a + first), clock(b + first + second)
        self.facings = clock(f + first), clock(g + first + second)
        self.end = self.facings[1]

    def swing(self, points: int) -> None:
        """Turn the bow alone, once it has moved; negative to port."""
        self.end = clock(self.end + turned(points, self.grain))


def turned(points: int, grain: int) -> int:
    """Clock points that that many points of turn come to, where courses are `grain` apart: an odd one is lost
    (hex/4/rows)."""
    return int(points / grain) * grain


def under_way(ship: Ship) -> tuple[ManoeuvreOrder, ...]:
    """Manoeuvres that a ship is in the middle of, since orders were shown."""
    return ship.active_manoeuvres


def zigzag(marks: frozenset[str], port: bool) -> frozenset[str]:
    """Return the marks of a ship whose next step along a spine goes to port, or to starboard (hex/4/spines)."""
    return marks | {PORT} if port else marks - {PORT}


def half_way(velocity: int, house: House) -> float:
    """Return the first half of a move: exact, or by option in whole MU, the shorter half (full-thrust-base/2.2)."""
    return int(velocity / 2) if house["half_velocity"] == "floor" else velocity / 2


class Manoeuvre:
    """One manoeuvre. Stateless: everything comes from its use, the ship and the house rules; there is one of each
    class."""

    code: ClassVar[str]  # as it is written
    title: ClassVar[str]
    rule: ClassVar[str]
    shape: ClassVar[str] = "switch"  # how it is written: switch, number, hand (points to port or starboard) or systems
    systems: ClassVar[str] = ""  # the kind of system that it names, where it is written with systems
    written: ClassVar[str] = ""  # the word it is written with, where that is not its code
    aliases: ClassVar[tuple[str, ...]] = ()
    line: ClassVar[str] = ""  # what it does in a few words, for lists
    because: ClassVar[str] = ""  # why it comes with others that are switched on
    about: ClassVar[str] = ""  # a sentence for whoever points at its button
    settings: ClassVar[tuple[HouseRule, ...]] = ()
    ways: ClassVar[tuple[str, ...]] = ()  # words for a use without its mark, and with it, where a player may set that
    paired: ClassVar[bool] = False  # what it does depends on where friends come to lie
    alone: ClassVar[bool] = False  # it takes the place of every other movement order
    standard: ClassVar[bool] = False  # part of the base rules: in every battle, for the ships it is offered to
    # why it is closed to ships that move by vectors; empty where they may do it (base/3)
    by_vectors: ClassVar[str] = ""
    glides: ClassVar[bool] = False  # a slewed ship flies on along its course with it, and its drive does not bite
    paces: ClassVar[bool] = False  # its amount is a change of velocity, and follows the ghost as that does
    turn: ClassVar[int] = 0  # -1 moves before all other ships, 1 after them
    # of a ship while it lasts: from when orders are shown to the end of the turn
    marks: ClassVar[frozenset[str]] = frozenset()
    timers: ClassVar[tuple[str, ...]] = ()  # clocks of a ship that count turns down for it

    _made: ClassVar[dict[type[Manoeuvre], Manoeuvre]] = {}

    def __new__(cls) -> Self:
        """Return the one instance of its class: lists of manoeuvres are compared and hashed for every order that is
        judged."""
        return cast(Self, cls._made.setdefault(cls, super().__new__(cls)))

    # -- the order -----------------------------------------------------------------------------------------------------

    def word(self, use: ManoeuvreOrder) -> str:
        """Return its notation: CO, EM2, HA1P; with whom, and the mark, wherever a number may have them: EC1:vesper*."""
        if self.shape == "switch":
            return self.written or self.code
        if self.shape == "systems":
            return " ".join((self.code, *use.mounts))
        if self.shape == "hand":
            return f"{self.code}{abs(use.n)}{'P' if use.n < 0 else 'S'}"
        return f"{self.code}{use.n}" + (f":{use.whom}" if use.whom else "") + "*" * use.mark

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every way it could be ordered, for the form; legal or not."""
        return (ManoeuvreOrder(self),)

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return the same with the partners there are."""
        return self.values(ship, state.house)

    def offers(self, state: ThrustState, ship: Ship) -> Iterator[ManoeuvreOrder | None]:
        """None, and each of them as it is asked for."""
        yield None
        yield from self.choices(state, ship)

    def suggested(self, state: ThrustState, ship: Ship) -> ManoeuvreOrder | None:
        """Return how a ship does well to order it now, if rules of thumb say so."""
        return None

    def closed(self, ship: Ship) -> Illegal | None:
        """Return why nobody who moves as this ship does may do it, or None."""
        if ship.heading is None or not self.by_vectors:
            return None
        return Illegal(f"{self.title} is closed to ships that move by vectors: {self.by_vectors}", self.rule)

    def offered(self, ship: Ship) -> bool:
        """Does it stand on the form of that ship, though it may be refused?"""
        return True

    @property
    def switched_by(self) -> tuple[str, ...]:
        """The codes of the manoeuvres any of which brings it into a battle; none where it is always played."""
        return () if self.standard else (self.code,)

    @property
    def field(self) -> Field:
        """How the form of an order shows it."""
        group = "Systems" if self.standard else "Manoeuvres"
        return Field(self.code, self.title, "use", self.rule, self.about, self.ways, group=group)

    def enabled(self, house: House) -> bool:
        """Is it played in this battle?"""
        return self.standard or any(switched_on(code, house) for code in self.switched_by)

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return what the drive gives this turn."""
        return power

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return thrust points out of the turn allowance (and so of the rating), and out of the rating alone."""
        return 0, 0

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Return why the ship cannot do it, as far as it and the order tell; sums of thrust are checked elsewhere."""
        return None

    def refused(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> Illegal | None:
        """Return why it cannot be ordered because of somebody else."""
        return None

    def lingers(self, ship: Ship, plot: MovementOrder) -> Illegal | None:
        """Return why what a ship did on an earlier turn forbids an order; asked while one of its clocks runs."""
        return None

    def begun(self, ship: Ship, house: House) -> ManoeuvreOrder | None:
        """Return what a ship goes on with, because of what it did on the turn before, unless it is ordered
        otherwise."""
        return None

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return exact chances of what may go wrong."""
        return ()

    # -- the turn, moment by moment ------------------------------------------------------------------------------------

    def shown(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Orders are final and shown: the end of phase 1."""

    def launched(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Ordnance is launched, nobody has moved: phase 4."""

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """The ship is about to move: phase 5. What it will fly."""
        return plot

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Shape its move."""

    def moved(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """All ships have moved, and nothing they met on the way is settled yet: phase 5."""

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """All ships have moved: the end of phase 5."""

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """After damage control: the end of phase 10."""

    # -- fire, while it lasts ------------------------------------------------------------------------------------------

    def modifiers(self, use: ManoeuvreOrder, house: House) -> tuple[Modifier, ...]:
        """Return what it adds to each die the ship throws."""
        return ()

    def between(self, use: ManoeuvreOrder, ship: Ship, other: Ship, house: House) -> tuple[Modifier, ...]:
        """Return what it adds to each die that it and another throw at each other."""
        return ()

    def rerolls(self, use: ManoeuvreOrder, house: House) -> bool:
        """Does a natural 6 of its dice still roll again, where sixes do?"""
        return True

    def farther(self, use: ManoeuvreOrder, house: House) -> float:
        """MU added to the effective range of fire at and by the ship."""
        return 0.0

    def gained(self, use: ManoeuvreOrder, arcs: frozenset[str], house: House) -> frozenset[str]:
        """Return the arcs a gun bears into that is built for these."""
        return arcs

    def silenced(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Return why a gun may not fire at all."""
        return None

    def barred(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, arc: str) -> Illegal | None:
        """Return why no gun may fire into an arc."""
        return None

    # -- the board -----------------------------------------------------------------------------------------------------

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return what is drawn for it: the very areas the rule tests. `pose` is where the order would put the ship."""
        return ()
