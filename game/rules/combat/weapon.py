"""The base class of all guns: aim, arcs, screens, words and throws (full-thrust-base/4.1, 4.2, 5.7, 6.14, 6.20)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

from game.board.boards import board_of
from game.board.geometry import ARCS, QUARTERS, mirrored, within
from game.board.terrain import Body
from game.core.events import Die
from game.core.values import House, frozen
from game.rules.manoeuvres.archive import bearing_arcs, rerolls
from game.rules.odds.throws import Rolled, Throw
from game.rules.ships.beam_dice import FACES, PRINTED, Modifier, Rerolls, column, reroll_rule, shift
from game.rules.ships.design import Mount
from game.rules.ships.ship import AHEAD_DOWN, Hit, Ship, most_screens
from game.rules.ships.thrust_state import ThrustState

Bands = tuple[tuple[float, int], ...]  # each band's far limit in MU, and its number of dice or the face needed

READINGS = (
    "",
    "only 5 and 6 score",
    "only 5 and 6 score, one point each",
    "only 6 scores, one point",
    "only 6 scores, one point, and none rolls again",
)


@frozen
class AimedShot:
    """One gun aimed at one target at a distance in MU; `system` is the key of the mount that a needle beam picks."""

    state: ThrustState
    firer: Ship
    mount: Mount
    target: Ship
    distance: float
    system: str = ""
    modifiers: tuple[Modifier, ...] = ()

    @property
    def added(self) -> int:
        return shift(self.modifiers)

    @property
    def advanced(self) -> int:
        """The level of the target's advanced screens (full-thrust-base/6.14)."""
        return 0 if bare_ahead(self.state, self.firer, self.target) else self.target.screen("advanced_screen")

    def rerolls(self, column: int) -> Rerolls:
        """Return how natural sixes are rolled again in a column (full-thrust-base/5.8/re-rolls, hex/3.3)."""
        once = column == PRINTED or not rerolls(self.firer, self.state.house)
        return Rerolls.NONE if once else reroll_rule(self.state.house)


@frozen
class Fired:
    """The result of one gun's fire: its hits in order, its dice, words for the log, and the systems it broke."""

    hits: tuple[Hit, ...]
    dice: tuple[Die, ...]
    result: str
    reading: str = ""  # how the dice were read; empty if that is obvious
    kills: bool = False  # the system it picked is destroyed for good
    burnt: bool = False  # the gun itself has burnt out


class Weapon(ABC):
    """A kind of gun. It is stateless: all data come from the mount, its ship and the house rules."""

    rule: ClassVar[str]
    hint: ClassVar[str] = ""  # words on the sheet beside its bands; {level} is its class
    forward: ClassVar[bool] = False  # may never fire through the aft arc
    picks: ClassVar[bool] = False  # is aimed at one system of the target
    reflected: ClassVar[bool] = False  # a reflex field may throw it back

    @abstractmethod
    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return the gun's range bands, nearest first."""

    @abstractmethod
    def words(self, number: int, added: int = 0) -> str:
        """Return the words for a band's number and the modifier of each die: "3 dice", "hits on 3 or more"."""

    @abstractmethod
    def throw(self, aim: AimedShot) -> Throw:
        """Return the throw of a shot, which can be rolled or counted. Only the band of the distance matters."""

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        """Return the result of a rolled throw, with words for the log."""
        return Fired(rolled.hits, rolled.dice, damage(rolled.hits) if rolled.hits else "misses")

    def number(self, house: House, ship: Ship, mount: Mount, distance: float) -> int:
        """Return the number of dice, or the face needed, at a distance in MU; 0 out of range (full-thrust-base/4.3)."""
        return number_at(self.bands(house, ship, mount), distance)

    def at(self, aim: AimedShot) -> int:
        """Return the number of dice, or the face needed, for this shot."""
        return self.number(aim.state.house, aim.firer, aim.mount, aim.distance)

    def reach(self, house: House, ship: Ship, mount: Mount) -> float:
        """Return the greatest range in MU."""
        return self.bands(house, ship, mount)[-1][0]

    def control(self, house: House, system: str) -> str:
        """Return the key of the fire control that the gun needs. Guns with equal keys may share one at one target
        (full-thrust-base/5.6)."""
        return ""


def number_at(bands: Bands, distance: float) -> int:
    """Return the number of dice, or the face needed, of the band at a distance in MU; 0 beyond the last
    (full-thrust-base/4.3)."""
    for limit, number in bands:
        if within(distance, limit):
            return number
    return 0


