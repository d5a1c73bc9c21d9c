"""FTL drives: ships that leave, reserves that arrive, and the effects on others (full-thrust-base/6.21,
manoeuvres/ftl-revision).

A ship starts its drive with FTL and, unless stopped, leaves at the middle of its next move. The turn, place, course and
velocity of reserves are noted before the battle. Departures and arrivals endanger everything within 6 MU, including
exactly 6 MU.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from game.board.boards import board_of, place_along
from game.board.geometry import Point, along, rounded_point, span, within
from game.core.display import Overlay, Pose
from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.framework.base import (
    SWITCH,
    Manoeuvre,
    ManoeuvreOrder,
    PlannedMove,
    half_way,
    manoeuvre_rule,
    setting,
    switched_on,
    zigzag,
)
from game.rules.manoeuvres.framework.compatibility import RULE as COMPATIBLE
from game.rules.manoeuvres.framework.compatibility import clash
from game.rules.outcome.table_edges import SHIFTED, beyond, crossing, floats, leave
from game.rules.outcome.victory import RESERVE
from game.rules.ships.damage import cross_off, ruin, strike
from game.rules.ships.design import Mount
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import PORT, Hit, Ship
from game.rules.ships.terrain_hazards import collide
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

FTL_DRIVE, REVISED = "full-thrust-base/6.21", "manoeuvres/ftl-revision"
LEAVING, ARRIVING = f"{FTL_DRIVE}/leaving", f"{FTL_DRIVE}/arriving"
JUMP = "manoeuvres/short-range-jump"
DANGER = 6.0  # MU
STARTED, TURNED = "ftl", "ftl turned"  # timers of a drive started the turn before, on a straight course or not
SILENT = "ftl silent"  # mark of a drive that has jumped and cannot be used again in this battle
GONE = "ftl gone"  # mark of a ship that has left, or of a reserve that could not enter
STEERED = frozenset({"T", "SS", "R"})  # allowed while the drive starts, where ships jump
DEFENCE = ("pds", "scattergun")  # the systems that may still fire


class JumpBurst(NamedTuple):
    """A burst that harms groups and markers within 6 MU: its place, whether groups may escape it, and its rule."""

    at: Point
    may_escape: bool
    rule: str


BURSTS = PhaseData[tuple[JumpBurst, ...]]("jumps", ())  # of this movement


class Arrival(NamedTuple):
    """The note of a reserve's arrival: turn, place (MU), course and velocity."""

    turn: int
    at: Point
    course: int
    facing: int
    velocity: int
    heading: float | None = None  # of a ship that moves by vectors


# -- danger ------------------------------------------------------------------------------------------------------------


def others(state: ThrustState, ship: Ship, at: Point) -> list[Ship]:
    """Return the other ships in play within 6 MU of a place."""
    board = board_of(state.table)
    return [
        one
        for one in state.ships.values()
        if one is not ship and one.in_play and within(board.distance(one.at, at), DANGER)
    ]


def crowded(state: ThrustState, ship: Ship, at: Point) -> bool:
    """Return whether a ship, or the rim of a planet or asteroid, is within 6 MU of a place."""
    bodies, board = (body for body in state.table.bodies if body.solid), board_of(state.table)
    return bool(others(state, ship, at)) or any(
        within(board.distance(body.at, at) - body.radius, DANGER) for body in bodies
    )


def burst(mass: int) -> tuple[int, int]:
    """Return the points, to armour and to the hull, that each other ship nearby takes from a ship that tears itself
    apart. They are a quarter of its MASS, halves rounded up; half of that, rounded up, goes to armour
    (manoeuvres/ftl-revision)."""
    points = (mass + 2) // 4
    return points - points // 2, points // 2


def splinters(ship: Ship, mass: int) -> list[Hit]:
    """Return the points of `burst` as hits on one ship. Points beyond its armour go to the hull; screens have no
    effect."""
    plated, bare = burst(mass)
    stopped = min(plated, sum(ship.armour))
    return [hit for hit in (("normal", stopped), ("hull", bare + plated - stopped)) if hit[1]]


def endurance_after_escape(endurance: int, may: bool = True) -> int | None:
    """Return the endurance left to a fighter group within 6 MU that spends one point to escape; None if it is lost.
    `may` says whether it may escape: always beside a ship that leaves, by `may_escape` beside one that arrives."""
    return endurance - 1 if may and endurance > 0 else None


def may_escape(house: House) -> bool:
    """Return whether fighters may escape from a ship that arrives (manoeuvres/ftl-revision)."""
    return bool(house["ftl.fighter_escape"])


