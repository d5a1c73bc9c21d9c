"""Short-Range Jump: from one place on the table to another along the course (manoeuvres/short-range-jump).

The FTL drive is started the turn before. Ships jump before anything moves, meet nothing on the way, miss their place by
dice, and may be damaged at their destination like any arrival. The cost: no weapons that turn, two checks, a turn
without acceleration, and no more FTL in the battle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from game.board.boards import board_of, place_along
from game.board.geometry import Point, rounded_point
from game.board.zones import corridor, rings
from game.core.display import Overlay, Pose, Risk, Zone
from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.umpire import Umpire, at_least
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, PlannedMove, manoeuvre_rule
from game.rules.manoeuvres.jumps.ftl import DEFENCE, JUMP, SILENT, STARTED, TURNED, broken, departs, emerges, started
from game.rules.ships.damage import knock_out
from game.rules.ships.design import Mount
from game.rules.ships.drive import CHECKS, check, failing, level
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

FAR = 10  # MU of a jump for each point of thrust
DIE = 20  # MU of a jump, or part of that, for each die of scatter
STEADIED = {"enhanced": 2, "superior": 4}  # MU by which sensors reduce the scatter
EMERGED = "emerged"  # timer of a ship that has jumped: 2 on that turn, 1 on the next
STEERS = frozenset({"T", "SS", "R", "EcA", "EcB"})  # allowed orders on the turn after a jump
SHARES = (0.5, 0.9)  # the shares of all jumps that end within the rings drawn


def reach(ship: Ship) -> int:
    """Return the longest jump in MU."""
    return FAR * ship.thrust


def dice(distance: int) -> int:
    """Return the dice of scatter of a jump of `distance` MU."""
    return -(-distance // DIE)


def scatter_reduction(ship: Ship) -> int:
    """Return the MU by which the best of its sensors reduces the scatter."""
    return max((STEADIED.get(mount.mode, 0) for mount in ship.working("sensors")), default=0)


@cache
def misses(count: int, off: int) -> tuple[float, ...]:
    """Return the exact chances to miss by 0, 1, 2 … MU with `count` dice, reduced by `off` MU."""
    ways = {0: 1}
    for _ in range(count):
        ways = {total: sum(ways.get(total - face, 0) for face in range(1, 7)) for total in range(max(ways) + 7)}
    found = [0] * (max(0, 6 * count - off) + 1)
    for total, many in ways.items():
        found[max(0, total - off)] += many
    return tuple(many / 6**count for many in found)


class ShortJump(Manoeuvre):
    """SRJ d: the whole order of a ship whose FTL drive was started the turn before."""

    by_vectors = "it goes along a course on the clock, and theirs lie at any angle"
    code, title, rule, shape, timers = "SRJ", "Short-Range Jump", JUMP, "number", (EMERGED,)
    line = "jumps along its course"
    glides = True
    settings = (
        manoeuvre_rule("SRJ", "Short-range jump", "A jump along the course, as far as ten for each thrust.", JUMP),
    )

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every MU while it can jump; only the longest jump, with the reason against it, while it cannot."""
        most = reach(ship)
        return tuple(
            ManoeuvreOrder(self, n) for n in (range(1, most + 1) if started(ship, STARTED, TURNED) else (most or FAR,))
        )

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it unless a working FTL drive was started the turn before, and beyond the distance that the thrust
        allows."""
        if wrong := broken(ship):
            return wrong
        if not started(ship, STARTED, TURNED):
            return Illegal(f"{ship.name}'s FTL drive must be started the turn before it jumps", JUMP)
        if plot.ram:
            return Illegal("a ship that jumps rams nobody", JUMP)
        if use.n < 1:
            return Illegal("a jump takes a ship 1 ahead at least", JUMP)
        if use.n > reach(ship):
            return Illegal(f"{ship.name}, thrust {ship.thrust}, jumps {reach(ship)} at most, not {use.n}", JUMP)
        return None

    def lingers(self, ship: Ship, plot: MovementOrder) -> Illegal | None:
        """Refuse everything but turns on the turn after a jump."""
        if ship.timer(EMERGED) == 1 and not STEERS.issuperset(plot.codes):
            return Illegal(f"{ship.name} jumped last turn: this turn it may turn, and no more", JUMP)
        return None

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Put the ship at the intended place; once it has jumped, do not move it."""
        flight.drift(ship)
        flight.jump = 0 if ship.timer(EMERGED) == 2 else use.n

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        fails = float(failing(ship, 0, house))
        main = "drive lost" if ship.drive_hits or ship.design.thrust == 1 else "drive damaged"
        return Risk(self.title, "FTL drive lost", fails, "bad", CHECKS), Risk(self.title, main, fails, "bad", CHECKS)

    def before(
        self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> MovementOrder:
        """Resolve the jump before anything moves: the danger at the start, the jump, the danger at the end, and the
        checks."""
        if not plot.using(self.code):  # something broke after the order was given
            ship.active_manoeuvres = plot.uses
            return plot
        if not departs(state, umpire, ship):
            return replace(plot, uses=())
        self._jump(state, umpire, ship, use)
        emerges(state, umpire, ship)
        if ship.in_play:
            self._checks(state, umpire, ship)
        return plot

    def _jump(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Move the ship, off its intended place by dice in a random direction. Course and velocity stay."""
        toward = umpire.die(f"jump/{ship.id}/direction", 12)
        faces, off = umpire.roll(dice(use.n), f"jump/{ship.id}/distance"), scatter_reduction(ship)
        away, start, board = max(0, sum(faces) - off), ship.at, board_of(state.table)
        ship.at = rounded_point(place_along(board, place_along(board, start, ship.course, use.n), toward, away))
        ship.path = (ship.at,)
        ship.status_flags |= {SILENT}
        ship.set_timer(EMERGED, 2)
        umpire.tell(
            Event(
                "note",
                JUMP,
                f"{{{ship.id}}} jumps {board.format_distance(use.n)}",
                who=ship.id,
                line=(start, ship.at),
                at=ship.at,
                dice=(Die(toward, sides=12, of="direction"), *(Die(face, of="distance") for face in faces)),
                reason=f"sensors take off {off}" if off else "",
                result=f"{board.format_distance(away)} off, direction {toward}",
            )
        )

    def _checks(self, state: ThrustState, umpire: Umpire, ship: Ship) -> None:
        """Check the FTL drive and the main drive, one die each at the current level."""
        base = level(ship, state.house)
        face = umpire.die(f"jump/{ship.id}/ftl", worth=at_least(base))
        holds = face < base
        umpire.tell(
            Event(
                "check",
                JUMP,
                f"{{{ship.id}}}'s FTL drive is strained: {self.title}",
                whom=ship.id,
                dice=(Die(face, not holds),),
                reason=f"fails on {base}{' or more' if base < 6 else ''}",
                result="holds" if holds else "lost",
                tone="good" if holds else "bad",
                at=ship.at,
                broken=() if holds else (ship.working("ftl")[0].title,),
            )
        )
        if not holds:
            knock_out(state, umpire, ship, ship.working("ftl")[0])
        if ship.thrust:
            check(state, umpire, ship, 0, self.title, JUMP)

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Refuse all fire but point defence."""
        return (
            None if mount.kind in DEFENCE else Illegal(f"{ship.name} jumps this turn: only point defence fires", JUMP)
        )

    # -- the board -----------------------------------------------------------------------------------------------------

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Yield the jump with its greatest length, and rings where it ends with half, nine tenths and all of the
        chances."""
        if pose is None:
            return
        board = board_of(state.table)
        start = place_along(board, pose.at, pose.course, -use.n)
        yield from _lane(start, pose.at, f"jump {board.format_distance(use.n)}", "own")
        if reach(ship) > use.n:
            limit = place_along(board, start, pose.course, reach(ship))
            yield from _lane(pose.at, limit, f"limit {board.format_distance(reach(ship))}", "muted")
        chances = misses(dice(use.n), scatter_reduction(ship))
        for share in SHARES:
            within = next(n for n in range(len(chances)) if sum(chances[: n + 1]) >= share - 1e-12)
            yield from ring(board, pose.at, within, f"{share:.0%} within {board.format_distance(within)}")
        yield from ring(
            board, pose.at, len(chances) - 1, f"all within {board.format_distance(len(chances) - 1)}", "muted"
        )


def _lane(start: Point, end: Point, label: str, tone: str) -> Iterable[Zone]:
    """Return a line with a label, as a narrow strip."""
    outlines = rings(corridor((start, end), 0.25))
    return [Zone(outlines[0], label, tone)] if outlines else []
