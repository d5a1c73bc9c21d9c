"""One moment as a captain sees it: all destinations of all ships as arrays, and the mean damage between ships.

It asks its side's view and knows no game. Places are rows of x, y, facing in degrees, and speed, as in
`View.ends_array`; a fifth column is the direction of motion.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from game.battle.view import View
from game.board.boards import board_of
from game.board.mean_table import Array
from game.board.protocol import Board
from game.board.terrain import Body
from game.core.display import Destination, Point, Pose
from game.core.forecast import MeanLosses, ProbedMeans
from game.core.orders import Id, Order
from game.core.state import Piece, PieceState, pose_of

Numbers = NDArray[np.intp]
CLASSES = 16  # most kinds of motion distinguished when the next turn's destinations are computed
GRAINS = (1.0, 2.0, 4.0, 8.0, 1e9)  # MU of speed, and 30 degrees, within which motions are merged
SECTOR = 30.0  # degrees of a sector of equal damage, for a game without a table
RANGES = np.array([1.5, 2.5, 3.5, 4.5, 6.0, 9.0, 12.0, 18.0, 24.0, 30.0, 36.0, 48.0])  # far ends of its ranges
FAR = 60  # MU up to which a ship's best range is looked for
BERTH = 0.4  # MU kept between a straight path and a body, because the ship's own path is bent
SLOW = 3.0  # a speed at which no destination from the middle lies beyond the edge
GOES_ON = 6  # destinations followed to find out whether a ship can stay on the table
SAME = 0.6  # MU within which two sets of destinations are equal


@dataclass(frozen=True, eq=False)
class EndArray:
    """The destinations of one ship. `places` has a row for each. `orders` are the orders that lead to them; it is empty
    for a ship that is not asked."""

    places: Array
    orders: tuple[Order, ...] = ()

    def __len__(self) -> int:
        return len(self.places)

    def among(self, chosen: Numbers) -> EndArray:
        """Return only the chosen ones."""
        return EndArray(self.places[chosen], tuple([self.orders[n] for n in chosen]) if self.orders else ())


def moment(view: View) -> tuple[object, ...]:
    """Return a key that changes when a plan becomes out of date: turn, phase, and who has acted if that is public."""
    state = view.state
    return state.turn, state.phase, None if view.phase.secret else frozenset(state.acted)


class CoarseMeans:
    """Mean losses for a game without a table: asked once for each sector and range, in its middle."""

    def __init__(self, exact: ProbedMeans, board: Board, middle: Point) -> None:
        self._exact, self._board, self._middle = exact, board, middle
        self._known = dict[int, float]()

    def means(self, firers: Array, targets: Array) -> tuple[Array, Array]:
        """Return mean losses of hull, and zeros for armour."""
        east, north, _ = self._board.ways(firers[:, :2], targets[:, :2])
        bearings = np.degrees(np.arctan2(east, north)) - firers[:, None, 2]
        cells = (np.floor((bearings + SECTOR / 2) / SECTOR) % (360 / SECTOR)).astype(int) * (len(RANGES) + 1)
        cells += np.searchsorted(RANGES, np.hypot(east, north))
        found, places = np.unique(cells, return_inverse=True)
        hull: Array = np.array([self._mean(int(cell)) for cell in found])[places].reshape(cells.shape)
        return hull, np.zeros(cells.shape)

    def _mean(self, cell: int) -> float:
        if cell not in self._known:
            sector, band = divmod(cell, len(RANGES) + 1)
            if band == len(RANGES):
                return 0.0
            way, far = math.radians(sector * SECTOR), RANGES[band] - 0.5
            x, y = self._middle
            at = self._board.nearest((x + far * math.sin(way), y + far * math.cos(way)))
            firer, target = np.array([[x, y, 0.0, 0.0]]), np.array([[*at, 180.0, 0.0]])
            self._known[cell] = float(self._exact.means(firer, target)[0][0, 0])
        return self._known[cell]


class Memory:
    """Values reused from one lookout to the next while they are still valid."""

    def __init__(self) -> None:
        # tables by firer and target, with both pieces as they then were, apart from their places
        self.tables = dict[tuple[Id, Id], tuple[Piece, Piece, MeanLosses]]()
        self.turning: bool | None = None  # true if destinations are independent of facing; None until that is known
        # destinations by motion, by ship, with the turn in which they were last found valid
        self.clouds = dict[Id, tuple[int, dict[tuple[float, ...], tuple[Array, Array]]]]()


class Lookout:
    """A view as arrays. Everything is computed once, when it is first needed."""

    def __init__(self, view: View, side: Id, memory: Memory | None = None) -> None:
        self.view, self.side, self.state = view, side, view.state
        self._memory = memory or Memory()
        self.board = board_of(view.state.table)
        self.mine: list[Piece] = list(self.state.fleet(side))
        self.foes: list[Piece] = list(self.state.enemies(side))
        self._ends = dict[Id, EndArray]()
        self._tables = dict[tuple[Id, Id], MeanLosses]()
        self._reach = dict[tuple[Id, Id], tuple[float, float, float]]()
        self._held = dict[Point, bool]()
        self.solid = tuple(body for body in self.state.table.bodies if body.solid)
        self._blocking = tuple(body for body in self.state.table.bodies if body.blocks)
        self._spread = dict[tuple[Id, tuple[float, ...], int], Array]()
        west, south, wide, high = self.board.extent
        self._middle = self.board.nearest((west + wide / 2, south + high / 2))
        self._open: PieceState = replace(self.state, table=replace(self.state.table, bodies=()), sealed={})

    # -- destinations --------------------------------------------------------------------------------------------------

    def ends(self, key: Id) -> EndArray:
        """Return a ship's destinations this turn. If it has moved, or cannot be asked, this is its present place."""
        if key not in self._ends:
            self._ends[key] = self._find_ends(key)
        return self._ends[key]

    def _find_ends(self, key: Id) -> EndArray:
        found = self.view.ends(key)
        if not found:
            held = self.view.holding_on().get(key) or pose_of(self.state, key)
            return EndArray(self.place(held) if held else np.zeros((0, 5)))
        return EndArray(self._rows(found), tuple([end.order for end in found]))

    def destinations(self, state: PieceState, key: Id) -> tuple[Destination, ...]:
        """Return every destination of a ship in a state; none for a piece that does not move by destinations."""
        draft = self.view.system.kind(state, self.view.phase, key)(key)
        return draft.destinations(state) if getattr(draft, "input_mode", "") == "plot" else ()

    def _rows(self, ends: Sequence[Destination]) -> Array:
        direction = self.board.direction
        rows = [(*end.at, direction(end.facing), end.velocity, direction(end.course, end.heading)) for end in ends]
        return np.array(rows, dtype=float).reshape(len(rows), 5)

    def place(self, pose: Pose) -> Array:
        """Return a pose as an array of one row."""
        direction = self.board.direction
        course = direction(pose.course, pose.heading)
        return np.array([[*pose.at, direction(pose.facing), float(pose.velocity), course]])

    def straight_on(self, key: Id) -> Array:
        """Return the end of a ship's move straight on, as one row."""
        pose = self.view.holding_on().get(key) or pose_of(self.state, key)
        return self.place(pose) if pose is not None else np.zeros((1, 5))

    # -- damage --------------------------------------------------------------------------------------------------------

    def boxes(self, firer: Id, target: Id, firers: Array, targets: Array) -> Array:
        """Return the mean boxes, of hull and armour, that one ship costs another: shape (n, m)."""
        hull, armour = self.table(firer, target).means(firers[:, :4], targets[:, :4])
        return hull + armour

    def table(self, firer: Id, target: Id) -> MeanLosses:
        """Return the mean losses one ship causes another when both have used their drives."""
        pair = firer, target
        if pair not in self._tables:
            self._tables[pair] = self._table(firer, target)
        return self._tables[pair]

    def _table(self, firer: Id, target: Id) -> MeanLosses:
        now = {key: pose_of(self.state, key) for key in (firer, target)}
        state = self.state.posed({key: replace(pose, coasted=False) for key, pose in now.items() if pose})
        here = Pose(self._middle, self.board.courses[0], self.board.courses[0], 0, coasted=False)
        posed = state.posed({firer: here, target: here})
        pieces = posed.known_piece(firer), posed.known_piece(target)
        known = self._memory.tables.get((firer, target))
        if known is not None and known[:2] == pieces:
            return known[2]
        table = self.view.system.mean_table(state, firer, target)
        if isinstance(table, ProbedMeans):
            table = CoarseMeans(table, self.board, self._middle)
        self._memory.tables[firer, target] = (*pieces, table)
        return table

    def ranges(self, firer: Id, target: Id) -> tuple[float, float]:
        """Return the range of a ship's fire at another, and the distance up to which it does at least half of its best,
        in MU on the plane."""
        return self._shooting(firer, target)[:2]

    def firepower(self, firer: Id, target: Id) -> float:
        """Return the mean boxes that a ship costs another on its best bearing, over the distances at which it shoots
        well."""
        return self._shooting(firer, target)[2]

    def _shooting(self, firer: Id, target: Id) -> tuple[float, float, float]:
        pair = firer, target
        if pair not in self._reach:
            courses = np.array([self.board.direction(one) for one in self.board.courses])
            x, y = self._middle
            firers = np.array([[x, y, course, 0.0, course] for course in courses])
            far = np.arange(1.0, FAR + 1.0)
            targets = np.stack([x + 0 * far, y + far, 180 + 0 * far, 0 * far, 180 + 0 * far], axis=1)
            best = self.boxes(firer, target, firers, targets).max(axis=0)
            hit, good = np.nonzero(best > 1e-9)[0], np.nonzero(best >= 0.5 * best.max() - 1e-9)[0]
            self._reach[pair] = (
                (far[hit[-1]], far[good[-1]], float(best[: good[-1] + 1].mean())) if len(hit) else (0.0, 0.0, 0.0)
            )
        return self._reach[pair]

    # -- the turn after ------------------------------------------------------------------------------------------------

    def next_ends(self, key: Id, places: Array, count: int) -> Array:
        """Return destinations in the next turn from each of n places: shape (n, count, 5). They depend on speed, facing
        and direction of motion, and move and turn with them. Too many motions are merged."""
        found = np.empty((len(places), count, 5))
        for kind, numbers in self._kinds(key, places).items():
            cloud, first = self._cloud(key, kind, places[numbers[0]], count)
            found[numbers] = _carry_cloud(cloud, first, places[numbers], self.turns_freely(key))
        return found

    def warm(self, key: Id, places: Array) -> Iterator[None]:
        """Yield while everything that `next_ends` needs for these places is computed, so that it then answers
        at once."""
        clouds = self._recall_clouds(key)
        yield
        for kind, numbers in self._kinds(key, places).items():
            if kind not in clouds:
                place = places[numbers[0]]
                clouds[kind] = place, self._around_drift(key, place)
                yield

    def _kinds(self, key: Id, places: Array) -> dict[tuple[float, ...], Numbers]:
        """Return the numbers of these places by their kinds of motion."""
        motions = np.stack([places[:, 3], (places[:, 4] - places[:, 2]) % 360, places[:, 2] % 360])
        if self.turns_freely(key):
            motions = motions[:2]
        for grain in GRAINS:
            lean = min(360.0, 30.0 * grain)
            grains = np.array([grain, lean, lean])[: len(motions), None]
            kinds, which = np.unique(np.round(motions / grains), axis=1, return_inverse=True)
            if kinds.shape[1] <= CLASSES:
                break
        which = which.ravel()
        return {(grain, *kind): np.nonzero(which == n)[0] for n, kind in enumerate(kinds.T.tolist())}

    def _cloud(self, key: Id, kind: tuple[float, ...], place: Array, count: int) -> tuple[Array, Array]:
        """Return at most `count` well-spread destinations of one motion, relative to its drift, and the place they were
        found from."""
        clouds = self._recall_clouds(key)
        if kind not in clouds:
            clouds[kind] = place, self._around_drift(key, place)
        place, rows = clouds[kind]
        if (key, kind, count) not in self._spread:
            self._spread[key, kind, count] = rows[np.resize(pick_spread(rows, count), count)]
        return self._spread[key, kind, count], place

    def _recall_clouds(self, key: Id) -> dict[tuple[float, ...], tuple[Array, Array]]:
        """Return destinations by motion from earlier turns, if the first of them is unchanged. A change means that the
        drive was damaged or the wind has turned."""
        turn, clouds = self._memory.clouds.get(key, (0, {}))
        if clouds and turn != self.state.turn:
            place, rows = next(iter(clouds.values()))
            again = self._around_drift(key, place)
            if again.shape != rows.shape or not np.allclose(again, rows, atol=SAME):
                clouds = {}
        self._memory.clouds[key] = self.state.turn, clouds
        return clouds

    def _around_drift(self, key: Id, place: Array) -> Array:
        rows = self._ends_from(key, place)
        rows[:, :2] -= places_after_drift(np.array([*self._middle, *place[2:]]))
        return rows

    def _ends_from(self, key: Id, place: Array) -> Array:
        """Return destinations, from the middle of an empty table, of a ship that moves as in this row."""
        now = pose_of(self.state, key)
        assert now is not None
        facing, course = self._course(place[2]), self._course(place[4])
        heading = place[4] % 360 if now.heading is not None else None
        pose = replace(
            now,
            at=self._middle,
            course=course,
            facing=facing,
            velocity=round(place[3]),
            heading=heading,
            path=(self._middle,),
            active_manoeuvres=(),
        )
        found = self.destinations(self._open.posed({key: pose}), key)
        if not found:
            alone = np.array([*self._middle, *place[2:]])
            alone[:2] = places_after_drift(alone)
            return alone[None]
        return self._rows(found)

    def _course(self, direction: float) -> int:
        """Return the nearest course to a direction that a ship may hold."""
        grain = self.board.grain
        return (round(self.board.course_at(direction) / grain) * grain - 1) % 12 + 1

    def turns_freely(self, key: Id) -> bool:
        """Return whether a ship's destinations are independent of its facing. With wind they are not."""
        if self._memory.turning is None:
            ways = [self.board.direction(course) for course in self.board.courses[:: len(self.board.courses) // 2]]
            rows = [self._ends_from(key, np.array([*self._middle, way, SLOW, way])) for way in ways[:2]]
            far = [np.sort(np.hypot(*(one[:, :2] - self._middle).T)) for one in rows]
            same = len(far[0]) == len(far[1]) and bool(np.all(np.abs(far[0] - far[1]) < SAME))
            self._memory.turning = same
        return self._memory.turning

    def can_go_on(self, key: Id, pose: Pose, turns: int = 3) -> bool:
        """Return whether moves in the next turns can keep a ship on the table and clear of solid bodies. Only the few
        ends that drift furthest inside are followed."""
        if not self.near_danger(self.place(pose))[0]:
            return True
        there = replace(self.state.posed({key: pose}), sealed={})
        ends = [
            end
            for end in self.destinations(there, key)
            if all(map(self.board.holds, end.path)) and not self.board.contacts(end.path, self.solid)
        ]
        if turns == 1 or not ends:
            return bool(ends)
        outward = np.hypot(*(places_after_drift(self._rows(ends)) - self._middle).T)
        return any(self.can_go_on(key, ends[n].order.pose(there), turns - 1) for n in outward.argsort()[:GOES_ON])

    # -- the table -----------------------------------------------------------------------------------------------------

    def off_table(self, places: Array) -> NDArray[np.bool_]:
        """Return which places lie beyond the edge."""
        if self.board.floating:
            return np.zeros(places.shape[:-1], dtype=bool)
        west, south, wide, high = self.board.extent
        x, y = places[..., 0], places[..., 1]
        outside: NDArray[np.bool_] = (x < west) | (y < south) | (x > west + wide) | (y > south + high)
        if self.board.cells:  # rows of cells leave gaps along the edge
            outside = outside.copy()
            margin = np.minimum.reduce([x - west, y - south, west + wide - x, south + high - y])
            for index in zip(*np.nonzero(~outside & (margin < 1.0))):
                outside[index] = not self._on_map(float(x[index]), float(y[index]))
        return outside

    def _on_map(self, x: float, y: float) -> bool:
        place = round(x, 1), round(y, 1)
        if place not in self._held:
            self._held[place] = self.board.holds((x, y))
        return self._held[place]

    def strikes(self, starts: Array, ends: Array) -> NDArray[np.bool_]:
        """Return which straight paths, from n places to k each, lead into a solid body: shape (n, k)."""
        return _meets(starts, ends, self.solid, BERTH)

    def hidden(self, places: Array, others: Array) -> NDArray[np.bool_]:
        """Return between which of n places and m others a body blocks the line of fire: shape (n, m). On hexes, where a
        line must be blocked on both sides, this is computed as on the plane."""
        return _meets(places, np.broadcast_to(others, (len(places), *others.shape)), self._blocking, 0.0)

    def near_danger(self, places: Array) -> NDArray[np.bool_]:
        """Return from which places a ship may meet the edge of the table, or a solid body, in the next two turns."""
        reach = 2.5 * places[:, 3] + 12.0
        near = np.zeros(len(places), dtype=bool)
        if not self.board.floating:
            west, south, wide, high = self.board.extent
            x, y = places[:, 0], places[:, 1]
            near |= np.minimum.reduce([x - west, y - south, west + wide - x, south + high - y]) < reach
        for body in self.solid:
            near |= np.hypot(places[:, 0] - body.at[0], places[:, 1] - body.at[1]) < reach + body.radius
        return near


def _meets(starts: Array, ends: Array, bodies: Sequence[Body], berth: float) -> NDArray[np.bool_]:
    """Return which straight paths, from n places to k each, pass a body nearer than `berth` from its rim: shape (n,
    k)."""
    found = np.zeros(ends.shape[:2], dtype=bool)
    if not bodies:
        return found
    # sum the two axes one by one: numpy is ten times slower at adding two numbers along an axis
    x, y = starts[:, None, 0], starts[:, None, 1]
    east, north = ends[..., 0] - x, ends[..., 1] - y
    length = np.maximum(1e-9, east * east + north * north)
    for body in bodies:
        to_east, to_north = body.at[0] - x, body.at[1] - y
        part = np.clip((to_east * east + to_north * north) / length, 0.0, 1.0)
        past, over = to_east - part * east, to_north - part * north
        found |= past * past + over * over < (body.radius + berth) ** 2
    return found


def places_after_drift(places: Array) -> Array:
    """Return the place to which each row drifts in a turn: x and y."""
    way = np.radians(places[..., 4])
    moved: Array = places[..., :2] + places[..., 3:4] * np.stack([np.sin(way), np.cos(way)], axis=-1)
    return moved


def _carry_cloud(cloud: Array, origin: Array, places: Array, turning: bool) -> Array:
    """Return a cloud of k destinations round the drift of one motion, moved and turned to each of n others: shape (n,
    k, 5)."""
    turn = (places[:, 2] - origin[2]) * turning
    sine, cosine = np.sin(np.radians(turn))[:, None], np.cos(np.radians(turn))[:, None]
    drift = places_after_drift(places)
    x = drift[:, :1] + cloud[:, 0] * cosine + cloud[:, 1] * sine
    y = drift[:, 1:] + cloud[:, 1] * cosine - cloud[:, 0] * sine
    speed = np.maximum(0.0, cloud[:, 3] + places[:, 3:4] - origin[3])
    return np.stack([x, y, cloud[:, 2] + turn[:, None], speed, cloud[:, 4] + turn[:, None]], axis=-1)


def pick_spread(places: Array, count: int) -> Numbers:
    """Return the numbers of at most `count` of these places that are well spread, also in facing and speed."""
    if len(places) <= count:
        return np.arange(len(places))
    way = np.radians(places[:, 2])
    seen = np.stack([places[:, 0], places[:, 1], 3 * np.sin(way), 3 * np.cos(way), 0.7 * places[:, 3]], axis=1)
    chosen = [int(((seen - seen.mean(axis=0)) ** 2).sum(axis=1).argmin())]
    away = ((seen - seen[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < count:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, ((seen - seen[chosen[-1]]) ** 2).sum(axis=1))
    return np.array(sorted(chosen), dtype=np.intp)