def clear_of(centre: Point, at: Point) -> Point:
    """Return the nearest place in whole MU outside the danger for a piece at a place (MU), straight away from the
    centre."""
    away = span(centre, at)
    if away == 0:
        return rounded_point((centre[0], centre[1] + DANGER + 1))
    share = (DANGER + 1) / away
    return rounded_point((centre[0] + share * (at[0] - centre[0]), centre[1] + share * (at[1] - centre[1])))


# -- leaving and arriving ----------------------------------------------------------------------------------------------


def departs(state: ThrustState, umpire: Umpire, ship: Ship) -> bool:
    """Return whether a ship leaves safely. It rolls a die if anything is near: on 1 it stays, on 2 to 4 it is damaged,
    on 5 and 6 destroyed. The damage ignores screens and armour, as on arrival (full-thrust-base/5.2, 6.21/leaving)."""
    if advanced(state.house) or not crowded(state, ship, ship.at):
        return True
    face = umpire.die(f"ftl/{ship.id}/leaving")
    said = "the drive does not engage" if face == 1 else "one die of damage" if face < 5 else "it tears itself apart"
    umpire.tell(
        Event(
            "hazard",
            LEAVING,
            f"{{{ship.id}}} engages its FTL drive near others",
            who=ship.id,
            whom=ship.id,
            dice=(Die(face, face > 1),),
            result=said,
            tone="bad",
            at=ship.at,
            time=1.0,
        )
    )
    if face == 1:
        return False
    if face < 5:
        points = umpire.die(f"ftl/{ship.id}/damage")
        _suffer(state, umpire, ship, [("hull", points)], (Die(points),), "past screens and armour", LEAVING)
        return ship.in_play
    ruin(state, umpire, ship, LEAVING)
    BURSTS.set(state, (*BURSTS.of(state), JumpBurst(ship.at, True, REVISED)))
    for other in others(state, ship, ship.at):
        _torn(state, umpire, ship, other)
    return False


def advanced(house: House) -> bool:
    """Return whether all FTL drives are advanced, so that they do not scatter and endanger nobody
    (full-thrust-base/6.21/advanced)."""
    return bool(house.get("ftl.advanced"))


def _torn(state: ThrustState, umpire: Umpire, ship: Ship, other: Ship) -> None:
    """Damage a ship beside one that tears itself apart, by a share of its MASS or, by option, by two dice
    (6.21/leaving)."""
    if state.house.get("ftl.bystanders") == "2d6":
        faces = umpire.roll(2, f"ftl/{ship.id}>{other.id}")
        _suffer(
            state, umpire, other, [("hull", sum(faces))], tuple(map(Die, faces)), f"{ship.name} tears apart", LEAVING
        )
        return
    plated, bare = burst(ship.design.mass)
    _suffer(
        state,
        umpire,
        other,
        splinters(other, ship.design.mass),
        (),
        f"a quarter of mass {ship.design.mass}, {plated} for armour and {bare} for the hull",
        REVISED,
    )


