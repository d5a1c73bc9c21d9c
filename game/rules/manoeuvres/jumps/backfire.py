"""Grav Backfire: a main drive used as a weapon against everything astern (manoeuvres/grav-backfire).

The shock goes out in phase 4, from the places of ships before they move. The ship pays with its drive, then moves first
and leaves a wake that hits every ship whose path enters it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from game.board.areas import touches
from game.board.boards import OPEN, Board, board_of
from game.board.geometry import ARCS, Point, within
from game.board.zones import OWN, sector, strip
from game.core.display import Overlay, Pose, Ring, Risk, Zone
from game.core.events import Die, Event
from game.core.orders import Id, Illegal
from game.core.state import PieceData
from game.core.umpire import FaceWorth, Umpire, at_least, counting
from game.core.values import House, frozen
from game.rules.manoeuvres.framework.base import SWITCH, Manoeuvre, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.ships.beam_dice import point_defence
from game.rules.ships.damage import checked_systems, cross_off, knock_out, ruin, strike
from game.rules.ships.design import Mount
from game.rules.ships.drive import failing, hurt, level, main_drive, named_drive
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/grav-backfire"
ZONES, WAKE = f"{RULE}/zones", f"{RULE}/wake"
WIDTH = 1.0  # MU, of the wake
SPOT = 1.4  # MU, of the ring round a ship that is hit
DENSE = {"high": 1.6, "medium": 0.9, "low": 0.5}  # the density of the zones' hatching, in proportion to their dice
PLASMA_SCREENS = 2  # the most levels that count against plasma bolts (full-thrust-base/6.9)


@frozen
class Shock:
    """A backfire in progress: its size, whether the drive was damaged before, and the ships in its zones. `crossed` are
    ships that entered its wake; `spent`: the ship has moved, and nobody else is hit."""

    k: int
    maimed: bool
    struck: frozenset[Id]
    crossed: frozenset[Id] = frozenset()
    spent: bool = False


NOTHING = counting((0,) * 6)  # the die of most systems never decides whether a ship is harmed
SHOCK = PieceData[Shock | None]("backfire", None)


class Band(NamedTuple):
    """One zone: its name, its limits in MU, and the dice it rolls at each ship."""

    name: str
    inner: float
    outer: float
    dice: int


def size(ship: Ship) -> int:
    """Return the MASS of the main drive as built, divided by five and rounded down; half of it if damaged
    (grav-backfire/zones)."""
    return ship.design.mass * ship.design.thrust // (100 if ship.thrust == ship.design.thrust else 200)


def bands(k: int) -> tuple[Band, ...]:
    """Return the three zones of a drive of size `k`."""
    return Band("high", 0, k, 2 * k), Band("medium", k, 2 * k, k), Band("low", 2 * k, 3 * k, swept(k))


def swept(k: int) -> int:
    """Return the dice of the low zone and of the wake against ships. In the wake they are also the point-defence dice
    against each marker."""
    return k // 2


def wake_dice(k: int, house: House) -> int:
    """Return the dice of the wake of a drive of size `k`; 0 if there are no wakes."""
    return swept(k) if house["gb.wake"] else 0


def zone_at(at: Point, facing: int, k: int, point: Point, board: Board = OPEN) -> Band | None:
    """Return the zone that a place is in; None outside all zones. On the edge of two it is the inner one. The ship's
    own place is in every arc."""
    if k == 0 or "A" not in board.arcs(at, facing, point, ARCS):
        return None
    away = board.weapon_distance(board.distance(at, point))
    return next((band for band in bands(k) if within(away, band.outer)), None)


def shield(ship: Ship, house: House) -> int:
    """Return the points that screens subtract from each die: their level, or two in a vapour shroud. Against plasma, at
    most two levels count."""
    found = max(ship.screen(), ship.screen("advanced_screen"))
    return min(found, PLASMA_SCREENS) if house["gb.screen_mode"] == "plasma" else found


def shock(faces: Iterable[int], screens: int) -> int:
    """Return the points of some dice, each less the level of the screens."""
    return sum(max(0, face - screens) for face in faces)


def endurance_after_shock(endurance: int) -> int | None:
    """Return the endurance left to a fighter group that was in a zone or the wake: one point less, or None if it is
    lost."""
    return endurance - 1 if endurance > 0 else None


def roll_against_marker(umpire: Umpire, k: int, marker: str) -> tuple[int, tuple[Die, ...]]:
    """Roll point-defence dice at a marker in the wake; return the missiles shot down, and the dice."""
    return point_defence(umpire, swept(k), f"wake/{marker}")


class Backfire(Manoeuvre):
    """BACKFIRE: a ship's whole order."""

    by_vectors = "it takes the place of a plotted move, and its wake lies behind a course on the clock"
    code, title, rule, written, turn = "GB", "Grav Backfire", RULE, "BACKFIRE", -1
    line = "strikes who is astern"
    glides = True
    settings = (
        manoeuvre_rule("GB", "Grav backfire", "A drive turned into a weapon against ships astern.", RULE),
        setting("gb.screen_mode", "Screens against a backfire",
                "Their level from each die; or two levels at most, as of plasma.",
                (("per_die", "full level"), ("plasma", "as plasma")), "per_die", ZONES, "GB"),
        setting("gb.wake", "Wake of a backfire", "The ship leaves a burning strip behind it.", SWITCH, True, WAKE,
                "GB"),
    )  # fmt: skip

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without exactly one standard main drive that works, or with a ram. Once orders are shown, the
        ship's own backfire does not cancel it."""
        if ship.design.advanced:
            return Illegal(f"{ship.name}'s drive is advanced, and its safeguards allow no backfire", RULE)
        if len(ship.design.of("drive")) > 1:
            return Illegal(f"{ship.name} has a second main drive, and a backfire needs one alone", RULE)
        if plot.ram:
            return Illegal("a ship whose drive backfires rams nobody", RULE)
        if ship.thrust == 0 and use not in ship.active_manoeuvres:
            return Illegal(f"{ship.name}'s drive is dead and cannot backfire", RULE)
        return None

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Fly straight on, without thrust."""
        flight.drift(ship)

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return the certain damage to the drive, and the chances that the check of all systems destroys it or the
        ship."""
        fails = float(failing(ship, 0, house))
        if ship.drive_hits:
            return Risk(self.title, "drive lost", 1.0, "bad", RULE), Risk(
                self.title, "ship destroyed", fails, "bad", RULE
            )
        lost = fails if ship.design.thrust > 1 else 1.0
        return Risk(self.title, "drive damaged", 1.0, "bad", RULE), Risk(self.title, "drive lost", lost, "bad", RULE)

    # -- phase 4 -------------------------------------------------------------------------------------------------------

    def on_launch(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Hit friend and foe with the shock, then damage the drive."""
        if not ship.in_play:
            return
        if ship.thrust == 0:
            ship.active_manoeuvres = ()
            umpire.tell(
                Event("note", RULE, f"{{{ship.id}}}'s drive has died and does not backfire", who=ship.id, tone="bad")
            )
            return
        k, maimed, board = size(ship), ship.drive_hits > 0, board_of(state.table)
        umpire.tell(
            Event(
                "hazard",
                ZONES,
                f"{{{ship.id}}}'s drive backfires",
                who=ship.id,
                at=ship.at,
                reason="damaged, at half its size" if maimed else "",
                result=_reaches(k, board),
            )
        )
        bands_of = {
            other.id: zone_at(ship.at, ship.facing, k, other.at, board)
            for other in state.ships.values()
            if other is not ship and other.in_play
        }
        SHOCK.set(state, ship.id, Shock(k, maimed, frozenset(key for key, band in bands_of.items() if band)))
        for key, band in bands_of.items():
            other = state.ships[key]
            if band and band.dice and other.in_play:
                _scorch(state, umpire, ship, other, band.dice, f"in the {band.name} zone", ZONES)
        hurt(state, umpire, ship)
        umpire.tell(
            Event(
                "damage",
                RULE,
                f"{{{ship.id}}}'s own drive is damaged",
                whom=ship.id,
                result=f"thrust {ship.thrust}",
                figure=True,
                tone="bad",
                at=ship.at,
                broken=named_drive(ship),
            )
        )

    # -- phase 5 -------------------------------------------------------------------------------------------------------

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Check every system, the drive too. A drive that was damaged before destroys the ship."""
        if (made := SHOCK.of(state, ship.id)) is None:
            return plot
        systems, maimed = checked_systems(ship, state.house), made.maimed
        drive = main_drive(ship)
        if maimed and drive and drive not in systems:
            systems = [mount for mount in ship.design.mounts if mount in systems or mount is drive]
        base = level(ship, state.house)
        worth = tuple(_fails(mount, base) for mount in systems)
        faces = umpire.roll(len(systems), f"backfire/{ship.id}/systems", worth=worth)
        failed = [mount for mount, face in zip(systems, faces) if face - mount.core >= base]
        _tell_check(umpire, ship, base, systems, faces, failed)
        for mount in failed:
            if mount is drive and maimed:
                ruin(state, umpire, ship, RULE)
                break
            knock_out(state, umpire, ship, mount)
        return plot

    def on_all_moved(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Hit every other ship whose path of this turn enters the wake, each once."""
        if not ship.in_play or (made := SHOCK.of(state, ship.id)) is None:
            return
        board = board_of(state.table)
        for other in state.ships.values() if wake_dice(made.k, state.house) else ():
            if other is not ship and other.in_play and in_wake(ship.path, other.path or (other.at,), board):
                made = replace(made, crossed=made.crossed | {other.id})
                SHOCK.set(state, ship.id, made)
                _scorch(state, umpire, ship, other, swept(made.k), "through the wake", WAKE)

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Do nothing: its targets have been hit already."""
        if made := SHOCK.of(state, ship.id):
            SHOCK.set(state, ship.id, replace(made, spent=True))

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Clear the shock."""
        SHOCK.clear(state, ship.id)

    # -- the board -----------------------------------------------------------------------------------------------------

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return the three zones from its place before the move, and the wake it will leave."""
        made = SHOCK.of(state, ship.id)
        if pose is None and made is None:
            return ()
        path = (pose.path if pose else ship.path) or (ship.at,)
        k = made.k if made else size(ship)
        drawn = list(zones(path[0], ship.facing, k, board_of(state.table)))
        if wake_dice(k, state.house):
            for outline, *holes in strip(board_of(state.table), path, WIDTH):
                drawn.append(Zone(outline, f"wake: {_dice(swept(k))}", "ordnance", True, tuple(holes)))
        spent = pose is None and made is not None and made.spent
        found: list[Zone | Ring] = [*drawn, *_struck(state, ship, path, k)]
        return [replace(one, spent=spent) for one in found]


def _fails(mount: Mount, base: int) -> FaceWorth:
    """Return the worth of a system's die. A drive, a core or a charge may destroy the ship; the dice of all others are
    not followed."""
    return at_least(base + mount.core) if mount.kind in ("drive", "wave_gun") or mount.core else NOTHING


def in_wake(made: tuple[Point, ...], path: tuple[Point, ...], board: Board = OPEN) -> bool:
    """Return whether a path enters the strip behind a ship that made that move, or on hexes any hex that the ship went
    through."""
    if board.cells:
        return made[0] != made[-1] and not set(made).isdisjoint(path)
    return len(made) > 1 and touches(made[0], made[-1], WIDTH, path)


def _struck(state: ThrustState, ship: Ship, path: tuple[Point, ...], k: int) -> Iterator[Ring]:
    """Yield every ship in a zone and, after the backfire, every path that enters the wake, with their dice."""
    made = SHOCK.of(state, ship.id)
    for other in state.ships.values():
        in_zone = other.id in made.struck if made else other is not ship and other.in_play
        crossed = made is not None and other.id in made.crossed
        stood = other.path[0] if made and other.path else other.at
        band = zone_at(path[0], ship.facing, k, stood, board_of(state.table)) if in_zone else None
        if band and band.dice:
            yield Ring(stood, SPOT, f"{other.name}: {_dice(band.dice)}", "ordnance")
        if crossed:
            yield Ring(other.at, SPOT, f"{other.name} through the wake: {_dice(swept(k))}", "ordnance")


def zones(at: Point, facing: int, k: int, board: Board = OPEN) -> Iterator[Zone]:
    """Yield the zones, the high one hatched, each with its name and its dice."""
    for band in (one for one in bands(k) if one.dice):
        near = board.to_board_units(band.inner) if band.inner else OWN
        for outline, *holes in sector(board, at, facing, frozenset("A"), board.to_board_units(band.outer), near):
            yield Zone(
                outline, f"{band.name}: {_dice(band.dice)}", "ordnance", True, tuple(holes), density=DENSE[band.name]
            )


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _reaches(k: int, board: Board) -> str:
    said = [
        f"{_dice(band.dice)} to {board.format_distance(board.to_board_units(band.outer))}"
        for band in bands(k)
        if band.dice
    ]
    return ", ".join(said) or "too weak to hurt anybody"


def _scorch(state: ThrustState, umpire: Umpire, ship: Ship, other: Ship, dice: int, why: str, rule: str) -> None:
    """Roll the damage to one ship, less its screens. Armour takes it first."""
    screens = shield(other, state.house)
    worth = counting(max(0, face - screens) for face in range(1, 7))
    faces = umpire.roll(dice, f"backfire/{ship.id}>{other.id}", worth=worth)
    points = shock(faces, screens)
    hits = [("normal", points)] * bool(points)
    wound = cross_off(other.copy(), hits)
    umpire.tell(
        Event(
            "hazard",
            rule,
            f"{{{other.id}}} is caught in {{{ship.id}}}'s backfire",
            who=ship.id,
            whom=other.id,
            dice=tuple(Die(face, face > screens) for face in faces),
            result=f"{points} damage",
            reason=f"{why}; screens take {screens} from each die" if screens else why,
            tone="bad" if points else "good",
            at=other.at,
            harm=wound.harm,
        )
    )
    strike(state, umpire, other, hits, f"backfire/{ship.id}", rule)


def _tell_check(
    umpire: Umpire, ship: Ship, base: int, systems: list[Mount], faces: tuple[int, ...], failed: list[Mount]
) -> None:
    umpire.tell(
        Event(
            "damage_check",
            RULE,
            f"{{{ship.id}}} checks every system at {base} after its backfire",
            whom=ship.id,
            dice=tuple(Die(face, mount in failed) for mount, face in zip(systems, faces)),
            result=f"lost: {', '.join(mount.title for mount in failed)}" if failed else "all hold",
            headings=(
                f"Its drive backfired: every system rolls, {base} or more is lost",
                f"Backfire: {base} or more is lost",
            ),
            tone="bad" if failed else "good",
            mounts=tuple(mount.key for mount in systems),
            at=ship.at,
            broken=tuple(mount.title for mount in failed),
        )
    )
