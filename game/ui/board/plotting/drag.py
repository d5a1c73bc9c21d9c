"""Plotting by drag or by keys: press on a ship; the order in hand is always one of its legal ends.

Nothing here knows what is legal: it picks among the destinations the rules gave. The pointer takes the nearest end point;
where several orders end there, the cheapest, or once the pointer pulls clearly beyond it the one that points where it pulls.
Keys walk from lane to lane, plain turns first, and from speed to speed. On a board of cells where a move is walked step by
step, the pointer walks it (see `walk`), and lanes in which the bow alone is swung are gone to by swinging.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pygame

from game.board.boards import OPEN, board_of
from game.core.display import Destination, Fan, Meter, Overlay, Pose, Zone
from game.core.orders import Order
from game.core.special_display import Prospects
from game.ui.board.layers.ships import way
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import Memo
from game.ui.board.model.scene import Aim, Scene
from game.ui.board.plotting.hex_walk import Walk
from game.ui.render.text import minus
from game.ui.render.theme import theme

if TYPE_CHECKING:
    from game.battle.battle import View

Id = str
Point = tuple[float, float]

SAME = 0.02  # MU: end points nearer than this are one
PULL = 0.3  # MU from the end point within which the pointer says nothing about a heading
SWING = 0.15  # the same for an end where the ship lies now, where there is nothing to choose but the heading
SLOP = 5  # design pixels the pointer may tremble before a press becomes a drag
FLANK = "flank"  # the tone of areas from which the chosen ship suffers most
AIMS = 6  # lines to enemies drawn from a ghost
TURNS = {pygame.K_q: -1, pygame.K_LEFT: -1, pygame.K_e: 1, pygame.K_RIGHT: 1}  # keys: lanes to starboard
SPEEDS = {pygame.K_UP: 1, pygame.K_DOWN: -1}


class Snap:
    """The destinations of one ship, ready to be searched; finding the nearest of 200 takes 15 µs.

    `begun` is the heading it comes with, in degrees, and `direction` gives the degrees of a course; `spent` says what an
    order costs, in points of its meter, and is asked only where several orders end at one point.
    """

    def __init__(
        self, destinations: tuple[Destination, ...], start: Point, begun: float = 0.0,
        spent: Callable[[Order], int] | None = None, apart: bool = False, direction: Callable[[int], float] = OPEN.direction,
    ) -> None:  # fmt: skip
        self.destinations, self.start, self.begun, self.apart = destinations, start, begun, apart
        self._spent, self._costs, self._degrees = spent, dict[int, int](), direction
        self._ends = np.array([destination.at for destination in destinations], dtype=float).reshape(-1, 2)
        self._lanes = self._in_order()

    def nearest(self, point: Point, lane: object = None) -> Destination | None:
        """The destination that ends nearest to a point (MU), of one lane only if it is named."""
        if not self.destinations:
            return None
        gaps = self._ends - point
        far = np.einsum("ij,ij->i", gaps, gaps)
        if lane is not None:
            far = np.where([destination.lane == lane for destination in self.destinations], far, np.inf)
        best = int(far.argmin())
        tied = [int(i) for i in np.flatnonzero(far <= (math.sqrt(far[best]) + SAME) ** 2)]
        alike = [i for i in tied if math.dist(self.destinations[i].at, self.destinations[best].at) < SAME]
        if len(alike) < 2:
            return self.destinations[best]
        wanted = self._pull(point, self.destinations[best].at)

        def off(i: int) -> float:
            return 0.0 if wanted is None else round(abs(_turn(self._degrees(self.destinations[i].facing) - wanted)), 3)

        def bent(i: int) -> tuple[bool, int]:
            return _turns_back(self.destinations[i]), len(self.destinations[i].turns)

        return self.destinations[min(alike, key=lambda i: (off(i), self._cost(i), bent(i), i))]

    def _pull(self, point: Point, end: Point) -> float | None:
        """The direction from the end point in which the pointer pulls, in degrees; None while it lies on the end point."""
        if math.dist(point, end) <= (SWING if math.dist(end, self.start) < SAME else PULL):
            return None
        return _direction(end, point)

    def _cost(self, i: int) -> int:
        if self._spent is None:
            return 0
        if i not in self._costs:
            self._costs[i] = self._spent(self.destinations[i].order)
        return self._costs[i]

    def _in_order(self) -> list[object]:
        """Lanes from port to starboard, by where their longest destination lies; a shorter change of heading first.

        Lanes that turn both ways lie beyond the plain turns, so that keys meet those first.
        """
        longest: dict[object, Destination] = {}
        for destination in self.destinations:
            if self.apart and (destination.aside or destination.facing != destination.course):
                continue
            if destination.lane not in longest or destination.velocity > longest[destination.lane].velocity:
                longest[destination.lane] = destination

        def port_to_starboard(lane: object) -> tuple[int, float, float]:
            one = longest[lane]
            away = math.dist(one.at, self.start) > SAME
            seen = round(_turn((_direction(self.start, one.at) if away else self._degrees(one.facing)) - self.begun), 1)
            turned = _turn(self._degrees(one.facing) - self.begun)
            side = (1 if (seen, turned) > (0.0, 0.0) else -1) if _turns_back(one) else 0
            return side, seen, turned

        return sorted(longest, key=port_to_starboard)

    def beside(self, destination: Destination, by: int) -> Destination:
        """The destination of the next lane to starboard (or with -1 to port) whose speed is nearest."""
        if destination.near:
            return self.destinations[destination.near[by > 0]]
        if destination.lane not in self._lanes:
            return self.beside(plain, by) if self.apart and (plain := self._plain(destination)) else destination
        at = self._lanes.index(destination.lane) + by
        if not 0 <= at < len(self._lanes):
            return destination
        lane = [one for one in self.destinations if one.lane == self._lanes[at]]
        return min(lane, key=lambda one: abs(one.velocity - destination.velocity))

    def _plain(self, destination: Destination) -> Destination | None:
        """The destination at the same place that keys go on from."""
        return next((one for one in self.destinations if one.lane in self._lanes and one.at == destination.at), None)

    def swung(self, destination: Destination, by: int) -> Destination:
        """The destination at the same place, as fast, that points one further round to starboard (or with -1 to port)."""
        alike = (one for one in self.destinations if one.velocity == destination.velocity)
        here = [one for one in alike if math.dist(one.at, destination.at) < SAME]
        now = self._degrees(destination.facing)
        turned = sorted(here, key=lambda one: (_turn(self._degrees(one.facing) - now) * by % 360.0, self._cost_of(one)))
        return next((one for one in turned if one.facing != destination.facing), destination)

    def _cost_of(self, destination: Destination) -> int:
        return self._cost(self.destinations.index(destination))

    def faster(self, destination: Destination, by: int) -> Destination:
        """The next destination of the same lane up in speed (or with -1 down)."""
        if destination.near:
            return self.destinations[destination.near[2 + (by > 0)]]
        lane = sorted((one for one in self.destinations if one.lane == destination.lane), key=lambda one: one.velocity)
        at = next((i for i, one in enumerate(lane) if one.velocity == destination.velocity), 0) + by
        return lane[min(len(lane) - 1, max(0, at))] if lane else destination


def _turn(degrees: float) -> float:
    """An angle folded into -180 to 180."""
    return (degrees + 180.0) % 360.0 - 180.0


def _direction(a: Point, b: Point) -> float:
    """Degrees clockwise from up the table."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1]))