# -- arcs --------------------------------------------------------------------------------------------------------------


def arc_names(house: House) -> tuple[str, ...]:
    """Return the six arcs, or by option the four of the second edition (full-thrust-base/4.1)."""
    return QUARTERS if house["arcs"] == 4 else ARCS


@lru_cache
def covered_arcs(arcs: tuple[str, ...], inverted: bool, names: tuple[str, ...]) -> frozenset[str]:
    """Return the arcs, of six or four, that a mount bears into, mirrored if the ship is rolled over
    (full-thrust-base/2.6, 4.2). A mount built for six arcs covers one of four if it covers part of it, and the other
    way round."""
    turned = {mirrored(arc) for arc in arcs} if inverted else set(arcs)
    wide = {"FS": "S", "AS": "S", "FP": "P", "AP": "P"}
    if names == QUARTERS:
        return frozenset(wide.get(arc, arc) for arc in turned)
    return frozenset(arc for arc in ARCS if arc in turned or wide.get(arc) in turned)


def bears_into(house: House, ship: Ship, mount: Mount) -> frozenset[str]:
    """Return the arcs that a gun bears into with its ship rolled over or not. Class-1 guns bear all round
    (full-thrust-base/4.2)."""
    small = mount.level == 1 and mount.kind in ("beam", "kgun") and ship.design.profile != "FT2"
    arcs = covered_arcs(ARCS if small else mount.arcs, ship.inverted, arc_names(house))
    return bearing_arcs(ship, arcs, house) if ship.active_manoeuvres else arcs


# -- screens -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _clouds(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    return tuple(body for body in bodies if body.kind in ("dust", "nebula"))


def cloud(state: ThrustState, *ships: Ship) -> Body | None:
    """Return the dust or nebula that one of the ships is in, which hampers fire into and out of it
    (full-thrust-base/6.20). If clouds are `veiled`, one that lies between the ships hampers it too (hex/2.7/dust)."""
    clouds = _clouds(state.table.bodies)
    found = next((body for body in clouds for ship in ships if body.holds(ship.at)), None)
    if found or not clouds or len(ships) != 2 or not state.house.get("veiled"):
        return found
    return board_of(state.table).cloud_between(ships[0].at, ships[1].at, clouds)


def screens(aim: AimedShot) -> tuple[int, str]:
    """Return the column in which beam dice are read, with words for it."""
    hidden = cloud(aim.state, aim.firer, aim.target)
    return screen_column(aim.state, aim.target, hidden, bare_ahead(aim.state, aim.firer, aim.target))


def bare_ahead(state: ThrustState, firer: Ship, target: Ship) -> bool:
    """Return whether fire comes from ahead at a ship whose forward screens are down while it fires its wave gun
    (full-thrust-base/6.16)."""
    if AHEAD_DOWN not in target.status_flags:
        return False
    return "F" in board_of(state.table).arcs(target.at, target.facing, firer.at, arc_names(state.house))


def screen_column(state: ThrustState, target: Ship, hidden: Body | None = None, bare: bool = False) -> tuple[int, str]:
    """Return the column for a target's screens, with words for it. Screens do not count if the target is `bare`; dust
    adds a level (5.7, 6.14, 6.20)."""
    plain, advanced = (0, 0) if bare else (target.screen(), target.screen("advanced_screen"))
    level, name = max(plain, advanced), "advanced screen" if advanced > plain else "screen"
    if hidden:
        level, name = min(level + 1, most_screens(target.design.profile)), f"through {hidden.name} as screen"
    read = column(level, state.house)
    return read, reading(level, name, read)


def reading(level: int, name: str, read: int = 0) -> str:
    """Return words for how beam dice are read at a level or in another column, such as "screen 1: only 5 and 6
    score"."""
    return f"{name} {level}: {READINGS[read or level]}" if level else ""


# -- words -------------------------------------------------------------------------------------------------------------


def to_hit(number: int) -> str:
    """Return words for the face needed to hit."""
    return f"hits on {least(number)}"


def least(number: int) -> str:
    """Return words for every face from a number up: "4 or more", "a 6" or "no face"."""
    if number >= FACES[-1]:
        return "a 6" if number == FACES[-1] else "no face"
    return f"{max(number, FACES[0])} or more"


def damage(hits: tuple[Hit, ...]) -> str:
    """Return the points of a shot in words, with those that ignore armour."""
    total = sum(points for _, points in hits)
    past = sum(points for mode, points in hits if mode == "P")
    if not total:
        return "no damage"
    return f"{total} damage" + (f", {past} of it past armour" if past else "")
