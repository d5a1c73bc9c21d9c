"""A ship in battle: hull track, armour, systems, thresholds (full-thrust-base/5.1 to 5.5, 5.7).

Every system that damages a ship calls `strike` with the hits of one attack; nothing else crosses off a box.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.core.display import Pose
from game.rules.ships.design import Design, Mount

BOOK = "full-thrust-base"  # the rule book of most rule addresses
Hit = tuple[str, int]  # mode and points: normal, P (penetrating), SAP, AP, hull
# tenths of a design's points, by crew quality
PRICES = {"green": 9, "regular": 10, "veteran": 11, "elite": 12}
# a mark of a dummy, and the reason it is off the table once that is known (full-thrust-base/6.19)
DUMMY = "dummy"
FLOTILLA = "flotilla:"  # a mark, followed by the name of the flotilla (hex/3.2)
# a mark of a ship off the table, followed by the edge by which it left (full-thrust-base/9.6)
EDGE = "edge:"
OUT = "out of control"  # mark of a ship out of control (hex/2.4)
PORT = "port next"  # mark of a ship on hexes whose zig-zag along a spine continues to port (hex/4/spines)
SCREENS_DOWN = "screens down"  # mark of a ship whose screens do not work this turn (full-thrust-base/6.15)
# mark of a ship whose screens do not work against fire from ahead (full-thrust-base/6.16)
AHEAD_DOWN = "screens down ahead"
WAVE_CHARGE = "wave gun charge"  # a counter: the charge of a wave gun (full-thrust-base/6.16)
# counters: salvos used from magazines, by mode (6.5)
SALVOS_FIRED = {"": "salvos fired", "ER": "ER salvos fired"}
# followed by a launcher's key: the turn of its last plasma bolt (6.9)
LAST_BOLT = "last bolt of "
# a mark of a ship as another side sees it, followed by the level of knowledge (full-thrust-base/6.19)
KNOWN = "known: "
CLOAKED = "cloaked"  # why a cloaked ship is off the table, and the timer of its turns (full-thrust-base/6.16/cloak)
SHROUDED = "shrouded"  # mark of a ship in a vapour shroud, which counts as two screens (full-thrust-base/6.13)
REFLECTING = "reflex field up"  # mark of a ship with an active reflex field (full-thrust-base/6.16/reflex)
SHROUD_LEVEL = 2  # the screens that a vapour shroud counts as
FIRES = 9  # the usual phase in which ships fire (full-thrust-base/1.4)
FOR_GOOD = 99  # turns of a timer that never runs out


def crewed(points: int, quality: str) -> int:
    """Return the price of a ship of so many points with a crew of a quality, rounded up (hex/2.4)."""
    return -(-points * PRICES[quality] // 10)


@dataclass(slots=True)
class Ship:
    """A ship in a battle: place, course, velocity (MU a turn), boxes left, and lost systems."""

    id: str
    name: str
    side: str
    design: Design
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int
    hull: int
    armour: tuple[int, ...]  # boxes left of each layer, the innermost first; ordinary armour is one layer
    lost: set[str] = field(default_factory=set)  # knocked out, perhaps repairable
    killed: set[str] = field(default_factory=set)  # beyond repair in this battle
    spent: set[str] = field(default_factory=set)  # one-shot systems that have fired
    drive_hits: int = 0  # steps the main drive has lost (2.4)
    drive_gone: int = 0  # the drive hits that needle beams burned out and nobody can repair (6.3)
    inverted: bool = False
    thrust_used: bool = False  # main drive used this turn (2.5)
    turned: bool = False  # changed course last turn
    removed_reason: str = ""  # why it is out of play: destroyed, left, struck, abandoned
    dies_after_phase: bool = False  # destroyed, but its fire this phase still counts (simultaneous effect)
    pending: int = 0  # rows ended since the last batched threshold check
    overkill: int = 0  # points beyond the last hull box, until debris is settled (6.20)
    timers: tuple[tuple[str, int], ...] = ()  # (name, turns left), such as those of core systems (5.4)
    path: tuple[tuple[float, float], ...] = ()  # as flown this turn
    status_flags: frozenset[str] = frozenset()
    active_manoeuvres: tuple[Any, ...] = ()  # manoeuvres being carried out this turn, once orders are shown
    # degrees of its course under vector movement; `course` is the nearest clock point (3)
    heading: float | None = None
    quality: str = "regular"  # quality of the crew: green, regular, veteran, elite (hex/2.4)
    # names of its fighter groups by hangar; these never change
    groups: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Ship:
        """Return a copy that shares only immutable values."""
        return Ship(
            self.id,
            self.name,
            self.side,
            self.design,
            self.at,
            self.course,
            self.facing,
            self.velocity,
            self.hull,
            self.armour,
            set(self.lost),
            set(self.killed),
            set(self.spent),
            self.drive_hits,
            self.drive_gone,
            self.inverted,
            self.thrust_used,
            self.turned,
            self.removed_reason,
            self.dies_after_phase,
            self.pending,
            self.overkill,
            self.timers,
            self.path,
            self.status_flags,
            self.active_manoeuvres,
            self.heading,
            self.quality,
            self.groups,
        )

    def posed(self, pose: Pose) -> Ship:
        """Return a copy at a pose, with the pose's manoeuvres."""
        ship = self.copy()
        ship.at, ship.course, ship.facing, ship.velocity = pose.at, pose.course, pose.facing, pose.velocity
        ship.inverted, ship.thrust_used = pose.inverted, not pose.coasted
        ship.begin(pose.active_manoeuvres)
        return ship

    def begin(self, manoeuvres: tuple[Any, ...]) -> None:
        """Replace the ship's manoeuvres and their marks."""
        if self.active_manoeuvres or manoeuvres:  # skipped for speed: this runs for every pose, and most have none
            left = self.status_flags.difference(*(use.status_flags for use in self.active_manoeuvres))
            self.status_flags = left.union(*(use.status_flags for use in manoeuvres))
            self.active_manoeuvres = manoeuvres

    @property
    def in_play(self) -> bool:
        """Return whether it is on the table and a target."""
        return not self.removed_reason

    @property
    def dummy(self) -> bool:
        """Return whether it is a bogey that is no ship (full-thrust-base/6.19). Sides that do not know are given a ship
        without this mark."""
        return DUMMY in self.status_flags

    @property
    def points(self) -> int:
        """Its value in points: its design with its crew, rounded up (hex/2.4)."""
        return crewed(self.design.points, self.quality)

    @property
    def thrust(self) -> int:
        """The current thrust rating: half, rounded down, after one drive hit, 0 after two (full-thrust-base/2.4)."""
        return drive_after(self.design.thrust, self.drive_hits) if self.drive_hits else self.design.thrust

    @property
    def rows_gone(self) -> int:
        """The number of hull rows with every box crossed off, of those that have boxes."""
        return self.rows_gone_at(self.hull)

    def rows_gone_at(self, hull: int) -> int:
        """Return the number of hull rows gone with that many boxes left."""
        crossed, gone = self.design.hull - hull, 0
        for boxes in self.design.track:
            crossed -= boxes
            if crossed < 0:
                break
            gone += boxes > 0
        return gone

    @property
    def row_left(self) -> int:
        """The hull boxes left in the present row."""
        crossed = self.design.hull - self.hull
        for boxes in self.design.track:
            if crossed < boxes:
                return boxes - crossed
            crossed -= boxes
        return 0

    @property
    def crew(self) -> int:
        """The crew factors left, each one damage control party (full-thrust-base/5.5)."""
        crossed = self.design.hull - self.hull
        return sum(box > crossed for box in self.design.dots)

    def works(self, key: str) -> bool:
        """Return whether that system is undamaged and not spent."""
        return key not in self.lost and key not in self.killed and key not in self.spent

    def working(self, *kinds: str) -> tuple[Mount, ...]:
        """Working systems of these kinds."""
        return self.working_among(kinds)

    def working_among(self, kinds: tuple[str, ...] | frozenset[str]) -> tuple[Mount, ...]:
        """Return the working systems of kinds given by a constant list of the rules."""
        mounts, lost, killed, spent = self.design.among(kinds), self.lost, self.killed, self.spent
        if not lost and not killed and not spent:
            return mounts
        return tuple([one for one in mounts if one.key not in lost and one.key not in killed and one.key not in spent])

    def has_working(self, kinds: tuple[str, ...] | frozenset[str]) -> bool:
        """Return whether any system of these kinds works."""
        return bool(self.design.keys_among(kinds).difference(self.lost, self.killed, self.spent))

    def screen(self, kind: str = "screen") -> int:
        """Return the level of working screens (full-thrust-base/5.7). Further generators are spares; inactive ones do
        not count."""
        if SCREENS_DOWN in self.status_flags:
            return 0
        working = self.working(kind)
        level = min(len(working), most_screens(self.design.profile)) if working else 0
        return max(level, SHROUD_LEVEL) if kind == "screen" and SHROUDED in self.status_flags else level

    def timer(self, name: str) -> int | None:
        """Return the turns left on a timer, None if it does not run."""
        return dict(self.timers).get(name) if self.timers else None

    def set_timer(self, name: str, turns: int | None) -> None:
        """Start, change or (None) stop a timer."""
        self.timers = tuple(pair for pair in self.timers if pair[0] != name) + (
            () if turns is None else ((name, turns),)
        )


def most_screens(profile: str) -> int:
    """Return the most screen levels that count for a ship of an edition (full-thrust-base/5.7, 12)."""
    return 3 if profile == "FT2" else 2


def drive_after(rating: int, hits: int) -> int:
    """Return the thrust left of a rating after some drive hits (full-thrust-base/2.4)."""
    return rating if hits <= 0 else rating // 2 if hits == 1 else 0


def drive_steps(rating: int) -> int:
    """Return the hits after which a drive of that rating gives no thrust: two, or one if it is rated 1
    (full-thrust-base/2.4)."""
    return next(hits for hits in range(3) if drive_after(rating, hits) == 0)