def _turns_back(destination: Destination) -> bool:
    """Whether a ship turns both ways before it ends, as it does to slip sideways."""
    return bool(destination.turns) and min(destination.turns) < 0 < max(destination.turns)


class Drag:
    """The order in hand while a ship is plotted; `on_plot` is given the order when it is let go or accepted."""

    def __init__(self, on_plot: Callable[[Order], None] | None = None) -> None:
        self.on_plot = on_plot
        self.ship: Id = ""
        self.destination: Destination | None = None
        self.moved = False  # the pointer has left the place where it was pressed, or a key has changed the order
        self.by_keys = False
        self._view: View | None = None
        self._draft: Order | None = None
        self._snap = Snap((), (0.0, 0.0))
        self._walk: Walk | None = None
        self._others: dict[Id, Pose] = {}  # where other ships would be by orders in hand, or that hold on
        self._pressed: tuple[float, float] | None = None
        self._forget()

    @property
    def active(self) -> bool:
        """Whether an order is in hand."""
        return bool(self.ship)

    @property
    def destinations(self) -> tuple[Destination, ...]:
        """Every legal end of the ship in hand."""
        return self._snap.destinations

    @property
    def order(self) -> Order | None:
        """The order in hand."""
        return self.destination.order if self.destination else None

    @property
    def meter(self) -> Meter | None:
        """The meter of the order in hand."""
        return self._view.meter(self.destination.order) if self._view and self.destination else None

    def begin(
        self, view: View, ship: Id, pressed: tuple[float, float] | None = None, draft: Order | None = None,
        plans: Mapping[Id, Pose] | None = None,
    ) -> bool:  # fmt: skip
        """Take up a ship, from a press of the pointer or by keys (no pixel). False if it has nowhere to go.

        `plans` are where ships would be that have orders in hand.
        """
        draft = draft or view.draft(ship)
        destinations = view.destinations(draft)
        if not destinations:
            return False
        self._forget()
        self._view, self._draft, self.ship, self._pressed = view, draft, ship, pressed
        self.by_keys, self.moved = pressed is None, False
        piece, board = view.state.known_piece(ship), board_of(view.state.table)
        start = piece.at
        begun = board.direction(piece.course)
        self._snap = Snap(destinations, start, begun, lambda order: _spent(view.meter(order)), board.cells, board.direction)
        paths = view.paths(draft) if board.cells else ()
        self._walk = Walk(paths, board, start) if paths else None
        found = (one for one in (*destinations, *paths) if one.order == draft)
        at = view.pose(draft).at
        self.destination = next(found, None) or self._anywhere(at) or self._snap.nearest(at)
        self._others = {} if view.phase.moved else {**view.holding_on(), **(plans or {})}
        return True

    # -- changing the order ----------------------------------------------------------------------------------------------

    def move(self, point: Point, keep_turn: bool = False) -> bool:
        """The pointer is at a place (MU); with `keep_turn` only the speed follows it. Says whether the order changed."""
        if self._walk and not keep_turn:
            self._walk.follow(point)
            return self._take(self._walk.chosen(point))
        lane = self.destination.lane if keep_turn and self.destination else None
        return self._take(self._anywhere(point) or self._snap.nearest(point, lane))

    def _anywhere(self, point: Point) -> Destination | None:
        """The end that the pointer means of a piece that may end anywhere; keys go on from the listed end next to it."""
        found = self._view.toward(self._draft, point) if self._view and self._draft else None
        beside = self._snap.nearest(found.at) if found else None
        return replace(found, near=beside.near) if found and beside else found

    def turn(self, by: int) -> bool:
        """One lane to starboard (or port): plain turns, then beyond the last of them what turns back."""
        return bool(self.destination) and self._take(self._snap.beside(self.destination, by))  # type: ignore[arg-type]

    def swing(self, by: int) -> bool:
        """Where it ends, pointing one further to starboard (or port)."""
        return bool(self.destination) and self._take(self._snap.swung(self.destination, by))  # type: ignore[arg-type]

    def speed(self, by: int) -> bool:
        """One more (or less) in the same lane, and by the same way."""
        if self.destination is None:
            return False
        found = self._snap.faster(self.destination, by)
        if self._walk and self._view and found is not self.destination:
            again = Walk(self._view.paths(found.order), self._walk.board, self._snap.start)
            again.trail, self._walk = self._walk.trail, again
            found = again.along(replace(found, path=self.destination.path)) or found
        return self._take(found)

    def _take(self, destination: Destination | None) -> bool:
        changed = destination is not None and destination is not self.destination and destination != self.destination
        if changed:
            self.destination, self.moved = destination, True
        return changed

    def accept(self) -> Order | None:
        """Seal the order in hand: it is given to `on_plot` and returned; None if there was nothing to seal."""
        order = self.order
        self.cancel()
        if order is not None and self.on_plot:
            self.on_plot(order)
        return order

    def cancel(self) -> None:
        """Take it back."""
        self.ship, self.destination, self._view, self._draft = "", None, None, None
        self._snap, self._walk = Snap((), (0.0, 0.0)), None
        self._forget()

    def _forget(self) -> None:
        """Keep no answer about an order."""
        self._shown, self._poses, self._parts = Memo[Scene](), Memo[Pose](), Memo[tuple[tuple[Overlay, ...], tuple[Aim, ...]]]()

    # -- input -----------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event, camera: Camera) -> bool:
        """Pointer, wheel and keys while an order is in hand. Says whether the event was taken."""
        if not self.active:
            return False
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEWHEEL:
            sideways = pygame.key.get_mods() & pygame.KMOD_SHIFT
            step = 1 if (event.y or getattr(event, "x", 0)) > 0 else -1
            (self.speed if not sideways else self.swing if self._snap.apart else self.turn)(step)
            return True
        if self.by_keys:
            return False
        if event.type == pygame.MOUSEMOTION:
            if not self.moved and self._pressed and math.dist(event.pos, self._pressed) < theme.px(SLOP):
                return True
            self.moved = True
            self.move(camera.mu(event.pos), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.cancel()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.accept() if self.moved else self.cancel()
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        if event.mod & pygame.KMOD_CTRL:
            return False
        if event.key in TURNS:
            self.turn(TURNS[event.key])
        elif event.key in SPEEDS:
            self.speed(SPEEDS[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.accept()
        elif event.key == pygame.K_ESCAPE:
            self.cancel()
        else:
            return False
        return True

    # -- what to show ----------------------------------------------------------------------------------------------------

    @property
    def pose(self) -> Pose | None:
        """Where the order in hand would put the ship."""
        view, destination = self._view, self.destination
        return self._poses.get((destination,), lambda: view.pose(destination.order)) if view and destination else None

    def _about(self, destination: Destination, pose: Pose) -> tuple[tuple[Overlay, ...], tuple[Aim, ...]]:
        """Arcs and lines of a destination, asked of the rules once."""
        assert self._view is not None
        view, ship = self._view, self.ship

        def ask() -> tuple[tuple[Overlay, ...], tuple[Aim, ...]]:
            own = leading(view.overlays(ship, pose)) if ship in view.state.ships else ()
            overlays = (*own, *view.order_overlays(destination.order))
            return overlays, aims_from(view.posed({**self._others, ship: pose}), ship)

        return self._parts.get((destination,), ask)

    def shown(self, scene: Scene) -> Scene:
        """The scene with the order in hand: its ghost, envelope, arcs and lines to enemies."""
        end, pose = (self.destination, self.pose) if self.active else (None, None)
        return self._shown.get((scene, end), lambda: self._in_hand(scene, end, pose)) if end and pose else scene

    def _in_hand(self, scene: Scene, destination: Destination, pose: Pose) -> Scene:
        overlays, aims = self._about(destination, pose)
        others = {key: other for key, other in self._others.items() if not scene.friendly(key)}
        target = scene.targets[0] if scene.targets else next((aim.target for aim in aims if _bears(aim)), "")
        if target in others:
            found = scene.view.prospects(destination.order, target, {target: others[target], self.ship: pose})
            overlays = with_weak_sides(overlays, found)
        trails = tuple(one for one in scene.trails if one.ship != self.ship or one.kind == "flown")
        ship = scene.view.state.known_piece(self.ship)
        draft = f"{way(ship, board_of(scene.view.state.table))} · {minus(scene.view.briefly(destination.order))}"
        return replace(
            scene, chosen=self.ship, ghosts={**others, **scene.ghosts, self.ship: pose}, meter=self.meter,
            destinations=self.destinations, destination=destination, overlays=overlays, aims=aims, trails=trails,
            notes={**scene.notes, self.ship: draft}, waiting=scene.waiting - {self.ship},
        )  # fmt: skip


def _bears(aim: Aim) -> bool:
    """Could any gun be fired there?"""
    return any(shot.bears for shot in aim.shots)


def _spent(meter: Meter) -> int:
    return meter.total - meter.left


def leading(overlays: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """The fan that reaches farthest, and everything that is no fan: what fits on the board with an envelope."""
    fans = [one for one in overlays if isinstance(one, Fan)]
    first = max(fans, key=lambda fan: (fan.reach, len(fan.arcs)), default=None)
    return tuple(one for one in overlays if not isinstance(one, Fan) or one is first)


def with_weak_sides(overlays: tuple[Overlay, ...], found: Prospects | None) -> tuple[Overlay, ...]:
    """Overlays with the areas from which a target suffers most, in place of those from which the chosen ship does."""
    if found is None or not found.weak:
        return overlays
    return (*(one for one in overlays if not (isinstance(one, Zone) and one.tone == FLANK)), *found.weak)


def aims_from(view: View, ship: Id) -> tuple[Aim, ...]:
    """Lines from a ship to the nearest enemies."""
    state = view.state
    if ship not in state.ships:
        return ()
    here = state.ships[ship].at
    enemies = sorted(state.enemies(state.ships[ship].side), key=lambda one: (math.dist(here, one.at), one.id))
    return tuple(Aim(ship, one.id, view.shots(ship, one.id)) for one in enemies[:AIMS])