def emerges(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Put a ship on the table. If anything is within 6 MU, it and every ship there are damaged, past screens and
    armour."""
    if advanced(state.house):
        return
    BURSTS.set(state, (*BURSTS.of(state), JumpBurst(ship.at, may_escape(state.house), ARRIVING)))
    if not crowded(state, ship, ship.at):
        return
    face = umpire.die(f"ftl/{ship.id}/arriving")
    dice, points = [Die(face)], face
    if face == 6:
        again = umpire.die(f"ftl/{ship.id}/arriving/again")
        dice, points = [*dice, Die(again, again=True)], 6 * again
    near = others(state, ship, ship.at)
    _suffer(
        state,
        umpire,
        ship,
        [("hull", points)],
        tuple(dice),
        "6 times the second die" if face == 6 else "near others",
        ARRIVING,
    )
    for other in near:
        faces = umpire.roll(2, f"ftl/{ship.id}>{other.id}")
        _suffer(
            state,
            umpire,
            other,
            [("hull", sum(faces))],
            tuple(map(Die, faces)),
            f"{ship.name} appears beside it",
            ARRIVING,
        )


def _suffer(
    state: ThrustState, umpire: Umpire, ship: Ship, hits: list[Hit], dice: tuple[Die, ...], why: str, rule: str
) -> None:
    wound = cross_off(ship.copy(), hits)
    umpire.tell(
        Event(
            "hazard",
            rule,
            f"{{{ship.id}}} is hurt by FTL",
            whom=ship.id,
            dice=dice,
            reason=why,
            tone="bad",
            result=f"{sum(points for _, points in hits)} damage",
            at=ship.at,
            time=1.0,
            harm=wound.harm,
        )
    )
    strike(state, umpire, ship, hits, f"ftl/{ship.id}", rule)


def hold_back(state: ThrustState, ship: Ship, turn: int) -> None:
    """Make a ship a reserve for a turn. Its place and movement are noted, known only to its side."""
    state.reserves[ship.id] = Arrival(turn, ship.at, ship.course, ship.facing, ship.velocity, ship.heading)
    ship.removed_reason, ship.at, ship.course, ship.facing, ship.velocity = RESERVE, (0.0, 0.0), 12, 12, 0
    ship.heading = None if ship.heading is None else 0.0


def arrivals(state: ThrustState, umpire: Umpire) -> None:
    """Bring in the reserves of this turn, after all moves (full-thrust-base/6.21/arriving)."""
    for key, noted in list(state.reserves.items()):
        ship = state.ships[key]
        if isinstance(noted, Arrival) and noted.turn <= state.turn and ship.removed_reason == RESERVE:
            del state.reserves[key]
            arrive(state, umpire, ship, noted)


def arrive(state: ThrustState, umpire: Umpire, ship: Ship, noted: Arrival) -> None:
    """Bring in one reserve, moved off its noted place by a die of MU in a random direction. A reserve that would be off
    the table cannot enter."""
    shift = SHIFTED.of(state)  # the table may have scrolled with the fleets since
    place = noted.at[0] + shift[0], noted.at[1] + shift[1]
    board = board_of(state.table)
    toward, dice, away = (12, (), 0) if advanced(state.house) else scatter(state, umpire, ship)
    ship.at, ship.path, ship.removed_reason = rounded_point(place_along(board, place, toward, away)), (), ""
    ship.course, ship.facing, ship.velocity, ship.heading = noted.course, noted.facing, noted.velocity, noted.heading
    off = () if floats(state) else beyond(state.table, ship.at)
    flies = f"velocity {ship.velocity}, course {board.format_course(ship.course, ship.heading)}"
    off_place = f"{board.format_distance(away)} off its place, direction {toward}" if away else "in its place"
    umpire.tell(
        Event(
            "note",
            ARRIVING,
            f"{{{ship.id}}} arrives by FTL",
            who=ship.id,
            dice=(Die(toward, sides=12, of="direction"), *dice) if away else (),
            reason=off_place,
            line=(rounded_point(place), ship.at) if away else (),
            at=ship.at,
            time=1.0,
            result="off the table: it cannot enter" if off else flies,
            tone="bad" if off else "good",
        )
    )
    if off:
        ship.at, ship.removed_reason = crossing(state.table, (), ship.at), "left"
        ship.status_flags |= {GONE}
        return
    emerges(state, umpire, ship)


def scatter(state: ThrustState, umpire: Umpire, ship: Ship) -> tuple[int, tuple[Die, ...], int]:
    """Roll direction and distance. Return the course, the dice for the distance, and the distance in MU. A 6 may mean
    six times another die."""
    toward = umpire.die(f"ftl/{ship.id}/direction", 12)
    face = umpire.die(f"ftl/{ship.id}/distance")
    if face < 6 or not state.house["ftl.long_scatter"]:
        return toward, (Die(face, of="distance"),), face
    again = umpire.die(f"ftl/{ship.id}/distance/again")
    return toward, (Die(face, of="distance"), Die(again, again=True, of="distance")), 6 * again


# -- the order ---------------------------------------------------------------------------------------------------------


def broken(ship: Ship) -> Illegal | None:
    """Return why a ship cannot use an FTL drive, or None."""
    if SILENT in ship.status_flags:
        return Illegal(f"{ship.name}'s FTL drive has made its jump and is silent for the rest of the battle", JUMP)
    if not ship.design.of("ftl"):
        return Illegal(f"{ship.name} has no FTL drive", FTL_DRIVE)
    if not ship.working("ftl"):
        return Illegal(f"{ship.name}'s FTL drive is out of order", "full-thrust-base/6.21")
    return None


def started(ship: Ship, *timers: str) -> bool:
    """Return whether the drive was started the turn before, on a straight course or with one of these timers."""
    return any(ship.timer(name) == 1 for name in timers or (STARTED,))


class Ftl(Manoeuvre):
    """FTL: start the drive, and leave on the turn after that. Where jumps are played, a ship may turn, roll and
    side-slip while the drive starts, but then it can only jump."""

    code, title, rule, turn, timers = "FTL", "FTL drive", LEAVING, 1, (STARTED, TURNED)
    line = "leaves by its FTL drive"
    glides = True
    settings = (
        manoeuvre_rule("FTL", "FTL drives", "Ships leave the battle by their FTL drives.", LEAVING),
        setting("ftl.long_scatter", "Long scatter", "On a 6 an arrival scatters six times another die.", SWITCH, True,
                REVISED, "FTL", "SRJ"),
        setting("ftl.fighter_escape", "Fighters escape a jump", "A group spends endurance to be clear of a jump.",
                SWITCH, True, REVISED, "FTL", "SRJ"),
        setting("ftl.bystanders", "Beside a ship that tears apart",
                "Others take a share of its mass, or two dice each.",
                (("mass", "a share of its mass"), ("2d6", "two dice")), "mass", LEAVING, "FTL"),
        setting("ftl.advanced", "Advanced FTL drives", "Ships leave and arrive without scatter and without danger.",
                SWITCH, False, f"{FTL_DRIVE}/advanced", "FTL", "SRJ"),
    )  # fmt: skip

    @property
    def switched_by(self) -> tuple[str, ...]:
        """The codes of FTL and of jumps, which begin with it."""
        return ("FTL", "SRJ")

    def ongoing(self, ship: Ship, house: House) -> ManoeuvreOrder | None:
        """Return the departure of a ship whose drive was started."""
        return ManoeuvreOrder(self) if started(ship) and switched_on("FTL", house) and not broken(ship) else None

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working drive, with thrust except for turns before a jump, and to leave after turning."""
        leaving = started(ship)
        if wrong := broken(ship):
            return wrong
        if started(ship, TURNED):
            return Illegal(f"{ship.name} turned while its FTL drive was started: it may jump, not leave", JUMP)
        if ship.heading is not None and not switched_on("FTL", house):
            return Illegal("nobody leaves by FTL in this battle, and ships that move by vectors do not jump", self.rule)
        if leaving and not switched_on("FTL", house):
            return Illegal(
                f"{ship.name}'s FTL drive is started: it may jump, and nobody leaves by FTL in this battle", JUMP
            )
        if plot.ram:
            return Illegal("a ship with its FTL drive engaged rams nobody", self.rule)
        if leaving and any(one.code == "SRJ" for one in plot.uses):
            return Illegal(
                f"{ship.name} leaves by FTL or jumps, one of them: without FTL in its order it may jump", COMPATIBLE
            )
        jumps = ship.heading is None and switched_on("SRJ", house)  # it may turn before a jump
        free = STEERED if jumps and not leaving else ()
        return clash((*(code for code in plot.codes if code not in free), self.code))

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Fly straight on; a ship that leaves disappears halfway."""
        if ship.course != ship.facing:
            flight.drift(ship)
        flight.half = started(ship)

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Start the drive as ordered in secret."""
        if not plot.using(self.code):  # something broke after the order was given
            ship.active_manoeuvres = plot.uses
        elif not started(ship):
            ship.set_timer(TURNED if STEERED.intersection(plot.codes) else STARTED, 2)
            umpire.tell(Event("note", LEAVING, f"{{{ship.id}}} starts its FTL drive", who=ship.id, at=ship.at))
        return plot

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Remove the ship at the middle of its move, or damage it for other ships nearby. If the drive fails, it makes
        its move."""
        if not started(ship) or not plot.using(self.code):
            return
        if departs(state, umpire, ship):
            ship.status_flags |= {GONE}
            ship.removed_reason = "left"
            umpire.tell(
                Event(
                    "lost",
                    LEAVING,
                    f"{{{ship.id}}} leaves by FTL",
                    who=ship.id,
                    whom=ship.id,
                    result="has left",
                    leaves="table",
                    at=ship.at,
                    time=1.0,
                    fate="left",
                )
            )
        elif ship.in_play:
            self._stays(state, umpire, ship, plot)

    def _stays(self, state: ThrustState, umpire: Umpire, ship: Ship, plot: MovementOrder) -> None:
        """Fly the second half of a move that was meant to end halfway."""
        rest = ship.velocity - half_way(ship.velocity, state.house)
        flown = ship.path[: ship.path.index(ship.at) + 1]
        if ship.heading is None:
            way = board_of(state.table).run(ship.at, ship.course, rest, PORT in ship.status_flags)
            ship.status_flags, path = zigzag(ship.status_flags, way.port), way.path
        else:
            path = (along(ship.at, ship.heading, rest),)
        end = rounded_point((ship.at, *path)[-1])
        umpire.tell(
            Event(
                "note",
                LEAVING,
                f"{{{ship.id}}} stays and ends its move",
                who=ship.id,
                line=(ship.at, end),
                at=end,
                time=1.0,
            )
        )
        ship.path, ship.at = (ship.at, *path[:-1], end), end
        collide(replace(state, ships={ship.id: ship}, kept={}), umpire)  # drifting bodies have moved already
        if not ship.in_play:
            return
        ship.path = (*flown, *ship.path[1:])
        if edges := () if floats(state) else beyond(state.table, end):
            leave(state, umpire, ship, edges[0])

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Refuse all fire but point defence for the ship itself."""
        if mount.kind in DEFENCE:
            return None
        return Illegal(f"{ship.name}'s FTL drive takes all power: only point defence fires", self.rule)

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return the danger zone round the place where it will leave."""
        board = board_of(state.table)
        return ring(board, ship.at, DANGER, f"danger {board.format_distance(DANGER)}", "bad") if started(ship) else ()
